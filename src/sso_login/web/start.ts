/** GET /: sends the browser to the provider with the state cookie (specification, "initiate login"). */
import type { Io } from "../base/io";
import * as names from "../base/names";
import * as store from "../base/store";
import * as strings from "../base/strings";
import * as urls from "../base/urls";
import * as initiate from "../login/initiate";
import type { Start } from "../login/initiate";
import { err, ok, type Result } from "../result";
import type { Config } from "../settings/load";
import * as options from "../settings/options";
import * as requests from "./requests";
import type { Environment } from "./requests";
import * as responses from "./responses";
import type { Response } from "./output";

/** Bytes of a hint at whom the provider is to ask for. */
const max_hint = 200;

/** The path of an address of this router; undefined for all others. */
function own_path(config: Config, address: string | undefined): string | undefined {
  const url = address !== undefined ? urls.parse_https(address) : undefined;
  const own = urls.parse_https(config.redirect_uri);
  const is_own = url !== undefined && own !== undefined && urls.host_header(url) === urls.host_header(own);
  return is_own && url.query === undefined ? url.path : undefined;
}

/**
 * What the address of a start asks for: a page to return to, and what a login initiated by a third party has (OpenID Connect
 * Core section 4). INVALID_REQUEST where that names another issuer; all else that is of no use is ignored.
 */
function read_query(config: Config, query: string): Result<Start> {
  const parsed = requests.parse_query(query, ["iss"]);
  if (!parsed.ok) {
    return parsed;
  }
  const params = parsed.data;
  if (params.iss !== undefined && params.iss !== config.issuer_url) {
    return err("INVALID_REQUEST", { reason: "not issuer_url", parameter: "iss" });
  }
  const hint = params.login_hint ?? "";
  const has_hint = hint !== "" && hint.length <= max_hint && strings.is_visible_ascii(hint);
  const page = params.return_to ?? own_path(config, params.target_link_uri) ?? "";
  const webui_path = config.webui_path ?? names.luci_cookie_path;
  return ok({
    login_hint: has_hint ? hint : undefined,
    return_to: options.is_return_path(page, webui_path) ? page : undefined,
  });
}

/**
 * Starts a login; INVALID_REQUEST as above, else fails as login/initiate does. After one that ended without a role, the
 * provider is asked for the account: its session would bring the same one again.
 */
export function handle(io: Io, config: Config, environment: Environment): Result<Response> {
  const start = read_query(config, environment.query_string);
  if (!start.ok) {
    return start;
  }
  const ask_account = requests.parse_cookies(environment.cookie)[names.account_cookie] !== undefined;
  start.data.ask_account = ask_account;
  start.data.host = environment.host;
  const started = initiate.initiate(io, config, start.data);
  if (!started.ok) {
    return started;
  }
  const attributes = { path: "/", same_site: "Lax" as const, max_age: store.handshake_lifetime };
  const cookies = [responses.set_cookie(names.state_cookie, started.data.token, attributes)];
  if (ask_account) {
    cookies.push(responses.set_cookie(names.account_cookie, "", { path: "/", same_site: "Lax", max_age: 0 }));
  }
  return ok(responses.redirect(started.data.url, cookies));
}
