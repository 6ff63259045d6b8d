-- Generated from src/sso_login/jose/jwk.ts by "make lua"; do not edit.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local encoding = require("sso_login.base.encoding")
local result = require("sso_login.result")
local err, ok = result.err, result.ok
local hash = require("sso_login.jose.hash")
--- Keys tried for a token without `kid`.
local max_keys_tried = 4
--- Whether a JWK may verify signatures of an algorithm: type, curve, use and algorithm agree (RFC 8725 section 3.1).
function M.matches_alg(jwk, alg)
	local ____temp_0
	if alg == "RS256" then
		____temp_0 = jwk.kty == "RSA"
	else
		____temp_0 = jwk.kty == "EC" and jwk.crv == "P-256"
	end
	local ____type = ____temp_0
	local use = jwk.use == nil or jwk.use == "sig"
	local operations = jwk.key_ops == nil or json.is_array(jwk.key_ops) and lib.ArrayIncludes(jwk.key_ops, "verify")
	return ____type and use and operations and (jwk.alg == nil or jwk.alg == alg)
end
--- The JWK whose `kid` matches, or the first one when no `kid` is given; ID_TOKEN_VERIFICATION_FAILED without one.
function M.find_jwk(keys, kid)
	local ____temp_1
	if kid == nil then
		____temp_1 = keys[1]
	else
		____temp_1 = lib.ArrayFind(
			keys,
			function(_, candidate) return candidate.kid == kid end
		)
	end
	local key = ____temp_1
	return key ~= nil and ok(key) or err("ID_TOKEN_VERIFICATION_FAILED", {reason = "no key for the token's kid"})
end
--- The keys to try: the one of that `kid`, or without one the first few that match.
function M.candidates(keys, alg, kid)
	local matching = lib.ArrayFilter(
		keys,
		function(_, jwk) return M.matches_alg(jwk, alg) end
	)
	if kid == nil then
		return lib.ArraySlice(matching, 0, max_keys_tried)
	end
	local found = type(kid) == "string" and M.find_jwk(matching, kid) or nil
	return found ~= nil and found.ok and ({found.data}) or ({})
end
--- The bytes of a JWK member in Base64URL, or undefined.
local function member_bytes(value)
	return type(value) == "string" and value ~= "" and encoding.base64url_decode(value) or nil
end
--- The PEM public key (SubjectPublicKeyInfo) of a JWK (RFC 7517, RFC 7518 section 6): RSA of 2048 to 4096 bits, or EC on
-- P-256. Fails with ID_TOKEN_VERIFICATION_FAILED.
function M.jwk_to_pem(jwk)
	local pem
	if jwk.kty == "RSA" then
		local n = member_bytes(jwk.n)
		local e = member_bytes(jwk.e)
		pem = n ~= nil and e ~= nil and hash.native_backend().jwk_rsa_to_pem(n, e) or nil
	elseif jwk.kty == "EC" and jwk.crv == "P-256" then
		local x = member_bytes(jwk.x)
		local y = member_bytes(jwk.y)
		pem = x ~= nil and y ~= nil and hash.native_backend().jwk_ec_p256_to_pem(x, y) or nil
	end
	return pem ~= nil and ok(pem) or err("ID_TOKEN_VERIFICATION_FAILED", {reason = "unusable key"})
end
return M
