-- Generated from src/sso_login/web/start.ts by "make lua"; do not edit.
local M = {}
local names = require("sso_login.base.names")
local store = require("sso_login.base.store")
local initiate = require("sso_login.login.initiate")
local ____result = require("sso_login.result")
local ok = ____result.ok
local requests = require("sso_login.web.requests")
local responses = require("sso_login.web.responses")
--- Starts a login; fails as login/initiate does. After one that ended without a role, the provider is asked for the account:
-- its session would bring the same one again.
function M.handle(io, config, environment)
	local ask_account = requests.parse_cookies(environment.cookie)[names.account_cookie] ~= nil
	local started = initiate.initiate(io, config, environment.host, ask_account)
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
