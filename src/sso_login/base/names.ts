/** Public names: of the package, of addresses and of cookies. */

/** The package, its UCI package and the tag of its log lines. */
export const package_name = "sso-login";

/** The section of the first provider, and of what concerns the router. */
export const first = "default";

export const callback_path = "/cgi-bin/sso-login/callback";

/** Where the provider posts logout tokens. */
export const backchannel_path = "/cgi-bin/sso-login/backchannel-logout";

/** Where programs exchange tokens, as PATH_INFO. */
export const exchange_path_info = "/token";

/** Starts a same-site navigation, so that the browser sends the new cookies (docs/architecture.md). */
export const landing_path = "/cgi-bin/webui/";

/** LuCI's view that shows what a test login has come to. */
export const test_page = "/cgi-bin/luci/admin/services/sso-login/test";

/** The path of LuCI's session cookie. */
export const luci_cookie_path = "/cgi-bin/luci/";

/** Begins the names of all cookies of this service but the session's. */
export const cookie_prefix = "__Host-webui_sso_";

/** Carries the state token from the start of a login to its callback. */
export const state_cookie = "__Host-webui_sso_state";

/** Begins the names of cookies that let the landing page go to a page. */
export const landing_cookie_prefix = "__Host-webui_sso_to_";

/** Keeps the page at which the last started login is to end. */
export const page_cookie = "__Host-webui_sso_page";

/** Starts a login. */
export const start_path = "/cgi-bin/sso-login/";

/** The style sheet of the error page. */
export const style_path = "/luci-static/sso-login/page.css";

/** The cookies with a session id, in LuCI's order of preference. */
export const session_cookies = ["sysauth_https", "sysauth"];
