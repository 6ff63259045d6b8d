-- Generated from src/sso_login/web/start.ts by "make lua"; do not edit.
local M = {}
local names, store, strings, urls, initiate, result, options, requests, responses =
    require("sso_login.use")("base.names", "base.store", "base.strings", "base.urls", "login.initiate", "result", "settings.options", "web.requests", "web.responses")
local err, ok = result.err, result.ok
--- Bytes of a hint at whom the provider is to ask for.
local max_hint = 200
--- The path of an address of this router; undefined for all others.
local function own_path(config, address)
	local url = address ~= nil and urls.parse_https(address) or nil
	local own = urls.parse_https(config.redirect_uri)
	local is_own = url ~= nil and own ~= nil and urls.host_header(url) == urls.host_header(own)
	return is_own and url.query == nil and url.path or nil
end
--- What the address of a start asks for: a page to return to, and what a login initiated by a third party has (OpenID Connect
-- Core section 4). INVALID_REQUEST where that names another issuer; all else that is of no use is ignored.
local function read_query(config, query)
	local parsed = requests.parse_query(query, {"iss"})
	if not parsed.ok then
		return parsed
	end
	local params = parsed.data
	if params.iss ~= nil and params.iss ~= config.issuer_url then
		return err("INVALID_REQUEST", {reason = "not issuer_url", parameter = "iss"})
	end
	local hint = params.login_hint or ""
	local has_hint = hint ~= "" and #hint <= max_hint and strings.is_visible_ascii(hint)
	local page = params.return_to or own_path(config, params.target_link_uri) or ""
	local webui_path = config.webui_path or names.luci_cookie_path
	return ok({
		login_hint = has_hint and hint or nil,
		return_to = options.is_return_path(page, webui_path) and page or nil
	})
end
--- Starts a login; INVALID_REQUEST as above, else fails as login/initiate does. After one that ended without a role, the
-- provider is asked for the account: its session would bring the same one again.
function M.handle(io, config, environment)
	local start = read_query(config, environment.query_string)
	if not start.ok then
		return start
	end
	local ask_account = requests.parse_cookies(environment.cookie)[names.account_cookie] ~= nil
	start.data.ask_account = ask_account
	start.data.host = environment.host
	local started = initiate.initiate(io, config, start.data)
	if not started.ok then
		return started
	end
	local attributes = {path = "/", same_site = "Lax", max_age = store.handshake_lifetime}
	local cookies = {responses.set_cookie(names.state_cookie, started.data.token, attributes)}
	if ask_account then
		cookies[#cookies + 1] = responses.set_cookie(names.account_cookie, "", {path = "/", same_site = "Lax", max_age = 0})
	end
	return ok(responses.redirect(started.data.url, cookies))
end
return M
