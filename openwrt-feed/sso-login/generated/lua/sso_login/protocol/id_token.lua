-- Generated from src/sso_login/protocol/id_token.ts by "make lua"; do not edit.
--- The ID Token (OpenID Connect Core section 3.1.3.7, RFC 8725), and what other signed tokens have of it: header and signature.
local lib = require("sso_login.lualib")
local M = {}
local values = require("sso_login.base.values")
local claims_check = require("sso_login.jose.claims")
local jwk = require("sso_login.jose.jwk")
local jws = require("sso_login.jose.jws")
local result = require("sso_login.result")
local limits = require("sso_login.settings.limits")
local jwks = require("sso_login.protocol.jwks")
local token = require("sso_login.protocol.token")
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

--- Checks algorithm and `crit`, which need no key. UNSUPPORTED_ALGORITHM or ID_TOKEN_VERIFICATION_FAILED.
function M.check_header(parsed, allowed_algs)
	local alg = values.text_of(parsed.header.alg)
	if not lib.ArrayIncludes(allowed_algs or M.default_algs, alg) then
		local hint = lib.ArrayIncludes(limits.algorithms, alg) and ({id = "see_algs"}) or nil
		return err("UNSUPPORTED_ALGORITHM", {alg = lib.StringSubstring(alg, 0, 32), hint = hint})
	end
	local crit = jws.check_crit(parsed)
	return crit.ok and ok(parsed) or crit
end

--- Takes an ID Token apart and checks size, form, algorithm and `crit`, which need no key. Fails with
-- ID_TOKEN_VERIFICATION_FAILED or UNSUPPORTED_ALGORITHM.
function M.parse_id_token(id_token, allowed_algs)
	if #id_token > token.max_token_length then
		return err("ID_TOKEN_VERIFICATION_FAILED", {reason = "over 16 384 bytes"})
	end
	local parsed = jws.parse_jws(id_token)
	return parsed.ok and M.check_header(parsed.data, allowed_algs) or parsed
end

--- Whether one of the keys made the signature.
local function verifies_with(keys, parsed, alg)
	return lib.ArraySome(jwk.candidates(keys, alg, parsed.header.kid), function(_, key)
		local pem = jwk.jwk_to_pem(key)
		return pem.ok and jws.verify_signature(parsed, alg, pem.data)
	end)
end

--- Verifies the signature; where that may help, the JWK Set is fetched anew, into `set`: once for all tokens of a login.
function M.check_signature(io, provider, parsed, set)
	local alg = values.text_of(parsed.header.alg)
	local verifies = verifies_with(set.keys, parsed, alg)
	if not verifies and not set.fresh then
		local refreshed = jwks.load_jwks(io, provider, set.uri, true)
		if not refreshed.ok then
			return refreshed
		end
		set.keys = refreshed.data.keys
		set.fresh = true
		verifies = verifies_with(set.keys, parsed, alg)
	end
	local reason = "no key of the provider verifies the signature"
	return verifies and ok(true) or err("ID_TOKEN_VERIFICATION_FAILED", {reason = reason})
end

--- Verifies a parsed ID Token with the keys of a JWK Set and returns its claims; on an unknown `kid` or a failed signature
-- the set is refreshed once, unless it is fresh. Fails as `check_claims` and the refresh do.
function M.verify(io, provider, parsed, set, expected)
	local signature = M.check_signature(io, provider, parsed, set)
	if not signature.ok then
		return signature
	end
	local checked = claims_check.check_claims(parsed.header, parsed.payload, expected)
	return checked.ok and ok(parsed.payload) or checked
end

return M
