-- Generated from src/sso_login/passwords/password_upkeep.ts by "make lua"; do not edit.
--- Repairs rpcd's sections where passwords are not as they should be.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local result = require("sso_login.result")
local ok = result.ok
local saved_config = require("sso_login.settings.saved_config")
local guard = require("sso_login.passwords.guard")
local password_transitions = require("sso_login.passwords.password_transitions")
local password_sections = require("sso_login.passwords.password_sections")
local password_trial = require("sso_login.passwords.password_trial")
local reconcile = require("sso_login.rpcd.reconcile")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local ways_in = require("sso_login.passwords.ways_in")
local err, ok = result.err, result.ok
local words_of_obstacle = {disabled = "disabled", config_wrong = "configuration", not_everything = "roles"}

--- The reason why passwords must be restored, for the log; undefined where they stay refused.
local function reason_to_restore(io, sections, is_service)
	if lib.ArraySome(sections, function(_, section) return password_sections.is_changed_by_hand(section) end) then
		return "hand"
	end
	if password_transitions.state_of(sections) == "trial" and password_trial.seconds_left(io) == 0 then
		return "trial"
	end
	local saved = saved_config.saved_sections(io)
	local ____saved_ok_0
	if saved.ok then
		____saved_ok_0 = not password_transitions.is_wanted_off(io)
	else
		____saved_ok_0 = is_service
	end
	if ____saved_ok_0 then
		return "configuration"
	end
	local obstacle = is_service and saved.ok and ways_in.find(io, saved.data).obstacle or nil
	return obstacle ~= nil and words_of_obstacle[obstacle] or nil
end

local function has_marks(sections)
	return lib.ArraySome(sections, function(_, section) return password_sections.is_marked(section) end)
end

--- The state where nothing has to be written, which is usual and takes no lock; else undefined.
local function settled_state(io, sections, is_service)
	if not has_marks(sections) then
		return not (password_trial.is_there(io) or password_transitions.is_wanted_off(io)) and "on" or nil
	end
	local state = password_transitions.state_of(sections)
	local users = password_transitions.exempt_users(io)
	local is_incomplete = lib.ArraySome(
		sections,
		function(_, section) return password_sections.is_lockable(section, users) or password_sections.is_exempt(
			section,
			users
		) end
	)
	return not (is_incomplete or reason_to_restore(io, sections, is_service) ~= nil) and state or nil
end

--- Removes what a killed process has left that had refused no password yet; warns of an option that was set by hand.
local function clean_up(io)
	if password_trial.is_there(io) or guard.is_there(io) then
		password_transitions.clean_up(io)
	elseif password_transitions.is_wanted_off(io) then
		log.event(io, "warning", "PASSWORD_LOGIN_NOT_ARMED", {
			{"reason", "option password_login alone turns nothing off"}
		})
	end
end

--- Restores all passwords where they must be, else refuses those of sections that are new. The caller holds the lock.
local function repair(io, sections, is_service)
	if not has_marks(sections) then
		clean_up(io)
		return ok("on")
	end
	local reason = reason_to_restore(io, sections, is_service)
	if reason ~= nil then
		local restored = password_transitions.restore(io, {{"by", reason}})
		return restored.ok and ok("on") or restored
	end
	local state = password_transitions.state_of(sections)
	local locked = password_sections.lock(io, password_transitions.exempt_users(io), state == "trial")
	if not locked.ok then
		return password_transitions.note_failure(io, locked)
	end
	if #locked.data > 0 then
		password_transitions.note(io, state, {{"by", "upkeep"}}, locked.data)
	end
	return ok(state)
end

--- Makes rpcd's sections what the option `password_login` and the trial say, and returns the state. `is_service` is set when the
-- service starts or its configuration changes: passwords then also come back where nobody can administer by single sign-on.
function M.upkeep(io, is_service)
	local known = rpcd_logins.read_sections(io)
	local settled = known.ok and settled_state(io, known.data, is_service) or nil
	if settled ~= nil then
		if settled == "on" and is_service then
			guard.remove(io)
		end
		return ok(settled)
	end
	local lock = reconcile.acquire_lock(io)
	if not lock.ok then
		return lock
	end
	local sections = rpcd_logins.read_sections(io)
	return sections.ok and repair(io, sections.data, is_service) or sections
end

return M
