-- Generated from src/sso_login/web/endpoints/test_login.ts by "make lua"; do not edit.
--- The two requests of a test login, GET /?test=… and its callback (docs/architecture.md). They set no cookie of a session.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local store = require("sso_login.base.store")
local json_values = require("sso_login.base.json_values")
local login_cookie = require("sso_login.login.login_cookie")
local test_flow = require("sso_login.login.test.test_flow")
local result = require("sso_login.result")
local ok = result.ok
local return_cookies = require("sso_login.web.return_cookies")
local request_fields = require("sso_login.web.request_fields")
local responses = require("sso_login.web.responses")
local err, ok = result.err, result.ok

--- Sends the tab on to the view that shows the outcome; the login's own cookie is cleared.
local function show_outcome(own)
	local to = public_names.test_page
	local cleared = own ~= nil and ({responses.set_lax_cookie(own, "", 0)}) or {}
	return responses.redirect(
		public_names.landing_path .. "?to=" .. to,
		lib.ArrayConcat({return_cookies.open_landing(to)}, cleared)
	)
end

--- The first request: sends the tab to the provider, with only the login's own cookie. Fails as login/test/test_flow does.
local function start(io, request)
	local started = test_flow.start(io, json_values.text_of(request.query.values.test), request.remote_addr)
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

--- The callback. Fails as login/test/test_flow does.
local function finish(io, request)
	local params = request_fields.checked_values(request.query)
	if not params.ok then
		return params
	end
	local finished = test_flow.finish(io, {
		params = params.data,
		cookies = request.cookies,
		remote = request.remote_addr,
		provider = request.provider
	})
	return finished.ok and ok(show_outcome(login_cookie.name_of(json_values.text_of(params.data.state)))) or finished
end

function M.admit_start(io, request)
	return {respond = function() return start(io, request) end}
end

function M.admit_callback(io, request)
	return {respond = function() return finish(io, request) end}
end

return M
