-- Generated from src/sso_login/rights/access_level.ts by "make lua"; do not edit.
--- The access levels of access groups. The name of a permission says little: LuCI's groups for programs that run as root, for backups
-- and for flash are `read`. A grant that is not known to be harmless counts as the worst that it may be.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local acl = require("sso_login.rights.acl")
local full_control = require("sso_login.rights.full_control")
local menu = require("sso_login.rights.menu")
local permissions = require("sso_login.rights.permissions")

--- Grants whose level the sources of rpcd, LuCI and OpenWrt show: scope and object, functions, and what they tell or do.
local known = {
	{"ubus file", "exec list lstat md5 read remove stat write", "look"},
	{"ubus uci", "add changes commit configs confirm delete get order rename revert rollback set state", "look"},
	{"cgi-io exec", "read write", "look"},
	{"cgi-io upload", "write", "look"},
	{"ubus iwinfo", "assoclist countrylist devices freqlist info phyname survey txpowerlist", "look"},
	{"ubus iwinfo", "scan", "restart"},
	{"ubus luci", "getBlockDevices getBuiltinEthernetPorts getLEDs getMountPoints getUSBDevices", "look"},
	{"ubus luci", "getSwconfigFeatures getSwconfigPortState getOdhcp6cStats getConntrackList", "look"},
	{
		"ubus luci",
		"getConntrackHelpers getFeatures getInitList getLocaltime getTimezones getUnixtime getVersion",
		"look"
	},
	{"ubus luci", "getRealtimeStats", "everything"},
	{"ubus luci", "getCPUBench getCPUInfo getCPUUsage getOnlineUsers getTempInfo", "look"},
	{"ubus luci-rpc", "getBoardJSON", "look"},
	{"ubus luci-rpc", "getDHCPLeases getDUIDHints getHostHints getNetworkDevices", "look"},
	{"ubus session", "access login", "look"},
	{"ubus sso-login", "get", "look"},
	{"ubus system", "board info", "look"},
	{"ubus system", "reboot", "restart"},
	{"ubus network", "get_proto_handlers", "look"},
	{"ubus network.device", "status", "look"},
	{"ubus network.interface", "dump", "look"},
	{"ubus network.rrdns", "lookup", "look"},
	{"ubus dsl", "metrics statistics", "look"},
	{"ubus fingerprint", "fingerprint", "look"},
	{"ubus rc", "list", "look"},
	{"ubus rpc-sys", "packagelist", "look"},
	{"file /etc/board.json", "read", "look"},
	{"file /etc/services", "read", "look"},
	{"file /dev/mtdblock[0-9]*", "read", "secrets"},
	{"file /proc/sys/kernel/hostname", "read", "look"},
	{"file /proc/sys/net/netfilter/nf_conntrack_count", "read", "look"},
	{"file /proc/sys/net/netfilter/nf_conntrack_max", "read", "look"},
	{"file /sys/block/zram0/comp_algorithm", "read", "look"},
	{"file /usr/libexec/luci-peeraddr", "exec", "look"},
	{"file /bin/dmesg -r", "exec", "look"},
	{"file /sbin/sysupgrade --list-backup", "exec", "look"},
	{"file /sbin/ip -[46] neigh show", "exec", "look"},
	{"file /sbin/ip -[46] route show table all", "exec", "look"},
	{"file /sbin/ip -[46] rule show", "exec", "look"},
	{"file /sbin/ip -[46] -j neigh show", "exec", "look"},
	{"file /sbin/ip -[46] -j route show table all", "exec", "look"},
	{"file /sbin/ip -[46] -j rule show", "exec", "look"},
	{"file /sbin/logread -e ^", "exec", "secrets"},
	{"file /usr/sbin/logread -e ^", "exec", "secrets"},
	{"file /usr/libexec/syslog-wrapper", "exec", "secrets"},
	{"file /sbin/reboot", "exec", "restart"},
	{"uci luci", "read", "look"},
	{"uci system", "read", "look"},
	{"uci dhcp", "read", "look"},
	{"uci firewall", "read", "look"}
}

--- Beginnings of the names of methods that change nothing.
local read_verbs = {"get", "list", "read", "stat", "info", "dump", "show"}
local max_board = 262144

--- Whether this router keeps secrets where most have none: a maker's passwords in board.json, commands of luci-app-commands.
local function holds_secrets(io, object, name)
	if object == "/etc/board.json" or name == "getBoardJSON" then
		local board = io.read_file(io.paths.system_dir .. "/board.json", max_board) or ""
		return lib.StringIncludes(board, "\"credentials\"") or lib.StringIncludes(board, "\"key\"")
	end
	local sections = object == "luci" and name == "read" and io.uci_sections(object) or nil
	return sections ~= nil and sections.ok and lib.ArraySome(
		sections.data,
		function(_, section) return section.type == "command" end
	)
end

--- Folders that name files by the ids of rpcd's sessions, and those above them; an id is all that rpcd and LuCI ask of a user.
local session_folders = {
	"/",
	"/var",
	"/var/run",
	"/var/run/rpcd",
	"/tmp",
	"/tmp/run",
	"/tmp/run/rpcd",
	"/run",
	"/run/rpcd"
}

--- Files that open the router to who reads them: hashes of passwords, RAM, and the environment of a CGI program, with its user's session id.
local doors = {"/etc/shadow", "/dev/mem", "/proc/1/environ"}
local wildcards = {"*", "?", "[", "]", "\\"}

--- The text of a pattern before its first wildcard.
local function head_of(pattern)
	local head = pattern
	for _, wildcard in ipairs(wildcards) do
		head = strings.before(head, wildcard)
	end
	return head
end

--- The text of a pattern after its last wildcard.
local function tail_of(pattern)
	local tail = pattern
	for _, wildcard in ipairs(wildcards) do
		local parts = lib.StringSplit(tail, wildcard)
		tail = parts[#parts] or ""
	end
	return tail
end

--- Whether a path has a way up.
local function goes_up(path)
	return lib.ArrayIncludes(strings.split_words(path, "/"), "..")
end

--- Whether a pattern matches only itself, and that is no way to all other files.
local function is_literal(pattern)
	return head_of(pattern) == pattern and not lib.StringIncludes(pattern, "..") and not lib.StringIncludes(
		pattern,
		"/proc/"
	)
end
local process_folder = "/proc/"

--- Whether a pattern may match what the kernel shows of a process: its environment, and links to all other files.
local function shows_processes(pattern)
	local head = head_of(pattern)
	if not lib.StringStartsWith(head, process_folder) then
		return head ~= pattern and lib.StringStartsWith(process_folder, head)
	end
	local name = strings.before(lib.StringSubstring(head, #process_folder), "/")
	local is_whole = head == pattern or #head > #process_folder + #name
	return not is_whole or name == "self" or name == "thread-self" or strings.consists_of(name, "digits")
end

--- Whether a grant to read, with the links of the system, is one of more files than it names. rpcd removes `..` before it compares paths.
local function reads_any_file(io, pattern)
	return goes_up(pattern) or shows_processes(pattern) or lib.ArraySome(
		doors,
		function(_, door) return io.fnmatch(pattern, door) end
	)
end

--- Whether a download, which compares a path before the kernel takes its `..`, leads from a pattern to any file: a wildcard matches
-- slashes, too.
local function leads_out(pattern)
	return head_of(pattern) ~= pattern and lib.ArraySome(
		doors,
		function(_, door) return lib.StringEndsWith(door, tail_of(pattern)) end
	)
end

--- Whether a grant of the scope `file` reaches what rpcd keeps of sessions.
local function reaches_sessions(io, pattern)
	local is_inside = lib.StringStartsWith(pattern, "/var/run/rpcd/") or lib.StringStartsWith(
		pattern,
		"/tmp/run/rpcd/"
	)
	return is_inside or lib.ArraySome(session_folders, function(_, folder) return io.fnmatch(pattern, folder) end)
end

--- Whether a grant of the scope `file` lists folders in which rpcd's files are named by session ids.
function M.lists_sessions(io, pattern, name)
	return io.fnmatch(name, "list") and reaches_sessions(io, pattern)
end

--- The row of a grant that the sources show.
local function row_of(scope, object, name)
	return lib.ArrayFind(
		known,
		function(_, entry) return entry[1] == scope .. " " .. object and lib.ArrayIncludes(
			strings.split_words(entry[2], " "),
			name
		) end
	)
end

local function level_of_grant(io, serving, scope, object, name)
	if scope == "access-group" then
		return lib.ArrayIncludes(serving, object) and "programs" or "look"
	end
	if scope == "file" and name ~= "stat" and name ~= "exec" and reaches_sessions(io, object) then
		return "everything"
	end
	local row = row_of(scope, object, name)
	if row ~= nil then
		return row[3] == "look" and holds_secrets(io, object, name) and "secrets" or row[3]
	end
	-- rpcd never asks for the function `stat`.
	if scope == "file" and (name == "stat" or name == "list" and is_literal(object)) then
		return "look"
	end
	if scope == "ubus" and io.fnmatch(object, "session") then
		return "everything"
	end
	if scope == "file" and name == "exec" then
		return "programs"
	end
	if scope == "file" and name == "read" and reads_any_file(io, object) then
		return "everything"
	end
	local reads
	if scope == "ubus" then
		reads = lib.ArraySome(read_verbs, function(_, verb) return lib.StringStartsWith(name, verb) end)
	else
		reads = name == "read"
	end
	return reads and "secrets" or "everything"
end

--- Whether a grant of `luci-base` is left out of a role below full control (`role_rights`): lists of folders, and since 25.12 packages, of
-- which `luci` may hold secrets.
local function is_left_out(group, scope, name)
	return group.name == public_names.luci_group and (scope == "file" and name == "list" or scope == "uci" and name == "read")
end

--- The level of grants; undefined where there are none that count.
local function level_of(io, serving, group, grants)
	local worst
	for _, scope in ipairs(strings.sorted_keys(grants)) do
		for _, pair in ipairs(grants[scope] or {}) do
			if not is_left_out(group, scope, pair[2]) and worst ~= "everything" then
				worst = permissions.higher_level(worst, level_of_grant(io, serving, scope, pair[1], pair[2]))
			end
		end
	end
	return worst
end

--- Whether grants download files, and whether a path that they permit may lead to any other.
local function halves_of(io, grants)
	return {
		downloads = full_control.gives(io, grants, {"cgi-io", "download", "read"}),
		leads_out = lib.ArraySome(
			grants.file or {},
			function(_, pair) return io.fnmatch(pair[2], "read") and row_of(
				"file",
				pair[1],
				"read"
			) == nil and leads_out(pair[1]) end
		)
	}
end

--- Adds a permission of a group to what is known of it: the higher level, and the groups that it gives.
local function add_permission(found, io, serving, group, permission)
	local grants = acl.granted_by(group, permission)
	local level = level_of(io, serving, group, grants)
	if level ~= nil then
		found[permission] = permissions.higher_level(found[permission], level)
	end
	local halves = halves_of(io, grants)
	if halves.downloads then
		found.downloads = lib.ArrayConcat(found.downloads or {}, {permission})
	end
	if halves.leads_out then
		found.leads_out = lib.ArrayConcat(found.leads_out or {}, {permission})
	end
	local others = lib.ArrayFilter(acl.groups_in(grants), function(_, name) return name ~= group.name end)
	if #others > 0 then
		found.gives = found.gives or {}
		strings.add_missing(found.gives, others)
	end
end

--- Whether a permission gives a half.
local function has_half(half, permission)
	return lib.ArrayIncludes(half or {}, permission) or permission == "write" and lib.ArrayIncludes(
		half or {},
		"read"
	)
end

--- Raises the level of a permission that gives both halves; `write` gives `read`, too.
local function join_halves(access)
	for _, permission in ipairs(permissions.kinds) do
		local is_both = has_half(access.downloads, permission) and has_half(access.leads_out, permission)
		if access[permission] ~= nil and is_both then
			access[permission] = "everything"
		end
	end
end

--- The level of each access group, sorted by name; several files may define one group.
function M.of_groups(io, groups)
	local serving = menu.serving_groups(io)
	local found = {}
	for _, group in ipairs(groups) do
		local access = found[group.name] or ({name = group.name})
		add_permission(access, io, serving, group, "read")
		add_permission(access, io, serving, group, "write")
		found[group.name] = access
	end
	for _, name in ipairs(strings.sorted_keys(found)) do
		join_halves(found[name])
	end
	return lib.ArrayMap(strings.sorted_keys(found), function(_, name) return found[name] or ({name = name}) end)
end

return M
