local cjson = require("cjson")
local acl = require("sso_login.rights.acl")
local mock = require("support.mock")
local role_rights = require("sso_login.rights.role_rights")

local groups = {
  ["luci-base"] = {
    read = { file = { ["/"] = { "list" }, ["/*"] = { "list" } }, ubus = { uci = { "changes", "get" } } },
    write = { uci = { "luci" } },
  },
  ["sso-login-base"] = { read = { ["access-group"] = { ["luci-base"] = { "read" } }, ubus = { uci = { "changes", "get" } } } },
  changes = { read = { uci = { "luci" } }, write = { uci = { "wireless" } } },
  keys = { read = { uci = { "wireless" } }, write = { ubus = { system = { "reboot" } } } },
  lists = { read = { file = { ["/t*"] = { "list" } } } },
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
  { { "l*" }, {}, { "lists", "look", "luci-base" } },
  { { "l*", "!lists" }, {}, { "look", "sso-login-base" } },
  { { "*", "!lists" }, {}, { "keys", "changes", "look", "sso-login-base" } },
  { { "*", "!lists", "!luci-base" }, {}, { "keys", "changes", "look" } },
  { { "sso-login-base", "look", "gone", "odd[b]", "odd*", "line*" }, {}, { "look" } },
  { { "luci-base", "!unauthenticated" }, { "keys" }, { "sso-login-base", "!unauthenticated" }, { "keys" } },
  { { "luci-base", "! ke*" }, { "k*" }, { "!keys", "sso-login-base" }, { "keys" } },
  { { "*" }, { "*" }, {}, { "changes", "keys", "lists", "look", "luci-base", "unauthenticated" } },
  { {}, { "luci-base" }, {}, { "luci-base" } },
  { { "!luci-base" }, { "luci-base" }, { "!luci-base" }, { "luci-base" } },
  { { "luci-base", "lists" }, {}, { "lists", "luci-base" } },
  { { "luci-base" }, { "changes" }, { "luci-base" }, { "changes" } },
  { {}, {}, {} },
}) do
  it(("role_rights of a role that reads %s and writes %s"):format(table.concat(case[1], " "), table.concat(case[2], " ")), function()
    local io, known = router()
    local found = role_rights.of_role(io, known, { name = "r", read = case[1], write = case[2] })
    table.sort(found.read)
    table.sort(case[3])
    assert.same({ name = "r", read = case[3], write = case[4] or {} }, found)
  end)
end

it("role_rights.grants_for gives a role below full control no list of folders", function()
  local io, known = router()
  local grants = role_rights.grants_for(io, known, { { name = "r", read = { "*", "!lists" } }, { name = "s", read = { "luci-base" } } })
  assert.is_nil(grants.file)
  assert.same({ { "uci", "changes" }, { "uci", "get" } }, { grants.ubus[2], grants.ubus[3] })
  local names = {}
  for _, pair in ipairs(grants["access-group"]) do names[pair[1]] = pair[2] end
  assert.equal("read", names["luci-base"])
  assert.same({ { "/", "list" }, { "/*", "list" } }, role_rights.grants_for(io, known, { { name = "a", write = { "luci-base" } } }).file)
end)
