/** The suite's REST interface, as far as a run needs it. */
import { X509Certificate } from "node:crypto";
import { connect, type DetailedPeerCertificate } from "node:tls";
import { sleep, withResolvers } from "../box/command.ts";
import type { Client } from "../e2e/support/client.ts";

/** One module of a plan, with the variant that the plan gives it. */
export interface Module {
  testModule: string;
  variant: Record<string, string> | null;
}

/** An instance of a module, in whose address it is an issuer of its own. */
export interface Running {
  id: string;
  issuer: string;
}

interface Info {
  status: string;
  result: string | null;
}

/** Seconds that the suite waits for a request that must not come. */
export const waitTimeout = 3;

/** The authority of the certificate that a server presents, or a certificate that is its own authority, as PEM. */
export async function authorityOf(address: string): Promise<string> {
  const { hostname, port } = new URL(address);
  const { promise, resolve, reject } = withResolvers<DetailedPeerCertificate>();
  const options = { host: hostname, port: Number(port || 443), servername: hostname, rejectUnauthorized: false };
  const socket = connect(options, () => resolve(socket.getPeerCertificate(true)));
  socket.on("error", reject);
  let certificate = await promise;
  socket.destroy();
  for (let depth = 0; depth < 5; depth += 1) {
    certificate = certificate.issuerCertificate ?? certificate;
  }
  return new X509Certificate(certificate.raw).toString();
}

/** Asks for something that the suite does in the background, for ten seconds. */
async function until<T>(ask: () => Promise<T>, is: (answer: T) => boolean): Promise<T> {
  let answer = await ask();
  for (let attempt = 0; attempt < 40 && !is(answer); attempt += 1) {
    await sleep(250);
    answer = await ask();
  }
  return answer;
}

export class Suite {
  readonly #address: string;
  readonly #client: Client;

  constructor(address: string, client: Client) {
    this.#address = address;
    this.#client = client;
  }

  async version(): Promise<string> {
    const { version, revision } = await this.#call<{ version: string; revision?: string }>("GET", "server");
    return `${version}, commit ${revision ?? "unknown"}`;
  }

  createPlan(name: string, variant: object, config: object): Promise<{ id: string; modules: Module[] }> {
    return this.#call("POST", "plan", { planName: name, variant: JSON.stringify(variant) }, config);
  }

  /** Starts a module and waits until it expects the relying party. */
  async start(plan: string, { testModule, variant }: Module): Promise<Running> {
    const query = { plan, test: testModule, variant: JSON.stringify(variant) };
    const { id } = await this.#call<{ id: string }>("POST", "runner", query);
    await this.#reach(id, "WAITING,FINISHED,INTERRUPTED");
    const { exposed } = await this.#call<{ exposed: { issuer: string } }>("GET", `runner/${id}`);
    return { id, issuer: exposed.issuer };
  }

  /** The address that a module wants a browser to open, which is told that one does. */
  async visit(id: string): Promise<string> {
    const ask = (): Promise<{ urls: string[] }> => this.#call("GET", `runner/browser/${id}`);
    const [url] = (await until(ask, ({ urls }) => urls.length > 0)).urls;
    if (url === undefined) {
      throw new Error("the suite wants no address opened");
    }
    await this.#call("POST", `runner/browser/${id}/visit`, { url });
    return url;
  }

  /** The result of a module, or the state that it did not leave; and what the suite says of all that did not pass. */
  async finish(id: string): Promise<{ outcome: string; reasons: string[] }> {
    await this.#reach(id, "FINISHED,INTERRUPTED");
    const ask = (): Promise<Info> => this.#call("GET", `info/${id}`);
    const { status, result } = await until(ask, (info) => info.result !== null);
    if (result === null) {
      await this.#call("DELETE", `runner/${id}`);
    }
    const log = await this.#call<{ src: string; msg: string; result?: string }[]>("GET", `log/${id}`);
    const told = log.filter((entry) => ["FAILURE", "WARNING", "SKIPPED", "REVIEW"].includes(entry.result ?? ""));
    const reasons = told.map(({ src, msg }) => `${src}: ${msg}`);
    return { outcome: status === "FINISHED" ? (result ?? status) : status, reasons };
  }

  /** Waits until a module has one of some states, for two minutes: half a minute is the most that the suite waits. */
  async #reach(id: string, states: string): Promise<void> {
    let state: string | undefined;
    for (let attempt = 0; attempt < 4 && state === undefined; attempt += 1) {
      const query = { states, timeoutMs: "30000" };
      ({ state } = await this.#call<{ state?: string }>("GET", `runner/${id}/wait-state`, query));
    }
  }

  async #call<Answer>(
    method: string,
    path: string,
    query: Record<string, string> = {},
    body?: object,
  ): Promise<Answer> {
    const address = `${this.#address}/api/${path}?${new URLSearchParams(query).toString()}`;
    const headers = { "Content-Type": "application/json", Accept: "application/json" };
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const { status, body: answer } = await this.#client.request(address, sent);
    if (status >= 300) {
      throw new Error(`${method} ${address}: ${String(status)} ${answer.slice(0, 300)}`);
    }
    return (answer === "" ? undefined : JSON.parse(answer)) as Answer;
  }
}
