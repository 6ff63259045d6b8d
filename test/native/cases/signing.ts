import { createPrivateKey, createPublicKey, sign as signWith, verify as verifyWith } from "node:crypto";
import { type Case, INPUT_MAX, exactly } from "../case.js";
import { type Key, curves, makeKey, makeRsaKey, toBytes, toNumber } from "../keys.js";
import type { Argument } from "../runner.js";

const group = "signing";
const refused = "unacceptable key";

/** The parts of a private key of native_make_key(), by algorithm, and their lengths. */
const shapes = {
  ES256: { members: ["x", "y", "d"], size: 32, make: () => makeKey("P-256") },
  RS256: { members: ["n", "d"], size: 256, make: () => makeRsaKey(2048, 65537n) },
};
type Alg = keyof typeof shapes;

/** The private numbers, one after the other. */
function bytesOf(alg: Alg, key: Key): Buffer {
  const jwk = key.privateKey.export({ format: "jwk" }) as Record<string, string>;
  const { members, size } = shapes[alg];
  const numbers = members.map((name) => Buffer.from(jwk[name]!, "base64url"));
  return Buffer.concat(numbers.map((number) => Buffer.concat([Buffer.alloc(size - number.length), number])));
}

/** RS256 is compared; of ES256, which is never the same, Node verifies the 64 bytes. */
function signs(name: string, alg: Alg, key: Key, message: Buffer): Case {
  const args = [alg, message, bytesOf(alg, key)];
  if (alg === "RS256")
    return exactly(group, `${alg}, ${name}`, "sign", args, signWith("sha256", message, key.privateKey));
  const seen = new Set<string>();
  const check: Case["check"] = ({ results: [sig] }) => {
    if (!Buffer.isBuffer(sig) || sig.length !== 64) return "expected 64 bytes";
    if (seen.has(sig.toString("hex"))) return "the same signature twice";
    seen.add(sig.toString("hex"));
    const options = { key: key.publicKey, dsaEncoding: "ieee-p1363" } as const;
    return verifyWith("sha256", message, options, sig) ? undefined : "Node refuses it";
  };
  return { group, name: `${alg}, ${name}`, call: "sign", args, check };
}

function badKeys(alg: Alg, key: Key, other: Key): Case[] {
  const { size, members } = shapes[alg];
  const good = bytesOf(alg, key);
  const at = (members.length - 1) * size;
  const withPart = (offset: number, part: Buffer): Buffer =>
    Buffer.concat([good.subarray(0, offset), part, good.subarray(offset + size)]);
  const secret = toNumber(good.subarray(at));
  const bad: Record<string, Buffer> = {
    "no key": Buffer.alloc(0),
    "a byte less": good.subarray(0, -1),
    "a byte more": Buffer.concat([good, Buffer.alloc(1)]),
    "another's private number": withPart(at, bytesOf(alg, other).subarray(at)),
    "private number 0": withPart(at, Buffer.alloc(size)),
    "private number and 1": withPart(at, toBytes(secret + 1n, size)),
    "largest private number": withPart(at, Buffer.alloc(size, 255)),
    "another's public numbers": Buffer.concat([bytesOf(alg, other).subarray(0, at), good.subarray(at)]),
    ...(alg === "ES256"
      ? {
          "the order as private number": withPart(at, toBytes(curves["P-256"]!.order, size)),
          "a point beside the curve": withPart(size, Buffer.alloc(size, 7)),
          "a coordinate over the prime": withPart(0, Buffer.alloc(size, 255)),
        }
      : {
          "an even modulus": withPart(0, toBytes(toNumber(good.subarray(0, size)) - 1n, size)),
          "a modulus of 2047 bits": withPart(0, toBytes(toNumber(good.subarray(0, size)) >> 1n, size)),
        }),
  };
  return Object.entries(bad).map(([name, bytes]) =>
    exactly(group, `${alg}, ${name}`, "sign", [alg, "x", bytes], refused),
  );
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let b = base, e = exponent; e > 0n; b = (b * b) % modulus, e >>= 1n) if (e & 1n) result = (result * b) % modulus;
  return result;
}

function isKey(alg: Alg, made: Buffer): boolean {
  const { size, members } = shapes[alg];
  const parts = members.map((_, at) => made.subarray(at * size, (at + 1) * size));
  if (alg === "RS256") {
    const [n, d] = [toNumber(parts[0]!), toNumber(parts[1]!)];
    return parts[0]![0]! >= 128 && power(power(5n, 65537n, n), d, n) === 5n;
  }
  const [x, y, d] = parts.map((part) => part.toString("base64url"));
  const key = createPrivateKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x: x!, y: y!, d: d! } });
  const sig = signWith("sha256", Buffer.from("x"), key);
  const pub = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x: x!, y: y! } });
  return verifyWith("sha256", Buffer.from("x"), pub, sig);
}

function makes(alg: Alg): Case {
  const { size, members } = shapes[alg];
  const seen = new Set<string>();
  const check: Case["check"] = ({ results: [made] }) => {
    if (!Buffer.isBuffer(made) || made.length !== members.length * size) return "expected a key";
    if (seen.has(made.toString("hex"))) return "the same key twice";
    seen.add(made.toString("hex"));
    return isKey(alg, made) ? undefined : "its parts do not belong together";
  };
  return { group, name: `a new key for ${alg}`, call: "make_key", args: [alg], check };
}

export function signingCases(): Case[] {
  const one = (name: string, call: string, args: Argument[]): Case =>
    exactly(group, name, call, args, "invalid argument");
  const others = ["", "none", "HS256", "RS384", "PS256", "ES384", "EdDSA", "es256"];
  return [
    ...(Object.keys(shapes) as Alg[]).flatMap((alg) => {
      const [key, other] = [shapes[alg].make(), shapes[alg].make()];
      // r and s have a leading zero once in 128 signatures.
      const many = Array.from({ length: alg === "ES256" ? 400 : 3 }, (_, at) => `message ${at}`);
      return [
        ...["", "a\0b", ...many].map((text) => signs(`"${text}"`, alg, key, Buffer.from(text))),
        signs("the longest message", alg, other, Buffer.alloc(INPUT_MAX, 65)),
        one(`${alg}, a longer one`, "sign", [alg, Buffer.alloc(INPUT_MAX + 1), bytesOf(alg, key)]),
        ...badKeys(alg, key, other),
        makes(alg),
        makes(alg),
      ];
    }),
    ...others.flatMap((alg) => [
      one(`by ${alg}`, "sign", [alg, "x", Buffer.alloc(96, 1)]),
      one(`a key for ${alg}`, "make_key", [alg]),
    ]),
  ];
}
