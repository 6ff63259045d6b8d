-- Generated from src/sso_login/settings/config_validation.ts by "make lua"; do not edit.
--- Configurations of the sections of the package, by the rules of option_table.ts and those between sections. Pure functions.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local result = require("sso_login.result")
local compiled_config = require("sso_login.settings.compiled_config")
local provider_config = require("sso_login.settings.provider_config")
local option_forms = require("sso_login.settings.option_forms")
local option_table = require("sso_login.settings.option_table")
local role_sections = require("sso_login.settings.role_sections")
local package_sections = require("sso_login.settings.package_sections")
local err, ok = result.err, result.ok

--- Problems of the options for programs with each other: a login's token must not pass for a program's.
local function exchange_problems(values)
	local audience = values.api_audience
	if audience == nil then
		return {}
	end
	local problems = {}
	if audience == values.client_id then
		problems[#problems + 1] = {option = "api_audience", must = {id = "not_client_id"}}
	end
	local types = strings.words_of(values.api_token_types)
	if lib.ArrayIncludes(types, "JWT") and values.api_client == nil then
		problems[#problems + 1] = {option = "api_client", must = {id = "set_with_jwt"}}
	end
	return problems
end

--- The problem of an option of a section, whose value is "" where it is absent.
local function problem_of(section, rule, value)
	if value == nil then
		return {id = "one_value"}
	end
	if section.name ~= public_names.first and value ~= "" and rule.scope ~= nil then
		return {id = "of_first"}
	end
	local has_key = section.options.token_endpoint_auth_method == "private_key_jwt"
	local is_spared = value == "" and has_key and rule.name == "client_secret"
	return not is_spared and option_table.option_problem(rule, value, section.name) or nil
end

--- The values of the known options that are set; those with problems are left out.
local function validate_values(section)
	local values = {}
	local problems = {}
	local saved = section.options
	for _, rule in ipairs(option_table.option_rules) do
		local option = rule.name
		local given = saved[option] or ""
		-- Most options are absent, and a request must not pay for each.
		if saved[option] ~= nil or rule.kind == "required" then
			local value = type(given) == "string" and given or (rule.kind == "list" and table.concat(given, " ") or nil)
			local must = problem_of(section, rule, value)
			if must ~= nil then
				problems[#problems + 1] = {option = option, must = must}
			elseif value ~= "" then
				values[option] = value
			end
		end
	end
	return {values = values, problems = lib.ArrayConcat(problems, exchange_problems(values))}
end

--- Problems of a further provider's section beside its options: its name, or another's issuer.
local function section_problems(sections, section)
	local problems = {}
	if section.anonymous or not option_forms.is_provider_name(section.name) then
		problems[#problems + 1] = {option = "oidc", must = {id = "provider_name"}}
	end
	-- The first provider goes first, then those that come before it.
	local all = package_sections.provider_sections(sections)
	local first = lib.ArrayFilter(all, function(_, other) return other.name == public_names.first end)
	local issuer = json_values.text_of(section.options.issuer_url)
	local same = lib.ArrayFind(
		lib.ArrayConcat(first, all),
		function(_, other) return other.options.issuer_url == issuer end
	)
	if same ~= nil and same.name ~= section.name and issuer ~= "" then
		problems[#problems + 1] = {option = "issuer_url", must = {id = "other_issuer", params = {provider = same.name}}}
	end
	return problems
end

--- The values of a provider, with those of the router, and the problems of its section and of the router's options.
function M.validate_section(sections, section)
	local validated = validate_values(section)
	if section.name == public_names.first then
		return validated
	end
	local first = package_sections.section_of(sections, public_names.first)
	local router = first ~= nil and validate_values(first) or ({values = {}, problems = {}})
	local of_router = lib.ArrayFilter(
		option_table.option_rules,
		function(_, rule) return rule.scope == "router" end
	)
	for _, rule in ipairs(of_router) do
		validated.values[rule.name] = router.values[rule.name]
	end
	local shared = lib.ArrayFilter(
		router.problems,
		function(_, problem) return lib.ArraySome(
			of_router,
			function(_, rule) return rule.name == problem.option end
		) end
	)
	return {
		values = validated.values,
		problems = lib.ArrayConcat(section_problems(sections, section), validated.problems, shared)
	}
end

--- The configuration of a provider. CONFIG_ERROR with the option and what it must be.
function M.from_sections(sections, name)
	local section = package_sections.section_of(sections, name)
	if section == nil then
		return err("CONFIG_ERROR", {option = name, must = {id = "oidc_section"}})
	end
	local validated = M.validate_section(sections, section)
	local problem = validated.problems[1]
	if problem ~= nil then
		return err("CONFIG_ERROR", {option = problem.option, must = problem.must})
	end
	local loaded = provider_config.to_config(validated.values, role_sections.of_sections(sections).roles, name)
	loaded.log_name = package_sections.log_name(sections, name)
	return ok(loaded)
end

--- The configurations of all providers that are right, as compiled_config.ts finds them.
function M.compile(sections)
	local configs = {}
	for _, section in ipairs(package_sections.provider_sections(sections)) do
		local loaded = M.from_sections(sections, section.name)
		if loaded.ok then
			loaded.data.client_secret = ""
			configs[section.name] = loaded.data
		end
	end
	return compiled_config.fingerprint(sections) .. json.encode(configs)
end

return M
