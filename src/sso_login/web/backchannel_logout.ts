/** POST /backchannel-logout: the provider ends sessions (OpenID Connect Back-Channel Logout 1.0 sections 2.5 to 2.8). */
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as hash from "../jose/hash";
import * as provider_logout from "../login/provider_logout";
import * as token_registry from "../login/token_registry";
import * as upkeep from "../login/upkeep";
import * as logout_token from "../protocol/logout_token";
import type { Logout } from "../protocol/logout_token";
import { err, ok, type Err, type Facts, type Result } from "../result";
import * as session from "../session/session";
import type { SsoSession } from "../session/session";
import type { Config } from "../settings/load";
import * as requests from "./requests";
import type { Environment } from "./requests";
import type { Response } from "./output";

const form_type = "application/x-www-form-urlencoded";

/** The posted token; INVALID_REQUEST or INPUT_TOO_LARGE. */
function posted_token(io: Io, environment: Environment): Result<string> {
  const type = environment.content_type.toLowerCase();
  if (!type.startsWith(form_type) || !["", ";", " "].includes(type.charAt(form_type.length))) {
    return err("INVALID_REQUEST", { reason: "not a form" });
  }
  const body = io.read_input(requests.max_input_bytes);
  if (body === undefined) {
    return err("INPUT_TOO_LARGE");
  }
  const params = requests.parse_query(body, ["logout_token"]);
  if (!params.ok) {
    return params;
  }
  const token = params.data.logout_token;
  return token !== undefined ? ok(token) : err("INVALID_REQUEST", { reason: "no logout_token" });
}

/** A session that keeps none of the provider's was made while the option was off: its user must do. */
function is_meant(logout: Logout, entry: SsoSession): boolean {
  return logout.sid !== "" && entry.provider_sid !== "" ? entry.provider_sid === logout.sid : entry.sub === logout.sub;
}

/** Ends the sessions that are meant; those alone that are as old as Unix time `latest` where there is one. */
function end_meant(io: Io, config: Config, logout: Logout, latest: number | undefined): Result<true> {
  const list = session.list_sso_sessions(io);
  if (!list.ok) {
    return list;
  }
  const left = upkeep
    .end_overdue(io, list.data)
    .filter((entry) => entry.issuer === config.issuer_url && is_meant(logout, entry))
    .filter((entry) => latest === undefined || (entry.since ?? 0) <= latest)
    .filter((entry) => !upkeep.end_session(io, entry, "provider"));
  return left.length === 0 ? ok(true) : err("UBUS_LOGIN_FAILED", { method: "destroy" });
}

/**
 * Ends the sessions that are meant. First comes the mark: a login makes its session and then looks for it, so that one of
 * the two sees the other. A token that could not do its part may come again, for what there was at its first time.
 */
function end_sessions(io: Io, config: Config, logout: Logout): Result<true> {
  const token = "logout " + config.issuer_url + " " + logout.jti;
  const retry = store.path_of(io, "retry_" + hash.hash_sha256_hex(token));
  const now = io.time();
  const first = token_registry.register(io, token);
  const failed = first.ok ? undefined : store.read(io, retry);
  if (!first.ok && (failed === undefined || !io.remove(retry))) {
    return first;
  }
  if (first.ok && !provider_logout.mark(io, logout.sid, logout.sub)) {
    return err("INTERNAL_ERROR", { path: io.paths.run_dir });
  }
  const came = failed !== undefined && typeof failed.at === "number" ? failed.at : undefined;
  const ended = end_meant(io, config, logout, came);
  if (!ended.ok) {
    store.write(io, retry, { at: came ?? now });
  }
  return ended;
}

/** Everything that goes wrong is one refusal to the provider, and its cause for the log. */
function refusal(failure: Err): Err {
  const details = failure.details;
  const facts: Facts = typeof details === "object" ? details : { reason: details };
  facts.cause = failure.error;
  return err("LOGOUT_REFUSED", facts);
}

/** Ends the sessions that a logout token names: 200 without a body, also when there were none; else LOGOUT_REFUSED. */
export function handle(io: Io, config: Config, environment: Environment): Result<Response> {
  const token = posted_token(io, environment);
  const logout = token.ok ? logout_token.verify(io, config, token.data) : token;
  const ended = logout.ok ? end_sessions(io, config, logout.data) : logout;
  return ended.ok ? ok({ status: 200, headers: [], body: "" }) : refusal(ended);
}
