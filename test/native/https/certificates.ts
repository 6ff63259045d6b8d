import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stoppedClock } from "../../box/fake-time.ts";

export interface Identity {
  readonly key: string;
  readonly cert: string;
}

/** Servers' certificates, and what is wrong with each. */
export type IdentityName =
  "good" | "selfSigned" | "expired" | "notYet" | "wrongName" | "badIssuer" | "wrongUsage" | "wordy";

export interface Certificates extends Readonly<Record<IdentityName, Identity>> {
  /** PEM files for the option ca_file. */
  readonly caFile: string;
  readonly otherCaFile: string;
  readonly emptyFile: string;
  readonly garbageFile: string;
}

interface Wishes {
  issuer?: string;
  extensions?: string[];
  subject?: string;
  /** When it is made; it is valid for 30 days, an authority for 9000. */
  clock?: string;
}

const server = "subjectAltName=IP:127.0.0.1,DNS:localhost";

/** A private CA and what it signed, made by openssl in `directory`. */
export function makeCertificates(directory: string): Certificates {
  const path = (name: string): string => join(directory, name);
  // openssl's own configuration would add extensions.
  writeFileSync(path("config"), "[req]\ndistinguished_name=name\n[name]\n");
  const make = (name: string, { issuer, extensions = [server], subject = `/CN=${name}`, clock }: Wishes): Identity => {
    const authority = clock === "2015-01-01";
    const constraint = authority ? "basicConstraints=critical,CA:TRUE" : "basicConstraints=CA:FALSE";
    const args = ["openssl", "req", "-x509", "-config", path("config"), "-nodes"];
    args.push("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-keyout", path(`${name}.key`));
    args.push("-out", path(`${name}.pem`), "-subj", subject, "-days", authority ? "9000" : "30");
    for (const extension of [constraint, ...extensions]) args.push("-addext", extension);
    if (issuer !== undefined) args.push("-CA", path(`${issuer}.pem`), "-CAkey", path(`${issuer}.key`));
    const env = { ...process.env, ...(clock === undefined ? {} : stoppedClock(Date.parse(clock) / 1000)) };
    execFileSync(args[0]!, args.slice(1), { stdio: ["ignore", "ignore", "pipe"], env });
    return { key: readFileSync(path(`${name}.key`), "utf8"), cert: readFileSync(path(`${name}.pem`), "utf8") };
  };
  const issue = (name: string, wishes: Wishes = {}): Identity => make(name, { issuer: "ca", ...wishes });

  for (const name of ["ca", "other-ca"]) make(name, { clock: "2015-01-01", extensions: [] });
  writeFileSync(path("empty.pem"), "");
  const begin = "-----BEGIN CERTIFICATE-----";
  writeFileSync(path("garbage.pem"), `${begin}\nbm90IGEgY2VydGlmaWNhdGU=\n${begin.replace("BEGIN", "END")}\n`);
  const good = issue("good");
  const badLeaf = issue("bad-leaf", { issuer: "good" });
  return {
    caFile: path("ca.pem"),
    otherCaFile: path("other-ca.pem"),
    emptyFile: path("empty.pem"),
    garbageFile: path("garbage.pem"),
    good,
    selfSigned: make("self", { subject: "/CN=localhost" }),
    expired: issue("expired", { clock: "2020-01-01" }),
    notYet: issue("not-yet", { clock: "2037-01-01" }),
    wrongName: issue("wrong-name", { extensions: ["subjectAltName=DNS:other.test,IP:127.0.0.2"] }),
    // Signed by a certificate that may not sign.
    badIssuer: { key: badLeaf.key, cert: badLeaf.cert + good.cert },
    // For clients, not for servers.
    wrongUsage: issue("wrong-usage", { extensions: [server, "extendedKeyUsage=clientAuth"] }),
    // A subject that is longer than anybody reads.
    wordy: issue("wordy", { subject: "/OU=0123456789abcdef".repeat(60) }),
  };
}
