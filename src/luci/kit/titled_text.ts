import { fill } from "../../sso_login/base/log_texts";

/** A text with a title before it: not every language writes a colon alike. */
export function titledText(name: string, text: string): string {
  return fill(_("%{name}: %{text}"), { name, text });
}
