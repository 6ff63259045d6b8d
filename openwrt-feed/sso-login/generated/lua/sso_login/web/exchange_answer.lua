-- Generated from src/sso_login/web/exchange_answer.ts by "make lua"; do not edit.
--- The answer to a program whose token is not exchanged: OAuth's errors in JSON.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local failure_facts = require("sso_login.base.failure_facts")
local json_values = require("sso_login.base.json_values")
local log_texts = require("sso_login.base.log_texts")

--- OAuth's name of an error (RFC 6749 sections 4.1.2.1 and 5.2, RFC 8693 section 2.2.2).
local function name_of(status, answer)
	if status == 401 then
		return "invalid_client"
	end
	if status >= 500 or status == 429 then
		return status == 500 and "server_error" or "temporarily_unavailable"
	end
	return answer.oauth_error or "invalid_request"
end

--- Failures of a provider that may answer soon, and the seconds for which one is remembered.
local provider_failures = {"OIDC_DISCOVERY_FAILED", "JWKS_FETCH_FAILED"}
local failure_lifetime = 10

--- The reason for a program whose token is the provider's; undefined for others, which learn nothing.
local function description_of(failure)
	if failure.answer == nil or failure.answer.is_signed ~= true then
		return nil
	end
	local facts = failure_facts.open(failure)
	-- A refusal of the authentication's strength has the claim's value in the place of its name.
	local unnamed = facts.acr ~= nil and "acr" or ""
	local words = lib.ArrayMap({"claim", "reason", "hint"}, function(_, name)
		local ____facts_name_0 = facts[name]
		if ____facts_name_0 == nil then
			____facts_name_0 = name == "claim" and unnamed or ""
		end
		local fact = ____facts_name_0
		return type(fact) == "table" and log_texts.in_english(fact) or json_values.text_of(fact)
	end)
	return table.concat(lib.ArrayFilter(words, function(_, text) return text ~= "" end), ": ")
end

--- The answer to a program in the place of an error page; `scheme` is how it tried to authenticate.
function M.in_json(response, failure, authorization)
	local headers = response.headers
	headers[#headers + 1] = {"Pragma", "no-cache"}
	if response.status == 401 then
		local is_bearer = lib.StringStartsWith(string.lower(authorization), "bearer")
		headers[#headers + 1] = {"WWW-Authenticate", (is_bearer and "Bearer" or "Basic") .. " realm=\"sso-login\""}
	end
	local answer = failure.answer or {}
	local seconds = lib.ArrayIncludes(provider_failures, failure.error) and failure_lifetime or answer.retry_after
	local must_wait = response.status ~= 429 and seconds ~= nil
	if must_wait then
		headers[#headers + 1] = {"Retry-After", tostring(seconds)}
	end
	local status = must_wait and 503 or response.status
	local description = description_of(failure)
	local told = description ~= nil and ",\"error_description\":" .. json.encode(description) or ""
	local body = "{\"error\":\"" .. ((name_of(status, answer) .. "\"") .. told) .. "}"
	return {status = status, content_type = "application/json", headers = headers, body = body}
end

return M
