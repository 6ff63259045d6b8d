/**
 * The ubus object `sso-login`, an exec plugin of rpcd: `list`, or `call METHOD` with the arguments on standard input.
 * Every call is answered by one JSON object; what goes wrong is `{"error": …}`.
 */
import * as cgi from "io/cgi";
import * as console from "io/console";
import * as json from "io/json";
import * as plugin from "io/plugin";
import * as system from "io/system";
import type { SystemOptions } from "io/system";
import type { Io } from "../base/io";
import * as log from "../base/log";
import { err, ok, type Err, type Result } from "../result";
import * as page from "../settings/page";
import * as acl from "../session/acl";
import * as run from "../check/run";
import * as strings from "../base/strings";
import * as version from "../base/version";
import * as load from "../settings/load";
import type { Settings } from "../settings/page";
import * as store from "../base/store";

/** Names and types of arguments, as rpcd wants them. */
const signatures = '{"get":{},"check":{"values":{},"roles":[]}}';

/** Seconds after which a check that still holds the lock must have been killed: none takes that long. */
const lock_lifetime = 30;

const busy = "another check is running";

/** What the settings page is shown. */
export interface SettingsAnswer extends Settings {
  client_secret_set: boolean;
  /** All access groups of the router, sorted. */
  access_groups: { name: string; description: string }[];
  /** User names of rpcd's local logins, which no role may have. */
  logins: string[];
  version: string;
}

/** The access groups by name; of several descriptions the first. */
function access_groups(io: Io): { name: string; description: string }[] {
  const found: { [name: string]: string } = {};
  for (const group of acl.read_groups(io).groups) {
    const known = found[group.name] ?? "";
    found[group.name] = known !== "" ? known : group.description;
  }
  return strings.sorted_keys(found).map((name) => ({ name, description: found[name] ?? "" }));
}

/** Everything the settings page shows, however wrong it is; CONFIG_ERROR when UCI cannot read the package. */
export function get_settings(io: Io): Result<SettingsAnswer> {
  const sections = load.saved_sections(io);
  if (!sections.ok) {
    return sections;
  }
  return ok({
    values: page.shown_values(sections.data),
    client_secret_set: (page.values_of(sections.data).client_secret ?? "") !== "",
    roles: page.roles_of(sections.data),
    access_groups: access_groups(io),
    logins: load.local_logins(io),
    version: version.version,
  });
}

/** Takes the lock of checks; else why not. */
function lock(io: Io, path: string): string | undefined {
  const made = store.ensure_run_dir(io) ? io.make_dir(path) : "failed";
  if (made !== "exists") {
    return made === "created" ? undefined : "the run directory cannot be written";
  }
  const held = io.file_info(path);
  const age = held !== undefined ? io.time() - held.mtime : lock_lifetime;
  if (age < 0 || age >= lock_lifetime) {
    io.remove(path);
    return io.make_dir(path) === "created" ? undefined : busy;
  }
  return busy;
}

/** One check at a time: each may keep a process and a connection for seconds. */
function check(io: Io, input: { [name: string]: unknown }): Result<object> {
  const settings = page.read_settings(io, input);
  if (!settings.ok) {
    return settings;
  }
  const path = store.path_of(io, "check.lock");
  const problem = lock(io, path);
  if (problem !== undefined) {
    return err("RATE_LIMITED", problem);
  }
  const report = cgi.protect(() => run.run_check(io, settings.data));
  io.remove(path);
  return report;
}

function call(io: Io, method: string | undefined, text: string | undefined): Result<object> {
  if (text === undefined) {
    return err("INPUT_TOO_LARGE", "the arguments are too long");
  }
  const input = text === "" ? ok({}) : json.decode_object(text);
  if (!input.ok) {
    return err("INVALID_REQUEST", "the arguments are not a JSON object");
  }
  if (method === "get") {
    return get_settings(io);
  }
  return method === "check" ? check(io, input.data) : err("NOT_FOUND", "no such method");
}

/** What the caller is told; a crash goes to the log, and its text no further. */
function explain(io: Io, failure: Err): object {
  if (failure.error === "INTERNAL_ERROR") {
    log.event(io, "err", failure.error, log.detail_pairs(failure.details));
    return { error: "something went wrong on the router; the log says more" };
  }
  const plain = typeof failure.details === "string";
  return { error: plain ? failure.details : failure.error + " " + log.format_details(failure.details) };
}

/** Answers rpcd; returns the exit status. */
export function main(args: string[], options?: SystemOptions): number {
  if (args[0] === "list") {
    console.print(signatures);
    return 0;
  }
  const io = system.create(options ?? {});
  const outcome = cgi.protect(() => call(io, args[1], args[0] === "call" ? plugin.read_input(page.max_input) : ""));
  const answer = outcome.ok ? outcome.data : outcome;
  console.print(plugin.encode_answer(answer.ok ? answer.data : explain(io, answer)));
  return 0;
}
