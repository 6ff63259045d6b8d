/** The second request of a login: from the provider's answer to a session (specification, "Processing order"). */
import type { Io } from "../base/io";
import type { LogPair } from "../base/log";
import * as names from "../base/names";
import * as values from "../base/values";
import type { Handshake } from "../protocol/authorization";
import * as authorization_response from "../protocol/authorization_response";
import type { Params } from "../protocol/authorization_response";
import * as calls_lock from "../protocol/calls_lock";
import type { Policy } from "../protocol/id_token";
import * as metadata from "../protocol/metadata";
import { err, ok, type Facts, type Result } from "../result";
import type { Config } from "../settings/config";
import * as roles from "../rights/roles";
import * as log_identity from "../rpcd/log_identity";
import * as provider_logout from "../logout/provider_logout";
import * as identify_user from "./identify";
import type { Answered, Identity } from "./identify";
import * as login_cookie from "./cookie";
import type { Cookies } from "./cookie";
import * as record from "./record";
import * as token_registry from "../protocol/token_registry";
import * as open from "./open";

/** The callback's decoded parameters and cookies by name. */
export interface CallbackRequest {
  params: Params;
  cookies: Cookies;
  /** The user's address, which the session keeps. */
  remote?: string;
  /** Set by `authenticate`: the page at which the login was to end, also where it fails. */
  return_to?: string;
}

/** A finished login. `email` is "" for a user without a verified one. */
export interface Authenticated {
  sid: string;
  email: string;
  /** The user, for the log. */
  who: LogPair[];
  role_name: string;
  /** All roles whose rights the session has. */
  roles: string[];
  /** The page at which the login is to end, as the start had it. */
  return_to?: string;
  /** More facts for the log. */
  notes: Facts;
}

/** Steps 6 and 7: the access token counts once, and the user gets a session. */
function open_session(io: Io, identity: Identity, remote: string | undefined): Result<Authenticated> {
  const attempt = identity.attempt;
  const registered = token_registry.register(io, attempt.tokens.access_token);
  if (!registered.ok) {
    return registered;
  }
  const user = {
    // An unverified address may belong to another person.
    email: values.name_of(roles.verified_email(attempt.config, identity.claims)),
    sub: values.text_of(identity.claims.sub),
    id_token: attempt.tokens.id_token,
    provider_sid: attempt.config.backchannel_logout === true ? identity.sid : undefined,
    remote,
  };
  const who = log_identity.pairs_of_claims(attempt.config, identity.claims);
  const wish = { user, who, return_to: attempt.handshake.return_to };
  const started_at = attempt.handshake.created_at ?? 0;
  const opened = open.open(io, attempt.config, identity.match, wish, () =>
    provider_logout.check(io, attempt.config, user, started_at, "during the login"),
  );
  if (!opened.ok) {
    return opened;
  }
  return ok({
    sid: opened.data.sid,
    email: user.email,
    who,
    role_name: identity.match.role_name,
    roles: identity.match.roles.map((role) => role.name),
    return_to: opened.data.return_to,
    notes: identity.notes,
  });
}

/** Whether a login began at this provider; of a version with one provider it did at the first. */
function is_of_provider(config: Config, handshake: Handshake): boolean {
  const is_first = (config.provider ?? names.first) === names.first;
  return handshake.issuer === undefined ? is_first : handshake.issuer === config.issuer_url;
}

/**
 * Step 1: the response belongs to this browser's login; its handshake is consumed even when the response is an error. A refused
 * request leaves the record to its owner, and so does one that must wait for the provider: it may be made again.
 */
function accept_response(io: Io, config: Config, request: CallbackRequest): Result<Answered> {
  const response = authorization_response.read_response(request.params, config.issuer_url);
  if (!response.ok) {
    return response;
  }
  const state = response.data.state;
  const found = record.look(io, state);
  const browser = login_cookie.check(request.cookies, state, found);
  if (!browser.ok) {
    return browser;
  }
  request.return_to = found !== undefined ? found.return_to : undefined;
  // Each provider has an address of its own, so that none gets what is another's (RFC 9700 section 4.4.2).
  if (found !== undefined && !is_of_provider(config, found)) {
    return err("IDP_ERROR", { reason: "the login began at another provider" });
  }
  const refusal = found !== undefined ? response.data.refusal : err("STATE_NOT_FOUND");
  const prepared = refusal ?? metadata.prepare_calls(io, config);
  if (refusal === undefined && !prepared.ok) {
    return prepared;
  }
  const handshake = record.consume(io, state);
  if (!handshake.ok) {
    return handshake;
  }
  const same_browser = login_cookie.check(request.cookies, state, handshake.data);
  if (!same_browser.ok) {
    return same_browser;
  }
  return prepared.ok ? ok({ handshake: handshake.data, discovery: prepared.data, params: request.params }) : prepared;
}

/** Steps 1 to 5: who logs in. All calls to the provider are made here. */
function identify(io: Io, config: Config, request: CallbackRequest, policy?: Policy): Result<Identity> {
  const answered = accept_response(io, config, request);
  const attempt = answered.ok ? identify_user.redeem(io, config, answered.data, policy) : answered;
  if (!attempt.ok) {
    return attempt;
  }
  const claims = identify_user.verified_claims(io, attempt.data);
  return claims.ok ? identify_user.find_roles(io, attempt.data, claims.data) : claims;
}

/**
 * Finishes a login (specification, "Processing order"): state, tokens, ID Token, UserInfo, roles, registry, session.
 * Fails with the code of the step that refused.
 */
export function authenticate(io: Io, config: Config, request: CallbackRequest, policy?: Policy): Result<Authenticated> {
  const identity = identify(io, config, request, policy);
  // rpcd may take its time, and other logins need not wait for that.
  calls_lock.release(io);
  return identity.ok ? open_session(io, identity.data, request.remote) : identity;
}
