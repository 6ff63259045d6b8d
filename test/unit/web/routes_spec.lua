local fixtures = require("support.fixtures")
local rate_limit = require("sso_login.web.rate_limit")
local requests = require("support.requests")
local scene = require("support.scene")

local long = ("x"):rep(16385)
local probe = "action=enabled"

--- A refusal that asks no one and leaves nothing: no request was counted.
local function refused(code, log)
  return { code = code, log = log, asked = 0, headers = { Allow = code == "METHOD_NOT_ALLOWED" and "GET" or nil } }
end

describe("routes: the order of checks", function()
  local off = { uci = { enabled = "0" } }
  local function full(_, io)
    for _ = 1, 50 do
      rate_limit.count_request(io, rate_limit.window_of("requests"))
    end
  end

  requests.rows({
    { "begins with HTTPS",
      { path = "/nothing", query = long, cookie = long, https = false, method = "POST", options = off }, refused("HTTPS_REQUIRED") },
    { "goes on with the method",
      { path = "/nothing", query = long, cookie = long, method = "POST", options = off }, refused("METHOD_NOT_ALLOWED") },
    { "goes on with the path", { path = "/nothing", query = long, cookie = long, options = off, setup = full }, refused("NOT_FOUND") },
    { "answers the probe then", { path = "/", query = probe, cookie = long, setup = full }, { status = 200 } },
    { "goes on with the limits", { path = "/callback", query = long, options = off, setup = full }, refused("INPUT_TOO_LARGE") },
    { "has the limits for a start", { path = "/", cookie = long }, refused("INPUT_TOO_LARGE") },
    { "has the limits for a logout", { path = "/logout", cookie = long }, refused("INPUT_TOO_LARGE") },
    { "goes on with the rate", { path = "/callback", options = off, setup = full }, refused("RATE_LIMITED") },
    { "goes on with the switch", { path = "/callback", query = "code=a&code=b", options = off }, refused("SSO_DISABLED") },
    { "goes on with the configuration", { path = "/callback", query = "code=a&code=b", options = { uci = { scope = "x" } } },
      refused("CONFIG_ERROR") },
    { "ends with the endpoint", { path = "/callback", query = "code=a&code=b" }, refused("INVALID_REQUEST") },
  })

  it("opens the log before the endpoint, except for the start of a login and the probe", function()
    for path, times in pairs({ ["/callback"] = 1, ["/logout"] = 1, ["/jwks"] = 1, ["/"] = 0 }) do
      local _, world = requests.run({ path = path })
      assert.equal(times, world.calls.open_log)
    end
    assert.equal(0, select(2, requests.run({ query = probe })).calls.open_log)
  end)

  it("ends an expired trial first", function()
    local trial = "/var/run/sso-login/password_trial"
    local _, world = requests.run({ path = "/nothing", setup = function(world) world.put(trial, '{"deadline":0}') end })
    assert.is_nil(world.files[trial])
  end)
end)

it("routes: the first request of a window ends overdue sessions at every path", function()
  for _, request in ipairs({ { path = "/" }, { path = "/", query = "test=x" }, { path = "/jwks" }, { path = "/logout" } }) do
    local io, world = scene.create({ uci = { api_audience = "https://router.example/" } })
    for number = 1, 2 do
      local sid = world.add_session({ username = "admin", sso_issuer = fixtures.issuer, sso_sub = "s", sso_client = "home", sso_end = world.now - 1 })
      requests.send(io, world, fixtures.copy(request))
      assert.equal(number == 1, world.sessions[sid] == nil, request.path)
    end
  end
end)

it("routes: a proof is looked for only in a run directory of the service", function()
  for _, request in ipairs({
    { path = "/logout", query = "stoken=x", cookie = "sysauth_https=" .. ("ab"):rep(16) },
    { path = "/backchannel-logout", method = "POST", options = { uci = { backchannel_logout = "1" } } },
  }) do
    request.setup = function(world) world.fail("make_dir") end
    local _, world = requests.expect(request, { code = "INTERNAL_ERROR" })
    assert.same({ 0, 0 }, { world.calls.ubus_call, world.calls.read_posted })
  end
end)

describe("routes: a method", function()
  for _, method in ipairs({ "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "get", "", "GET ", "GET\nX" }) do
    for _, path in ipairs({ "/", "/callback", "/logout", "/nothing" }) do
      it(("%q on %s is 405 with Allow: GET, and nothing is started"):format(method, path), function()
        local _, world = requests.expect({ path = path, query = probe, method = method }, refused("METHOD_NOT_ALLOWED"))
        assert.same({}, world.in_run_dir("^%l[^e]"))
      end)
    end
  end

  local function plain(of) return refused("METHOD_NOT_ALLOWED", "METHOD_NOT_ALLOWED remote=192.0.2.7 method=" .. of) end
  requests.rows({
    { "POST on the callback is explained", { path = "/callback", method = "POST" },
      refused("METHOD_NOT_ALLOWED", "^METHOD_NOT_ALLOWED remote=192.0.2.7 hint=.*response_mode.* method=POST$") },
    { "PUT on the callback is not", { path = "/callback", method = "PUT" }, plain("PUT") },
    { "POST elsewhere is not", { path = "/jwks", method = "POST" }, plain("POST") },
    { "PUT on a back-channel logout is not, whose option is off", { path = "/backchannel-logout", method = "PUT" }, plain("PUT") },
    { "GET on the exchange of tokens finds nothing without api_audience", { path = "/token" }, refused("NOT_FOUND") },
    { "POST on one is not, whose provider is off", { path = "/backchannel-logout/office", method = "POST", setup = function(world)
      fixtures.add_provider(world, "office", { backchannel_logout = "1", enabled = "0" })
    end }, plain("POST") },
  })

  local method = ("M"):rep(15) .. "N"
  requests.rows({ { "is logged up to 16 bytes", { method = method .. ("O"):rep(100000) },
    refused("METHOD_NOT_ALLOWED", "METHOD_NOT_ALLOWED remote=192.0.2.7 method=" .. method) } })
end)

for _, path in ipairs({
  "/x", "//", "/callback/", "/Callback", "/callback/x", "/logout/", "/logout\0", "callback", "/callback\n", "/.", "/..",
  "/%63allback", "/index.html", "/cgi-bin/sso-login/callback", " /", "/logout?stoken=x",
}) do
  it(("routes: a path %q is 404, and not counted for the rate"):format(path), function()
    local wanted = refused("NOT_FOUND", "NOT_FOUND remote=192.0.2.7")
    local _, world = requests.expect({ path = path, query = "code=c&state=s" }, wanted)
    assert.same({}, world.in_run_dir("^%l[^e]"))
  end)
end

requests.rows({ { "routes: a path without an address of each provider is 404 for one that is on", {
  path = "/logout/office", setup = function(world)
    table.insert(world.uci["sso-login"], { name = "office", type = "oidc", anonymous = false, options = { enabled = "1" } })
  end,
}, refused("NOT_FOUND") } })

describe("routes: the probe", function()
  for _, case in ipairs({
    { { enabled = "1" }, "true" }, { { enabled = "0" }, "false" }, { { enabled = "yes" }, "false" },
    { { enabled = fixtures.none }, "false" }, { { scope = "x" }, "true" },
    { nil, "false", function(world) world.uci_broken["sso-login"] = "Parse error" end },
    { nil, "false", function(world) world.uci["sso-login"] = nil end },
  }) do
    for _, path in ipairs({ "", "/" }) do
      it(("answers %s for %s at %q"):format(case[2], next(case[1] or { broken = 1 }), path), function()
        local response, world = requests.run({ path = path, query = probe, options = { uci = case[1] }, setup = case[3] })
        assert.same({
          status = 200, content_type = "application/json", headers = { { "Cross-Origin-Resource-Policy", "same-origin" } },
          body = '{"enabled":' .. case[2] .. "}",
        }, response)
        requests.judge({ status = 200, log = "", left = {}, asked = 0 }, response, world)
      end)
    end
  end

  it("is not limited in rate and does not count", function()
    local io, world = scene.create()
    for _ = 1, 120 do
      assert.equal(200, requests.send(io, world, { query = probe }).status)
    end
    assert.equal(0, world.calls.append_byte)
    assert.equal(302, requests.send(io, world, {}).status)
  end)

  it("is recognized in other spellings", function()
    for _, query in ipairs({ "x=1&action=enabled", "%61ction=enabled", "action=enable%64", "action=enabled&test=x" }) do
      requests.expect({ query = query }, { status = 200 })
    end
  end)

  for _, query in ipairs({
    "action=other", "action=", "action", "action=Enabled", "action=enabled%20", "action=enabled%00", "action=logout", "action=%zz",
    "action=enabled%", "x=1&action=y",
  }) do
    requests.rows({ { ("%q is 404"):format(query), { query = query },
      refused("NOT_FOUND", 'NOT_FOUND remote=192.0.2.7 reason="unknown action"') } })
  end

  requests.rows({
    { "is not at the callback", { path = "/callback", query = probe }, { code = "INVALID_REQUEST" } },
    { "is not at the logout", { path = "/logout", query = probe }, { location = "/" } },
  })
end)

describe("routes: the rate", function()
  it("is one for all three endpoints and all addresses: the 51st is 429 with Retry-After", function()
    local io, world = scene.create()
    local paths = { "/", "/callback", "/logout" }
    for i = 1, 50 do
      assert.are_not.equal(429, requests.send(io, world, { path = paths[i % 3 + 1], remote_addr = "192.0.2." .. i }).status)
    end
    for _, path in ipairs(paths) do
      world.logs = {}
      local wanted = { code = "RATE_LIMITED", headers = { ["Retry-After"] = tostring(60 - world.now % 60) } }
      requests.judge(wanted, requests.send(io, world, { path = path }), world)
    end
    world.now = world.now + 60
    assert.equal(302, requests.send(io, world, {}).status)
  end)

  requests.rows({ { "that cannot be counted is INTERNAL_ERROR", { setup = function(world) world.fail("append_byte") end },
    { code = "INTERNAL_ERROR" } } })
end)

describe("routes: session_max_lifetime", function()
  local form = "application/x-www-form-urlencoded"
  local nine = ("9"):rep(32)

  local function world_of(changes)
    local io, world = scene.create({ uci = fixtures.with({ session_max_lifetime = "300", backchannel_logout = "1" }, changes) })
    world.add_session({ sso_issuer = fixtures.issuer, sso_sub = "x", sso_login_time = world.now - 300 }, nine)
    return io, world
  end

  it("is applied by the first request of a minute, even a refused one", function()
    for _, changes in ipairs({ {}, { enabled = "0" }, { scope = "x" } }) do
      local io, world = world_of(changes)
      requests.send(io, world, {})
      assert.same({}, world.sessions)
      assert.equal(1, #world.calls_of("list"))
      world.add_session({ sso_issuer = fixtures.issuer, sso_login_time = 0 })
      requests.send(io, world, {})
      assert.equal(1, #world.calls_of("list"))
      world.now = world.now + 60
      requests.send(io, world, {})
      assert.equal(2, #world.calls_of("list"))
    end
  end)

  it("lists the sessions once a request, also for a request that needs the list itself", function()
    for _, request in ipairs({
      requests.callback(), requests.callback({ query = "error=x" }), { path = "/backchannel-logout", method = "POST" },
      { path = "/backchannel-logout", method = "POST", content_type = form, body = "logout_token=" .. fixtures.tokens.logout },
    }) do
      local io, world = world_of()
      scene.put_handshake(io, world)
      world.uci.rpcd = { {
        name = "sso_login_admin", type = "login", anonymous = false,
        options = { username = "admin", password = "!", read = { "unauthenticated" }, write = { "luci-base" } },
      } }
      requests.send(io, world, request)
      assert.is_nil(world.sessions[nine])
      assert.equal(1, #world.calls_of("list"))
    end
  end)

  it("does not delay the end of programs' sessions, whichever provider has them", function()
    for _, provider in ipairs({ "default", "office" }) do
      local io, world = world_of({ session_max_lifetime = fixtures.none })
      fixtures.add_provider(world, "office")
      for _, section in ipairs(world.uci["sso-login"]) do
        section.options.api_audience = section.name == provider and "https://router.example/" or nil
      end
      world.add_session({ sso_issuer = fixtures.issuer, sso_end = world.now })
      requests.send(io, world, {})
      assert.same({ [nine] = true }, { [next(world.sessions)] = next(world.sessions, nine) == nil })
    end
  end)

  it("is not applied by the probe, or without the option", function()
    for query, lifetime in pairs({ [""] = fixtures.none, [probe] = "300" }) do
      local io, world = world_of({ session_max_lifetime = lifetime })
      requests.send(io, world, { query = query })
      assert.same({}, world.calls_of("list"))
    end
  end)
end)
