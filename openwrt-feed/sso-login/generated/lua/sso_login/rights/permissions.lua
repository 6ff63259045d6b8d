-- Generated from src/sso_login/rights/permissions.ts by "make lua"; do not edit.
--- The lists `read` and `write` of a role by rpcd's rules; the settings page uses this module, too.
local lib = require("sso_login.lualib")
local M = {}
M.kinds = {"read", "write"}

--- The access group that everybody has, because LuCI needs it.
M.public_group = "unauthenticated"

--- Whether C's isspace skips a character between `!` and a pattern.
local function is_space(char)
	return char == " " or char >= "\t" and char <= "\r"
end

--- The pattern of a `!` entry without the blanks before it, "" where none follows.
function M.excluded_pattern(entry)
	local start = 1
	while is_space(lib.StringCharAt(entry, start)) do
		start = start + 1
	end
	return lib.StringSubstring(entry, start)
end

--- The decision of a list about a group: a `!` entry forbids wherever it stands in the list (rpc_login_test_permission).
local function decision_of(matcher, list, group)
	local allowed = false
	for _, entry in ipairs(list) do
		if lib.StringStartsWith(entry, "!") then
			local pattern = M.excluded_pattern(entry)
			if pattern ~= "" and matcher.fnmatch(pattern, group) then
				return "forbidden"
			end
		elseif entry ~= "" and matcher.fnmatch(entry, group) then
			allowed = true
		end
	end
	return allowed and "allowed" or "silent"
end

--- Whether a role's lists give a permission of a group. The list `write` gives `read`, too, unless the list `read` forbids the group
-- (rpc_login_test_permission).
function M.permits(matcher, role, permission, group)
	if permission == "read" then
		local read = decision_of(matcher, role.read, group)
		if read ~= "silent" or group == M.public_group then
			return read ~= "forbidden"
		end
	end
	return decision_of(matcher, role.write, group) == "allowed"
end
M.access_levels = {"look", "restart", "secrets", "programs", "everything"}

--- The higher of two levels, of which one may be absent.
function M.higher_level(one, other)
	return (one == nil or lib.ArrayIncludes(
		lib.ArraySlice(M.access_levels, lib.ArrayIndexOf(M.access_levels, one)),
		other
	)) and other or one
end

--- The access level of a role with these lists on a router with these access groups.
function M.role_access(matcher, groups, role)
	local access = {verdict = "look", groups = {}}
	for _, group in ipairs(groups) do
		for _, permission in ipairs(M.kinds) do
			local verdict = group[permission]
			if verdict ~= nil and M.permits(matcher, role, permission, group.name) then
				if M.higher_level(access.verdict, verdict) ~= access.verdict then
					access.verdict = verdict
					access.groups = {}
				end
				if verdict ~= "look" and verdict == access.verdict and not lib.ArrayIncludes(
					access.groups,
					group.name
				) then
					local ____access_groups_0 = access.groups
					____access_groups_0[#____access_groups_0 + 1] = group.name
				end
			end
		end
	end
	return access
end

--- Groups for a sentence: the first five, and the number of the others.
function M.summarize(groups)
	return table.concat(lib.ArraySlice(groups, 0, 5), ", ") .. (#groups > 5 and " +" .. tostring(#groups - 5) or "")
end

return M
