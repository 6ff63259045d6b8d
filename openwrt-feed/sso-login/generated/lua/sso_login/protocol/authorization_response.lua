-- Generated from src/sso_login/protocol/authorization_response.ts by "make lua"; do not edit.
--- The response to the authorization request (OpenID Connect Core section 3.1.2.5, RFC 9207).
local M = {}
local result = require("sso_login.result")
local ok = result.ok
local json_values = require("sso_login.base.json_values")
local err, ok = result.err, result.ok

--- Loaded for a response that is refused.
local function refused_response()
	return require("sso_login.explain.refused_response")
end

--- Whether a response has an error; a parameter without a value is as none (RFC 6749 section 3.1).
local function has_error(params)
	return (params.error or "") ~= ""
end

--- The state of a response, by which its login is found. INVALID_REQUEST where it is missing, or both code and error are.
function M.state_of(params)
	local state = params.state or ""
	local is_complete = state ~= "" and ((params.code or "") ~= "" or has_error(params))
	return is_complete and ok(state) or refused_response().incomplete(params)
end

--- Validates the response to a login whose state is right, and returns the code. `iss_expected` says whether the provider's metadata promise
-- the issuer (RFC 9207 section 2.4). IDP_ERROR where `iss` is not the issuer, or is missing, and where the provider reports an error.
function M.validate(params, issuer, iss_expected)
	local iss = params.iss
	local is_right
	if iss ~= nil then
		is_right = iss == issuer
	else
		is_right = not iss_expected
	end
	return is_right and not has_error(params) and ok(json_values.text_of(params.code)) or refused_response().refused(
		params,
		issuer
	)
end

return M
