/** A certificate authority of our own, and server certificates issued by it; made by the openssl program. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { runOrFail } from "./command.ts";
import { shiftedClock } from "./fake-time.ts";

export interface Certificate {
  certFile: string;
  keyFile: string;
}

/** Certificates were issued a month ago, so that they are valid for a router whose clock is slow, too. */
const age = 30 * 24 * 3600;

async function openssl(args: readonly string[]): Promise<void> {
  await runOrFail("openssl", args, { env: { ...process.env, ...shiftedClock(-age) } });
}

const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

/** The authority kept in a folder; created at the first call, so that a browser has to be told about it only once. */
export async function openAuthority(folder: string): Promise<Certificate> {
  const authority = { certFile: join(folder, "ca.pem"), keyFile: join(folder, "ca.key") };
  if (!existsSync(authority.certFile)) {
    mkdirSync(folder, { recursive: true });
    await openssl([
      ...["req", "-x509", "-days", "3650", "-subj", "/CN=sso-login test authority", ...newKey],
      ...["-addext", "keyUsage=critical,keyCertSign,cRLSign"],
      ...["-keyout", authority.keyFile, "-out", authority.certFile],
    ]);
  }
  return authority;
}

/** A new server certificate for some host names, written into `folder`. */
export async function issueCertificate(
  authority: Certificate,
  folder: string,
  hostNames: readonly [string, ...string[]],
): Promise<Certificate> {
  mkdirSync(folder, { recursive: true });
  const [name] = hostNames;
  const issued = { certFile: join(folder, `${name}.pem`), keyFile: join(folder, `${name}.key`) };
  await openssl([
    ...["req", "-x509", "-CA", authority.certFile, "-CAkey", authority.keyFile, "-days", "800", ...newKey],
    ...["-subj", `/CN=${name}`, "-addext", `subjectAltName=${hostNames.map((host) => `DNS:${host}`).join(",")}`],
    ...["-addext", "basicConstraints=critical,CA:FALSE", "-addext", "extendedKeyUsage=serverAuth"],
    ...["-keyout", issued.keyFile, "-out", issued.certFile],
  ]);
  return issued;
}
