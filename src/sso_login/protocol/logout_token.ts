/** The logout token, by which the provider ends sessions (OpenID Connect Back-Channel Logout 1.0 sections 2.4 and 2.6). */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as json_values from "../base/json_values";
import * as token_claims from "../jose/token_claims";
import * as jws from "../jose/jws";
import type { OpenedJws } from "../jose/jws";
import { err, ok, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import * as known_metadata from "./known_metadata";
import * as id_token from "./id_token";
import * as posted_token from "./posted_token";
import type { TokenKind } from "./posted_token";
import * as token_registry from "./token_registry";

/** The request of a logout token: the end of one session at the provider, or without `sid` of all sessions of the user. */
export interface LogoutClaims {
  /** "" where it names none. */
  sid: string;
  /** "" where it names none. */
  sub: string;
  /** The token's identifier, by which a second use is recognized. */
  jti: string;
  /** The algorithm of its signature. */
  alg: string;
}

const event = "http://schemas.openid.net/event/backchannel-logout";

/** Seconds for which a token without `exp` counts. */
const lifetime = 300;

/** Every token is a "JWT"; some providers say no more. */
const kind: TokenKind = {
  types: ["JWT", "logout+jwt"],
  reason: "is another kind of token",
  may_lack_type: true,
  foreign_claims: [],
};

/** Whether `events` says that this is a logout token. The empty object and the empty array are one value in Lua. */
function has_event(claims: JsonObject): boolean {
  const found = json.is_object(claims.events) ? claims.events[event] : undefined;
  return json.is_object(found) || (json.is_array(found) && found.length === 0);
}

/** Checks everything but the signature; ID_TOKEN_VERIFICATION_FAILED names the claim. `now` is Unix time in seconds. */
export function check_claims(
  header: JsonObject,
  claims: JsonObject,
  config: Config,
  now: number,
): Result<LogoutClaims> {
  const of_kind = posted_token.check_kind(header, claims, kind);
  if (!of_kind.ok) {
    return of_kind;
  }
  const expected = token_claims.for_client(config, now);
  expected.optional = ["exp"];
  // It may name a session of the provider alone.
  expected.leaves_subject = true;
  const checked = token_claims.check_claims(header, claims, expected);
  if (!checked.ok) {
    return checked;
  }
  if (!has_event(claims)) {
    return token_claims.claim_error("events", "is not of a log-out");
  }
  if (claims.nonce !== undefined) {
    return token_claims.claim_error("nonce", "is there");
  }
  const sid = claims.sid ?? "";
  const sub = claims.sub ?? "";
  const is_usable = (name: unknown): boolean => name === "" || json_values.is_name(name);
  if (!is_usable(sid) || !is_usable(sub) || (sid === "" && sub === "")) {
    return token_claims.claim_error("sub", "and sid name nobody");
  }
  const jti = token_claims.check_name(claims, "jti");
  if (!jti.ok) {
    return jti;
  }
  const issued_at = claims.iat as number;
  const is_over = claims.exp === undefined && now >= issued_at + lifetime + config.clock_tolerance;
  // An older token may have been used: its `jti` is remembered no longer.
  if (is_over || now >= issued_at + token_registry.lifetime - config.clock_tolerance) {
    return token_claims.claim_error("iat", { id: "past" });
  }
  return ok({
    sid: json_values.text_of(sid),
    sub: json_values.text_of(sub),
    jti: jti.data,
    alg: json_values.text_of(header.alg),
  });
}

/** Reads the payload and checks all claims. */
function claims_in(io: Io, config: Config, opened: OpenedJws): Result<LogoutClaims> {
  const claims = jws.read_claims(opened);
  return claims.ok ? check_claims(opened.header, claims.data, config, io.time()) : claims;
}

/**
 * Verifies a logout token that the provider has signed for this client. Where keys are cached the signature comes first, and nothing that the
 * provider has not signed is read; where none are, they are fetched only for a token whose claims are right. Without `may_call` only cached keys
 * are used. Fails with ID_TOKEN_VERIFICATION_FAILED, UNSUPPORTED_ALGORITHM, or as metadata and
 * keys do.
 */
export function verify(io: Io, config: Config, token: string, may_call: boolean): Result<LogoutClaims> {
  const opened = posted_token.open(config, token);
  if (!opened.ok) {
    return opened;
  }
  const is_signed = posted_token.is_signed(io, config, opened.data);
  if (is_signed === true) {
    return claims_in(io, config, opened.data);
  }
  if (!may_call) {
    return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "no known key has signed it" });
  }
  const early = is_signed === undefined ? claims_in(io, config, opened.data) : ok(undefined);
  if (!early.ok) {
    return early;
  }
  const signed = id_token.check_provider(io, config, known_metadata.of_provider(io, config), opened.data);
  return signed.ok ? claims_in(io, config, opened.data) : signed;
}
