--- The windows: what a logout proves says where it counts, and a full window refuses only its own kind.
local fixtures = require("support.fixtures")
local hand_over = require("sso_login.logout.hand_over")
local provider_logout = require("sso_login.logout.provider_logout")
local rate_limit = require("sso_login.web.rate_limit")
local router = require("sso_login.web.router")
local scene = require("support.scene")

--- A world with three sessions, whose ids are made of one digit each.
local function open(uci)
  local io, world = scene.create({ uci = fixtures.with({ backchannel_logout = "1" }, uci) })
  for i, sid in ipairs({ "session-1", "session-2", "session-1" }) do
    local issuer = i == 3 and "https://other.example" or fixtures.issuer
    world.add_session({ sso_issuer = issuer, sso_sub = "user-1", sso_sid = sid, username = "admin" }, tostring(i):rep(32))
  end
  return io, world
end

local function post(io, world, body)
  world.input = body
  return router.handle(io, scene.environment("/backchannel-logout", "", "",
    { method = "POST", content_type = "application/x-www-form-urlencoded" }))
end

--- First digits of the sessions that are left.
local function left(world)
  local found = {}
  for sid in pairs(world.sessions) do
    found[#found + 1] = sid:sub(1, 1)
  end
  table.sort(found)
  return table.concat(found)
end

local function token(name)
  return "logout_token=" .. fixtures.tokens[name]
end

describe("a logout", function()
  it("is not refused for others' sake, nor for the client's own, when it proves itself", function()
    local io, world = scene.create({ uci = { client_limit = "5" } })
    local sid = world.add_session({ username = "admin", token = "right", sso_id_token = "h.p.s" }, ("5"):rep(32))
    hand_over.save(io, '{"token":"abc","values":{"sso_id_token":"h.p.s"}}')
    local function ask(query, address)
      return router.handle(io, scene.environment("/logout", query, "sysauth=" .. sid, { remote_addr = address })).status
    end
    for i = 1, 70 do
      assert.equal(i <= 5 and 403 or 429, ask("stoken=wrong"))
      router.handle(io, scene.environment("/callback", "", "", { remote_addr = "192.0.2." .. i + 10 }))
    end
    assert.equal(429, ask("stoken=wrong", "192.0.2.99"))
    local cookie_less = scene.environment("/logout", "handover=abc", "")
    local provider = fixtures.discovery.full.end_session_endpoint
    assert.equal(provider, scene.header(router.handle(io, cookie_less), "Location"):match("^[^?]*"))
    assert.equal(429, router.handle(io, cookie_less).status)
    local ended = router.handle(io, scene.environment("/logout", "stoken=right", "sysauth=" .. sid))
    assert.equal(provider, scene.header(ended, "Location"):match("^[^?]*"))
    assert.same({}, world.sessions)
    assert.equal("..", world.text(io.paths.run_dir .. "/" .. world.in_run_dir("^rate_logouts_")[1]))
  end)

  it("has a bound of its own", function()
    local io, world = scene.create()
    for _ = 1, 200 do
      assert.is_true(rate_limit.count_request(io, rate_limit.logouts).ok)
    end
    world.add_session({ username = "admin", token = "right" }, ("5"):rep(32))
    assert.equal(429, router.handle(io, scene.environment("/logout", "stoken=right", "sysauth=" .. ("5"):rep(32))).status)
    assert.equal(302, router.handle(io, scene.environment("/")).status)
  end)
end)

describe("a logout token", function()
  it("may come again when its mark could not be written, and then counts once", function()
    local io, world = open()
    provider_logout.mark(io, fixtures.issuer, "session-1", "")
    local path = io.paths.run_dir .. "/" .. world.in_run_dir("^ended_")[1]
    io.remove(path)
    io.make_dir(path)
    assert.equal(400, post(io, world, token("logout")).status)
    assert.truthy(world.log_text():find("cause=INTERNAL_ERROR"))
    assert.equal("23", left(world))
    assert.is_false(provider_logout.has_ended(io, fixtures.issuer, "session-1", "", world.now))
    io.remove(path)
    assert.equal(200, post(io, world, token("logout")).status)
    assert.is_true(provider_logout.has_ended(io, fixtures.issuer, "session-1", "", world.now))
    assert.equal(400, post(io, world, token("logout")).status)
  end)
end)

describe("a logout token among what proves nothing", function()
  local function crowded(prepare)
    local io, world = open({ client_limit = "50" })
    prepare(io, world)
    for i = 1, 60 do
      local response = post(io, world, "x=" .. i)
      assert.equal(i <= 50 and 400 or 429, response.status)
    end
    return io, world
  end

  it("ends sessions by the keys that are known", function()
    local io, world = crowded(function(io, world) post(io, world, token("logout_sid")) end)
    assert.equal(429, post(io, world, token("logout_sid")).status, "a used token proves nothing")
    assert.equal(200, post(io, world, token("logout")).status)
    assert.equal("23", left(world))
    assert.equal(2, #world.requests)
  end)

  it("requests no keys", function()
    local io, world = crowded(function() end)
    local response = post(io, world, token("logout"))
    assert.equal(429, response.status)
    assert.equal(tostring(60 - world.now % 60), scene.header(response, "Retry-After"))
    assert.equal(0, #world.requests)
    world.now = world.now + 60
    assert.equal(200, post(io, world, token("logout")).status)
  end)

  it("does not count against logins", function()
    local io = crowded(function() end)
    assert.equal(302, router.handle(io, scene.environment("/logout", "", "", { remote_addr = "192.0.2.8" })).status)
  end)
end)
