/** Servers that no TLS client should talk to, at ports of their own. */
import { readFileSync } from "node:fs";
import { createServer as createPlainServer, type ServerResponse } from "node:http";
import { createServer, type ServerOptions } from "node:https";
import { createServer as createSocketServer, type AddressInfo, type Server } from "node:net";
import { join } from "node:path";
import { openAuthority, type Certificate } from "../box/certificates.ts";
import { runOrFail, withResolvers } from "../box/command.ts";
import { stoppedClock } from "../box/fake-time.ts";
import { providerHost } from "../box/provider/identity-provider.ts";

export const badKinds = [
  "expired",
  "not yet valid",
  "self-signed",
  "wrong name",
  "TLS 1.1",
  "plain HTTP",
  "reset",
] as const;
export type BadKind = (typeof badKinds)[number];

/** A certificate issued at some moment for thirty days. */
async function issueAt(
  authority: Certificate,
  folder: string,
  name: string,
  host: string,
  moment: number,
): Promise<Certificate> {
  const issued = { certFile: join(folder, `${name}.pem`), keyFile: join(folder, `${name}.key`) };
  const args = [
    ...["req", "-x509", "-CA", authority.certFile, "-CAkey", authority.keyFile, "-days", "30"],
    ...["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", `/CN=${host}`],
    ...["-addext", `subjectAltName=DNS:${host}`, "-addext", "basicConstraints=critical,CA:FALSE"],
    ...["-keyout", issued.keyFile, "-out", issued.certFile],
  ];
  await runOrFail("openssl", args, { env: { ...process.env, ...stoppedClock(moment / 1000) } });
  return issued;
}

function files({ certFile, keyFile }: Certificate): ServerOptions {
  return { cert: readFileSync(certFile), key: readFileSync(keyFile) };
}

export class BadServers {
  readonly #servers = new Map<BadKind, Server>();
  /** Requests that got through to any of them: none ever may. */
  requests = 0;

  static async start(authority: Certificate, folder: string): Promise<BadServers> {
    const self = new BadServers();
    const now = Date.now() - 24 * 3600 * 1000;
    const [expired, future, wrongName, good, other] = await Promise.all([
      issueAt(authority, folder, "expired", providerHost, Date.parse("2020-01-01")),
      issueAt(authority, folder, "future", providerHost, Date.parse("2040-01-01")),
      issueAt(authority, folder, "wrong-name", "someone-else.localhost", now),
      issueAt(authority, folder, "good", providerHost, now),
      openAuthority(join(folder, "other")),
    ]);
    const selfSigned = await issueAt(other, folder, "self-signed", providerHost, now);
    const old = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
    await self.#open("expired", createServer(files(expired)));
    await self.#open("not yet valid", createServer(files(future)));
    await self.#open("self-signed", createServer(files(selfSigned)));
    await self.#open("wrong name", createServer(files(wrongName)));
    await self.#open("TLS 1.1", createServer({ ...files(good), ...old }));
    await self.#open("plain HTTP", createPlainServer());
    const reset = createSocketServer((socket) => void socket.once("data", () => socket.resetAndDestroy()));
    await self.#open("reset", reset);
    return self;
  }

  /** An address at the server of a kind. */
  url(kind: BadKind, path = ""): string {
    const address = this.#servers.get(kind)?.address() as AddressInfo;
    return `https://${providerHost}:${String(address.port)}${path}`;
  }

  stop(): void {
    this.#servers.forEach((server) => server.close());
  }

  async #open(kind: BadKind, server: Server): Promise<void> {
    server.on("request", (_request, response: ServerResponse) => {
      this.requests += 1;
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
    const { promise, resolve } = withResolvers<void>();
    server.listen(0, "127.0.0.1", resolve);
    await promise;
    this.#servers.set(kind, server);
  }
}
