-- Generated from src/sso_login/program/commands/check.ts by "make lua"; do not edit.
--- `sso-login check` and `sso-login check-config`.
local lib = require("sso_login.lualib")
local M = {}
local console = require("sso_login.io.console")
local plugin = require("sso_login.io.plugin")
local run = require("sso_login.check.run")
local result = require("sso_login.result")
local err = result.err
local load = require("sso_login.settings.load")
local outcome = require("sso_login.program.outcome")
local err, ok = result.err, result.ok

--- `check-config`: the check without calls; for the init script it also prints the first error as the log has it.
function M.check_config(io)
	local report = run.check_configuration(io)
	local wrong = lib.ArrayFind(report.findings, function(_, finding) return finding.level == "error" end)
	if wrong ~= nil then
		local loaded = load.load(io)
		outcome.print_problem(loaded.ok and err(wrong.code or "CONFIG_ERROR", {reason = wrong.text}) or loaded)
	end
	outcome.warn_out_of_sync(io)
	return outcome.print_report(report)
end

--- `check`: checks everything that a login needs.
function M.check(io, operands, as_json)
	local provider = operands[1]
	if #operands > 1 then
		return outcome.wrong_usage("check takes one provider")
	end
	if provider ~= nil and not lib.ArrayIncludes(load.providers(io), provider) then
		return outcome.wrong_usage("there is no provider " .. provider)
	end
	local report = run.run_check(io, nil, provider)
	if as_json then
		console.print(plugin.encode_answer(report))
		return report.ok and outcome.success or outcome.failure
	end
	return outcome.print_report(report)
end

return M
