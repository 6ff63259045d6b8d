-- Generated from src/sso_login/rights/permissions.ts by "make lua"; do not edit.
--- The lists `read` and `write` of a role by rpcd's rules; the settings page uses this module, too.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
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

--- The access of a role with these lists on a router with these access groups and pages.
function M.role_access(matcher, groups, pages, role)
	local levels = {}
	local granted = {}
	local verdict = "look"
	local downloading = {}
	local leading_out = {}
	for _, group in ipairs(groups) do
		for _, permission in ipairs(M.kinds) do
			local level = group[permission]
			if level ~= nil and M.permits(matcher, role, permission, group.name) then
				levels[group.name] = M.higher_level(levels[group.name], level)
				verdict = M.higher_level(verdict, level)
				granted = lib.ArrayConcat(granted, {group.name}, group.gives or {})
				downloading = lib.ArrayConcat(
					downloading,
					lib.ArrayIncludes(group.downloads or {}, permission) and ({group.name}) or {}
				)
				leading_out = lib.ArrayConcat(
					leading_out,
					lib.ArrayIncludes(group.leads_out or {}, permission) and ({group.name}) or {}
				)
			end
		end
	end
	-- One half comes with one group, and the other with another: together they read any file.
	if #downloading > 0 and #leading_out > 0 then
		verdict = "everything"
		for _, name in ipairs(lib.ArrayConcat(downloading, leading_out)) do
			levels[name] = verdict
		end
	end
	local opened = lib.ArrayFilter(
		pages,
		function(_, page) return lib.ArrayEvery(
			page.groups,
			function(_, name) return lib.ArrayIncludes(granted, name) end
		) end
	)
	local found = lib.ArrayMap(opened, function(_, page)
		local level = "look"
		for _, name in ipairs(page.groups) do
			level = M.higher_level(level, levels[name] or "look")
		end
		return {titles = page.titles, level = level}
	end)
	for _, group in ipairs(groups) do
		local level = levels[group.name] or "look"
		-- Pages that save need LuCI's own group: it is named where nothing else is as bad.
		local is_helper = group.name == public_names.luci_group and lib.ArraySome(
			found,
			function(_, page) return page.level == level end
		)
		if not is_helper and not lib.ArraySome(
			opened,
			function(_, page) return lib.ArrayIncludes(page.groups, group.name) end
		) then
			local title = group.description or ""
			found[#found + 1] = {titles = {title ~= "" and title or group.name}, level = level}
		end
	end
	local sorted = {}
	do
		local i = #M.access_levels - 1
		while i > 0 do
			sorted = lib.ArrayConcat(
				sorted,
				lib.ArrayFilter(found, function(_, page) return page.level == M.access_levels[i + 1] end)
			)
			i = i - 1
		end
	end
	local names = lib.ArrayMap(groups, function(_, group) return group.name end)
	return {
		verdict = verdict,
		groups = verdict == "look" and {} or lib.ArrayFilter(
			names,
			function(_, name) return levels[name] == verdict end
		),
		pages = sorted
	}
end

function M.page_message(page)
	return {id = "page_" .. page.level, params = {page = table.concat(page.titles, " > ")}}
end

--- The pages of `role_access` as messages for a sentence: the first five, and the number of the others.
function M.causes_of(access)
	local shown = lib.ArraySlice(access.pages, 0, 5)
	local first = lib.ArrayMap(shown, function(_, page) return M.page_message(page) end)
	local more = #access.pages - #shown
	return more > 0 and lib.ArrayConcat(first, {{id = "pages_more", params = {page = tostring(more)}}}) or first
end

--- Groups for a sentence: the first five, and the number of the others.
function M.summarize(groups)
	return table.concat(lib.ArraySlice(groups, 0, 5), ", ") .. (#groups > 5 and " +" .. tostring(#groups - 5) or "")
end

return M
