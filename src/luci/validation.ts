/**
 * What the page says about a value before it is sent: the service's own rules (src/sso_login/options.ts), asked with the
 * bytes that the router would see, and their answers as sentences that can be translated.
 */
import { option_problem, option_rules, role_name_problem, type OptionRule } from "../sso_login/settings/options";
import { has_control } from "../sso_login/base/strings";

/** The rule of an option of section `default`; throws for one that is not there. */
export function ruleOf(option: string): OptionRule {
  const rule = option_rules.find((candidate) => candidate.name === option);
  if (rule === undefined) {
    throw new Error(`no such option: ${option}`);
  }
  return rule;
}

/** A text as the router has it: one character for each byte of its UTF-8. */
export function toByteString(text: string): string {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) {
    bytes += String.fromCharCode(byte);
  }
  return bytes;
}

/** Puts values into the places `%{name}` of a text; a place without a value stays. */
export function fillIn(text: string, values: { [name: string]: string | undefined }): string {
  return text.replace(/%\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

/** What the rules answer, word for word, and what the page says instead. */
function sentences(): { [must: string]: string | undefined } {
  return {
    "be set": _("Must be set."),
    "not hold control characters": _("Must not contain line breaks or other control characters."),
    "be an https:// URL": _("Must be an address that begins with https://."),
    "be an https:// URL without query and fragment": _(
      "Must be an address that begins with https://, without ? and #.",
    ),
    "be https://<router>/cgi-bin/sso-login/callback": _(
      "Must be https://, the name of this router, and /cgi-bin/sso-login/callback.",
    ),
    "contain openid": _("Must contain the word openid."),
    "be a path of A-Z a-z 0-9 . _ ~ / - with one leading slash": _(
      "Must be a path that begins with one slash and has only the characters A-Z a-z 0-9 . _ ~ / -",
    ),
    "not be the landing page or the login itself": _("Must not lead back to the landing page or to the login."),
    "be an http:// or https:// URL without fragment, of at most 1024 bytes": _(
      "Must be an address that begins with https:// or http://, without # and spaces, of at most 1024 bytes.",
    ),
    "be an absolute path": _("Must be a path that begins with a slash."),
    "be at most 64 bytes": _("Must have at most 64 bytes."),
    "have a name: config role 'name'": _("A role needs a name."),
    "not have the name of a local login of rpcd": _("This is the name of a local login of this router."),
  };
}

/** The sentence for an answer of the rules; in English, as the service words it, for one that is not known here. */
export function sentenceFor(must: string): string {
  const numbers = /^be a whole number from (\d+) to (\d+)$/.exec(must);
  if (numbers !== null) {
    return fillIn(_("Must be a whole number from %{min} to %{max}."), { min: numbers[1], max: numbers[2] });
  }
  const words = /^be one of (.+)$/.exec(must);
  if (words !== null) {
    return fillIn(_("Must be one of: %{words}."), { words: words[1] });
  }
  return sentences()[must] ?? `must ${must}`;
}

/**
 * What is wrong with an option's value, or undefined. What is required may be absent as long as single sign-on is off,
 * since the service does not look at it then.
 */
export function valueProblem(option: string, value: string, isEnabled: boolean): string | undefined {
  if (value === "" && !isEnabled) {
    return undefined;
  }
  const must = option_problem(ruleOf(option), toByteString(value));
  return must === undefined ? undefined : sentenceFor(must);
}

/** What is wrong with a role's name: the service's rules, uci's, and that it is a name of its own. */
export function roleNameProblem(name: string, otherRoles: string[], logins: string[]): string | undefined {
  const must = role_name_problem(toByteString(name), logins.map(toByteString));
  if (must !== undefined) {
    return sentenceFor(must);
  }
  // libuci's names; and the section of the other options is called `default`.
  if (!/^[A-Za-z0-9_]+$/.test(name)) {
    return _("Must have only the characters A-Z a-z 0-9 _");
  }
  if (name === "default" || otherRoles.includes(name)) {
    return _("This name is taken.");
  }
  return undefined;
}

/** What is wrong with a member of a role's list, or undefined. */
export function memberProblem(member: string): string | undefined {
  return has_control(member) ? sentenceFor("not hold control characters") : undefined;
}
