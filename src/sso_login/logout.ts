/** The end of a session, here and at the provider (specification, "GET {base_url}/logout"). */
import type { Config } from "./config";

import { form_encode } from "./encoding";
import { discover_for, use_provider_settings } from "./handshake";
import type { JsonObject } from "./io/json";
import type { Io } from "./io/types";
import { constant_time_eq } from "./primitives";
import type { Request } from "./request";
import { err, ok, type Result } from "./result";
import { destroy_session, session_values, text_value } from "./session";
import { add_query } from "./url";

/** Longer ID Tokens are not sent as a hint: providers and web servers refuse such addresses. */
const max_hint_length = 2048;
const max_location_length = 3900;

/** Where the browser goes, and whose session ended; without one `session` is absent. */
export interface LoggedOut {
  location: string;
  session?: { email: string; sub: string; role: string };
}

interface LiveSession {
  sid: string;
  token: string;
  values: JsonObject;
}

/** The session that the browser has, under the name LuCI prefers. */
function find_session(io: Io, request: Request): LiveSession | undefined {
  for (const name of ["sysauth_https", "sysauth"]) {
    const sid = request.cookies[name];
    const values = sid !== undefined ? session_values(io, sid) : undefined;
    if (sid !== undefined && values !== undefined) {
      return { sid, token: text_value(values.token), values };
    }
  }
  return undefined;
}

/** The provider's logout address with its parameters (OpenID Connect RP-Initiated Logout 1.0 section 2). */
export function end_session_url(config: Config, endpoint: string, id_token: string): string {
  const params: [string, string][] = [["client_id", config.client_id]];
  if (config.post_logout_redirect_uri !== undefined) {
    params.push(["post_logout_redirect_uri", config.post_logout_redirect_uri]);
  }
  const without_hint = add_query(endpoint, form_encode(params));
  if (id_token === "" || id_token.length >= max_hint_length) {
    return without_hint;
  }
  const hint: [string, string][] = [["id_token_hint", id_token]];
  const with_hint = add_query(endpoint, form_encode(hint.concat(params)));
  return with_hint.length <= max_location_length ? with_hint : without_hint;
}

/** Where to send the browser: the provider's logout page if it has one that can be used, else `/`. */
function provider_location(io: Io, config: Config, values: JsonObject): string {
  use_provider_settings(io, config);
  const discovery = discover_for(io, config);
  const endpoint = discovery.ok ? discovery.data.end_session_endpoint : undefined;
  if (endpoint === undefined) {
    return "/";
  }
  const url = end_session_url(config, endpoint, text_value(values.sso_id_token));
  return url.length <= max_location_length ? url : "/";
}

/**
 * Ends the browser's session. Without one nothing happens and the browser goes to `/`; with one, `stoken` must be its
 * token, else CSRF_TOKEN_INVALID. The session ends whatever the provider does.
 */
export function logout(io: Io, config: Config, request: Request): Result<LoggedOut> {
  const session = find_session(io, request);
  if (session === undefined) {
    return ok({ location: "/" });
  }
  const stoken = request.params.stoken;
  if (stoken === undefined || session.token === "" || !constant_time_eq(stoken, session.token)) {
    return err("CSRF_TOKEN_INVALID");
  }
  if (!destroy_session(io, session.sid)) {
    return err("INTERNAL_ERROR", { reason: "the session could not be ended" });
  }
  const values = session.values;
  return ok({
    location: provider_location(io, config, values),
    session: {
      email: text_value(values.sso_email),
      sub: text_value(values.sso_sub),
      role: text_value(values.username),
    },
  });
}
