/** Answers of the ubus object `sso-login`; the settings page imports these types. */
import type { List } from "io/json";
import type { Finding } from "../check/report";
import type { WayBack } from "../check/way_back";
import type { TestResult } from "../login/test/test_result";
import type { PasswordState, Refusal } from "../passwords/password_types";
import type { Message } from "../result";
import type { GroupAccess } from "../rights/permissions";
import type { ListName } from "../settings/role_sections";

export interface GroupAnswer extends GroupAccess {
  description: string;
}

/** The saved options of a provider; the secret is never among them. */
export interface OptionsAnswer {
  values: { [option: string]: string };
  client_secret_set: boolean;
}

/** A further provider as it is saved. */
export interface ProviderAnswer extends OptionsAnswer {
  name: string;
}

/** A role as it is saved, with all its lists; those of members are empty for a caller that may not change the settings. */
export type RoleAnswer = { [list in ListName]: List<string> } & {
  name: string;
  anonymous?: boolean;
  sub_issuer?: string;
};

/** A live session: its user, its roles, and when it ends if nothing is done, and at the latest; Unix seconds. */
export interface SessionAnswer {
  /** The hash of its id, by which it can be ended. */
  id: string;
  who: string;
  /** An address that the provider does not call verified: nobody's identity. */
  unverified?: string;
  provider: string;
  role: string;
  own: boolean;
  /** The address, after the client whose token opened it where it is a program's. */
  from: string;
  /** The client of a program's token; absent for a person in a browser. */
  client?: string;
  since?: number;
  until: number;
  /** Absent where it may last while it is used. */
  latest?: number;
  /** The last proof of the user, of which the login is the first; with `session_revalidate`. */
  proved_at?: number;
}

export interface PageAnswer {
  path: string;
  /** The titles of the entries that lead to it, in English. */
  titles: List<string>;
  /** The access groups that a session needs, all of them. */
  groups: List<string>;
}

/** The saved settings: the options are those of the first provider and of the router. */
export interface SavedAnswer extends OptionsAnswer {
  providers: List<ProviderAnswer>;
  roles: List<RoleAnswer>;
  /** User names of rpcd's local logins, which no role may have. */
  logins: List<string>;
  /** The public keys for private_key_jwt as a JWK Set; absent where there is none. */
  jwks?: object;
  version: string;
}

export interface RightsAnswer {
  /** All access groups of the router, sorted. */
  access_groups: List<GroupAnswer>;
  /** All pages of LuCI; none where there is no menu. */
  pages: List<PageAnswer>;
}

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

/** The state of passwords; `unknown` while rpcd's sections cannot be read, and rpcd refuses all passwords. */
export type ToldState = PasswordState | "unknown";

/** `password_login` in the answer of the ubus method `get`. */
export interface PasswordLoginAnswer {
  state: ToldState;
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
  state: ToldState;
  seconds_left: number;
  ended: number;
}

export interface PeopleAnswer {
  /** None where rpcd does not answer; only the caller's own without the right to change the settings. */
  sessions: List<SessionAnswer>;
  /** Whether passwords open sessions, and whether the caller may change that. */
  password_login: PasswordLoginAnswer;
}

export interface SettingsAnswer extends SavedAnswer, RightsAnswer, PeopleAnswer {}

/** The answer of the ubus method `test_result`. */
export interface TestAnswer extends TestResult {
  /** About a refusal. */
  findings: List<Finding>;
}
