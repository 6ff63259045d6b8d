-- Generated from src/sso_login/session/lists.ts by "make lua"; do not edit.
local lib = require("sso_login.lualib")
local M = {}
M.permissions = {"read", "write"}
--- The access group that everybody has: LuCI cannot do without it.
M.public_group = "unauthenticated"
--- The characters of C's isspace, which may stand between `!` and a pattern.
local function is_space(char)
	return char == " " or char >= "\t" and char <= "\r"
end
--- The pattern of a `!` entry without the blanks before it, "" when none follows.
function M.excluded_pattern(entry)
	local start = 1
	while is_space(lib.StringCharAt(entry, start)) do
		start = start + 1
	end
	return lib.StringSubstring(entry, start)
end
--- Whether a list allows or forbids a group, or says nothing about it: any `!` entry that matches forbids, wherever it
-- stands in the list (rpc_login_test_permission).
local function answer_of(matcher, list, group)
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
--- Whether a role's lists give a permission of a group. What is said of `write` holds for `read` too, unless the `read`
-- list itself forbids the group (rpc_login_test_permission).
function M.permits(matcher, lists, permission, group)
	if permission == "read" then
		local read = answer_of(matcher, lists.read, group)
		if read ~= "silent" or group == M.public_group then
			return read ~= "forbidden"
		end
	end
	return answer_of(matcher, lists.write, group) == "allowed"
end
M.verdicts = {"look", "secrets", "programs", "everything"}
--- The worse of two verdicts, of which one may be absent.
function M.worse(one, other)
	return (one == nil or lib.ArrayIncludes(
		lib.ArraySlice(
			M.verdicts,
			lib.ArrayIndexOf(M.verdicts, one)
		),
		other
	)) and other or one
end
--- What somebody with these lists can do on a router with these groups.
function M.reach_of(matcher, groups, lists)
	local causes = {verdict = "look", groups = {}}
	for _, group in ipairs(groups) do
		for _, permission in ipairs(M.permissions) do
			local verdict = group[permission]
			if verdict ~= nil and M.permits(matcher, lists, permission, group.name) then
				if M.worse(causes.verdict, verdict) ~= causes.verdict then
					causes.verdict = verdict
					causes.groups = {}
				end
				if verdict ~= "look" and verdict == causes.verdict and not lib.ArrayIncludes(causes.groups, group.name) then
					local ____causes_groups_0 = causes.groups
					____causes_groups_0[#____causes_groups_0 + 1] = group.name
				end
			end
		end
	end
	return causes
end
--- Groups as a sentence names them: the first few, and how many there are beside.
function M.few(groups)
	return table.concat(
		lib.ArraySlice(groups, 0, 5),
		", "
	) .. (#groups > 5 and " +" .. tostring(#groups - 5) or "")
end
return M
