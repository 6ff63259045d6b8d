-- Generated from src/sso_login/cli.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__ArrayMap = ____lualib.__TS__ArrayMap
local __TS__ArrayIncludes = ____lualib.__TS__ArrayIncludes
local __TS__ArrayFilter = ____lualib.__TS__ArrayFilter
local __TS__ArraySlice = ____lualib.__TS__ArraySlice
local __TS__StringSubstring = ____lualib.__TS__StringSubstring
local ____exports = {}
local ____config = require("sso_login.config")
local find_roles_for_user = ____config.find_roles_for_user
local load = ____config.load
local load_roles = ____config.load_roles
local ____console = require("sso_login.io.console")
local format_time = ____console.format_time
local ____print = ____console.print
local print_error = ____console.print_error
local ____json = require("sso_login.io.json")
local encode = ____json.encode
local ____system = require("sso_login.io.system")
local create = ____system.create
local ____log = require("sso_login.log")
local escape_value = ____log.escape_value
local event = ____log.event
local format_details = ____log.format_details
local ____primitives = require("sso_login.primitives")
local safe_id = ____primitives.safe_id
local ____rpcd_logins = require("sso_login.rpcd_logins")
local remove = ____rpcd_logins.remove
local sync = ____rpcd_logins.sync
local ____session = require("sso_login.session")
local destroy_session = ____session.destroy_session
local grants_of = ____session.grants_of
local list_sso_sessions = ____session.list_sso_sessions
local ____text = require("sso_login.text")
local sorted_keys = ____text.sorted_keys
local ____version = require("sso_login.version")
local version = ____version.version
--- Exit statuses: done, could not be done, called wrongly.
local success = 0
local failure = 1
local usage_error = 2
--- Bytes of a column: what a provider says about a user is escaped and cut as in the log.
local max_column = 200
local usage = "Usage: sso-login COMMAND\n\n  roles [--json] EMAIL [GROUP...]  show which roles a user matches, and the resulting rights\n                                   (EMAIL may be '' for a user without one)\n  sessions                         list the live single sign-on sessions\n  logout EMAIL                     end the sessions of a user\n  check [--json]                   try what a login needs, and say what to do; nothing is changed\n  check-config                     check the configuration without asking the provider\n  sync-roles                       keep rpcd's login sections in step with the roles\n  sync-roles --remove              remove these sections\n  --version                        print the version\n  --help                           print this text\n\nExit status: 0 done, 1 could not be done, 2 wrong usage."
--- Says why something could not be done.
local function fail(problem)
	print_error((("sso-login: " .. problem.error) .. " ") .. format_details(problem.details))
	return failure
end
local function wrong_usage(problem)
	print_error(("sso-login: " .. problem) .. "; see sso-login --help")
	return usage_error
end
--- Grants as scope, object, functions.
local function by_object(grants)
	local scopes = {}
	for ____, scope in ipairs(sorted_keys(grants)) do
		local objects = {}
		for ____, pair in ipairs(grants[scope] or ({})) do
			local functions = objects[pair[1]] or ({})
			functions[#functions + 1] = pair[2]
			objects[pair[1]] = functions
		end
		scopes[scope] = objects
	end
	return scopes
end
local function print_rights(match, grants)
	____print("roles: " .. table.concat(
		__TS__ArrayMap(
			match.roles,
			function(____, role) return role.name end
		),
		", "
	))
	____print("session user name: " .. match.role_name)
	local scopes = by_object(grants)
	for ____, scope in ipairs(sorted_keys(scopes)) do
		____print("")
		____print(scope .. ":")
		local objects = scopes[scope] or ({})
		for ____, object in ipairs(sorted_keys(objects)) do
			____print((("  " .. object) .. ": ") .. table.concat(objects[object] or ({}), ", "))
		end
	end
end
--- `roles`: what a login with this e-mail and these groups would be allowed. No match is exit status 1.
local function roles(io, args)
	local json = __TS__ArrayIncludes(args, "--json")
	local words = __TS__ArrayFilter(
		args,
		function(____, arg) return arg ~= "--json" end
	)
	local email = words[1]
	if email == nil then
		return wrong_usage("roles needs an e-mail address")
	end
	local config = load(io)
	if not config.ok then
		return fail(config)
	end
	local match = find_roles_for_user(
		config.data,
		{
			email = email,
			groups = __TS__ArraySlice(words, 1)
		}
	)
	if not match.ok then
		return fail(match)
	end
	local grants = grants_of(io, match.data)
	if json then
		local names = __TS__ArrayMap(
			match.data.roles,
			function(____, role) return role.name end
		)
		____print(encode({
			roles = names,
			username = match.data.role_name,
			rights = by_object(grants)
		}))
	else
		print_rights(match.data, grants)
	end
	return success
end
local function describe_session(session)
	local since = session.since ~= nil and format_time(session.since) or "unknown"
	local who = session.email ~= "" and session.email or session.sub
	local columns = {
		escape_value(who, max_column),
		escape_value(session.role, max_column),
		since
	}
	return (table.concat(columns, "\t") .. "\t") .. format_time(session["until"])
end
--- `sessions`: who is logged in by single sign-on; no ids, no tokens.
local function sessions(io)
	local list = list_sso_sessions(io)
	if not list.ok then
		return fail(list)
	end
	____print("WHO\tROLE\tSINCE\tUNTIL")
	for ____, session in ipairs(list.data) do
		____print(describe_session(session))
	end
	return success
end
--- `logout`: ends every session of an e-mail address, compared as at login.
local function logout(io, email)
	if email == nil or email == "" then
		return wrong_usage("logout needs an e-mail address")
	end
	local list = list_sso_sessions(io)
	if not list.ok then
		return fail(list)
	end
	local wanted = __TS__ArrayFilter(
		list.data,
		function(____, session) return string.lower(session.email) == string.lower(email) end
	)
	local ended = 0
	for ____, session in ipairs(wanted) do
		if destroy_session(io, session.sid) then
			ended = ended + 1
			event(
				io,
				"notice",
				"LOGOUT",
				{
					{"by", "administrator"},
					{"role", session.role},
					{
						"session",
						safe_id(session.sid)
					}
				}
			)
		end
	end
	____print("sessions ended: " .. tostring(ended))
	if #wanted == 0 then
		print_error("sso-login: no session of " .. email)
	end
	return ended == #wanted and ended > 0 and success or failure
end
--- `check-config`: says which option is missing or wrong, as the log does when a login fails for it.
local function check_config(io)
	local config = load(io)
	if not config.ok then
		return fail(config)
	end
	____print("configuration: nothing wrong")
	return success
end
--- `check`: one line a finding, and what to do below it. Errors are exit status 1.
local function check(io, args)
	local json = args[1] == "--json"
	if #args > (json and 1 or 0) then
		return wrong_usage("check takes no argument but --json")
	end
	local checks = require("sso_login.check")
	local report = checks.run_check(io)
	if json then
		local plugin = require("sso_login.io.plugin")
		____print(plugin.encode_answer(report))
		return report.ok and success or failure
	end
	for ____, finding in ipairs(report.findings) do
		____print(__TS__StringSubstring(finding.level .. "       ", 0, 9) .. finding.text)
		if finding.level ~= "ok" and finding.advice ~= "" then
			____print("         " .. finding.advice)
		end
	end
	return report.ok and success or failure
end
local function report_sync(synced)
	if not synced.ok then
		return fail(synced)
	end
	____print(synced.data.changed and "rpcd login sections: updated" or "rpcd login sections: nothing to do")
	return success
end
--- `sync-roles`: keeps rpcd's login sections in step with the roles. Roles that cannot be read change nothing, so that a
-- mistake does not cost live sessions their rights.
local function sync_roles(io, args)
	local removal = #args == 1 and args[1] == "--remove"
	if #args > 0 and not removal then
		return wrong_usage("sync-roles takes no argument but --remove")
	end
	if removal then
		return report_sync(remove(io))
	end
	local wanted = load_roles(io)
	return wanted.ok and report_sync(sync(io, wanted.data)) or fail(wanted)
end
local function run(io, args)
	local command = args[1]
	local rest = __TS__ArraySlice(args, 1)
	if command == nil then
		return wrong_usage("a command is missing")
	end
	if command == "--help" or command == "-h" then
		____print(usage)
		return success
	end
	if command == "--version" then
		____print("sso-login " .. version)
		return success
	end
	if command == "roles" then
		return roles(io, rest)
	end
	if command == "sessions" then
		return #rest == 0 and sessions(io) or wrong_usage("sessions takes no argument")
	end
	if command == "logout" then
		return #rest == 1 and logout(io, rest[1]) or wrong_usage("logout takes one e-mail address")
	end
	if command == "check" then
		return check(io, rest)
	end
	if command == "check-config" then
		return #rest == 0 and check_config(io) or wrong_usage("check-config takes no argument")
	end
	if command == "sync-roles" then
		return sync_roles(io, rest)
	end
	return wrong_usage("unknown command " .. command)
end
--- Runs the command line `args` and returns the exit status.
function ____exports.main(args, options)
	return run(
		create(options or ({})),
		args
	)
end
return ____exports
