-- Generated from src/sso_login/entry_points/commands/password_command.ts by "make lua"; do not edit.
--- `sso-login password-login`: turns passwords off and on in the shell.
local lib = require("sso_login.lualib")
local M = {}
local console = require("sso_login.io.console")
local failure_facts = require("sso_login.base.failure_facts")
local log_texts = require("sso_login.base.log_texts")
local json_values = require("sso_login.base.json_values")
local finding_messages = require("sso_login.check.finding_messages")
local finding_texts = require("sso_login.check.finding_texts")
local result = require("sso_login.result")
local err = result.err
local administrators = require("sso_login.passwords.administrators")
local password_events = require("sso_login.passwords.password_events")
local password_state = require("sso_login.passwords.password_state")
local way_back = require("sso_login.check.way_back")
local command_outcome = require("sso_login.entry_points.commands.command_outcome")
local password_method = require("sso_login.answers.password_method")
local err, ok = result.err, result.ok

--- Loaded for the init script: with a part that is missing the other commands must work.
local function readiness()
	return require("sso_login.answers.readiness")
end

--- Advice about refusals; those of sessions do not happen in the shell.
local advice = {
	disabled = "single sign-on is off",
	config_wrong = "the configuration is wrong: run sso-login check",
	rpcd_unreadable = "/etc/config/rpcd cannot be read, and rpcd refuses all passwords: restore that file",
	no_passwords = "no login of /etc/config/rpcd has a password that could be turned off",
	state = "that is so already, or there is no trial to confirm: see sso-login password-login",
	not_everything = "that needs roles of people that change everything, such as read '*' and write '*'",
	no_button = "LuCI's login page has no button with this theme and web server: see sso-login check, or take --force and bookmark /cgi-bin/sso-login/",
	no_login = "log in by single sign-on with a role that changes everything, then repeat this within ten minutes"
}

local function explain(failure)
	local reason = json_values.text_of(failure_facts.open(failure).reason)
	local words = advice[reason]
	return failure.error == "PASSWORD_LOGIN_REFUSED" and err(failure.error, {reason = words or reason}) or failure
end

local function show(io)
	local answer = password_method.answer(io, "", true, false)
	local why = answer.state == "unknown" and ", as /etc/config/rpcd cannot be read; rpcd refuses them" or ""
	console.print("passwords: " .. answer.state .. why)
	if answer.state == "trial" then
		console.print(
			("the trial ends in " .. tostring(
				answer.seconds_left
			)) .. " s, and passwords return; to keep them off log in anew by single sign-on, then:"
		)
		console.print("  sso-login password-login confirm")
	end
	if answer.state ~= "on" then
		console.print("the way back, in a shell of this router: " .. password_state.way_back_command)
	end
	local faults = lib.ArrayMap(answer.faults, function(_, fault) return finding_messages.in_english(fault) end)
	if #faults > 0 then
		console.print("nobody can administer by single sign-on: " .. table.concat(faults, ", "))
	end
	local ssh = {key = "SSH answers and root has a key", password = "SSH answers and takes root's password", none = ""}
	local way = ssh[answer.way_back]
	console.print(way ~= "" and way or "SSH is no way in: beside single sign-on there is failsafe mode alone")
	console.print("sessions that passwords opened: " .. tostring(#answer.password_sessions))
	local finding = finding_texts.findings.passwords_proxy
	if answer.unlisted_proxy ~= nil and finding ~= nil then
		console.print_error("sso-login: " .. log_texts.fill(finding.text, {address = answer.unlisted_proxy}))
		console.print_error(json_values.text_of(finding.advice))
	end
	if answer.root_without_password then
		console.print_error("sso-login: root has no password: with passwords on, anybody gets in without one")
	end
	return command_outcome.success
end

--- Makes a change and prints the state; returns the exit status.
local function change(io, wanted, is_forced, end_sessions)
	if wanted == "on" and way_back.root_without_password(io) then
		console.print_error("sso-login: root has no password: anybody gets in without one now; set one with passwd")
	end
	local by = {{"by", "shell"}, {"how", is_forced and "force" or nil}}
	local function refusal_of(proved)
		return administrators.refusal_for_shell(io, proved)
	end
	local changed = password_method.make_change(io, wanted, refusal_of, by, is_forced)
	if not changed.ok then
		return command_outcome.fail(explain(changed))
	end
	local ended = password_method.finish_change(io, end_sessions).ended
	if ended > 0 then
		console.print("sessions ended: " .. tostring(ended))
	end
	return show(io)
end
local force_option = "--force"
local end_option = "--end-sessions"
local options_of = {on = {}, confirm = {force_option, end_option}, off = {force_option, end_option}}

--- Runs a change, `ready` for the init script or `look` for the supervisor, or without arguments prints the state; returns the exit status.
function M.run(io, args)
	local command = args[1] or "status"
	local options = lib.ArraySlice(args, 1)
	if #options == 0 and command == "ready" then
		-- All is there, whatever it answers: a part that is missing ends the program, which is the failure.
		readiness().run_start(io)
		return command_outcome.success
	end
	if #options == 0 and command == "look" then
		local looked = password_events.catch_up(io, "service")
		return looked.ok and command_outcome.success or command_outcome.fail(looked)
	end
	if #options == 0 and command == "status" then
		return show(io)
	end
	if not password_method.is_change(command) or not lib.ArrayEvery(
		options,
		function(_, option) return lib.ArrayIncludes(options_of[command], option) end
	) then
		return command_outcome.wrong_usage("password-login takes on, or off or confirm with [--force] [--end-sessions]")
	end
	return change(io, command, lib.ArrayIncludes(options, force_option), lib.ArrayIncludes(options, end_option))
end

return M
