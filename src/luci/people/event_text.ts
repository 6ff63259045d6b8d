/** Entries of the log in words. No DOM in here. */
import { fill } from "../../sso_login/base/log_texts";
import type { Entry } from "../../sso_login/answers/login_history";
import type { PasswordCause } from "../../sso_login/passwords/password_types";
import { first } from "../../sso_login/base/public_names";
import { list_names } from "../../sso_login/settings/role_sections";
import { textsOf } from "../check/report";
import { titledText } from "../saving/message_text";
import { titleOf } from "../provider/fields";
import { listTitle } from "../roles/roles";

/** A changed option; of this service with its title, a list of a role without the role. */
function optionText(name: string): { role?: string; text: string } {
  const [config, section = "", option = ""] = name.split(".");
  if (config !== "sso-login" || option === "") {
    return { text: config === "sso-login" ? section : name };
  }
  const list = list_names.find((one) => one === option.replace("sub_issuer", "sub"));
  if (list !== undefined) {
    return { role: section, text: listTitle(list) };
  }
  const title = titleOf(option);
  return { text: title === option ? name : `${title} (${section === first ? option : `${section}.${option}`})` };
}

/** The changed options in words; those of a role stand together behind its name. */
function optionsText(options: string): string {
  const all = options.split(",").map(optionText);
  const roles = [...new Set(all.map(({ role }) => role))];
  const parts = roles.map((of) => {
    const shown = all.filter(({ role, text }) => role === of && (role !== undefined || !roles.includes(text)));
    const texts = shown.map(({ text }) => text).join(", ");
    return of === undefined ? texts : titledText(fill(_("Role %{role}"), { role: of }), texts);
  });
  return parts.filter((text) => text !== "").join("; ");
}

/** The refusals that need no advice at the provider. */
const expired = ["INVALID_REQUEST", "MISSING_HANDSHAKE_COOKIE", "STATE_NOT_FOUND", "STATE_PARAMETER_MISMATCH"];

function refusalText({ code, finding }: Entry): string {
  if (expired.includes(code)) {
    return _("This login is no longer valid");
  }
  return finding === undefined || finding.id === "login_failed" ? "" : textsOf(finding).text;
}

/** The end of a session, by its cause; without one the user has logged out. */
function endText({ by = "", actor }: Entry): string {
  const causes: { [by: string]: string | undefined } = {
    "": _("Logged out"),
    administrator: _("Session ended by an administrator"),
    roles: _("Session ended: the user has the role no longer"),
    login: _("Session ended by a new login of the same browser"),
    limit: _("Session ended: the user had too many"),
    provider: _("Logged out at the provider"),
    lifetime: _("Session ended at its longest time"),
    token: _("Session ended with the token of its program"),
    password_login: _("Session ended, as passwords are off"),
  };
  return actor === undefined ? (causes[by] ?? by) : fill(_("Session ended by %{who}"), { who: actor });
}

function passwordsText({ why, by = "" }: Entry): string {
  const states: { [state: string]: string | undefined } = {
    trial: _("Passwords turned off, on trial"),
    off: _("Passwords turned off"),
    on: _("Passwords turned on again"),
  };
  const causes: { [by in PasswordCause]: string } = {
    session: _("on this page"),
    shell: _("in the router's shell"),
    login: _("an administrator logged in by the new settings"),
    settings: _("settings of the login were changed"),
    trial: _("nobody confirmed the trial"),
    hand: _("a password was set by hand"),
    configuration: _("the saved settings were wrong"),
    disabled: _("single sign-on was turned off"),
    roles: _("no role that changes everything was left"),
    rpcd: _("rpcd's file was replaced"),
    upkeep: _("for logins that are new on this router"),
    upgrade: _("after an upgrade of the package"),
    removal: _("the package was removed"),
    program: _("the service could not run"),
  };
  const text = states[/\bstate=(\w+)/.exec(why)?.[1] ?? ""] ?? "";
  return by in causes ? `${text} (${causes[by as PasswordCause]})` : text;
}

function changeText({ code, packages = "", options }: Entry): string {
  const text = code === "CHANGED" ? _("Changed %{packages}") : _("Not confirmed in time, and taken back: %{packages}");
  const changed = fill(text, { packages: packages.split(",").join(", ") });
  return options === undefined ? changed : `${changed}: ${optionsText(options)}`;
}

/** An event in words, and the facts of the log behind it; "" without any. */
export function eventText(entry: Entry): { text: string; facts: string } {
  const { code, role, packages, why } = entry;
  if (code === "LOGIN_GRANTED") {
    return { text: fill(_("Logged in with role %{role}"), { role }), facts: "" };
  }
  if (packages !== undefined) {
    return { text: changeText(entry), facts: "" };
  }
  const outcome = /\boutcome=(\w+)/.exec(why)?.[1] ?? "";
  const texts: { [code: string]: string | undefined } = {
    LOGOUT: endText(entry),
    SESSION_ENDED: _("Session ended: the provider confirms the user no longer"),
    PASSWORD_LOGIN: passwordsText(entry),
    REGISTERED: _("Registered this router at the provider"),
    TEST_LOGIN: outcome === "granted" ? _("Test login: would be granted") : _("Test login"),
  };
  const text = texts[code] ?? refusalText(entry);
  const isPlain = code === "LOGOUT" || outcome === "granted";
  const facts = why === "" || isPlain ? "" : why;
  return texts[code] === undefined ? { text: text || code, facts: `${code} ${facts}`.trim() } : { text, facts };
}
