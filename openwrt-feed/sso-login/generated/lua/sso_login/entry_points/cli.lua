-- Generated from src/sso_login/entry_points/cli.ts by "make lua"; do not edit.
--- The administrator's command line, /usr/sbin/sso-login. Every command returns its exit status.
local lib = require("sso_login.lualib")
local M = {}
local saved_config = require("sso_login.settings.saved_config")
local config_validation = require("sso_login.settings.config_validation")
local protect = require("sso_login.io.protect")
local compile = require("sso_login.io.compile")
local console = require("sso_login.io.console")
local system = require("sso_login.io.system")
local log = require("sso_login.base.log")
local store = require("sso_login.base.store")
local result = require("sso_login.result")
local hand_over = require("sso_login.logout.hand_over")
local luci_changes = require("sso_login.entry_points.commands.luci_changes")
local reconcile = require("sso_login.rpcd.reconcile")
local rpcd_sync = require("sso_login.rpcd.rpcd_sync")
local version = require("sso_login.base.version")
local check_command = require("sso_login.entry_points.commands.check_command")
local key_command = require("sso_login.entry_points.commands.key_command")
local deployment_command = require("sso_login.entry_points.commands.deployment_command")
local command_outcome = require("sso_login.entry_points.commands.command_outcome")
local password_events = require("sso_login.passwords.password_events")
local password_command = require("sso_login.entry_points.commands.password_command")
local register_command = require("sso_login.entry_points.commands.register_command")
local roles_command = require("sso_login.entry_points.commands.roles_command")
local sessions_command = require("sso_login.entry_points.commands.sessions_command")
local pieces = require("sso_login.web.pieces")
local err, ok = result.err, result.ok

--- Bytes of an ended session: four times the largest ID Token.
local max_input = 65536

--- Bytes of a user in a list.
local max_user = 200

--- `roles`: prints the rights that a user would get. No match is exit status 1.
local function show_roles(io, operands, as_json)
	local first = operands[1]
	if first == nil then
		return command_outcome.wrong_usage("roles needs an e-mail address")
	end
	if (first == "--claims" or first == "--token") and #operands ~= 2 then
		return command_outcome.wrong_usage("roles " .. first .. " takes one file, or -")
	end
	local shown = roles_command.show(io, operands, as_json)
	if not shown.ok then
		return command_outcome.fail(shown)
	end
	command_outcome.warn_of_lag(io)
	return command_outcome.success
end

--- `hand-over`, `log-change`: passes on standard input, which LuCI's controller writes.
local function with_input(io, act)
	local done = act(io, io.read_input(max_input) or "")
	return done.ok and command_outcome.success or command_outcome.fail(done)
end

--- Says what became of rpcd's sections and of sessions. A failure about passwords counts last, as the rest was done.
local function report_sync(done, passwords)
	if not done.ok then
		return command_outcome.fail(done)
	end
	if not passwords.ok then
		return command_outcome.fail(passwords)
	end
	console.print("rpcd login sections: " .. (done.data.is_written and "updated" or "nothing to do"))
	if done.data.ended > 0 then
		console.print("sessions ended: " .. tostring(done.data.ended))
	end
	if #done.data.users > 0 then
		console.print(
			"rights changed: " .. table.concat(
				lib.ArrayMap(done.data.users, function(_, user) return log.escape_value(user, max_user) end),
				", "
			)
		)
	end
	return command_outcome.success
end

--- `sync-roles`: judges the state of passwords, and applies the configuration to rpcd's login sections and live sessions. Roles that
-- cannot be read change nothing, so that a mistake ends no session.
local function sync_roles(io)
	local passwords = password_events.catch_up(io, "service")
	return report_sync(reconcile.reconcile(io), passwords)
end

--- Attempts of three seconds to take the lock for a removal, after which sections would stay for good.
local max_lock_attempts = 10

--- `sync-roles --remove`: turns passwords on, ends all sessions, and deletes the roles' sections, each even where another one fails.
local function remove_roles(io)
	local passwords = password_events.turn_on(io, {{"by", "removal"}})
	local ended = sessions_command.end_all(io)
	-- `turn_on` gave the lock back. From here the process keeps it to its end: no login writes rpcd's file meanwhile.
	local lock = reconcile.acquire_lock(io)
	do
		local attempts = 1
		while attempts < max_lock_attempts and not lock.ok do
			lock = reconcile.acquire_lock(io)
			attempts = attempts + 1
		end
	end
	local synced = lock.ok and rpcd_sync.sync(io, {}) or lock
	if not synced.ok then
		return report_sync(synced, passwords)
	end
	return report_sync(ended.ok and ok({is_written = synced.data, ended = ended.data, users = {}}) or ended, passwords)
end

--- Seconds that a compilation waits for another one: both work in the same temporary files.
local max_wait = 30

local function keep_compiled(io)
	local lock = store.path_of(io, "compile.lock")
	do
		local waited = 0
		while store.ensure_run_dir(io) and waited < max_wait and not io.lock(lock) do
			io.sleep(1)
			waited = waited + 1
		end
	end
	if not io.has_lock(lock) then
		return command_outcome.fail(err("INTERNAL_ERROR", {reason = "compile.lock cannot be taken", path = lock}))
	end
	local saved = saved_config.saved_sections(io)
	local sections = saved.ok and saved.data or {}
	local written = compile.write(io, pieces.plan(sections), config_validation.compile(sections))
	return written.ok and command_outcome.success or command_outcome.fail(written)
end
local help = {
	"Usage: sso-login COMMAND",
	"",
	"  roles [--json] EMAIL [GROUP...]  show which roles a user matches, and the resulting rights",
	"                                   (EMAIL may be '' for a user without one)",
	"  roles [--json] --claims FILE|-   the same for claims as the provider sends them (JSON)",
	"  roles [--json] --token FILE|-    the same for a program's access token",
	"  sessions [--json]                list the live single sign-on sessions",
	"  expire                           end the sessions that are older than session_max_lifetime",
	"  logout EMAIL|SUB                 end the sessions of a user",
	"  hand-over                        take a log-out (for LuCI)",
	"  log-change                       log a change (for LuCI)",
	"  check [--json] [PROVIDER]        try what a login needs, at one provider or all, and say what to",
	"                                   do; nothing is changed",
	"  check --quick [PROVIDER]         the same without tries of the client, for monitoring; exit",
	"                                   status 3 while single sign-on is off",
	"  installed FILE...                say which packages are not installed as these files have them",
	"  apply [--dry-run] FILE|-         check settings (JSON), and save them if the check finds no error",
	"  check-config                     check the configuration without asking the provider",
	"  sync-roles                       keep rpcd's login sections in step with the roles",
	"  sync-roles --remove              remove these sections, and end all sessions",
	"  password-login                   say whether passwords open sessions of LuCI, and the way back",
	"  password-login on                turn them on",
	"  password-login off [OPTION...]   turn them off on trial, for ten minutes, after a login by single",
	"                                   sign-on with all rights, or with --force;",
	"                                   --end-sessions ends the sessions that passwords opened",
	"  password-login confirm [OPTION...]  end the trial with passwords off, after another such login;",
	"                                   --force takes the settings in force as proved",
	"  watch                            wait for what is due (procd runs this)",
	"  key                              print the public keys for private_key_jwt (a JWK Set)",
	"  key new [ES256|RS256]            make a key, which counts at once; an older one stays in the set",
	"  key retire                       remove the older keys",
	"  register ISSUER [OPTION...]      register this router at a provider, and write the options;",
	"                                   --token-file FILE|- has the initial access token,",
	"                                   --provider NAME names the section, --key uses a key in the",
	"                                   place of a secret, --dry-run shows what would be sent",
	"  register --update|--remove       update or remove this registration",
	"  register --forget                forget it here, where the client or the provider is gone",
	"  compile                          keep the programs compiled until the next boot",
	"  --version                        print the version",
	"  --help                           print this text",
	"",
	"Exit status: 0 done, 1 could not be done, 2 wrong usage."
}

local function say(text)
	console.print(text)
	return command_outcome.success
end

--- After a command that may have changed what a login depends on: where passwords are off, the settings are on trial.
local function judged(io, status)
	password_events.catch_up(io, "other")
	return status
end
local commands = {
	{name = "roles", option = "--json", takes_arguments = true, run = show_roles},
	{name = "sessions", option = "--json", run = sessions_command.show},
	{name = "expire", run = sessions_command.expire},
	{name = "logout", takes_arguments = true, run = sessions_command.logout},
	{name = "hand-over", run = function(io) return with_input(io, hand_over.receive) end},
	{name = "log-change", run = function(io) return with_input(io, luci_changes.log_applied) end},
	{name = "check", option = "--json", takes_arguments = true, run = check_command.check},
	{name = "installed", takes_arguments = true, run = deployment_command.installed},
	{name = "apply", option = "--dry-run", takes_arguments = true, run = deployment_command.apply},
	{name = "check-config", run = check_command.check_config},
	{
		name = "sync-roles",
		option = "--remove",
		run = function(io, _operands, is_removal) return is_removal and remove_roles(io) or sync_roles(io) end
	},
	{name = "password-login", takes_arguments = true, run = password_command.run},
	{
		name = "key",
		takes_arguments = true,
		run = function(io, operands) return judged(io, key_command.run(io, operands)) end
	},
	{
		name = "register",
		takes_arguments = true,
		run = function(io, operands) return judged(io, register_command.run(io, operands)) end
	},
	{name = "compile", run = keep_compiled},
	{name = "--version", run = function() return say("sso-login " .. version.version) end},
	{name = "--help", run = function() return say(table.concat(help, "\n")) end}
}

local function dispatch(io, args)
	local name = args[1] == "-h" and "--help" or args[1]
	if name == nil then
		return command_outcome.wrong_usage("a command is missing")
	end
	local command = lib.ArrayFind(commands, function(_, candidate) return candidate.name == name end)
	if command == nil then
		return command_outcome.wrong_usage("unknown command " .. name)
	end
	local rest = lib.StringStartsWith(name, "--") and {} or lib.ArraySlice(args, 1)
	local operands = lib.ArrayFilter(rest, function(_, arg) return arg ~= command.option end)
	if command.takes_arguments ~= true and (#operands > 0 or #rest > 1) then
		local but = command.option ~= nil and " but " .. command.option or ""
		return command_outcome.wrong_usage(name .. " takes no argument" .. but)
	end
	password_events.end_overdue_trial(io)
	return command.run(io, operands, #operands < #rest)
end

--- Runs the command line `args` and returns the exit status.
function M.main(args, options)
	local done = protect.protect(function() return dispatch(system.create(options or {}), args) end)
	return done.ok and done.data or command_outcome.fail(done)
end

return M
