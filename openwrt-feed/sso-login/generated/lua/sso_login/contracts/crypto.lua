-- Generated from src/sso_login/contracts/crypto.ts by "make lua"; do not edit.
--- Module contract `crypto` (specification, "Internal module contracts"): a facade of `jose`.
local M = {}
local hash = require("sso_login.jose.hash")
local jwk = require("sso_login.jose.jwk")
local jwt = require("sso_login.contracts.jwt")

function M.constant_time_eq(a, b)
	return hash.constant_time_eq(a, b)
end

function M.jws_sign(payload, secret)
	return jwt.jws_sign(payload, secret)
end

function M.jws_verify(token, secret)
	return jwt.jws_verify(token, secret)
end

function M.jwt_verify(token, key, options)
	return jwt.jwt_verify(token, key, options)
end

function M.random(len)
	return hash.random(len)
end

function M.hash_sha256(input)
	return hash.hash_sha256(input)
end

function M.hash_sha256_hex(input)
	return hash.hash_sha256_hex(input)
end

function M.pkce_pair(len)
	return hash.pkce_pair(len)
end

function M.jwk_to_pem(key)
	return jwk.jwk_to_pem(key)
end

function M.safe_id(token)
	return hash.safe_id(token)
end

--- Replaces the crypto backend; undefined returns to the installed one. For tests only.
function M.set_native(backend)
	hash.set_native(backend)
end

return M
