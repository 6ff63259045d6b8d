-- Generated from src/sso_login/entry_points/commands/check_command.ts by "make lua"; do not edit.
--- `sso-login check` and `sso-login check-config`.
local lib = require("sso_login.lualib")
local M = {}
local console = require("sso_login.io.console")
local plugin = require("sso_login.io.plugin")
local public_names = require("sso_login.base.public_names")
local check_run = require("sso_login.check.check_run")
local result = require("sso_login.result")
local err = result.err
local enabled = require("sso_login.settings.enabled")
local saved_config = require("sso_login.settings.saved_config")
local command_outcome = require("sso_login.entry_points.commands.command_outcome")
local err, ok = result.err, result.ok

--- `check-config`: the check without calls; for the init script it also prints the first error as the log has it.
function M.check_config(io)
	local report = check_run.check_configuration(io)
	local wrong = lib.ArrayFind(report.findings, function(_, finding) return finding.level == "error" end)
	if wrong ~= nil then
		local loaded = saved_config.load(io, public_names.first)
		command_outcome.print_problem(loaded.ok and err(wrong.code or "CONFIG_ERROR", {reason = wrong.text}) or loaded)
	end
	command_outcome.warn_of_lag(io)
	return command_outcome.print_report(report)
end

--- Exit status of `check --quick` while single sign-on is off.
local off = 3

--- `check`: checks everything that a login needs; `--quick` sends no invented code or request, so that it may run every minute. Both load every part of a login.
function M.check(io, operands, as_json)
	local named = lib.ArrayFilter(operands, function(_, operand) return operand ~= "--quick" end)
	local quick = #named < #operands
	local provider = named[1]
	if #named > 1 then
		return command_outcome.wrong_usage("check takes one provider")
	end
	if provider ~= nil and not lib.ArrayIncludes(saved_config.providers(io), provider) then
		return command_outcome.wrong_usage("there is no provider " .. provider)
	end
	local report = check_run.run_check(io, nil, provider, nil, quick)
	if as_json then
		console.print(plugin.encode_answer(report))
	else
		command_outcome.print_report(report)
	end
	local is_on = enabled.is_enabled(io)
	local is_broken = lib.ArraySome(report.findings, function(_, finding) return finding.id == "part_unusable" end)
	if quick and is_on.ok and not is_on.data and not is_broken then
		return off
	end
	return report.ok and command_outcome.success or command_outcome.failure
end

return M
