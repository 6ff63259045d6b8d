/** Who logs in: from the provider's code to the user's claims and roles. Nothing here opens a session. */
import type { JsonObject } from "io/json";
import type { Io, UciSection } from "../base/io";
import * as values from "../base/values";
import * as hash from "../jose/hash";
import type { Handshake } from "../protocol/authorization";
import * as authorization_response from "../protocol/authorization_response";
import type { Params } from "../protocol/authorization_response";
import * as id_token from "../protocol/id_token";
import type { Policy } from "../protocol/id_token";
import * as jwks from "../protocol/jwks";
import type { JwkSet } from "../protocol/jwks";
import * as metadata from "../protocol/metadata";
import type { Discovery } from "../protocol/metadata";
import * as scopes from "../protocol/scopes";
import * as token from "../protocol/token";
import type { Tokens } from "../protocol/token";
import * as userinfo from "../protocol/userinfo";
import { err, ok, type Err, type Facts, type Result } from "../result";
import * as log_identity from "../rpcd/log_identity";
import * as rpcd_logins from "../rpcd/logins";
import * as claim_rules from "../rights/claim_rules";
import type { Config } from "../settings/config";
import * as roles from "../rights/roles";
import type { RoleMatch, RoleRules } from "../rights/roles";

/** What a login has got from the provider so far. */
export interface Attempt {
  config: Config;
  discovery: Discovery;
  handshake: Handshake;
  tokens: Tokens;
  keys: JwkSet;
  policy: Policy;
}

/** The user, with the matching roles. */
export interface Identity {
  attempt: Attempt;
  claims: JsonObject;
  /** The provider's session, which only the ID Token tells; "" where it does not. */
  sid: string;
  match: RoleMatch;
  notes: Facts;
}

/** What belongs to a login that the provider has answered. */
export interface Answered {
  handshake: Handshake;
  params: Params;
  /** As the cache has it. */
  discovery?: Discovery;
}

/** Step 2: the provider's tokens for the code. */
export function redeem(io: Io, config: Config, answered: Answered, policy?: Policy): Result<Attempt> {
  const known = answered.discovery;
  const found = known !== undefined ? ok(known) : metadata.of_provider(io, config);
  if (!found.ok) {
    return found;
  }
  const discovery = found.data;
  const handshake = answered.handshake;
  const advertised = authorization_response.check_advertised_issuer(discovery, answered.params.iss);
  const grant = {
    code: answered.params.code ?? "",
    verifier: handshake.code_verifier,
    session_id: hash.safe_id(handshake.state),
  };
  const tokens = advertised.ok ? token.exchange_code(io, config, discovery, grant) : advertised;
  if (!tokens.ok) {
    return tokens;
  }
  return ok({
    config,
    discovery,
    handshake,
    tokens: tokens.data,
    keys: { uri: discovery.jwks_uri, keys: [], fresh: false },
    policy: policy ?? { allowed_algs: config.id_token_algs },
  });
}

/** Step 3: the ID Token's claims. */
export function verified_claims(io: Io, attempt: Attempt): Result<JsonObject> {
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
  const expected = id_token.expectations(attempt.config, attempt.handshake.nonce, access_token, io.time());
  return id_token.verify(io, parsed.data, attempt.keys, expected);
}

/** Groups that a log line names, and bytes of each. */
const max_named = 5;
const max_name = 64;

/** The refusal of a user without a role, with what an administrator needs: the user, and the claims that arrived. */
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
  for (const pair of log_identity.pairs_of_claims(config, claims)) {
    details[pair[0]] = pair[1];
  }
  const reasons = values.facts_of(refusal);
  details.reason = reasons.reason;
  details.hint = reasons.hint;
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
  const facts = values.facts_of(failure);
  return { userinfo: "failed", userinfo_reason: facts.reason ?? facts.http_status };
}

/** A user's claims as far as they are known, and what the log says about that. */
interface Known {
  claims: JsonObject;
  notes: Facts;
}

/**
 * Step 4: UserInfo is asked where the ID Token lacks the e-mail, or groups that a role lists; in that second case the claims at
 * hand must do when it fails.
 */
export function complete_claims(io: Io, attempt: Attempt, id_claims: JsonObject, rules: RoleRules): Result<Known> {
  const config = attempt.config;
  const endpoint = attempt.discovery.userinfo_endpoint;
  const has_email = userinfo.has_email(config, id_claims);
  let claims = id_claims;
  let notes: Facts = {};
  const missing = scopes.missing(config.scope, attempt.tokens.scope);
  const ignored = config.prompt === "login" && id_token.was_before(id_claims, attempt.handshake.created_at, config);
  scopes.remember(io, config, missing, ignored);
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
  notes.not_granted = missing !== "" ? missing : undefined;
  notes.prompt = ignored ? "ignored" : undefined;
  return ok({ claims, notes });
}

/** The rules about claims, with the roles but those that are called like a local login of rpcd. */
export function rules_of(config: Config, rpcd_sections: UciSection[]): RoleRules {
  return roles.with_roles(config, rpcd_logins.usable_roles(rpcd_sections, config.roles));
}

/** Steps 4 and 5: the user's roles. */
export function find_roles(io: Io, attempt: Attempt, id_claims: JsonObject): Result<Identity> {
  const config = attempt.config;
  const logins = rpcd_logins.read_sections(io);
  if (!logins.ok) {
    return logins;
  }
  rpcd_logins.warn_of_conflicts(io, logins.data, config.roles);
  const rules = rules_of(config, logins.data);
  const completed = complete_claims(io, attempt, id_claims, rules);
  if (!completed.ok) {
    return completed;
  }
  const claims = completed.data.claims;
  const notes = completed.data.notes;
  const match = roles.find_roles_for_user(rules, claims);
  if (!match.ok) {
    return not_authorized(config, claims, match, notes);
  }
  notes.unverified_email = match.data.email_ignored ? "ignored" : undefined;
  return ok({ attempt, claims, sid: values.name_of(id_claims.sid), match: match.data, notes });
}
