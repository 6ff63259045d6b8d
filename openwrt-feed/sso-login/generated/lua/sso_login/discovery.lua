-- Generated from src/sso_login/discovery.ts by "make lua"; do not edit.
local M = {}
local jwk, jwks, metadata, result =
    require("sso_login.use")("jose.jwk", "protocol.jwks", "protocol.metadata", "result")
local err, ok = result.err, result.ok
local ok = result.ok
--- The provider's metadata, cached 24 hours.
function M.discover(io, issuer, options)
	return metadata.discover(io, issuer, options ~= nil and options.internal_issuer_url or nil)
end
--- The keys of the provider's JWK Set, cached 24 hours.
function M.fetch_jwks(io, jwks_uri, options)
	local set = jwks.load_jwks(io, jwks_uri, options ~= nil and options.force == true)
	return set.ok and ok(set.data.keys) or set
end
--- The JWK whose `kid` matches, or the first one when no `kid` is given.
function M.find_jwk(keys, kid)
	return jwk.find_jwk(keys, kid)
end
return M
