--- io/system: syslog, UCI, ubus and HTTPS, on stand-ins of the modules that a router has.
local system = require("sso_login.io.system")

describe("io/system on syslog", function()
  local function with_syslog(options, use)
    local calls = {}
    local kept = package.loaded["posix.syslog"]
    package.loaded["posix.syslog"] = {
      LOG_AUTHPRIV = 80,
      openlog = function(...) calls[#calls + 1] = { "openlog", ... } end,
      syslog = function(...) calls[#calls + 1] = { "syslog", ... } end,
    }
    use(system.create(options))
    package.loaded["posix.syslog"] = kept
    return calls
  end

  it("writes to syslog, tag sso-login, facility authpriv, at its level", function()
    local calls = with_syslog({}, function(io)
      io.log("err", "A")
      io.log("warning", "B 100%s")
      io.log("notice", "C")
    end)
    assert.same({ "openlog", "sso-login", 1, 80 }, calls[1])
    assert.same({ { "syslog", 3, "A" }, { "syslog", 4, "B 100%s" }, { "syslog", 5, "C" } }, { calls[2], calls[3], calls[4] })
    assert.equal(4, #calls)
  end)

  it("writes to stderr as well when asked to", function()
    local calls = with_syslog({ log_to_stderr = true }, function(io) io.log("err", "A") end)
    assert.equal(33, calls[1][3])
  end)
end)

describe("io/system on UCI", function()
  local cursor, opened

  local function provider(options)
    opened = {}
    package.loaded.uci = { cursor = function(...)
      opened[#opened + 1] = { ... }
      return cursor
    end }
    return system.create(options or {})
  end

  after_each(function() package.loaded.uci = nil end)

  it("opens one cursor, the router's or below the root", function()
    cursor = { get = function() return nil, "Entry not found" end }
    local io = provider()
    io.uci_get("a", "b", "c")
    io.uci_get("a", "b", "c")
    assert.same({ {} }, opened)
    provider({ root = "/x" }).uci_get("a", "b", "c")
    assert.same({ { "/x/etc/config", "/x/tmp/.uci" } }, opened)
  end)

  for _, case in ipairs({
    { "a value", { "v" }, { ok = true, data = "v" } }, { "a list", { { "a", "b" } }, { ok = true, data = { "a", "b" } } },
    { "nothing", {}, { ok = true } }, { "not found", { nil, "Entry not found" }, { ok = true } },
    { "a parse error", { nil, "Parse error (invalid command) at line 3, byte 0" }, nil },
    { "an I/O error", { nil, "I/O error" }, nil },
  }) do
    it("uci_get with " .. case[1], function()
      cursor = { get = function(_, ...)
        assert.same({ "p", "s", "o" }, { ... })
        return unpack(case[2], 1, 2)
      end }
      local got = provider().uci_get("p", "s", "o")
      if case[3] ~= nil then
        assert.same(case[3], got)
      else
        assert.is_false(got.ok)
        assert.equal(case[2][2], got.details.reason)
      end
    end)
  end

  it("uci_sections gives all sections in file order with their options", function()
    cursor = { get_all = function(_, config)
      assert.equal("p", config)
      return {
        cfg02 = { [".name"] = "cfg02", [".type"] = "role", [".anonymous"] = true, [".index"] = 2, email = { "a", "b" } },
        default = { [".name"] = "default", [".type"] = "oidc", [".anonymous"] = false, [".index"] = 0, enabled = "1" },
        admin = { [".name"] = "admin", [".type"] = "role", [".anonymous"] = false, [".index"] = 1 },
      }
    end }
    assert.same({ ok = true, data = {
      { name = "default", type = "oidc", anonymous = false, options = { enabled = "1" } },
      { name = "admin", type = "role", anonymous = false, options = {} },
      { name = "cfg02", type = "role", anonymous = true, options = { email = { "a", "b" } } },
    } }, provider().uci_sections("p"))
  end)

  it("uci_sections fails for a missing package and one that cannot be parsed", function()
    for _, message in ipairs({ "Entry not found", "Parse error" }) do
      cursor = { get_all = function() return nil, message end }
      local got = provider().uci_sections("p")
      assert.is_false(got.ok)
      assert.same({ config = "p", reason = message }, got.details)
    end
    cursor = { get_all = function() return nil end }
    assert.is_string(provider().uci_sections("p").details.reason)
  end)

  it("the changing functions call libuci and tell whether it worked", function()
    local calls
    cursor = setmetatable({}, { __index = function(_, name)
      return function(_, ...)
        calls[#calls + 1] = { name, ... }
        return true
      end
    end })
    local io = provider()
    calls = {}
    assert.is_true(io.uci_add("p", "s", "login"))
    assert.is_true(io.uci_set("p", "s", "o", "v"))
    assert.is_true(io.uci_set("p", "s", "o", { "a" }))
    assert.is_true(io.uci_delete("p", "s", "o"))
    assert.is_true(io.uci_delete("p", "s"))
    assert.is_true(io.uci_commit("p"))
    assert.same({
      { "set", "p", "s", "login" }, { "set", "p", "s", "o", "v" }, { "set", "p", "s", "o", { "a" } },
      { "delete", "p", "s", "o" }, { "delete", "p", "s" }, { "commit", "p" },
    }, calls)
    cursor = setmetatable({}, { __index = function() return function() return nil, "Invalid argument" end end })
    io = provider()
    assert.is_false(io.uci_add("p", "s", "login"))
    assert.is_false(io.uci_set("p", "s", "o", "v"))
    assert.is_false(io.uci_delete("p", "s"))
    assert.is_false(io.uci_commit("p"))
  end)
end)

describe("io/system on ubus", function()
  local function provider(connect, options)
    package.loaded.ubus = { connect = connect }
    return system.create(options or {})
  end

  local function answering(...)
    local answer, count = { ... }, select("#", ...)
    return provider(function()
      return { call = function() return unpack(answer, 1, count) end, signatures = function() return {} end }
    end)
  end

  after_each(function() package.loaded.ubus = nil end)

  it("connects once, to the router's socket or the one below the root", function()
    local paths = {}
    local function connect(...)
      paths[#paths + 1] = { ... }
      return { call = function() return {} end }
    end
    local io = provider(connect)
    io.ubus_call("session", "list", {})
    io.ubus_call("session", "list", {})
    io.ubus_call_all("session", "list", {})
    assert.same({ { nil, 3 } }, paths)
    provider(connect, { root = "/x" }).ubus_call("session", "list", {})
    assert.same({ "/x/var/run/ubus/ubus.sock", 3 }, paths[2])
  end)

  it("a reply is the data, and nothing at all is success without a reply", function()
    assert.same({ ok = true, data = { a = 1 } }, answering({ a = 1 }).ubus_call("o", "m", {}))
    assert.same({ ok = true }, answering().ubus_call("o", "m", {}))
    assert.same({ ok = true, data = {} }, answering().ubus_call_all("o", "m", {}))
    assert.same({ ok = true, data = { { a = 1 }, { a = 2 } } }, answering({ a = 1 }, { a = 2 }).ubus_call_all("o", "m", {}))
  end)

  for _, status in ipairs({ 2, 3, 4, 6, 7, 9 }) do
    it("nil and " .. status .. " is a failure with that status", function()
      for _, name in ipairs({ "ubus_call", "ubus_call_all" }) do
        local reply = answering(nil, status)[name]("o", "m", {})
        assert.is_false(reply.ok)
        assert.same({ status = status }, reply.details)
      end
    end)
  end

  describe("while rpcd reloads", function()
    local statuses, lookups, naps, called

    -- Each call gives the next of these statuses and at last a reply; the object is there from a lookup on.
    local function reloading(all, from)
      statuses, lookups, naps, called = all, 0, {}, 0
      package.loaded["posix.time"] = { nanosleep = function(span) naps[#naps + 1] = span.tv_nsec / 1e9 end }
      return provider(function()
        return {
          call = function()
            called = called + 1
            if statuses[called] then
              return nil, statuses[called]
            end
            return { a = 1 }
          end,
          signatures = function(_, object)
            assert.equal("session", object)
            lookups = lookups + 1
            return lookups >= from and {} or nil
          end,
        }
      end).ubus_call("session", "get", {})
    end

    local kept
    before_each(function() kept = package.loaded["posix.time"] end)
    after_each(function() package.loaded["posix.time"] = kept end)

    it("waits for the object and calls again", function()
      assert.same({ ok = true, data = { a = 1 } }, reloading({ 4 }, 3))
      assert.same({ 0.1, 0.1 }, naps)
    end)

    it("calls again what was lost, twice at most", function()
      assert.is_true(reloading({ 7, 7 }, 1).ok)
      assert.same({ status = 7 }, reloading({ 7, 7, 7 }, 1).details)
      assert.equal(3, called)
    end)

    it("waits two seconds at most", function()
      assert.same({ status = 4 }, reloading({ 4, 4 }, 100).details)
      assert.equal(20, #naps)
      assert.equal(1, called)
    end)

    it("believes any other status", function()
      assert.same({ status = 6 }, reloading({ 6 }, 1).details)
      assert.same({ 1, 0 }, { called, lookups })
    end)
  end)

  it("no connection is a failure without status, and is tried again", function()
    local tries = 0
    local io = provider(function()
      tries = tries + 1
      return nil
    end)
    for _ = 1, 2 do
      local reply = io.ubus_call("o", "m", {})
      assert.is_false(reply.ok)
      assert.is_string(reply.details)
    end
    assert.equal(2, tries)
  end)

  it("passes object, method and arguments", function()
    local seen
    provider(function()
      return { call = function(_, ...) seen = { ... } end }
    end).ubus_call("session", "set", { values = { a = "b" } })
    assert.same({ "session", "set", { values = { a = "b" } } }, seen)
  end)
end)

describe("io/system on HTTPS", function()
  local seen, answer, clock

  before_each(function()
    seen, clock = {}, 1000
    answer = function() return { status = 200, content_type = "x", body = "y" } end
    package.loaded["sso_login.native_https"] = { interface = 3, request = function(options)
      seen[#seen + 1] = options
      return answer(options)
    end }
  end)

  after_each(function() package.loaded["sso_login.native_https"] = nil end)

  local request = { method = "POST", url = "https://idp.example/", headers = { "A: b" }, body = "c" }

  it("hands on request and settings; the cap is 256 KB and connecting may take half", function()
    local io = system.create({})
    io.https_settings({ timeout = 8, ca_file = "/ca" })
    assert.same({ ok = true, data = { status = 200, content_type = "x", body = "y" } }, io.https(request))
    assert.equal(1, #seen)
    assert.equal("POST", seen[1].method)
    assert.equal("https://idp.example/", seen[1].url)
    assert.same({ "A: b", "User-Agent: sso-login/" .. require("sso_login.base.version").version }, seen[1].headers)
    assert.equal("c", seen[1].body)
    assert.equal("/ca", seen[1].ca_file)
    assert.equal(8, seen[1].timeout)
    assert.equal(4, seen[1].connect_timeout)
    assert.equal(256 * 1024, seen[1].max_body)
  end)

  it("a failure is its kind, with the text", function()
    answer = function() return nil, "certificate", "why" end
    assert.same({ ok = false, error = "certificate", details = "why" }, system.create({}).https(request))
  end)

  it("asks for a certificate within the time that is left, and hands it on", function()
    local asked
    package.loaded["sso_login.native_https"].peer = function(options)
      asked = options
      return "peer"
    end
    local client = require("sso_login.io.https").make_https(function() return clock end)
    client.https_settings({ timeout = 8, total = 12, ca_file = "/ca" })
    assert.equal("peer", client.https_peer("https://idp.example/"))
    assert.same({ method = "GET", url = "https://idp.example/", timeout = 8, max_body = 256 * 1024 }, asked)
    clock = clock + 9
    client.https_peer("https://idp.example/")
    assert.equal(3, asked.timeout)
  end)

  it("all calls together end within 25 s of the first", function()
    local client = require("sso_login.io.https").make_https(function() return clock end)
    local function https(asked, settings)
      client.https_settings(settings)
      return client.https(asked)
    end
    local settings = { timeout = 10 }
    for _, case in ipairs({ { 0, 10 }, { 10, 10 }, { 15, 10 }, { 20, 5 }, { 23, 2 } }) do
      clock = 1000 + case[1]
      assert.is_true(https(request, settings).ok)
      assert.equal(case[2], seen[#seen].timeout)
      assert.equal(case[2] / 2, seen[#seen].connect_timeout)
    end
    -- Without a resolver thread libcurl counts name resolution in whole seconds, two at least.
    clock = 1023.5
    local late = https(request, settings)
    assert.equal("timeout", late.error)
    assert.equal(5, #seen)
  end)

  it("all calls together end within the settings' total, whichever settings the first call had", function()
    local client = require("sso_login.io.https").make_https(function() return clock end)
    local function https(asked, settings)
      client.https_settings(settings)
      return client.https(asked)
    end
    clock = 1000
    assert.is_true(https(request, { timeout = 3, total = 12 }).ok)
    clock = 1003
    assert.is_true(https(request, { timeout = 20, total = 12 }).ok)
    assert.equal(9, seen[#seen].timeout)
    clock = 1010.5
    assert.same({
      ok = false, error = "timeout", details = "the calls of one request may take 12 s together",
    }, https(request, { timeout = 20, total = 12 }))
    assert.equal(2, #seen)
  end)
end)
