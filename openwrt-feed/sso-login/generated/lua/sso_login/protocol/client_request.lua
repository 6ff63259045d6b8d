-- Generated from src/sso_login/protocol/client_request.ts by "make lua"; do not edit.
--- A request by which this client proves itself at the provider (RFC 6749 section 2.3, RFC 7523).
local lib = require("sso_login.lualib")
local M = {}
local encoding = require("sso_login.base.encoding")
local urls = require("sso_login.base.urls")
local hash = require("sso_login.jose.hash")
local result = require("sso_login.result")
local ok = result.ok
local client_authentication = require("sso_login.protocol.client_authentication")
local err, ok = result.err, result.ok

--- Loaded where the client has a key in the place of a secret.
local function client_keys()
	return require("sso_login.protocol.client_keys")
end

--- Seconds for which an assertion counts.
local assertion_lifetime = 60

--- A new assertion for a request to `url` (RFC 7523 section 3, draft-ietf-oauth-rfc7523bis). With `token_endpoint` as audience one that
-- goes to another origin is for the issuer even so: who runs that origin could show it to the token endpoint.
local function assertion(io, config, discovery, url)
	local endpoint = discovery.token_endpoint
	local is_older = config.client_assertion_audience == "token_endpoint" and urls.same_origin(url, endpoint)
	local now = io.time()
	return client_keys().sign(
		io,
		client_authentication.alg_of(config),
		is_older and "JWT" or "client-authentication+jwt",
		{
			iss = config.client_id,
			sub = config.client_id,
			aud = is_older and (discovery.published_token_endpoint or endpoint) or config.issuer_url,
			jti = encoding.base64url_encode(hash.random(16)),
			iat = now,
			exp = now + assertion_lifetime
		}
	)
end

--- What to send with a method: an assertion, a Basic header of the form-encoded id and secret, or both as parameters.
local function credentials(io, config, discovery, method, url)
	local id = {"client_id", config.client_id}
	if method == "private_key_jwt" then
		local signed = assertion(io, config, discovery, url)
		if not signed.ok then
			return signed
		end
		local ____type = {"client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"}
		return ok({headers = {}, params = {id, ____type, {"client_assertion", signed.data}}})
	end
	if method == "client_secret_post" then
		return ok({headers = {}, params = {id, {"client_secret", config.client_secret}}})
	end
	local pair = encoding.percent_encode(config.client_id) .. ":" .. encoding.percent_encode(config.client_secret)
	return ok({headers = {"Authorization: Basic " .. encoding.base64_encode(pair)}, params = {}})
end

--- A POST of an encoded form to `url` by this client; an id that the form has already is sent once. CONFIG_ERROR where there is no way
-- to authenticate, as choose_method says.
function M.form_request(io, config, discovery, url, form)
	local method = client_authentication.choose_method(io, config, discovery)
	local to_send = method.ok and credentials(io, config, discovery, method.data, url) or method
	if not to_send.ok then
		return to_send
	end
	local missing = lib.ArrayFilter(
		to_send.data.params,
		function(_, pair) return not lib.StringIncludes(form, pair[1] .. "=") end
	)
	local headers = {"Accept: application/json", "Content-Type: application/x-www-form-urlencoded"}
	return ok({
		method = "POST",
		url = url,
		headers = lib.ArrayConcat(headers, to_send.data.headers),
		body = #missing > 0 and form .. "&" .. encoding.form_encode(missing) or form
	})
end

return M
