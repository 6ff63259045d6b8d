-- Generated from src/sso_login/login/attempt.ts by "make lua"; do not edit.
--- The steps from the provider's response to a user with roles, in their order (specification, "Processing order"). A login and the test
-- login go the whole way, `identify`; a revalidation goes the way from refreshed tokens on (revalidation/refreshed_user). None of them opens
-- a session.
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

--- Loaded for UserInfo that fails.
local function short_reason()
	return require("sso_login.explain.short_reason")
end

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

--- Redeems the code for tokens.
local function redeem(io, response, cached)
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

--- Notes what the answer to a login lacks; where nothing may, what an earlier one lacked is forgotten.
local function note_lacks(io, found, handshake, unmarked_email)
	local config = found.config
	local ____found_tokens_scope_1 = found.tokens.scope
	if ____found_tokens_scope_1 == nil then
		____found_tokens_scope_1 = config.scope
	end
	local is_whole = ____found_tokens_scope_1 == config.scope and not unmarked_email
	if is_whole and config.prompt ~= "login" and config.session_revalidate == nil then
		io.remove(provider_files.lacks_path(io, config))
		return {}
	end
	return login_lacks().note(io, config, handshake.created_at, found, unmarked_email)
end

--- Whether some role lists groups of which the claims say nothing.
local function lacks_groups(rules, claims)
	return claim_rules.groups_of(rules, claims) == nil and lib.ArraySome(
		rules.roles,
		function(_, role) return #(role.group or {}) > 0 end
	)
end

--- Completes the claims by UserInfo where the ID Token lacks the e-mail, or groups that a role lists. Only where it lacks groups alone,
-- the claims at hand are enough when UserInfo fails.
local function complete(io, found, rules, handshake)
	local config = found.config
	local has_email = claim_rules.has_email(config, found.claims)
	local endpoint = found.metadata.userinfo_endpoint
	local own = {claims = found.claims, denier = claim_rules.denies_email(found.claims) and "id_token" or nil}
	local completed = (endpoint == nil or has_email and not lacks_groups(rules, found.claims)) and ok(
		own
	) or userinfo().complete_claims(io, endpoint, found)
	local user = completed.ok and completed.data or own
	local unmarked = role_matching.counts_unmarked(rules, user.claims)
	local notes = note_lacks(io, found, handshake, unmarked)
	if not completed.ok and not has_email then
		return completed
	end
	notes.unverified_by = role_matching.verified_email(config, user.claims) == nil and user.denier or nil
	if not completed.ok then
		notes.userinfo = "failed"
		notes.userinfo_reason = short_reason().of_notes(completed)
	end
	return ok({claims = user.claims, notes = notes})
end

--- Finds the roles of a user; USER_NOT_AUTHORIZED.
function M.find_roles(config, rules, user)
	local match = role_matching.find_roles_for_user(rules, user.claims)
	return match.ok and match or missing_role().explain(config, user, match)
end

--- Establishes the user of an accepted response: redeems the code, verifies the ID Token and completes the claims, and so makes all calls to the provider. `cached` are the metadata as the cache has
-- them, `read_rules` reads the rules about roles, after the user took time at the provider. Fails with the code of the step that refused.
function M.identify(io, response, cached, read_rules)
	local issued = redeem(io, response, cached)
	if not issued.ok then
		return issued
	end
	local handshake = response.handshake
	local access_token = issued.data.tokens.access_token
	local expected = id_token.expectations(issued.data.config, handshake.nonce, access_token, io.time())
	local verified = M.verify(io, issued.data, expected)
	if not verified.ok then
		return verified
	end
	local rules = read_rules()
	if not rules.ok then
		return rules
	end
	local user = complete(io, verified.data, rules.data, handshake)
	return user.ok and ok({verified = verified.data, rules = rules.data, user = user.data}) or user
end

return M
