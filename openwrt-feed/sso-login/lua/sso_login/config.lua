-- Generated from src/sso_login/config.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__ArrayFilter = ____lualib.__TS__ArrayFilter
local __TS__ArrayFind = ____lualib.__TS__ArrayFind
local __TS__StringStartsWith = ____lualib.__TS__StringStartsWith
local __TS__ArrayIncludes = ____lualib.__TS__ArrayIncludes
local __TS__ArraySome = ____lualib.__TS__ArraySome
local __TS__ArrayMap = ____lualib.__TS__ArrayMap
local ____exports = {}
local ____json = require("sso_login.io.json")
local is_array = ____json.is_array
local ____options = require("sso_login.options")
local max_session_timeout = ____options.max_session_timeout
local min_session_timeout = ____options.min_session_timeout
local option_problem = ____options.option_problem
local option_rules = ____options.option_rules
local role_name_problem = ____options.role_name_problem
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
local ____text = require("sso_login.text")
local parse_integer = ____text.parse_integer
do
	local ____probe = require("sso_login.probe")
	____exports.is_enabled = ____probe.is_enabled
end
local uci_package = "sso-login"
--- Seconds.
____exports.default_session_timeout = 3600
--- A list; a single option counts as a list of one, and empty members are left out.
local function list_option(section, option)
	local value = section.options[option]
	local members = type(value) == "string" and ({value}) or (value or ({}))
	return __TS__ArrayFilter(
		members,
		function(____, member) return member ~= "" end
	)
end
--- The section that holds the options; undefined when it is missing.
function ____exports.default_section(sections)
	return __TS__ArrayFind(
		sections,
		function(____, candidate) return candidate.name == "default" and candidate.type == "oidc" end
	)
end
--- What is wrong with an option's value.
local function value_problem(rule, value)
	local ____temp_0
	if type(value) == "string" then
		____temp_0 = option_problem(rule, value)
	else
		____temp_0 = "be one value, not a list"
	end
	return ____temp_0
end
--- The values of all known options, and what is wrong with the others, which are left out.
function ____exports.judge_values(section)
	local values = {}
	local problems = {}
	for ____, rule in ipairs(option_rules) do
		local value = section.options[rule.name] or ""
		local must = value_problem(rule, value)
		if must ~= nil then
			problems[#problems + 1] = {option = rule.name, must = must}
		elseif type(value) == "string" then
			values[rule.name] = value ~= "" and value or rule.fallback
		end
	end
	return {values = values, problems = problems}
end
--- A role section's name and lists, whatever they are.
function ____exports.role_of(section)
	return {
		name = section.name,
		email = list_option(section, "email"),
		group = list_option(section, "group"),
		read = list_option(section, "read"),
		write = list_option(section, "write")
	}
end
--- All role sections in file order; CONFIG_ERROR when one has no name, or a local login's.
local function read_roles(sections, logins)
	local roles = {}
	for ____, section in ipairs(sections) do
		if section.type == "role" then
			local must = role_name_problem(section.anonymous and "" or section.name, logins)
			if must ~= nil then
				return err("CONFIG_ERROR", {option = "role", role = section.name, must = must})
			end
			roles[#roles + 1] = ____exports.role_of(section)
		end
	end
	return ok(roles)
end
--- A value that option_rules always gives: required, or with a fallback.
local function text_of(values, option)
	return values[option] or ""
end
local function number_of(values, option)
	return parse_integer(text_of(values, option)) or 0
end
--- A configuration of values that are right; a missing one without a default is "".
function ____exports.to_config(values, roles, luci_time)
	return {
		issuer_url = text_of(values, "issuer_url"),
		internal_issuer_url = values.internal_issuer_url,
		client_id = text_of(values, "client_id"),
		client_secret = text_of(values, "client_secret"),
		redirect_uri = text_of(values, "redirect_uri"),
		scope = text_of(values, "scope"),
		clock_tolerance = number_of(values, "clock_tolerance"),
		roles = roles,
		webui_path = text_of(values, "webui_path"),
		token_endpoint_auth_method = text_of(values, "token_endpoint_auth_method"),
		ca_file = values.ca_file,
		http_timeout = number_of(values, "http_timeout"),
		at_hash_required = values.at_hash == "required",
		allow_unverified_email = values.allow_unverified_email == "1",
		session_timeout = parse_integer(text_of(values, "session_timeout")) or luci_time or ____exports.default_session_timeout,
		post_logout_redirect_uri = values.post_logout_redirect_uri,
		auto_redirect = values.auto_redirect == "1",
		button_label = text_of(values, "button_label"),
		log_identity = values.log_identity == "1"
	}
end
--- The configuration that the sections of the package make, or CONFIG_ERROR with the option and what it must be.
-- `luci_time` is LuCI's own session time-out, used where `session_timeout` is absent; `logins` are the user names of
-- rpcd's local logins, which no role may have.
function ____exports.from_sections(sections, luci_time, logins)
	local section = ____exports.default_section(sections)
	if section == nil then
		return err("CONFIG_ERROR", {option = "default", must = "be a section of type oidc"})
	end
	local judged = ____exports.judge_values(section)
	local problem = judged.problems[1]
	if problem ~= nil then
		return err("CONFIG_ERROR", {option = problem.option, must = problem.must})
	end
	local roles = read_roles(sections, logins or ({}))
	return roles.ok and ok(____exports.to_config(judged.values, roles.data, luci_time)) or roles
end
--- LuCI's session time-out in seconds within the bounds of our own option; undefined when it has none.
local function luci_session_time(io)
	local option = io.uci_get("luci", "sauth", "sessiontime")
	if not option.ok or type(option.data) ~= "string" then
		return nil
	end
	local seconds = parse_integer(option.data)
	return seconds ~= nil and seconds > 0 and math.max(
		min_session_timeout,
		math.min(max_session_timeout, seconds)
	) or nil
end
--- The user names of rpcd's login sections, without those that this service keeps for its roles (rpcd_logins.ts).
function ____exports.local_logins(io)
	local sections = io.uci_sections("rpcd")
	local names = {}
	for ____, section in ipairs(sections.ok and sections.data or ({})) do
		local username = section.options.username
		if section.type == "login" and type(username) == "string" and not __TS__StringStartsWith(section.name, "sso_login_") then
			names[#names + 1] = username
		end
	end
	return names
end
--- Loads and checks the configuration; CONFIG_ERROR with the option at fault otherwise.
function ____exports.load(io)
	local sections = io.uci_sections(uci_package)
	return sections.ok and ____exports.from_sections(
		sections.data,
		luci_session_time(io),
		____exports.local_logins(io)
	) or err("CONFIG_ERROR", sections.details)
end
--- The roles alone, whatever the state of the other options; CONFIG_ERROR when one of them cannot be.
function ____exports.load_roles(io)
	local sections = io.uci_sections(uci_package)
	return sections.ok and read_roles(
		sections.data,
		____exports.local_logins(io)
	) or err("CONFIG_ERROR", sections.details)
end
--- Whether the e-mail may count: `email_verified` false (or the text "false") forbids it unless the option allows.
local function email_counts(config, claims)
	local refused = claims.email_verified == false or claims.email_verified == "false"
	return type(claims.email) == "string" and (config.allow_unverified_email or not refused)
end
--- The groups claim as a list: an array's strings, or a single string.
function ____exports.group_names(groups)
	if type(groups) == "string" then
		return {groups}
	end
	if not is_array(groups) then
		return {}
	end
	local names = {}
	for ____, group in ipairs(groups) do
		if type(group) == "string" then
			names[#names + 1] = group
		end
	end
	return names
end
--- A role with all its lists: one built by hand may lack some.
local function complete_role(role)
	return {
		name = role.name,
		email = role.email or ({}),
		group = role.group or ({}),
		read = role.read or ({}),
		write = role.write or ({})
	}
end
--- E-mail addresses compare without regard to ASCII case, groups exactly.
local function role_matches(role, email, groups)
	for ____, allowed in ipairs(role.email) do
		if email ~= nil and string.lower(allowed) == email then
			return true
		end
	end
	return __TS__ArraySome(
		role.group,
		function(____, allowed) return __TS__ArrayIncludes(groups, allowed) end
	)
end
local function add_missing(target, items)
	for ____, item in ipairs(items) do
		if not __TS__ArrayIncludes(target, item) then
			target[#target + 1] = item
		end
	end
end
--- The roles that a user's claims match, in file order. Fails with USER_NOT_AUTHORIZED, "matched no roles", when there
-- is none; the details name the option `allow_unverified_email` where it is why the e-mail did not count.
function ____exports.find_roles_for_user(config, claims)
	local counts = email_counts(config, claims)
	local email = counts and type(claims.email) == "string" and string.lower(claims.email) or nil
	local groups = ____exports.group_names(claims.groups)
	local roles = __TS__ArrayFilter(
		__TS__ArrayMap(
			config.roles,
			function(____, role) return complete_role(role) end
		),
		function(____, role) return role_matches(role, email, groups) end
	)
	local first = roles[1]
	if first == nil then
		local unverified = type(claims.email) == "string" and not counts
		return err("USER_NOT_AUTHORIZED", {reason = "matched no roles", hint = unverified and "e-mail is not verified, see option allow_unverified_email" or nil})
	end
	local read = {}
	local write = {}
	for ____, role in ipairs(roles) do
		add_missing(read, role.read)
		add_missing(write, role.write)
	end
	return ok({role_name = first.name, read = read, write = write, roles = roles})
end
return ____exports
