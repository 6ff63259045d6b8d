-- Generated from src/sso_login/callback.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__StringSubstring = ____lualib.__TS__StringSubstring
local __TS__StringIncludes = ____lualib.__TS__StringIncludes
local ____exports = {}
local ____claims = require("sso_login.claims")
local merge_userinfo = ____claims.merge_userinfo
local ____config = require("sso_login.config")
local find_roles_for_user = ____config.find_roles_for_user
local group_names = ____config.group_names
local ____handshake = require("sso_login.handshake")
local discover_for = ____handshake.discover_for
local record_path = ____handshake.record_path
local record_version = ____handshake.record_version
local use_provider_settings = ____handshake.use_provider_settings
local ____identity = require("sso_login.identity")
local identity_pairs = ____identity.identity_pairs
local ____jwks = require("sso_login.jwks")
local load_jwks = ____jwks.load_jwks
local ____oidc = require("sso_login.oidc")
local allowed_algs = ____oidc.allowed_algs
local exchange_code = ____oidc.exchange_code
local fetch_userinfo = ____oidc.fetch_userinfo
local parse_id_token = ____oidc.parse_id_token
local verify_id_token = ____oidc.verify_id_token
local ____primitives = require("sso_login.primitives")
local constant_time_eq = ____primitives.constant_time_eq
local safe_id = ____primitives.safe_id
local ____request = require("sso_login.request")
local state_cookie = ____request.state_cookie
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
local ____session = require("sso_login.session")
local create_session = ____session.create_session
local text_value = ____session.text_value
local ____store = require("sso_login.store")
local handshake_lifetime = ____store.handshake_lifetime
local is_fresh = ____store.is_fresh
local read = ____store.read
local ____token_registry = require("sso_login.token_registry")
local register = ____token_registry.register
--- Longest text of the provider that reaches the log.
local max_idp_text = 200
--- A record's content as a handshake, or undefined when it is damaged, expired or of another state.
local function handshake_of(record, state, now)
	local stored = record.state
	local nonce = record.nonce
	local code_verifier = record.code_verifier
	if type(stored) ~= "string" or type(nonce) ~= "string" or type(code_verifier) ~= "string" then
		return nil
	end
	local same_form = type(record.version) == "number" and record.version == record_version
	local current = same_form and is_fresh(record.created_at, now, handshake_lifetime)
	return current and constant_time_eq(stored, state) and ({state = stored, nonce = nonce, code_verifier = code_verifier}) or nil
end
--- Takes a handshake record out of the world. It is renamed away before anything is read: of two requests at once only
-- one can do that. STATE_NOT_FOUND when there is none that still counts.
local function consume_record(io, state)
	local path = record_path(io, state)
	local consumed = path .. ".consumed"
	if not io.rename(path, consumed) then
		return err("STATE_NOT_FOUND")
	end
	local record = read(io, consumed)
	io.remove(consumed)
	local ____temp_0
	if record ~= nil then
		____temp_0 = handshake_of(
			record,
			state,
			io.time()
		)
	else
		____temp_0 = nil
	end
	local handshake = ____temp_0
	return handshake ~= nil and ok(handshake) or err("STATE_NOT_FOUND", {reason = "expired or damaged"})
end
--- Step 1 of the callback: the state of the query, of the cookie and of the record are one; the record is consumed.
local function verify_state(io, request)
	local state = request.params.state
	local code = request.params.code
	local ____error = request.params.error
	if state == nil or state == "" then
		return err("INVALID_REQUEST", {reason = "missing parameter", parameter = "state"})
	end
	if (code == nil or code == "") and ____error == nil then
		return err("INVALID_REQUEST", {reason = "missing parameter", parameter = "code"})
	end
	local cookie = request.cookies[state_cookie]
	if cookie == nil or cookie == "" then
		return err("MISSING_HANDSHAKE_COOKIE")
	end
	if not constant_time_eq(state, cookie) then
		return err("STATE_PARAMETER_MISMATCH")
	end
	return consume_record(io, state)
end
--- The issuer that an authorization response names, its errors included (RFC 9207), is the configured one.
local function check_response_issuer(config, iss)
	return (iss == nil or iss == config.issuer_url) and ok(true) or err(
		"IDP_ERROR",
		{
			reason = "the answer comes from another issuer",
			iss = __TS__StringSubstring(iss, 0, max_idp_text)
		}
	)
end
--- A provider that promises to name itself does (RFC 9207 section 2.4).
local function check_promised_issuer(discovery, iss)
	return iss == nil and discovery.authorization_response_iss_parameter_supported and err("IDP_ERROR", {reason = "the answer has no iss although the provider promises it"}) or ok(true)
end
--- The provider's own error (RFC 6749 section 4.1.2.1).
local function reported_error(request)
	local ____error = request.params.error
	local description = request.params.error_description
	if ____error == nil then
		return ok(true)
	end
	return err(
		"IDP_ERROR",
		{
			error = __TS__StringSubstring(____error, 0, max_idp_text),
			error_description = description ~= nil and __TS__StringSubstring(description, 0, max_idp_text) or nil
		}
	)
end
--- Steps 2 and 3: tokens for the code, and the ID Token's claims.
local function obtain_claims(io, config, discovery, handshake, tokens, policy)
	local parsed = parse_id_token(tokens.id_token, policy)
	if not parsed.ok then
		return parsed
	end
	local jwks = load_jwks(io, discovery.jwks_uri, false)
	if not jwks.ok then
		return jwks
	end
	local rules = {
		allowed_algs = allowed_algs(policy),
		keys_fresh = jwks.data.fresh
	}
	return verify_id_token(
		io,
		tokens,
		jwks.data.keys,
		config,
		handshake,
		discovery,
		io.time(),
		rules
	)
end
--- ID Token claims completed by UserInfo, whose subject must be the same.
local function complete_claims(io, endpoint, claims, access_token)
	local userinfo = fetch_userinfo(io, endpoint, access_token)
	if not userinfo.ok then
		return userinfo
	end
	local subject = userinfo.data.sub
	return type(subject) == "string" and subject == claims.sub and ok(merge_userinfo(claims, userinfo.data)) or err("ID_TOKEN_VERIFICATION_FAILED", {reason = "UserInfo is about another subject"})
end
--- The refusal of a user without a role, with what an administrator needs to see who it was and what came.
local function not_authorized(config, claims, refusal)
	local details = {groups = #group_names(claims.groups)}
	for ____, pair in ipairs(identity_pairs(
		config,
		text_value(claims.email),
		text_value(claims.sub)
	)) do
		details[pair[1]] = pair[2]
	end
	local reasons = refusal.details
	if type(reasons) == "table" then
		details.reason = reasons.reason
		details.hint = reasons.hint
	end
	return err(refusal.error, details)
end
--- Steps 4 and 5: the user's roles. UserInfo is asked when the ID Token has no e-mail, and as a second chance when no
-- role matched and it has no groups; in that second case any failure leaves USER_NOT_AUTHORIZED.
local function find_roles(io, config, discovery, id_claims, access_token)
	local endpoint = discovery.userinfo_endpoint
	local has_email = type(id_claims.email) == "string" and id_claims.email ~= ""
	local claims = id_claims
	if not has_email and endpoint ~= nil then
		local completed = complete_claims(io, endpoint, id_claims, access_token)
		if not completed.ok then
			return completed
		end
		claims = completed.data
	end
	local match = find_roles_for_user(config, claims)
	if match.ok then
		return ok({claims = claims, match = match.data})
	end
	if not has_email or id_claims.groups ~= nil or endpoint == nil then
		return not_authorized(config, claims, match)
	end
	local completed = complete_claims(io, endpoint, id_claims, access_token)
	if not completed.ok then
		return not_authorized(config, claims, match)
	end
	local second = find_roles_for_user(config, completed.data)
	return second.ok and ok({claims = completed.data, match = second.data}) or not_authorized(config, completed.data, second)
end
--- Steps 6 and 7: the access token counts once, and the user gets a session.
local function open_session(io, config, tokens, identity)
	local registered = register(io, tokens.access_token)
	if not registered.ok then
		return registered
	end
	local email = text_value(identity.claims.email)
	local user = {
		email = __TS__StringIncludes(email, "\0") and "" or email,
		sub = text_value(identity.claims.sub)
	}
	local sid = create_session(io, config, identity.match, {email = user.email, sub = user.sub, id_token = tokens.id_token})
	return sid.ok and ok({sid = sid.data, email = user.email, sub = user.sub, role_name = identity.match.role_name}) or sid
end
--- Finishes a login (specification, "Processing order"): state, tokens, ID Token, UserInfo, roles, registry, session.
-- `request` holds the decoded parameters and cookies. Fails with the code of the step that refused.
function ____exports.authenticate(io, config, request, policy)
	use_provider_settings(io, config)
	local handshake = verify_state(io, request)
	if not handshake.ok then
		return handshake
	end
	local issuer = check_response_issuer(config, request.params.iss)
	if not issuer.ok then
		return issuer
	end
	local reported = reported_error(request)
	if not reported.ok then
		return reported
	end
	local discovery = discover_for(io, config)
	if not discovery.ok then
		return discovery
	end
	local promised = check_promised_issuer(discovery.data, request.params.iss)
	if not promised.ok then
		return promised
	end
	local session_id = safe_id(handshake.data.state)
	local code = request.params.code or ""
	local verifier = handshake.data.code_verifier
	local tokens = exchange_code(
		io,
		config,
		discovery.data,
		code,
		verifier,
		session_id
	)
	if not tokens.ok then
		return tokens
	end
	local claims = obtain_claims(
		io,
		config,
		discovery.data,
		handshake.data,
		tokens.data,
		policy
	)
	if not claims.ok then
		return claims
	end
	local identity = find_roles(
		io,
		config,
		discovery.data,
		claims.data,
		tokens.data.access_token
	)
	return identity.ok and open_session(io, config, tokens.data, identity.data) or identity
end
return ____exports
