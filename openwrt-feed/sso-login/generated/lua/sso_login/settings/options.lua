-- Generated from src/sso_login/settings/options.ts by "make lua"; do not edit.
local lib = require("sso_login.lualib")
local M = {}
local names = require("sso_login.base.names")
local strings = require("sso_login.base.strings")
local urls = require("sso_login.base.urls")
--- Bounds of a session's time-out, in seconds.
M.min_session_timeout = 60
M.max_session_timeout = 604800
local path_characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~/-"
local function anything(_value)
	return nil
end
--- A rule for whole numbers within bounds.
local function whole_number(min, max)
	return function(value)
		local parsed = strings.parse_integer(value)
		local ____temp_0
		if parsed ~= nil and parsed >= min and parsed <= max then
			____temp_0 = nil
		else
			____temp_0 = (("be a whole number from " .. tostring(min)) .. " to ") .. tostring(max)
		end
		return ____temp_0
	end
end
--- A rule for one of several words.
local function one_of(words)
	return function(value)
		local ____words_includes_result_1
		if lib.ArrayIncludes(words, value) then
			____words_includes_result_1 = nil
		else
			____words_includes_result_1 = "be one of " .. table.concat(words, ", ")
		end
		return ____words_includes_result_1
	end
end
--- An issuer (OpenID Connect Discovery section 2); the URL parser refuses fragments.
local function issuer(value)
	local url = urls.parse_https(value)
	local ____temp_2
	if url ~= nil and url.query == nil then
		____temp_2 = nil
	else
		____temp_2 = "be an https:// URL without query and fragment"
	end
	return ____temp_2
end
local function https_url(value)
	local ____temp_3
	if urls.parse_https(value) ~= nil then
		____temp_3 = nil
	else
		____temp_3 = "be an https:// URL"
	end
	return ____temp_3
end
local function redirect_uri(value)
	local url = urls.parse_https(value)
	local ____temp_4
	if url ~= nil and url.path == names.callback_path and url.query == nil then
		____temp_4 = nil
	else
		____temp_4 = "be https://<router>" .. names.callback_path
	end
	return ____temp_4
end
local function scope(value)
	local ____strings_split_words_result_includes_result_5
	if lib.ArrayIncludes(
		strings.split_words(value, " "),
		"openid"
	) then
		____strings_split_words_result_includes_result_5 = nil
	else
		____strings_split_words_result_includes_result_5 = "contain openid"
	end
	return ____strings_split_words_result_includes_result_5
end
--- A path that cannot lead off this host, nor back to the landing page itself.
local function webui_path(value)
	local closed = value .. "/"
	local plain = lib.StringStartsWith(value, "/") and not lib.StringIncludes(value, "//") and strings.consists_of(value, path_characters)
	local dotted = lib.StringIncludes(closed, "/../") or lib.StringIncludes(closed, "/./")
	if not plain or dotted then
		return "be a path of A-Z a-z 0-9 . _ ~ / - with one leading slash"
	end
	local loop = lib.StringStartsWith(closed, "/cgi-bin/webui/") or lib.StringStartsWith(closed, "/cgi-bin/sso-login/")
	return loop and "not be the landing page or the login itself" or nil
end
--- Where the provider may send the browser after logout; it compares the text with what is registered.
local function web_address(value)
	local lower = string.lower(value)
	local web = lib.StringStartsWith(lower, "https://") or lib.StringStartsWith(lower, "http://")
	local plain = #value <= 1024 and not lib.StringIncludes(value, " ") and not lib.StringIncludes(value, "#")
	local ____temp_6
	if web and plain then
		____temp_6 = nil
	else
		____temp_6 = "be an http:// or https:// URL without fragment, of at most 1024 bytes"
	end
	return ____temp_6
end
local function absolute_path(value)
	local ____value_startsWith_result_7
	if lib.StringStartsWith(value, "/") then
		____value_startsWith_result_7 = nil
	else
		____value_startsWith_result_7 = "be an absolute path"
	end
	return ____value_startsWith_result_7
end
local function label(value)
	local ____temp_8
	if #value <= 64 then
		____temp_8 = nil
	else
		____temp_8 = "be at most 64 bytes"
	end
	return ____temp_8
end
M.option_rules = {
	{name = "issuer_url", required = true, problem = issuer},
	{name = "internal_issuer_url", required = false, problem = https_url},
	{name = "client_id", required = true, problem = anything},
	{name = "client_secret", required = true, problem = anything},
	{name = "redirect_uri", required = true, problem = redirect_uri},
	{name = "scope", required = true, problem = scope},
	{
		name = "clock_tolerance",
		required = false,
		fallback = "60",
		problem = whole_number(0, 3600)
	},
	{name = "webui_path", required = false, fallback = "/cgi-bin/luci/", problem = webui_path},
	{
		name = "token_endpoint_auth_method",
		required = false,
		fallback = "auto",
		problem = one_of({"auto", "client_secret_basic", "client_secret_post"})
	},
	{name = "ca_file", required = false, problem = absolute_path},
	{
		name = "http_timeout",
		required = false,
		fallback = "10",
		problem = whole_number(1, 20)
	},
	{
		name = "at_hash",
		required = false,
		fallback = "required",
		problem = one_of({"required", "optional"})
	},
	{
		name = "allow_unverified_email",
		required = false,
		fallback = "0",
		problem = one_of({"0", "1"})
	},
	{
		name = "session_timeout",
		required = false,
		problem = whole_number(M.min_session_timeout, M.max_session_timeout)
	},
	{name = "post_logout_redirect_uri", required = false, problem = web_address},
	{
		name = "auto_redirect",
		required = false,
		fallback = "0",
		problem = one_of({"0", "1"})
	},
	{name = "button_label", required = false, fallback = "Login with SSO", problem = label},
	{
		name = "log_identity",
		required = false,
		fallback = "1",
		problem = one_of({"0", "1"})
	}
}
--- What is wrong with a value of an option, worded "must …"; undefined when nothing is. "" counts as absent.
function M.option_problem(rule, value)
	if value == "" then
		return rule.required and "be set" or nil
	end
	return strings.has_control(value) and "not hold control characters" or rule.problem(value)
end
--- What is wrong with a role's section name; "" stands for a section without a name. `logins` are the user names of
-- rpcd's local logins: a role of that name would get their rights when rpcd reloads.
function M.role_name_problem(name, logins)
	if name == "" then
		return "have a name: config role 'name'"
	end
	return (name == "root" or lib.ArrayIncludes(logins or ({}), name)) and "not have the name of a local login of rpcd" or nil
end
return M
