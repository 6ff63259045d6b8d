-- Generated from src/sso_login/contracts/jwt.ts by "make lua"; do not edit.
--- The contracts' JWS with a shared secret and JWT with a given key; a login itself goes by protocol/id_token.ts.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local json = require("sso_login.io.json")
local native = require("sso_login.io.native")
local json_values = require("sso_login.base.json_values")
local result = require("sso_login.result")
local hash = require("sso_login.jose.hash")
local jws = require("sso_login.jose.jws")
local specified = require("sso_login.contracts.specified")
local err, ok = result.err, result.ok

local function wrong_signature()
	return err("ID_TOKEN_VERIFICATION_FAILED", {reason = "signature"})
end

--- Takes a token apart that must be of one of these algorithms, and without `crit`.
local function parse(token, algs)
	local parsed = jws.parse_jws(token)
	if not parsed.ok then
		return specified.specified(parsed)
	end
	if not lib.ArrayIncludes(algs, json_values.text_of(parsed.data.header.alg)) then
		return err("UNSUPPORTED_ALGORITHM")
	end
	local crit = jws.check_crit(parsed.data)
	return crit.ok and parsed or crit
end

--- Signs a payload with HMAC-SHA-256 and returns the JWS in compact form (RFC 7515 section 7.1).
function M.jws_sign(payload, secret)
	local header = bytes.base64url_encode("{\"alg\":\"HS256\"}")
	local input = header .. "." .. bytes.base64url_encode(json.encode(payload))
	local mac = hash.native_backend().hmac_sha256(secret, input)
	if mac == nil then
		return native.panic("no HMAC")
	end
	return input .. "." .. bytes.base64url_encode(mac)
end

--- Verifies a JWS made by jws_sign; `alg` other than HS256, a `crit` header or a wrong MAC are errors.
function M.jws_verify(token, secret)
	local parsed = parse(token, {"HS256"})
	if not parsed.ok then
		return parsed
	end
	local mac = hash.native_backend().hmac_sha256(secret, parsed.data.signing_input)
	local right = mac ~= nil and hash.constant_time_eq(mac, parsed.data.signature)
	return right and ok(parsed.data.payload) or wrong_signature()
end

--- Verifies the signature of a JWT (RFC 7519, RFC 8725) and returns its claims, which are not judged. Algorithms:
-- RS256 and ES256, or only `options.alg`; others are UNSUPPORTED_ALGORITHM. `crit` is refused. `key` is a PEM public
-- key (RSA of 2048 to 4096 bits, or P-256).
function M.jwt_verify(token, key, options)
	local given = options or {}
	local parsed = parse(
		token,
		lib.ArrayFilter({"RS256", "ES256"}, function(_, alg) return (given.alg or alg) == alg end)
	)
	if not parsed.ok then
		return parsed
	end
	local alg = json_values.text_of(parsed.data.header.alg)
	return jws.verify_signature(parsed.data, alg, key) and ok(parsed.data.payload) or wrong_signature()
end

return M
