/**
 * The turn of a session (option `session_revalidate`): by the session's refresh token its provider is asked to prove the user again, who
 * must have the session's roles.
 */
import type { JsonObject } from "io/json";
import type { Io } from "../../base/io";
import * as log from "../../base/log";
import type { LogPair } from "../../base/log";
import * as log_texts from "../../base/log_texts";
import * as json_values from "../../base/json_values";
import * as strings from "../../base/strings";
import * as hash from "../../jose/hash";
import * as jws from "../../jose/jws";
import * as provider_metadata from "../../protocol/provider_metadata";
import * as provider_files from "../../protocol/provider_files";
import * as short_reason from "../../explain/short_reason";
import * as result from "../../result";
import { err, ok, type Err, type Facts, type Result } from "../../result";
import * as role_matching from "../../rights/role_matching";
import type { RoleRules } from "../../rights/role_matching";
import * as log_identity from "../../rpcd/log_identity";
import * as session_ending from "../../rpcd/session_ending";
import * as refresh_tokens from "../../rpcd/refresh_tokens";
import type { StoredToken, Turn } from "../../rpcd/refresh_tokens";
import * as session_rules from "../../rpcd/session_rules";
import * as rpcd_sessions from "../../rpcd/rpcd_sessions";
import type { SsoSession } from "../../rpcd/rpcd_sessions";
import type { Config } from "../../settings/provider_config";
import * as saved_config from "../../settings/saved_config";
import type { IssuedTokens } from "../attempt";
import * as refreshed_user from "./refreshed_user";
import * as token_refresh from "./token_refresh";

/** Loaded where a user has lost a role. */
const useless_claims = () => require("../../explain/useless_claims") as typeof import("../../explain/useless_claims");

/** Failures that are about the user where the provider refused; metadata and keys are nobody's. */
const about_user = ["OIDC_INVALID_GRANT", "TOKEN_EXCHANGE_FAILED", "USERINFO_NETWORK_ERROR"];

/** Causes by which a user is not proved any more; all others say nothing of the user. */
const of_user = ["refused", "other_subject", "other_issuer", "roles"];

/** Seconds that a question waits at most for logins at the same provider. */
const max_way = 30;

/** A session whose user the provider is asked to prove. */
interface Question extends Turn {
  entry: SsoSession;
}

/**
 * The configuration of the client that got a token, for calls that no request waits for. CONFIG_ERROR also where the provider's section
 * names another issuer or client now: a provider gets no token of another one.
 */
function load_client(io: Io, token: StoredToken): Result<Config> {
  const loaded = saved_config.load(io, token.provider);
  if (!loaded.ok) {
    return loaded;
  }
  const config = loaded.data;
  const is_issuer = config.issuer_url === token.issuer;
  if (!is_issuer || config.client_id !== token.client_id) {
    return err("CONFIG_ERROR", { option: is_issuer ? "client_id" : "issuer_url", reason: "not that of the login" });
  }
  config.in_background = true;
  return loaded;
}

/** Tokens of the provider for a question, and the claims of its login. */
interface Answer {
  issued: IssuedTokens;
  login_claims: JsonObject;
}

/** Stores the new refresh token of an answer, if there is one; the log names one that cannot be used. */
function store_rotated(io: Io, question: Question, rotated: unknown): void {
  const fault = refresh_tokens.fault_of(rotated);
  if (fault === undefined) {
    question.token.refresh_token = rotated as string;
    refresh_tokens.write(io, question.name, question.token);
  } else if ((rotated ?? "") !== "") {
    const session: LogPair[] = [["session", hash.safe_id(question.entry.sid)]];
    log.event(io, "warning", "REFRESH_TOKEN_UNUSABLE", session.concat([["reason", fault]]));
  }
}

/** Asks. A new refresh token is stored first: the old one may be worth nothing, whatever else is in the answer. */
function ask(io: Io, config: Config, question: Question): Result<Answer> {
  const opened = jws.open_jws(question.entry.id_token);
  const login_claims = opened.ok ? jws.read_claims(opened.data) : opened;
  if (!login_claims.ok) {
    return login_claims;
  }
  const metadata = provider_metadata.of_provider(io, config);
  if (!metadata.ok) {
    return metadata;
  }
  const tokens = token_refresh.refresh(io, config, metadata.data, {
    refresh_token: question.token.refresh_token,
    session_id: hash.safe_id(question.entry.sid),
    receive: (answer) => store_rotated(io, question, answer.refresh_token),
  });
  return tokens.ok
    ? ok({ issued: { config, metadata: metadata.data, tokens: tokens.data }, login_claims: login_claims.data })
    : tokens;
}

/** Has the session's values name the user by `shown`, and the groups by the proved claims: a right may follow from these. */
function store_user(io: Io, before: SsoSession, rules: RoleRules, claims: JsonObject, shown: JsonObject): void {
  const match = role_matching.find_roles_for_user(rules, claims);
  const groups = match.ok ? match.data.groups : [];
  const email = json_values.name_of(role_matching.verified_email(rules, shown));
  if (email !== before.email || groups.join("\n") !== before.groups.join("\n")) {
    // An empty list is none in one runtime and an empty table in the other.
    const changed = { sso_email: email, sso_groups: groups.length > 0 ? groups : "" };
    io.ubus_call("session", "set", { ubus_rpc_session: before.sid, values: changed });
  }
}

/** Waits while requests call the provider: takes their lock for a moment, to see that it is free. */
function give_way(io: Io, config: Config): void {
  const lock = provider_files.lock_path(io, config);
  for (let waited = 0; waited < max_way && !io.lock(lock); waited++) {
    io.sleep(1);
  }
  io.unlock(lock);
}

/** The facts about a user who has lost a role: claims that are absent, or do not count. */
function lost_role(config: Config, rules: RoleRules, claims: JsonObject): Facts {
  const facts = useless_claims().facts_of(rules, claims);
  const unverified = role_matching.unverified_hint(rules, claims);
  if (unverified !== undefined) {
    for (const pair of log_identity.pairs_of_claims(config, claims).slice(0, 1)) {
      facts[pair[0]] = pair[1];
    }
    facts.hint = unverified;
  }
  return facts;
}

/** Asks, and finds out whether the user still has all roles of the session. */
function prove(io: Io, config: Config, question: Question): Result<true> {
  give_way(io, config);
  const answer = ask(io, config, question);
  if (!answer.ok) {
    return answer;
  }
  const current = session_rules.read_rules(io);
  if (!current.ok) {
    return current;
  }
  const found = refreshed_user.identify(io, answer.data.issued, answer.data.login_claims);
  if (!found.ok) {
    return found;
  }
  const user = found.data;
  const rules = role_matching.with_roles(config, current.data.roles);
  const may_stay = (claims: JsonObject): boolean =>
    session_rules.still_authorized(current.data, question.entry, role_matching.user_of(rules, claims));
  if (may_stay(user.claims)) {
    store_user(io, question.entry, rules, user.claims, user.assumed ?? user.claims);
    return ok(true);
  }
  const facts = lost_role(config, rules, user.claims);
  if (user.assumed === undefined || !may_stay(user.assumed)) {
    return err("USER_NOT_AUTHORIZED", facts, "roles");
  }
  facts.reason = "UserInfo lacks claims of the login, and no ID Token has them";
  return err("ID_TOKEN_VERIFICATION_FAILED", facts);
}

/** The session of a question, and how long its user has not been proved. */
function state_pairs(io: Io, question: Question): LogPair[] {
  return [
    ["session", hash.safe_id(question.entry.sid)],
    ["unproved_seconds", io.time() - question.token.proved_at],
  ];
}

/** The facts of a failure for the log, but for the session, which each line names. */
function facts_of(io: Io, failure: Err): LogPair[] {
  const is_anonymous = log_identity.setting(io).log_identity === false;
  const facts = log.detail_pairs(log_texts.details_in_english(failure.details, is_anonymous));
  return facts.filter((pair) => pair[0] !== "session");
}

/** Notes a question that did not prove the user, and logs it when that begins, and when the code becomes another. */
function note_failure(io: Io, question: Question, failure: Err): void {
  const is_known = strings.before(question.token.failure ?? "", " ") === failure.error;
  question.token.failure = short_reason.in_words(failure);
  if (!refresh_tokens.write(io, question.name, question.token) || !is_known) {
    const error: LogPair[] = [["error", failure.error]];
    log.event(io, "warning", "REVALIDATION_FAILED", error.concat(facts_of(io, failure), state_pairs(io, question)));
  }
}

/** Notes a question that proved the user, and logs it after one that did not. */
function note_proof(io: Io, question: Question, provider: string | undefined): void {
  const token = question.token;
  if (token.failure !== undefined) {
    const named: LogPair[] = [["provider", provider]];
    log.event(io, "notice", "REVALIDATION_RESUMED", named.concat(state_pairs(io, question)));
  }
  token.failure = undefined;
  token.proved_at = token.asked_at;
  token.proved_uptime = io.monotonic();
  refresh_tokens.write(io, question.name, token);
}

/** Ends the session of a user whom the provider refuses or who has lost a role; false where nobody says so, or it cannot be ended. */
function end_refused(io: Io, entry: SsoSession, failure: Err): boolean {
  const cause = failure.cause ?? "";
  if (!of_user.includes(cause) || (cause === "refused" && !about_user.includes(failure.error))) {
    return false;
  }
  const facts = facts_of(io, failure);
  if (cause === "roles") {
    const by: LogPair[] = [["by", cause]];
    return session_ending.end_session(io, entry, by.concat(facts));
  }
  const reason: LogPair[] = [["reason", cause === "refused" ? short_reason.of_provider(failure) : cause]];
  const description = facts.filter((pair) => pair[0] === "error_description");
  return session_ending.end_session(io, entry, reason.concat(description), "SESSION_ENDED");
}

/**
 * Has the provider prove the user, and ends the session of one who is refused. A turn that proves nothing changes nothing: the age of the
 * last proof ends the session (`session_ending.end_overdue`).
 */
function revalidate(io: Io, question: Question): void {
  const token = question.token;
  token.asked_at = io.time();
  // A router that cannot store the next token does not use up this one.
  if (!refresh_tokens.write(io, question.name, token)) {
    note_failure(io, question, err("INTERNAL_ERROR", { reason: "the run directory cannot be written" }));
    return;
  }
  const client = load_client(io, token);
  const log_name = client.ok ? client.data.log_name : undefined;
  const proved = result.about(log_name, client.ok ? prove(io, client.data, question) : client);
  if (proved.ok) {
    note_proof(io, question, log_name);
  } else if (!end_refused(io, question.entry, proved)) {
    note_failure(io, question, proved);
  }
}

/** Removes the file of an ended session, after its token is revoked where it still belongs to a configured client. */
export function forget(io: Io, name: string, token: StoredToken): void {
  const client = load_client(io, token);
  if (client.ok) {
    token_refresh.revoke(io, client.data, token.refresh_token);
  }
  refresh_tokens.remove(io, name);
}

/** Does what is due first at a provider; the caller has the lock of its files. */
export function run(io: Io, provider: string): void {
  const names = refresh_tokens.list(io);
  const live = rpcd_sessions.list_sso_sessions(io);
  const saved = saved_config.saved_sections(io);
  if (live.ok && saved.ok) {
    const turns = refresh_tokens.turns_of(io, names, live.data, saved.data);
    const turn = refresh_tokens.first_turn(turns, provider, io.time());
    if (turn !== undefined && turn.entry !== undefined) {
      revalidate(io, turn as Question);
    } else if (turn !== undefined) {
      forget(io, turn.name, turn.token);
    }
  }
}
