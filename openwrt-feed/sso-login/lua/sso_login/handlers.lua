-- Generated from src/sso_login/handlers.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__ArrayConcat = ____lualib.__TS__ArrayConcat
local ____exports = {}
local ____config = require("sso_login.config")
local load = ____config.load
local ____handshake = require("sso_login.handshake")
local authenticate = ____handshake.authenticate
local initiate = ____handshake.initiate
local ____identity = require("sso_login.identity")
local identity_pairs = ____identity.identity_pairs
local ____primitives = require("sso_login.primitives")
local safe_id = ____primitives.safe_id
local ____request = require("sso_login.request")
local parse = ____request.parse
local state_cookie = ____request.state_cookie
local ____response = require("sso_login.response")
local redirect = ____response.redirect
local set_cookie = ____response.set_cookie
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
local ____store = require("sso_login.store")
local handshake_lifetime = ____store.handshake_lifetime
local ____url = require("sso_login.url")
local parse_https = ____url.parse_https
--- The landing page: starts a same-site navigation, so that the browser sends the new cookies (docs/architecture.md).
____exports.landing_path = "/cgi-bin/webui/"
--- GET /: sends the browser to the provider with the state cookie.
local function start(io, config)
	local started = initiate(io, config)
	if not started.ok then
		return started
	end
	local attributes = {path = "/", same_site = "Lax", max_age = handshake_lifetime}
	return ok(redirect(
		started.data.url,
		{set_cookie(state_cookie, started.data.token, attributes)}
	))
end
--- Where LuCI's own session cookie lives, whatever page of it the browser is sent to.
local luci_cookie_path = "/cgi-bin/luci/"
--- The cookies of a login. LuCI's own `sysauth_https` lives at a longer path and is sent first: a stale one would hide
-- the new session, so it is deleted before ours are set, where LuCI keeps it and where the web interface is.
local function login_cookies(config, sid)
	local session = {path = "/", same_site = "Strict"}
	local cookies = {
		set_cookie(state_cookie, "", {path = "/", same_site = "Lax", max_age = 0}),
		set_cookie("sysauth_https", "", {path = config.webui_path, same_site = "Strict", max_age = 0})
	}
	if config.webui_path ~= luci_cookie_path then
		cookies[#cookies + 1] = set_cookie("sysauth_https", "", {path = luci_cookie_path, same_site = "Strict", max_age = 0})
	end
	cookies[#cookies + 1] = set_cookie("sysauth_https", sid, session)
	cookies[#cookies + 1] = set_cookie("sysauth", sid, session)
	return cookies
end
--- A missing cookie is most often a router opened under another name than the registered one: the line names both.
local function explain(failure, config, environment)
	if failure.error ~= "MISSING_HANDSHAKE_COOKIE" then
		return failure
	end
	local registered = parse_https(config.redirect_uri)
	return err(failure.error, {host = environment.host, redirect_host = registered ~= nil and registered.host or ""})
end
local function log_event(io, code, facts)
	local log = require("sso_login.log")
	log.event(io, "notice", code, facts)
end
local function log_login(io, config, environment, login)
	local facts = {{"remote", environment.remote_addr}}
	local outcome = {
		{"role", login.role_name},
		{
			"session",
			safe_id(login.sid)
		}
	}
	log_event(
		io,
		"LOGIN_GRANTED",
		__TS__ArrayConcat(
			facts,
			identity_pairs(config, login.email, login.sub),
			outcome
		)
	)
end
--- GET /callback: finishes the login and sends the browser to the landing page.
local function callback(io, config, request, environment)
	local login = authenticate(io, config, request)
	if not login.ok then
		return explain(login, config, environment)
	end
	log_login(io, config, environment, login.data)
	return ok(redirect(
		____exports.landing_path,
		login_cookies(config, login.data.sid)
	))
end
local function cleared_cookies()
	return {
		set_cookie("sysauth_https", "", {path = "/", same_site = "Strict", max_age = 0}),
		set_cookie("sysauth", "", {path = "/", same_site = "Strict", max_age = 0})
	}
end
--- Whether there is a cookie to clear. Any site may link here, and its request brings no SameSite=Strict cookie: clearing
-- them all the same would let that site log the user out without `stoken`.
local function has_session_cookie(request)
	return request.cookies.sysauth_https ~= nil or request.cookies.sysauth ~= nil
end
--- GET /logout: ends the session and clears its cookies.
local function finish(io, config, request, environment)
	local logouts = require("sso_login.logout")
	local ended = logouts.end_session(io, request)
	if not ended.ok then
		return ended
	end
	local session = ended.data
	local cleared = (session ~= nil or has_session_cookie(request)) and cleared_cookies() or ({})
	if session == nil then
		return ok(redirect("/", cleared))
	end
	local facts = {{"remote", environment.remote_addr}}
	log_event(
		io,
		"LOGOUT",
		__TS__ArrayConcat(
			facts,
			identity_pairs(config, session.email, session.sub),
			{{"role", session.role}}
		)
	)
	return ok(redirect(
		logouts.provider_location(io, config, session.id_token),
		cleared
	))
end
--- Serves a rate-limited endpoint: the configuration first (503), then the handler.
function ____exports.serve(io, path, environment)
	local config = load(io)
	if not config.ok then
		return config
	end
	if path == "/" then
		return start(io, config.data)
	end
	local request = parse(environment)
	if not request.ok then
		return request
	end
	return path == "/callback" and callback(io, config.data, request.data, environment) or finish(io, config.data, request.data, environment)
end
return ____exports
