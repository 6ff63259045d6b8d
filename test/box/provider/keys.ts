/** Signing keys, and signing of JWTs that no well-behaved library would make. */
import { createHmac, createPrivateKey, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { repositoryRoot } from "../locations.ts";

export interface SigningKeys {
  rsa: KeyObject;
  ec: KeyObject;
}

export interface Jwt {
  header: Record<string, unknown>;
  payload: Record<string, unknown>;
}

const publicKeyEncoding = { type: "spki", format: "pem" } as const;
const privateKeyEncoding = { type: "pkcs8", format: "pem" } as const;

/*
 * New keys take the way over PEM, because Node.js 20 may lock up for good where a key that was just generated is exported
 * as a JWK: both the export and the garbage collection of the generating job want the key's mutex.
 */

export function rsaKey(modulusLength = 2048, publicExponent = 65537): KeyObject {
  const size = { modulusLength, publicExponent };
  return createPrivateKey(generateKeyPairSync("rsa", { ...size, publicKeyEncoding, privateKeyEncoding }).privateKey);
}

export function ecKey(namedCurve: string): KeyObject {
  return createPrivateKey(generateKeyPairSync("ec", { namedCurve, publicKeyEncoding, privateKeyEncoding }).privateKey);
}

export function edKey(): KeyObject {
  return createPrivateKey(generateKeyPairSync("ed25519", { publicKeyEncoding, privateKeyEncoding }).privateKey);
}

export function generateKeys(): SigningKeys {
  return { rsa: rsaKey(), ec: ecKey("P-256") };
}

const keptKeys = join(repositoryRoot, "build/provider-keys.json");

function keepKeys(): void {
  const { rsa, ec } = generateKeys();
  const pem = (key: KeyObject): string => String(key.export({ type: "pkcs8", format: "pem" }));
  // Test files run side by side: none of them reads half a file.
  const own = `${keptKeys}.${process.pid}`;
  mkdirSync(dirname(own), { recursive: true });
  writeFileSync(own, JSON.stringify({ rsa: pem(rsa), ec: pem(ec) }), { mode: 0o600 });
  renameSync(own, keptKeys);
}

let shared: SigningKeys | undefined;

/** Keys made once for this checkout: making an RSA key takes time, and each test file is a process. */
export function sharedKeys(): SigningKeys {
  if (shared === undefined) {
    if (!existsSync(keptKeys)) keepKeys();
    const { rsa, ec } = JSON.parse(readFileSync(keptKeys, "utf8")) as { [Kind in keyof SigningKeys]: string };
    shared = { rsa: createPrivateKey(rsa), ec: createPrivateKey(ec) };
  }
  return shared;
}

/** A private key for an algorithm that is neither RS256 nor ES256, as a JWK. */
function keyFor(alg: string, rsa: KeyObject): object {
  const own = (): KeyObject => (alg === "EdDSA" ? edKey() : ecKey(alg === "ES384" ? "P-384" : "P-521"));
  const key = /^[RP]S/.test(alg) ? rsa : own();
  return { ...key.export({ format: "jwk" }), kid: alg, use: "sig", alg };
}

/** Private keys as JWKs, as oidc-provider wants them, with one for an algorithm that no other is for. */
export function privateJwks({ rsa, ec }: SigningKeys, algorithm = "RS256"): { keys: object[] } {
  return {
    keys: [
      ...(["RS256", "ES256"].includes(algorithm) ? [] : [keyFor(algorithm, rsa)]),
      { ...rsa.export({ format: "jwk" }), kid: "rsa-1", use: "sig", alg: "RS256" },
      { ...ec.export({ format: "jwk" }), kid: "ec-1", use: "sig", alg: "ES256" },
    ],
  };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

export function decodeJwt(token: string): Jwt {
  const [header, payload] = token
    .split(".", 2)
    .map((part) => JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as Record<string, unknown>);
  if (header === undefined || payload === undefined) {
    throw new Error("not a JWT");
  }
  return { header, payload };
}

/** Signs whatever it is given, by the algorithm that the header names: RS*, ES*, HS* (with `secret`) or none. */
export function signJwt({ header, payload }: Jwt, keys: SigningKeys, secret: string): string {
  const input = `${encode(header)}.${encode(payload)}`;
  const algorithm = String(header["alg"]);
  const hash = `sha${algorithm.slice(2)}`;
  const family = algorithm.slice(0, 2);
  let signature = Buffer.alloc(0);
  if (family === "RS") {
    signature = sign(hash, Buffer.from(input), keys.rsa);
  } else if (family === "ES") {
    signature = sign(hash, Buffer.from(input), { key: keys.ec, dsaEncoding: "ieee-p1363" });
  } else if (family === "HS") {
    signature = createHmac(hash, secret).update(input).digest();
  }
  return `${input}.${signature.toString("base64url")}`;
}
