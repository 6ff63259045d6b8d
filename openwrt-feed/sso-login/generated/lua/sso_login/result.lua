-- Generated from src/sso_login/result.ts by "make lua"; do not edit.
--- The one shape in which every fallible function answers (specification, "Internal module contracts").
local lib = require("sso_login.lualib")
local M = {}

--- A successful Result holding `data`.
function M.ok(data)
	return {ok = true, data = data}
end

--- A failed Result: `error` is a code of errors.ts, `details` are for the log and for people.
function M.err(____error, details, cause, answer)
	return {ok = false, error = ____error, details = details, cause = cause, answer = answer}
end

local function facts_in(failure)
	local details = failure.details
	return type(details) == "table" and details or ({reason = details})
end

--- The same failure with more facts, in the place of those of the same names; a short text is the fact `reason`.
function M.adding(failure, more)
	local facts = {}
	for _, source in ipairs({facts_in(failure), more}) do
		for _, name in ipairs(lib.ObjectKeys(source)) do
			local ____source_name_0 = source[name]
			if ____source_name_0 == nil then
				____source_name_0 = facts[name]
			end
			facts[name] = ____source_name_0
		end
	end
	return M.err(failure.error, facts, failure.cause, failure.answer)
end

--- The same failure under another code; the log names its own as `cause`.
function M.renamed(failure, ____error)
	local other = M.adding(failure, {cause = failure.error})
	other.error = ____error
	return other
end

--- The same failure with more for its answer.
function M.answered(failure, more)
	local known = failure.answer or {}
	local ____temp_2 = more.retry_after or known.retry_after
	local ____temp_3 = more.allow or known.allow
	local ____temp_4 = more.oauth_error or known.oauth_error
	local ____more_is_signed_1 = more.is_signed
	if ____more_is_signed_1 == nil then
		____more_is_signed_1 = known.is_signed
	end
	local answer = {
		retry_after = ____temp_2,
		allow = ____temp_3,
		oauth_error = ____temp_4,
		is_signed = ____more_is_signed_1,
		return_to = more.return_to or known.return_to,
		reference = more.reference or known.reference,
		account = more.account or known.account,
		log_out_at = more.log_out_at or known.log_out_at
	}
	return {ok = false, error = failure.error, details = failure.details, cause = failure.cause, answer = answer}
end

--- A failure in the place of another one, with the facts and the answer of both, of which its own win; the log names the cause or the code of
-- the other.
function M.instead_of(failure, other)
	local named = M.adding(
		M.err(failure.error, {cause = other.error}, failure.cause, other.answer),
		facts_in(other)
	)
	return M.answered(M.adding(named, facts_in(failure)), failure.answer or {})
end

--- A Result whose failure names a provider in its log line; undefined for the only one.
function M.about(provider, result)
	return (result.ok or provider == nil) and result or M.adding(result, {provider = provider})
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
