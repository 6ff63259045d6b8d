/**
 * The steps from the provider's response to a user with roles, in their order (specification, "Processing order"): admit, accept, redeem,
 * verify, complete, match. Each takes what the one before has made, and none opens a session. A login (login_finish) goes
 * the whole way, the test login from accept on, a revalidation from refreshed tokens on (revalidation/refreshed_user).
 */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as json_values from "../base/json_values";
import * as hash from "../jose/hash";
import type { Expectations } from "../jose/token_claims";
import type { Handshake } from "../protocol/authorization_request";
import * as known_metadata from "../protocol/known_metadata";
import * as id_token from "../protocol/id_token";
import * as provider_files from "../protocol/provider_files";
import type { Metadata } from "../protocol/provider_metadata";
import * as token_request from "../protocol/token_request";
import type { TokenAnswer } from "../protocol/token_request";
import type { CompletedClaims } from "../protocol/userinfo";
import { err, ok, type Err, type Facts, type Result } from "../result";
import * as claim_rules from "../rights/claim_rules";
import * as role_matching from "../rights/role_matching";
import type { RoleMatch, RoleRules } from "../rights/role_matching";
import type { Config } from "../settings/provider_config";
import type { Browser } from "./browser";
import * as handshake_record from "./handshake_record";

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

/** A response as its browser brings it. */
export interface BroughtResponse {
  readonly params: ResponseParams;
  readonly browser: Browser;
  /** The IP address of the browser, which the session keeps. */
  readonly remote?: string;
}

/** A login with the code of its response; only `accept` makes one. */
export interface AcceptedLogin extends MadeBy<"accept"> {
  readonly config: Config;
  readonly handshake: Handshake;
  readonly code: string;
}

/** A login whose own browser has brought a response. */
export interface AdmittedLogin {
  readonly config: Config;
  readonly handshake: Handshake;
  readonly response: BroughtResponse;
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
}

/** A user with completed claims, and the rules by which roles match; only `complete` makes one. */
export interface User extends MadeBy<"complete"> {
  readonly verified: VerifiedTokens;
  readonly rules: RoleRules;
  readonly claims: JsonObject;
  /** Facts for the log. */
  readonly notes: Facts;
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
 * Whether the login of a state began in this browser. `handshake` is its record, where there is one: with a hash in it, the login's own
 * cookie must match that, and the specified cookie does not matter; else the specified cookie must be the state. Fails with
 * MISSING_HANDSHAKE_COOKIE or STATE_PARAMETER_MISMATCH.
 */
export function check_browser(browser: Browser, state: string, handshake: Handshake | undefined): Result<true> {
  const own_hash = handshake !== undefined ? handshake.cookie_hash : undefined;
  const value = own_hash !== undefined ? (browser.logins[hash.safe_id(state)] ?? "") : browser.state;
  if (value === "") {
    return err("MISSING_HANDSHAKE_COOKIE");
  }
  const matches =
    own_hash !== undefined
      ? hash.constant_time_eq(hash.hash_sha256_hex(value), own_hash)
      : hash.constant_time_eq(value, state);
  return matches ? ok(true) : err("STATE_PARAMETER_MISMATCH");
}

/**
 * Accepts the response to a login, whose state and browser have been checked. IDP_ERROR where `iss` is not the issuer, or is missing
 * although the provider promises it (RFC 9207 section 2.4), and where the provider reports an error.
 */
export function accept(config: Config, handshake: Handshake, params: ResponseParams): Result<AcceptedLogin> {
  const iss = params.iss;
  const is_right = iss !== undefined ? iss === config.issuer_url : handshake.iss_expected !== true;
  return is_right && !has_error(params)
    ? ok({ config, handshake, code: json_values.text_of(params.code) } as AcceptedLogin)
    : refused_response().refused(params, config.issuer_url, handshake.is_again === true);
}

/**
 * Admits a response to the login of its state, which began in the browser that brings it, at the provider of the callback's path: each has a path
 * of its own, so that none gets a code of another (RFC 9700 section 4.4.2). A request of another browser leaves the record to its owner.
 */
export function admit(io: Io, config: Config, response: BroughtResponse): Result<AdmittedLogin> {
  const state = state_of(response.params);
  if (!state.ok) {
    return state;
  }
  const handshake = handshake_record.look(io, state.data);
  const is_own = check_browser(response.browser, state.data, handshake);
  if (!is_own.ok) {
    return is_own;
  }
  if (handshake === undefined) {
    return handshake_record.discard(io, state.data);
  }
  return handshake_record.is_of_provider(handshake, config)
    ? ok({ config, handshake, response })
    : err("IDP_ERROR", "the login began at another provider", undefined, { return_to: handshake.return_to });
}

/** Redeems the code for tokens; `cached` are the metadata as the cache has them. */
export function redeem(io: Io, login: AcceptedLogin, cached?: Metadata): Result<IssuedTokens> {
  const config = login.config;
  const known = cached !== undefined ? ok(cached) : known_metadata.of_provider(io, config);
  const handshake = login.handshake;
  const log_id = hash.safe_id(handshake.state);
  const grant = { code: login.code, verifier: handshake.code_verifier, log_id };
  return known_metadata.by_metadata(io, config, known, "token_endpoint", (metadata) => {
    const tokens = token_request.exchange_code(io, config, metadata, grant);
    return tokens.ok ? ok({ config, metadata, tokens: tokens.data }) : tokens;
  });
}

/** Verifies the ID Token of an answer by expectations. */
export function verify(io: Io, issued: IssuedTokens, expected: Expectations): Result<VerifiedTokens> {
  const config = issued.config;
  const tokens = issued.tokens;
  // A token that no key could save costs no call to the provider.
  const parsed = id_token.parse_id_token(json_values.text_of(tokens.id_token), config.id_token_algs);
  if (!parsed.ok) {
    return parsed;
  }
  const verified = id_token.verify(io, config, issued.metadata, parsed.data, expected);
  return verified.ok
    ? ok({ config, tokens, claims: verified.data.claims, metadata: verified.data.metadata } as VerifiedTokens)
    : verified;
}

/** Verifies the ID Token of a login, which has its nonce. */
export function verify_login(io: Io, issued: IssuedTokens, handshake: Handshake): Result<VerifiedTokens> {
  const expected = id_token.expectations(issued.config, handshake.nonce, issued.tokens.access_token, io.time());
  return verify(io, issued, expected);
}

/** Whether some role lists groups of which the claims say nothing. */
function lacks_groups(rules: RoleRules, claims: JsonObject): boolean {
  return (
    claim_rules.groups_of(rules, claims) === undefined && rules.roles.some((role) => (role.group ?? []).length > 0)
  );
}

/** Claims of the ID Token, completed where they have to be. `failure` is that of UserInfo, whose claims then are missing. */
interface KnownClaims extends CompletedClaims {
  failure?: Err;
}

/** Completes the claims by UserInfo where the ID Token lacks the e-mail, or groups that a role lists. */
function known_claims(io: Io, found: VerifiedTokens, rules: RoleRules): KnownClaims {
  const is_there = found.metadata.userinfo_endpoint !== undefined;
  const is_whole = claim_rules.has_email(found.config, found.claims) && !lacks_groups(rules, found.claims);
  const told = is_there && !is_whole ? userinfo().complete_claims(io, found) : undefined;
  if (told !== undefined && told.ok) {
    return told.data;
  }
  const denial = claim_rules.denies_email(found.claims) ? "id_token" : "none";
  return { claims: found.claims, denial, failure: told };
}

/**
 * Keeps for the check what the answer to a login lacks, and returns the facts of it for the log. `login_lacks` is loaded only where one of its
 * four lacks is possible.
 */
function note_lacks(io: Io, found: VerifiedTokens, handshake: Handshake, unmarked_email: boolean): Facts {
  const config = found.config;
  // Absent where all is granted (RFC 6749 section 5.1).
  const has_all_scopes = (found.tokens.scope ?? config.scope) === config.scope;
  const may_lack_more = config.prompt === "login" || config.session_revalidate !== undefined || unmarked_email;
  if (has_all_scopes && !may_lack_more) {
    io.remove(provider_files.lacks_path(io, config));
    return {};
  }
  return login_lacks().note(io, config, handshake.created_at, found, unmarked_email);
}

/** Completes the user of verified tokens; fails as UserInfo does where that had to tell the e-mail. */
export function complete(io: Io, found: VerifiedTokens, rules: RoleRules, handshake: Handshake): Result<User> {
  const known = known_claims(io, found, rules);
  const claims = known.claims;
  const failure = known.failure;
  const notes = note_lacks(io, found, handshake, role_matching.counts_unmarked(rules, claims));
  if (failure !== undefined && !claim_rules.has_email(found.config, claims)) {
    return failure;
  }
  const is_unverified = role_matching.verified_email(found.config, claims) === undefined;
  notes.unverified_by = is_unverified && known.denial !== "none" ? known.denial : undefined;
  if (failure !== undefined) {
    notes.userinfo = "failed";
    notes.userinfo_reason = short_reason().of_notes(failure);
  }
  return ok({ verified: found, rules, claims, notes } as User);
}

/** Matches a user with roles; USER_NOT_AUTHORIZED. */
export function match(user: User): Result<RoleMatch> {
  const found = role_matching.find_roles_for_user(user.rules, user.claims);
  return found.ok ? found : missing_role().explain(user.verified.config, user, found);
}
