import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Target } from "../target.js";

export interface Reply {
  readonly status?: number;
  readonly content_type?: string;
  readonly date?: number;
  readonly location?: string;
  readonly renewed?: boolean;
  readonly body?: Buffer;
  readonly kind?: string;
  readonly message?: string;
  readonly number?: number;
  readonly subject?: string;
  readonly issuer?: string;
  /** Hexadecimal. */
  readonly der?: string;
  /** A Lua error, which must never be. */
  readonly raised?: string;
  /** How long the call took. */
  readonly seconds: number;
}

/** A process with the module loaded; calls run one after the other. */
export class Client {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string, undefined>;
  #errors = "";

  constructor(target: Target, env: Record<string, string>) {
    const script = join(dirname(fileURLToPath(import.meta.url)), `client${target.scripts ?? ".lua"}`);
    const [program = "", ...args] = [...target.lua, script];
    this.#process = spawn(program, args, { env: { ...process.env, ...target.env, ...env } });
    this.#process.stderr.on("data", (data: Buffer) => (this.#errors += data.toString()));
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  request = (options: unknown): Promise<Reply> => this.#call("request", options);
  peer = (options: unknown): Promise<Reply> => this.#call("peer", options);
  close = (): Promise<Reply> => this.#call("close");
  connections = async (): Promise<number> => (await this.#call("connections")).number ?? -1;

  async #call(call: string, options?: unknown): Promise<Reply> {
    const start = process.hrtime.bigint();
    this.#process.stdin.write(`${JSON.stringify({ call, options })}\n`);
    const { value } = await this.#lines.next();
    const seconds = Number(process.hrtime.bigint() - start) / 1e9;
    if (value === undefined) throw new Error(`the client died: ${this.#errors.slice(0, 4000)}`);
    const reply = JSON.parse(value) as Reply & { body?: string };
    return { ...reply, body: reply.body === undefined ? undefined : Buffer.from(reply.body, "hex"), seconds };
  }

  /** Ends the process; what it had to complain about, sanitizers included. */
  async end(): Promise<string> {
    const exited = new Promise<number | null>((resolve) => this.#process.on("close", resolve));
    this.#process.stdin.end();
    const status = await exited;
    return status === 0 ? this.#errors : `exit status ${status}: ${this.#errors}`;
  }
}
