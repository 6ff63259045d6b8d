import { execFileSync } from "node:child_process";
import { createPublicKey } from "node:crypto";
import { type Argument, type Case, INPUT_MAX, exactly, opensslOnly, refused } from "../case.js";
import { type Curve, type EcKey, type EdKey, type Random, curves, toBytes, toNumber } from "../keys.js";

const group = "JWK to PEM";

const RSA = Buffer.from("RSA");

/** JWKs that are converted, compared byte by byte with `openssl pkey`, and JWKs malformed in every way. */
export function jwkCases(random: Random, ecKeys: EcKey[], edKeys: EdKey[]): Case[] {
  const first = curves.map((curve) => ecKeys.find((key) => key.curve === curve)!);
  return [
    ...rsaCases(random),
    ...rsaMalformed(random),
    ...ecCases(ecKeys),
    ...first.flatMap(ecMalformed),
    ...edCases(edKeys),
    ...typeCases(first[0]!),
  ];
}

/** What the openssl program makes of the key. Node only carries the numbers there. */
function opensslPem(jwk: Record<string, string>): Buffer {
  const der = createPublicKey({ format: "jwk", key: jwk }).export({ type: "spki", format: "der" });
  return execFileSync("openssl", ["pkey", "-pubin", "-inform", "DER", "-pubout"], { input: der });
}

/** An odd number of exactly `bits` bits. It need not be a product of two primes to be written as PEM. */
function modulus(random: Random, bits: number): Buffer {
  const number = toNumber(random.bytes(Math.ceil(bits / 8))) & ((1n << BigInt(bits)) - 1n);
  return toBytes(number | (1n << BigInt(bits - 1)) | 1n);
}

function rsaCases(random: Random): Case[] {
  const cases: Case[] = [];
  const convert = (name: string, n: Buffer, e: Buffer, [nIn, eIn] = [n, e]): void => {
    const expected = opensslPem({ kty: "RSA", n: n.toString("base64url"), e: e.toString("base64url") });
    cases.push(exactly(group, name, "jwk_to_pem", [RSA, nIn, eIn], expected));
    cases.push(exactly(group, `${name}, by its own name`, "jwk_rsa_to_pem", [nIn, eIn], expected));
  };
  const exponents = ["03", "05", "11", "7f", "81", "ff", "010001", "800001", "ffffffffffffffff", "8000000000000001"];

  for (const hex of exponents) convert(`RSA, e = ${hex}`, modulus(random, 2048), Buffer.from(hex, "hex"));
  for (const bits of [2048, 2049, 2050, 2055, 2056, 2057, 3071, 3072, 4088, 4095, 4096]) {
    convert(`RSA of ${bits} bits`, modulus(random, bits), Buffer.from("010001", "hex"));
  }
  const n = modulus(random, 2048);
  const e = Buffer.from("010001", "hex");
  const zeros = Buffer.alloc(3);
  convert("RSA, a zero before n", n, e, [Buffer.concat([zeros.subarray(2), n]), e]);
  convert("RSA, zeros before n and e", n, e, [Buffer.concat([zeros, n]), Buffer.concat([zeros, e])]);
  convert("RSA, e with 16380 zeros", n, e, [n, Buffer.concat([Buffer.alloc(INPUT_MAX - 3), e])]);
  return cases;
}

function rsaMalformed(random: Random): Case[] {
  const n = modulus(random, 2048);
  const e = Buffer.from("010001", "hex");
  const even = Buffer.from(n);
  even[even.length - 1]! &= 0xfe;
  const ones = (length: number): Buffer => Buffer.alloc(length, 0xff);
  const key: [name: string, n: Buffer, e: Buffer][] = [
    ["n empty", Buffer.alloc(0), e],
    ["n one byte", Buffer.from([3]), e],
    ["n all zeros", Buffer.alloc(256), e],
    ["n even", even, e],
    ["n of 1024 bits", modulus(random, 1024), e],
    ["n of 2040 bits", modulus(random, 2040), e],
    ["n of 2047 bits", modulus(random, 2047), e],
    ["n of 2047 bits behind zeros", Buffer.concat([Buffer.alloc(100), modulus(random, 2047)]), e],
    ["n of 4097 bits", modulus(random, 4097), e],
    ["n of 4104 bits", modulus(random, 4104), e],
    ["n of 8192 bits", modulus(random, 8192), e],
    ["n as long as may be", ones(INPUT_MAX), e],
    ["e empty", n, Buffer.alloc(0)],
    ["e = 0", n, Buffer.from([0])],
    ["e = 0, long", n, Buffer.alloc(8)],
    ["e = 1", n, Buffer.from([1])],
    ["e = 1, long", n, Buffer.from("0000000000000001", "hex")],
    ["e = 2", n, Buffer.from([2])],
    ["e = 65536", n, Buffer.from("010000", "hex")],
    ["e even, 64 bits", n, Buffer.from("fffffffffffffffe", "hex")],
    ["e of 65 bits", n, Buffer.from("010000000000000001", "hex")],
    ["e of 72 bits", n, ones(9)],
    ["e = n", n, n],
    ["e as long as may be", n, ones(INPUT_MAX)],
    ["n and e exchanged", e, n],
  ];
  const cases = key.map(([name, ...args]) =>
    refused(group, `RSA, ${name}`, "jwk_to_pem", [RSA, ...args], "unacceptable key"),
  );
  const tooLong = Buffer.alloc(INPUT_MAX + 1, 1);
  cases.push(refused(group, "RSA, n too long", "jwk_to_pem", [RSA, tooLong, e], "invalid argument"));
  cases.push(refused(group, "RSA, e too long", "jwk_to_pem", [RSA, n, tooLong], "invalid argument"));
  return cases;
}

function ecCases(keys: EcKey[]): Case[] {
  const cases: Case[] = [];
  const convert = (name: string, { crv }: Curve, x: Buffer, y: Buffer): void => {
    const jwk = { kty: "EC", crv, x: x.toString("base64url"), y: y.toString("base64url") };
    const expected = opensslPem(jwk);
    cases.push(exactly(group, `${crv}, ${name}`, "jwk_to_pem", [Buffer.from(crv), x, y], expected));
    if (crv !== "P-256") return;
    cases.push(exactly(group, `${name}, by its own name`, "jwk_ec_p256_to_pem", [x, y], expected));
  };

  keys.forEach(({ curve, x, y }, index) => {
    convert(`key ${index}`, curve, x, y);
    convert(`key ${index} mirrored`, curve, x, toBytes(curve.prime - toNumber(y), curve.size));
  });
  for (const curve of curves) {
    const [x, y] = smallPoint(curve);
    convert("small x", curve, toBytes(x, curve.size), toBytes(y, curve.size));
  }
  return cases;
}

/** The point with the smallest x: there, x + p still fits into the coordinate's bytes. */
function smallPoint({ prime, b }: Curve): [bigint, bigint] {
  for (let x = 0n; ; x++) {
    const square = (x ** 3n - 3n * x + b + 3n * prime) % prime;
    const y = power(square, (prime + 1n) / 4n, prime);
    if ((y * y) % prime === square) return [x, y];
  }
}

function power(base: bigint, exponent: bigint, prime: bigint): bigint {
  let result = 1n;
  for (; exponent > 0n; exponent >>= 1n, base = (base * base) % prime) {
    if (exponent & 1n) result = (result * base) % prime;
  }
  return result;
}

function ecMalformed({ curve, x, y }: EcKey): Case[] {
  const { crv, size, prime } = curve;
  const [smallX, smallY] = smallPoint(curve);
  const flipped = Buffer.from(y);
  flipped[size - 1]! ^= 1;
  const zero = Buffer.alloc(size);
  const pad = (bytes: Buffer): Buffer => Buffer.concat([Buffer.alloc(1), bytes]);
  const numbers: [name: string, ...args: Argument[]][] = [
    ["x empty", Buffer.alloc(0), y],
    ["y empty", x, Buffer.alloc(0)],
    ["x one byte short", x.subarray(1), y],
    ["y one byte short", x, y.subarray(1)],
    ["x one byte longer", pad(x), y],
    ["y one byte longer", x, pad(y)],
    ["one byte from x to y", x.subarray(1), pad(y)],
    ["x twice as long", Buffer.concat([x, y]), y],
    ["x of 16384 bytes", Buffer.alloc(INPUT_MAX, 1), y],
    ["x and y exchanged", y, x],
    ["y off the curve", x, flipped],
    ["(0, 0)", zero, zero],
    ["(0, y)", zero, y],
    ["(x, 0)", x, zero],
    ["all ones", Buffer.alloc(size, 0xff), Buffer.alloc(size, 0xff)],
    ["x + p", toBytes(smallX + prime, size), toBytes(smallY, size)],
    ["x = p", toBytes(prime, size), y],
    ["y = p", x, toBytes(prime, size)],
  ];
  const cases = numbers.map(([name, ...args]) =>
    refused(group, `${crv}, ${name}`, "jwk_to_pem", [Buffer.from(crv), ...args], "unacceptable key"),
  );
  const tooLong = [Buffer.from(crv), Buffer.alloc(INPUT_MAX + 1, 1), y];
  cases.push(refused(group, `${crv}, x of 16385 bytes`, "jwk_to_pem", tooLong, "invalid argument"));
  return cases;
}

/** Ed25519 (RFC 8037): x, and nothing else. */
function edCases(keys: EdKey[]): Case[] {
  const type = Buffer.from("Ed25519");
  const none = Buffer.alloc(0);
  const { x } = keys[0]!;
  const cases = keys.map((key, index) => {
    const expected = opensslPem({ kty: "OKP", crv: "Ed25519", x: key.x.toString("base64url") });
    const one = exactly(group, `Ed25519, key ${index}`, "jwk_to_pem", [type, key.x, none], expected);
    return opensslOnly(one, "nil unacceptable key");
  });
  const malformed: [name: string, x: Buffer, y: Buffer][] = [
    ["x empty", none, none],
    ["x one byte short", x.subarray(1), none],
    ["x one byte longer", Buffer.concat([x, Buffer.alloc(1)]), none],
    ["a second number", x, x],
    ["a byte more", x, Buffer.alloc(1)],
  ];
  for (const [name, ...args] of malformed) {
    cases.push(refused(group, `Ed25519, ${name}`, "jwk_to_pem", [type, ...args], "unacceptable key"));
  }
  return cases;
}

/** Numbers of one type called another. */
function typeCases({ x, y }: EcKey): Case[] {
  const secp256k1 = [
    Buffer.from("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798", "hex"),
    Buffer.from("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8", "hex"),
  ];
  const types = ["", "RSA", "P-384", "P-521", "Ed25519", "P-25", "P-256 ", "P-256\0", "p-256", "secp256k1", "EC"];
  return [
    ...types.map((type) => ({ type, args: [x, y] })),
    ...["P-256", "secp256k1"].map((type) => ({ type, args: secp256k1 })),
  ].map(({ type, args }) =>
    refused(
      group,
      `a point as ${JSON.stringify(type)}`,
      "jwk_to_pem",
      [Buffer.from(type), ...args],
      "unacceptable key",
    ),
  );
}
