-- Generated from src/sso_login/protocol/pushed_request.ts by "make lua"; do not edit.
--- The pushed authorization request (RFC 9126).
local M = {}
local encoding = require("sso_login.base.encoding")
local json_values = require("sso_login.base.json_values")
local strings = require("sso_login.base.strings")
local failed_answer = require("sso_login.explain.failed_answer")
local provider_errors = require("sso_login.explain.provider_errors")
local json = require("sso_login.io.json")
local result = require("sso_login.result")
local client_request = require("sso_login.protocol.client_request")
local provider_calls = require("sso_login.protocol.provider_calls")
local err, ok = result.err, result.ok

--- The error that the answer to a pushed request reports; a `request_uri` beside other members than an error is none.
function M.error_in(response, secrets)
	local body = json.decode_foreign(response.body)
	local answer = body.ok and body.data or {}
	local has_uri = json_values.text_of(answer.request_uri) ~= "" and not provider_errors.has_error(answer)
	return has_uri and {} or provider_errors.reported_error(answer, secrets)
end

--- The `request_uri` in the answer to a pushed request; IDP_ERROR with the provider's error (RFC 9126 sections 2.2, 2.3).
function M.read_request_uri(response, secrets)
	local body = json.decode_foreign(response.body)
	local request_uri = body.ok and json_values.text_of(body.data.request_uri) or ""
	local reported = M.error_in(response, secrets)
	if response.status ~= 201 and response.status ~= 200 or provider_errors.is_reported(reported) then
		local is_passing = failed_answer.is_passing(response.status, reported.error, response.retry_after)
		local facts = failed_answer.facts_of_answer(response, reported.error, secrets)
		facts.error = reported.error
		facts.error_description = reported.error_description
		local ____facts_reason_0 = facts.reason
		if ____facts_reason_0 == nil then
			____facts_reason_0 = "the provider refuses the pushed request"
		end
		facts.reason = ____facts_reason_0
		return err("IDP_ERROR", facts, is_passing and "passing" or nil)
	end
	if request_uri ~= "" and strings.is_visible_ascii(request_uri) then
		return ok(request_uri)
	end
	local form = body.ok and "" or ": " .. failed_answer.form_of(response.body)
	return err("IDP_ERROR", {http_status = response.status, reason = "no request_uri for the pushed request" .. form})
end

--- Sends the parameters of an authorization request to the provider beforehand (RFC 9126 section 2.1), and returns those that are left
-- for the browser. Fails with IDP_ERROR, OIDC_DISCOVERY_FAILED when there is no answer, or SSL_INIT_FAILED.
function M.push_request(io, config, metadata, query, url)
	local request = client_request.form_request(io, config, metadata, url, query)
	if not request.ok then
		return request
	end
	local response = provider_calls.call(io, config, request.data, "OIDC_DISCOVERY_FAILED")
	if not response.ok then
		return response
	end
	local request_uri = M.read_request_uri(response.data, client_request.forms_of_secret(config))
	if not request_uri.ok then
		return request_uri
	end
	local left = {{"client_id", config.client_id}, {"request_uri", request_uri.data}}
	return ok(encoding.form_encode(left))
end

return M
