-- Generated from src/sso_login/protocol/authorization_response.ts by "make lua"; do not edit.
--- The response to the authorization request (OpenID Connect Core section 3.1.2.5, RFC 9207).
local M = {}
local result = require("sso_login.result")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local provider_errors = require("sso_login.protocol.provider_errors")
local provider_calls = require("sso_login.protocol.provider_calls")
local err, ok = result.err, result.ok

--- The error that the provider reports (RFC 6749 section 4.1.2.1).
local function reported_error(params)
	local facts = provider_calls.passing_facts(nil, params.error)
	facts.error = provider_errors.cut(params.error)
	facts.error_description = provider_errors.cut(params.error_description)
	return facts
end

--- Whether a response has an error; a parameter without a value is as none (RFC 6749 section 3.1).
local function has_error(params)
	return (params.error or "") ~= ""
end

--- The refusal of a response without state. One without anything is most often in the fragment of the address, which no browser sends.
local function without_state(params)
	if (params.error or params.error_description) ~= nil then
		local facts = reported_error(params)
		facts.reason = "missing parameter"
		facts.parameter = "state"
		return err("INVALID_REQUEST", facts)
	end
	local is_empty = #strings.sorted_keys(params) == 0
	-- A JWT holds the answer (JWT Secured Authorization Response Mode).
	local hint = (is_empty or params.response ~= nil) and ({id = "answer_in_query"}) or nil
	return err("INVALID_REQUEST", {reason = "missing parameter", parameter = "state", hint = hint})
end

--- The state of a response, by which its login is found. INVALID_REQUEST where it is missing, or both code and error are.
function M.state_of(params)
	local state = params.state or ""
	if state == "" then
		return without_state(params)
	end
	return (params.code or "") == "" and not has_error(params) and err("INVALID_REQUEST", {
		reason = "missing parameter",
		parameter = "code"
	}) or ok(state)
end

--- Validates the response to a login whose state is right, and returns the code. Without `metadata` it is not known whether `iss` must
-- be there: a response that passes is validated again with it. IDP_ERROR where `iss` is not the issuer, or is missing although
-- the provider advertises it (RFC 9207 section 2.4), and where the provider reports an error.
function M.validate(params, issuer, metadata)
	local iss = params.iss
	if iss ~= nil and iss ~= issuer then
		return err("IDP_ERROR", {reason = "the answer comes from another issuer", iss = provider_errors.cut(iss)})
	end
	if has_error(params) then
		return err("IDP_ERROR", reported_error(params))
	end
	if iss == nil and metadata ~= nil and metadata.authorization_response_iss_parameter_supported then
		return err("IDP_ERROR", {reason = "the answer has no iss although the provider promises it"})
	end
	return ok(json_values.text_of(params.code))
end

return M
