/** The second request of a login: from the provider's answer to a session (specification, "Processing order"). */
import type { Io } from "../base/io";
import type { LogPair } from "../base/log";
import * as public_names from "../base/public_names";
import * as json_values from "../base/json_values";
import type { Handshake } from "../protocol/authorization_request";
import * as authorization_response from "../protocol/authorization_response";
import type { ResponseParams } from "../protocol/authorization_response";
import * as provider_calls from "../protocol/provider_calls";
import * as provider_metadata from "../protocol/provider_metadata";
import type { Metadata } from "../protocol/provider_metadata";
import * as provider_files from "../protocol/provider_files";
import * as token_registry from "../protocol/token_registry";
import { err, ok, type Facts, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import * as role_matching from "../rights/role_matching";
import type { RoleMatch, RoleRules } from "../rights/role_matching";
import * as log_identity from "../rpcd/log_identity";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import * as provider_logout from "../logout/provider_logout";
import * as login_cookie from "./login_cookie";
import type { Cookies } from "./login_cookie";
import * as session_opening from "./session_opening";
import * as handshake_record from "./handshake_record";
import * as login_steps from "./login_steps";
import type { Attempt, IssuedTokens, User } from "./login_steps";

/** Loaded for a session that is revalidated. */
const refresh_tokens = () => require("../rpcd/refresh_tokens") as typeof import("../rpcd/refresh_tokens");

/** The callback's decoded parameters and cookies by name. */
export interface CallbackInput {
  params: ResponseParams;
  cookies: Cookies;
  /** The user's address, which the session keeps. */
  remote?: string;
  /** The page of LuCI that the login was for; set by `authenticate`, also when that fails. */
  return_to?: string;
}

/** A finished login. `email` is "" for a user without a verified one. */
export interface FinishedLogin {
  sid: string;
  email: string;
  /** The user, for the log. */
  who: LogPair[];
  role_name: string;
  /** All roles whose rights the session has. */
  roles: string[];
  /** The page of LuCI that the login was for. */
  return_to?: string;
  /** More facts for the log. */
  notes: Facts;
}

/** The user of a login with the matching roles. */
interface Identity {
  attempt: Attempt;
  issued: IssuedTokens;
  user: User;
  match: RoleMatch;
  /** The provider's session, which only the ID Token names; "" where it does not. */
  provider_sid: string;
}

/** Whether a login began at this provider; of a version with one provider it did at the first. */
function is_of_provider(config: Config, handshake: Handshake): boolean {
  const is_first = (config.provider ?? public_names.first) === public_names.first;
  return handshake.issuer === undefined ? is_first : handshake.issuer === config.issuer_url;
}

/**
 * Takes the lock on the next call to the provider, which it does not make, and returns the metadata where the cache has them. Fails as
 * `provider_calls.acquire_lock` does.
 */
function prepare_calls(io: Io, config: Config): Result<Metadata | undefined> {
  const cached = provider_metadata.cached_of_provider(io, config);
  const url = provider_metadata.metadata_url(
    config.issuer_url,
    provider_metadata.internal_origin(config.internal_issuer_url),
  );
  const lock = provider_calls.acquire_lock(io, config, cached !== undefined ? cached.token_endpoint : url);
  return lock.ok ? ok(cached) : lock;
}

/**
 * Checks that a response belongs to a login of this browser, and uses up its record, also when the response is an error. A request
 * of another browser leaves the record to its owner, and so does one that must wait for the provider: it may be made again.
 */
function accept_response(io: Io, config: Config, request: CallbackInput): Result<Attempt> {
  const params = request.params;
  const state = authorization_response.state_of(params);
  if (!state.ok) {
    return state;
  }
  const found = handshake_record.look(io, state.data);
  const browser = login_cookie.check(request.cookies, state.data, found);
  if (!browser.ok) {
    return browser;
  }
  if (found === undefined) {
    // A record that is expired or damaged is removed.
    const consumed = handshake_record.consume(io, state.data);
    return consumed.ok ? err("STATE_NOT_FOUND") : consumed;
  }
  request.return_to = found.return_to;
  // Each provider has an address of its own, so that none gets a code of another (RFC 9700 section 4.4.2).
  if (!is_of_provider(config, found)) {
    return err("IDP_ERROR", { reason: "the login began at another provider" });
  }
  const response = authorization_response.validate(params, config.issuer_url, undefined);
  const prepared = response.ok ? prepare_calls(io, config) : ok(undefined);
  if (!prepared.ok) {
    return prepared;
  }
  const handshake = handshake_record.consume(io, state.data);
  if (!handshake.ok) {
    return handshake;
  }
  const same_browser = login_cookie.check(request.cookies, state.data, handshake.data);
  if (!same_browser.ok) {
    return same_browser;
  }
  return response.ok ? ok({ config, handshake: handshake.data, params, cached: prepared.data }) : response;
}

/** Creates the session, unless the provider has ended its own meanwhile. */
function create_session(io: Io, identity: Identity, remote: string | undefined): Result<FinishedLogin> {
  const config = identity.attempt.config;
  const handshake = identity.attempt.handshake;
  const claims = identity.user.claims;
  const match = identity.match;
  const user = {
    // An unverified address may belong to another person.
    email: json_values.name_of(role_matching.verified_email(config, claims)),
    sub: json_values.text_of(claims.sub),
    id_token: identity.issued.tokens.id_token,
    provider_sid: config.backchannel_logout === true ? identity.provider_sid : undefined,
    remote,
  };
  const who = log_identity.pairs_of_claims(config, claims);
  const opened = session_opening.open(io, config, match, { user, who, return_to: handshake.return_to }, () =>
    provider_logout.check(io, config, user, handshake.created_at ?? 0, "during the login"),
  );
  if (!opened.ok) {
    return opened;
  }
  const notes = identity.user.notes;
  const refresh_token = identity.issued.tokens.refresh_token;
  if (config.session_revalidate !== undefined && typeof refresh_token === "string") {
    const is_kept = refresh_tokens().keep(io, config, opened.data.sid, refresh_token);
    notes.refresh_token = is_kept ? undefined : "not_stored";
  }
  notes.unverified_email = match.email_ignored ? "ignored" : undefined;
  return ok({
    sid: opened.data.sid,
    email: user.email,
    who,
    role_name: match.role_name,
    roles: match.roles.map((role) => role.name),
    return_to: opened.data.return_to,
    notes,
  });
}

/** The rules about claims and roles, without roles that are called like a local login of rpcd. */
function rules_of(io: Io, config: Config): Result<RoleRules> {
  const logins = rpcd_logins.read_sections(io);
  if (!logins.ok) {
    return logins;
  }
  rpcd_logins.warn_of_conflicts(io, logins.data, config.roles);
  return ok(role_matching.with_roles(config, rpcd_logins.usable_roles(logins.data, config.roles)));
}

/** The user of a login: steps 1 to 5, which make all calls to the provider. */
function identify(io: Io, config: Config, request: CallbackInput, allowed_algs?: string[]): Result<Identity> {
  // 1. Verify the state against cookie and record, and consume the record.
  const accepted = accept_response(io, config, request);
  if (!accepted.ok) {
    return accepted;
  }
  const attempt = accepted.data;
  attempt.allowed_algs = allowed_algs;
  // 2. Exchange the code for tokens.
  const issued = login_steps.redeem_code(io, attempt);
  if (!issued.ok) {
    return issued;
  }
  // 3. Verify the ID Token.
  const verified = login_steps.verify_id_token(io, attempt, issued.data);
  if (!verified.ok) {
    return verified;
  }
  // 4. Complete the claims by UserInfo.
  const rules = rules_of(io, config);
  if (!rules.ok) {
    return rules;
  }
  const user = login_steps.complete_claims(io, attempt, issued.data, verified.data, rules.data);
  if (!user.ok) {
    return user;
  }
  // 5. Match claims to roles.
  const match = login_steps.find_roles(config, rules.data, user.data);
  if (!match.ok) {
    return match;
  }
  const provider_sid = json_values.name_of(verified.data.claims.sid);
  return ok({ attempt, issued: issued.data, user: user.data, match: match.data, provider_sid });
}

/**
 * Finishes a login (specification, "Processing order"): state, tokens, ID Token, UserInfo, roles, registry, session.
 * Fails with the code of the step that refused.
 */
export function authenticate(
  io: Io,
  config: Config,
  request: CallbackInput,
  allowed_algs?: string[],
): Result<FinishedLogin> {
  // rpcd may take its time, and other logins need not wait for that.
  const identified = provider_files.asking(io, config, () => identify(io, config, request, allowed_algs));
  if (!identified.ok) {
    return identified;
  }
  const identity = identified.data;
  // 6. Register the access token, which opens one session.
  const registered = token_registry.register(io, identity.issued.tokens.access_token);
  if (!registered.ok) {
    return registered;
  }
  // 7. Create the session.
  return create_session(io, identity, request.remote);
}
