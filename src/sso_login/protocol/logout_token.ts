/** The logout token, by which the provider ends sessions (OpenID Connect Back-Channel Logout 1.0 sections 2.4 and 2.6). */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as values from "../base/values";
import * as jws from "../jose/jws";
import type { OpenedJws } from "../jose/jws";
import { ok, type Result } from "../result";
import type { Config } from "../settings/config";
import * as id_token from "./id_token";
import * as posted_token from "./posted_token";
import * as token_registry from "./token_registry";

/** What a logout token asks for: the end of one session at the provider, or without `sid` of all sessions of the user. */
export interface LogoutRequest {
  /** "" where it names none. */
  sid: string;
  /** "" where it names none. */
  sub: string;
  /** The token's identifier, by which a second use is recognized. */
  jti: string;
}

const event = "http://schemas.openid.net/event/backchannel-logout";

/** "JWT" is what every token is; some providers say no more. */
const types = ["jwt", "logout+jwt", "application/logout+jwt"];

/** Whether `events` says that this is a logout token. The empty object and the empty array are one value in Lua. */
function has_event(claims: JsonObject): boolean {
  const found = json.is_object(claims.events) ? claims.events[event] : undefined;
  return json.is_object(found) || (json.is_array(found) && found.length === 0);
}

/** `exp`, which may be absent, `iat` and `nbf`; and the token is no older than its `jti` is remembered. */
function check_times(claims: JsonObject, now: number, clock_tolerance: number): Result<true> {
  claims.exp = claims.exp ?? now + 1;
  const times = id_token.check_times(claims, { now, clock_tolerance });
  const old = typeof claims.iat === "number" && now >= claims.iat + token_registry.lifetime - clock_tolerance;
  return times.ok && old ? id_token.claim_error("iat", { id: "past" }) : times;
}

/** Judges all but the signature; ID_TOKEN_VERIFICATION_FAILED names the claim. `now` is Unix time in seconds. */
export function check_claims(
  header: JsonObject,
  claims: JsonObject,
  config: Config,
  now: number,
): Result<LogoutRequest> {
  if (header.typ !== undefined && !types.includes(values.text_of(header.typ).toLowerCase())) {
    return id_token.claim_error("typ", "is another kind of token");
  }
  if (claims.iss !== config.issuer_url) {
    return id_token.claim_error("iss", "is not issuer_url");
  }
  const audience = id_token.check_audience(claims, config.client_id);
  if (!audience.ok) {
    return audience;
  }
  if (!has_event(claims)) {
    return id_token.claim_error("events", "is not of a log-out");
  }
  if (claims.nonce !== undefined) {
    return id_token.claim_error("nonce", "is there");
  }
  const sid = claims.sid ?? "";
  const sub = claims.sub ?? "";
  const is_usable = (name: unknown): boolean => name === "" || values.is_name(name);
  if (!is_usable(sid) || !is_usable(sub) || (sid === "" && sub === "")) {
    return id_token.claim_error("sub", "and sid name nobody");
  }
  const jti = id_token.check_name(claims, "jti");
  if (!jti.ok) {
    return jti;
  }
  const times = check_times(claims, now, config.clock_tolerance);
  return times.ok ? ok({ sid: values.text_of(sid), sub: values.text_of(sub), jti: jti.data }) : times;
}

/** Reads the payload and judges all claims. */
function judge_claims(io: Io, config: Config, opened: OpenedJws): Result<LogoutRequest> {
  const claims = jws.read_claims(opened);
  return claims.ok ? check_claims(opened.header, claims.data, config, io.time()) : claims;
}

/**
 * What a logout token asks for, when the provider signed it for this client. Where the keys are known the signature comes
 * first, and nothing that the provider has not signed is read. Without `may_call` the provider is not asked: only known keys
 * count. Fails with ID_TOKEN_VERIFICATION_FAILED, UNSUPPORTED_ALGORITHM, or as discovery and the keys do.
 */
export function verify(io: Io, config: Config, token: string, may_call: boolean): Result<LogoutRequest> {
  const opened = posted_token.open(config, token);
  if (!opened.ok) {
    return opened;
  }
  const known = posted_token.cached_keys(io, config);
  // Keys are fetched only for a token whose claims are right.
  const judged = known === undefined && may_call ? judge_claims(io, config, opened.data) : undefined;
  if (judged !== undefined && !judged.ok) {
    return judged;
  }
  const keys = known !== undefined ? ok(known) : posted_token.fetch_keys(io, config, may_call);
  const signature = keys.ok ? posted_token.check_signature(io, opened.data, keys.data, may_call) : keys;
  return signature.ok ? judge_claims(io, config, opened.data) : signature;
}
