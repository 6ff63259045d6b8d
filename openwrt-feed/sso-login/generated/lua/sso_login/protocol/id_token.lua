-- Generated from src/sso_login/protocol/id_token.ts by "make lua"; do not edit.
--- The ID Token (OpenID Connect Core section 3.1.3.7, RFC 8725), and what other signed tokens have of it: header and signature.
local lib = require("sso_login.lualib")
local M = {}
local json_values = require("sso_login.base.json_values")
local token_claims = require("sso_login.jose.token_claims")
local jwk = require("sso_login.jose.jwk")
local jws = require("sso_login.jose.jws")
local result = require("sso_login.result")
local option_bounds = require("sso_login.settings.option_bounds")
local jwk_set = require("sso_login.protocol.jwk_set")
local token_request = require("sso_login.protocol.token_request")
local err, ok = result.err, result.ok

--- The algorithms of signatures where an option or a policy names none.
M.default_algs = {"RS256", "ES256"}

--- Expectations of a login's ID Token; `now` is Unix time in seconds.
function M.expectations(config, nonce, access_token, now)
	return {
		issuer = config.issuer_url,
		client_id = config.client_id,
		now = now,
		clock_tolerance = config.clock_tolerance,
		nonce = nonce,
		access_token = access_token,
		at_hash_required = config.at_hash ~= "optional",
		acr_values = config.acr_values,
		max_age = config.max_age
	}
end

--- Expectations of a refreshed ID Token, by the claims of the login's (OpenID Connect Core section 12.2).
function M.expectations_of_refresh(config, first, access_token, now)
	return {
		issuer = config.issuer_url,
		client_id = config.client_id,
		now = now,
		clock_tolerance = config.clock_tolerance,
		optional = {"nonce"},
		nonce = json_values.text_of(first.nonce),
		access_token = access_token,
		at_hash_required = false,
		first = first
	}
end

--- Checks algorithm and `crit`, which need no key. UNSUPPORTED_ALGORITHM or ID_TOKEN_VERIFICATION_FAILED.
function M.check_header(parsed, allowed_algs)
	local alg = json_values.text_of(parsed.header.alg)
	local allowed = allowed_algs or M.default_algs
	if not lib.ArrayIncludes(allowed, alg) then
		local see_algs = {id = "see_algs", params = {allowed = table.concat(allowed, " ")}}
		local hint = lib.ArrayIncludes(option_bounds.algorithms, alg) and see_algs or nil
		return err("UNSUPPORTED_ALGORITHM", {alg = lib.StringSubstring(alg, 0, 32), hint = hint})
	end
	local crit = jws.check_crit(parsed)
	return crit.ok and ok(parsed) or crit
end

--- Takes an ID Token apart and checks size, form, algorithm and `crit`, which need no key. Fails with
-- ID_TOKEN_VERIFICATION_FAILED or UNSUPPORTED_ALGORITHM.
function M.parse_id_token(id_token, allowed_algs)
	if #id_token > token_request.max_token_length then
		local facts = {reason = "over 16 384 bytes", bytes = #id_token, hint = {id = "shorter_token"}}
		return err("ID_TOKEN_VERIFICATION_FAILED", facts)
	end
	local parsed = jws.parse_jws(id_token)
	return parsed.ok and M.check_header(parsed.data, allowed_algs) or parsed
end

--- Bytes of a `kid` that the log shows.
local max_kid = 64

--- ID_TOKEN_VERIFICATION_FAILED where no key verifies, with the reason: each kind of failure has its own.
local function key_failure(keys, tried, header, alg)
	local kid = header.kid
	local facts = {alg = alg, kid = type(kid) == "string" and lib.StringSubstring(kid, 0, max_kid) or nil}
	local is_named = kid ~= nil and lib.ArraySome(keys, function(_, key) return key.kid == kid end)
	local matching = #jwk.matching(keys, alg, kid)
	if #keys == 0 then
		facts.reason = {id = "no_signing_key"}
	elseif kid ~= nil and type(kid) ~= "string" then
		facts.reason = "the token's kid is not a text"
		facts.hint = {id = "kid_as_text"}
	elseif kid ~= nil and not is_named then
		local are_named = lib.ArraySome(keys, function(_, key) return type(key.kid) == "string" end)
		local are_nameless = lib.ArrayEvery(keys, function(_, key) return key.kid == nil end)
		facts.reason = "no key of the provider has the token's kid"
		facts.hint = {id = are_named and "own_keys" or (are_nameless and "name_keys" or "kid_as_text")}
	elseif matching == 0 then
		facts.reason = is_named and "the key of this kid is not for this algorithm" or "no key of the provider fits the algorithm"
		facts.hint = {id = "signing_key"}
	elseif lib.ArrayEvery(tried, function(_, key) return not jwk.jwk_to_pem(key).ok end) then
		facts.reason = "the key cannot be used"
		facts.hint = {id = "usable_key"}
	elseif matching > #tried then
		facts.reason = ("no key of the first " .. tostring(#tried)) .. " that fit verifies the signature"
		facts.keys = matching
		facts.hint = {id = "name_keys"}
	else
		facts.reason = kid ~= nil and "the key of this kid does not verify the signature" or "no key that fits verifies the signature"
		facts.hint = {id = "own_keys"}
	end
	return err("ID_TOKEN_VERIFICATION_FAILED", facts)
end

--- Checks whether one of the keys made the signature.
local function verify_with(keys, parsed, alg)
	local tried = jwk.candidates(keys, alg, parsed.header.kid)
	local verifies = lib.ArraySome(tried, function(_, key)
		local pem = jwk.jwk_to_pem(key)
		return pem.ok and jws.verify_signature(parsed, alg, pem.data)
	end)
	return verifies and ok(true) or key_failure(keys, tried, parsed.header, alg)
end

--- Verifies the signature; where that may help, the JWK Set is fetched anew, into `set`: once for all tokens of a login.
function M.check_signature(io, provider, parsed, set)
	local alg = json_values.text_of(parsed.header.alg)
	local verified = verify_with(set.keys, parsed, alg)
	if verified.ok or set.fresh then
		return verified
	end
	local refreshed = jwk_set.load_jwks(io, provider, set.uri, true)
	if not refreshed.ok then
		return refreshed
	end
	set.keys = refreshed.data.keys
	set.fresh = true
	return verify_with(set.keys, parsed, alg)
end

--- Verifies a parsed ID Token with the keys of a JWK Set and returns its claims; on an unknown `kid` or a failed signature
-- the set is refreshed once, unless it is fresh. Fails as `check_claims` and the refresh do.
function M.verify(io, provider, parsed, set, expected)
	local signature = M.check_signature(io, provider, parsed, set)
	if not signature.ok then
		return signature
	end
	local checked = token_claims.check_claims(parsed.header, parsed.payload, expected)
	return checked.ok and ok(parsed.payload) or checked
end

return M
