-- Generated from src/sso_login/base/public_names.ts by "make lua"; do not edit.
--- Public names: of the package, of addresses and of files.
local M = {}

--- The package, its UCI package and the tag of its log lines.
M.package_name = "sso-login"

--- The section of the first provider, and of what concerns the router.
M.first = "default"
M.callback_path = "/cgi-bin/sso-login/callback"
M.backchannel_path = "/cgi-bin/sso-login/backchannel-logout"

--- Starts a same-site navigation, so that the browser sends the new cookies (docs/architecture.md).
M.landing_path = "/cgi-bin/webui/"

--- LuCI's view with the outcome of a test login.
M.test_page = "/cgi-bin/luci/admin/services/sso-login/test"
M.luci_cookie_path = "/cgi-bin/luci/"

--- Begins the states of test logins: no other state has a dot.
M.test_state = "test."

--- Begins the names of files with a session's refresh token.
M.refresh_prefix = "refresh_"

--- The file of a trial without passwords, there while it lasts.
M.trial_file = "password_trial"

--- The lock on rpcd's sections and on what live sessions may do.
M.upkeep_lock = "upkeep.lock"
M.start_path = "/cgi-bin/sso-login/"
M.style_path = "/luci-static/sso-login/page.css"

--- The access group of LuCI's own calls, which "Log out" needs.
M.luci_group = "luci-base"

--- The same without its lists of folders, for roles below full control (`rights/role_rights`).
M.reduced_luci_group = "sso-login-base"

return M
