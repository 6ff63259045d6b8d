/** Access tokens of programs: JWTs of the provider for this router (RFC 9068 section 4). */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as strings from "../base/strings";
import * as values from "../base/values";
import * as jws from "../jose/jws";
import type { OpenedJws } from "../jose/jws";
import { err, ok, type Result } from "../result";
import type { Config } from "../settings/config";
import * as id_token from "./id_token";
import * as jwks from "./jwks";
import type { JwkSet } from "./jwks";
import * as metadata from "./metadata";

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

/** Bytes of an access token. */
const max_length = 8192;

/** Seconds in which forged tokens can make the service fetch the keys at most once. */
const refresh_interval = 60;

/** What ID Tokens and logout tokens have, and access tokens have not. */
const foreign_claims = ["nonce", "at_hash", "c_hash", "events"];

/** The claims that may name the client: RFC 9068 section 2.2, OpenID Connect Core section 2, and Entra ID's first version. */
const client_claims = ["client_id", "azp", "appid"];

function is_name(value: unknown): value is string {
  return typeof value === "string" && value !== "" && !value.includes("\0");
}

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

/** Whether `aud` has this audience: a string, or an array of strings. */
function check_audience(claims: JsonObject, audience: string): Result<true> {
  const aud = claims.aud;
  const audiences: unknown[] = json.is_array(aud) ? aud : [aud];
  const has = audiences.includes(audience) && audiences.every((member) => typeof member === "string");
  return has ? ok(true) : id_token.claim_error("aud", "is not api_audience");
}

/** The client, which all claims that name it must agree on. */
function client_of(claims: JsonObject): Result<string> {
  let client = "";
  for (const name of client_claims) {
    const value = claims[name];
    if (value !== undefined) {
      if (!is_name(value)) {
        return id_token.claim_error(name, "is not a non-empty text without NUL");
      }
      if (client !== "" && client !== value) {
        return id_token.claim_error(name, "is another client");
      }
      client = value;
    }
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
  const audience = check_audience(claims, config.api_audience ?? "");
  if (!audience.ok) {
    return audience;
  }
  const sub = claims.sub;
  if (!is_name(sub)) {
    return id_token.claim_error("sub", "is not a non-empty text without NUL");
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
  const sid = values.text_of(claims.sid);
  return ok({
    claims,
    sub,
    client: client.data,
    // ubus ends a text at NUL: the rest would name another session.
    sid: sid.includes("\0") ? "" : sid,
    issued_at: typeof claims.iat === "number" ? claims.iat : now,
    end: expiry.data,
  });
}

/** The provider's keys, from the cache or, where that may be, from the provider. */
function keys_for(io: Io, config: Config, may_call: boolean): Result<JwkSet> {
  const known = metadata.cached_of_provider(io, config);
  const cached = known !== undefined ? jwks.cached_jwks(io, known.jwks_uri) : undefined;
  if (cached !== undefined) {
    return ok(cached);
  }
  if (!may_call) {
    return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "the provider's keys are not known" });
  }
  const discovery = metadata.of_provider(io, config);
  return discovery.ok ? jwks.load_jwks(io, discovery.data.jwks_uri, false) : discovery;
}

/** Takes a token apart and judges what needs no key. */
function judge(io: Io, config: Config, token: string): Result<{ opened: OpenedJws; said: AccessToken }> {
  if (token.length > max_length) {
    return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "over 8192 bytes" });
  }
  const opened = jws.open_jws(token);
  const checked = opened.ok ? id_token.check_header(opened.data, { allowed_algs: config.id_token_algs }) : opened;
  const claims = checked.ok ? jws.read_claims(checked.data) : checked;
  if (!checked.ok || !claims.ok) {
    return checked.ok ? (claims as Result<never>) : checked;
  }
  const said = check_claims(checked.data.header, claims.data, config, io.time());
  return said.ok ? ok({ opened: checked.data, said: said.data }) : said;
}

/**
 * What an access token says, when the provider signed it for `api_audience`. Claims come first, so that a token that they refuse
 * costs neither a signature nor a call. Without `may_call` only known keys count; else forged tokens fetch them once a minute.
 * Fails with ID_TOKEN_VERIFICATION_FAILED, UNSUPPORTED_ALGORITHM, or as discovery and the keys do.
 */
export function verify(io: Io, config: Config, token: string, may_call: boolean): Result<AccessToken> {
  const judged = judge(io, config, token);
  const set = judged.ok ? keys_for(io, config, may_call) : judged;
  if (!judged.ok || !set.ok) {
    return judged.ok ? (set as Result<never>) : judged;
  }
  const is_recent = store.is_fresh(set.data.fetched_at, io.time(), refresh_interval);
  set.data.fresh = set.data.fresh || is_recent || !may_call;
  const signature = id_token.check_signature(io, judged.data.opened, set.data);
  return signature.ok ? ok(judged.data.said) : signature;
}
