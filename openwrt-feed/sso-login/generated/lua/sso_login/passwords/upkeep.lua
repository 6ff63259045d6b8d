-- Generated from src/sso_login/passwords/upkeep.ts by "make lua"; do not edit.
--- Keeps rpcd's sections in agreement with what was decided about passwords.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local result = require("sso_login.result")
local ok = result.ok
local load = require("sso_login.settings.load")
local guard = require("sso_login.passwords.guard")
local transitions = require("sso_login.passwords.transitions")
local password_sections = require("sso_login.passwords.sections")
local trial = require("sso_login.passwords.trial")
local reconcile = require("sso_login.rpcd.reconcile")
local rpcd_logins = require("sso_login.rpcd.logins")
local ways_in = require("sso_login.passwords.ways_in")
local err, ok = result.err, result.ok

--- What the log says of each.
local words_of_obstacle = {disabled = "disabled", config_wrong = "configuration", not_everything = "roles"}

--- What gave passwords back, or must give them back now; undefined where they stay as they are.
local function reason_to_restore(io, sections, is_service)
	if lib.ArraySome(sections, function(_, section) return password_sections.is_changed_by_hand(section) end) then
		return "hand"
	end
	if transitions.state_of(sections) == "trial" and trial.seconds_left(io) == 0 then
		return "trial"
	end
	local saved = load.saved_sections(io)
	local ____saved_ok_0
	if saved.ok then
		____saved_ok_0 = not transitions.is_wanted_off(io)
	else
		____saved_ok_0 = is_service
	end
	if ____saved_ok_0 then
		return "configuration"
	end
	local blocked = is_service and saved.ok and ways_in.obstacle(io, saved.data) or nil
	return blocked ~= nil and words_of_obstacle[blocked] or nil
end

--- No password is refused: what a process left that was killed while it turned them off is removed, and an option that was only set by uci is named.
local function without_marks(io)
	local was_begun = trial.is_there(io) or guard.is_there(io)
	if was_begun then
		transitions.clean_up(io)
	elseif transitions.is_wanted_off(io) then
		log.event(io, "warning", "PASSWORD_LOGIN_NOT_ARMED", {
			{"reason", "option password_login alone turns nothing off"}
		})
	end
	return ok("on")
end

--- Whether passwords are refused as they are to be, and stay so: the usual case, for which no lock is taken.
local function is_settled(io, sections, is_service)
	local users = transitions.exempt_users(io)
	local is_done = not lib.ArraySome(
		sections,
		function(_, section) return password_sections.is_lockable(section, users) or password_sections.is_exempt(
			section,
			users
		) end
	)
	local is_off = transitions.state_of(sections) ~= "on"
	return is_off and is_done and reason_to_restore(io, sections, is_service) == nil
end

--- Brings rpcd's sections in agreement with what was decided: passwords come back where they were to come back, and those of
-- sections that are new are refused as well. `is_service` where the service begins or reads its configuration anew: passwords then
-- come back, too, where single sign-on is off or cannot work at any provider. The answer is the state that holds then.
function M.upkeep(io, is_service)
	local known = rpcd_logins.read_sections(io)
	local is_idle = known.ok and not lib.ArraySome(
		known.data,
		function(_, section) return password_sections.is_marked(section) end
	)
	if is_idle and not trial.is_there(io) and not transitions.is_wanted_off(io) then
		if is_service then
			guard.remove(io)
		end
		return ok("on")
	end
	if known.ok and is_settled(io, known.data, is_service) then
		return ok(transitions.state_of(known.data))
	end
	local lock = reconcile.acquire_lock(io)
	local sections = lock.ok and rpcd_logins.read_sections(io) or lock
	if not sections.ok then
		return sections
	end
	if not lib.ArraySome(sections.data, function(_, section) return password_sections.is_marked(section) end) then
		return without_marks(io)
	end
	local reason = reason_to_restore(io, sections.data, is_service)
	if reason ~= nil then
		local restored = transitions.restore(io, {{"by", reason}})
		return restored.ok and ok("on") or restored
	end
	local state = transitions.state_of(sections.data)
	local locked = password_sections.lock(io, transitions.exempt_users(io), state == "trial")
	if not locked.ok then
		return transitions.note_failure(io, locked)
	end
	if #locked.data > 0 then
		transitions.note(io, state, {{"by", "upkeep"}}, locked.data)
	end
	return ok(state)
end

return M
