-- Generated from src/sso_login/passwords/password_transitions.ts by "make lua"; do not edit.
--- Turns the passwords of rpcd's local logins off and on. They are turned off on trial; the trial ends by itself unless somebody
-- who has logged in since confirms it. The state is what rpcd's sections say; the option `password_login` and the other files serve
-- later steps. Each order of steps is such that a killed process leaves passwords that count, or a trial that ends.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local result = require("sso_login.result")
local login_settings = require("sso_login.settings.login_settings")
local saved_config = require("sso_login.settings.saved_config")
local package_sections = require("sso_login.settings.package_sections")
local uci_commit = require("sso_login.rpcd.uci_commit")
local guard = require("sso_login.passwords.guard")
local password_sections = require("sso_login.passwords.password_sections")
local password_trial = require("sso_login.passwords.password_trial")
local password_rule = require("sso_login.passwords.password_rule")
local reconcile = require("sso_login.rpcd.reconcile")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local ways_in = require("sso_login.passwords.ways_in")
local err, ok = result.err, result.ok
local state_option = "password_login"
local users_option = "password_user"

--- The command that turns passwords on, for the shell.
M.way_back_command = "sso-login password-login on"

--- Seconds after which a trial that could not be ended is tried again.
local retry_seconds = 10

--- Tenths of a second to wait for the init script.
local max_waits = 50

function M.state_of(sections)
	if not lib.ArraySome(sections, function(_, section) return password_sections.is_locked(section) end) then
		return "on"
	end
	return lib.ArraySome(
		sections,
		function(_, section) return password_sections.is_on_trial(section) end
	) and "trial" or "off"
end

--- The users whose passwords stay on: a list, or one text as the settings page saves it.
function M.exempt_users(io)
	return strings.words_of(package_sections.option_of(io, users_option))
end

--- Whether the option `password_login` is `off`: it is set before the first password is refused, and deleted after the last is restored.
function M.is_wanted_off(io)
	return package_sections.option_of(io, state_option) == "off"
end

--- Whether this service has made every password refused; false where rpcd's sections cannot be read.
function M.are_all_refused(io)
	local sections = rpcd_logins.read_sections(io)
	return sections.ok and password_sections.are_all_refused(sections.data)
end

local function start_init(io)
	io.start(io.paths.system_dir .. "/init.d/" .. public_names.package_name, "start")
end

--- Applies password_rule.ts to refused passwords.
function M.demand_of(io, sections)
	local proved = password_sections.settings_hash_of(sections)
	local current = login_settings.settings_hash(io)
	return password_rule.demand(M.state_of(sections), proved, current, password_trial.settings_hash_of(io))
end

--- Logs a new state, its cause, and the users whose passwords changed.
function M.note(io, state, by, users)
	local facts = {{"state", state}}
	local way_back = state ~= "on" and M.way_back_command or nil
	local outcome = {{"users", #users > 0 and table.concat(users, ",") or nil}, {"way_back", way_back}}
	log.event(io, "notice", "PASSWORD_LOGIN", lib.ArrayConcat(facts, by, outcome))
end

--- Logs why passwords could not be changed, and returns the failure.
function M.note_failure(io, failure)
	local facts = {{"error", failure.error}}
	log.event(io, "err", "PASSWORD_LOGIN_STUCK", lib.ArrayConcat(facts, log.detail_pairs(failure.details)))
	return failure
end

--- Sets the option `password_login`, or deletes it. CONFIG_ERROR, UCI_ERROR.
local function save_option(io, value)
	local sections = saved_config.saved_sections(io)
	if not sections.ok then
		return sections
	end
	local section = package_sections.section_of(sections.data, public_names.first)
	if section == nil then
		return err("CONFIG_ERROR", {option = public_names.first, must = {id = "oidc_section"}})
	end
	if section.options[state_option] == value then
		return ok(true)
	end
	local count = #sections.data
	local done
	if value ~= nil then
		done = io.uci_set(public_names.package_name, public_names.first, state_option, value)
	else
		done = io.uci_delete(public_names.package_name, public_names.first, state_option)
	end
	if not done then
		return err("UCI_ERROR", {config = public_names.package_name, option = state_option})
	end
	return uci_commit.commit(io, public_names.package_name, ("\toption " .. state_option) .. " 'off'\n", function(after)
		local found = package_sections.section_of(after, public_names.first)
		return found ~= nil and found.options[state_option] == value and #after >= count
	end)
end

--- Removes what belongs to passwords that are off: the option, the trial, and the script for the boot.
function M.clean_up(io)
	if M.is_wanted_off(io) then
		save_option(io, nil)
	end
	password_trial.finish(io)
	guard.remove(io)
end

--- Restores all passwords; `by` is the cause for the log. On a full flash it uses the reserve. UCI_ERROR and CONFIG_ERROR, which it logs.
function M.restore(io, by)
	local unlocked = password_sections.unlock(io, true)
	if not unlocked.ok then
		guard.release_room(io)
		unlocked = password_sections.unlock(io, true)
	end
	if not unlocked.ok then
		local failure = M.note_failure(io, unlocked)
		-- rpcd reads uncommitted changes, too, which is what a read-only flash leaves.
		unlocked = password_sections.unlock(io, false)
		if not unlocked.ok then
			return failure
		end
	end
	M.clean_up(io)
	if #unlocked.data > 0 then
		M.note(io, "on", by, unlocked.data)
	end
	return ok(true)
end

--- Restores passwords after a trial; a trial that another process has confirmed meanwhile is only finished. The caller holds the lock.
local function end_trial(io)
	local sections = rpcd_logins.read_sections(io)
	if not sections.ok then
		return M.note_failure(io, sections)
	end
	if M.state_of(sections.data) == "off" and M.demand_of(io, sections.data) ~= "try" then
		password_trial.finish(io)
		return ok(true)
	end
	return M.restore(io, {{"by", "trial"}})
end

--- Ends a trial whose time is over. Without a trial it costs one look at the run directory. Every program calls it, so that
-- passwords come back even where some of them do not run.
function M.end_overdue_trial(io)
	if not password_trial.is_there(io) or password_trial.seconds_left(io) > 0 or not reconcile.acquire_lock(io).ok then
		return
	end
	-- Another process may have postponed it while this one waited for the lock.
	if password_trial.seconds_left(io) == 0 and not end_trial(io).ok then
		password_trial.postpone(io, retry_seconds)
	end
	-- The supervisor calls this, too, and its process lasts.
	reconcile.release_lock(io)
end

--- Begins a trial of the settings in force: the file first, then the script for the boot and the option, and last the sections. Where it
-- fails the caller takes everything back.
local function begin_trial(io, by, proved)
	if not password_trial.begin(io, login_settings.settings_hash(io)) then
		return err("INTERNAL_ERROR", {reason = "the run directory cannot be written"})
	end
	local installed = guard.install(io)
	local saved = installed.ok and save_option(io, "off") or installed
	if not saved.ok then
		return saved
	end
	local locked = password_sections.lock(io, M.exempt_users(io), {is_trial = true, settings_hash = proved})
	if not locked.ok then
		return locked
	end
	local facts = {{"seconds", password_trial.trial_seconds}}
	M.note(io, "trial", lib.ArrayConcat(by, facts), locked.data)
	-- Procd waits for the end.
	start_init(io)
	return ok(true)
end

--- Puts passwords that are refused on trial for the settings in force; where that fails they return. The caller holds the lock.
function M.try_settings(io, sections)
	local begun = begin_trial(io, {{"by", "settings"}}, password_sections.settings_hash_of(sections))
	if begun.ok then
		return ok("trial")
	end
	M.note_failure(io, begun)
	local restored = M.restore(io, {{"by", "trial"}})
	return restored.ok and ok("on") or restored
end

--- The reason why nobody can turn passwords off now.
function M.obstacle(io)
	local sections = rpcd_logins.read_sections(io)
	if not sections.ok then
		return "rpcd_unreadable"
	end
	local saved = saved_config.saved_sections(io)
	local blocked
	if saved.ok then
		blocked = ways_in.find(io, saved.data).obstacle
	else
		blocked = "config_wrong"
	end
	if blocked ~= nil then
		return blocked
	end
	if M.state_of(sections.data) ~= "on" then
		return "state"
	end
	local users = M.exempt_users(io)
	return not lib.ArraySome(
		sections.data,
		function(_, section) return password_sections.is_lockable(section, users) end
	) and "no_passwords" or nil
end

local function refuse(reason)
	return err("PASSWORD_LOGIN_REFUSED", {reason = reason})
end

--- Turns passwords off on trial; `by` is the caller for the log, who may do it.
function M.arm(io, by)
	local lock = reconcile.acquire_lock(io)
	if not lock.ok then
		return lock
	end
	local refusal = M.obstacle(io)
	if refusal ~= nil then
		return refuse(refusal)
	end
	local begun = begin_trial(io, by, "")
	if not begun.ok then
		M.clean_up(io)
	end
	return begun
end

--- Ends the trial with passwords off; `by` as in `arm`. A forced one takes the settings in force as proved, with a trial or without.
function M.confirm(io, by, is_forced)
	local lock = reconcile.acquire_lock(io)
	if not lock.ok then
		return lock
	end
	-- Of passwords that are refused it is the state that forbids to turn them off.
	local blocked = M.obstacle(io)
	if blocked ~= "state" or not is_forced and password_trial.seconds_left(io) == 0 then
		return refuse(blocked or "state")
	end
	local settings = login_settings.settings_hash(io)
	if settings == "" then
		return refuse("config_wrong")
	end
	if not is_forced and settings ~= password_trial.settings_hash_of(io) then
		return refuse("same_login")
	end
	local confirmed = password_sections.lock(io, M.exempt_users(io), {
		is_trial = false,
		settings_hash = settings
	})
	if not confirmed.ok then
		return confirmed
	end
	password_trial.finish(io)
	if #confirmed.data > 0 then
		M.note(io, "off", by, confirmed.data)
	end
	return ok(true)
end

--- Turns passwords on, also while another process keeps the lock: the result is read again.
function M.turn_on(io, by)
	reconcile.acquire_lock(io)
	if not rpcd_logins.read_sections(io).ok then
		-- The init script restores rpcd's file by the script of the guard, which needs nothing of this service, and then removes that.
		start_init(io)
		do
			local waits = 0
			while waits < max_waits and (guard.is_there(io) or not rpcd_logins.read_sections(io).ok) do
				io.sleep(0.1)
				waits = waits + 1
			end
		end
	end
	return M.restore(io, by)
end

return M
