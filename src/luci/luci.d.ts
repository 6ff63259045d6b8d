/** What LuCI's pages offer to every script: no more than is used here; the file of LuCI that has it stands beside it. */

/** The translation of a text, or the text itself (luci-base, htdocs/luci-static/resources/cbi.js). */
declare function _(text: string): string;

/** The class of a page (luci-base, view.js by way of luci.js). */
declare const view: { extend(members: object): unknown };

interface Window {
  /** Of this package, not of LuCI: what ucode/controller/sso_login.uc says. */
  sso_login?: import("./login_data").LoginData;
}
