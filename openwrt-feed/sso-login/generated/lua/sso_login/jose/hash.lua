-- Generated from src/sso_login/jose/hash.ts by "make lua"; do not edit.
--- Hashes, random values and PKCE on top of the native backend. A backend that fails to hash or to give random bytes ends
-- the request: nothing safe could follow.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local native = require("sso_login.io.native")

-- Loaded at its first use, and replaced in tests.
local backend

--- Replaces the crypto backend; undefined returns to the installed one. For tests only.
function M.set_native(replacement)
	backend = replacement
end

--- The backend in use, loaded at its first call.
function M.native_backend()
	if backend == nil then
		backend = native.load_crypto()
	end
	return backend
end

--- Whether two strings are equal, in a time that does not depend on where they differ.
function M.constant_time_eq(a, b)
	return M.native_backend().constant_time_eq(a, b)
end

--- `len` bytes of the backend's CSPRNG; 1 to 16 384.
function M.random(len)
	local drawn = M.native_backend().random(len)
	if drawn == nil or #drawn ~= len then
		return native.panic("no random numbers")
	end
	return drawn
end

--- SHA-256 (FIPS 180-4) as 32 raw bytes; input of at most 16 384 bytes.
function M.hash_sha256(input)
	local digest = M.native_backend().sha256(input)
	if digest == nil or #digest ~= 32 then
		return native.panic("no SHA-256")
	end
	return digest
end

--- The hash that a signature algorithm names (OpenID Connect Core section 3.1.3.6), as raw bytes; undefined for another one.
function M.hash_by_alg(alg, input)
	return M.native_backend().alg_hash(alg, input)
end

--- SHA-256 as 64 lowercase hexadecimal characters.
function M.hash_sha256_hex(input)
	return bytes.hex_encode(M.hash_sha256(input))
end

--- A name for a secret value in log lines: the first 8 hexadecimal characters of its SHA-256.
function M.safe_id(token)
	return bytes.hex_encode(lib.StringSubstring(M.hash_sha256(token), 0, 4))
end

--- A PKCE pair (RFC 7636): a random verifier of `len` characters, 43 to 128, and its S256 challenge. A `len` outside
-- is taken to the nearer bound.
function M.pkce_pair(len)
	local length = math.max(43, math.min(128, len))
	local verifier = lib.StringSubstring(
		bytes.base64url_encode(M.random(math.ceil(length * 3 / 4))),
		0,
		length
	)
	return {verifier = verifier, challenge = bytes.base64url_encode(M.hash_sha256(verifier))}
end

return M
