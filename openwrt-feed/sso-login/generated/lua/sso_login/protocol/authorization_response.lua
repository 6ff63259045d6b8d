-- Generated from src/sso_login/protocol/authorization_response.ts by "make lua"; do not edit.
--- The response to the authorization request (OpenID Connect Core section 3.1.2.5, RFC 9207).
local lib = require("sso_login.lualib")
local M = {}
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- Longest text of the provider that reaches the log.
local max_provider_text = 200

local function cut(text)
	return type(text) == "string" and lib.StringSubstring(text, 0, max_provider_text) or nil
end

--- The error that the provider reports (RFC 6749 section 4.1.2.1).
function M.reported_error(response)
	return {error = cut(response.error), error_description = cut(response.error_description)}
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
	return params.error ~= nil and err("IDP_ERROR", M.reported_error(params)) or nil
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
