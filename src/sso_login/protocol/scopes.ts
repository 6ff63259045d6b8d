/** Scopes that a provider grants (RFC 6749 section 5.1), and what the check is to know of them after a login. */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as strings from "../base/strings";
import * as values from "../base/values";
import type { Config } from "../settings/config";

/** Scopes of which an answer need not speak: what they ask for shows elsewhere. */
const unreported = ["openid", "offline_access"];

function path(io: Io): string {
  return store.path_of(io, "scopes" + store.own_suffix(io) + ".json");
}

/**
 * The scopes of `asked` that an answer's `scope` lacks, with blanks between. An answer without it grants all. Google calls
 * `email` `https://www.googleapis.com/auth/userinfo.email`.
 */
export function missing(asked: string, granted: unknown): string {
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

/** Keeps for the check what a login lacked, and whether the provider ignored `prompt`, for a day; nothing of both forgets it. */
export function remember(io: Io, config: Config, missing_scopes: string, ignored: boolean): void {
  if (missing_scopes === "" && !ignored) {
    io.remove(path(io));
  } else {
    store.write(io, path(io), {
      issuer: config.issuer_url,
      client_id: config.client_id,
      lacking: missing_scopes,
      prompt_ignored: ignored,
    });
  }
}

/** What is kept of the last login of this client. */
function last_login(io: Io, config: Config): JsonObject {
  const kept = store.read(io, path(io)) ?? {};
  return kept.issuer === config.issuer_url && kept.client_id === config.client_id ? kept : {};
}

/** Whether the provider ignored `prompt` at the last login of this client. */
export function ignored_prompt(io: Io, config: Config): boolean {
  return last_login(io, config).prompt_ignored === true;
}

/** Those scopes of the configuration that the last login of this client lacked. */
export function remembered(io: Io, config: Config): string[] {
  const missing_scopes = strings.split_words(values.text_of(last_login(io, config).lacking), " ");
  return strings.split_words(config.scope, " ").filter((scope) => missing_scopes.includes(scope));
}
