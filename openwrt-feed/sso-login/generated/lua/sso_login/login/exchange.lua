-- Generated from src/sso_login/login/exchange.ts by "make lua"; do not edit.
--- From an access token of a program to a session with its roles' rights (RFC 8693, RFC 9068 section 5).
local lib = require("sso_login.lualib")
local M = {}
local values = require("sso_login.base.values")
local provider_logout = require("sso_login.logout.provider_logout")
local result = require("sso_login.result")
local ok = result.ok
local ending = require("sso_login.rpcd.ending")
local log_identity = require("sso_login.rpcd.log_identity")
local watcher = require("sso_login.rpcd.watcher")
local open = require("sso_login.login.open")
local rpcd_logins = require("sso_login.rpcd.logins")
local roles = require("sso_login.rights.roles")
local err, ok = result.err, result.ok

--- The verified e-mail for a session; "" without one, and for one that ubus would cut.
local function email_of(config, token)
	return roles.is_of_program(token.claims, token.client) and "" or values.name_of(
		roles.verified_email(config, token.claims)
	)
end

--- The rules about a token's claims and roles; CONFIG_ERROR when rpcd's sections cannot be read.
function M.rules_of(io, config)
	local logins = rpcd_logins.read_sections(io)
	return logins.ok and ok(
		roles.for_programs(roles.with_roles(config, rpcd_logins.usable_roles(logins.data, config.roles)))
	) or logins
end

--- The roles of a token; USER_NOT_AUTHORIZED.
function M.find_roles(io, config, token)
	local rules = M.rules_of(io, config)
	return rules.ok and roles.find_roles_for_user(rules.data, token.claims, token.client) or rules
end

--- The client and the user of a token, for the log.
function M.who(config, token)
	local client = {{"client", token.client}}
	return lib.ArrayConcat(client, log_identity.pairs(config, email_of(config, token), token.sub))
end

--- Seconds that a session of a token may be idle, at most until the token expires.
local function timeout_of(io, config, token)
	return math.max(1, math.min(config.api_session_timeout or 300, token["end"] - io.time()))
end

--- Opens a session with the rights of the matching roles, and ends the subject's oldest that are too many. A logout at the provider
-- since the token was issued refuses it, as far as that is remembered: IDP_ERROR. Else it fails as opening a session does.
function M.open_session(io, config, token, match, remote)
	local timeout = timeout_of(io, config, token)
	local is_person = not roles.is_of_program(token.claims, token.client)
	local audience = values.text_of(config.api_audience)
	local program = {
		client = token.client,
		is_person = is_person,
		audience = audience,
		["end"] = token["end"],
		timeout = timeout
	}
	local provider_sid = config.backchannel_logout == true and token.sid or nil
	local user = {
		email = email_of(config, token),
		sub = token.sub,
		provider_sid = provider_sid,
		program = program,
		remote = remote
	}
	local opened = open.open(
		io,
		config,
		match,
		{user = user, who = M.who(config, token)},
		function() return provider_logout.check(io, config, user, token.issued_at, "since the token was issued") end
	)
	if not opened.ok then
		return opened
	end
	ending.end_oldest(io, opened.data.sid, config.api_sessions)
	watcher.wake(io)
	return ok({sid = opened.data.sid, timeout = timeout})
end

return M
