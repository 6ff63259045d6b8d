-- Generated from src/sso_login/settings/role_sections.ts by "make lua"; do not edit.
--- Role sections (specification, "Role sections"). Pure functions.
local lib = require("sso_login.lualib")
local M = {}
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

--- The role of a section, valid or not.
function M.of_section(section)
	return M.of_lists(
		section.name,
		list_option(section, "sub_issuer")[1],
		function(list) return list_option(section, list) end
	)
end

--- The fault of a role; undefined for one that is right.
function M.fault_of(role, anonymous)
	local function fault(option, must)
		return {option = option, role = role.name, must = must}
	end
	if anonymous then
		return fault("role", {id = "role_name"})
	end
	if role.sub ~= nil and role.sub_issuer == nil then
		return fault("sub_issuer", {id = "set"})
	end
	return not lib.ArrayEvery(
		role.access or {},
		function(_, kind) return lib.ArrayIncludes(access_kinds, kind) end
	) and fault("access", {id = "some_of", params = {words = table.concat(access_kinds, ", ")}}) or nil
end

--- The roles that are right, in file order, and the faults of the others, which nobody has: one mistake closes one role.
function M.of_sections(sections)
	local roles = {}
	local faults = {}
	for _, section in ipairs(
		lib.ArrayFilter(sections, function(_, candidate) return candidate.type == "role" end)
	) do
		local role = M.of_section(section)
		local fault = M.fault_of(role, section.anonymous)
		if fault == nil then
			roles[#roles + 1] = role
		else
			faults[#faults + 1] = fault
		end
	end
	return {roles = roles, faults = faults}
end

return M
