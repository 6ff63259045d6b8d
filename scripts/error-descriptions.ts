/** When each code is logged: the comments in src/sso_login/web/errors.ts. The program itself has no use for them. */
import { readFileSync } from "node:fs";
import { errors } from "../src/sso_login/web/errors";

const source = readFileSync(new URL("../src/sso_login/web/errors.ts", import.meta.url), "utf8");
const commented = new Map(
  [...source.matchAll(/^ {2}\/\*\* (.+) \*\/\n {2}([A-Z_]+): /gm)].map(([, text, code]) => [code, text]),
);

/** The description of a code; throws where the table has none. */
export function descriptionOf(code: string): string {
  const text = commented.get(code);
  if (text === undefined || errors[code] === undefined) {
    throw new Error(`errors.ts does not say when ${code} is logged`);
  }
  return text;
}
