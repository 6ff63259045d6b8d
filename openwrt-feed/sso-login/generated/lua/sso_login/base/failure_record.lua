-- Generated from src/sso_login/base/failure_record.ts by "make lua"; do not edit.
--- A failure that a file remembers, with its meaning.
local M = {}
local json = require("sso_login.io.json")
local result = require("sso_login.result")
local err = result.err
local failure_facts = require("sso_login.base.failure_facts")
local strings = require("sso_login.base.strings")
local err, ok = result.err, result.ok

function M.to_record(failure)
	return {error = failure.error, cause = failure.meaning, facts = failure_facts.open(failure)}
end

--- The failure in such a record, whose facts are texts, numbers and messages; undefined in another one. A record of an earlier version has no meaning.
function M.from_record(record)
	if type(record.error) ~= "string" then
		return nil
	end
	local stored = json.is_object(record.facts) and record.facts or {}
	local facts = {remembered = true}
	for _, name in ipairs(strings.sorted_keys(stored)) do
		local fact = stored[name]
		local is_message = json.is_object(fact) and type(fact.id) == "string"
		if type(fact) == "string" or type(fact) == "number" or is_message then
			facts[name] = fact
		end
	end
	local meaning = type(record.cause) == "string" and record.cause or nil
	return err(record.error, facts, meaning, json.is_object(record.answer) and record.answer or nil)
end

return M
