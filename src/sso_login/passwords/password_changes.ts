/** Events of passwords that the files of this router tell of. */
import type { Io } from "../base/io";
import type { LogPair } from "../base/log";
import * as login_settings from "../settings/login_settings";
import * as saved_config from "../settings/saved_config";
import * as pending_change from "../rpcd/pending_change";
import * as guard from "./guard";
import * as password_sections from "./password_sections";
import * as password_state from "./password_state";
import type { Passwords } from "./password_state";
import type { PasswordCause } from "./password_types";
import * as password_table from "./password_table";
import type { Next, PasswordEvent } from "./password_table";
import * as password_trial from "./password_trial";
import * as ways_in from "./ways_in";

/** An event, its cause for the log, and the settings in force. */
export interface Happening {
  event: PasswordEvent;
  by: LogPair[];
  settings_hash?: string;
}

const words_of_obstacle: { [blocked in ways_in.Obstacle]: PasswordCause } = {
  disabled: "disabled",
  config_wrong: "configuration",
  not_everything: "roles",
};

function happening(event: PasswordEvent, cause: PasswordCause, settings_hash?: string): Happening {
  return { event, by: [["by", cause]], settings_hash };
}

function nothing_new(): Happening {
  return happening("settings_kept", "upkeep");
}

/**
 * The one that looks: the `service`, by its init script or its supervisor, or any `other`, such as a login or a command. Only for the service
 * passwords also come back where nobody can administer by single sign-on.
 */
export type Looker = "service" | "other";

/** The reason in the configuration that keeps administrators out; only the service judges more than the option itself. */
function find_broken(io: Io, looker: Looker): PasswordCause | undefined {
  const saved = saved_config.saved_sections(io);
  if (!saved.ok) {
    return looker === "service" ? "configuration" : undefined;
  }
  // Deleted by hand: the option is set as long as passwords are off.
  if (!password_state.is_wanted_off(io)) {
    return "configuration";
  }
  const obstacle = looker === "service" ? ways_in.find(io, saved.data).obstacle : undefined;
  return obstacle !== undefined ? words_of_obstacle[obstacle] : undefined;
}

/** The event of the settings in force, which may be those on trial, the proved ones, or others. */
function find_settings(io: Io, now: Passwords): Happening {
  const settings_hash = login_settings.settings_hash(io);
  const last = now.trial !== undefined ? now.trial.settings_hash : now.proved;
  if (settings_hash === undefined || settings_hash === last) {
    return nothing_new();
  }
  if (settings_hash === now.proved) {
    return happening("settings_back", "settings", settings_hash);
  }
  return happening("settings_new", now.column === "unproved" ? "upgrade" : "settings", settings_hash);
}

/** The event, whether or not its change is confirmed. */
function find_any(io: Io, now: Passwords, looker: Looker): Happening {
  if (now.sections.some((section) => password_sections.is_changed_by_hand(section))) {
    return happening("broken", "hand");
  }
  if (now.column === "on") {
    // Left by a process that was killed, or beside a file of rpcd that replaced ours.
    const is_left = password_trial.is_there(io) || guard.is_there(io);
    return is_left ? happening("broken", "rpcd") : nothing_new();
  }
  if (now.column === "over") {
    return happening("time_over", "trial");
  }
  const cause = find_broken(io, looker);
  if (cause !== undefined) {
    return happening("broken", cause);
  }
  const of_settings = find_settings(io, now);
  // With new settings the begin of their trial was interrupted, and each look would begin it anew. With the proved ones a confirmation was
  // interrupted, and passwords stay off.
  const is_begin = now.column === "interrupted" && of_settings.event === "settings_new";
  return is_begin ? happening("time_over", "trial") : of_settings;
}

export function next_of(now: Passwords, event: PasswordEvent): Next {
  return password_table.table[event][now.column];
}

/**
 * The event that the files tell of. A change that waits for its confirmation is none yet. For the service it is broken also where nobody can
 * administer by single sign-on.
 */
export function find(io: Io, now: Passwords, looker: Looker): Happening {
  const found = find_any(io, now, looker);
  const is_change = found.event !== "time_over" && next_of(now, found.event) !== "same";
  return is_change && pending_change.is_pending(io) ? nothing_new() : found;
}
