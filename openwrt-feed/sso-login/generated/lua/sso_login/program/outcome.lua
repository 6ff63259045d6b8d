-- Generated from src/sso_login/program/outcome.ts by "make lua"; do not edit.
--- How a command ends: its exit status, and why it could not be done.
local M = {}
local console = require("sso_login.io.console")
local log = require("sso_login.base.log")
local names = require("sso_login.base.names")
local texts = require("sso_login.base.texts")
local values = require("sso_login.base.values")
local check_texts = require("sso_login.check.texts")

--- Exit statuses: done, could not be done, called wrongly.
M.success = 0
M.failure = 1
M.usage_error = 2

--- Says why something could not be done, as the log does.
function M.print_problem(problem)
	local details = log.format_details(texts.details_in_english(problem.details))
	console.print_error("sso-login: " .. (problem.error .. " ") .. details)
end

--- Says why a command ends, and what to do where the configuration cannot even be read.
function M.fail(problem)
	M.print_problem(problem)
	local finding = check_texts.findings.config_unreadable
	if finding ~= nil and values.facts_of(problem).config == names.package_name then
		console.print_error(finding.advice or "")
	end
	return M.failure
end

function M.wrong_usage(problem)
	console.print_error("sso-login: " .. problem .. "; see sso-login --help")
	return M.usage_error
end

return M
