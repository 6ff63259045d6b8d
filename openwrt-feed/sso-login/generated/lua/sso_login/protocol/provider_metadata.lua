-- Generated from src/sso_login/protocol/provider_metadata.ts by "make lua"; do not edit.
--- The provider's metadata (OpenID Connect Discovery 1.0), cached for 24 hours.
--
-- With an internal issuer URL, the back-channel endpoints of the metadata that `discover` returns are already at
-- the internal origin (specification, "Split-horizon"); the cache keeps them as the provider gave them.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local result = require("sso_login.result")
local store = require("sso_login.base.store")
local json_values = require("sso_login.base.json_values")
local urls = require("sso_login.base.urls")
local provider_files = require("sso_login.protocol.provider_files")
local err, ok = result.err, result.ok

--- Their path, after the issuer (OpenID Connect Discovery section 4).
M.metadata_path = "/.well-known/openid-configuration"

--- Loaded for a call: most requests find the metadata in the cache.
local function metadata_call()
	return require("sso_login.protocol.metadata_call")
end

local function provider_calls()
	return require("sso_login.protocol.provider_calls")
end

--- Seconds for a call: the default of the option.
local default_http_timeout = 10

--- An endpoint's address, or an error naming the field.
function M.endpoint(metadata, field)
	local value = metadata[field]
	if type(value) ~= "string" or value == "" then
		return err("OIDC_DISCOVERY_FAILED", {reason = "missing endpoint", field = field})
	end
	return urls.parse_https(value) ~= nil and ok(value) or err("OIDC_DISCOVERY_FAILED", {
		reason = "endpoint is not a plain https URL",
		field = field,
		url = metadata_call().shown(value)
	})
end

--- A URL at the internal origin, where there is one.
function M.at_origin(url, origin)
	local parsed = origin ~= nil and urls.parse_https(url) or nil
	return origin ~= nil and parsed ~= nil and urls.with_origin(parsed, origin) or url
end

--- The metadata, checked (OpenID Connect Discovery section 4.3; decisions on endpoints). The endpoints that the router calls itself are
-- at the internal origin, where there is one.
function M.read_metadata(metadata, issuer, origin)
	if metadata.issuer ~= issuer then
		local found = type(metadata.issuer) == "string" and metadata.issuer or nil
		return err("DISCOVERY_ISSUER_MISMATCH", {configured = issuer, discovered = found})
	end
	-- An empty text is as no endpoint.
	local userinfo
	if metadata.userinfo_endpoint ~= "" then
		userinfo = metadata.userinfo_endpoint
	else
		userinfo = nil
	end
	local pushed = metadata.require_pushed_authorization_requests == true
	local asked_for = lib.ArrayConcat(
		lib.ArrayConcat(
			{"authorization_endpoint", "token_endpoint", "jwks_uri"},
			userinfo ~= nil and ({"userinfo_endpoint"}) or {}
		),
		pushed and ({"pushed_authorization_request_endpoint"}) or {}
	)
	for _, field in ipairs(asked_for) do
		local checked = M.endpoint(metadata, field)
		if not checked.ok then
			return checked
		end
	end
	local end_session_endpoint = M.endpoint(metadata, "end_session_endpoint")
	local function called(field)
		return M.at_origin(metadata[field], origin)
	end
	local demanded
	if pushed then
		demanded = true
	else
		demanded = nil
	end
	return ok({
		issuer = issuer,
		authorization_endpoint = metadata.authorization_endpoint,
		token_endpoint = called("token_endpoint"),
		published_token_endpoint = origin ~= nil and metadata.token_endpoint or nil,
		jwks_uri = called("jwks_uri"),
		userinfo_endpoint = userinfo ~= nil and called("userinfo_endpoint") or nil,
		end_session_endpoint = end_session_endpoint.ok and end_session_endpoint.data or nil,
		revocation_endpoint = type(metadata.revocation_endpoint) == "string" and called("revocation_endpoint") or nil,
		token_endpoint_auth_methods_supported = json_values.strings_of(metadata.token_endpoint_auth_methods_supported),
		pushed_authorization_request_endpoint = pushed and called("pushed_authorization_request_endpoint") or nil,
		require_pushed_authorization_requests = demanded,
		prompt_values_supported = json_values.strings_of(metadata.prompt_values_supported),
		authorization_response_iss_parameter_supported = metadata.authorization_response_iss_parameter_supported == true
	})
end

--- The address of the metadata: one terminating slash of the issuer goes (OpenID Connect Discovery section 4.1).
function M.metadata_url(issuer, origin)
	local base = M.at_origin(issuer, origin)
	return (lib.StringEndsWith(base, "/") and lib.StringSubstring(
		base,
		0,
		#base - 1
	) or base) .. M.metadata_path
end

--- The file of the cached metadata.
local function cache_path(io, provider, issuer, origin)
	return provider_files.path_about(io, provider, "discovery_", issuer .. "\n" .. (origin or ""))
end

--- The metadata from the cache, or undefined. They are checked again: the file may be damaged.
local function cached_metadata(io, path, issuer, origin)
	local stored = store.read_fresh(io, path, "fetched_at", store.cache_lifetime) or {}
	local metadata = json.is_object(stored.document) and M.read_metadata(
		stored.document,
		issuer,
		origin
	) or nil
	return metadata ~= nil and metadata.ok and metadata.data or nil
end

--- Fetches and stores the metadata as the provider publishes them; what cannot be used is remembered like no answer.
local function fetch_metadata(io, provider, url, issuer, cache)
	local code = "OIDC_DISCOVERY_FAILED"
	local answer = metadata_call().get_metadata(io, url, code, provider_calls().caller(provider))
	if not answer.ok then
		return answer
	end
	local body = provider_calls().read_json(answer.data, url, code)
	local metadata = body.ok and M.read_metadata(body.data, issuer) or body
	if not metadata.ok then
		provider_calls().remember_failure(io, provider, url, metadata)
		return metadata
	end
	-- A cache that cannot be written costs time at the next login, not this one.
	store.write(io, cache, {fetched_at = io.time(), document = metadata.data})
	return body
end

--- The origin of `internal_issuer_url`; undefined when the option is absent or no URL. Only its origin counts.
function M.internal_origin(internal_issuer_url)
	local parsed = internal_issuer_url ~= nil and urls.parse_https(internal_issuer_url) or nil
	return parsed ~= nil and parsed.origin or nil
end

--- The provider's metadata. Fails with OIDC_DISCOVERY_FAILED, DISCOVERY_ISSUER_MISMATCH or SSL_INIT_FAILED; a failure is
-- remembered for 10 seconds, so that a provider that is down cannot hold all of the web server's script slots.
function M.discover(io, provider, issuer, internal_issuer_url)
	local origin = M.internal_origin(internal_issuer_url)
	if internal_issuer_url ~= nil and origin == nil then
		return err("CONFIG_ERROR", {option = "internal_issuer_url", must = {id = "https_url"}})
	end
	local cache = cache_path(io, provider, issuer, origin)
	local url = M.metadata_url(issuer, origin)
	local known = cached_metadata(io, cache, issuer, origin)
	if known ~= nil then
		return ok(known)
	end
	return provider_calls().asking(io, provider, url, function()
		-- The process that had the lock before may have fetched the document.
		local stored = cached_metadata(io, cache, issuer, origin)
		if stored ~= nil then
			return ok(stored)
		end
		local fetched = fetch_metadata(io, provider, url, issuer, cache)
		return fetched.ok and M.read_metadata(fetched.data, issuer, origin) or fetched
	end)
end

--- Trust store and time-out of all calls to the provider from now on, `max_timeout` seconds at most.
local function configure_calls(io, config, max_timeout)
	local timeout = config.http_timeout or default_http_timeout
	io.https_settings({
		ca_file = config.ca_file,
		trust_folder = provider_files.folder(io, config),
		timeout = math.min(timeout, max_timeout or timeout)
	})
end

--- The metadata of the configured provider; configures all calls to it, too, of `max_timeout` seconds at most.
function M.of_provider(io, config, max_timeout)
	configure_calls(io, config, max_timeout)
	return M.discover(io, config, config.issuer_url, config.internal_issuer_url)
end

--- The address of the first call of a login: that of the metadata, where the cache has none.
function M.first_address(config, cached)
	return cached ~= nil and cached.token_endpoint or M.metadata_url(
		config.issuer_url,
		M.internal_origin(config.internal_issuer_url)
	)
end

--- As `of_provider`, from the cache alone: undefined where a call is needed. The calls are configured in any case.
function M.cached_of_provider(io, config)
	configure_calls(io, config)
	local origin = M.internal_origin(config.internal_issuer_url)
	return cached_metadata(io, cache_path(io, config, config.issuer_url, origin), config.issuer_url, origin)
end

return M
