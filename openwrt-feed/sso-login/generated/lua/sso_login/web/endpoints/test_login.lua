-- Generated from src/sso_login/web/endpoints/test_login.ts by "make lua"; do not edit.
--- The two requests of a test login, GET /?test=… and its callback (docs/architecture.md). They set no cookie of a session.
local lib = require("sso_login.lualib")
local M = {}
local names = require("sso_login.base.names")
local store = require("sso_login.base.store")
local login_cookie = require("sso_login.login.cookie")
local test_login = require("sso_login.login.test.flow")
local result = require("sso_login.result")
local ok = result.ok
local landing_cookie = require("sso_login.web.landing_cookie")
local requests = require("sso_login.web.request")
local responses = require("sso_login.web.responses")
local err, ok = result.err, result.ok

--- Sends the tab on to the view that shows the outcome to whoever began the test; the login's own cookie goes.
local function show_outcome(own)
	local to = names.test_page
	local shown = {responses.set_lax_cookie(landing_cookie.name_of(to), "1", landing_cookie.lifetime)}
	local cleared = own ~= nil and ({responses.set_lax_cookie(own, "", 0)}) or {}
	return responses.redirect(names.landing_path .. "?to=" .. to, lib.ArrayConcat(shown, cleared))
end

--- The first request: sends the tab to the provider, with only the login's own cookie.
local function start(io, environment)
	local ticket = lib.StringSubstring(environment.query_string, #"test=")
	local started = test_login.start(io, ticket, environment.remote_addr)
	if not started.ok then
		return started
	end
	local login = started.data
	if login == nil then
		return ok(show_outcome(nil))
	end
	local own = responses.set_lax_cookie(login_cookie.name_of(login.state), login.cookie, store.handshake_lifetime)
	return ok(responses.redirect(login.url, {own}))
end

--- Serves either; fails as login/test/flow does.
function M.handle(io, environment)
	if environment.path_info ~= "/callback" then
		return start(io, environment)
	end
	local request = requests.parse(environment)
	if not request.ok then
		return request
	end
	local finished = test_login.finish(io, {
		params = request.data.params,
		cookies = request.data.cookies,
		remote = environment.remote_addr,
		provider = environment.provider
	})
	return finished.ok and ok(show_outcome(login_cookie.name_of(request.data.params.state or ""))) or finished
end

return M
