-- Generated from src/sso_login/check/pages.ts by "make lua"; do not edit.
local lib, json, strings, values =
    require("sso_login.use")("lualib", "io.json", "base.strings", "base.values")
local M = {}
--- LuCI's largest menu file has some 10 KB.
local max_file_bytes = 262144
--- The access groups of a menu entry that people see: any one of them is enough (dispatcher.uc, `check_acl_depends`).
local function groups_of(entry)
	local ____temp_0
	if json.is_object(entry) and type(entry.title) == "string" then
		____temp_0 = entry.depends
	else
		____temp_0 = nil
	end
	local depends = ____temp_0
	return json.is_object(depends) and (values.strings_of(depends.acl) or {}) or {}
end
--- The access groups that some entry of the menu asks for; none where there is no menu.
function M.groups(io)
	local found = {}
	for _, name in ipairs(io.list_dir(io.paths.menu_dir) or {}) do
		local text = lib.StringEndsWith(name, ".json") and io.read_file(io.paths.menu_dir .. "/" .. name, max_file_bytes) or nil
		local file = json.decode_file(text or "")
		if file.ok then
			for _, path in ipairs(strings.sorted_keys(file.data)) do
				for _, group in ipairs(groups_of(file.data[path])) do
					found[#found + 1] = group
				end
			end
		end
	end
	return found
end
return M
