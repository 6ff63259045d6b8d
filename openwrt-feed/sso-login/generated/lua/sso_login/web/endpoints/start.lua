-- Generated from src/sso_login/web/endpoints/start.ts by "make lua"; do not edit.
--- GET /: sends the browser to the provider with the state cookie (specification, "initiate login").
local M = {}
local names = require("sso_login.base.names")
local store = require("sso_login.base.store")
local strings = require("sso_login.base.strings")
local urls = require("sso_login.base.urls")
local login_cookie = require("sso_login.login.cookie")
local initiate = require("sso_login.login.start")
local result = require("sso_login.result")
local enabled = require("sso_login.settings.enabled")
local load = require("sso_login.settings.load")
local option_forms = require("sso_login.settings.option_forms")
local page_cookie = require("sso_login.web.page_cookie")
local requests = require("sso_login.web.request")
local responses = require("sso_login.web.responses")
local err, ok = result.err, result.ok

--- Bytes of a hint at whom the provider is to ask for.
local max_hint = 200

--- Parameters that say where a login starts.
local own_params = {"iss", "provider"}

--- The path of an address of this router; undefined for all others.
local function path_on_router(config, address)
	local url = address ~= nil and urls.parse_https(address) or nil
	local router = url ~= nil and urls.parse_https(config.redirect_uri) or nil
	local same_host = url ~= nil and router ~= nil and urls.host_header(url) == urls.host_header(router)
	return same_host and url.query == nil and url.path or nil
end

--- The provider of a start: the one that `provider` names, or has the issuer `iss`, else the first. NOT_FOUND for one that is not
-- there or off, INVALID_REQUEST where no provider has the issuer, or where a parameter is given twice.
function M.provider_of(io, query)
	local parsed = requests.parse_query(query, own_params)
	if not parsed.ok then
		return parsed
	end
	local named = parsed.data.provider
	local iss = parsed.data.iss
	if named ~= nil then
		local is_there = named == names.first or option_forms.is_provider_name(named) and enabled.is_on(io, named)
		return is_there and ok(named) or err("NOT_FOUND", {reason = "no such provider"})
	end
	local found
	if iss ~= nil then
		found = load.of_issuer(io, iss)
	else
		found = names.first
	end
	return found ~= nil and ok(found) or err("INVALID_REQUEST", {reason = "not issuer_url", parameter = "iss"})
end

--- What the address of a start asks for: a page to return to, and what a login initiated by a third party has (OpenID Connect
-- Core section 4), and another account (error_page.ts). INVALID_REQUEST where that names another issuer; all else that is of no use
-- is ignored.
local function read_query(config, query)
	local parsed = requests.parse_query(query, own_params)
	if not parsed.ok then
		return parsed
	end
	local params = parsed.data
	if params.iss ~= nil and params.iss ~= config.issuer_url then
		return err("INVALID_REQUEST", {reason = "not issuer_url", parameter = "iss"})
	end
	local hint = params.login_hint or ""
	local has_hint = hint ~= "" and #hint <= max_hint and strings.is_visible_ascii(hint)
	local prompt = params.prompt
	local page = params.return_to or path_on_router(config, params.target_link_uri) or ""
	local webui_path = config.webui_path or names.luci_cookie_path
	return ok({
		login_hint = has_hint and hint or nil,
		prompt = (prompt == "login" or prompt == "select_account") and prompt or nil,
		return_to = option_forms.is_return_path(page, webui_path) and page or nil
	})
end

--- Starts a login; INVALID_REQUEST as above, else fails as login/start does.
function M.handle(io, config, environment)
	local start = read_query(config, environment.query_string)
	if not start.ok then
		return start
	end
	local cookies = requests.parse_cookies(environment.cookie)
	local own = login_cookie.create()
	start.data.cookie_hash = own.hash
	start.data.host = requests.host_of(environment)
	local started = initiate.initiate(io, config, start.data)
	if not started.ok then
		return started
	end
	local state = started.data.token
	local headers = {
		responses.set_lax_cookie(names.state_cookie, state, store.handshake_lifetime),
		responses.set_lax_cookie(login_cookie.name_of(state), own.value, store.handshake_lifetime)
	}
	if start.data.return_to ~= nil then
		headers[#headers + 1] = page_cookie.keep(state, start.data.return_to)
	end
	for _, name in ipairs(login_cookie.surplus(io, cookies)) do
		headers[#headers + 1] = responses.set_lax_cookie(name, "", 0)
	end
	return ok(responses.redirect(started.data.url, headers))
end

return M
