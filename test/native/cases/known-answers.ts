import { createHash, createHmac } from "node:crypto";
import { type Case, type Expected, INPUT_MAX, exactly } from "../case.js";
import { algorithms } from "../keys.js";
import type { Argument } from "../runner.js";

const group = "known answers";
const invalid = "invalid argument";
const one = (name: string, call: string, args: Argument[], expected: Expected): Case =>
  exactly(group, `${call}: ${name}`, call, args, expected);
const large = Buffer.alloc(INPUT_MAX + 1);

export function knownAnswerCases(): Case[] {
  return [...hashCases(), ...hmacCases(), ...base64Cases(), ...randomCases(), ...comparisonCases()];
}

function hashCases(): Case[] {
  const known = Buffer.from("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "hex");
  const lengths = [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1000, INPUT_MAX - 1, INPUT_MAX];
  const token = Buffer.from("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y");
  const hash = (bits: number, input: Buffer): Buffer => createHash(`sha${bits}`).update(input).digest();
  return [
    one("FIPS 180-2 appendix B.1", "sha256", [Buffer.from("abc")], known),
    ...lengths.map((length) => {
      const input = Buffer.alloc(length, "\0binary\xff", "latin1");
      return one(`${length} bytes`, "sha256", [input], hash(256, input));
    }),
    one("16385 bytes", "sha256", [large], invalid),
    // The hash that at_hash is made of; of EdDSA that of Ed25519.
    ...algorithms.map(({ alg, bits }) => one(alg, "alg_hash", [alg, token], hash(bits, token))),
    ...["", "none", "HS256", "RS256\0", "ES256K"].map((alg) =>
      one(JSON.stringify(alg), "alg_hash", [alg, token], invalid),
    ),
    one("16385 bytes", "alg_hash", ["RS512", large], invalid),
  ];
}

function hmacCases(): Case[] {
  const known = Buffer.from("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843", "hex");
  const lengths = [0, 1, 32, 63, 64, 65, 131, INPUT_MAX].flatMap((key) =>
    [0, 1, INPUT_MAX].map((message) => [key, message] as const),
  );
  return [
    one("RFC 4231 case 2", "hmac_sha256", ["Jefe", "what do ya want for nothing?"], known),
    ...lengths.map(([keyLength, length]) => {
      const [key, message] = [Buffer.alloc(keyLength, "\0key"), Buffer.alloc(length, "message\0")];
      const expected = createHmac("sha256", key).update(message).digest();
      return one(`${length} bytes, key ${keyLength}`, "hmac_sha256", [key, message], expected);
    }),
    one("message too long", "hmac_sha256", ["x", large], invalid),
    one("key too long", "hmac_sha256", [large, "x"], invalid),
  ];
}

/** RFC 4648 section 5: the vectors of section 10, every digit, every rest, and what no bytes are encoded as. */
function base64Cases(): Case[] {
  const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const lengths = [0, 1, 2, 3, 4, 5, 6, 255, INPUT_MAX - 1, INPUT_MAX].map((length) => Buffer.alloc(length, all));
  const texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map((text) => Buffer.from(text));
  const good = [...texts, ...lengths, ...[0xfb, 0xff, 0x3f].map((byte) => Buffer.alloc(3, byte))];
  const bad = "Zg== Zg= Zm9v= A AAAAA Zh AB Zm9 AAF _9 \0AAA \nAAA Z+9v Zm/v".split(" ");
  const strangers = Array.from(all, (byte) => Buffer.from([65, 65, 65, byte]));
  return [
    ...good.flatMap((bytes) => {
      const text = Buffer.from(bytes.toString("base64url"));
      const name = `${bytes.length} bytes of ${bytes.subarray(0, 6).toString("hex")}`;
      return [one(name, "base64url_encode", [bytes], text), one(name, "base64url_decode", [text], bytes)];
    }),
    ...bad.map((text) => one(JSON.stringify(text), "base64url_decode", [text], invalid)),
    ...strangers.map((text) => {
      const bytes = Buffer.from(text.toString("latin1"), "base64url");
      const isOne = bytes.toString("base64url") === text.toString("latin1");
      return one(`AAA and byte ${text[3]}`, "base64url_decode", [text], isOne ? bytes : invalid);
    }),
    one("the longest text", "base64url_decode", [Buffer.alloc(262144, "A")], Buffer.alloc(196608)),
    one("16385 bytes", "base64url_encode", [large], invalid),
    one("262145 characters", "base64url_decode", [Buffer.alloc(262145, "A")], invalid),
  ];
}

function randomCases(): Case[] {
  const seen = new Set<string>();
  // 16 bytes repeat by chance once in 2^128; a full buffer lacks a byte value once in about 10^25.
  const good = [16, 16, 16, 32, 32, 255, 256, 257, 4096, INPUT_MAX].map((length): Case => {
    const check: Case["check"] = ({ results: [bytes] }) => {
      if (!Buffer.isBuffer(bytes) || bytes.length !== length) return `expected ${length} bytes`;
      if (seen.has(bytes.toString("hex"))) return "the same bytes twice";
      seen.add(bytes.toString("hex"));
      return length < INPUT_MAX || new Set(bytes).size === 256 ? undefined : "a byte value is missing";
    };
    return { group, name: `random(${length})`, call: "random", args: [length], check };
  });
  const numbers: Argument[] = [0, -1, 0.5, 1.5, INPUT_MAX + 1, 4294967297, -4294967295, 1e300, "16"];
  const bad = [...numbers, ...["inf", "-inf", "nan"].map((lua) => ({ lua }))];
  return [...good, ...bad.map((length) => one(JSON.stringify(length), "random", [length], invalid))];
}

function comparisonCases(): Case[] {
  const base = Buffer.alloc(100, "some\0secret");
  const bits = Array.from({ length: 22 }, (_, at) => at * 37);
  const rows: [name: string, a: Argument, b: Argument, same?: boolean][] = [
    ["same", base, Buffer.from(base), true],
    ["empty", "", "", true],
    ["shorter", base, base.subarray(0, 99)],
    ["longer", base.subarray(0, 99), base],
    ["empty and not", "", base],
    ["NUL added", "a", "a\0"],
    ["256 differences that add up to 0", Buffer.alloc(256, 0), Buffer.alloc(256, 1)],
    ["number and string", 1, "1"],
    ["equal numbers", 1, 1],
    ["nil", { lua: "nil" }, { lua: "nil" }],
    ["tables", { lua: "hostile" }, { lua: "hostile" }],
    ...bits.map((bit): [string, Buffer, Buffer] => {
      const other = Buffer.from(base);
      other[bit >> 3]! ^= 1 << (bit & 7);
      return [`bit ${bit}`, base, other];
    }),
  ];
  return rows.map(([name, a, b, same = false]) => one(name, "constant_time_eq", [a, b], same));
}
