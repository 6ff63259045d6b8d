-- Generated from src/sso_login/settings/role_sections.ts by "make lua"; do not edit.
--- Role sections (specification, "Role sections"). Pure functions.
local lib = require("sso_login.lualib")
local M = {}
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- A list; a single option counts as a list of one, and empty members are left out.
local function list_option(section, option)
	local value = section.options[option]
	if value == nil then
		return {}
	end
	local members = type(value) == "string" and ({value}) or value
	return lib.ArrayFilter(members, function(_, member) return member ~= "" end)
end

--- The same, undefined where it has no members.
local function optional_list(section, option)
	local members = list_option(section, option)
	return #members > 0 and members or nil
end

--- The ways in that `access` may name.
local ways_in = {"web", "api"}
M.access_rule = {id = "some_of", params = {words = "web, api"}}

--- Whether a role's ways in are known ones.
function M.knows_access(role)
	return lib.ArrayEvery(role.access or {}, function(_, way) return lib.ArrayIncludes(ways_in, way) end)
end

--- A role section's name and lists, whatever they are.
function M.of_section(section)
	return {
		name = section.name,
		email = list_option(section, "email"),
		group = list_option(section, "group"),
		sub = optional_list(section, "sub"),
		sub_issuer = list_option(section, "sub_issuer")[1],
		client = optional_list(section, "client"),
		access = optional_list(section, "access"),
		provider = optional_list(section, "provider"),
		read = list_option(section, "read"),
		write = list_option(section, "write")
	}
end

--- All role sections in file order; CONFIG_ERROR when one has no name, subjects without an issuer, or an unknown way in.
function M.of_sections(sections)
	local roles = {}
	for _, section in ipairs(sections) do
		if section.type == "role" then
			if section.anonymous then
				return err("CONFIG_ERROR", {option = "role", role = section.name, must = {id = "role_name"}})
			end
			local role = M.of_section(section)
			if role.sub ~= nil and role.sub_issuer == nil then
				return err("CONFIG_ERROR", {option = "sub_issuer", role = role.name, must = {id = "set"}})
			end
			if not M.knows_access(role) then
				return err("CONFIG_ERROR", {option = "access", role = role.name, must = M.access_rule})
			end
			roles[#roles + 1] = role
		end
	end
	return ok(roles)
end

return M
