-- Generated from src/sso_login/web/callback.ts by "make lua"; do not edit.
local lib, log, names, urls, hash, authenticate, record, upkeep, result, requests, responses =
    require("sso_login.use")("lualib", "base.log", "base.names", "base.urls", "jose.hash", "login.authenticate", "login.record", "login.upkeep", "result", "web.requests", "web.responses")
local M = {}
local err, ok = result.err, result.ok
--- The cookies of a login. LuCI's own `sysauth_https` lives at a longer path and is sent first: a stale one would hide
-- the new session, so it is deleted before ours are set, where LuCI keeps it and where the web interface is.
local function login_cookies(config, sid)
	local webui_path = config.webui_path or names.luci_cookie_path
	local cookies = {
		responses.set_cookie(names.state_cookie, "", {path = "/", same_site = "Lax", max_age = 0}),
		responses.set_cookie("sysauth_https", "", {path = webui_path, same_site = "Strict", max_age = 0})
	}
	if webui_path ~= names.luci_cookie_path then
		cookies[#cookies + 1] = responses.set_cookie("sysauth_https", "", {path = names.luci_cookie_path, same_site = "Strict", max_age = 0})
	end
	for _, name in ipairs(names.session_cookies) do
		cookies[#cookies + 1] = responses.set_cookie(name, sid, {path = "/", same_site = "Strict"})
	end
	return cookies
end
--- A missing cookie is most often a login that began under another name than the registered one, where the browser keeps
-- it: the line names both, each with its port. Cookies know no ports, so that with one name it is something else.
local function explain(io, failure, config, environment, state)
	if failure.error ~= "MISSING_HANDSHAKE_COOKIE" then
		return failure
	end
	local registered = urls.parse_https(config.redirect_uri)
	local host = record.host_of(io, state) or environment.host
	if registered == nil then
		return err(failure.error, {host = host, redirect_host = ""})
	end
	local began = urls.parse_https("https://" .. host)
	local same = began ~= nil and began.host == registered.host
	local hint = same and ({id = "other_browser"}) or nil
	return err(
		failure.error,
		{
			host = host,
			redirect_host = urls.host_header(registered),
			hint = hint
		}
	)
end
--- Refusals whose user is to ask the administrator, who finds the reference in the log.
local referenced = {"USER_NOT_AUTHORIZED", "AUTHENTICATION_TOO_WEAK", "AUTHENTICATION_TOO_OLD"}
local function with_reference(failure, state)
	local details = type(failure.details) == "table" and failure.details or {}
	details.reference = hash.safe_id(state)
	return err(failure.error, details)
end
local function log_login(io, environment, login)
	local facts = {{"remote", environment.remote_addr}}
	local outcome = {
		{"role", login.role_name},
		{
			"session",
			hash.safe_id(login.sid)
		}
	}
	local notes = log.detail_pairs(login.notes)
	log.event(
		io,
		"notice",
		"LOGIN_GRANTED",
		lib.ArrayConcat(
			facts,
			login.who,
			lib.ArrayConcat(outcome, notes)
		)
	)
end
--- Finishes a login; INVALID_REQUEST for parameters that cannot be taken, else as login/authenticate fails.
function M.handle(io, config, environment)
	local request = requests.parse(environment)
	if not request.ok then
		return request
	end
	local login = authenticate.authenticate(io, config, request.data)
	if not login.ok then
		local state = request.data.params.state or ""
		return lib.ArrayIncludes(referenced, login.error) and with_reference(login, state) or explain(
			io,
			login,
			config,
			environment,
			state
		)
	end
	log_login(io, environment, login.data)
	upkeep.end_replaced(io, request.data.cookies, login.data.sid)
	upkeep.end_oldest(io, login.data.sid)
	local return_to = login.data.return_to
	local query = return_to ~= nil and "?to=" .. return_to or ""
	return ok(responses.redirect(
		names.landing_path .. query,
		login_cookies(config, login.data.sid)
	))
end
return M
