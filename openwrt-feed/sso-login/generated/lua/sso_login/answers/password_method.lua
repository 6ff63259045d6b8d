-- Generated from src/sso_login/answers/password_method.ts by "make lua"; do not edit.
--- The state of passwords for LuCI, and the ubus method `password_login`.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local json_values = require("sso_login.base.json_values")
local result = require("sso_login.result")
local administrators = require("sso_login.passwords.administrators")
local log_identity = require("sso_login.rpcd.log_identity")
local local_sessions = require("sso_login.passwords.local_sessions")
local password_events = require("sso_login.passwords.password_events")
local password_sections = require("sso_login.passwords.password_sections")
local password_state = require("sso_login.passwords.password_state")
local password_trial = require("sso_login.passwords.password_trial")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local ways_in = require("sso_login.passwords.ways_in")
local login_page = require("sso_login.settings.login_page")
local saved_config = require("sso_login.settings.saved_config")
local proxy = require("sso_login.check.proxy")
local way_back = require("sso_login.check.way_back")
local err, ok = result.err, result.ok

--- The live sessions that passwords opened.
local function sessions(io)
	local known = rpcd_logins.read_sections(io)
	local exempt = password_state.exempt_users(io)
	local all = known.ok and known.data or {}
	local ending = password_sections.users_of(
		lib.ArrayFilter(
			all,
			function(_, section) return password_sections.is_locked(section) or password_sections.is_lockable(
				section,
				exempt
			) end
		)
	)
	return lib.ArrayMap(
		rpcd_sessions.list_local_sessions(io),
		function(_, entry) return {
			who = entry.username,
			["until"] = entry["until"],
			program = not entry.is_at_luci,
			ends = lib.ArrayIncludes(ending, entry.username) and not lib.ArrayIncludes(exempt, entry.username)
		} end
	)
end

--- The state by rpcd's sections, and the seconds until a trial ends; 0 without one.
local function state_now(io)
	local known = rpcd_logins.read_sections(io)
	local state = known.ok and password_sections.state_of(known.data) or "unknown"
	return {state = state, seconds_left = state == "trial" and password_trial.seconds_left(io) or 0}
end

--- The faults for which nobody can administer by single sign-on, by the saved sections.
local function faults(io)
	local saved = saved_config.saved_sections(io)
	local found = saved.ok and ways_in.find(io, saved.data) or nil
	return found ~= nil and found.obstacle ~= nil and found.faults or {}
end

--- Without the button nobody is told what to do once no password counts.
local function refusal_by_page(io, change)
	return change == "off" and login_page.open(io) == "without_button" and "no_button" or nil
end

--- The reason why a session may not confirm the trial of passwords in this state.
local function confirm_refusal_of(io, sid, state)
	if state == "trial" then
		return administrators.refusal_for_session(io, sid, "confirm")
	end
	return state == "unknown" and "rpcd_unreadable" or "state"
end

--- The state for a caller; `sid` is the session that rpcd has verified, "" for the shell. `may_see_all` shows sessions that passwords
-- opened, and addresses. `with_page` opens LuCI's login page for `refusal`.
function M.answer(io, sid, may_see_all, with_page)
	local now = state_now(io)
	local refusal_without_page = password_events.refusal_to_turn_off(io) or administrators.refusal_for_session(
		io,
		sid,
		"off"
	)
	return {
		state = now.state,
		seconds_left = now.seconds_left,
		refusal = refusal_without_page or (with_page and refusal_by_page(io, "off") or nil),
		confirm_refusal = confirm_refusal_of(io, sid, now.state),
		faults = json.list(faults(io)),
		way_back = way_back.find(io),
		root_without_password = way_back.root_without_password(io),
		single_administrator = administrators.is_single(io),
		password_sessions = json.list(may_see_all and sessions(io) or {}),
		unlisted_proxy = may_see_all and proxy.unlisted(io) or nil
	}
end

--- The pairs of the log for a session that makes a change.
local function cause_of(io, sid)
	local entry = rpcd_sessions.find_session(io, sid)
	local by = {{"by", "session"}}
	return entry ~= nil and lib.ArrayConcat(
		by,
		log_identity.pairs(log_identity.setting(io), entry.email, entry.sub),
		{{"user", entry.role}}
	) or by
end

--- Makes a change, which `refusal_of` may refuse unless it turns passwords on or is forced; `by` is the cause for the log.
-- PASSWORD_LOGIN_REFUSED, UCI_ERROR, CONFIG_ERROR.
function M.make_change(io, wanted, refusal_of, by, is_forced)
	if wanted == "on" then
		return password_events.turn_on(io, by)
	end
	local refusal = not is_forced and (refusal_of(wanted) or refusal_by_page(io, wanted)) or nil
	if refusal ~= nil then
		return err("PASSWORD_LOGIN_REFUSED", {reason = refusal})
	end
	local confirmation = is_forced and "force" or "confirm"
	return password_events.happen(io, wanted == "off" and "turn_off" or confirmation, by)
end

--- Ends the sessions of refused passwords, where `end_sessions` says so, and returns the state after a change.
function M.finish_change(io, end_sessions)
	local now = state_now(io)
	local ended = end_sessions and local_sessions.end_sessions(io) or 0
	return {state = now.state, seconds_left = now.seconds_left, ended = ended}
end

function M.is_change(state)
	return state == "on" or state == "off" or state == "confirm"
end

--- `password_login {state, end_sessions}`. INVALID_REQUEST, and as above.
function M.call(io, input)
	local sid = json_values.text_of(input.ubus_rpc_session)
	local wanted = json_values.text_of(input.state)
	if not M.is_change(wanted) then
		return err("INVALID_REQUEST", "state is none of off, on, confirm")
	end
	local function refusal_of(change)
		return administrators.refusal_for_session(io, sid, change)
	end
	local changed = M.make_change(io, wanted, refusal_of, cause_of(io, sid), false)
	return changed.ok and ok(M.finish_change(io, input.end_sessions == true)) or changed
end

return M
