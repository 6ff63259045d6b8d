/** Public names: of the package, of addresses and of files. */

/** The package, its UCI package and the tag of its log lines. */
export const package_name = "sso-login";

/** The section of the first provider, and of what concerns the router. */
export const first = "default";

export const callback_path = "/cgi-bin/sso-login/callback";

export const backchannel_path = "/cgi-bin/sso-login/backchannel-logout";

/** Starts a same-site navigation, so that the browser sends the new cookies (docs/architecture.md). */
export const landing_path = "/cgi-bin/webui/";

/** LuCI's view with the outcome of a test login. */
export const test_page = "/cgi-bin/luci/admin/services/sso-login/test";

export const luci_cookie_path = "/cgi-bin/luci/";

/** Begins the states of test logins: no other state has a dot. */
export const test_state = "test.";

/** Begins the names of files with a session's refresh token. */
export const refresh_prefix = "refresh_";

/** The file of a trial without passwords, there while it lasts. */
export const trial_file = "password_trial";

/** The lock on rpcd's sections and on what live sessions may do. */
export const upkeep_lock = "upkeep.lock";

export const start_path = "/cgi-bin/sso-login/";

export const style_path = "/luci-static/sso-login/page.css";

/** The access group of LuCI's own calls, which "Log out" needs. */
export const luci_group = "luci-base";

/** The same without its lists of folders, for roles below full control (`rights/role_rights`). */
export const reduced_luci_group = "sso-login-base";
