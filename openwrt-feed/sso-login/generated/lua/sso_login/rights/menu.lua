-- Generated from src/sso_login/rights/menu.ts by "make lua"; do not edit.
--- The pages that a session may open, by LuCI's menu and its rules (dispatcher.uc: build_pagetree, resolve_page, resolve_firstchild).
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local result = require("sso_login.result")
local err, ok = result.err, result.ok

local function acl()
	return require("sso_login.rights.acl")
end

--- The group of LuCI's overview, which most roles have: with it the menu need not be read.
local overview_group = "luci-mod-status-index"

--- The entry above all others, which the menu does not show.
local menu_root = "admin"

--- An entry with the members of a later file, which replace earlier ones.
local function merged(known, spec)
	local action = json.is_object(spec.action) and json_values.text_of(spec.action.type) or nil
	local depends = json.is_object(spec.depends) and spec.depends or nil
	return {
		title = type(spec.title) == "string" and spec.title or (known ~= nil and known.title or ""),
		action = action or (known ~= nil and known.action or ""),
		depends = depends or (known ~= nil and known.depends or {}),
		is_ineligible = spec.firstchild_ineligible == true or known ~= nil and known.is_ineligible
	}
end

--- The largest files of the menu have some 10 KB.
local max_file_bytes = 262144

--- LuCI's menu; empty where there is none.
local function read_menu(io)
	local menu = {}
	for _, file in ipairs(acl().read_definitions(io, io.paths.menu_dir, max_file_bytes, json.decode_file)) do
		local entries = file.content or {}
		for _, path in ipairs(strings.sorted_keys(entries)) do
			local spec = entries[path]
			local plain = lib.StringEndsWith(path, "/*") and lib.StringSubstring(path, 0, #path - 2) or path
			if json.is_object(spec) then
				menu[plain] = merged(menu[plain], spec)
			end
		end
	end
	return menu
end

--- A path of the menu, and the paths above it, from the top.
local function path_and_above(path)
	local found = {}
	local at = ""
	for _, segment in ipairs(strings.split_words(path, "/")) do
		at = at == "" and segment or at .. "/" .. segment
		found[#found + 1] = at
	end
	return found
end

--- The groups that a path needs: its own and those of the entries above it.
local function groups_of(menu, path)
	local found = {}
	for _, above in ipairs(path_and_above(path)) do
		local entry = menu[above]
		strings.add_missing(found, entry ~= nil and json_values.strings_of(entry.depends.acl) or nil or {})
	end
	return found
end

--- Whether a path, or a UCI package with its sections, is there as wanted; values of options do not count (check_fs_depends).
local function is_there(io, kind, name, wanted)
	if kind == "fs" then
		local exists = io.file_info(name) ~= nil
		if wanted == "directory" then
			return #(io.list_dir(name) or {}) > 0
		end
		return exists ~= (wanted == "absent")
	end
	local read = io.uci_sections(name)
	local sections = read.ok and read.data or {}
	if json.is_object(wanted) then
		return lib.ArrayEvery(
			strings.sorted_keys(wanted),
			function(_, key) return lib.ArraySome(
				sections,
				function(_, one) return key == "@" .. one.type or key == one.name end
			) end
		)
	end
	return #sections > 0
end

--- Whether one of an entry's alternatives is all there (check_depends).
local function has_needs(io, depends, kind)
	local needs = depends[kind]
	if needs == nil then
		return true
	end
	local alternatives = json.is_array(needs) and needs or ({needs})
	return lib.ArraySome(
		alternatives,
		function(_, one) return not json.is_object(one) or lib.ArrayEvery(
			strings.sorted_keys(one),
			function(_, name) return is_there(io, kind, name, one[name]) end
		) end
	)
end

--- Whether an entry is a page that LuCI shows in the menu.
local function is_page(entry)
	local is_shown = entry ~= nil and entry.title ~= "" and entry.action ~= "" and not entry.is_ineligible
	return is_shown and entry.action ~= "firstchild"
end

local function title_of(entry)
	return entry ~= nil and entry.title or ""
end

--- Whether a path is a page of its own that this router has: what needs no more than a page above it is a tab of that.
local function is_own_page(io, menu, path)
	local above = path_and_above(path)
	local groups = #groups_of(menu, path)
	local is_tab = lib.ArraySome(
		above,
		function(_, one) return one ~= path and is_page(menu[one]) and #groups_of(menu, one) == groups end
	)
	return is_page(menu[path]) and not is_tab and lib.ArrayEvery(above, function(_, one)
		local entry = menu[one]
		return entry == nil or has_needs(io, entry.depends, "fs") and has_needs(io, entry.depends, "uci")
	end)
end

--- The pages of the menu that this router has, sorted by their paths; none where there is no menu.
function M.all_pages(io)
	local menu = read_menu(io)
	return lib.ArrayMap(
		lib.ArrayFilter(strings.sorted_keys(menu), function(_, path) return is_own_page(io, menu, path) end),
		function(_, path)
			local above = lib.ArrayFilter(path_and_above(path), function(_, entry) return entry ~= menu_root end)
			local titles = lib.ArrayFilter(
				lib.ArrayMap(above, function(_, entry) return title_of(menu[entry]) end),
				function(_, title) return title ~= "" end
			)
			return {path = path, titles = titles, groups = groups_of(menu, path)}
		end
	)
end

--- Actions that run nothing on the router.
local passive_actions = {"", "alias", "firstchild", "rewrite", "view"}

--- The groups with which LuCI runs code of an application on the router; its own logout and overview are known.
function M.serving_groups(io)
	local menu = read_menu(io)
	local found = {}
	for _, path in ipairs(strings.sorted_keys(menu)) do
		local entry = menu[path]
		strings.add_missing(
			found,
			entry ~= nil and not lib.ArrayIncludes(passive_actions, entry.action) and groups_of(menu, path) or {}
		)
	end
	return lib.ArrayFilter(
		found,
		function(_, name) return name ~= public_names.luci_group and name ~= overview_group end
	)
end

--- Whether some page needs no other groups; true where there is no menu.
function M.opens_one(pages, groups)
	return #pages == 0 or lib.ArraySome(
		pages,
		function(_, page) return lib.ArrayEvery(
			page.groups,
			function(_, group) return lib.ArrayIncludes(groups, group) end
		) end
	)
end

--- Whether a page may be opened with these groups; true for a page that the menu lacks.
local function may_open(menu, path, groups)
	if not lib.ArrayEvery(
		groups_of(menu, path),
		function(_, group) return lib.ArrayIncludes(groups, group) end
	) then
		return false
	end
	local entry = menu[path]
	if entry == nil or entry.action ~= "firstchild" then
		return true
	end
	local below = lib.ArrayFilter(
		strings.sorted_keys(menu),
		function(_, other) return lib.StringStartsWith(other, path .. "/") and is_page(menu[other]) end
	)
	return #below == 0 or lib.ArraySome(
		below,
		function(_, other) return lib.ArrayEvery(
			groups_of(menu, other),
			function(_, group) return lib.ArrayIncludes(groups, group) end
		) end
	)
end

--- The page for a session with these grants: `wanted`, or undefined for `webui_path` where the session may not open that.
-- ROLE_WITHOUT_PAGE where it may open no page.
function M.choose(io, webui_path, grants, wanted)
	local luci = lib.StringSubstring(public_names.luci_cookie_path, 0, #public_names.luci_cookie_path - 1)
	if webui_path ~= luci and not lib.StringStartsWith(webui_path, public_names.luci_cookie_path) then
		return ok(wanted)
	end
	local groups = acl().groups_in(grants)
	if not lib.ArrayIncludes(groups, overview_group) and not M.opens_one(
		M.all_pages(io),
		groups
	) then
		return err("ROLE_WITHOUT_PAGE")
	end
	if wanted == nil or not lib.StringStartsWith(wanted, public_names.luci_cookie_path) then
		return ok(wanted)
	end
	local path = table.concat(
		strings.split_words(lib.StringSubstring(wanted, #public_names.luci_cookie_path), "/"),
		"/"
	)
	return ok(may_open(read_menu(io), path, groups) and wanted or nil)
end

return M
