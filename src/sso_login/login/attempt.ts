/**
 * The steps from the provider's response to a user with roles, in their order (specification, "Processing order"). A login and the test
 * login go the whole way, `identify`; a revalidation goes the way from refreshed tokens on (revalidation/refreshed_user). None of them opens
 * a session.
 */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as json_values from "../base/json_values";
import * as hash from "../jose/hash";
import type { Expectations } from "../jose/token_claims";
import type { Handshake } from "../protocol/authorization_request";
import * as id_token from "../protocol/id_token";
import * as jwk_set from "../protocol/jwk_set";
import type { JwkSet } from "../protocol/jwk_set";
import * as provider_files from "../protocol/provider_files";
import * as provider_metadata from "../protocol/provider_metadata";
import type { Metadata } from "../protocol/provider_metadata";
import * as token_request from "../protocol/token_request";
import type { TokenAnswer } from "../protocol/token_request";
import { ok, type Facts, type Result } from "../result";
import * as claim_rules from "../rights/claim_rules";
import * as role_matching from "../rights/role_matching";
import type { RoleMatch, RoleRules } from "../rights/role_matching";
import type { Config } from "../settings/provider_config";

/** Decoded parameters of the response to the authorization request, by name. */
export type ResponseParams = { [name: string]: string | undefined };

/** Loaded for UserInfo that fails. */
const short_reason = () => require("../explain/short_reason") as typeof import("../explain/short_reason");

/** Loaded where something lacks, or was refused. */
const refused_response = () => require("../explain/refused_response") as typeof import("../explain/refused_response");
const login_lacks = () => require("../protocol/login_lacks") as typeof import("../protocol/login_lacks");
const missing_role = () => require("../explain/missing_role") as typeof import("../explain/missing_role");

/** Loaded where the ID Token has too few claims. */
const userinfo = () => require("../protocol/userinfo") as typeof import("../protocol/userinfo");

/** A response that belongs to a login; only `accept` makes one. */
export interface AcceptedResponse extends MadeBy<"accept"> {
  readonly config: Config;
  readonly handshake: Handshake;
  readonly code: string;
}

/** Tokens of the provider with this metadata. */
export interface IssuedTokens {
  readonly config: Config;
  readonly metadata: Metadata;
  readonly tokens: TokenAnswer;
}

/** Tokens whose user is established; only `verify` makes them. */
export interface VerifiedTokens extends IssuedTokens, MadeBy<"verify"> {
  readonly claims: JsonObject;
  readonly keys: JwkSet;
}

/** A user's claims, and facts about them for the log. */
export interface User {
  readonly claims: JsonObject;
  readonly notes: Facts;
}

/** The user of a login, with its tokens and the rules by which roles match. */
export interface Identified {
  readonly verified: VerifiedTokens;
  readonly rules: RoleRules;
  readonly user: User;
}

/** Whether a response has an error; a parameter without a value is as none (RFC 6749 section 3.1). */
function has_error(params: ResponseParams): boolean {
  return (params.error ?? "") !== "";
}

/** The state of a response, by which its login is found. INVALID_REQUEST where it is missing, or both code and error are. */
export function state_of(params: ResponseParams): Result<string> {
  const state = params.state ?? "";
  const is_complete = state !== "" && ((params.code ?? "") !== "" || has_error(params));
  return is_complete ? ok(state) : refused_response().incomplete(params);
}

/**
 * Accepts the response to a login, whose state and browser have been checked. IDP_ERROR where `iss` is not the issuer, or is missing
 * although the provider promises it (RFC 9207 section 2.4), and where the provider reports an error.
 */
export function accept(config: Config, handshake: Handshake, params: ResponseParams): Result<AcceptedResponse> {
  const iss = params.iss;
  const is_right = iss !== undefined ? iss === config.issuer_url : handshake.iss_expected !== true;
  return is_right && !has_error(params)
    ? ok({ config, handshake, code: json_values.text_of(params.code) } as AcceptedResponse)
    : refused_response().refused(params, config.issuer_url);
}

/** Redeems the code for tokens. */
function redeem(io: Io, response: AcceptedResponse, cached: Metadata | undefined): Result<IssuedTokens> {
  const config = response.config;
  const metadata = cached !== undefined ? ok(cached) : provider_metadata.of_provider(io, config);
  if (!metadata.ok) {
    return metadata;
  }
  const handshake = response.handshake;
  const session_id = hash.safe_id(handshake.state);
  const grant = { code: response.code, verifier: handshake.code_verifier, session_id };
  const tokens = token_request.exchange_code(io, config, metadata.data, grant);
  return tokens.ok ? ok({ config, metadata: metadata.data, tokens: tokens.data }) : tokens;
}

/** Verifies the ID Token of an answer by expectations. */
export function verify(io: Io, issued: IssuedTokens, expected: Expectations): Result<VerifiedTokens> {
  const config = issued.config;
  const metadata = issued.metadata;
  const tokens = issued.tokens;
  // A token that no key could save costs no call to the provider.
  const parsed = id_token.parse_id_token(json_values.text_of(tokens.id_token), config.id_token_algs);
  if (!parsed.ok) {
    return parsed;
  }
  const found = jwk_set.load_jwks(io, config, metadata.jwks_uri, false);
  const verified = found.ok ? id_token.verify(io, config, parsed.data, found.data, expected) : found;
  if (!verified.ok) {
    return verified;
  }
  const claims = verified.data.claims;
  return ok({ config, metadata, tokens, claims, keys: verified.data.keys } as VerifiedTokens);
}

/** Notes what the answer to a login lacks; where nothing may, what an earlier one lacked is forgotten. */
function note_lacks(io: Io, found: VerifiedTokens, handshake: Handshake, unmarked_email: boolean): Facts {
  const config = found.config;
  const is_whole = (found.tokens.scope ?? config.scope) === config.scope && !unmarked_email;
  if (is_whole && config.prompt !== "login" && config.session_revalidate === undefined) {
    io.remove(provider_files.lacks_path(io, config));
    return {};
  }
  return login_lacks().note(io, config, handshake.created_at, found, unmarked_email);
}

/** Whether some role lists groups of which the claims say nothing. */
function lacks_groups(rules: RoleRules, claims: JsonObject): boolean {
  return (
    claim_rules.groups_of(rules, claims) === undefined && rules.roles.some((role) => (role.group ?? []).length > 0)
  );
}

/**
 * Completes the claims by UserInfo where the ID Token lacks the e-mail, or groups that a role lists. Only where it lacks groups alone,
 * the claims at hand are enough when UserInfo fails.
 */
function complete(io: Io, found: VerifiedTokens, rules: RoleRules, handshake: Handshake): Result<User> {
  const config = found.config;
  const has_email = claim_rules.has_email(config, found.claims);
  const endpoint = found.metadata.userinfo_endpoint;
  const own = { claims: found.claims, denier: claim_rules.denies_email(found.claims) ? "id_token" : undefined };
  const completed =
    endpoint === undefined || (has_email && !lacks_groups(rules, found.claims))
      ? ok(own)
      : userinfo().complete_claims(io, endpoint, found);
  const user = completed.ok ? completed.data : own;
  const unmarked = role_matching.counts_unmarked(rules, user.claims);
  const notes = note_lacks(io, found, handshake, unmarked);
  if (!completed.ok && !has_email) {
    return completed;
  }
  notes.unverified_by = role_matching.verified_email(config, user.claims) === undefined ? user.denier : undefined;
  if (!completed.ok) {
    notes.userinfo = "failed";
    notes.userinfo_reason = short_reason().of_notes(completed);
  }
  return ok({ claims: user.claims, notes });
}

/** Finds the roles of a user; USER_NOT_AUTHORIZED. */
export function find_roles(config: Config, rules: RoleRules, user: User): Result<RoleMatch> {
  const match = role_matching.find_roles_for_user(rules, user.claims);
  return match.ok ? match : missing_role().explain(config, user, match);
}

/**
 * Establishes the user of an accepted response: redeems the code, verifies the ID Token and completes the claims, and so makes all calls to the provider. `cached` are the metadata as the cache has
 * them, `read_rules` reads the rules about roles, after the user took time at the provider. Fails with the code of the step that refused.
 */
export function identify(
  io: Io,
  response: AcceptedResponse,
  cached: Metadata | undefined,
  read_rules: (this: void) => Result<RoleRules>,
): Result<Identified> {
  const issued = redeem(io, response, cached);
  if (!issued.ok) {
    return issued;
  }
  const handshake = response.handshake;
  const access_token = issued.data.tokens.access_token;
  const expected = id_token.expectations(issued.data.config, handshake.nonce, access_token, io.time());
  const verified = verify(io, issued.data, expected);
  if (!verified.ok) {
    return verified;
  }
  const rules = read_rules();
  if (!rules.ok) {
    return rules;
  }
  const user = complete(io, verified.data, rules.data, handshake);
  return user.ok ? ok({ verified: verified.data, rules: rules.data, user: user.data }) : user;
}
