-- Generated from src/sso_login/session/open.ts by "make lua"; do not edit.
--- The opening of a session: agreement with rpcd before it and a second look at the configuration after it belong to it.
local lib = require("sso_login.lualib")
local M = {}
local names = require("sso_login.base.names")
local result = require("sso_login.result")
local pages = require("sso_login.session.pages")
local password_upkeep = require("sso_login.session.password_upkeep")
local reconcile = require("sso_login.session.reconcile")
local session = require("sso_login.session.session")
local err, ok = result.err, result.ok

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
	local grants = session.grants_of(io, match)
	local page = wish.user.program == nil and pages.choose(
		io,
		config.webui_path or names.luci_cookie_path,
		grants,
		wish.return_to
	) or ok(nil)
	if not page.ok then
		return without_page(match, wish)
	end
	-- A login does not fail for want of it.
	password_upkeep.upkeep_at_login(io)
	local prepared = reconcile.prepare(io, match)
	if not prepared.ok then
		return prepared
	end
	local sid = session.create_session(io, config, match, wish.user, grants)
	if not sid.ok then
		return sid
	end
	local confirmed = reconcile.confirm(io, sid.data, match)
	if not confirmed.ok then
		return confirmed
	end
	local checked = check()
	if not checked.ok then
		session.destroy_session(io, sid.data)
		return checked
	end
	return ok({sid = sid.data, return_to = page.data})
end

return M
