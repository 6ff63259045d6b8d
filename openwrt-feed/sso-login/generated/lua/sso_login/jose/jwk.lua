-- Generated from src/sso_login/jose/jwk.ts by "make lua"; do not edit.
--- JSON Web Keys (RFC 7517, RFC 7518 section 6): which to use for a signature, and their PEM form.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local json = require("sso_login.io.json")
local json_values = require("sso_login.base.json_values")
local result = require("sso_login.result")
local hash = require("sso_login.jose.hash")
local err, ok = result.err, result.ok

--- Keys tried for a token: without `kid`, or of one `kid`.
local max_keys_tried = 4

--- The curve of an algorithm; one without has RSA keys (RFC 7518 section 3.1, RFC 8037 section 3.1).
local curves = {ES256 = "P-256", ES384 = "P-384", ES512 = "P-521", EdDSA = "Ed25519"}

--- The kind of a JWK's numbers: `RSA` or a curve; "" where type and curve do not agree.
local function kind_of(jwk)
	if jwk.kty == "RSA" then
		return "RSA"
	end
	local curve = json_values.text_of(jwk.crv)
	return curve ~= "RSA" and jwk.kty == (curve == "Ed25519" and "OKP" or "EC") and curve or ""
end

--- Whether a JWK is for signatures as far as it says; an empty text says nothing.
function M.is_signing(jwk)
	local ____jwk_use_0 = jwk.use
	if ____jwk_use_0 == nil then
		____jwk_use_0 = ""
	end
	return ____jwk_use_0 == "" or jwk.use == "sig"
end

--- Whether a JWK may verify signatures of an algorithm: type, curve, use and algorithm agree (RFC 8725 section 3.1).
function M.matches_alg(jwk, alg)
	local ____type = kind_of(jwk) == (curves[alg] or "RSA")
	local ____jwk_key_ops_1 = jwk.key_ops
	if ____jwk_key_ops_1 == nil then
		____jwk_key_ops_1 = ""
	end
	local operations = ____jwk_key_ops_1 == "" or json.is_array(jwk.key_ops) and lib.ArrayIncludes(
		jwk.key_ops,
		"verify"
	)
	local ____temp_3 = ____type and M.is_signing(jwk) and operations
	if ____temp_3 then
		local ____jwk_alg_2 = jwk.alg
		if ____jwk_alg_2 == nil then
			____jwk_alg_2 = ""
		end
		____temp_3 = ____jwk_alg_2 == "" or jwk.alg == alg
	end
	return ____temp_3
end

--- The keys that fit an algorithm: of a token's `kid`, or all without one.
function M.matching(keys, alg, kid)
	local function is_named(jwk)
		return kid == nil or type(kid) == "string" and jwk.kid == kid
	end
	return lib.ArrayFilter(keys, function(_, jwk) return is_named(jwk) and M.matches_alg(jwk, alg) end)
end

--- The keys to try: the first few of those.
function M.candidates(keys, alg, kid)
	return lib.ArraySlice(M.matching(keys, alg, kid), 0, max_keys_tried)
end

--- The bytes of a JWK member in Base64URL, or undefined.
local function member_bytes(value)
	return type(value) == "string" and value ~= "" and bytes.base64url_decode(value) or nil
end

--- The PEM form of decoded numbers, by the backend.
local function to_pem(kind, first, second)
	local backend = hash.native_backend()
	if kind == "RSA" then
		return backend.jwk_rsa_to_pem(first, second)
	end
	if kind == "P-256" then
		return backend.jwk_ec_p256_to_pem(first, second)
	end
	return backend.jwk_to_pem(kind, first, second)
end

--- The PEM public key (SubjectPublicKeyInfo) of a JWK (RFC 7517, RFC 7518 section 6, RFC 8037): RSA of 2048 to 4096 bits, EC
-- on P-256, P-384 or P-521, or Ed25519 where the backend has it. Fails with ID_TOKEN_VERIFICATION_FAILED.
function M.jwk_to_pem(jwk)
	local kind = kind_of(jwk)
	local first_member
	if kind == "RSA" then
		first_member = jwk.n
	else
		first_member = jwk.x
	end
	local second_member
	if kind == "RSA" then
		second_member = jwk.e
	else
		second_member = jwk.y
	end
	local first = member_bytes(first_member)
	local second = kind == "Ed25519" and "" or member_bytes(second_member)
	local pem = first ~= nil and second ~= nil and to_pem(kind, first, second) or nil
	return pem ~= nil and ok(pem) or err("ID_TOKEN_VERIFICATION_FAILED", {reason = "unusable key"})
end

return M
