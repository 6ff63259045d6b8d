/** Access tokens of programs: JWTs of the provider for this router (RFC 9068 section 4). */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as strings from "../base/strings";
import * as values from "../base/values";
import * as jws from "../jose/jws";
import { ok, type Result } from "../result";
import type { Config } from "../settings/config";
import * as id_token from "./id_token";
import * as posted_token from "./posted_token";

/** What an access token says, once it is judged. */
export interface AccessToken {
  claims: JsonObject;
  sub: string;
  /** Whose token it is; the same as `sub` where there is no user. */
  client: string;
  /** The provider's session; "" where it names none. */
  sid: string;
  /** Unix seconds. */
  issued_at: number;
  end: number;
}

/** What ID Tokens and logout tokens have, and access tokens have not. */
const foreign_claims = ["nonce", "at_hash", "c_hash", "events"];

/** The claims that may name the client: RFC 9068 section 2.2, OpenID Connect Core section 2, and Entra ID's first version. */
const client_claims = ["client_id", "azp", "appid"];

/** The kind of token: `typ` of the header as an option allows it, and nothing that another kind of token has. */
function check_kind(header: JsonObject, claims: JsonObject, types: string[]): Result<true> {
  const typ = values.text_of(header.typ).toLowerCase();
  const bare = typ.startsWith("application/") ? typ.substring("application/".length) : typ;
  if (!types.some((type) => type.toLowerCase() === bare)) {
    return id_token.claim_error("typ", { id: "see_token_types" });
  }
  const foreign = foreign_claims.find((name) => claims[name] !== undefined);
  if (foreign !== undefined) {
    return id_token.claim_error(foreign, "is there: another kind of token");
  }
  if (claims.typ !== undefined && claims.typ !== "Bearer") {
    return id_token.claim_error("typ", "is not Bearer: another kind of token");
  }
  if (claims.token_use !== undefined && claims.token_use !== "access") {
    return id_token.claim_error("token_use", "is not access: another kind of token");
  }
  return claims.cnf === undefined
    ? ok(true)
    : id_token.claim_error("cnf", "binds the token to a key, and nothing here proves its possession");
}

/** The client, which all claims that name it must agree on. */
function client_of(claims: JsonObject): Result<string> {
  let client = "";
  for (const name of client_claims.filter((claim) => claims[claim] !== undefined)) {
    const found = id_token.check_name(claims, name);
    if (!found.ok) {
      return found;
    }
    if (client !== "" && client !== found.data) {
      return id_token.claim_error(name, "is another client");
    }
    client = found.data;
  }
  return client !== "" ? ok(client) : id_token.claim_error("client_id", "is missing");
}

/** The words of a claim that is a text or an array. */
function words_of(claim: unknown): string[] {
  return typeof claim === "string" ? strings.split_words(claim, " ") : (values.strings_of(claim) ?? []);
}

/** `iat` and `nbf` with the tolerance; `exp` without it, as the session ends then. */
function check_times(claims: JsonObject, config: Config, now: number): Result<number> {
  const times = id_token.check_times(claims, { now, clock_tolerance: config.clock_tolerance });
  if (!times.ok) {
    return times;
  }
  const expiry = typeof claims.exp === "number" ? Math.floor(claims.exp) : 0;
  return expiry > now ? ok(expiry) : id_token.claim_error("exp", { id: "past" });
}

/** Judges all but the signature; ID_TOKEN_VERIFICATION_FAILED names the claim. `now` is Unix time in seconds. */
export function check_claims(header: JsonObject, claims: JsonObject, config: Config, now: number): Result<AccessToken> {
  const kind = check_kind(header, claims, config.api_token_types ?? ["at+jwt"]);
  if (!kind.ok) {
    return kind;
  }
  if (claims.iss !== config.issuer_url) {
    return id_token.claim_error("iss", "is not issuer_url");
  }
  if (!id_token.has_audience(claims, config.api_audience ?? "")) {
    return id_token.claim_error("aud", "is not api_audience");
  }
  const sub = id_token.check_name(claims, "sub");
  if (!sub.ok) {
    return sub;
  }
  const client = client_of(claims);
  if (!client.ok) {
    return client;
  }
  if (config.api_client !== undefined && !config.api_client.includes(client.data)) {
    return id_token.claim_error("client_id", "is not in api_client");
  }
  const scopes = words_of(claims.scope).concat(words_of(claims.scp));
  if ((config.api_scope ?? []).some((scope) => !scopes.includes(scope))) {
    return id_token.claim_error("scope", "lacks one of api_scope");
  }
  const expiry = check_times(claims, config, now);
  if (!expiry.ok) {
    return expiry;
  }
  return ok({
    claims,
    sub: sub.data,
    client: client.data,
    sid: values.name_of(claims.sid),
    issued_at: typeof claims.iat === "number" ? claims.iat : now,
    end: expiry.data,
  });
}

/**
 * What an access token says, when the provider signed it for `api_audience`. Claims come first, so that a token that they refuse
 * costs neither a signature nor a call. Without `may_call` only known keys count; else forged tokens fetch them once a minute.
 * Fails with ID_TOKEN_VERIFICATION_FAILED, UNSUPPORTED_ALGORITHM, or as discovery and the keys do.
 */
export function verify(io: Io, config: Config, token: string, may_call: boolean): Result<AccessToken> {
  const opened = posted_token.open(config, token);
  if (!opened.ok) {
    return opened;
  }
  const claims = jws.read_claims(opened.data);
  const said = claims.ok ? check_claims(opened.data.header, claims.data, config, io.time()) : claims;
  if (!said.ok) {
    return said;
  }
  const known = posted_token.cached_keys(io, config);
  const keys = known !== undefined ? ok(known) : posted_token.fetch_keys(io, config, may_call);
  const signature = keys.ok ? posted_token.check_signature(io, opened.data, keys.data, may_call) : keys;
  return signature.ok ? said : signature;
}
