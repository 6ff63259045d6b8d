/** Servers that no TLS client should talk to, at ports of their own. */
import { readFileSync } from "node:fs";
import { createServer as createPlainServer } from "node:http";
import { createServer, type ServerOptions } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import { openAuthority, type Certificate } from "../box/certificates.ts";
import { runOrFail, withResolvers } from "../box/command.ts";
import { providerHost } from "../box/provider/identity-provider.ts";

export const badKinds = ["expired", "not yet valid", "self-signed", "wrong name", "TLS 1.1", "plain HTTP"] as const;
export type BadKind = (typeof badKinds)[number];

/** A certificate issued at some moment for thirty days. */
async function issueAt(
  authority: Certificate,
  folder: string,
  name: string,
  host: string,
  clock: string,
): Promise<Certificate> {
  const issued = { certFile: join(folder, `${name}.pem`), keyFile: join(folder, `${name}.key`) };
  await runOrFail("faketime", [
    ...[clock, "openssl", "req", "-x509", "-CA", authority.certFile, "-CAkey", authority.keyFile, "-days", "30"],
    ...["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", `/CN=${host}`],
    ...["-addext", `subjectAltName=DNS:${host}`, "-addext", "basicConstraints=critical,CA:FALSE"],
    ...["-keyout", issued.keyFile, "-out", issued.certFile],
  ]);
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
    const now = "-1 day";
    const [expired, future, wrongName, good, other] = await Promise.all([
      issueAt(authority, folder, "expired", providerHost, "2020-01-01 00:00:00"),
      issueAt(authority, folder, "future", providerHost, "2040-01-01 00:00:00"),
      issueAt(authority, folder, "wrong-name", "someone-else.localhost", now),
      issueAt(authority, folder, "good", providerHost, now),
      openAuthority(join(folder, "other")),
    ]);
    const selfSigned = await issueAt(other, folder, "self-signed", providerHost, now);
    const old = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
    await self.#open("expired", files(expired));
    await self.#open("not yet valid", files(future));
    await self.#open("self-signed", files(selfSigned));
    await self.#open("wrong name", files(wrongName));
    await self.#open("TLS 1.1", { ...files(good), ...old });
    await self.#open("plain HTTP");
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

  async #open(kind: BadKind, options?: ServerOptions): Promise<void> {
    const server = options === undefined ? createPlainServer() : createServer(options);
    server.on("request", (_request, response) => {
      this.requests += 1;
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
    const { promise, resolve } = withResolvers<void>();
    server.listen(0, "127.0.0.1", resolve);
    await promise;
    this.#servers.set(kind, server);
  }
}
