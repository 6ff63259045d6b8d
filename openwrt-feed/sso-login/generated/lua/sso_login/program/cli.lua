-- Generated from src/sso_login/program/cli.ts by "make lua"; do not edit.
local lib, load, protect, compile, plugin, run, check_texts, console, system, log, names, texts, result, hand_over, upkeep, rpcd_logins, session, version, rights, session_table =
    require("sso_login.use")("lualib", "settings.load", "io.protect", "io.compile", "io.plugin", "check.run", "check.texts", "io.console", "io.system", "base.log", "base.names", "base.texts", "result", "login.hand_over", "login.upkeep", "session.rpcd_logins", "session.session", "base.version", "program.rights", "program.session_table")
local M = {}
local err = result.err
local err, ok = result.err, result.ok
--- Exit statuses: done, could not be done, called wrongly.
local success = 0
local failure = 1
local usage_error = 2
--- Bytes of an ended session: four times the largest ID Token.
local max_input = 65536
--- Says why something could not be done, as the log does.
local function say(problem)
	console.print_error("sso-login: " .. (problem.error .. " ") .. log.format_details(texts.in_words(problem.details)))
end
--- Says why a command ends, and what to do where the configuration cannot even be read.
local function fail(problem)
	say(problem)
	local words = check_texts.findings.config_unreadable
	local is_unread = type(problem.details) == "table" and problem.details.config == names.package_name
	if is_unread and words ~= nil then
		console.print_error(words.advice or "")
	end
	return failure
end
local function wrong_usage(problem)
	console.print_error("sso-login: " .. problem .. "; see sso-login --help")
	return usage_error
end
--- Says so where a change is in effect for new logins alone, as after `uci commit` without reload_config.
local function tell_behind(io)
	if upkeep.is_behind(io) then
		console.print_error("sso-login: live sessions or rpcd are behind the configuration: run sso-login sync-roles")
	end
end
--- `roles`: what somebody would be allowed. No match is exit status 1.
local function show_roles(io, words, as_json)
	if words[1] == "--claims" and #words ~= 2 then
		return wrong_usage("roles --claims takes one file, or -")
	end
	local shown = rights.show(io, words, as_json)
	if not shown.ok then
		return fail(shown)
	end
	tell_behind(io)
	return success
end
--- `sessions`: who is logged in by single sign-on; no ids, no tokens.
local function show_sessions(io)
	local list = session.list_sso_sessions(io)
	if not list.ok then
		return fail(list)
	end
	tell_behind(io)
	session_table.print(
		list.data,
		upkeep.max_lifetime(io)
	)
	return success
end
--- `expire`: ends the sessions that have lasted as long as they may.
local function expire(io)
	local ended = upkeep.expire(io)
	if not ended.ok then
		return fail(ended)
	end
	console.print("sessions ended: " .. tostring(ended.data))
	return success
end
--- `logout`: ends every session of an e-mail address, compared as at login.
local function logout(io, words)
	local email = words[1] or ""
	if email == "" then
		return wrong_usage("logout needs an e-mail address")
	end
	local list = session.list_sso_sessions(io)
	if not list.ok then
		return fail(list)
	end
	local wanted = lib.ArrayFilter(
		list.data,
		function(_, entry) return string.lower(entry.email) == string.lower(email) end
	)
	local ended = #lib.ArrayFilter(
		wanted,
		function(_, entry) return upkeep.end_session(io, entry, "administrator") end
	)
	console.print("sessions ended: " .. tostring(ended))
	if #wanted == 0 then
		console.print_error("sso-login: no session of " .. email)
	end
	return ended == #wanted and ended > 0 and success or failure
end
--- `hand-over`: standard input holds what LuCI's log-out has ended.
local function leave_logout(io)
	local left = hand_over.leave(
		io,
		io.read_input(max_input) or ""
	)
	return left.ok and success or fail(left)
end
--- One line a finding, and what to do below it. Errors are exit status 1.
local function print_report(report)
	for _, finding in ipairs(report.findings) do
		local code = finding.code ~= nil and " [" .. finding.code .. "]" or ""
		console.print(lib.StringSubstring(finding.level .. "       ", 0, 9) .. finding.text .. code)
		if finding.level ~= "ok" then
			console.print("         " .. finding.advice)
		end
	end
	return report.ok and success or failure
end
--- `check-config`: the part of the check that asks nobody; the first error as the log has it, too, for the init script.
local function check_config(io)
	local report = run.check_configuration(io)
	local wrong = lib.ArrayFind(
		report.findings,
		function(_, finding) return finding.level == "error" end
	)
	if wrong ~= nil then
		local loaded = load.load(io)
		say(loaded.ok and err(wrong.code or "CONFIG_ERROR", {reason = wrong.text}) or loaded)
	end
	tell_behind(io)
	return print_report(report)
end
--- `check`: everything that a login needs.
local function check(io, _words, as_json)
	local report = run.run_check(io)
	if as_json then
		console.print(plugin.encode_answer(report))
		return report.ok and success or failure
	end
	return print_report(report)
end
--- `sync-roles`: keeps rpcd's login sections and live sessions in step with the configuration. Roles that cannot be read
-- change nothing, so that a mistake does not cost live sessions their rights. `--remove` leaves rpcd as it was before.
local function sync_roles(io, _words, removal)
	local synced = removal and rpcd_logins.sync(io, {}) or upkeep.bring_in_step(io)
	if not synced.ok then
		return fail(synced)
	end
	console.print("rpcd login sections: " .. (synced.data.changed == true and "updated" or "nothing to do"))
	local ended = synced.data.ended or 0
	if ended > 0 then
		console.print("sessions ended: " .. tostring(ended))
	end
	return success
end
local function print_version()
	console.print("sso-login " .. version.version)
	return success
end
local function keep_compiled(io)
	local written = compile.write(io.paths.run_dir)
	return written.ok and success or fail(written)
end
local commands = {
	{
		name = "roles",
		arguments = "[--json] EMAIL [GROUP...]",
		help = "show which roles a user matches, and the resulting rights\n(EMAIL may be '' for a user without one)",
		option = "--json",
		run = show_roles
	},
	{name = "roles", arguments = "[--json] --claims FILE|-", help = "the same for claims as the provider sends them (JSON)"},
	{name = "sessions", arguments = "", help = "list the live single sign-on sessions", run = show_sessions},
	{name = "expire", arguments = "", help = "end the sessions that are older than session_max_lifetime", run = expire},
	{name = "logout", arguments = "EMAIL", help = "end the sessions of a user", run = logout},
	{name = "hand-over", arguments = "", help = "what LuCI's log-out leaves to the service (not for people)", run = leave_logout},
	{
		name = "check",
		arguments = "[--json]",
		help = "try what a login needs, and say what to do; nothing is changed",
		option = "--json",
		run = check
	},
	{name = "check-config", arguments = "", help = "check the configuration without asking the provider", run = check_config},
	{
		name = "sync-roles",
		arguments = "",
		help = "keep rpcd's login sections in step with the roles",
		option = "--remove",
		run = sync_roles
	},
	{name = "sync-roles", arguments = "--remove", help = "remove these sections"},
	{name = "compile", arguments = "", help = "keep the programs compiled until the next boot", run = keep_compiled},
	{name = "--version", arguments = "", help = "print the version", run = print_version},
	{name = "--help", arguments = "", help = "print this text"}
}
--- As wide as the first column of the help.
local indent = "                                   "
--- The help: a line a command, in two columns.
local function usage()
	local lines = lib.ArrayMap(
		commands,
		function(_, command)
			local left = "  " .. ((command.name .. " ") .. command.arguments) .. indent
			return lib.StringSubstring(left, 0, #indent) .. table.concat(
				lib.StringSplit(command.help, "\n"),
				"\n" .. indent or ","
			)
		end
	)
	local status = "Exit status: 0 done, 1 could not be done, 2 wrong usage."
	return "Usage: sso-login COMMAND\n\n" .. (table.concat(lines, "\n") .. "\n\n") .. status
end
--- What a command's arguments lack or have too many of, by its line of the help; `words` are those but the option.
local function arity_problem(command, args, words)
	if lib.StringIncludes(command.arguments, "...") then
		return #words == 0 and "needs an e-mail address" or nil
	end
	if lib.StringIncludes(command.arguments, "EMAIL") then
		return #args ~= 1 and "takes one e-mail address" or nil
	end
	local but = command.option ~= nil and " but " .. command.option or ""
	return (#words > 0 or #args > 1) and "takes no argument" .. but or nil
end
local function dispatch(io, args)
	local name = args[1] == "-h" and "--help" or args[1]
	if name == nil then
		return wrong_usage("a command is missing")
	end
	local command = lib.ArrayFind(
		commands,
		function(_, candidate) return candidate.name == name end
	)
	if command == nil then
		return wrong_usage("unknown command " .. name)
	end
	-- What asks about the program itself is answered whatever follows.
	local rest = lib.StringStartsWith(name, "--") and {} or lib.ArraySlice(args, 1)
	local words = lib.ArrayFilter(
		rest,
		function(_, arg) return arg ~= command.option end
	)
	local problem = arity_problem(command, rest, words)
	if problem ~= nil then
		return wrong_usage(name .. " " .. problem)
	end
	if command.run == nil then
		console.print(usage())
		return success
	end
	return command.run(io, words, #words < #rest)
end
--- Runs the command line `args` and returns the exit status.
function M.main(args, options)
	local outcome = protect.protect(function() return dispatch(
		system.create(options or {}),
		args
	) end)
	return outcome.ok and outcome.data or fail(outcome)
end
return M
