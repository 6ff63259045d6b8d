/** Keeps rpcd's sections in agreement with what was decided about passwords. */
import type { Io, UciSection } from "../base/io";
import * as log from "../base/log";
import { ok, type Result } from "../result";
import * as load from "../settings/load";
import * as guard from "./guard";
import * as transitions from "./transitions";
import * as password_sections from "./sections";
import type { PasswordState } from "./state";
import * as trial from "./trial";
import * as reconcile from "../rpcd/reconcile";
import * as rpcd_logins from "../rpcd/logins";
import * as ways_in from "./ways_in";
import type { Obstacle } from "./ways_in";

/** What the log says of each. */
const words_of_obstacle: { [blocked in Obstacle]: string } = {
  disabled: "disabled",
  config_wrong: "configuration",
  not_everything: "roles",
};

/** What gave passwords back, or must give them back now; undefined where they stay as they are. */
function reason_to_restore(io: Io, sections: UciSection[], is_service: boolean): string | undefined {
  if (sections.some((section) => password_sections.is_changed_by_hand(section))) {
    return "hand";
  }
  if (transitions.state_of(sections) === "trial" && trial.seconds_left(io) === 0) {
    return "trial";
  }
  const saved = load.saved_sections(io);
  if (saved.ok ? !transitions.is_wanted_off(io) : is_service) {
    return "configuration";
  }
  const blocked = is_service && saved.ok ? ways_in.obstacle(io, saved.data) : undefined;
  return blocked !== undefined ? words_of_obstacle[blocked] : undefined;
}

/** No password is refused: what a process left that was killed while it turned them off is removed, and an option that was only set by uci is named. */
function without_marks(io: Io): Result<PasswordState> {
  const was_begun = trial.is_there(io) || guard.is_there(io);
  if (was_begun) {
    transitions.clean_up(io);
  } else if (transitions.is_wanted_off(io)) {
    log.event(io, "warning", "PASSWORD_LOGIN_NOT_ARMED", [["reason", "option password_login alone turns nothing off"]]);
  }
  return ok("on");
}

/** Whether passwords are refused as they are to be, and stay so: the usual case, for which no lock is taken. */
function is_settled(io: Io, sections: UciSection[], is_service: boolean): boolean {
  const users = transitions.exempt_users(io);
  const is_done = !sections.some(
    (section) => password_sections.is_lockable(section, users) || password_sections.is_exempt(section, users),
  );
  const is_off = transitions.state_of(sections) !== "on";
  return is_off && is_done && reason_to_restore(io, sections, is_service) === undefined;
}

/**
 * Brings rpcd's sections in agreement with what was decided: passwords come back where they were to come back, and those of
 * sections that are new are refused as well. `is_service` where the service begins or reads its configuration anew: passwords then
 * come back, too, where single sign-on is off or cannot work at any provider. The answer is the state that holds then.
 */
export function upkeep(io: Io, is_service: boolean): Result<PasswordState> {
  const known = rpcd_logins.read_sections(io);
  const is_idle = known.ok && !known.data.some((section) => password_sections.is_marked(section));
  if (is_idle && !trial.is_there(io) && !transitions.is_wanted_off(io)) {
    if (is_service) {
      guard.remove(io);
    }
    return ok("on");
  }
  if (known.ok && is_settled(io, known.data, is_service)) {
    return ok(transitions.state_of(known.data));
  }
  const lock = reconcile.acquire_lock(io);
  const sections = lock.ok ? rpcd_logins.read_sections(io) : lock;
  if (!sections.ok) {
    return sections;
  }
  if (!sections.data.some((section) => password_sections.is_marked(section))) {
    return without_marks(io);
  }
  const reason = reason_to_restore(io, sections.data, is_service);
  if (reason !== undefined) {
    const restored = transitions.restore(io, [["by", reason]]);
    return restored.ok ? ok("on") : restored;
  }
  const state = transitions.state_of(sections.data);
  const locked = password_sections.lock(io, transitions.exempt_users(io), state === "trial");
  if (!locked.ok) {
    return transitions.note_failure(io, locked);
  }
  if (locked.data.length > 0) {
    transitions.note(io, state, [["by", "upkeep"]], locked.data);
  }
  return ok(state);
}
