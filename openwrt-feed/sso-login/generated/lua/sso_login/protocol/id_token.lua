-- Generated from src/sso_login/protocol/id_token.ts by "make lua"; do not edit.
--- The ID Token (OpenID Connect Core section 3.1.3.7, RFC 8725), and what other signed tokens have of it: header and signature.
local lib = require("sso_login.lualib")
local M = {}
local json_values = require("sso_login.base.json_values")
local token_claims = require("sso_login.jose.token_claims")
local jwk = require("sso_login.jose.jwk")
local jws = require("sso_login.jose.jws")
local result = require("sso_login.result")
local known_metadata = require("sso_login.protocol.known_metadata")
local jwk_set = require("sso_login.protocol.jwk_set")
local token_request = require("sso_login.protocol.token_request")
local err, ok = result.err, result.ok

--- Loaded for an algorithm that is not permitted, and a signature that no key verifies.
local function key_failure()
	return require("sso_login.explain.key_failure")
end

--- The algorithms of signatures where an option or a policy names none.
M.default_algs = {"RS256", "ES256"}

--- Expectations of a login's ID Token; `now` is Unix time in seconds.
function M.expectations(config, nonce, access_token, now)
	local expected = token_claims.for_client(config, now)
	expected.nonce = nonce
	expected.access_token = access_token
	expected.optional = config.at_hash == "optional" and ({"at_hash"}) or {}
	expected.acr_values = config.acr_values
	expected.max_age = config.max_age
	return expected
end

--- Checks algorithm and `crit`, which need no key. UNSUPPORTED_ALGORITHM or ID_TOKEN_VERIFICATION_FAILED.
function M.check_header(parsed, allowed_algs)
	local alg = json_values.text_of(parsed.header.alg)
	local allowed = allowed_algs or M.default_algs
	if not lib.ArrayIncludes(allowed, alg) then
		return key_failure().explain_alg(alg, allowed)
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

--- Whether one of the keys made the signature.
function M.is_made_by(keys, parsed)
	local alg = json_values.text_of(parsed.header.alg)
	return lib.ArraySome(jwk.candidates(keys, alg, parsed.header.kid), function(_, key)
		local pem = jwk.jwk_to_pem(key)
		return pem.ok and jws.verify_signature(parsed, alg, pem.data)
	end)
end

--- Verifies the signature by keys; ID_TOKEN_VERIFICATION_FAILED.
function M.check_signature(keys, parsed)
	local is_right = M.is_made_by(keys, parsed)
	return is_right and ok(true) or key_failure().explain(keys, parsed.header, json_values.text_of(parsed.header.alg))
end

--- Verifies the signature by the provider's keys, and returns the metadata that name them. Fails as they do, and as `check_signature`.
function M.check_provider(io, config, known, parsed)
	return known_metadata.by_metadata(io, config, known, "jwks_uri", function(current)
		local keys = jwk_set.load_jwks(io, config, current.jwks_uri)
		local signed = keys.ok and M.check_signature(keys.data, parsed) or keys
		return signed.ok and ok(current) or signed
	end)
end

--- Verifies a parsed ID Token with the provider's keys. Fails as `check_provider` and `check_claims` do.
function M.verify(io, config, metadata, parsed, expected)
	local signed = M.check_provider(io, config, ok(metadata), parsed)
	if not signed.ok then
		return signed
	end
	local checked = token_claims.check_claims(parsed.header, parsed.payload, expected)
	return checked.ok and ok({claims = parsed.payload, metadata = signed.data}) or checked
end

return M
