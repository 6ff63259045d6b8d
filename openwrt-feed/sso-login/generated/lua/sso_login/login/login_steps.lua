-- Generated from src/sso_login/login/login_steps.ts by "make lua"; do not edit.
--- The steps of a login that the provider has answered, from the code to the user's roles; none opens a session.
local lib = require("sso_login.lualib")
local M = {}
local json_values = require("sso_login.base.json_values")
local token_claims = require("sso_login.jose.token_claims")
local hash = require("sso_login.jose.hash")
local authorization_response = require("sso_login.protocol.authorization_response")
local id_token = require("sso_login.protocol.id_token")
local jwk_set = require("sso_login.protocol.jwk_set")
local provider_metadata = require("sso_login.protocol.provider_metadata")
local token_request = require("sso_login.protocol.token_request")
local userinfo = require("sso_login.protocol.userinfo")
local result = require("sso_login.result")
local log_identity = require("sso_login.rpcd.log_identity")
local claim_rules = require("sso_login.rights.claim_rules")
local role_matching = require("sso_login.rights.role_matching")
local err, ok = result.err, result.ok

--- Exchanges the code for tokens.
function M.redeem_code(io, attempt)
	local config = attempt.config
	local found = attempt.cached ~= nil and ok(attempt.cached) or provider_metadata.of_provider(io, config)
	if not found.ok then
		return found
	end
	local metadata = found.data
	local code = authorization_response.validate(attempt.params, config.issuer_url, metadata)
	if not code.ok then
		return code
	end
	local grant = {
		code = code.data,
		verifier = attempt.handshake.code_verifier,
		session_id = hash.safe_id(attempt.handshake.state)
	}
	local tokens = token_request.exchange_code(io, config, metadata, grant)
	return tokens.ok and ok({tokens = tokens.data, metadata = metadata}) or tokens
end

local function algs_of(attempt)
	return attempt.allowed_algs or attempt.config.id_token_algs
end

--- Verifies the ID Token.
function M.verify_id_token(io, attempt, issued)
	local config = attempt.config
	-- A token that no key could save costs no call to the provider.
	local parsed = id_token.parse_id_token(issued.tokens.id_token, algs_of(attempt))
	if not parsed.ok then
		return parsed
	end
	local keys = jwk_set.load_jwks(io, config, issued.metadata.jwks_uri, false)
	if not keys.ok then
		return keys
	end
	local access_token = issued.tokens.access_token
	local expected = id_token.expectations(config, attempt.handshake.nonce, access_token, io.time())
	local claims = id_token.verify(io, config, parsed.data, keys.data, expected)
	return claims.ok and ok({claims = claims.data, keys = keys.data}) or claims
end

--- Whether some role lists groups of which the claims say nothing.
local function lacks_groups(rules, claims)
	return claim_rules.groups_of(rules, claims) == nil and lib.ArraySome(
		rules.roles,
		function(_, role) return #(role.group or {}) > 0 end
	)
end

--- Scopes that the provider did not grant, whether it ignored `prompt`, and a lack of the refresh token; the check remembers them.
local function notes_of(io, config, handshake, tokens, claims)
	local lacking = token_request.missing_scopes(config.scope, tokens.scope)
	local is_older = token_claims.was_before(claims, handshake.created_at, config.clock_tolerance)
	local is_ignored = config.prompt == "login" and is_older
	local is_absent = config.session_revalidate ~= nil and type(tokens.refresh_token) ~= "string"
	token_request.remember_lacks(io, config, lacking, is_ignored, is_absent)
	return {
		not_granted = lacking ~= "" and lacking or nil,
		prompt = is_ignored and "ignored" or nil,
		refresh_token = is_absent and "absent" or nil
	}
end

--- The source that denies that the e-mail is verified, for the log, unless the e-mail is used all the same.
local function shown_denier(config, claims, denier)
	return role_matching.verified_email(config, claims) == nil and denier or nil
end

--- Completes the claims by UserInfo where the ID Token lacks the e-mail, or groups that a role lists. Only where it lacks groups alone, the
-- claims at hand are enough for a login when UserInfo fails; a session that is revalidated would lose roles.
function M.complete_claims(io, attempt, issued, verified, rules)
	local config = attempt.config
	local claims = verified.claims
	local endpoint = issued.metadata.userinfo_endpoint
	local handshake = attempt.handshake
	local notes = handshake ~= nil and notes_of(io, config, handshake, issued.tokens, claims) or {}
	local has_email = userinfo.has_email(config, claims)
	notes.unverified_by = shown_denier(config, claims, userinfo.denier_of(config, claims, {}))
	if endpoint == nil or has_email and not lacks_groups(rules, claims) then
		return ok({claims = claims, notes = notes})
	end
	local verifier = {config = config, keys = verified.keys, allowed_algs = algs_of(attempt)}
	local completed = userinfo.complete_claims(io, endpoint, claims, issued.tokens.access_token, verifier)
	if completed.ok then
		notes.unverified_by = shown_denier(config, completed.data.claims, completed.data.denier)
		return ok({claims = completed.data.claims, notes = notes})
	end
	if not has_email or handshake == nil then
		return completed
	end
	local facts = json_values.facts_of(completed)
	notes.userinfo = "failed"
	local ____facts_reason_0 = facts.reason
	if ____facts_reason_0 == nil then
		____facts_reason_0 = facts.idp_error
	end
	local ____facts_reason_0_1 = ____facts_reason_0
	if ____facts_reason_0_1 == nil then
		____facts_reason_0_1 = facts.http_status
	end
	notes.userinfo_reason = ____facts_reason_0_1
	return ok({claims = claims, notes = notes})
end

--- Groups that a log line names, and bytes of each.
local max_named = 5
local max_name = 64

--- The refusal of a user without a role, with the facts for an administrator: the user, and the claims that arrived.
local function not_authorized(config, user, refusal)
	local claims = user.claims
	local notes = user.notes
	local found = claim_rules.groups_of(config, claims)
	local groups = found or {}
	local absent = claim_rules.absent_claims(config, claims)
	local kinds = claim_rules.other_kinds(config, claims)
	local advice = claim_rules.groups_advice(config, claims)
	local first = lib.ArrayMap(
		lib.ArraySlice(groups, 0, max_named),
		function(_, name) return lib.StringSubstring(name, 0, max_name) end
	)
	local details = {
		not_granted = notes.not_granted,
		groups = found == nil and "absent" or #groups,
		other_kind = #kinds > 0 and table.concat(kinds, "; ") or nil,
		absent_claims = #absent > 0 and table.concat(absent, ",") or nil,
		first_groups = #groups > 0 and table.concat(first, ",") or nil,
		userinfo = notes.userinfo,
		userinfo_reason = notes.userinfo_reason,
		unverified_by = notes.unverified_by
	}
	for _, pair in ipairs(log_identity.pairs_of_claims(config, claims)) do
		details[pair[1]] = pair[2]
	end
	local reasons = json_values.facts_of(refusal)
	details.reason = reasons.reason
	local ____reasons_hint_2 = reasons.hint
	if ____reasons_hint_2 == nil then
		____reasons_hint_2 = advice ~= nil and ({id = advice}) or nil
	end
	details.hint = ____reasons_hint_2
	return err(refusal.error, details)
end

--- Finds the roles of a user; USER_NOT_AUTHORIZED.
function M.find_roles(config, rules, user)
	local match = role_matching.find_roles_for_user(rules, user.claims)
	return match.ok and match or not_authorized(config, user, match)
end

return M
