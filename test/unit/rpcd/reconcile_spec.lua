local cjson = require("cjson")
local fixtures = require("support.fixtures")
local hash = require("sso_login.jose.hash")
local mock = require("support.mock")
local scene = require("support.scene")
local session_ending = require("sso_login.rpcd.session_ending")
local session_opening = require("sso_login.login.session_opening")
local reconcile = require("sso_login.rpcd.reconcile")

local none = fixtures.none
local boss = { name = "boss", email = { "ada@example.org" }, read = { "*" }, write = { "*" } }
local kid = { name = "kid", email = { "bob@example.org" }, group = { "kids" }, read = { "luci-base" } }

--- A world with these roles, whose package rpcd has the right sections.
local function world_of(roles, options)
  local io, world = scene.create({ uci = options, roles = roles })
  assert(reconcile.reconcile(io).ok)
  return io, world
end

local function add(world, role, values)
  return world.add_session(fixtures.with({
    username = role, token = "t", sso_issuer = fixtures.issuer, sso_email = "bob@example.org", sso_sub = "b",
    sso_roles = { role },
  }, values))
end

--- Opens a session of Bob's by a role that the login has read.
local function open(io, role, settings_hash)
  local match = fixtures.with(role, { role_name = role.name, roles = { role }, groups = {}, write = role.write or {} })
  local opening = { user = { email = "bob@example.org", sub = "b" }, who = {}, settings_hash = settings_hash }
  return session_opening.open(io, fixtures.config(), match, opening, function() return { ok = true } end)
end

--- The rights that a reload of rpcd would give each user name: the lists of the first section of that name.
local function rights_of(world, username)
  for _, section in ipairs(world.uci.rpcd) do
    if section.type == "login" and section.options.username == username then
      local write = section.options.write
      return table.concat(section.options.read, " ") .. (write and " + " .. table.concat(write, " ") or "")
    end
  end
  return nil
end

--- The outcome of `reconcile`, without the users whose rights changed.
local function outcome(done)
  assert.is_true(done.ok)
  return { is_written = done.data.is_written, ended = done.data.ended }
end

describe("reconcile.reconcile", function()
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
      local done = reconcile.reconcile(io)
      assert.equal(before + 1, #world.calls_of("list"))
      assert.same({ is_written = false, ended = case[4] and 0 or 1 }, outcome(done))
      assert.equal(case[4], world.sessions[sid] ~= nil)
      local line = world.log_text():match("LOGOUT [^\n]*")
      assert.equal(case[4], line == nil)
    end)
  end

  local helper = { name = "kid", email = { "bob@example.org" }, client = { "robot" }, access = { "web", "api" }, read = { "luci-base" } }
  local token = { sso_client = "home", sso_audience = "https://router.example/", sso_end = 2000000000 }
  local machine = fixtures.with(token, { sso_client = "robot", sso_sub = "robot", sso_email = "" })
  for _, case in ipairs({
    { "a token for this audience", {}, helper, token, true },
    { "a token for another audience", { api_audience = "other" }, helper, token, false },
    { "a token, and the option is off", { api_audience = none }, helper, token, false },
    { "a token without an audience, and the option is empty", { api_audience = "" }, helper, fixtures.with(token, { sso_audience = none }), false },
    { "a listed client", { api_client = { "x", "home" } }, helper, token, true },
    { "a client that is listed no more", { api_client = "x" }, helper, token, false },
    { "a role that is for people alone now", {}, kid, token, false },
    { "a login, and a role for programs alone", {}, fixtures.with(helper, { access = { "api" } }), {}, false },
    { "a client for itself", {}, helper, machine, true },
    { "a client for itself that the role lists no more", {}, fixtures.with(helper, { client = { "x" } }), machine, false },
    { "a client for itself whose sub the role lists", {},
      fixtures.with(helper, { client = none, sub = { "robot" }, sub_issuer = fixtures.issuer }), machine, false },
    { "a user with a client's token, which the role lists", {}, fixtures.with(helper, { email = none, client = { "home" } }), token, false },
  }) do
    it(("by %s: the session %s"):format(case[1], case[5] and "stays" or "ends"), function()
      local io, world = world_of({ case[3] }, fixtures.with({ api_audience = "https://router.example/" }, case[2]))
      add(world, "kid", case[4])
      assert.equal(case[5] and 0 or 1, reconcile.reconcile(io).data.ended)
    end)
  end

  it("ends all sessions while single sign-on is off", function()
    for _, enabled in ipairs({ "0", none, "yes" }) do
      local io, world = world_of({ kid }, { enabled = enabled })
      add(world, "kid")
      assert.equal(1, reconcile.reconcile(io).data.ended)
      assert.same({}, world.sessions)
    end
  end)

  it("logs user and reason, or only hashes of the user", function()
    for identity, words in pairs({ ["1"] = "email=bob@example.org sub=b", ["0"] = "email_id=%x+ sub_id=%x+" }) do
      local io, world = world_of({ boss }, { log_identity = identity })
      add(world, "kid")
      reconcile.reconcile(io)
      assert.matches("^LOGOUT by=roles " .. words .. " role=kid session=%x+$", world.log_text())
      assert.equal("notice", world.logs[1].level)
    end
  end)

  it("makes rpcd's sections those of the usable roles, and names the others", function()
    local io, world = world_of({ boss, fixtures.with(kid, { name = "root" }) })
    assert.equal("unauthenticated + luci-base", rights_of(world, "boss"))
    assert.equal(2, #world.uci.rpcd)
    assert.equal("RPCD_LOGIN_CONFLICT role=root section=cfg01", world.log_text())
    assert.is_true(reconcile.reconcile(io).ok)
  end)

  it("makes a role that is wrong void, names it, and keeps the others", function()
    local io, world = world_of({ boss, kid })
    add(world, "kid")
    world.uci["sso-login"][3].options.access = { "ssh" }
    assert.same({ is_written = true, ended = 1 }, outcome(reconcile.reconcile(io)))
    assert.matches('CONFIG_ERROR must="name nothing but web, api" option=access role=kid', world.log_text(), 1, true)
    assert.same({ "unauthenticated + luci-base" }, { rights_of(world, "boss"), rights_of(world, "kid") })
  end)

  it("changes nothing where a package is empty or cannot be read", function()
    for _, name in ipairs({ "sso-login", "rpcd" }) do
      for _, left in ipairs({ {}, none }) do
        local io, world = world_of({ kid })
        add(world, "kid")
        world.uci = fixtures.with(world.uci, { [name] = left })
        local before = mock.copy(world.uci.rpcd)
        local refused = reconcile.reconcile(io)
        assert.same({ "CONFIG_ERROR", name }, { refused.error, refused.details.config })
        assert.is_truthy(next(world.sessions))
        assert.same({ before, { "rpcd" } }, { world.uci.rpcd, world.commits })
        assert.is_false(open(io, boss).ok)
      end
    end
  end)

  it("writes no section while an old session cannot be ended", function()
    for _, method in ipairs({ "list", "destroy" }) do
      local io, world = world_of({ kid })
      add(world, "kid")
      world.uci["sso-login"] = fixtures.sections({}, { fixtures.with(boss, { name = "kid" }) })
      world.ubus_fail(method)
      assert.same({ ok = false, error = "UBUS_LOGIN_FAILED", details = { method = method } }, reconcile.reconcile(io))
      assert.equal("sso-login-base unauthenticated", rights_of(world, "kid"))
    end
  end)

  it("ends the other old sessions where one cannot be ended", function()
    local io, world = world_of({ kid })
    local stays = add(world, "kid")
    local list, call = { add(world, "kid", { sso_sub = "c" }), add(world, "kid", { sso_sub = "d" }) }, io.ubus_call
    world.uci["sso-login"] = fixtures.sections({}, { fixtures.with(boss, { name = "kid" }) })
    io.ubus_call = function(object, method, args)
      local is_refused = method == "destroy" and args.ubus_rpc_session == stays
      return is_refused and { ok = false, error = "UBUS_ERROR", details = { status = 9 } } or call(object, method, args)
    end
    assert.equal("UBUS_LOGIN_FAILED", reconcile.reconcile(io).error)
    assert.same({ true, false, false }, { world.sessions[stays] ~= nil, world.sessions[list[1]] ~= nil, world.sessions[list[2]] ~= nil })
  end)

  it("ends sessions that another process created while the sections were written", function()
    local io, world = world_of({ kid })
    world.uci["sso-login"] = fixtures.sections({}, { fixtures.with(boss, { name = "kid" }) })
    world.before("uci_commit", function() add(world, "kid") end)
    assert.same({ is_written = true, ended = 1 }, outcome(reconcile.reconcile(io)))
    assert.same({}, world.sessions)
  end)

  it("waits for other processes, for a limited time", function()
    local io, world = world_of({ kid })
    world.uci["sso-login"] = fixtures.sections({}, { boss })
    local before = world.clock
    world.fail("lock", 2)
    assert.is_true(reconcile.reconcile(io).data.is_written)
    assert.is_true(math.abs(world.clock - before - 0.2) < 0.001)
    world.fail("lock", 29)
    assert.is_true(reconcile.reconcile(io).ok)
    world.fail("lock", 30)
    assert.same({ ok = false, error = "UCI_ERROR", details = { reason = "another process holds upkeep.lock" } }, reconcile.reconcile(io))
    assert.is_string(world.text(io.paths.run_dir .. "/upkeep.lock"))
  end)
end)

describe("session_opening.open, before the session,", function()
  -- Changes saved without a sync, as the login finds them: the session would get the old section's rights at a reload.
  for name, case in pairs({
    ["a new role"] = { { boss }, { kid }, "kid" },
    ["a narrowed role"] = { { fixtures.with(boss, { name = "kid" }) }, { kid }, "kid" },
    ["a renamed role"] = { { boss, fixtures.with(boss, { name = "kid" }) }, { fixtures.with(boss, { name = "x" }), kid }, "kid" },
    ["swapped roles"] = { { boss, kid }, { fixtures.with(kid, { name = "boss" }), fixtures.with(boss, { name = "kid" }) }, "boss" },
  }) do
    it(name .. ": the sections are written first", function()
      local io, world = world_of(case[1])
      world.uci["sso-login"] = fixtures.sections({}, case[2])
      local role = case[2][1].name == case[3] and case[2][1] or case[2][2]
      assert.is_true(open(io, role).ok)
      assert.equal("sso-login-base unauthenticated", rights_of(world, case[3]))
    end)
  end

  it("keeps the hash of the login's settings for an administrator while passwords are off, and for no other session", function()
    local chief = fixtures.with(boss, { email = kid.email })
    for _, case in ipairs({ { chief, "off", "hash" }, { kid, "off" }, { chief, "on" } }) do
      local io, world = world_of({ case[1] }, { password_login = case[2] })
      assert.equal(case[3], world.sessions[open(io, case[1], "hash").data.sid].data.sso_proof)
    end
  end)

  it("writes no section that is up to date", function()
    local io, world = world_of({ kid, boss })
    assert.is_true(open(io, kid).ok)
    assert.same({ "rpcd" }, world.commits)
    assert.equal(1, world.calls.lock)
  end)

  it("refuses the login where sections cannot be written, and names the failure", function()
    local io, world = world_of({ boss })
    world.uci["sso-login"] = fixtures.sections({}, { kid })
    world.fail("uci_commit")
    local reason = "rpcd's login section is behind the roles"
    assert.same(
      { ok = false, error = "UBUS_LOGIN_FAILED", details = { reason = reason, role = "kid", cause = "UCI_ERROR",
        cause_reason = "cannot be written" } },
      open(io, kid)
    )
  end)

  it("refuses a role that has changed since the login read it", function()
    local io = world_of({ kid })
    local refused = open(io, fixtures.with(kid, { read = {} }))
    assert.same({ reason = "rpcd's login section is behind the roles", role = "kid" }, refused.details)
  end)
end)

describe("session_opening.open, after the session was created,", function()
  it("is refused where the lists of any of its roles have changed, whatever rpcd's section of the first", function()
    for _, changed in ipairs({ "read", "write", "both", "gone" }) do
      local second = fixtures.with(kid, { name = "second", read = { "a" }, write = { "b" } })
      local io, world = world_of({ kid, second })
      world.before("ubus_call", function(_, method)
        local options = world.uci["sso-login"][3] and world.uci["sso-login"][3].options
        if method == "grant" and changed == "gone" then
          world.uci["sso-login"][3] = nil
        elseif method == "grant" then
          options.read = changed ~= "write" and { "a", "c" } or options.read
          options.write = changed ~= "read" and none or options.write
        end
      end)
      local match = fixtures.with(kid, { role_name = "kid", roles = { kid, second }, groups = {}, write = {} })
      local opening = { user = { email = "bob@example.org", sub = "b" }, who = {} }
      local refused = session_opening.open(io, fixtures.config(), match, opening, function() return { ok = true } end)
      assert.same({ "the configuration changed during the login", {} }, { refused.details and refused.details.reason, world.sessions })
    end
  end)

  it("is checked with its rights before LuCI knows it, and ends where it cannot be made known", function()
    local io, world = world_of({ kid })
    local seen
    world.before("ubus_call", function(_, method)
      if method == "get" then
        local session = select(2, next(world.sessions))
        seen = { session.data.token or "unknown", session.grants ~= nil }
        world.ubus_fail("set", 6)
      end
    end)
    assert.same({ ok = false, error = "UBUS_LOGIN_FAILED", meaning = "denied", details = { method = "set", status = 6 } }, open(io, kid))
    assert.same({ { "unknown", true }, {} }, { seen, world.sessions })
  end)

  it("reads the service's configuration and rpcd's once", function()
    local io, world = world_of({ kid })
    local before
    world.before("ubus_call", function(_, method) before = method == "create" and world.calls.uci_sections or before end)
    assert.is_true(open(io, kid).ok)
    assert.equal(before + 2, world.calls.uci_sections)
  end)

  for name, change in pairs({
    ["the user lost the role"] = { "create", function(world) world.uci["sso-login"] = fixtures.sections({}, { boss }) end },
    ["single sign-on was switched off"] = { "create", function(world) world.uci["sso-login"][1].options.enabled = "0" end },
    ["the configuration broke"] = { "create", function(world) world.uci_broken["sso-login"] = "Parse error" end },
    ["the section changed"] = { "create", function(world) world.uci.rpcd[2].options.read = { "*" } end },
    ["rpcd lost what the session holds"] = { "get", function(world) select(2, next(world.sessions)).data = { username = "kid" } end },
    ["rpcd lost the session"] = { "get", function(world) world.sessions = {} end },
  }) do
    it(name .. ": refused, and the session is ended", function()
      local io, world = world_of({ kid })
      world.before("ubus_call", function(_, method)
        if method == change[1] then
          change[2](world)
        end
      end)
      local details = { reason = "the configuration changed during the login" }
      assert.same({ ok = false, error = "UBUS_LOGIN_FAILED", details = details }, open(io, kid))
      assert.same({}, world.sessions)
    end)
  end
end)

describe("reconcile.reconcile gives live sessions what their roles give now", function()
  local groups = {
    look = { read = { uci = { "luci" } }, write = { uci = { "luci" } } },
    keys = { read = { uci = { "keys" }, file = { ["/etc/keys"] = { "read" } } } },
    more = { read = { ubus = { system = { "board" } } } },
  }

  --- A router with these groups, and a session of Bob's by roles, with the rights of now.
  local function router(roles)
    local io, world = scene.create({ roles = roles })
    world.put(io.paths.acl_dir .. "/more.json", cjson.encode(groups))
    local sid = add(world, roles[1].name, { sso_roles = fixtures.pluck(roles, "name") })
    assert.same({ "bob@example.org" }, reconcile.reconcile(io).data.users)
    world.logs, world.ubus_calls = {}, {}
    return io, world, sid
  end

  local function change(world, at, options)
    world.uci["sso-login"][at + 1].options = fixtures.with(world.uci["sso-login"][at + 1].options, options)
  end

  local look = fixtures.with(kid, { read = { "look" } })

  it("which costs the one call where nothing differs", function()
    local io, world, sid = router({ look })
    assert.same({ uci = { luci = { "read" } }, ["access-group"] = { look = { "read" } } }, world.sessions[sid].grants)
    assert.same({ ok = true, data = { is_written = false, ended = 0, users = {} } }, reconcile.reconcile(io))
    assert.same({ { "list" }, {} }, { fixtures.pluck(world.ubus_calls, "method"), world.logs })
  end)

  for _, case in ipairs({
    { "more", { read = { "look", "more" } }, { uci = { luci = { "read" } }, ubus = { system = { "board" } } }, "grant" },
    { "write", { write = { "look" } }, { uci = { luci = { "read", "write" } } }, "grant" },
    { "less", { read = none }, {}, "revoke" },
    { "something else", { read = { "more" } }, { ubus = { system = { "board" } } }, "revoke grant" },
  }) do
    it(("and a role that is changed to give %s takes effect, which is logged"):format(case[1]), function()
      local io, world, sid = router({ look })
      change(world, 1, case[2])
      assert.same({ ok = true, data = { is_written = true, ended = 0, users = { "bob@example.org" } } }, reconcile.reconcile(io))
      local grants = mock.copy(world.sessions[sid].grants)
      grants["access-group"] = nil
      assert.same(case[3], grants)
      assert.matches("^RIGHTS_CHANGED email=bob@example.org sub=b role=kid session=%x+$", world.log_text())
      local methods = {}
      for _, call in ipairs(world.ubus_calls) do
        methods[#methods + 1] = call.method ~= "list" and call.method ~= methods[#methods] and call.method or nil
      end
      assert.equal(case[4], table.concat(methods, " "))
    end)
  end

  it("of all its roles, also after rpcd gave it those of the first, or none", function()
    local second = fixtures.with(kid, { name = "second", read = { "keys" } })
    local other = fixtures.with(kid, { name = "other", read = { "more" } })
    local io, world, sid = router({ look, second, other })
    world.sessions[sid].data.sso_roles = { "kid", "second" }
    local both = { uci = { luci = { "read" }, keys = { "read" } }, file = { ["/etc/keys"] = { "read" } },
      ["access-group"] = { look = { "read" }, keys = { "read" } } }
    for _, left in ipairs({ {}, { uci = { luci = { "read" } } }, both }) do
      world.sessions[sid].grants = mock.copy(left)
      assert.is_true(reconcile.reconcile(io).ok)
      assert.same(both, world.sessions[sid].grants)
    end
  end)

  it("also where only a file of groups changed, or the sections cannot be written", function()
    local io, world, sid = router({ look })
    world.put(io.paths.acl_dir .. "/more.json", cjson.encode({ look = groups.more }))
    assert.same({ "bob@example.org" }, reconcile.reconcile(io).data.users)
    assert.same({ system = { "board" } }, world.sessions[sid].grants.ubus)
    assert.is_nil(world.sessions[sid].grants.uci)
    world.put(io.paths.acl_dir .. "/more.json", "{}")
    world.fail("uci_commit")
    assert.equal("UCI_ERROR", reconcile.reconcile(io).error)
    assert.same({}, world.sessions[sid].grants)
  end)

  for _, method in ipairs({ "revoke", "grant" }) do
    it(("or ends them, where %s fails"):format(method), function()
      local io, world, sid = router({ look })
      change(world, 1, { read = { "more" } })
      world.ubus_fail(method)
      assert.same({ ok = true, data = { is_written = true, ended = 1, users = {} } }, reconcile.reconcile(io))
      assert.is_nil(world.sessions[sid])
      assert.matches("^LOGOUT by=rights email=bob@example.org", world.log_text())
    end)
  end

  it("and says that one stays which can be neither changed nor ended, and goes on with the others", function()
    local io, world, sid = router({ look })
    local other = add(world, "kid", { sso_sub = "c" })
    change(world, 1, { read = { "more" } })
    local call = io.ubus_call
    io.ubus_call = function(object, method, args)
      if args.ubus_rpc_session == sid and (method == "revoke" or method == "destroy") then
        return { ok = false, error = "UBUS_ERROR", details = { status = 9 } }
      end
      return call(object, method, args)
    end
    assert.same({ ok = false, error = "UBUS_LOGIN_FAILED", details = { method = "revoke", status = 9 } }, reconcile.reconcile(io))
    assert.same({ system = { "board" } }, world.sessions[other].grants.ubus)
  end)

  it("and passes by one that has ended meanwhile", function()
    local io, world, sid = router({ look })
    change(world, 1, { read = { "more" } })
    world.before("ubus_call", function() world.sessions[sid] = nil end)
    assert.same({ ok = true, data = { is_written = true, ended = 0, users = {} } }, reconcile.reconcile(io))
    assert.same({}, world.logs)
  end)

  it("but neither ends nor changes the session whose change waits for its confirmation", function()
    for _, case in ipairs({ { true, true, true }, { true, false, false }, { false, true, false } }) do
      local io, world, sid = router({ look })
      local confirm = fixtures.unconfirmed(io, world, case[2] and sid or ("f"):rep(32))
      if not case[1] then
        confirm()
      end
      change(world, 1, { read = { "more" } })
      reconcile.reconcile(io)
      assert.equal(case[3], world.sessions[sid].grants.uci ~= nil)
      table.remove(world.uci["sso-login"], 2)
      reconcile.reconcile(io)
      assert.equal(case[3], world.sessions[sid] ~= nil)
    end
  end)

  it("and lag_of tells beforehand", function()
    local io, world, sid = router({ look })
    assert.same({ is_behind = false, sessions = {} }, reconcile.lag_of(io))
    world.sessions[sid].grants.uci.luci = { "write" }
    local lag = reconcile.lag_of(io)
    assert.same({ false, { sid } }, { lag.is_behind, fixtures.pluck(lag.sessions, "sid") })
    change(world, 1, { read = { "look", "more" } })
    assert.is_true(reconcile.lag_of(io).is_behind)
    table.remove(world.uci["sso-login"], 2)
    assert.same({ is_behind = true, sessions = {} }, reconcile.lag_of(io))
    reconcile.reconcile(io)
    assert.same({ is_behind = false, sessions = {} }, reconcile.lag_of(io))
    world.ubus_fail("list")
    assert.same({ is_behind = false, sessions = {} }, reconcile.lag_of(io))
    world.uci_broken["sso-login"] = "I/O error"
    assert.same({ is_behind = false, sessions = {} }, reconcile.lag_of(io))
    assert.equal(0, #world.calls_of("grant"))
  end)

  it("and none those of roles whose names are alike when they are joined", function()
    local roles = { fixtures.with(kid, { name = "k", read = { "more" } }), fixtures.with(look, { name = "kk" }) }
    local io, world, sid = router(roles)
    local other = add(world, "kk")
    assert.is_true(reconcile.reconcile(io).ok)
    assert.same({ system = { "board" } }, world.sessions[sid].grants.ubus)
    assert.is_nil(world.sessions[other].grants.ubus)
  end)

  it("waits for rpcd, and reports that it does not answer", function()
    local io, world = router({ look })
    world.ubus_fail("list")
    local slept = {}
    io.sleep = function(seconds) slept[#slept + 1] = seconds end
    assert.equal("UBUS_LOGIN_FAILED", reconcile.reconcile(io).error)
    assert.same({ { 2, 2 }, 3 }, { slept, #world.calls_of("list") })
  end)
end)

it("ending.after_login ends the sessions that the browser sent, but not the new one", function()
  local io, world = world_of({ kid })
  local fresh, old = add(world, "kid"), add(world, "kid", { sso_issuer = none, username = "root", sso_roles = none })
  session_ending.after_login(io, fresh, true, { sessions = { old, fresh } })
  assert.is_nil(world.sessions[old])
  assert.is_table(world.sessions[fresh])
  assert.matches("^LOGOUT by=login email=bob@example.org sub=b role=root session=%x+$", world.log_text())
  world.ubus_calls = {}
  session_ending.after_login(io, fresh, true, { sessions = { old } })
  assert.equal(1, #world.calls_of("get"))
  session_ending.after_login(io, fresh, true, { sessions = { old, "x" } })
  assert.equal(1, #world.logs)
end)

it("ending.after_login ends the session of the browser's last login, which then does not count, but not the new one", function()
  local io, world = world_of({ kid })
  local login = { sso_own_site = true, sso_cookie_hash = hash.hash_sha256_hex("value"), sso_login_time = world.now }
  local fresh, last = add(world, "kid", login), add(world, "kid", login)
  for age = 1, 9 do
    add(world, "kid", { sso_own_site = true, sso_login_time = world.now - age })
  end
  session_ending.after_login(io, fresh, true, { sessions = {}, last_login = { value = "value" } })
  assert.is_nil(world.sessions[last])
  assert.is_table(world.sessions[fresh])
  assert.equal(1, #world.logs)
end)

describe("ending.after_exchange", function()
  it("leaves a subject ten sessions including the new one", function()
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
    session_ending.after_exchange(io, fresh)
    for age = 1, 12 do
      assert.equal(age < 10, world.sessions[own[age]] ~= nil, age)
    end
    for _, sid in ipairs({ fresh, unpack(others) }) do
      assert.is_table(world.sessions[sid])
    end
    assert.equal(3, #world.logs)
    assert.matches("^LOGOUT by=limit ", world.logs[1].line)
    session_ending.after_exchange(io, fresh)
    assert.equal(3, #world.logs)
  end)

  it("ends the one that is idle longest, which may be the newest", function()
    local io, world = world_of({ kid })
    local own = {}
    for age = 1, 11 do
      own[age] = add(world, "kid", { sso_login_time = world.now - age })
      world.sessions[own[age]].expires = 1000 + age
    end
    session_ending.after_exchange(io, own[11])
    assert.same({ false, true, true }, { world.sessions[own[1]] ~= nil, world.sessions[own[2]] ~= nil, world.sessions[own[10]] ~= nil })
  end)

  it("counts logins that another site may have begun for themselves", function()
    for _, own_site in ipairs({ true, false, "true" }) do
      local io, world = world_of({ kid })
      local former, forced = add(world, "kid", { sso_own_site = true, sso_login_time = 1 }), add(world, "kid", { sso_login_time = 2 })
      local fresh
      for age = 1, 10 do
        fresh = add(world, "kid", { sso_own_site = own_site, sso_login_time = world.now - age })
      end
      session_ending.after_exchange(io, fresh)
      assert.same({ own_site ~= true, own_site == true }, { world.sessions[former] ~= nil, world.sessions[forced] ~= nil })
      assert.equal(1, #world.logs)
    end
  end)

  it("counts programs' sessions for themselves, and ends those that are used least", function()
    local io, world = world_of({ kid })
    local login, idle, fresh = add(world, "kid"), nil, nil
    for age = 1, 11 do
      fresh = add(world, "kid", { sso_client = "c", sso_login_time = world.now - age })
      idle = age == 6 and fresh or idle
      world.sessions[fresh].expires = age == 6 and 1000 or 2000 - age
    end
    session_ending.after_exchange(io, fresh)
    assert.same({ true, false, 1 }, { world.sessions[login] ~= nil, world.sessions[idle] ~= nil, #world.logs })
  end)

  it("treats a session without a time as the oldest", function()
    local io, world = world_of({ kid })
    local timeless = add(world, "kid")
    local fresh
    for age = 1, 10 do
      fresh = add(world, "kid", { sso_login_time = world.now - age })
    end
    session_ending.after_exchange(io, fresh)
    assert.is_nil(world.sessions[timeless])
    assert.equal(1, #world.logs)
  end)

  it("does nothing where rpcd does not answer", function()
    local io, world = world_of({ kid })
    world.ubus_fail("list")
    session_ending.after_exchange(io, ("a"):rep(32))
    assert.same({}, world.logs)
    -- It may have to be ended.
    assert.same({ "signal", "set" }, { world.ubus_calls[#world.ubus_calls - 1].method, world.ubus_calls[#world.ubus_calls].method })
  end)
end)

describe("ending.expire", function()
  local function overdue(limit, since)
    local io, world = world_of({ kid }, { session_max_lifetime = limit })
    add(world, "kid", { sso_login_time = since and world.now + since })
    return session_ending.expire(io).data, world
  end

  it("ends a session at that age, or one whose age is not known", function()
    for _, case in ipairs({ { -299, 0 }, { -300, 1 }, { 0, 0 }, { 299, 0 }, { 300, 1 }, { false, 1 } }) do
      local ended, world = overdue("300", case[1])
      assert.equal(case[2], ended)
      assert.equal(1 - case[2], next(world.sessions) and 1 or 0)
    end
  end)

  it("ends no session by an option whose change it has yet to confirm, but by its token", function()
    for _, case in ipairs({ { session_max_lifetime = "300" }, { session_revalidate = "300" }, {} }) do
      local io, world = world_of({ kid }, case)
      local values = { sso_login_time = world.now - 3600, sso_issuer = fixtures.issuer, sso_end = next(case) == nil and world.now or nil }
      local sid, other = add(world, "kid", values), add(world, "kid", values)
      local confirm = fixtures.unconfirmed(io, world, sid)
      session_ending.expire(io)
      assert.same({ next(case) ~= nil, false }, { world.sessions[sid] ~= nil, world.sessions[other] ~= nil })
      confirm()
      session_ending.expire(io)
      assert.is_nil(world.sessions[sid])
    end
  end)

  it("measures the age by the clock that does not jump, where a session has its moment", function()
    for age, is_over in pairs({ [299] = false, [300] = true }) do
      local io, world = world_of({ kid }, { session_max_lifetime = "300" })
      local sid = add(world, "kid", { sso_login_time = world.now, sso_login_uptime = world.clock })
      world.clock, world.now = world.clock + age, world.now - 86400
      session_ending.expire(io)
      world.now = world.now + 3 * 86400
      session_ending.expire(io)
      assert.equal(is_over, world.sessions[sid] == nil)
    end
  end)

  it("ends a session whose moment no program of ours can have written", function()
    for moment, is_over in pairs({ [-1] = true, [0] = false, [99] = false, [101] = true }) do
      local io, world = world_of({ kid }, { session_max_lifetime = "300" })
      world.clock = 100
      local sid = add(world, "kid", { sso_login_time = world.now, sso_login_uptime = moment })
      session_ending.expire(io)
      assert.equal(is_over, world.sessions[sid] == nil, moment)
    end
  end)

  it("ends a program's session when as much time has passed as its token had, also by a clock that went back", function()
    for passed, is_over in pairs({ [99] = false, [100] = true }) do
      local io, world = world_of({ kid })
      local sid = add(world, "kid", { sso_end = world.now + 100, sso_login_time = world.now, sso_login_uptime = world.clock })
      world.clock, world.now = world.clock + passed, world.now - 86400
      session_ending.expire(io)
      assert.equal(is_over, world.sessions[sid] == nil)
    end
  end)

  it("does nothing where the option is absent or wrong", function()
    for _, limit in ipairs({ none, "299", "2592001", "x", "" }) do
      assert.equal(0, (overdue(limit, -2592001)))
    end
    assert.equal(1, (overdue("2592000", -2592000)))
  end)

  it("leaves sessions of others, and counts only ended ones", function()
    local io, world = world_of({ kid }, { session_max_lifetime = "300" })
    world.add_session({ username = "root", token = "t" })
    assert.equal(0, session_ending.expire(io).data)
    add(world, "kid", { sso_login_time = world.now - 300 })
    world.ubus_fail("destroy")
    assert.equal(0, session_ending.expire(io).data)
    assert.same({}, world.logs)
  end)
end)
