-- Generated from src/sso_login/protocol/token_request.ts by "make lua"; do not edit.
--- The token endpoint: tokens for an authorization code (OpenID Connect Core section 3.1.3) or a refresh token.
local lib = require("sso_login.lualib")
local M = {}
local encoding = require("sso_login.base.encoding")
local json = require("sso_login.io.json")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local result = require("sso_login.result")
local ok = result.ok
local provider_calls = require("sso_login.protocol.provider_calls")
local client_request = require("sso_login.protocol.client_request")
local err, ok = result.err, result.ok

--- Loaded for answers that are refused.
local function failed_answer()
	return require("sso_login.explain.failed_answer")
end

local function provider_errors()
	return require("sso_login.explain.provider_errors")
end

--- Bytes of an ID Token and of an access token.
M.max_token_length = 16384

--- Whether an answer has an error beside its tokens.
local function has_error(answer)
	return answer.error ~= nil and provider_errors().has_error(answer)
end

--- The name and the value of the first member of a token response that is of no use; undefined where all are right.
local function wrong_member(answer)
	local token_type = answer.token_type
	if token_type ~= nil and string.lower(json_values.text_of(token_type)) ~= "bearer" then
		-- It would be sent to the UserInfo endpoint as a Bearer token (RFC 6749 section 7.1).
		return {"token_type", token_type}
	end
	local ____answer_id_token_0 = answer.id_token
	if ____answer_id_token_0 == nil then
		____answer_id_token_0 = ""
	end
	local id_token = ____answer_id_token_0
	if id_token ~= "" and json_values.text_of(id_token) == "" then
		return {"id_token", id_token}
	end
	local access_token = json_values.text_of(answer.access_token)
	local is_usable = access_token ~= "" and strings.is_visible_ascii(access_token)
	return not (is_usable and #access_token <= M.max_token_length) and ({
		"access_token",
		answer.access_token
	}) or nil
end

--- Sends a form to the token endpoint. CONFIG_ERROR, TOKEN_ENDPOINT_NETWORK_ERROR.
function M.send(io, config, metadata, sender, sent)
	local request = client_request.form_request(io, config, metadata, metadata.token_endpoint, sent.form)
	if not request.ok then
		return request
	end
	local response = sender(io, request.data, "TOKEN_ENDPOINT_NETWORK_ERROR")
	if not response.ok then
		return response
	end
	local secrets = lib.ArrayConcat(client_request.forms_of_secret(config), sent.secrets)
	return ok({
		response = response.data,
		body = json.decode_foreign(response.data.body),
		sent = sent,
		secrets = secrets
	})
end

--- The tokens of an answer; an error in it counts whatever the status. OIDC_INVALID_GRANT, TOKEN_EXCHANGE_FAILED (details: `http_status`).
function M.tokens_of(received)
	local response = received.response
	local body = received.body
	local sent = received.sent
	local wanted = sent.needs_id_token and "id_token" or "access_token"
	if response.status ~= 200 or not body.ok or json_values.text_of(body.data[wanted]) == "" or has_error(
		body.data
	) then
		return failed_answer().no_tokens(response, body, wanted, sent.log_id, received.secrets)
	end
	local wrong = wrong_member(body.data)
	return wrong == nil and ok(body.data) or failed_answer().wrong_member(
		response.status,
		sent.log_id,
		wrong[1],
		wrong[2]
	)
end

--- Exchanges the authorization code for tokens (OpenID Connect Core section 3.1.3.1, RFC 7636 section 4.5). Fails with
-- TOKEN_ENDPOINT_NETWORK_ERROR, OIDC_INVALID_GRANT, TOKEN_EXCHANGE_FAILED (details: `http_status`) or CONFIG_ERROR. Sent by
-- `provider_calls.call`, or by the function that the check gives.
function M.exchange_code(io, config, metadata, grant, sender)
	local form = encoding.form_encode({
		{"grant_type", "authorization_code"},
		{"code", grant.code},
		{"redirect_uri", config.redirect_uri},
		{"code_verifier", grant.verifier}
	})
	local secrets = {grant.code, grant.verifier}
	local sent = {form = form, secrets = secrets, log_id = grant.log_id, needs_id_token = true}
	local received = M.send(io, config, metadata, sender or provider_calls.caller(config), sent)
	return received.ok and M.tokens_of(received.data) or received
end

return M
