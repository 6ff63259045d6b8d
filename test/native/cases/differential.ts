import { constants, createHash, createPublicKey, privateEncrypt, sign, verify } from "node:crypto";
import { type Case, INPUT_MAX, exactly, opensslOnly, verifyArgs } from "../case.js";
import {
  type EcKey,
  type EdKey,
  type Random,
  type RsaKey,
  curves,
  makeEcKey,
  makeEdKey,
  makeRsaKey,
  toBytes,
  toNumber,
} from "../keys.js";
import { signEs } from "./pem.js";

const group = "differential";

const rsaShapes: [bits: number, e: bigint][] = [
  [2048, 3n],
  [2048, 17n],
  [2048, 65537n],
  [2048, 18446744073709551557n],
  [3072, 65537n],
  [4096, 65537n],
  [4096, 9223372036854775837n],
];

interface Mutation {
  readonly name: string;
  readonly message: Buffer;
  readonly signature: Buffer;
}

export interface Keys {
  rsaKeys: RsaKey[];
  ecKeys: EcKey[];
  edKeys: EdKey[];
}

/** Keys for the other cases too: making them takes most of the time. */
export function makeKeys(random: Random): Keys {
  const each = curves.flatMap((curve) => Array.from({ length: curve.bits === 256 ? 16 : 3 }, () => curve));
  return {
    rsaKeys: rsaShapes.map(([bits, e]) => makeRsaKey(random, bits, e)),
    ecKeys: each.map((curve) => makeEcKey(random, curve)),
    edKeys: [makeEdKey(random), makeEdKey(random)],
  };
}

/** An RSA algorithm: RSxxx, or PSxxx with a salt as long as the hash (RFC 7518 section 3.5). */
interface RsaAlgorithm {
  readonly alg: string;
  readonly bits: number;
  readonly pss: boolean;
}

/** In the order of fuzz_verify.c. */
export const rsaAlgorithms: RsaAlgorithm[] = [false, true].flatMap((pss) =>
  [256, 384, 512].map((bits) => ({ alg: `${pss ? "PS" : "RS"}${bits}`, bits, pss })),
);

function rsaOptions({ pss, bits }: RsaAlgorithm): { padding: number; saltLength?: number } {
  return pss
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: bits / 8 }
    : { padding: constants.RSA_PKCS1_PADDING };
}

export function signRsa(algorithm: RsaAlgorithm, key: RsaKey, message: Buffer): Buffer {
  return sign(`sha${algorithm.bits}`, message, { key: key.privateKey, ...rsaOptions(algorithm) });
}

/** Random messages and mutations of signatures: the verdict has to be that of Node's own crypto. */
export function differentialCases(random: Random, { rsaKeys, ecKeys, edKeys }: Keys, rounds: number): Case[] {
  const cases: Case[] = [];

  for (const algorithm of rsaAlgorithms) {
    const { alg, bits } = algorithm;
    for (const [index, key] of rsaKeys.entries()) {
      if (alg !== "RS256" && index % 4 !== 2) continue;
      const publicKey = createPublicKey(key.privateKey);
      const other = rsaKeys[(index + 1) % rsaKeys.length]!;
      for (const mutation of rsaMutations(random, algorithm, key, other, rounds)) {
        const { message, signature } = mutation;
        const expected = verify(`sha${bits}`, message, { key: publicKey, ...rsaOptions(algorithm) }, signature);
        cases.push(compare(`RSA key ${index}`, mutation, alg, key.pem, expected));
      }
    }
  }
  for (const [index, key] of ecKeys.entries()) {
    const { bits } = key.curve;
    const publicKey = createPublicKey(key.privateKey);
    const other = ecKeys.find((one) => one !== key && one.curve === key.curve)!;
    for (const mutation of ecMutations(random, key, other, rounds)) {
      const { message, signature } = mutation;
      const expected = verify(`sha${bits}`, message, { key: publicKey, dsaEncoding: "ieee-p1363" }, signature);
      cases.push(compare(`EC key ${index}`, mutation, `ES${bits}`, key.pem, expected));
    }
  }
  for (const [index, key] of edKeys.entries()) {
    const message = randomMessage(random);
    const other = sign(null, message, edKeys[(index + 1) % edKeys.length]!.privateKey);
    const mutations = commonMutations(random, message, sign(null, message, key.privateKey), rounds);
    for (const mutation of [...mutations, { name: "of another key", message, signature: other }]) {
      const expected = verify(null, mutation.message, createPublicKey(key.privateKey), mutation.signature);
      cases.push(opensslOnly(compare(`Ed25519 key ${index}`, mutation, "EdDSA", key.pem, expected), "false"));
    }
  }
  return cases;
}

/** Every algorithm with every key and every signature: only what belongs together is right. */
export function misuseCases({ rsaKeys, ecKeys, edKeys }: Keys): Case[] {
  const message = Buffer.from("eyJhbGciOiJub25lIn0.e30");
  const rsa = rsaKeys[0]!;
  const signatures = [
    ...rsaAlgorithms.map((algorithm) => ({
      alg: algorithm.alg,
      signature: signRsa(algorithm, rsa, message),
      pem: rsa.pem,
    })),
    ...curves.map((curve) => {
      const key = ecKeys.find((one) => one.curve === curve)!;
      return { alg: `ES${curve.bits}`, signature: signEs(key, message), pem: key.pem };
    }),
    { alg: "EdDSA", signature: sign(null, message, edKeys[0]!.privateKey), pem: edKeys[0]!.pem },
  ];
  const names = [...signatures.map(({ alg }) => alg), ...["", "none", "HS256", "ES256K", "RS256\0", "RS2", "rs256"]];
  const keys = [...new Set(signatures.map(({ pem }) => pem))];
  return names.flatMap((alg) =>
    signatures.flatMap((made) =>
      keys.map((pem, index) => {
        const name = `${JSON.stringify(alg)} of ${made.alg} with key ${index}`;
        const right = alg === made.alg && pem === made.pem;
        const one = exactly("misuse", name, "verify", verifyArgs(alg, message, made.signature, pem), right);
        return alg === "EdDSA" && right ? opensslOnly(one, "false") : one;
      }),
    ),
  );
}

function compare(key: string, mutation: Mutation, alg: string, pem: string, expected: boolean): Case {
  const { name, message, signature } = mutation;
  return {
    group,
    name: `${alg}, ${key}, ${name}`,
    call: "verify",
    args: verifyArgs(alg, message, signature, pem),
    check: (result) => (result === String(expected) ? undefined : `Node says ${expected}, this ${result}`),
    deterministic: true,
  };
}

function randomMessage(random: Random): Buffer {
  return random.bytes(random.pick([0, 1, 31, 32, 33, 64, 200, 1000, 8000, INPUT_MAX]));
}

/** Damage that fits any signature. */
function commonMutations(random: Random, message: Buffer, signature: Buffer, rounds: number): Mutation[] {
  const list: Mutation[] = [];
  const changed = (name: string, change: (bytes: Buffer) => Buffer | void): void => {
    const copy = Buffer.from(signature);
    list.push({ name, message, signature: change(copy) ?? copy });
  };

  changed("right", () => undefined);
  for (let i = 0; i < rounds; i++) {
    const bit = random.below(signature.length * 8);
    changed(`bit ${bit}`, (bytes) => void (bytes[bit >> 3]! ^= 1 << (bit & 7)));
    const at = random.below(signature.length);
    changed(`random byte at ${at}`, (bytes) => void (bytes[at] = random.below(256)));
    const from = random.below(signature.length);
    changed(`random from ${from}`, (bytes) => void random.bytes(bytes.length - from).copy(bytes, from));
  }
  changed("random", (bytes) => random.bytes(bytes.length));
  changed("zeros", (bytes) => void bytes.fill(0));
  changed("ones", (bytes) => void bytes.fill(0xff));
  changed("one", (bytes) => void bytes.fill(0).writeUInt8(1, bytes.length - 1));
  changed("empty", () => Buffer.alloc(0));
  changed("one byte", (bytes) => bytes.subarray(0, 1));
  changed("cut at the end", (bytes) => bytes.subarray(0, -1));
  changed("cut at the front", (bytes) => bytes.subarray(1));
  changed("zero at the end", (bytes) => Buffer.concat([bytes, Buffer.alloc(1)]));
  changed("zero at the front", (bytes) => Buffer.concat([Buffer.alloc(1), bytes]));
  changed("twice", (bytes) => Buffer.concat([bytes, bytes]));
  changed("reversed", (bytes) => bytes.reverse());

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

const digestInfoPrefixes: Readonly<Record<number, string>> = {
  256: "3031300d060960864801650304020105000420",
  384: "3041300d060960864801650304020205000430",
  512: "3051300d060960864801650304020305000440",
};

function rsaMutations(random: Random, algorithm: RsaAlgorithm, key: RsaKey, other: RsaKey, rounds: number): Mutation[] {
  const message = randomMessage(random);
  const signature = signRsa(algorithm, key, message);
  const list = commonMutations(random, message, signature, rounds);
  const add = (name: string, bytes: Buffer): void => void list.push({ name, message, signature: bytes });
  const raw = (bytes: Buffer): Buffer =>
    privateEncrypt({ key: key.privateKey, padding: constants.RSA_NO_PADDING }, bytes);

  const sum = toNumber(signature) + toNumber(key.n);
  if (sum < 1n << BigInt(key.n.length * 8)) add("plus n", toBytes(sum, key.n.length));
  add("n minus it", toBytes(toNumber(key.n) - toNumber(signature), key.n.length));
  add("n itself", key.n);
  add("of another key", signRsa(algorithm, other, message));
  for (const one of rsaAlgorithms) if (one !== algorithm) add(`by ${one.alg}`, signRsa(one, key, message));
  add("sha1", sign("sha1", message, { key: key.privateKey, ...rsaOptions(algorithm) }));
  if (algorithm.pss) pssMutations(algorithm, key, message, raw, add);
  else pkcs1Mutations(algorithm, key, message, raw, add);
  return list;
}

type Raw = (block: Buffer) => Buffer;
type Add = (name: string, signature: Buffer) => void;

/** Paddings of PKCS#1 v1.5, one of them right. */
function pkcs1Mutations({ bits }: RsaAlgorithm, key: RsaKey, message: Buffer, raw: Raw, add: Add): void {
  const padded = (start: number[], fill: number, end: Buffer): Buffer => {
    const block = Buffer.alloc(key.n.length, fill);
    Buffer.from(start).copy(block);
    end.copy(block, block.length - end.length);
    return raw(block);
  };
  const digest = sha(bits, message);
  const hash = Buffer.concat([Buffer.from(digestInfoPrefixes[bits]!, "hex"), digest]);
  const zero = Buffer.alloc(1);
  add("built by hand", padded([0, 1], 0xff, Buffer.concat([zero, hash])));
  add("block type 0", padded([0, 0], 0, Buffer.concat([zero, hash])));
  add("block type 2", padded([0, 2], 0xff, Buffer.concat([zero, hash])));
  add("no separator", padded([0, 1], 0xff, hash));
  add("padding with a hole", padded([0, 1, 0xff, 0xfe], 0xff, Buffer.concat([zero, hash])));
  add("short padding, bytes behind", forged(key, hash, raw));
  add("bare hash", padded([0, 1], 0xff, Buffer.concat([zero, digest])));
}

/** Salts of other lengths, and encodings of RFC 8017 section 9.1.1 by hand, one of them right. */
function pssMutations(algorithm: RsaAlgorithm, key: RsaKey, message: Buffer, raw: Raw, add: Add): void {
  const { bits } = algorithm;
  const size = bits / 8;
  for (const saltLength of [0, 20, size - 1, size + 1, constants.RSA_PSS_SALTLEN_MAX_SIGN]) {
    const padding = constants.RSA_PKCS1_PSS_PADDING;
    add(`salt of ${saltLength}`, sign(`sha${bits}`, message, { key: key.privateKey, padding, saltLength }));
  }
  const encoded = (mask: string, trailer: number, separator: number): Buffer => {
    const salt = Buffer.alloc(size, 7);
    const hash = createHash(`sha${bits}`).update(Buffer.alloc(8)).update(sha(bits, message)).update(salt).digest();
    const db = Buffer.alloc(key.n.length - size - 1);
    salt.copy(db, db.length - size);
    db[db.length - size - 1] = separator;
    const stream = mgf1(mask, hash, db.length);
    const masked = Buffer.from(db.map((byte, at) => byte ^ stream[at]!));
    masked[0]! &= 0x7f;
    return Buffer.concat([masked, hash, Buffer.from([trailer])]);
  };
  const sha2 = `sha${bits}`;
  add("built by hand", raw(encoded(sha2, 0xbc, 1)));
  add("trailer of another hash", raw(encoded(sha2, 0xcc, 1)));
  add("no separator", raw(encoded(sha2, 0xbc, 0)));
  for (const mask of ["sha1", bits === 256 ? "sha512" : "sha256"]) {
    add(`masked by ${mask}`, raw(encoded(mask, 0xbc, 1)));
  }
}

/** RFC 8017 appendix B.2.1. */
function mgf1(hash: string, seed: Buffer, length: number): Buffer {
  const parts: Buffer[] = [];
  for (let counter = 0; Buffer.concat(parts).length < length; counter++) {
    parts.push(
      createHash(hash)
        .update(seed)
        .update(Buffer.from([0, 0, 0, counter]))
        .digest(),
    );
  }
  return Buffer.concat(parts).subarray(0, length);
}

/** Bleichenbacher's forgery as a verifier that does not look behind the hash would take it. */
function forged(key: RsaKey, hash: Buffer, raw: (bytes: Buffer) => Buffer): Buffer {
  const block = Buffer.alloc(key.n.length);
  Buffer.concat([Buffer.from("0001ffffffffffffffff00", "hex"), hash]).copy(block);
  return raw(block);
}

function ecMutations(random: Random, key: EcKey, other: EcKey, rounds: number): Mutation[] {
  const { size, order, bits } = key.curve;
  const message = randomMessage(random);
  const signature = signEs(key, message);
  const list = commonMutations(random, message, signature, rounds);
  const r = toNumber(signature.subarray(0, size));
  const s = toNumber(signature.subarray(size));
  const limit = 1n << BigInt(size * 8);
  const add = (name: string, first: bigint, second: bigint): void => {
    if (first >= limit || second >= limit) return;
    list.push({ name, message, signature: Buffer.concat([toBytes(first, size), toBytes(second, size)]) });
  };

  add("s mirrored", r, order - s);
  add("r mirrored", order - r, s);
  add("r and s exchanged", s, r);
  add("r plus order", r + order, s);
  add("s plus order", r, s + order);
  for (const value of [0n, 1n, order - 1n, order, order + 1n, limit - 1n]) {
    add(`r = ${value.toString(16)}`, value, s);
    add(`s = ${value.toString(16)}`, r, value);
    add(`both ${value.toString(16)}`, value, value);
  }
  const push = (name: string, bytes: Buffer): void => void list.push({ name, message, signature: bytes });
  push("of another key", signEs(other, message));
  push("in DER", sign(`sha${bits}`, message, key.privateKey));
  const hash = bits === 384 ? "sha256" : "sha384";
  push(`of ${hash}`, sign(hash, message, { key: key.privateKey, dsaEncoding: "ieee-p1363" }));
  return list;
}

function sha(bits: number, message: Buffer): Buffer {
  return createHash(`sha${bits}`).update(message).digest();
}
