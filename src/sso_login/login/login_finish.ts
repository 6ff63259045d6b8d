/** The second request of a login: from the provider's answer to a session (specification, "Processing order"). */
import type { Io } from "../base/io";
import type { LogPair } from "../base/log";
import * as public_names from "../base/public_names";
import * as json_values from "../base/json_values";
import type { Handshake } from "../protocol/authorization_request";
import * as provider_calls from "../protocol/provider_calls";
import * as provider_metadata from "../protocol/provider_metadata";
import * as token_registry from "../protocol/token_registry";
import { err, ok, type Err, type Facts, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import * as role_matching from "../rights/role_matching";
import type { RoleMatch } from "../rights/role_matching";
import * as log_identity from "../rpcd/log_identity";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import type { Cookies } from "../rpcd/rpcd_sessions";
import * as attempt from "./attempt";
import type { Identified, ResponseParams } from "./attempt";
import * as login_cookie from "./login_cookie";
import * as session_opening from "./session_opening";
import * as handshake_record from "./handshake_record";

/** Loaded for a session that is revalidated. */
const refresh_tokens = () => require("../rpcd/refresh_tokens") as typeof import("../rpcd/refresh_tokens");

/** The callback's decoded parameters and cookies by name. */
export interface CallbackInput {
  params: ResponseParams;
  cookies: Cookies;
  /** The user's address, which the session keeps. */
  remote?: string;
}

/** A finished login. */
export interface FinishedLogin {
  sid: string;
  /** "" for a user without a verified one; the contract `handshake` gives it. */
  email: string;
  /** The user, for the log. */
  who: LogPair[];
  /** All roles whose rights the session has. */
  roles: string[];
  /** The page of LuCI that the login was for. */
  return_to?: string;
  /** Whether no other site began the login. */
  is_own_site: boolean;
  /** More facts for the log. */
  notes: Facts;
}

/** The user of a login with the matching roles. */
interface MatchedUser {
  identified: Identified;
  match: RoleMatch;
}

/** Whether a login began at this provider; of a version with one provider it did at the first. */
function is_of_provider(config: Config, handshake: Handshake): boolean {
  const is_first = config.provider === public_names.first;
  return handshake.issuer === undefined ? is_first : handshake.issuer === config.issuer_url;
}

/** Opens the session, unless the provider has ended its own meanwhile, and keeps the refresh token. */
function open_session(
  io: Io,
  config: Config,
  handshake: Handshake,
  matched: MatchedUser,
  remote: string | undefined,
): Result<FinishedLogin> {
  const verified = matched.identified.verified;
  const claims = matched.identified.user.claims;
  const match = matched.match;
  const user = {
    // An unverified address may belong to another person.
    email: json_values.name_of(role_matching.verified_email(config, claims)),
    sub: json_values.text_of(claims.sub),
    id_token: verified.tokens.id_token,
    // Only the ID Token names the provider's session.
    provider_sid: config.backchannel_logout === true ? json_values.name_of(verified.claims.sid) : undefined,
    remote,
    cookie_hash: handshake.cookie_hash,
    is_own_site: handshake.is_own_site,
  };
  const who = log_identity.pairs_of_claims(config, claims);
  const since = handshake.created_at ?? 0;
  const opening = { user, who, return_to: handshake.return_to, settings_hash: handshake.settings_hash, since };
  const opened = session_opening.open(io, config, match, opening);
  if (!opened.ok) {
    return opened;
  }
  const notes: Facts = { unverified_email: match.email_ignored ? "ignored" : undefined };
  for (const name of Object.keys(matched.identified.user.notes)) {
    notes[name] = matched.identified.user.notes[name];
  }
  const refresh_token = verified.tokens.refresh_token;
  if (config.session_revalidate !== undefined && typeof refresh_token === "string") {
    const is_kept = refresh_tokens().keep(io, config, opened.data.sid, refresh_token);
    notes.refresh_token = is_kept ? undefined : "not_stored";
  }
  return ok({
    sid: opened.data.sid,
    email: user.email,
    who,
    roles: match.roles.map((role) => role.name),
    return_to: opened.data.return_to,
    is_own_site: handshake.is_own_site === true,
    notes,
  });
}

/**
 * Finds the user of a response, and the roles. The record is consumed, also where the response is refused; not while the login
 * must wait for the provider: the request may be made again.
 */
function match_user(io: Io, config: Config, handshake: Handshake, params: ResponseParams): Result<MatchedUser> {
  const response = attempt.accept(config, handshake, params);
  if (!response.ok) {
    const consumed = handshake_record.consume(io, handshake.state);
    return consumed.ok ? response : consumed;
  }
  const cached = provider_metadata.cached_of_provider(io, config);
  const identified = provider_calls.asking(io, config, provider_metadata.first_address(config, cached), () => {
    const consumed = handshake_record.consume(io, handshake.state);
    return consumed.ok
      ? attempt.identify(io, response.data, cached, () => rpcd_logins.role_rules(io, config, true))
      : consumed;
  });
  if (!identified.ok) {
    return identified;
  }
  const match = attempt.find_roles(config, identified.data.rules, identified.data.user);
  return match.ok ? ok({ identified: identified.data, match: match.data }) : match;
}

/** Finishes the login of a handshake whose browser sent the response. */
function finish(io: Io, config: Config, handshake: Handshake, input: CallbackInput): Result<FinishedLogin> {
  // Each provider has an address of its own, so that none gets a code of another (RFC 9700 section 4.4.2).
  if (!is_of_provider(config, handshake)) {
    return err("IDP_ERROR", { reason: "the login began at another provider" });
  }
  const matched = match_user(io, config, handshake, input.params);
  if (!matched.ok) {
    return matched;
  }
  // An access token opens one session.
  const registered = token_registry.register(io, matched.data.identified.verified.tokens.access_token);
  return registered.ok ? open_session(io, config, handshake, matched.data, input.remote) : registered;
}

/** A failed login, with the page of LuCI that it was for. */
function about_page(failure: Err, return_to: string | undefined): Err {
  const facts = json_values.facts_of(failure);
  facts.return_to = return_to;
  return err(failure.error, facts);
}

/**
 * Finishes a login (specification, "Processing order"): state, tokens, ID Token, UserInfo, roles, registry, session. A request of another
 * browser leaves the record to its owner. Fails with the code of the step that refused.
 */
export function authenticate(io: Io, config: Config, input: CallbackInput): Result<FinishedLogin> {
  const state = attempt.state_of(input.params);
  if (!state.ok) {
    return state;
  }
  const found = handshake_record.look(io, state.data);
  const browser = login_cookie.check(input.cookies, state.data, found);
  if (!browser.ok) {
    return browser;
  }
  if (found === undefined) {
    // A record that is expired or damaged is removed.
    const consumed = handshake_record.consume(io, state.data);
    return consumed.ok ? err("STATE_NOT_FOUND") : consumed;
  }
  const login = finish(io, config, found, input);
  return login.ok ? login : about_page(login, found.return_to);
}
