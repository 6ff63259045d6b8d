import { execFileSync } from "node:child_process";
import { constants, createCipheriv, createHash, createPrivateKey, createPublicKey } from "node:crypto";
import { type KeyObject, sign as signWith, verify as verifyWith } from "node:crypto";

/** Reproducible pseudo-random bytes: AES-CTR over zeros, keyed with the seed. */
export class Random {
  readonly #stream;

  constructor(seed: string) {
    const key = createHash("sha256").update(seed).digest();
    this.#stream = createCipheriv("aes-256-ctr", key, Buffer.alloc(16));
  }

  bytes(length: number): Buffer {
    return this.#stream.update(Buffer.alloc(length));
  }

  below(limit: number): number {
    return Number(this.bytes(6).readUIntBE(0, 6) % limit);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}

/** A curve of RFC 7518 section 6.2.1.1. */
interface Curve {
  readonly size: number;
  readonly order: bigint;
  readonly prime: bigint;
}

export const curves: Readonly<Record<string, Curve>> = {
  "P-256": {
    size: 32,
    order: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
    prime: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
  },
  "P-384": {
    size: 48,
    order: 2n ** 384n - 0x389cb27e0bc8d220a7e5f24db74f58851313e695333ad68dn,
    prime: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
  },
  "P-521": {
    size: 66,
    order: 2n ** 521n - 0x5ae79787c40d069948033feb708f65a2fc44a36477663b851449048e16ec79bf7n,
    prime: 2n ** 521n - 1n,
  },
};

/** A key of any type, with the arguments of jwk_to_pem(). */
export interface Key {
  /** "RSA" or the name of the curve. */
  readonly type: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** n and e, or x and y; of Ed25519 x and nothing. */
  readonly numbers: readonly [Buffer, Buffer];
  readonly pem: string;
  readonly der: Buffer;
}

export function firstOfEach(keys: readonly Key[]): Key[] {
  return keys.filter((key, at) => keys.findIndex(({ type }) => type === key.type) === at);
}

function keyOf(privateKey: KeyObject): Key {
  const publicKey = createPublicKey(privateKey);
  const jwk = publicKey.export({ format: "jwk" }) as Record<string, string>;
  const number = (...names: string[]): Buffer =>
    Buffer.from(names.map((name) => jwk[name] ?? "").join(""), "base64url");
  return {
    type: jwk["crv"] ?? "RSA",
    privateKey,
    publicKey,
    numbers: [number("n", "x"), number("e", "y")],
    pem: publicKey.export({ type: "spki", format: "pem" }) as string,
    der: publicKey.export({ type: "spki", format: "der" }),
  };
}

/** By openssl: Node takes no exponent of more than 32 bits, and may lock up (generateKeys() in test/box/provider/keys.ts). */
function generate(algorithm: string, ...options: string[]): Key {
  const args = ["genpkey", "-algorithm", algorithm, ...options.flatMap((option) => ["-pkeyopt", option])];
  return keyOf(createPrivateKey(execFileSync("openssl", args, { stdio: ["ignore", "pipe", "ignore"] })));
}

export function makeRsaKey(bits: number, e: bigint, primes = 2): Key {
  return generate("RSA", `rsa_keygen_bits:${bits}`, `rsa_keygen_pubexp:${e}`, `rsa_keygen_primes:${primes}`);
}

/** On one of the curves, or of Ed25519. */
export function makeKey(type: string): Key {
  return type === "Ed25519" ? generate("ED25519") : generate("EC", `ec_paramgen_curve:${type}`);
}

/** Node's options for an algorithm of RFC 7518 section 3.1 or RFC 8037; `bits` are those of the hash. */
export interface Algorithm {
  readonly alg: string;
  readonly type: string;
  readonly bits: number;
  readonly options: { padding?: number; saltLength?: number; dsaEncoding?: "ieee-p1363" };
}

/** In the order of fuzz_key.c. */
export const algorithms: readonly Algorithm[] = [
  ...[256, 384, 512].map((bits) => rsa("RS", bits, { padding: constants.RSA_PKCS1_PADDING })),
  ...[256, 384, 512].map((bits) => rsa("PS", bits, { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: bits / 8 })),
  ...Object.keys(curves).map((type, at): Algorithm => {
    const bits = [256, 384, 512][at]!;
    return { alg: `ES${bits}`, type, bits, options: { dsaEncoding: "ieee-p1363" } };
  }),
  { alg: "EdDSA", type: "Ed25519", bits: 512, options: {} },
];

function rsa(family: string, bits: number, options: Algorithm["options"]): Algorithm {
  return { alg: `${family}${bits}`, type: "RSA", bits, options };
}

const hashOf = ({ type, bits }: Algorithm): string | null => (type === "Ed25519" ? null : `sha${bits}`);

/** A signature; `other` is what differs from the algorithm. */
export function sign(
  algorithm: Algorithm,
  { privateKey }: Key,
  message: Buffer,
  other: { hash?: string; saltLength?: number; dsaEncoding?: "der" } = {},
): Buffer {
  const { hash = hashOf(algorithm), ...options } = other;
  return signWith(hash, message, { key: privateKey, ...algorithm.options, ...options });
}

export function verify(algorithm: Algorithm, { publicKey }: Key, message: Buffer, signature: Buffer): boolean {
  return verifyWith(hashOf(algorithm), message, { key: publicKey, ...algorithm.options }, signature);
}

export function toBytes(number: bigint, length?: number): Buffer {
  const hex = number.toString(16);
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, "hex");
  return length === undefined ? bytes : Buffer.concat([Buffer.alloc(length - bytes.length), bytes]);
}

export const toNumber = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString("hex") || "0"}`);
