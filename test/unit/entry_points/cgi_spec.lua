local fixtures = require("support.fixtures")
local programs = require("support.programs")
local scene = require("support.scene")
local setenv = require("posix.stdlib").setenv

local variables = {
  "REQUEST_METHOD", "HTTPS", "REQUEST_SCHEME", "PATH_INFO", "QUERY_STRING", "HTTP_COOKIE", "REMOTE_ADDR", "HTTP_HOST", "HTTP_ACCEPT",
}

--- Runs a CGI entry with these variables and this io provider; returns what it wrote.
local function run(environment, provider, entry, options)
  for _, name in ipairs(variables) do
    setenv(name, environment[name])
  end
  local anew = { "sso_login.entry_points.cgi", "sso_login.entry_points.landing" }
  local _, text = programs.written(function()
    programs.with({ ["sso_login.io.system"] = { create = function(given)
      assert.same(options or {}, given)
      return provider
    end } }, anew, function() require("sso_login.entry_points." .. (entry or "cgi")).main(options) end)
  end)
  local left = {}
  for _, name in ipairs(variables) do
    left[name] = os.getenv(name)
    setenv(name, nil)
  end
  return text, left
end

local function get(changes)
  return fixtures.with({
    REQUEST_METHOD = "GET", HTTPS = "on", PATH_INFO = "/", QUERY_STRING = "", REMOTE_ADDR = "192.0.2.7", HTTP_HOST = "router.example",
  }, changes)
end

local none = fixtures.none

describe("cgi.main", function()
  for _, case in ipairs({
    { "HTTPS=on", {}, 302 }, { "REQUEST_SCHEME=https", { HTTPS = none, REQUEST_SCHEME = "https" }, 302 },
    { "neither", { HTTPS = none }, 403 }, { "HTTPS=off", { HTTPS = "off" }, 403 }, { "HTTPS empty", { HTTPS = "" }, 403 },
    { "REQUEST_SCHEME=http", { HTTPS = none, REQUEST_SCHEME = "http" }, 403 }, { "HTTPS=1", { HTTPS = "1" }, 403 },
    { "no PATH_INFO", { PATH_INFO = none }, 302 }, { "no method", { REQUEST_METHOD = none }, 405 },
    { "another path", { PATH_INFO = "/x" }, 404 }, { "a callback", { PATH_INFO = "/callback" }, 400 },
    { "a logout", { PATH_INFO = "/logout" }, 302 },
    { "the probe without HTTPS", { HTTPS = none, QUERY_STRING = "action=enabled" }, 403 },
    { "the probe, posted", { REQUEST_METHOD = "POST", QUERY_STRING = "action=enabled" }, 405 },
  }) do
    it(case[1] .. " is " .. case[3], function()
      local io = scene.create()
      assert.truthy(run(get(case[2]), io):find("^Status: " .. case[3] .. " "))
    end)
  end

  it("leaves no secret in the environment, also where a module for that is missing", function()
    local function left_of(module)
      local native = require("sso_login.io.native")
      local load = native.load_crypto
      native.load_crypto = module or load
      local text, left = run(get({ HTTP_COOKIE = "sysauth_https=x", QUERY_STRING = "stoken=x", PATH_INFO = "/x" }), (scene.create()))
      native.load_crypto = load
      assert.truthy(text:find("^Status: "))
      return { left.HTTP_COOKIE, left.QUERY_STRING, left.REMOTE_ADDR }
    end
    assert.same({ "", "", "192.0.2.7" }, left_of())
    assert.same({ "sysauth_https=x", "stoken=x", "192.0.2.7" }, left_of(function() error("module 'x' not found") end))
    local native = require("sso_login.native_crypto")
    setenv("SSO_LOGIN_TEST", "x")
    assert.same({ false, false, true, "" }, { native.forget_variable("SSO_LOGIN_TES"), native.forget_variable("SSO_LOGIN_TESTS"),
      native.forget_variable("SSO_LOGIN_TEST"), os.getenv("SSO_LOGIN_TEST") })
    setenv("SSO_LOGIN_TEST", nil)
  end)

  it("reads cookies, query and address of the web server", function()
    local io, world = scene.create()
    scene.put_handshake(io, world)
    local request = scene.callback()
    local text = run(get({ PATH_INFO = "/callback", QUERY_STRING = request.query_string, HTTP_COOKIE = request.cookie }), io)
    assert.truthy(text:find("^Status: 302 "))
    assert.truthy(text:find("\r\nLocation: /cgi-bin/webui/\r\n", 1, true))
    assert.truthy(world.log_text():find("^LOGIN_GRANTED remote=192.0.2.7 "))
  end)

  it("reads the host of the request", function()
    local io, world = scene.create()
    run(get({ PATH_INFO = "/callback", QUERY_STRING = scene.callback().query_string, HTTP_HOST = "192.168.1.1" }), io)
    assert.equal(
      "MISSING_HANDSHAKE_COOKIE remote=192.0.2.7 host=192.168.1.1 redirect_host=router.example", world.log_text()
    )
  end)

  it("passes its options to io", function()
    local options = { root = "/x", log_to_stderr = true }
    assert.truthy(run(get(), (scene.create()), "cgi", options):find("^Status: 302 "))
    assert.matches("^Status: 200 .*\r\n\r\n{\"enabled\":true}$", run(get({ QUERY_STRING = "action=enabled" }), (scene.create()), "cgi", options))
    assert.truthy(run(get(), (scene.create()), "landing", options):find("^Status: 200 "))
  end)

  local callback = scene.callback()
  local crashing = {
    start = { {}, "time file_info make_dir append_byte uci_get uci_sections https_settings https write_file read_file" },
    probe = { { QUERY_STRING = "action=enabled" }, "uci_get" },
    callback = { { PATH_INFO = "/callback", QUERY_STRING = callback.query_string, HTTP_COOKIE = callback.cookie },
      "rename remove read_file https uci_sections" },
  }
  for request, case in pairs(crashing) do
    for name in case[2]:gmatch("%S+") do
      it(("a crash in %s during a %s is 500, its cause in the log alone, and leaves no session"):format(name, request), function()
        local io, world = scene.create()
        scene.put_handshake(io, world)
        world.crash_at = name
        local text = run(get(case[1]), io)
        assert.truthy(text:find("^Status: 500 "))
        assert.truthy(text:find("\r\nX-Frame-Options: DENY\r\n", 1, true))
        assert.truthy(text:find("\r\n\r\nError: ", 1, true))
        assert.is_nil(text:find("crash", 1, true) or text:find("traceback", 1, true) or text:find("Set-Cookie", 1, true))
        assert.matches("^INTERNAL_ERROR .*crash in " .. name, world.logs[#world.logs].line)
        assert.is_nil(scene.leak(world.log_text()))
        assert.same({}, world.sessions)
      end)
    end
  end

  it("logs by the router's own program where the log module crashes", function()
    local io = scene.create()
    local execute, commands = os.execute, {}
    os.execute = function(command) commands[#commands + 1] = command end -- luacheck: ignore
    io.log = function() error("module 'x' not found") end
    local text = run(get({ HTTPS = none, HTTP_ACCEPT = "text/html" }), io)
    os.execute = execute -- luacheck: ignore
    assert.matches("^Status: 503 .*\r\n\r\nError: ", text)
    assert.matches("^logger %-t sso%-login .*CONFIG_ERROR .*module '\\''x'\\'' not found", commands[1])
  end)
end)

it("landing.main shows the error page of a login that came too late, unless there is a session", function()
  local io, world = scene.create()
  local sid = world.add_session({ token = "t" })
  local late, to = "late=0123abcd", "/cgi-bin/luci/admin/x"
  local cookie = "__Host-webui_sso_to_01234567=" .. require("sso_login.contracts.crypto").safe_id(to)
  for _, case in ipairs({
    { { QUERY_STRING = late }, 400, "0123abcd" }, { { QUERY_STRING = late:sub(1, -2) }, 200, '"0;url=/cgi-bin/luci/"' },
    { { QUERY_STRING = late, HTTP_COOKIE = "sysauth_https=" .. sid }, 200, '"0;url=/cgi-bin/luci/"' },
    { { QUERY_STRING = late .. "&return_to=" .. to, HTTP_COOKIE = "sysauth_https=" .. sid }, 200, '"0;url=/cgi-bin/luci/"' },
    { { QUERY_STRING = late .. "&return_to=" .. to, HTTP_COOKIE = cookie .. "; sysauth_https=" .. sid }, 200, '"0;url=' .. to .. '"' },
    { { QUERY_STRING = late .. "&return_to=" .. to, HTTP_COOKIE = cookie }, 400, "0123abcd" },
    { { QUERY_STRING = "to=" .. to, HTTP_COOKIE = cookie }, 200, '"0;url=' .. to .. '"' },
  }) do
    local text = run(get(case[1]), io, "landing")
    assert.truthy(text:find("^Status: " .. case[2] .. " "))
    assert.truthy(text:find(case[3], 1, true))
  end
end)

it("landing.main answers GET over HTTPS and nothing else, people in words, and loads what refuses only then", function()
  package.loaded["sso_login.web.refusal"] = nil
  for _, case in ipairs({
    { {}, 200 }, { { HTTPS = none }, 403 }, { { REQUEST_METHOD = "HEAD" }, 405 }, { { REQUEST_METHOD = "POST" }, 405 },
  }) do
    local text = run(get(case[1]), (scene.create()), "landing")
    assert.truthy(text:find("^Status: " .. case[2] .. " "))
    assert.truthy(text:find("\r\nX-Frame-Options: DENY\r\n", 1, true))
    assert.is_nil(text:find("Set-Cookie", 1, true) or text:find("/json", 1, true))
    assert.equal(case[2] ~= 200, package.loaded["sso_login.web.refusal"] ~= nil)
  end
end)
