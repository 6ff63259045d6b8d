/** Messages inside the service's sentences, in the language of the page. */
import { fill } from "../sso_login/base/log_texts";
import { parts } from "../sso_login/check/finding_messages";
import type { Message } from "../sso_login/result";

/** A title or a description of LuCI's in its language, in English without the words that those of all access groups begin with. */
export function titleText(text: string): string {
  return _(text).replace(/^Grant (UCI )?access (to|for) (the )?(.)/i, (...found) => String(found[4]).toUpperCase());
}

/** The name of a page by the menu entries that lead to it. */
export function pageTitle(titles: string[]): string {
  return titles.map(titleText).join(" › ");
}

/** A message in the language of the page; undefined for one that it does not know. */
export function messageText({ id, params = {} }: Message): string | undefined {
  const part = parts[id];
  const page = pageTitle((params["page"] ?? "").split(" > "));
  return part === undefined ? undefined : fill(_(part), { ...params, page });
}
