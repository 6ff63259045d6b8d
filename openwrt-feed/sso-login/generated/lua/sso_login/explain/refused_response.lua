-- Generated from src/sso_login/explain/refused_response.ts by "make lua"; do not edit.
--- The reason why a response to the authorization request is refused.
local lib = require("sso_login.lualib")
local M = {}
local json_values = require("sso_login.base.json_values")
local result = require("sso_login.result")
local err = result.err
local failed_answer = require("sso_login.explain.failed_answer")
local provider_errors = require("sso_login.explain.provider_errors")
local err, ok = result.err, result.ok

--- Words, plain, by which a provider says that its own part of the login is over; Keycloak asks clients to begin again at once.
local expired_words = {"authenticationexpired", "sessionexpired", "sessionhasexpired", "sessiontimedout"}

local function has_expired(params)
	local said = provider_errors.plain(json_values.text_of(params.error_description))
	return lib.ArraySome(expired_words, function(_, words) return lib.StringIncludes(said, words) end)
end

--- The error that the provider reports (RFC 6749 section 4.1.2.1).
local function reported_error(params)
	local facts = has_expired(params) and ({cause = "expired"}) or failed_answer.passing_facts(nil, params.error)
	facts.error = provider_errors.cut(params.error)
	facts.error_description = provider_errors.cut(params.error_description)
	return facts
end

--- The refusal of a response without its state, or without code and error. One without any of these is most often in the fragment of the
-- address, which no browser sends.
function M.incomplete(params)
	if (params.state or "") ~= "" then
		return err("INVALID_REQUEST", {reason = "missing parameter", parameter = "code"})
	end
	if (params.error or params.error_description) ~= nil then
		local facts = reported_error(params)
		facts.reason = "missing parameter"
		facts.parameter = "state"
		return err("INVALID_REQUEST", facts)
	end
	-- Without a code, too, or with a JWT that holds the answer (JWT Secured Authorization Response Mode).
	local hint = (params.code or "") == "" and ({id = "answer_in_query"}) or nil
	return err("INVALID_REQUEST", {reason = "missing parameter", parameter = "state", hint = hint})
end

--- The refusal of a response of another issuer, with an error, or without the issuer that the provider promises. `is_again`: the login has been
-- begun again already, so this one ends.
function M.refused(params, issuer, is_again)
	local iss = params.iss
	if iss ~= nil and iss ~= issuer then
		return err("IDP_ERROR", {reason = "the answer comes from another issuer", iss = provider_errors.cut(iss)})
	end
	local of_request = params.error == "invalid_request" and "request" or nil
	local meaning = has_expired(params) and "begin_again" or of_request
	return (params.error or "") ~= "" and err(
		"IDP_ERROR",
		reported_error(params),
		not is_again and meaning or nil
	) or err("IDP_ERROR", {reason = "the answer has no iss although the provider promises it"})
end

return M
