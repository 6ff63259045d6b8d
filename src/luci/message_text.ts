/** Messages inside the service's sentences, in the language of the page. */
import { fill } from "../sso_login/base/log_texts";
import { parts } from "../sso_login/check/finding_messages";
import type { Message } from "../sso_login/result";

/** A message in the language of the page; undefined for one that it does not know. */
export function messageText({ id, params }: Message): string | undefined {
  const part = parts[id];
  return part === undefined ? undefined : fill(_(part), params ?? {});
}
