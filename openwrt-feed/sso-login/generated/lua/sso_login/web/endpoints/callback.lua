-- Generated from src/sso_login/web/endpoints/callback.ts by "make lua"; do not edit.
--- GET /callback: finishes the login and sends the browser to the landing page (specification, "handle the IdP redirect").
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local public_names = require("sso_login.base.public_names")
local json_values = require("sso_login.base.json_values")
local hash = require("sso_login.jose.hash")
local login_finish = require("sso_login.login.login_finish")
local browser = require("sso_login.login.browser")
local session_ending = require("sso_login.rpcd.session_ending")
local result = require("sso_login.result")
local ok = result.ok
local saved_config = require("sso_login.settings.saved_config")
local request_fields = require("sso_login.web.request_fields")
local responses = require("sso_login.web.responses")
local err, ok = result.err, result.ok

--- Loaded for logins that fail.
local function failures()
	return require("sso_login.base.failures")
end

local function late_callback()
	return require("sso_login.web.late_callback")
end

local function failed_callback()
	return require("sso_login.web.failed_callback")
end

local function log_login(io, config, remote, login)
	local facts = {{"provider", config.log_name}, {"remote", remote}}
	local outcome = {{"role", table.concat(login.roles, ",")}, {"session", hash.safe_id(login.sid)}}
	log.event(
		io,
		"notice",
		"LOGIN_GRANTED",
		lib.ArrayConcat(facts, login.who, lib.ArrayConcat(outcome, log.detail_pairs(login.notes)))
	)
end

--- The way of the browser that brought the provider's response into the session of its login.
local function lead_into(config, brought, ending)
	local query = ending.page ~= nil and "?to=" .. ending.page or ""
	local webui_path = config.webui_path or public_names.luci_cookie_path
	local state = json_values.text_of(brought.params.state)
	local headers = browser.login_ends(brought.browser, {
		state = state,
		sid = ending.sid,
		page = ending.page,
		webui_path = webui_path
	})
	return responses.redirect(public_names.landing_path .. query, headers)
end

--- Answers a failed login: a callback that its browser loads again as the first time, every other one with the facts for its page.
local function answer_failure(io, config, failure, brought)
	local finished = late_callback().finished_session(io, brought, failure.error)
	if finished == nil then
		local first = late_callback().first_refusal(io, brought, failure)
		return failed_callback().with_facts(io, config, first, brought)
	end
	-- A session without a page has "" there.
	local page = finished.page ~= "" and finished.page or nil
	return ok(lead_into(config, brought, {sid = finished.sid, page = page}))
end

--- Finishes a login by a configuration; INVALID_REQUEST for parameters that are refused, else as login/login_finish fails.
function M.finish_login(io, config, request)
	local params = request_fields.checked_values(request.query)
	local values = params.ok and params.data or request.query.values
	local host = request.host
	local brought = {
		params = values,
		browser = browser.read(request.cookies),
		remote = request.remote_addr,
		host = host
	}
	local login = params.ok and login_finish.authenticate(io, config, brought) or params
	if not login.ok then
		return answer_failure(io, config, login, brought)
	end
	log_login(io, config, brought.remote, login.data)
	session_ending.after_login(io, login.data.sid, login.data.is_own_site, brought.browser)
	return ok(lead_into(config, brought, login.data))
end

--- Finishes a login at the provider of the request's address.
local function respond(io, request)
	local config = saved_config.load_enabled(io, request.provider)
	if not config.ok then
		return config
	end
	local response = M.finish_login(io, config.data, request)
	return response.ok and response or failures().about(config.data.log_name, response)
end

function M.admit(io, request)
	return {respond = function() return respond(io, request) end}
end

return M
