-- Generated from src/sso_login/crypto.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__StringSplit = ____lualib.__TS__StringSplit
local ____exports = {}
local malformed
local ____encoding = require("sso_login.encoding")
local base64url_decode = ____encoding.base64url_decode
local base64url_encode = ____encoding.base64url_encode
local ____json = require("sso_login.io.json")
local decode_object = ____json.decode_object
local encode = ____json.encode
local ____native = require("sso_login.io.native")
local panic = ____native.panic
local ____primitives = require("sso_login.primitives")
local constant_time_eq = ____primitives.constant_time_eq
local native = ____primitives.native
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
function malformed(reason)
	return err("ID_TOKEN_VERIFICATION_FAILED", {reason = reason})
end
do
	local ____primitives = require("sso_login.primitives")
	____exports.constant_time_eq = ____primitives.constant_time_eq
	____exports.hash_sha256 = ____primitives.hash_sha256
	____exports.hash_sha256_hex = ____primitives.hash_sha256_hex
	____exports.pkce_pair = ____primitives.pkce_pair
	____exports.random = ____primitives.random
	____exports.safe_id = ____primitives.safe_id
	____exports.set_native = ____primitives.set_native
end
--- Signs a payload with HMAC-SHA-256 and returns the JWS in compact form (RFC 7515 section 7.1).
function ____exports.jws_sign(payload, secret)
	local header = base64url_encode("{\"alg\":\"HS256\"}")
	local input = (header .. ".") .. base64url_encode(encode(payload))
	local mac = native().hmac_sha256(secret, input)
	if mac == nil then
		return panic("no HMAC")
	end
	return (input .. ".") .. base64url_encode(mac)
end
--- Takes a JWS in compact form apart: exactly three parts of canonical Base64URL, header and payload JSON objects.
-- Fails with ID_TOKEN_VERIFICATION_FAILED. Verifies nothing.
function ____exports.parse_jws(token)
	local parts = __TS__StringSplit(token, ".")
	local header_part = parts[1]
	local payload_part = parts[2]
	local signature_part = parts[3]
	if #parts ~= 3 or header_part == nil or payload_part == nil or signature_part == nil then
		return malformed("not three parts")
	end
	local header_text = base64url_decode(header_part)
	local payload_text = base64url_decode(payload_part)
	local signature = base64url_decode(signature_part)
	if header_text == nil or payload_text == nil or signature == nil then
		return malformed("not Base64URL")
	end
	local header = decode_object(header_text)
	local payload = decode_object(payload_text)
	if not header.ok or not payload.ok then
		return malformed("header or payload is not a JSON object")
	end
	return ok({header = header.data, payload = payload.data, signing_input = (header_part .. ".") .. payload_part, signature = signature})
end
--- Verifies a JWS made by jws_sign; `alg` other than HS256, a `crit` header or a wrong MAC are errors.
function ____exports.jws_verify(token, secret)
	local parsed = ____exports.parse_jws(token)
	if not parsed.ok then
		return parsed
	end
	local header = parsed.data.header
	if header.alg ~= "HS256" then
		return err("UNSUPPORTED_ALGORITHM")
	end
	if header.crit ~= nil then
		return malformed("crit is not supported")
	end
	local mac = native().hmac_sha256(secret, parsed.data.signing_input)
	if mac == nil or not constant_time_eq(mac, parsed.data.signature) then
		return malformed("signature")
	end
	return ok(parsed.data.payload)
end
--- Whether the signature of a parsed JWS is right for an algorithm and a PEM public key.
function ____exports.verify_signature(jws, alg, pem)
	if alg == "RS256" then
		return native().verify_rs256(jws.signing_input, jws.signature, pem)
	end
	return alg == "ES256" and native().verify_es256(jws.signing_input, jws.signature, pem)
end
--- Verifies the signature of a JWT (RFC 7519, RFC 8725) and returns its claims, which are not judged. Algorithms:
-- RS256 and ES256, or `options.alg` alone; others are UNSUPPORTED_ALGORITHM. `crit` is refused. `key` is a PEM public
-- key (RSA of 2048 to 4096 bits, or P-256).
function ____exports.jwt_verify(token, key, options)
	local parsed = ____exports.parse_jws(token)
	if not parsed.ok then
		return parsed
	end
	local alg = parsed.data.header.alg
	if alg ~= "RS256" and alg ~= "ES256" then
		return err("UNSUPPORTED_ALGORITHM")
	end
	if options ~= nil and options.alg ~= nil and options.alg ~= alg then
		return err("UNSUPPORTED_ALGORITHM")
	end
	if parsed.data.header.crit ~= nil then
		return malformed("crit is not supported")
	end
	return ____exports.verify_signature(parsed.data, alg, key) and ok(parsed.data.payload) or malformed("signature")
end
--- The bytes of a JWK member in Base64URL, or undefined.
local function jwk_bytes(value)
	local ____temp_0
	if type(value) == "string" and value ~= "" then
		____temp_0 = base64url_decode(value)
	else
		____temp_0 = nil
	end
	return ____temp_0
end
--- The PEM public key (SubjectPublicKeyInfo) of a JWK (RFC 7517, RFC 7518 section 6): RSA of 2048 to 4096 bits, or EC on
-- P-256. Fails with ID_TOKEN_VERIFICATION_FAILED.
function ____exports.jwk_to_pem(jwk)
	local pem
	if jwk.kty == "RSA" then
		local n = jwk_bytes(jwk.n)
		local e = jwk_bytes(jwk.e)
		local ____temp_1
		if n ~= nil and e ~= nil then
			____temp_1 = native().jwk_rsa_to_pem(n, e)
		else
			____temp_1 = nil
		end
		pem = ____temp_1
	elseif jwk.kty == "EC" and jwk.crv == "P-256" then
		local x = jwk_bytes(jwk.x)
		local y = jwk_bytes(jwk.y)
		local ____temp_2
		if x ~= nil and y ~= nil then
			____temp_2 = native().jwk_ec_p256_to_pem(x, y)
		else
			____temp_2 = nil
		end
		pem = ____temp_2
	end
	return pem ~= nil and ok(pem) or malformed("unusable key")
end
return ____exports
