-- Generated from src/sso_login/program/cli.ts by "make lua"; do not edit.
--- The administrator's command line, /usr/sbin/sso-login. Every command returns its exit status.
local lib = require("sso_login.lualib")
local M = {}
local load = require("sso_login.settings.load")
local validation = require("sso_login.settings.validation")
local protect = require("sso_login.io.protect")
local compile = require("sso_login.io.compile")
local plugin = require("sso_login.io.plugin")
local run = require("sso_login.check.run")
local console = require("sso_login.io.console")
local system = require("sso_login.io.system")
local result = require("sso_login.result")
local err = result.err
local hand_over = require("sso_login.logout.hand_over")
local ending = require("sso_login.rpcd.ending")
local reconcile = require("sso_login.rpcd.reconcile")
local sync = require("sso_login.rpcd.sync")
local sessions = require("sso_login.rpcd.sessions")
local version = require("sso_login.base.version")
local key_command = require("sso_login.program.commands.key")
local outcome = require("sso_login.program.outcome")
local transitions = require("sso_login.passwords.transitions")
local local_sessions = require("sso_login.passwords.local_sessions")
local upkeep = require("sso_login.passwords.upkeep")
local password_command = require("sso_login.program.commands.password_login")
local roles_command = require("sso_login.program.commands.roles")
local sessions_command = require("sso_login.program.commands.sessions")
local err, ok = result.err, result.ok

--- Bytes of an ended session: four times the largest ID Token.
local max_input = 65536

--- Warns where a change is in effect only for new logins, as after `uci commit` without reload_config.
local function warn_out_of_sync(io)
	if reconcile.out_of_sync(io) then
		console.print_error("sso-login: live sessions or rpcd are behind the configuration: run sso-login sync-roles")
	end
end

--- `roles`: prints the rights that a user would get. No match is exit status 1.
local function show_roles(io, operands, as_json)
	local first = operands[1]
	if first == nil then
		return outcome.wrong_usage("roles needs an e-mail address")
	end
	if (first == "--claims" or first == "--token") and #operands ~= 2 then
		return outcome.wrong_usage("roles " .. first .. " takes one file, or -")
	end
	local shown = roles_command.show(io, operands, as_json)
	if not shown.ok then
		return outcome.fail(shown)
	end
	warn_out_of_sync(io)
	return outcome.success
end

--- `sessions`: lists the live sessions, without ids and tokens.
local function show_sessions(io)
	local list = sessions.list_sso_sessions(io)
	if not list.ok then
		return outcome.fail(list)
	end
	warn_out_of_sync(io)
	sessions_command.print(list.data, ending.max_lifetime(io), local_sessions.live_sessions(io))
	return outcome.success
end

--- `expire`: ends the sessions that are over.
local function expire(io)
	local ended = ending.expire(io)
	if not ended.ok then
		return outcome.fail(ended)
	end
	console.print("sessions ended: " .. tostring(ended.data))
	return outcome.success
end

--- `logout`: ends every session of a user, named by e-mail, or by `sub` where no session has such an e-mail.
local function logout(io, operands)
	local who = operands[1] or ""
	if #operands ~= 1 or who == "" then
		local problem = #operands ~= 1 and "takes one" or "needs an"
		return outcome.wrong_usage("logout " .. problem .. " e-mail address, or a sub")
	end
	local list = sessions.list_sso_sessions(io)
	if not list.ok then
		return outcome.fail(list)
	end
	local own = sessions.sessions_of(list.data, who)
	local ended = #lib.ArrayFilter(
		own,
		function(_, entry) return ending.end_session(io, entry, "administrator") end
	)
	console.print("sessions ended: " .. tostring(ended))
	if #own == 0 then
		console.print_error("sso-login: no session of " .. who)
	end
	return ended == #own and ended > 0 and outcome.success or outcome.failure
end

--- `hand-over`: stores the session on standard input, which LuCI has ended, for the logout at the provider.
local function save_hand_over(io)
	local saved = hand_over.save(io, io.read_input(max_input) or "")
	return saved.ok and outcome.success or outcome.fail(saved)
end

--- `check-config`: the check without calls; for the init script it also prints the first error as the log has it.
local function check_config(io)
	local report = run.check_configuration(io)
	local wrong = lib.ArrayFind(report.findings, function(_, finding) return finding.level == "error" end)
	if wrong ~= nil then
		local loaded = load.load(io)
		outcome.print_problem(loaded.ok and err(wrong.code or "CONFIG_ERROR", {reason = wrong.text}) or loaded)
	end
	warn_out_of_sync(io)
	return outcome.print_report(report)
end

--- `check`: checks everything that a login needs.
local function check(io, operands, as_json)
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

--- `sync-roles`: applies the configuration to rpcd's login sections and live sessions. Roles that cannot be read change nothing, so
-- that a mistake ends no session. `--remove` deletes the roles' sections, and turns passwords on.
local function sync_roles(io, _operands, remove)
	-- Passwords are restored even where the rest fails.
	local passwords = remove and transitions.turn_on(io, {{"by", "removal"}}) or upkeep.upkeep(io, true)
	local synced = remove and sync.sync(io, {}) or reconcile.reconcile(io)
	if not synced.ok then
		return outcome.fail(synced)
	end
	if not passwords.ok then
		return outcome.fail(passwords)
	end
	console.print("rpcd login sections: " .. (synced.data.changed == true and "updated" or "nothing to do"))
	local ended = synced.data.ended or 0
	if ended > 0 then
		console.print("sessions ended: " .. tostring(ended))
	end
	return outcome.success
end

local function print_version()
	console.print("sso-login " .. version.version)
	return outcome.success
end

local function keep_compiled(io)
	local saved = load.saved_sections(io)
	local sections = saved.ok and saved.data or {}
	local written = compile.write(io, sections, validation.compile(sections))
	return written.ok and outcome.success or outcome.fail(written)
end
local commands = {
	{
		name = "roles",
		arguments = "[--json] EMAIL [GROUP...]",
		help = "show which roles a user matches, and the resulting rights\n(EMAIL may be '' for a user without one)",
		option = "--json",
		takes_arguments = true,
		run = show_roles
	},
	{
		name = "roles",
		arguments = "[--json] --claims FILE|-",
		help = "the same for claims as the provider sends them (JSON)"
	},
	{name = "roles", arguments = "[--json] --token FILE|-", help = "the same for a program's access token"},
	{name = "sessions", arguments = "", help = "list the live single sign-on sessions", run = show_sessions},
	{name = "expire", arguments = "", help = "end the sessions that are older than session_max_lifetime", run = expire},
	{
		name = "logout",
		arguments = "EMAIL|SUB",
		help = "end the sessions of a user",
		takes_arguments = true,
		run = logout
	},
	{
		name = "hand-over",
		arguments = "",
		help = "what LuCI's log-out leaves to the service (not for people)",
		run = save_hand_over
	},
	{
		name = "check",
		arguments = "[--json] [PROVIDER]",
		help = "try what a login needs, at one provider or all, and say what to\ndo; nothing is changed",
		option = "--json",
		takes_arguments = true,
		run = check
	},
	{
		name = "check-config",
		arguments = "",
		help = "check the configuration without asking the provider",
		run = check_config
	},
	{
		name = "sync-roles",
		arguments = "",
		help = "keep rpcd's login sections in step with the roles",
		option = "--remove",
		run = sync_roles
	},
	{name = "sync-roles", arguments = "--remove", help = "remove these sections"},
	{
		name = "password-login",
		arguments = "",
		help = "say whether passwords open sessions of LuCI, and the way back",
		takes_arguments = true,
		run = password_command.run
	},
	{name = "password-login", arguments = "on", help = "turn them on"},
	{
		name = "password-login",
		arguments = "off [OPTION...]",
		help = "turn them off on trial, for ten minutes, after a login by single\nsign-on with all rights, or with --force;\n--end-sessions ends the sessions that passwords opened"
	},
	{
		name = "password-login",
		arguments = "confirm",
		help = "end the trial with passwords off, after another such login"
	},
	{
		name = "key",
		arguments = "",
		help = "print the public keys for private_key_jwt (a JWK Set)",
		takes_arguments = true,
		run = key_command.run
	},
	{
		name = "key",
		arguments = "new [ES256|RS256]",
		help = "make a key, which counts at once; an older one stays in the set"
	},
	{name = "key", arguments = "retire", help = "remove the older keys"},
	{name = "compile", arguments = "", help = "keep the programs compiled until the next boot", run = keep_compiled},
	{name = "--version", arguments = "", help = "print the version", run = print_version},
	{name = "--help", arguments = "", help = "print this text"}
}

--- The width of the first column of the help.
local indent = "                                   "

--- The help, in two columns.
local function usage()
	local lines = lib.ArrayMap(commands, function(_, command)
		local head = "  " .. ((command.name .. " ") .. command.arguments) .. indent
		return lib.StringSubstring(head, 0, #indent) .. table.concat(
			lib.StringSplit(command.help, "\n"),
			"\n" .. indent or ","
		)
	end)
	local status = "Exit status: 0 done, 1 could not be done, 2 wrong usage."
	return "Usage: sso-login COMMAND\n\n" .. (table.concat(lines, "\n") .. "\n\n") .. status
end

local function dispatch(io, args)
	local name = args[1] == "-h" and "--help" or args[1]
	if name == nil then
		return outcome.wrong_usage("a command is missing")
	end
	local command = lib.ArrayFind(commands, function(_, candidate) return candidate.name == name end)
	if command == nil then
		return outcome.wrong_usage("unknown command " .. name)
	end
	local rest = lib.StringStartsWith(name, "--") and {} or lib.ArraySlice(args, 1)
	local operands = lib.ArrayFilter(rest, function(_, arg) return arg ~= command.option end)
	if command.takes_arguments ~= true and (#operands > 0 or #rest > 1) then
		local but = command.option ~= nil and " but " .. command.option or ""
		return outcome.wrong_usage(name .. " takes no argument" .. but)
	end
	if command.run == nil then
		console.print(usage())
		return outcome.success
	end
	transitions.end_overdue_trial(io)
	return command.run(io, operands, #operands < #rest)
end

--- Runs the command line `args` and returns the exit status.
function M.main(args, options)
	local done = protect.protect(function() return dispatch(system.create(options or {}), args) end)
	return done.ok and done.data or outcome.fail(done)
end

return M
