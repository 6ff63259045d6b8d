-- Generated from src/sso_login/protocol/authorization.ts by "make lua"; do not edit.
local lib, json, encoding, strings, urls, values, hash, result, back_channel, client_authentication =
    require("sso_login.use")("lualib", "io.json", "base.encoding", "base.strings", "base.urls", "base.values", "jose.hash", "result", "protocol.back_channel", "protocol.client_authentication")
local M = {}
local err, ok = result.err, result.ok
--- Longest text of the provider that reaches the log.
local max_idp_text = 200
--- The parameter `prompt` (OpenID Connect Core section 3.1.2.1): as the option says, unless the provider is to ask for the
-- account, which every `login` does.
local function prompt_of(config, discovery, wishes)
	if wishes.ask_account ~= true or config.prompt == "login" then
		return config.prompt
	end
	local offered = discovery.prompt_values_supported or {}
	return (#offered == 0 or lib.ArrayIncludes(offered, "select_account")) and "select_account" or "login"
end
--- Adds a parameter that has a value.
local function add(params, name, value)
	if value ~= nil then
		params[#params + 1] = {
			name,
			tostring(value)
		}
	end
end
--- The parameters of the request (OpenID Connect Core section 3.1.2.1, RFC 7636 section 4.3), encoded.
local function request_query(config, discovery, handshake, wishes)
	local params = {
		{"response_type", "code"},
		{"client_id", config.client_id},
		{"redirect_uri", config.redirect_uri},
		{"scope", config.scope},
		{"state", handshake.state},
		{"nonce", handshake.nonce},
		{
			"code_challenge",
			encoding.base64url_encode(hash.hash_sha256(handshake.code_verifier))
		},
		{"code_challenge_method", "S256"}
	}
	add(
		params,
		"acr_values",
		config.acr_values ~= nil and table.concat(config.acr_values, " ") or nil
	)
	add(params, "max_age", config.max_age)
	add(
		params,
		"prompt",
		prompt_of(config, discovery, wishes)
	)
	add(params, "login_hint", wishes.login_hint)
	return encoding.form_encode(params)
end
local function cut(text)
	return type(text) == "string" and lib.StringSubstring(text, 0, max_idp_text) or nil
end
--- The provider's own error (RFC 6749 section 4.1.2.1).
local function reported_error(said)
	return {
		error = cut(said.error),
		error_description = cut(said.error_description)
	}
end
--- The reference by which the provider knows a pushed request; IDP_ERROR with its own error (RFC 9126 sections 2.2, 2.3).
local function read_reference(response)
	local body = json.decode_object(response.body)
	local answer = body.ok and body.data or {}
	local reference = values.text_of(answer.request_uri)
	if response.status ~= 201 and response.status ~= 200 then
		local facts = reported_error(answer)
		facts.http_status = response.status
		facts.reason = "the provider refuses the pushed request"
		return err("IDP_ERROR", facts)
	end
	return reference ~= "" and strings.is_visible_ascii(reference) and ok(reference) or err("IDP_ERROR", {reason = "no request_uri for the pushed request"})
end
--- Hands the parameters to the provider beforehand (RFC 9126 section 2.1); what is left of them for the browser is the
-- answer. Fails with IDP_ERROR, with OIDC_DISCOVERY_FAILED where nothing answers, or SSL_INIT_FAILED.
local function push_request(io, config, discovery, query, url)
	local method = client_authentication.choose_method(config, discovery)
	if not method.ok then
		return method
	end
	local request = client_authentication.form_request(config, method.data, url, query)
	local response = back_channel.call(io, request, "OIDC_DISCOVERY_FAILED")
	local reference = response.ok and read_reference(response.data) or response
	return reference.ok and ok(encoding.form_encode({{"client_id", config.client_id}, {"request_uri", reference.data}})) or reference
end
--- The address that starts the login at the provider. CONFIG_ERROR when it would be too long to send; a provider that
-- demands the parameters beforehand gets them here, and fails as push_request does.
function M.get_auth_url(io, config, discovery, handshake, wishes)
	local query = request_query(config, discovery, handshake, wishes or {})
	local endpoint = discovery.pushed_authorization_request_endpoint
	local left = endpoint ~= nil and push_request(
		io,
		config,
		discovery,
		query,
		endpoint
	) or ok(query)
	if not left.ok then
		return left
	end
	local url = urls.add_query(discovery.authorization_endpoint, left.data)
	return #url <= urls.max_location_length and ok(url) or err("CONFIG_ERROR", {option = "scope", must = {id = "short_scope"}})
end
--- Why a response with the right state is refused: it names another issuer (RFC 9207), or it reports an error.
local function refusal_of(params, issuer)
	local iss = params.iss
	if iss ~= nil and iss ~= issuer then
		return err(
			"IDP_ERROR",
			{
				reason = "the answer comes from another issuer",
				iss = lib.StringSubstring(iss, 0, max_idp_text)
			}
		)
	end
	return params.error ~= nil and err(
		"IDP_ERROR",
		reported_error(params)
	) or nil
end
--- Judges `state`, `iss` and `error` of a response: `cookie` is the value of the state cookie, `issuer` the configured
-- one. Fails with INVALID_REQUEST, MISSING_HANDSHAKE_COOKIE or STATE_PARAMETER_MISMATCH; what is wrong beyond the state
-- is the response's `refusal`, so that the caller can use up the state first.
function M.judge_response(params, cookie, issuer)
	local state = params.state or ""
	local code = params.code or ""
	if state == "" then
		return err("INVALID_REQUEST", {reason = "missing parameter", parameter = "state"})
	end
	if code == "" and params.error == nil then
		return err("INVALID_REQUEST", {reason = "missing parameter", parameter = "code"})
	end
	if cookie == nil or cookie == "" then
		return err("MISSING_HANDSHAKE_COOKIE")
	end
	if not hash.constant_time_eq(state, cookie) then
		return err("STATE_PARAMETER_MISMATCH")
	end
	return ok({
		state = state,
		refusal = refusal_of(params, issuer)
	})
end
--- A provider that promises to name itself in every response does (RFC 9207 section 2.4): IDP_ERROR otherwise.
function M.check_promised_issuer(discovery, iss)
	return iss == nil and discovery.authorization_response_iss_parameter_supported and err("IDP_ERROR", {reason = "the answer has no iss although the provider promises it"}) or ok(true)
end
return M
