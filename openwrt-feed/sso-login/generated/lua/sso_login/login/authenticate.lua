-- Generated from src/sso_login/login/authenticate.ts by "make lua"; do not edit.
local lib, names, values, hash, authorization, id_token, jwks, scopes, metadata, token, userinfo, result, rpcd_logins, session, claim_rules, roles, log_identity, provider_logout, record, token_registry, upkeep =
    require("sso_login.use")("lualib", "base.names", "base.values", "jose.hash", "protocol.authorization", "protocol.id_token", "protocol.jwks", "protocol.scopes", "protocol.metadata", "protocol.token", "protocol.userinfo", "result", "session.rpcd_logins", "session.session", "settings.claims", "settings.roles", "login.log_identity", "login.provider_logout", "login.record", "login.token_registry", "login.upkeep")
local M = {}
local err, ok = result.err, result.ok
--- Step 3: the ID Token's claims.
local function verified_claims(io, attempt)
	-- A token that no key could save costs no call to the provider.
	local parsed = id_token.parse_id_token(attempt.tokens.id_token, attempt.policy)
	if not parsed.ok then
		return parsed
	end
	local key_set = jwks.load_jwks(io, attempt.discovery.jwks_uri, false)
	if not key_set.ok then
		return key_set
	end
	attempt.keys = key_set.data
	local access_token = attempt.tokens.access_token
	local expected = id_token.expected_by(
		attempt.config,
		attempt.handshake.nonce,
		access_token,
		io.time()
	)
	return id_token.verify(io, parsed.data, attempt.keys, expected)
end
--- Groups that a log line names, and bytes of each.
local max_named = 5
local max_name = 64
--- The refusal of a user without a role, with what an administrator needs to see who it was and what came.
local function not_authorized(config, claims, refusal, notes)
	local found = claim_rules.groups_of(config, claims)
	local groups = found or {}
	local absent = claim_rules.absent_claims(config, claims)
	local first = lib.ArrayMap(
		lib.ArraySlice(groups, 0, max_named),
		function(_, name) return lib.StringSubstring(name, 0, max_name) end
	)
	local details = {
		not_granted = notes.not_granted,
		groups = found == nil and "absent" or #groups,
		absent_claims = #absent > 0 and table.concat(absent, ",") or nil,
		first_groups = #groups > 0 and table.concat(first, ",") or nil,
		userinfo = notes.userinfo,
		userinfo_reason = notes.userinfo_reason
	}
	for _, pair in ipairs(log_identity.of_claims(config, claims)) do
		details[pair[1]] = pair[2]
	end
	local reasons = refusal.details
	if type(reasons) == "table" then
		details.reason = reasons.reason
		details.hint = reasons.hint
	end
	return err(refusal.error, details)
end
--- Whether some role asks for groups and the claims say nothing of them.
local function lacks_groups(rules, claims)
	return claim_rules.groups_of(rules, claims) == nil and lib.ArraySome(
		rules.roles,
		function(_, role) return #(role.group or {}) > 0 end
	)
end
--- That UserInfo could not complete the claims, and why.
local function userinfo_failed(failure)
	local facts = type(failure.details) == "table" and failure.details or {}
	local ____facts_reason_0 = facts.reason
	if ____facts_reason_0 == nil then
		____facts_reason_0 = facts.http_status
	end
	return {userinfo = "failed", userinfo_reason = ____facts_reason_0}
end
--- Steps 4 and 5: the user's roles. UserInfo is asked where the ID Token lacks the e-mail, or groups that a role lists; in
-- that second case the claims at hand must do when it fails.
local function find_roles(io, attempt, id_claims)
	local config = attempt.config
	local logins = rpcd_logins.read(io)
	rpcd_logins.warn_of_conflicts(io, logins, config.roles)
	local rules = roles.with_roles(
		config,
		rpcd_logins.usable_roles(logins, config.roles)
	)
	local endpoint = attempt.discovery.userinfo_endpoint
	local has_email = userinfo.has_email(config, id_claims)
	local claims = id_claims
	local notes = {}
	local lacking = scopes.missing(config.scope, attempt.tokens.scope)
	scopes.remember(io, config, lacking)
	if endpoint ~= nil and (not has_email or lacks_groups(rules, id_claims)) then
		local completed = userinfo.complete_claims(
			io,
			endpoint,
			id_claims,
			attempt.tokens.access_token,
			attempt
		)
		if completed.ok then
			claims = completed.data
		elseif has_email then
			notes = userinfo_failed(completed)
		else
			return completed
		end
	end
	notes.not_granted = lacking ~= "" and lacking or nil
	local match = roles.find_roles_for_user(rules, claims)
	if not match.ok then
		return not_authorized(config, claims, match, notes)
	end
	notes.unverified_email = match.data.email_ignored and "ignored" or nil
	local sid = values.text_of(id_claims.sid)
	-- ubus ends a text at NUL: what is left would be another session.
	return ok({
		claims = claims,
		sid = lib.StringIncludes(sid, "\0") and "" or sid,
		match = match.data,
		notes = notes
	})
end
--- Steps 6 and 7: the access token counts once, and the user gets a session.
local function open_session(io, attempt, identity)
	local registered = token_registry.register(io, attempt.tokens.access_token)
	if not registered.ok then
		return registered
	end
	-- An address that nobody has verified may be somebody else's.
	local email = roles.counting_email(attempt.config, identity.claims) or ""
	local user = {
		email = lib.StringIncludes(email, "\0") and "" or email,
		sub = values.text_of(identity.claims.sub),
		id_token = attempt.tokens.id_token,
		provider_sid = attempt.config.backchannel_logout == true and identity.sid or nil
	}
	local prepared = upkeep.prepare(io, identity.match)
	if not prepared.ok then
		return prepared
	end
	local sid = session.create_session(io, attempt.config, identity.match, user)
	if not sid.ok then
		return sid
	end
	local confirmed = upkeep.confirm(io, sid.data, identity.match)
	if not confirmed.ok then
		return confirmed
	end
	local since = attempt.handshake.created_at or 0
	if attempt.config.backchannel_logout == true and provider_logout.has_come(io, identity.sid, user.sub, since) then
		session.destroy_session(io, sid.data)
		return err("IDP_ERROR", {reason = "the provider ended its session during the login"})
	end
	local role_name = identity.match.role_name
	local who = log_identity.of_claims(attempt.config, identity.claims)
	local return_to = attempt.handshake.return_to
	return ok({
		sid = sid.data,
		email = user.email,
		who = who,
		role_name = role_name,
		return_to = return_to,
		notes = identity.notes
	})
end
--- Step 1: the response belongs to this browser's login, and its handshake is used up whatever the response says.
local function accept_response(io, config, request)
	local cookie = request.cookies[names.state_cookie]
	local response = authorization.judge_response(request.params, cookie, config.issuer_url)
	if not response.ok then
		return response
	end
	local handshake = record.consume(io, response.data.state)
	return handshake.ok and (response.data.refusal or handshake) or handshake
end
--- Finishes a login (specification, "Processing order"): state, tokens, ID Token, UserInfo, roles, registry, session.
-- Fails with the code of the step that refused.
function M.authenticate(io, config, request, policy)
	local handshake = accept_response(io, config, request)
	if not handshake.ok then
		return handshake
	end
	local discovery = metadata.of_provider(io, config)
	if not discovery.ok then
		return discovery
	end
	local promised = authorization.check_promised_issuer(discovery.data, request.params.iss)
	if not promised.ok then
		return promised
	end
	local tokens = token.exchange_code(
		io,
		config,
		discovery.data,
		{
			code = request.params.code or "",
			verifier = handshake.data.code_verifier,
			session_id = hash.safe_id(handshake.data.state)
		}
	)
	if not tokens.ok then
		return tokens
	end
	local attempt = {
		config = config,
		discovery = discovery.data,
		handshake = handshake.data,
		tokens = tokens.data,
		keys = {uri = discovery.data.jwks_uri, keys = {}, fresh = false},
		policy = policy or ({allowed_algs = config.id_token_algs})
	}
	local claims = verified_claims(io, attempt)
	if not claims.ok then
		return claims
	end
	local identity = find_roles(io, attempt, claims.data)
	return identity.ok and open_session(io, attempt, identity.data) or identity
end
return M
