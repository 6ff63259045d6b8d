-- Generated from src/sso_login/discovery.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__StringEndsWith = ____lualib.__TS__StringEndsWith
local __TS__StringSubstring = ____lualib.__TS__StringSubstring
local ____exports = {}
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
local ____url = require("sso_login.url")
local parse_https = ____url.parse_https
local with_origin = ____url.with_origin
--- Seconds for which a failed discovery is answered from memory.
local failure_lifetime = 10
--- An endpoint's address, or an error naming the field.
function ____exports.endpoint(document, field)
	local value = document[field]
	if type(value) ~= "string" then
		return err("OIDC_DISCOVERY_FAILED", {reason = "missing endpoint", field = field})
	end
	return parse_https(value) ~= nil and ok(value) or err("OIDC_DISCOVERY_FAILED", {reason = "endpoint is not a plain https URL", field = field})
end
--- An endpoint that a provider may leave out.
local function optional_endpoint(document, field)
	return document[field] == nil and ok(nil) or ____exports.endpoint(document, field)
end
function ____exports.string_array(value)
	if not is_array(value) then
		return nil
	end
	local list = {}
	for ____, item in ipairs(value) do
		if type(item) == "string" then
			list[#list + 1] = item
		end
	end
	return list
end
--- The document's fields, checked (OpenID Connect Discovery section 4.3; decisions on endpoints).
function ____exports.read_document(document, issuer)
	if document.issuer ~= issuer then
		local found = type(document.issuer) == "string" and document.issuer or nil
		return err("DISCOVERY_ISSUER_MISMATCH", {configured = issuer, discovered = found})
	end
	local authorization_endpoint = ____exports.endpoint(document, "authorization_endpoint")
	if not authorization_endpoint.ok then
		return authorization_endpoint
	end
	local token_endpoint = ____exports.endpoint(document, "token_endpoint")
	if not token_endpoint.ok then
		return token_endpoint
	end
	local jwks_uri = ____exports.endpoint(document, "jwks_uri")
	if not jwks_uri.ok then
		return jwks_uri
	end
	local userinfo_endpoint = optional_endpoint(document, "userinfo_endpoint")
	if not userinfo_endpoint.ok then
		return userinfo_endpoint
	end
	local end_session_endpoint = optional_endpoint(document, "end_session_endpoint")
	local ____ok_6 = ok
	local ____issuer_1 = issuer
	local ____authorization_endpoint_data_2 = authorization_endpoint.data
	local ____token_endpoint_data_3 = token_endpoint.data
	local ____jwks_uri_data_4 = jwks_uri.data
	local ____userinfo_endpoint_data_5 = userinfo_endpoint.data
	local ____end_session_endpoint_ok_0
	if end_session_endpoint.ok then
		____end_session_endpoint_ok_0 = end_session_endpoint.data
	else
		____end_session_endpoint_ok_0 = nil
	end
	return ____ok_6({
		issuer = ____issuer_1,
		authorization_endpoint = ____authorization_endpoint_data_2,
		token_endpoint = ____token_endpoint_data_3,
		jwks_uri = ____jwks_uri_data_4,
		userinfo_endpoint = ____userinfo_endpoint_data_5,
		end_session_endpoint = ____end_session_endpoint_ok_0,
		token_endpoint_auth_methods_supported = ____exports.string_array(document.token_endpoint_auth_methods_supported),
		authorization_response_iss_parameter_supported = document.authorization_response_iss_parameter_supported == true
	})
end
--- A URL at the internal origin, where there is one.
local function at_origin(url, origin)
	local parsed = parse_https(url)
	return origin ~= nil and parsed ~= nil and with_origin(parsed, origin) or url
end
--- The document with its back-channel endpoints at the internal origin.
function ____exports.with_internal_origin(document, origin)
	if origin == nil then
		return document
	end
	local userinfo = document.userinfo_endpoint
	return {
		issuer = document.issuer,
		authorization_endpoint = document.authorization_endpoint,
		token_endpoint = at_origin(document.token_endpoint, origin),
		jwks_uri = at_origin(document.jwks_uri, origin),
		userinfo_endpoint = userinfo ~= nil and at_origin(userinfo, origin) or nil,
		end_session_endpoint = document.end_session_endpoint,
		token_endpoint_auth_methods_supported = document.token_endpoint_auth_methods_supported,
		authorization_response_iss_parameter_supported = document.authorization_response_iss_parameter_supported
	}
end
--- The address of the document: one terminating slash of the issuer goes (OpenID Connect Discovery section 4.1).
function ____exports.document_url(issuer, origin)
	local base = at_origin(issuer, origin)
	return (__TS__StringEndsWith(base, "/") and __TS__StringSubstring(base, 0, #base - 1) or base) .. "/.well-known/openid-configuration"
end
--- The document from the cache, or undefined. What was stored is checked again: the file may be damaged.
local function cached_document(io, path, issuer)
	local stored = read(io, path)
	if stored == nil or not is_fresh(
		stored.fetched_at,
		io.time(),
		cache_lifetime
	) or not is_object(stored.document) then
		return nil
	end
	local document = ____exports.read_document(stored.document, issuer)
	return document.ok and document.data or nil
end
--- The failure that another request met just now, or undefined.
local function recent_failure(io, path)
	local stored = read(io, path)
	if stored == nil or type(stored.error) ~= "string" or type(stored.failed_at) ~= "number" then
		return nil
	end
	local age = io.time() - stored.failed_at
	if age < 0 or age >= failure_lifetime then
		return nil
	end
	local reason = type(stored.reason) == "string" and stored.reason or "unknown"
	return err(stored.error, {reason = reason, remembered = true})
end
--- Fetches and stores the document; a failure is stored as well.
local function fetch_document(io, url, issuer, cache, failures)
	local back_channel = require("sso_login.back_channel")
	local fetched = back_channel.get_json(io, url, {}, "OIDC_DISCOVERY_FAILED")
	local document = fetched.ok and ____exports.read_document(fetched.data, issuer) or fetched
	if document.ok then
		write(
			io,
			cache,
			{
				fetched_at = io.time(),
				document = document.data
			}
		)
	else
		local log = require("sso_login.log")
		local reason = log.format_details(document.details)
		write(
			io,
			failures,
			{
				failed_at = io.time(),
				error = document.error,
				reason = reason
			}
		)
	end
	return document
end
--- The provider's metadata. Fails with OIDC_DISCOVERY_FAILED, DISCOVERY_ISSUER_MISMATCH or SSL_INIT_FAILED; a failure is
-- remembered for 10 seconds, so that a provider that is down cannot hold all of the web server's script slots.
function ____exports.discover(io, issuer, options)
	local ____temp_7
	if options ~= nil then
		____temp_7 = options.internal_issuer_url
	else
		____temp_7 = nil
	end
	local internal = ____temp_7
	local ____temp_8
	if internal ~= nil then
		____temp_8 = parse_https(internal)
	else
		____temp_8 = nil
	end
	local parsed = ____temp_8
	if internal ~= nil and parsed == nil then
		return err("CONFIG_ERROR", {option = "internal_issuer_url", must = "be an https:// URL"})
	end
	local origin = parsed ~= nil and parsed.origin or nil
	local name = hash_sha256_hex((issuer .. "\n") .. (origin or ""))
	local cache = path_of(io, ("discovery_" .. name) .. ".json")
	local cached = cached_document(io, cache, issuer)
	if cached ~= nil then
		return ok(____exports.with_internal_origin(cached, origin))
	end
	local failures = path_of(io, ("failed_" .. name) .. ".json")
	local failure = recent_failure(io, failures)
	if failure ~= nil then
		return failure
	end
	local fetched = fetch_document(
		io,
		____exports.document_url(issuer, origin),
		issuer,
		cache,
		failures
	)
	return fetched.ok and ok(____exports.with_internal_origin(fetched.data, origin)) or fetched
end
--- The keys of the provider's JWK Set (jwks.ts), cached 24 hours; `options.force` asks the provider all the same.
function ____exports.fetch_jwks(io, jwks_uri, options)
	local jwks = require("sso_login.jwks")
	return jwks.fetch_jwks(io, jwks_uri, options)
end
--- The JWK whose `kid` matches, or the first one when no `kid` is given (jwks.ts).
function ____exports.find_jwk(keys, kid)
	local jwks = require("sso_login.jwks")
	return jwks.find_jwk(keys, kid)
end
return ____exports
