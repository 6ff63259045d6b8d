-- Generated from src/sso_login/registration/registration_requests.ts by "make lua"; do not edit.
--- The requests of a registration, and findings about those that fail.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local json_values = require("sso_login.base.json_values")
local failed_calls = require("sso_login.check.failed_calls")
local metadata_check = require("sso_login.check.metadata_check")
local report = require("sso_login.check.report")
local call_kinds = require("sso_login.explain.call_kinds")
local failed_answer = require("sso_login.explain.failed_answer")
local provider_errors = require("sso_login.explain.provider_errors")
local metadata_call = require("sso_login.protocol.metadata_call")
local provider_calls = require("sso_login.protocol.provider_calls")
local provider_metadata = require("sso_login.protocol.provider_metadata")
local result = require("sso_login.result")
local err, ok = result.err, result.ok
local err = result.err
M.endpoint_name = "registration_endpoint"
local code = "REGISTRATION_FAILED"

--- The provider's metadata; undefined, and findings, where they cannot be read or are another issuer's.
function M.fetch_metadata(run, config)
	local url = provider_metadata.url_of(config)
	local sent = metadata_call.get_metadata(run.io, url, "OIDC_DISCOVERY_FAILED", provider_calls.send)
	local metadata = failed_calls.read_answer(run, call_kinds.metadata_name, url, sent, "OIDC_DISCOVERY_FAILED")
	if metadata == nil or provider_metadata.read_metadata(metadata, config.issuer_url).ok then
		return metadata
	end
	local before = run.findings
	run.findings = {}
	metadata_check.check_metadata(run, config, metadata, url)
	-- The registration ends here, and only errors say why.
	run.findings = lib.ArrayConcat(
		before,
		lib.ArrayFilter(run.findings, function(_, finding) return finding.level == "error" end)
	)
	return nil
end

--- Sends a request; undefined and a finding where no answer comes. The address of a registration is used as the provider gave it.
local function ask(run, config, request)
	local method = request.method
	local sent = request.sent
	local origin = method == "POST" and provider_metadata.internal_origin(config.internal_issuer_url) or nil
	local url = provider_metadata.at_origin(request.address, origin)
	local headers = lib.ArrayConcat(
		lib.ArrayConcat(
			{"Accept: application/json"},
			request.token ~= "" and ({"Authorization: Bearer " .. request.token}) or {}
		),
		sent ~= nil and ({"Content-Type: application/json"}) or {}
	)
	local body = sent ~= nil and json.encode(sent) or nil
	local response = provider_calls.send(run.io, {method = method, url = url, headers = headers, body = body}, code)
	if not response.ok then
		failed_calls.note_failure(run, M.endpoint_name, url, response)
		return nil
	end
	return {url = url, response = response.data}
end

--- The provider's error in a refusal (RFC 7591 section 3.2.2), without the access token.
local function error_in(request, response)
	return provider_errors.reported_in(response, json.decode_object(response.body), {request.token})
end

--- The finding of a refusal (RFC 7591 section 3.2.2, RFC 6750 section 3.1), of an earlier registration by RFC 7592 section 2; undefined where
-- the provider itself has failed.
local function refusal_of(request, response)
	local status = response.status
	local ____error = error_in(request, response).error
	if request.method ~= "POST" and lib.ArrayIncludes({401, 404, 410}, status) then
		return "register_gone"
	end
	if request.method ~= "POST" and lib.ArrayIncludes({403, 405, 501}, status) then
		return "register_unmanaged"
	end
	if status == 401 then
		return "register_token"
	end
	if ____error == "invalid_redirect_uri" then
		return "register_redirect"
	end
	local has_failed = failed_answer.is_passing(status, ____error, response.retry_after)
	return not has_failed and (json_values.text_of(____error) ~= "" or status == 403) and "register_refused" or nil
end

--- Notes a refusal, with the provider's words.
local function note_refusal(run, redirect_uri, request, reply)
	local response = reply.response
	local reported = error_in(request, response)
	local ____json_values_text_of_2 = json_values.text_of
	local ____reported_error_description_0 = reported.error_description
	if ____reported_error_description_0 == nil then
		____reported_error_description_0 = reported.error
	end
	local ____reported_error_description_0_1 = ____reported_error_description_0
	if ____reported_error_description_0_1 == nil then
		____reported_error_description_0_1 = "HTTP " .. tostring(response.status)
	end
	local said = ____json_values_text_of_2(____reported_error_description_0_1)
	local words = lib.StringEndsWith(said, ".") and lib.StringSubstring(said, 0, #said - 1) or said
	local refusal = refusal_of(request, response)
	if refusal == nil then
		local facts = failed_answer.facts_of_answer(response, reported.error, {request.token})
		facts.error_description = reported.error_description
		facts.reason = response.status == 200 and failed_answer.form_of(response.body) or nil
		failed_calls.note_failure(run, M.endpoint_name, reply.url, err(code, facts), response.body)
	else
		report.error(run, refusal, {redirect_uri = redirect_uri, words = words})
	end
end

--- The answer's object, or what was sent where the provider says no more; undefined and a finding after a failure.
local function read_reply(run, config, request, reply)
	local status = reply.response.status
	if request.method ~= "POST" and (status == 204 or status == 200 and request.sent == nil) then
		return request.sent or {}
	end
	local answer = json.decode_object(reply.response.body)
	if (status == 201 or status == 200) and answer.ok then
		return answer.data
	end
	if status == 201 then
		report.error(run, "register_answer", {reason = failed_answer.form_of(reply.response.body)})
		report.warning(run, "register_left", {client = request.address})
	else
		note_refusal(run, config.redirect_uri, request, reply)
	end
	return nil
end

--- Sends a request; returns the answer's object, or undefined and a finding. Some providers permit no `openid` among a client's scopes
-- (Keycloak), and others demand it there (Hydra): metadata that are refused are sent once more without `scope`, for the provider's own choice.
function M.send(run, config, request)
	local metadata = request.sent
	local reply = ask(run, config, request)
	if metadata ~= nil and reply ~= nil and refusal_of(request, reply.response) == "register_refused" then
		metadata.scope = nil
		reply = ask(run, config, request)
	end
	return reply ~= nil and read_reply(run, config, request, reply) or nil
end

return M
