/** The second request of a login, from the provider's response to a session, on one page (specification, "Processing order"). */
import type { Io } from "../base/io";
import type { LogPair } from "../base/log";
import * as json_values from "../base/json_values";
import * as urls from "../base/urls";
import * as hash from "../jose/hash";
import * as provider_calls from "../protocol/provider_calls";
import * as known_metadata from "../protocol/known_metadata";
import * as provider_metadata from "../protocol/provider_metadata";
import type { Metadata } from "../protocol/provider_metadata";
import * as token_registry from "../protocol/token_registry";
import { ok, type Err, type Facts, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import * as role_matching from "../rights/role_matching";
import type { RoleMatch } from "../rights/role_matching";
import * as log_identity from "../rpcd/log_identity";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import * as attempt from "./attempt";
import type { AcceptedLogin, AdmittedLogin, BroughtResponse, User } from "./attempt";
import * as handshake_record from "./handshake_record";
import * as session_opening from "./session_opening";
import type { Opening, OpenedSession } from "./session_opening";

/** Loaded for a failure. */
const failures = () => require("../base/failures") as typeof import("../base/failures");

/** Loaded for a session that is revalidated. */
const refresh_tokens = () => require("../rpcd/refresh_tokens") as typeof import("../rpcd/refresh_tokens");

/** Loaded for a response that is refused. */
const login_again = () => require("./login_again") as typeof import("./login_again");

/** A finished login. */
export interface FinishedLogin extends OpenedSession {
  /** The user, for the log. */
  who: LogPair[];
  /** All roles whose rights the session has. */
  roles: string[];
  /** Whether no other site began the login. */
  is_own_site: boolean;
  /** More facts for the log. */
  notes: Facts;
}

/** Establishes the user of a login, while no other process calls the provider. The record is consumed before the code is sent. */
function establish(io: Io, login: AcceptedLogin, cached: Metadata | undefined): Result<User> {
  const handshake = login.handshake;
  const consumed = handshake_record.consume(io, handshake.state);
  if (!consumed.ok) {
    return consumed;
  }
  const issued = attempt.redeem(io, login, cached);
  if (!issued.ok) {
    return issued;
  }
  const verified = attempt.verify_login(io, issued.data, handshake);
  if (!verified.ok) {
    return verified;
  }
  // rpcd's own logins exclude roles, as they are now: the configuration was read before the call.
  const rules = rpcd_logins.role_rules(io, login.config, true);
  return rules.ok ? attempt.complete(io, verified.data, rules.data, handshake) : rules;
}

/** The session to open for the user of a login. */
function opening_of(login: AdmittedLogin, user: User): Opening {
  const config = login.config;
  const handshake = login.handshake;
  const claims = user.claims;
  return {
    user: {
      // An unverified e-mail address may belong to another person.
      email: json_values.name_of(role_matching.verified_email(config, claims)),
      unverified: log_identity.unverified_email(config, claims),
      sub: json_values.text_of(claims.sub),
      id_token: user.verified.tokens.id_token,
      // Only the ID Token names the provider's session.
      provider_sid: config.backchannel_logout === true ? json_values.name_of(user.verified.claims.sid) : undefined,
      remote: login.response.remote,
      cookie_hash: handshake.cookie_hash,
      is_own_site: handshake.is_own_site,
    },
    who: log_identity.pairs_of_claims(config, claims),
    return_to: handshake.return_to,
    settings_hash: handshake.settings_hash,
    since: handshake.created_at ?? 0,
  };
}

/** Keeps the refresh token of a session that is revalidated; false where it cannot be stored. */
function keep_refresh_token(io: Io, sid: string, user: User): boolean {
  const config = user.verified.config;
  const refresh_token = user.verified.tokens.refresh_token;
  const is_wanted = config.session_revalidate !== undefined && typeof refresh_token === "string";
  return !is_wanted || refresh_tokens().keep(io, config, sid, refresh_token);
}

/** Facts of a login for the log. A token that is not kept is said in the place of what `login_lacks` notes about it. */
function notes_of(user: User, match: RoleMatch, is_token_kept: boolean): Facts {
  const notes: Facts = { unverified_email: match.email_ignored ? "ignored" : undefined };
  for (const name of Object.keys(user.notes)) {
    notes[name] = user.notes[name];
  }
  notes.refresh_token = is_token_kept ? notes.refresh_token : "not_stored";
  return notes;
}

/**
 * Finishes an admitted login. The record of a response that is refused is consumed, too; it stays while the login must wait for the provider,
 * as the request may be made again.
 */
function finish(io: Io, login: AdmittedLogin): Result<FinishedLogin> {
  const config = login.config;
  const accepted = attempt.accept(config, login.handshake, login.response.params);
  if (!accepted.ok) {
    const failure = handshake_record.consume_failed(io, login.handshake, accepted);
    return login_again().with_meaning(io, login, failure);
  }
  // This configures the calls of the whole login, too.
  const cached = known_metadata.cached_of_provider(io, config);
  const first_address = cached !== undefined ? cached.token_endpoint : provider_metadata.url_of(config);
  const user = provider_calls.asking(io, config, first_address, () => establish(io, accepted.data, cached));
  if (!user.ok) {
    return user;
  }
  const account = hash.safe_id(json_values.text_of(user.data.claims.sub));
  const match = attempt.match(user.data);
  if (!match.ok) {
    return failures().answered(match, { account });
  }
  // An access token opens one session.
  const registered = token_registry.register(io, user.data.verified.tokens.access_token);
  if (!registered.ok) {
    return registered;
  }
  const opening = opening_of(login, user.data);
  const opened = session_opening.open(io, config, match.data, opening);
  if (!opened.ok) {
    return failures().answered(opened, { account });
  }
  const is_token_kept = keep_refresh_token(io, opened.data.sid, user.data);
  return ok({
    sid: opened.data.sid,
    page: opened.data.page,
    who: opening.who,
    roles: match.data.roles.map((role) => role.name),
    is_own_site: login.handshake.is_own_site === true,
    notes: notes_of(user.data, match.data, is_token_kept),
  });
}

/**
 * The page of a provider that did not ask, although the user wanted to log in anew or by another account: the same account came back, or a
 * login as old as before.
 */
function log_out_at(failure: Err, login: AdmittedLogin): string | undefined {
  const handshake = login.handshake;
  const account = (failure.answer ?? {}).account;
  const is_same = account !== undefined && account === handshake.refused;
  const is_old = failure.error === "AUTHENTICATION_TOO_OLD" && handshake.is_anew === true;
  const issuer = urls.parse_https(login.config.issuer_url);
  return (is_same || is_old) && issuer !== undefined ? "https://" + urls.host_header(issuer) + "/" : undefined;
}

/** A failed login, with what its page offers: the page of LuCI that it was for, and where to log out of the provider. */
function about_page(failure: Err, login: AdmittedLogin): Err {
  return failures().answered(failure, { return_to: login.handshake.return_to, log_out_at: log_out_at(failure, login) });
}

/** Finishes a login. Fails with the code of the step that refused, and the page at which the login was to end. */
export function authenticate(io: Io, config: Config, response: BroughtResponse): Result<FinishedLogin> {
  const admitted = attempt.admit(io, config, response);
  if (!admitted.ok) {
    return admitted;
  }
  const login = finish(io, admitted.data);
  return login.ok ? login : about_page(login, admitted.data);
}
