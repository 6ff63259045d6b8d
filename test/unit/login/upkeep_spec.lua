--- upkeep: sessions and rpcd's sections in step with the configuration.
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local scene = require("support.scene")
local upkeep = require("sso_login.login.upkeep")

local none = fixtures.none
local boss = { name = "boss", email = { "ada@example.org" }, read = { "*" }, write = { "*" } }
local kid = { name = "kid", email = { "bob@example.org" }, group = { "kids" }, read = { "luci-base" } }

--- A world with these roles, whose package rpcd is in step.
local function world_of(roles, options)
  local io, world = mock.create()
  world.uci["sso-login"] = fixtures.sections(options, roles)
  world.uci.rpcd = {}
  assert(upkeep.bring_in_step(io).ok)
  return io, world
end

--- A session of a role, with values changed.
local function add(world, role, values)
  return world.add_session(fixtures.with({
    username = role, token = "t", sso_issuer = fixtures.issuer, sso_email = "bob@example.org", sso_sub = "b",
    sso_roles = { role },
  }, values))
end

local function match_of(roles)
  return { role_name = roles[1].name, read = {}, write = {}, roles = roles, groups = {} }
end

--- The rights that a reload of rpcd would give each user name: read of the first section of that name.
local function rights_of(world, username)
  for _, section in ipairs(world.uci.rpcd) do
    if section.type == "login" and section.options.username == username then
      return table.concat(section.options.read, " ")
    end
  end
  return nil
end

describe("upkeep.bring_in_step", function()
  for _, case in ipairs({
    { "its e-mail, whatever the case", { kid }, { sso_email = "BOB@example.org" }, true },
    { "one of its groups", { kid }, { sso_email = "", sso_groups = { "x", "kids" } }, true },
    { "an e-mail of another's", { kid }, { sso_email = "eve@example.org" }, false },
    { "no e-mail and no group", { kid }, { sso_email = none }, false },
    { "another issuer", { kid }, { sso_issuer = "https://other.example" }, false },
    { "a role that is gone", { boss }, {}, false },
    { "a role whose name now means another", { fixtures.with(boss, { name = "kid" }), fixtures.with(kid, { name = "boss" }) }, {}, false },
    { "a second role that it lost", { kid, boss }, { sso_roles = { "kid", "boss" } }, false },
    { "a role that is left out", { fixtures.with(kid, { name = "root" }) }, { username = "root", sso_roles = { "root" } }, false },
    { "a session of LuCI's own", { boss }, { sso_issuer = none, username = "root" }, true },
  }) do
    it(("%s: the session %s"):format(case[1], case[4] and "stays" or "ends"), function()
      local io, world = world_of(case[2])
      local sid = add(world, "kid", case[3])
      local before = #world.calls_of("list")
      local done = upkeep.bring_in_step(io)
      assert.equal(before + 1, #world.calls_of("list"))
      assert.same({ ok = true, data = { changed = false, ended = case[4] and 0 or 1 } }, done)
      assert.equal(case[4], world.sessions[sid] ~= nil)
      local line = world.log_text():match("LOGOUT .*")
      assert.equal(case[4], line == nil)
    end)
  end

  it("ends all sessions while single sign-on is off", function()
    for _, enabled in ipairs({ "0", none, "yes" }) do
      local io, world = world_of({ kid }, { enabled = enabled })
      add(world, "kid")
      assert.equal(1, upkeep.bring_in_step(io).data.ended)
      assert.same({}, world.sessions)
    end
  end)

  it("says who it was and why, or only hashes of who", function()
    for identity, words in pairs({ ["1"] = "email=bob@example.org sub=b", ["0"] = "email_id=%x+ sub_id=%x+" }) do
      local io, world = world_of({ boss }, { log_identity = identity })
      add(world, "kid")
      upkeep.bring_in_step(io)
      assert.matches("^LOGOUT by=roles " .. words .. " role=kid session=%x+$", world.log_text())
      assert.equal("notice", world.logs[1].level)
    end
  end)

  it("makes rpcd's sections those of the usable roles, and names the others", function()
    local io, world = world_of({ boss, fixtures.with(kid, { name = "root" }) })
    assert.equal("* unauthenticated", rights_of(world, "boss"))
    assert.is_nil(rights_of(world, "root"))
    assert.equal("RPCD_LOGIN_CONFLICT role=root", world.log_text())
    assert.is_true(upkeep.bring_in_step(io).ok)
  end)

  it("does nothing where the roles cannot be read", function()
    local io, world = world_of({ kid })
    add(world, "kid")
    world.uci["sso-login"] = fixtures.sections({}, { { name = "x" } })
    world.uci["sso-login"][2].anonymous = true
    assert.equal("CONFIG_ERROR", upkeep.bring_in_step(io).error)
    world.uci_broken["sso-login"] = "Parse error"
    assert.equal("CONFIG_ERROR", upkeep.bring_in_step(io).error)
    assert.is_truthy(next(world.sessions))
    assert.same({ "rpcd" }, world.commits)
  end)

  it("writes no section while an old session cannot be ended", function()
    for _, method in ipairs({ "list", "destroy" }) do
      local io, world = world_of({ kid })
      add(world, "kid")
      world.uci["sso-login"] = fixtures.sections({}, { fixtures.with(boss, { name = "kid" }) })
      world.ubus_fail(method)
      assert.same({ ok = false, error = "UBUS_LOGIN_FAILED", details = { method = method } }, upkeep.bring_in_step(io))
      assert.equal("luci-base unauthenticated", rights_of(world, "kid"))
    end
  end)

  it("ends what another process made while the sections were written", function()
    local io, world = world_of({ kid })
    world.uci["sso-login"] = fixtures.sections({}, { fixtures.with(boss, { name = "kid" }) })
    local commit = io.uci_commit
    io.uci_commit = function(...)
      add(world, "kid")
      return commit(...)
    end
    assert.same({ changed = true, ended = 1 }, upkeep.bring_in_step(io).data)
    assert.same({}, world.sessions)
  end)

  it("fails with UCI's error where nothing can be written", function()
    local io, world = world_of({ kid })
    world.uci["sso-login"] = fixtures.sections({}, { boss })
    world.fail("uci_commit")
    assert.equal("UCI_ERROR", upkeep.bring_in_step(io).error)
  end)

  it("takes turns, and does not wait for ever", function()
    local io, world = world_of({ kid })
    world.uci["sso-login"] = fixtures.sections({}, { boss })
    local before = world.clock
    world.fail("lock", 2)
    assert.is_true(upkeep.bring_in_step(io).data.changed)
    assert.is_true(math.abs(world.clock - before - 0.2) < 0.001)
    world.fail("lock", 29)
    assert.is_true(upkeep.bring_in_step(io).ok)
    world.fail("lock", 30)
    assert.same({ ok = false, error = "UCI_ERROR", details = { reason = "another process holds upkeep.lock" } }, upkeep.bring_in_step(io))
    assert.is_string(world.text(io.paths.run_dir .. "/upkeep.lock"))
  end)
end)

describe("upkeep.prepare", function()
  -- What was saved without a sync, as the login finds it: the session would get the old section's rights at a reload.
  for name, case in pairs({
    ["a new role"] = { { boss }, { kid }, "kid" },
    ["a narrowed role"] = { { fixtures.with(boss, { name = "kid" }) }, { kid }, "kid" },
    ["a renamed role"] = { { boss, fixtures.with(boss, { name = "kid" }) }, { fixtures.with(boss, { name = "x" }), kid }, "kid" },
    ["swapped roles"] = { { boss, kid }, { fixtures.with(kid, { name = "boss" }), fixtures.with(boss, { name = "kid" }) }, "boss" },
  }) do
    it(name .. ": the sections are brought in step", function()
      local io, world = world_of(case[1])
      world.uci["sso-login"] = fixtures.sections({}, case[2])
      local role = case[2][1].name == case[3] and case[2][1] or case[2][2]
      assert.same({ ok = true, data = true }, upkeep.prepare(io, match_of({ role })))
      assert.equal("luci-base unauthenticated", rights_of(world, case[3]))
    end)
  end

  it("writes nothing where they are", function()
    local io, world = world_of({ kid, boss })
    assert.is_true(upkeep.prepare(io, match_of({ kid, boss })).ok)
    assert.same({ "rpcd" }, world.commits)
    assert.equal(1, world.calls.lock)
  end)

  it("refuses where they cannot be, and says what failed", function()
    local io, world = world_of({ boss })
    world.uci["sso-login"] = fixtures.sections({}, { kid })
    world.fail("uci_commit")
    local reason = "rpcd's login section is behind the roles"
    assert.same(
      { ok = false, error = "UBUS_LOGIN_FAILED", details = { reason = reason, role = "kid", cause = "UCI_ERROR" } },
      upkeep.prepare(io, match_of({ kid }))
    )
  end)

  it("refuses a role that is no longer what the login found", function()
    local io = world_of({ kid })
    local refused = upkeep.prepare(io, match_of({ fixtures.with(kid, { read = { "*" } }) }))
    assert.same({ reason = "rpcd's login section is behind the roles", role = "kid" }, refused.details)
  end)
end)

describe("upkeep.confirm", function()
  it("reads the service's configuration and rpcd's once", function()
    local io, world = world_of({ kid })
    local sid = add(world, "kid")
    local before = world.calls.uci_sections
    assert.is_true(upkeep.confirm(io, sid, match_of({ kid })).ok)
    assert.equal(before + 2, world.calls.uci_sections)
  end)

  for name, change in pairs({
    ["the user lost the role"] = function(world) world.uci["sso-login"] = fixtures.sections({}, { boss }) end,
    ["single sign-on was switched off"] = function(world) world.uci["sso-login"][1].options.enabled = "0" end,
    ["the configuration broke"] = function(world) world.uci_broken["sso-login"] = "Parse error" end,
    ["the section changed"] = function(world) world.uci.rpcd[1].options.read = { "*" } end,
    ["rpcd lost what the session holds"] = function(world) world.sessions[("0"):rep(31) .. "1"].data = { username = "kid" } end,
    ["rpcd lost the session"] = function(world) world.sessions = {} end,
  }) do
    it(name .. ": refused, and the session is ended", function()
      local io, world = world_of({ kid })
      local sid = add(world, "kid")
      assert.is_true(upkeep.confirm(io, sid, match_of({ kid })).ok)
      change(world)
      local refused = upkeep.confirm(io, sid, match_of({ kid }))
      local details = { reason = "the configuration changed during the login" }
      assert.same({ ok = false, error = "UBUS_LOGIN_FAILED", details = details }, refused)
      assert.same({}, world.sessions)
    end)
  end
end)

describe("upkeep.end_replaced", function()
  it("ends the sessions of both cookies, whoever made them, but not the new one", function()
    local io, world = world_of({ kid })
    local fresh, old = add(world, "kid"), add(world, "kid", { sso_issuer = none, username = "root" })
    upkeep.end_replaced(io, { sysauth_https = old, sysauth = fresh, other = fresh }, fresh)
    assert.is_nil(world.sessions[old])
    assert.is_table(world.sessions[fresh])
    assert.matches("^LOGOUT by=login email=bob@example.org sub=b role=root session=%x+$", world.log_text())
    world.ubus_calls = {}
    upkeep.end_replaced(io, { sysauth_https = old, sysauth = old }, fresh)
    assert.equal(1, #world.calls_of("get"))
    upkeep.end_replaced(io, { sysauth_https = old, sysauth = "x" }, fresh)
    assert.equal(1, #world.logs)
  end)
end)

describe("upkeep.end_oldest", function()
  it("leaves a subject ten sessions, the new one among them", function()
    local io, world = world_of({ kid })
    local others = {
      add(world, "kid", { sso_sub = "c", sso_login_time = 1 }),
      add(world, "kid", { sso_issuer = "https://other.example", sso_login_time = 1 }), add(world, "kid", { sso_issuer = none }),
    }
    local own = {}
    for age = 1, 12 do
      own[age] = add(world, "kid", { sso_login_time = world.now - age })
    end
    local fresh = add(world, "kid", { sso_login_time = world.now - 99 })
    upkeep.end_oldest(io, fresh)
    for age = 1, 12 do
      assert.equal(age < 10, world.sessions[own[age]] ~= nil, age)
    end
    for _, sid in ipairs({ fresh, unpack(others) }) do
      assert.is_table(world.sessions[sid])
    end
    assert.equal(3, #world.logs)
    assert.matches("^LOGOUT by=limit ", world.logs[1].line)
    upkeep.end_oldest(io, fresh)
    assert.equal(3, #world.logs)
  end)

  it("takes one without a time for the oldest", function()
    local io, world = world_of({ kid })
    local timeless = add(world, "kid")
    local fresh
    for age = 1, 10 do
      fresh = add(world, "kid", { sso_login_time = world.now - age })
    end
    upkeep.end_oldest(io, fresh)
    assert.is_nil(world.sessions[timeless])
    assert.equal(1, #world.logs)
  end)

  it("does nothing where rpcd does not answer", function()
    local io, world = world_of({ kid })
    world.ubus_fail("list")
    upkeep.end_oldest(io, scene.state_cookie)
    assert.same({}, world.logs)
  end)
end)

describe("session_max_lifetime", function()
  local function overdue(limit, since)
    local io, world = world_of({ kid }, { session_max_lifetime = limit })
    add(world, "kid", { sso_login_time = since and world.now + since })
    return upkeep.expire(io).data, world
  end

  it("ends a session at that age, or one whose age is not known", function()
    for _, case in ipairs({ { -299, 0 }, { -300, 1 }, { 0, 0 }, { 299, 0 }, { 300, 1 }, { false, 1 } }) do
      local ended, world = overdue("300", case[1])
      assert.equal(case[2], ended)
      assert.equal(1 - case[2], next(world.sessions) and 1 or 0)
    end
  end)

  it("is none where the option is absent or wrong", function()
    for _, limit in ipairs({ none, "299", "2592001", "x", "" }) do
      assert.equal(0, (overdue(limit, -2592001)))
    end
    assert.equal(1, (overdue("2592000", -2592000)))
  end)

  it("leaves a session that is not the service's, and counts none that cannot be ended", function()
    local io, world = world_of({ kid }, { session_max_lifetime = "300" })
    world.add_session({ username = "root", token = "t" })
    assert.equal(0, upkeep.expire(io).data)
    add(world, "kid", { sso_login_time = world.now - 300 })
    world.ubus_fail("destroy")
    assert.equal(0, upkeep.expire(io).data)
    assert.same({}, world.logs)
  end)

  it("is looked after in the listing that a login makes", function()
    local io, world = world_of({ kid }, { session_max_lifetime = "300" })
    add(world, "kid", { sso_login_time = world.now - 300, sso_sub = "other" })
    local sid = add(world, "kid", { sso_login_time = world.now })
    world.ubus_calls = {}
    upkeep.end_oldest(io, sid)
    assert.is_table(world.sessions[sid])
    assert.equal(1, #world.logs)
    assert.equal(1, #world.calls_of("list"))
  end)
end)
