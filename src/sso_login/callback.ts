/** The second request of a login: from the provider's answer to a session (specification, "Processing order"). */
import type { Handshake } from "./authorization";
import { merge_userinfo } from "./claims";
import { type Config, find_roles_for_user, group_names, type RoleMatch } from "./config";
import type { Discovery } from "./discovery";
import { discover_for, record_path, record_version, use_provider_settings } from "./handshake";
import { identity_pairs } from "./identity";
import type { JsonObject } from "./io/json";
import type { Io } from "./io/types";
import { load_jwks } from "./jwks";
import {
  allowed_algs,
  exchange_code,
  fetch_userinfo,
  parse_id_token,
  type Policy,
  type Tokens,
  verify_id_token,
} from "./oidc";
import { constant_time_eq, safe_id } from "./primitives";
import { type Request, state_cookie } from "./request";
import { err, ok, type Err, type Facts, type Result } from "./result";
import { create_session, text_value } from "./session";
import { handshake_lifetime, is_fresh, read } from "./store";
import { register } from "./token_registry";

/** Longest text of the provider that reaches the log. */
const max_idp_text = 200;

/** A finished login. `email` is "" for a user without one. */
export interface Authenticated {
  sid: string;
  email: string;
  sub: string;
  role_name: string;
}

/** A record's content as a handshake, or undefined when it is damaged, expired or of another state. */
function handshake_of(record: JsonObject, state: string, now: number): Handshake | undefined {
  const stored = record.state;
  const nonce = record.nonce;
  const code_verifier = record.code_verifier;
  if (typeof stored !== "string" || typeof nonce !== "string" || typeof code_verifier !== "string") {
    return undefined;
  }
  const same_form = typeof record.version === "number" && record.version === record_version;
  const current = same_form && is_fresh(record.created_at, now, handshake_lifetime);
  return current && constant_time_eq(stored, state) ? { state: stored, nonce, code_verifier } : undefined;
}

/**
 * Takes a handshake record out of the world. It is renamed away before anything is read: of two requests at once only
 * one can do that. STATE_NOT_FOUND when there is none that still counts.
 */
function consume_record(io: Io, state: string): Result<Handshake> {
  const path = record_path(io, state);
  const consumed = path + ".consumed";
  if (!io.rename(path, consumed)) {
    return err("STATE_NOT_FOUND");
  }
  const record = read(io, consumed);
  io.remove(consumed);
  const handshake = record !== undefined ? handshake_of(record, state, io.time()) : undefined;
  return handshake !== undefined ? ok(handshake) : err("STATE_NOT_FOUND", { reason: "expired or damaged" });
}

/** Step 1 of the callback: the state of the query, of the cookie and of the record are one; the record is consumed. */
function verify_state(io: Io, request: Request): Result<Handshake> {
  const state = request.params.state;
  const code = request.params.code;
  const error = request.params.error;
  if (state === undefined || state === "") {
    return err("INVALID_REQUEST", { reason: "missing parameter", parameter: "state" });
  }
  if ((code === undefined || code === "") && error === undefined) {
    return err("INVALID_REQUEST", { reason: "missing parameter", parameter: "code" });
  }
  const cookie = request.cookies[state_cookie];
  if (cookie === undefined || cookie === "") {
    return err("MISSING_HANDSHAKE_COOKIE");
  }
  if (!constant_time_eq(state, cookie)) {
    return err("STATE_PARAMETER_MISMATCH");
  }
  return consume_record(io, state);
}

/** The issuer that an authorization response names, its errors included (RFC 9207), is the configured one. */
function check_response_issuer(config: Config, iss: string | undefined): Result<boolean> {
  return iss === undefined || iss === config.issuer_url
    ? ok(true)
    : err("IDP_ERROR", { reason: "the answer comes from another issuer", iss: iss.substring(0, max_idp_text) });
}

/** A provider that promises to name itself does (RFC 9207 section 2.4). */
function check_promised_issuer(discovery: Discovery, iss: string | undefined): Result<boolean> {
  return iss === undefined && discovery.authorization_response_iss_parameter_supported
    ? err("IDP_ERROR", { reason: "the answer has no iss although the provider promises it" })
    : ok(true);
}

/** The provider's own error (RFC 6749 section 4.1.2.1). */
function reported_error(request: Request): Result<boolean> {
  const error = request.params.error;
  const description = request.params.error_description;
  if (error === undefined) {
    return ok(true);
  }
  return err("IDP_ERROR", {
    error: error.substring(0, max_idp_text),
    error_description: description !== undefined ? description.substring(0, max_idp_text) : undefined,
  });
}

/** Steps 2 and 3: tokens for the code, and the ID Token's claims. */
function obtain_claims(
  io: Io,
  config: Config,
  discovery: Discovery,
  handshake: Handshake,
  tokens: Tokens,
  policy: Policy | undefined,
): Result<JsonObject> {
  // A token that no key could save costs no call to the provider.
  const parsed = parse_id_token(tokens.id_token, policy);
  if (!parsed.ok) {
    return parsed;
  }
  const jwks = load_jwks(io, discovery.jwks_uri, false);
  if (!jwks.ok) {
    return jwks;
  }
  const rules = { allowed_algs: allowed_algs(policy), keys_fresh: jwks.data.fresh };
  return verify_id_token(io, tokens, jwks.data.keys, config, handshake, discovery, io.time(), rules);
}

/** ID Token claims completed by UserInfo, whose subject must be the same. */
function complete_claims(io: Io, endpoint: string, claims: JsonObject, access_token: string): Result<JsonObject> {
  const userinfo = fetch_userinfo(io, endpoint, access_token);
  if (!userinfo.ok) {
    return userinfo;
  }
  const subject = userinfo.data.sub;
  return typeof subject === "string" && subject === claims.sub
    ? ok(merge_userinfo(claims, userinfo.data))
    : err("ID_TOKEN_VERIFICATION_FAILED", { reason: "UserInfo is about another subject" });
}

/** The refusal of a user without a role, with what an administrator needs to see who it was and what came. */
function not_authorized(config: Config, claims: JsonObject, refusal: Err): Err {
  const details: Facts = { groups: group_names(claims.groups).length };
  for (const pair of identity_pairs(config, text_value(claims.email), text_value(claims.sub))) {
    details[pair[0]] = pair[1];
  }
  const reasons = refusal.details;
  if (typeof reasons === "object") {
    details.reason = reasons.reason;
    details.hint = reasons.hint;
  }
  return err(refusal.error, details);
}

interface Identity {
  claims: JsonObject;
  match: RoleMatch;
}

/**
 * Steps 4 and 5: the user's roles. UserInfo is asked when the ID Token has no e-mail, and as a second chance when no
 * role matched and it has no groups; in that second case any failure leaves USER_NOT_AUTHORIZED.
 */
function find_roles(
  io: Io,
  config: Config,
  discovery: Discovery,
  id_claims: JsonObject,
  access_token: string,
): Result<Identity> {
  const endpoint = discovery.userinfo_endpoint;
  const has_email = typeof id_claims.email === "string" && id_claims.email !== "";
  let claims = id_claims;
  if (!has_email && endpoint !== undefined) {
    const completed = complete_claims(io, endpoint, id_claims, access_token);
    if (!completed.ok) {
      return completed;
    }
    claims = completed.data;
  }
  const match = find_roles_for_user(config, claims);
  if (match.ok) {
    return ok({ claims, match: match.data });
  }
  if (!has_email || id_claims.groups !== undefined || endpoint === undefined) {
    return not_authorized(config, claims, match);
  }
  const completed = complete_claims(io, endpoint, id_claims, access_token);
  if (!completed.ok) {
    return not_authorized(config, claims, match);
  }
  const second = find_roles_for_user(config, completed.data);
  return second.ok
    ? ok({ claims: completed.data, match: second.data })
    : not_authorized(config, completed.data, second);
}

/** Steps 6 and 7: the access token counts once, and the user gets a session. */
function open_session(io: Io, config: Config, tokens: Tokens, identity: Identity): Result<Authenticated> {
  const registered = register(io, tokens.access_token);
  if (!registered.ok) {
    return registered;
  }
  const email = text_value(identity.claims.email);
  // ubus ends a text at NUL: what is left would be somebody else's address.
  const user = { email: email.includes("\0") ? "" : email, sub: text_value(identity.claims.sub) };
  const sid = create_session(io, config, identity.match, {
    email: user.email,
    sub: user.sub,
    id_token: tokens.id_token,
  });
  return sid.ok ? ok({ sid: sid.data, email: user.email, sub: user.sub, role_name: identity.match.role_name }) : sid;
}

/**
 * Finishes a login (specification, "Processing order"): state, tokens, ID Token, UserInfo, roles, registry, session.
 * `request` holds the decoded parameters and cookies. Fails with the code of the step that refused.
 */
export function authenticate(io: Io, config: Config, request: Request, policy?: Policy): Result<Authenticated> {
  use_provider_settings(io, config);
  const handshake = verify_state(io, request);
  if (!handshake.ok) {
    return handshake;
  }
  const issuer = check_response_issuer(config, request.params.iss);
  if (!issuer.ok) {
    return issuer;
  }
  const reported = reported_error(request);
  if (!reported.ok) {
    return reported;
  }
  const discovery = discover_for(io, config);
  if (!discovery.ok) {
    return discovery;
  }
  const promised = check_promised_issuer(discovery.data, request.params.iss);
  if (!promised.ok) {
    return promised;
  }
  const session_id = safe_id(handshake.data.state);
  const code = request.params.code ?? "";
  const verifier = handshake.data.code_verifier;
  const tokens = exchange_code(io, config, discovery.data, code, verifier, session_id);
  if (!tokens.ok) {
    return tokens;
  }
  const claims = obtain_claims(io, config, discovery.data, handshake.data, tokens.data, policy);
  if (!claims.ok) {
    return claims;
  }
  const identity = find_roles(io, config, discovery.data, claims.data, tokens.data.access_token);
  return identity.ok ? open_session(io, config, tokens.data, identity.data) : identity;
}
