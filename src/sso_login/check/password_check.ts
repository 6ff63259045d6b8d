/** The part of the check for a router whose passwords are refused: the ways in that are left. */
import * as json from "io/json";
import type { UciSection } from "../base/io";
import * as json_values from "../base/json_values";
import * as strings from "../base/strings";
import * as acl from "../rights/acl";
import * as administrators from "../passwords/administrators";
import * as password_state from "../passwords/password_state";
import * as password_sections from "../passwords/password_sections";
import * as proxy from "./proxy";
import * as password_trial from "../passwords/password_trial";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import * as rpcd_sessions from "../rpcd/rpcd_sessions";
import * as way_back from "./way_back";
import * as ways_in from "../passwords/ways_in";
import * as report from "./report";
import type { Run } from "./report";

/** Notes users of `password_user` that may change everything. */
function check_users(run: Run, sections: UciSection[]): void {
  const users = password_state.exempt_users(run.io);
  const groups = acl.read_groups(run.io).groups;
  const strong = sections.filter((section) => {
    const role = { write: json_values.strings_of(section.options.write) ?? [] };
    const name = section.options.username;
    return (
      rpcd_logins.is_local(section) &&
      typeof name === "string" &&
      users.includes(name) &&
      acl.change_everything(run.io, groups, [role])
    );
  });
  report.warn_of(run, "passwords_user_strong", "users", password_sections.users_of(strong));
}

/** Notes users whose programs have a session at /ubus by a password that is refused now. */
function check_programs(run: Run, locked: string[]): void {
  const users: string[] = [];
  for (const entry of rpcd_sessions.list_local_sessions(run.io)) {
    if (!entry.is_at_luci && locked.includes(entry.username)) {
      strings.add_missing(users, [entry.username]);
    }
  }
  report.warn_of(run, "passwords_programs", "users", users);
}

function check_ways(run: Run): void {
  if (way_back.find(run.io) === "none") {
    report.warning(run, "passwords_no_way_back");
  }
  const address = proxy.unlisted(run.io);
  if (address !== undefined) {
    report.warning(run, "passwords_proxy", { address });
  }
  if (way_back.root_without_password(run.io)) {
    report.warning(run, "passwords_root_empty");
  }
}

/** Judges refused passwords; `checked` are the sections of this service, saved or not. */
export function check_passwords(run: Run, checked: UciSection[]): void {
  const known = rpcd_logins.read_sections(run.io);
  if (!known.ok) {
    return;
  }
  const sections = known.data;
  const state = password_sections.state_of(sections);
  const found = ways_in.find(run.io, checked);
  const faults = { faults: json.list(found.faults) };
  if (state === "on") {
    if (password_state.is_wanted_off(run.io)) {
      report.warning(run, "passwords_not_armed");
    }
    // Faults of providers are findings of their own.
    if (found.obstacle === "not_everything") {
      report.ok(run, "passwords_needed", faults);
    }
    return;
  }
  run.passwords_refused = true;
  if (found.obstacle === "disabled" || found.obstacle === "config_wrong") {
    report.error(run, "passwords_nobody", faults);
  } else if (state === "trial") {
    report.warning(run, "passwords_trial", { seconds: `${password_trial.seconds_left(run.io)}` });
  } else {
    report.ok(run, "passwords_off");
  }
  if (found.obstacle === "not_everything") {
    report.error(run, "passwords_no_administrator", faults);
  } else if (found.obstacle === undefined && administrators.is_single(run.io)) {
    report.warning(run, "passwords_single_administrator");
  }
  check_ways(run);
  check_users(run, sections);
  const locked = sections.filter((section) => password_sections.is_locked(section));
  check_programs(run, password_sections.users_of(locked));
}
