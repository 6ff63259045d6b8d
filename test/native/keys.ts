import {
  type KeyObject,
  checkPrimeSync,
  createCipheriv,
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
} from "node:crypto";

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

  /** From 0 to limit - 1. */
  below(limit: number): number {
    return Number(this.bytes(6).readUIntBE(0, 6) % limit);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}

export interface RsaKey {
  readonly privateKey: KeyObject;
  readonly n: Buffer;
  readonly e: Buffer;
  readonly pem: string;
}

export interface EcKey {
  readonly privateKey: KeyObject;
  readonly x: Buffer;
  readonly y: Buffer;
  readonly pem: string;
}

export function toBytes(number: bigint, length?: number): Buffer {
  const hex = number.toString(16);
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, "hex");
  return length === undefined ? bytes : Buffer.concat([Buffer.alloc(length - bytes.length), bytes]);
}

export const toNumber = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString("hex") || "0"}`);

const base64url = (number: bigint): string => toBytes(number).toString("base64url");

/** An RSA key of exactly `bits` bits, made from the random stream alone. */
export function makeRsaKey(random: Random, bits: number, e: bigint): RsaKey {
  for (;;) {
    const p = makePrime(random, bits >> 1, e);
    const q = makePrime(random, bits - (bits >> 1), e);
    const n = p * q;
    if (p === q || n.toString(2).length !== bits) continue;
    const d = inverse(e, (p - 1n) * (q - 1n));
    const privateKey = createPrivateKey({
      format: "jwk",
      key: {
        kty: "RSA",
        n: base64url(n),
        e: base64url(e),
        d: base64url(d),
        p: base64url(p),
        q: base64url(q),
        dp: base64url(d % (p - 1n)),
        dq: base64url(d % (q - 1n)),
        qi: base64url(inverse(q, p)),
      },
    });
    return { privateKey, n: toBytes(n), e: toBytes(e), pem: publicPem(privateKey) };
  }
}

function makePrime(random: Random, bits: number, e: bigint): bigint {
  const length = Math.ceil(bits / 8);
  for (;;) {
    let candidate = toNumber(random.bytes(length)) & ((1n << BigInt(bits)) - 1n);
    candidate |= (3n << BigInt(bits - 2)) | 1n;
    if (gcd(e, candidate - 1n) === 1n && checkPrimeSync(toBytes(candidate))) return candidate;
  }
}

export function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}

export function inverse(a: bigint, modulus: bigint): bigint {
  let [r, newR, t, newT] = [modulus, a % modulus, 0n, 1n];
  while (newR !== 0n) {
    const quotient = r / newR;
    [r, newR] = [newR, r - quotient * newR];
    [t, newT] = [newT, t - quotient * newT];
  }
  return t < 0n ? t + modulus : t;
}

export function makeEcKey(random: Random): EcKey {
  const ecdh = createECDH("prime256v1");
  const d = random.bytes(32);
  d[0]! &= 0x7f; // below the order, which starts with ffffffff
  ecdh.setPrivateKey(d);
  const point = ecdh.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)];
  const privateKey = createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      d: d.toString("base64url"),
      x: x.toString("base64url"),
      y: y.toString("base64url"),
    },
  });
  return { privateKey, x, y, pem: publicPem(privateKey) };
}

function publicPem(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ type: "spki", format: "pem" }) as string;
}
