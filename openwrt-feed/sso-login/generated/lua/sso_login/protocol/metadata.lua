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
local err, ok = result.err, result.ok

--- Where the document is, after the issuer (OpenID Connect Discovery section 4).
M.document_path = "/.well-known/openid-configuration"

--- Loaded for a call: most requests find the document in the cache.
local function back_channel()
	return require("sso_login.protocol.back_channel")
end

--- Seconds for a call: the default of the option.
local default_http_timeout = 10

--- An endpoint's address, or an error naming the field.
function M.endpoint(document, field)
	local value = document[field]
	if type(value) ~= "string" then
		return err("OIDC_DISCOVERY_FAILED", {reason = "missing endpoint", field = field})
	end
	return urls.parse_https(value) ~= nil and ok(value) or err("OIDC_DISCOVERY_FAILED", {
		reason = "endpoint is not a plain https URL",
		field = field
	})
end

--- An endpoint that a provider may leave out.
local function optional_endpoint(document, field)
	return document[field] == nil and ok(nil) or M.endpoint(document, field)
end

--- The document's fields, checked (OpenID Connect Discovery section 4.3; decisions on endpoints).
function M.read_document(document, issuer)
	if document.issuer ~= issuer then
		local found = type(document.issuer) == "string" and document.issuer or nil
		return err("DISCOVERY_ISSUER_MISMATCH", {configured = issuer, discovered = found})
	end
	local authorization_endpoint = M.endpoint(document, "authorization_endpoint")
	if not authorization_endpoint.ok then
		return authorization_endpoint
	end
	local token_endpoint = M.endpoint(document, "token_endpoint")
	if not token_endpoint.ok then
		return token_endpoint
	end
	local jwks_uri = M.endpoint(document, "jwks_uri")
	if not jwks_uri.ok then
		return jwks_uri
	end
	local userinfo_endpoint = optional_endpoint(document, "userinfo_endpoint")
	if not userinfo_endpoint.ok then
		return userinfo_endpoint
	end
	local pushed = document.require_pushed_authorization_requests == true
	local pushed_endpoint = pushed and M.endpoint(document, "pushed_authorization_request_endpoint") or ok(
		nil
	)
	if not pushed_endpoint.ok then
		return pushed_endpoint
	end
	local end_session_endpoint = optional_endpoint(document, "end_session_endpoint")
	local ____ok_9 = ok
	local ____issuer_1 = issuer
	local ____authorization_endpoint_data_2 = authorization_endpoint.data
	local ____token_endpoint_data_3 = token_endpoint.data
	local ____jwks_uri_data_4 = jwks_uri.data
	local ____userinfo_endpoint_data_5 = userinfo_endpoint.data
	local ____temp_6 = end_session_endpoint.ok and end_session_endpoint.data or nil
	local ____values_strings_of_result_7 = values.strings_of(document.token_endpoint_auth_methods_supported)
	local ____pushed_endpoint_data_8 = pushed_endpoint.data
	local ____pushed_0
	if pushed then
		____pushed_0 = true
	else
		____pushed_0 = nil
	end
	return ____ok_9({
		issuer = ____issuer_1,
		authorization_endpoint = ____authorization_endpoint_data_2,
		token_endpoint = ____token_endpoint_data_3,
		jwks_uri = ____jwks_uri_data_4,
		userinfo_endpoint = ____userinfo_endpoint_data_5,
		end_session_endpoint = ____temp_6,
		token_endpoint_auth_methods_supported = ____values_strings_of_result_7,
		pushed_authorization_request_endpoint = ____pushed_endpoint_data_8,
		require_pushed_authorization_requests = ____pushed_0,
		prompt_values_supported = values.strings_of(document.prompt_values_supported),
		authorization_response_iss_parameter_supported = document.authorization_response_iss_parameter_supported == true
	})
end

--- A URL at the internal origin, where there is one.
local function at_origin(url, origin)
	local parsed = urls.parse_https(url)
	return origin ~= nil and parsed ~= nil and urls.with_origin(parsed, origin) or url
end

--- The document with its back-channel endpoints at the internal origin.
function M.with_internal_origin(document, origin)
	if origin == nil then
		return document
	end
	local userinfo = document.userinfo_endpoint
	local pushed = document.pushed_authorization_request_endpoint
	return {
		issuer = document.issuer,
		authorization_endpoint = document.authorization_endpoint,
		token_endpoint = at_origin(document.token_endpoint, origin),
		published_token_endpoint = document.token_endpoint,
		jwks_uri = at_origin(document.jwks_uri, origin),
		userinfo_endpoint = userinfo ~= nil and at_origin(userinfo, origin) or nil,
		end_session_endpoint = document.end_session_endpoint,
		pushed_authorization_request_endpoint = pushed ~= nil and at_origin(pushed, origin) or nil,
		token_endpoint_auth_methods_supported = document.token_endpoint_auth_methods_supported,
		prompt_values_supported = document.prompt_values_supported,
		authorization_response_iss_parameter_supported = document.authorization_response_iss_parameter_supported
	}
end

--- The address of the document: one terminating slash of the issuer goes (OpenID Connect Discovery section 4.1).
function M.document_url(issuer, origin)
	local base = at_origin(issuer, origin)
	return (lib.StringEndsWith(base, "/") and lib.StringSubstring(
		base,
		0,
		#base - 1
	) or base) .. M.document_path
end

--- Where the document is cached.
local function cache_path(io, issuer, origin)
	return store.path_of(io, "discovery_" .. hash.hash_sha256_hex(issuer .. "\n" .. (origin or "")) .. ".json")
end

--- The document from the cache, or undefined. What was stored is checked again: the file may be damaged.
local function cached_document(io, path, issuer)
	local stored = store.read(io, path)
	if stored == nil or not store.is_fresh(stored.fetched_at, io.time(), store.cache_lifetime) or not json.is_object(
		stored.document
	) then
		return nil
	end
	local document = M.read_document(stored.document, issuer)
	return document.ok and document.data or nil
end

--- Fetches and stores the document; one that cannot be used is remembered like no answer.
local function fetch_document(io, url, issuer, cache)
	local code = "OIDC_DISCOVERY_FAILED"
	local calls = back_channel()
	local answer = calls.get_document(io, url, code, calls.call)
	if not answer.ok then
		return answer
	end
	local body = calls.read_json(answer.data, url, code)
	local document = body.ok and M.read_document(body.data, issuer) or body
	-- A cache that cannot be written costs time at the next login, not this one.
	if document.ok then
		store.write(io, cache, {fetched_at = io.time(), document = document.data})
	else
		calls.remember_failure(io, url, document)
	end
	return document
end

--- The origin of `internal_issuer_url`; undefined when the option is absent or no URL. Only its origin counts.
function M.internal_origin(internal_issuer_url)
	local parsed = internal_issuer_url ~= nil and urls.parse_https(internal_issuer_url) or nil
	return parsed ~= nil and parsed.origin or nil
end

--- The provider's metadata. Fails with OIDC_DISCOVERY_FAILED, DISCOVERY_ISSUER_MISMATCH or SSL_INIT_FAILED; a failure is
-- remembered for 10 seconds, so that a provider that is down cannot hold all of the web server's script slots.
function M.discover(io, issuer, internal_issuer_url)
	local origin = M.internal_origin(internal_issuer_url)
	if internal_issuer_url ~= nil and origin == nil then
		return err("CONFIG_ERROR", {option = "internal_issuer_url", must = {id = "https_url"}})
	end
	local cache = cache_path(io, issuer, origin)
	local url = M.document_url(issuer, origin)
	local document = cached_document(io, cache, issuer)
	if document == nil then
		local lock = back_channel().acquire_lock(io, url)
		if not lock.ok then
			return lock
		end
		-- The process that had the lock before may have fetched the document.
		document = cached_document(io, cache, issuer)
	end
	if document == nil then
		local fetched = fetch_document(io, url, issuer, cache)
		if not fetched.ok then
			return fetched
		end
		document = fetched.data
	end
	return ok(M.with_internal_origin(document, origin))
end

--- Trust store and time-out of all calls to the provider from now on.
local function configure_calls(io, config)
	io.https_settings({
		ca_file = config.ca_file,
		trust_folder = io.paths.run_dir,
		timeout = config.http_timeout or default_http_timeout
	})
end

--- The metadata of the configured provider; configures all calls to it, too.
function M.of_provider(io, config)
	configure_calls(io, config)
	return M.discover(io, config.issuer_url, config.internal_issuer_url)
end

--- The same from the cache, without a call; undefined when it is not there.
function M.cached_of_provider(io, config)
	configure_calls(io, config)
	local origin = M.internal_origin(config.internal_issuer_url)
	local document = cached_document(io, cache_path(io, config.issuer_url, origin), config.issuer_url)
	return document ~= nil and M.with_internal_origin(document, origin) or nil
end

--- Takes the lock on the next call to the provider, which it does not make; fails as `back_channel.acquire_lock` does. The answer
-- is the metadata, where the cache has it.
function M.prepare_calls(io, config)
	local known = M.cached_of_provider(io, config)
	local origin = M.internal_origin(config.internal_issuer_url)
	local url = known ~= nil and known.token_endpoint or M.document_url(config.issuer_url, origin)
	local lock = back_channel().acquire_lock(io, url)
	return lock.ok and ok(known) or lock
end

return M
