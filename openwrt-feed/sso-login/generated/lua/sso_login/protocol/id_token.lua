-- Generated from src/sso_login/protocol/id_token.ts by "make lua"; do not edit.
--- The ID Token (OpenID Connect Core section 3.1.3.7, RFC 8725): taken apart once, its signature verified, its claims
-- judged.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local encoding = require("sso_login.base.encoding")
local values = require("sso_login.base.values")
local hash = require("sso_login.jose.hash")
local jwk = require("sso_login.jose.jwk")
local jws = require("sso_login.jose.jws")
local result = require("sso_login.result")
local limits = require("sso_login.settings.limits")
local jwks = require("sso_login.protocol.jwks")
local token = require("sso_login.protocol.token")
local err, ok = result.err, result.ok

function M.allowed_algs(policy)
	local given = policy or {}
	return given.allowed_algs or ({"RS256", "ES256"})
end

--- What the ID Token of a login is compared with; `now` is Unix time in seconds.
function M.expectations(config, nonce, access_token, now)
	return {
		issuer = config.issuer_url,
		client_id = config.client_id,
		now = now,
		clock_tolerance = config.clock_tolerance,
		nonce = nonce,
		access_token = access_token,
		at_hash_required = config.at_hash_required ~= false,
		acr_values = config.acr_values,
		max_age = config.max_age
	}
end

--- Judges what of a token needs no key: algorithm and `crit`. UNSUPPORTED_ALGORITHM or ID_TOKEN_VERIFICATION_FAILED.
function M.check_header(parsed, policy)
	local alg = values.text_of(parsed.header.alg)
	if not lib.ArrayIncludes(M.allowed_algs(policy), alg) then
		local hint = lib.ArrayIncludes(limits.algorithms, alg) and ({id = "see_algs"}) or nil
		return err("UNSUPPORTED_ALGORITHM", {alg = lib.StringSubstring(alg, 0, 32), hint = hint})
	end
	local crit = jws.check_crit(parsed)
	return crit.ok and ok(parsed) or crit
end

--- Takes an ID Token apart and judges what needs no key: size, form, algorithm, `crit`. Fails with
-- ID_TOKEN_VERIFICATION_FAILED or UNSUPPORTED_ALGORITHM.
function M.parse_id_token(id_token, policy)
	if #id_token > token.max_token_length then
		return err("ID_TOKEN_VERIFICATION_FAILED", {reason = "over 16 384 bytes"})
	end
	local parsed = jws.parse_jws(id_token)
	return parsed.ok and M.check_header(parsed.data, policy) or parsed
end

--- Whether one of the keys made the signature.
local function verifies_with(keys, parsed, alg)
	return lib.ArraySome(jwk.candidates(keys, alg, parsed.header.kid), function(_, key)
		local pem = jwk.jwk_to_pem(key)
		return pem.ok and jws.verify_signature(parsed, alg, pem.data)
	end)
end

--- Verifies the signature; where that may help, the JWK Set is fetched anew, once for all tokens of a login: the set
-- takes the keys over.
function M.check_signature(io, parsed, set)
	local alg = values.text_of(parsed.header.alg)
	local verifies = verifies_with(set.keys, parsed, alg)
	if not verifies and not set.fresh then
		local refreshed = jwks.load_jwks(io, set.uri, true)
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

--- Largest time that counts: beyond it are no dates but attacks on arithmetic. The year 9999.
local max_time = 253402300799

--- ID_TOKEN_VERIFICATION_FAILED for a claim.
function M.claim_error(claim, reason)
	return err("ID_TOKEN_VERIFICATION_FAILED", {claim = claim, reason = reason})
end

--- A NumericDate (RFC 7519 section 2): a finite number that is not negative.
local function is_date(value)
	return type(value) == "number" and value >= 0 and value <= max_time
end

--- A claim that names somebody or something.
function M.check_name(claims, claim)
	local name = claims[claim]
	return values.is_name(name) and ok(name) or M.claim_error(claim, "is not a non-empty text without NUL")
end

--- Whether `aud` has this audience: a string, or an array of strings with it.
function M.has_audience(claims, audience)
	local audiences = json.is_array(claims.aud) and claims.aud or ({claims.aud})
	return lib.ArrayIncludes(audiences, audience) and lib.ArrayEvery(
		audiences,
		function(_, member) return type(member) == "string" end
	)
end

--- Whether a token is for this client.
function M.check_audience(claims, client_id)
	if not M.has_audience(claims, client_id) then
		return M.claim_error("aud", "is not for this client")
	end
	if json.is_array(claims.aud) and #claims.aud > 1 and claims.azp == nil then
		return M.claim_error("azp", "is missing although there are several audiences")
	end
	if claims.azp ~= nil and claims.azp ~= client_id then
		return M.claim_error("azp", "is not this client")
	end
	return ok(true)
end

--- `exp`, `iat` and `nbf` against the clock.
function M.check_times(claims, expected)
	local now = expected.now
	local clock_tolerance = expected.clock_tolerance
	if not is_date(claims.exp) then
		return M.claim_error("exp", "is not a date")
	end
	if now >= claims.exp + clock_tolerance then
		return M.claim_error("exp", {id = "past"})
	end
	if not is_date(claims.iat) then
		return M.claim_error("iat", "is not a date")
	end
	if claims.iat > now + clock_tolerance then
		return M.claim_error("iat", {id = "future"})
	end
	if claims.nbf == nil then
		return ok(true)
	end
	if not is_date(claims.nbf) then
		return M.claim_error("nbf", "is not a date")
	end
	return claims.nbf > now + clock_tolerance and M.claim_error("nbf", {id = "future"}) or ok(true)
end

--- Judges `iss`, `aud`, `azp`, `sub`, `exp`, `iat` and `nbf`; ID_TOKEN_VERIFICATION_FAILED names the claim.
function M.check_claims(claims, expected)
	if claims.iss ~= expected.issuer then
		return M.claim_error("iss", "is not issuer_url")
	end
	local sub = M.check_name(claims, "sub")
	local audience = sub.ok and M.check_audience(claims, expected.client_id) or sub
	return audience.ok and M.check_times(claims, expected) or audience
end

--- `at_hash` (OpenID Connect Core section 3.1.3.6): the left half of the access token's hash, which is that of `alg`, in
-- Base64URL. AT_HASH_MISMATCH where it differs, or is absent although it must be there.
local function check_at_hash(claims, expected, alg)
	local at_hash = claims.at_hash
	if at_hash == nil then
		return expected.at_hash_required and err("AT_HASH_MISMATCH", {
			reason = "absent",
			hint = {id = "see_at_hash"}
		}) or ok(true)
	end
	local digest = hash.hash_by_alg(alg, expected.access_token) or ""
	local right = encoding.base64url_encode(lib.StringSubstring(digest, 0, #digest / 2))
	local same = type(at_hash) == "string" and hash.constant_time_eq(at_hash, right)
	return same and digest ~= "" and ok(true) or err("AT_HASH_MISMATCH")
end

--- How the user was authenticated: `acr`, where that matters.
local function check_acr(claims, expected)
	local acr = claims.acr
	if expected.acr_values == nil or lib.ArraySome(
		expected.acr_values,
		function(_, value) return value == acr end
	) then
		return ok(true)
	end
	local reason = acr == nil and "absent" or "different"
	return err("AUTHENTICATION_TOO_WEAK", {reason = reason, acr = lib.StringSubstring(values.text_of(acr), 0, 64)})
end

local function too_old(reason)
	return err("AUTHENTICATION_TOO_OLD", {claim = "auth_time", reason = reason})
end

--- When the user was authenticated: `auth_time` against `max_age` (OpenID Connect Core sections 2 and 3.1.2.1).
local function check_auth_time(claims, expected)
	local max_age = expected.max_age
	local auth_time = claims.auth_time
	if max_age == nil then
		return ok(true)
	end
	if not is_date(auth_time) then
		return too_old(auth_time == nil and "absent" or "is not a date")
	end
	local age = expected.now - auth_time
	if age < -expected.clock_tolerance then
		return too_old({id = "future"})
	end
	return age > max_age + expected.clock_tolerance and too_old("is too long ago") or ok(true)
end

--- Whether the user was authenticated before a time, as far as `auth_time` tells; Unix seconds.
function M.was_before(claims, time, config)
	local auth_time = claims.auth_time
	return time ~= nil and is_date(auth_time) and auth_time < time - config.clock_tolerance
end

--- Judges how and when the user was authenticated: AUTHENTICATION_TOO_WEAK, AUTHENTICATION_TOO_OLD.
function M.check_authentication(claims, expected)
	local acr = check_acr(claims, expected)
	return acr.ok and check_auth_time(claims, expected) or acr
end

--- Verifies a parsed ID Token with the keys of a JWK Set and returns its claims; on an unknown `kid` or a failed signature
-- the set is refreshed once, unless it is fresh. Fails with NONCE_MISMATCH, AT_HASH_MISMATCH,
-- AUTHENTICATION_TOO_WEAK, AUTHENTICATION_TOO_OLD, ID_TOKEN_VERIFICATION_FAILED, or as the refresh does.
function M.verify(io, parsed, set, expected)
	local signature = M.check_signature(io, parsed, set)
	if not signature.ok then
		return signature
	end
	local claims = parsed.payload
	local checked = M.check_claims(claims, expected)
	if not checked.ok then
		return checked
	end
	if type(claims.nonce) ~= "string" or not hash.constant_time_eq(claims.nonce, expected.nonce) then
		return err("NONCE_MISMATCH", {reason = claims.nonce == nil and "absent" or "different"})
	end
	local at_hash = check_at_hash(claims, expected, values.text_of(parsed.header.alg))
	local authenticated = at_hash.ok and M.check_authentication(claims, expected) or at_hash
	return authenticated.ok and ok(claims) or authenticated
end

return M
