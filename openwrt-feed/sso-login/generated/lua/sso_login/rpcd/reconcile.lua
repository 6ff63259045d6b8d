-- Generated from src/sso_login/rpcd/reconcile.ts by "make lua"; do not edit.
--- Applies the configuration to rpcd's login sections and to live sessions: a session lives as long as its user has every role of
-- it, and has what these roles give now.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local log_texts = require("sso_login.base.log_texts")
local public_names = require("sso_login.base.public_names")
local store = require("sso_login.base.store")
local strings = require("sso_login.base.strings")
local result = require("sso_login.result")
local acl = require("sso_login.rights.acl")
local role_rights = require("sso_login.rights.role_rights")
local log_identity = require("sso_login.rpcd.log_identity")
local pending_change = require("sso_login.rpcd.pending_change")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local rpcd_sync = require("sso_login.rpcd.rpcd_sync")
local session_ending = require("sso_login.rpcd.session_ending")
local session_grants = require("sso_login.rpcd.session_grants")
local session_rules = require("sso_login.rpcd.session_rules")
local err, ok = result.err, result.ok

--- Tenths of a second to wait for another process.
local max_waits = 30

--- Attempts to list the sessions while rpcd reloads, and seconds between them.
local max_attempts = 3
local pause = 2

--- The live sessions, as soon as rpcd answers; UBUS_LOGIN_FAILED.
local function live_sessions(io)
	local list = rpcd_sessions.list_sso_sessions(io)
	do
		local attempts = 1
		while attempts < max_attempts and not list.ok do
			io.sleep(pause)
			list = rpcd_sessions.list_sso_sessions(io)
			attempts = attempts + 1
		end
	end
	return list
end

local function rights_of(io, groups, rules)
	local roles = lib.ArrayMap(rules.roles, function(_, role) return role_rights.judge(io, groups, role) end)
	local sections = lib.ArrayMap(roles, function(_, role) return role_rights.section_of(io, groups, role) end)
	return {groups = groups, roles = roles, sections = sections, computed = {}}
end

--- The grants that a session's roles give now; sessions of the same roles share them.
local function due_grants(io, current, entry)
	local names = lib.ArrayConcat({entry.role}, entry.roles)
	local key = table.concat(names, ",")
	local roles = lib.ArrayFilter(
		current.roles,
		function(_, role) return lib.ArrayIncludes(names, role.name) end
	)
	local grants = current.computed[key] or role_rights.grants_of_judged(io, current.groups, roles)
	current.computed[key] = grants
	return grants
end

--- Ends the sessions whose users have lost a role, and returns the others without the one whose change waits, and how many ended.
-- UBUS_LOGIN_FAILED where one stays.
local function end_stale_sessions(io, rules)
	local list = live_sessions(io)
	if not list.ok then
		return list
	end
	-- Its rights change with the confirmation.
	local unconfirmed = pending_change.unconfirmed_session(io)
	local all = lib.ArrayFilter(list.data, function(_, entry) return entry.sid ~= unconfirmed end)
	local live = lib.ArrayFilter(all, function(_, entry) return session_rules.still_authorized(rules, entry) end)
	local stale = lib.ArrayFilter(all, function(_, entry) return not lib.ArrayIncludes(live, entry) end)
	-- Each is ended, also where an earlier one stays.
	local left = lib.ArrayFilter(
		stale,
		function(_, entry) return not session_ending.end_session(io, entry, "roles") end
	)
	return #left == 0 and ok({live = live, ended = #stale}) or err("UBUS_LOGIN_FAILED", {method = "destroy"})
end

--- Gives sessions what their roles give now. One whose rights cannot be set is ended; UBUS_LOGIN_FAILED where it stays.
local function set_rights(io, current, live)
	local changed = {}
	local ended = 0
	local failure
	for _, entry in ipairs(live) do
		local set = session_grants.set(io, entry.sid, entry.acls, due_grants(io, current, entry))
		if set.ok and set.data then
			log_identity.log_session(io, entry, {}, "RIGHTS_CHANGED")
			changed[#changed + 1] = entry
		elseif not set.ok and not rpcd_sessions.is_gone(set) then
			ended = ended + 1
			if not session_ending.end_session(io, entry, "rights") then
				failure = set
			end
		end
	end
	return failure or ok({changed = changed, ended = ended})
end

local function lock_path(io)
	return store.path_of(io, public_names.upkeep_lock)
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

--- The users of sessions, each once.
function M.users_of(all)
	local users = {}
	strings.add_missing(users, lib.ArrayMap(all, function(_, entry) return rpcd_sessions.user_name(entry) end))
	return users
end

local function log_faults(io, rules)
	rpcd_logins.warn_of_conflicts(io, rules.logins, rules.all_roles)
	for _, fault in ipairs(rules.faults) do
		log.event(io, "warning", "CONFIG_ERROR", log.detail_pairs(log_texts.details_in_english(fault)))
	end
end

--- Ends stale sessions, then writes rpcd's sections: in the other order a reload could give an old session more rights. Then it gives the
-- live ones what their roles give now, also where the sections could not be written. The process keeps upkeep.lock to its end, or until
-- `release_lock`.
-- CONFIG_ERROR when the roles cannot be read, and then nothing is changed; UCI_ERROR, UBUS_LOGIN_FAILED.
function M.reconcile(io)
	local lock = M.acquire_lock(io)
	local rules = lock.ok and session_rules.read_rules(io) or lock
	if not rules.ok then
		return rules
	end
	log_faults(io, rules.data)
	local before = end_stale_sessions(io, rules.data)
	if not before.ok then
		return before
	end
	local current = rights_of(io, acl.load_groups(io).groups, rules.data)
	local synced = rpcd_sync.sync(io, current.sections)
	local is_written = synced.ok and synced.data
	-- Another process may have opened sessions meanwhile, by the sections of before.
	local after = is_written and end_stale_sessions(io, rules.data) or ok({live = before.data.live, ended = 0})
	if not after.ok then
		return after
	end
	local set = set_rights(io, current, after.data.live)
	if not synced.ok then
		return synced
	end
	if not set.ok then
		return set
	end
	local ended = before.data.ended + after.data.ended + set.data.ended
	return ok({is_written = is_written, ended = ended, users = M.users_of(set.data.changed)})
end

function M.lag_of(io)
	local rules = session_rules.read_rules(io)
	if not rules.ok then
		return {is_behind = false, sessions = {}}
	end
	local list = rpcd_sessions.list_sso_sessions(io)
	local current = rights_of(io, acl.read_groups(io).groups, rules.data)
	local all = list.ok and list.data or {}
	local live = lib.ArrayFilter(
		all,
		function(_, entry) return session_rules.still_authorized(rules.data, entry) end
	)
	local sessions = lib.ArrayFilter(
		live,
		function(_, entry) return session_grants.differs(entry.acls, due_grants(io, current, entry)) end
	)
	local is_outdated = #rpcd_sync.outdated_roles(rules.data.logins, current.sections) > 0
	return {is_behind = is_outdated or #live < #all, sessions = sessions}
end

return M
