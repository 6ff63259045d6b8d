-- Generated from src/sso_login/contracts/crypto.ts by "make lua"; do not edit.
--- Module contract `crypto` (specification, "Internal module contracts"): a facade of `jose`.
local M = {}
local hash = require("sso_login.jose.hash")
local jwk = require("sso_login.jose.jwk")
local jwt = require("sso_login.contracts.jwt")
M.constant_time_eq = hash.constant_time_eq
M.jws_sign = jwt.jws_sign
M.jws_verify = jwt.jws_verify
M.jwt_verify = jwt.jwt_verify
M.random = hash.random
M.hash_sha256 = hash.hash_sha256
M.hash_sha256_hex = hash.hash_sha256_hex
M.pkce_pair = hash.pkce_pair
M.jwk_to_pem = jwk.jwk_to_pem
M.safe_id = hash.safe_id

--- Replaces the crypto backend; undefined returns to the installed one. For tests only.
M.set_native = hash.set_native

return M
