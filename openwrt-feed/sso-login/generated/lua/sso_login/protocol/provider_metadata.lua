-- Generated from src/sso_login/protocol/provider_metadata.ts by "make lua"; do not edit.
--- The provider's metadata (OpenID Connect Discovery 1.0) as a value, and their cache.
--
-- With an internal issuer URL, the back-channel endpoints are at the internal origin (specification, "Split-horizon"); the cache keeps
-- them as the provider gave them.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local result = require("sso_login.result")
local store = require("sso_login.base.store")
local json_values = require("sso_login.base.json_values")
local public_names = require("sso_login.base.public_names")
local urls = require("sso_login.base.urls")
local provider_files = require("sso_login.protocol.provider_files")
local err, ok = result.err, result.ok

--- The path of the metadata, after the issuer (OpenID Connect Discovery section 4).
M.path = "/.well-known/openid-configuration"

--- Loaded for an address that cannot be called.
local function provider_errors()
	return require("sso_login.explain.provider_errors")
end

--- An endpoint's address, or an error naming the field.
function M.endpoint(metadata, field)
	local value = metadata[field]
	if type(value) ~= "string" or value == "" then
		return err("OIDC_DISCOVERY_FAILED", {reason = "missing endpoint", field = field})
	end
	return urls.parse_https(value) ~= nil and ok(value) or err("OIDC_DISCOVERY_FAILED", {
		reason = "endpoint is not a plain https URL",
		field = field,
		url = provider_errors().shown_address(value)
	})
end

--- A URL at the internal origin, where there is one.
function M.at_origin(url, origin)
	if origin == nil then
		return url
	end
	local parsed = urls.parse_https(url)
	return parsed ~= nil and urls.with_origin(parsed, origin) or url
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

--- The origin of `internal_issuer_url`; undefined when the option is absent or no URL. Only its origin counts.
function M.internal_origin(internal_issuer_url)
	local parsed = internal_issuer_url ~= nil and urls.parse_https(internal_issuer_url) or nil
	return parsed ~= nil and parsed.origin or nil
end

--- The address of the metadata: one terminating slash of the issuer goes (OpenID Connect Discovery section 4.1).
function M.url_of(provider)
	local base = M.at_origin(provider.issuer_url, M.internal_origin(provider.internal_issuer_url))
	return (lib.StringEndsWith(base, "/") and lib.StringSubstring(base, 0, #base - 1) or base) .. M.path
end

--- The file of the cached metadata.
function M.cache_path(io, provider)
	local origin = M.internal_origin(provider.internal_issuer_url) or ""
	return provider_files.path_about(io, provider, "discovery_", provider.issuer_url .. "\n" .. origin)
end

--- Seconds for which metadata are cached for logins: those of before the last save of the configuration do not count.
local function lifetime(io)
	local saved = io.file_info(io.paths.config_dir .. "/" .. public_names.package_name)
	local now = io.time()
	if saved == nil or saved.mtime > now then
		return store.cache_lifetime
	end
	return math.min(now - saved.mtime + 1, store.cache_lifetime)
end

--- A provider's metadata as they are used: `read_metadata` by its issuer and its internal origin.
function M.read_provider(provider, document)
	return M.read_metadata(
		document,
		provider.issuer_url,
		M.internal_origin(provider.internal_issuer_url)
	)
end

--- The metadata from the cache, at most so many seconds old, or undefined. They are checked again: the file may be damaged.
function M.cached(io, provider, seconds)
	local stored = store.read_fresh(
		io,
		M.cache_path(io, provider),
		"fetched_at",
		seconds or lifetime(io)
	) or {}
	local metadata = json.is_object(stored.document) and M.read_provider(provider, stored.document) or nil
	if metadata == nil or not metadata.ok then
		return nil
	end
	metadata.data.fetched_at = stored.fetched_at
	metadata.data.renewed_at = type(stored.renewed_at) == "number" and stored.renewed_at or nil
	return metadata.data
end

return M
