-- Generated from src/sso_login/login/program_session.ts by "make lua"; do not edit.
--- From an access token of a program to a session with its roles' rights (RFC 8693, RFC 9068 section 5).
local lib = require("sso_login.lualib")
local M = {}
local json_values = require("sso_login.base.json_values")
local strings = require("sso_login.base.strings")
local result = require("sso_login.result")
local session_ending = require("sso_login.rpcd.session_ending")
local log_identity = require("sso_login.rpcd.log_identity")
local session_opening = require("sso_login.login.session_opening")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local claim_rules = require("sso_login.rights.claim_rules")
local role_matching = require("sso_login.rights.role_matching")
local err, ok = result.err, result.ok

--- The verified e-mail for a session; "" without one, and for one that ubus would cut.
local function email_of(config, token)
	return role_matching.is_of_person(token.claims, token.client) and json_values.name_of(
		role_matching.verified_email(config, token.claims)
	) or ""
end

--- The same rules for access tokens, which have groups in more claims (RFC 9068 section 2.2.3).
local function for_programs(rules)
	local found = role_matching.with_roles(rules, rules.roles)
	found.groups_claim = lib.ArraySlice(claim_rules.groups_claims(rules), 0)
	strings.add_missing(found.groups_claim, {"roles", "groups", "entitlements"})
	return found
end

--- The rules about a token's claims and roles; CONFIG_ERROR when rpcd's sections cannot be read.
function M.rules_of(io, config)
	local rules = rpcd_logins.role_rules(io, config, false)
	return rules.ok and ok(for_programs(rules.data)) or rules
end

--- The roles of a token; USER_NOT_AUTHORIZED, also where they give no rights, as a login with them is refused.
function M.find_roles(io, config, token)
	local rules = M.rules_of(io, config)
	local match = rules.ok and role_matching.find_roles_for_user(rules.data, token.claims, token.client) or rules
	if match.ok and #lib.ArrayConcat(match.data.read, match.data.write) == 0 then
		local role = table.concat(lib.ArrayMap(match.data.roles, function(_, one) return one.name end), ",")
		return err("USER_NOT_AUTHORIZED", {reason = "matched roles without access groups", role = role})
	end
	return match
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

--- Opens a session with the rights of the matching roles, and ends those of the subject that are idle longest where there are too many. A logout
-- since the token was issued refuses it. Fails as opening a session does.
function M.open_session(io, config, token, match, remote)
	local timeout = timeout_of(io, config, token)
	local is_of_person = role_matching.is_of_person(token.claims, token.client)
	local audience = json_values.text_of(config.api_audience)
	local program = {
		client = token.client,
		is_of_person = is_of_person,
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
	local opening = {user = user, who = M.who(config, token), since = token.issued_at}
	local opened = session_opening.open(io, config, match, opening)
	if not opened.ok then
		return opened
	end
	session_ending.after_exchange(io, opened.data.sid, config.api_sessions)
	return ok({sid = opened.data.sid, timeout = timeout})
end

return M
