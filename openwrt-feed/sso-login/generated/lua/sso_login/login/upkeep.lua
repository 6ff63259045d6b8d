-- Generated from src/sso_login/login/upkeep.ts by "make lua"; do not edit.
local lib, log, names, store, strings, values, hash, result, rpcd_logins, session, load, option_rules, roles, log_identity =
    require("sso_login.use")("lualib", "base.log", "base.names", "base.store", "base.strings", "base.values", "jose.hash", "result", "session.rpcd_logins", "session.session", "settings.load", "settings.options", "settings.roles", "login.log_identity")
local M = {}
local err, ok = result.err, result.ok
--- Live sessions that one subject may have.
local max_sessions = 10
--- Tenths of a second to wait for another process that brings rpcd's sections in step.
local max_waits = 30
--- As the configuration is now; CONFIG_ERROR when the roles cannot be read.
local function read_standing(io)
	local sections = load.saved_sections(io)
	if not sections.ok then
		return sections
	end
	local all = roles.of_sections(sections.data)
	if not all.ok then
		return all
	end
	local section = load.default_section(sections.data)
	local saved = section ~= nil and section.options or {}
	local logins = rpcd_logins.read(io)
	return ok({
		enabled = saved.enabled == "1",
		issuer = values.text_of(saved.issuer_url),
		all_roles = all.data,
		roles = rpcd_logins.usable_roles(logins, all.data),
		logins = logins
	})
end
--- Whether a session's user still has all roles that it was given, by the identity that it keeps.
local function has_reason(standing, entry)
	if not standing.enabled or entry.issuer ~= standing.issuer then
		return false
	end
	return lib.ArrayEvery(
		lib.ArrayConcat({entry.role}, entry.roles),
		function(_, name)
			local role = lib.ArrayFind(
				standing.roles,
				function(_, candidate) return candidate.name == name end
			)
			return role ~= nil and roles.matches(role, entry)
		end
	)
end
--- Ends a session and logs why, `by=…`; false when it cannot be ended.
function M.end_session(io, entry, by)
	if not session.destroy_session(io, entry.sid) then
		return false
	end
	local cause = {{"by", by}}
	local identity = log_identity.pairs(
		log_identity.rule(io),
		entry.email,
		entry.sub
	)
	local facts = {
		{"role", entry.role},
		{
			"session",
			hash.safe_id(entry.sid)
		}
	}
	log.event(
		io,
		"notice",
		"LOGOUT",
		lib.ArrayConcat(cause, identity, facts)
	)
	return true
end
--- Ends the sessions that have lost their reason; the answer is how many. UBUS_LOGIN_FAILED when one is left.
local function end_strays(io, standing)
	local list = session.list_sso_sessions(io)
	if not list.ok then
		return list
	end
	local strays = lib.ArrayFilter(
		list.data,
		function(_, entry) return not has_reason(standing, entry) end
	)
	local left = lib.ArrayFilter(
		strays,
		function(_, entry) return not M.end_session(io, entry, "roles") end
	)
	return #left == 0 and ok(#strays) or err("UBUS_LOGIN_FAILED", {method = "destroy"})
end
--- Waits for its turn to write; false when another process does not end.
local function take_turn(io)
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
--- Ends sessions that have lost their reason, and makes rpcd's sections those of the roles. In this order, as the new
-- sections could give an old session more at a reload; and once more after a change, for what another process made
-- meanwhile. CONFIG_ERROR when the roles cannot be read, and then nothing is done; UCI_ERROR, UBUS_LOGIN_FAILED.
function M.bring_in_step(io)
	if not take_turn(io) then
		return err("UCI_ERROR", {reason = "another process holds upkeep.lock"})
	end
	local standing = read_standing(io)
	if not standing.ok then
		return standing
	end
	rpcd_logins.warn_of_conflicts(io, standing.data.logins, standing.data.all_roles)
	local ended = end_strays(io, standing.data)
	if not ended.ok then
		return ended
	end
	local synced = rpcd_logins.sync(io, standing.data.roles)
	if not synced.ok then
		return synced
	end
	local late = synced.data.changed and end_strays(io, standing.data) or ok(0)
	return late.ok and ok({changed = synced.data.changed, ended = ended.data + late.data}) or late
end
--- Whether `bring_in_step` would do anything: a change that nobody has told the init script of is in effect for new logins
-- alone. False where the roles cannot be read.
function M.is_behind(io)
	local standing = read_standing(io)
	if not standing.ok then
		return false
	end
	local live = session.list_sso_sessions(io)
	local strays = live.ok and lib.ArraySome(
		live.data,
		function(_, entry) return not has_reason(standing.data, entry) end
	)
	return strays or #rpcd_logins.behind(standing.data.logins, standing.data.roles) > 0
end
--- Before a session of these roles is made: its role's section is brought in step, or UBUS_LOGIN_FAILED says why not.
function M.prepare(io, match)
	local first = match.roles[1]
	if first == nil or rpcd_logins.is_in_step(
		rpcd_logins.read(io),
		first
	) then
		return ok(true)
	end
	local done = M.bring_in_step(io)
	if done.ok and rpcd_logins.is_in_step(
		rpcd_logins.read(io),
		first
	) then
		return ok(true)
	end
	local details = {reason = "rpcd's login section is behind the roles", role = first.name}
	if not done.ok then
		details.cause = done.error
	end
	return err("UBUS_LOGIN_FAILED", details)
end
--- After a session was made: its reason and its role's section are still there, as the provider took its time and the
-- configuration may have changed. UBUS_LOGIN_FAILED otherwise, and the session is ended.
function M.confirm(io, sid, match)
	local standing = read_standing(io)
	local made = session.find_session(io, sid)
	local first = match.roles[1]
	local has_role = standing.ok and first ~= nil and rpcd_logins.is_in_step(standing.data.logins, first)
	if has_role and made ~= nil and has_reason(standing.data, made) then
		return ok(true)
	end
	session.destroy_session(io, sid)
	return err("UBUS_LOGIN_FAILED", {reason = "the configuration changed during the login"})
end
--- Seconds that a session may last; undefined where the option is absent or wrong. What else is wrong does not matter.
function M.max_lifetime(io)
	local option = io.uci_get(names.package_name, "default", "session_max_lifetime")
	local seconds = option.ok and type(option.data) == "string" and strings.parse_integer(option.data) or nil
	local counts = seconds ~= nil and seconds >= option_rules.min_session_lifetime
	return counts and seconds <= option_rules.max_session_lifetime and seconds or nil
end
--- Ends those sessions that have lasted as long as they may, in use or not; the answer is what is left.
function M.end_overdue(io, sessions)
	local lifetime = M.max_lifetime(io)
	local now = io.time()
	return lifetime == nil and sessions or lib.ArrayFilter(
		sessions,
		function(_, entry) return store.is_fresh(entry.since, now, lifetime) or not M.end_session(io, entry, "lifetime") end
	)
end
--- Does so with all sessions; the answer is how many ended. UBUS_LOGIN_FAILED when rpcd does not answer.
function M.expire(io)
	local list = session.list_sso_sessions(io)
	return list.ok and ok(#list.data - #M.end_overdue(io, list.data)) or list
end
--- After a login: ends the sessions whose cookies came with it, as no browser will send them again.
function M.end_replaced(io, cookies, sid)
	for _, replaced in ipairs(session.ids_in(cookies)) do
		local live = replaced ~= sid and session.find_session(io, replaced) or nil
		if live ~= nil then
			M.end_session(io, live, "login")
		end
	end
end
--- After a login: ends the sessions that are over, and a subject's oldest that are more than ten; the one of this login stays.
function M.end_oldest(io, sid)
	local list = session.list_sso_sessions(io)
	local all = M.end_overdue(io, list.ok and list.data or {})
	local own = lib.ArrayFind(
		all,
		function(_, entry) return entry.sid == sid end
	)
	if own == nil then
		return
	end
	local others = lib.ArrayFilter(
		all,
		function(_, entry) return entry.sid ~= sid and entry.sub == own.sub and entry.issuer == own.issuer end
	)
	lib.ArraySort(
		others,
		function(_, a, b) return (a.since or 0) - (b.since or 0) end
	)
	for _, entry in ipairs(lib.ArraySlice(
		others,
		0,
		math.max(0, #others + 1 - max_sessions)
	)) do
		M.end_session(io, entry, "limit")
	end
end
return M
