/**
 * What LuCI's log-out leaves to the service of a session that it has ended: the ID Token, which the provider's log-out
 * takes as a hint. The address of the one request that may take it holds a random token in its place.
 */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as values from "../base/values";
import * as hash from "../jose/hash";
import { err, ok, type Result } from "../result";
import * as enabled from "../settings/enabled";
import * as load from "../settings/load";
import * as log_identity from "./log_identity";

/** Seconds. */
const lifetime = 60;

function path_of(io: Io, token: string): string {
  return store.path_of(io, "logout_" + hash.hash_sha256_hex(token) + ".json");
}

/**
 * After LuCI's log-out: logs it and leaves the provider's part for whoever knows the token. `input` is JSON with `token`,
 * `remote` and the ended session's `values`. INVALID_REQUEST when it is not, and where the service could not do its part
 * SSO_DISABLED, CONFIG_ERROR or INTERNAL_ERROR.
 */
export function leave(io: Io, input: string): Result<true> {
  const decoded = json.decode_object(input);
  const request: JsonObject = decoded.ok ? decoded.data : {};
  const ended = request.values;
  const token = values.text_of(request.token);
  if (token === "" || !json.is_object(ended)) {
    return err("INVALID_REQUEST", { reason: "no ended session" });
  }
  log_identity.log_logout(io, log_identity.rule(io), values.text_of(request.remote), ended);
  const on = enabled.is_enabled(io);
  if (!on.ok || !on.data) {
    return on.ok ? err("SSO_DISABLED") : on;
  }
  const config = load.load(io);
  if (!config.ok) {
    return config;
  }
  const record = { created_at: io.time(), id_token: values.text_of(ended.sso_id_token) };
  return store.write(io, path_of(io, token), record) ? ok(true) : err("INTERNAL_ERROR", { path: io.paths.run_dir });
}

/** Takes what was left under a token: once, within 60 seconds; else undefined. */
export function take(io: Io, token: string): string | undefined {
  const path = path_of(io, token);
  const taken = path + ".consumed";
  if (!io.rename(path, taken)) {
    return undefined;
  }
  const stored = store.read(io, taken);
  io.remove(taken);
  const current = stored !== undefined && store.is_fresh(stored.created_at, io.time(), lifetime);
  return current ? values.text_of(stored.id_token) : undefined;
}
