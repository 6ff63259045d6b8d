-- Generated from src/sso_login/web/endpoints/callback.ts by "make lua"; do not edit.
--- GET /callback: finishes the login and sends the browser to the landing page (specification, "handle the IdP redirect").
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local public_names = require("sso_login.base.public_names")
local json_values = require("sso_login.base.json_values")
local hash = require("sso_login.jose.hash")
local login_finish = require("sso_login.login.login_finish")
local login_cookie = require("sso_login.login.login_cookie")
local session_ending = require("sso_login.rpcd.session_ending")
local result = require("sso_login.result")
local ok = result.ok
local return_cookies = require("sso_login.web.return_cookies")
local saved_config = require("sso_login.settings.saved_config")
local request_fields = require("sso_login.web.request_fields")
local responses = require("sso_login.web.responses")
local err, ok = result.err, result.ok

--- Loaded for browsers that have logged in before, and for logins that fail.
local function last_login()
	return require("sso_login.web.last_login")
end

local function failed_callback()
	return require("sso_login.web.failed_callback")
end

--- The cookies of a session. LuCI's own `sysauth_https` lives at a longer path and is sent first: a stale one would hide
-- the new session, so it is deleted before ours are set, where LuCI keeps it and where the web interface is.
local function session_cookies(config, sid)
	local webui_path = config.webui_path or public_names.luci_cookie_path
	local paths = webui_path ~= public_names.luci_cookie_path and ({webui_path}) or {}
	local cookies = {responses.set_lax_cookie(public_names.state_cookie, "", 0)}
	for _, path in ipairs(lib.ArrayConcat(paths, {public_names.luci_cookie_path})) do
		cookies[#cookies + 1] = responses.set_cookie("sysauth_https", "", {
			path = path,
			same_site = "Strict",
			max_age = 0
		})
	end
	for _, name in ipairs(public_names.session_cookies) do
		cookies[#cookies + 1] = responses.set_cookie(name, sid, {path = "/", same_site = "Strict"})
	end
	return cookies
end

--- The cookies of only this login are cleared, the cookie of the last login names it, and the landing page learns where the login ends.
local function other_cookies(cookies, state, return_to)
	local own = login_cookie.name_of(state)
	local value = cookies[own]
	local list = return_cookies.forget(cookies, state)
	if value ~= nil then
		local named = hash.safe_id(state) .. value
		list[#list + 1] = responses.set_lax_cookie(own, "", 0)
		list[#list + 1] = responses.set_cookie(public_names.last_login_cookie, named, {path = "/", same_site = "Lax"})
	end
	if return_to ~= nil then
		list[#list + 1] = return_cookies.open_landing(return_to)
	end
	return list
end

local function log_login(io, config, request, login)
	local facts = {{"provider", config.log_name}, {"remote", request.remote_addr}}
	local outcome = {{"role", table.concat(login.roles, ",")}, {"session", hash.safe_id(login.sid)}}
	log.event(
		io,
		"notice",
		"LOGIN_GRANTED",
		lib.ArrayConcat(facts, login.who, lib.ArrayConcat(outcome, log.detail_pairs(login.notes)))
	)
end

--- The way into a session, which ends at the page `return_to`, or at the first one.
local function lead_into(config, request, sid, return_to)
	local query = return_to ~= nil and "?to=" .. return_to or ""
	local state = json_values.text_of(request.query.values.state)
	local headers = lib.ArrayConcat(session_cookies(config, sid), other_cookies(request.cookies, state, return_to))
	return responses.redirect(public_names.landing_path .. query, headers)
end

--- Finishes a login by a configuration; INVALID_REQUEST for parameters that are refused, else as login/login_finish fails.
function M.finish_login(io, config, request)
	local params = request_fields.checked_values(request.query)
	if not params.ok then
		return params
	end
	local input = {params = params.data, cookies = request.cookies, remote = request.remote_addr}
	local login = login_finish.authenticate(io, config, input)
	if not login.ok then
		local finished = last_login().finished_session(io, request, login.error)
		return finished ~= nil and ok(
			lead_into(config, request, finished.sid, finished.page ~= "" and finished.page or nil)
		) or failed_callback().with_facts(io, login, config, request)
	end
	log_login(io, config, request, login.data)
	-- Another site may begin a login, and so ends no session, whatever cookies come with the provider's answer.
	if login.data.is_own_site then
		session_ending.end_replaced(io, request.cookies, login.data.sid)
		if request.cookies[public_names.last_login_cookie] ~= nil then
			last_login().end_former(io, request.cookies, login.data.sid)
		end
	end
	session_ending.end_idle(io, login.data.sid)
	return ok(lead_into(config, request, login.data.sid, login.data.return_to))
end

--- Finishes a login at the provider of the request's address.
local function respond(io, request)
	local config = saved_config.load_enabled(io, request.provider)
	return config.ok and result.about(
		config.data.log_name,
		M.finish_login(io, config.data, request)
	) or config
end

function M.admit(io, request)
	return {respond = function() return respond(io, request) end}
end

return M
