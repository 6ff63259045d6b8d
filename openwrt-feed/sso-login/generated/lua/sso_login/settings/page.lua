-- Generated from src/sso_login/settings/page.ts by "make lua"; do not edit.
--- The settings as the settings page reads and checks them: options and roles as they are saved, valid or not. The client
-- secret never leaves the router; the page is told only whether there is one.
local lib = require("sso_login.lualib")
local M = {}
local load = require("sso_login.settings.load")
local role_sections = require("sso_login.settings.role_sections")
local json = require("sso_login.io.json")
local options = require("sso_login.settings.options")
local result = require("sso_login.result")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.values")
local err, ok = result.err, result.ok
local list_names = {"email", "group", "sub", "client", "access", "read", "write"}

--- Longest input of a check: what fits into rpcd's pipe.
M.max_input = 65536

--- The options of section `default` as text, lists with blanks between; none when there is no such section.
function M.values_of(sections)
	local section = load.default_section(sections)
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

--- The roles as they are saved, in file order.
function M.roles_of(sections)
	local list = {}
	for _, section in ipairs(sections) do
		if section.type == "role" then
			local role = role_sections.of_section(section)
			if section.anonymous then
				role.anonymous = true
			end
			list[#list + 1] = role
		end
	end
	return list
end

--- Any other option may hold anything, a former or misspelt client secret too. The check names those that are unknown.
local function shown_options()
	local known = lib.ArrayConcat(lib.ArrayMap(options.option_rules, function(_, rule) return rule.name end), {
		"enabled"
	})
	return lib.ArrayFilter(known, function(_, option) return option ~= "client_secret" end)
end

--- The known options as they are saved, without the client secret.
function M.shown_values(sections)
	local all = M.values_of(sections)
	local shown = {}
	for _, option in ipairs(shown_options()) do
		local value = all[option]
		if value ~= nil then
			shown[option] = value
		end
	end
	return shown
end

--- A list of texts; undefined for anything else, and an empty one where there is none.
local function read_list(value)
	if value ~= nil and not json.is_array(value) then
		return nil
	end
	local list = {}
	for _, item in ipairs(value or {}) do
		if type(item) ~= "string" then
			return nil
		end
		list[#list + 1] = item
	end
	return list
end

local function read_role(value)
	if not json.is_object(value) or type(value.name) ~= "string" then
		return err("INVALID_REQUEST", "a role is not an object with a name")
	end
	local lists = {}
	for _, name in ipairs(list_names) do
		local list = read_list(value[name])
		if list == nil then
			return err("INVALID_REQUEST", name .. " of a role is not a list of texts")
		end
		lists[name] = list
	end
	local sub = lists.sub or {}
	local client = lists.client or {}
	local access = lists.access or {}
	local sub_issuer = json_values.text_of(value.sub_issuer)
	local role = {
		name = value.name,
		email = lists.email or {},
		group = lists.group or {},
		sub = #sub > 0 and sub or nil,
		sub_issuer = sub_issuer ~= "" and sub_issuer or nil,
		client = #client > 0 and client or nil,
		access = #access > 0 and access or nil,
		read = lists.read or {},
		write = lists.write or {}
	}
	if value.anonymous == true then
		role.anonymous = true
	end
	return ok(role)
end

--- The unsaved settings of a check: `{values, roles}`, where absent `roles` mean the saved ones. `data` is undefined
-- when `values` is absent. INVALID_REQUEST for other types.
function M.read_settings(io, input)
	if input.values == nil then
		return ok(nil)
	end
	if not json.is_object(input.values) then
		return err("INVALID_REQUEST", "values is not an object")
	end
	local values = {}
	for _, option in ipairs(strings.sorted_keys(input.values)) do
		local value = input.values[option]
		if type(value) ~= "string" then
			return err("INVALID_REQUEST", "a value is not a text")
		end
		values[option] = value
	end
	if input.roles == nil then
		local saved = load.saved_sections(io)
		return ok({values = values, roles = saved.ok and M.roles_of(saved.data) or {}})
	end
	if not json.is_array(input.roles) then
		return err("INVALID_REQUEST", "roles is not a list")
	end
	local list = {}
	for _, item in ipairs(input.roles) do
		local role = read_role(item)
		if not role.ok then
			return role
		end
		list[#list + 1] = role.data
	end
	return ok({values = values, roles = list})
end

--- The sections that these settings would be saved as.
function M.to_sections(settings)
	local sections = {{name = "default", type = "oidc", anonymous = false, options = settings.values}}
	for _, role in ipairs(settings.roles) do
		local lists = {email = role.email, group = role.group, read = role.read, write = role.write}
		if role.client ~= nil then
			lists.client = role.client
		end
		if role.access ~= nil then
			lists.access = role.access
		end
		if role.sub ~= nil then
			lists.sub = role.sub
			lists.sub_issuer = role.sub_issuer or ""
		end
		sections[#sections + 1] = {name = role.name, type = "role", anonymous = role.anonymous == true, options = lists}
	end
	return sections
end

return M
