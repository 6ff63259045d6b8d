import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Target, root } from "./target.js";

/** The results of a call, a string as a Buffer; `raised` is an exception, or the end of the process. */
export interface Answer {
  readonly results: readonly unknown[];
  readonly raised?: string;
}

/** An argument of a call: a Buffer stands for bytes, `{ lua: name }` for a value that runner.lua has. */
export type Argument = Buffer | string | number | { lua: string };

const encode = (value: unknown): unknown => (Buffer.isBuffer(value) ? { hex: value.toString("hex") } : value);

function decode(_key: string, value: unknown): unknown {
  return typeof value === "string" && value.startsWith("x") ? Buffer.from(value.slice(1), "hex") : value;
}

/** A process of a target that runs runner.lua or runner.uc. It answers in the order of the calls. */
export class Runner {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #waiting: ((answer: Answer) => void)[] = [];
  readonly #ended: Promise<number | null>;
  #complaints = "";

  constructor(target: Target, env: Record<string, string> = {}) {
    const [program = "", ...args] = [...target.lua, join(root, `test/native/runner${target.scripts ?? ".lua"}`)];
    this.#process = spawn(program, args, { env: { ...process.env, ...target.env, ...env } });
    this.#process.stdin.on("error", () => {}); // it may die early
    this.#process.stderr.on("data", (data: Buffer) => (this.#complaints += data.toString()));
    createInterface({ input: this.#process.stdout }).on("line", (line) => {
      const answer = JSON.parse(line, decode) as unknown;
      const results = Array.isArray(answer) ? answer : [];
      this.#waiting.shift()!({ results, raised: (answer as { raised?: Buffer | string }).raised?.toString() });
    });
    this.#ended = new Promise((resolve) => {
      this.#process.on("close", (status) => {
        for (const tell of this.#waiting) tell({ results: [], raised: `it died: ${this.#complaints.slice(0, 4000)}` });
        resolve(status);
      });
    });
  }

  call(module: string, name: string, ...args: unknown[]): Promise<Answer> {
    this.#process.stdin.write(`${JSON.stringify([module, name, ...args.map(encode)])}\n`);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Ends the process; returns what it had to complain about, sanitizers included. */
  async end(): Promise<string> {
    this.#process.stdin.end();
    const status = await this.#ended;
    return status === 0 ? this.#complaints : `exit status ${status}: ${this.#complaints}`;
  }
}
