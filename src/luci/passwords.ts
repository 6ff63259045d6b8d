/** Whether passwords open this router: what the service says of it, and what the page says of that. No DOM in here. */
import { first } from "../sso_login/base/names";
import { fill } from "../sso_login/base/texts";
import { asList, asObject, asText, asTime } from "./answers";
import type { SavedSettings } from "./changes";
import { visible } from "./visible";

/** `trial`: refused until the trial ends or is confirmed. */
export type PasswordState = "on" | "trial" | "off";

/** A live session that a password opened. */
export interface PasswordSession {
  who: string;
  until: Date | undefined;
  /** A program at `/ubus`, and not LuCI. */
  program: boolean;
  /** Whether it is one of those that may be ended together with the passwords. */
  ends: boolean;
}

/** What the service says (sso_login/passwords/state.ts has the same in its words). */
export interface Passwords {
  state: PasswordState;
  /** Seconds until the trial ends. */
  left: number;
  /** Why this user may not turn passwords off, or confirm the trial; "" where they may. */
  refusal: string;
  confirmRefusal: string;
  /** What is left beside single sign-on: `key` or `password` of root by SSH, or `none`. */
  wayBack: string;
  rootWithoutPassword: boolean;
  singleAdministrator: boolean;
  sessions: PasswordSession[];
}

/** What gives passwords back in the router's shell. */
export const command = "sso-login password-login on";

function readSession(value: unknown): PasswordSession {
  const session = asObject(value);
  const { program, ends } = session;
  const who = visible(asText(session["who"]));
  return { who, until: asTime(session["until"]), program: program === true, ends: ends === true };
}

/** `password_login` in the answer of `sso-login get`; undefined where the service does not speak of it. */
export function readPasswords(value: unknown): Passwords | undefined {
  const answer = asObject(asObject(value)["password_login"]);
  const state = answer["state"];
  if (state !== "on" && state !== "trial" && state !== "off") {
    return undefined;
  }
  const left = answer["seconds_left"];
  return {
    state,
    left: typeof left === "number" ? left : 0,
    refusal: asText(answer["refusal"]),
    confirmRefusal: asText(answer["confirm_refusal"]),
    wayBack: asText(answer["way_back"]),
    rootWithoutPassword: answer["root_without_password"] === true,
    singleAdministrator: answer["single_administrator"] === true,
    sessions: asList(answer["password_sessions"]).map(readSession),
  };
}

/** Seconds as a clock shows them: 9:05. */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${String(Math.floor(whole / 60))}:${String(whole % 60).padStart(2, "0")}`;
}

/** Why something may not be done, in words. */
export function refusalText(refusal: string): string {
  const texts: { [refusal: string]: string } = {
    disabled: _("Single sign-on is off. Turn it on and save first."),
    config_wrong: _("The saved settings of single sign-on are wrong: the check says where."),
    rpcd_unreadable: _("The router's own logins (/etc/config/rpcd) cannot be read: no password is accepted at all."),
    no_passwords: _("No login of this router has a password that could be turned off."),
    not_sso: _("You are logged in by a password. Log in by single sign-on to go on: that shows that it works."),
    not_everything: _("Your roles do not change everything, so you could lock yourself out."),
    same_login: _("You logged in before the trial began. Log in anew by single sign-on, then confirm here."),
  };
  return texts[refusal] ?? fill(_("The router refuses: %{reason}."), { reason: refusal });
}

/** Where passwords come back if all else fails. */
export function wayBackText({ wayBack }: Passwords): string {
  if (wayBack === "key") {
    return _("The way back: log in by SSH with root's key, and run this command:");
  }
  return wayBack === "password"
    ? _("The way back: log in by SSH with root's password, and run this command:")
    : _("The way back, at a serial console or in failsafe mode alone, is this command:");
}

/** What is to be known before passwords are turned off. */
export function warningsOf(passwords: Passwords): string[] {
  const warnings: string[] = [];
  if (passwords.wayBack !== "key" && passwords.wayBack !== "password") {
    const none = _(
      "There would be no way back but failsafe mode: SSH does not answer, or root has no key and no password.",
    );
    warnings.push(none);
  }
  if (passwords.singleAdministrator) {
    warnings.push(_("A single account has a role that changes everything: when it is lost, nobody else can help."));
  }
  return warnings;
}

/** Names of the users of sessions, each once, with how many there are. */
function usersOf(sessions: PasswordSession[]): string {
  const names = [...new Set(sessions.map(({ who }) => who))].sort();
  return names.map((name) => `${name} (${String(sessions.filter(({ who }) => who === name).length)})`).join(", ");
}

/** Which live sessions end together with passwords, and which stay; "" where there are none. */
export function sessionsText({ sessions }: Passwords, end: boolean): string {
  const ending = end ? sessions.filter(({ ends }) => ends) : [];
  const staying = sessions.filter((session) => !ending.includes(session));
  const parts = [
    ...(ending.length > 0 ? [fill(_("These sessions end: %{users}."), { users: usersOf(ending) })] : []),
    ...(staying.length > 0 ? [fill(_("These sessions stay: %{users}."), { users: usersOf(staying) })] : []),
  ];
  return parts.join(" ");
}

/** What the question says before passwords are turned off on trial. */
export function armingLines(passwords: Passwords, end: boolean): string[] {
  const sessions = sessionsText(passwords, end);
  return [
    _("From now on no password opens LuCI or /ubus. SSH and the serial console stay as they are."),
    _(
      "This is a trial of ten minutes. Unless somebody whose role changes everything logs in anew by single sign-on and confirms, passwords come back by themselves.",
    ),
    ...(sessions === "" ? [] : [sessions]),
    ...warningsOf(passwords),
  ];
}

/** What opened a session. */
export function openedBy({ program }: PasswordSession): string {
  return program ? _("a password, by a program") : _("a password");
}

/**
 * Where a login begins that ends at a page: at the provider of that name, or else at the first that is on, and at the origin that it
 * knows.
 */
export function freshLoginUrl(saved: Pick<SavedSettings, "values" | "providers">, page: string, name = first): string {
  const all = [{ name: first, values: saved.values }, ...saved.providers];
  const enabled = all.filter(({ values }) => values["enabled"] === "1");
  const provider = enabled.find((candidate) => candidate.name === name) ?? enabled[0];
  const callback = /^(https:\/\/[^/?#@\\\s]+)\/cgi-bin\/sso-login\/callback(\/\w+)?$/;
  const origin = callback.exec(provider?.values["redirect_uri"] ?? "")?.[1] ?? "";
  const chosen = provider === undefined || provider.name === first ? "" : `&provider=${provider.name}`;
  return `${origin}/cgi-bin/sso-login/?prompt=login&return_to=${encodeURIComponent(page)}${chosen}`;
}
