-- Generated from src/sso_login/protocol/metadata_call.ts by "make lua"; do not edit.
--- The call for the provider's metadata.
local M = {}
local store = require("sso_login.base.store")
local urls = require("sso_login.base.urls")
local result = require("sso_login.result")
local ok = result.ok
local metadata_url = require("sso_login.protocol.metadata_url")
local provider_calls = require("sso_login.protocol.provider_calls")
local provider_metadata = require("sso_login.protocol.provider_metadata")
local err, ok = result.err, result.ok

--- The target of a redirect within the origin of the request.
local function redirect_within(url, location)
	local from = urls.parse_https(url)
	local to = location ~= nil and urls.parse_https(location) or nil
	local is_within = from ~= nil and to ~= nil and string.lower(from.origin) == string.lower(to.origin)
	return is_within and location or nil
end

--- GETs metadata: one redirect within the origin is followed, as some providers add a slash.
function M.get_metadata(io, url, code, sender)
	local response = provider_calls.get(io, url, {}, code, sender)
	local target = response.ok and redirect_within(url, response.data.location) or nil
	return target ~= nil and provider_calls.get(io, target, {}, code, sender) or response
end

--- Caches what a provider publishes, and returns it as it is used. Fails as `read_metadata` does. A cache that cannot be written costs time at the
-- next login, not this one.
function M.keep(io, provider, published)
	local document = provider_metadata.read_metadata(published, provider.issuer_url)
	if not document.ok then
		return document
	end
	store.write(io, provider_metadata.cache_path(io, provider), {fetched_at = io.time(), document = document.data})
	return provider_metadata.dated(provider, published, io.time())
end

--- Fetches and caches the metadata of an address; what cannot be used is remembered like no answer.
local function fetch_from(io, provider, url)
	local code = "OIDC_DISCOVERY_FAILED"
	local answer = M.get_metadata(io, url, code, provider_calls.caller(provider))
	if not answer.ok then
		return answer
	end
	local body = provider_calls.read_json(answer.data, url, code)
	local kept = body.ok and M.keep(io, provider, body.data) or body
	if not kept.ok then
		provider_calls.remember_failure(io, provider, url, kept)
	end
	return kept
end

--- Fetches the metadata, unless another process has just done so: the cache has others than those of the time `known_at`.
function M.fetch(io, provider, known_at)
	local url = metadata_url.of(provider)
	return provider_calls.asking(io, provider, url, function()
		local cached = provider_metadata.cached(io, provider)
		return cached ~= nil and cached.fetched_at ~= known_at and ok(cached) or fetch_from(io, provider, url)
	end)
end

return M
