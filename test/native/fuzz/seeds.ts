/** Writes the fuzzers' first inputs: tsx seeds.ts DIRECTORY. The layouts are those of fuzz_*.c. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Random, makeEcKey, makeRsaKey } from "../keys.js";
import { signEs256, signRs256 } from "../cases/pem.js";

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

function writeVerification(target: string, name: string, pem: string, signature: Buffer): void {
  const text = Buffer.from(pem);
  write(target, `${name}-pem`, Buffer.from([0]), piece(text), piece(signature), message);
  write(target, `${name}-der`, Buffer.from([1]), piece(derOf(pem)), piece(signature), message);
}

for (const [name, bits, e] of [
  ["2048-3", 2048, 3n],
  ["2048-64bit", 2048, 18446744073709551557n],
  ["4096", 4096, 65537n],
] as const) {
  const key = makeRsaKey(random, bits, e);
  const signature = signRs256(key.privateKey, message);
  writeVerification("rs256", name, key.pem, signature);
  write("jwk_rsa", name, Buffer.from([0]), piece(key.n), key.e);
  write("lua", `rs256-${name}`, call(0, string(message), string(signature), string(Buffer.from(key.pem))));
  write("lua", `jwk-rsa-${name}`, call(6, string(key.n), string(key.e)));
}

for (const name of ["a", "b"]) {
  const key = makeEcKey(random);
  const signature = signEs256(key.privateKey, message);
  writeVerification("es256", name, key.pem, signature);
  write("jwk_ec", name, Buffer.from([0]), piece(key.x), key.y);
  write("lua", `es256-${name}`, call(1, string(message), string(signature), string(Buffer.from(key.pem))));
  write("lua", `jwk-ec-${name}`, call(7, string(key.x), string(key.y)));
}

write("lua", "eq", call(2, string(message), string(message)));
write("lua", "sha256", call(3, string(message)));
write("lua", "hmac", call(4, string(message), string(message)));
write("lua", "random", call(5, Buffer.from([3, 2])));
