-- Generated from src/sso_login/base/failure_facts.ts by "make lua"; do not edit.
--- The facts of a failure, opened: for the log, `explain/` and what prints to people. Nothing is decided by them; `readersOfFacts` in
-- eslint/layers.js names who may import this file.
local lib = require("sso_login.lualib")
local M = {}

--- A short text or named facts, as the failure was made with them.
function M.details_of(failure)
	return failure.details
end

--- A copy of the facts; a short text is the reason.
function M.open(failure)
	local details = M.details_of(failure)
	if type(details) ~= "table" then
		return {reason = details}
	end
	local facts = {}
	for _, name in ipairs(lib.ObjectKeys(details)) do
		facts[name] = details[name]
	end
	return facts
end

return M
