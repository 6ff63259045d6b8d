/** The words of the page about passwords, by the service's answer. No DOM in here. */
import { first } from "../../sso_login/base/public_names";
import { fill } from "../../sso_login/base/log_texts";
import type { WayBack } from "../../sso_login/check/way_back";
import type {
  PasswordLoginAnswer,
  PasswordSession,
  RoleAnswer,
  SavedAnswer,
  SettingsAnswer,
} from "../../sso_login/answers/ubus_answers";
import type { Refusal } from "../../sso_login/passwords/password_types";
import { harmless } from "../../sso_login/settings/option_table";
import { messageText } from "../saving/message_text";
import { roleChanges, uciCalls, type EditedSettings } from "../saving/changes";

/** The command that gives passwords back in the router's shell. */
export const command = "sso-login password-login on";

/** Seconds as a clock shows them: 9:05. */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${String(Math.floor(whole / 60))}:${String(whole % 60).padStart(2, "0")}`;
}

export function refusalText(refusal: Refusal): string {
  const texts: { [refusal in Refusal]?: string } = {
    disabled: _("Single sign-on is off. Turn it on and save first."),
    config_wrong: _("The saved settings of single sign-on are wrong: the check says where."),
    rpcd_unreadable: _("The router's own logins (/etc/config/rpcd) cannot be read: no password is accepted at all."),
    no_passwords: _("No login of this router has a password that could be turned off."),
    not_sso: _("You are logged in by a password. Log in by single sign-on to go on: that shows that it works."),
    not_everything: _("Your roles do not change everything, so you could lock yourself out."),
    no_button: _(
      "LuCI's login page has no button with this theme, so people would not be told how to log in. The check says what to do.",
    ),
    same_login: _(
      "You logged in before the trial began, or by other settings. Log in anew by single sign-on, then confirm here.",
    ),
  };
  return texts[refusal] ?? fill(_("The router refuses: %{reason}."), { reason: refusal });
}

/** The faults for which nobody can administer by single sign-on, in one sentence; "" where there are none. */
export function faultsText({ faults }: Pick<PasswordLoginAnswer, "faults">): string {
  const texts = faults.map((fault) => messageText(fault) ?? fault.id);
  return texts.length === 0
    ? ""
    : fill(_("Nobody could administer this router without a password: %{faults}."), { faults: texts.join(", ") });
}

export function wayBackText(way: WayBack): string {
  const texts = {
    key: _("The way back: log in by SSH with root's key, and run this command:"),
    password: _("The way back: log in by SSH with root's password, and run this command:"),
    none: _("The way back, at a serial console or in failsafe mode alone, is this command:"),
  };
  return texts[way];
}

export function warningsOf({ way_back, single_administrator, unlisted_proxy }: PasswordLoginAnswer): string[] {
  const noWayBack = _(
    "If single sign-on fails, only failsafe mode will help: SSH does not answer, or root has no key and no password.",
  );
  const single = _("A single account has a role that changes everything: when it is lost, nobody else can help.");
  const proxy = _(
    "Logins come from %{address}, as if through a proxy that the option trusted_proxy does not list: one client could then use up the requests of all.",
  );
  return [
    ...(way_back === "none" ? [noWayBack] : []),
    ...(single_administrator ? [single] : []),
    ...(unlisted_proxy === undefined ? [] : [fill(proxy, { address: unlisted_proxy })]),
  ];
}

/** Names of the users of sessions, each once, with how many there are. */
function usersOf(sessions: PasswordSession[]): string {
  const names = [...new Set(sessions.map(({ who }) => who))].sort();
  return names.map((name) => `${name} (${String(sessions.filter(({ who }) => who === name).length)})`).join(", ");
}

/** The live sessions that end together with passwords, and those that stay; "" where there are none. */
export function sessionsText({ password_sessions }: PasswordLoginAnswer, end: boolean): string {
  const ending = end ? password_sessions.filter(({ ends }) => ends) : [];
  const staying = password_sessions.filter((session) => !ending.includes(session));
  return [
    ...(ending.length > 0 ? [fill(_("These sessions end: %{users}."), { users: usersOf(ending) })] : []),
    ...(staying.length > 0 ? [fill(_("These sessions stay: %{users}."), { users: usersOf(staying) })] : []),
  ].join(" ");
}

export function armingLines(passwords: PasswordLoginAnswer, end: boolean): string[] {
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

/** In the place of an option: a section comes, goes, or gets another name. */
const wholeSection = "";

/** The options that a save changes, but those of roles. */
function changedOptions(now: SettingsAnswer, edited: EditedSettings): string[] {
  const roles = now.roles.map((role) => ({ ...role, savedName: role.name }));
  return uciCalls(now, { ...edited, roles }).flatMap((call) =>
    call.method === "set"
      ? Object.keys(call.values)
      : call.method === "delete"
        ? (call.options ?? [wholeSection])
        : [wholeSection],
  );
}

/** Whether a save changes a role that may change something, or the order of these. */
function changesWriters(now: SettingsAnswer, edited: EditedSettings): boolean {
  const before = now.roles.filter(({ write }) => write.length > 0);
  const after = edited.roles.filter(({ write }) => write.length > 0);
  const isSame = (role: RoleAnswer, other: RoleAnswer | undefined): boolean =>
    role.name === other?.name && Object.keys(roleChanges(other, role)).length === 0;
  return before.length !== after.length || before.some((role, at) => !isSame(role, after[at]));
}

/** Whether a save changes what the login of an administrator depends on (settings/login_settings). */
function changesAdministration(now: SettingsAnswer, edited: EditedSettings): boolean {
  const isHarmless = (name: string): boolean => harmless.some((option) => option === name);
  return changesWriters(now, edited) || !changedOptions(now, edited).every(isHarmless);
}

/** The question before a save that puts passwords on trial again; no lines where they are on, or no login depends on the changes. */
export function againLines(now: SettingsAnswer, edited: EditedSettings): string[] {
  if (!["off", "trial"].includes(now.password_login.state) || !changesAdministration(now, edited)) {
    return [];
  }
  return [
    _(
      "Passwords are off, and a login depends on these changes. They are on trial for ten minutes: passwords come back unless a user whose role changes everything logs in by them.",
    ),
    _("The test login tries these values first: it finds most mistakes."),
  ];
}

/** The address of a login that ends at a page, by the provider of that name, else the first that is on, at the origin that it knows. */
export function freshLoginUrl(saved: Pick<SavedAnswer, "values" | "providers">, page: string, name = first): string {
  const all = [{ name: first, values: saved.values }, ...saved.providers];
  const enabled = all.filter(({ values }) => values["enabled"] === "1");
  const provider = enabled.find((candidate) => candidate.name === name) ?? enabled[0];
  const callback = /^(https:\/\/[^/?#@\\\s]+)\/cgi-bin\/sso-login\/callback(\/\w+)?$/;
  const origin = callback.exec(provider?.values["redirect_uri"] ?? "")?.[1] ?? "";
  const chosen = provider === undefined || provider.name === first ? "" : `&provider=${provider.name}`;
  return `${origin}/cgi-bin/sso-login/?prompt=login&return_to=${encodeURIComponent(page)}${chosen}`;
}
