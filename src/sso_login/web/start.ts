/** GET /: sends the browser to the provider with the state cookie (specification, "initiate login"). */
import type { Io } from "../base/io";
import * as names from "../base/names";
import * as store from "../base/store";
import * as initiate from "../login/initiate";
import { ok, type Result } from "../result";
import type { Config } from "../settings/load";
import * as requests from "./requests";
import type { Environment } from "./requests";
import * as responses from "./responses";
import type { Response } from "./responses";

/**
 * Starts a login; fails as login/initiate does. After one that ended without a role, the provider is asked for the account:
 * its session would bring the same one again.
 */
export function handle(io: Io, config: Config, environment: Environment): Result<Response> {
  const ask_account = requests.parse_cookies(environment.cookie)[names.account_cookie] !== undefined;
  const started = initiate.initiate(io, config, environment.host, ask_account);
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
