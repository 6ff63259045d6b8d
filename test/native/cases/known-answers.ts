import { createHash, createHmac } from "node:crypto";
import { type Argument, type Case, INPUT_MAX, bytesOf, exactly, refused } from "../case.js";

const group = "known answers";

/** SHA-256, HMAC, random numbers and the comparison. */
export function knownAnswerCases(): Case[] {
  return [...hashCases(), ...algHashCases(), ...hmacCases(), ...randomCases(), ...comparisonCases()];
}

/** The hash of each algorithm, which at_hash is made of; of EdDSA that of Ed25519. */
function algHashCases(): Case[] {
  const input = Buffer.from("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y");
  const known = ["RS", "PS", "ES"].flatMap((family) =>
    [256, 384, 512].map((bits) => [`${family}${bits}`, bits] as const),
  );
  const cases = [...known, ["EdDSA", 512] as const].map(([alg, bits]) =>
    exactly(
      group,
      `hash of ${alg}`,
      "alg_hash",
      [Buffer.from(alg), input],
      createHash(`sha${bits}`).update(input).digest(),
    ),
  );
  for (const alg of ["", "none", "HS256", "RS256\0", "ES256K"]) {
    const name = `hash of ${JSON.stringify(alg)}`;
    cases.push(refused(group, name, "alg_hash", [Buffer.from(alg), input], "invalid argument"));
  }
  const long = [Buffer.from("RS512"), Buffer.alloc(INPUT_MAX + 1)];
  cases.push(refused(group, "hash of 16385 bytes", "alg_hash", long, "invalid argument"));
  return cases;
}

function hashCases(): Case[] {
  const known = Buffer.from("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "hex");
  const cases = [exactly(group, "SHA-256, FIPS 180-2 appendix B.1", "sha256", [Buffer.from("abc")], known)];
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1000, INPUT_MAX - 1, INPUT_MAX]) {
    const input = Buffer.alloc(length, "\0binary\xff", "latin1");
    const expected = createHash("sha256").update(input).digest();
    cases.push(exactly(group, `SHA-256 of ${length} bytes`, "sha256", [input], expected));
  }
  cases.push(refused(group, "SHA-256 of too much", "sha256", [Buffer.alloc(INPUT_MAX + 1)], "invalid argument"));
  return cases;
}

function hmacCases(): Case[] {
  const pair = [Buffer.from("Jefe"), Buffer.from("what do ya want for nothing?")];
  const known = Buffer.from("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843", "hex");
  const cases = [exactly(group, "HMAC, RFC 4231 case 2", "hmac_sha256", pair, known)];
  for (const keyLength of [0, 1, 32, 63, 64, 65, 131, INPUT_MAX]) {
    for (const length of [0, 1, INPUT_MAX]) {
      const key = Buffer.alloc(keyLength, "\0key");
      const message = Buffer.alloc(length, "message\0");
      const expected = createHmac("sha256", key).update(message).digest();
      cases.push(exactly(group, `HMAC of ${length} bytes, key ${keyLength}`, "hmac_sha256", [key, message], expected));
    }
  }
  const small = Buffer.from("x");
  const large = Buffer.alloc(INPUT_MAX + 1);
  cases.push(refused(group, "HMAC of too much", "hmac_sha256", [small, large], "invalid argument"));
  cases.push(refused(group, "HMAC with too long a key", "hmac_sha256", [large, small], "invalid argument"));
  return cases;
}

function randomCases(): Case[] {
  const cases: Case[] = [];
  const seen = new Set<string>();

  // 16 bytes repeat by chance once in 2^128; a full buffer lacks a byte value once in about 10^25.
  for (const length of [16, 16, 16, 32, 32, 255, 256, 257, 4096, INPUT_MAX]) {
    const check = (result: string): string | undefined => {
      const bytes = bytesOf(result);
      if (bytes?.length !== length) return `expected ${length} bytes`;
      if (seen.has(result)) return "the same bytes twice";
      seen.add(result);
      return length < INPUT_MAX || new Set(bytes).size === 256 ? undefined : "a byte value is missing";
    };
    cases.push({ group, name: `random(${length})`, call: "random", args: [length], check, deterministic: false });
  }
  const bad: Argument[] = [0, -1, 0.5, 1.5, INPUT_MAX + 1, 4294967297, -4294967295, 1e300, "inf", "-inf", "nan"];
  for (const length of bad) {
    cases.push(refused(group, `random(${length.toString()})`, "random", [length], "invalid argument"));
  }
  cases.push(refused(group, 'random("16")', "random", [Buffer.from("16")], "invalid argument"));
  return cases;
}

function comparisonCases(): Case[] {
  const base = Buffer.alloc(100, "some\0secret");
  const cases: Case[] = [];
  const add = (name: string, a: Argument, b: Argument, same: boolean): void => {
    cases.push(exactly(group, `constant_time_eq: ${name}`, "constant_time_eq", [a, b], same));
  };

  add("same", base, Buffer.from(base), true);
  add("empty", Buffer.alloc(0), Buffer.alloc(0), true);
  add("shorter", base, base.subarray(0, 99), false);
  add("longer", base.subarray(0, 99), base, false);
  add("empty and not", Buffer.alloc(0), base, false);
  add("NUL added", Buffer.from("a"), Buffer.from("a\0"), false);
  add("256 differences that add up to 0", Buffer.alloc(256, 0), Buffer.alloc(256, 1), false);
  for (let bit = 0; bit < 800; bit += 37) {
    const other = Buffer.from(base);
    other[bit >> 3]! ^= 1 << (bit & 7);
    add(`bit ${bit}`, base, other, false);
  }
  add("number and string", 1, Buffer.from("1"), false);
  add("equal numbers", 1, 1, false);
  add("nil", "nil", "nil", false);
  add("tables", "hostile", "hostile", false);
  return cases;
}
