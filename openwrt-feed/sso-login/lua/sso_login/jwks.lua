-- Generated from src/sso_login/jwks.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__ArrayFind = ____lualib.__TS__ArrayFind
local ____exports = {}
local ____back_channel = require("sso_login.back_channel")
local get_json = ____back_channel.get_json
local ____json = require("sso_login.io.json")
local is_array = ____json.is_array
local is_object = ____json.is_object
local ____primitives = require("sso_login.primitives")
local hash_sha256_hex = ____primitives.hash_sha256_hex
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
local ____store = require("sso_login.store")
local cache_lifetime = ____store.cache_lifetime
local is_fresh = ____store.is_fresh
local path_of = ____store.path_of
local read = ____store.read
local write = ____store.write
--- The keys of a JWK Set, objects alone; undefined when it has no `keys`.
function ____exports.read_keys(set)
	if not is_array(set.keys) then
		return nil
	end
	local keys = {}
	for ____, key in ipairs(set.keys) do
		if is_object(key) then
			keys[#keys + 1] = key
		end
	end
	return keys
end
--- The JWK Set, from the cache unless `force`; fails with JWKS_FETCH_FAILED or SSL_INIT_FAILED.
function ____exports.load_jwks(io, jwks_uri, force)
	local cache = path_of(
		io,
		("jwks_" .. hash_sha256_hex(jwks_uri)) .. ".json"
	)
	local ____force_0
	if force then
		____force_0 = nil
	else
		____force_0 = read(io, cache)
	end
	local stored = ____force_0
	if stored ~= nil and is_fresh(
		stored.fetched_at,
		io.time(),
		cache_lifetime
	) then
		local keys = ____exports.read_keys(stored)
		if keys ~= nil then
			return ok({keys = keys, fresh = false})
		end
	end
	local fetched = get_json(io, jwks_uri, {}, "JWKS_FETCH_FAILED")
	if not fetched.ok then
		return fetched
	end
	local keys = ____exports.read_keys(fetched.data)
	if keys == nil then
		return err("JWKS_FETCH_FAILED", {reason = "no keys in the JWK Set: does the provider have a signing key?"})
	end
	write(
		io,
		cache,
		{
			fetched_at = io.time(),
			keys = keys
		}
	)
	return ok({keys = keys, fresh = true})
end
--- The keys of the provider's JWK Set, cached 24 hours; `options.force` asks the provider all the same.
function ____exports.fetch_jwks(io, jwks_uri, options)
	local set = ____exports.load_jwks(io, jwks_uri, options ~= nil and options.force == true)
	return set.ok and ok(set.data.keys) or set
end
--- The JWK whose `kid` matches, or the first one when no `kid` is given; ID_TOKEN_VERIFICATION_FAILED without one.
function ____exports.find_jwk(keys, kid)
	local ____temp_1
	if kid == nil then
		____temp_1 = keys[1]
	else
		____temp_1 = __TS__ArrayFind(
			keys,
			function(____, candidate) return candidate.kid == kid end
		)
	end
	local key = ____temp_1
	return key ~= nil and ok(key) or err("ID_TOKEN_VERIFICATION_FAILED", {reason = "no key for the token's kid"})
end
return ____exports
