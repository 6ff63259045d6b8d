-- Generated from src/sso_login/result.ts by "make lua"; do not edit.
--- The one shape in which every fallible function answers (specification, "Internal module contracts").
local M = {}

--- A successful Result holding `data`.
function M.ok(data)
	return {ok = true, data = data}
end

--- A failed Result: `error` is a code of errors.ts, `details` are for the log and for people.
function M.err(____error, details, meaning, answer)
	return {ok = false, error = ____error, details = details, meaning = meaning, answer = answer}
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
