-- Generated from src/sso_login/program/commands/password_login.ts by "make lua"; do not edit.
--- `sso-login password-login`: the shell's way to turn passwords off, and the way back.
local lib = require("sso_login.lualib")
local M = {}
local console = require("sso_login.io.console")
local values = require("sso_login.base.values")
local result = require("sso_login.result")
local err = result.err
local administrators = require("sso_login.passwords.administrators")
local transitions = require("sso_login.passwords.transitions")
local trial = require("sso_login.passwords.trial")
local way_back = require("sso_login.passwords.way_back")
local outcome = require("sso_login.program.outcome")
local password_method = require("sso_login.program.password_method")
local err, ok = result.err, result.ok

--- Seconds between two looks at a trial that goes on, and looks at one that cannot be ended.
local pause = 20
local max_looks = 1000

--- What a person does about a refusal; the shell has no session to be judged.
local advice = {
	disabled = "single sign-on is off",
	config_wrong = "the configuration is wrong: run sso-login check",
	rpcd_unreadable = "/etc/config/rpcd cannot be read, and rpcd refuses all passwords: restore that file",
	no_passwords = "no login of /etc/config/rpcd has a password that could be turned off",
	state = "that is so already, or there is no trial to confirm: see sso-login password-login",
	not_everything = "that needs a role that changes everything: read '*' and write '*'",
	no_login = "log in by single sign-on with a role that changes everything, then repeat this within ten minutes"
}

--- A refusal with its words.
local function explain(failure)
	local reason = values.text_of(values.facts_of(failure).reason)
	local words = advice[reason]
	return failure.error == "PASSWORD_LOGIN_REFUSED" and err(failure.error, {reason = words or reason}) or failure
end

--- Says what holds, and what the ways in are.
local function show(io)
	local answer = password_method.answer(io, "")
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
	local ssh = {key = "SSH answers and root has a key", password = "SSH answers and takes root's password", none = ""}
	local way = ssh[answer.way_back]
	console.print(way ~= "" and way or "SSH is no way in: beside single sign-on there is failsafe mode alone")
	console.print("sessions that passwords opened: " .. tostring(#answer.password_sessions))
	if answer.root_without_password then
		console.print_error("sso-login: root has no password: with passwords on, anybody gets in without one")
	end
	return outcome.success
end

--- Waits for the end of a trial, as procd's instance: by a clock that does not jump.
local function wait(io)
	do
		local looks = 0
		while looks < max_looks and trial.is_there(io) do
			io.sleep(math.max(1, math.min(pause, trial.seconds_left(io))))
			transitions.end_overdue(io)
			looks = looks + 1
		end
	end
	return outcome.success
end

--- Why the shell may not do what is wanted.
local function refusal_of(io, command, is_forced)
	if command == "confirm" then
		return administrators.refusal_of_shell_to_confirm(io)
	end
	return command == "off" and not is_forced and administrators.refusal_for_shell(io) or nil
end

--- Turns passwords on or off, or confirms a trial.
local function change(io, command, is_forced, end_sessions)
	if command == "on" and way_back.root_without_password(io) then
		console.print_error("sso-login: root has no password: anybody gets in without one now; set one with passwd")
	end
	local by = {{"by", "shell"}, {"how", is_forced and "force" or nil}}
	local changed = password_method.change(io, command, refusal_of(io, command, is_forced), by)
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

--- The options that each command takes.
local options_of = {status = {}, on = {}, wait = {}, confirm = {end_option}, off = {force_option, end_option}}

--- Runs the command: `on`, `off`, `confirm`, `wait`, or what holds now.
function M.run(io, args)
	local command = args[1] or "status"
	local options = lib.ArraySlice(args, 1)
	local known = options_of[command]
	if known == nil or not lib.ArrayEvery(
		options,
		function(_, option) return lib.ArrayIncludes(known, option) end
	) then
		return outcome.wrong_usage("password-login takes on, off [--force] [--end-sessions], or confirm [--end-sessions]")
	end
	if command == "status" or command == "wait" then
		return command == "wait" and wait(io) or show(io)
	end
	return change(io, command, lib.ArrayIncludes(options, force_option), lib.ArrayIncludes(options, end_option))
end

return M
