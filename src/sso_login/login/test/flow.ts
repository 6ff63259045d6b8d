/**
 * The test login of the settings page: a login with settings that are not saved, whose outcome one session of rpcd may read. It
 * opens no session, and leaves nothing that a login uses: neither caches nor remembered failures nor tokens.
 */
import type { JsonObject } from "io/json";
import type { Io } from "../../base/io";
import * as encoding from "../../base/encoding";
import * as log from "../../base/log";
import type { LogPair } from "../../base/log";
import * as names from "../../base/names";
import * as store from "../../base/store";
import * as strings from "../../base/strings";
import * as urls from "../../base/urls";
import * as values from "../../base/values";
import * as hash from "../../jose/hash";
import type { Handshake } from "../../protocol/authorization";
import * as authorization_response from "../../protocol/authorization_response";
import type { Params } from "../../protocol/authorization_response";
import * as back_channel from "../../protocol/back_channel";
import * as calls_lock from "../../protocol/calls_lock";
import { err, ok, type Result } from "../../result";
import * as log_identity from "../../rpcd/log_identity";
import * as rpcd_logins from "../../rpcd/logins";
import * as sessions from "../../rpcd/sessions";
import type { Config } from "../../settings/config";
import * as load from "../../settings/load";
import * as validation from "../../settings/validation";
import * as page from "../../settings/page";
import type { Settings } from "../../settings/page";
import * as identify from "../identify";
import * as initiate from "../start";
import * as login_cookie from "../cookie";
import type { Cookies } from "../cookie";
import * as record from "../record";
import * as test_outcome from "./outcome";
import type { Tested } from "./outcome";
import type { TestOutcome } from "./result";
import * as test_record from "./record";
import type { Owner } from "./record";

/** Bytes of a ticket. */
const ticket_length = 43;

/** What a tab is sent to the provider with. */
export interface Started {
  url: string;
  state: string;
  /** The value of the login's own cookie. */
  cookie: string;
}

/** The live session of an id that rpcd has handed over, as the hash by which everything is kept; undefined where there is none. */
function live_session(io: Io, sid: string): string | undefined {
  return sessions.session_values(io, sid) !== undefined ? hash.hash_sha256_hex(sid) : undefined;
}

/** The session that began the test must live: who has logged out sees nothing of it. */
function check_alive(io: Io, owner: Owner): Result<true> {
  const list = io.ubus_call_all("session", "list", {});
  if (!list.ok) {
    return err("UBUS_LOGIN_FAILED", { method: "list" });
  }
  const ids = list.data.map((entry) => values.text_of(entry.ubus_rpc_session));
  const is_alive = ids.some((sid) => hash.hash_sha256_hex(sid) === owner.session);
  return is_alive ? ok(true) : err("STATE_NOT_FOUND", { test: true, reason: "the session that began it has ended" });
}

/**
 * Begins a test for a session: the settings `{values, roles}` are judged as a save judges them, with the saved secret only for the
 * provider that it was saved for. The answer is the address for the new tab. INVALID_REQUEST, CONFIG_ERROR, INTERNAL_ERROR.
 */
export function begin(io: Io, sid: string, input: JsonObject): Result<{ url: string }> {
  const owner = live_session(io, sid);
  const settings = page.read_settings(io, input);
  if (!settings.ok) {
    return settings;
  }
  if (owner === undefined || settings.data === undefined) {
    return err("INVALID_REQUEST", owner === undefined ? "there is no such session" : "values are missing");
  }
  const saved = load.saved_sections(io);
  const completed = page.completed_sections(settings.data, saved.ok ? saved.data : []);
  const provider = settings.data.provider;
  if (completed.unsendable.includes(provider ?? names.first)) {
    const own = page.values_of(completed.sections, provider);
    return own.token_endpoint_auth_method === "private_key_jwt"
      ? err("CONFIG_ERROR", { option: "issuer_url", must: { id: "saved_first" } })
      : err("CONFIG_ERROR", { option: "client_secret", must: { id: "typed_anew" } });
  }
  const tested: Settings = {
    values: page.values_of(completed.sections),
    providers: page.further_values(completed.sections),
    roles: settings.data.roles,
    provider,
  };
  const config = validation.from_sections(completed.sections, provider);
  if (!config.ok) {
    return config;
  }
  const router = urls.parse_https(config.data.redirect_uri);
  const ticket = encoding.base64url_encode(hash.random(32));
  test_record.clean(io);
  if (router === undefined || !test_record.save_snapshot(io, owner, ticket, tested)) {
    return err("INTERNAL_ERROR", { reason: "cannot store the test", path: io.paths.run_dir });
  }
  return ok({ url: router.origin + "/cgi-bin/sso-login/?test=" + ticket });
}

/** What the session's last test has come to. INVALID_REQUEST for a session that does not live. */
export function result(io: Io, sid: string): Result<object> {
  const owner = live_session(io, sid);
  return owner === undefined
    ? err("INVALID_REQUEST", "there is no such session")
    : ok(test_record.outcome_of(io, owner));
}

/** The settings of a test, and whose they are. */
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
  const config = validation.from_sections(page.to_sections(settings.data), settings.data.provider);
  if (!config.ok) {
    return config;
  }
  io.provider = (settings.data.providers ?? []).length > 0 ? config.data.provider : undefined;
  // What the log may say is not the test's to decide.
  const may_name = log_identity.setting(io).log_identity !== false;
  config.data.log_identity = may_name && config.data.log_identity !== false;
  return ok({ owner, config: config.data });
}

/** Calls the provider with a run directory of its own, which is removed; INTERNAL_ERROR where there is none. */
function apart<T>(io: Io, run: (this: void) => Result<T>): Result<T> {
  const run_dir = io.paths.run_dir;
  const folder = store.path_of(io, test_record.folder_prefix + encoding.hex_encode(hash.random(8)));
  io.paths.run_dir = folder;
  const done = store.ensure_run_dir(io) ? run() : err("INTERNAL_ERROR", { reason: "cannot write", path: folder });
  calls_lock.release(io);
  store.remove_all(io, folder, "");
  io.remove(folder);
  io.paths.run_dir = run_dir;
  return done;
}

/** Logs what a test came to, and keeps it for the session that began it; INTERNAL_ERROR where it cannot be kept. */
function finish_test(io: Io, test: Test, remote: string, outcome: TestOutcome, who: LogPair[]): Result<undefined> {
  const facts: LogPair[] = [["remote", remote]];
  const ended: LogPair[] = [
    ["outcome", values.text_of(outcome.code) !== "" ? values.text_of(outcome.code) : "granted"],
    ["session", test.owner.session.substring(0, 8)],
  ];
  log.event(io, "notice", "TEST_LOGIN", facts.concat(who, ended));
  return test_record.save_outcome(io, test.owner, outcome)
    ? ok(undefined)
    : err("INTERNAL_ERROR", { reason: "cannot store the outcome", path: io.paths.run_dir });
}

/**
 * The first request of the tab: uses up the ticket. Undefined where the test has ended with an outcome already, as the provider
 * cannot be asked. STATE_NOT_FOUND for a ticket that does not count, RATE_LIMITED while another login waits for the provider.
 */
export function start(io: Io, ticket: string, remote: string): Result<Started | undefined> {
  const is_ticket = ticket.length === ticket_length && strings.consists_of(ticket, "unreserved");
  // One process at a time asks the provider, and a failure is remembered for no such address.
  const turn = is_ticket ? back_channel.acquire_lock(io, "test") : err("INVALID_REQUEST", { parameter: "test" });
  const taken = turn.ok ? test_record.take_ticket(io, ticket) : turn;
  const test = taken.ok ? load_test(io, taken.data) : taken;
  if (!test.ok) {
    calls_lock.release(io);
    return test;
  }
  const own = login_cookie.create();
  const handshake = record.create();
  handshake.state = test_record.state_prefix + handshake.state;
  handshake.cookie_hash = own.hash;
  const url = apart(io, () => initiate.address_for(io, test.data.config, handshake));
  calls_lock.release(io);
  if (!url.ok) {
    return finish_test(io, test.data, remote, test_outcome.refused(url), []);
  }
  return test_record.save_record(io, test.data.owner, handshake)
    ? ok({ url: url.data, state: handshake.state, cookie: own.value })
    : err("INTERNAL_ERROR", { reason: "cannot store the handshake", path: io.paths.run_dir });
}

/** The last steps of a login but its session: code, tokens, claims, roles. All calls to the provider are made here. */
function try_login(io: Io, config: Config, handshake: Handshake, params: Params): Result<Tested> {
  const response = authorization_response.read_response(params, config.issuer_url);
  const refusal = response.ok ? response.data.refusal : response;
  const attempt = refusal ?? identify.redeem(io, config, { handshake, params });
  if (!attempt.ok) {
    return attempt;
  }
  const claims = identify.verified_claims(io, attempt.data);
  const sections = rpcd_logins.read_sections(io);
  if (!claims.ok || !sections.ok) {
    return claims.ok ? err("CONFIG_ERROR", { config: "rpcd" }) : claims;
  }
  const rules = identify.rules_of(config, sections.data);
  const known = identify.complete_claims(io, attempt.data, claims.data, rules);
  return known.ok ? ok(test_outcome.of_claims(io, config, known.data.claims, rules, known.data.notes)) : known;
}

/** The provider's answer to a test login. */
export interface TestAnswer {
  params: Params;
  cookies: Cookies;
  remote: string;
  /** The further provider at whose address it came. */
  provider?: string;
}

/**
 * The second request of the tab. Fails as a login does where the answer is not of this browser's test, and with STATE_NOT_FOUND
 * where the session has ended; everything else is the outcome, which `result` gives.
 */
export function finish(io: Io, answer: TestAnswer): Result<undefined> {
  const state = answer.params.state ?? "";
  const found = test_record.look(io, state);
  const browser = login_cookie.check(answer.cookies, state, found !== undefined ? found.handshake : undefined);
  const turn = browser.ok ? back_channel.acquire_lock(io, "test") : browser;
  const taken = turn.ok ? test_record.take_record(io, state) : turn;
  if (!taken.ok) {
    calls_lock.release(io);
    return taken;
  }
  const handshake = taken.data.handshake;
  const same_browser = login_cookie.check(answer.cookies, state, handshake);
  const test = same_browser.ok ? load_test(io, taken.data.owner) : same_browser;
  if (!test.ok) {
    calls_lock.release(io);
    return test;
  }
  const is_own = (answer.provider ?? names.first) === test.data.config.provider;
  const tested = is_own
    ? apart(io, () => try_login(io, test.data.config, handshake, answer.params))
    : err("IDP_ERROR", { reason: "the login began at another provider" });
  calls_lock.release(io);
  return tested.ok
    ? finish_test(io, test.data, answer.remote, tested.data.outcome, tested.data.who)
    : finish_test(io, test.data, answer.remote, test_outcome.refused(tested), []);
}
