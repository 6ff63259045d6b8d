-- Generated from src/sso_login/base/failures.ts by "make lua"; do not edit.
--- Failures that are made of others. Every request loads `result`, and only one that fails this file.
local lib = require("sso_login.lualib")
local M = {}
local result = require("sso_login.result")
local err = result.err
local failure_facts = require("sso_login.base.failure_facts")
local err, ok = result.err, result.ok

--- The same failure with more facts, in the place of those of the same names; a short text is the fact `reason`.
function M.adding(failure, more)
	local facts = failure_facts.open(failure)
	for _, name in ipairs(lib.ObjectKeys(more)) do
		local ____more_name_0 = more[name]
		if ____more_name_0 == nil then
			____more_name_0 = facts[name]
		end
		facts[name] = ____more_name_0
	end
	return err(failure.error, facts, failure.meaning, failure.answer)
end

--- The same failure under another code; the log names its own as `cause`.
function M.renamed(failure, ____error)
	local other = M.adding(failure, {cause = failure.error})
	other.error = ____error
	return other
end

--- The same failure with more for its answer.
function M.answered(failure, more)
	local answer = {}
	for _, part in ipairs({failure.answer or {}, more}) do
		for _, name in ipairs(lib.ObjectKeys(part)) do
			local ____part_name_1 = part[name]
			if ____part_name_1 == nil then
				____part_name_1 = answer[name]
			end
			answer[name] = ____part_name_1
		end
	end
	return {ok = false, error = failure.error, details = failure.details, meaning = failure.meaning, answer = answer}
end

--- A failure in the place of another one, with the facts and the answer of both, of which its own win; the log names the code of the other as
-- `cause`, unless one of them has such a fact.
function M.instead_of(failure, other)
	local named = err(failure.error, {cause = other.error}, failure.meaning, other.answer)
	local both = M.adding(M.adding(named, failure_facts.open(other)), failure_facts.open(failure))
	return M.answered(both, failure.answer or {})
end

--- The same failure, which names its provider in the log line; undefined for the only one.
function M.about(provider, failure)
	return provider ~= nil and M.adding(failure, {provider = provider}) or failure
end

return M
