/* eslint-disable no-control-regex -- they are what is looked for */
/** Invisible characters in texts of others, as visible escapes. */

/** Control characters, and marks that change the direction of what follows or take no room. */
const hidden =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** The text with such characters as `\u{202e}`. */
export function visible(text: string): string {
  return text.replace(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The value with all texts in it made visible. */
export function visibleTexts<Value extends object>(value: Value): Value {
  const show = (_key: string, member: unknown): unknown => (typeof member === "string" ? visible(member) : member);
  return JSON.parse(JSON.stringify(value), show) as Value;
}
