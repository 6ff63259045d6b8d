-- Generated from src/sso_login/settings.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__ArrayMap = ____lualib.__TS__ArrayMap
local __TS__ArrayConcat = ____lualib.__TS__ArrayConcat
local __TS__ArrayFilter = ____lualib.__TS__ArrayFilter
local ____exports = {}
local ____acl = require("sso_login.acl")
local read_groups = ____acl.read_groups
local ____config = require("sso_login.config")
local default_section = ____config.default_section
local local_logins = ____config.local_logins
local role_of = ____config.role_of
local ____json = require("sso_login.io.json")
local is_array = ____json.is_array
local is_object = ____json.is_object
local ____options = require("sso_login.options")
local option_rules = ____options.option_rules
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
local ____text = require("sso_login.text")
local sorted_keys = ____text.sorted_keys
local ____version = require("sso_login.version")
local version = ____version.version
local uci_package = "sso-login"
local list_names = {"email", "group", "read", "write"}
--- Longest input of a check: what fits into rpcd's pipe.
____exports.max_input = 65536
--- The sections of the package; CONFIG_ERROR when UCI cannot read them.
function ____exports.saved_sections(io)
	local sections = io.uci_sections(uci_package)
	return sections.ok and sections or err("CONFIG_ERROR", sections.details)
end
--- The options of section `default` as text, lists with blanks between; none when there is no such section.
function ____exports.values_of(sections)
	local section = default_section(sections)
	local values = {}
	for ____, option in ipairs(sorted_keys(section ~= nil and section.options or ({}))) do
		local value = section ~= nil and (section.options[option] or "") or ""
		values[option] = type(value) == "string" and value or table.concat(value, " ")
	end
	return values
end
--- The roles as they stand, in file order.
function ____exports.roles_of(sections)
	local roles = {}
	for ____, section in ipairs(sections) do
		if section.type == "role" then
			local role = role_of(section)
			local ____section_anonymous_0
			if section.anonymous then
				____section_anonymous_0 = true
			else
				____section_anonymous_0 = nil
			end
			role.anonymous = ____section_anonymous_0
			roles[#roles + 1] = role
		end
	end
	return roles
end
--- The access groups by name; of several descriptions the first.
local function access_groups(io)
	local found = {}
	for ____, group in ipairs(read_groups(io).groups) do
		local known = found[group.name] or ""
		found[group.name] = known ~= "" and known or group.description
	end
	return __TS__ArrayMap(
		sorted_keys(found),
		function(____, name) return {name = name, description = found[name] or ""} end
	)
end
--- Any other option may hold anything, a former or misspelt client secret too. The check names those that are unknown.
local function shown_options()
	local known = __TS__ArrayConcat(
		__TS__ArrayMap(
			option_rules,
			function(____, rule) return rule.name end
		),
		{"enabled"}
	)
	return __TS__ArrayFilter(
		known,
		function(____, option) return option ~= "client_secret" end
	)
end
--- Everything the settings page shows, however wrong it is; CONFIG_ERROR when UCI cannot read the package.
function ____exports.get_settings(io)
	local sections = ____exports.saved_sections(io)
	if not sections.ok then
		return sections
	end
	local all = ____exports.values_of(sections.data)
	local values = {}
	for ____, option in ipairs(shown_options()) do
		local value = all[option]
		if value ~= nil then
			values[option] = value
		end
	end
	return ok({
		values = values,
		client_secret_set = (all.client_secret or "") ~= "",
		roles = ____exports.roles_of(sections.data),
		access_groups = access_groups(io),
		logins = local_logins(io),
		version = version
	})
end
--- A list of texts; undefined for anything else, and an empty one where there is none.
local function read_list(value)
	if value ~= nil and not is_array(value) then
		return nil
	end
	local list = {}
	for ____, item in ipairs(value or ({})) do
		if type(item) ~= "string" then
			return nil
		end
		list[#list + 1] = item
	end
	return list
end
local function read_role(value)
	if not is_object(value) or type(value.name) ~= "string" then
		return err("INVALID_REQUEST", "a role is not an object with a name")
	end
	local lists = {}
	for ____, name in ipairs(list_names) do
		local list = read_list(value[name])
		if list == nil then
			return err("INVALID_REQUEST", name .. " of a role is not a list of texts")
		end
		lists[name] = list
	end
	local ____ok_3 = ok
	local ____value_name_2 = value.name
	local ____temp_1
	if value.anonymous == true then
		____temp_1 = true
	else
		____temp_1 = nil
	end
	return ____ok_3({
		name = ____value_name_2,
		anonymous = ____temp_1,
		email = lists.email or ({}),
		group = lists.group or ({}),
		read = lists.read or ({}),
		write = lists.write or ({})
	})
end
--- The unsaved settings of a check: `{values, roles}`, where `roles` absent stands for the saved ones. `data` is undefined
-- when `values` is absent. INVALID_REQUEST for other types.
function ____exports.read_settings(io, input)
	if input.values == nil then
		return ok(nil)
	end
	if not is_object(input.values) then
		return err("INVALID_REQUEST", "values is not an object")
	end
	local values = {}
	for ____, option in ipairs(sorted_keys(input.values)) do
		local value = input.values[option]
		if type(value) ~= "string" then
			return err("INVALID_REQUEST", "a value is not a text")
		end
		values[option] = value
	end
	if input.roles == nil then
		local saved = ____exports.saved_sections(io)
		return ok({
			values = values,
			roles = saved.ok and ____exports.roles_of(saved.data) or ({})
		})
	end
	if not is_array(input.roles) then
		return err("INVALID_REQUEST", "roles is not a list")
	end
	local roles = {}
	for ____, item in ipairs(input.roles) do
		local role = read_role(item)
		if not role.ok then
			return role
		end
		roles[#roles + 1] = role.data
	end
	return ok({values = values, roles = roles})
end
--- The sections that these settings would be saved as.
function ____exports.to_sections(settings)
	local sections = {{name = "default", type = "oidc", anonymous = false, options = settings.values}}
	for ____, role in ipairs(settings.roles) do
		sections[#sections + 1] = {name = role.name, type = "role", anonymous = role.anonymous == true, options = {email = role.email, group = role.group, read = role.read, write = role.write}}
	end
	return sections
end
return ____exports
