/** rpcd's side of an exec plugin (rpcd's plugin.c): one JSON document in, one out. */
import { encode } from "./json";

/** Members that are lists; io/json writes an empty list as `{}`. */
const lists = ["access_groups", "email", "findings", "group", "logins", "read", "roles", "write"];

/** Standard input to its end; undefined when it is longer than `max_bytes`. */
export function read_input(max_bytes: number): string | undefined {
  const stdin = io.stdin as unknown as { read: (this: unknown, bytes: number) => string | undefined };
  const input = stdin.read(max_bytes + 1) ?? "";
  return input.length <= max_bytes ? input : undefined;
}

/** The answer as JSON. A quotation mark within a text is preceded by a backslash, so only members match. */
export function encode_answer(answer: object): string {
  const [text] = string.gsub(encode(answer), '"([%a_]+)":{}', (name) =>
    lists.includes(name) ? `"${name}":[]` : `"${name}":{}`,
  );
  return text;
}
