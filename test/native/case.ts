import type { Backend } from "./target.js";

/** One call of the crypto module: what goes in, and what has to come out. */
export interface Case {
  /** Heading under which the case is counted. */
  readonly group: string;
  readonly name: string;
  /** Function of the Lua module; "backend" reads the field. */
  readonly call: string;
  readonly args: readonly Argument[];
  /** Says what is wrong with the result, or nothing. */
  readonly check: (result: string, backend: Backend) => string | undefined;
  /** The result is the same for every backend and run; false for random numbers and what one backend lacks. */
  readonly deterministic: boolean;
}

/** What Lua gets: bytes, a number, or a value of another type by the name that runner.lua has for it. */
export type Argument = Buffer | number | Special;
export type Special =
  "nil" | "true" | "table" | "function" | "coroutine" | "userdata" | "hostile" | "inf" | "-inf" | "nan";

export const INPUT_MAX = 16384;

/** The line that runner.lua reads. */
export function encodeCase({ call, args }: Case): string {
  return [call, ...args.map(encodeArgument)].join(" ");
}

function encodeArgument(argument: Argument): string {
  if (Buffer.isBuffer(argument)) return `s${argument.toString("hex")}`;
  return typeof argument === "number" ? `n${argument}` : `=${argument}`;
}

/** The value of a string result, or undefined if the result is something else. */
export function bytesOf(result: string): Buffer | undefined {
  return result.startsWith("s") ? Buffer.from(result.slice(1), "hex") : undefined;
}

function shorten(text: string): string {
  return text.length > 90 ? `${text.slice(0, 90)}…` : text;
}

/** A case whose result is known exactly. */
export function exactly(group: string, name: string, call: string, args: Argument[], expected: boolean | Buffer): Case {
  const wanted = typeof expected === "boolean" ? String(expected) : `s${expected.toString("hex")}`;
  const check = (result: string): string | undefined =>
    result === wanted ? undefined : `expected ${shorten(wanted)}, got ${shorten(result)}`;
  return { group, name, call, args, check, deterministic: true };
}

/** A case that gives nil and one of the reasons. */
export function refused(group: string, name: string, call: string, args: Argument[], reason?: string): Case {
  const wanted = reason === undefined ? "nil " : `nil ${reason}`;
  const check = (result: string): string | undefined =>
    result.startsWith(wanted) && result !== "nil nil" ? undefined : `expected ${wanted}, got ${shorten(result)}`;
  return { group, name, call, args, check, deterministic: true };
}

/** The arguments of `verify`. */
export function verifyArgs(alg: string, message: Buffer, signature: Buffer, pem: string | Buffer): Argument[] {
  return [Buffer.from(alg), message, signature, Buffer.from(pem)];
}

/** The case as OpenSSL has to answer it; mbedtls, which has no Ed25519, gives `otherwise`. */
export function opensslOnly(one: Case, otherwise: string): Case {
  const refuse = (result: string): string | undefined =>
    result === otherwise ? undefined : `expected ${otherwise}, got ${shorten(result)}`;
  return {
    ...one,
    check: (result, backend) => (backend === "openssl" ? one.check(result, backend) : refuse(result)),
    deterministic: false,
  };
}
