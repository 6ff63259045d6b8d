-- Generated from src/sso_login/result.ts by "make lua"; do not edit.
--- The one shape in which every fallible function answers (specification, "Internal module contracts").
local M = {}

--- A successful Result holding `data`.
function M.ok(data)
	return {ok = true, data = data}
end

--- A failed Result: `error` is a code of errors.ts, `details` is only for the log.
function M.err(____error, details, cause)
	return {ok = false, error = ____error, details = details, cause = cause}
end

--- A Result whose failure names a provider in its log line; undefined for the only one.
function M.about(provider, result)
	if result.ok or provider == nil then
		return result
	end
	local details = result.details
	local facts = type(details) == "table" and details or ({reason = details})
	facts.provider = provider
	return M.err(result.error, facts, result.cause)
end

--- Whether `obj` has the form of a Result.
function M.is(obj)
	if type(obj) ~= "table" or obj == nil then
		return false
	end
	local candidate = obj
	return candidate.ok == true or candidate.ok == false and type(candidate.error) == "string"
end

return M
