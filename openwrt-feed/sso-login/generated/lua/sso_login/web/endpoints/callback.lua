-- Generated from src/sso_login/web/endpoints/callback.ts by "make lua"; do not edit.
--- GET /callback: finishes the login and sends the browser to the landing page (specification, "handle the IdP redirect").
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local names = require("sso_login.base.names")
local urls = require("sso_login.base.urls")
local hash = require("sso_login.jose.hash")
local finish = require("sso_login.login.finish")
local login_cookie = require("sso_login.login.cookie")
local record = require("sso_login.login.record")
local ending = require("sso_login.rpcd.ending")
local result = require("sso_login.result")
local landing_cookie = require("sso_login.web.landing_cookie")
local page_cookie = require("sso_login.web.page_cookie")
local requests = require("sso_login.web.request")
local responses = require("sso_login.web.responses")
local err, ok = result.err, result.ok

--- Loaded for logins that fail.
local function late()
	return require("sso_login.web.late")
end

--- The cookies of a login. LuCI's own `sysauth_https` lives at a longer path and is sent first: a stale one would hide
-- the new session, so it is deleted before ours are set, where LuCI keeps it and where the web interface is.
local function login_cookies(config, sid)
	local webui_path = config.webui_path or names.luci_cookie_path
	local cookies = {
		responses.set_lax_cookie(names.state_cookie, "", 0),
		responses.set_cookie("sysauth_https", "", {path = webui_path, same_site = "Strict", max_age = 0})
	}
	if webui_path ~= names.luci_cookie_path then
		cookies[#cookies + 1] = responses.set_cookie("sysauth_https", "", {
			path = names.luci_cookie_path,
			same_site = "Strict",
			max_age = 0
		})
	end
	for _, name in ipairs(names.session_cookies) do
		cookies[#cookies + 1] = responses.set_cookie(name, sid, {path = "/", same_site = "Strict"})
	end
	return cookies
end

--- The cookies of only this login are cleared, and the landing page learns where the login ends.
local function other_cookies(cookies, state, return_to)
	local own = login_cookie.name_of(state)
	local cleared = cookies[own] ~= nil and ({responses.set_lax_cookie(own, "", 0)}) or {}
	local list = lib.ArrayConcat(cleared, page_cookie.forget(cookies, state))
	if return_to ~= nil then
		list[#list + 1] = responses.set_lax_cookie(landing_cookie.name_of(return_to), "1", landing_cookie.lifetime)
	end
	return list
end

--- The page at which a login that is over was to end. A missing cookie is most often that of a login which began under another
-- name than the registered one, where the browser keeps it: the line names both, each with its port. Cookies know no ports, so with
-- one name the cause is another.
local function explain(io, failure, config, environment, request)
	if not late().may_be(environment, failure.error) then
		return failure
	end
	local state = request.params.state or ""
	local place = record.place_of(io, state)
	local webui_path = config.webui_path or names.luci_cookie_path
	environment.return_to = place.return_to or page_cookie.page_of(request.cookies, state, webui_path)
	if failure.error ~= "MISSING_HANDSHAKE_COOKIE" then
		return failure
	end
	local registered = urls.parse_https(config.redirect_uri)
	local host = place.host or requests.host_of(environment)
	if registered == nil then
		return err(failure.error, {host = host, redirect_host = ""})
	end
	local start = urls.parse_https("https://" .. host)
	local same_host = start ~= nil and start.host == registered.host
	local hint = same_host and ({id = "other_browser"}) or nil
	return err(failure.error, {host = host, redirect_host = urls.host_header(registered), hint = hint})
end

--- Refusals whose user is to ask the administrator, who finds the reference in the log.
local referenced = {"USER_NOT_AUTHORIZED", "ROLE_WITHOUT_PAGE", "AUTHENTICATION_TOO_WEAK", "AUTHENTICATION_TOO_OLD"}

local function with_reference(failure, state)
	local details = type(failure.details) == "table" and failure.details or {}
	details.reference = hash.safe_id(state)
	return err(failure.error, details)
end

local function log_login(io, config, environment, login)
	local facts = {{"provider", config.log_name}, {"remote", environment.remote_addr}}
	local outcome = {{"role", table.concat(login.roles, ",")}, {"session", hash.safe_id(login.sid)}}
	local notes = log.detail_pairs(login.notes)
	log.event(io, "notice", "LOGIN_GRANTED", lib.ArrayConcat(facts, login.who, lib.ArrayConcat(outcome, notes)))
end

--- Finishes a login; INVALID_REQUEST for parameters that cannot be taken, else as login/finish fails.
function M.handle(io, config, environment)
	local request = requests.parse(environment)
	if not request.ok then
		return request
	end
	local state = request.data.params.state or ""
	local cookies = request.data.cookies
	local answer = {params = request.data.params, cookies = cookies, remote = environment.remote_addr}
	local login = finish.authenticate(io, config, answer)
	if not login.ok then
		environment.return_to = answer.return_to
		return lib.ArrayIncludes(referenced, login.error) and with_reference(login, state) or explain(
			io,
			login,
			config,
			environment,
			request.data
		)
	end
	log_login(io, config, environment, login.data)
	ending.end_replaced(io, cookies, login.data.sid)
	ending.end_oldest(io, login.data.sid)
	local return_to = login.data.return_to
	local query = return_to ~= nil and "?to=" .. return_to or ""
	local headers = lib.ArrayConcat(login_cookies(config, login.data.sid), other_cookies(cookies, state, return_to))
	return ok(responses.redirect(names.landing_path .. query, headers))
end

return M
