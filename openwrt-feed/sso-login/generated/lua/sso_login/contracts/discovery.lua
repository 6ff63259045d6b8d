-- Generated from src/sso_login/contracts/discovery.ts by "make lua"; do not edit.
--- Module contract `discovery` (specification, "Internal module contracts"): a facade of `protocol`.
local lib = require("sso_login.lualib")
local M = {}
local known_metadata = require("sso_login.protocol.known_metadata")
local jwk_set = require("sso_login.protocol.jwk_set")
local result = require("sso_login.result")
local specified = require("sso_login.contracts.specified")
local err, ok = result.err, result.ok

--- The provider's metadata, cached 24 hours; of `internal_issuer_url` only the origin counts.
function M.discover(io, issuer, options)
	local internal = options ~= nil and options.internal_issuer_url or nil
	local config = {issuer_url = issuer, internal_issuer_url = internal}
	return specified.specified(known_metadata.of_provider(io, config))
end

--- The keys of the provider's JWK Set, cached 24 hours; `force` asks the provider even so.
function M.fetch_jwks(io, jwks_uri, options)
	local is_forced = options ~= nil and options.force == true
	return specified.specified(
		is_forced and jwk_set.fetch_jwks(io, {}, jwks_uri) or jwk_set.load_jwks(io, {}, jwks_uri)
	)
end

--- The JWK whose `kid` matches, or the first one when no `kid` is given; ID_TOKEN_VERIFICATION_FAILED without one.
function M.find_jwk(keys, kid)
	local key
	if kid == nil then
		key = keys[1]
	else
		key = lib.ArrayFind(keys, function(_, candidate) return candidate.kid == kid end)
	end
	return key ~= nil and ok(key) or err("ID_TOKEN_VERIFICATION_FAILED", {reason = "no key for the token's kid"})
end

return M
