/** The user of refreshed tokens, established anew. What the login knew of the user proves nothing now. */
import type { JsonObject } from "io/json";
import type { Io } from "../../base/io";
import * as token_claims from "../../jose/token_claims";
import type { Demands, Expectations } from "../../jose/token_claims";
import * as jwk_set from "../../protocol/jwk_set";
import * as userinfo from "../../protocol/userinfo";
import { err, ok, type Result } from "../../result";
import * as claim_rules from "../../rights/claim_rules";
import type { Config } from "../../settings/provider_config";
import * as attempt from "../attempt";
import type { IssuedTokens, VerifiedTokens } from "../attempt";

/** The claims that prove a user anew. */
export interface ProvedUser {
  readonly claims: JsonObject;
  /** The same with others that nothing proves, in the place of those that nobody told; absent where an ID Token proves the user. */
  readonly assumed?: JsonObject;
}

/** Expectations of a refreshed ID Token (OpenID Connect Core section 12.2), whose nonce is compared apart. */
export function expectations(config: Config, access_token: string, now: number): Expectations {
  const expected = token_claims.for_client(config, now);
  expected.access_token = access_token;
  expected.at_hash_required = false;
  return expected;
}

/**
 * Compares a refreshed ID Token with the claims of the login's (OpenID Connect Core section 12.2): `sub` is the same, and `iat` is
 * not earlier, with the tolerance. `acr` and `auth_time`, where they are there, meet the demands of a login at its moment; some providers
 * have the user's last authentication anywhere. ID_TOKEN_VERIFICATION_FAILED, AUTHENTICATION_TOO_WEAK, AUTHENTICATION_TOO_OLD.
 */
export function compare_claims(
  claims: JsonObject,
  login_claims: JsonObject,
  demands: Demands & Pick<Expectations, "clock_tolerance">,
): Result<true> {
  const clock_tolerance = demands.clock_tolerance;
  if (claims.sub !== login_claims.sub) {
    return token_claims.claim_error("sub", "is not that of the login", "other_subject");
  }
  if (token_claims.is_date(login_claims.iat) && (claims.iat as number) < login_claims.iat - clock_tolerance) {
    return token_claims.claim_error("iat", "is before that of the login");
  }
  const auth_time = token_claims.is_date(claims.auth_time) ? claims.auth_time : undefined;
  const moment = token_claims.is_date(login_claims.iat) ? login_claims.iat : (claims.iat as number);
  const acr_values = claims.acr !== undefined ? demands.acr_values : undefined;
  const max_age = auth_time !== undefined ? demands.max_age : undefined;
  const now = Math.max(moment, auth_time ?? moment);
  return token_claims.check_authentication(claims, { acr_values, max_age, clock_tolerance }, now);
}

/** Verifies a refreshed ID Token in all but its nonce. */
function verify(io: Io, issued: IssuedTokens, login_claims: JsonObject): Result<VerifiedTokens> {
  const expected = expectations(issued.config, issued.tokens.access_token, io.time());
  const found = attempt.verify(io, issued, expected);
  const same = found.ok ? compare_claims(found.data.claims, login_claims, issued.config) : found;
  return same.ok ? found : same;
}

/** The newest claims, completed by others; what these say of an address is about that address alone. */
function complete(config: Config, newest: JsonObject, others: JsonObject): JsonObject {
  const claims = userinfo.merge(newest, others, config);
  if (claim_rules.email_of(config, newest) === claim_rules.email_of(config, others)) {
    claims.email_verified = claims.email_verified ?? others.email_verified;
  }
  return claims;
}

/**
 * Establishes the user of refreshed tokens, who is that of the login: by their ID Token, where there is one, and by UserInfo, where the
 * provider has it, whose claims are the newest. An ID Token of another nonce proves nothing, as some providers keep one nonce a user; it
 * fills in for claims that UserInfo lacks as the login's does. Fails with the code of the step that refused.
 */
export function identify(io: Io, issued: IssuedTokens, login_claims: JsonObject): Result<ProvedUser> {
  const config = issued.config;
  const verified = (issued.tokens.id_token ?? "") !== "" ? verify(io, issued, login_claims) : undefined;
  if (verified !== undefined && !verified.ok) {
    return verified;
  }
  const known = verified !== undefined ? verified.data.claims : login_claims;
  const is_proof = verified !== undefined && (known.nonce === undefined || known.nonce === login_claims.nonce);
  const endpoint = issued.metadata.userinfo_endpoint;
  if (endpoint === undefined && !is_proof) {
    const reason = verified !== undefined ? "another nonce" : "no ID Token";
    const hint = { id: "never_revalidated" };
    return err("ID_TOKEN_VERIFICATION_FAILED", {
      reason: reason + ", and the provider has no UserInfo endpoint",
      hint,
    });
  }
  if (endpoint === undefined) {
    return ok({ claims: known });
  }
  const keys =
    verified !== undefined ? ok(verified.data.keys) : jwk_set.load_jwks(io, config, issued.metadata.jwks_uri, false);
  if (!keys.ok) {
    return keys;
  }
  const told = userinfo.claims_of(io, endpoint, {
    config,
    keys: keys.data,
    tokens: issued.tokens,
    claims: login_claims,
  });
  if (!told.ok) {
    return told;
  }
  const completed = complete(config, told.data, known);
  return ok(is_proof ? { claims: completed } : { claims: told.data, assumed: completed });
}
