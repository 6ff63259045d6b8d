-- Generated from src/sso_login/settings/page_settings.ts by "make lua"; do not edit.
--- The settings for the settings page: options and roles as they are saved, valid or not. The client secret never leaves the
-- router.
local lib = require("sso_login.lualib")
local M = {}
local saved_config = require("sso_login.settings.saved_config")
local package_sections = require("sso_login.settings.package_sections")
local role_sections = require("sso_login.settings.role_sections")
local json = require("sso_login.io.json")
local public_names = require("sso_login.base.public_names")
local option_table = require("sso_login.settings.option_table")
local result = require("sso_login.result")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local unsaved_secret = require("sso_login.settings.unsaved_secret")
local err, ok = result.err, result.ok

--- Bytes of the longest input, which fit into rpcd's pipe.
M.max_input = 65536

--- Options as texts, lists with blanks between.
local function texts_of(options)
	local values = {}
	for _, option in ipairs(strings.sorted_keys(options)) do
		local value = options[option] or ""
		values[option] = type(value) == "string" and value or table.concat(value, " ")
	end
	return values
end

--- The options of a provider's section as texts; none without such a section.
function M.values_of(sections, provider)
	local section = package_sections.section_of(sections, provider)
	return section ~= nil and texts_of(section.options) or {}
end

function M.roles_of(sections)
	local roles = lib.ArrayFilter(sections, function(_, section) return section.type == "role" end)
	return lib.ArrayMap(roles, function(_, section)
		local role = role_sections.of_section(section)
		local ____section_anonymous_0
		if section.anonymous then
			____section_anonymous_0 = true
		else
			____section_anonymous_0 = nil
		end
		role.anonymous = ____section_anonymous_0
		return role
	end)
end

--- The known options as they are saved, without the client secret. An unknown option may hold a misspelt client secret.
function M.shown_values(sections, provider)
	local all = M.values_of(sections, provider)
	local shown = {}
	for _, row in ipairs(
		lib.ArrayFilter(option_table.section_rows(), function(_, known) return known.name ~= "client_secret" end)
	) do
		local value = all[row.name]
		if value ~= nil then
			shown[row.name] = value
		end
	end
	return shown
end

local function read_role(value)
	if not json.is_object(value) or type(value.name) ~= "string" then
		return err("INVALID_REQUEST", "a role is not an object with a name")
	end
	local options = {}
	for _, name in ipairs(role_sections.list_names) do
		local list = value[name]
		local members = json_values.strings_of(list) or {}
		if list ~= nil and (not json.is_array(list) or #members < #list) then
			return err("INVALID_REQUEST", name .. " of a role is not a list of texts")
		end
		-- One runtime writes an empty list as it writes an empty object.
		if #members > 0 then
			options[name] = members
		end
	end
	options.sub_issuer = json_values.text_of(value.sub_issuer)
	return ok({name = value.name, type = "role", anonymous = value.anonymous == true, options = options})
end

local function read_provider(value)
	if not json.is_object(value) then
		return err("INVALID_REQUEST", "a provider is not an object")
	end
	local values = value.values
	if not json.is_object(values) then
		return err("INVALID_REQUEST", "values is not an object")
	end
	local options = {}
	for _, option in ipairs(strings.sorted_keys(values)) do
		local text = values[option]
		if type(text) ~= "string" then
			return err("INVALID_REQUEST", "a value is not a text")
		end
		options[option] = text
	end
	return ok({name = json_values.text_of(value.name), type = "oidc", anonymous = false, options = options})
end

--- Unsaved settings of the input `{values, providers, roles}`; absent `providers` and `roles` mean the saved ones. `data` is undefined
-- where `values` is absent. INVALID_REQUEST for other types.
function M.read_settings(io, input)
	if input.values == nil then
		return ok(nil)
	end
	local first = read_provider({name = public_names.first, values = input.values})
	if not first.ok then
		return first
	end
	local sections = {first.data}
	local saved = (input.roles == nil or input.providers == nil) and saved_config.saved_sections(io) or ok({})
	for _, part in ipairs({
		{name = "providers", type = "oidc", read = read_provider},
		{name = "roles", type = "role", read = read_role}
	}) do
		local given = input[part.name]
		if given ~= nil and not json.is_array(given) then
			return err("INVALID_REQUEST", part.name .. " is not a list")
		end
		for _, item in ipairs(given or {}) do
			local member = part.read(item)
			if not member.ok then
				return member
			end
			sections[#sections + 1] = member.data
		end
		local kept = given == nil and saved.ok and lib.ArrayFilter(
			saved.data,
			function(_, section) return section.type == part.type end
		) or {}
		for _, section in ipairs(
			lib.ArrayFilter(kept, function(_, one) return one.name ~= public_names.first end)
		) do
			sections[#sections + 1] = section
		end
	end
	local provider = json_values.text_of(input.provider)
	return ok({sections = sections, provider = provider ~= "" and provider or nil})
end

--- Unsaved sections with the saved secrets, and the providers to which those may not be sent.
function M.completed_sections(unsaved, saved)
	local unsendable = {}
	local sections = lib.ArrayMap(unsaved, function(_, section)
		if section.type ~= "oidc" then
			return section
		end
		local completed = unsaved_secret.complete(texts_of(section.options), M.values_of(saved, section.name))
		if not completed.sendable then
			unsendable[#unsendable + 1] = section.name
		end
		return {name = section.name, type = section.type, anonymous = section.anonymous, options = completed.values}
	end)
	return {sections = sections, unsendable = unsendable}
end

return M
