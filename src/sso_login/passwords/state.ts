/** What is told of the passwords of rpcd's local logins: whether they open sessions, and who may change that. */
import type { List } from "io/json";

/** `on`: as shipped; `trial`: refused until the trial ends or is confirmed; `off`: refused. */
export type PasswordState = "on" | "trial" | "off";

/**
 * Why a caller may not turn passwords off, or confirm a trial:
 * `disabled` single sign-on is off; `config_wrong` its configuration is; `rpcd_unreadable` rpcd's sections cannot be read, and
 * no password opens a session anyway; `no_passwords` there is none to turn off; `state` it is what is asked for already, or
 * there is no trial to confirm; `not_sso` the caller is no session of single sign-on; `not_everything` its roles, as they are now,
 * do not change everything, or no role does at the providers that are on and right; `same_login` it began before the trial: log
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

/** A live session that a password opened. */
export interface PasswordSession {
  /** rpcd's user name. */
  who: string;
  /** When it ends if nothing is done, Unix seconds. */
  until: number;
  /** LuCI did not make it: a program at `/ubus`. */
  program: boolean;
  /** `end_sessions` ends it; not so one of `password_user`. */
  ends: boolean;
}

/** `password_login` in the answer of the ubus method `get`. */
export interface PasswordLoginAnswer {
  state: PasswordState;
  /** Seconds until the trial ends, by a clock that does not jump; 0 without one. */
  seconds_left: number;
  /** Why this session may not turn passwords off; absent where it may. */
  refusal?: Refusal;
  /** Why this session may not confirm the trial; absent where it may. */
  confirm_refusal?: Refusal;
  way_back: WayBack;
  /** Root has no password at all: whoever asks gets in without one once passwords count again. */
  root_without_password: boolean;
  /** Only one e-mail or subject has a role that changes everything. */
  single_administrator: boolean;
  password_sessions: List<PasswordSession>;
}

/** What the ubus method `password_login` answers; `{error}` where it is refused. */
export interface PasswordLoginChanged {
  state: PasswordState;
  seconds_left: number;
  /** Password sessions that were ended. */
  ended: number;
}
