/** The user of refreshed tokens, established anew. What the login knew of the user proves nothing now. */
import type { JsonObject } from "io/json";
import type { Io } from "../../base/io";
import * as json_values from "../../base/json_values";
import * as token_claims from "../../jose/token_claims";
import type { Demands, Expectations } from "../../jose/token_claims";
import * as jwk_set from "../../protocol/jwk_set";
import * as userinfo from "../../protocol/userinfo";
import { err, ok, type Result } from "../../result";
import * as claim_rules from "../../rights/claim_rules";
import type { RoleRules } from "../../rights/role_matching";
import type { Config } from "../../settings/provider_config";
import * as attempt from "../attempt";
import type { IssuedTokens } from "../attempt";

/** The claims that prove a user anew. */
export interface ProvedUser {
  readonly claims: JsonObject;
  /** The same, and those of the login that UserInfo lacks, which nothing proves now; absent where an ID Token came. */
  readonly assumed?: JsonObject;
}

/** Expectations of a refreshed ID Token, whose nonce is that of the login if it has one (OpenID Connect Core section 12.2). */
export function expectations(config: Config, nonce: string, access_token: string, now: number): Expectations {
  const expected = token_claims.for_client(config, now);
  expected.optional = ["nonce"];
  expected.nonce = nonce;
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
    return token_claims.claim_error("sub", "is not that of the login");
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

/** The user by a refreshed ID Token, whose claims UserInfo completes. */
function by_id_token(io: Io, issued: IssuedTokens, login_claims: JsonObject, rules: RoleRules): Result<ProvedUser> {
  const config = issued.config;
  const nonce = json_values.text_of(login_claims.nonce);
  const expected = expectations(config, nonce, issued.tokens.access_token, io.time());
  const found = attempt.verify(io, issued, expected);
  if (!found.ok) {
    return found;
  }
  const same = compare_claims(found.data.claims, login_claims, config);
  const user = same.ok ? attempt.complete(io, found.data, rules) : same;
  return user.ok ? ok({ claims: user.data.claims }) : user;
}

/** The user of refreshed tokens without an ID Token, by UserInfo with the access token. */
function by_userinfo(io: Io, issued: IssuedTokens, login_claims: JsonObject): Result<ProvedUser> {
  const config = issued.config;
  const endpoint = issued.metadata.userinfo_endpoint;
  if (endpoint === undefined) {
    const reason = "the answer has no ID Token, and the provider no UserInfo endpoint";
    return err("ID_TOKEN_VERIFICATION_FAILED", { reason, hint: { id: "never_revalidated" } });
  }
  const keys = jwk_set.load_jwks(io, config, issued.metadata.jwks_uri, false);
  if (!keys.ok) {
    return keys;
  }
  const user = { config, keys: keys.data, tokens: issued.tokens, claims: { sub: login_claims.sub } };
  const found = userinfo.complete_claims(io, endpoint, user);
  if (!found.ok) {
    return found;
  }
  const claims = found.data.claims;
  const assumed = userinfo.merge(claims, login_claims, config);
  // The claim of the login is about the address of the login alone.
  if (claim_rules.email_of(config, claims) === claim_rules.email_of(config, login_claims)) {
    assumed.email_verified = assumed.email_verified ?? login_claims.email_verified;
  }
  return ok({ claims, assumed });
}

/** Establishes the user of refreshed tokens, who is that of the login's ID Token. Fails with the code of the step that refused. */
export function identify(io: Io, issued: IssuedTokens, login_claims: JsonObject, rules: RoleRules): Result<ProvedUser> {
  const has_id_token = (issued.tokens.id_token ?? "") !== "";
  return has_id_token ? by_id_token(io, issued, login_claims, rules) : by_userinfo(io, issued, login_claims);
}
