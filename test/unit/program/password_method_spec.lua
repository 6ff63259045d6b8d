--- The ubus method `password_login`, and what `get` says of passwords.
local fixtures = require("support.fixtures")
local method = require("sso_login.program.password_method")
local mock = require("support.mock")
local trial = require("sso_login.session.password_trial")

local hour = 3600

local function section(name, options)
  return { name = name, type = "login", anonymous = false, options = fixtures.with({ username = name, read = { "*" }, write = { "*" } }, options) }
end

--- Root and guest have passwords, of which guest's stays; closed has none.
local function world_of()
  local io, world = mock.create()
  world.uci.rpcd = { section("root", { password = "$p$root" }), section("guest", { password = "$p$guest" }), section("closed", { password = "!" }) }
  world.uci["sso-login"] = fixtures.sections({ password_user = { "guest" } }, {
    { name = "admin", email = { "Ada@b" }, read = { "*" }, write = { "*" } }, { name = "half", email = { "bob@b" }, write = { "x" } },
  })
  world.put(io.paths.acl_dir .. "/luci.json", '{"a":{"write":{"uci":["a"]}},"x":{"write":{"uci":["x"]}}}')
  return io, world
end

local function add_login(world, changes)
  return world.add_session(fixtures.with({
    token = "t", username = "admin", sso_issuer = fixtures.issuer, sso_email = "ada@b", sso_sub = "ada", sso_roles = { "admin" },
    sso_login_time = world.now,
  }, changes))
end

local function call(io, state, sid, end_sessions)
  local answered = method.call(io, { state = state, ubus_rpc_session = sid, end_sessions = end_sessions })
  return answered.ok and answered.data or { answered.error, answered.details }
end

local function refused(reason) return { "PASSWORD_LOGIN_REFUSED", { reason = reason } } end

describe("password_login", function()
  it("turns passwords off on trial, confirms after a new login, and turns them on for whoever may call it", function()
    local io, world = world_of()
    local sid = add_login(world)
    assert.same(refused("not_sso"), call(io, "off"))
    assert.same(refused("not_everything"), call(io, "off", add_login(world, { sso_email = "bob@b", sso_roles = { "half" } })))
    assert.same({ state = "trial", seconds_left = 600, ended = 0 }, call(io, "off", sid))
    assert.same(refused("state"), call(io, "off", sid))
    assert.same(refused("same_login"), call(io, "confirm", sid))
    assert.same(refused("not_sso"), call(io, "confirm", "x"))
    assert.same({ state = "off", seconds_left = 0, ended = 0 }, call(io, "confirm", add_login(world)))
    assert.same({ state = "on", seconds_left = 0, ended = 0 }, call(io, "on"))
    local who, way = "by=session email=ada@b sub=ada user=admin ", 'users=root way_back="sso-login password-login on"'
    assert.equal("PASSWORD_LOGIN state=trial " .. who .. "seconds=600 " .. way .. "\nPASSWORD_LOGIN state=off " .. who .. way
      .. "\nPASSWORD_LOGIN state=on by=session users=root", world.log_text())
  end)

  it("takes no other state", function()
    for _, state in ipairs({ "", "trial", {} }) do
      assert.same({ "INVALID_REQUEST", "state is none of off, on, confirm" }, call((world_of()), state))
    end
  end)

  it("ends the sessions of passwords that count no more, where that is wanted", function()
    local io, world = world_of()
    local sid = add_login(world)
    for _, name in ipairs({ "root", "guest", "root", "closed" }) do
      world.add_session({ username = name })
    end
    assert.same({ state = "on", seconds_left = 0, ended = 0 }, call(io, "on", sid, true))
    assert.same({ state = "trial", seconds_left = 600, ended = 0 }, call(io, "off", sid, "yes"))
    call(io, "on", sid)
    world.logs = {}
    assert.same({ state = "trial", seconds_left = 600, ended = 2 }, call(io, "off", sid, true))
    assert.matches("\nLOGOUT by=password_login user=root session=%x+\nLOGOUT by=password_login user=root session=%x+$", world.log_text())
  end)
end)

describe("what is said of passwords", function()
  it("is the state, the ways back, and the sessions that passwords opened", function()
    local io, world = world_of()
    world.put("/etc/shadow", "root::0")
    local sid = add_login(world)
    for name, token in pairs({ root = "t", guest = false, closed = false }) do
      world.add_session({ username = name, token = token or nil }, name)
    end
    world.sessions.guest.expires = 60
    local ends = world.now + hour
    local said = {
      state = "on", seconds_left = 0, confirm_refusal = "state", way_back = "none", root_without_password = true, single_administrator = true,
      password_sessions = {
        { who = "closed", ["until"] = ends, program = true, ends = false }, { who = "guest", ["until"] = world.now + 60, program = true, ends = false },
        { who = "root", ["until"] = ends, program = false, ends = true },
      },
    }
    assert.same(said, method.answer(io, sid))
    -- The number of a trial that is not the one of rpcd's sections counts for nothing.
    trial.begin(io, {})
    assert.same(fixtures.with(said, { refusal = "not_sso" }), method.answer(io, ""))
    call(io, "off", sid)
    world.clock = world.clock + 30
    said = fixtures.with(said, { state = "trial", seconds_left = 570, refusal = "state", confirm_refusal = "same_login" })
    assert.same(said, method.answer(io, sid))
    assert.same(fixtures.with(said, { confirm_refusal = fixtures.none }), method.answer(io, add_login(world)))
    -- Guest's password was refused before it was to stay: its sessions are not to end.
    world.uci.rpcd[2].options.password, world.uci.rpcd[2].options.sso_login_password = "!", "$p$guest"
    assert.same(said, method.answer(io, sid))
    world.uci_broken.rpcd = "Parse error"
    assert.same({ "on", "rpcd_unreadable", false }, { method.answer(io, sid).state, method.answer(io, sid).refusal, method.answer(io, sid).password_sessions[3].ends })
  end)
end)
