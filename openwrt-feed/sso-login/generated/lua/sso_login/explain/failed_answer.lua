-- Generated from src/sso_login/explain/failed_answer.ts by "make lua"; do not edit.
--- The facts about an answer of the provider that is not what was asked for: for the log, the error page and the check.
local lib = require("sso_login.lualib")
local M = {}
local failure_facts = require("sso_login.base.failure_facts")
local json_values = require("sso_login.base.json_values")
local strings = require("sso_login.base.strings")
local token_claims = require("sso_login.jose.token_claims")
local result = require("sso_login.result")
local err = result.err
local provider_errors = require("sso_login.explain.provider_errors")
local err, ok = result.err, result.ok

--- Statuses of failures that pass (RFC 9110 section 15.5.9, RFC 8470 section 5.2, RFC 6585 section 4); so do all faults of servers.
local passing_statuses = {408, 425, 429}

--- Words in errors that pass (RFC 6749 section 4.1.2.1, RFC 8628 section 3.5) and in those of limits, which each provider calls otherwise:
-- `rate_limit_exceeded`, `TooManyRequestsException`, `RESOURCE_EXHAUSTED`.
local passing_words = {
	"unavailable",
	"servererror",
	"slowdown",
	"toomany",
	"toofast",
	"ratelimit",
	"requestlimit",
	"limitexceeded",
	"throttl",
	"exhausted",
	"quota",
	"overload",
	"busy",
	"timeout",
	"timedout"
}

--- Whether a failure passes, by its status, its error and the header Retry-After.
function M.is_passing(status, reported, retry_after)
	-- The provider has named the address: a proxy answers so while the provider starts.
	local is_away = status == 404 and reported == nil
	local by_status = status ~= nil and (status >= 500 or is_away or lib.ArrayIncludes(passing_statuses, status))
	local ____error = provider_errors.plain(json_values.text_of(reported))
	return by_status or lib.ArraySome(
		passing_words,
		function(_, words) return lib.StringIncludes(____error, words) end
	) or retry_after ~= nil
end

--- The cause of a failure that passes, for the error page and the log; no facts for any other. `retry_after` is promised only by these.
function M.passing_facts(status, reported, retry_after)
	return M.is_passing(status, reported, retry_after) and ({
		cause = "temporary",
		reason = "the provider cannot answer now: try again later"
	}) or {}
end

--- Errors about the client or the request, which say nothing about a user (RFC 6749 section 5.2, RFC 6750 section 3.1).
local of_client = {
	"invalid_client",
	"unauthorized_client",
	"unsupported_grant_type",
	"invalid_scope",
	"invalid_request",
	"insufficient_scope"
}

--- Statuses of refusals, and of providers that have one for all; frameworks answer others, such as 404, with objects of the same form.
local refusing_statuses = {200, 400, 401, 403}

--- The meaning of an answer that is a failure: it passes, or by its own member `error` the provider itself refuses the user.
local function meaning_of(response, reported, body)
	if M.is_passing(response.status, reported, response.retry_after) then
		return "passing"
	end
	local ____error = body.ok and json_values.text_of(body.data.error) or ""
	local is_refusal = ____error ~= "" and lib.ArrayIncludes(
		refusing_statuses,
		response.status
	) and not lib.ArrayIncludes(of_client, ____error)
	return is_refusal and "refused" or nil
end

--- The facts of an answer that is a failure; `reported` is its error, `secrets` are not repeated in the log.
function M.facts_of_answer(response, reported, secrets)
	local facts = M.passing_facts(response.status, reported, response.retry_after)
	facts.http_status = response.status
	facts.location = provider_errors.shown(response.location, secrets)
	facts.retry_after = response.retry_after
	return facts
end
local utf16 = "is in UTF-16, and JSON is in UTF-8 (RFC 8259 section 8.1)"

--- The first bytes of answers that hold no JSON object, and their forms.
local forms = {
	{{239, 187, 191}, "begins with a byte order mark, which JSON must not have"},
	{{255, 254}, utf16},
	{{254, 255}, utf16},
	{{123, 0}, utf16},
	{{0, 123}, utf16},
	{{31, 139}, "is compressed (gzip), and its header does not say so"},
	{{60}, "is HTML or XML, not JSON"},
	{{101, 121, 74}, "is a JWT"}
}

--- The form of an answer that holds no JSON object.
function M.form_of(body)
	local found = lib.ArrayFind(
		forms,
		function(_, form) return lib.StringStartsWith(
			body,
			table.concat(lib.ArrayMap(form[1], function(_, byte) return string.char(byte) end), "")
		) end
	)
	return "the answer " .. (body == "" and "is empty" or (found ~= nil and found[2] or "is not a JSON object"))
end

--- The object in an answer that has no member of a wanted one: as it is, unless the answer reports an error, has another status than 200, or
-- holds no object, which is the failure `code`.
function M.read_unknown(response, body, url, code, secrets)
	local reported = provider_errors.reported_in(response, body, secrets)
	if response.status == 200 and body.ok and not provider_errors.is_reported(reported) then
		return body
	end
	-- The address of the metadata is the configured one, which may be wrong; plain text is of a proxy that knows no such host yet.
	local may_be_wrong = code == "OIDC_DISCOVERY_FAILED" and (body.ok or reported.error_description == nil)
	local ____reported_error_0 = reported.error
	if ____reported_error_0 == nil then
		____reported_error_0 = may_be_wrong and "not_found" or nil
	end
	local known = ____reported_error_0
	local facts = M.facts_of_answer(response, known, secrets)
	facts.url = url
	facts.idp_error = reported.error
	facts.error_description = reported.error_description
	if response.status == 200 and not body.ok then
		facts.reason = M.form_of(response.body)
	end
	return err(code, facts, meaning_of(response, known, body))
end

--- The failure `code` of an answer that has the type of a JWT, and is none, as `failure` says.
function M.unsigned(code, url, failure)
	local facts = failure_facts.open(failure)
	facts.reason = "the answer is not a signed JWT: " .. json_values.text_of(facts.reason)
	facts.http_status = 200
	facts.url = url
	return err(code, facts)
end

--- The code of a token endpoint's answer that is an error: a server error (5xx) says nothing about the login.
local function refusal_code(status, reported)
	if status >= 500 then
		return "TOKEN_ENDPOINT_NETWORK_ERROR"
	end
	local counts = status == 200 or status >= 400
	return counts and reported == "invalid_grant" and "OIDC_INVALID_GRANT" or "TOKEN_EXCHANGE_FAILED"
end

--- Bytes of a value of the provider in the log.
local max_shown = 64

--- The failure of a token response with a member that is missing or of no use.
function M.wrong_member(status, session, name, value)
	local facts = {http_status = status, reason = "no " .. name, session = session}
	if name == "token_type" then
		facts.reason = "token_type is not Bearer"
		facts.token_type = lib.StringSubstring(token_claims.received(value), 0, max_shown)
	elseif name == "access_token" then
		local text = json_values.text_of(value)
		local is_long = text ~= "" and strings.is_visible_ascii(text)
		facts.reason = is_long and "access_token over 16 384 bytes" or "no usable access_token"
		facts.bytes = is_long and #text or nil
		facts.hint = is_long and ({id = "shorter_token"}) or nil
	end
	return err("TOKEN_EXCHANGE_FAILED", facts)
end

--- The failure of a token endpoint's answer without the token that was asked for, `wanted`, or with an error beside it.
function M.no_tokens(response, body, wanted, session, secrets)
	local status = response.status
	if status == 200 and not body.ok then
		return err("TOKEN_EXCHANGE_FAILED", {
			http_status = status,
			reason = M.form_of(response.body),
			session = session
		})
	end
	local reported = provider_errors.reported_in(response, body, secrets)
	if status == 200 and not provider_errors.is_reported(reported) then
		return M.wrong_member(status, session, wanted, nil)
	end
	local facts = M.facts_of_answer(response, reported.error, secrets)
	-- Such an answer is not of the endpoint, but of a proxy before it.
	local ____facts_reason_1 = facts.reason
	if ____facts_reason_1 == nil then
		____facts_reason_1 = not (body.ok or response.body == "") and M.form_of(response.body) or nil
	end
	facts.reason = ____facts_reason_1
	facts.idp_error = reported.error
	facts.error_description = reported.error_description
	facts.session = session
	return err(refusal_code(status, reported.error), facts, meaning_of(response, reported.error, body))
end

return M
