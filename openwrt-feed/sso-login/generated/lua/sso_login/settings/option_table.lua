-- Generated from src/sso_login/settings/option_table.ts by "make lua"; do not edit.
--- The options of section `default`, and of those of further providers, a row each: the one source for loading the configuration, for
-- docs/configuration.md and for the settings page, whose words for each are in src/luci/provider/option_texts.ts.
local lib = require("sso_login.lualib")
local M = {}
local ip_addresses = require("sso_login.settings.ip_addresses")
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local urls = require("sso_login.base.urls")
local option_bounds = require("sso_login.settings.option_bounds")
local option_forms = require("sso_login.settings.option_forms")

--- Bytes of the address after logout, of the name of a claim, of the button's label, and of all words of a list.
local max_web_address = 1024
local max_claim = 256
local max_label = 64
local max_words = 1024

--- The comment before an option says what it means, for docs/configuration.md.
local rows = {
	{name = "issuer_url", kind = "required", forms = {"issuer"}},
	{name = "internal_issuer_url", kind = "text", forms = {"https_url"}},
	{name = "client_id", kind = "required"},
	{name = "client_secret", kind = "required"},
	{name = "redirect_uri", kind = "required", forms = {"redirect_uri"}},
	{name = "scope", kind = "required", forms = {"openid_scope"}},
	{name = "clock_tolerance", kind = "number", fallback = "60", min = 0, max = 3600},
	{
		name = "webui_path",
		kind = "text",
		scope = "router",
		fallback = "/cgi-bin/luci/",
		forms = {"plain_path", "no_loop"}
	},
	{
		name = "token_endpoint_auth_method",
		kind = "text",
		fallback = "auto",
		words = {"auto", "client_secret_basic", "client_secret_post", "private_key_jwt"}
	},
	{name = "client_assertion_alg", kind = "text", fallback = "ES256", words = {"ES256", "RS256"}},
	{name = "client_assertion_audience", kind = "text", fallback = "issuer", words = {"issuer", "token_endpoint"}},
	{name = "ca_file", kind = "text", forms = {"absolute_path"}},
	{name = "http_timeout", kind = "number", fallback = "10", min = 1, max = 20},
	{name = "at_hash", kind = "text", fallback = "required", words = {"required", "optional"}},
	{name = "id_token_algs", kind = "list", fallback = "RS256 ES256", words = option_bounds.algorithms},
	{name = "allow_unverified_email", kind = "flag", scope = "first", fallback = "0"},
	{name = "groups_claim", kind = "list", max = max_words},
	{name = "email_claim", kind = "text", fallback = "email", max = max_claim, forms = {"claim_name"}},
	{name = "email_claim_trusted", kind = "flag", fallback = "0"},
	{name = "acr_values", kind = "list", sent = true, max = max_words},
	{name = "max_age", kind = "number", sent = true, min = 0, max = 604800},
	{name = "prompt", kind = "text", words = {"login", "select_account", "consent"}},
	{
		name = "session_timeout",
		kind = "number",
		min = option_bounds.min_session_timeout,
		max = option_bounds.max_session_timeout
	},
	{name = "post_logout_redirect_uri", kind = "text", max = max_web_address, forms = {"web_address"}},
	{
		name = "session_max_lifetime",
		kind = "number",
		scope = "router",
		min = option_bounds.min_session_lifetime,
		max = option_bounds.max_session_lifetime
	},
	{name = "session_revalidate", kind = "number", min = 300, max = 86400},
	{
		name = "client_limit",
		kind = "number",
		scope = "router",
		min = option_bounds.min_client_limit,
		max = option_bounds.max_client_limit
	},
	{name = "trusted_proxy", kind = "list", scope = "router", forms = {"addresses"}},
	{name = "backchannel_logout", kind = "flag", fallback = "0"},
	{name = "api_audience", kind = "text", max = max_words},
	{
		name = "api_session_timeout",
		kind = "number",
		fallback = "300",
		min = option_bounds.min_session_timeout,
		max = 86400
	},
	{name = "api_sessions", kind = "number", fallback = "10", min = 1, max = 100},
	{name = "api_token_types", kind = "list", fallback = "at+jwt", words = {"at+jwt", "JWT"}},
	{name = "api_client", kind = "list", max = max_words},
	{name = "api_scope", kind = "list", max = max_words},
	{name = "auto_redirect", kind = "text", scope = "router", fallback = "0", forms = {"provider_or_switch"}},
	{name = "button_label", kind = "text", scope = "router", fallback = "Login with SSO", max = max_label},
	{name = "password_form", kind = "text", scope = "router", fallback = "shown", words = {"shown", "hidden"}},
	{name = "password_login", kind = "text", scope = "router", fallback = "on", words = {"on", "off"}},
	{name = "password_user", kind = "list", scope = "router", max = max_words},
	{name = "label", kind = "text", max = max_label},
	{name = "color", kind = "text", forms = {"color"}},
	{name = "log_identity", kind = "flag", scope = "router", fallback = "1"}
}

--- Options whose valid values keep no administrator out, so that a change of them puts nothing on trial (passwords/password_table.ts).
M.harmless = {
	"api_audience",
	"api_client",
	"api_scope",
	"api_session_timeout",
	"api_sessions",
	"api_token_types",
	"auto_redirect",
	"backchannel_logout",
	"button_label",
	"client_limit",
	"color",
	"label",
	"log_identity",
	"password_form",
	"password_login",
	"password_user",
	"post_logout_redirect_uri",
	"session_max_lifetime",
	"session_timeout",
	"trusted_proxy"
}
M.option_rules = rows

--- The only words that a value may be; none where others may.
local function words_of(option)
	return option.kind == "flag" and ({"0", "1"}) or (option.words or {})
end

local function is_whole_number(value, option)
	local parsed = strings.parse_integer(value)
	return parsed ~= nil and parsed >= (option.min or 0) and parsed <= (option.max or 0)
end

local function is_short(value, option)
	return #value <= (option.max or 0)
end

--- An issuer (OpenID Connect Discovery section 2); the URL parser refuses fragments.
local function is_issuer(value)
	local url = urls.parse_https(value)
	return url ~= nil and url.query == nil
end

local function is_redirect_uri(value, _option, provider)
	local url = urls.parse_https(value)
	return url ~= nil and url.path == option_forms.callback_path(provider) and url.query == nil
end

local function is_color(value)
	return #value == 7 and lib.StringStartsWith(value, "#") and strings.consists_of(
		string.lower(string.sub(value, 2)),
		"hex"
	)
end

--- Whether a text may be an address after logout. The provider compares it with registered ones.
local function is_web_address(value, option)
	local lower = string.lower(value)
	local web = lib.StringStartsWith(lower, "https://") or lib.StringStartsWith(lower, "http://")
	return web and is_short(value, option) and not lib.StringIncludes(value, " ") and not lib.StringIncludes(
		value,
		"#"
	)
end

--- The demands of rules on a value, by their ids. A request checks a few values, so the rules themselves are only data.
local demands = {
	issuer = is_issuer,
	https_url = function(value) return urls.parse_https(value) ~= nil end,
	redirect_uri = is_redirect_uri,
	openid_scope = function(value) return lib.ArrayIncludes(strings.split_words(value, " "), "openid") end,
	plain_path = option_forms.is_plain_path,
	no_loop = option_forms.avoids_login,
	absolute_path = function(value) return lib.StringStartsWith(value, "/") end,
	claim_name = function(value, option) return not lib.StringIncludes(value, " ") and is_short(value, option) end,
	web_address = is_web_address,
	addresses = function(value) return lib.ArrayEvery(
		strings.split_words(value, " "),
		function(_, text) return ip_addresses.to_range(text) ~= nil end
	) end,
	provider_or_switch = function(value) return value == public_names.first or option_forms.is_provider_name(value) end,
	color = is_color,
	whole_number = is_whole_number,
	one_of = function(value, option) return lib.ArrayIncludes(words_of(option), value) end,
	some_of = function(value, option) return lib.ArrayEvery(
		strings.split_words(value, " "),
		function(_, word) return lib.ArrayIncludes(words_of(option), word) end
	) end,
	short = is_short
}

--- The rules of a non-empty value without control characters, in the section of a provider.
function M.rules_for(option, provider)
	local words = words_of(option)
	if #words > 0 then
		return {{id = option.kind == "list" and "some_of" or "one_of", params = {words = table.concat(words, ", ")}}}
	end
	local max = tostring(option.max or "")
	if option.kind == "number" then
		return {{id = "whole_number", params = {min = tostring(option.min or ""), max = max}}}
	end
	if option.forms == nil then
		return max ~= "" and ({{id = "short", params = {max = max}}}) or {}
	end
	local path = {path = option_forms.callback_path(provider)}
	return lib.ArrayMap(
		option.forms,
		function(_, id) return {
			id = id,
			params = id == "redirect_uri" and path or (max ~= "" and ({max = max}) or nil)
		} end
	)
end

--- Of a section alone: a provider that is off has a configuration, too.
local switches = {{name = "enabled", kind = "flag", fallback = "0"}}

--- All options that a provider's section may have.
function M.section_rows()
	return lib.ArrayConcat(switches, rows)
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
	return lib.ArrayFind(M.rules_for(option, provider), function(_, rule)
		local demand = demands[rule.id]
		return demand == nil or not demand(value, option, provider)
	end)
end

return M
