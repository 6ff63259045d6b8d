import { Runner } from "../runner.js";

export interface Reply {
  readonly status?: number;
  readonly content_type?: string;
  readonly date?: number;
  readonly location?: string;
  readonly retry_after?: number;
  readonly renewed?: boolean;
  readonly body?: Buffer;
  readonly kind?: string;
  readonly message?: string;
  readonly subject?: string;
  readonly issuer?: string;
  readonly der?: Buffer;
  readonly trusted?: boolean;
  /** The last certificate of the chain, as the module has it. */
  readonly last?: { readonly der: Buffer };
  /** An exception, or a field that is none of these; must never be. */
  readonly raised?: string;
  readonly seconds: number;
}

const fields = "status content_type date location retry_after renewed body subject issuer der trusted last".split(" ");

/** A process with the module loaded; calls run one after the other. */
export class Client extends Runner {
  request = (options: unknown): Promise<Reply> => this.#reply("request", options);
  peer = (options: unknown): Promise<Reply> => this.#reply("peer", options);

  async #reply(call: string, options: unknown): Promise<Reply> {
    const start = process.hrtime.bigint();
    const { results, raised } = await this.call("native_https", call, options ?? { lua: "nil" });
    const seconds = Number(process.hrtime.bigint() - start) / 1e9;
    const [answer, kind, message] = results as [object | null, Buffer?, Buffer?];
    const entries = Object.entries((answer ?? {}) as Record<string, unknown>);
    const strange = entries.find(([name]) => !fields.includes(name))?.[0];
    const texts = entries.map(([name, value]) => [name, name === "body" || name === "der" ? value : text(value)]);
    return {
      ...(Object.fromEntries(texts) as Partial<Reply>),
      kind: kind?.toString("latin1"),
      message: message?.toString("latin1"),
      raised: raised ?? (strange === undefined ? undefined : `unknown field ${strange}`),
      seconds,
    };
  }
}

const text = (value: unknown): unknown => (Buffer.isBuffer(value) ? value.toString("latin1") : value);
