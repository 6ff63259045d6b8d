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

/** A factor of a modulus, with a multiple of the order of its multiplicative group. */
interface Factor {
  readonly value: bigint;
  readonly order: bigint;
}

/**
 * An RSA key of exactly `bits` bits, made from the random stream alone. Large ones have four primes instead of two,
 * which a signature does not show, and which are found in a tenth of the time.
 */
export function makeRsaKey(random: Random, bits: number, e: bigint): RsaKey {
  for (;;) {
    const p = makeFactor(random, bits >> 1, e);
    const q = makeFactor(random, bits - (bits >> 1), e);
    const n = p.value * q.value;
    if (gcd(p.value, q.value) !== 1n || n.toString(2).length !== bits) continue;
    const privateKey = createPrivateKey({
      format: "jwk",
      key: {
        kty: "RSA",
        n: base64url(n),
        e: base64url(e),
        d: base64url(inverse(e, p.order * q.order)),
        p: base64url(p.value),
        q: base64url(q.value),
        dp: base64url(inverse(e, p.order)),
        dq: base64url(inverse(e, q.order)),
        qi: base64url(inverse(q.value, p.value)),
      },
    });
    return { privateKey, n: toBytes(n), e: toBytes(e), pem: publicPem(privateKey) };
  }
}

function makeFactor(random: Random, bits: number, e: bigint): Factor {
  if (bits > 1100) {
    const [a, b] = [makeFactor(random, bits >> 1, e), makeFactor(random, bits - (bits >> 1), e)];
    return { value: a.value * b.value, order: a.order * b.order };
  }
  const length = Math.ceil(bits / 8);
  for (;;) {
    // Three bits at the top: the product of four such numbers has its top bit set.
    let value = toNumber(random.bytes(length)) & ((1n << BigInt(bits)) - 1n);
    value |= (7n << BigInt(bits - 3)) | 1n;
    if (gcd(e, value - 1n) === 1n && checkPrimeSync(toBytes(value))) return { value, order: value - 1n };
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
