/**
 * The ubus object `sso-login`, an exec plugin of rpcd: `list`, or `call METHOD` with the arguments on standard input.
 * Every call is answered by one JSON object; what goes wrong is `{"error": …}`.
 */
import * as protect from "io/protect";
import * as console from "io/console";
import * as json from "io/json";
import type { List } from "io/json";
import * as plugin from "io/plugin";
import * as system from "io/system";
import type { SystemOptions } from "io/system";
import type { Io } from "../base/io";
import * as log from "../base/log";
import * as upkeep from "../login/upkeep";
import * as texts from "../base/texts";
import { err, ok, type Err, type Result } from "../result";
import * as values from "../base/values";
import * as ca from "../settings/ca";
import * as page from "../settings/page";
import * as acl from "../session/acl";
import type { GroupReach } from "../session/lists";
import * as reach from "../session/reach";
import * as rpcd_logins from "../session/rpcd_logins";
import * as session from "../session/session";
import * as run from "../check/run";
import * as version from "../base/version";
import * as load from "../settings/load";
import type { RoleSettings } from "../settings/page";
import * as store from "../base/store";

/** Names and types of arguments, as rpcd wants them. */
const signatures = '{"get":{},"check":{"values":{},"roles":[]},"keep_ca":{"pem":""}}';

/** Seconds after which a check that still holds the lock must have been killed: none takes that long. */
const lock_lifetime = 30;

const busy = "another check is running";

/** An access group as the settings page offers it. */
interface GroupAnswer extends GroupReach {
  description: string;
}

/** A role as it stands. */
interface RoleAnswer {
  name: string;
  anonymous?: boolean;
  email: List<string>;
  group: List<string>;
  sub: List<string>;
  sub_issuer?: string;
  read: List<string>;
  write: List<string>;
}

/** A live session: who, and when it ends if nothing is done, and at the latest; Unix seconds. */
interface SessionAnswer {
  who: string;
  role: string;
  until: number;
  /** Absent where it may last while it is used. */
  latest?: number;
}

/** What the settings page is shown. */
export interface SettingsAnswer {
  values: { [option: string]: string };
  client_secret_set: boolean;
  roles: List<RoleAnswer>;
  /** All access groups of the router, sorted. */
  access_groups: List<GroupAnswer>;
  /** User names of rpcd's local logins, which no role may have. */
  logins: List<string>;
  /** None where rpcd does not answer. */
  sessions: List<SessionAnswer>;
  version: string;
}

/** The access groups by name; of several descriptions the first. */
function access_groups(io: Io): GroupAnswer[] {
  const groups = acl.read_groups(io).groups;
  return reach.of_groups(io, groups).map((group) => {
    const described = groups.find((candidate) => candidate.name === group.name && candidate.description !== "");
    return {
      name: group.name,
      description: described !== undefined ? described.description : "",
      read: group.read,
      write: group.write,
    };
  });
}

function role_answer(role: RoleSettings): RoleAnswer {
  return {
    name: role.name,
    anonymous: role.anonymous,
    email: json.list(role.email),
    group: json.list(role.group),
    sub: json.list(role.sub ?? []),
    sub_issuer: role.sub_issuer,
    read: json.list(role.read),
    write: json.list(role.write),
  };
}

function session_answers(io: Io): SessionAnswer[] {
  const list = session.list_sso_sessions(io);
  const lifetime = upkeep.max_lifetime(io);
  return (list.ok ? list.data : []).map((entry) => {
    const latest = lifetime !== undefined ? (entry.since ?? 0) + lifetime : undefined;
    return {
      who: entry.email !== "" ? entry.email : entry.sub,
      role: entry.role,
      until: Math.min(entry.until, latest ?? entry.until),
      latest,
    };
  });
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
    roles: json.list(page.roles_of(sections.data).map((role) => role_answer(role))),
    access_groups: json.list(access_groups(io)),
    logins: json.list(rpcd_logins.local_logins(rpcd_logins.read(io))),
    sessions: json.list(session_answers(io)),
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
  const report = protect.protect(() => run.run_check(io, settings.data));
  io.remove(path);
  return report;
}

/** Keeps a provider's certificate authority where sysupgrade keeps it; it counts once an option names it. */
function keep_ca(io: Io, input: { [name: string]: unknown }): Result<object> {
  const read = ca.read_certificates(values.text_of(input.pem));
  if (read.pem === undefined) {
    return err("INVALID_REQUEST", { option: "pem", must: read.problem });
  }
  const path = io.paths.etc_dir + "/ca.pem";
  const kept = io.make_dir(io.paths.etc_dir) !== "failed" && io.write_file(path, read.pem);
  return kept ? ok({ path }) : err("INTERNAL_ERROR", { reason: "cannot write", path });
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
  if (method === "keep_ca") {
    return keep_ca(io, input.data);
  }
  return method === "check" ? check(io, input.data) : err("NOT_FOUND", "no such method");
}

/** What the caller reads; a crash goes to the log, and its text no further. */
function explain(io: Io, failure: Err): object {
  const details = texts.in_words(failure.details);
  if (failure.error === "INTERNAL_ERROR") {
    log.event(io, "err", failure.error, log.detail_pairs(details));
    return { error: "something went wrong on the router; the log says more" };
  }
  return { error: typeof details === "string" ? details : failure.error + " " + log.format_details(details) };
}

/** Answers rpcd; returns the exit status. */
export function main(args: string[], options?: SystemOptions): number {
  if (args[0] === "list") {
    console.print(signatures);
    return 0;
  }
  const io = system.create(options ?? {});
  const outcome = protect.protect(() => call(io, args[1], args[0] === "call" ? io.read_input(page.max_input) : ""));
  const answer = outcome.ok ? outcome.data : outcome;
  console.print(plugin.encode_answer(answer.ok ? answer.data : explain(io, answer)));
  return 0;
}
