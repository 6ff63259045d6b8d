-- Generated from src/sso_login/settings/role_sections.ts by "make lua"; do not edit.
--- Role sections (specification, "Role sections"). Pure functions.
local lib = require("sso_login.lualib")
local M = {}
local result = require("sso_login.result")
local err, ok = result.err, result.ok
M.list_names = {"email", "group", "sub", "client", "access", "provider", "read", "write"}

--- A role by its lists; empty ones are left out of those that most roles lack.
function M.of_lists(name, sub_issuer, list_of)
	local function optional(list)
		local members = list_of(list)
		return #members > 0 and members or nil
	end
	return {
		name = name,
		email = list_of("email"),
		group = list_of("group"),
		sub = optional("sub"),
		sub_issuer = sub_issuer,
		client = optional("client"),
		access = optional("access"),
		provider = optional("provider"),
		read = list_of("read"),
		write = list_of("write")
	}
end

--- A list of a section without empty members; a single option counts as a list of one.
local function list_option(section, option)
	local value = section.options[option]
	if value == nil then
		return {}
	end
	local members = type(value) == "string" and ({value}) or value
	return lib.ArrayFilter(members, function(_, member) return member ~= "" end)
end
local access_kinds = {"web", "api"}
M.access_rule = {id = "some_of", params = {words = "web, api"}}

--- Whether the list `access` has only known kinds.
function M.knows_access(role)
	return lib.ArrayEvery(
		role.access or {},
		function(_, kind) return lib.ArrayIncludes(access_kinds, kind) end
	)
end

--- The role of a section, valid or not.
function M.of_section(section)
	local sub_issuer = list_option(section, "sub_issuer")[1]
	return M.of_lists(section.name, sub_issuer, function(list) return list_option(section, list) end)
end

--- All roles in file order; CONFIG_ERROR where one has no name, subjects without an issuer, or an unknown kind of access.
function M.of_sections(sections)
	local roles = {}
	for _, section in ipairs(
		lib.ArrayFilter(sections, function(_, candidate) return candidate.type == "role" end)
	) do
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
	return ok(roles)
end

return M
