-- Generated from src/sso_login/protocol/metadata.ts by "make lua"; do not edit.
--- The provider's metadata (OpenID Connect Discovery 1.0), cached for 24 hours.
--
-- With an internal issuer URL, the back-channel endpoints of the document that `discover` returns are already at
-- the internal origin (specification, "Split-horizon"); the cache keeps the document as the provider gave it.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local hash = require("sso_login.jose.hash")
local result = require("sso_login.result")
local store = require("sso_login.base.store")
local values = require("sso_login.base.values")
local urls = require("sso_login.base.urls")
local providers = require("sso_login.protocol.provider")
local err, ok = result.err, result.ok

--- The path of the document, after the issuer (OpenID Connect Discovery section 4).
M.document_path = "/.well-known/openid-configuration"

--- Loaded for a call: most requests find the document in the cache.
local function calls()
	return require("sso_login.protocol.calls")
end

--- Seconds for a call: the default of the option.
local default_http_timeout = 10

--- Bytes of an address of the document in an error.
local max_shown = 200

--- An endpoint's address, or an error naming the field.
function M.endpoint(document, field)
	local value = document[field]
	if type(value) ~= "string" or value == "" then
		return err("OIDC_DISCOVERY_FAILED", {reason = "missing endpoint", field = field})
	end
	return urls.parse_https(value) ~= nil and ok(value) or err("OIDC_DISCOVERY_FAILED", {
		reason = "endpoint is not a plain https URL",
		field = field,
		url = lib.StringSubstring(value, 0, max_shown)
	})
end

--- The document's fields, checked (OpenID Connect Discovery section 4.3; decisions on endpoints).
function M.read_document(document, issuer)
	if document.issuer ~= issuer then
		local found = type(document.issuer) == "string" and document.issuer or nil
		return err("DISCOVERY_ISSUER_MISMATCH", {configured = issuer, discovered = found})
	end
	-- An empty text is as no endpoint.
	local userinfo
	if document.userinfo_endpoint ~= "" then
		userinfo = document.userinfo_endpoint
	else
		userinfo = nil
	end
	local pushed = document.require_pushed_authorization_requests == true
	local asked_for = lib.ArrayConcat(
		lib.ArrayConcat(
			{"authorization_endpoint", "token_endpoint", "jwks_uri"},
			userinfo ~= nil and ({"userinfo_endpoint"}) or {}
		),
		pushed and ({"pushed_authorization_request_endpoint"}) or {}
	)
	for _, field in ipairs(asked_for) do
		local checked = M.endpoint(document, field)
		if not checked.ok then
			return checked
		end
	end
	local end_session_endpoint = M.endpoint(document, "end_session_endpoint")
	local revocation = document.revocation_endpoint
	local demanded
	if pushed then
		demanded = true
	else
		demanded = nil
	end
	return ok({
		issuer = issuer,
		authorization_endpoint = document.authorization_endpoint,
		token_endpoint = document.token_endpoint,
		jwks_uri = document.jwks_uri,
		userinfo_endpoint = userinfo,
		end_session_endpoint = end_session_endpoint.ok and end_session_endpoint.data or nil,
		revocation_endpoint = type(revocation) == "string" and revocation or nil,
		token_endpoint_auth_methods_supported = values.strings_of(document.token_endpoint_auth_methods_supported),
		pushed_authorization_request_endpoint = pushed and document.pushed_authorization_request_endpoint or nil,
		require_pushed_authorization_requests = demanded,
		prompt_values_supported = values.strings_of(document.prompt_values_supported),
		authorization_response_iss_parameter_supported = document.authorization_response_iss_parameter_supported == true
	})
end

--- A URL at the internal origin, where there is one.
function M.at_origin(url, origin)
	local parsed = urls.parse_https(url)
	return origin ~= nil and parsed ~= nil and urls.with_origin(parsed, origin) or url
end

-- prettier-ignore
--- The endpoints that the router calls itself.
local back_channel_endpoints = {
	"token_endpoint",
	"jwks_uri",
	"userinfo_endpoint",
	"revocation_endpoint",
	"pushed_authorization_request_endpoint"
}

--- Puts the document's back-channel endpoints at the internal origin, where there is one.
function M.with_internal_origin(document, origin)
	if origin ~= nil then
		document.published_token_endpoint = document.token_endpoint
		for _, field in ipairs(back_channel_endpoints) do
			local url = document[field]
			if url ~= nil then
				document[field] = M.at_origin(url, origin)
			end
		end
	end
	return document
end

--- The address of the document: one terminating slash of the issuer goes (OpenID Connect Discovery section 4.1).
function M.document_url(issuer, origin)
	local base = M.at_origin(issuer, origin)
	return (lib.StringEndsWith(base, "/") and lib.StringSubstring(
		base,
		0,
		#base - 1
	) or base) .. M.document_path
end

--- The file of the cached document.
local function cache_path(io, provider, issuer, origin)
	return providers.path_of(
		io,
		provider,
		"discovery_" .. hash.hash_sha256_hex(issuer .. "\n" .. (origin or "")) .. ".json"
	)
end

--- The document from the cache, or undefined. It is checked again: the file may be damaged.
local function cached_document(io, path, issuer)
	local stored = store.read_fresh(io, path, "fetched_at", store.cache_lifetime) or {}
	local document = json.is_object(stored.document) and M.read_document(stored.document, issuer) or nil
	return document ~= nil and document.ok and document.data or nil
end

--- Fetches and stores the document; one that cannot be used is remembered like no answer.
local function fetch_document(io, provider, url, issuer, cache)
	local code = "OIDC_DISCOVERY_FAILED"
	local answer = calls().get_document(io, url, code, calls().caller(provider))
	if not answer.ok then
		return answer
	end
	local body = calls().read_json(answer.data, url, code)
	local document = body.ok and M.read_document(body.data, issuer) or body
	if not document.ok then
		calls().remember_failure(io, provider, url, document)
		return document
	end
	-- A cache that cannot be written costs time at the next login, not this one.
	store.write(io, cache, {fetched_at = io.time(), document = document.data})
	return document
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
	local url = M.document_url(issuer, origin)
	local known = cached_document(io, cache, issuer)
	if known ~= nil then
		return ok(M.with_internal_origin(known, origin))
	end
	local lock = calls().acquire_lock(io, provider, url)
	if not lock.ok then
		return lock
	end
	-- The process that had the lock before may have fetched the document.
	local stored = cached_document(io, cache, issuer)
	local document = stored ~= nil and ok(stored) or fetch_document(io, provider, url, issuer, cache)
	return document.ok and ok(M.with_internal_origin(document.data, origin)) or document
end

--- Trust store and time-out of all calls to the provider from now on.
local function configure_calls(io, config)
	io.https_settings({
		ca_file = config.ca_file,
		trust_folder = providers.folder(io, config),
		timeout = config.http_timeout or default_http_timeout
	})
end

--- The metadata of the configured provider; configures all calls to it, too.
function M.of_provider(io, config)
	configure_calls(io, config)
	return M.discover(io, config, config.issuer_url, config.internal_issuer_url)
end

--- The same from the cache, without a call; undefined when it is not there.
function M.cached_of_provider(io, config)
	configure_calls(io, config)
	local origin = M.internal_origin(config.internal_issuer_url)
	local document = cached_document(io, cache_path(io, config, config.issuer_url, origin), config.issuer_url)
	return document ~= nil and M.with_internal_origin(document, origin) or nil
end

return M
