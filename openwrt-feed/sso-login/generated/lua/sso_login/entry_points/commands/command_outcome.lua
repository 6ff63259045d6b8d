-- Generated from src/sso_login/entry_points/commands/command_outcome.ts by "make lua"; do not edit.
--- The end of a command: its exit status, the words of a failure, and the report of a check.
local lib = require("sso_login.lualib")
local M = {}
local console = require("sso_login.io.console")
local failure_facts = require("sso_login.base.failure_facts")
local log = require("sso_login.base.log")
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local log_texts = require("sso_login.base.log_texts")
local json_values = require("sso_login.base.json_values")
local report = require("sso_login.check.report")
local finding_texts = require("sso_login.check.finding_texts")
local reconcile = require("sso_login.rpcd.reconcile")

--- Exit statuses: done, failed, wrong usage.
M.success = 0
M.failure = 1
local usage_error = 2

--- Prints a failure as the log has it.
function M.print_problem(problem)
	local details = log.format_details(log_texts.details_in_english(problem.details))
	console.print_error("sso-login: " .. (problem.error .. " ") .. details)
end

--- Prints a failure, with an advice where the configuration cannot be read; returns the exit status.
function M.fail(problem)
	M.print_problem(problem)
	local finding = finding_texts.findings.config_unreadable
	if finding ~= nil and failure_facts.open(problem).config == public_names.package_name then
		console.print_error(json_values.text_of(finding.advice))
	end
	return M.failure
end

--- Bytes of words that are printed.
local max_words = 400

--- Prints words that may repeat an argument.
function M.complain(words)
	console.print_error("sso-login: " .. report.sanitize(words, "", max_words))
end

function M.wrong_usage(problem)
	M.complain(problem .. "; see sso-login --help")
	return usage_error
end

--- Prints the findings about a provider, "" for those about none, each with its advice below.
local function print_findings(provider, all)
	if provider ~= "" then
		console.print("provider " .. provider .. ":")
	end
	for _, finding in ipairs(
		lib.ArrayFilter(all, function(_, candidate) return (candidate.provider or "") == provider end)
	) do
		local code = finding.code ~= nil and " [" .. finding.code .. "]" or ""
		console.print(lib.StringSubstring(finding.level .. "       ", 0, 9) .. finding.text .. code)
		if finding.level ~= "ok" then
			console.print("         " .. finding.advice)
		end
	end
end

--- Prints the findings by provider; returns the exit status, 1 where one is an error.
function M.print_report(done)
	local providers = {""}
	strings.add_missing(
		providers,
		lib.ArrayMap(done.findings, function(_, finding) return finding.provider or "" end)
	)
	for _, provider in ipairs(providers) do
		print_findings(provider, done.findings)
	end
	return done.ok and M.success or M.failure
end

--- Warns where a change is in effect only for new logins, as after `uci commit` without reload_config.
function M.warn_of_lag(io)
	local lag = reconcile.lag_of(io)
	local advice = ": run sso-login sync-roles"
	if lag.is_behind then
		M.complain("live sessions or rpcd are behind the configuration" .. advice)
	end
	if #lag.sessions > 0 then
		local users = table.concat(reconcile.users_of(lag.sessions), ", ")
		M.complain("sessions have other rights than their roles give now (" .. (users .. ")") .. advice)
	end
end

return M
