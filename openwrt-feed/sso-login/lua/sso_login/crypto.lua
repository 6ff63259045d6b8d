-- Generated from src/sso_login/crypto.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__StringSubstring = ____lualib.__TS__StringSubstring
local __TS__StringSplit = ____lualib.__TS__StringSplit
local ____exports = {}
local malformed
local ____encoding = require("sso_login.encoding")
local base64url_decode = ____encoding.base64url_decode
local base64url_encode = ____encoding.base64url_encode
local hex_encode = ____encoding.hex_encode
local ____json = require("sso_login.io.json")
local decode_object = ____json.decode_object
local encode = ____json.encode
local ____native = require("sso_login.io.native")
local load_crypto = ____native.load_crypto
local panic = ____native.panic
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
function malformed(reason)
	return err("ID_TOKEN_VERIFICATION_FAILED", {reason = reason})
end
local backend
--- Replaces the crypto backend; undefined returns to the installed one. For tests only.
function ____exports.set_native(replacement)
	backend = replacement
end
local function native()
	if backend == nil then
		backend = load_crypto()
	end
	return backend
end
--- Whether two strings are equal, in a time that does not depend on where they differ.
function ____exports.constant_time_eq(a, b)
	return native().constant_time_eq(a, b)
end
--- `len` bytes of the backend's CSPRNG; 1 to 16 384.
function ____exports.random(len)
	local bytes = native().random(len)
	if bytes == nil or #bytes ~= len then
		return panic("no random numbers")
	end
	return bytes
end
--- SHA-256 (FIPS 180-4) as 32 raw bytes; input of at most 16 384 bytes.
function ____exports.hash_sha256(input)
	local digest = native().sha256(input)
	if digest == nil or #digest ~= 32 then
		return panic("no SHA-256")
	end
	return digest
end
--- SHA-256 as 64 lowercase hexadecimal characters.
function ____exports.hash_sha256_hex(input)
	return hex_encode(____exports.hash_sha256(input))
end
--- A name for a secret value in log lines: the first 8 hexadecimal characters of its SHA-256.
function ____exports.safe_id(token)
	return __TS__StringSubstring(
		____exports.hash_sha256_hex(token),
		0,
		8
	)
end
--- A PKCE pair (RFC 7636): a random verifier of `len` characters, 43 to 128, and its S256 challenge. A `len` outside
-- is taken to the nearer bound.
function ____exports.pkce_pair(len)
	local length = math.max(
		43,
		math.min(128, len)
	)
	local verifier = __TS__StringSubstring(
		base64url_encode(____exports.random(math.ceil(length * 3 / 4))),
		0,
		length
	)
	return {
		verifier = verifier,
		challenge = base64url_encode(____exports.hash_sha256(verifier))
	}
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
	if #parts ~= 3 or header_part == nil or payload_part == nil or signature_part == nil or signature_part == "" then
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
	if mac == nil or not ____exports.constant_time_eq(mac, parsed.data.signature) then
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
