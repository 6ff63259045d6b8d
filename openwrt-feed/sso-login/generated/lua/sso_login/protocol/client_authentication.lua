-- Generated from src/sso_login/protocol/client_authentication.ts by "make lua"; do not edit.
--- How this client proves itself at the provider (RFC 6749 section 2.3, RFC 7523, OpenID Connect Core section 9).
local lib = require("sso_login.lualib")
local M = {}
local encoding = require("sso_login.base.encoding")
local urls = require("sso_login.base.urls")
local hash = require("sso_login.jose.hash")
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- Loaded where the client has a key in the place of a secret.
local function client_keys()
	return require("sso_login.protocol.client_keys")
end

--- Seconds for which an assertion counts.
local assertion_lifetime = 60

--- The algorithm of this client's key.
function M.alg_of(config)
	return config.client_assertion_alg or "ES256"
end

--- Whether both texts are sent as they are in a Basic header: some servers do not decode what RFC 6749 encodes there.
function M.needs_no_encoding(config)
	local pair = config.client_id .. config.client_secret
	return encoding.percent_encode(pair) == pair
end

--- The configured method, or with `auto` (which absence means, too) basic if the provider lists it or lists nothing, else
-- post; but post where it is listed, too, and encoding would change id or secret. CONFIG_ERROR when neither is offered, and
-- where there is no key to sign with.
function M.choose_method(io, config, discovery)
	local method = config.token_endpoint_auth_method or "auto"
	if method == "private_key_jwt" and client_keys().newest(io, M.alg_of(config)) == nil then
		return err("CONFIG_ERROR", {option = "token_endpoint_auth_method", must = {id = "with_key"}})
	end
	if method ~= "auto" then
		return ok(method)
	end
	local offered = discovery.token_endpoint_auth_methods_supported or {}
	local basic = #offered == 0 or lib.ArrayIncludes(offered, "client_secret_basic")
	if lib.ArrayIncludes(offered, "client_secret_post") and not (basic and M.needs_no_encoding(config)) then
		return ok("client_secret_post")
	end
	if basic then
		return ok("client_secret_basic")
	end
	return err("CONFIG_ERROR", {option = "token_endpoint_auth_method", must = {id = "offered_method"}})
end

--- A new assertion for a request to `url` (RFC 7523 section 3, draft-ietf-oauth-rfc7523bis). With `token_endpoint` as audience one that
-- goes to another origin is for the issuer even so: who runs that origin could show it to the token endpoint.
local function assertion(io, config, discovery, url)
	local endpoint = discovery.token_endpoint
	local is_older = config.client_assertion_audience == "token_endpoint" and urls.same_origin(url, endpoint)
	local now = io.time()
	return client_keys().sign(io, M.alg_of(config), is_older and "JWT" or "client-authentication+jwt", {
		iss = config.client_id,
		sub = config.client_id,
		aud = is_older and (discovery.published_token_endpoint or endpoint) or config.issuer_url,
		jti = encoding.base64url_encode(hash.random(16)),
		iat = now,
		exp = now + assertion_lifetime
	})
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
	local method = M.choose_method(io, config, discovery)
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
