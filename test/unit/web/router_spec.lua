--- router: the order of the checks, the paths, the probe.
local errors = require("sso_login.web.errors")
local fixtures = require("support.fixtures")
local router = require("sso_login.web.router")
local scene = require("support.scene")
local statuses = require("support.statuses")

local function handle(path, query, cookie, changes, options, prepare)
  local io, world = scene.create(options)
  if prepare ~= nil then
    prepare(world, io)
  end
  return router.handle(io, scene.environment(path, query, cookie, changes)), world, io
end

local function code_of(world)
  return world.logs[1] and world.logs[1].line:match("^%S+")
end

local function assert_refused(code, response, world)
  assert.equal(code, code_of(world))
  assert.equal(statuses.of[code], response.status)
  assert.equal("Error: " .. errors.errors[code].message .. "\n", response.body)
  assert.equal(1, #world.logs)
  assert.equal(0, #world.requests)
end

local long = ("x"):rep(16385)

describe("log lines of the router", function()
  it("name the method, up to 16 bytes", function()
    local method = ("M"):rep(15) .. "NO"
    local _, world = handle("/", "", "", { method = method })
    assert.equal("METHOD_NOT_ALLOWED remote=192.0.2.7 method=" .. method:sub(1, 16), world.log_text())
  end)

  it("tell an unknown action from an unknown path", function()
    local _, world = handle("/", "action=other")
    assert.equal('NOT_FOUND remote=192.0.2.7 reason="unknown action"', world.log_text())
    _, world = handle("/other")
    assert.equal("NOT_FOUND remote=192.0.2.7", world.log_text())
  end)
end)

describe("the probe as the login page writes it", function()
  it("loads nothing that reads a request", function()
    package.loaded["sso_login.web.requests"] = nil
    assert.equal(200, handle("/", "action=enabled").status)
    assert.is_nil(package.loaded["sso_login.web.requests"])
    assert.equal(200, handle("/", "action=%65nabled").status)
    assert.is_table(package.loaded["sso_login.web.requests"])
  end)
end)

describe("the order of checks", function()
  local full_window = function(_, io)
    for _ = 1, 50 do
      require("sso_login.web.rate_limit").count_request(io)
    end
  end
  local everything_wrong = { https = false, method = "POST" }

  it("HTTPS comes first", function()
    assert_refused("HTTPS_REQUIRED", handle("/nothing", long, long, everything_wrong, { uci = { enabled = "0" } }))
  end)
  it("then the method", function()
    assert_refused("METHOD_NOT_ALLOWED", handle("/nothing", long, long, { method = "POST" }, { uci = { enabled = "0" } }))
  end)
  it("then the path", function()
    assert_refused("NOT_FOUND", handle("/nothing", long, long, {}, { uci = { enabled = "0" } }, full_window))
  end)
  it("then the probe is answered", function()
    local response = handle("/", "action=enabled", long, {}, {}, full_window)
    assert.equal(200, response.status)
  end)
  it("then the limits", function()
    assert_refused("INPUT_TOO_LARGE", handle("/callback", long, "", {}, { uci = { enabled = "0" } }, full_window))
  end)
  it("then the rate", function()
    assert_refused("RATE_LIMITED", handle("/callback", "", "", {}, { uci = { enabled = "0" } }, full_window))
  end)
  it("then the configuration", function()
    assert_refused("SSO_DISABLED", handle("/callback", "code=a&code=b", "", {}, { uci = { enabled = "0" } }))
    assert_refused("CONFIG_ERROR", handle("/callback", "code=a&code=b", "", {}, { uci = { scope = "x" } }))
  end)
  it("then the log, but for the start of a login, which tells nothing", function()
    for path, times in pairs({ ["/callback"] = 1, ["/logout"] = 1, ["/"] = 0 }) do
      local _, world = handle(path)
      assert.equal(times, world.calls.open_log)
    end
  end)
  it("then the handler", function() assert_refused("INVALID_REQUEST", handle("/callback", "code=a&code=b")) end)
end)

describe("methods", function()
  for _, method in ipairs({ "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "get", "", "GET ", "GET\nX" }) do
    for _, path in ipairs({ "/", "/callback", "/logout", "/nothing" }) do
      it(("%q on %s is 405 with Allow: GET, and nothing is started"):format(method, path), function()
        local response, world = handle(path, "action=enabled", "", { method = method })
        assert_refused("METHOD_NOT_ALLOWED", response, world)
        assert.equal("GET", scene.header(response, "Allow"))
        assert.same({}, world.in_run_dir("^%l[^e]"))
      end)
    end
  end

  it("an endless method does not fill the log", function()
    local _, world = handle("/", "", "", { method = ("M"):rep(100000) })
    assert.is_true(#world.log_text() < 200)
  end)
end)

describe("paths", function()
  for _, path in ipairs({
    "/x", "//", "/callback/", "/Callback", "/callback/x", "/logout/", "/logout\0", "callback", "/callback\n", "/.", "/..",
    "/%63allback", "/index.html", "/cgi-bin/sso-login/callback", " /", "/logout?stoken=x",
  }) do
    it(("%q is 404"):format(path), function() assert_refused("NOT_FOUND", handle(path, "code=c&state=s")) end)
  end

  it("404 does not count for the rate", function()
    local _, world = handle("/x")
    assert.same({}, world.in_run_dir("^%l[^e]"))
  end)
end)

describe("the probe", function()
  for _, case in ipairs({
    { "1", '{"enabled":true}' }, { "0", '{"enabled":false}' }, { "yes", '{"enabled":false}' }, { fixtures.none, '{"enabled":false}' },
  }) do
    it("answers " .. case[2], function()
      for _, path in ipairs({ "", "/" }) do
        local response, world = handle(path, "action=enabled", "", {}, { uci = { enabled = case[1] } })
        local headers = { { "Cross-Origin-Resource-Policy", "same-origin" } }
        assert.same({ status = 200, content_type = "application/json", headers = headers, body = case[2] }, response)
        assert.same({}, world.logs)
        assert.same({}, world.in_run_dir("."))
        assert.equal(0, #world.requests)
      end
    end)
  end

  it("answers false for a configuration that cannot be read", function()
    local response = handle("/", "action=enabled", "", {}, {}, function(world) world.uci_broken["sso-login"] = "Parse error" end)
    assert.equal('{"enabled":false}', response.body)
    response = handle("/", "action=enabled", "", {}, {}, function(world) world.uci["sso-login"] = nil end)
    assert.equal('{"enabled":false}', response.body)
  end)

  it("answers true though the configuration would not load", function()
    assert.equal('{"enabled":true}', handle("/", "action=enabled", "", {}, { uci = { scope = "x" } }).body)
  end)

  it("is not limited in rate and does not count", function()
    local io, world = scene.create()
    for _ = 1, 120 do
      assert.equal(200, router.handle(io, scene.environment("/", "action=enabled")).status)
    end
    assert.equal(0, world.calls.append_byte)
    assert.equal(302, router.handle(io, scene.environment("/")).status)
  end)

  it("is found in other spellings", function()
    for _, query in ipairs({ "x=1&action=enabled", "%61ction=enabled", "action=enable%64", "action=enabled&x=1" }) do
      assert.equal(200, handle("/", query).status)
    end
  end)

  for _, query in ipairs({
    "action=other", "action=", "action", "action=Enabled", "action=enabled%20", "action=enabled%00", "action=logout", "action=%zz",
    "action=enabled%", "x=1&action=y",
  }) do
    it(("%q is 404"):format(query), function() assert_refused("NOT_FOUND", handle("/", query)) end)
  end

  it("is of the first path alone", function()
    assert_refused("INVALID_REQUEST", handle("/callback", "action=enabled"))
    local response = handle("/logout", "action=enabled")
    assert.equal("/", scene.header(response, "Location"))
  end)
end)

describe("limits", function()
  local function items(count, separator)
    local list = {}
    for i = 1, count do
      list[i] = "n" .. i .. "=v"
    end
    return table.concat(list, separator)
  end

  for _, path in ipairs({ "/", "/callback", "/logout" }) do
    for _, case in ipairs({
      { "query of 16 384 bytes", "x=" .. ("y"):rep(16382), "", true }, { "query of 16 385 bytes", "x=" .. ("y"):rep(16383), "", false },
      { "Cookie of 16 384 bytes", "", "x=" .. ("y"):rep(16382), true }, { "Cookie of 16 385 bytes", "", "x=" .. ("y"):rep(16383), false },
      { "100 parameters", items(100, "&"), "", true }, { "101 parameters", items(101, "&"), "", false },
      { "100 cookies", "", items(100, "; "), true }, { "101 cookies", "", items(101, "; "), false },
    }) do
      it(("%s: %s is %s"):format(path, case[1], case[4] and "taken" or "431"), function()
        local response, world = handle(path, case[2], case[3])
        if case[4] then
          assert.are_not.equal(431, response.status)
        else
          assert_refused("INPUT_TOO_LARGE", response, world)
          assert.same({}, world.in_run_dir("^%l[^e]"))
        end
      end)
    end
  end
end)

describe("the rate", function()
  it("is one for all three endpoints and all addresses: the 51st is 429 with Retry-After", function()
    local io, world = scene.create()
    local paths = { "/", "/callback", "/logout" }
    for i = 1, 50 do
      local environment = scene.environment(paths[i % 3 + 1], "", "", { remote_addr = "192.0.2." .. i })
      assert.are_not.equal(429, router.handle(io, environment).status)
    end
    for _, path in ipairs(paths) do
      world.logs = {}
      local response = router.handle(io, scene.environment(path))
      assert.equal("RATE_LIMITED", code_of(world))
      assert.equal(429, response.status)
      assert.equal(tostring(60 - world.now % 60), scene.header(response, "Retry-After"))
    end
    world.now = world.now + 60
    assert.equal(302, router.handle(io, scene.environment("/")).status)
  end)

  it("that cannot be counted is INTERNAL_ERROR", function()
    local io, world = scene.create()
    world.fail("append_byte")
    assert.equal(500, router.handle(io, scene.environment("/")).status)
    assert.equal("INTERNAL_ERROR", code_of(world))
  end)
end)

describe("session_max_lifetime", function()
  local function world_of(changes)
    local io, world = scene.create({ uci = fixtures.with({ session_max_lifetime = "300", backchannel_logout = "1" }, changes) })
    world.add_session({ sso_issuer = fixtures.issuer, sso_sub = "x", sso_login_time = world.now - 300 }, ("9"):rep(32))
    return io, world
  end

  it("is judged by the first request of a minute, whatever becomes of that", function()
    for _, changes in ipairs({ {}, { enabled = "0" }, { scope = "x" } }) do
      local io, world = world_of(changes)
      router.handle(io, scene.environment("/"))
      assert.same({}, world.sessions)
      assert.equal(1, #world.calls_of("list"))
      world.add_session({ sso_issuer = fixtures.issuer, sso_login_time = 0 })
      router.handle(io, scene.environment("/"))
      assert.equal(1, #world.calls_of("list"))
      world.now = world.now + 60
      router.handle(io, scene.environment("/"))
      assert.equal(2, #world.calls_of("list"))
    end
  end)

  it("takes one listing a request, also where that looks through the sessions itself", function()
    for _, case in ipairs({
      { scene.callback() }, { scene.callback("error=x") },
      { scene.environment("/backchannel-logout", "", "", { method = "POST" }), "" },
      { scene.environment("/backchannel-logout", "", "", {
        method = "POST", content_type = "application/x-www-form-urlencoded",
      }), "logout_token=" .. fixtures.tokens.logout },
    }) do
      local io, world = world_of()
      world.input = case[2]
      scene.put_handshake(io, world)
      world.uci.rpcd = { {
        name = "sso_login_admin", type = "login", anonymous = false,
        options = { username = "admin", password = "!", read = { "*", "unauthenticated" }, write = { "*" } },
      } }
      router.handle(io, case[1])
      assert.is_nil(world.sessions[("9"):rep(32)])
      assert.equal(1, #world.calls_of("list"))
    end
  end)

  it("is not asked for in the middle of a minute, by the probe, or without the option", function()
    local io, world = world_of({ session_max_lifetime = fixtures.none })
    router.handle(io, scene.environment("/"))
    router.handle(io, scene.environment("/", "action=enabled"))
    assert.same({}, world.calls_of("list"))
  end)
end)
