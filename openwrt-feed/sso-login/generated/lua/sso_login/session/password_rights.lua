-- Generated from src/sso_login/session/password_rights.ts by "make lua"; do not edit.
--- Who may turn passwords off, and confirm that: a session of LuCI, or the shell after such a login.
local lib = require("sso_login.lualib")
local M = {}
local store = require("sso_login.base.store")
local administrators = require("sso_login.session.administrators")
local password_state = require("sso_login.session.password_state")
local trial = require("sso_login.session.password_trial")
local session = require("sso_login.session.session")

--- Why a session may not turn passwords off, whatever holds else.
function M.refusal_for_session(io, sid)
	local entry = session.find_session(io, sid)
	if entry == nil or entry.issuer == "" then
		return "not_sso"
	end
	local judge = administrators.judge_of(io)
	return not (judge ~= nil and administrators.is_administrator(io, judge, entry)) and "not_everything" or nil
end

--- Why a session may not confirm the trial.
function M.refusal_to_confirm(io, sid)
	return M.refusal_for_session(io, sid) or (not trial.is_new(io, sid) and "same_login" or nil)
end

--- Whether some live session of an administrator has what is asked for.
local function has_session(io, is_wanted)
	local judge = administrators.judge_of(io)
	local list = session.list_sso_sessions(io)
	return judge ~= nil and list.ok and lib.ArraySome(
		list.data,
		function(_, entry) return is_wanted(entry.sid, entry.since) and administrators.is_administrator(
			io,
			judge,
			entry
		) end
	)
end

--- Why the shell may not turn passwords off: there must be a login of the last ten minutes.
function M.refusal_for_shell(io)
	local now = io.time()
	return not has_session(
		io,
		function(_sid, since) return store.is_fresh(since, now, password_state.trial_seconds) end
	) and "no_login" or nil
end

--- Why the shell may not confirm the trial: there must be a login since it began.
function M.refusal_of_shell_to_confirm(io)
	return not has_session(io, function(sid) return trial.is_new(io, sid) end) and "no_login" or nil
end

return M
