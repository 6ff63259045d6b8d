-- Generated from src/sso_login/program/password_method.ts by "make lua"; do not edit.
--- What LuCI is told of passwords, and the ubus method `password_login`.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local values = require("sso_login.base.values")
local result = require("sso_login.result")
local administrators = require("sso_login.passwords.administrators")
local log_identity = require("sso_login.rpcd.log_identity")
local transitions = require("sso_login.passwords.transitions")
local password_sections = require("sso_login.passwords.sections")
local trial = require("sso_login.passwords.trial")
local rpcd_logins = require("sso_login.rpcd.logins")
local session = require("sso_login.rpcd.sessions")
local way_back = require("sso_login.passwords.way_back")
local err, ok = result.err, result.ok

--- The live sessions that passwords opened.
local function sessions(io)
	local known = rpcd_logins.read_sections(io)
	local exempt = transitions.exempt_users(io)
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
		transitions.live_sessions(io),
		function(_, entry) return {
			who = entry.username,
			["until"] = entry["until"],
			program = not entry.is_at_luci,
			ends = lib.ArrayIncludes(ending, entry.username) and not lib.ArrayIncludes(exempt, entry.username)
		} end
	)
end

--- What rpcd's sections say, and the seconds until a trial ends; 0 where there is none.
local function state_now(io)
	local known = rpcd_logins.read_sections(io)
	local state = known.ok and transitions.state_of(known.data) or "on"
	return {state = state, seconds_left = state == "trial" and trial.seconds_left(io) or 0}
end

--- What holds now, for a caller: `sid` is the session that rpcd's caller proved to have, "" for the shell.
function M.answer(io, sid)
	local now = state_now(io)
	local judge = administrators.judge_of(io)
	local ____now_state_1 = now.state
	local ____now_seconds_left_2 = now.seconds_left
	local ____temp_3 = transitions.obstacle(io) or administrators.refusal_for_session(io, sid)
	local ____temp_0
	if now.state == "trial" then
		____temp_0 = administrators.refusal_to_confirm(io, sid)
	else
		____temp_0 = "state"
	end
	return {
		state = ____now_state_1,
		seconds_left = ____now_seconds_left_2,
		refusal = ____temp_3,
		confirm_refusal = ____temp_0,
		way_back = way_back.find(io),
		root_without_password = way_back.root_without_password(io),
		single_administrator = judge ~= nil and administrators.is_single(io, judge),
		password_sessions = json.list(sessions(io))
	}
end

--- Who a session is, for the log.
local function who(io, sid)
	local entry = session.find_session(io, sid)
	local by = {{"by", "session"}}
	return entry ~= nil and lib.ArrayConcat(
		by,
		log_identity.pairs(log_identity.setting(io), entry.email, entry.sub),
		{{"user", entry.role}}
	) or by
end

--- Does what is wanted, `on`, `off` on trial, or `confirm`, unless there is a `refusal`; `by` says for the log who wants it.
function M.change(io, wanted, refusal, by)
	if refusal ~= nil then
		return err("PASSWORD_LOGIN_REFUSED", {reason = refusal})
	end
	if wanted == "on" then
		return transitions.turn_on(io, by)
	end
	return wanted == "confirm" and transitions.confirm(io, by) or transitions.arm(io, by)
end

--- The state after a change, which may end the sessions of passwords that count no more.
function M.outcome(io, end_sessions)
	local now = state_now(io)
	local ended = end_sessions and transitions.end_sessions(io) or 0
	return {state = now.state, seconds_left = now.seconds_left, ended = ended}
end

--- Why a session may not do what is wanted.
local function refusal_of(io, wanted, sid)
	if wanted == "on" then
		return nil
	end
	local ____temp_4
	if wanted == "confirm" then
		____temp_4 = administrators.refusal_to_confirm(io, sid)
	else
		____temp_4 = administrators.refusal_for_session(io, sid)
	end
	return ____temp_4
end

--- `password_login {state, end_sessions}`: `off` on trial, `confirm`, `on`. PASSWORD_LOGIN_REFUSED, UCI_ERROR.
function M.call(io, input)
	local sid = values.text_of(input.ubus_rpc_session)
	local wanted = values.text_of(input.state)
	if not lib.ArrayIncludes({"on", "off", "confirm"}, wanted) then
		return err("INVALID_REQUEST", "state is none of off, on, confirm")
	end
	local changed = M.change(io, wanted, refusal_of(io, wanted, sid), who(io, sid))
	return changed.ok and ok(M.outcome(io, input.end_sessions == true)) or changed
end

return M
