-- Generated from src/sso_login/refusal.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__ArrayConcat = ____lualib.__TS__ArrayConcat
local ____exports = {}
local ____errors = require("sso_login.errors")
local describe = ____errors.describe
local ____log = require("sso_login.log")
local detail_pairs = ____log.detail_pairs
local event = ____log.event
local ____response = require("sso_login.response")
local error_page = ____response.error_page
--- Faults of the router or the provider are errors, refused requests warnings.
local function level_of(status)
	return status >= 500 and "err" or "warning"
end
--- The error page of a code, and one log line with the caller's address and the details.
function ____exports.refuse(io, environment, failure)
	local entry = describe(failure.error)
	local facts = {{"remote", environment.remote_addr}}
	event(
		io,
		level_of(entry.status),
		failure.error,
		__TS__ArrayConcat(
			facts,
			detail_pairs(failure.details)
		)
	)
	local response = error_page(entry.status, entry.message)
	if failure.error == "METHOD_NOT_ALLOWED" then
		local ____response_headers_0 = response.headers
		____response_headers_0[#____response_headers_0 + 1] = {"Allow", "GET"}
	end
	local details = failure.details
	local ____temp_1
	if type(details) == "table" then
		____temp_1 = details.retry_after
	else
		____temp_1 = nil
	end
	local retry_after = ____temp_1
	if failure.error == "RATE_LIMITED" and type(retry_after) == "number" then
		local ____response_headers_2 = response.headers
		____response_headers_2[#____response_headers_2 + 1] = {
			"Retry-After",
			tostring(retry_after)
		}
	end
	return response
end
return ____exports
