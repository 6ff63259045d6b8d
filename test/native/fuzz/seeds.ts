/** Writes the fuzzers' first inputs: tsx seeds.ts DIRECTORY. The layouts are those of fuzz_*.c. */
import { sign } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Random, curves, makeEcKey, makeEdKey, makeRsaKey } from "../keys.js";
import { rsaAlgorithms, signRsa } from "../cases/differential.js";
import { signEs } from "../cases/pem.js";

const directory = process.argv[2]!;
const random = new Random("seeds");
const message = Buffer.from("eyJhbGciOiJSUzI1NiJ9.e30");

const piece = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
const string = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([9]), piece(bytes)]);
const call = (which: number, ...args: Buffer[]): Buffer => Buffer.concat([Buffer.from([which, args.length]), ...args]);

function write(target: string, name: string, ...parts: Buffer[]): void {
  mkdirSync(join(directory, target), { recursive: true });
  writeFileSync(join(directory, target, name), Buffer.concat(parts));
}

function derOf(pem: string): Buffer {
  return Buffer.from(pem.replace(/-----[^-]+-----|\n/g, ""), "base64");
}

/** `which` is the place of the algorithm in fuzz_verify.c's list. */
function writeVerification(target: string, alg: string, which: number, pem: string, signature: Buffer): void {
  const text = Buffer.from(pem);
  write(target, `${alg}-pem`, Buffer.from([which << 1]), piece(text), piece(signature), message);
  write(target, `${alg}-der`, Buffer.from([(which << 1) | 1]), piece(derOf(pem)), piece(signature), message);
  const args = [Buffer.from(alg), message, signature, text].map(string);
  write("lua", `verify-${alg}`, call(0, ...args));
}

for (const [name, bits, e] of [
  ["2048-3", 2048, 3n],
  ["2048-64bit", 2048, 18446744073709551557n],
  ["4096", 4096, 65537n],
] as const) {
  const key = makeRsaKey(random, bits, e);
  rsaAlgorithms.forEach((algorithm, which) => {
    if (bits === 2048) writeVerification("rsa", algorithm.alg, which, key.pem, signRsa(algorithm, key, message));
  });
  write("jwk_rsa", name, Buffer.from([0]), piece(key.n), key.e);
  write("lua", `jwk-rsa-${name}`, call(5, string(Buffer.from("RSA")), string(key.n), string(key.e)));
}

curves.forEach((curve, which) => {
  const key = makeEcKey(random, curve);
  writeVerification("ec", `ES${curve.bits}`, which, key.pem, signEs(key, message));
  write("jwk_ec", curve.crv, Buffer.from([which]), piece(key.x), key.y);
  write("lua", `jwk-${curve.crv}`, call(5, string(Buffer.from(curve.crv)), string(key.x), string(key.y)));
});

const ed = makeEdKey(random);
writeVerification("ec", "EdDSA", 3, ed.pem, sign(null, message, ed.privateKey));
write("jwk_ec", "Ed25519", Buffer.from([3]), piece(ed.x));
write("lua", "jwk-Ed25519", call(5, string(Buffer.from("Ed25519")), string(ed.x), string(Buffer.alloc(0))));

write("lua", "eq", call(1, string(message), string(message)));
write("lua", "sha256", call(2, string(message)));
write("lua", "hmac", call(3, string(message), string(message)));
write("lua", "random", call(4, Buffer.from([3, 2])));
