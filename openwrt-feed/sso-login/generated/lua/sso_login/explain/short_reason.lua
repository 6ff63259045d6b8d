-- Generated from src/sso_login/explain/short_reason.ts by "make lua"; do not edit.
--- The reason of a failure in a fact or two, for notes, for lists of sessions and for the failure that follows from it.
local M = {}
local failure_facts = require("sso_login.base.failure_facts")
local failures = require("sso_login.base.failures")
local json_values = require("sso_login.base.json_values")
local strings = require("sso_login.base.strings")

--- The reason in a note of another outcome: ours first.
function M.of_notes(failure)
	local facts = failure_facts.open(failure)
	local ____facts_reason_0 = facts.reason
	if ____facts_reason_0 == nil then
		____facts_reason_0 = facts.idp_error
	end
	local ____facts_reason_0_1 = ____facts_reason_0
	if ____facts_reason_0_1 == nil then
		____facts_reason_0_1 = facts.http_status
	end
	return ____facts_reason_0_1
end

--- The code with the reason, the provider's first.
function M.in_words(failure)
	local facts = failure_facts.open(failure)
	local ____facts_idp_error_2 = facts.idp_error
	if ____facts_idp_error_2 == nil then
		____facts_idp_error_2 = facts.reason
	end
	local ____facts_idp_error_2_3 = ____facts_idp_error_2
	if ____facts_idp_error_2_3 == nil then
		____facts_idp_error_2_3 = facts.http_status
	end
	local reason = ____facts_idp_error_2_3
	return failure.error .. ((type(reason) == "string" or type(reason) == "number") and (" (" .. tostring(
		reason
	)) .. ")" or "")
end

--- The code of a failure that is kept in words.
function M.code_of(words)
	return strings.before(words, " ")
end

--- The provider's error; "" without one.
function M.of_provider(failure)
	return json_values.text_of(failure_facts.open(failure).idp_error)
end

--- A failure with the facts about the earlier one from which it follows.
function M.following(failure, earlier)
	return failures.adding(failure, {cause = earlier.error, cause_reason = failure_facts.open(earlier).reason})
end

return M
