-- Generated from src/sso_login/web/endpoints/test_login.ts by "make lua"; do not edit.
--- The two requests of a test login, GET /?test=… and its callback (docs/architecture.md). They set no cookie of a session.
local M = {}
local public_names = require("sso_login.base.public_names")
local json_values = require("sso_login.base.json_values")
local browser = require("sso_login.login.browser")
local test_flow = require("sso_login.login.test.test_flow")
local result = require("sso_login.result")
local ok = result.ok
local request_fields = require("sso_login.web.request_fields")
local responses = require("sso_login.web.responses")
local err, ok = result.err, result.ok

--- Sends the tab on to the view that shows the outcome of the login of a state; there is none where it had no callback.
local function show_outcome(state)
	local to = public_names.test_page
	return responses.redirect(public_names.landing_path .. "?to=" .. to, browser.test_ends(to, state))
end

--- The first request: sends the tab to the provider, with only the login's own cookie. Fails as login/test/test_flow does.
local function start(io, request)
	local started = test_flow.start(io, json_values.text_of(request.query.values.test), request.remote_addr)
	if not started.ok then
		return started
	end
	local login = started.data
	if login == nil then
		return ok(show_outcome())
	end
	return ok(responses.redirect(login.url, browser.test_starts(login.state, login.cookie)))
end

--- The callback. Fails as login/test/test_flow does.
local function finish(io, request)
	local params = request_fields.checked_values(request.query)
	if not params.ok then
		return params
	end
	local finished = test_flow.finish(io, {
		params = params.data,
		browser = browser.read(request.cookies),
		remote = request.remote_addr,
		provider = request.provider
	})
	return finished.ok and ok(show_outcome(json_values.text_of(params.data.state))) or finished
end

function M.admit(io, request)
	return {respond = function() return request.path == "/callback" and finish(io, request) or start(io, request) end}
end

return M
