/** Repairs rpcd's sections where passwords are not as they should be. */
import type { Io, UciSection } from "../base/io";
import * as log from "../base/log";
import type { LogPair } from "../base/log";
import { ok, type Result } from "../result";
import * as login_settings from "../settings/login_settings";
import * as saved_config from "../settings/saved_config";
import * as administrators from "./administrators";
import * as guard from "./guard";
import * as password_transitions from "./password_transitions";
import * as password_sections from "./password_sections";
import type { PasswordCause, PasswordState } from "./password_state";
import * as password_trial from "./password_trial";
import * as reconcile from "../rpcd/reconcile";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import * as ways_in from "./ways_in";

const words_of_obstacle: { [blocked in ways_in.Obstacle]: PasswordCause } = {
  disabled: "disabled",
  config_wrong: "configuration",
  not_everything: "roles",
};

/** The reason why passwords must be restored, for the log; undefined where they stay refused. */
function reason_to_restore(io: Io, sections: UciSection[], is_service: boolean): PasswordCause | undefined {
  if (sections.some((section) => password_sections.is_changed_by_hand(section))) {
    return "hand";
  }
  if (password_transitions.state_of(sections) === "trial" && password_trial.seconds_left(io) === 0) {
    return "trial";
  }
  const saved = saved_config.saved_sections(io);
  if (saved.ok ? !password_transitions.is_wanted_off(io) : is_service) {
    return "configuration";
  }
  const obstacle = is_service && saved.ok ? ways_in.find(io, saved.data).obstacle : undefined;
  return obstacle !== undefined ? words_of_obstacle[obstacle] : undefined;
}

function has_marks(sections: UciSection[]): boolean {
  return sections.some((section) => password_sections.is_marked(section));
}

/** Whether nothing has to be written, which is usual and takes no lock. */
function is_settled(io: Io, sections: UciSection[], is_service: boolean): boolean {
  if (!has_marks(sections)) {
    return !password_trial.is_there(io) && !password_transitions.is_wanted_off(io);
  }
  const users = password_transitions.exempt_users(io);
  return (
    !sections.some((one) => password_sections.is_lockable(one, users) || password_sections.is_exempt(one, users)) &&
    guard.is_current(io) &&
    password_transitions.demand_of(io, sections) === "keep" &&
    reason_to_restore(io, sections, is_service) === undefined
  );
}

/** Removes what is left where no password is refused: of a killed process, or beside a file of rpcd that replaced ours; warns of an option that was set by hand. */
function clean_up(io: Io): void {
  if (password_trial.is_there(io) || guard.is_there(io)) {
    const is_replaced = password_transitions.is_wanted_off(io);
    password_transitions.clean_up(io);
    if (is_replaced && !password_transitions.is_wanted_off(io)) {
      password_transitions.note(io, "on", [["by", "rpcd"]], []);
    }
  } else if (password_transitions.is_wanted_off(io)) {
    log.event(io, "warning", "PASSWORD_LOGIN_NOT_ARMED", [["reason", "option password_login alone turns nothing off"]]);
  }
}

/** Restores all passwords where they must be, else refuses those of sections that are new. The caller holds the lock. */
function repair(io: Io, sections: UciSection[], is_service: boolean): Result<PasswordState> {
  if (!has_marks(sections)) {
    clean_up(io);
    return ok("on");
  }
  const reason = reason_to_restore(io, sections, is_service);
  if (reason !== undefined) {
    const restored = password_transitions.restore(io, [["by", reason]]);
    return restored.ok ? ok("on") : restored;
  }
  const demand = password_transitions.demand_of(io, sections);
  if (demand === "try") {
    return password_transitions.try_settings(io, sections);
  }
  const is_trial = demand === "keep" && password_transitions.state_of(sections) === "trial";
  const known = password_sections.settings_hash_of(sections);
  const proved = demand === "confirm" ? login_settings.settings_hash(io) : known;
  const state = is_trial ? "trial" : "off";
  const locked = password_sections.lock(io, password_transitions.exempt_users(io), { is_trial, settings_hash: proved });
  if (!locked.ok) {
    return password_transitions.note_failure(io, locked);
  }
  if (!is_trial) {
    password_trial.finish(io);
  }
  // Missing after a backup was restored, which may have turned passwords off.
  const is_installed = !guard.is_current(io) && guard.install(io).ok;
  if (locked.data.length > 0 || is_installed) {
    const by: PasswordCause = demand === "keep" ? "upkeep" : known !== "" ? "settings" : "upgrade";
    password_transitions.note(io, state, [["by", by]], locked.data);
  }
  return ok(state);
}

/**
 * Makes rpcd's sections what the option `password_login` and the trial say, and returns the state. `is_service` is set when the
 * service starts or its configuration changes: passwords then also come back where nobody can administer by single sign-on.
 */
export function upkeep(io: Io, is_service: boolean): Result<PasswordState> {
  const known = rpcd_logins.read_sections(io);
  if (known.ok && is_settled(io, known.data, is_service)) {
    const state = password_transitions.state_of(known.data);
    if (state === "on" && is_service) {
      guard.remove(io);
    }
    return ok(state);
  }
  const lock = reconcile.acquire_lock(io);
  if (!lock.ok) {
    return lock;
  }
  const sections = rpcd_logins.read_sections(io);
  const repaired = sections.ok ? repair(io, sections.data, is_service) : sections;
  // The start of a login waits for its provider next, and sync-roles needs the lock to end sessions.
  reconcile.release_lock(io);
  return repaired;
}

/** The settings hash at the start of a login; repairs before, and so begins a trial where the settings are others than the proved ones. */
export function hash_at_start(io: Io): string {
  upkeep(io, false);
  return login_settings.settings_hash(io);
}

/** After a login: an administrator's by settings that are on trial once more confirms them. `who` is the user for the log. */
export function after_login(io: Io, sid: string, who: LogPair[]): void {
  const sections = rpcd_logins.read_sections(io);
  const is_again =
    sections.ok &&
    password_transitions.state_of(sections.data) === "trial" &&
    password_sections.settings_hash_of(sections.data) !== "";
  if (is_again && administrators.refusal_for_session(io, sid, "confirm") === undefined) {
    const by: LogPair[] = [["by", "login"]];
    password_transitions.confirm(io, by.concat(who), false);
  }
}
