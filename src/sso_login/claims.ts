/** The claims of an ID Token judged (OpenID Connect Core section 3.1.3.7). Pure: time and secrets' comparison are given. */
import { is_array, type JsonObject } from "./io/json";
import { err, ok, type Result } from "./result";

/** What the claims must agree with. */
export interface Expected {
  issuer: string;
  client_id: string;
  /** Unix time, and the tolerance for time claims; seconds. */
  now: number;
  clock_tolerance: number;
}

/** Largest time that counts: beyond it are no dates but attacks on arithmetic. The year 9999. */
const max_time = 253402300799;

function refuse(claim: string, reason: string): Result<never> {
  return err("ID_TOKEN_VERIFICATION_FAILED", { claim, reason });
}

/** A NumericDate (RFC 7519 section 2): a finite number that is not negative. */
function is_date(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= max_time;
}

/** Whether `aud` is this client: a string, or an array of strings with it. */
function check_audience(claims: JsonObject, client_id: string): Result<boolean> {
  const aud = claims.aud;
  const audiences: unknown[] = is_array(aud) ? aud : [aud];
  if (!audiences.includes(client_id) || !audiences.every((audience) => typeof audience === "string")) {
    return refuse("aud", "is not for this client");
  }
  if (audiences.length > 1 && claims.azp === undefined) {
    return refuse("azp", "is missing although there are several audiences");
  }
  if (claims.azp !== undefined && claims.azp !== client_id) {
    return refuse("azp", "is not this client");
  }
  return ok(true);
}

/** `exp`, `iat` and `nbf` against the clock. */
function check_times(claims: JsonObject, expected: Expected): Result<boolean> {
  const now = expected.now;
  const clock_tolerance = expected.clock_tolerance;
  if (!is_date(claims.exp)) {
    return refuse("exp", "is not a date");
  }
  if (now >= claims.exp + clock_tolerance) {
    return refuse("exp", "has passed: is the router's clock right?");
  }
  if (!is_date(claims.iat)) {
    return refuse("iat", "is not a date");
  }
  if (claims.iat > now + clock_tolerance) {
    return refuse("iat", "is in the future: is the router's clock right?");
  }
  if (claims.nbf === undefined) {
    return ok(true);
  }
  if (!is_date(claims.nbf)) {
    return refuse("nbf", "is not a date");
  }
  return claims.nbf > now + clock_tolerance
    ? refuse("nbf", "is in the future: is the router's clock right?")
    : ok(true);
}

/** Judges `iss`, `aud`, `azp`, `sub`, `exp`, `iat` and `nbf`; ID_TOKEN_VERIFICATION_FAILED names the claim. */
export function check_claims(claims: JsonObject, expected: Expected): Result<boolean> {
  if (claims.iss !== expected.issuer) {
    return refuse("iss", "is not issuer_url");
  }
  if (typeof claims.sub !== "string" || claims.sub === "" || claims.sub.includes("\0")) {
    return refuse("sub", "is not a non-empty text without NUL");
  }
  const audience = check_audience(claims, expected.client_id);
  return audience.ok ? check_times(claims, expected) : audience;
}

/** Whether a claims object holds an e-mail. */
function has_email(claims: JsonObject): boolean {
  return typeof claims.email === "string" && claims.email !== "";
}

/**
 * ID Token claims completed by UserInfo's: those of the ID Token win, and `email_verified` comes from where the e-mail
 * comes from.
 */
export function merge_userinfo(id_claims: JsonObject, userinfo: JsonObject): JsonObject {
  const merged: JsonObject = {};
  for (const name of Object.keys(userinfo)) {
    merged[name] = userinfo[name];
  }
  for (const name of Object.keys(id_claims)) {
    merged[name] = id_claims[name];
  }
  const source = has_email(id_claims) ? id_claims : userinfo;
  merged.email = source.email;
  merged.email_verified = source.email_verified;
  return merged;
}
