/**
 * The turn of a session (option `session_revalidate`): by the session's refresh token its provider is asked to prove the user again, who
 * must have the session's roles.
 */
import type { JsonObject } from "io/json";
import type { Io } from "../../base/io";
import * as log from "../../base/log";
import type { LogPair } from "../../base/log";
import * as json_values from "../../base/json_values";
import * as store from "../../base/store";
import * as hash from "../../jose/hash";
import * as jws from "../../jose/jws";
import * as provider_files from "../../protocol/provider_files";
import * as known_metadata from "../../protocol/known_metadata";
import type { Metadata } from "../../protocol/provider_metadata";
import * as token_request from "../../protocol/token_request";
import type { TokenAnswer } from "../../protocol/token_request";
import { err, ok, type Facts, type Result } from "../../result";
import * as role_matching from "../../rights/role_matching";
import type { RoleRules } from "../../rights/role_matching";
import * as log_identity from "../../rpcd/log_identity";
import * as refresh_tokens from "../../rpcd/refresh_tokens";
import type { StoredToken, TokenFile } from "../../rpcd/refresh_tokens";
import * as session_rules from "../../rpcd/session_rules";
import * as pending_change from "../../rpcd/pending_change";
import * as rpcd_sessions from "../../rpcd/rpcd_sessions";
import type { SsoSession } from "../../rpcd/rpcd_sessions";
import type { Config } from "../../settings/provider_config";
import * as saved_config from "../../settings/saved_config";
import * as question_outcome from "./question_outcome";
import * as refreshed_user from "./refreshed_user";
import type { ProvedUser } from "./refreshed_user";
import * as token_refresh from "./token_refresh";
import * as turn_schedule from "./turn_schedule";
import type { Question } from "./turn_schedule";

/** Loaded where a user has lost a role. */
const useless_claims = () => require("../../explain/useless_claims") as typeof import("../../explain/useless_claims");

/** Seconds that a question waits at most for logins at the same provider. */
const max_wait_seconds = 30;

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
  // Its calls take no lock for which a request would wait, and their failures answer no request (protocol/provider_calls).
  config.in_background = true;
  return loaded;
}

/** The answer to a question, and what it is judged with. */
interface Answer {
  readonly config: Config;
  readonly metadata: Metadata;
  readonly login_claims: JsonObject;
  /** Its tokens, or the failure of an answer that has no others than a new refresh token. */
  readonly tokens: Result<TokenAnswer>;
  /** Its refresh token, whatever that is; "" where it has none. */
  readonly new_token: unknown;
}

/** Waits while requests call the provider, but not for ever. */
function give_way(io: Io, config: Config): void {
  const lock = provider_files.calls_lock(io, config);
  for (let waited = 0; waited < max_wait_seconds && store.is_locked(io, lock); waited++) {
    io.sleep(1);
  }
}

/** Asks the provider for new tokens. An answer that is refused is one nevertheless where it has a new refresh token, which is stored first. */
function ask(io: Io, config: Config, question: Question): Result<Answer> {
  give_way(io, config);
  const opened = jws.open_jws(question.session.id_token);
  const login_claims = opened.ok ? jws.read_claims(opened.data) : opened;
  if (!login_claims.ok) {
    return login_claims;
  }
  const known = known_metadata.of_provider(io, config);
  const log_id = hash.safe_id(question.session.sid);
  return known_metadata.by_metadata(io, config, known, "token_endpoint", (metadata) => {
    const received = token_refresh.send(io, config, metadata, question.token.refresh_token, log_id);
    if (!received.ok) {
      return received;
    }
    const tokens = token_request.tokens_of(received.data);
    const body = received.data.body;
    const new_token = (body.ok ? body.data.refresh_token : undefined) ?? "";
    // An answer that is refused is `ok` where it has a new token: after a failure `by_metadata` may ask again, by the token that is used up.
    return tokens.ok || new_token !== ""
      ? ok({ config, metadata, login_claims: login_claims.data, tokens, new_token })
      : tokens;
  });
}

/**
 * Stores the refresh token of an answer, where there is one, and returns the question with the token to go on with, which `conclude` stores once
 * more. The log names one that cannot be used. This comes before anything of the answer is judged: the old token may be worth nothing, whatever
 * else is in the answer.
 */
function store_rotated(io: Io, question: Question, new_token: unknown): Question {
  if (new_token === "") {
    return question;
  }
  const fault = refresh_tokens.fault_of(new_token);
  if (fault !== undefined) {
    const session: LogPair[] = [["session", hash.safe_id(question.session.sid)]];
    log.event(io, "warning", "REFRESH_TOKEN_UNUSABLE", session.concat([["reason", fault]]));
    return question;
  }
  const rotated = turn_schedule.with_token(question, refresh_tokens.rotated(question.token, new_token as string));
  refresh_tokens.write(io, rotated.name, rotated.token);
  return rotated;
}

/**
 * Has the session's values name the proved user. A right may follow from the groups, which are those that the provider proves. An e-mail that
 * it does not prove now may stay: the log names the user by it, and the roles were judged without it.
 */
function store_user(io: Io, session: SsoSession, rules: RoleRules, user: ProvedUser): void {
  const match = role_matching.find_roles_for_user(rules, user.proved);
  const groups = match.ok ? match.data.groups : [];
  const email = json_values.name_of(role_matching.verified_email(rules, user.completed));
  if (email !== session.email || groups.join("\n") !== session.groups.join("\n")) {
    // An empty list is none in one runtime and an empty table in the other.
    const values = { sso_email: email, sso_groups: groups.length > 0 ? groups : "" };
    io.ubus_call("session", "set", { ubus_rpc_session: session.sid, values });
  }
}

/** The facts about claims of which a role needs one: absent ones, and those that do not count. */
function useless_claim_facts(config: Config, rules: RoleRules, claims: JsonObject): Facts {
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

/**
 * Judges an answer: whether it proves the user, who still has all roles of the session, at a provider that is on; the session's values then
 * name that user. USER_NOT_AUTHORIZED where a role is lost; ID_TOKEN_VERIFICATION_FAILED where nobody tells of the claims that gave it.
 */
function judge(io: Io, session: SsoSession, answer: Answer): Result<true> {
  const config = answer.config;
  const tokens = answer.tokens;
  if (!tokens.ok) {
    return tokens;
  }
  const current = session_rules.read_rules(io);
  if (!current.ok) {
    return current;
  }
  const issued = { config, metadata: answer.metadata, tokens: tokens.data };
  const user = refreshed_user.identify(io, issued, answer.login_claims);
  if (!user.ok) {
    return user;
  }
  const rules = role_matching.with_roles(config, current.data.roles);
  const is_authorized = (claims: JsonObject): boolean =>
    session_rules.still_authorized(current.data, session, role_matching.user_of(rules, claims));
  if (is_authorized(user.data.proved)) {
    store_user(io, session, rules, user.data);
    return ok(true);
  }
  const facts = useless_claim_facts(config, rules, user.data.proved);
  if (!is_authorized(user.data.completed)) {
    // Without the roles for the user that the session keeps, the configuration has changed. A change that this session applied in LuCI, and that
    // is not confirmed yet, may be taken back.
    const is_taken_by_configuration = !session_rules.still_authorized(current.data, session);
    const may_return = is_taken_by_configuration && pending_change.unconfirmed_session(io) === session.sid;
    // Only the meaning ends the session (question_outcome).
    return err("USER_NOT_AUTHORIZED", facts, may_return ? undefined : "roles");
  }
  facts.reason = "UserInfo lacks claims of the login, and no ID Token has them";
  return err("ID_TOKEN_VERIFICATION_FAILED", facts);
}

/** Asks the provider whether it still proves the user of a session. */
function revalidate(io: Io, question: Question): void {
  const asked = turn_schedule.with_token(question, refresh_tokens.at_question(io, question.token));
  // A router that cannot store the next token does not use up this one.
  if (!refresh_tokens.write(io, asked.name, asked.token)) {
    const failure = err("INTERNAL_ERROR", { reason: "the run directory cannot be written" });
    question_outcome.conclude(io, asked, undefined, failure);
    return;
  }
  const client = load_client(io, asked.token);
  const answer = client.ok ? ask(io, client.data, asked) : client;
  const answered = answer.ok ? store_rotated(io, asked, answer.data.new_token) : asked;
  const proved = answer.ok ? judge(io, asked.session, answer.data) : answer;
  question_outcome.conclude(io, answered, client.ok ? client.data.log_name : undefined, proved);
}

/** Revokes a token where it still belongs to a configured client, and removes its file: its session has ended. */
export function revoke(io: Io, file: TokenFile): void {
  const client = load_client(io, file.token);
  if (client.ok) {
    token_refresh.revoke(io, client.data, file.token.refresh_token);
  }
  refresh_tokens.remove(io, file.name);
}

/** Takes the turn of a provider that is due first. */
function take_first(io: Io, provider: string): void {
  // Before the sessions (turns_of).
  const files = refresh_tokens.read_all(io).whole;
  const live = rpcd_sessions.list_sso_sessions(io);
  const saved = saved_config.saved_sections(io);
  if (!live.ok || !saved.ok) {
    return;
  }
  const now = io.time();
  const turn = turn_schedule.first_due(turn_schedule.turns_of(files, live.data, saved.data, now), provider, now);
  if (turn !== undefined && turn.kind === "question") {
    revalidate(io, turn);
  } else if (turn !== undefined) {
    revoke(io, turn);
  }
}

/** Takes the turn of a provider that is due first, unless another process takes one of the same provider. */
export function take(io: Io, provider: string): void {
  const lock = turn_schedule.turn_lock(io, provider);
  if (io.lock(lock)) {
    take_first(io, provider);
    io.unlock(lock);
  }
}
