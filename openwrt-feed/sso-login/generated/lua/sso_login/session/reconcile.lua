-- Generated from src/sso_login/session/reconcile.ts by "make lua"; do not edit.
--- Keeps rpcd's login sections and the live sessions in agreement with the configuration: a session lives as long as its
-- user has every role that it was given, and a reload of rpcd never gives it more.
local lib = require("sso_login.lualib")
local M = {}
local store = require("sso_login.base.store")
local strings = require("sso_login.base.strings")
local values = require("sso_login.base.values")
local result = require("sso_login.result")
local load = require("sso_login.settings.load")
local role_sections = require("sso_login.settings.role_sections")
local roles = require("sso_login.settings.roles")
local acl = require("sso_login.session.acl")
local ending = require("sso_login.session.ending")
local rpcd_logins = require("sso_login.session.rpcd_logins")
local session = require("sso_login.session.session")
local err, ok = result.err, result.ok

--- Tenths of a second to wait for another process that reconciles.
local max_waits = 30

--- Reads the policy from the saved configuration; CONFIG_ERROR when the roles or rpcd's sections cannot be read.
function M.read_policy(io)
	local sections = load.saved_sections(io)
	if not sections.ok then
		return sections
	end
	local all = role_sections.of_sections(sections.data)
	if not all.ok then
		return all
	end
	local providers = {}
	for _, section in ipairs(load.provider_sections(sections.data)) do
		local saved = section.options
		providers[section.name] = {
			enabled = saved.enabled == "1",
			issuer = values.text_of(saved.issuer_url),
			client_id = values.text_of(saved.client_id),
			audience = values.text_of(saved.api_audience),
			clients = strings.words_of(saved.api_client)
		}
	end
	local logins = rpcd_logins.read_sections(io)
	if not logins.ok then
		return logins
	end
	return ok({
		providers = providers,
		all_roles = all.data,
		roles = rpcd_logins.usable_roles(logins.data, all.data),
		logins = logins.data
	})
end

--- Whether a session came in by a way that is still open.
local function still_admitted(policy, entry)
	if entry.client == "" then
		return true
	end
	local is_client = #policy.clients == 0 or lib.ArrayIncludes(policy.clients, entry.client)
	return is_client and policy.audience ~= "" and policy.audience == entry.audience
end

--- Whether a session's user still has all roles that it was given, by the identity that it keeps.
function M.still_authorized(policy, entry)
	local provider = policy.providers[entry.provider]
	if provider == nil or not provider.enabled or entry.issuer ~= provider.issuer then
		return false
	end
	-- A session of an earlier version does not say of which client it is, and an option that is missing does not end any.
	local is_other = entry.client_id ~= "" and provider.client_id ~= "" and entry.client_id ~= provider.client_id
	if is_other or not still_admitted(provider, entry) then
		return false
	end
	return lib.ArrayEvery(lib.ArrayConcat({entry.role}, entry.roles), function(_, name)
		local role = lib.ArrayFind(policy.roles, function(_, candidate) return candidate.name == name end)
		return role ~= nil and roles.matches(role, entry)
	end)
end

--- Ends the sessions whose users have lost a role, and returns their number. UBUS_LOGIN_FAILED when one cannot be ended.
local function end_stale_sessions(io, policy)
	local list = session.list_sso_sessions(io)
	if not list.ok then
		return list
	end
	local stale = lib.ArrayFilter(
		list.data,
		function(_, entry) return not M.still_authorized(policy, entry) end
	)
	local failed = lib.ArrayFilter(stale, function(_, entry) return not ending.end_session(io, entry, "roles") end)
	return #failed == 0 and ok(#stale) or err("UBUS_LOGIN_FAILED", {method = "destroy"})
end

--- Waits for the lock on reconciling; false when another process keeps it for more than three seconds.
function M.acquire_lock(io)
	local path = store.path_of(io, "upkeep.lock")
	store.ensure_run_dir(io)
	do
		local waits = 0
		while waits < max_waits do
			if io.lock(path) then
				return true
			end
			io.sleep(0.1)
			waits = waits + 1
		end
	end
	return false
end

function M.lock_is_taken()
	return err("UCI_ERROR", {reason = "another process holds upkeep.lock"})
end

--- Ends stale sessions, then writes rpcd's sections. The order matters: after a reload, new sections could give an old session
-- more rights. After a change it ends stale sessions again, for those that another process has made meanwhile. Fails with
-- CONFIG_ERROR when the roles cannot be read, and then changes nothing; with UCI_ERROR or UBUS_LOGIN_FAILED.
function M.reconcile(io)
	if not M.acquire_lock(io) then
		return M.lock_is_taken()
	end
	local policy = M.read_policy(io)
	if not policy.ok then
		return policy
	end
	rpcd_logins.warn_of_conflicts(io, policy.data.logins, policy.data.all_roles)
	local ended = end_stale_sessions(io, policy.data)
	if not ended.ok then
		return ended
	end
	local synced = rpcd_logins.sync(io, policy.data.roles)
	if not synced.ok then
		return synced
	end
	local ended_after = synced.data.changed and end_stale_sessions(io, policy.data) or ok(0)
	return ended_after.ok and ok({changed = synced.data.changed, ended = ended.data + ended_after.data}) or ended_after
end

--- Whether `reconcile` would change anything. After `uci commit` without `reload_config`, a change is in effect only for
-- new logins. False when the roles cannot be read.
function M.out_of_sync(io)
	local policy = M.read_policy(io)
	if not policy.ok then
		return false
	end
	local live = session.list_sso_sessions(io)
	local stale = live.ok and lib.ArraySome(
		live.data,
		function(_, entry) return not M.still_authorized(policy.data, entry) end
	)
	return stale or #rpcd_logins.outdated_roles(policy.data.logins, policy.data.roles) > 0
end

--- Whether a reload of rpcd would give a session of this role what the role gives.
local function has_section(io, role)
	local sections = rpcd_logins.read_sections(io)
	return sections.ok and ok(rpcd_logins.is_up_to_date(sections.data, role)) or sections
end

--- Before a session of these roles is created: rpcd's section of the first role, which names the session's user, is brought up
-- to date. Fails with UBUS_LOGIN_FAILED, or with CONFIG_ERROR when rpcd's sections cannot be read.
function M.prepare(io, match)
	local first = match.roles[1]
	local known = first ~= nil and has_section(io, first) or ok(true)
	if not known.ok or first == nil or known.data then
		return known.ok and ok(true) or known
	end
	local done = M.reconcile(io)
	local written = done.ok and has_section(io, first) or done
	if written.ok and written.data == true then
		return ok(true)
	end
	local details = {reason = "rpcd's login section is behind the roles", role = first.name}
	if not written.ok then
		details.cause = written.error
		local ____temp_0
		if type(written.details) == "table" then
			____temp_0 = written.details.reason
		else
			____temp_0 = nil
		end
		details.cause_reason = ____temp_0
	end
	return err("UBUS_LOGIN_FAILED", details)
end

--- After a session was created: its user still has the roles, and rpcd's section is up to date. The configuration may have
-- changed while the provider took its time. Otherwise it is destroyed: UBUS_LOGIN_FAILED.
function M.confirm(io, sid, match)
	local policy = M.read_policy(io)
	local created = session.find_session(io, sid)
	local first = match.roles[1]
	local is_current = policy.ok and first ~= nil and rpcd_logins.is_up_to_date(policy.data.logins, first)
	if is_current and created ~= nil and M.still_authorized(policy.data, created) then
		return ok(true)
	end
	session.destroy_session(io, sid)
	return err("UBUS_LOGIN_FAILED", {reason = "the configuration changed during the login"})
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
	local role = lib.ArrayFind(policy.roles, function(_, candidate) return candidate.name == name end)
	return {read = role ~= nil and (role.read or {}) or {}, write = role ~= nil and (role.write or {}) or {}}
end

--- Whether a session's roles are the user's still, and give what they gave when the policy was read before.
local function is_unchanged(before, now, entry)
	local function same(one, other)
		return table.concat(one, "\n") == table.concat(other, "\n")
	end
	return M.still_authorized(now, entry) and lib.ArrayEvery(entry.roles, function(_, name)
		local old = rights_of(before, name)
		local current = rights_of(now, name)
		return same(old.read, current.read) and same(old.write, current.write)
	end)
end

--- After a reload of rpcd, which gives a session only the rights of its first role: sessions of several roles get those of all,
-- if their users still have all of them. A session whose roles change meanwhile is ended, as it may have got what they gave
-- before. Returns how many sessions got their rights; UBUS_LOGIN_FAILED, CONFIG_ERROR, UCI_ERROR.
function M.restore_rights(io)
	local sessions = sessions_of_several_roles(io)
	if not sessions.ok or #sessions.data == 0 then
		return sessions.ok and ok(0) or sessions
	end
	if not M.acquire_lock(io) then
		return M.lock_is_taken()
	end
	local policy = M.read_policy(io)
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
			function(_, candidate) return M.still_authorized(policy.data, candidate) end
		)
	) do
		local names = session.role_names(entry)
		local grants = known[names] or acl.grants_for(
			io,
			groups,
			lib.ArrayMap(entry.roles, function(_, name) return rights_of(policy.data, name) end)
		)
		known[names] = grants
		local granted = session.grant(io, entry.sid, grants)
		restored[#restored + 1] = entry
		local ____granted_ok_1
		if granted.ok then
			____granted_ok_1 = failure
		else
			____granted_ok_1 = granted
		end
		failure = ____granted_ok_1
	end
	local now = M.read_policy(io)
	for _, entry in ipairs(restored) do
		if now.ok and not is_unchanged(policy.data, now.data, entry) then
			ending.end_session(io, entry, "roles")
		end
	end
	return failure or ok(#restored)
end

return M
