/** Scopes that a provider grants (RFC 6749 section 5.1), and what the check is to know of them after a login. */
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as strings from "../base/strings";
import * as values from "../base/values";
import type { Config } from "../settings/load";

/** Scopes of which an answer need not speak: what they ask for shows elsewhere. */
const silent = ["openid", "offline_access"];

function path(io: Io): string {
  return store.path_of(io, "scopes.json");
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
    !silent.includes(scope) && !given.some((name) => ("." + name).endsWith("." + scope));
  return strings
    .split_words(asked, " ")
    .filter((scope) => lacks(scope))
    .join(" ");
}

/** Keeps what a login lacked for the check, for a day; "" forgets it. */
export function remember(io: Io, config: Config, lacking: string): void {
  if (lacking === "") {
    io.remove(path(io));
  } else {
    store.write(io, path(io), { issuer: config.issuer_url, client_id: config.client_id, lacking });
  }
}

/** Those scopes of the configuration that the last login of this client lacked. */
export function remembered(io: Io, config: Config): string[] {
  const kept = store.read(io, path(io)) ?? {};
  const same = kept.issuer === config.issuer_url && kept.client_id === config.client_id;
  const lacking = same ? strings.split_words(values.text_of(kept.lacking), " ") : [];
  return strings.split_words(config.scope, " ").filter((scope) => lacking.includes(scope));
}
