--- login.login_cookie: several logins of one browser, and callbacks that another browser brings.
local cjson = require("cjson")
local crypto = require("sso_login.contracts.crypto")
local fixtures = require("support.fixtures")
local login_cookie = require("sso_login.login.login_cookie")
local surplus_cookies = require("sso_login.login.surplus_cookies")
local requests = require("support.requests")
local routes = require("sso_login.web.routes")
local scene = require("support.scene")

local prefix = "__Host-webui_sso_"
local state = fixtures.handshake.state
local own_name = prefix .. crypto.safe_id(state)

local function header_of(jar)
  local pairs_of = {}
  for name, value in pairs(jar) do
    pairs_of[#pairs_of + 1] = name .. "=" .. value
  end
  return table.concat(pairs_of, "; ")
end

local function take(jar, response)
  for _, line in ipairs(scene.header_values(response, "Set-Cookie")) do
    local name, value = line:match("^([^=]+)=([^;]*)")
    jar[name] = not line:find("Max-Age=0", 1, true) and value or nil
  end
  return response
end

local function start(io, jar)
  local response = take(jar, routes.handle(io, scene.web_request("/", "", header_of(jar))))
  local token = scene.header(response, "Location"):match("[?&]state=([^&]+)")
  return token, prefix .. crypto.safe_id(token), response
end

--- Puts the fixtures' nonce into a record, for which there are tokens.
local function accept_tokens(io, world, token)
  scene.forget_tokens(world, io)
  local path = scene.record_path(io, token)
  world.put(path, cjson.encode(fixtures.with(cjson.decode(world.text(path)), { nonce = fixtures.handshake.nonce })))
end

local function callback(io, jar, token)
  return take(jar, routes.handle(io, scene.callback_request("code=the-code&state=" .. token, header_of(jar))))
end

local function count(jar)
  local found = 0
  for name in pairs(jar) do
    found = found + (name:find("^__Host%-webui_sso_" .. ("%x"):rep(8) .. "$") and 1 or 0)
  end
  return found
end

describe("a login that web/endpoints/start begins", function()
  it("sets a cookie of 32 random bytes, whose hash the record has", function()
    local io, world = scene.create()
    local jar = {}
    local token, name, response = start(io, jar)
    local line = scene.header_values(response, "Set-Cookie")[2]
    assert.equal(name .. "=" .. jar[name] .. "; Path=/; Max-Age=300; HttpOnly; Secure; SameSite=Lax", line)
    assert.matches("^[%w_-]+$", jar[name])
    assert.equal(43, #jar[name])
    local record = world.text(scene.record_path(io, token))
    assert.equal(crypto.hash_sha256_hex(jar[name]), cjson.decode(record).cookie_hash)
    assert.is_nil(record:find(jar[name], 1, true))
    local _, other = start(io, jar)
    assert.not_equal(jar[name], jar[other])
  end)

  it("succeeds beside other logins of the browser, each with its own cookie", function()
    local io, world = scene.create()
    local jar = {}
    local tokens = { start(io, jar), start(io, jar), (start(io, jar)) }
    assert.equal(3, count(jar))
    for at = 1, 3 do
      accept_tokens(io, world, tokens[at])
      assert.equal(302, callback(io, jar, tokens[at]).status)
      assert.equal(3 - at, count(jar))
      assert.is_nil(jar[scene.state_cookie])
    end
    assert.same({}, world.in_run_dir("^handshake_"))
  end)

  it("refuses another browser, and leaves the record to its owner", function()
    for cookie, code in pairs({ [""] = "MISSING_HANDSHAKE_COOKIE", ["%s=" .. ("A"):rep(43)] = "STATE_PARAMETER_MISMATCH" }) do
      local io, world = scene.create()
      local jar = {}
      local token, name = start(io, jar)
      accept_tokens(io, world, token)
      local sent = ("%s=%s; "):format(scene.state_cookie, token) .. cookie:format(name)
      requests.page(code, routes.handle(io, scene.callback_request("code=the-code&state=" .. token, sent)), world)
      assert.equal(1, #world.in_run_dir("^handshake_.*json$"))
      assert.equal(302, callback(io, jar, token).status)
    end
  end)
end)

describe("login_cookie.check", function()
  local own = { value = "v", hash = crypto.hash_sha256_hex("v") }
  local missing, mismatch = "MISSING_HANDSHAKE_COOKIE", "STATE_PARAMETER_MISMATCH"
  --- { the specified cookie, the own one, hash of the record (false: no record), outcome }
  for _, case in ipairs({
    { nil, "v", own.hash }, { "other", "v", own.hash }, { state, "v", own.hash }, { state, "w", own.hash, mismatch },
    { state, nil, own.hash, missing }, { nil, nil, own.hash, missing }, { state, "", own.hash, missing }, { state, "v", "", mismatch },
    { state, own.hash, own.hash, mismatch },
    { state, nil, nil }, { state, "w", nil }, { nil, "v", nil, missing }, { "other", "v", nil, mismatch },
    { state, nil, false }, { nil, "v", false, missing }, { "other", "v", false, mismatch },
  }) do
    local name = ("cookies %s and %s, hash %s"):format(tostring(case[1]), tostring(case[2]), tostring(case[3]))
    it(name .. ": " .. (case[4] or "its own"), function()
      local handshake = case[3] ~= false and { cookie_hash = case[3] } or nil
      local found = login_cookie.check({ [scene.state_cookie] = case[1], [own_name] = case[2] }, state, handshake)
      assert.equal(case[4], found.error)
    end)
  end
end)

describe("surplus_cookies.surplus", function()
  --- Cookies of logins of which the first `live` have records, the first the newest.
  local function cleared(total, live)
    local io, world = scene.create()
    local cookies, ids = { [scene.state_cookie] = "x", [prefix .. "account"] = "1", [prefix .. "ABCDEF01"] = "x", [prefix .. "abcdef0"] = "x" }, {}
    cookies[("x"):rep(#prefix) .. "abcdef01"] = "x"
    for at = 1, total do
      local token = "token" .. at
      ids[at] = prefix .. crypto.safe_id(token)
      cookies[ids[at]] = "v"
      if at <= live then
        world.put(scene.record_path(io, token), "{}", world.now - at)
      end
    end
    return surplus_cookies.surplus(io, cookies), ids
  end

  it("keeps up to seven of any kind", function() assert.same({}, cleared(7, 0)) end)

  it("clears only cookies without a record where these are enough", function()
    local gone, ids = cleared(9, 7)
    local expected = { ids[8], ids[9] }
    table.sort(expected)
    assert.same(expected, gone)
  end)

  it("clears the oldest until there is room for one", function()
    for total = 8, 12 do
      local gone, ids = cleared(total, total)
      local expected = {}
      for at = total, 8, -1 do
        table.insert(expected, ids[at])
      end
      assert.same(expected, gone)
    end
  end)

  it("counts no record that a request is consuming", function()
    local io, world = scene.create()
    local cookies = {}
    for at = 1, 8 do
      cookies[prefix .. crypto.safe_id("token" .. at)] = "v"
      world.put(scene.record_path(io, "token" .. at) .. (at == 8 and ".consumed" or ""), "{}")
    end
    assert.same({ prefix .. crypto.safe_id("token8") }, surplus_cookies.surplus(io, cookies))
  end)

  it("orders two logins of the same second by name", function()
    local io, world = scene.create()
    local cookies, ids = {}, {}
    for at = 1, 8 do
      ids[at] = prefix .. crypto.safe_id("token" .. at)
      cookies[ids[at]] = "v"
      world.put(scene.record_path(io, "token" .. at), "{}")
    end
    table.sort(ids)
    assert.same({ ids[1] }, surplus_cookies.surplus(io, cookies))
  end)
end)
