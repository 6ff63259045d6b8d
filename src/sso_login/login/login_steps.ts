/** The steps of a login that the provider has answered, from the code to the user's roles; none opens a session. */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as json_values from "../base/json_values";
import * as token_claims from "../jose/token_claims";
import * as hash from "../jose/hash";
import type { Handshake } from "../protocol/authorization_request";
import * as authorization_response from "../protocol/authorization_response";
import type { ResponseParams } from "../protocol/authorization_response";
import * as id_token from "../protocol/id_token";
import * as jwk_set from "../protocol/jwk_set";
import type { JwkSet } from "../protocol/jwk_set";
import * as provider_metadata from "../protocol/provider_metadata";
import type { Metadata } from "../protocol/provider_metadata";
import * as token_request from "../protocol/token_request";
import type { RefreshedTokens, Tokens } from "../protocol/token_request";
import * as userinfo from "../protocol/userinfo";
import { err, ok, type Err, type Facts, type Result } from "../result";
import * as log_identity from "../rpcd/log_identity";
import * as claim_rules from "../rights/claim_rules";
import type { Config } from "../settings/provider_config";
import * as role_matching from "../rights/role_matching";
import type { RoleMatch, RoleRules } from "../rights/role_matching";

/** A login that the provider has answered. */
export interface Attempt {
  config: Config;
  handshake: Handshake;
  params: ResponseParams;
  /** The metadata that the cache has. */
  cached?: Metadata;
  /** Algorithms of signatures in the place of the configured ones. */
  allowed_algs?: string[];
}

/** Tokens, and the metadata of the provider that issued them. */
export interface IssuedTokens<T = Tokens> {
  tokens: T;
  metadata: Metadata;
}

/** The claims of an ID Token, and the keys that verified it. */
export interface VerifiedToken {
  claims: JsonObject;
  keys: JwkSet;
}

/** A user's claims, and facts about them for the log. */
export interface User {
  claims: JsonObject;
  notes: Facts;
}

/** A login, or without its handshake the revalidation of a session. */
export type Asking = Pick<Attempt, "config" | "allowed_algs"> & Partial<Attempt>;

/** Exchanges the code for tokens. */
export function redeem_code(io: Io, attempt: Attempt): Result<IssuedTokens> {
  const config = attempt.config;
  const found = attempt.cached !== undefined ? ok(attempt.cached) : provider_metadata.of_provider(io, config);
  if (!found.ok) {
    return found;
  }
  const metadata = found.data;
  const code = authorization_response.validate(attempt.params, config.issuer_url, metadata);
  if (!code.ok) {
    return code;
  }
  const grant = {
    code: code.data,
    verifier: attempt.handshake.code_verifier,
    session_id: hash.safe_id(attempt.handshake.state),
  };
  const tokens = token_request.exchange_code(io, config, metadata, grant);
  return tokens.ok ? ok({ tokens: tokens.data, metadata }) : tokens;
}

function algs_of(attempt: Asking): string[] | undefined {
  return attempt.allowed_algs ?? attempt.config.id_token_algs;
}

/** Verifies the ID Token. */
export function verify_id_token(io: Io, attempt: Attempt, issued: IssuedTokens): Result<VerifiedToken> {
  const config = attempt.config;
  // A token that no key could save costs no call to the provider.
  const parsed = id_token.parse_id_token(issued.tokens.id_token, algs_of(attempt));
  if (!parsed.ok) {
    return parsed;
  }
  const keys = jwk_set.load_jwks(io, config, issued.metadata.jwks_uri, false);
  if (!keys.ok) {
    return keys;
  }
  const access_token = issued.tokens.access_token;
  const expected = id_token.expectations(config, attempt.handshake.nonce, access_token, io.time());
  const claims = id_token.verify(io, config, parsed.data, keys.data, expected);
  return claims.ok ? ok({ claims: claims.data, keys: keys.data }) : claims;
}

/** Whether some role lists groups of which the claims say nothing. */
function lacks_groups(rules: RoleRules, claims: JsonObject): boolean {
  return (
    claim_rules.groups_of(rules, claims) === undefined && rules.roles.some((role) => (role.group ?? []).length > 0)
  );
}

/** Scopes that the provider did not grant, whether it ignored `prompt`, and a lack of the refresh token; the check remembers them. */
function notes_of(io: Io, config: Config, handshake: Handshake, tokens: RefreshedTokens, claims: JsonObject): Facts {
  const lacking = token_request.missing_scopes(config.scope, tokens.scope);
  const is_older = token_claims.was_before(claims, handshake.created_at, config.clock_tolerance);
  const is_ignored = config.prompt === "login" && is_older;
  const is_absent = config.session_revalidate !== undefined && typeof tokens.refresh_token !== "string";
  token_request.remember_lacks(io, config, lacking, is_ignored, is_absent);
  return {
    not_granted: lacking !== "" ? lacking : undefined,
    prompt: is_ignored ? "ignored" : undefined,
    refresh_token: is_absent ? "absent" : undefined,
  };
}

/** The source that denies that the e-mail is verified, for the log, unless the e-mail is used all the same. */
function shown_denier(config: Config, claims: JsonObject, denier: string | undefined): string | undefined {
  return role_matching.verified_email(config, claims) === undefined ? denier : undefined;
}

/**
 * Completes the claims by UserInfo where the ID Token lacks the e-mail, or groups that a role lists. Only where it lacks groups alone, the
 * claims at hand are enough for a login when UserInfo fails; a session that is revalidated would lose roles.
 */
export function complete_claims(
  io: Io,
  attempt: Asking,
  issued: IssuedTokens<RefreshedTokens>,
  verified: VerifiedToken,
  rules: RoleRules,
): Result<User> {
  const config = attempt.config;
  const claims = verified.claims;
  const endpoint = issued.metadata.userinfo_endpoint;
  const handshake = attempt.handshake;
  const notes = handshake !== undefined ? notes_of(io, config, handshake, issued.tokens, claims) : {};
  const has_email = userinfo.has_email(config, claims);
  notes.unverified_by = shown_denier(config, claims, userinfo.denier_of(config, claims, {}));
  if (endpoint === undefined || (has_email && !lacks_groups(rules, claims))) {
    return ok({ claims, notes });
  }
  const verifier = { config, keys: verified.keys, allowed_algs: algs_of(attempt) };
  const completed = userinfo.complete_claims(io, endpoint, claims, issued.tokens.access_token, verifier);
  if (completed.ok) {
    notes.unverified_by = shown_denier(config, completed.data.claims, completed.data.denier);
    return ok({ claims: completed.data.claims, notes });
  }
  if (!has_email || handshake === undefined) {
    return completed;
  }
  const facts = json_values.facts_of(completed);
  notes.userinfo = "failed";
  notes.userinfo_reason = facts.reason ?? facts.idp_error ?? facts.http_status;
  return ok({ claims, notes });
}

/** Groups that a log line names, and bytes of each. */
const max_named = 5;
const max_name = 64;

/** The refusal of a user without a role, with the facts for an administrator: the user, and the claims that arrived. */
function not_authorized(config: Config, user: User, refusal: Err): Err {
  const claims = user.claims;
  const notes = user.notes;
  const found = claim_rules.groups_of(config, claims);
  const groups = found ?? [];
  const absent = claim_rules.absent_claims(config, claims);
  const kinds = claim_rules.other_kinds(config, claims);
  const advice = claim_rules.groups_advice(config, claims);
  const first = groups.slice(0, max_named).map((name) => name.substring(0, max_name));
  const details: Facts = {
    not_granted: notes.not_granted,
    groups: found === undefined ? "absent" : groups.length,
    other_kind: kinds.length > 0 ? kinds.join("; ") : undefined,
    absent_claims: absent.length > 0 ? absent.join(",") : undefined,
    first_groups: groups.length > 0 ? first.join(",") : undefined,
    userinfo: notes.userinfo,
    userinfo_reason: notes.userinfo_reason,
    unverified_by: notes.unverified_by,
  };
  for (const pair of log_identity.pairs_of_claims(config, claims)) {
    details[pair[0]] = pair[1];
  }
  const reasons = json_values.facts_of(refusal);
  details.reason = reasons.reason;
  details.hint = reasons.hint ?? (advice !== undefined ? { id: advice } : undefined);
  return err(refusal.error, details);
}

/** Finds the roles of a user; USER_NOT_AUTHORIZED. */
export function find_roles(config: Config, rules: RoleRules, user: User): Result<RoleMatch> {
  const match = role_matching.find_roles_for_user(rules, user.claims);
  return match.ok ? match : not_authorized(config, user, match);
}
