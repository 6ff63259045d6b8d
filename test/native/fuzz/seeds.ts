/** Writes the fuzzers' first inputs: tsx seeds.ts DIRECTORY. The layouts are those of fuzz_*.c. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { algorithms, makeKey, makeRsaKey, sign } from "../keys.js";

const directory = process.argv[2]!;
const message = Buffer.from("eyJhbGciOiJSUzI1NiJ9.e30");

const piece = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
const call = (which: number, ...args: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([which, args.length]), ...args.flatMap((bytes) => [Buffer.from([9]), piece(bytes)])]);

function write(target: string, name: string, ...parts: Buffer[]): void {
  mkdirSync(join(directory, target), { recursive: true });
  writeFileSync(join(directory, target, name), Buffer.concat(parts));
}

const types = ["RSA", "P-256", "P-384", "P-521", "Ed25519"];
const keys = [
  makeRsaKey(2048, 3n),
  makeRsaKey(2048, 18446744073709551557n),
  makeRsaKey(4096, 65537n, 4),
  ...types.slice(1).map(makeKey),
];
keys.forEach((key, at) => {
  const family = key.type === "RSA" ? "rsa" : "ec";
  const own = algorithms.filter(({ type }) => (type === "RSA") === (key.type === "RSA"));
  own.forEach((algorithm, which) => {
    if (algorithm.type !== key.type || key.numbers[0].length > 256) return;
    const signature = sign(algorithm, key, message);
    const [name, text] = [`${algorithm.alg}-${at}`, Buffer.from(key.pem)];
    write(family, `${name}-pem`, Buffer.from([which << 1]), piece(text), piece(signature), message);
    write(family, `${name}-der`, Buffer.from([(which << 1) | 1]), piece(key.der), piece(signature), message);
    write(
      "lua",
      `sign-${name}`,
      call(13, Buffer.from(algorithm.alg), message, Buffer.concat([...key.numbers, Buffer.alloc(32, 1)])),
    );
    write("lua", `verify-${name}`, call(0, Buffer.from(algorithm.alg), message, signature, text));
  });
  const which = Math.max(types.indexOf(key.type) - 1, 0);
  write(`jwk_${family}`, `${key.type}-${at}`, Buffer.from([which]), piece(key.numbers[0]), key.numbers[1]);
  write("lua", `jwk-${key.type}-${at}`, call(7, Buffer.from(key.type), ...key.numbers));
});

write("lua", "eq", call(1, message, message));
write("lua", "sha256", call(4, message));
write("lua", "hmac", call(5, message, message));
write("lua", "random", Buffer.from([6, 1, 3, 2]));
write("lua", "encode", call(11, message));
write("lua", "decode", call(12, Buffer.from(message.toString("base64url"))));

/** An element of DER; `form` is 0, or the byte that says how many bytes of length follow. */
function element(tag: number, content: Buffer, form = 0): Buffer {
  const length = Buffer.from([form, content.length >> 8, content.length & 0xff]);
  return Buffer.concat([
    Buffer.from([tag]),
    length.subarray(0, form && 1),
    length.subarray(form === 0x82 ? 1 : 2),
    content,
  ]);
}
const text = (form: number, content: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from([form]), piece(Buffer.from(content))]);
const listed = (items: Buffer[]): Buffer => Buffer.concat([Buffer.from([items.length]), ...items]);
const origin = text(0, "provider.example/path");
const issuer = element(0x30, Buffer.from("root"));
/** The fields before the issuer in a certificate, but for the version, and a certificate with something in the issuer's place. */
const before = [element(2, Buffer.from("1")), element(0x30, Buffer.alloc(0))];
const certificate = (last: Buffer, form = 0): Buffer =>
  element(0x30, element(0x30, Buffer.concat([...before, last]), form), form);
/** Subject, issuer and certificate, as libcurl tells them. */
const told = (der: Buffer): Buffer => listed([text(2, "CN = router"), text(4, "CN = root"), text(7, der)]);
const bundle = listed([certificate(issuer), element(0x30, issuer), issuer].map((der) => text(1, der)));
/** Marks that share their dashes. */
const adjoined = `-----BEGIN CERTIFICATE-----${issuer.toString("base64")}-----END CERTIFICATE`.repeat(20);
const chains: Record<string, Buffer[]> = {
  one: [told(certificate(issuer))],
  long: [told(certificate(issuer, 0x81)), told(certificate(issuer, 0x82))],
  cut: [[0x30], [0x30, 0x81], [0x30, 0x82, 0]].map((end) => told(certificate(Buffer.from(end)))),
  many: Array<Buffer>(10).fill(told(certificate(issuer))),
  large: [told(Buffer.alloc(16385))],
  untold: [listed([text(7, certificate(issuer))]), listed([])],
};
for (const [name, chain] of Object.entries(chains)) write("trust", name, bundle, origin, text(0, ""), listed(chain));
write("trust", "adjoined", listed([text(0, `${adjoined}-----`)]), origin, text(0, ""), listed(chains["one"]!));
