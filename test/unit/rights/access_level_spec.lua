--- How far access groups reach: LuCI's own of three releases (data/luci_access_groups.json), and single grants.
local cjson = require("cjson")
local fixtures = require("support.fixtures")
local permissions = require("sso_login.rights.permissions")
local access_level = require("sso_login.rights.access_level")
local menu = require("sso_login.rights.menu")

local io_, world = require("support.mock").create()

local luci = cjson.decode(assert(io.open("test/unit/data/luci_access_groups.json")):read("*a"))

local function group(name, scopes)
  return { name = name, description = "", read = scopes.read or {}, write = scopes.write or {} }
end

local function groups_of(release)
  local groups = {}
  for name, definitions in pairs(luci) do
    for _, definition in ipairs(definitions) do
      if table.concat(definition.releases, " "):find(release, 1, true) then
        groups[#groups + 1] = group(name, definition)
      end
    end
  end
  return access_level.of_groups(io_, groups, menu.serving_groups(io_))
end

local releases = { "23.05", "24.10", "25.12" }

--- read and write of LuCI's groups, where all releases agree; "-" grants nothing.
local same = {
  ["allow-full-uci-access"] = "secrets everything", ["luci-base"] = "look everything",
  ["luci-base-network-status"] = "secrets -", ["luci-mod-battstatus"] = "secrets -",
  ["luci-mod-dashboard-index"] = "look -", ["luci-mod-dashboard-index-dhcp"] = "look -",
  ["luci-mod-dashboard-index-wifi"] = "look -", ["luci-mod-dashboard-routes"] = "look -", ["luci-mod-dsl"] = "look -",
  ["luci-mod-network-diagnostics"] = "programs -",
  ["luci-mod-status-firewall"] = "programs programs", ["luci-mod-status-index"] = "look everything",
  ["luci-mod-status-index-dhcp"] = "look -", ["luci-mod-status-index-dsl"] = "look -",
  ["luci-mod-status-index-ports"] = "look -", ["luci-mod-status-index-storage"] = "look -",
  ["luci-mod-status-index-wifi"] = "look everything",
  ["luci-mod-status-logs"] = "secrets -", ["luci-mod-status-processes"] = "secrets programs",
  ["luci-mod-status-realtime"] = "everything -", ["luci-mod-status-routes"] = "look -",
  ["luci-mod-system-config"] = "look everything", ["luci-mod-system-cron"] = "secrets everything",
  ["luci-mod-system-flash"] = "secrets everything", ["luci-mod-system-init"] = "secrets everything",
  ["luci-mod-system-mounts"] = "secrets everything", ["luci-mod-system-reboot"] = "- restart",
  ["luci-mod-system-ssh"] = "secrets everything", ["luci-mod-system-uhttpd"] = "secrets everything",
  unauthenticated = "look -",
}

local differs = {
  ["luci-app-attendedsysupgrade"] = { nil, "everything everything", "everything everything" },
  ["luci-app-firewall"] = { nil, "secrets everything", "secrets everything" },
  ["luci-app-package-manager"] = { nil, "programs everything", "programs everything" },
  ["luci-mod-network-config"] = { "programs everything", "secrets everything", "secrets everything" },
  ["luci-mod-network-dhcp"] = { "look everything", "look everything", "secrets everything" },
  ["luci-mod-network-dns"] = { nil, nil, "look everything" },
  ["luci-mod-status-channel_analysis"] = { "programs -", "restart -", "restart -" },
  ["luci-mod-status-routes-json"] = { nil, nil, "look -" },
  ["luci-mod-system-repokeys"] = { nil, "secrets everything", "secrets everything" },
}

for number, release in ipairs(releases) do
  it("the levels of LuCI's access groups are right for " .. release, function()
    local expected = fixtures.copy(same)
    for name, verdicts in pairs(differs) do
      expected[name] = verdicts[number]
    end
    local found = {}
    for _, entry in ipairs(groups_of(release)) do
      found[entry.name] = (entry.read or "-") .. " " .. (entry.write or "-")
    end
    assert.same(expected, found)
  end)
end

--- A grant of one scope, by the permission that it belongs to, and its verdict.
local grants = {
  -- Programs: a whole command line is judged as it is, a program or a pattern may have any arguments.
  { "read", "file", { ["/sbin/sysupgrade --list-backup"] = { "exec" } }, "look" },
  { "read", "file", { ["/sbin/sysupgrade"] = { "exec" } }, "programs" },
  { "read", "file", { ["/sbin/sysupgrade --list-backup*"] = { "exec" } }, "programs" },
  { "read", "file", { ["/sbin/ip -[46] rule show"] = { "exec" } }, "look" },
  -- The restart: with any arguments it is no more.
  { "write", "file", { ["/sbin/reboot"] = { "exec" } }, "restart" },
  { "write", "file", { ["/sbin/*"] = { "exec" } }, "programs" },
  { "write", "ubus", { system = { "*" } }, "everything" },
  -- Files.
  { "read", "file", { ["/etc/*"] = { "stat" }, ["/etc/opkg"] = { "list" } }, "look" },
  { "read", "file", { ["/etc/board.json"] = { "read" } }, "look" },
  { "read", "file", { ["/etc/board.json*"] = { "read" } }, "secrets" },
  { "read", "file", { ["/proc/sys/kernel/hostname"] = { "read" } }, "look" },
  { "read", "file", { ["/proc/1/root/tmp"] = { "list" } }, "everything" },
  { "read", "file", { ["/dev/mtdblock[0-9]*"] = { "read" } }, "secrets" },
  -- Any file: what the kernel shows of processes, with its links, and hashes of passwords.
  { "read", "file", { ["/proc/*"] = { "read" } }, "everything" },
  { "read", "file", { ["/p*/environ"] = { "read" } }, "everything" },
  { "read", "file", { ["/proc/[0-9]*/status"] = { "read" } }, "everything" },
  { "read", "file", { "/proc/1/environ" }, "everything" },
  { "read", "file", { "/proc/self/root/etc/hosts" }, "everything" },
  { "read", "file", { "/proc/thread-self/root/etc/hosts" }, "everything" },
  { "read", "file", { "/proc/selfish/x", "/proc/mounts", "/procs/1/x" }, "secrets" },
  { "read", "file", { ["/proc/sys/net/ipv[46]/conf/*"] = { "read" } }, "secrets" },
  { "read", "file", { ["/"] = { "read" } }, "everything" },
  { "read", "file", { ["/*.conf"] = { "read" } }, "everything" },
  { "read", "file", { "/etc/shadow" }, "everything" },
  { "read", "file", { ["/etc/*"] = { "read" } }, "everything" },
  { "read", "file", { ["/etc/config/*"] = { "read" } }, "secrets" },
  { "read", "file", { ["/dev/mem"] = { "read" } }, "everything" },
  { "read", "file", { "/etc/opkg/../shadow" }, "everything" },
  { "read", "file", { "/etc/a..b" }, "secrets" },
  { "read", "ubus", { luci = { "getRealtimeStats" } }, "everything" },
  { "read", "file", { ["/etc/board.json"] = { "*" } }, "everything" },
  { "read", "file", { ["/etc/board.json"] = { "write" } }, "everything" },
  { "write", "file", { "/etc/crontabs/root" }, "everything" },
  { "read", "file", { ["/etc/shadow"] = { "readlink" } }, "everything" },
  -- Configuration.
  { "read", "uci", { "luci", "system", "dhcp", "firewall" }, "look" },
  { "write", "uci", { "wireless" }, "everything" },
  { "read", "uci", { "luci*" }, "secrets" },
  { "write", "uci", { "luci" }, "everything" },
  -- Backups; the other functions of cgi-io ask the scope `file`, too.
  { "read", "cgi-io", { "backup" }, "secrets" },
  { "read", "cgi-io", { "exec" }, "look" },
  { "read", "cgi-io", { "download" }, "secrets" },
  { "write", "cgi-io", { "exec", "upload" }, "look" },
  -- Methods.
  { "write", "ubus", { file = { "exec", "write" }, uci = { "set", "revert" } }, "look" },
  { "write", "ubus", { uci = { "apply" } }, "everything" },
  { "read", "ubus", { luci = { "generate" } }, "everything" },
  { "read", "ubus", { luci = { "exec" } }, "everything" },
  { "read", "ubus", {
    ["sso-login"] = { "get" }, network = { "get_proto_handlers" }, ["network.device"] = { "status" },
    ["network.interface"] = { "dump" },
  }, "look" },
  { "read", "ubus", { luci = { "getProcessList" } }, "secrets" },
  { "read", "ubus", { iwinfo = { "scan" } }, "restart" },
  { "read", "ubus", { log = { "read" } }, "secrets" },
  { "read", "file", { ["/usr/libexec/syslog-wrapper"] = { "exec" } }, "secrets" },
  { "read", "ubus", { luci = { "get*" } }, "secrets" },
  { "read", "ubus", { ["luci.openconnect"] = { "getCertificates" } }, "secrets" },
  { "read", "ubus", { session = { "access", "login" } }, "look" },
  { "read", "ubus", { session = { "list" } }, "everything" },
  { "read", "ubus", { ["se*"] = { "access" } }, "everything" },
  { "read", "ubus", { system = { "board", "info" } }, "look" },
  { "read", "ubus", { system = { "reboot" } }, "restart" },
  { "read", "ubus", { ["*"] = { "get" } }, "everything" },
  -- Other levels.
  { "read", "log", { "x" }, "secrets" },
  { "write", "log", { "x" }, "everything" },
}

for number, case in ipairs(grants) do
  it(("a grant %d: %s %s %s is %s"):format(number, case[1], case[2], cjson.encode(case[3]), case[4]), function()
    local found = access_level.of_groups(io_, { group("g", { [case[1]] = { [case[2]] = case[3] } }) }, menu.serving_groups(io_))[1]
    assert.same({ case[1] == "read" and case[4] or nil, case[1] == "write" and case[4] or nil }, { found.read, found.write })
  end)
end

--- Two halves of a way to any file: a download, and a pattern that matches `..`. Each alone is no more than secrets.
local download = { ["cgi-io"] = { "download" }, file = { ["/proc/mounts"] = { "read" } } }
for pattern, level in pairs({
  ["/proc/sys/net/ipv[46]/conf/*"] = "everything", ["/sys/class/net/*/brport/*"] = "everything", ["/etc/opkg/keys/*"] = "everything",
  ["/sys/class/net/lan?"] = "everything", ["/x/*w"] = "everything", ["/x/*\\n"] = "everything", ["/x/[ab]"] = "everything",
  ["/proc/sys/net/ipv6/conf/*/mtu"] = "secrets", ["/etc/opkg/*.conf"] = "secrets", ["/etc/crontabs/root"] = "secrets",
  ["/dev/mtdblock[0-9]*"] = "secrets",
}) do
  it(("a role that downloads and reads %s is %s, also by two groups"):format(pattern, level), function()
    local files = { file = { [pattern] = { "read" } } }
    local both = { ["cgi-io"] = download["cgi-io"], file = files.file }
    local groups = { group("a", { read = files }), group("b", { read = download }), group("c", { read = both }) }
    local found = access_level.of_groups(io_, groups)
    assert.same({ "secrets", "secrets", level }, { found[1].read, found[2].read, found[3].read })
    local function verdict(...) return permissions.role_access(io_, found, {}, { read = { ... }, write = {} }) end
    assert.same({ "secrets", "secrets", level }, { verdict("a").verdict, verdict("b").verdict, verdict("a", "b").verdict })
    assert.same({ level, { "a", "b" } }, { verdict("a", "b").verdict, verdict("a", "b").groups })
    assert.equal("secrets", verdict("*", "!b", "!c").verdict)
  end)
end

it("a group writes and downloads: its permission to write has the permission to read in it", function()
  local found = access_level.of_groups(io_, { group("g", { read = download, write = { file = { ["/x/*"] = { "read" } } } }) })[1]
  assert.same({ "secrets", "everything" }, { found.read, found.write })
end)

for _, release in ipairs(releases) do
  it("to look at the interfaces and at the backups is full control on " .. release, function()
    local role = { read = { "luci-mod-network-config", "luci-mod-system-flash" }, write = {} }
    assert.equal("everything", permissions.role_access(io_, groups_of(release), {}, role).verdict)
  end)
end

it("a group of several files has the highest level of them", function()
  local files = {
    group("b", { read = { uci = { "wireless" } } }), group("a", { read = { uci = { "luci" } } }),
    group("b", { read = { uci = { "luci" } }, write = { cgi_io = { "x" } } }),
  }
  assert.same({ { name = "a", read = "look" }, { name = "b", read = "secrets", write = "everything" } },
    access_level.of_groups(io_, files, menu.serving_groups(io_)))
end)

--- Harmless grants, but on a router that keeps secrets there.
for grant, put in pairs({
  ['{"file":{"/etc/board.json":["read"]}}'] = function() world.put(io_.paths.system_dir .. "/board.json", '{"credentials":{}}') end,
  ['{"ubus":{"luci-rpc":["getBoardJSON"]}}'] = function() world.put(io_.paths.system_dir .. "/board.json", '{"wlan":{"key":"x"}}') end,
  ['{"uci":["luci"]}'] = function() world.uci.luci = { { name = "x", type = "command", options = {} } } end,
}) do
  it(("%s is secrets where this router keeps some there"):format(grant), function()
    local function level() return access_level.of_groups(io_, { group("g", { read = cjson.decode(grant) }) }, menu.serving_groups(io_))[1].read end
    assert.equal("look", level())
    put()
    assert.equal("secrets", level())
    io_.remove(io_.paths.system_dir .. "/board.json")
    world.uci.luci = nil
  end)
end

it("LuCI's own group shows no package to a role below full control", function()
  world.uci.luci = { { name = "x", type = "command", options = {} } }
  local base = cjson.decode(assert(io.open("openwrt-feed/sso-login/files/sso-login.acl.json")):read("*a"))
  local luci_base = { ubus = { uci = { "get" } }, uci = { "luci", "system" } }
  local found = access_level.of_groups(io_, { group("luci-base", { read = luci_base }), group("b", base["sso-login-base"]) }, {})
  world.uci.luci = nil
  assert.same({ "look", "look" }, { found[1].read, found[2].read })
end)

it("a group with which LuCI runs code on the router is programs, and so is one that gives it", function()
  world.put(io_.paths.menu_dir .. "/a.json", cjson.encode({
    ["admin/a"] = { action = { type = "view" }, depends = { acl = { "above" } } }, ["admin/a/run"] = { action = { type = "call" } },
    ["admin/out"] = { action = { type = "function" }, depends = { acl = { "luci-base" } } },
  }))
  local function giving(name) return { ["access-group"] = { [name] = { "read" } } } end
  local found = access_level.of_groups(io_, { group("above", { read = { uci = { "luci" } } }), group("g", { read = giving("above") }),
    group("luci-base", { read = { uci = { "luci" } } }) }, menu.serving_groups(io_))
  io_.remove(io_.paths.menu_dir .. "/a.json")
  assert.same({ "programs", "programs", "look" }, { found[1].read, found[2].read, found[3].read })
end)

describe("a role", function()
  local groups = {
    { name = "changes", read = "look", write = "everything" },
    { name = "keys", read = "secrets" },
    { name = "look", read = "look" },
    { name = "luci-base", read = "look", write = "everything" },
    { name = "runs", read = "programs", write = "programs", gives = { "given" } },
    { name = "titled", description = "Titled", read = "secrets" },
    { name = "unauthenticated", read = "look" },
  }
  local function page(title, ...) return { titles = { "P", title }, groups = { ... } } end
  local pages = { page("changes", "changes"), page("both", "keys", "changes"), page("given", "given"), page("look", "look") }
  local keys, both, runs, changes = "secrets keys", "secrets P/both", "programs runs", "everything P/changes"

  for _, case in ipairs({
    { {}, {}, "look" },
    { { "look", "changes" }, {}, "look" },
    { { "look", "k*" }, {}, "secrets", { "keys" }, keys },
    { { "keys", "changes" }, {}, "secrets", { "keys" }, both },
    { { "*" }, {}, "programs", { "runs" }, runs, both, "secrets Titled" },
    { { "*", "!runs" }, {}, "secrets", { "keys", "titled" }, both, "secrets Titled" },
    { {}, { "keys" }, "secrets", { "keys" }, keys },
    { { "!keys" }, { "keys" }, "look" },
    { {}, { "changes", "keys" }, "everything", { "changes" }, changes, "everything P/both" },
    { { "runs" }, { "changes", "luci-base" }, "everything", { "changes", "luci-base" }, changes, runs },
    { { "runs" }, { "luci-base" }, "everything", { "luci-base" }, "everything luci-base", runs },
  }) do
    it(("that reads %s and writes %s"):format(table.concat(case[1], " "), table.concat(case[2], " ")), function()
      local found = permissions.role_access(io_, groups, pages, { read = case[1], write = case[2] })
      local causes = {}
      for number, cause in ipairs(found.pages) do causes[number] = cause.level .. " " .. table.concat(cause.titles, "/") end
      assert.same({ case[3], case[4] or {}, { unpack(case, 5) } }, { found.verdict, found.groups, causes })
    end)
  end

  it("includes the rights of everybody above the level look", function()
    local everybody = { { name = "unauthenticated", read = "secrets" } }
    assert.equal("secrets", permissions.role_access(io_, everybody, {}, { read = {}, write = {} }).verdict)
  end)

  it("has at most five causes in words", function()
    local six = {}
    for number = 1, 6 do six[number] = { titles = { "A", tostring(number) }, level = "secrets" } end
    local words = permissions.causes_of({ verdict = "secrets", groups = {}, pages = six })
    assert.same({ id = "page_secrets", params = { page = "A > 5" } }, words[5])
    assert.same({ { id = "pages_more", params = { page = "1" } } }, { unpack(words, 6) })
  end)
end)

it("at most five groups are named", function()
  assert.equal("a, b, c, d, e", permissions.summarize({ "a", "b", "c", "d", "e" }))
  assert.equal("a, b, c, d, e +1", permissions.summarize({ "a", "b", "c", "d", "e", "f" }))
end)

--- The lists of a role in a text, as UCI has it, commented out or not, or as commands for it.
local function lists_of(path, name)
  local found, inside = { read = {}, write = {} }, false
  for line in io.lines(path) do
    local section = line:match("^#? ?config role '([%w_]+)'")
    inside = section == nil and inside or section == name
    local list, entry = line:match("^#?\tlist (%w+) '([^']+)'")
    if not (inside and list) then
      list, entry = line:match("^add_list sso%-login%." .. name .. "%.(%w+)='([^']+)'")
    end
    if found[list] then
      table.insert(found[list], entry)
    end
  end
  return found
end

for path, name in pairs({ ["openwrt-feed/sso-login/files/sso-login.config"] = "viewer", ["docs/roles.md"] = "family" }) do
  it("the documented role " .. name .. " of " .. path .. " has the level look on each release", function()
    local role = lists_of(path, name)
    assert.same({}, role.write)
    assert.truthy(#role.read > 1)
    for _, release in ipairs(releases) do
      assert.same("look", permissions.role_access(io_, groups_of(release), {}, role).verdict, release)
      for _, entry in ipairs(role.read) do
        assert.truthy(luci[entry], entry)
      end
    end
  end)
end

it("access_level.of_groups names the groups that a group gives", function()
  local function giving(name) return { ["access-group"] = { [name] = { "read" }, own = { "read" } } } end
  local own = group("own", { read = giving("other"), write = giving("third") })
  local found = access_level.of_groups(io_, { own, group("other", { read = { uci = { "x" } } }) }, menu.serving_groups(io_))
  assert.same({ {}, { "other", "third" } }, { found[1].gives or {}, found[2].gives })
end)
