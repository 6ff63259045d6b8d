-- Generated from src/sso_login/protocol/jwks.ts by "make lua"; do not edit.
local M = {}
local back_channel, json, hash, result, store =
    require("sso_login.use")("protocol.back_channel", "io.json", "jose.hash", "result", "base.store")
local err, ok = result.err, result.ok
--- The keys of a JWK Set, objects alone; undefined when it has no `keys`.
function M.read_keys(set)
	if not json.is_array(set.keys) then
		return nil
	end
	local keys = {}
	for _, key in ipairs(set.keys) do
		if json.is_object(key) then
			keys[#keys + 1] = key
		end
	end
	return keys
end
--- The JWK Set, from the cache unless `force`; fails with JWKS_FETCH_FAILED or SSL_INIT_FAILED.
function M.load_jwks(io, jwks_uri, force)
	local cache = store.path_of(
		io,
		"jwks_" .. hash.hash_sha256_hex(jwks_uri) .. ".json"
	)
	local stored = not force and store.read(io, cache) or nil
	if stored ~= nil and store.is_fresh(
		stored.fetched_at,
		io.time(),
		store.cache_lifetime
	) then
		local keys = M.read_keys(stored)
		if keys ~= nil then
			return ok({uri = jwks_uri, keys = keys, fresh = false, fetched_at = stored.fetched_at})
		end
	end
	local fetched = back_channel.get_json(io, jwks_uri, {}, "JWKS_FETCH_FAILED")
	if not fetched.ok then
		return fetched
	end
	local keys = M.read_keys(fetched.data)
	if keys == nil then
		return err("JWKS_FETCH_FAILED", {reason = {id = "no_signing_key"}})
	end
	store.write(
		io,
		cache,
		{
			fetched_at = io.time(),
			keys = keys
		}
	)
	return ok({uri = jwks_uri, keys = keys, fresh = true})
end
return M
