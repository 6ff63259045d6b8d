import type { Answer, Argument } from "./runner.js";
import type { Backend } from "./target.js";

/** One call of the crypto module: what goes in, and what has to come out. */
export interface Case {
  readonly group: string;
  readonly name: string;
  readonly call: string;
  readonly args: readonly Argument[];
  /** Says what is wrong with the answer, or nothing. */
  readonly check: (answer: Answer, backend: Backend) => string | undefined;
}

export const INPUT_MAX = 16384;

/** A verdict, bytes, or the reason of a refusal. */
export type Expected = boolean | Buffer | string;

/** An answer for people, and to compare: bytes in hexadecimal digits. */
export function toText({ results, raised }: Answer): string {
  return raised ?? results.map((one) => (Buffer.isBuffer(one) ? `x${one.toString("hex")}` : String(one))).join(" ");
}

function shorten(text: string): string {
  return text.length > 90 ? `${text.slice(0, 90)}…` : text;
}

/** A case whose answer is known exactly; `mbedtls` is what that backend answers, which has no Ed25519. */
export function exactly(
  group: string,
  name: string,
  call: string,
  args: Argument[],
  expected: Expected,
  mbedtls = expected,
): Case {
  const answers = { openssl: wanted(expected), mbedtls: wanted(mbedtls) };
  const check = (answer: Answer, backend: Backend): string | undefined =>
    toText(answer) === answers[backend]
      ? undefined
      : `expected ${shorten(answers[backend])}, got ${shorten(toText(answer))}`;
  return { group, name, call, args, check };
}

function wanted(expected: Expected): string {
  return toText({ results: typeof expected === "string" ? [null, Buffer.from(expected)] : [expected] });
}
