-- Generated from src/sso_login/passwords/transitions.ts by "make lua"; do not edit.
--- Whether passwords open sessions of rpcd. They are turned off on trial; the trial ends by itself unless somebody who has logged in
-- since confirms it. What is in rpcd's sections says what holds; the option `password_login` and the other files are there for what
-- comes after. In each order of steps below, a process that is killed leaves passwords that count, or a trial that ends.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local log = require("sso_login.base.log")
local names = require("sso_login.base.names")
local strings = require("sso_login.base.strings")
local hash = require("sso_login.jose.hash")
local result = require("sso_login.result")
local load = require("sso_login.settings.load")
local package_sections = require("sso_login.settings.sections")
local commit = require("sso_login.base.commit")
local guard = require("sso_login.passwords.guard")
local password_sections = require("sso_login.passwords.sections")
local trial = require("sso_login.passwords.trial")
local reconcile = require("sso_login.rpcd.reconcile")
local rpcd_logins = require("sso_login.rpcd.logins")
local session = require("sso_login.rpcd.sessions")
local ways_in = require("sso_login.passwords.ways_in")
local err, ok = result.err, result.ok
local state_option = "password_login"
local users_option = "password_user"

--- The way back, in the shell.
M.way_back_command = "sso-login password-login on"

--- Seconds until a trial that could not be ended is ended again.
local retry_seconds = 10

--- What rpcd's sections say.
function M.state_of(sections)
	local is_locked = lib.ArraySome(sections, function(_, section) return password_sections.is_locked(section) end)
	if not is_locked then
		return "on"
	end
	return lib.ArraySome(
		sections,
		function(_, section) return password_sections.is_on_trial(section) end
	) and "trial" or "off"
end

--- The users whose passwords stay: a list, or one text as the settings page saves it.
function M.exempt_users(io)
	local option = io.uci_get(names.package_name, "default", users_option)
	return strings.words_of(option.ok and option.data or nil)
end

--- Whether the option says so: it is written before a password is refused, and taken away after they came back.
function M.is_wanted_off(io)
	local option = io.uci_get(names.package_name, "default", state_option)
	return option.ok and option.data == "off"
end

--- Whether no password opens a session, by this service's doing. Where that is not to be found out, one may.
function M.are_all_refused(io)
	local sections = rpcd_logins.read_sections(io)
	return sections.ok and password_sections.are_all_refused(sections.data)
end

--- Logs who changed what, and how.
function M.note(io, state, by, users)
	local facts = {{"state", state}}
	local more = {{"users", table.concat(users, ",")}}
	local way_back = state == "on" and {} or ({{"way_back", M.way_back_command}})
	log.event(io, "notice", "PASSWORD_LOGIN", lib.ArrayConcat(facts, by, lib.ArrayConcat(more, way_back)))
end

--- Logs why passwords are not what they are to be.
function M.note_failure(io, failure)
	local facts = {{"error", failure.error}}
	log.event(io, "err", "PASSWORD_LOGIN_STUCK", lib.ArrayConcat(facts, log.detail_pairs(failure.details)))
	return failure
end

--- Says in this service's own package that passwords are to be refused, or no more.
local function save_option(io, value)
	local sections = load.saved_sections(io)
	local section = sections.ok and package_sections.default_section(sections.data) or nil
	if not sections.ok or section == nil then
		return sections.ok and err("CONFIG_ERROR", {option = "default", must = {id = "oidc_section"}}) or sections
	end
	if section.options[state_option] == value then
		return ok(true)
	end
	local count = #sections.data
	local ____temp_0
	if value ~= nil then
		____temp_0 = io.uci_set(names.package_name, "default", state_option, value)
	else
		____temp_0 = io.uci_delete(names.package_name, "default", state_option)
	end
	local done = ____temp_0
	if not done then
		return err("UCI_ERROR", {config = names.package_name, option = state_option})
	end
	return commit.commit(io, names.package_name, ("\toption " .. state_option) .. " 'off'\n", function(after)
		local found = package_sections.default_section(after)
		return found ~= nil and found.options[state_option] == value and #after >= count
	end)
end

--- Takes away what is there for passwords that are off: the option, the trial, and what gives them back at a boot.
function M.clean_up(io)
	if M.is_wanted_off(io) then
		save_option(io, nil)
	end
	trial.finish(io)
	guard.remove(io)
end

--- Gives all passwords back; `by` says who or what did. A full flash does not hinder it: room was kept for it. UCI_ERROR and
-- CONFIG_ERROR, which the log has, too.
function M.restore(io, by)
	local unlocked = password_sections.unlock(io)
	if not unlocked.ok then
		guard.release_room(io)
		unlocked = password_sections.unlock(io)
	end
	if not unlocked.ok then
		return M.note_failure(io, unlocked)
	end
	M.clean_up(io)
	if #unlocked.data > 0 then
		M.note(io, "on", by, unlocked.data)
	end
	return ok(true)
end

--- Ends a trial whose time is over. It costs one look at the run directory while there is none, and is called by whatever runs:
-- so no single thing has to work for passwords to come back.
function M.end_overdue(io)
	if not trial.is_there(io) or trial.seconds_left(io) > 0 or not reconcile.acquire_lock(io).ok then
		return
	end
	local sections = rpcd_logins.read_sections(io)
	if trial.seconds_left(io) > 0 then
		return
	end
	if sections.ok and M.state_of(sections.data) == "off" then
		trial.finish(io)
		return
	end
	local restored = sections.ok and M.restore(io, {{"by", "trial"}}) or M.note_failure(
		io,
		sections
	)
	if not restored.ok then
		trial.postpone(io, retry_seconds)
	end
end

--- Turns passwords off on trial; `by` as above. Nothing has changed where it fails.
local function lock_on_trial(io, by)
	local sessions = session.list_sso_sessions(io)
	if not sessions.ok then
		return sessions
	end
	if not trial.begin(io, sessions.data) then
		return err("INTERNAL_ERROR", {reason = "the run directory cannot be written"})
	end
	local prepared = guard.install(io)
	local saved = prepared.ok and save_option(io, "off") or prepared
	local locked = saved.ok and password_sections.lock(io, M.exempt_users(io), true) or saved
	if not locked.ok then
		M.clean_up(io)
		return locked
	end
	local facts = {{"seconds", trial.trial_seconds}}
	M.note(io, "trial", lib.ArrayConcat(by, facts), locked.data)
	-- The init script lets procd wait for the end.
	io.start(io.paths.system_dir .. "/init.d/" .. names.package_name, "start")
	return ok(true)
end

--- Why passwords cannot be turned off now, whoever asks.
function M.obstacle(io)
	local sections = rpcd_logins.read_sections(io)
	if not sections.ok then
		return "rpcd_unreadable"
	end
	local saved = load.saved_sections(io)
	local ____saved_ok_1
	if saved.ok then
		____saved_ok_1 = ways_in.obstacle(io, saved.data)
	else
		____saved_ok_1 = "config_wrong"
	end
	local blocked = ____saved_ok_1
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

--- Turns passwords off on trial. The caller has found out who asks.
function M.arm(io, by)
	local lock = reconcile.acquire_lock(io)
	if not lock.ok then
		return lock
	end
	local refusal = M.obstacle(io)
	return refusal == nil and lock_on_trial(io, by) or err("PASSWORD_LOGIN_REFUSED", {reason = refusal})
end

--- Ends the trial with passwords off. The caller has found out who asks.
function M.confirm(io, by)
	local lock = reconcile.acquire_lock(io)
	if not lock.ok then
		return lock
	end
	local sections = rpcd_logins.read_sections(io)
	if not sections.ok or M.state_of(sections.data) ~= "trial" or trial.seconds_left(io) == 0 then
		return err("PASSWORD_LOGIN_REFUSED", {reason = sections.ok and "state" or "rpcd_unreadable"})
	end
	local confirmed = password_sections.confirm(io)
	if not confirmed.ok then
		return confirmed
	end
	trial.finish(io)
	M.note(io, "off", by, confirmed.data)
	return ok(true)
end

--- Turns passwords on. Another process that keeps the lock does not hinder it: what was written is read again.
function M.turn_on(io, by)
	reconcile.acquire_lock(io)
	return M.restore(io, by)
end

--- All of these sessions; none where rpcd does not answer.
function M.live_sessions(io)
	local entries = io.ubus_call_all("session", "list", {})
	local sessions = {}
	for _, entry in ipairs(entries.ok and entries.data or {}) do
		local stored = entry.data
		local sid = entry.ubus_rpc_session
		local is_other = json.is_object(stored) and type(stored.sso_issuer) ~= "string"
		if is_other and type(sid) == "string" and type(stored.username) == "string" then
			local expires = type(entry.expires) == "number" and entry.expires or 0
			sessions[#sessions + 1] = {
				sid = sid,
				username = stored.username,
				is_at_luci = type(stored.token) == "string",
				["until"] = io.time() + expires
			}
		end
	end
	return sessions
end

--- Ends the sessions that passwords of these logins opened; the answer is how many.
function M.end_sessions(io)
	local sections = rpcd_logins.read_sections(io)
	local locked = lib.ArrayFilter(
		sections.ok and sections.data or {},
		function(_, section) return password_sections.is_locked(section) end
	)
	local users = password_sections.users_of(locked)
	local ended = 0
	for _, entry in ipairs(M.live_sessions(io)) do
		if lib.ArrayIncludes(users, entry.username) and session.destroy_session(io, entry.sid) then
			ended = ended + 1
			log.event(io, "notice", "LOGOUT", {
				{"by", "password_login"},
				{"user", entry.username},
				{"session", hash.safe_id(entry.sid)}
			})
		end
	end
	return ended
end

return M
