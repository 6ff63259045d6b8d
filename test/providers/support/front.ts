/** TLS in front of a provider that speaks plain HTTP, as most are set up; it keeps a note of what passes. */
import { readFileSync } from "node:fs";
import { request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { issueCertificate, type Certificate } from "../../box/certificates.ts";
import { withResolvers } from "../../box/command.ts";
import { providerHost } from "../../box/provider/identity-provider.ts";

export interface Passed {
  path: string;
  /** The answer's content type and body. */
  type: string;
  body: string;
}

/** Changes an answer's body on its way. */
type Edit = (body: string) => string;

export class Front {
  readonly origin: string;
  /** Everything so far, oldest first. */
  readonly passed: Passed[] = [];
  /** Header lines that are added to requests to a path. */
  readonly added = new Map<string, Record<string, string>>();
  /** Changes to answers from a path. */
  readonly edits = new Map<string, Edit>();
  /** Paths with an empty page of its own, for a provider whose pages are another program's. */
  readonly pages = new Set<string>();
  readonly #server: Server;
  #port = 0;

  private constructor(server: Server) {
    this.#server = server;
    this.origin = `https://${providerHost}:${String((server.address() as AddressInfo).port)}`;
    server.on("request", (request, response) => {
      this.#pass(request, response).catch(() => response.destroy());
    });
  }

  static async start(authority: Certificate, folder: string): Promise<Front> {
    const { certFile, keyFile } = await issueCertificate(authority, folder, [providerHost]);
    const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) });
    const { promise, resolve } = withResolvers<void>();
    server.listen(0, "127.0.0.1", resolve);
    await promise;
    return new Front(server);
  }

  /** The address at which the provider listens. */
  forwardTo(port: number): void {
    this.#port = port;
  }

  /** How often a path was asked for, or a path and everything below it. */
  count(path: string): number {
    return this.passed.filter((one) => one.path === path || one.path.startsWith(`${path}/`)).length;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url ?? "/";
    const path = target.replace(/\?.*/, "");
    if (this.pages.has(path)) {
      response.end();
      return;
    }
    const answered = withResolvers<IncomingMessage>();
    const proxied = { "x-forwarded-proto": "https", "x-forwarded-host": request.headers.host };
    // A browser asks for HTML, but that of the tests says nothing; Spring leads to its login page only who asks for that.
    const headers = { accept: "text/html", ...request.headers, ...proxied, ...this.added.get(path) };
    const options = {
      host: "127.0.0.1",
      port: this.#port,
      path: target,
      method: request.method,
      headers,
      agent: false,
    };
    forward(options, answered.resolve)
      .on("error", answered.reject)
      .end(await bodyOf(request));
    const answer = await answered.promise;
    const edit = this.edits.get(path) ?? ((text) => text);
    const body = edit(await bodyOf(answer));
    const type = answer.headers["content-type"] ?? "";
    this.passed.push({ path, type, body });
    const kept = Object.entries(answer.headers).filter(
      ([name]) => !["connection", "transfer-encoding", "content-length"].includes(name),
    );
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept)).end(body);
  }
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}
