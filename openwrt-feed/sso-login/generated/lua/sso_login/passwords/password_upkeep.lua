-- Generated from src/sso_login/passwords/password_upkeep.ts by "make lua"; do not edit.
--- Repairs rpcd's sections where passwords are not as they should be.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local result = require("sso_login.result")
local ok = result.ok
local login_settings = require("sso_login.settings.login_settings")
local saved_config = require("sso_login.settings.saved_config")
local administrators = require("sso_login.passwords.administrators")
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

--- Whether nothing has to be written, which is usual and takes no lock.
local function is_settled(io, sections, is_service)
	if not has_marks(sections) then
		return not password_trial.is_there(io) and not password_transitions.is_wanted_off(io)
	end
	local users = password_transitions.exempt_users(io)
	return not lib.ArraySome(
		sections,
		function(_, one) return password_sections.is_lockable(one, users) or password_sections.is_exempt(
			one,
			users
		) end
	) and guard.is_current(io) and password_transitions.demand_of(io, sections) == "keep" and reason_to_restore(
		io,
		sections,
		is_service
	) == nil
end

--- Removes what is left where no password is refused: of a killed process, or beside a file of rpcd that replaced ours; warns of an option that was set by hand.
local function clean_up(io)
	if password_trial.is_there(io) or guard.is_there(io) then
		local is_replaced = password_transitions.is_wanted_off(io)
		password_transitions.clean_up(io)
		if is_replaced and not password_transitions.is_wanted_off(io) then
			password_transitions.note(io, "on", {{"by", "rpcd"}}, {})
		end
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
	local demand = password_transitions.demand_of(io, sections)
	if demand == "try" then
		return password_transitions.try_settings(io, sections)
	end
	local is_trial = demand == "keep" and password_transitions.state_of(sections) == "trial"
	local known = password_sections.settings_hash_of(sections)
	local proved = demand == "confirm" and login_settings.settings_hash(io) or known
	local state = is_trial and "trial" or "off"
	local locked = password_sections.lock(io, password_transitions.exempt_users(io), {
		is_trial = is_trial,
		settings_hash = proved
	})
	if not locked.ok then
		return password_transitions.note_failure(io, locked)
	end
	if not is_trial then
		password_trial.finish(io)
	end
	-- Missing after a backup was restored, which may have turned passwords off.
	local is_installed = not guard.is_current(io) and guard.install(io).ok
	if #locked.data > 0 or is_installed then
		local by = demand == "keep" and "upkeep" or (known ~= "" and "settings" or "upgrade")
		password_transitions.note(io, state, {{"by", by}}, locked.data)
	end
	return ok(state)
end

--- Makes rpcd's sections what the option `password_login` and the trial say, and returns the state. `is_service` is set when the
-- service starts or its configuration changes: passwords then also come back where nobody can administer by single sign-on.
function M.upkeep(io, is_service)
	local known = rpcd_logins.read_sections(io)
	if known.ok and is_settled(io, known.data, is_service) then
		local state = password_transitions.state_of(known.data)
		if state == "on" and is_service then
			guard.remove(io)
		end
		return ok(state)
	end
	local lock = reconcile.acquire_lock(io)
	if not lock.ok then
		return lock
	end
	local sections = rpcd_logins.read_sections(io)
	local repaired = sections.ok and repair(io, sections.data, is_service) or sections
	-- The start of a login waits for its provider next, and sync-roles needs the lock to end sessions.
	reconcile.release_lock(io)
	return repaired
end

--- The settings hash at the start of a login; repairs before, and so begins a trial where the settings are others than the proved ones.
function M.hash_at_start(io)
	M.upkeep(io, false)
	return login_settings.settings_hash(io)
end

--- After a login: an administrator's by settings that are on trial once more confirms them. `who` is the user for the log.
function M.after_login(io, sid, who)
	local sections = rpcd_logins.read_sections(io)
	local is_again = sections.ok and password_transitions.state_of(
		sections.data
	) == "trial" and password_sections.settings_hash_of(sections.data) ~= ""
	if is_again and administrators.refusal_for_session(io, sid, "confirm") == nil then
		local by = {{"by", "login"}}
		password_transitions.confirm(io, lib.ArrayConcat(by, who), false)
	end
end

return M
