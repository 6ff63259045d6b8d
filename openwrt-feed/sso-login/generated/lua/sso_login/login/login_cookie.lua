-- Generated from src/sso_login/login/login_cookie.ts by "make lua"; do not edit.
--- The cookie of one login, beside the specified one, which the next start overwrites: several logins of a browser do not
-- disturb one another, and a callback's address is worth nothing in another browser.
local M = {}
local bytes = require("sso_login.io.bytes")
local public_names = require("sso_login.base.public_names")
local hash = require("sso_login.jose.hash")
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- The name of the cookie of a state's login.
function M.name_of(state)
	return public_names.cookie_prefix .. hash.safe_id(state)
end

--- A fresh value, and the hash that the record keeps of it.
function M.create()
	local value = bytes.base64url_encode(hash.random(32))
	return {value = value, hash = hash.hash_sha256_hex(value)}
end

--- Whether the login of a state began in the browser that sent these cookies. `handshake` is its record, where there is one: with a
-- hash in it, the login's own cookie must match that, and the specified cookie does not matter; else the specified cookie must be
-- the state. Fails with MISSING_HANDSHAKE_COOKIE or STATE_PARAMETER_MISMATCH.
function M.check(cookies, state, handshake)
	local own_hash = handshake ~= nil and handshake.cookie_hash or nil
	local value = cookies[own_hash ~= nil and M.name_of(state) or public_names.state_cookie] or ""
	if value == "" then
		return err("MISSING_HANDSHAKE_COOKIE")
	end
	local matches
	if own_hash ~= nil then
		matches = hash.constant_time_eq(hash.hash_sha256_hex(value), own_hash)
	else
		matches = hash.constant_time_eq(value, state)
	end
	return matches and ok(true) or err("STATE_PARAMETER_MISMATCH")
end

return M
