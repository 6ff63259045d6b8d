/** rpcd's side of an exec plugin (rpcd's plugin.c): one JSON document in, one out. */
import * as json from "./json";

/** An answer as JSON, its members in the order of their names; an empty array is one when `json.list` made it. */
export function encode_answer(answer: unknown): string {
  if (typeof answer !== "object") {
    return json.encode(answer);
  }
  const parts: string[] = [];
  if (getmetatable(answer) === json.list_mark || (answer as unknown[])[0] !== undefined) {
    for (const item of answer as unknown[]) {
      parts.push(encode_answer(item));
    }
    return `[${parts.join(",")}]`;
  }
  for (const [name, member] of pairs(answer as LuaTable<string, unknown>)) {
    parts.push(`${json.encode(name)}:${encode_answer(member)}`);
  }
  table.sort(parts);
  return `{${parts.join(",")}}`;
}
