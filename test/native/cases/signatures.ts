import { constants, createHash, privateEncrypt } from "node:crypto";
import { type Case, INPUT_MAX, exactly } from "../case.js";
import type { Algorithm, Key, Random } from "../keys.js";
import { algorithms, curves, firstOfEach, makeKey, makeRsaKey, sign, toBytes, toNumber, verify } from "../keys.js";

const rsaShapes: [bits: number, e: bigint, primes: number][] = [
  [2048, 3n, 2],
  [2048, 17n, 2],
  [2048, 65537n, 2],
  [2048, 18446744073709551557n, 2],
  [3072, 65537n, 3],
  [4096, 65537n, 4],
  [4096, 9223372036854775837n, 4],
];

/** Keys for the other cases too: making them takes most of the time. */
export function makeKeys(): Key[] {
  const ec = { "P-256": 16, "P-384": 3, "P-521": 3, Ed25519: 2 };
  return [
    ...rsaShapes.map((shape) => makeRsaKey(...shape)),
    ...Object.entries(ec).flatMap(([type, count]) => Array.from({ length: count }, () => makeKey(type))),
  ];
}

interface Signed {
  readonly name: string;
  readonly message: Buffer;
  readonly signature: Buffer;
}
type Add = (name: string, signature: Buffer) => void;

/** Random messages and mutations of signatures: the verdict has to be that of Node's own crypto. */
export function differentialCases(random: Random, keys: readonly Key[], rounds: number): Case[] {
  return algorithms.flatMap((algorithm) => {
    const { alg, type } = algorithm;
    const own = keys.filter((key) => key.type === type);
    return own.flatMap((key, at) => {
      // Of the other algorithms of RSA, a key of 2048 bits and one of 4096 will do.
      if (type === "RSA" && alg !== "RS256" && at % 4 !== 2) return [];
      return mutations(random, algorithm, key, own[(at + 1) % own.length]!, rounds).map(
        ({ name, message, signature }) => {
          // OpenSSL takes a PSS signature without its leading zeros, too.
          const long = type !== "RSA" || signature.length === key.numbers[0].length;
          const expected = long && verify(algorithm, key, message, signature);
          const args = [alg, message, signature, key.pem];
          const mbedtls = expected && type !== "Ed25519";
          return exactly("differential", `${alg}, key ${at}, ${name}`, "verify", args, expected, mbedtls);
        },
      );
    });
  });
}

/** Every algorithm with every key and every signature: only what belongs together is right. */
export function misuseCases(keys: readonly Key[]): Case[] {
  const message = Buffer.from("eyJhbGciOiJub25lIn0.e30");
  const first = firstOfEach(keys);
  const signed = algorithms.map((algorithm) => {
    const key = first.find(({ type }) => type === algorithm.type)!;
    return { alg: algorithm.alg, key, signature: sign(algorithm, key, message) };
  });
  const names = [...algorithms.map(({ alg }) => alg), "", "none", "HS256", "ES256K", "RS256\0", "RS2", "rs256"];
  return names.flatMap((alg) =>
    signed.flatMap((made) =>
      first.map((key) => {
        const name = `${JSON.stringify(alg)} of ${made.alg} with a key of ${key.type}`;
        const right = alg === made.alg && key === made.key;
        const args = [alg, message, made.signature, key.pem];
        return exactly("misuse", name, "verify", args, right, right && alg !== "EdDSA");
      }),
    ),
  );
}

function mutations(random: Random, algorithm: Algorithm, key: Key, other: Key, rounds: number): Signed[] {
  const message = random.bytes(random.pick([0, 1, 31, 32, 33, 64, 200, 1000, 8000, INPUT_MAX]));
  const signature = sign(algorithm, key, message);
  const list: Signed[] = [];
  const add: Add = (name, bytes) => void list.push({ name, message, signature: bytes });
  damage(random, signature, rounds, add);
  add("of another key", sign(algorithm, other, message));
  for (const one of algorithms) if (one.type === algorithm.type) add(`by ${one.alg}`, sign(one, key, message));
  if (algorithm.type === "RSA") rsaMutations(algorithm, key, message, signature, add);
  else if (algorithm.type !== "Ed25519") ecMutations(algorithm, key, message, signature, add);

  const otherMessage = Buffer.concat([message, Buffer.alloc(1)]);
  if (otherMessage.length <= INPUT_MAX) list.push({ name: "message longer", message: otherMessage, signature });
  if (message.length > 0) {
    const flipped = Buffer.from(message);
    flipped[random.below(message.length)]! ^= 1 << random.below(8);
    list.push({ name: "message changed", message: flipped, signature });
    list.push({ name: "message shorter", message: message.subarray(1), signature });
  }
  return list;
}

function damage(random: Random, signature: Buffer, rounds: number, add: Add): void {
  const changed = (name: string, change: (bytes: Buffer) => void): void => {
    const copy = Buffer.from(signature);
    change(copy);
    add(name, copy);
  };
  const { length } = signature;
  const zero = Buffer.alloc(1);

  for (let i = 0; i < rounds; i++) {
    const [bit, at, from] = [random.below(length * 8), random.below(length), random.below(length)];
    changed(`bit ${bit}`, (bytes) => (bytes[bit >> 3]! ^= 1 << (bit & 7)));
    changed(`random byte at ${at}`, (bytes) => (bytes[at] = random.below(256)));
    changed(`random from ${from}`, (bytes) => random.bytes(length - from).copy(bytes, from));
  }
  changed("reversed", (bytes) => bytes.reverse());
  const others: Record<string, Buffer> = {
    random: random.bytes(length),
    zeros: Buffer.alloc(length),
    ones: Buffer.alloc(length, 0xff),
    one: toBytes(1n, length),
    empty: Buffer.alloc(0),
    "one byte": signature.subarray(0, 1),
    "cut at the end": signature.subarray(0, -1),
    "cut at the front": signature.subarray(1),
    "zero at the end": Buffer.concat([signature, zero]),
    "zero at the front": Buffer.concat([zero, signature]),
    twice: Buffer.concat([signature, signature]),
  };
  for (const [name, bytes] of Object.entries(others)) add(name, bytes);
}

function rsaMutations(algorithm: Algorithm, key: Key, message: Buffer, signature: Buffer, add: Add): void {
  const [n] = key.numbers;
  const raw = (block: Buffer): Buffer =>
    privateEncrypt({ key: key.privateKey, padding: constants.RSA_NO_PADDING }, block);
  const sum = toNumber(signature) + toNumber(n);
  if (sum < 1n << BigInt(n.length * 8)) add("plus n", toBytes(sum, n.length));
  add("n minus it", toBytes(toNumber(n) - toNumber(signature), n.length));
  add("n itself", n);
  add("sha1", sign(algorithm, key, message, { hash: "sha1" }));
  const blocks = algorithm.alg.startsWith("PS") ? pssBlocks : pkcs1Blocks;
  for (const [name, block] of Object.entries(blocks(algorithm, message, n.length))) add(name, raw(block));
  if (blocks === pkcs1Blocks) return;
  const size = algorithm.bits / 8;
  for (const saltLength of [0, 20, size - 1, size + 1, constants.RSA_PSS_SALTLEN_MAX_SIGN]) {
    add(`salt of ${saltLength}`, sign(algorithm, key, message, { saltLength }));
  }
}

/** DigestInfo up to the hash (RFC 8017 section 9.2). */
const digestInfo: Readonly<Record<number, string>> = {
  256: "3031300d060960864801650304020105000420",
  384: "3041300d060960864801650304020205000430",
  512: "3051300d060960864801650304020305000440",
};

/** Paddings of PKCS#1 v1.5, the first one right. */
function pkcs1Blocks({ bits }: Algorithm, message: Buffer, size: number): Record<string, Buffer> {
  const digest = createHash(`sha${bits}`).update(message).digest();
  const info = Buffer.concat([Buffer.from(digestInfo[bits]!, "hex"), digest]);
  const padded = (start: number[], fill: number, ...rest: Buffer[]): Buffer => {
    const [block, end] = [Buffer.alloc(size, fill), Buffer.concat(rest)];
    Buffer.from(start).copy(block);
    end.copy(block, size - end.length);
    return block;
  };
  const zero = Buffer.alloc(1);
  // Bleichenbacher's forgery as a verifier that does not look after the hash would take it.
  const forged = Buffer.alloc(size);
  Buffer.concat([Buffer.from("0001ffffffffffffffff00", "hex"), info]).copy(forged);
  return {
    "built by hand": padded([0, 1], 0xff, zero, info),
    "block type 0": padded([0, 0], 0, zero, info),
    "block type 2": padded([0, 2], 0xff, zero, info),
    "no separator": padded([0, 1], 0xff, info),
    "padding with a hole": padded([0, 1, 0xff, 0xfe], 0xff, zero, info),
    "short padding, bytes after it": forged,
    "bare hash": padded([0, 1], 0xff, zero, digest),
  };
}

/** Encodings of RFC 8017 section 9.1.1, the first one right. */
function pssBlocks({ bits }: Algorithm, message: Buffer, length: number): Record<string, Buffer> {
  const [name, size] = [`sha${bits}`, bits / 8];
  const hashed = (hash: string, ...parts: Buffer[]): Buffer => createHash(hash).update(Buffer.concat(parts)).digest();
  const encoded = (mask: string, trailer: number, separator: number): Buffer => {
    const salt = Buffer.alloc(size, 7);
    const hash = hashed(name, Buffer.alloc(8), hashed(name, message), salt);
    const db = Buffer.concat([Buffer.alloc(length - 2 * size - 2), Buffer.from([separator]), salt]);
    // MGF1 (appendix B.2.1).
    const counters = Array.from({ length: Math.ceil(db.length / 20) }, (_, at) => Buffer.from([0, 0, 0, at]));
    const stream = Buffer.concat(counters.map((counter) => hashed(mask, hash, counter)));
    const masked = Buffer.from(db.map((byte, at) => byte ^ stream[at]!));
    masked[0]! &= 0x7f;
    return Buffer.concat([masked, hash, Buffer.from([trailer])]);
  };
  return {
    "built by hand": encoded(name, 0xbc, 1),
    "trailer of another hash": encoded(name, 0xcc, 1),
    "no separator": encoded(name, 0xbc, 0),
    "masked by sha1": encoded("sha1", 0xbc, 1),
    "masked by another hash": encoded(bits === 256 ? "sha512" : "sha256", 0xbc, 1),
  };
}

function ecMutations(algorithm: Algorithm, key: Key, message: Buffer, signature: Buffer, add: Add): void {
  const { size, order } = curves[key.type]!;
  const r = toNumber(signature.subarray(0, size));
  const s = toNumber(signature.subarray(size));
  const limit = 1n << BigInt(size * 8);
  const pair = (name: string, first: bigint, second: bigint): void => {
    if (first >= limit || second >= limit) return;
    add(name, Buffer.concat([toBytes(first, size), toBytes(second, size)]));
  };
  pair("s mirrored", r, order - s);
  pair("r mirrored", order - r, s);
  pair("r and s exchanged", s, r);
  pair("r plus order", r + order, s);
  pair("s plus order", r, s + order);
  for (const value of [0n, 1n, order - 1n, order, order + 1n, limit - 1n]) {
    pair(`r = ${value.toString(16)}`, value, s);
    pair(`s = ${value.toString(16)}`, r, value);
    pair(`both ${value.toString(16)}`, value, value);
  }
  add("in DER", sign(algorithm, key, message, { dsaEncoding: "der" }));
  add("of another hash", sign(algorithm, key, message, { hash: algorithm.bits === 384 ? "sha256" : "sha384" }));
}
