/** GET /: sends the browser to the provider with the state cookie (specification, "initiate login"). */
import type { Io } from "../base/io";
import * as names from "../base/names";
import * as store from "../base/store";
import * as initiate from "../login/initiate";
import { ok, type Result } from "../result";
import type { Config } from "../settings/load";
import type { Environment } from "./requests";
import * as responses from "./responses";
import type { Response } from "./responses";

/** Starts a login; fails as login/initiate does. */
export function handle(io: Io, config: Config, environment: Environment): Result<Response> {
  const started = initiate.initiate(io, config, environment.host);
  if (!started.ok) {
    return started;
  }
  const attributes = { path: "/", same_site: "Lax" as const, max_age: store.handshake_lifetime };
  const cookie = responses.set_cookie(names.state_cookie, started.data.token, attributes);
  return ok(responses.redirect(started.data.url, [cookie]));
}
