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
local function wrong_member(answer, needs_id_token)
	local token_type = answer.token_type
	if token_type ~= nil and string.lower(json_values.text_of(token_type)) ~= "bearer" then
		-- It would be sent to the UserInfo endpoint as a Bearer token (RFC 6749 section 7.1).
		return {"token_type", token_type}
	end
	local id_token = answer.id_token
	local ____temp_1 = not needs_id_token
	if ____temp_1 then
		local ____id_token_0 = id_token
		if ____id_token_0 == nil then
			____id_token_0 = ""
		end
		____temp_1 = ____id_token_0 == ""
	end
	local is_absent = ____temp_1
	if not is_absent and json_values.text_of(id_token) == "" then
		return {"id_token", id_token}
	end
	local access_token = json_values.text_of(answer.access_token)
	local is_usable = access_token ~= "" and strings.is_visible_ascii(access_token)
	return not (is_usable and #access_token <= M.max_token_length) and ({
		"access_token",
		answer.access_token
	}) or nil
end

--- Reads the token response; an error counts whatever the status. `secrets` are not repeated in the log.
local function read_response(response, secrets, sent)
	local body = json.decode_foreign(response.body)
	if body.ok and sent.receive ~= nil then
		sent.receive(body.data)
	end
	local wanted = sent.needs_id_token and "id_token" or "access_token"
	if response.status ~= 200 or not body.ok or json_values.text_of(body.data[wanted]) == "" or has_error(
		body.data
	) then
		return failed_answer().no_tokens(response, body, wanted, sent.session_id, secrets)
	end
	local wrong = wrong_member(body.data, sent.needs_id_token)
	return wrong == nil and ok(body.data) or failed_answer().wrong_member(
		response.status,
		sent.session_id,
		wrong[1],
		wrong[2]
	)
end

--- Sends a form to the token endpoint; fails as `exchange_code` does.
function M.request_tokens(io, config, metadata, sender, sent)
	local request = client_request.form_request(io, config, metadata, metadata.token_endpoint, sent.form)
	if not request.ok then
		return request
	end
	local response = sender(io, request.data, "TOKEN_ENDPOINT_NETWORK_ERROR")
	local secrets = lib.ArrayConcat(client_request.forms_of_secret(config), sent.secrets)
	return response.ok and read_response(response.data, secrets, sent) or response
end

--- Exchanges the authorization code for tokens (OpenID Connect Core section 3.1.3.1, RFC 7636 section 4.5). Fails with
-- TOKEN_ENDPOINT_NETWORK_ERROR, OIDC_INVALID_GRANT, TOKEN_EXCHANGE_FAILED (details: `http_status`) or CONFIG_ERROR. Sent by
-- `provider_calls.call`, or by the function that the check gives.
function M.exchange_code(io, config, metadata, grant, send)
	local form = encoding.form_encode({
		{"grant_type", "authorization_code"},
		{"code", grant.code},
		{"redirect_uri", config.redirect_uri},
		{"code_verifier", grant.verifier}
	})
	local secrets = {grant.code, grant.verifier}
	local sent = {form = form, secrets = secrets, session_id = grant.session_id, needs_id_token = true}
	return M.request_tokens(io, config, metadata, send or provider_calls.caller(config), sent)
end

return M
