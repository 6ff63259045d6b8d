/**
 * The hand-over of a logout from LuCI to the service. LuCI has ended the session; the service keeps its ID Token for 60 seconds
 * as the hint for the provider's logout. Only a request with the random token that LuCI has put into its address gets it.
 */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as json_values from "../base/json_values";
import * as hash from "../jose/hash";
import { err, ok, type Result } from "../result";
import * as saved_config from "../settings/saved_config";
import * as session_ending from "../rpcd/session_ending";
import * as log_identity from "../rpcd/log_identity";
import * as rpcd_sessions from "../rpcd/rpcd_sessions";

/** Seconds. */
const lifetime = 60;

function path_of(io: Io, token: string): string {
  return store.path_of(io, "logout_" + hash.hash_sha256_hex(token) + ".json");
}

/**
 * Logs a logout by LuCI and saves the ID Token for the request with the token. `input` is JSON with `token`,
 * `remote`, and the ended session's `values` and id, `session`. INVALID_REQUEST for other input; SSO_DISABLED, CONFIG_ERROR or INTERNAL_ERROR where the
 * service cannot do its part.
 */
export function receive(io: Io, input: string): Result<true> {
  const decoded = json.decode_object(input);
  const request: JsonObject = decoded.ok ? decoded.data : {};
  const ended = request.values;
  const token = json_values.text_of(request.token);
  if (token === "" || !json.is_object(ended)) {
    return err("INVALID_REQUEST", { reason: "no ended session" });
  }
  const provider = rpcd_sessions.provider_of(ended);
  const remote = json_values.text_of(request.remote);
  const sid = json_values.text_of(request.session);
  log_identity.log_session(io, rpcd_sessions.to_session(sid, ended), [["remote", remote]], "LOGOUT");
  session_ending.after_end(io, provider);
  const config = saved_config.load_enabled(io, provider);
  if (!config.ok) {
    return config;
  }
  const id_token = json_values.text_of(ended.sso_id_token);
  const record = { created_at: io.time(), id_token, issuer: ended.sso_issuer, provider };
  return store.write(io, path_of(io, token), record) ? ok(true) : err("INTERNAL_ERROR", { path: io.paths.run_dir });
}

/** Whether there is a record of a token, perhaps an expired one. */
export function is_waiting(io: Io, token: string): boolean {
  return io.file_info(path_of(io, token)) !== undefined;
}

/** Takes the rest of an ended session by its token: once, within 60 seconds; else undefined. */
export function take(io: Io, token: string): { id_token: string; issuer: string; provider: string } | undefined {
  const stored = store.take(io, path_of(io, token));
  if (stored === undefined || !store.is_fresh(stored.created_at, io.time(), lifetime)) {
    return undefined;
  }
  const text_of = json_values.text_of;
  return { id_token: text_of(stored.id_token), issuer: text_of(stored.issuer), provider: text_of(stored.provider) };
}
