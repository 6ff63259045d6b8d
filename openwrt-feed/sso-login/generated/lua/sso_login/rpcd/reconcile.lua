-- Generated from src/sso_login/rpcd/reconcile.ts by "make lua"; do not edit.
--- Keeps rpcd's login sections and the live sessions in agreement with the configuration: a session lives as long as its
-- user has every role that it was given, and a reload of rpcd never gives it more.
local lib = require("sso_login.lualib")
local M = {}
local store = require("sso_login.base.store")
local result = require("sso_login.result")
local acl = require("sso_login.rights.acl")
local create = require("sso_login.rpcd.create")
local ending = require("sso_login.rpcd.ending")
local session_policy = require("sso_login.rpcd.policy")
local rpcd_logins = require("sso_login.rpcd.logins")
local rpcd_sync = require("sso_login.rpcd.sync")
local session = require("sso_login.rpcd.sessions")
local err, ok = result.err, result.ok

--- Tenths of a second to wait for another process that reconciles.
local max_waits = 30

--- Ends the sessions whose users have lost a role, and returns their number. UBUS_LOGIN_FAILED when one cannot be ended.
local function end_stale_sessions(io, policy)
	local list = session.list_sso_sessions(io)
	if not list.ok then
		return list
	end
	local stale = lib.ArrayFilter(
		list.data,
		function(_, entry) return not session_policy.still_authorized(policy, entry) end
	)
	local failed = lib.ArrayFilter(stale, function(_, entry) return not ending.end_session(io, entry, "roles") end)
	return #failed == 0 and ok(#stale) or err("UBUS_LOGIN_FAILED", {method = "destroy"})
end

--- Waits for the lock on reconciling; UCI_ERROR when another process keeps it for more than three seconds.
function M.acquire_lock(io)
	local path = store.path_of(io, "upkeep.lock")
	store.ensure_run_dir(io)
	do
		local waits = 0
		while waits < max_waits do
			if io.lock(path) then
				return ok(true)
			end
			io.sleep(0.1)
			waits = waits + 1
		end
	end
	return err("UCI_ERROR", {reason = "another process holds upkeep.lock"})
end

--- Ends stale sessions, then writes rpcd's sections. The order matters: after a reload, new sections could give an old session
-- more rights. After a change it ends stale sessions again, for those that another process has made meanwhile. Fails with
-- CONFIG_ERROR when the roles cannot be read, and then changes nothing; with UCI_ERROR or UBUS_LOGIN_FAILED.
function M.reconcile(io)
	local lock = M.acquire_lock(io)
	local policy = lock.ok and session_policy.read_policy(io) or lock
	if not policy.ok then
		return policy
	end
	rpcd_logins.warn_of_conflicts(io, policy.data.logins, policy.data.all_roles)
	local ended = end_stale_sessions(io, policy.data)
	if not ended.ok then
		return ended
	end
	local synced = rpcd_sync.sync(io, policy.data.roles)
	if not synced.ok then
		return synced
	end
	local ended_after = synced.data.changed and end_stale_sessions(io, policy.data) or ok(0)
	return ended_after.ok and ok({changed = synced.data.changed, ended = ended.data + ended_after.data}) or ended_after
end

--- Whether `reconcile` would change anything. After `uci commit` without `reload_config`, a change is in effect only for
-- new logins. False when the roles cannot be read.
function M.out_of_sync(io)
	local policy = session_policy.read_policy(io)
	if not policy.ok then
		return false
	end
	local live = session.list_sso_sessions(io)
	local stale = live.ok and lib.ArraySome(
		live.data,
		function(_, entry) return not session_policy.still_authorized(policy.data, entry) end
	)
	return stale or #rpcd_sync.outdated_roles(policy.data.logins, policy.data.roles) > 0
end

--- Calls of rpcd, each with its own patience, until it has its sessions back, and seconds between them.
local max_attempts = 3
local pause = 2

--- The sessions of several roles, as soon as rpcd answers: while it reloads it does not.
local function sessions_of_several_roles(io)
	local list = session.list_sso_sessions(io)
	do
		local attempts = 1
		while attempts < max_attempts and not list.ok do
			io.sleep(pause)
			list = session.list_sso_sessions(io)
			attempts = attempts + 1
		end
	end
	return list.ok and ok(lib.ArrayFilter(list.data, function(_, entry) return #entry.roles > 1 end)) or list
end

--- What a role gives, or nothing where there is none of that name.
local function rights_of(policy, name)
	local role = lib.ArrayFind(policy.roles, function(_, candidate) return candidate.name == name end) or {}
	return {read = role.read or {}, write = role.write or {}}
end

--- Whether a session's roles are the user's still, and give what they gave when the policy was read before.
local function is_unchanged(before, now, entry)
	return session_policy.still_authorized(now, entry) and lib.ArrayEvery(
		entry.roles,
		function(_, name) return rpcd_logins.same_options(rights_of(before, name), rights_of(now, name)) end
	)
end

--- After a reload of rpcd, which gives a session only the rights of its first role: sessions of several roles get those of all,
-- if their users still have all of them. A session whose roles change meanwhile is ended, as it may have got what they gave
-- before. Returns how many sessions got their rights; UBUS_LOGIN_FAILED, CONFIG_ERROR, UCI_ERROR.
function M.restore_rights(io)
	local sessions = sessions_of_several_roles(io)
	if not sessions.ok or #sessions.data == 0 then
		return sessions.ok and ok(0) or sessions
	end
	local lock = M.acquire_lock(io)
	local policy = lock.ok and session_policy.read_policy(io) or lock
	if not policy.ok then
		return policy
	end
	local groups = acl.read_groups(io).groups
	local known = {}
	local restored = {}
	local failure = nil
	for _, entry in ipairs(
		lib.ArrayFilter(
			sessions.data,
			function(_, candidate) return session_policy.still_authorized(policy.data, candidate) end
		)
	) do
		local names = session.role_names(entry)
		local rights = lib.ArrayMap(entry.roles, function(_, name) return rights_of(policy.data, name) end)
		local grants = known[names] or acl.grants_for(io, groups, rights)
		known[names] = grants
		local granted = create.grant(io, entry.sid, grants)
		restored[#restored + 1] = entry
		local ____granted_ok_0
		if granted.ok then
			____granted_ok_0 = failure
		else
			____granted_ok_0 = granted
		end
		failure = ____granted_ok_0
	end
	local now = session_policy.read_policy(io)
	for _, entry in ipairs(restored) do
		if now.ok and not is_unchanged(policy.data, now.data, entry) then
			ending.end_session(io, entry, "roles")
		end
	end
	return failure or ok(#restored)
end

return M
