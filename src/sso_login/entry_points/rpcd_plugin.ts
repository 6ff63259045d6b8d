/**
 * The ubus object `sso-login`, an exec plugin of rpcd: `list`, or `call METHOD` with the arguments on standard input. The answer
 * of a call is one JSON object, `{"error": …}` where it fails. `list` also starts `restore`, which gives live sessions their rights.
 */
import * as protect from "io/protect";
import * as console from "io/console";
import * as json from "io/json";
import type { JsonObject } from "io/json";
import * as plugin from "io/plugin";
import * as system from "io/system";
import type { Io } from "../base/io";
import * as failure_facts from "../base/failure_facts";
import * as log from "../base/log";
import * as public_names from "../base/public_names";
import type { LogPair } from "../base/log";
import * as log_texts from "../base/log_texts";
import { err, ok, type Err, type Result } from "../result";
import * as json_values from "../base/json_values";
import * as saved_config from "../settings/saved_config";
import * as luci_changes from "./commands/luci_changes";
import * as certificates from "../settings/certificates";
import * as option_forms from "../settings/option_forms";
import * as page_settings from "../settings/page_settings";
import * as client_keys from "../jose/client_keys";
import * as reconcile from "../rpcd/reconcile";
import * as registering from "../registration/registering";
import * as check_run from "../check/check_run";
import * as store from "../base/store";
import * as password_events from "../passwords/password_events";
import * as test_flow from "../login/test/test_flow";
import * as panels from "../answers/panels";
import * as password_method from "../answers/password_method";
import * as refusal_findings from "../answers/refusal_findings";
import * as settings_answer from "../answers/settings_answer";
import type { TestAnswer } from "../answers/ubus_answers";

/** Names and types of arguments, in the form of rpcd. */
const signatures =
  '{"get":{"part":""},"check":{"values":{},"roles":[],"providers":[],"provider":""},"check_step":{},"keep_ca":{"pem":"","provider":""},"end_session":{"id":""},"history":{"changes_only":false},' +
  '"preview":{"values":{},"roles":[],"providers":[],"provider":"","email":"","groups":[],"sub":""},' +
  '"test_start":{"values":{},"roles":[],"providers":[],"provider":""},"test_result":{},' +
  '"password_login":{"state":"","end_sessions":false},"key":{"alg":"","retire":false},"register":{"values":{},"roles":[],"providers":[],"provider":"","token":""}}';

const step_file = "check_step";

/** Runs one check at a time, as each keeps a process for seconds; the lock ends with the process. */
function check(io: Io, input: { [name: string]: unknown }): Result<object> {
  const settings = page_settings.read_settings(io, input);
  if (!settings.ok) {
    return settings;
  }
  const provider = json_values.text_of(input.provider);
  if (!store.ensure_run_dir(io)) {
    return err("RATE_LIMITED", "the run directory cannot be written");
  }
  if (!io.lock(store.path_of(io, "check.lock"))) {
    return err("RATE_LIMITED", "another check is running");
  }
  const path = store.path_of(io, step_file);
  const report = check_run.run_check(io, settings.data, provider !== "" ? provider : undefined, (step) => {
    store.write(io, path, { step });
  });
  io.remove(path);
  return ok(report);
}

/** The step of the running check; "" where none runs. */
function check_step(io: Io): Result<object> {
  const record = store.read(io, store.path_of(io, step_file));
  return ok({ step: record !== undefined ? json_values.text_of(record.step) : "" });
}

/**
 * Writes a provider's certificate authority to a file that sysupgrade keeps. It has an effect once an option names it: where one does
 * already, that is a change, and logged.
 */
function keep_ca(io: Io, input: JsonObject, sid: string): Result<object> {
  const read = certificates.read_certificates(json_values.text_of(input.pem));
  if (read.pem === undefined) {
    return err("INVALID_REQUEST", { option: "pem", must: read.problem });
  }
  const provider = json_values.text_of(input.provider);
  const path = io.paths.etc_dir + (option_forms.is_provider_name(provider) ? "/ca-" + provider + ".pem" : "/ca.pem");
  const is_same = io.read_file(path, page_settings.max_input) === read.pem;
  if (io.make_dir(io.paths.etc_dir) === "failed" || !io.write_file(path, read.pem)) {
    return err("INTERNAL_ERROR", { reason: "cannot write", path });
  }
  const users = saved_config.providers_with(io, "ca_file", path);
  if (users.length > 0 && !is_same) {
    const options = users.map((name) => `${public_names.package_name}.${name}.ca_file`);
    luci_changes.log_at_once(io, sid, public_names.package_name, options);
  }
  return ok({ path });
}

/** Makes a key of an algorithm, or removes the older ones; returns the public keys. */
function key(io: Io, input: { [name: string]: unknown }): Result<object> {
  const alg = json_values.text_of(input.alg);
  const done: Result<unknown> =
    input.retire === true ? client_keys.retire(io) : client_keys.make(io, alg !== "" ? alg : "ES256");
  return done.ok ? ok({ jwks: client_keys.public_set(io) }) : done;
}

/** Registers the router with the options on the page, saved or not; the configuration changes at once. The token is not stored. */
function register_router(io: Io, input: JsonObject, sid: string): Result<object> {
  const settings = page_settings.read_settings(io, input);
  if (!settings.ok) {
    return settings;
  }
  const shown: page_settings.Settings = settings.data ?? { sections: [] };
  const provider = shown.provider ?? public_names.first;
  const outcome = registering.carry_out(io, {
    action: "register",
    provider,
    options: page_settings.values_of(shown.sections, provider),
    token: json_values.text_of(input.token),
  });
  if (outcome.report.findings.some((finding) => finding.id === "register_ok")) {
    panels.note_registration(io, sid, provider);
  }
  return ok(outcome.report);
}

/** The session's last test login, with the findings about a refusal. */
function test_result(io: Io, sid: string): Result<TestAnswer> {
  const found = test_flow.result(io, sid);
  if (!found.ok) {
    return found;
  }
  const outcome = found.data.outcome ?? {};
  return ok({
    state: found.data.state,
    outcome: found.data.outcome,
    findings: json.list(refusal_findings.of_refusal(outcome)),
  });
}

/** The methods; `sid` is the caller's session. */
const methods: {
  [name: string]: ((this: void, io: Io, input: JsonObject, sid: string) => Result<object>) | undefined;
} = {
  get: (io, input, sid) => settings_answer.get_settings(io, sid, json_values.text_of(input.part)),
  check,
  check_step,
  keep_ca,
  end_session: panels.end_session,
  history: panels.last_logins,
  preview: panels.what_would_get,
  test_start: (io, input, sid) => test_flow.begin(io, sid, input),
  key,
  register: register_router,
  password_login: password_method.call,
  test_result: (io, _input, sid) => test_result(io, sid),
};

/** Methods that change at once what a login depends on: where passwords are off, the settings are then on trial. */
const changing = ["keep_ca", "key", "register"];

function call(io: Io, method: string | undefined, text: string | undefined): Result<object> {
  if (text === undefined) {
    return err("INPUT_TOO_LARGE", "the arguments are too long");
  }
  const input: Result<JsonObject> = text === "" ? ok({}) : json.decode_object(text);
  if (!input.ok) {
    return err("INVALID_REQUEST", "the arguments are not a JSON object");
  }
  password_events.end_overdue_trial(io);
  const answer = methods[json_values.text_of(method)];
  if (answer === undefined) {
    return err("NOT_FOUND", "no such method");
  }
  // The web server adds the caller's session, and refuses a call that names one.
  const answered = answer(io, input.data, json_values.text_of(input.data.ubus_rpc_session));
  if (changing.includes(json_values.text_of(method))) {
    password_events.catch_up(io, "other");
  }
  return answered;
}

/** The answer for a failure; the text of a crash goes only to the log. */
function explain(io: Io, failure: Err): object {
  const details = log_texts.details_in_english(failure.details);
  const text = failure_facts.details_of(failure);
  if (failure.error === "INTERNAL_ERROR") {
    log.event(io, "err", failure.error, log.detail_pairs(details));
    return { error: "something went wrong on the router; the log says more" };
  }
  return { error: typeof text === "string" ? text : failure.error + " " + log.format_details(details) };
}

/** `restore`: gives sessions the rights that a reload of rpcd or a change of access groups took or gave; logs a failure. */
function restore_rights(io: Io): void {
  password_events.catch_up(io, "other");
  const restored = reconcile.reconcile(io);
  if (!restored.ok) {
    const facts: LogPair[] = [["error", restored.error]];
    const details = log_texts.details_in_english(restored.details);
    log.event(io, "err", "RIGHTS_NOT_RESTORED", facts.concat(log.detail_pairs(details)));
  }
}

/**
 * `list`: the only word by which rpcd tells that it starts or reloads, and then live sessions have the rights of one role each. So beside the
 * names of the methods this starts `restore`, a process of its own: rpcd waits for the end of this one's output, and `restore` for rpcd.
 */
function at_start_of_rpcd(io: Io): void {
  console.print(signatures);
  io.start(io.paths.plugin, "restore");
}

/** `call`: prints the answer of a method. */
function answer_call(io: Io, args: string[]): void {
  const outcome = protect.protect(() => {
    const input = args[0] === "call" ? io.read_input(page_settings.max_input) : "";
    return call(io, args[1], input);
  });
  const answer = outcome.ok ? outcome.data : outcome;
  console.print(plugin.encode_answer(answer.ok ? answer.data : explain(io, answer)));
}

/** Answers rpcd, and does what `list` starts; returns the exit status. */
export function main(args: string[], options?: system.SystemOptions): number {
  const io = system.create(options ?? {});
  if (args[0] === "list") {
    at_start_of_rpcd(io);
  } else if (args[0] === "restore") {
    protect.protect(() => restore_rights(io));
  } else {
    answer_call(io, args);
  }
  return 0;
}
