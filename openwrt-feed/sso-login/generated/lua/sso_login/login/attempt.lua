-- Generated from src/sso_login/login/attempt.ts by "make lua"; do not edit.
--- The steps from the provider's response to a user with roles, in their order (specification, "Processing order"): admit, accept, redeem,
-- verify, complete, match. Each takes what the one before has made, and none opens a session. A login (login_finish) goes
-- the whole way, the test login from accept on, a revalidation from refreshed tokens on (revalidation/refreshed_user).
local lib = require("sso_login.lualib")
local M = {}
local json_values = require("sso_login.base.json_values")
local hash = require("sso_login.jose.hash")
local known_metadata = require("sso_login.protocol.known_metadata")
local id_token = require("sso_login.protocol.id_token")
local provider_files = require("sso_login.protocol.provider_files")
local token_request = require("sso_login.protocol.token_request")
local result = require("sso_login.result")
local claim_rules = require("sso_login.rights.claim_rules")
local role_matching = require("sso_login.rights.role_matching")
local handshake_record = require("sso_login.login.handshake_record")
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

--- Whether the login of a state began in this browser. `handshake` is its record, where there is one: with a hash in it, the login's own
-- cookie must match that, and the specified cookie does not matter; else the specified cookie must be the state. Fails with
-- MISSING_HANDSHAKE_COOKIE or STATE_PARAMETER_MISMATCH.
function M.check_browser(browser, state, handshake)
	local own_hash = handshake ~= nil and handshake.cookie_hash or nil
	local value = own_hash ~= nil and (browser.logins[hash.safe_id(state)] or "") or browser.state
	if value == "" then
		return err("MISSING_HANDSHAKE_COOKIE")
	end
	local matches
	if own_hash ~= nil then
		matches = hash.constant_time_eq(hash.hash_sha256_hex(value), own_hash)
	else
		matches = hash.constant_time_eq(value, state)
	end
	return matches and ok(true) or err("STATE_PARAMETER_MISMATCH")
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
	}) or refused_response().refused(params, config.issuer_url, handshake.is_again == true)
end

--- Admits a response to the login of its state, which began in the browser that brings it, at the provider of the callback's path: each has a path
-- of its own, so that none gets a code of another (RFC 9700 section 4.4.2). A request of another browser leaves the record to its owner.
function M.admit(io, config, response)
	local state = M.state_of(response.params)
	if not state.ok then
		return state
	end
	local handshake = handshake_record.look(io, state.data)
	local is_own = M.check_browser(response.browser, state.data, handshake)
	if not is_own.ok then
		return is_own
	end
	if handshake == nil then
		return handshake_record.discard(io, state.data)
	end
	return handshake_record.is_of_provider(handshake, config) and ok({
		config = config,
		handshake = handshake,
		response = response
	}) or err("IDP_ERROR", "the login began at another provider", nil, {return_to = handshake.return_to})
end

--- Redeems the code for tokens; `cached` are the metadata as the cache has them.
function M.redeem(io, login, cached)
	local config = login.config
	local known = cached ~= nil and ok(cached) or known_metadata.of_provider(io, config)
	local handshake = login.handshake
	local log_id = hash.safe_id(handshake.state)
	local grant = {code = login.code, verifier = handshake.code_verifier, log_id = log_id}
	return known_metadata.by_metadata(io, config, known, "token_endpoint", function(metadata)
		local tokens = token_request.exchange_code(io, config, metadata, grant)
		return tokens.ok and ok({config = config, metadata = metadata, tokens = tokens.data}) or tokens
	end)
end

--- Verifies the ID Token of an answer by expectations.
function M.verify(io, issued, expected)
	local config = issued.config
	local tokens = issued.tokens
	-- A token that no key could save costs no call to the provider.
	local parsed = id_token.parse_id_token(json_values.text_of(tokens.id_token), config.id_token_algs)
	if not parsed.ok then
		return parsed
	end
	local verified = id_token.verify(io, config, issued.metadata, parsed.data, expected)
	return verified.ok and ok({
		config = config,
		tokens = tokens,
		claims = verified.data.claims,
		metadata = verified.data.metadata
	}) or verified
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
	local is_there = found.metadata.userinfo_endpoint ~= nil
	local is_whole = claim_rules.has_email(found.config, found.claims) and not lacks_groups(rules, found.claims)
	local told = is_there and not is_whole and userinfo().complete_claims(io, found) or nil
	if told ~= nil and told.ok then
		return told.data
	end
	local denial = claim_rules.denies_email(found.claims) and "id_token" or "none"
	return {claims = found.claims, denial = denial, failure = told}
end

--- Keeps for the check what the answer to a login lacks, and returns the facts of it for the log. `login_lacks` is loaded only where one of its
-- four lacks is possible.
local function note_lacks(io, found, handshake, unmarked_email)
	local config = found.config
	-- Absent where all is granted (RFC 6749 section 5.1).
	local ____found_tokens_scope_2 = found.tokens.scope
	if ____found_tokens_scope_2 == nil then
		____found_tokens_scope_2 = config.scope
	end
	local has_all_scopes = ____found_tokens_scope_2 == config.scope
	local may_lack_more = config.prompt == "login" or config.session_revalidate ~= nil or unmarked_email
	if has_all_scopes and not may_lack_more then
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
	local notes = note_lacks(io, found, handshake, role_matching.counts_unmarked(rules, claims))
	if failure ~= nil and not claim_rules.has_email(found.config, claims) then
		return failure
	end
	local is_unverified = role_matching.verified_email(found.config, claims) == nil
	notes.unverified_by = is_unverified and known.denial ~= "none" and known.denial or nil
	if failure ~= nil then
		notes.userinfo = "failed"
		notes.userinfo_reason = short_reason().of_notes(failure)
	end
	return ok({verified = found, rules = rules, claims = claims, notes = notes})
end

--- Matches a user with roles; USER_NOT_AUTHORIZED.
function M.match(user)
	local found = role_matching.find_roles_for_user(user.rules, user.claims)
	return found.ok and found or missing_role().explain(user.verified.config, user, found)
end

return M
