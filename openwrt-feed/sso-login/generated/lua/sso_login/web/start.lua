-- Generated from src/sso_login/web/start.ts by "make lua"; do not edit.
local M = {}
local names = require("sso_login.base.names")
local store = require("sso_login.base.store")
local initiate = require("sso_login.login.initiate")
local ____result = require("sso_login.result")
local ok = ____result.ok
local responses = require("sso_login.web.responses")
--- Starts a login; fails as login/initiate does.
function M.handle(io, config, environment)
	local started = initiate.initiate(io, config, environment.host)
	if not started.ok then
		return started
	end
	local attributes = {path = "/", same_site = "Lax", max_age = store.handshake_lifetime}
	local cookie = responses.set_cookie(names.state_cookie, started.data.token, attributes)
	return ok(responses.redirect(started.data.url, {cookie}))
end
return M
