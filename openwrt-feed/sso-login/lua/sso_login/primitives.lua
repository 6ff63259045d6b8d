-- Generated from src/sso_login/primitives.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__StringSubstring = ____lualib.__TS__StringSubstring
local ____exports = {}
local ____encoding = require("sso_login.encoding")
local base64url_encode = ____encoding.base64url_encode
local hex_encode = ____encoding.hex_encode
local ____native = require("sso_login.io.native")
local load_crypto = ____native.load_crypto
local panic = ____native.panic
local backend
--- Replaces the crypto backend; undefined returns to the installed one. For tests only.
function ____exports.set_native(replacement)
	backend = replacement
end
--- The backend in use, loaded at its first call.
function ____exports.native()
	if backend == nil then
		backend = load_crypto()
	end
	return backend
end
--- Whether two strings are equal, in a time that does not depend on where they differ.
function ____exports.constant_time_eq(a, b)
	return ____exports.native().constant_time_eq(a, b)
end
--- `len` bytes of the backend's CSPRNG; 1 to 16 384.
function ____exports.random(len)
	local bytes = ____exports.native().random(len)
	if bytes == nil or #bytes ~= len then
		return panic("no random numbers")
	end
	return bytes
end
--- SHA-256 (FIPS 180-4) as 32 raw bytes; input of at most 16 384 bytes.
function ____exports.hash_sha256(input)
	local digest = ____exports.native().sha256(input)
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
return ____exports
