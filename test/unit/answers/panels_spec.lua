local crypto = require("sso_login.contracts.crypto")
local fixtures = require("support.fixtures")
local scene = require("support.scene")
local panels = require("sso_login.answers.panels")

describe("panels.sessions", function()
  it("list user, start, address and end of each session, and mark the caller's own", function()
    local io, world = scene.create()
    local ada = world.add_session({
      sso_issuer = "i", sso_email = "ada@example.org", sso_unverified = "x", sso_sub = "a", username = "admin", sso_login_time = world.now,
      sso_remote = "192.0.2.7",
    })
    local kid = world.add_session({
      sso_issuer = "i", sso_email = "", sso_unverified = "kid@example.org", sso_sub = "b", username = "kid", sso_login_time = world.now - 50,
      sso_provider = "spare",
    })
    world.add_session({ username = "root" })
    local tool = world.add_session({ sso_issuer = "i", sso_sub = "c", username = "kid", sso_remote = "::1", sso_client = "tool" })
    assert.same({ "tool @ ::1", "tool" }, { panels.sessions(io, kid)[3].from, panels.sessions(io, kid)[3].client })
    world.sessions[tool] = nil
    assert.same({
      {
        id = crypto.hash_sha256_hex(ada), who = "ada@example.org", provider = "default", role = "admin", own = false,
        from = "192.0.2.7", since = world.now, ["until"] = world.now + 3600,
      },
      {
        id = crypto.hash_sha256_hex(kid), who = "b", unverified = "kid@example.org", provider = "spare", role = "kid", own = true, from = "",
        since = world.now - 50, ["until"] = world.now + 3600,
      },
    }, panels.sessions(io, kid))
    world.uci["sso-login"][1].options.session_max_lifetime = "300"
    local limited, latest = panels.sessions(io, kid), { world.now + 300, world.now + 250 }
    assert.same({ latest, latest }, { fixtures.pluck(limited, "until"), fixtures.pluck(limited, "latest") })
    world.ubus_fail("list")
    assert.same({}, panels.sessions(io, kid))
  end)

  it("are ended by the hash of their ids, and only those of this service", function()
    local io, world = scene.create()
    local sid = world.add_session({ sso_issuer = "i", sso_email = "ada@example.org", username = "admin" })
    local root = world.add_session({ username = "root" })
    for _, id in ipairs({ sid, crypto.hash_sha256_hex(root), "", 7 }) do
      assert.same({ ok = false, error = "INVALID_REQUEST", details = "this session has ended already" }, panels.end_session(io, { id = id }, ""))
    end
    assert.same({}, world.logs)
    local id = crypto.hash_sha256_hex(sid)
    assert.same({ ok = true, data = { ended = true } }, panels.end_session(io, { id = id }, root))
    assert.same({ nil, true }, { world.sessions[sid], world.sessions[root] ~= nil })
    assert.matches("^LOGOUT by=administrator email=ada@example.org .* administrator=root$", world.logs[1].line)
    assert.equal("INVALID_REQUEST", panels.end_session(io, { id = id }, "").error)
    local kept = world.add_session({ sso_issuer = "i", sso_email = "", username = "admin" })
    world.ubus_fail("destroy", 6)
    assert.equal("UBUS_LOGIN_FAILED", panels.end_session(io, { id = crypto.hash_sha256_hex(kept) }, "").error)
  end)
end)

it("panels.last_logins has the codes of logins, refusals and changes, or of changes only, and says when there is no log", function()
  local io = scene.create()
  assert.same({ ok = false, error = "UBUS_ERROR", details = "the log cannot be read" }, panels.last_logins(io, {}))
  io.ubus_call = function()
    local log = {}
    for at, code in ipairs({
      "LOGIN_GRANTED", "TEST_LOGIN", "IDP_ERROR", "LOGOUT", "CODE_IGNORED", "CHANGED", "CHANGE_UNCONFIRMED", "REGISTERED", "PASSWORD_LOGIN",
    }) do
      log[at] = { msg = "sso-login[1]: " .. code, time = 1000 }
    end
    return { ok = true, data = { log = log } }
  end
  local function codes(input) return fixtures.pluck(panels.last_logins(io, input).data.entries, "code") end
  local changes = { "PASSWORD_LOGIN", "REGISTERED", "CHANGE_UNCONFIRMED", "CHANGED" }
  assert.same(changes, codes({ changes_only = true }))
  assert.same({ changes[1], changes[2], changes[3], changes[4], "LOGOUT", "IDP_ERROR", "TEST_LOGIN", "LOGIN_GRANTED" }, codes({}))
end)

describe("panels.what_would_get", function()
  local values = { issuer_url = "https://idp.example" }
  local roles = {
    { name = "admin", email = { "ada@example.org" }, write = { "*" } }, { name = "kids", group = { "kids" } },
    { name = "by_sub", sub = { "s-1" }, sub_issuer = "https://idp.example" }, { name = "root", email = { "ada@example.org" } },
  }

  local function get(input)
    local io, world = scene.create()
    local answer = panels.what_would_get(io, input)
    assert.same({ {}, {} }, { world.logs, world.sessions })
    return answer
  end

  for _, case in ipairs({
    { { email = "ADA@example.org" }, { "admin" }, { admin = { { rule = "email", claim = "email", value = "ADA@example.org" } } } },
    { { groups = { "kids", "x" } }, { "kids" }, { kids = { { rule = "group", claim = "groups", value = "kids" } } } },
    { { sub = "s-1", email = "ada@example.org" }, { "admin", "by_sub" } },
    { { email = "other@example.org" }, {} }, { {}, {} }, { { email = 7, groups = "none", sub = { "x" } }, {} },
  }) do
    it("gives " .. table.concat(case[2], " and ") .. " of unsaved roles, with reasons", function()
      local answer = get(fixtures.with({ values = values, roles = roles }, case[1])).data
      assert.same(case[2], { unpack(answer.roles) })
      assert.same(#case[2] > 0 and case[2][1] or nil, answer.username)
      if case[3] then
        assert.same(case[3], answer.because)
      end
    end)
  end

  it("uses the roles of a further provider", function()
    local office = { { name = "office", values = { issuer_url = "https://office.example" } } }
    local there = { { name = "there", email = { "ada@example.org" }, provider = { "office" } } }
    for provider, names in pairs({ office = { "there" }, [""] = {} }) do
      assert.same(names, { unpack(get({
        values = values, providers = office, roles = there, provider = provider, email = "ada@example.org",
      }).data.roles) })
    end
  end)

  it("uses the saved roles where none are given, and refuses other values", function()
    assert.same({ "admin" }, { unpack(get({ email = "ada@example.org" }).data.roles) })
    assert.equal("INVALID_REQUEST", get({ values = 7 }).error)
    local io, world = scene.create()
    world.uci_broken.rpcd = "Parse error"
    assert.same({ ok = false, error = "CONFIG_ERROR", details = { config = "rpcd" } }, panels.what_would_get(io, {}))
    world.uci_broken["sso-login"] = "Parse error"
    assert.same({ config = "sso-login", reason = "Parse error" }, panels.what_would_get(io, {}).details)
  end)
end)

it("panels.latest_end is the earlier end of lifetime and token, by the clock that ends sessions", function()
  local io, world = scene.create()
  local now, up = world.now, world.clock
  for _, case in ipairs({
    { {}, nil, nil }, { { since = 100, ["end"] = 150 }, nil, 150 }, { { since = 100 }, 60, 160 }, { {}, 60, 60 },
    { { since = 100, ["end"] = 150 }, 60, 150 }, { { since = 100, ["end"] = 170 }, 60, 160 },
    { { since = now - 86400, uptime = up - 50.5 }, 60, now + 10 }, { { since = now, uptime = up - 50, ["end"] = now + 5 }, 60, now + 5 },
  }) do
    assert.equal(case[3], panels.latest_end(io, case[1], case[2]))
  end
end)
