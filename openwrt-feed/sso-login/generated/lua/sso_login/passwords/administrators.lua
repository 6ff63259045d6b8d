-- Generated from src/sso_login/passwords/administrators.ts by "make lua"; do not edit.
--- Who may turn passwords off, and confirm that: a user of single sign-on whose roles, as they are now, change everything, from
-- LuCI or from the shell after such a login.
local lib = require("sso_login.lualib")
local M = {}
local store = require("sso_login.base.store")
local strings = require("sso_login.base.strings")
local acl = require("sso_login.rights.acl")
local permissions = require("sso_login.rights.permissions")
local session_policy = require("sso_login.rpcd.policy")
local trial = require("sso_login.passwords.trial")
local sessions = require("sso_login.rpcd.sessions")

--- Whether roles give the right to write with every access group of the router that has one.
function M.change_everything(io, groups, all)
	local writable = lib.ArrayFilter(
		groups,
		function(_, group) return #strings.sorted_keys(acl.grants_of(group, "write")) > 0 end
	)
	return #writable > 0 and lib.ArrayEvery(
		writable,
		function(_, group) return lib.ArraySome(
			all,
			function(_, role) return permissions.permits(
				io,
				{read = {}, write = role.write or {}},
				"write",
				group.name
			) end
		) end
	)
end

--- Undefined where roles or rpcd's sections cannot be read.
function M.judge_of(io)
	local policy = session_policy.read_policy(io)
	return policy.ok and ({policy = policy.data, groups = acl.read_groups(io).groups}) or nil
end

--- Whether the user of a session has roles now that change everything.
local function is_administrator(io, judge, entry)
	local own = lib.ArrayFilter(
		judge.policy.roles,
		function(_, role) return lib.ArrayIncludes(entry.roles, role.name) end
	)
	return session_policy.still_authorized(judge.policy, entry) and M.change_everything(io, judge.groups, own)
end

--- The roles that change everything, each by itself.
function M.roles_of(io, judge)
	return lib.ArrayFilter(
		judge.policy.roles,
		function(_, role) return M.change_everything(io, judge.groups, {role}) end
	)
end

--- Whether only one e-mail or one subject has a role that changes everything.
function M.is_single(io, judge)
	local names = {}
	for _, role in ipairs(M.roles_of(io, judge)) do
		if #(role.group or {}) > 0 then
			return false
		end
		for _, name in ipairs(
			lib.ArrayConcat(
				lib.ArrayMap(role.email or {}, function(_, email) return string.lower(email) end),
				role.sub or {}
			)
		) do
			if not lib.ArrayIncludes(names, name) then
				names[#names + 1] = name
			end
		end
	end
	return #names == 1
end

--- Why a session may not turn passwords off, whatever holds else.
function M.refusal_for_session(io, sid)
	local entry = sessions.find_session(io, sid)
	if entry == nil or entry.issuer == "" then
		return "not_sso"
	end
	local judge = M.judge_of(io)
	return not (judge ~= nil and is_administrator(io, judge, entry)) and "not_everything" or nil
end

--- Why a session may not confirm the trial.
function M.refusal_to_confirm(io, sid)
	return M.refusal_for_session(io, sid) or (not trial.is_new(io, sid) and "same_login" or nil)
end

--- Whether some live session of an administrator has what is asked for.
local function has_session(io, is_wanted)
	local judge = M.judge_of(io)
	local list = sessions.list_sso_sessions(io)
	return judge ~= nil and list.ok and lib.ArraySome(
		list.data,
		function(_, entry) return is_wanted(entry.sid, entry.since) and is_administrator(io, judge, entry) end
	)
end

--- Why the shell may not turn passwords off: there must be a login of the last ten minutes.
function M.refusal_for_shell(io)
	local now = io.time()
	return not has_session(
		io,
		function(_sid, since) return store.is_fresh(since, now, trial.trial_seconds) end
	) and "no_login" or nil
end

--- Why the shell may not confirm the trial: there must be a login since it began.
function M.refusal_of_shell_to_confirm(io)
	return not has_session(io, function(sid) return trial.is_new(io, sid) end) and "no_login" or nil
end

return M
