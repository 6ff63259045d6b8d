-- Generated from src/sso_login/program/password_command.ts by "make lua"; do not edit.
--- `sso-login password-login`: the shell's way to turn passwords off, and the way back.
local lib = require("sso_login.lualib")
local M = {}
local console = require("sso_login.io.console")
local result = require("sso_login.result")
local err = result.err
local administrators = require("sso_login.session.administrators")
local password_login = require("sso_login.session.password_login")
local trial = require("sso_login.session.password_trial")
local way_back = require("sso_login.session.way_back")
local password_method = require("sso_login.program.password_method")
local err, ok = result.err, result.ok

--- Seconds between two looks at a trial that goes on, and looks at one that cannot be ended.
local pause = 20
local max_looks = 1000

--- What a person does about a refusal.
local advice = {
	disabled = "single sign-on is off",
	config_wrong = "the configuration is wrong: run sso-login check",
	rpcd_unreadable = "/etc/config/rpcd cannot be read, and rpcd refuses all passwords: restore that file",
	no_passwords = "no login of /etc/config/rpcd has a password that could be turned off",
	state = "that is so already, or there is no trial to confirm: see sso-login password-login",
	not_sso = "log in by single sign-on first",
	not_everything = "that needs a role that changes everything: read '*' and write '*'",
	same_login = "log in anew by single sign-on, and confirm then",
	no_login = "log in by single sign-on with a role that changes everything, then repeat this within ten minutes"
}

local function refused(refusal)
	local reason = advice[refusal]
	return err("PASSWORD_LOGIN_REFUSED", {reason = reason or refusal})
end

--- A refusal with its words.
local function explain(failure)
	local ____temp_0
	if type(failure.details) == "table" then
		____temp_0 = failure.details.reason
	else
		____temp_0 = nil
	end
	local reason = ____temp_0
	return failure.error == "PASSWORD_LOGIN_REFUSED" and type(reason) == "string" and refused(reason) or failure
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
		console.print("the way back, in a shell of this router: " .. password_login.way_back_command)
	end
	local ssh = {key = "SSH answers and root has a key", password = "SSH answers and takes root's password", none = ""}
	local way = ssh[answer.way_back]
	console.print(way ~= "" and way or "SSH is no way in: beside single sign-on there is failsafe mode alone")
	local others = #answer.password_sessions
	console.print("sessions that passwords opened: " .. tostring(others))
	if answer.root_without_password then
		console.print_error("sso-login: root has no password: with passwords on, anybody gets in without one")
	end
	return {}
end

--- Waits for the end of a trial, as procd's instance: by a clock that does not jump.
local function wait(io)
	do
		local looks = 0
		while looks < max_looks and trial.is_there(io) do
			io.sleep(math.max(1, math.min(pause, trial.seconds_left(io))))
			password_login.end_overdue(io)
			looks = looks + 1
		end
	end
	return {}
end

local function changed(io, result, end_sessions)
	if not result.ok then
		return {failure = explain(result)}
	end
	local outcome = password_method.outcome(io, end_sessions)
	if outcome.ended > 0 then
		console.print("sessions ended: " .. tostring(outcome.ended))
	end
	return show(io)
end

local function turn_on(io)
	if way_back.root_without_password(io) then
		console.print_error("sso-login: root has no password: anybody gets in without one now; set one with passwd")
	end
	return changed(io, password_login.turn_on(io, {{"by", "shell"}}), false)
end

local function turn_off(io, is_forced, end_sessions)
	local refusal = not is_forced and administrators.refusal_for_shell(io) or nil
	if refusal ~= nil then
		return {failure = refused(refusal)}
	end
	local by = {{"by", "shell"}}
	local how = is_forced and ({{"how", "force"}}) or {}
	return changed(io, password_login.arm(io, lib.ArrayConcat(by, how)), end_sessions)
end

local function confirm(io, end_sessions)
	local refusal = administrators.refusal_of_shell_to_confirm(io)
	return refusal ~= nil and ({failure = refused(refusal)}) or changed(
		io,
		password_login.confirm(io, {{"by", "shell"}}),
		end_sessions
	)
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
		return {usage = "password-login takes on, off [--force] [--end-sessions], or confirm [--end-sessions]"}
	end
	local end_sessions = lib.ArrayIncludes(options, end_option)
	if command == "on" then
		return turn_on(io)
	end
	if command == "off" then
		return turn_off(io, lib.ArrayIncludes(options, force_option), end_sessions)
	end
	if command == "confirm" then
		return confirm(io, end_sessions)
	end
	return command == "wait" and wait(io) or show(io)
end

return M
