-- Generated from src/sso_login/login/open.ts by "make lua"; do not edit.
--- The opening of a session: agreement with rpcd before it and a second look at the configuration after it belong to it.
local lib = require("sso_login.lualib")
local M = {}
local names = require("sso_login.base.names")
local values = require("sso_login.base.values")
local result = require("sso_login.result")
local menu = require("sso_login.rights.menu")
local policy = require("sso_login.rpcd.policy")
local rpcd_logins = require("sso_login.rpcd.logins")
local sessions = require("sso_login.rpcd.sessions")
local create = require("sso_login.rpcd.create")
local err, ok = result.err, result.ok

--- Loaded where a session is to be opened.
local function acl()
	return require("sso_login.rights.acl")
end

--- Loaded where passwords are to open no sessions.
local function password_upkeep()
	return require("sso_login.passwords.upkeep")
end

--- Loaded where rpcd's sections are behind the roles.
local function reconcile()
	return require("sso_login.rpcd.reconcile")
end

--- The role that names the session's user.
local function first_role(match)
	return match.roles[1] or ({name = match.role_name})
end

--- Whether a reload of rpcd would give a session of this role what the role gives.
local function has_section(io, role)
	local sections = rpcd_logins.read_sections(io)
	return sections.ok and ok(rpcd_logins.is_up_to_date(sections.data, role)) or sections
end

--- Before a session of these roles is created: rpcd's section of the first role, which names the session's user, is brought up
-- to date. Fails with UBUS_LOGIN_FAILED, or with CONFIG_ERROR when rpcd's sections cannot be read.
function M.prepare(io, match)
	local first = first_role(match)
	local known = has_section(io, first)
	if not known.ok or known.data then
		return known.ok and ok(true) or known
	end
	local done = reconcile().reconcile(io)
	local written = done.ok and has_section(io, first) or done
	if written.ok and written.data == true then
		return ok(true)
	end
	local details = {reason = "rpcd's login section is behind the roles", role = first.name}
	if not written.ok then
		details.cause = written.error
		details.cause_reason = values.facts_of(written).reason
	end
	return err("UBUS_LOGIN_FAILED", details)
end

--- After a session was created: its user still has the roles, and rpcd's section is up to date. The configuration may have
-- changed while the provider took its time. Otherwise it is destroyed: UBUS_LOGIN_FAILED.
function M.confirm(io, sid, match)
	local known = policy.read_policy(io)
	local created = sessions.find_session(io, sid)
	local is_current = known.ok and rpcd_logins.is_up_to_date(known.data.logins, first_role(match))
	if is_current and created ~= nil and policy.still_authorized(known.data, created) then
		return ok(true)
	end
	sessions.destroy_session(io, sid)
	return err("UBUS_LOGIN_FAILED", {reason = "the configuration changed during the login"})
end

--- The refusal of a user whose roles open no page.
local function without_page(match, wish)
	local details = {role = table.concat(lib.ArrayMap(match.roles, function(_, role) return role.name end), ",")}
	for _, pair in ipairs(wish.who) do
		details[pair[1]] = pair[2]
	end
	return err("ROLE_WITHOUT_PAGE", details)
end

--- Opens a session with the rights of the matching roles. The order matters: first it is seen whether there is a page for a person, then rpcd
-- gets the section of the role, then the session is created, then the configuration is read again, and last `check` may object. After
-- an objection the session is destroyed. Fails with ROLE_WITHOUT_PAGE, UBUS_LOGIN_FAILED, or as `check` does.
function M.open(io, config, match, wish, check)
	local grants = acl().grants_for(io, acl().load_groups(io), match.roles)
	local page = wish.user.program == nil and menu.choose(
		io,
		config.webui_path or names.luci_cookie_path,
		grants,
		wish.return_to
	) or ok(nil)
	if not page.ok then
		return without_page(match, wish)
	end
	local passwords = io.uci_get(names.package_name, names.first, "password_login")
	if passwords.ok and passwords.data == "off" then
		-- A login does not fail for want of it.
		password_upkeep().upkeep(io, false)
	end
	local prepared = M.prepare(io, match)
	if not prepared.ok then
		return prepared
	end
	local sid = create.create_session(io, config, match, wish.user, grants)
	if not sid.ok then
		return sid
	end
	local confirmed = M.confirm(io, sid.data, match)
	if not confirmed.ok then
		return confirmed
	end
	local checked = check()
	if not checked.ok then
		sessions.destroy_session(io, sid.data)
		return checked
	end
	return ok({sid = sid.data, return_to = page.data})
end

return M
