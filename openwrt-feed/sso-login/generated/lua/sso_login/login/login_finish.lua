-- Generated from src/sso_login/login/login_finish.ts by "make lua"; do not edit.
--- The second request of a login: from the provider's answer to a session (specification, "Processing order").
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local json_values = require("sso_login.base.json_values")
local authorization_response = require("sso_login.protocol.authorization_response")
local provider_calls = require("sso_login.protocol.provider_calls")
local provider_metadata = require("sso_login.protocol.provider_metadata")
local provider_files = require("sso_login.protocol.provider_files")
local token_registry = require("sso_login.protocol.token_registry")
local result = require("sso_login.result")
local role_matching = require("sso_login.rights.role_matching")
local log_identity = require("sso_login.rpcd.log_identity")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local provider_logout = require("sso_login.logout.provider_logout")
local login_cookie = require("sso_login.login.login_cookie")
local session_opening = require("sso_login.login.session_opening")
local handshake_record = require("sso_login.login.handshake_record")
local login_steps = require("sso_login.login.login_steps")
local err, ok = result.err, result.ok

--- Loaded for a session that is revalidated.
local function refresh_tokens()
	return require("sso_login.rpcd.refresh_tokens")
end

--- Whether a login began at this provider; of a version with one provider it did at the first.
local function is_of_provider(config, handshake)
	local is_first = (config.provider or public_names.first) == public_names.first
	if handshake.issuer == nil then
		return is_first
	end
	return handshake.issuer == config.issuer_url
end

--- Takes the lock on the next call to the provider, which it does not make, and returns the metadata where the cache has them. Fails as
-- `provider_calls.acquire_lock` does.
local function prepare_calls(io, config)
	local cached = provider_metadata.cached_of_provider(io, config)
	local url = provider_metadata.metadata_url(
		config.issuer_url,
		provider_metadata.internal_origin(config.internal_issuer_url)
	)
	local lock = provider_calls.acquire_lock(io, config, cached ~= nil and cached.token_endpoint or url)
	return lock.ok and ok(cached) or lock
end

--- Checks that a response belongs to a login of this browser, and uses up its record, also when the response is an error. A request
-- of another browser leaves the record to its owner, and so does one that must wait for the provider: it may be made again.
local function accept_response(io, config, request)
	local params = request.params
	local state = authorization_response.state_of(params)
	if not state.ok then
		return state
	end
	local found = handshake_record.look(io, state.data)
	local browser = login_cookie.check(request.cookies, state.data, found)
	if not browser.ok then
		return browser
	end
	if found == nil then
		-- A record that is expired or damaged is removed.
		local consumed = handshake_record.consume(io, state.data)
		return consumed.ok and err("STATE_NOT_FOUND") or consumed
	end
	request.return_to = found.return_to
	-- Each provider has an address of its own, so that none gets a code of another (RFC 9700 section 4.4.2).
	if not is_of_provider(config, found) then
		return err("IDP_ERROR", {reason = "the login began at another provider"})
	end
	local response = authorization_response.validate(params, config.issuer_url, nil)
	local prepared = response.ok and prepare_calls(io, config) or ok(nil)
	if not prepared.ok then
		return prepared
	end
	local handshake = handshake_record.consume(io, state.data)
	if not handshake.ok then
		return handshake
	end
	local same_browser = login_cookie.check(request.cookies, state.data, handshake.data)
	if not same_browser.ok then
		return same_browser
	end
	return response.ok and ok({
		config = config,
		handshake = handshake.data,
		params = params,
		cached = prepared.data
	}) or response
end

--- Creates the session, unless the provider has ended its own meanwhile.
local function create_session(io, identity, remote)
	local config = identity.attempt.config
	local handshake = identity.attempt.handshake
	local claims = identity.user.claims
	local match = identity.match
	local user = {
		email = json_values.name_of(role_matching.verified_email(config, claims)),
		sub = json_values.text_of(claims.sub),
		id_token = identity.issued.tokens.id_token,
		provider_sid = config.backchannel_logout == true and identity.provider_sid or nil,
		remote = remote
	}
	local who = log_identity.pairs_of_claims(config, claims)
	local opened = session_opening.open(
		io,
		config,
		match,
		{user = user, who = who, return_to = handshake.return_to},
		function() return provider_logout.check(io, config, user, handshake.created_at or 0, "during the login") end
	)
	if not opened.ok then
		return opened
	end
	local notes = identity.user.notes
	local refresh_token = identity.issued.tokens.refresh_token
	if config.session_revalidate ~= nil and type(refresh_token) == "string" then
		local is_kept = refresh_tokens().keep(io, config, opened.data.sid, refresh_token)
		notes.refresh_token = not is_kept and "not_stored" or nil
	end
	notes.unverified_email = match.email_ignored and "ignored" or nil
	return ok({
		sid = opened.data.sid,
		email = user.email,
		who = who,
		role_name = match.role_name,
		roles = lib.ArrayMap(match.roles, function(_, role) return role.name end),
		return_to = opened.data.return_to,
		notes = notes
	})
end

--- The rules about claims and roles, without roles that are called like a local login of rpcd.
local function rules_of(io, config)
	local logins = rpcd_logins.read_sections(io)
	if not logins.ok then
		return logins
	end
	rpcd_logins.warn_of_conflicts(io, logins.data, config.roles)
	return ok(role_matching.with_roles(config, rpcd_logins.usable_roles(logins.data, config.roles)))
end

--- The user of a login: steps 1 to 5, which make all calls to the provider.
local function identify(io, config, request, allowed_algs)
	-- 1. Verify the state against cookie and record, and consume the record.
	local accepted = accept_response(io, config, request)
	if not accepted.ok then
		return accepted
	end
	local attempt = accepted.data
	attempt.allowed_algs = allowed_algs
	-- 2. Exchange the code for tokens.
	local issued = login_steps.redeem_code(io, attempt)
	if not issued.ok then
		return issued
	end
	-- 3. Verify the ID Token.
	local verified = login_steps.verify_id_token(io, attempt, issued.data)
	if not verified.ok then
		return verified
	end
	-- 4. Complete the claims by UserInfo.
	local rules = rules_of(io, config)
	if not rules.ok then
		return rules
	end
	local user = login_steps.complete_claims(io, attempt, issued.data, verified.data, rules.data)
	if not user.ok then
		return user
	end
	-- 5. Match claims to roles.
	local match = login_steps.find_roles(config, rules.data, user.data)
	if not match.ok then
		return match
	end
	local provider_sid = json_values.name_of(verified.data.claims.sid)
	return ok({
		attempt = attempt,
		issued = issued.data,
		user = user.data,
		match = match.data,
		provider_sid = provider_sid
	})
end

--- Finishes a login (specification, "Processing order"): state, tokens, ID Token, UserInfo, roles, registry, session.
-- Fails with the code of the step that refused.
function M.authenticate(io, config, request, allowed_algs)
	-- rpcd may take its time, and other logins need not wait for that.
	local identified = provider_files.asking(
		io,
		config,
		function() return identify(io, config, request, allowed_algs) end
	)
	if not identified.ok then
		return identified
	end
	local identity = identified.data
	-- 6. Register the access token, which opens one session.
	local registered = token_registry.register(io, identity.issued.tokens.access_token)
	if not registered.ok then
		return registered
	end
	-- 7. Create the session.
	return create_session(io, identity, request.remote)
end

return M
