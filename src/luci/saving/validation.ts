/** Problems of values before they are sent: the service's own rules (option_table.ts), applied to the bytes that the router would see. */
import { has_control } from "../../sso_login/base/strings";
import { fill } from "../../sso_login/base/log_texts";
import { odd_in_entry } from "../../sso_login/check/typos";
import { read_certificates } from "../../sso_login/settings/certificates";
import { is_provider_name } from "../../sso_login/settings/option_forms";
import { first } from "../../sso_login/base/public_names";
import { sentenceFor } from "./message_text";
import { allNames, type Providers } from "./providers";
import { is_reserved } from "../../sso_login/settings/option_bounds";
import { option_problem, section_rows, type OptionRow } from "../../sso_login/settings/option_table";

/** The rule of an option; throws for an unknown one. */
export function ruleOf(option: string): OptionRow {
  const rule = section_rows().find((candidate) => candidate.name === option);
  if (rule === undefined) {
    throw new Error(`no such option: ${option}`);
  }
  return rule;
}

/** A text as the router has it: one character for each byte of its UTF-8. */
export function toByteString(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}

/** The problem of an option's value, or undefined. A required one may be absent as long as single sign-on is off. */
export function valueProblem(option: string, value: string, isEnabled: boolean, provider = first): string | undefined {
  if (value === "" && !isEnabled) {
    return undefined;
  }
  const problem = option_problem(ruleOf(option), toByteString(value), provider);
  return problem === undefined ? undefined : sentenceFor(problem);
}

/** The problem of a role's name: by the rules of the service and of uci, and as no other role or local login may have it. */
export function roleNameProblem(name: string, otherRoles: string[], logins: string[]): string | undefined {
  if (name === "") {
    return sentenceFor({ id: "role_name" });
  }
  // When rpcd reloads, a role of that name would get the rights of the local login.
  if (is_reserved(name) || logins.includes(name)) {
    return _("This is the name of a local login of this router.");
  }
  // libuci's names; and the section of the other options is called `default`.
  if (!/^[A-Za-z0-9_]+$/.test(name)) {
    const possible = name.replace(/[^A-Za-z0-9_]+/g, "_");
    return fill(_("Must have only the characters A-Z a-z 0-9 _, such as %{name}."), { name: possible });
  }
  if (name === "default" || otherRoles.includes(name)) {
    return _("This name is taken.");
  }
  return undefined;
}

/** The problem of a further provider's name: by the rule of the service, and as no other section may have it. */
export function providerNameProblem(name: string, others: string[]): string | undefined {
  if (name === first || others.includes(name)) {
    return _("This name is taken.");
  }
  return is_provider_name(toByteString(name)) ? undefined : sentenceFor({ id: "provider_name" });
}

/** The problem that a named provider does not exist. */
export function goneProblem(names: string[], providers: Providers): string | undefined {
  const gone = names.find((name) => !allNames(providers).includes(name));
  return gone === undefined ? undefined : fill(_("There is no provider %{provider}."), { provider: gone });
}

/** The problem of certificates that are to be kept, or undefined. */
export function pemProblem(text: string): string | undefined {
  const { problem } = read_certificates(toByteString(text));
  return problem === undefined ? undefined : sentenceFor(problem);
}

/** The problem of a member of a role's list, or undefined. */
export function memberProblem(member: string): string | undefined {
  return has_control(member) ? sentenceFor({ id: "no_control_characters" }) : undefined;
}

/** The members of a role's list with a character that most often comes from copying, each with that. */
export function oddMembers(list: string, members: string[]): string[] {
  return members.flatMap((member) => {
    const character = odd_in_entry(list, toByteString(member));
    return character === undefined ? [] : [`${member} (${character})`];
  });
}
