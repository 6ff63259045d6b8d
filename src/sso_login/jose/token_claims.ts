/** The claims of JWTs (RFC 7519 section 4.1): one check with expectations for every kind of token. */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import * as encoding from "../base/encoding";
import * as json_values from "../base/json_values";
import { err, ok, type Fact, type Result } from "../result";
import * as hash from "./hash";

/** Expectations of a token; without a member, that is not checked. */
export interface Expectations {
  issuer: string;
  /** The audience. As `client_id` it is also what `azp` must be (OpenID Connect Core section 3.1.3.7). */
  client_id?: string;
  api_audience?: string;
  /** Unix time, and the tolerance for time claims; seconds. */
  now: number;
  clock_tolerance: number;
  /** Permitted types (`typ` of the header) without `application/`, and the reason for refusing others. */
  types?: string[];
  types_reason?: Fact;
  /** Those of `typ`, `iss`, `sub`, `aud`, `exp`, `iat` and `nonce` that may be absent; `sub` is then not checked. */
  optional?: string[];
  /** Claims of other kinds of tokens. */
  foreign?: string[];
  nonce?: string;
  /** The access token of `at_hash`, and whether that must be there. */
  access_token?: string;
  at_hash_required?: boolean;
  /** One of them must be `acr`. */
  acr_values?: string[];
  /** Greatest age of the user's authentication, in seconds. */
  max_age?: number;
  /**
   * The claims of the login's ID Token: of a refreshed one `sub` and `auth_time` are the same, and `iat` is not earlier. They count in
   * the place of `acr_values` and `max_age`.
   */
  first?: JsonObject;
}

/** Greatest NumericDate that is accepted, the end of the year 9999: greater ones are attacks on arithmetic. */
const max_date = 253402300799;

const no_name = "is not a non-empty text without NUL";
const no_number = "is a number, and must be a text";

/** ID_TOKEN_VERIFICATION_FAILED for a claim. */
export function claim_error(claim: string, reason: Fact): Result<never> {
  return err("ID_TOKEN_VERIFICATION_FAILED", { claim, reason });
}

/** Bytes of a received value that the log shows, and the first number that is too large. */
const max_received = 200;
const too_large = 100000000000000;

/** A received value for the log: a text as it is, another value as JSON. */
export function received(value: unknown): string {
  if (value === undefined) {
    return "absent";
  }
  // The two languages write fractions and large numbers differently.
  if (typeof value === "number" && (value !== Math.floor(value) || value >= too_large || value <= -too_large)) {
    return "a number";
  }
  const text = typeof value === "string" ? value : json.encode(value).split("\\/").join("/");
  return text.substring(0, max_received);
}

/** ID_TOKEN_VERIFICATION_FAILED for a claim that is another than it must be, with both. */
function mismatch(claim: string, reason: string, value: unknown, wanted?: string): Result<never> {
  return err("ID_TOKEN_VERIFICATION_FAILED", { claim, reason, received: received(value), expected: wanted });
}

const no_date = "is not a date";

/** A NumericDate (RFC 7519 section 2): a finite number that is not negative. */
export function is_date(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= max_date;
}

/** Whether `typ` is one of these types (RFC 7515 section 4.1.9). */
function is_type(typ: unknown, types: string[]): boolean {
  const name = json_values.text_of(typ).toLowerCase();
  const bare = name.startsWith("application/") ? name.substring("application/".length) : name;
  return types.some((type) => type.toLowerCase() === bare);
}

/** The text of a claim that names somebody or something. */
export function check_name(claims: JsonObject, claim: string): Result<string> {
  const name = claims[claim];
  if (json_values.is_name(name)) {
    return ok(name);
  }
  const other = typeof name === "number" ? no_number : no_name;
  return claim_error(claim, name === undefined ? "is missing" : other);
}

/** `aud` and `azp`. */
function check_audience(claims: JsonObject, expected: Expectations): Result<true> {
  const several = json.is_array(claims.aud) ? claims.aud : undefined;
  const audiences: unknown[] = several ?? [claims.aud];
  const is_api = expected.client_id === undefined;
  const audience = is_api ? expected.api_audience : expected.client_id;
  if (!audiences.includes(audience) || audiences.some((member) => typeof member !== "string")) {
    return mismatch("aud", is_api ? "is not api_audience" : "is not for this client", claims.aud, audience);
  }
  if (is_api) {
    return ok(true);
  }
  // The same value twice is one audience.
  if (claims.azp === undefined && audiences.some((member) => member !== audience)) {
    return claim_error("azp", "is missing although there are several audiences");
  }
  return claims.azp === undefined || claims.azp === audience
    ? ok(true)
    : mismatch("azp", "is not this client", claims.azp, audience);
}

/**
 * `at_hash` (OpenID Connect Core section 3.1.3.6): the left half of the access token's hash, which is that of `alg`, in
 * Base64URL. AT_HASH_MISMATCH where it differs, or is absent although it must be there.
 */
function check_at_hash(claims: JsonObject, alg: string, access_token: string, required: boolean): Result<true> {
  const at_hash = claims.at_hash;
  if (at_hash === undefined) {
    return required ? err("AT_HASH_MISMATCH", { reason: "absent", hint: { id: "see_at_hash" } }) : ok(true);
  }
  const digest = hash.hash_by_alg(alg, access_token) ?? "";
  const right = encoding.base64url_encode(digest.substring(0, digest.length / 2));
  const same = typeof at_hash === "string" && hash.constant_time_eq(at_hash, right);
  return same && digest !== "" ? ok(true) : err("AT_HASH_MISMATCH");
}

function too_old(reason: Fact): Result<true> {
  return err("AUTHENTICATION_TOO_OLD", { claim: "auth_time", reason });
}

/**
 * How and when the user was authenticated (OpenID Connect Core sections 2 and 3.1.2.1): `acr` against `acr_values`, `auth_time`
 * against `max_age`. AUTHENTICATION_TOO_WEAK, AUTHENTICATION_TOO_OLD.
 */
export function check_authentication(
  claims: JsonObject,
  expected: Pick<Expectations, "now" | "clock_tolerance" | "acr_values" | "max_age">,
): Result<true> {
  const acr = claims.acr;
  if (expected.acr_values !== undefined && !expected.acr_values.some((value) => value === acr)) {
    const reason = acr === undefined ? "absent" : "different";
    return err("AUTHENTICATION_TOO_WEAK", { reason, acr: acr === undefined ? "" : received(acr).substring(0, 64) });
  }
  const auth_time = claims.auth_time;
  if (expected.max_age === undefined) {
    return ok(true);
  }
  if (!is_date(auth_time)) {
    return too_old(auth_time === undefined ? "absent" : "is not a date");
  }
  const age = expected.now - auth_time;
  if (age < -expected.clock_tolerance) {
    return too_old({ id: "future" });
  }
  return age > expected.max_age + expected.clock_tolerance ? too_old("is too long ago") : ok(true);
}

/** A refreshed ID Token beside the one of the login (OpenID Connect Core section 12.2); times have the tolerance. */
function check_refreshed(claims: JsonObject, first: JsonObject, clock_tolerance: number): Result<true> {
  if (claims.sub !== first.sub) {
    return claim_error("sub", "is not that of the login");
  }
  if (is_date(first.iat) && (claims.iat as number) < first.iat - clock_tolerance) {
    return claim_error("iat", "is before that of the login");
  }
  return claims.auth_time === undefined || first.auth_time === undefined || claims.auth_time === first.auth_time
    ? ok(true)
    : claim_error("auth_time", "is not that of the login");
}

/**
 * Checks header and claims of a token against expectations: `typ`, foreign claims, `iss`, `sub`, `aud`, `azp`, `exp`, `iat`, `nbf`, `nonce`,
 * `at_hash`, `acr` and `auth_time`. ID_TOKEN_VERIFICATION_FAILED names the claim; NONCE_MISMATCH, AT_HASH_MISMATCH,
 * AUTHENTICATION_TOO_WEAK, AUTHENTICATION_TOO_OLD.
 */
export function check_claims(header: JsonObject, claims: JsonObject, expected: Expectations): Result<true> {
  const optional = expected.optional ?? [];
  const is_checked = (name: string, value: unknown): boolean => value !== undefined || !optional.includes(name);
  const latest = expected.now + expected.clock_tolerance;
  if (expected.types !== undefined && is_checked("typ", header.typ) && !is_type(header.typ, expected.types)) {
    return claim_error("typ", header.typ === undefined ? "has no type" : expected.types_reason);
  }
  const foreign = (expected.foreign ?? []).find((name) => claims[name] !== undefined);
  if (foreign !== undefined) {
    return claim_error(foreign, "is there: another kind of token");
  }
  if (is_checked("iss", claims.iss) && claims.iss !== expected.issuer) {
    return mismatch("iss", "is not issuer_url", claims.iss, expected.issuer);
  }
  const subject = check_name(claims, "sub");
  if (!subject.ok && !optional.includes("sub")) {
    return subject;
  }
  if (is_checked("aud", claims.aud)) {
    const audience = check_audience(claims, expected);
    if (!audience.ok) {
      return audience;
    }
  }
  const exp = claims.exp;
  if (is_checked("exp", exp) && !is_date(exp)) {
    return mismatch("exp", no_date, exp);
  }
  if (is_date(exp) && expected.now >= exp + expected.clock_tolerance) {
    return claim_error("exp", { id: "past" });
  }
  for (const name of ["iat", "nbf"]) {
    const date = claims[name];
    const is_absent = date === undefined && (name === "nbf" || optional.includes(name));
    if (!is_absent && !is_date(date)) {
      return mismatch(name, no_date, date);
    }
    if (is_date(date) && date > latest) {
      return claim_error(name, { id: "future" });
    }
  }
  const nonce = claims.nonce;
  const is_same_nonce = (wanted: string): boolean => typeof nonce === "string" && hash.constant_time_eq(nonce, wanted);
  if (expected.nonce !== undefined && is_checked("nonce", nonce) && !is_same_nonce(expected.nonce)) {
    return err("NONCE_MISMATCH", { reason: nonce === undefined ? "absent" : "different" });
  }
  if (expected.access_token !== undefined) {
    const alg = json_values.text_of(header.alg);
    const at_hash = check_at_hash(claims, alg, expected.access_token, expected.at_hash_required !== false);
    if (!at_hash.ok) {
      return at_hash;
    }
  }
  const first = expected.first;
  return first !== undefined
    ? check_refreshed(claims, first, expected.clock_tolerance)
    : check_authentication(claims, expected);
}

/** Whether the user was authenticated before a time, as far as `auth_time` tells; Unix seconds. */
export function was_before(claims: JsonObject, time: number | undefined, clock_tolerance: number): boolean {
  const auth_time = claims.auth_time;
  return time !== undefined && is_date(auth_time) && auth_time < time - clock_tolerance;
}
