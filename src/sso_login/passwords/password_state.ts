/** Types of the state of passwords, and of the answers about it. */
import type { List } from "io/json";
import type { Message } from "../result";

/** `on`: as shipped; `trial`: refused until the trial ends or is confirmed; `off`: refused. */
export type PasswordState = "on" | "trial" | "off";

/** A change that a caller wants: passwords on, off on trial, or the trial confirmed. */
export type PasswordChange = "on" | "off" | "confirm";

/** The cause of a new state, in the log; `program` and `removal` are those of the guard as well. */
export type PasswordCause =
  | "session"
  | "shell"
  | "login"
  | "settings"
  | "trial"
  | "hand"
  | "configuration"
  | "disabled"
  | "roles"
  | "rpcd"
  | "upkeep"
  | "upgrade"
  | "removal"
  | "program";

/**
 * The reason why a caller may not turn passwords off, or confirm a trial:
 * `disabled` single sign-on is off; `config_wrong` its configuration is; `rpcd_unreadable` rpcd's sections cannot be read, and
 * no password opens a session anyway; `no_passwords` there is none to turn off; `state` they are off already, or
 * there is no trial to confirm; `not_sso` the caller is no person's session of single sign-on; `not_everything` its roles, as they are now,
 * do not change everything, or those of all people at the providers that are on and right do not; `same_login` it began before the trial: log
 * in anew and confirm then; `no_login` (shell) no such login in the last ten minutes, or none since the trial began.
 */
export type Refusal =
  | "disabled"
  | "config_wrong"
  | "rpcd_unreadable"
  | "no_passwords"
  | "state"
  | "not_sso"
  | "not_everything"
  | "same_login"
  | "no_login";

/**
 * Whether there is a way in beside single sign-on: `key` SSH answers and root has a key, `password` SSH answers and takes root's
 * password, `none` neither: only failsafe mode would be left.
 */
export type WayBack = "key" | "password" | "none";

/** A live session that a password opened, as the settings page shows it. */
export interface PasswordSession {
  who: string;
  /** Unix seconds of its end if it is not used. */
  until: number;
  /** Whether it is a program's at `/ubus`, and not LuCI's. */
  program: boolean;
  /** Whether `end_sessions` ends it: those of `password_user` stay. */
  ends: boolean;
}

/** `password_login` in the answer of the ubus method `get`. */
export interface PasswordLoginAnswer {
  state: PasswordState;
  /** Seconds until the trial ends, by a clock that does not jump; 0 without one. */
  seconds_left: number;
  /** Absent where this session may turn passwords off. */
  refusal?: Refusal;
  /** Absent where this session may confirm the trial. */
  confirm_refusal?: Refusal;
  /** The faults of providers and roles for which nobody can administer by single sign-on; none where somebody can. */
  faults: List<Message>;
  way_back: WayBack;
  /** Root's password is empty: with passwords on, anybody logs in without one. */
  root_without_password: boolean;
  /** Only one e-mail or subject has a role that changes everything. */
  single_administrator: boolean;
  password_sessions: List<PasswordSession>;
  /** The address of a proxy that `trusted_proxy` does not list, as far as sessions show one. */
  unlisted_proxy?: string;
}

/** The answer of the ubus method `password_login`; a refusal is `{error}`. */
export interface PasswordLoginChanged {
  state: PasswordState;
  seconds_left: number;
  ended: number;
}
