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

--- The state of a response, by which its login is found. INVALID_REQUEST where it is missing, or both code and error are.
function M.state_of(params)
	local state = params.state or ""
	if state == "" then
		return err("INVALID_REQUEST", {reason = "missing parameter", parameter = "state"})
	end
	return (params.code or "") == "" and params.error == nil and err("INVALID_REQUEST", {
		reason = "missing parameter",
		parameter = "code"
	}) or ok(state)
end

--- Validates the response to a login whose state is right, and returns the code. Without `discovery` it is not known whether `iss` must
-- be there: a response that passes is validated again with it. IDP_ERROR where `iss` is not the issuer, or is missing although
-- the provider advertises it (RFC 9207 section 2.4), and where the provider reports an error.
function M.validate(params, issuer, discovery)
	local iss = params.iss
	if iss ~= nil and iss ~= issuer then
		return err("IDP_ERROR", {reason = "the answer comes from another issuer", iss = cut(iss)})
	end
	if params.error ~= nil then
		return err("IDP_ERROR", M.reported_error(params))
	end
	if iss == nil and discovery ~= nil and discovery.authorization_response_iss_parameter_supported then
		return err("IDP_ERROR", {reason = "the answer has no iss although the provider promises it"})
	end
	return ok(params.code or "")
end

return M
