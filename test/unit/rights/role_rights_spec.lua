local cjson = require("cjson")
local acl = require("sso_login.rights.acl")
local mock = require("support.mock")
local role_rights = require("sso_login.rights.role_rights")

local groups = {
  ["luci-base"] = {
    read = { file = { ["/"] = { "list" }, ["/*"] = { "list" } }, ubus = { uci = { "changes", "get" } } },
    write = { uci = { "luci" }, ubus = { uci = { "set", "apply" } } },
  },
  app = { read = { ubus = { app = { "unknown" } } }, write = { uci = { "app" } } },
  ["sso-login-base"] = { read = { ["access-group"] = { ["luci-base"] = { "read" } }, ubus = { uci = { "changes", "get" } } } },
  changes = { read = { uci = { "luci" } }, write = { uci = { "wireless" } } },
  keys = { read = { uci = { "wireless" } }, write = { ubus = { system = { "reboot" } } } },
  lists = { read = { file = { ["/t*"] = { "list" }, ["/x"] = { "list" } } } },
  look = { read = { uci = { "luci" } } },
  unauthenticated = { read = { ubus = { session = { "access" } } } },
  ["odd[b]"] = { read = { uci = { "luci" } } }, ["odd*"] = { read = { uci = { "luci" } } }, ["odd?"] = { read = { uci = { "luci" } } },
  ["odd\\a"] = { read = { uci = { "luci" } } }, ["!odd"] = { read = { uci = { "luci" } } }, ["line\nbreak"] = { read = { uci = { "luci" } } },
}

local function router()
  local io, world = mock.create()
  world.put(io.paths.acl_dir .. "/all.json", cjson.encode(groups))
  return io, acl.load_groups(io).groups
end

--- Lists of a role, and those that rpcd gets.
for _, case in ipairs({
  { { "luci-base", "look" }, {}, { "look", "sso-login-base" } },
  -- A role that has it by caution alone, or by another group's lists, is protected as one that looks.
  { { "luci-base", "app" }, {}, { "app", "sso-login-base" } },
  { { "luci-base" }, { "app" }, { "sso-login-base" }, { "app" } },
  { {}, { "luci-base" }, {}, { "sso-login-base" } },
  { { "!luci-base" }, { "luci-base" }, { "!sso-login-base" }, { "sso-login-base" } },
  { { "luci-base" }, { "changes" }, { "sso-login-base" }, { "changes" } },
  { { "l*" }, {}, { "look", "sso-login-base" } },
  { { "luci-base", "lists" }, {}, { "sso-login-base" } },
  { { "*" }, {}, { "app", "keys", "changes", "look", "sso-login-base" } },
  { { "*", "!lists" }, {}, { "app", "keys", "changes", "look", "sso-login-base" } },
  { { "*", "!lists", "!luci-base" }, {}, { "app", "keys", "changes", "look" } },
  { { "sso-login-base", "look", "gone", "odd[b]", "odd*", "line*" }, {}, { "look" } },
  { { "luci-base", "!unauthenticated" }, { "keys" }, { "sso-login-base", "!unauthenticated" }, { "keys" } },
  { { "luci-base", "! ke*" }, { "k*" }, { "!keys", "sso-login-base" }, { "keys" } },
  { { "*" }, { "*" }, {}, { "app", "changes", "keys", "lists", "look", "luci-base", "unauthenticated" } },
  { { "luci-base" }, { "changes", "l*" }, {}, { "changes", "lists", "look", "luci-base" } },
  { {}, {}, {} },
}) do
  it(("role_rights of a role that reads %s and writes %s"):format(table.concat(case[1], " "), table.concat(case[2], " ")), function()
    local io, known = router()
    local found = role_rights.of_role(io, known, { name = "r", read = case[1], write = case[2] })
    table.sort(found.read)
    table.sort(found.write)
    table.sort(case[3])
    assert.same({ name = "r", read = case[3], write = case[4] or {} }, found)
  end)
end

it("role_rights.grants_of_roles gives a role below full control no list of folders, and the rest of a group that has one", function()
  local io, known = router()
  local grants = role_rights.grants_of_roles(io, known, { { name = "r", read = { "*" } }, { name = "s", read = { "luci-base" } } })
  assert.same({ { "/x", "list" } }, grants.file)
  assert.same({ { "uci", "changes" }, { "uci", "get" } }, { grants.ubus[3], grants.ubus[4] })
  local names = {}
  for _, pair in ipairs(grants["access-group"]) do names[pair[1]] = pair[2] end
  assert.same({ "read", "read" }, { names["luci-base"], names.lists })
  local none = role_rights.grants_of_roles(io, known, { { name = "s", read = { "luci-base" } } })
  for scope in pairs(none) do assert.truthy(({ ubus = 1, ["access-group"] = 1 })[scope], scope) end
  local admin = { name = "a", write = { "luci-base", "changes" } }
  assert.same({ { "/", "list" }, { "/*", "list" } }, role_rights.grants_of_roles(io, known, { { name = "s" }, admin }).file)
end)

it("role_rights names a group of two files once, and leaves out a scope of which nothing stays", function()
  local io, world = mock.create()
  for name, permission in pairs({ ["a.json"] = { ubus = { x = { "get" } } }, ["b.json"] = { file = { ["/var/run/*"] = { "list" } } } }) do
    world.put(io.paths.acl_dir .. "/" .. name, cjson.encode({ twice = { read = permission } }))
  end
  local all, role = acl.load_groups(io).groups, { name = "r", write = { "twice" } }
  local given = { ["access-group"] = { { "twice", "read" } }, ubus = { { "x", "get" } } }
  assert.same(given, role_rights.grants_of_roles(io, all, { { name = "r", read = { "twice" } } }))
  assert.same({ name = "r", read = {}, write = {} }, role_rights.of_role(io, all, role))
  assert.same({ name = "r", read = {}, write = { "twice" } }, role_rights.of_role(io, { all[1], all[1] }, role))
end)
