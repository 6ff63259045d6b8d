/** Lacks of the last login of a client, kept for the check: scopes, a log-in anew, a refresh token, the mark of a verified e-mail address. */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as json_values from "../base/json_values";
import * as store from "../base/store";
import * as strings from "../base/strings";
import * as token_claims from "../jose/token_claims";
import type { Facts } from "../result";
import type { Config } from "../settings/provider_config";
import * as provider_files from "./provider_files";
import type { TokenAnswer } from "./token_request";

/** Scopes that an answer need not name: their effect shows elsewhere. */
const unreported = ["openid", "offline_access"];

/**
 * The scopes of `asked` that an answer's `scope` lacks, with blanks between. An answer without it grants all. Google calls
 * `email` `https://www.googleapis.com/auth/userinfo.email`.
 */
export function missing_scopes(asked: string, granted: unknown): string {
  if (typeof granted !== "string") {
    return "";
  }
  const given = strings.split_words(granted, " ");
  const lacks = (scope: string): boolean =>
    !unreported.includes(scope) && !given.some((name) => ("." + name).endsWith("." + scope));
  return strings
    .split_words(asked, " ")
    .filter((scope) => lacks(scope))
    .join(" ");
}

/** Whether the user was authenticated before a time, as far as `auth_time` tells; Unix seconds. */
function was_before(claims: JsonObject, time: number | undefined, clock_tolerance: number): boolean {
  const auth_time = claims.auth_time;
  return time !== undefined && token_claims.is_date(auth_time) && auth_time < time - clock_tolerance;
}

/**
 * The lacks of a login that began at `created_at`, as facts for its log line: scopes that were not granted, a `prompt` that was ignored, a
 * refresh token that `session_revalidate` needs. Keeps them for the check for a day, with `unmarked_email`, which is in no log line; without
 * any, those of an earlier login are forgotten.
 */
export function note(
  io: Io,
  config: Config,
  created_at: number | undefined,
  found: { tokens: TokenAnswer; claims: JsonObject },
  unmarked_email: boolean,
): Facts {
  const tokens = found.tokens;
  const path = provider_files.lacks_path(io, config);
  const lacking = missing_scopes(config.scope, tokens.scope);
  const prompt_ignored = config.prompt === "login" && was_before(found.claims, created_at, config.clock_tolerance);
  const no_refresh_token = config.session_revalidate !== undefined && typeof tokens.refresh_token !== "string";
  if (lacking === "" && !prompt_ignored && !no_refresh_token && !unmarked_email) {
    io.remove(path);
    return {};
  }
  const issuer = config.issuer_url;
  const client_id = config.client_id;
  store.write(io, path, { issuer, client_id, lacking, prompt_ignored, no_refresh_token, unmarked_email });
  return {
    not_granted: lacking !== "" ? lacking : undefined,
    prompt: prompt_ignored ? "ignored" : undefined,
    refresh_token: no_refresh_token ? "absent" : undefined,
  };
}

/** The facts kept of the last login of this client. */
function last_login(io: Io, config: Config): JsonObject {
  const kept = store.read(io, provider_files.lacks_path(io, config)) ?? {};
  return kept.issuer === config.issuer_url && kept.client_id === config.client_id ? kept : {};
}

/** Whether the provider ignored `prompt` at the last login of this client. */
export function ignored_prompt(io: Io, config: Config): boolean {
  return last_login(io, config).prompt_ignored === true;
}

/** Whether no refresh token came with the last login of this client. */
export function lacks_refresh_token(io: Io, config: Config): boolean {
  return last_login(io, config).no_refresh_token === true;
}

/** Whether an e-mail of which the provider did not say whether it is verified gave a role at the last login of this client. */
export function had_unmarked_email(io: Io, config: Config): boolean {
  return last_login(io, config).unmarked_email === true;
}

/** Those scopes of the configuration that the last login of this client lacked. */
export function lacking_scopes(io: Io, config: Config): string[] {
  const lacking = strings.split_words(json_values.text_of(last_login(io, config).lacking), " ");
  return strings.split_words(config.scope, " ").filter((scope) => lacking.includes(scope));
}
