local cjson = require("cjson")
local full_control = require("sso_login.rights.full_control")

local io_ = require("support.mock").create()

local luci = cjson.decode(assert(io.open("test/unit/data/luci_access_groups.json")):read("*a"))

local function group(name, scopes)
  return { name = name, description = "", read = scopes.read or {}, write = scopes.write or {} }
end

local releases = { "23.05", "24.10", "25.12" }

--- Grants of a role together, and whether they prove full control; what only counts as such proves nothing.
local call_uci, call_file = { uci = { "set", "apply" } }, { file = { "write", "exec" } }
for number, case in ipairs({
  { true, { uci = { "wireless" }, ubus = call_uci } },
  { true, { uci = { "*" }, ubus = { ["*"] = { "*" } } } },
  { true, { uci = { "rpcd" }, ubus = { uci = { "set", "commit" } } } },
  { false, { uci = { "usteer" }, ubus = call_uci } },
  { false, { uci = { "wireless" } } },
  { false, { uci = { "wireless" }, ubus = { uci = { "set" } } } },
  { false, { ubus = call_uci } },
  { true, { file = { ["/etc/rc.local"] = { "write" } }, ubus = call_file } },
  { true, { file = { ["/etc/*"] = { "*" } }, ["cgi-io"] = { "upload" } } },
  { false, { file = { ["/etc/rc.local"] = { "write" } } } },
  { false, { file = { ["/tmp/x"] = { "write" } }, ubus = call_file } },
  { true, { file = { ["/bin/*"] = { "exec" } }, ubus = call_file } },
  { true, { file = { ["/bin/sh"] = { "exec" } }, ["cgi-io"] = { exec = { "read" } } } },
  { false, { file = { ["/bin/kill"] = { "exec" } }, ubus = call_file } },
  { false, { ubus = { usteer = { "remote_info" }, luci = { "exec" } }, file = { ["/*"] = { "list", "read" } } } },
}) do
  it(("full control is proved or not, %d"):format(number), function()
    local groups, role = {}, { read = {}, write = { "*" } }
    for scope, definition in pairs(case[2]) do groups[#groups + 1] = group(scope, { write = { [scope] = definition } }) end
    assert.equal(case[1], full_control.has_full_control(io_, groups, role))
    assert.is_false(full_control.has_full_control(io_, groups, { read = { "*" }, write = {} }))
  end)
end

for _, release in ipairs(releases) do
  it("LuCI's groups prove full control to who may write with all of them, and not to who reads with all, on " .. release, function()
    local groups = {}
    for name, definitions in pairs(luci) do
      for _, definition in ipairs(definitions) do
        if table.concat(definition.releases, " "):find(release, 1, true) then groups[#groups + 1] = group(name, definition) end
      end
    end
    assert.is_true(full_control.has_full_control(io_, groups, { read = {}, write = { "*" } }))
    assert.is_true(full_control.has_full_control(io_, groups, { read = {}, write = { "luci-base", "luci-mod-network-config" } }))
    assert.is_false(full_control.has_full_control(io_, groups, { read = { "*" }, write = {} }))
  end)
end
