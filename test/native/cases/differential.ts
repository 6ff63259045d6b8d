import { constants, createHash, createPublicKey, privateEncrypt, sign, verify } from "node:crypto";
import { type Case, INPUT_MAX } from "../case.js";
import { type EcKey, type Random, type RsaKey, makeEcKey, makeRsaKey, toBytes, toNumber } from "../keys.js";
import { signEs256, signRs256 } from "./pem.js";

const group = "differential";
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

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

/** Keys for the other cases too: making them takes most of the time. */
export function makeKeys(random: Random): { rsaKeys: RsaKey[]; ecKeys: EcKey[] } {
  return {
    rsaKeys: rsaShapes.map(([bits, e]) => makeRsaKey(random, bits, e)),
    ecKeys: Array.from({ length: 16 }, () => makeEcKey(random)),
  };
}

/** Random messages and mutations of signatures: the verdict has to be that of Node's own crypto. */
export function differentialCases(random: Random, rsaKeys: RsaKey[], ecKeys: EcKey[], rounds: number): Case[] {
  const cases: Case[] = [];

  for (const [index, key] of rsaKeys.entries()) {
    const publicKey = createPublicKey(key.privateKey);
    const other = rsaKeys[(index + 1) % rsaKeys.length]!;
    for (const mutation of rsaMutations(random, key, other, rounds)) {
      const { message, signature } = mutation;
      const expected = verify("sha256", message, { key: publicKey, padding: constants.RSA_PKCS1_PADDING }, signature);
      cases.push(compare(`RSA key ${index}`, mutation, "verify_rs256", key.pem, expected));
    }
  }
  for (const [index, key] of ecKeys.entries()) {
    const publicKey = createPublicKey(key.privateKey);
    const other = ecKeys[(index + 1) % ecKeys.length]!;
    for (const mutation of ecMutations(random, key, other, rounds)) {
      const { message, signature } = mutation;
      const expected = verify("sha256", message, { key: publicKey, dsaEncoding: "ieee-p1363" }, signature);
      cases.push(compare(`EC key ${index}`, mutation, "verify_es256", key.pem, expected));
    }
  }
  return cases;
}

function compare(key: string, mutation: Mutation, call: string, pem: string, expected: boolean): Case {
  const { name, message, signature } = mutation;
  return {
    group,
    name: `${key}, ${name}`,
    call,
    args: [message, signature, Buffer.from(pem)],
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

function rsaMutations(random: Random, key: RsaKey, other: RsaKey, rounds: number): Mutation[] {
  const message = randomMessage(random);
  const signature = signRs256(key.privateKey, message);
  const list = commonMutations(random, message, signature, rounds);
  const add = (name: string, bytes: Buffer): void => void list.push({ name, message, signature: bytes });
  const raw = (bytes: Buffer): Buffer =>
    privateEncrypt({ key: key.privateKey, padding: constants.RSA_NO_PADDING }, bytes);
  const padded = (start: number[], fill: number, end: Buffer): Buffer => {
    const block = Buffer.alloc(key.n.length, fill);
    Buffer.from(start).copy(block);
    end.copy(block, block.length - end.length);
    return raw(block);
  };
  const digestInfo = (hash: Buffer): Buffer =>
    Buffer.concat([Buffer.from("3031300d060960864801650304020105000420", "hex"), hash]);
  const hash = digestInfo(sha256(message));

  const sum = toNumber(signature) + toNumber(key.n);
  if (sum < 1n << BigInt(key.n.length * 8)) add("plus n", toBytes(sum, key.n.length));
  add("n minus it", toBytes(toNumber(key.n) - toNumber(signature), key.n.length));
  add("n itself", key.n);
  add("of another key", signRs256(other.privateKey, message));
  for (const algorithm of ["sha1", "sha384", "sha512"]) add(algorithm, sign(algorithm, message, key.privateKey));
  add("PSS", sign("sha256", message, { key: key.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING }));
  add("built by hand", padded([0, 1], 0xff, Buffer.concat([Buffer.alloc(1), hash])));
  add("block type 0", padded([0, 0], 0, Buffer.concat([Buffer.alloc(1), hash])));
  add("block type 2", padded([0, 2], 0xff, Buffer.concat([Buffer.alloc(1), hash])));
  add("no separator", padded([0, 1], 0xff, hash));
  add("padding with a hole", padded([0, 1, 0xff, 0xfe], 0xff, Buffer.concat([Buffer.alloc(1), hash])));
  add("short padding, bytes behind", forged(key, hash, raw));
  add("bare hash", padded([0, 1], 0xff, Buffer.concat([Buffer.alloc(1), sha256(message)])));
  return list;
}

/** Bleichenbacher's forgery as a verifier that does not look behind the hash would take it. */
function forged(key: RsaKey, hash: Buffer, raw: (bytes: Buffer) => Buffer): Buffer {
  const block = Buffer.alloc(key.n.length);
  Buffer.concat([Buffer.from("0001ffffffffffffffff00", "hex"), hash]).copy(block);
  return raw(block);
}

function ecMutations(random: Random, key: EcKey, other: EcKey, rounds: number): Mutation[] {
  const message = randomMessage(random);
  const signature = signEs256(key.privateKey, message);
  const list = commonMutations(random, message, signature, rounds);
  const r = toNumber(signature.subarray(0, 32));
  const s = toNumber(signature.subarray(32));
  const add = (name: string, first: bigint, second: bigint): void => {
    if (first >> 256n || second >> 256n) return;
    list.push({ name, message, signature: Buffer.concat([toBytes(first, 32), toBytes(second, 32)]) });
  };

  add("s mirrored", r, order - s);
  add("r mirrored", order - r, s);
  add("r and s exchanged", s, r);
  add("r plus order", r + order, s);
  add("s plus order", r, s + order);
  for (const value of [0n, 1n, order - 1n, order, order + 1n, (1n << 256n) - 1n]) {
    add(`r = ${value.toString(16)}`, value, s);
    add(`s = ${value.toString(16)}`, r, value);
    add(`both ${value.toString(16)}`, value, value);
  }
  const push = (name: string, bytes: Buffer): void => void list.push({ name, message, signature: bytes });
  push("of another key", signEs256(other.privateKey, message));
  push("in DER", sign("sha256", message, key.privateKey));
  push("of SHA-384", sign("sha384", message, { key: key.privateKey, dsaEncoding: "ieee-p1363" }));
  return list;
}

function sha256(message: Buffer): Buffer {
  return createHash("sha256").update(message).digest();
}
