--- rpcd_logins and rpcd_sync: the login sections in /etc/config/rpcd, and commit: the same on a flash that is full.
local fixtures = require("support.fixtures")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local rpcd_sync = require("sso_login.rpcd.rpcd_sync")
local mock = require("support.mock")

local none = fixtures.none
local function read(io) return rpcd_logins.read_sections(io).data end

local changed, unchanged = { ok = true, data = true }, { ok = true, data = false }

local role = { name = "viewer", read = { "a", "b" }, write = { "w" } }
local right = { username = "viewer", password = "!", read = { "a", "b", "unauthenticated" }, write = { "w" } }

local function with(...)
  local io, world = mock.create()
  world.uci.rpcd = { ... }
  return io, world
end

local function section(options, kind, name)
  return { name = name or "sso_login_viewer", type = kind or "login", anonymous = false, options = fixtures.with(right, options) }
end

describe("rpcd_logins", function()
  it("leaves a section that is right", function()
    local io, world = with(section())
    assert.same(unchanged, rpcd_sync.sync(io, { role }))
    assert.same({}, world.commits)
  end)

  for what, wrong in pairs({
    ["another password as long"] = section({ password = "x" }), ["a list as password"] = section({ password = { "!" } }),
    ["no password"] = section({ password = none }), ["another user name as long"] = section({ username = "viewes" }),
    ["a text as long as the list has entries"] = section({ read = "abc" }),
    ["another first entry"] = section({ read = { "x", "b", "unauthenticated" } }),
    ["another last entry"] = section({ read = { "a", "b", "x" } }),
    ["one entry too few, the last"] = section({ read = { "a", "b" } }),
    ["one entry too many, the last"] = section({ read = { "a", "b", "unauthenticated", "x" } }),
    ["no list"] = section({ write = none }), ["an option too many"] = section({ timeout = "5" }),
    ["another type"] = section({}, "user"), ["another name, which goes"] = section({}, "login", "sso_login_gone"),
  }) do
    it("repairs a section with " .. what, function()
      local io, world = with(wrong)
      assert.same(changed, rpcd_sync.sync(io, { role }))
      assert.same({ section() }, world.uci.rpcd)
      assert.same({ "rpcd" }, world.commits)
    end)
  end

  for _, case in ipairs({
    { "uci_delete", section({}, "user"), "sso_login_viewer" }, { "uci_delete", section({}, "login", "sso_login_x"), "sso_login_x" },
    { "uci_add", section({}, "user"), "sso_login_viewer" }, { "uci_set", section({}, "user"), "sso_login_viewer" },
  }) do
    it(("names the section %q where %s fails"):format(case[3], case[1]), function()
      local io, world = with(case[2])
      world.fail(case[1], 1)
      assert.same({ ok = false, error = "UCI_ERROR", details = { config = "rpcd", section = case[3] } }, rpcd_sync.sync(io, { role }))
      assert.same({}, world.commits)
    end)
  end

  it("returns the user names of foreign login sections as local logins", function()
    assert.same({}, rpcd_logins.local_logins({}))
    assert.same({ "root", "guest" }, rpcd_logins.local_logins(read(with(
      section({ username = "root" }, "login", "a"), section({}, "login", "sso_login_admin"),
      section({ username = { "two", "names" } }, "login", "b"), section({ username = none }, "login", "c"),
      section({ username = "other" }, "rpcd", "d"), section({ username = "guest" }, "login", "my_sso_login_x")
    ))))
  end)

  it("leaves out roles with the name of a local login, and logs them", function()
    local all = { { name = "root" }, role, { name = "other" } }
    local io, world = with(section({}, "login", "foreign"), section({ username = "other" }, "user", "x"),
      section({ username = "other" }, "login", "sso_login_y"))
    assert.same({ { name = "other" } }, rpcd_logins.usable_roles(read(io), all))
    rpcd_logins.warn_of_conflicts(io, read(io), all)
    assert.equal("RPCD_LOGIN_CONFLICT role=root\nRPCD_LOGIN_CONFLICT role=viewer section=foreign", world.log_text())
    assert.equal("warning", world.logs[1].level)
    -- root is reserved even where rpcd cannot be read.
    assert.same({ role, { name = "other" } }, rpcd_logins.usable_roles({}, all))
  end)

  for what, case in pairs({
    ["the role's own section"] = { true, section() },
    ["the role's own section after others"] = { true, section({ username = "x" }, "login", "y"), section({}, "user", "z"), section() },
    ["no section"] = { false }, ["other lists"] = { false, section({ read = { "*" } }) },
    ["another section of its name before it"] = { false, section({}, "login", "sso_login_x"), section() },
    ["a section of another type"] = { false, section({}, "user") },
  }) do
    it(("reports whether a role's section is up to date: %s, %s"):format(what, tostring(case[1])), function()
      assert.equal(case[1], rpcd_logins.is_first_and_current({ unpack(case, 2) }, role))
    end)
  end

  it("reports nothing for a package that cannot be read or is empty", function()
    for _, sections in ipairs({ none, {} }) do
      local io, world = with(section())
      world.uci = fixtures.with(world.uci, { rpcd = sections })
      assert.equal("CONFIG_ERROR", rpcd_logins.read_sections(io).error)
      assert.equal("CONFIG_ERROR", rpcd_sync.sync(io, {}).error)
      assert.same({}, world.commits)
    end
  end)
end)

--- Does to the file what a full flash does: UCI says that it has written it.
local function full_flash(io, world, left)
  local commit = io.uci_commit
  io.uci_commit = function(config)
    commit(config)
    world.uci[config] = left
    return true
  end
end

describe("rpcd_sync.sync on a full flash", function()
  local root = mock.root_login()

  it("tests the room first, and leaves no file of that", function()
    local io, world = with(root)
    local tried
    world.before("write_file", function(_, text) tried = tried or text end)
    assert.is_true(rpcd_sync.sync(io, { role }).ok)
    local lines = "config login 'sso_login_viewer' username password viewer\n\tlist write 'a'\n\tlist write 'b'\n"
    assert.equal(lines .. "\tlist write 'unauthenticated'\n\tlist write 'w'", tried:match("config login.*"))
    assert.same({ root, section() }, world.uci.rpcd)
    assert.is_nil(io.list_dir("/etc/config")[1])
    io, world = with(root)
    world.fail("write_file", 1)
    assert.same({ config = "rpcd", reason = "no room on the flash" }, rpcd_sync.sync(io, { role }).details)
    assert.same({ {}, { root } }, { world.commits, world.uci.rpcd })
  end)

  it("removes only the files of a process that was killed during that test", function()
    local io, world = with(root)
    for _, name in ipairs({ ".sso-login.room", ".sso-login.room.123.tmp", ".sso-login.roo", "network" }) do
      world.put("/etc/config/" .. name, "x")
    end
    assert.is_true(rpcd_sync.sync(io, { role }).ok)
    assert.same({ ".sso-login.roo", "network" }, io.list_dir("/etc/config"))
  end)

  for what, left in pairs({ empty = {}, ["cut after the first section"] = { root }, ["without root"] = { section() },
    ["with root as another type"] = { fixtures.with(root, { type = "other" }), section() } }) do
    it("writes a file that is " .. what .. " as it was", function()
      local io, world = with(root, section({}, "login", "sso_login_gone"))
      full_flash(io, world, left)
      local reason = "it could not be written whole, and is as it was"
      assert.same({ ok = false, error = "UCI_ERROR", details = { config = "rpcd", reason = reason } }, rpcd_sync.sync(io, { role }))
      assert.same({ root, section({}, "login", "sso_login_gone") }, world.uci.rpcd)
      assert.same({}, world.logs)
    end)
  end

  it("keeps sections that another process adds meanwhile", function()
    local io, world = with(root)
    local guest = section({ username = "guest" }, "login", "guest")
    full_flash(io, world, { root, guest, section() })
    assert.is_true(rpcd_sync.sync(io, { role }).ok)
  end)
end)
