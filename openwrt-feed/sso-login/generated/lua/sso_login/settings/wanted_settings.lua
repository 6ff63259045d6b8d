-- Generated from src/sso_login/settings/wanted_settings.ts by "make lua"; do not edit.
--- The settings that a deployment names (`sso-login apply`): options of the first provider, all roles, an authority. Pure functions.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local result = require("sso_login.result")
local package_sections = require("sso_login.settings.package_sections")
local err, ok = result.err, result.ok

local function refuse(reason)
	return err("INVALID_REQUEST", {reason = reason})
end

--- Whether UCI takes a name: it ignores a section or an option of another one, and says nothing.
local function is_uci_name(name)
	return name ~= "" and strings.consists_of(name, "uci_name")
end

--- A value as UCI has it: a text, or the members of a list; undefined for another type.
local function value_of(value)
	if type(value) == "number" then
		return tostring(value)
	end
	if type(value) == "string" then
		return value
	end
	local members = json_values.strings_of(value)
	return json.is_array(value) and members ~= nil and #members == #value and members or nil
end

--- The options of these names; `where` says of what. An empty list is an absent option.
local function read_options(where, given, names)
	local options = {}
	for _, name in ipairs(names) do
		local value = value_of(given[name])
		if not is_uci_name(name) then
			return refuse(((where .. ": an option's name has only A-Z a-z 0-9 _, and \"") .. name) .. "\" has others")
		end
		if value == nil then
			return refuse(((where .. ": ") .. name) .. " is neither a text, nor a number, nor a list of texts")
		end
		options[name] = (type(value) == "string" or #value > 0) and value or ""
	end
	return ok(options)
end

local function read_role(given)
	local name = json_values.text_of(given.name)
	if not is_uci_name(name) or name == public_names.first then
		return refuse(("a role's name has only A-Z a-z 0-9 _, and is not default: \"" .. name) .. "\"")
	end
	local names = lib.ArrayFilter(strings.sorted_keys(given), function(_, one) return one ~= "name" end)
	local options = read_options("role " .. name, given, names)
	if not options.ok then
		return options
	end
	local set = {}
	for _, option in ipairs(
		lib.ArrayFilter(strings.sorted_keys(options.data), function(_, one) return options.data[one] ~= "" end)
	) do
		set[option] = options.data[option]
	end
	return ok({name = name, type = "role", anonymous = false, options = set})
end

local function read_roles(given)
	local objects = json_values.objects_of(given)
	if not json.is_array(given) or objects == nil or #objects < #given then
		return refuse("roles is not a list of objects")
	end
	local roles = {}
	for _, object in ipairs(objects) do
		local role = read_role(object)
		if not role.ok then
			return role
		end
		if lib.ArraySome(roles, function(_, other) return other.name == role.data.name end) then
			return refuse("there are two roles " .. role.data.name)
		end
		roles[#roles + 1] = role.data
	end
	return ok(roles)
end
local members = {"options", "roles", "ca", "register"}

--- The settings of `{options, roles, ca, register}`; INVALID_REQUEST, and then nothing of them is used.
function M.read(input)
	local unknown = lib.ArrayFind(
		strings.sorted_keys(input),
		function(_, name) return not lib.ArrayIncludes(members, name) end
	)
	if unknown ~= nil then
		return refuse((unknown .. " is none of ") .. table.concat(members, ", "))
	end
	local ____input_options_0 = input.options
	if ____input_options_0 == nil then
		____input_options_0 = {}
	end
	local given = ____input_options_0
	local register = input.register
	if not json.is_object(given) or register ~= nil and not json.is_object(register) then
		return refuse("options and register are objects")
	end
	local options = read_options("options", given, strings.sorted_keys(given))
	if not options.ok then
		return options
	end
	local wanted = {options = options.data}
	if input.roles ~= nil then
		local roles = read_roles(input.roles)
		if not roles.ok then
			return roles
		end
		wanted.roles = roles.data
	end
	if input.ca ~= nil then
		wanted.ca = json_values.text_of(input.ca)
	end
	if register ~= nil then
		wanted.register = {issuer = json_values.text_of(register.issuer), token = json_values.text_of(register.token)}
	end
	return ok(wanted)
end

--- The sections of the package with the wanted settings: other options, providers and, where roles are wanted, no other role.
function M.sections_with(saved, wanted)
	local before = package_sections.section_of(saved, public_names.first)
	local options = {}
	local known = before ~= nil and before.options or {}
	for _, option in ipairs(strings.sorted_keys(known)) do
		options[option] = known[option]
	end
	for _, option in ipairs(strings.sorted_keys(wanted.options)) do
		local value = wanted.options[option]
		options[option] = value ~= "" and value or nil
	end
	local first = {name = public_names.first, type = "oidc", anonymous = false, options = options}
	local others = lib.ArrayFilter(
		saved,
		function(_, section) return section.name ~= public_names.first and (wanted.roles == nil or section.type ~= "role") end
	)
	return lib.ArrayConcat({first}, others, wanted.roles or {})
end

--- A section as one text, to compare: UCI's texts have no line ends.
local function text_of(section)
	local lines = {(section.type .. " ") .. section.name}
	for _, option in ipairs(strings.sorted_keys(section.options)) do
		local value = section.options[option]
		if value ~= nil then
			lines[#lines + 1] = type(
				value
			) == "string" and (("option " .. option) .. " ") .. value or "list " .. (option .. "\n ") .. table.concat(
				value,
				"\n "
			)
		end
	end
	return table.concat(lines, "\n")
end

--- Whether two lists of sections say the same; the order of roles counts.
function M.are_same(a, b)
	local function all_of(sections)
		local roles = lib.ArrayMap(
			lib.ArrayFilter(sections, function(_, section) return section.type == "role" end),
			function(_, section) return text_of(section) end
		)
		local others = lib.ArrayMap(
			lib.ArrayFilter(sections, function(_, section) return section.type ~= "role" end),
			function(_, section) return text_of(section) end
		)
		return table.concat(
			lib.ArrayConcat(
				lib.ArraySort(others, function(_, one, other) return one < other and -1 or 1 end),
				roles
			),
			"\n\n"
		)
	end
	return all_of(a) == all_of(b)
end

return M
