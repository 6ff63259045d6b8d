-- Generated from src/sso_login/rpcd/reconcile.ts by "make lua"; do not edit.
--- Applies the configuration to rpcd's login sections and to live sessions: a session lives as long as its user has every role of
-- it, and a reload of rpcd never gives it more.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local log_texts = require("sso_login.base.log_texts")
local store = require("sso_login.base.store")
local result = require("sso_login.result")
local acl = require("sso_login.rights.acl")
local session_creation = require("sso_login.rpcd.session_creation")
local session_ending = require("sso_login.rpcd.session_ending")
local role_rights = require("sso_login.rights.role_rights")
local session_rules = require("sso_login.rpcd.session_rules")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local rpcd_sync = require("sso_login.rpcd.rpcd_sync")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local err, ok = result.err, result.ok

--- Tenths of a second to wait for another process.
local max_waits = 30

--- Ends sessions, and returns their number; UBUS_LOGIN_FAILED where one stays.
local function end_sessions(io, all)
	local failed = lib.ArrayFilter(
		all,
		function(_, entry) return not session_ending.end_session(io, entry, "roles") end
	)
	return #failed == 0 and ok(#all) or err("UBUS_LOGIN_FAILED", {method = "destroy"})
end

--- Ends the sessions whose users have lost a role, and returns their number. UBUS_LOGIN_FAILED.
local function end_stale_sessions(io, rules)
	local list = rpcd_sessions.list_sso_sessions(io)
	if not list.ok then
		return list
	end
	local stale = lib.ArrayFilter(
		list.data,
		function(_, entry) return not session_rules.still_authorized(rules, entry) end
	)
	return end_sessions(io, stale)
end

local function lock_path(io)
	return store.path_of(io, "upkeep.lock")
end

--- Takes the lock on rpcd's sections, which ends with the process at the latest; UCI_ERROR after three seconds.
function M.acquire_lock(io)
	local path = lock_path(io)
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

--- Gives that lock back, for a process that lasts.
function M.release_lock(io)
	io.unlock(lock_path(io))
end

local function locked_rules(io)
	local lock = M.acquire_lock(io)
	return lock.ok and session_rules.read_rules(io) or lock
end

--- Ends stale sessions, then writes rpcd's sections: in the other order a reload could give an old session more rights. After a
-- change it ends stale sessions again, which another process may have created meanwhile. The process keeps upkeep.lock to its end, or
-- until `release_lock`. CONFIG_ERROR when the roles cannot be
-- read, and then nothing is changed; UCI_ERROR, UBUS_LOGIN_FAILED.
function M.reconcile(io)
	local rules = locked_rules(io)
	if not rules.ok then
		return rules
	end
	rpcd_logins.warn_of_conflicts(io, rules.data.logins, rules.data.all_roles)
	for _, fault in ipairs(rules.data.faults) do
		log.event(io, "warning", "CONFIG_ERROR", log.detail_pairs(log_texts.details_in_english(fault)))
	end
	local ended = end_stale_sessions(io, rules.data)
	if not ended.ok then
		return ended
	end
	local synced = rpcd_sync.sync(io, role_rights.of_roles(io, rules.data.roles))
	if not synced.ok then
		return synced
	end
	local again = synced.data and end_stale_sessions(io, rules.data) or ok(0)
	return again.ok and ok({changed = synced.data, ended = ended.data + again.data}) or again
end

--- Whether `reconcile` would change something, as after `uci commit` without `reload_config`; false when the roles cannot be read.
function M.out_of_sync(io)
	local rules = session_rules.read_rules(io)
	if not rules.ok then
		return false
	end
	local live = rpcd_sessions.list_sso_sessions(io)
	local stale = live.ok and lib.ArraySome(
		live.data,
		function(_, entry) return not session_rules.still_authorized(rules.data, entry) end
	)
	return stale or #rpcd_sync.outdated_roles(rules.data.logins, role_rights.of_roles(io, rules.data.roles)) > 0
end

--- Attempts to list the sessions while rpcd reloads, and seconds between them.
local max_attempts = 3
local pause = 2

--- The sessions of several roles, as soon as rpcd answers; UBUS_LOGIN_FAILED.
local function sessions_of_several_roles(io)
	local list = rpcd_sessions.list_sso_sessions(io)
	do
		local attempts = 1
		while attempts < max_attempts and not list.ok do
			io.sleep(pause)
			list = rpcd_sessions.list_sso_sessions(io)
			attempts = attempts + 1
		end
	end
	return list.ok and ok(lib.ArrayFilter(list.data, function(_, entry) return #entry.roles > 1 end)) or list
end

--- The lists of a role; empty ones where there is no such role.
local function rights_of(rules, name)
	local role = lib.ArrayFind(rules.roles, function(_, candidate) return candidate.name == name end) or {}
	return {read = role.read or {}, write = role.write or {}}
end

--- Whether a session's user still has its roles, and these have the lists that they had before.
local function is_unchanged(before, now, entry)
	return session_rules.still_authorized(now, entry) and lib.ArrayEvery(
		entry.roles,
		function(_, name) return rpcd_logins.same_options(rights_of(before, name), rights_of(now, name)) end
	)
end

--- Grants sessions of several roles the rights of all of them, as a reload of rpcd leaves those of the first. A session whose roles
-- change meanwhile is ended, as it may have old rights. Returns the number of sessions; UBUS_LOGIN_FAILED, CONFIG_ERROR, UCI_ERROR.
function M.restore_rights(io)
	local several = sessions_of_several_roles(io)
	if not several.ok then
		return several
	end
	if #several.data == 0 then
		return ok(0)
	end
	local rules = locked_rules(io)
	if not rules.ok then
		return rules
	end
	local groups = acl.read_groups(io).groups
	local known = {}
	local restored = {}
	local failure
	for _, entry in ipairs(
		lib.ArrayFilter(
			several.data,
			function(_, candidate) return session_rules.still_authorized(rules.data, candidate) end
		)
	) do
		local names = rpcd_sessions.role_names(entry)
		local own = lib.ArrayFilter(
			rules.data.roles,
			function(_, role) return lib.ArrayIncludes(entry.roles, role.name) end
		)
		local grants = known[names] or role_rights.grants_for(io, groups, own)
		known[names] = grants
		local granted = session_creation.grant(io, entry.sid, grants)
		restored[#restored + 1] = entry
		local ____granted_ok_0
		if granted.ok then
			____granted_ok_0 = failure
		else
			____granted_ok_0 = granted
		end
		failure = ____granted_ok_0
	end
	local now = session_rules.read_rules(io)
	if not now.ok then
		return now
	end
	local changed = lib.ArrayFilter(
		restored,
		function(_, entry) return not is_unchanged(rules.data, now.data, entry) end
	)
	local ended = end_sessions(io, changed)
	return failure or (ended.ok and ok(#restored) or ended)
end

return M
