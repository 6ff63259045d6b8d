/**
 * Problems of values before they are sent: the service's own rules (src/sso_login/settings/option_table.ts), applied to the bytes
 * that the router would see, with a sentence for each.
 */
import { has_control } from "../sso_login/base/strings";
import { fill, type Problem } from "../sso_login/base/log_texts";
import type { Message } from "../sso_login/result";
import { read_certificates } from "../sso_login/settings/certificates";
import { is_provider_name } from "../sso_login/settings/option_forms";
import { first } from "../sso_login/base/public_names";
import { allNames, type Providers } from "./providers";
import { is_reserved } from "../sso_login/settings/option_bounds";
import { option_problem, option_rules, type OptionRule } from "../sso_login/settings/option_table";

/** The rule of an option; throws for an unknown one. */
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

/** The sentences for broken rules; the log has its own, shorter words (src/sso_login/base/log_texts.ts). */
function sentences(): Record<Problem["id"], string> {
  return {
    set: _("Must be set."),
    typed_anew: _("Must be typed anew, as the saved one belongs to another issuer, internal address or authority."),
    no_control_characters: _("Must not contain line breaks or other control characters."),
    one_value: _("Must be one value, not a list."),
    whole_number: _("Must be a whole number from %{min} to %{max}."),
    one_of: _("Must be one of: %{words}."),
    some_of: _("Must hold nothing but: %{words}."),
    issuer: _("Must be an address that begins with https://, without ? and #."),
    https_url: _("Must be an address that begins with https://."),
    redirect_uri: _("Must be https://, the name of this router, and %{path}."),
    openid_scope: _("Must contain the word openid."),
    plain_path: _("Must be a path that begins with one slash and has only the characters A-Z a-z 0-9 . _ ~ / -"),
    no_loop: _("Must not lead back to the landing page or to the login."),
    web_address: _(
      "Must be an address that begins with https:// or http://, without # and spaces, of at most %{max} bytes.",
    ),
    absolute_path: _("Must be a path that begins with a slash."),
    color: _("Must be # and six hexadecimal digits, such as #1f6feb."),
    provider_or_switch: _("Must be 0, 1 or the name of a provider."),
    provider_name: _("The name of a provider has at most 32 characters a-z 0-9 _."),
    of_first: _("Is an option of the first provider alone."),
    other_issuer: _("Is the issuer of the provider %{provider} already."),
    short: _("Must have at most %{max} bytes."),
    certificate: _("Must be certificates in PEM form: -----BEGIN CERTIFICATE-----, lines of text, and the end of it."),
    no_private_key: _("Holds a private key. Only the authority needs that: use only the certificate."),
    claim_name: _("Must be the name of a claim, without spaces, of at most %{max} bytes."),
    addresses: _("Must be IP addresses or CIDR ranges separated by spaces, without names."),
    not_client_id: _("Must not be the client ID: a login's own token would pass for a program's."),
    set_with_jwt: _("Must be set where the types of tokens have JWT."),
    role_name: _("A role needs a name."),
  };
}

/** The sentence for a broken rule. */
export function sentenceFor({ id, params }: Problem): string {
  return fill(sentences()[id], params ?? {});
}

/** Whether a message is about a rule that this page knows. */
export function isProblem(message: Message): message is Problem {
  return Object.keys(sentences()).includes(message.id);
}

/**
 * The problem of an option's value, or undefined. A required one may be absent as long as single sign-on is off, when the
 * service does not use it.
 */
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
