import { ECDH, createPublicKey } from "node:crypto";
import { type Case, INPUT_MAX, exactly } from "../case.js";
import { type Key, type Random, curves, firstOfEach, toBytes, toNumber } from "../keys.js";

type Numbers = readonly [Buffer, Buffer];

/** A conversion; where none is expected, the key is unacceptable. */
function convert(
  name: string,
  type: string,
  numbers: Numbers,
  expected?: Buffer,
  refusal = "unacceptable key",
): Case[] {
  const wanted = expected ?? refusal;
  const mbedtls = type === "Ed25519" ? refusal : wanted;
  const cases = [exactly("JWK to PEM", `${type}, ${name}`, "jwk_to_pem", [type, ...numbers], wanted, mbedtls)];
  const own = { RSA: "jwk_rsa_to_pem", "P-256": "jwk_ec_p256_to_pem" }[type];
  if (own !== undefined && expected !== undefined)
    cases.push(exactly("JWK to PEM", `${own}: ${name}`, own, [...numbers], wanted));
  return cases;
}

function opensslPem(type: string, [first, second]: Numbers): Buffer {
  const [one, two] = [first.toString("base64url"), second.toString("base64url")];
  const key =
    type === "RSA"
      ? { kty: type, n: one, e: two }
      : { kty: type === "Ed25519" ? "OKP" : "EC", crv: type, x: one, y: two };
  return Buffer.from(createPublicKey({ format: "jwk", key }).export({ type: "spki", format: "pem" }) as string);
}

export function jwkCases(random: Random, keys: readonly Key[]): Case[] {
  const good = (name: string, type: string, numbers: Numbers, given = numbers): Case[] =>
    convert(name, type, given, opensslPem(type, numbers));
  const first = firstOfEach(keys);
  return [
    ...keys.flatMap((key, at) => good(`key ${at}`, key.type, key.numbers)),
    ...rsaCases(random, good),
    ...first.filter(({ type }) => type in curves).flatMap((key) => ecCases(key, good)),
    ...first.flatMap((key) => malformed(key)),
    ...otherTypes(first.find(({ type }) => type === "P-256")!),
  ];
}

type Good = (name: string, type: string, numbers: Numbers, given?: Numbers) => Case[];

const exponent = Buffer.from([1, 0, 1]);
const zeros = (length: number, bytes: Buffer): Buffer => Buffer.concat([Buffer.alloc(length), bytes]);

/** An odd number of exactly `bits` bits. It need not be a product of two primes to be written as PEM. */
function modulus(random: Random, bits: number): Buffer {
  const number = toNumber(random.bytes(Math.ceil(bits / 8))) & ((1n << BigInt(bits)) - 1n);
  return toBytes(number | (1n << BigInt(bits - 1)) | 1n);
}

function rsaCases(random: Random, good: Good): Case[] {
  const exponents = ["03", "05", "11", "7f", "81", "ff", "800001", "ffffffffffffffff", "8000000000000001"];
  const n = modulus(random, 2048);
  const even = Buffer.concat([n.subarray(0, -1), Buffer.from([n[255]! & 0xfe])]);
  const accepted = [2048, 2049, 2050, 2055, 2056, 2057, 3071, 3072, 4088, 4095, 4096];
  const refused = [1024, 2040, 2047, 4097, 4104, 8192];
  const refusedExponents = ["00", "01", "02", "010000", "0000000000000001", "fffffffffffffffe", "010000000000000001"];
  const wrong: [name: string, numbers: Numbers][] = [
    ["n of one byte", [Buffer.from([3]), exponent]],
    ["n all zeros", [Buffer.alloc(256), exponent]],
    ["n even", [even, exponent]],
    ["n of 2047 bits after zeros", [zeros(100, modulus(random, 2047)), exponent]],
    ["n as long as may be", [Buffer.alloc(INPUT_MAX, 0xff), exponent]],
    ["e of 72 bits", [n, Buffer.alloc(9, 0xff)]],
    ["e = n", [n, n]],
    ["e as long as may be", [n, Buffer.alloc(INPUT_MAX, 0xff)]],
  ];
  return [
    ...exponents.flatMap((e) => good(`e = ${e}`, "RSA", [n, Buffer.from(e, "hex")])),
    ...accepted.flatMap((bits) => good(`n of ${bits} bits`, "RSA", [modulus(random, bits), exponent])),
    ...good("a zero before n", "RSA", [n, exponent], [zeros(1, n), exponent]),
    ...good("zeros before n and e", "RSA", [n, exponent], [zeros(3, n), zeros(3, exponent)]),
    ...good("e with 16381 zeros", "RSA", [n, exponent], [n, zeros(INPUT_MAX - 3, exponent)]),
    ...refused.flatMap((bits) => convert(`n of ${bits} bits`, "RSA", [modulus(random, bits), exponent])),
    ...refusedExponents.flatMap((e) => convert(`e = ${e}`, "RSA", [n, Buffer.from(e, "hex")])),
    ...wrong.flatMap(([name, numbers]) => convert(name, "RSA", numbers)),
  ];
}

/** The point with the smallest x: there, x + p still fits into the coordinate's bytes. */
function smallPoint(type: string): Numbers {
  const { size } = curves[type]!;
  const name = { "P-256": "prime256v1", "P-384": "secp384r1", "P-521": "secp521r1" }[type]!;
  for (let x = 0n; ; x++) {
    try {
      const compressed = zeros(0, Buffer.concat([Buffer.from([2]), toBytes(x, size)]));
      const point = ECDH.convertKey(compressed, name, undefined, undefined, "uncompressed") as Buffer;
      return [point.subarray(1, 1 + size), point.subarray(1 + size)];
    } catch {
      // Not on the curve.
    }
  }
}

function ecCases({ type, numbers: [x, y] }: Key, good: Good): Case[] {
  const { size, prime } = curves[type]!;
  const [smallX, smallY] = smallPoint(type);
  const p = toBytes(prime, size);
  const zero = Buffer.alloc(size);
  const ones = Buffer.alloc(size, 0xff);
  const wrong: [name: string, numbers: Numbers][] = [
    ["one byte from x to y", [x.subarray(1), zeros(1, y)]],
    ["x and y exchanged", [y, x]],
    ["y off the curve", [x, Buffer.concat([y.subarray(0, -1), Buffer.from([y[size - 1]! ^ 1])])]],
    ["(0, 0)", [zero, zero]],
    ["(0, y)", [zero, y]],
    ["(x, 0)", [x, zero]],
    ["all ones", [ones, ones]],
    ["x + p", [toBytes(toNumber(smallX) + prime, size), smallY]],
    ["x = p", [p, y]],
    ["y = p", [x, p]],
  ];
  return [
    ...good("mirrored", type, [x, toBytes(prime - toNumber(y), size)]),
    ...good("small x", type, [smallX, smallY]),
    ...wrong.flatMap(([name, numbers]) => convert(name, type, numbers)),
  ];
}

function malformed({ type, numbers }: Key): Case[] {
  return numbers.flatMap((number, at) => {
    const put = (name: string, bytes: Buffer, refusal?: string): Case[] => {
      const given: Numbers = at === 0 ? [bytes, numbers[1]] : [numbers[0], bytes];
      return convert(`number ${at + 1} ${name}`, type, given, undefined, refusal);
    };
    const cases = put("of 16385 bytes", Buffer.alloc(INPUT_MAX + 1, 1), "invalid argument");
    if (number.length > 0) cases.push(...put("empty", Buffer.alloc(0)));
    if (type === "RSA") return cases;
    return [
      ...cases,
      ...put("of 16384 bytes", Buffer.alloc(INPUT_MAX, 1)),
      ...put("one byte longer", zeros(1, number)),
      ...put("twice as long", Buffer.concat([numbers[0], numbers[0]])),
      ...(number.length > 0 ? put("one byte short", number.subarray(1)) : put("as x", numbers[0])),
    ];
  });
}

function otherTypes({ numbers }: Key): Case[] {
  const secp256k1: Numbers = [
    Buffer.from("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798", "hex"),
    Buffer.from("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8", "hex"),
  ];
  const types = ["", "RSA", "P-384", "P-521", "Ed25519", "P-25", "P-256 ", "P-256\0", "p-256", "secp256k1", "EC"];
  return [
    ...types.flatMap((type) => convert(`a point as ${JSON.stringify(type)}`, type, numbers)),
    ...["P-256", "secp256k1"].flatMap((type) => convert("a point of secp256k1", type, secp256k1)),
  ];
}
