/** Running other programs without blocking this one: the identity provider often lives in the same process. */
import { spawn } from "node:child_process";
import { setTimeout } from "node:timers/promises";

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  input?: string;
}

/** Runs a program to its end. A program that cannot be started at all is an exception. */
export function run(command: string, args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const { promise, resolve, reject } = withResolvers<CommandResult>();
  const child = spawn(command, args, { cwd: options.cwd, env: options.env, stdio: ["pipe", "pipe", "pipe"] });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  // A program may end without reading its input.
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.input ?? "");
  child.on("error", reject);
  child.on("close", (code) =>
    resolve({
      code: code ?? -1,
      stdout: Buffer.concat(stdout).toString("utf8"),
      stderr: Buffer.concat(stderr).toString("utf8"),
    }),
  );
  return promise;
}

export async function runOrFail(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const result = await run(command, args, options);
  if (result.code !== 0) {
    const shown = [command, ...args].join(" ").slice(0, 300);
    throw new Error(`${shown}: exit status ${String(result.code)}\n${result.stderr}${result.stdout}`);
  }
  return result.stdout;
}

/** A promise with its two levers (Promise.withResolvers of later ECMAScript). */
export function withResolvers<T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (reason: unknown) => void;
} {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** Milliseconds that a test waits for what must come. One limit, and a generous one: machines may be busy. */
export const patience = 60_000;

/** Waits until a condition holds; false where it does not in time. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + patience; Date.now() < end;) {
    if (await holds()) return true;
    await sleep(50);
  }
  return holds();
}

/** Waits until a condition holds; throws where it does not in time. */
export async function expectSoon(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  if (!(await until(holds))) throw new Error(`not in time: ${what}`);
}

export const sleep = (milliseconds: number): Promise<void> => setTimeout(milliseconds);
