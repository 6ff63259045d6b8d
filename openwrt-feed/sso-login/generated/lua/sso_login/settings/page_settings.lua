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

--- The options of a provider's section as texts, lists with blanks between; none without such a section.
function M.values_of(sections, provider)
	local section = package_sections.section_of(sections, provider)
	local values = {}
	if section == nil then
		return values
	end
	for _, option in ipairs(strings.sorted_keys(section.options)) do
		local value = section.options[option] or ""
		values[option] = type(value) == "string" and value or table.concat(value, " ")
	end
	return values
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

function M.further_of(sections)
	local all = lib.ArrayMap(
		package_sections.provider_sections(sections),
		function(_, section) return section.name end
	)
	return lib.ArrayFilter(all, function(_, name) return name ~= public_names.first end)
end

function M.further_values(sections)
	return lib.ArrayMap(
		M.further_of(sections),
		function(_, name) return {name = name, values = M.values_of(sections, name)} end
	)
end

local function read_role(value)
	if not json.is_object(value) or type(value.name) ~= "string" then
		return err("INVALID_REQUEST", "a role is not an object with a name")
	end
	for _, name in ipairs(role_sections.list_names) do
		local list = value[name]
		if list ~= nil and (not json.is_array(list) or lib.ArraySome(
			list,
			function(_, item) return type(item) ~= "string" end
		)) then
			return err("INVALID_REQUEST", name .. " of a role is not a list of texts")
		end
	end
	local sub_issuer = json_values.text_of(value.sub_issuer)
	local role = role_sections.of_lists(
		value.name,
		sub_issuer ~= "" and sub_issuer or nil,
		function(list) return json_values.strings_of(value[list]) or {} end
	)
	if value.anonymous == true then
		role.anonymous = true
	end
	return ok(role)
end

--- An object of texts.
local function read_values(given)
	if not json.is_object(given) then
		return err("INVALID_REQUEST", "values is not an object")
	end
	local values = {}
	for _, option in ipairs(strings.sorted_keys(given)) do
		local value = given[option]
		if type(value) ~= "string" then
			return err("INVALID_REQUEST", "a value is not a text")
		end
		values[option] = value
	end
	return ok(values)
end

local function read_provider(value)
	if not json.is_object(value) then
		return err("INVALID_REQUEST", "a provider is not an object")
	end
	local values = read_values(value.values)
	return values.ok and ok({name = json_values.text_of(value.name), values = values.data}) or values
end

--- An array of the input, each member read by `read`; INVALID_REQUEST.
local function read_list(input, name, read)
	local given = input[name]
	if not json.is_array(given) then
		return err("INVALID_REQUEST", name .. " is not a list")
	end
	local list = {}
	for _, item in ipairs(given) do
		local member = read(item)
		if not member.ok then
			return member
		end
		list[#list + 1] = member.data
	end
	return ok(list)
end

--- The unsaved settings `{values, providers, roles}`; absent `providers` and `roles` mean the saved ones. `data` is undefined where
-- `values` is absent. INVALID_REQUEST for other types.
function M.read_settings(io, input)
	if input.values == nil then
		return ok(nil)
	end
	local values = read_values(input.values)
	if not values.ok then
		return values
	end
	local saved = (input.roles == nil or input.providers == nil) and saved_config.saved_sections(io) or ok({})
	local sections = saved.ok and saved.data or {}
	local providers = input.providers == nil and ok(M.further_values(sections)) or read_list(
		input,
		"providers",
		read_provider
	)
	if not providers.ok then
		return providers
	end
	local roles = input.roles == nil and ok(M.roles_of(sections)) or read_list(input, "roles", read_role)
	if not roles.ok then
		return roles
	end
	local named = json_values.text_of(input.provider)
	local provider = named ~= "" and named or nil
	return ok({values = values.data, providers = providers.data, roles = roles.data, provider = provider})
end

--- The sections that a save of these settings would write.
function M.to_sections(settings)
	local sections = {{name = public_names.first, type = "oidc", anonymous = false, options = settings.values}}
	for _, further in ipairs(settings.providers or {}) do
		sections[#sections + 1] = {name = further.name, type = "oidc", anonymous = false, options = further.values}
	end
	for _, role in ipairs(settings.roles) do
		local lists = {}
		for _, name in ipairs(role_sections.list_names) do
			local listed = role[name]
			if listed ~= nil then
				lists[name] = listed
			end
		end
		if role.sub ~= nil then
			lists.sub_issuer = role.sub_issuer or ""
		end
		sections[#sections + 1] = {name = role.name, type = "role", anonymous = role.anonymous == true, options = lists}
	end
	return sections
end

--- The same sections with the saved secrets, and the providers to which those may not be sent.
function M.completed_sections(settings, saved)
	local unsendable = {}
	local function fill(name, values)
		local completed = unsaved_secret.complete(values, M.values_of(saved, name))
		if not completed.sendable then
			unsendable[#unsendable + 1] = name
		end
		return completed.values
	end
	local values = fill(public_names.first, settings.values)
	local providers = lib.ArrayMap(
		settings.providers or {},
		function(_, further) return {name = further.name, values = fill(further.name, further.values)} end
	)
	return {
		sections = M.to_sections({values = values, providers = providers, roles = settings.roles}),
		unsendable = unsendable
	}
end

return M
