-- Generated from src/sso_login/rights/access_level.ts by "make lua"; do not edit.
--- The access levels of access groups. The name of a permission says little: LuCI's groups for programs that run as root, for backups
-- and for flash are `read`. A grant that is not known to be harmless counts as the worst that it may be.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local acl = require("sso_login.rights.acl")
local permissions = require("sso_login.rights.permissions")

--- Harmless grants: `scope function object`, or `ubus object method`; a final `*` matches any rest.
local harmless = {
	"access-group *",
	"ubus file *",
	"ubus uci *",
	"cgi-io read exec",
	"cgi-io read download",
	"cgi-io write exec",
	"cgi-io write upload",
	"ubus iwinfo *",
	"ubus luci get*",
	"ubus luci-rpc get*",
	"ubus session access",
	"ubus session login",
	"ubus sso-login get",
	"ubus system board",
	"ubus system info",
	"ubus network get_proto_handlers",
	"ubus network.device status",
	"ubus network.interface dump",
	"ubus network.rrdns lookup",
	"ubus log read",
	"ubus dsl metrics",
	"ubus dsl statistics",
	"ubus fingerprint fingerprint",
	"ubus rc list",
	"file stat *",
	"file read /proc/sys/*",
	"file read /sys/block/*",
	"file read /etc/board.json",
	"file read /etc/services",
	"file exec /bin/dmesg -r",
	"file exec /sbin/logread -e ^",
	"file exec /usr/sbin/logread -e ^",
	"file exec /usr/libexec/syslog-wrapper",
	"file exec /sbin/sysupgrade --list-backup",
	"file exec /sbin/ip -[46] neigh show",
	"file exec /sbin/ip -[46] route show table all",
	"file exec /sbin/ip -[46] rule show",
	"file exec /sbin/ip -[46] -j neigh show",
	"file exec /sbin/ip -[46] -j route show table all",
	"file exec /sbin/ip -[46] -j rule show",
	"uci read luci",
	"uci read system",
	"uci read dhcp",
	"uci read firewall",
	"uci read fstab"
}

--- The restart, by its method and by its program, which restarts with any argument.
local restarting = {"ubus system reboot", "file exec /sbin/reboot"}

--- Methods that match harmless ones, but tell keys of wireless networks, or command lines of other users.
local revealing_methods = {"ubus luci-rpc getWirelessDevices", "ubus luci getProcessList"}

--- Beginnings of the names of methods that change nothing.
local read_verbs = {"get", "list", "read", "stat", "info", "dump", "show"}

local function is_harmless(io, grant)
	local known = lib.ArraySome(harmless, function(_, entry)
		local ____entry_endsWith_result_0
		if lib.StringEndsWith(entry, "*") then
			____entry_endsWith_result_0 = lib.StringStartsWith(grant, lib.StringSubstring(entry, 0, #entry - 1))
		else
			____entry_endsWith_result_0 = grant == entry
		end
		return ____entry_endsWith_result_0
	end)
	-- The grant itself may be a pattern.
	return known and not lib.ArraySome(revealing_methods, function(_, method) return io.fnmatch(grant, method) end)
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

--- Whether a pattern matches only itself.
local function is_literal(pattern)
	return not lib.ArraySome(
		{"*", "?", "[", "\\", ".."},
		function(_, part) return lib.StringIncludes(pattern, part) end
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

local function level_of_grant(io, scope, object, name)
	local is_method = scope == "ubus"
	local grant = scope .. " " .. (is_method and object .. " " .. name or name .. " " .. object)
	if scope == "file" and name ~= "stat" and name ~= "exec" and reaches_sessions(io, object) then
		return "everything"
	end
	if is_harmless(io, grant) or scope == "file" and name == "list" and is_literal(object) then
		return "look"
	end
	if is_method and io.fnmatch(object, "session") then
		return "everything"
	end
	if lib.ArrayIncludes(restarting, grant) then
		return "restart"
	end
	if scope == "file" and name == "exec" then
		return "programs"
	end
	local reads
	if is_method then
		reads = lib.ArraySome(read_verbs, function(_, verb) return lib.StringStartsWith(name, verb) end)
	else
		reads = name == "read"
	end
	return reads and "secrets" or "everything"
end

--- The level of grants; undefined where there are none. The lists of folders of `luci-base` do not count (`role_rights`).
local function level_of(io, group, grants)
	local worst
	for _, scope in ipairs(strings.sorted_keys(grants)) do
		for _, pair in ipairs(grants[scope] or {}) do
			local is_left_out = group.name == public_names.luci_group and scope == "file" and pair[2] == "list"
			if not is_left_out and worst ~= "everything" then
				worst = permissions.higher_level(worst, level_of_grant(io, scope, pair[1], pair[2]))
			end
		end
	end
	return worst
end

--- Whether a role with these lists is full control.
function M.is_full_control(io, groups, role)
	return lib.ArraySome(
		{"write", "read"},
		function(_, permission) return lib.ArraySome(
			groups,
			function(_, group) return permissions.permits(io, role, permission, group.name) and level_of(
				io,
				group,
				acl.grants_of(group, permission)
			) == "everything" end
		) end
	)
end

--- Adds a permission of a group to what is known of it: the higher level, and the groups that it gives.
local function add_permission(known, io, group, permission)
	local grants = acl.grants_of(group, permission)
	local level = level_of(io, group, grants)
	if level ~= nil then
		known[permission] = permissions.higher_level(known[permission], level)
	end
	local others = lib.ArrayFilter(acl.groups_in(grants), function(_, name) return name ~= group.name end)
	if #others > 0 then
		known.gives = known.gives or {}
		strings.add_missing(known.gives, others)
	end
end

--- The level of each access group, sorted by name; several files may define one group.
function M.of_groups(io, groups)
	local found = {}
	for _, group in ipairs(groups) do
		local known = found[group.name] or ({name = group.name})
		add_permission(known, io, group, "read")
		add_permission(known, io, group, "write")
		found[group.name] = known
	end
	return lib.ArrayMap(strings.sorted_keys(found), function(_, name) return found[name] or ({name = name}) end)
end

return M
