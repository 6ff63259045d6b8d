/** Messages inside the service's sentences, and those about broken rules, in the language of the page. */
import { fill, rules, type Problem } from "../../sso_login/base/log_texts";
import { parts } from "../../sso_login/check/finding_messages";
import type { Message } from "../../sso_login/result";

/** A title or a description of LuCI's in its language, in English without the words that those of all access groups begin with. */
export function titleText(text: string): string {
  return _(text).replace(/^Grant (UCI )?access (to|for) (the )?(.)/i, (...found) => String(found[4]).toUpperCase());
}

/** The name of a page by the menu entries that lead to it. */
export function pageTitle(titles: string[]): string {
  return titles.map(titleText).join(" › ");
}

/** Sentences where a person needs more, or less, than the log says. */
const own: { [id in Problem["id"]]?: string } = {
  redirect_uri: "Must be https://, the name of this router, and %{path}.",
  provider_name: "The name of a provider has at most 32 characters a-z 0-9 _.",
  certificate: "Must be certificates in PEM form: -----BEGIN CERTIFICATE-----, lines of text, and the end of it.",
  no_private_key: "Holds a private key. Only the authority needs that: use only the certificate.",
  not_client_id: "Must not be the client ID: a login's own token would pass for a program's.",
  role_name: "A role needs a name.",
};

/** The English sentence for a broken rule. */
export function englishOf(id: Problem["id"]): string {
  return own[id] ?? `Must ${rules[id]}.`;
}

/** A message in the language of the page; undefined for one that it does not know. */
export function messageText({ id, params = {} }: Message): string | undefined {
  const text = parts[id] ?? (id in rules ? englishOf(id as Problem["id"]) : undefined);
  const page = pageTitle((params["page"] ?? "").split(" > "));
  return text === undefined ? undefined : fill(_(text), { ...params, page });
}

/** The sentence for a broken rule. */
export function sentenceFor(problem: Problem): string {
  return messageText(problem) ?? "";
}

/** A text with a title before it: not every language writes a colon alike. */
export function titledText(name: string, text: string): string {
  return fill(_("%{name}: %{text}"), { name, text });
}
