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

/** The curves of RFC 7518 section 6.2.1.1, with what OpenSSL calls them. */
export const curves = [
  {
    crv: "P-256",
    openssl: "prime256v1",
    size: 32,
    bits: 256,
    order: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
    prime: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
    b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  },
  {
    crv: "P-384",
    openssl: "secp384r1",
    size: 48,
    bits: 384,
    order: 2n ** 384n - 0x389cb27e0bc8d220a7e5f24db74f58851313e695333ad68dn,
    prime: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
    b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
  },
  {
    crv: "P-521",
    openssl: "secp521r1",
    size: 66,
    bits: 512,
    order: 2n ** 521n - 0x5ae79787c40d069948033feb708f65a2fc44a36477663b851449048e16ec79bf7n,
    prime: 2n ** 521n - 1n,
    b: 0x51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00n,
  },
] as const;

export type Curve = (typeof curves)[number];

export interface EcKey {
  readonly curve: Curve;
  readonly privateKey: KeyObject;
  readonly x: Buffer;
  readonly y: Buffer;
  readonly pem: string;
}

/** Ed25519. */
export interface EdKey {
  readonly privateKey: KeyObject;
  readonly x: Buffer;
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

export function makeEcKey(random: Random, curve: Curve = curves[0]): EcKey {
  const ecdh = createECDH(curve.openssl);
  const d = random.bytes(curve.size);
  d[0] = curve.size === 66 ? 0 : d[0]! & 0x7f; // below the order
  ecdh.setPrivateKey(d);
  const point = ecdh.getPublicKey();
  const [x, y] = [point.subarray(1, 1 + curve.size), point.subarray(1 + curve.size)];
  const privateKey = createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: curve.crv,
      d: d.toString("base64url"),
      x: x.toString("base64url"),
      y: y.toString("base64url"),
    },
  });
  return { curve, privateKey, x, y, pem: publicPem(privateKey) };
}

export function makeEdKey(random: Random): EdKey {
  const key = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), random.bytes(32)]);
  const privateKey = createPrivateKey({ format: "der", type: "pkcs8", key });
  const x = Buffer.from(createPublicKey(privateKey).export({ format: "jwk" }).x!, "base64url");
  return { privateKey, x, pem: publicPem(privateKey) };
}

function publicPem(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ type: "spki", format: "pem" }) as string;
}
