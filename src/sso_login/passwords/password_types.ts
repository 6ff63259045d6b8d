/** The types of passwords that are on, on trial or off: states, changes, causes and refusals. */

/** `on`: as shipped; `trial`: refused until the trial ends or is confirmed; `off`: refused. */
export type PasswordState = "on" | "trial" | "off";

/** A change that a caller wants: passwords on, off on trial, or the trial confirmed. */
export type PasswordChange = "on" | ProvedChange;

/** A change for which an administrator must have logged in; everybody who may call this service may turn passwords on. */
export type ProvedChange = "off" | "confirm";

/** The cause of a new state, in the log; the guard logs `program`, `removal`, `rpcd` and `trial`, too. */
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

/** The reason why a caller may not turn passwords off, or confirm a trial. */
export type Refusal =
  /** Single sign-on is off. */
  | "disabled"
  /** Its configuration is wrong. */
  | "config_wrong"
  /** Rpcd's sections cannot be read, and no password opens a session anyway. */
  | "rpcd_unreadable"
  /** There is none to turn off. */
  | "no_passwords"
  /** They are off already, or there is no trial to confirm. */
  | "state"
  /** The caller is no person's session of single sign-on. */
  | "not_sso"
  /** Its roles, as they are now, do not change everything, or those of all people at the providers that are on and right do not. */
  | "not_everything"
  /** It began before the trial, or by other settings. */
  | "same_login"
  /** LuCI's login page has no button, which tells people what to do. */
  | "no_button"
  /** In the shell: no such login in the last ten minutes, or none since the trial began. */
  | "no_login";
