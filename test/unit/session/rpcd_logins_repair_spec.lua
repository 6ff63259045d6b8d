--- rpcd_logins: sections of ours with one thing wrong, and writes that fail, on the mock.
local fixtures = require("support.fixtures")
local logins = require("sso_login.session.rpcd_logins")
local mock = require("support.mock")

local none = fixtures.none
local role = { name = "viewer", read = { "a", "b" }, write = { "w" } }
local right = { username = "viewer", password = "!", read = { "a", "b", "unauthenticated" }, write = { "w" } }

--- A world whose package rpcd has these sections.
local function with(...)
  local io, world = mock.create()
  world.uci.rpcd = { ... }
  return io, world
end

local function section(options, kind, name)
  return { name = name or "sso_login_viewer", type = kind or "login", anonymous = false, options = fixtures.with(right, options) }
end

local function failed(name)
  return { ok = false, error = "UCI_ERROR", details = { config = "rpcd", section = name } }
end

describe("rpcd_logins.sync", function()
  it("leaves a section that is right", function()
    local io, world = with(section())
    assert.same({ ok = true, data = { changed = false } }, logins.sync(io, { role }))
    assert.same({}, world.commits)
  end)

  for what, wrong in pairs({
    ["another password as long"] = section({ password = "x" }),
    ["a list as password"] = section({ password = { "!" } }),
    ["no password"] = section({ password = none }),
    ["another user name as long"] = section({ username = "viewes" }),
    ["a text as long as the list has entries"] = section({ read = "abc" }),
    ["another first entry"] = section({ read = { "x", "b", "unauthenticated" } }),
    ["another last entry"] = section({ read = { "a", "b", "x" } }),
    ["one entry too few, the last"] = section({ read = { "a", "b" } }),
    ["one entry too many, the last"] = section({ read = { "a", "b", "unauthenticated", "x" } }),
    ["no list"] = section({ write = none }),
    ["an option too many"] = section({ timeout = "5" }),
    ["another type"] = section({}, "user"),
  }) do
    it("repairs one with " .. what, function()
      local io, world = with(wrong)
      assert.same({ ok = true, data = { changed = true } }, logins.sync(io, { role }))
      assert.same({ section() }, world.uci.rpcd)
      assert.same({ "rpcd" }, world.commits)
    end)
  end

  it("writes when one section goes and one comes", function()
    local io, world = with(section({}, "login", "sso_login_gone"))
    assert.same({ ok = true, data = { changed = true } }, logins.sync(io, { role }))
    assert.same({ section() }, world.uci.rpcd)
  end)

  for _, case in ipairs({
    { "uci_delete", section({}, "user"), "sso_login_viewer" }, { "uci_delete", section({}, "login", "sso_login_x"), "sso_login_x" },
    { "uci_add", section({}, "user"), "sso_login_viewer" }, { "uci_set", section({}, "user"), "sso_login_viewer" },
    { "uci_commit", section({}, "user"), "" },
  }) do
    it(("names the section %q where %s fails"):format(case[3], case[1]), function()
      local io, world = with(case[2])
      world.fail(case[1], 1)
      assert.same(failed(case[3]), logins.sync(io, { role }))
      assert.same({}, world.commits)
    end)
  end
end)

describe("rpcd_logins.local_logins", function()
  it("are the user names of login sections that are not this service's", function()
    assert.same({}, logins.local_logins(logins.read(mock.create())))
    assert.same({ "root", "guest" }, logins.local_logins(logins.read(with(
      section({ username = "root" }, "login", "a"), section({}, "login", "sso_login_admin"),
      section({ username = { "two", "names" } }, "login", "b"), section({ username = none }, "login", "c"),
      section({ username = "other" }, "rpcd", "d"), section({ username = "guest" }, "login", "my_sso_login_x")
    ))))
  end)
end)

describe("rpcd_logins and roles with the name of a local login", function()
  local foreign = section({}, "login", "foreign")
  local all = { { name = "root" }, role, { name = "other" } }

  it("leaves these out alone, and logs them", function()
    local io, world = with(foreign, section({ username = "other" }, "user", "x"), section({ username = "other" }, "login", "sso_login_y"))
    assert.same({ { name = "other" } }, logins.usable_roles(logins.read(io), all))
    logins.warn_of_conflicts(io, logins.read(io), all)
    assert.equal("RPCD_LOGIN_CONFLICT role=root\nRPCD_LOGIN_CONFLICT role=viewer section=foreign", world.log_text())
    assert.equal("warning", world.logs[1].level)
  end)

  it("root is reserved even where rpcd cannot be read", function()
    assert.same({ role, { name = "other" } }, logins.usable_roles(logins.read(mock.create()), all))
  end)
end)

describe("rpcd_logins.is_in_step", function()
  for what, case in pairs({
    ["the role's own section"] = { { section() }, true },
    ["the role's own section behind others"] = { { section({ username = "x" }, "login", "y"), section({}, "user", "z"), section() }, true },
    ["no section"] = { {}, false },
    ["other lists"] = { { section({ read = { "*" } }) }, false },
    ["another section of its name before it"] = { { section({}, "login", "sso_login_x"), section() }, false },
    ["a section of another type"] = { { section({}, "user") }, false },
  }) do
    it(("%s: %s"):format(what, tostring(case[2])), function()
      assert.equal(case[2], logins.is_in_step(logins.read(with(unpack(case[1]))), role))
    end)
  end

  it("not where the package cannot be read", function() assert.is_false(logins.is_in_step(logins.read(mock.create()), role)) end)
end)
