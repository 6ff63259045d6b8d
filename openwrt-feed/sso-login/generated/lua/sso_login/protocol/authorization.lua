-- Generated from src/sso_login/protocol/authorization.ts by "make lua"; do not edit.
--- The authorization request and its response (OpenID Connect Core section 3.1.2, RFC 7636, RFC 9126, RFC 9207).
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local encoding = require("sso_login.base.encoding")
local strings = require("sso_login.base.strings")
local urls = require("sso_login.base.urls")
local values = require("sso_login.base.values")
local hash = require("sso_login.jose.hash")
local result = require("sso_login.result")
local client_authentication = require("sso_login.protocol.client_authentication")
local err, ok = result.err, result.ok

--- Loaded for the providers that demand the request beforehand.
local function back_channel()
	return require("sso_login.protocol.back_channel")
end

--- Longest text of the provider that reaches the log.
local max_provider_text = 200

--- The parameter `prompt` (OpenID Connect Core section 3.1.2.1): as the option says, unless the user asked for another account, or to
-- log in anew, which both are what `login` does. Providers answer a `select_account` that they do not know with an error.
local function prompt_of(config, discovery, options)
	if options.prompt == nil or config.prompt == "login" then
		return config.prompt
	end
	local offered = discovery.prompt_values_supported or {}
	return options.prompt == "select_account" and lib.ArrayIncludes(
		offered,
		"select_account"
	) and "select_account" or "login"
end

--- Adds a parameter that has a value.
local function add(params, name, value)
	if value ~= nil then
		params[#params + 1] = {name, tostring(value)}
	end
end

--- The parameters of the request (OpenID Connect Core section 3.1.2.1, RFC 7636 section 4.3), encoded.
local function request_query(config, discovery, handshake, options)
	local params = {
		{"response_type", "code"},
		{"client_id", config.client_id},
		{"redirect_uri", config.redirect_uri},
		{"scope", config.scope},
		{"state", handshake.state},
		{"nonce", handshake.nonce},
		{"code_challenge", encoding.base64url_encode(hash.hash_sha256(handshake.code_verifier))},
		{"code_challenge_method", "S256"}
	}
	add(params, "acr_values", config.acr_values ~= nil and table.concat(config.acr_values, " ") or nil)
	add(params, "max_age", config.max_age)
	add(params, "prompt", prompt_of(config, discovery, options))
	add(params, "login_hint", options.login_hint)
	return encoding.form_encode(params)
end

local function cut(text)
	return type(text) == "string" and lib.StringSubstring(text, 0, max_provider_text) or nil
end

--- The error that the provider reports (RFC 6749 section 4.1.2.1).
local function reported_error(response)
	return {error = cut(response.error), error_description = cut(response.error_description)}
end

--- The `request_uri` of a pushed request; IDP_ERROR with the provider's error (RFC 9126 sections 2.2, 2.3).
local function read_request_uri(response)
	local body = json.decode_object(response.body)
	local answer = body.ok and body.data or {}
	local request_uri = values.text_of(answer.request_uri)
	if response.status ~= 201 and response.status ~= 200 then
		local facts = reported_error(answer)
		facts.http_status = response.status
		facts.reason = "the provider refuses the pushed request"
		return err("IDP_ERROR", facts)
	end
	return request_uri ~= "" and strings.is_visible_ascii(request_uri) and ok(request_uri) or err("IDP_ERROR", {
		reason = "no request_uri for the pushed request"
	})
end

--- Hands the parameters to the provider beforehand (RFC 9126 section 2.1); what is left of them for the browser is the
-- answer. Fails with IDP_ERROR, with OIDC_DISCOVERY_FAILED where nothing answers, or SSL_INIT_FAILED.
local function push_request(io, config, discovery, query, url)
	local request = client_authentication.form_request(io, config, discovery, url, query)
	if not request.ok then
		return request
	end
	local response = back_channel().call(io, request.data, "OIDC_DISCOVERY_FAILED")
	local request_uri = response.ok and read_request_uri(response.data) or response
	return request_uri.ok and ok(
		encoding.form_encode({{"client_id", config.client_id}, {"request_uri", request_uri.data}})
	) or request_uri
end

--- The address that starts the login at the provider. CONFIG_ERROR when it would be too long to send; a provider that
-- demands the parameters beforehand gets them here, and fails as push_request does.
function M.get_auth_url(io, config, discovery, handshake, options)
	local query = request_query(config, discovery, handshake, options or {})
	local endpoint = discovery.pushed_authorization_request_endpoint
	local sent = endpoint ~= nil and push_request(io, config, discovery, query, endpoint) or ok(query)
	if not sent.ok then
		return sent
	end
	local url = urls.add_query(discovery.authorization_endpoint, sent.data)
	return #url <= urls.max_location_length and ok(url) or err("CONFIG_ERROR", {
		option = "scope",
		must = {id = "short_scope"}
	})
end

--- Why a response with the right state is refused: it names another issuer (RFC 9207), or it reports an error.
local function refusal_of(params, issuer)
	local iss = params.iss
	if iss ~= nil and iss ~= issuer then
		return err("IDP_ERROR", {
			reason = "the answer comes from another issuer",
			iss = lib.StringSubstring(iss, 0, max_provider_text)
		})
	end
	return params.error ~= nil and err("IDP_ERROR", reported_error(params)) or nil
end

--- Validates the parameters of a response; `issuer` is the configured one. Fails with INVALID_REQUEST; what is wrong beyond the
-- form is the response's `refusal`, so that the caller can check the state and use it up first.
function M.read_response(params, issuer)
	local state = params.state or ""
	local code = params.code or ""
	if state == "" then
		return err("INVALID_REQUEST", {reason = "missing parameter", parameter = "state"})
	end
	if code == "" and params.error == nil then
		return err("INVALID_REQUEST", {reason = "missing parameter", parameter = "code"})
	end
	return ok({state = state, refusal = refusal_of(params, issuer)})
end

--- A provider that advertises `iss` in its responses must send it (RFC 9207 section 2.4): IDP_ERROR otherwise.
function M.check_advertised_issuer(discovery, iss)
	return iss == nil and discovery.authorization_response_iss_parameter_supported and err("IDP_ERROR", {
		reason = "the answer has no iss although the provider promises it"
	}) or ok(true)
end

return M
