-- Generated from src/sso_login/contracts/discovery.ts by "make lua"; do not edit.
--- Module contract `discovery` (specification, "Internal module contracts"): a facade of `protocol` and `jose`.
local M = {}
local jwk = require("sso_login.jose.jwk")
local jwk_set = require("sso_login.protocol.jwk_set")
local provider_metadata = require("sso_login.protocol.provider_metadata")
local result = require("sso_login.result")
local err, ok = result.err, result.ok
local ok = result.ok

--- The provider's metadata, cached 24 hours.
function M.discover(io, issuer, options)
	return provider_metadata.discover(io, {}, issuer, options ~= nil and options.internal_issuer_url or nil)
end

--- The keys of the provider's JWK Set, cached 24 hours.
function M.fetch_jwks(io, jwks_uri, options)
	local set = jwk_set.load_jwks(io, {}, jwks_uri, options ~= nil and options.force == true)
	return set.ok and ok(set.data.keys) or set
end

--- The JWK whose `kid` matches, or the first one when no `kid` is given.
function M.find_jwk(keys, kid)
	return jwk.find_jwk(keys, kid)
end

return M
