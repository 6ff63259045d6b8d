-- Generated from src/sso_login/login/revalidation/token_refresh.ts by "make lua"; do not edit.
--- The refresh token of a session: new tokens for it (OpenID Connect Core section 12), and its revocation (RFC 7009).
local M = {}
local encoding = require("sso_login.base.encoding")
local urls = require("sso_login.base.urls")
local json_values = require("sso_login.base.json_values")
local provider_calls = require("sso_login.protocol.provider_calls")
local client_request = require("sso_login.protocol.client_request")
local known_metadata = require("sso_login.protocol.known_metadata")
local token_request = require("sso_login.protocol.token_request")
local result = require("sso_login.result")
local err, ok = result.err, result.ok
local err = result.err

--- Seconds for the calls of a revocation, each.
local revocation_timeout = 5

--- Sends a refresh token for new ones; `log_id` names the session in log lines. Fails as `token_request.send` does.
function M.send(io, config, metadata, refresh_token, log_id)
	local form = encoding.form_encode({{"grant_type", "refresh_token"}, {"refresh_token", refresh_token}})
	local request = {form = form, secrets = {refresh_token}, log_id = log_id, needs_id_token = false}
	return token_request.send(io, config, metadata, provider_calls.caller(config), request)
end

--- Revokes a refresh token, as far as the provider can do it and answers: nothing depends on the outcome.
function M.revoke(io, config, refresh_token)
	local known = known_metadata.of_provider(io, config, revocation_timeout)
	if not known.ok or known.data.revocation_endpoint == nil then
		return
	end
	local form = encoding.form_encode({{"token", refresh_token}, {"token_type_hint", "refresh_token"}})
	local code = "TOKEN_ENDPOINT_NETWORK_ERROR"
	known_metadata.by_metadata(io, config, known, "revocation_endpoint", function(metadata)
		local endpoint = json_values.text_of(metadata.revocation_endpoint)
		local request = urls.parse_https(endpoint) ~= nil and client_request.form_request(
			io,
			config,
			metadata,
			endpoint,
			form
		) or err(code)
		local answer = request.ok and provider_calls.call(io, config, request.data, code) or request
		return answer.ok and answer.data.status ~= 200 and err(code) or answer
	end)
end

return M
