--- session.history: what the log says of logins, read back exactly, and nothing of what others wrote.
local login_history = require("sso_login.answers.login_history")
local log = require("sso_login.base.log")
local mock = require("support.mock")

--- The entries of log messages, which are our own unless they begin with a tag of another form.
local function read(messages, reply)
  local io, world = mock.create()
  local entries = {}
  for number, message in ipairs(messages) do
    entries[number] = { msg = message, id = number, priority = 85, source = 1, time = (1700000000 + number) * 1000 + 999 }
  end
  local asked
  io.ubus_call = function(object, method, args)
    asked = { object, method, args }
    return reply or { ok = true, data = { log = entries } }
  end
  local found = login_history.read(io, function(code) return code ~= "CODE_IGNORED" end)
  assert.same({ "log", "read", { lines = 1000, stream = false, oneshot = true } }, asked)
  assert.same({}, world.logs)
  return found
end

local function own(code, pairs_) return "sso-login[77]: " .. log.format(code, pairs_) end

describe("login_history.parse", function()
  it("restores every byte that base/log has written", function()
    local every = {}
    for code = 0, 255 do
      every[#every + 1] = string.char(code)
    end
    for at = 1, 256, 64 do
      local text = table.concat(every, "", at, at + 63)
      local line = login_history.parse(log.format("CODE", { { "a", text }, { "b", "plain" }, { "c", "" }, { "d", true } }))
      assert.same({ "CODE", text, "plain", "", "true" },
        { line.code, line.values.a.text, line.values.b.text, line.values.c.text, line.values.d.text })
    end
  end)

  it("marks a value that may be cut", function()
    for length, is_whole in pairs({ [395] = true, [396] = false, [400] = false, [500] = false }) do
      assert.equal(is_whole, login_history.parse(log.format("C", { { "a", ("x"):rep(length) } })).values.a.is_whole)
    end
    assert.is_false(login_history.parse(log.format("C", { { "a", ("\1"):rep(99) } })).values.a.is_whole)
    local quoted = login_history.parse('CODE a="' .. (" "):rep(395) .. '" b="' .. (" "):rep(396) .. '"').values
    assert.same({ true, false }, { quoted.a.is_whole, quoted.b.is_whole })
  end)

  it("takes the first of two values, and stops at malformed text", function()
    assert.equal("\\y41", login_history.parse('CODE a="\\y41"').values.a.text)
    local line = login_history.parse('CODE a=1 a=2 b="open')
    assert.same({ "1", true }, { line.values.a.text, line.values.b == nil })
    for _, text in ipairs({ "", "CODE", "CODE x", "CODE =", 'CODE a="\\', 'CODE a="\\x"', 'CODE a="\\xg0"', "a=b c=d" }) do
      assert.is_string(login_history.parse(text).code)
    end
  end)
end)

describe("login_history.read", function()
  it("returns logins and refusals, the newest first", function()
    local entries = read({
      own("LOGIN_GRANTED", { { "remote", "192.0.2.7" }, { "email", "ada@example.org" }, { "sub", "s" }, { "role", "admin" }, { "session", "0a0b0c0d" } }),
      own("CODE_IGNORED", { { "by", "user" } }),
      "sso-login: IDP_ERROR remote=fe80::1 error=access_denied reference=00112233",
    })
    assert.same({ "login_denied", "access_denied" }, { entries[1].finding.id, entries[1].finding.params.words })
    entries[1].finding = nil
    assert.same({
      { time = 1700000003, code = "IDP_ERROR", who = "", from = "fe80::1", reference = "00112233", role = "", why = "error=access_denied" },
      { time = 1700000001, code = "LOGIN_GRANTED", who = "ada@example.org", from = "192.0.2.7", reference = "0a0b0c0d", role = "admin", why = "" },
    }, entries)
  end)

  it("returns the ends of sessions and changes of passwords with their cause, and who wanted them", function()
    local entries = read({
      own("LOGOUT", { { "by", "administrator" }, { "administrator", "bo@example.org" }, { "email", "ada@example.org" } }),
      own("PASSWORD_LOGIN", { { "state", "on" }, { "by", "session" }, { "user", "root" } }),
      own("PASSWORD_LOGIN", { { "state", "on" }, { "by", "trial" } }),
    })
    assert.same({ "trial", "" }, { entries[1].by, entries[1].who })
    assert.same({ { "session", "root" }, { "administrator", "ada@example.org", "bo@example.org" } }, {
      { entries[2].by, entries[2].who }, { entries[3].by, entries[3].who, entries[3].actor },
    })
  end)

  it("returns changes with who made them, and the packages apart", function()
    local facts = { { "by", "root" }, { "session", "0a" }, { "packages", "network,wireless,+2" }, { "options", "network.lan.mtu" } }
    local entries = read({ own("CHANGED", facts), own("CHANGE_UNCONFIRMED", { { "by_id", "00ff" }, { "packages", "" } }) })
    assert.same({
      { time = 1700000002, code = "CHANGE_UNCONFIRMED", who = "00ff", from = "", reference = "", role = "", why = "" },
      { time = 1700000001, code = "CHANGED", who = "root", from = "", reference = "0a", role = "", packages = "network,wireless,+2",
        options = "network.lan.mtu", why = "" },
    }, entries)
  end)

  it("returns an address that is not verified beside its user, also for what else happened in the session, and never for the user", function()
    local ada = { { "email_unverified", "ada@example.org" }, { "sub", "a" }, { "session", "0a" } }
    local entries = read({
      own("CODE_IGNORED", ada),
      own("CHANGED", { { "by", "a" }, { "session", "0a" }, { "packages", "network" } }),
      own("CHANGED", { { "by", "a" }, { "session", "0b" }, { "packages", "network" } }),
      own("CHANGED", { { "by", "root" }, { "session", "0a" }, { "packages", "network" } }),
    })
    local found = {}
    for at, entry in ipairs(entries) do
      found[at] = { entry.who, entry.unverified }
    end
    assert.same({ { "root" }, { "a" }, { "a", "ada@example.org" } }, found)
    local login = read({ own("LOGIN_GRANTED", ada) })[1]
    assert.same({ "a", "ada@example.org", "" }, { login.who, login.unverified, login.why })
  end)

  it("ignores lines of other programs", function()
    assert.same({}, read({
      "dnsmasq[5]: sso-login[1]: LOGIN_GRANTED email=x", "sso-loginx: LOGIN_GRANTED email=x", "xsso-login: A b=c", "sso-login", "",
      " sso-login: A", "sso-login LOGIN_GRANTED",
    }))
  end)

  it("offers values of a refused user that a role can list", function()
    local function refused(pairs_)
      local entry = read({ own("USER_NOT_AUTHORIZED", pairs_) })[1]
      return { entry.email, entry.sub, entry.groups, entry.who }
    end
    local umlaut = "j\195\182rg@example.org"
    assert.same({ umlaut, "a\\b\"c", { "x", "y z" }, umlaut }, refused({
      { "email", umlaut }, { "sub", 'a\\b"c' }, { "groups", 2 }, { "first_groups", "x,y z" },
    }))
    -- Not verified; a hash; with a control character; cut.
    assert.same({ nil, nil, nil, "00" }, refused({ { "email_unverified", "u@example.org" }, { "sub_id", "00" } }))
    assert.same({ [4] = "a\\x00b" }, refused({ { "email", "a\0b" } }))
    assert.is_nil(refused({ { "sub", ("s"):rep(400) } })[2])
    -- A group with a comma in its name cannot be told from two, and a long one not from its beginning.
    for _, case in ipairs({ { 1, "x,admins" }, { 3, "x,y" }, { 1, ("g"):rep(64) }, { 2, "x," }, { "absent", "x" } }) do
      assert.is_nil(refused({ { "groups", case[1] }, { "first_groups", case[2] } })[3])
    end
    assert.same({ "a", "b", "c", "d", "e" }, refused({ { "groups", 9 }, { "first_groups", "a,b,c,d,e" } })[3])
  end)

  it("names the user by the first identity of the line, and repeats none", function()
    local keys = { "email", "sub", "email_id", "sub_id" }
    for first, key in ipairs(keys) do
      local said = { { "b", 1 }, { "a", 2 } }
      for at = #keys, first, -1 do
        said[#said + 1] = { keys[at], "of " .. keys[at] }
      end
      local entry = read({ own("IDP_ERROR", said) })[1]
      assert.same({ "of " .. key, "a=2, b=1" }, { entry.who, entry.why })
    end
  end)

  it("offers no values of a granted login, no empty ones, and a group of 63 bytes", function()
    local values = { { "email", "" }, { "sub", "s" }, { "groups", 1 }, { "first_groups", ("g"):rep(63) } }
    local granted = read({ own("LOGIN_GRANTED", values) })[1]
    assert.same({}, { granted.email, granted.sub, granted.groups })
    local refused = read({ own("USER_NOT_AUTHORIZED", values) })[1]
    assert.same({ sub = "s", groups = { ("g"):rep(63) } }, { email = refused.email, sub = refused.sub, groups = refused.groups })
  end)

  it("returns the provider of the line", function()
    local lines = { own("USER_NOT_AUTHORIZED", { { "provider", "backup" }, { "email", "e" } }), own("USER_NOT_AUTHORIZED", {}) }
    local entries = read(lines)
    assert.same({ nil, "backup", "provider=backup" }, { entries[1].provider, entries[2].provider, entries[2].why })
  end)

  it("cuts long values, and shows no control character", function()
    local entry = read({ own("IDP_ERROR", { { "a", ("\27"):rep(90) }, { "b", ("y"):rep(500) } }) })[1]
    assert.is_true(#entry.why <= 4 * 400 + 3)
    assert.is_nil(entry.why:find("%c"))
    assert.equal("a=" .. ("z"):rep(398) .. "...", read({ "sso-login: IDP_ERROR a=" .. ("z"):rep(65536) })[1].why)
  end)

  it("explains a refusal by the facts of its line", function()
    local entry = read({ own("TOKEN_EXCHANGE_FAILED", { { "http_status", 503 }, { "cause", "temporary" }, { "location", "a, b\0" } }) })[1]
    assert.same({ "endpoint_redirect", "503", "a, b\\x00" },
      { entry.finding.id, entry.finding.params.status, entry.finding.params.location })
  end)

  it("returns at most thirty entries", function()
    local messages = {}
    for number = 1, 40 do
      messages[number] = own("IDP_ERROR", { { "n", number } })
    end
    local entries = read(messages)
    assert.same({ 30, "n=40", "n=11" }, { #entries, entries[1].why, entries[30].why })
  end)

  it("returns nothing where the log cannot be read", function()
    assert.is_nil(read({}, { ok = false, error = "UBUS_ERROR", details = { status = 4 } }))
    assert.is_nil(read({}, { ok = true, data = { log = "x" } }))
    assert.is_nil(read({}, { ok = true }))
    assert.same({}, read({}, { ok = true, data = { log = { 7, {}, { msg = 7 }, { msg = "sso-login: IDP_ERROR", time = "x" } } } }))
  end)
end)
