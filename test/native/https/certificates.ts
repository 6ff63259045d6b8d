import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Identity {
  readonly key: string;
  readonly cert: string;
}

export interface Certificates {
  /** PEM files for the option ca_file. */
  readonly caFile: string;
  readonly otherCaFile: string;
  readonly emptyFile: string;
  readonly garbageFile: string;
  readonly directory: string;

  readonly good: Identity;
  readonly selfSigned: Identity;
  readonly expired: Identity;
  readonly notYet: Identity;
  readonly wrongName: Identity;
  /** Signed by a certificate that may not sign. */
  readonly badIssuer: Identity;
  /** For clients, not for servers. */
  readonly wrongUsage: Identity;
  /** With a subject that is longer than anybody reads. */
  readonly wordy: Identity;
}

/** A private CA and what it signed, made by openssl in `directory`. */
export function makeCertificates(directory: string): Certificates {
  mkdirSync(directory, { recursive: true });
  const path = (name: string): string => join(directory, name);
  const openssl = (args: string[], clock?: string): void => {
    const [program = "", ...rest] =
      clock === undefined ? ["openssl", ...args] : ["faketime", clock, "openssl", ...args];
    execFileSync(program, rest, { stdio: ["ignore", "ignore", "pipe"] });
  };
  const makeKey = (name: string): void =>
    openssl(["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", path(`${name}.key`)]);
  const makeCa = (name: string): void => {
    makeKey(name);
    openssl(
      [
        ...["req", "-x509", "-key", path(`${name}.key`), "-out", path(`${name}.pem`), "-subj", `/CN=${name}`],
        ...["-days", "9000"],
      ],
      "2015-01-01 00:00:00",
    );
  };
  const read = (name: string): Identity => ({
    key: readFileSync(path(`${name}.key`), "utf8"),
    cert: readFileSync(path(`${name}.pem`), "utf8"),
  });
  const issue = (
    name: string,
    {
      issuer = "ca",
      san = "IP:127.0.0.1,DNS:localhost",
      clock,
      extra = "",
      subject = `/CN=${name}`,
    }: {
      subject?: string;
      issuer?: string;
      san?: string;
      clock?: string;
      extra?: string;
    } = {},
  ): Identity => {
    makeKey(name);
    writeFileSync(path("extensions"), `subjectAltName=${san}\nbasicConstraints=CA:FALSE\n${extra}`);
    openssl(["req", "-new", "-key", path(`${name}.key`), "-subj", subject, "-out", path("request")]);
    openssl(
      [
        "x509", "-req", "-in", path("request"), "-CA", path(`${issuer}.pem`), "-CAkey", path(`${issuer}.key`),
        "-set_serial", String(Math.floor(Math.random() * 2 ** 48)), "-days", "30", "-extfile", path("extensions"),
        "-out", path(`${name}.pem`),
      ], // prettier-ignore
      clock,
    );
    return read(name);
  };

  makeCa("ca");
  makeCa("other-ca");
  writeFileSync(path("empty.pem"), "");
  writeFileSync(
    path("garbage.pem"),
    "-----BEGIN CERTIFICATE-----\nbm90IGEgY2VydGlmaWNhdGU=\n-----END CERTIFICATE-----\n",
  );
  makeKey("self");
  openssl([
    "req", "-x509", "-key", path("self.key"), "-out", path("self.pem"), "-subj", "/CN=localhost",
    "-addext", "subjectAltName=IP:127.0.0.1", "-days", "30",
  ]); // prettier-ignore

  const good = issue("good");
  const badLeaf = issue("bad-leaf", { issuer: "good" });
  return {
    caFile: path("ca.pem"),
    otherCaFile: path("other-ca.pem"),
    emptyFile: path("empty.pem"),
    garbageFile: path("garbage.pem"),
    directory,
    good,
    selfSigned: read("self"),
    expired: issue("expired", { clock: "2020-01-01 00:00:00" }),
    notYet: issue("not-yet", { clock: "2037-01-01 00:00:00" }),
    wrongName: issue("wrong-name", { san: "DNS:other.test,IP:127.0.0.2" }),
    badIssuer: { key: badLeaf.key, cert: badLeaf.cert + good.cert },
    wordy: issue("wordy", { subject: "/OU=0123456789abcdef".repeat(60) }),
    wrongUsage: issue("wrong-usage", { extra: "extendedKeyUsage=clientAuth\n" }),
  };
}
