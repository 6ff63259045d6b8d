-- Generated from src/sso_login/login/attempt.ts by "make lua"; do not edit.
--- The steps from the provider's response to a user with roles, in their order (specification, "Processing order"): accept, redeem, verify,
-- complete, match. Each takes what the one before has made, and none opens a session. A login (login_finish) and the test login go the whole
-- way, a revalidation from refreshed tokens on (revalidation/refreshed_user).
local lib = require("sso_login.lualib")
local M = {}
local json_values = require("sso_login.base.json_values")
local hash = require("sso_login.jose.hash")
local id_token = require("sso_login.protocol.id_token")
local jwk_set = require("sso_login.protocol.jwk_set")
local provider_files = require("sso_login.protocol.provider_files")
local provider_metadata = require("sso_login.protocol.provider_metadata")
local token_request = require("sso_login.protocol.token_request")
local result = require("sso_login.result")
local ok = result.ok
local claim_rules = require("sso_login.rights.claim_rules")
local role_matching = require("sso_login.rights.role_matching")
local err, ok = result.err, result.ok

--- Loaded where something lacks, or was refused.
local function refused_response()
	return require("sso_login.explain.refused_response")
end

local function login_lacks()
	return require("sso_login.protocol.login_lacks")
end

local function missing_role()
	return require("sso_login.explain.missing_role")
end

--- Loaded where the ID Token has too few claims.
local function userinfo()
	return require("sso_login.protocol.userinfo")
end

--- Whether a response has an error; a parameter without a value is as none (RFC 6749 section 3.1).
local function has_error(params)
	return (params.error or "") ~= ""
end

--- The state of a response, by which its login is found. INVALID_REQUEST where it is missing, or both code and error are.
function M.state_of(params)
	local state = params.state or ""
	local is_complete = state ~= "" and ((params.code or "") ~= "" or has_error(params))
	return is_complete and ok(state) or refused_response().incomplete(params)
end

--- Accepts the response to a login, whose state and browser have been checked. IDP_ERROR where `iss` is not the issuer, or is missing
-- although the provider promises it (RFC 9207 section 2.4), and where the provider reports an error.
function M.accept(config, handshake, params)
	local iss = params.iss
	local is_right
	if iss ~= nil then
		is_right = iss == config.issuer_url
	else
		is_right = handshake.iss_expected ~= true
	end
	return is_right and not has_error(params) and ok({
		config = config,
		handshake = handshake,
		code = json_values.text_of(params.code)
	}) or refused_response().refused(params, config.issuer_url)
end

--- Redeems the code for tokens; `cached` are the metadata as the cache has them.
function M.redeem(io, response, cached)
	local config = response.config
	local metadata = cached ~= nil and ok(cached) or provider_metadata.of_provider(io, config)
	if not metadata.ok then
		return metadata
	end
	local handshake = response.handshake
	local session_id = hash.safe_id(handshake.state)
	local grant = {code = response.code, verifier = handshake.code_verifier, session_id = session_id}
	local tokens = token_request.exchange_code(io, config, metadata.data, grant)
	return tokens.ok and ok({config = config, metadata = metadata.data, tokens = tokens.data}) or tokens
end

--- Verifies the ID Token of an answer by expectations.
function M.verify(io, issued, expected)
	local config = issued.config
	local metadata = issued.metadata
	local tokens = issued.tokens
	-- A token that no key could save costs no call to the provider.
	local parsed = id_token.parse_id_token(json_values.text_of(tokens.id_token), config.id_token_algs)
	if not parsed.ok then
		return parsed
	end
	local found = jwk_set.load_jwks(io, config, metadata.jwks_uri, false)
	local verified = found.ok and id_token.verify(io, config, parsed.data, found.data, expected) or found
	if not verified.ok then
		return verified
	end
	local claims = verified.data.claims
	return ok({config = config, metadata = metadata, tokens = tokens, claims = claims, keys = verified.data.keys})
end

--- Verifies the ID Token of a login, which has its nonce.
function M.verify_login(io, issued, handshake)
	local expected = id_token.expectations(issued.config, handshake.nonce, issued.tokens.access_token, io.time())
	return M.verify(io, issued, expected)
end

--- Whether some role lists groups of which the claims say nothing.
local function lacks_groups(rules, claims)
	return claim_rules.groups_of(rules, claims) == nil and lib.ArraySome(
		rules.roles,
		function(_, role) return #(role.group or {}) > 0 end
	)
end

--- Completes the claims by UserInfo where the ID Token lacks the e-mail, or groups that a role lists.
local function known_claims(io, found, rules)
	local endpoint = found.metadata.userinfo_endpoint
	local is_whole = claim_rules.has_email(found.config, found.claims) and not lacks_groups(rules, found.claims)
	local completed = endpoint ~= nil and not is_whole and userinfo().complete_claims(io, endpoint, found) or nil
	if completed ~= nil and completed.ok then
		return completed.data
	end
	local denial = claim_rules.denies_email(found.claims) and "id_token" or "none"
	return {claims = found.claims, denial = denial, failure = completed}
end

--- Keeps for the check what the answer to a login lacks, and returns the facts of it for the log.
local function keep_lacks(io, found, handshake, unmarked_email)
	local config = found.config
	local may_lack = config.prompt == "login" or config.session_revalidate ~= nil or unmarked_email
	local ____temp_2 = not may_lack
	if ____temp_2 then
		local ____found_tokens_scope_1 = found.tokens.scope
		if ____found_tokens_scope_1 == nil then
			____found_tokens_scope_1 = config.scope
		end
		____temp_2 = ____found_tokens_scope_1 == config.scope
	end
	if ____temp_2 then
		io.remove(provider_files.lacks_path(io, config))
		return {}
	end
	return login_lacks().note(io, config, handshake.created_at, found, unmarked_email)
end

--- Completes the user of verified tokens; fails as UserInfo does where that had to tell the e-mail.
function M.complete(io, found, rules, handshake)
	local known = known_claims(io, found, rules)
	local claims = known.claims
	local failure = known.failure
	local notes = keep_lacks(io, found, handshake, role_matching.counts_unmarked(rules, claims))
	if failure ~= nil and not claim_rules.has_email(found.config, claims) then
		return failure
	end
	local is_unverified = role_matching.verified_email(found.config, claims) == nil
	notes.unverified_by = is_unverified and known.denial ~= "none" and known.denial or nil
	if failure ~= nil then
		local facts = json_values.facts_of(failure)
		notes.userinfo = "failed"
		local ____facts_reason_3 = facts.reason
		if ____facts_reason_3 == nil then
			____facts_reason_3 = facts.idp_error
		end
		local ____facts_reason_3_4 = ____facts_reason_3
		if ____facts_reason_3_4 == nil then
			____facts_reason_3_4 = facts.http_status
		end
		notes.userinfo_reason = ____facts_reason_3_4
	end
	return ok({verified = found, rules = rules, claims = claims, notes = notes})
end

--- Matches a user with roles; USER_NOT_AUTHORIZED.
function M.match(user)
	local found = role_matching.find_roles_for_user(user.rules, user.claims)
	return found.ok and found or missing_role().explain(user.verified.config, user, found)
end

return M
