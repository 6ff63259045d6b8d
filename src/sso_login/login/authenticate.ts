/** The second request of a login: from the provider's answer to a session (specification, "Processing order"). */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import type { LogPair } from "../base/log";
import * as names from "../base/names";
import * as values from "../base/values";
import * as hash from "../jose/hash";
import * as authorization from "../protocol/authorization";
import type { Handshake, Params } from "../protocol/authorization";
import * as id_token from "../protocol/id_token";
import type { Policy } from "../protocol/id_token";
import * as jwks from "../protocol/jwks";
import type { JwkSet } from "../protocol/jwks";
import * as scopes from "../protocol/scopes";
import * as metadata from "../protocol/metadata";
import type { Discovery } from "../protocol/metadata";
import * as token from "../protocol/token";
import type { Tokens } from "../protocol/token";
import * as userinfo from "../protocol/userinfo";
import { err, ok, type Err, type Facts, type Result } from "../result";
import * as rpcd_logins from "../session/rpcd_logins";
import * as session from "../session/session";
import type { Config } from "../settings/load";
import * as claim_rules from "../settings/claims";
import * as roles from "../settings/roles";
import type { RoleMatch, RoleRules } from "../settings/roles";
import * as log_identity from "./log_identity";
import * as provider_logout from "./provider_logout";
import * as record from "./record";
import * as token_registry from "./token_registry";
import * as upkeep from "./upkeep";

/** The callback's decoded parameters and cookies by name. */
export interface CallbackRequest {
  params: Params;
  cookies: { [name: string]: string | undefined };
}

/** A finished login. `email` is "" for a user without one that counts. */
export interface Authenticated {
  sid: string;
  email: string;
  /** Whose it is, for the log. */
  who: LogPair[];
  role_name: string;
  /** The page at which the login is to end, as the start had it. */
  return_to?: string;
  /** What the log should say beside. */
  notes: Facts;
}

/** Who logs in, and as what. */
interface Identity {
  claims: JsonObject;
  /** The provider's session, which the ID Token alone tells; "" where it does not. */
  sid: string;
  match: RoleMatch;
  notes: Facts;
}

/** What the provider's side of a login has brought so far. */
interface Attempt {
  config: Config;
  discovery: Discovery;
  handshake: Handshake;
  tokens: Tokens;
  keys: JwkSet;
  policy: Policy;
}

/** Step 3: the ID Token's claims. */
function verified_claims(io: Io, attempt: Attempt): Result<JsonObject> {
  // A token that no key could save costs no call to the provider.
  const parsed = id_token.parse_id_token(attempt.tokens.id_token, attempt.policy);
  if (!parsed.ok) {
    return parsed;
  }
  const key_set = jwks.load_jwks(io, attempt.discovery.jwks_uri, false);
  if (!key_set.ok) {
    return key_set;
  }
  attempt.keys = key_set.data;
  const access_token = attempt.tokens.access_token;
  const expected = id_token.expected_by(attempt.config, attempt.handshake.nonce, access_token, io.time());
  return id_token.verify(io, parsed.data, attempt.keys, expected);
}

/** Groups that a log line names, and bytes of each. */
const max_named = 5;
const max_name = 64;

/** The refusal of a user without a role, with what an administrator needs to see who it was and what came. */
function not_authorized(config: Config, claims: JsonObject, refusal: Err, notes: Facts): Err {
  const found = claim_rules.groups_of(config, claims);
  const groups = found ?? [];
  const absent = claim_rules.absent_claims(config, claims);
  const first = groups.slice(0, max_named).map((name) => name.substring(0, max_name));
  const details: Facts = {
    not_granted: notes.not_granted,
    groups: found === undefined ? "absent" : groups.length,
    absent_claims: absent.length > 0 ? absent.join(",") : undefined,
    first_groups: groups.length > 0 ? first.join(",") : undefined,
    userinfo: notes.userinfo,
    userinfo_reason: notes.userinfo_reason,
  };
  for (const pair of log_identity.of_claims(config, claims)) {
    details[pair[0]] = pair[1];
  }
  const reasons = refusal.details;
  if (typeof reasons === "object") {
    details.reason = reasons.reason;
    details.hint = reasons.hint;
  }
  return err(refusal.error, details);
}

/** Whether some role asks for groups and the claims say nothing of them. */
function lacks_groups(rules: RoleRules, claims: JsonObject): boolean {
  return (
    claim_rules.groups_of(rules, claims) === undefined && rules.roles.some((role) => (role.group ?? []).length > 0)
  );
}

/** That UserInfo could not complete the claims, and why. */
function userinfo_failed(failure: Err): Facts {
  const facts: Facts = typeof failure.details === "object" ? failure.details : {};
  return { userinfo: "failed", userinfo_reason: facts.reason ?? facts.http_status };
}

/**
 * Steps 4 and 5: the user's roles. UserInfo is asked where the ID Token lacks the e-mail, or groups that a role lists; in
 * that second case the claims at hand must do when it fails.
 */
function find_roles(io: Io, attempt: Attempt, id_claims: JsonObject): Result<Identity> {
  const config = attempt.config;
  const logins = rpcd_logins.read(io);
  rpcd_logins.warn_of_conflicts(io, logins, config.roles);
  const rules = roles.with_roles(config, rpcd_logins.usable_roles(logins, config.roles));
  const endpoint = attempt.discovery.userinfo_endpoint;
  const has_email = userinfo.has_email(config, id_claims);
  let claims = id_claims;
  let notes: Facts = {};
  const lacking = scopes.missing(config.scope, attempt.tokens.scope);
  scopes.remember(io, config, lacking);
  if (endpoint !== undefined && (!has_email || lacks_groups(rules, id_claims))) {
    const completed = userinfo.complete_claims(io, endpoint, id_claims, attempt.tokens.access_token, attempt);
    if (completed.ok) {
      claims = completed.data;
    } else if (has_email) {
      notes = userinfo_failed(completed);
    } else {
      return completed;
    }
  }
  notes.not_granted = lacking !== "" ? lacking : undefined;
  const match = roles.find_roles_for_user(rules, claims);
  if (!match.ok) {
    return not_authorized(config, claims, match, notes);
  }
  notes.unverified_email = match.data.email_ignored ? "ignored" : undefined;
  const sid = values.text_of(id_claims.sid);
  // ubus ends a text at NUL: what is left would be another session.
  return ok({ claims, sid: sid.includes("\0") ? "" : sid, match: match.data, notes });
}

/** Steps 6 and 7: the access token counts once, and the user gets a session. */
function open_session(io: Io, attempt: Attempt, identity: Identity): Result<Authenticated> {
  const registered = token_registry.register(io, attempt.tokens.access_token);
  if (!registered.ok) {
    return registered;
  }
  // An address that nobody has verified may be somebody else's.
  const email = roles.counting_email(attempt.config, identity.claims) ?? "";
  const user = {
    // ubus ends a text at NUL: what is left would be somebody else's address.
    email: email.includes("\0") ? "" : email,
    sub: values.text_of(identity.claims.sub),
    id_token: attempt.tokens.id_token,
    provider_sid: attempt.config.backchannel_logout === true ? identity.sid : undefined,
  };
  const prepared = upkeep.prepare(io, identity.match);
  if (!prepared.ok) {
    return prepared;
  }
  const sid = session.create_session(io, attempt.config, identity.match, user);
  if (!sid.ok) {
    return sid;
  }
  const confirmed = upkeep.confirm(io, sid.data, identity.match);
  if (!confirmed.ok) {
    return confirmed;
  }
  const since = attempt.handshake.created_at ?? 0;
  if (attempt.config.backchannel_logout === true && provider_logout.has_come(io, identity.sid, user.sub, since)) {
    session.destroy_session(io, sid.data);
    return err("IDP_ERROR", { reason: "the provider ended its session during the login" });
  }
  const role_name = identity.match.role_name;
  const who = log_identity.of_claims(attempt.config, identity.claims);
  const return_to = attempt.handshake.return_to;
  return ok({ sid: sid.data, email: user.email, who, role_name, return_to, notes: identity.notes });
}

/** Step 1: the response belongs to this browser's login, and its handshake is used up whatever the response says. */
function accept_response(io: Io, config: Config, request: CallbackRequest): Result<Handshake> {
  const cookie = request.cookies[names.state_cookie];
  const response = authorization.judge_response(request.params, cookie, config.issuer_url);
  if (!response.ok) {
    return response;
  }
  const handshake = record.consume(io, response.data.state);
  return handshake.ok ? (response.data.refusal ?? handshake) : handshake;
}

/**
 * Finishes a login (specification, "Processing order"): state, tokens, ID Token, UserInfo, roles, registry, session.
 * Fails with the code of the step that refused.
 */
export function authenticate(io: Io, config: Config, request: CallbackRequest, policy?: Policy): Result<Authenticated> {
  const handshake = accept_response(io, config, request);
  if (!handshake.ok) {
    return handshake;
  }
  const discovery = metadata.of_provider(io, config);
  if (!discovery.ok) {
    return discovery;
  }
  const promised = authorization.check_promised_issuer(discovery.data, request.params.iss);
  if (!promised.ok) {
    return promised;
  }
  const tokens = token.exchange_code(io, config, discovery.data, {
    code: request.params.code ?? "",
    verifier: handshake.data.code_verifier,
    session_id: hash.safe_id(handshake.data.state),
  });
  if (!tokens.ok) {
    return tokens;
  }
  const attempt: Attempt = {
    config,
    discovery: discovery.data,
    handshake: handshake.data,
    tokens: tokens.data,
    keys: { uri: discovery.data.jwks_uri, keys: [], fresh: false },
    policy: policy ?? { allowed_algs: config.id_token_algs },
  };
  const claims = verified_claims(io, attempt);
  if (!claims.ok) {
    return claims;
  }
  const identity = find_roles(io, attempt, claims.data);
  return identity.ok ? open_session(io, attempt, identity.data) : identity;
}
