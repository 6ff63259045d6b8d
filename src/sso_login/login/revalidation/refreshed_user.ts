/** The user of refreshed tokens, established anew. What the login knew of the user proves nothing now. */
import type { JsonObject } from "io/json";
import type { Io } from "../../base/io";
import * as token_claims from "../../jose/token_claims";
import type { Demands, Expectations } from "../../jose/token_claims";
import type { Metadata } from "../../protocol/provider_metadata";
import * as userinfo from "../../protocol/userinfo";
import { err, ok, type Err, type Result } from "../../result";
import * as claim_rules from "../../rights/claim_rules";
import type { Config } from "../../settings/provider_config";
import * as attempt from "../attempt";
import type { IssuedTokens } from "../attempt";

/**
 * The user of new tokens, by claims. Where the session's roles follow from `proved`, the user is proved; from `completed` alone, nobody told of
 * the claims that gave a role, and the session goes on without a proof; from neither, a role is lost, and the session ends. Both are the same
 * where an ID Token proves the user.
 */
export interface ProvedUser {
  /** The claims that the provider proves now. */
  readonly proved: JsonObject;
  /** The same, with the login's or those of an ID Token that proves nothing in the place of claims that nobody told. */
  readonly completed: JsonObject;
}

/** The ID Token of an answer: its claims, or the login's where there is none, and the metadata by which it was verified. */
interface ByToken {
  readonly kind: "proof" | "other_nonce" | "none";
  readonly claims: JsonObject;
  readonly metadata: Metadata;
}

/** Expectations of a refreshed ID Token (OpenID Connect Core section 12.2), whose nonce is compared apart. */
export function expectations(config: Config, access_token: string, now: number): Expectations {
  const expected = token_claims.for_client(config, now);
  expected.access_token = access_token;
  expected.optional = ["at_hash"];
  return expected;
}

/**
 * Compares a refreshed ID Token with the claims of the login's (OpenID Connect Core section 12.2): `sub` is the same, and `iat` is
 * not earlier, with the tolerance. `acr` and `auth_time`, where they are there, meet the demands of a login at its moment; in tokens
 * of some providers `auth_time` is of a later login at another client. ID_TOKEN_VERIFICATION_FAILED, AUTHENTICATION_TOO_WEAK, AUTHENTICATION_TOO_OLD.
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
  const issued_at = claims.iat as number;
  const login_at = token_claims.is_date(login_claims.iat) ? login_claims.iat : issued_at;
  if (issued_at < login_at - clock_tolerance) {
    return token_claims.claim_error("iat", "is before that of the login");
  }
  const acr_values = claims.acr !== undefined ? demands.acr_values : undefined;
  // An authentication after the login is never too old for it.
  const is_earlier = token_claims.is_date(claims.auth_time) && claims.auth_time <= login_at;
  const max_age = is_earlier ? demands.max_age : undefined;
  return token_claims.check_authentication(claims, { acr_values, max_age, clock_tolerance }, login_at);
}

/** Verifies the ID Token of an answer in all but its nonce, which says whether it proves the user. */
function verify(io: Io, issued: IssuedTokens, login_claims: JsonObject): Result<ByToken> {
  if ((issued.tokens.id_token ?? "") === "") {
    return ok({ kind: "none", claims: login_claims, metadata: issued.metadata });
  }
  const expected = expectations(issued.config, issued.tokens.access_token, io.time());
  const found = attempt.verify(io, issued, expected);
  if (!found.ok) {
    return found;
  }
  const claims = found.data.claims;
  const same = compare_claims(claims, login_claims, issued.config);
  if (!same.ok) {
    return same;
  }
  const is_proof = claims.nonce === undefined || claims.nonce === login_claims.nonce;
  return ok({ kind: is_proof ? "proof" : "other_nonce", claims, metadata: found.data.metadata });
}

/**
 * The newest claims, completed by others. What these say of an address is about that address alone: `merge` leaves `email_verified` absent where
 * the newest claims have an address and do not say.
 */
function complete(config: Config, newest: JsonObject, others: JsonObject): JsonObject {
  const claims = userinfo.merge(newest, others, config);
  if (claim_rules.email_of(config, newest) === claim_rules.email_of(config, others)) {
    claims.email_verified = claims.email_verified ?? others.email_verified;
  }
  return claims;
}

/** The failure of an answer that proves no user, at a provider without UserInfo. */
function proves_nothing(by_token: ByToken): Err {
  const lack = by_token.kind === "none" ? "no ID Token" : "another nonce";
  const reason = lack + ", and the provider has no UserInfo endpoint";
  return err("ID_TOKEN_VERIFICATION_FAILED", { reason, hint: { id: "never_revalidated" } });
}

/**
 * Establishes the user of refreshed tokens, who is that of the login: by their ID Token, where there is one, and by UserInfo, where the
 * provider has it, whose claims are the newest. An ID Token of another nonce proves nothing, as some providers keep one nonce a user; it
 * fills in for claims that UserInfo lacks as the login's does. Fails with the code of the step that refused.
 */
export function identify(io: Io, issued: IssuedTokens, login_claims: JsonObject): Result<ProvedUser> {
  const by_token = verify(io, issued, login_claims);
  if (!by_token.ok) {
    return by_token;
  }
  const is_proof = by_token.data.kind === "proof";
  const known = by_token.data.claims;
  const metadata = by_token.data.metadata;
  if (metadata.userinfo_endpoint === undefined) {
    return is_proof ? ok({ proved: known, completed: known }) : proves_nothing(by_token.data);
  }
  const config = issued.config;
  // Of `claims` it compares the subject alone.
  const told = userinfo.claims_of(io, { config, metadata, tokens: issued.tokens, claims: login_claims });
  if (!told.ok) {
    return told;
  }
  const completed = complete(config, told.data, known);
  return ok({ proved: is_proof ? completed : told.data, completed });
}
