-- Generated from src/sso_login/protocol/jwk_set.ts by "make lua"; do not edit.
--- The provider's JWK Set (RFC 7517), cached for 24 hours, and until the metadata are fetched anew.
local M = {}
local provider_calls = require("sso_login.protocol.provider_calls")
local result = require("sso_login.result")
local store = require("sso_login.base.store")
local json_values = require("sso_login.base.json_values")
local strings = require("sso_login.base.strings")
local provider_files = require("sso_login.protocol.provider_files")
local err, ok = result.err, result.ok

--- The keys from the cache; undefined when they are not there, or too old.
function M.cached_jwks(io, provider, jwks_uri)
	local path = provider_files.keys_path(io, provider, jwks_uri)
	local stored = store.read_fresh(io, path, "fetched_at", store.cache_lifetime)
	return stored ~= nil and json_values.objects_of(stored.keys) or nil
end

--- Fetches and caches the keys of the JWK Set; fails with JWKS_FETCH_FAILED or SSL_INIT_FAILED.
function M.fetch_jwks(io, provider, jwks_uri)
	local code = "JWKS_FETCH_FAILED"
	local answer = provider_calls.get(io, jwks_uri, {}, code, provider_calls.caller(provider))
	local fetched = answer.ok and provider_calls.read_json(answer.data, jwks_uri, code) or answer
	if not fetched.ok then
		return fetched
	end
	local keys = json_values.objects_of(fetched.data.keys)
	if keys == nil then
		local other = #strings.sorted_keys(fetched.data) > 0 and "no_jwk_set" or "no_signing_key"
		local reason = {id = fetched.data.kty ~= nil and "single_jwk" or other}
		return err(code, {url = jwks_uri, reason = reason})
	end
	store.write(io, provider_files.keys_path(io, provider, jwks_uri), {fetched_at = io.time(), keys = keys})
	return ok(keys)
end

--- The keys of the JWK Set, from the cache where it has them; fails as `fetch_jwks` does.
function M.load_jwks(io, provider, jwks_uri)
	local cached = M.cached_jwks(io, provider, jwks_uri)
	return cached ~= nil and ok(cached) or M.fetch_jwks(io, provider, jwks_uri)
end

return M
