-- Generated from src/sso_login/settings/load.ts by "make lua"; do not edit.
--- The configuration: the UCI package `sso-login`, validated by the rules of options.ts (specification, "Configuration").
-- Only `load` and `saved_sections` use `io`.
local lib = require("sso_login.lualib")
local M = {}
local strings = require("sso_login.base.strings")
local names = require("sso_login.base.names")
local result = require("sso_login.result")
local config = require("sso_login.settings.config")
local options = require("sso_login.settings.options")
local role_sections = require("sso_login.settings.role_sections")
local package_sections = require("sso_login.settings.sections")
local err, ok = result.err, result.ok

--- The section that holds the options; undefined when it is missing.
function M.default_section(sections)
	return lib.ArrayFind(
		sections,
		function(_, candidate) return candidate.name == "default" and candidate.type == "oidc" end
	)
end

--- An option's value as one text, where it may have it.
local function single_text(rule, value)
	if type(value) == "string" then
		return value
	end
	return rule.is_list == true and table.concat(value, " ") or nil
end

--- What the options for programs demand of each other: a login's token must not pass for a program's.
local function exchange_problems(values)
	local audience = values.api_audience
	if audience == nil then
		return {}
	end
	local problems = {}
	if audience == values.client_id then
		problems[#problems + 1] = {option = "api_audience", must = {id = "not_client_id"}}
	end
	local types = strings.split_words(values.api_token_types or "", " ")
	if lib.ArrayIncludes(types, "JWT") and values.api_client == nil then
		problems[#problems + 1] = {option = "api_client", must = {id = "set_with_jwt"}}
	end
	return problems
end

--- The values of all known options, and what is wrong with the others, which are left out.
function M.validate_values(section)
	local values = {}
	local problems = {}
	local has_key = section.options.token_endpoint_auth_method == "private_key_jwt"
	for _, rule in ipairs(options.option_rules) do
		local given = section.options[rule.name]
		local ____temp_0
		if given ~= nil then
			____temp_0 = single_text(rule, given)
		else
			____temp_0 = ""
		end
		local value = ____temp_0
		local must = value == nil and ({id = "one_value"}) or nil
		local is_required = rule.required and not (has_key and rule.name == "client_secret")
		if value ~= nil and (value ~= "" or is_required) then
			must = options.option_problem(rule, value)
		end
		if must ~= nil then
			problems[#problems + 1] = {option = rule.name, must = must}
		else
			local ____rule_name_2 = rule.name
			local ____temp_1
			if value ~= "" then
				____temp_1 = value
			else
				____temp_1 = rule.fallback
			end
			values[____rule_name_2] = ____temp_1
		end
	end
	return {values = values, problems = lib.ArrayConcat(problems, exchange_problems(values))}
end

--- The configuration that the sections of the package make, or CONFIG_ERROR with the option and what it must be.
-- `luci_time` is LuCI's own session time-out, used where `session_timeout` is absent.
function M.from_sections(sections, luci_timeout)
	local section = M.default_section(sections)
	if section == nil then
		return err("CONFIG_ERROR", {option = "default", must = {id = "oidc_section"}})
	end
	local validated = M.validate_values(section)
	local problem = validated.problems[1]
	if problem ~= nil then
		return err("CONFIG_ERROR", {option = problem.option, must = problem.must})
	end
	local all_roles = role_sections.of_sections(sections)
	return all_roles.ok and ok(config.to_config(validated.values, all_roles.data, luci_timeout)) or all_roles
end

--- LuCI's session time-out in seconds within the bounds of `session_timeout`; undefined when it has none.
local function luci_session_time(io)
	local option = io.uci_get("luci", "sauth", "sessiontime")
	if not option.ok or type(option.data) ~= "string" then
		return nil
	end
	local seconds = strings.parse_integer(option.data)
	return seconds ~= nil and seconds > 0 and math.max(
		options.min_session_timeout,
		math.min(options.max_session_timeout, seconds)
	) or nil
end

--- The sections of the package; CONFIG_ERROR when it cannot be read or is empty.
function M.saved_sections(io)
	return package_sections.read(io, names.package_name)
end

--- Loads and checks the configuration; CONFIG_ERROR with the option at fault otherwise.
function M.load(io)
	local saved = M.saved_sections(io)
	return saved.ok and M.from_sections(saved.data, luci_session_time(io)) or saved
end

return M
