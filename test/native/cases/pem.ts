import { execFileSync } from "node:child_process";
import { type KeyObject, constants, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { type Case, INPUT_MAX, exactly, opensslOnly, verifyArgs } from "../case.js";
import { bitString, derNull, ecInfo, integer, oid, pem, rawInteger, rsaInfo, sequence, tlv } from "../der.js";
import { type EcKey, type EdKey, type Random, type RsaKey, curves, makeRsaKey, toBytes, toNumber } from "../keys.js";

const group = "PEM";
const message = Buffer.from("a message");

/** Texts that hold a good key in an accepted or refused form; the signature is always right. */
export function pemCases(random: Random, rsa: RsaKey, ecKeys: EcKey[], ed: EdKey): Case[] {
  const first = curves.map((curve) => ecKeys.find((key) => key.curve === curve)!);
  return [
    ...rsaForms(rsa, first[0]!),
    ...rsaSizes(random),
    ...first.flatMap((key) => ecForms(rsa, key)),
    ...edForms(ed),
  ];
}

export const signRs256 = (key: KeyObject, data: Buffer): Buffer =>
  sign("sha256", data, { key, padding: constants.RSA_PKCS1_PADDING });
/** ES256, ES384 or ES512, as the curve says. */
export const signEs = ({ curve, privateKey }: EcKey, data: Buffer): Buffer =>
  sign(`sha${curve.bits}`, data, { key: privateKey, dsaEncoding: "ieee-p1363" });

/** Ways to write any key down. */
function textForms(good: string, der: Buffer): [name: string, text: string | Buffer, accepted: boolean][] {
  const begin = "-----BEGIN PUBLIC KEY-----\n";
  const end = "-----END PUBLIC KEY-----\n";
  const body = good.slice(begin.length, -end.length);
  const oneLine = body.replaceAll("\n", "");
  return [
    ["as written", good, true],
    ["without the last line break", good.trimEnd(), true],
    ["with CRLF", good.replaceAll("\n", "\r\n"), true],
    ["with empty lines at the end", `${good}\n\r\n\n`, true],
    ["on one line", pem(der, "PUBLIC KEY", 10000), true],
    ["in 76 columns", pem(der, "PUBLIC KEY", 76), true],
    ["in 1 column", pem(der, "PUBLIC KEY", 1), true],
    ["16384 bytes long", good.padEnd(INPUT_MAX, "\n"), true],
    ["16385 bytes long", good.padEnd(INPUT_MAX + 1, "\n"), false],
    ["empty", "", false],
    ["line breaks", "\n\n", false],
    ["first line only", begin, false],
    ["no body", begin + end, false],
    ["no first line", good.slice(begin.length), false],
    ["no last line", good.slice(0, -end.length), false],
    ["cut in the last line", good.slice(0, -5), false],
    ["body against the first line", `${begin.trimEnd()}${body}${end}`, false],
    ["body against the last line", `${begin}${oneLine}${end}`, false],
    ["empty line in front", `\n${good}`, false],
    ["space in front", ` ${good}`, false],
    ["text in front", `key:\n${good}`, false],
    ["space at the end", `${good} `, false],
    ["tab at the end", `${good}\t`, false],
    ["NUL at the end", `${good}\0`, false],
    ["text at the end", `${good}x`, false],
    ["twice", good + good, false],
    ["another END line", good + end, false],
    ["space behind the first line", good.replace(begin, `${begin.trimEnd()} \n`), false],
    ["space in the body", good.replace(body, `${body.slice(0, 4)} ${body.slice(4)}`), false],
    ["tab in the body", good.replace(body, `${body.slice(0, 4)}\t${body.slice(4)}`), false],
    ["NUL in the body", good.replace(body, `${body.slice(0, 4)}\0${body.slice(4)}`), false],
    [
      "high byte in the body",
      Buffer.from(good.replace(body, `${body.slice(0, 4)}\xff${body.slice(4)}`), "latin1"),
      false,
    ],
    ["header field", good.replace(begin, `${begin}Comment: x\n\n`), false],
    ["base64url", good.replaceAll("+", "-").replaceAll("/", "_"), !/[+/]/.test(body)],
    ["a digit missing", good.replace(body, body.slice(1)), false],
    ["four digits missing at the front", good.replace(body, body.slice(4)), false],
    ["a digit more", good.replace(body, `A${body}`), false],
    ["padding inside", good.replace(body, `${body.slice(0, 4)}====${body.slice(4)}`), false],
    ["padding at the front", good.replace(body, `====${body}`), false],
    ["padding missing", good.replace(/=+\n/, "\n"), !body.includes("=")],
    ["more padding", good.replace(`\n${end}`, `====\n${end}`), false],
    ["more padding by one", good.replace(`\n${end}`, `=\n${end}`), false],
    ["bits that belong to no byte", strayBits(good, body), !body.includes("=")],
    ["PRIVATE label", good.replaceAll("PUBLIC", "PRIVATE"), false],
    ["small letters", good.replace("BEGIN", "begin"), false],
    ["four dashes", good.slice(1), false],
    ["END label differs", good.replace("END PUBLIC", "END RSA PUBLIC"), false],
    ["DER", der, false],
    ["a byte behind the key", pem(Buffer.concat([der, Buffer.alloc(1)])), false],
    ["three bytes behind the key", pem(Buffer.concat([der, Buffer.alloc(3)])), false],
    ["16000 bytes behind the key", pem(Buffer.concat([der, Buffer.alloc(11000)])), false],
    ["a byte missing", pem(der.subarray(0, -1)), false],
    ["half of it", pem(der.subarray(0, der.length >> 1)), false],
    ["two keys in one body", pem(Buffer.concat([der, der])), false],
  ];
}

/** Sets the lowest bit of the last digit before the padding, which no byte takes. */
function strayBits(good: string, body: string): string {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const at = body.search(/=/) - 1;
  if (at < 0) return good;
  const digit = digits[digits.indexOf(body[at]!) | 1]!;
  return good.replace(body, body.slice(0, at) + digit + body.slice(at + 1));
}

/** Lengths and padding that BER allows and DER does not. */
function berForms(der: Buffer): [name: string, der: Buffer][] {
  const headerSize = der[1]! & 0x80 ? 2 + (der[1]! & 0x7f) : 2;
  const content = der.subarray(headerSize);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return [
    ["length of three bytes", Buffer.concat([Buffer.from([0x30, 0x83]), length.subarray(1), content])],
    ["length of four bytes", Buffer.concat([Buffer.from([0x30, 0x84]), length, content])],
    ["indefinite length", Buffer.concat([Buffer.from([0x30, 0x80]), content, Buffer.alloc(2)])],
    ["length 2^32 - 1", Buffer.concat([Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff]), content])],
    ["length 0xffff", Buffer.concat([Buffer.from([0x30, 0x82, 0xff, 0xff]), content])],
    ["length one too long", lengthChanged(der, headerSize, 1)],
    ["length one too short", lengthChanged(der, headerSize, -1)],
    ["SET for SEQUENCE", Buffer.concat([Buffer.from([0x31]), der.subarray(1)])],
    ["wrapped once more", sequence(der)],
    ["NULL behind the bit string", sequence(content, derNull)],
  ];
}

function lengthChanged(der: Buffer, headerSize: number, by: number): Buffer {
  const changed = Buffer.from(der);
  changed[headerSize - 1]! += by;
  return changed;
}

function rsaForms(rsa: RsaKey, ec: EcKey): Case[] {
  const { n, e, privateKey } = rsa;
  const signature = signRs256(privateKey, message);
  const cases: Case[] = [];
  const add = (name: string, text: string | Buffer, accepted = false): void => {
    const args = verifyArgs("RS256", message, signature, text);
    cases.push(exactly(group, `RSA, ${name}`, "verify", args, accepted));
  };

  const numbers = sequence(integer(n), integer(e));
  const der = rsaInfo(numbers);
  for (const [name, text, accepted] of textForms(rsa.pem, der)) add(name, text, accepted);
  for (const [name, form] of berForms(der)) add(name, pem(form));

  const zero = Buffer.alloc(1);
  const algorithms: [name: string, algorithm: Buffer][] = [
    ["no parameters", sequence(oid.rsaEncryption)],
    ["RSASSA-PSS", sequence(oid.rsassaPss)],
    ["RSASSA-PSS with NULL", sequence(oid.rsassaPss, derNull)],
    ["EC algorithm", sequence(oid.ecPublicKey, oid.prime256v1)],
    ["other parameters", sequence(oid.rsaEncryption, tlv(4, zero))],
    ["more parameters", sequence(oid.rsaEncryption, derNull, derNull)],
    ["NULL with content", sequence(oid.rsaEncryption, tlv(5, zero))],
  ];
  for (const [name, algorithm] of algorithms) add(name, pem(rsaInfo(numbers, algorithm)));

  const inner: [name: string, numbers: Buffer][] = [
    ["n without its zero (negative)", sequence(rawInteger(n), integer(e))],
    ["n with two zeros", sequence(rawInteger(Buffer.concat([zero, zero, n])), integer(e))],
    ["e with a zero", sequence(integer(n), rawInteger(Buffer.concat([zero, e])))],
    ["e behind many zeros", sequence(integer(n), rawInteger(Buffer.concat([Buffer.alloc(20), e])))],
    ["e missing", sequence(integer(n))],
    ["e empty", sequence(integer(n), rawInteger(Buffer.alloc(0)))],
    ["n empty", sequence(rawInteger(Buffer.alloc(0)), integer(e))],
    ["a third number", sequence(integer(n), integer(e), integer(e))],
    ["n and e exchanged", sequence(integer(e), integer(n))],
    ["e negative", sequence(integer(n), rawInteger(Buffer.from([0x81])))],
    ["e = 1", sequence(integer(n), integer(Buffer.from([1])))],
    ["e + 2^64", sequence(integer(n), integer(toBytes(toNumber(e) + (1n << 64n))))],
    ["bytes behind the numbers", Buffer.concat([numbers, derNull])],
    ["no SEQUENCE around the numbers", Buffer.concat([integer(n), integer(e)])],
    ["n as ENUMERATED", sequence(tlv(0x0a, zero, n), integer(e))],
    ["empty", Buffer.alloc(0)],
  ];
  for (const [name, content] of inner) add(name, pem(rsaInfo(content)));

  const algorithm = sequence(oid.rsaEncryption, derNull);
  add("unused bits", pem(sequence(algorithm, bitString(numbers, 1))));
  add("empty bit string", pem(sequence(algorithm, tlv(3))));
  add("octet string", pem(sequence(algorithm, tlv(4, zero, numbers))));
  add("bit string first", pem(sequence(bitString(numbers), algorithm)));

  const publicKey = createPublicKey(privateKey);
  add("PKCS#1", publicKey.export({ type: "pkcs1", format: "pem" }));
  add("PKCS#1 under the label of the other", pem(numbers));
  add("private key", privateKey.export({ type: "pkcs8", format: "pem" }));
  add("private key under the label of a public one", pem(privateKey.export({ type: "pkcs8", format: "der" })));
  add("EC key", ec.pem);
  return cases;
}

/** Keys outside the limits, each with a signature that is right. */
function rsaSizes(random: Random): Case[] {
  const sizes: [name: string, bits: number, accepted: boolean][] = [
    ["RSA of 1024 bits", 1024, false],
    ["RSA of 2040 bits", 2040, false],
    ["RSA of 2047 bits", 2047, false],
    ["RSA of 2048 bits", 2048, true],
    ["RSA of 2049 bits", 2049, true],
    ["RSA of 2056 bits", 2056, true],
    ["RSA of 4104 bits", 4104, false],
  ];
  const cases = sizes.map(([name, bits, accepted]) => {
    const key = makeRsaKey(random, bits, 65537n);
    const args = verifyArgs("RS256", message, signRs256(key.privateKey, message), key.pem);
    return exactly(group, name, "verify", args, accepted);
  });
  const wide = makeRsaKey(random, 2048, (1n << 64n) + 13n);
  const args = verifyArgs("RS256", message, signRs256(wide.privateKey, message), wide.pem);
  cases.push(exactly(group, "RSA, e of 65 bits", "verify", args, false));
  return cases;
}

function ecForms(rsa: RsaKey, ec: EcKey): Case[] {
  const { curve, x, y, privateKey } = ec;
  const { crv, size } = curve;
  const named = oid[curve.openssl];
  const signature = signEs(ec, message);
  const cases: Case[] = [];
  const add = (name: string, text: string | Buffer, accepted = false): void => {
    const args = verifyArgs(`ES${curve.bits}`, message, signature, text);
    cases.push(exactly(group, `${crv}, ${name}`, "verify", args, accepted));
  };
  const point = (first: number, ...rest: Buffer[]): Buffer => Buffer.concat([Buffer.from([first]), ...rest]);

  const der = ecInfo(point(4, x, y), sequence(oid.ecPublicKey, named));
  for (const [name, text, accepted] of textForms(ec.pem, der)) add(name, text, accepted);
  for (const [name, form] of berForms(der)) add(name, pem(form));

  const parity = y[size - 1]! & 1;
  const flipped = Buffer.from(y);
  flipped[size - 1]! ^= 1;
  const points: [name: string, point: Buffer][] = [
    ["compressed point", point(2 + parity, x)],
    ["compressed point in full length", point(2 + parity, x, y)],
    ["hybrid point", point(6 + parity, x, y)],
    ["point at infinity", Buffer.alloc(1)],
    ["zeros", point(4, Buffer.alloc(2 * size))],
    ["point of other format", point(5, x, y)],
    ["y off the curve", point(4, x, flipped)],
    ["point one byte short", point(4, x, y.subarray(1))],
    ["point one byte longer", point(4, x, y, Buffer.alloc(1))],
    ["empty", Buffer.alloc(0)],
  ];
  for (const [name, bytes] of points) add(name, pem(ecInfo(bytes, sequence(oid.ecPublicKey, named))));

  const algorithms: [name: string, algorithm: Buffer][] = [
    ["secp256k1", sequence(oid.ecPublicKey, oid.secp256k1)],
    ["prime192v1 for the name of the curve", sequence(oid.ecPublicKey, oid.prime192v1)],
    ["no curve", sequence(oid.ecPublicKey)],
    ["NULL for a curve", sequence(oid.ecPublicKey, derNull)],
    ["RSA algorithm", sequence(oid.rsaEncryption, derNull)],
    ["curve twice", sequence(oid.ecPublicKey, named, named)],
  ];
  for (const [name, algorithm] of algorithms) add(name, pem(ecInfo(point(4, x, y), algorithm)));
  add("unused bits", pem(sequence(sequence(oid.ecPublicKey, named), bitString(point(4, x, y), 1))));

  const convert = (...options: string[]): Buffer =>
    execFileSync("openssl", ["ec", "-pubout", ...options], {
      input: privateKey.export({ type: "sec1", format: "pem" }),
      stdio: ["pipe", "pipe", "ignore"],
    });
  add("by openssl", convert(), true);
  add("curve spelled out", convert("-param_enc", "explicit"));
  add("compressed by openssl", convert("-conv_form", "compressed"));
  add("hybrid by openssl", convert("-conv_form", "hybrid"));
  add("private key", privateKey.export({ type: "pkcs8", format: "pem" }));
  add("RSA key", rsa.pem);
  for (const namedCurve of ["P-256", "P-384", "P-521", "secp256k1"].filter((name) => name !== crv)) {
    const { publicKey } = generateKeyPairSync("ec", { namedCurve });
    add(`key on ${namedCurve}`, publicKey.export({ type: "spki", format: "pem" }));
  }
  for (const type of ["ed25519", "x25519"] as const) {
    const { publicKey } = generateKeyPairSync(type as "ed25519");
    add(`${type} key`, publicKey.export({ type: "spki", format: "pem" }));
  }
  return cases;
}

/** Ed25519 (RFC 8410), whose algorithm has no parameters. */
function edForms({ x, pem: good, privateKey }: EdKey): Case[] {
  const signature = sign(null, message, privateKey);
  const cases: Case[] = [];
  const add = (name: string, text: string | Buffer, accepted = false): void => {
    const args = verifyArgs("EdDSA", message, signature, text);
    cases.push(opensslOnly(exactly(group, `Ed25519, ${name}`, "verify", args, accepted), "false"));
  };
  const der = sequence(sequence(oid.ed25519), bitString(x));
  for (const [name, text, accepted] of textForms(good, der)) add(name, text, accepted);
  for (const [name, form] of berForms(der)) add(name, pem(form));
  add("NULL parameters", pem(sequence(sequence(oid.ed25519, derNull), bitString(x))));
  add("unused bits", pem(sequence(sequence(oid.ed25519), bitString(x, 1))));
  add("one byte short", pem(sequence(sequence(oid.ed25519), bitString(x.subarray(1)))));
  add("under the name of X25519", pem(sequence(sequence(oid.x25519), bitString(x))));
  return cases;
}
