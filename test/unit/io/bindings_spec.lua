--- io/system: syslog, UCI, ubus and HTTPS, on stand-ins of the modules that a router has.
local system = require("sso_login.io.system")

it("io/system on syslog writes with tag sso-login, facility authpriv, at its level, and to stderr as well when asked to", function()
  for to_stderr, flags in pairs({ [false] = 1, [true] = 33 }) do
    local calls = {}
    local kept = package.loaded["posix.syslog"]
    package.loaded["posix.syslog"] = {
      LOG_AUTHPRIV = 80,
      openlog = function(...) calls[#calls + 1] = { "openlog", ... } end,
      syslog = function(...) calls[#calls + 1] = { "syslog", ... } end,
    }
    local io = system.create({ log_to_stderr = to_stderr })
    io.log("err", "A")
    io.log("warning", "B 100%s")
    io.log("notice", "C")
    package.loaded["posix.syslog"] = kept
    assert.same({
      { "openlog", "sso-login", flags, 80 }, { "syslog", 3, "A" }, { "syslog", 4, "B 100%s" }, { "syslog", 5, "C" },
    }, calls)
  end
end)

describe("io/system on UCI", function()
  --- A provider over a cursor of these methods; `opened` are the arguments of each cursor.
  local function provider(cursor, options)
    local opened = {}
    cursor.unload = cursor.unload or function() end
    package.loaded.uci = { cursor = function(...)
      opened[#opened + 1] = { ... }
      return cursor
    end }
    return system.create(options or {}), opened
  end

  after_each(function() package.loaded.uci = nil end)

  it("opens one cursor, the router's or below the root", function()
    for root, arguments in pairs({ [""] = {}, ["/x"] = { "/x/etc/config", "/x/tmp/.uci" } }) do
      local io, opened = provider({ get = function() return nil, "Entry not found" end }, root ~= "" and { root = root } or {})
      io.uci_get("a", "b", "c")
      io.uci_get("a", "b", "c")
      assert.same({ arguments }, opened)
    end
  end)

  -- The messages are those of the real module: a missing section is an "Invalid argument" there, and the place of an
  -- earlier parse error may follow.
  for _, case in ipairs({
    { "v", nil, { ok = true, data = "v" } }, { { "a", "b" }, nil, { ok = true, data = { "a", "b" } } }, { nil, nil, { ok = true } },
    { nil, "Entry not found", { ok = true } }, { nil, "uci: Entry not found", { ok = true } },
    { nil, "Invalid argument", { ok = true } },
    { nil, "Entry not found (invalid command) at line 3, byte 0", { ok = true } },
    { nil, "Invalid argument (invalid command) at line 3, byte 0", { ok = true } },
    { nil, "Parse error (invalid command) at line 3, byte 0" }, { nil, "I/O error" },
  }) do
    it(("uci_get reads %s, %s"):format(tostring(case[1]), tostring(case[2])), function()
      local got = provider({ get = function(_, ...)
        assert.same({ "p", "s", "o" }, { ... })
        return case[1], case[2]
      end }).uci_get("p", "s", "o")
      assert.same(case[3] or { false, case[2] }, case[3] and got or { got.ok, got.details.reason })
    end)
  end

  it("uci_sections gives all sections in file order with their options", function()
    local io = provider({ get_all = function(_, config)
      assert.equal("p", config)
      return {
        cfg02 = { [".name"] = "cfg02", [".type"] = "role", [".anonymous"] = true, [".index"] = 2, email = { "a", "b" } },
        default = { [".name"] = "default", [".type"] = "oidc", [".anonymous"] = false, [".index"] = 0, enabled = "1" },
        admin = { [".name"] = "admin", [".type"] = "role", [".anonymous"] = false, [".index"] = 1 },
      }
    end })
    assert.same({ ok = true, data = {
      { name = "default", type = "oidc", anonymous = false, options = { enabled = "1" } },
      { name = "admin", type = "role", anonymous = false, options = {} },
      { name = "cfg02", type = "role", anonymous = true, options = { email = { "a", "b" } } },
    } }, io.uci_sections("p"))
  end)

  it("uci_sections reads what another process has written since a first look", function()
    local written, known = "on", nil
    local io = provider({
      get = function()
        known = known or written
        return known
      end,
      get_all = function()
        known = known or written
        return { default = { [".name"] = "default", [".type"] = "oidc", [".anonymous"] = false, [".index"] = 0, password_login = known } }
      end,
      unload = function() known = nil end,
    })
    assert.equal("on", io.uci_get("p", "default", "password_login").data)
    written = "off"
    assert.equal("off", io.uci_sections("p").data[1].options.password_login)
    assert.equal("off", io.uci_get("p", "default", "password_login").data)
  end)

  it("uci_sections fails for a missing package and one that cannot be parsed", function()
    for _, message in ipairs({ "Entry not found", "Parse error", false }) do
      local got = provider({ get_all = function() return nil, message or nil end }).uci_sections("p")
      assert.same({ false, "p", "string" }, { got.ok, got.details.config, type(got.details.reason) })
      assert.is_true(not message or got.details.reason == message)
    end
  end)

  it("writing functions call libuci and return its success", function()
    for _, works in ipairs({ true, false }) do
      local calls = {}
      local io = provider(setmetatable({}, { __index = function(_, name)
        return function(_, ...)
          calls[#calls + 1] = { name, ... }
          return works or nil, "Invalid argument"
        end
      end }))
      assert.equal(works, io.uci_add("p", "s", "login"))
      assert.equal(works, io.uci_set("p", "s", "o", "v"))
      assert.equal(works, io.uci_set("p", "s", "o", { "a" }))
      assert.equal(works, io.uci_delete("p", "s", "o"))
      assert.equal(works, io.uci_delete("p", "s"))
      assert.equal(works, io.uci_commit("p"))
      assert.same({
        { "set", "p", "s", "login" }, { "set", "p", "s", "o", "v" }, { "set", "p", "s", "o", { "a" } },
        { "delete", "p", "s", "o" }, { "delete", "p", "s" }, { "commit", "p" },
      }, calls)
    end
  end)
end)

describe("io/system on ubus", function()
  --- A provider whose connections have these methods, and the arguments of each connect; without methods there is none.
  local function provider(connection, options)
    local paths = {}
    package.loaded.ubus = { connect = function(...)
      paths[#paths + 1] = { ... }
      return connection
    end }
    return system.create(options or {}), paths
  end

  local function answering(...)
    local answer, count = { ... }, select("#", ...)
    return (provider({
      call = function() return unpack(answer, 1, count) end, signatures = function() return {} end,
    }))
  end

  after_each(function() package.loaded.ubus = nil end)

  it("connects once, to the router's socket or the one below the root", function()
    for root, socket in pairs({ [""] = false, ["/x"] = "/x/var/run/ubus/ubus.sock" }) do
      local io, paths = provider({ call = function() return {} end }, root ~= "" and { root = root } or {})
      io.ubus_call("session", "list", {})
      io.ubus_call_all("session", "list", {})
      assert.same({ { socket or nil, 3 } }, paths)
    end
  end)

  it("reports a missing connection as a failure without status, and connects again", function()
    local io, paths = provider(nil)
    for tries = 1, 2 do
      local reply = io.ubus_call("o", "m", {})
      assert.same({ false, "string", tries }, { reply.ok, type(reply.details), #paths })
    end
  end)

  it("passes object, method and arguments", function()
    local seen
    provider({ call = function(_, ...) seen = { ... } end }).ubus_call("session", "set", { values = { a = "b" } })
    assert.same({ "session", "set", { values = { a = "b" } } }, seen)
  end)

  it("returns a reply as data, and success without a reply as empty data", function()
    assert.same({ ok = true, data = { a = 1 } }, answering({ a = 1 }).ubus_call("o", "m", {}))
    assert.same({ ok = true }, answering().ubus_call("o", "m", {}))
    assert.same({ ok = true, data = {} }, answering().ubus_call_all("o", "m", {}))
    assert.same({ ok = true, data = { { a = 1 }, { a = 2 } } }, answering({ a = 1 }, { a = 2 }).ubus_call_all("o", "m", {}))
  end)

  it("returns nil and a status as a failure with that status", function()
    for _, status in ipairs({ 2, 3, 4, 6, 7, 9 }) do
      for _, name in ipairs({ "ubus_call", "ubus_call_all" }) do
        local reply = answering(nil, status)[name]("o", "m", {})
        assert.same({ false, { status = status } }, { reply.ok, reply.details })
      end
    end
  end)

  -- libubus-lua pushes every reply without asking Lua for room.
  it("reserves room for thousands of replies before a call that may return them", function()
    local replies, stopped = {}, nil
    for i = 1, 5000 do replies[i] = { n = i } end
    local io = provider({ call = function()
      -- While room must last, the collector does not run.
      local before = collectgarbage("count")
      for _ = 1, 20000 do local _ = {} end
      stopped = collectgarbage("count") > before + 500
      return unpack(replies)
    end })
    assert.equal(5000, #io.ubus_call_all("session", "list", {}).data)
    assert.is_true(stopped)
  end)

  --- { what, status of each call before it gives a reply, lookup from which on the object is there, details or nil, calls, naps }
  for _, case in ipairs({
    { "waits for the object and calls again", { 4 }, 3, nil, 2, 2 },
    { "repeats a lost call", { 7, 7 }, 1, nil, 3, 0 },
    { "repeats a call twice at most", { 7, 7, 7 }, 1, { status = 7 }, 3, 0 },
    { "takes its word for what does not exist", { 4, 4, 4 }, 1, { status = 4 }, 3, 0 },
    { "waits two seconds at most, and does not take its silence for that", { 4, 4 }, 100, { reason = "no object session" }, 1, 20 },
    { "repeats no call with another status", { 6 }, 1, { status = 6 }, 1, 0 },
  }) do
    it("while rpcd reloads " .. case[1], function()
      local kept, called, lookups, naps = package.loaded["posix.time"], 0, 0, {}
      package.loaded["posix.time"] = { nanosleep = function(span) naps[#naps + 1] = span.tv_nsec / 1e9 end }
      local reply = provider({
        call = function()
          called = called + 1
          if case[2][called] then
            return nil, case[2][called]
          end
          return { a = 1 }
        end,
        signatures = function(_, object)
          assert.equal("session", object)
          lookups = lookups + 1
          return lookups >= case[3] and {} or nil
        end,
      }).ubus_call("session", "get", {})
      package.loaded["posix.time"] = kept
      assert.same(case[4] or { a = 1 }, reply.details or reply.data)
      assert.same({ case[5], case[6] }, { called, #naps })
      for _, nap in ipairs(naps) do
        assert.equal(0.1, nap)
      end
      assert.equal(case[2][1] == 4, lookups > 0)
    end)
  end
end)

describe("io/system on HTTPS", function()
  local https = require("sso_login.base.https")
  local seen, answer, clock, calls, client
  local request = { method = "POST", url = "https://idp.example/", headers = { "A: b" }, body = "c" }

  before_each(function()
    seen, clock = {}, 1000
    answer = function() return { status = 200, content_type = "x", body = "y" } end
    package.loaded["sso_login.native_https"] = { interface = 7, request = function(options)
      seen[#seen + 1] = options
      return answer(options)
    end }
    calls = { settings = { timeout = 10 } }
    client = https.make(calls, function() return clock end)
  end)

  after_each(function() package.loaded["sso_login.native_https"] = nil end)

  --- A call so many seconds after the first, with these settings.
  local function call(after, settings)
    clock = 1000 + after
    calls.settings = settings
    return client.https(request)
  end

  it("passes request and settings, a limit of 256 KB, and half the time for connecting", function()
    local io = system.create({})
    io.https_settings({ timeout = 8, ca_file = "/ca" })
    assert.same({ ok = true, data = { status = 200, content_type = "x", body = "y" } }, io.https(request))
    assert.same({ {
      method = "POST", url = "https://idp.example/", body = "c", ca_file = "/ca", timeout = 8, connect_timeout = 4,
      headers = { "A: b", "User-Agent: sso-login/" .. require("sso_login.base.version").version }, max_body = 256 * 1024,
    } }, seen)
  end)

  it("returns the kind and the text of a failure", function()
    answer = function() return nil, "certificate", "why" end
    assert.same({ ok = false, error = "certificate", details = "why" }, system.create({}).https(request))
  end)

  it("requests a certificate within the remaining time and returns it", function()
    local asked
    package.loaded["sso_login.native_https"].peer = function(options)
      asked = options
      return "peer"
    end
    calls.settings = { timeout = 8, total = 12, ca_file = "/ca" }
    assert.equal("peer", client.https_peer("https://idp.example/"))
    assert.same({ method = "GET", url = "https://idp.example/", ca_file = "/ca", timeout = 8, max_body = 256 * 1024 }, asked)
    clock = clock + 9
    client.https_peer("https://idp.example/")
    assert.equal(3, asked.timeout)
  end)

  it("ends all calls together within 25 s of the first", function()
    for _, case in ipairs({ { 0, 10 }, { 10, 10 }, { 15, 10 }, { 20, 5 }, { 23, 2 } }) do
      assert.is_true(call(case[1], { timeout = 10 }).ok)
      assert.same({ case[2], case[2] / 2 }, { seen[#seen].timeout, seen[#seen].connect_timeout })
    end
    -- Without a resolver thread libcurl counts name resolution in whole seconds, two at least.
    assert.equal("timeout", call(23.5, { timeout = 10 }).error)
    assert.equal(5, #seen)
  end)

  it("ends all calls together within the settings' total, whichever settings the first call had", function()
    assert.is_true(call(0, { timeout = 3, total = 12 }).ok)
    assert.is_true(call(3, { timeout = 20, total = 12 }).ok)
    assert.equal(9, seen[#seen].timeout)
    assert.same({
      ok = false, error = "timeout", details = "the calls of one request may take 12 s together",
    }, call(10.5, { timeout = 20, total = 12 }))
    assert.equal(2, #seen)
  end)
end)
