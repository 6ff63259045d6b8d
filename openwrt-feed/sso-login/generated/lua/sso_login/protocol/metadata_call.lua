-- Generated from src/sso_login/protocol/metadata_call.ts by "make lua"; do not edit.
--- The call for the provider's metadata, and the rule by which a cache is never the reason of a failure. A step that asks an endpoint by metadata
-- of the cache and fails runs once again, by the metadata that the provider publishes now, where its request would be another one. For this
-- they are fetched at most once in ten seconds, whoever asks. The keys are a part of them: they are fetched anew with them.
local M = {}
local store = require("sso_login.base.store")
local urls = require("sso_login.base.urls")
local result = require("sso_login.result")
local ok = result.ok
local provider_calls = require("sso_login.protocol.provider_calls")
local provider_files = require("sso_login.protocol.provider_files")
local provider_metadata = require("sso_login.protocol.provider_metadata")
local err, ok = result.err, result.ok

--- Loaded where a step is to run once again.
local function client_authentication()
	return require("sso_login.protocol.client_authentication")
end

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

--- Caches what a provider publishes, without the keys that were cached before, and returns it as it is used. `renews`: it was fetched as the
-- cache may have been the reason of a failure. Fails as `read_metadata` does. A cache that cannot be written costs time at the next login,
-- not this one.
function M.keep(io, provider, published, renews)
	local document = provider_metadata.read_metadata(published, provider.issuer_url)
	if not document.ok then
		return document
	end
	-- The cache has the provider's own addresses. Those in use are others where there is an internal origin.
	local used = provider_metadata.read_provider(provider, published)
	if not used.ok then
		return used
	end
	io.remove(provider_files.keys_path(io, provider, used.data.jwks_uri))
	local fetched_at = io.time()
	local former = store.read(io, provider_metadata.cache_path(io, provider)) or {}
	local renewed_at = renews == true and fetched_at or former.renewed_at
	store.write(io, provider_metadata.cache_path(io, provider), {
		fetched_at = fetched_at,
		renewed_at = renewed_at,
		document = document.data
	})
	used.data.fetched_at = fetched_at
	-- This process has just fetched them, and does not do so again.
	used.data.renewed_at = fetched_at
	return used
end

--- Fetches and caches the metadata of an address; what cannot be used is remembered like no answer.
local function fetch_from(io, provider, url, renews)
	local code = "OIDC_DISCOVERY_FAILED"
	local answer = M.get_metadata(io, url, code, provider_calls.caller(provider))
	if not answer.ok then
		return answer
	end
	local body = provider_calls.read_json(answer.data, url, code)
	local kept = body.ok and M.keep(io, provider, body.data, renews) or body
	if not kept.ok then
		provider_calls.remember_failure(io, provider, url, kept)
	end
	return kept
end

--- Seconds in which metadata are renewed at most once.
local pause = 10

--- Seconds until metadata may be renewed; 0 for those from the future, after a clock change.
function M.seconds_until(io, known)
	local age = known.renewed_at ~= nil and io.time() - known.renewed_at or pause
	return age >= 0 and math.max(0, pause - age) or 0
end

--- Fetches the metadata, unless another process has just done so: the cache has some, and to renew it, some that were renewed.
function M.fetch(io, provider, renews)
	local url = provider_metadata.url_of(provider)
	return provider_calls.asking(io, provider, url, function()
		local cached = provider_metadata.cached(io, provider)
		local is_new = cached ~= nil and (renews ~= true or M.seconds_until(io, cached) > 0)
		return is_new and ok(cached) or fetch_from(io, provider, url, renews)
	end)
end

--- Whether a fetch may tell why a step has failed: the provider has not refused the user in its own words, and the endpoint was not silent
-- at the very server that has the metadata.
local function may_help(io, config, known, endpoint, failure)
	local address = known[endpoint]
	local is_near = address ~= nil and urls.same_origin(address, provider_metadata.url_of(config))
	local last = is_near and provider_calls.last_failure(io, config, address) or nil
	local is_silent = last ~= nil and last.recent
	return failure.meaning ~= "refused" and failure.error ~= "RATE_LIMITED" and not is_silent
end

--- The method by which the client proves itself; undefined where there is none.
local function method_of(io, config, metadata)
	local method = client_authentication().choose_method(io, config, metadata)
	return method.ok and method.data or nil
end

--- The metadata by which a step that has failed is to run once again; undefined where it is not.
function M.renewed(io, config, known, endpoint, failure)
	if M.seconds_until(io, known) > 0 or not may_help(io, config, known, endpoint, failure) then
		return nil
	end
	local found = M.fetch(io, config, true)
	if not found.ok then
		return nil
	end
	local newest = found.data
	local is_other = newest[endpoint] ~= known[endpoint] or method_of(io, config, newest) ~= method_of(
		io,
		config,
		known
	)
	return (is_other or endpoint == "jwks_uri") and newest or nil
end

return M
