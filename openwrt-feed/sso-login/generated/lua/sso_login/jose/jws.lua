-- Generated from src/sso_login/jose/jws.ts by "make lua"; do not edit.
--- JSON Web Signatures in compact form (RFC 7515 section 7.1): taken apart, and their signatures verified.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local json = require("sso_login.io.json")
local result = require("sso_login.result")
local hash = require("sso_login.jose.hash")
local err, ok = result.err, result.ok

--- Whether a JSON text has a member of this name that is null. The name may also be a value, or in one.
local function has_null(text, name)
	-- The part before the first name is among them: it begins with a brace, not with a colon.
	local rests = lib.StringSplit(text, "\"" .. name .. "\"")
	return lib.ArraySome(rests, function(_, rest)
		local colon = bytes.outside(rest, "blank", 0)
		local value = bytes.outside(rest, "blank", colon + 1)
		return lib.StringCharAt(rest, colon) == ":" and lib.StringSubstring(rest, value, value + 4) == "null"
	end)
end

local function malformed(reason, hint, meaning)
	return err("ID_TOKEN_VERIFICATION_FAILED", {reason = reason, hint = hint ~= nil and ({id = hint}) or nil}, meaning)
end

--- Parts of a JWE in compact form (RFC 7516 section 7.1).
local encrypted_parts = 5
local no_object = "header or payload is not a JSON object"

--- Takes a JWS in compact form apart: exactly three parts of canonical Base64URL, the header a JSON object; the payload is not
-- read. Fails with ID_TOKEN_VERIFICATION_FAILED. Verifies nothing.
function M.open_jws(token)
	local parts = lib.StringSplit(token, ".")
	local header_part = parts[1]
	local payload_part = parts[2]
	local signature_part = parts[3]
	if #parts == encrypted_parts then
		return malformed("is encrypted: five parts, and a signed token has three", "no_encryption")
	end
	if #parts ~= 3 or header_part == nil or payload_part == nil or signature_part == nil then
		return malformed("not three parts", nil, #parts == 1 and "opaque" or nil)
	end
	local header_text = bytes.base64url_decode(header_part)
	local payload_text = bytes.base64url_decode(payload_part)
	local signature = bytes.base64url_decode(signature_part)
	if header_text == nil or payload_text == nil or signature == nil then
		return malformed("not Base64URL")
	end
	local header = json.decode_foreign(header_text)
	-- The presence of crit alone refuses a token, and JSON's null is absence.
	if header.ok and header.data.crit == nil and has_null(header_text, "crit") then
		header.data.crit = false
	end
	return header.ok and ok({
		header = header.data,
		payload_text = payload_text,
		signing_input = header_part .. "." .. payload_part,
		signature = signature
	}) or malformed(no_object)
end

--- The payload of a JWS as claims; ID_TOKEN_VERIFICATION_FAILED when it is no JSON object.
function M.read_claims(jws)
	local claims = json.decode_foreign(jws.payload_text)
	return claims.ok and claims or malformed(no_object)
end

--- Takes a JWS in compact form apart and reads its payload, too. Fails as open_jws and read_claims do. Verifies nothing.
function M.parse_jws(token)
	local opened = M.open_jws(token)
	if not opened.ok then
		return opened
	end
	local claims = M.read_claims(opened.data)
	if not claims.ok then
		return claims
	end
	local parsed = opened.data
	parsed.payload = claims.data
	return ok(parsed)
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
	if alg == "ES256" then
		return backend.verify_es256(jws.signing_input, jws.signature, pem)
	end
	return backend.verify(alg, jws.signing_input, jws.signature, pem)
end

return M
