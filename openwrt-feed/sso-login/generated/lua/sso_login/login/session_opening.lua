-- Generated from src/sso_login/login/session_opening.ts by "make lua"; do not edit.
--- The opening of a session: rpcd's section of the role is brought up to date before it, and the configuration is read again after it.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local provider_logout = require("sso_login.logout.provider_logout")
local result = require("sso_login.result")
local package_sections = require("sso_login.settings.package_sections")
local session_rules = require("sso_login.rpcd.session_rules")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local session_rights = require("sso_login.rights.session_rights")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local session_creation = require("sso_login.rpcd.session_creation")
local err, ok = result.err, result.ok

--- Loaded for a login whose page the menu must tell.
local function menu()
	return require("sso_login.rights.menu")
end

--- Loaded while passwords are off.
local function acl()
	return require("sso_login.rights.acl")
end

local function password_events()
	return require("sso_login.passwords.password_events")
end

--- Loaded for sections of rpcd that are behind the roles.
local function short_reason()
	return require("sso_login.explain.short_reason")
end

local function reconcile()
	return require("sso_login.rpcd.reconcile")
end

--- Brings `section`, that of the role that names the session's user, up to date in rpcd's file before the session is created, as a reload of
-- rpcd gives the role's sessions the rights in it. Fails with UBUS_LOGIN_FAILED, or with CONFIG_ERROR when rpcd's sections cannot be read.
local function prepare(io, section)
	local before = rpcd_logins.read_sections(io)
	if not before.ok then
		return before
	end
	if rpcd_logins.is_first_and_current(before.data, section) then
		return ok(true)
	end
	-- This process keeps the lock on the sections until the session is open: nobody else writes them before. What runs later gives it back.
	local done = reconcile().reconcile(io)
	local after = done.ok and rpcd_logins.read_sections(io) or done
	if after.ok and rpcd_logins.is_first_and_current(after.data, section) then
		return ok(true)
	end
	local behind = err("UBUS_LOGIN_FAILED", {reason = "rpcd's login section is behind the roles", role = section.name})
	return after.ok and behind or short_reason().following(behind, after)
end

--- Checks, after a session got its rights, that its user still has the roles, these have the lists that the login read, and rpcd's `section`
-- is up to date: the configuration may have changed while the provider took its time. What changes later finds the session. UBUS_LOGIN_FAILED.
local function recheck(io, sid, section, match)
	local rules = session_rules.read_rules(io)
	local created = rpcd_sessions.find_session(io, sid)
	local is_current = rules.ok and rpcd_logins.is_first_and_current(rules.data.logins, section) and lib.ArrayEvery(
		match.roles,
		function(_, role_at_login) return session_rules.has_same_lists(rules.data, role_at_login) end
	)
	return is_current and created ~= nil and session_rules.still_authorized(rules.data, created) and ok(true) or err(
		"UBUS_LOGIN_FAILED",
		{reason = "the configuration changed during the login"}
	)
end

--- LuCI's overview, which most roles open: without a wanted page the menu need not be read.
local overview_group = "luci-mod-status-index"

--- The page for the user of a session with these grants, as `menu.choose` says; a program needs none.
local function choose_page(io, config, grants, opening)
	local wanted = opening.return_to
	local is_plain = wanted == nil and lib.ArraySome(
		grants["access-group"] or {},
		function(_, held) return held[1] == overview_group end
	)
	return (is_plain or opening.user.program ~= nil) and ok(nil) or menu().choose(
		io,
		config.webui_path or public_names.luci_cookie_path,
		grants,
		wanted
	)
end

--- The refusal of a user whose roles open no page.
local function without_page(match, opening)
	local details = {role = table.concat(lib.ArrayMap(match.roles, function(_, role) return role.name end), ",")}
	for _, pair in ipairs(opening.who) do
		details[pair[1]] = pair[2]
	end
	return err("ROLE_WITHOUT_PAGE", details)
end

--- The hash of the settings with which a login began, while passwords are off: by it the session of an administrator confirms a trial of these
-- settings. It is of secrets, too, so other users do not get it.
local function shared_hash(io, match, opening)
	local may_know = acl().change_everything(io, acl().read_groups(io).groups, match.roles)
	return may_know and opening.settings_hash or nil
end

--- Creates a session with its rights, checks it before anybody knows it, and makes it known; one that is refused ends. Who logs a user out
-- marks that first and then ends sessions, so that one of the two sees the other.
local function create_checked(io, config, wanted, section, since)
	local created = session_creation.create(io, config, wanted)
	if not created.ok then
		return created
	end
	local sid = created.data.sid
	local current = recheck(io, sid, section, wanted.match)
	local unended = current.ok and provider_logout.check(io, config, wanted.user, since) or current
	local published = unended.ok and session_creation.make_known(io, created.data) or unended
	if not published.ok then
		rpcd_sessions.destroy_session(io, sid)
		return published
	end
	return created
end

--- Opens a session with the rights of the matching roles, in this order: the page for a person is found, rpcd's section is prepared, and the
-- session is created and checked. Fails with ROLE_WITHOUT_PAGE, IDP_ERROR, UBUS_LOGIN_FAILED.
function M.open(io, config, match, opening)
	local rights = session_rights.find(io, match)
	local page = choose_page(io, config, rights.grants, opening)
	if not page.ok then
		return without_page(match, opening)
	end
	local is_wanted_off = package_sections.option_of(io, "password_login") == "off"
	if is_wanted_off then
		-- Before there is a session, as a trial of new settings must be older than the login that confirms it. A login does not fail because of it.
		password_events().catch_up(io, "other")
	end
	local settings_hash = is_wanted_off and shared_hash(io, match, opening) or nil
	local prepared = prepare(io, rights.section)
	if not prepared.ok then
		return prepared
	end
	local wanted = {
		match = match,
		user = opening.user,
		grants = rights.grants,
		settings_hash = settings_hash,
		page = page.data
	}
	local created = create_checked(io, config, wanted, rights.section, opening.since)
	if not created.ok then
		return created
	end
	local sid = created.data.sid
	if is_wanted_off then
		password_events().after_login(io, sid, opening.who)
	end
	return ok({sid = sid, page = page.data})
end

return M
