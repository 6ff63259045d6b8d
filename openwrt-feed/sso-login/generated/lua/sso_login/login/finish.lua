-- Generated from src/sso_login/login/finish.ts by "make lua"; do not edit.
--- The second request of a login: from the provider's answer to a session (specification, "Processing order").
local lib = require("sso_login.lualib")
local M = {}
local names = require("sso_login.base.names")
local values = require("sso_login.base.values")
local authorization_response = require("sso_login.protocol.authorization_response")
local calls_lock = require("sso_login.protocol.calls_lock")
local metadata = require("sso_login.protocol.metadata")
local result = require("sso_login.result")
local roles = require("sso_login.rights.roles")
local log_identity = require("sso_login.rpcd.log_identity")
local provider_logout = require("sso_login.logout.provider_logout")
local identify_user = require("sso_login.login.identify")
local login_cookie = require("sso_login.login.cookie")
local record = require("sso_login.login.record")
local token_registry = require("sso_login.protocol.token_registry")
local open = require("sso_login.login.open")
local err, ok = result.err, result.ok

--- Steps 6 and 7: the access token counts once, and the user gets a session.
local function open_session(io, identity, remote)
	local attempt = identity.attempt
	local registered = token_registry.register(io, attempt.tokens.access_token)
	if not registered.ok then
		return registered
	end
	local user = {
		email = values.name_of(roles.verified_email(attempt.config, identity.claims)),
		sub = values.text_of(identity.claims.sub),
		id_token = attempt.tokens.id_token,
		provider_sid = attempt.config.backchannel_logout == true and identity.sid or nil,
		remote = remote
	}
	local who = log_identity.pairs_of_claims(attempt.config, identity.claims)
	local wish = {user = user, who = who, return_to = attempt.handshake.return_to}
	local started_at = attempt.handshake.created_at or 0
	local opened = open.open(
		io,
		attempt.config,
		identity.match,
		wish,
		function() return provider_logout.check(io, attempt.config, user, started_at, "during the login") end
	)
	if not opened.ok then
		return opened
	end
	return ok({
		sid = opened.data.sid,
		email = user.email,
		who = who,
		role_name = identity.match.role_name,
		roles = lib.ArrayMap(identity.match.roles, function(_, role) return role.name end),
		return_to = opened.data.return_to,
		notes = identity.notes
	})
end

--- Whether a login began at this provider; of a version with one provider it did at the first.
local function is_of_provider(config, handshake)
	local is_first = (config.provider or names.first) == names.first
	local ____temp_0
	if handshake.issuer == nil then
		____temp_0 = is_first
	else
		____temp_0 = handshake.issuer == config.issuer_url
	end
	return ____temp_0
end

--- Step 1: the response belongs to this browser's login; its handshake is consumed even when the response is an error. A refused
-- request leaves the record to its owner, and so does one that must wait for the provider: it may be made again.
local function accept_response(io, config, request)
	local response = authorization_response.read_response(request.params, config.issuer_url)
	if not response.ok then
		return response
	end
	local state = response.data.state
	local found = record.look(io, state)
	local browser = login_cookie.check(request.cookies, state, found)
	if not browser.ok then
		return browser
	end
	request.return_to = found ~= nil and found.return_to or nil
	-- Each provider has an address of its own, so that none gets what is another's (RFC 9700 section 4.4.2).
	if found ~= nil and not is_of_provider(config, found) then
		return err("IDP_ERROR", {reason = "the login began at another provider"})
	end
	local ____temp_1
	if found ~= nil then
		____temp_1 = response.data.refusal
	else
		____temp_1 = err("STATE_NOT_FOUND")
	end
	local refusal = ____temp_1
	local prepared = refusal or metadata.prepare_calls(io, config)
	if refusal == nil and not prepared.ok then
		return prepared
	end
	local handshake = record.consume(io, state)
	if not handshake.ok then
		return handshake
	end
	local same_browser = login_cookie.check(request.cookies, state, handshake.data)
	if not same_browser.ok then
		return same_browser
	end
	return prepared.ok and ok({
		handshake = handshake.data,
		discovery = prepared.data,
		params = request.params
	}) or prepared
end

--- Steps 1 to 5: who logs in. All calls to the provider are made here.
local function identify(io, config, request, policy)
	local answered = accept_response(io, config, request)
	local attempt = answered.ok and identify_user.redeem(io, config, answered.data, policy) or answered
	if not attempt.ok then
		return attempt
	end
	local claims = identify_user.verified_claims(io, attempt.data)
	return claims.ok and identify_user.find_roles(io, attempt.data, claims.data) or claims
end

--- Finishes a login (specification, "Processing order"): state, tokens, ID Token, UserInfo, roles, registry, session.
-- Fails with the code of the step that refused.
function M.authenticate(io, config, request, policy)
	local identity = identify(io, config, request, policy)
	-- rpcd may take its time, and other logins need not wait for that.
	calls_lock.release(io)
	return identity.ok and open_session(io, identity.data, request.remote) or identity
end

return M
