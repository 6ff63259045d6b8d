-- Generated from src/sso_login/passwords/password_events.ts by "make lua"; do not edit.
--- The events of passwords: what has happened, and the one function that writes what the table says of it, under the lock.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local public_names = require("sso_login.base.public_names")
local result = require("sso_login.result")
local login_settings = require("sso_login.settings.login_settings")
local saved_config = require("sso_login.settings.saved_config")
local reconcile = require("sso_login.rpcd.reconcile")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local uci_commit = require("sso_login.rpcd.uci_commit")
local administrators = require("sso_login.passwords.administrators")
local guard = require("sso_login.passwords.guard")
local password_changes = require("sso_login.passwords.password_changes")
local password_sections = require("sso_login.passwords.password_sections")
local password_state = require("sso_login.passwords.password_state")
local password_trial = require("sso_login.passwords.password_trial")
local password_writes = require("sso_login.passwords.password_writes")
local ways_in = require("sso_login.passwords.ways_in")
local err, ok = result.err, result.ok

--- Seconds after which a trial that could not be ended is tried again.
local retry_seconds = 10

--- Tenths of a second to wait for the init script, which takes its time on a busy router.
local max_waits = 300

--- The state after an event that is not refused. `off` proves the settings in force; any other state keeps the proved ones.
local function target_of(now, next, settings_hash)
	local state = (next == "same" or next == "refused") and now.state or next
	local ____state_1 = state
	local ____temp_0
	if next == "off" then
		____temp_0 = settings_hash
	else
		____temp_0 = now.proved
	end
	return {
		state = ____state_1,
		proved = ____temp_0,
		new_trial = next == "trial" and ({settings_hash = settings_hash or ""}) or nil
	}
end

--- Logs a new state, its cause, and the users whose sections changed.
local function note(io, target, by, users)
	local facts = {{"state", target.state}}
	local outcome = {
		{"seconds", target.new_trial ~= nil and password_trial.trial_seconds or nil},
		{"users", #users > 0 and table.concat(users, ",") or nil},
		{"way_back", target.state ~= "on" and password_state.way_back_command or nil}
	}
	log.event(io, "notice", "PASSWORD_LOGIN", lib.ArrayConcat(facts, by, outcome))
end

local function start_init(io)
	io.start(io.paths.system_dir .. "/init.d/" .. public_names.package_name, "start")
end

--- Whether an event leaves all as it is. While passwords are on, an option that somebody set alone is not ours, and stays, too.
local function leaves_all(io, now, what)
	local is_same = password_changes.next_of(now, what.event) == "same"
	return is_same and (now.state == "on" or password_writes.is_complete(io, now, target_of(now, "same", nil)))
end

--- Whether the log tells of a state that was made. States are not compared: a change of the state always changes rpcd's sections, whose users
-- are in `written`, as a confirmation takes the trial's marks away.
local function is_news(what, next, target, written)
	-- Passwords were on already, as where a file of rpcd replaced ours.
	local has_removed_option = what.event == "broken" and lib.ArrayIncludes(written.done, "option")
	-- As after the restore of a backup, which has no reserve.
	local lacked_guard = next == "same" and lib.ArrayIncludes(written.done, "guard")
	return target.new_trial ~= nil or #written.users > 0 or has_removed_option or lacked_guard
end

--- Turns passwords on where the trial of new settings cannot begin: by these nobody may be able to log in. It is logged as the end of that trial.
local function come_back(io, now, failure)
	password_writes.note_failure(io, failure)
	local on = {state = "on"}
	local restored = password_writes.make_all(io, now, on)
	if not restored.ok then
		password_writes.note_failure(io, restored)
		return restored
	end
	note(io, on, {{"by", "trial"}}, restored.data.users)
	return ok("on")
end

--- Ends an event whose state could not be written, as `failure` says, and returns the state that it leaves, or the failure. A trial writes rpcd's
-- sections last, so these are as `now` has them.
local function give_up(io, now, next, target, failure)
	if target.new_trial ~= nil and now.state ~= "on" then
		return come_back(io, now, failure)
	end
	if target.new_trial ~= nil then
		-- Takes the trial's file, guard and option back, as far as that can be done; the caller is told.
		password_writes.make_all(io, now, {state = "on"})
		return failure
	end
	if next == "off" then
		-- Passwords stay refused: the caller is told, or the next look tries again.
		return failure
	end
	password_writes.note_failure(io, failure)
	return failure
end

--- Makes what the table says of an event. The caller holds the lock.
local function carry_out(io, now, what)
	if leaves_all(io, now, what) then
		return ok(now.state)
	end
	local next = password_changes.next_of(now, what.event)
	local target = target_of(now, next, what.settings_hash)
	local written = password_writes.make_all(io, now, target)
	if not written.ok then
		return give_up(io, now, next, target, written)
	end
	if is_news(what, next, target, written.data) then
		note(io, target, what.by, written.data.users)
	end
	if target.new_trial ~= nil then
		-- The init script has procd run the supervisor, which ends the trial.
		start_init(io)
	end
	return ok(target.state)
end

--- Carries out what is found; a trial that could not be ended is tried again later.
local function carry_out_found(io, looker)
	local now = password_state.read(io)
	local done = now.ok and carry_out(io, now.data, password_changes.find(io, now.data, looker)) or now
	if not done.ok and password_trial.is_overdue(io) then
		password_trial.postpone(io, retry_seconds)
	end
	return done
end

--- Whether somebody set the option by hand: this service installs the guard before.
local function is_option_alone(io)
	return password_state.is_wanted_off(io) and not guard.is_there(io)
end

--- Looks for what has happened to passwords, makes of it what the table says, and returns the state. For the service, passwords also come back
-- where nobody can administer by single sign-on.
function M.catch_up(io, looker)
	if looker == "service" then
		uci_commit.remove_left(io, rpcd_logins.uci_package)
		uci_commit.remove_left(io, public_names.package_name)
	end
	local now = password_state.read(io)
	-- Nothing is to be written as a rule, which takes no lock.
	if now.ok and leaves_all(io, now.data, password_changes.find(io, now.data, looker)) then
		if is_option_alone(io) then
			local facts = {{"reason", "option password_login alone turns nothing off"}}
			log.event(io, "warning", "PASSWORD_LOGIN_NOT_ARMED", facts)
		end
		return ok(now.data.state)
	end
	local lock = reconcile.acquire_lock(io)
	if not lock.ok then
		return lock
	end
	local done = carry_out_found(io, looker)
	reconcile.release_lock(io)
	return done
end

--- Ends a trial whose time is over. Without a trial it costs one look at the run directory. Every program calls it, so that
-- passwords come back even where some of them do not run.
function M.end_overdue_trial(io)
	if password_trial.is_overdue(io) then
		M.catch_up(io, "other")
	end
end

--- The reason why an event of a caller may not happen.
local function refusal_by_state(io, now, event, settings_hash)
	if event == "turn_on" then
		return nil
	end
	local saved = saved_config.saved_sections(io)
	local obstacle
	if saved.ok then
		obstacle = ways_in.find(io, saved.data).obstacle
	else
		obstacle = "config_wrong"
	end
	if obstacle ~= nil then
		return obstacle
	end
	if password_changes.next_of(now, event) == "refused" then
		return "state"
	end
	if event == "turn_off" then
		local users = password_state.exempt_users(io)
		return not lib.ArraySome(
			now.sections,
			function(_, one) return password_sections.is_lockable(one, users) end
		) and "no_passwords" or nil
	end
	-- `confirm` and `logged_in` count only for the settings that are on trial; `settings_hash` is that of those in force.
	local is_tried = now.trial ~= nil and now.trial.settings_hash == settings_hash
	return not (event == "force" or is_tried) and "same_login" or nil
end

--- The reason why nobody can turn passwords off now.
function M.refusal_to_turn_off(io)
	local now = password_state.read(io)
	if now.ok then
		return refusal_by_state(io, now.data, "turn_off")
	end
	return "rpcd_unreadable"
end

local function carry_out_wanted(io, what)
	local now = password_state.read(io)
	if not now.ok then
		return what.event == "turn_on" and now or err("PASSWORD_LOGIN_REFUSED", {reason = "rpcd_unreadable"})
	end
	local refusal = refusal_by_state(io, now.data, what.event, what.settings_hash)
	return refusal == nil and carry_out(io, now.data, what) or err("PASSWORD_LOGIN_REFUSED", {reason = refusal})
end

--- Makes an event of a caller, who may do that, happen; `by` is the cause for the log. PASSWORD_LOGIN_REFUSED, UCI_ERROR, CONFIG_ERROR,
-- INTERNAL_ERROR.
function M.happen(io, event, by)
	local lock = reconcile.acquire_lock(io)
	-- Whatever holds it, passwords come back.
	if not lock.ok and event ~= "turn_on" then
		return lock
	end
	-- Without the C module, which makes hashes, passwords come back all the same.
	local settings_hash = event ~= "turn_on" and login_settings.settings_hash(io) or nil
	local done = carry_out_wanted(io, {event = event, by = by, settings_hash = settings_hash})
	reconcile.release_lock(io)
	return done
end

--- Turns passwords on, also where rpcd's sections cannot be read.
function M.turn_on(io, by)
	if not rpcd_logins.read_sections(io).ok then
		-- The init script restores rpcd's file by the script of the guard, which needs nothing of this service, and then removes that. Without
		-- the guard there is nothing to wait for.
		start_init(io)
		do
			local waits = 0
			while waits < max_waits and guard.is_there(io) do
				io.sleep(0.1)
				waits = waits + 1
			end
		end
	end
	return M.happen(io, "turn_on", by)
end

--- After a login: an administrator's confirms a trial `again`; a first one is confirmed by `confirm` alone. `who` is the user for the log.
function M.after_login(io, sid, who)
	if administrators.refusal_for_session(io, sid, "confirm") == nil then
		local by = {{"by", "login"}}
		M.happen(io, "logged_in", lib.ArrayConcat(by, who))
	end
end

return M
