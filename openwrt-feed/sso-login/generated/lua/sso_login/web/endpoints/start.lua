-- Generated from src/sso_login/web/endpoints/start.ts by "make lua"; do not edit.
--- GET /: sends the browser to the provider with the state cookie (specification, "initiate login").
local M = {}
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local urls = require("sso_login.base.urls")
local browser = require("sso_login.login.browser")
local login_start = require("sso_login.login.login_start")
local result = require("sso_login.result")
local option_forms = require("sso_login.settings.option_forms")
local provider_choice = require("sso_login.web.provider_choice")
local saved_config = require("sso_login.settings.saved_config")
local responses = require("sso_login.web.responses")
local err, ok = result.err, result.ok

--- Loaded for a start that fails.
local function failures()
	return require("sso_login.base.failures")
end

--- Loaded for a browser with the cookies of so many logins.
local function surplus_logins()
	return require("sso_login.login.surplus_logins")
end
local many_logins = 8

--- Bytes of a hint at the user for the provider.
local max_hint = 200

--- Whether a text has the form of an account's hash (error_page.ts).
local function is_account(text)
	return text ~= nil and #text == 8 and strings.consists_of(text, "hex")
end

--- The path of an address of this router; undefined for all others.
local function path_on_router(config, address)
	local url = address ~= nil and urls.parse_https(address) or nil
	local router = url ~= nil and urls.parse_https(config.redirect_uri) or nil
	local same_host = url ~= nil and router ~= nil and urls.host_header(url) == urls.host_header(router)
	return same_host and url.query == nil and url.path or nil
end

--- The wishes in the address of a start: a page to return to, those of a login initiated by a third party (OpenID Connect Core section
-- 4), and another account or a login that begins again (error_page.ts). INVALID_REQUEST where it names another issuer; all else that is of no use is ignored.
local function read_query(config, request, from, cookie_hash)
	local params = request.query.values
	if params.iss ~= nil and params.iss ~= config.issuer_url then
		return err("INVALID_REQUEST", {reason = "not issuer_url", parameter = "iss"})
	end
	local hint = params.login_hint or ""
	local has_hint = hint ~= "" and #hint <= max_hint and strings.is_visible_ascii(hint)
	local prompt = params.prompt
	local page = params.return_to or path_on_router(config, params.target_link_uri) or ""
	local webui_path = config.webui_path or public_names.luci_cookie_path
	local ____ok_8 = ok
	local ____temp_2 = has_hint and hint or nil
	local ____temp_3 = (prompt == "login" or prompt == "select_account") and prompt or nil
	local ____temp_4 = is_account(params.refused) and params.refused or nil
	local ____temp_0
	if params.again ~= nil then
		____temp_0 = true
	else
		____temp_0 = nil
	end
	local ____temp_5 = option_forms.is_return_path(page, webui_path) and page or nil
	local ____request_host_6 = request.host
	local ____cookie_hash_7 = cookie_hash
	local ____from_is_own_site_1
	if from.is_own_site then
		____from_is_own_site_1 = true
	else
		____from_is_own_site_1 = nil
	end
	return ____ok_8({
		login_hint = ____temp_2,
		prompt = ____temp_3,
		refused = ____temp_4,
		is_again = ____temp_0,
		return_to = ____temp_5,
		host = ____request_host_6,
		cookie_hash = ____cookie_hash_7,
		is_own_site = ____from_is_own_site_1
	})
end

--- Starts a login by a configuration; INVALID_REQUEST as above, else fails as login/login_start does.
local function begin(io, config, request)
	local from = browser.read(request.cookies)
	local own = browser.create_value()
	local start = read_query(config, request, from, own.hash)
	if not start.ok then
		return start
	end
	local begun = login_start.initiate(io, config, start.data)
	if not begun.ok then
		return begun
	end
	local login = {state = begun.data.handshake.state, value = own.value, page = start.data.return_to}
	local ids = strings.sorted_keys(from.logins)
	local surplus = #ids >= many_logins and surplus_logins().surplus(io, ids) or {}
	return ok(responses.redirect(begun.data.url, browser.login_starts(from, login, surplus)))
end

--- Starts a login at the provider that the request names.
local function respond(io, request)
	local provider = provider_choice.of_start(io, request)
	local config = provider.ok and saved_config.load_enabled(io, provider.data) or provider
	if not config.ok then
		return config
	end
	local response = begin(io, config.data, request)
	return response.ok and response or failures().about(config.data.log_name, response)
end

function M.admit(io, request)
	return {respond = function() return respond(io, request) end}
end

return M
