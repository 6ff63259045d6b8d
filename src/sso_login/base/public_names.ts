/** Public names: of the package, of addresses and of cookies. */

/** The package, its UCI package and the tag of its log lines. */
export const package_name = "sso-login";

/** The section of the first provider, and of what concerns the router. */
export const first = "default";

export const callback_path = "/cgi-bin/sso-login/callback";

export const backchannel_path = "/cgi-bin/sso-login/backchannel-logout";

export const exchange_path_info = "/token";

/** Starts a same-site navigation, so that the browser sends the new cookies (docs/architecture.md). */
export const landing_path = "/cgi-bin/webui/";

/** LuCI's view with the outcome of a test login. */
export const test_page = "/cgi-bin/luci/admin/services/sso-login/test";

export const luci_cookie_path = "/cgi-bin/luci/";

/** Begins the names of all cookies of this service but the session's. */
export const cookie_prefix = "__Host-webui_sso_";

/** Has the state token from the start of a login to its callback. */
export const state_cookie = "__Host-webui_sso_state";

/** Begins the names of cookies that permit the landing page to open a page. */
export const landing_cookie_prefix = "__Host-webui_sso_to_";

/** Begins the states of test logins: no other state has a dot. */
export const test_state = "test.";

/** Has the page at which the last started login ends. */
export const page_cookie = "__Host-webui_sso_page";

/** Names in a browser its last login, so that the next one ends that session. */
export const last_login_cookie = "__Host-webui_sso_login";

/** SameSite=Strict, set by each start: a start that brings it was begun at a page of the router or by hand, and at no other site. */
export const own_site_cookie = "__Host-webui_sso_own";

/** Begins the names of files with a session's refresh token. */
export const refresh_prefix = "refresh_";

/** The file of a trial without passwords, there while it lasts. */
export const trial_file = "password_trial";

/** The lock on rpcd's sections and on what live sessions may do. */
export const upkeep_lock = "upkeep.lock";

export const start_path = "/cgi-bin/sso-login/";

export const style_path = "/luci-static/sso-login/page.css";

/** The cookies with a session id, in LuCI's order of preference. */
export const session_cookies = ["sysauth_https", "sysauth"];

/** The access group of LuCI's own calls, which "Log out" needs. */
export const luci_group = "luci-base";

/** The same without its lists of folders, for roles below full control (`rights/role_rights`). */
export const base_group = "sso-login-base";
