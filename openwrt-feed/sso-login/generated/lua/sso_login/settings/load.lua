-- Generated from src/sso_login/settings/load.ts by "make lua"; do not edit.
local lib, strings, names, result, options, roles =
    require("sso_login.use")("lualib", "base.strings", "base.names", "result", "settings.options", "settings.roles")
local M = {}
local err, ok = result.err, result.ok
--- Seconds.
local default_session_timeout = 3600
--- The section that holds the options; undefined when it is missing.
function M.default_section(sections)
	return lib.ArrayFind(
		sections,
		function(_, candidate) return candidate.name == "default" and candidate.type == "oidc" end
	)
end
--- An option's value as one text, where it may have it.
local function text_of(rule, value)
	if type(value) == "string" then
		return value
	end
	return rule.is_list == true and table.concat(value, " ") or nil
end
--- The values of all known options, and what is wrong with the others, which are left out.
function M.validate_values(section)
	local values = {}
	local problems = {}
	for _, rule in ipairs(options.option_rules) do
		local value = text_of(rule, section.options[rule.name] or "")
		local ____temp_0
		if value ~= nil then
			____temp_0 = options.option_problem(rule, value)
		else
			____temp_0 = {id = "one_value"}
		end
		local must = ____temp_0
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
	return {values = values, problems = problems}
end
--- A value that the rules always give: required, or with a fallback.
local function text_value(values, option)
	return values[option] or ""
end
--- The words of a list; undefined where the option is absent.
local function list_value(values, option)
	local words = strings.split_words(
		text_value(values, option),
		" "
	)
	return #words > 0 and words or nil
end
local function number_value(values, option)
	return strings.parse_integer(text_value(values, option))
end
--- A configuration of values that are right; a missing one without a default is "".
function M.to_config(values, all_roles, luci_time)
	return {
		issuer_url = text_value(values, "issuer_url"),
		internal_issuer_url = values.internal_issuer_url,
		client_id = text_value(values, "client_id"),
		client_secret = text_value(values, "client_secret"),
		redirect_uri = text_value(values, "redirect_uri"),
		scope = text_value(values, "scope"),
		clock_tolerance = number_value(values, "clock_tolerance") or 0,
		roles = all_roles,
		webui_path = text_value(values, "webui_path"),
		token_endpoint_auth_method = text_value(values, "token_endpoint_auth_method"),
		ca_file = values.ca_file,
		http_timeout = number_value(values, "http_timeout"),
		at_hash_required = values.at_hash == "required",
		id_token_algs = list_value(values, "id_token_algs"),
		allow_unverified_email = values.allow_unverified_email == "1",
		groups_claim = list_value(values, "groups_claim"),
		email_claim = values.email_claim,
		acr_values = list_value(values, "acr_values"),
		max_age = number_value(values, "max_age"),
		prompt = values.prompt,
		session_timeout = number_value(values, "session_timeout") or luci_time or default_session_timeout,
		post_logout_redirect_uri = values.post_logout_redirect_uri,
		backchannel_logout = values.backchannel_logout == "1",
		log_identity = values.log_identity == "1"
	}
end
--- The configuration that the sections of the package make, or CONFIG_ERROR with the option and what it must be.
-- `luci_time` is LuCI's own session time-out, used where `session_timeout` is absent.
function M.from_sections(sections, luci_time)
	local section = M.default_section(sections)
	if section == nil then
		return err("CONFIG_ERROR", {option = "default", must = {id = "oidc_section"}})
	end
	local validated = M.validate_values(section)
	local problem = validated.problems[1]
	if problem ~= nil then
		return err("CONFIG_ERROR", {option = problem.option, must = problem.must})
	end
	local all_roles = roles.of_sections(sections)
	return all_roles.ok and ok(M.to_config(validated.values, all_roles.data, luci_time)) or all_roles
end
--- LuCI's session time-out in seconds within the bounds of our own option; undefined when it has none.
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
--- The sections of the package; CONFIG_ERROR when UCI cannot read them.
function M.saved_sections(io)
	local sections = io.uci_sections(names.package_name)
	return sections.ok and sections or err("CONFIG_ERROR", sections.details)
end
--- Loads and checks the configuration; CONFIG_ERROR with the option at fault otherwise.
function M.load(io)
	local sections = M.saved_sections(io)
	return sections.ok and M.from_sections(
		sections.data,
		luci_session_time(io)
	) or sections
end
return M
