/**
 * The revalidation of a session (option `session_revalidate`): the provider is asked by the session's refresh token whether the user
 * still exists and has the session's roles. One file is worked on at a time.
 */
import type { JsonObject } from "io/json";
import type { Io } from "../../base/io";
import * as log from "../../base/log";
import type { LogPair } from "../../base/log";
import * as log_texts from "../../base/log_texts";
import * as json_values from "../../base/json_values";
import * as hash from "../../jose/hash";
import * as jws from "../../jose/jws";
import * as provider_metadata from "../../protocol/provider_metadata";
import * as provider_calls from "../../protocol/provider_calls";
import { err, ok, type Err, type Result } from "../../result";
import * as role_matching from "../../rights/role_matching";
import * as session_ending from "../../rpcd/session_ending";
import * as refresh_tokens from "../../rpcd/refresh_tokens";
import type { StoredToken, Turn } from "../../rpcd/refresh_tokens";
import * as session_rules from "../../rpcd/session_rules";
import * as rpcd_sessions from "../../rpcd/rpcd_sessions";
import type { SsoSession } from "../../rpcd/rpcd_sessions";
import * as background from "../../rpcd/background";
import type { Config } from "../../settings/provider_config";
import * as saved_config from "../../settings/saved_config";
import * as package_sections from "../../settings/package_sections";
import * as attempt from "../attempt";
import * as token_refresh from "./token_refresh";

/** A session whose user the provider is asked about. */
interface Question {
  config: Config;
  name: string;
  token: StoredToken;
  entry: SsoSession;
  /** The session's values. */
  stored: JsonObject;
}

/** The claims of the login's ID Token, which the session has. */
function first_claims(stored: JsonObject): Result<JsonObject> {
  const opened = jws.open_jws(json_values.text_of(stored.sso_id_token));
  return opened.ok ? jws.read_claims(opened.data) : opened;
}

/** The user's claims now. A new refresh token is stored first: whatever fails after it, the old one may be worth nothing. */
function ask(io: Io, question: Question): Result<JsonObject> {
  const config = question.config;
  const token = question.token;
  const first = first_claims(question.stored);
  if (!first.ok) {
    return first;
  }
  const metadata = provider_metadata.of_provider(io, config);
  if (!metadata.ok) {
    return metadata;
  }
  const session_id = hash.safe_id(question.entry.sid);
  const tokens = token_refresh.refresh(io, config, metadata.data, token.refresh_token, session_id);
  if (!tokens.ok) {
    return tokens;
  }
  const rotated = tokens.data.refresh_token;
  if (refresh_tokens.is_usable(rotated)) {
    token.refresh_token = rotated;
    refresh_tokens.write(io, question.name, token);
  }
  const verified = attempt.verify_refreshed(io, { config, metadata: metadata.data, tokens: tokens.data }, first.data);
  if (!verified.ok) {
    return verified;
  }
  const rules = session_rules.read_rules(io);
  if (!rules.ok) {
    return rules;
  }
  const user = attempt.complete(io, verified.data, role_matching.with_roles(config, rules.data.roles));
  return user.ok ? ok(user.data.claims) : user;
}

/** Ends the session if its user has lost a role; otherwise the session's values name the user as the claims do. */
function apply(io: Io, question: Question, claims: JsonObject): Result<true> {
  const rules = session_rules.read_rules(io);
  if (!rules.ok) {
    return rules;
  }
  const config = question.config;
  const match = role_matching.find_roles_for_user(role_matching.with_roles(config, rules.data.roles), claims);
  const groups = match.ok ? match.data.groups : [];
  const email = json_values.name_of(role_matching.verified_email(config, claims));
  const before = question.entry;
  question.stored.sso_email = email;
  question.stored.sso_groups = groups;
  if (!session_rules.still_authorized(rules.data, rpcd_sessions.to_session(before.sid, question.stored))) {
    return session_ending.end_session(io, before, "roles") ? ok(true) : err("UBUS_LOGIN_FAILED", { method: "destroy" });
  }
  if (email !== before.email || groups.join("\n") !== before.groups.join("\n")) {
    // An empty list is none in one runtime and an empty table in the other.
    const changed = { sso_email: email, sso_groups: groups.length > 0 ? groups : "" };
    io.ubus_call("session", "set", { ubus_rpc_session: before.sid, values: changed });
  }
  return ok(true);
}

/** The reason for which a failure ends the session; undefined for one that may pass. */
function reason_to_end(failure: Err): string | undefined {
  const facts = json_values.facts_of(failure);
  if (failure.error === "OIDC_INVALID_GRANT") {
    return "invalid_grant";
  }
  const other: { [claim: string]: string | undefined } = { iss: "other_issuer", sub: "other_subject" };
  // A signed answer of UserInfo is no token of the login.
  return facts.token === undefined ? other[json_values.text_of(facts.claim)] : undefined;
}

/** Logs a failure that ends nothing, once until the provider is asked with success; not that another process calls the provider. */
function log_failure(io: Io, question: Question, failure: Err): void {
  const token = question.token;
  if (token.is_failing === true || failure.error === "RATE_LIMITED") {
    return;
  }
  token.is_failing = true;
  refresh_tokens.write(io, question.name, token);
  const facts = json_values.facts_of(failure);
  facts.session = hash.safe_id(question.entry.sid);
  // The provider's words may name the user.
  facts.error_description = question.config.log_identity !== false ? facts.error_description : undefined;
  const head: LogPair[] = [
    ["provider", question.config.log_name],
    ["error", failure.error],
  ];
  log.event(io, "warning", "REVALIDATION_FAILED", head.concat(log.detail_pairs(log_texts.details_in_english(facts))));
}

/** Asks the provider, and ends the session or leaves it. */
function revalidate(io: Io, question: Question): void {
  const token = question.token;
  token.asked_at = io.time();
  // A router that cannot store the next token does not use up this one.
  if (!refresh_tokens.write(io, question.name, token)) {
    return;
  }
  const cached = provider_metadata.cached_of_provider(io, question.config);
  const address = provider_metadata.first_address(question.config, cached);
  const claims = provider_calls.asking(io, question.config, address, () => ask(io, question));
  const applied = claims.ok ? apply(io, question, claims.data) : claims;
  const reason = applied.ok ? undefined : reason_to_end(applied);
  if (reason !== undefined) {
    session_ending.end_session(io, question.entry, reason, "SESSION_ENDED");
  } else if (!applied.ok) {
    log_failure(io, question, applied);
  } else if (token.is_failing === true) {
    token.is_failing = undefined;
    refresh_tokens.write(io, question.name, token);
  }
}

/** Removes a file, after its token is revoked where it still belongs to a configured client. */
function forget(io: Io, name: string, token: StoredToken, config: Config | undefined): void {
  if (config !== undefined) {
    token_refresh.revoke(io, config, token.refresh_token);
  }
  refresh_tokens.remove(io, name);
}

/** Does what is due with a file. */
function take(io: Io, turn: Turn): void {
  const token = turn.token;
  const entry = turn.entry;
  if (token === undefined) {
    refresh_tokens.remove(io, turn.name);
    return;
  }
  const loaded = saved_config.load(io, token.provider);
  if (!loaded.ok && turn.moment !== 0) {
    // A mistake in the configuration ends nothing.
    token.asked_at = io.time();
    refresh_tokens.write(io, turn.name, token);
    return;
  }
  const config = loaded.ok ? loaded.data : undefined;
  // A provider gets no token of another one.
  const is_own = config !== undefined && config.issuer_url === token.issuer && config.client_id === token.client_id;
  if (is_own && entry !== undefined && config.session_revalidate !== undefined) {
    const stored = rpcd_sessions.session_values(io, entry.sid);
    if (stored !== undefined) {
      revalidate(io, { config, name: turn.name, token, entry, stored });
    }
    return;
  }
  forget(io, turn.name, token, is_own ? config : undefined);
}

/** Does what is due first, unless another process does. */
export function run(io: Io): void {
  const lock = background.lock_of(io, "revalidate");
  if (!io.lock(lock)) {
    return;
  }
  const names = refresh_tokens.list(io);
  const live = rpcd_sessions.list_sso_sessions(io);
  const saved = saved_config.saved_sections(io);
  if (live.ok && saved.ok) {
    const turn = refresh_tokens.next_turn(io, package_sections.provider_sections(saved.data), names, live.data);
    if (turn !== undefined && turn.moment <= io.time()) {
      take(io, turn);
    }
  }
  io.unlock(lock);
}
