/** Texts from outside for a page that shows them as text: control characters are visible, and long texts cut. */
import * as bytes from "io/bytes";

/** Whether a byte continues a character of UTF-8. */
function continues(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 128 && code < 192;
}

/** At most `limit` bytes of a text, with `...` where that is not all; control characters as `\xNN`, as ubus ends a text at NUL. */
export function shown_text(text: string, limit: number): string {
  let last = Math.min(text.length, limit);
  while (last > 0 && continues(text, last)) {
    last = last - 1;
  }
  const parts: string[] = [];
  for (let at = 0; at < last; at++) {
    const char = text.charAt(at);
    const code = text.charCodeAt(at);
    parts.push(code < 32 || code === 127 ? "\\x" + bytes.hex_encode(char) : char);
  }
  return parts.join("") + (last < text.length ? "..." : "");
}
