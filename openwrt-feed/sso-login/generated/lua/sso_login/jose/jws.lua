-- Generated from src/sso_login/jose/jws.ts by "make lua"; do not edit.
local lib, json, encoding, values, result, hash =
    require("sso_login.use")("lualib", "io.json", "base.encoding", "base.values", "result", "jose.hash")
local M = {}
local err, ok = result.err, result.ok
local function malformed(reason)
	return err("ID_TOKEN_VERIFICATION_FAILED", {reason = reason})
end
--- Takes a JWS in compact form apart: exactly three parts of canonical Base64URL, header and payload JSON objects.
-- Fails with ID_TOKEN_VERIFICATION_FAILED. Verifies nothing.
function M.parse_jws(token)
	local parts = lib.StringSplit(token, ".")
	local header_part = parts[1]
	local payload_part = parts[2]
	local signature_part = parts[3]
	if #parts ~= 3 or header_part == nil or payload_part == nil or signature_part == nil then
		return malformed("not three parts")
	end
	local header_text = encoding.base64url_decode(header_part)
	local payload_text = encoding.base64url_decode(payload_part)
	local signature = encoding.base64url_decode(signature_part)
	if header_text == nil or payload_text == nil or signature == nil then
		return malformed("not Base64URL")
	end
	local header = json.decode_object(header_text)
	local payload = values.decode_claims(payload_text)
	if not header.ok or not payload.ok then
		return malformed("header or payload is not a JSON object")
	end
	return ok({header = header.data, payload = payload.data, signing_input = header_part .. "." .. payload_part, signature = signature})
end
--- Extensions that must be understood are not (RFC 7515 section 4.1.11): ID_TOKEN_VERIFICATION_FAILED with `crit`.
function M.check_crit(jws)
	return jws.header.crit == nil and ok(true) or malformed("crit is not supported")
end
--- Whether the signature of a parsed JWS is right for an algorithm (RFC 7518 section 3.1, RFC 8037) and a PEM public key.
function M.verify_signature(jws, alg, pem)
	local backend = hash.native_backend()
	if alg == "RS256" then
		return backend.verify_rs256(jws.signing_input, jws.signature, pem)
	end
	local ____temp_0
	if alg == "ES256" then
		____temp_0 = backend.verify_es256(jws.signing_input, jws.signature, pem)
	else
		____temp_0 = backend.verify(alg, jws.signing_input, jws.signature, pem)
	end
	return ____temp_0
end
return M
