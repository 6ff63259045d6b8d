/** rpcd's side of an exec plugin (rpcd's plugin.c): one JSON document in, one out. */
import * as json from "./json";

/** Standard input to its end; undefined when it is longer than `max_bytes`. */
export function read_input(max_bytes: number): string | undefined {
  const stdin = io.stdin as unknown as { read: (this: unknown, bytes: number) => string | undefined };
  const input = stdin.read(max_bytes + 1) ?? "";
  return input.length <= max_bytes ? input : undefined;
}

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
