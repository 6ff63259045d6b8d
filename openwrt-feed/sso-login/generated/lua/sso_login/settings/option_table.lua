-- Generated from src/sso_login/settings/option_table.ts by "make lua"; do not edit.
--- The options of section `default`, and of those of further providers, each with its default and its rule: the one source for loading the configuration,
-- for the settings page and for docs/configuration.md.
local lib = require("sso_login.lualib")
local M = {}
local ip_addresses = require("sso_login.settings.ip_addresses")
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local urls = require("sso_login.base.urls")
local option_bounds = require("sso_login.settings.option_bounds")
local option_forms = require("sso_login.settings.option_forms")

--- Bytes of the address after logout, and of the button's label.
local max_label = 64

--- Bytes of all words of a list, and of a claim's name.
local max_words = 1024

--- A number of a rule.
local function bound(text)
	return strings.parse_integer(text or "") or 0
end

local function is_whole_number(value, params)
	local parsed = strings.parse_integer(value)
	return parsed ~= nil and parsed >= bound(params.min) and parsed <= bound(params.max)
end

--- The words of a rule.
local function words_of(params)
	return lib.StringSplit(params.words or "", ", ")
end

--- The demands of rules on a value, by their ids. A request checks a few values, so the rules themselves are only data.
local demands = {
	issuer = option_forms.is_issuer,
	https_url = function(value) return urls.parse_https(value) ~= nil end,
	redirect_uri = option_forms.is_redirect_uri,
	openid_scope = function(value) return lib.ArrayIncludes(strings.split_words(value, " "), "openid") end,
	plain_path = option_forms.is_plain_path,
	no_loop = option_forms.avoids_login,
	absolute_path = function(value) return lib.StringStartsWith(value, "/") end,
	claim_name = function(value) return not lib.StringIncludes(value, " ") and #value <= option_forms.max_claim end,
	web_address = option_forms.is_web_address,
	addresses = function(value) return lib.ArrayEvery(
		strings.split_words(value, " "),
		function(_, text) return ip_addresses.to_range(text) ~= nil end
	) end,
	provider_or_switch = function(value) return value == public_names.first or option_forms.is_provider_name(value) end,
	color = option_forms.is_color,
	whole_number = is_whole_number,
	one_of = function(value, params) return lib.ArrayIncludes(words_of(params), value) end,
	some_of = function(value, params) return lib.ArrayEvery(
		strings.split_words(value, " "),
		function(_, word) return lib.ArrayIncludes(words_of(params), word) end
	) end,
	short = function(value, params) return #value <= bound(params.max) end
}

--- Whole numbers within bounds.
local function whole_number(min, max)
	return {id = "whole_number", params = {min = tostring(min), max = tostring(max)}}
end

local function one_of(words)
	return {id = "one_of", params = {words = words}}
end
local zero_or_one = {one_of("0, 1")}
local short_words = {{id = "short", params = {max = tostring(max_words)}}}
local short_label = {{id = "short", params = {max = tostring(max_label)}}}

--- The comment before an option says what it means, for docs/configuration.md.
M.option_rules = {
	{name = "issuer_url", kind = "required", rules = {{id = "issuer"}}},
	{name = "internal_issuer_url", rules = {{id = "https_url"}}},
	{name = "client_id", kind = "required", rules = {}},
	{name = "client_secret", kind = "required", rules = {}},
	{
		name = "redirect_uri",
		kind = "required",
		rules = {{id = "redirect_uri", params = {path = public_names.callback_path}}}
	},
	{name = "scope", kind = "required", rules = {{id = "openid_scope"}}},
	{name = "clock_tolerance", kind = "number", fallback = "60", rules = {whole_number(0, 3600)}},
	{
		name = "webui_path",
		of_router = true,
		fallback = "/cgi-bin/luci/",
		rules = {{id = "plain_path"}, {id = "no_loop"}}
	},
	{
		name = "token_endpoint_auth_method",
		fallback = "auto",
		rules = {one_of("auto, client_secret_basic, client_secret_post, private_key_jwt")}
	},
	{name = "client_assertion_alg", fallback = "ES256", rules = {one_of("ES256, RS256")}},
	{name = "client_assertion_audience", fallback = "issuer", rules = {one_of("issuer, token_endpoint")}},
	{name = "ca_file", rules = {{id = "absolute_path"}}},
	{name = "http_timeout", kind = "number", fallback = "10", rules = {whole_number(1, 20)}},
	{name = "at_hash", fallback = "required", rules = {one_of("required, optional")}},
	{
		name = "id_token_algs",
		fallback = "RS256 ES256",
		kind = "list",
		rules = {{id = "some_of", params = {words = table.concat(option_bounds.algorithms, ", ")}}}
	},
	{name = "allow_unverified_email", kind = "flag", fallback = "0", rules = zero_or_one},
	{name = "groups_claim", kind = "list", rules = short_words},
	{
		name = "email_claim",
		fallback = "email",
		rules = {{id = "claim_name", params = {max = tostring(option_forms.max_claim)}}}
	},
	{name = "email_claim_trusted", kind = "flag", fallback = "0", rules = zero_or_one},
	{name = "acr_values", kind = "list", rules = short_words},
	{name = "max_age", kind = "number", rules = {whole_number(0, 604800)}},
	{name = "prompt", rules = {one_of("login, select_account, consent")}},
	{
		name = "session_timeout",
		kind = "number",
		rules = {whole_number(option_bounds.min_session_timeout, option_bounds.max_session_timeout)}
	},
	{
		name = "post_logout_redirect_uri",
		rules = {{id = "web_address", params = {max = tostring(option_forms.max_web_address)}}}
	},
	{
		name = "session_max_lifetime",
		kind = "number",
		of_router = true,
		rules = {whole_number(option_bounds.min_session_lifetime, option_bounds.max_session_lifetime)}
	},
	{name = "session_revalidate", kind = "number", rules = {whole_number(300, 86400)}},
	{
		name = "client_limit",
		kind = "number",
		of_router = true,
		rules = {whole_number(option_bounds.min_client_limit, option_bounds.max_client_limit)}
	},
	{name = "trusted_proxy", of_router = true, kind = "list", rules = {{id = "addresses"}}},
	{name = "backchannel_logout", kind = "flag", fallback = "0", rules = zero_or_one},
	{name = "api_audience", rules = short_words},
	{
		name = "api_session_timeout",
		kind = "number",
		fallback = "300",
		rules = {whole_number(option_bounds.min_session_timeout, 86400)}
	},
	{name = "api_sessions", kind = "number", fallback = "10", rules = {whole_number(1, 100)}},
	{
		name = "api_token_types",
		fallback = "at+jwt",
		kind = "list",
		rules = {{id = "some_of", params = {words = "at+jwt, JWT"}}}
	},
	{name = "api_client", kind = "list", rules = short_words},
	{name = "api_scope", kind = "list", rules = short_words},
	{name = "auto_redirect", of_router = true, fallback = "0", rules = {{id = "provider_or_switch"}}},
	{name = "button_label", of_router = true, fallback = "Login with SSO", rules = short_label},
	{name = "password_form", of_router = true, fallback = "shown", rules = {one_of("shown, hidden")}},
	{name = "password_login", of_router = true, fallback = "on", rules = {one_of("on, off")}},
	{name = "password_user", of_router = true, kind = "list", rules = short_words},
	{name = "label", rules = short_label},
	{name = "color", rules = {{id = "color"}}},
	{name = "log_identity", kind = "flag", of_router = true, fallback = "1", rules = zero_or_one}
}

--- The names of all options that a provider's section may have.
function M.known_names()
	return lib.ArrayConcat(lib.ArrayMap(M.option_rules, function(_, rule) return rule.name end), {
		"enabled"
	})
end

--- Whether an option may be only in section `default`; an e-mail at a further provider counts only where it is verified.
function M.is_of_first(option)
	return option.of_router == true or option.name == "allow_unverified_email"
end

--- The first rule that a value of an option breaks, in the section of a provider (`default` where that is absent); undefined for a
-- right value. "" is an absent one.
function M.option_problem(option, value, provider)
	if value == "" then
		return option.kind == "required" and ({id = "set"}) or nil
	end
	if strings.has_control(value) then
		return {id = "no_control_characters"}
	end
	for _, rule in ipairs(option.rules) do
		local params = rule.id == "redirect_uri" and ({path = option_forms.callback_path(provider)}) or rule.params
		local demand = demands[rule.id]
		if demand == nil or not demand(value, params or {}) then
			return {id = rule.id, params = params}
		end
	end
	return nil
end

return M
