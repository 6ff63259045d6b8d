--- logout: the end of a session, here and at the provider.
local fixtures = require("support.fixtures")
local load = require("sso_login.settings.load")
local logout = require("sso_login.web.logout")
local scene = require("support.scene")

local none = fixtures.none
local endpoint = fixtures.discovery.full.end_session_endpoint

local function prepare(options, values)
  local io, world = scene.create(options)
  local sid = world.add_session(fixtures.with({
    username = "admin", token = ("ab"):rep(16), sso_email = "ada@example.org", sso_sub = "user-1",
    sso_issuer = fixtures.issuer, sso_id_token = "h.p.s",
  }, values))
  return io, world, sid
end

--- Logs out; the answer's `data` is where the browser is sent, and what the log says of the ended session.
local function run(io, params, cookies, world)
  local query, header = {}, {}
  for name, value in pairs(params or {}) do
    query[#query + 1] = name .. "=" .. value
  end
  for name, value in pairs(cookies or {}) do
    header[#header + 1] = name .. "=" .. value
  end
  local environment = scene.environment("/logout", table.concat(query, "&"), table.concat(header, "; "))
  local answer = logout.handle(io, load.load(io).data, environment)
  if not answer.ok then return answer end
  return { ok = true, data = { location = scene.header(answer.data, "Location"), log = world and world.log_text() } }
end

local right = { stoken = ("ab"):rep(16) }

describe("logout", function()
  it("with the right stoken destroys the session and leads to the provider", function()
    local io, world, sid = prepare()
    local ended = run(io, right, { sysauth_https = sid }, world)
    assert.is_true(ended.ok)
    assert.same({}, world.sessions)
    assert.equal(endpoint .. "?id_token_hint=h.p.s&client_id=" .. fixtures.client_id, ended.data.location)
    assert.equal("LOGOUT remote=192.0.2.7 email=ada@example.org sub=user-1 role=admin", ended.data.log)
  end)

  it("reads sysauth where there is no sysauth_https", function()
    local io, world, sid = prepare()
    assert.is_true(run(io, right, { sysauth = sid }).ok)
    assert.same({}, world.sessions)
  end)

  it("asks once for a session that both cookies name", function()
    local io, world = scene.create()
    local over = ("e"):rep(32)
    assert.is_true(run(io, {}, { sysauth_https = over, sysauth = over }).ok)
    assert.equal(1, #world.calls_of("get"))
  end)

  it("reads sysauth_https first", function()
    local io, world, sid = prepare()
    local other = world.add_session({ token = "other" })
    assert.is_true(run(io, right, { sysauth_https = sid, sysauth = other }).ok)
    assert.is_nil(world.sessions[sid])
    assert.is_table(world.sessions[other])
  end)

  for what, params in pairs({
    ["no stoken"] = {}, ["an empty stoken"] = { stoken = "" }, ["another stoken"] = { stoken = ("cd"):rep(16) },
    ["stoken in other case"] = { stoken = ("AB"):rep(16) }, ["stoken cut"] = { stoken = ("ab"):rep(15) },
    ["stoken with more"] = { stoken = ("ab"):rep(17) },
  }) do
    it(what .. " is CSRF_TOKEN_INVALID and the session stays", function()
      local io, world, sid = prepare()
      assert.equal("CSRF_TOKEN_INVALID", run(io, params, { sysauth_https = sid }).error)
      assert.is_table(world.sessions[sid])
      assert.same({}, world.calls_of("destroy"))
    end)
  end

  for what, token in pairs({ ["no token"] = none, ["an empty token"] = "", ["a token that is no text"] = 7 }) do
    it("a session with " .. what .. " cannot be ended by any stoken", function()
      for _, stoken in ipairs({ "", "7", "nil" }) do
        local io, world, sid = prepare({}, { token = token })
        assert.equal("CSRF_TOKEN_INVALID", run(io, { stoken = stoken }, { sysauth_https = sid }).error)
        assert.is_table(world.sessions[sid])
      end
    end)
  end

  it("rpcd's own session of everybody is no session, and is never ended", function()
    local io, world = scene.create()
    local everybody = world.add_session({ token = right.stoken }, ("0"):rep(32))
    assert.same({ ok = true, data = { location = "/" } }, run(io, right, { sysauth_https = everybody, sysauth = everybody }))
    assert.is_table(world.sessions[everybody])
  end)

  for what, cookies in pairs({
    ["no cookie"] = {}, ["an expired session"] = { sysauth_https = ("e"):rep(32) }, ["rubbish"] = { sysauth_https = "x; y", sysauth = "" },
    ["both expired"] = { sysauth_https = ("e"):rep(32), sysauth = ("f"):rep(32) },
  }) do
    it("with " .. what .. " leads to / without error, whatever stoken says", function()
      for _, params in ipairs({ right, {}, { stoken = "x" } }) do
        local io, world, sid = prepare()
        local ended = run(io, params, cookies)
        assert.same({ ok = true, data = { location = "/" } }, ended)
        assert.is_table(world.sessions[sid])
        assert.equal(0, #world.requests)
      end
    end)
  end

  it("a session that cannot be ended is INTERNAL_ERROR, not a success", function()
    local io, world, sid = prepare()
    world.ubus_fail("destroy", 6)
    assert.same(
      { ok = false, error = "INTERNAL_ERROR", details = { reason = "the session could not be ended" } },
      run(io, right, { sysauth_https = sid })
    )
  end)

  it("a session that vanished meanwhile counts as ended", function()
    local io, world, sid = prepare()
    world.ubus_fail("destroy", 4)
    assert.is_true(run(io, right, { sysauth_https = sid }).ok)
  end)

  describe("location", function()
    for _, case in ipairs({
      { "is / when the provider has no endpoint", { metadata = { end_session_endpoint = none } } },
      { "is / when the endpoint is not HTTPS", { metadata = { end_session_endpoint = "http://idp.example/logout" } } },
      { "is / when the endpoint would inject a header", { metadata = { end_session_endpoint = "https://idp.example/\r\nX: y" } } },
      { "is / when discovery fails", { metadata = { issuer = "https://evil.example" } } },
    }) do
      it(case[1] .. ", and the session ends all the same", function()
        local io, world, sid = prepare(case[2])
        local ended = run(io, right, { sysauth_https = sid })
        assert.equal("/", ended.data.location)
        assert.same({}, world.sessions)
      end)
    end

    it("is / when the provider is down, and the session is ended before it is asked", function()
      local io, world, sid = prepare()
      world.on(fixtures.issuer .. "/.well-known/openid-configuration", function()
        assert.same({}, world.sessions)
        return { failure = "timeout" }
      end)
      assert.equal("/", run(io, right, { sysauth_https = sid }).data.location)
      assert.equal(1, #world.requests)
    end)

    it("stays public with an internal issuer", function()
      local io, world, sid = prepare({ uci = { internal_issuer_url = "https://10.0.0.2" } })
      world.on("https://10.0.0.2/realms/home/.well-known/openid-configuration",
        require("cjson").encode(fixtures.discovery.full))
      assert.equal(endpoint, run(io, right, { sysauth_https = sid }).data.location:match("^[^?]*"))
    end)

    it("of a session without ID Token has no hint", function()
      local io, _, sid = prepare({}, { sso_id_token = none })
      assert.equal(endpoint .. "?client_id=" .. fixtures.client_id, run(io, right, { sysauth_https = sid }).data.location)
    end)

    it("names post_logout_redirect_uri when it is set", function()
      local io, _, sid = prepare({ uci = { post_logout_redirect_uri = "https://router.example/?a=b&c" } })
      local location = run(io, right, { sysauth_https = sid }).data.location
      assert.truthy(location:find("&post_logout_redirect_uri=https%3A%2F%2Frouter.example%2F%3Fa%3Db%26c", 1, true))
    end)

    it("keeps a query of the endpoint", function()
      local io, _, sid = prepare({ metadata = { end_session_endpoint = endpoint .. "?p=1" } })
      assert.equal(endpoint .. "?p=1&id_token_hint=", run(io, right, { sysauth_https = sid }).data.location:match("^.-hint="))
    end)
  end)
end)
