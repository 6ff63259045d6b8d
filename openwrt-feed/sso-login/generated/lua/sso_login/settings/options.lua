-- Generated from src/sso_login/settings/options.ts by "make lua"; do not edit.
--- The options of section `default`, each with its default and its rule: the one source for loading the configuration,
-- for the settings page and for docs/configuration.md.
local lib = require("sso_login.lualib")
local M = {}
local addresses = require("sso_login.base.addresses")
local names = require("sso_login.base.names")
local strings = require("sso_login.base.strings")
local urls = require("sso_login.base.urls")

--- Bounds of a session's time-out, in seconds.
M.min_session_timeout = 60
M.max_session_timeout = 604800

--- Bounds of a session's whole life, in seconds, and of a client's requests in a minute.
M.min_session_lifetime = 300
M.max_session_lifetime = 2592000
M.min_client_limit = 5
M.max_client_limit = 50

--- Signature algorithms (RFC 7518 section 3.1, RFC 8037) that may be allowed; never HMAC or none.
M.algorithms = {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"}

--- Bytes of the address after logout, and of the button's label.
local max_web_address = 1024
local max_label = 64

--- Bytes of a path to return to.
local max_return = 512

--- Bytes of all words of a list, and of a claim's name.
local max_words = 1024
local max_claim = 256

local function rule(id, matches, params)
	return {matches = matches, id = id, params = params}
end

--- Whole numbers within bounds.
local function whole_number(min, max)
	local function matches(value)
		local parsed = strings.parse_integer(value)
		return parsed ~= nil and parsed >= min and parsed <= max
	end
	return rule("whole_number", matches, {min = tostring(min), max = tostring(max)})
end

local function one_of(words)
	return rule("one_of", function(value) return lib.ArrayIncludes(words, value) end, {
		words = table.concat(words, ", ")
	})
end

--- Words of a list, each one of these.
local function some_of(words)
	local function matches(value)
		return lib.ArrayEvery(
			strings.split_words(value, " "),
			function(_, word) return lib.ArrayIncludes(words, word) end
		)
	end
	return rule("some_of", matches, {words = table.concat(words, ", ")})
end

--- An issuer (OpenID Connect Discovery section 2); the URL parser refuses fragments.
local function is_issuer(value)
	local url = urls.parse_https(value)
	return url ~= nil and url.query == nil
end

local function is_https_url(value)
	return urls.parse_https(value) ~= nil
end

local function is_redirect_uri(value)
	local url = urls.parse_https(value)
	return url ~= nil and url.path == names.callback_path and url.query == nil
end

local function has_openid(value)
	return lib.ArrayIncludes(strings.split_words(value, " "), "openid")
end

--- A path that cannot lead off this host.
local function is_plain_path(value)
	local closed = value .. "/"
	local plain = lib.StringStartsWith(value, "/") and not lib.StringIncludes(value, "//") and strings.consists_of(
		value,
		"path"
	)
	return plain and not lib.StringIncludes(closed, "/../") and not lib.StringIncludes(closed, "/./")
end

--- Not back to the landing page, nor to the login.
local function avoids_login(value)
	local closed = value .. "/"
	return not lib.StringStartsWith(closed, "/cgi-bin/webui/") and not lib.StringStartsWith(
		closed,
		"/cgi-bin/sso-login/"
	)
end

--- Whether a login may end at this page of the web interface, which is at `webui_path`: a plain path below it, of at most 512
-- bytes, and never its logout.
function M.is_return_path(path, webui_path)
	local base = lib.StringEndsWith(webui_path, "/") and webui_path or webui_path .. "/"
	local below = #path <= max_return and lib.StringStartsWith(path, base) and not lib.StringIncludes(
		path .. "/",
		"/admin/logout/"
	)
	return below and is_plain_path(path) and avoids_login(path)
end

--- Where the provider may send the browser after logout; it compares the text with what is registered.
local function is_web_address(value)
	local lower = string.lower(value)
	local web = lib.StringStartsWith(lower, "https://") or lib.StringStartsWith(lower, "http://")
	return web and #value <= max_web_address and not lib.StringIncludes(value, " ") and not lib.StringIncludes(
		value,
		"#"
	)
end

--- At most so many bytes.
local function at_most_bytes(max)
	return rule("short", function(value) return #value <= max end, {max = tostring(max)})
end

local function is_claim_name(value)
	return not lib.StringIncludes(value, " ") and #value <= max_claim
end

local function are_addresses(value)
	return lib.ArrayEvery(
		strings.split_words(value, " "),
		function(_, text) return addresses.to_hex(text) ~= nil end
	)
end

local function is_absolute_path(value)
	return lib.StringStartsWith(value, "/")
end

--- The comment before an option says what it means, for docs/configuration.md.
M.option_rules = {
	{name = "issuer_url", required = true, rules = {rule("issuer", is_issuer)}},
	{name = "internal_issuer_url", required = false, rules = {rule("https_url", is_https_url)}},
	{name = "client_id", required = true, rules = {}},
	{name = "client_secret", required = true, rules = {}},
	{
		name = "redirect_uri",
		required = true,
		rules = {rule("redirect_uri", is_redirect_uri, {path = names.callback_path})}
	},
	{name = "scope", required = true, rules = {rule("openid_scope", has_openid)}},
	{name = "clock_tolerance", required = false, fallback = "60", rules = {whole_number(0, 3600)}},
	{
		name = "webui_path",
		required = false,
		fallback = "/cgi-bin/luci/",
		rules = {rule("plain_path", is_plain_path), rule("no_loop", avoids_login)}
	},
	{
		name = "token_endpoint_auth_method",
		required = false,
		fallback = "auto",
		rules = {one_of({"auto", "client_secret_basic", "client_secret_post", "private_key_jwt"})}
	},
	{name = "client_assertion_alg", required = false, fallback = "ES256", rules = {one_of({"ES256", "RS256"})}},
	{
		name = "client_assertion_audience",
		required = false,
		fallback = "issuer",
		rules = {one_of({"issuer", "token_endpoint"})}
	},
	{name = "ca_file", required = false, rules = {rule("absolute_path", is_absolute_path)}},
	{name = "http_timeout", required = false, fallback = "10", rules = {whole_number(1, 20)}},
	{name = "at_hash", required = false, fallback = "required", rules = {one_of({"required", "optional"})}},
	{
		name = "id_token_algs",
		required = false,
		fallback = "RS256 ES256",
		is_list = true,
		rules = {some_of(M.algorithms)}
	},
	{name = "allow_unverified_email", required = false, fallback = "0", rules = {one_of({"0", "1"})}},
	{name = "groups_claim", required = false, is_list = true, rules = {at_most_bytes(max_words)}},
	{
		name = "email_claim",
		required = false,
		fallback = "email",
		rules = {rule("claim_name", is_claim_name, {max = tostring(max_claim)})}
	},
	{name = "email_claim_trusted", required = false, fallback = "0", rules = {one_of({"0", "1"})}},
	{name = "acr_values", required = false, is_list = true, rules = {at_most_bytes(max_words)}},
	{name = "max_age", required = false, rules = {whole_number(0, 604800)}},
	{name = "prompt", required = false, rules = {one_of({"login", "select_account", "consent"})}},
	{
		name = "session_timeout",
		required = false,
		rules = {whole_number(M.min_session_timeout, M.max_session_timeout)}
	},
	{
		name = "post_logout_redirect_uri",
		required = false,
		rules = {rule("web_address", is_web_address, {max = tostring(max_web_address)})}
	},
	{
		name = "session_max_lifetime",
		required = false,
		rules = {whole_number(M.min_session_lifetime, M.max_session_lifetime)}
	},
	{
		name = "client_limit",
		required = false,
		rules = {whole_number(M.min_client_limit, M.max_client_limit)}
	},
	{name = "trusted_proxy", required = false, is_list = true, rules = {rule("addresses", are_addresses)}},
	{name = "backchannel_logout", required = false, fallback = "0", rules = {one_of({"0", "1"})}},
	{name = "api_audience", required = false, rules = {at_most_bytes(max_words)}},
	{
		name = "api_session_timeout",
		required = false,
		fallback = "300",
		rules = {whole_number(M.min_session_timeout, 86400)}
	},
	{name = "api_sessions", required = false, fallback = "10", rules = {whole_number(1, 100)}},
	{
		name = "api_token_types",
		required = false,
		fallback = "at+jwt",
		is_list = true,
		rules = {some_of({"at+jwt", "JWT"})}
	},
	{name = "api_client", required = false, is_list = true, rules = {at_most_bytes(max_words)}},
	{name = "api_scope", required = false, is_list = true, rules = {at_most_bytes(max_words)}},
	{name = "auto_redirect", required = false, fallback = "0", rules = {one_of({"0", "1"})}},
	{name = "button_label", required = false, fallback = "Login with SSO", rules = {at_most_bytes(max_label)}},
	{name = "password_form", required = false, fallback = "shown", rules = {one_of({"shown", "hidden"})}},
	{name = "password_login", required = false, fallback = "on", rules = {one_of({"on", "off"})}},
	{name = "password_user", required = false, is_list = true, rules = {at_most_bytes(max_words)}},
	{name = "log_identity", required = false, fallback = "1", rules = {one_of({"0", "1"})}}
}

--- What is wrong with a value of an option; undefined when nothing is. "" counts as absent.
function M.option_problem(option, value)
	if value == "" then
		return option.required and ({id = "set"}) or nil
	end
	if strings.has_control(value) then
		return {id = "no_control_characters"}
	end
	local violated = lib.ArrayFind(option.rules, function(_, candidate) return not candidate.matches(value) end)
	return violated ~= nil and ({id = violated.id, params = violated.params}) or nil
end

--- Whether a name is that of root, LuCI's user on every router.
function M.is_reserved(name)
	return name == "root"
end

--- What is wrong with a role's section name; "" means a section without a name. `logins` are the user names of
-- rpcd's local logins: a role of that name would get their rights when rpcd reloads.
function M.role_name_problem(name, logins)
	if name == "" then
		return {id = "role_name"}
	end
	return (M.is_reserved(name) or lib.ArrayIncludes(logins or {}, name)) and ({
		id = "no_local_login"
	}) or nil
end

return M
