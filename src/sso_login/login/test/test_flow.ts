/**
 * The test login of the settings page: a login with settings that are not saved, whose outcome one session of rpcd may read. It
 * opens no session, and leaves nothing that a login uses: no caches, remembered failures or tokens.
 */
import * as bytes from "io/bytes";
import type { JsonObject } from "io/json";
import type { Io } from "../../base/io";
import * as log from "../../base/log";
import type { LogPair } from "../../base/log";
import * as public_names from "../../base/public_names";
import * as store from "../../base/store";
import * as strings from "../../base/strings";
import * as urls from "../../base/urls";
import * as json_values from "../../base/json_values";
import * as hash from "../../jose/hash";
import type { Handshake } from "../../protocol/authorization_request";
import * as provider_calls from "../../protocol/provider_calls";
import type { Provider } from "../../protocol/provider_files";
import { err, ok, type Result } from "../../result";
import * as log_identity from "../../rpcd/log_identity";
import * as rpcd_logins from "../../rpcd/rpcd_logins";
import * as rpcd_sessions from "../../rpcd/rpcd_sessions";
import type { Config } from "../../settings/provider_config";
import * as saved_config from "../../settings/saved_config";
import * as config_validation from "../../settings/config_validation";
import * as page_settings from "../../settings/page_settings";
import * as login_start from "../login_start";
import * as attempt from "../attempt";
import type { ResponseParams } from "../attempt";
import * as browser from "../browser";
import type { Browser } from "../browser";
import * as test_outcome from "./test_outcome";
import type { TestOutcome, TestResult } from "./test_result";
import type { LoggedOutcome } from "./test_outcome";
import * as test_record from "./test_record";
import type { Owner } from "./test_record";

/** Bytes of a ticket. */
const ticket_length = 43;

/** The start of a test: the address at the provider, and the values of the login. */
export interface StartedTest {
  url: string;
  state: string;
  /** The value of the login's own cookie. */
  cookie: string;
}

/** The hash of a live session's id, by which its test is kept; undefined without such a session. */
function live_session(io: Io, sid: string): string | undefined {
  return rpcd_sessions.session_values(io, sid) !== undefined ? hash.hash_sha256_hex(sid) : undefined;
}

/** Checks that the session that began the test is live: its user has not logged out. */
function check_alive(io: Io, owner: Owner): Result<true> {
  const list = io.ubus_call_all("session", "list", {});
  if (!list.ok) {
    return err("UBUS_LOGIN_FAILED", { method: "list" });
  }
  const ids = list.data.map((entry) => json_values.text_of(entry.ubus_rpc_session));
  const is_alive = ids.some((sid) => hash.hash_sha256_hex(sid) === owner.session);
  return is_alive ? ok(true) : err("STATE_NOT_FOUND", { test: true, reason: "the session that began it has ended" });
}

/**
 * Begins a test for a session, and returns the address for the new tab. The settings `{values, roles}` are validated as saved ones are; the
 * saved secret is sent only to the provider that it was saved for. INVALID_REQUEST, CONFIG_ERROR, INTERNAL_ERROR.
 */
export function begin(io: Io, sid: string, input: JsonObject): Result<{ url: string }> {
  const owner = live_session(io, sid);
  const settings = page_settings.read_settings(io, input);
  if (!settings.ok) {
    return settings;
  }
  if (owner === undefined || settings.data === undefined) {
    return err("INVALID_REQUEST", owner === undefined ? "there is no such session" : "values are missing");
  }
  const saved = saved_config.saved_sections(io);
  const completed = page_settings.completed_sections(settings.data.sections, saved.ok ? saved.data : []);
  const provider = settings.data.provider ?? public_names.first;
  if (completed.unsendable.includes(provider)) {
    const own = page_settings.values_of(completed.sections, provider);
    return own.token_endpoint_auth_method === "private_key_jwt"
      ? err("CONFIG_ERROR", { option: "issuer_url", must: { id: "saved_first" } })
      : err("CONFIG_ERROR", { option: "client_secret", must: { id: "typed_anew" } });
  }
  const tested = { sections: completed.sections, provider };
  const config = config_validation.from_sections(completed.sections, provider);
  if (!config.ok) {
    return config;
  }
  const router = urls.parse_https(config.data.redirect_uri);
  const ticket = bytes.base64url_encode(hash.random(32));
  test_record.clean(io);
  if (router === undefined || !test_record.save_snapshot(io, owner, ticket, tested)) {
    return err("INTERNAL_ERROR", { reason: "cannot store the test", path: io.paths.run_dir });
  }
  return ok({ url: router.origin + "/cgi-bin/sso-login/?test=" + ticket });
}

/** The outcome of the session's last test. INVALID_REQUEST without a live session. */
export function result(io: Io, sid: string): Result<TestResult> {
  const owner = live_session(io, sid);
  return owner === undefined
    ? err("INVALID_REQUEST", "there is no such session")
    : ok(test_record.outcome_of(io, owner));
}

/** The configuration of a test, and its owner. */
interface Test {
  owner: Owner;
  config: Config;
}

function load_test(io: Io, owner: Owner): Result<Test> {
  const alive = check_alive(io, owner);
  if (!alive.ok) {
    return alive;
  }
  const settings = test_record.snapshot_of(io, owner);
  if (!settings.ok) {
    return settings;
  }
  const config = config_validation.from_sections(settings.data.sections, settings.data.provider ?? public_names.first);
  if (!config.ok) {
    return config;
  }
  // The saved setting decides what the log says of the user.
  const may_name = log_identity.setting(io).log_identity !== false;
  config.data.log_identity = may_name && config.data.log_identity !== false;
  return ok({ owner, config: config.data });
}

/** Runs calls to the provider with a folder of their own, which is removed; INTERNAL_ERROR where it cannot be made. */
function asking_apart<T>(io: Io, config: Config, run: (this: void) => Result<T>): Result<T> {
  const folder = store.path_of(io, test_record.folder_prefix + bytes.hex_encode(hash.random(8)));
  config.folder = folder;
  const outcome =
    io.make_dir(folder) !== "failed" ? run() : err("INTERNAL_ERROR", { reason: "cannot write", path: folder });
  store.remove_all(io, folder, "");
  io.remove(folder);
  return outcome;
}

/** Logs the outcome of a test, and keeps it for the session that began it; INTERNAL_ERROR where it cannot be kept. */
function finish_test(io: Io, test: Test, remote: string, outcome: TestOutcome, who: LogPair[]): Result<undefined> {
  const facts: LogPair[] = [
    ["provider", test.config.log_name],
    ["remote", remote],
  ];
  const ended: LogPair[] = [
    ["outcome", json_values.text_of(outcome.code) !== "" ? json_values.text_of(outcome.code) : "granted"],
    ["session", test.owner.session.substring(0, 8)],
  ];
  log.event(io, "notice", "TEST_LOGIN", facts.concat(who, ended));
  outcome.provider = test.config.provider;
  outcome.redirect_uri = test.config.redirect_uri;
  return test_record.save_outcome(io, test.owner, outcome)
    ? ok(undefined)
    : err("INTERNAL_ERROR", { reason: "cannot store the outcome", path: io.paths.run_dir });
}

/** All test logins take turns, at whatever provider, by the lock of the first one. */
const all_tests: Provider = {};

/** Runs a step of a test login in its turn; RATE_LIMITED where another test waits for its provider. */
function in_turn<T>(io: Io, run: (this: void) => Result<T>): Result<T> {
  // Failures are remembered by address, and none has this one.
  return provider_calls.asking(io, all_tests, "test", run);
}

/** Uses up a ticket and begins the test login that it is for. */
function begin_login(io: Io, ticket: string, remote: string): Result<StartedTest | undefined> {
  const owner = test_record.take_ticket(io, ticket);
  if (!owner.ok) {
    return owner;
  }
  const test = load_test(io, owner.data);
  if (!test.ok) {
    return test;
  }
  const own = browser.create_value();
  const options = { state_prefix: public_names.test_state, cookie_hash: own.hash };
  const config = test.data.config;
  const begun = asking_apart(io, config, () => login_start.begin(io, config, options));
  if (!begun.ok) {
    return finish_test(io, test.data, remote, test_outcome.refused(begun), []);
  }
  const handshake = begun.data.handshake;
  return test_record.save_record(io, test.data.owner, handshake)
    ? ok({ url: begun.data.url, state: handshake.state, cookie: own.value })
    : err("INTERNAL_ERROR", { reason: "cannot store the handshake", path: io.paths.run_dir });
}

/**
 * The first request of the tab: uses up the ticket. Undefined where the test has ended with an outcome already, as the provider
 * cannot be asked. STATE_NOT_FOUND for a ticket that is unknown or used, RATE_LIMITED while another login waits for the provider.
 */
export function start(io: Io, ticket: string, remote: string): Result<StartedTest | undefined> {
  return ticket.length === ticket_length && strings.consists_of(ticket, "unreserved")
    ? in_turn(io, () => begin_login(io, ticket, remote))
    : err("INVALID_REQUEST", { parameter: "test" });
}

/** Goes the way of a login, but for registry and session. */
function try_login(io: Io, config: Config, handshake: Handshake, params: ResponseParams): Result<LoggedOutcome> {
  const state = attempt.state_of(params);
  const accepted = state.ok ? attempt.accept(config, handshake, params) : state;
  const issued = accepted.ok ? attempt.redeem(io, accepted.data) : accepted;
  const verified = issued.ok ? attempt.verify_login(io, issued.data, handshake) : issued;
  if (!verified.ok) {
    return verified;
  }
  const rules = rpcd_logins.role_rules(io, config, false);
  const user = rules.ok ? attempt.complete(io, verified.data, rules.data, handshake) : rules;
  return user.ok ? ok(test_outcome.of_claims(io, config, user.data.claims, user.data.rules, user.data.notes)) : user;
}

/** The provider's answer to a test login. */
export interface TestCallbackInput {
  params: ResponseParams;
  browser: Browser;
  remote: string;
  /** The further provider at whose address it came. */
  provider?: string;
}

/** Uses up the record of a test login, and finishes it. */
function finish_login(io: Io, answer: TestCallbackInput, state: string): Result<undefined> {
  const taken = test_record.take_record(io, state);
  if (!taken.ok) {
    return taken;
  }
  const test = load_test(io, taken.data.owner);
  if (!test.ok) {
    return test;
  }
  const config = test.data.config;
  const is_own = answer.provider === config.provider;
  const tried = is_own
    ? asking_apart(io, config, () => try_login(io, config, taken.data.handshake, answer.params))
    : err("IDP_ERROR", { reason: "the login began at another provider" });
  return tried.ok
    ? finish_test(io, test.data, answer.remote, tried.data.outcome, tried.data.who)
    : finish_test(io, test.data, answer.remote, test_outcome.refused(tried), []);
}

/**
 * The second request of the tab. Fails as a login does where the answer is not of this browser's test, and with STATE_NOT_FOUND
 * where the session has ended; everything else is the outcome, which `result` returns.
 */
export function finish(io: Io, answer: TestCallbackInput): Result<undefined> {
  const state = json_values.text_of(answer.params.state);
  const found = test_record.look(io, state);
  const is_own = attempt.check_browser(answer.browser, state, found !== undefined ? found.handshake : undefined);
  return is_own.ok ? in_turn(io, () => finish_login(io, answer, state)) : is_own;
}
