-- Generated from src/sso_login/program/commands/password_login.ts by "make lua"; do not edit.
--- `sso-login password-login`: turns passwords off and on in the shell.
local lib = require("sso_login.lualib")
local M = {}
local console = require("sso_login.io.console")
local texts = require("sso_login.base.texts")
local values = require("sso_login.base.values")
local messages = require("sso_login.check.messages")
local check_texts = require("sso_login.check.texts")
local result = require("sso_login.result")
local err = result.err
local administrators = require("sso_login.passwords.administrators")
local transitions = require("sso_login.passwords.transitions")
local trial = require("sso_login.passwords.trial")
local way_back = require("sso_login.passwords.way_back")
local outcome = require("sso_login.program.outcome")
local password_method = require("sso_login.program.password_method")
local err, ok = result.err, result.ok

--- Seconds between two looks at a trial at most, and looks at one that cannot be ended.
local pause = 20
local max_looks = 1000

--- Advice about refusals; those of sessions do not happen in the shell.
local advice = {
	disabled = "single sign-on is off",
	config_wrong = "the configuration is wrong: run sso-login check",
	rpcd_unreadable = "/etc/config/rpcd cannot be read, and rpcd refuses all passwords: restore that file",
	no_passwords = "no login of /etc/config/rpcd has a password that could be turned off",
	state = "that is so already, or there is no trial to confirm: see sso-login password-login",
	not_everything = "that needs roles of people that change everything, such as read '*' and write '*'",
	no_login = "log in by single sign-on with a role that changes everything, then repeat this within ten minutes"
}

local function explain(failure)
	local reason = values.text_of(values.facts_of(failure).reason)
	local words = advice[reason]
	return failure.error == "PASSWORD_LOGIN_REFUSED" and err(failure.error, {reason = words or reason}) or failure
end

local function show(io)
	local answer = password_method.answer(io, "", true)
	console.print("passwords: " .. answer.state)
	if answer.state == "trial" then
		console.print(
			("the trial ends in " .. tostring(
				answer.seconds_left
			)) .. " s, and passwords return; to keep them off log in anew by single sign-on, then:"
		)
		console.print("  sso-login password-login confirm")
	end
	if answer.state ~= "on" then
		console.print("the way back, in a shell of this router: " .. transitions.way_back_command)
	end
	local faults = lib.ArrayMap(answer.faults, function(_, fault) return messages.in_english(fault) end)
	if #faults > 0 then
		console.print("nobody can administer by single sign-on: " .. table.concat(faults, ", "))
	end
	local ssh = {key = "SSH answers and root has a key", password = "SSH answers and takes root's password", none = ""}
	local way = ssh[answer.way_back]
	console.print(way ~= "" and way or "SSH is no way in: beside single sign-on there is failsafe mode alone")
	console.print("sessions that passwords opened: " .. tostring(#answer.password_sessions))
	local finding = check_texts.findings.passwords_proxy
	if answer.unlisted_proxy ~= nil and finding ~= nil then
		console.print_error("sso-login: " .. texts.fill(finding.text, {address = answer.unlisted_proxy}))
		console.print_error(values.text_of(finding.advice))
	end
	if answer.root_without_password then
		console.print_error("sso-login: root has no password: with passwords on, anybody gets in without one")
	end
	return outcome.success
end

--- Waits for the end of a trial and ends it; procd runs it.
local function wait(io)
	do
		local looks = 0
		while looks < max_looks and trial.is_there(io) do
			io.sleep(math.max(1, math.min(pause, trial.seconds_left(io))))
			transitions.end_overdue_trial(io)
			looks = looks + 1
		end
	end
	return outcome.success
end

--- Makes a change and prints the state; returns the exit status.
local function change(io, wanted, is_forced, end_sessions)
	if wanted == "on" and way_back.root_without_password(io) then
		console.print_error("sso-login: root has no password: anybody gets in without one now; set one with passwd")
	end
	local by = {{"by", "shell"}, {"how", is_forced and "force" or nil}}
	local refusal = not is_forced and administrators.refusal_for_shell(io, wanted) or nil
	local changed = password_method.make_change(io, wanted, refusal, by)
	if not changed.ok then
		return outcome.fail(explain(changed))
	end
	local ended = password_method.outcome(io, end_sessions).ended
	if ended > 0 then
		console.print("sessions ended: " .. tostring(ended))
	end
	return show(io)
end
local force_option = "--force"
local end_option = "--end-sessions"
local options_of = {on = {}, confirm = {end_option}, off = {force_option, end_option}}

--- Runs a change, `wait`, or without arguments prints the state; returns the exit status.
function M.run(io, args)
	local command = args[1] or "status"
	local options = lib.ArraySlice(args, 1)
	if #options == 0 and (command == "status" or command == "wait") then
		return command == "wait" and wait(io) or show(io)
	end
	if not password_method.is_change(command) or not lib.ArrayEvery(
		options,
		function(_, option) return lib.ArrayIncludes(options_of[command], option) end
	) then
		return outcome.wrong_usage("password-login takes on, off [--force] [--end-sessions], or confirm [--end-sessions]")
	end
	return change(io, command, lib.ArrayIncludes(options, force_option), lib.ArrayIncludes(options, end_option))
end

return M
