/** Types of the state of passwords and of its changes. */

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
