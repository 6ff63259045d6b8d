/** The claims of JWTs (RFC 7519 section 4.1): one check with expectations for every kind of token. */
import * as bytes from "io/bytes";
import * as json from "io/json";
import type { JsonObject } from "io/json";
import * as json_values from "../base/json_values";
import { err, ok, type Meaning, type Fact, type Result } from "../result";
import * as hash from "./hash";

/** An audience: this client, which must then be `azp`, too (OpenID Connect Core section 3.1.3.7), or the API that programs call. */
export interface Audience {
  kind: "client" | "api";
  value: string | undefined;
}

/** The demands on the user's authentication (OpenID Connect Core section 3.1.2.1): absent ones are not made. */
export interface Demands {
  /** One of them must be `acr`. */
  acr_values?: string[];
  /** Greatest age of the user's authentication, in seconds. */
  max_age?: number;
}

/** A claim that some kinds of tokens may lack. */
type OptionalClaim = "iss" | "aud" | "exp" | "iat" | "nonce" | "at_hash";

/** Expectations of a token; without a member, that is not checked. */
export interface Expectations extends Demands {
  issuer: string;
  audience: Audience;
  /** Unix time, and the tolerance for time claims; seconds. */
  now: number;
  clock_tolerance: number;
  /** Claims that may be absent. */
  optional?: OptionalClaim[];
  /** Whether `sub` is the caller's to check. */
  leaves_subject?: boolean;
  nonce?: string;
  /** The access token of `at_hash`. */
  access_token?: string;
}

/** Expectations of a token for this client; `now` is Unix time in seconds. */
export function for_client(
  config: { issuer_url: string; client_id: string; clock_tolerance: number },
  now: number,
): Expectations {
  const audience: Audience = { kind: "client", value: config.client_id };
  return { issuer: config.issuer_url, audience, now, clock_tolerance: config.clock_tolerance };
}

/** Greatest NumericDate that is accepted, the end of the year 9999: greater ones are attacks on arithmetic. */
const max_date = 253402300799;

const no_name = "is not a non-empty text without NUL";
const no_number = "is a number, and must be a text";

/** ID_TOKEN_VERIFICATION_FAILED for a claim. */
export function claim_error(claim: string, reason: Fact, meaning?: Meaning): Result<never> {
  return err("ID_TOKEN_VERIFICATION_FAILED", { claim, reason }, meaning);
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
  const meaning = claim === "iss" && typeof value === "string" ? "other_issuer" : undefined;
  return err("ID_TOKEN_VERIFICATION_FAILED", { claim, reason, received: received(value), expected: wanted }, meaning);
}

const no_date = "is not a date";

/** A NumericDate (RFC 7519 section 2): a finite number that is not negative. */
export function is_date(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= max_date;
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

/** A check of a token; ok where the expectations do not ask for it. */
type Check = (this: void, header: JsonObject, claims: JsonObject, expected: Expectations) => Result<true>;

/** Whether a value that may be absent by the expectations is so. */
function may_lack(expected: Expectations, name: OptionalClaim, value: unknown): boolean {
  return value === undefined && expected.optional !== undefined && expected.optional.includes(name);
}

function check_issuer(_header: JsonObject, claims: JsonObject, expected: Expectations): Result<true> {
  return claims.iss === expected.issuer || may_lack(expected, "iss", claims.iss)
    ? ok(true)
    : mismatch("iss", "is not issuer_url", claims.iss, expected.issuer);
}

function check_subject(_header: JsonObject, claims: JsonObject, expected: Expectations): Result<true> {
  const subject = expected.leaves_subject === true ? ok("") : check_name(claims, "sub");
  return subject.ok ? ok(true) : subject;
}

/** Checks `aud` and `azp`. */
function check_audience(_header: JsonObject, claims: JsonObject, expected: Expectations): Result<true> {
  if (may_lack(expected, "aud", claims.aud)) {
    return ok(true);
  }
  const several = json.is_array(claims.aud) ? claims.aud : undefined;
  const audiences: unknown[] = several ?? [claims.aud];
  const is_api = expected.audience.kind === "api";
  const audience = expected.audience.value;
  if (!audiences.includes(audience) || audiences.some((member) => typeof member !== "string")) {
    return mismatch("aud", is_api ? "is not api_audience" : "is not for this client", claims.aud, audience);
  }
  if (is_api || claims.azp === audience) {
    return ok(true);
  }
  if (claims.azp !== undefined) {
    return mismatch("azp", "is not this client", claims.azp, audience);
  }
  // The same value twice is one audience.
  return audiences.every((member) => member === audience)
    ? ok(true)
    : claim_error("azp", "is missing although there are several audiences");
}

function check_expiry(_header: JsonObject, claims: JsonObject, expected: Expectations): Result<true> {
  const exp = claims.exp;
  if (!is_date(exp) || exp === 0) {
    return may_lack(expected, "exp", exp) ? ok(true) : mismatch("exp", no_date, exp);
  }
  const past = { id: expected.audience.kind === "api" ? "past_token" : "past" };
  return expected.now < exp + expected.clock_tolerance ? ok(true) : claim_error("exp", past);
}

/** Checks that a date is not in the future. */
function check_begin(claims: JsonObject, name: "iat" | "nbf", expected: Expectations): Result<true> {
  const date = claims[name];
  if (!is_date(date)) {
    const is_absent = name === "nbf" ? date === undefined : may_lack(expected, name, date);
    return is_absent ? ok(true) : mismatch(name, no_date, date);
  }
  return date <= expected.now + expected.clock_tolerance ? ok(true) : claim_error(name, { id: "future" });
}

function check_nonce(_header: JsonObject, claims: JsonObject, expected: Expectations): Result<true> {
  const nonce = claims.nonce;
  const wanted = expected.nonce;
  if (wanted === undefined || may_lack(expected, "nonce", nonce)) {
    return ok(true);
  }
  return typeof nonce === "string" && hash.constant_time_eq(nonce, wanted)
    ? ok(true)
    : err("NONCE_MISMATCH", { reason: nonce === undefined ? "absent" : "different" });
}

/**
 * Checks `at_hash` (OpenID Connect Core section 3.1.3.6): the left half of the access token's hash, which is that of `alg`, in
 * Base64URL. AT_HASH_MISMATCH where it differs, or is absent although it must be there.
 */
function check_at_hash(header: JsonObject, claims: JsonObject, expected: Expectations): Result<true> {
  const at_hash = claims.at_hash;
  if (expected.access_token === undefined || may_lack(expected, "at_hash", at_hash)) {
    return ok(true);
  }
  if (at_hash === undefined) {
    return err("AT_HASH_MISMATCH", { reason: "absent", hint: { id: "see_at_hash" } });
  }
  const digest = hash.hash_by_alg(json_values.text_of(header.alg), expected.access_token) ?? "";
  const right = bytes.base64url_encode(digest.substring(0, digest.length / 2));
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
  demands: Demands & Pick<Expectations, "clock_tolerance">,
  now: number,
): Result<true> {
  const acr = claims.acr;
  if (demands.acr_values !== undefined && !demands.acr_values.some((value) => value === acr)) {
    const reason = acr === undefined ? "absent" : "different";
    return err("AUTHENTICATION_TOO_WEAK", { reason, acr: acr === undefined ? "" : received(acr).substring(0, 64) });
  }
  const auth_time = claims.auth_time;
  if (demands.max_age === undefined) {
    return ok(true);
  }
  if (!is_date(auth_time)) {
    return too_old(auth_time === undefined ? "absent" : "is not a date");
  }
  const age = now - auth_time;
  if (age < -demands.clock_tolerance) {
    return too_old({ id: "future" });
  }
  return age > demands.max_age + demands.clock_tolerance ? too_old("is too long ago") : ok(true);
}

/** The checks of header and claims, in their order. */
const checks: Check[] = [
  check_issuer,
  check_subject,
  check_audience,
  check_expiry,
  (_header, claims, expected) => check_begin(claims, "iat", expected),
  (_header, claims, expected) => check_begin(claims, "nbf", expected),
  check_nonce,
  check_at_hash,
  (_header, claims, expected) => check_authentication(claims, expected, expected.now),
];

/**
 * Checks header and claims of a token against expectations. ID_TOKEN_VERIFICATION_FAILED names the claim; NONCE_MISMATCH,
 * AT_HASH_MISMATCH, AUTHENTICATION_TOO_WEAK, AUTHENTICATION_TOO_OLD.
 */
export function check_claims(header: JsonObject, claims: JsonObject, expected: Expectations): Result<true> {
  for (const check of checks) {
    const checked = check(header, claims, expected);
    if (!checked.ok) {
      return checked;
    }
  }
  return ok(true);
}
