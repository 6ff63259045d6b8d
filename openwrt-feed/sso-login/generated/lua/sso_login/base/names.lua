-- Generated from src/sso_login/base/names.ts by "make lua"; do not edit.
local M = {}
--- The package, its UCI package and the tag of its log lines.
M.package_name = "sso-login"
M.callback_path = "/cgi-bin/sso-login/callback"
--- Where the provider posts its log-outs.
M.backchannel_path = "/cgi-bin/sso-login/backchannel-logout"
--- Starts a same-site navigation, so that the browser sends the new cookies (docs/architecture.md).
M.landing_path = "/cgi-bin/webui/"
--- Where LuCI keeps its own session cookie, whatever page of it the browser is sent to.
M.luci_cookie_path = "/cgi-bin/luci/"
--- Carries the state token from the start of a login to its callback.
M.state_cookie = "__Host-webui_sso_state"
--- Says that the provider's last account has no role here, so that the next login asks for another one.
M.account_cookie = "__Host-webui_sso_account"
--- Both hold a session's id; the first is read first, as LuCI does.
M.session_cookies = {"sysauth_https", "sysauth"}
return M
