-- Generated from src/sso_login/protocol/client_request.ts by "make lua"; do not edit.
--- Requests by which this client proves itself at the provider (RFC 6749 section 2.3, RFC 7523), and the pushed one (RFC 9126).
local lib = require("sso_login.lualib")
local M = {}
local encoding = require("sso_login.base.encoding")
local foreign_json = require("sso_login.jose.foreign_json")
local provider_errors = require("sso_login.protocol.provider_errors")
local strings = require("sso_login.base.strings")
local urls = require("sso_login.base.urls")
local json_values = require("sso_login.base.json_values")
local hash = require("sso_login.jose.hash")
local result = require("sso_login.result")
local provider_calls = require("sso_login.protocol.provider_calls")
local client_authentication = require("sso_login.protocol.client_authentication")
local err, ok = result.err, result.ok

--- Loaded for a client with a key in the place of a secret.
local function client_keys()
	return require("sso_login.jose.client_keys")
end

--- Lifetime of an assertion, in seconds.
local assertion_lifetime = 60

--- A new assertion for a request to `url` (RFC 7523 section 3, draft-ietf-oauth-rfc7523bis). One that goes to another origin than the token
-- endpoint's has the issuer as audience, whatever the option says: that origin's owner could present it at the token endpoint. So has one
-- to an internal origin, unless the published token endpoint is at the issuer's origin: the provider may publish that of another one.
local function assertion(io, config, metadata, url)
	local endpoint = metadata.token_endpoint
	local audience = metadata.published_token_endpoint or endpoint
	local is_own = audience == endpoint or urls.same_origin(audience, config.issuer_url)
	local is_older = config.client_assertion_audience == "token_endpoint" and urls.same_origin(url, endpoint) and is_own
	local now = io.time()
	return client_keys().sign(
		io,
		client_authentication.alg_of(config),
		is_older and "JWT" or "client-authentication+jwt",
		{
			iss = config.client_id,
			sub = config.client_id,
			aud = is_older and audience or config.issuer_url,
			jti = encoding.base64url_encode(hash.random(16)),
			iat = now,
			exp = now + assertion_lifetime
		}
	)
end

--- The credentials of a Basic header: form-encoded id and secret (RFC 6749 section 2.3.1).
local function basic_credentials(config)
	local pair = encoding.percent_encode(config.client_id) .. ":" .. encoding.percent_encode(config.client_secret)
	return encoding.base64_encode(pair)
end

--- The forms in which the client secret is sent. A text of the provider that repeats one of them is not shown.
function M.forms_of_secret(config)
	return {config.client_secret, encoding.percent_encode(config.client_secret), basic_credentials(config)}
end

--- The credentials for a method: an assertion, a Basic header of the form-encoded id and secret, or both as parameters.
local function credentials(io, config, metadata, method, url)
	local id = {"client_id", config.client_id}
	if method == "private_key_jwt" then
		local signed = assertion(io, config, metadata, url)
		if not signed.ok then
			return signed
		end
		local ____type = {"client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"}
		return ok({headers = {}, params = {id, ____type, {"client_assertion", signed.data}}})
	end
	if method == "client_secret_post" then
		return ok({headers = {}, params = {id, {"client_secret", config.client_secret}}})
	end
	return ok({headers = {"Authorization: Basic " .. basic_credentials(config)}, params = {}})
end

--- A POST of an encoded form to `url` by this client; an id that the form has already is sent once. CONFIG_ERROR where there is no way
-- to authenticate, as choose_method says.
function M.form_request(io, config, metadata, url, form)
	local method = client_authentication.choose_method(io, config, metadata)
	if not method.ok then
		return method
	end
	local proof = credentials(io, config, metadata, method.data, url)
	if not proof.ok then
		return proof
	end
	local missing = lib.ArrayFilter(
		proof.data.params,
		function(_, pair) return not lib.StringIncludes(form, pair[1] .. "=") end
	)
	local headers = {"Accept: application/json", "Content-Type: application/x-www-form-urlencoded"}
	return ok({
		method = "POST",
		url = url,
		headers = lib.ArrayConcat(headers, proof.data.headers),
		body = #missing > 0 and form .. "&" .. encoding.form_encode(missing) or form
	})
end

--- The `request_uri` in the answer to a pushed request; IDP_ERROR with the provider's error (RFC 9126 sections 2.2, 2.3).
function M.read_request_uri(response, secrets)
	local body = foreign_json.decode_object(response.body)
	local answer = body.ok and body.data or {}
	local request_uri = json_values.text_of(answer.request_uri)
	local has_uri = request_uri ~= "" and not provider_errors.has_error(answer)
	local reported = has_uri and {} or provider_errors.reported_error(answer, secrets)
	if response.status ~= 201 and response.status ~= 200 or provider_errors.is_reported(reported) then
		local facts = provider_calls.failure_facts(response, reported.error, secrets)
		facts.error = reported.error
		facts.error_description = reported.error_description
		local ____facts_reason_0 = facts.reason
		if ____facts_reason_0 == nil then
			____facts_reason_0 = "the provider refuses the pushed request"
		end
		facts.reason = ____facts_reason_0
		return err("IDP_ERROR", facts)
	end
	return request_uri ~= "" and strings.is_visible_ascii(request_uri) and ok(request_uri) or err("IDP_ERROR", {
		http_status = response.status,
		reason = "no request_uri for the pushed request"
	})
end

--- Sends the parameters of an authorization request to the provider beforehand (RFC 9126 section 2.1), and returns those that are left
-- for the browser. Fails with IDP_ERROR, OIDC_DISCOVERY_FAILED when there is no answer, or SSL_INIT_FAILED.
function M.push_request(io, config, metadata, query, url)
	local request = M.form_request(io, config, metadata, url, query)
	if not request.ok then
		return request
	end
	local response = provider_calls.call(io, config, request.data, "OIDC_DISCOVERY_FAILED")
	if not response.ok then
		return response
	end
	local request_uri = M.read_request_uri(response.data, M.forms_of_secret(config))
	if not request_uri.ok then
		return request_uri
	end
	local left = {{"client_id", config.client_id}, {"request_uri", request_uri.data}}
	return ok(encoding.form_encode(left))
end

return M
