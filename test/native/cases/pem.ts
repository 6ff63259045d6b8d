import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { type Case, INPUT_MAX, exactly } from "../case.js";
import { type Key, type Random, algorithms, makeRsaKey, sign, toBytes, toNumber } from "../keys.js";

const message = Buffer.from("a message");
const begin = "-----BEGIN PUBLIC KEY-----\n";
const end = "-----END PUBLIC KEY-----\n";

/** The verdict of native_verify() on a key, with a signature that is right. */
function verdict(key: Key, name: string, text: string | Buffer, accepted: boolean): Case {
  const algorithm = algorithms.find(({ type }) => type === key.type)!;
  const args = [algorithm.alg, message, sign(algorithm, key, message), Buffer.from(text)];
  return exactly("PEM", `${key.type}, ${name}`, "verify", args, accepted, accepted && key.type !== "Ed25519");
}

export function pemCases(random: Random, keys: readonly Key[]): Case[] {
  return [
    ...keys.flatMap((key) => [
      ...Object.entries(acceptedTexts(key)).map(([name, text]) => verdict(key, name, text, true)),
      ...Object.entries(refusedTexts(key, keys)).map(([name, text]) => verdict(key, name, text, false)),
      ...damagedTexts(random, key).map(([name, text]) => verdict(key, name, text, isForm(text, key))),
      ...[...damagedBytes(random, key.der), ...structures(key.der)]
        .filter(([, der]) => !der.equals(key.der))
        .map(([name, der]) => verdict(key, name, pem(der), false)),
    ]),
    ...rsaSizes(),
  ];
}

function pem(der: Buffer, columns = 64): string {
  return `${begin}${der.toString("base64").replaceAll(new RegExp(`.{1,${columns}}`, "g"), "$&\n")}${end}`;
}

/** The accepted texts of a key, said in another way than native_key.c does. */
function isForm(text: Buffer, { der }: Key): boolean {
  const form = /^-----BEGIN PUBLIC KEY-----[\r\n]+([A-Za-z0-9+/=\r\n]*[\r\n])-----END PUBLIC KEY-----[\r\n]*$/;
  const [, body] = form.exec(text.toString("latin1")) ?? [];
  return body?.replaceAll(/[\r\n]/g, "") === der.toString("base64");
}

function acceptedTexts({ pem: good, der }: Key): Record<string, string> {
  return {
    "as written": good,
    "by our own writer": pem(der),
    "without the last line break": good.trimEnd(),
    "with CRLF": good.replaceAll("\n", "\r\n"),
    "with empty lines at the end": `${good}\n\r\n\n`,
    "on one line": pem(der, 10000),
    "in 76 columns": pem(der, 76),
    "in 1 column": pem(der, 1),
    "16384 bytes long": good.padEnd(INPUT_MAX, "\n"),
  };
}

/** Keys that no change of a single character or element gives. */
function refusedTexts(
  { type, pem: good, der, privateKey, numbers }: Key,
  keys: readonly Key[],
): Record<string, string | Buffer> {
  const body = good.slice(begin.length, -end.length);
  const padding = /=*\n$/.exec(body)![0].length - 1;
  const list: Record<string, string | Buffer> = {
    "16385 bytes long": good.padEnd(INPUT_MAX + 1, "\n"),
    empty: "",
    "line breaks": "\n\n",
    "first line only": begin,
    "no body": begin + end,
    "no first line": body + end,
    "no last line": begin + body,
    "text in front": `key:\n${good}`,
    twice: good + good,
    "another END line": good + end,
    "header field": `${begin}Comment: x\n\n${body}${end}`,
    "four digits missing": begin + body.slice(4) + end,
    "padding inside": `${begin}${body.slice(0, 4)}====${body.slice(4)}${end}`,
    "padding in front": `${begin}====${body}${end}`,
    "more padding": `${begin}${body.trimEnd()}====\n${end}`,
    "PRIVATE label": good.replaceAll("PUBLIC", "PRIVATE"),
    "lower case": good.replace("BEGIN", "begin"),
    "END label differs": good.replace("END PUBLIC", "END RSA PUBLIC"),
    DER: der,
    "11000 bytes after the key": pem(Buffer.concat([der, Buffer.alloc(11000)])),
    "two keys in one body": pem(Buffer.concat([der, der])),
    "private key": privateKey.export({ type: "pkcs8", format: "pem" }),
    "private key under the label of a public one": pem(privateKey.export({ type: "pkcs8", format: "der" })),
    ...Object.fromEntries(strangeKeys(type, numbers).map(([name, bytes]) => [name, pem(bytes)])),
  };
  if (padding > 0) {
    list["padding missing"] = `${begin}${body.slice(0, -1 - padding)}\n${end}`;
    list["bits that belong to no byte"] = `${begin}${strayBits(body, padding)}${end}`;
  }
  if (/[+/]/.test(body)) list["base64url"] = begin + body.replaceAll("+", "-").replaceAll("/", "_") + end;
  for (const other of keys) if (other.type !== type) list[`key of type ${other.type}`] = other.pem;
  const openssl = (...args: string[]): Buffer => execFileSync("openssl", args, { input: good, stdio: "pipe" });
  if (type === "RSA") {
    list["PKCS#1"] = openssl("rsa", "-pubin", "-RSAPublicKey_out");
  } else if (type !== "Ed25519") {
    list["explicit parameters"] = openssl("ec", "-pubin", "-pubout", "-param_enc", "explicit");
    list["key on secp256k1"] = publicPem(generateKeyPairSync("ec", { namedCurve: "secp256k1" }));
  }
  list["key of X25519"] = publicPem(generateKeyPairSync("x25519"));
  return list;
}

const publicPem = ({ publicKey }: { publicKey: Key["publicKey"] }): string =>
  publicKey.export({ type: "spki", format: "pem" }) as string;

/** Sets the lowest bit of the last digit before the padding, which no byte takes. */
function strayBits(body: string, padding: number): string {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const at = body.length - 2 - padding;
  return body.slice(0, at) + digits[digits.indexOf(body[at]!) | 1]! + body.slice(at + 1);
}

/** At each place of the first and last line and of the body's ends, a character gone, changed and inserted. */
function damagedTexts(random: Random, { pem: good }: Key): [name: string, text: Buffer][] {
  const text = Buffer.from(good);
  const near = begin.length + 8;
  const places = [...text.keys()].filter((at) => at < near || at >= text.length - near);
  const put = (from: number, to: number, inserted: string): Buffer =>
    Buffer.concat([text.subarray(0, from), Buffer.from(inserted, "latin1"), text.subarray(to)]);
  return [...places, text.length].flatMap((at): [string, Buffer][] => {
    const [instead, more] = [random.pick([..." \t\0\n=-A\xff"]), random.pick([..." \t\0\r=-A\xff"])];
    return [
      [`without character ${at}`, put(at, at + 1, "")],
      [`${instead.charCodeAt(0)} for character ${at}`, put(at, at + 1, instead)],
      [`${more.charCodeAt(0)} before character ${at}`, put(at, at, more)],
    ];
  });
}

/** A bit changed in each byte of DER; its beginnings; bytes after it. */
function damagedBytes(random: Random, der: Buffer): [name: string, der: Buffer][] {
  const flipped = [...der.keys()].map((at): [string, Buffer] => {
    const copy = Buffer.from(der);
    copy[at]! ^= 1 << random.below(8);
    return [`byte ${at} is ${copy[at]}`, copy];
  });
  const sizes = [...der.keys()].filter((size) => size < 48 || size > der.length - 8);
  const cut = sizes.map((size): [string, Buffer] => [`the first ${size} bytes`, der.subarray(0, size)]);
  const more = [1, 2, 3].map((size): [string, Buffer] => [
    `${size} more bytes`,
    Buffer.concat([der, Buffer.alloc(size)]),
  ]);
  return [...flipped, ...cut, ...more];
}

function header(tag: number, length: number): Buffer {
  if (length < 0x80) return Buffer.from([tag, length]);
  return Buffer.from(length < 0x100 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 0xff]);
}

const tlv = (tag: number, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([header(tag, body.length), body]);
};

/** The elements that follow each other in DER. */
function elements(der: Buffer): { tag: number; content: Buffer; all: Buffer }[] {
  if (der.length === 0) return [];
  const size = der[1]! & 0x80 ? der[1]! & 0x7f : 0;
  const length = size > 0 ? der.readUIntBE(2, size) : der[1]!;
  const end = 2 + size + length;
  const first = { tag: der[0]!, content: der.subarray(2 + size, end), all: der.subarray(0, end) };
  return [first, ...elements(der.subarray(end))];
}

/** Every element of DER gone, twice, in another order, of another type, with another content, and in forms of BER. */
function structures(der: Buffer, path = ""): [name: string, der: Buffer][] {
  const list = elements(der);
  return list.flatMap(({ tag, content, all }, at): [string, Buffer][] => {
    const name = `${path}${at + 1}`;
    const put = (...instead: Buffer[]): Buffer => {
      const parts = [...list.slice(0, at).map((one) => one.all), ...instead];
      return Buffer.concat([...parts, ...list.slice(at + 1).map((one) => one.all)]);
    };
    const headed = (...bytes: number[]): Buffer => put(Buffer.from([tag, ...bytes]), content);
    const [high, low] = [content.length >> 8, content.length & 0xff];
    const zeros = Buffer.alloc(20);
    const next = list[at + 1]?.all ?? Buffer.alloc(0);
    const changed = Object.entries({
      missing: put(),
      twice: put(all, all),
      "after the next": Buffer.concat([put().subarray(0, -next.length || undefined), all]),
      "before NULL": put(all, tlv(5)),
      "in a SEQUENCE": put(tlv(0x30, all)),
      "without its header": put(content),
      "as OCTET STRING": put(tlv(4, content)),
      "as ENUMERATED": put(tlv(0x0a, content)),
      "as SET": put(tlv(0x31, content)),
      empty: put(tlv(tag)),
      "after a zero": put(tlv(tag, zeros.subarray(0, 1), content)),
      "after many zeros": put(tlv(tag, zeros, content)),
      "with a zero": put(tlv(tag, content, zeros.subarray(0, 1))),
      "without its first byte": put(tlv(tag, content.subarray(1))),
      "with a length of 1 byte more": put(header(tag, content.length + 1), content),
      "with a length of 1 byte less": put(header(tag, Math.max(content.length - 1, 0)), content),
      "with a length of 65535": headed(0x82, 0xff, 0xff),
      "with a length of 2^32 - 1": headed(0x84, 0xff, 0xff, 0xff, 0xff),
      "with a length of one byte": headed(0x81, low),
      "with a length of two bytes": headed(0x82, high, low),
      "with a length of three bytes": headed(0x83, 0, high, low),
      "with a length of four bytes": headed(0x84, 0, 0, high, low),
      "with an indefinite length": put(Buffer.from([tag, 0x80]), content, Buffer.alloc(2)),
    }).map(([what, bytes]): [string, Buffer] => [`element ${name} ${what}`, bytes]);
    // The numbers of an RSA key are a SEQUENCE within the BIT STRING.
    const skipped = tag === 3 && content[1] === 0x30 && content.length > 200 ? 1 : 0;
    if (tag !== 0x30 && skipped === 0) return changed;
    const inner = structures(content.subarray(skipped), `${name}.`);
    return [
      ...changed,
      ...inner.map(([what, bytes]): [string, Buffer] => [what, put(tlv(tag, content.subarray(0, skipped), bytes))]),
    ];
  });
}

const hex = (text: string): Buffer => Buffer.from(text, "hex");
const oid = {
  rsaEncryption: hex("06092a864886f70d010101"),
  rsassaPss: hex("06092a864886f70d01010a"),
  ecPublicKey: hex("06072a8648ce3d0201"),
  prime192v1: hex("06082a8648ce3d030101"),
  secp256k1: hex("06052b8104000a"),
  x25519: hex("06032b656e"),
};
const curveOids: Readonly<Record<string, Buffer>> = {
  "P-256": hex("06082a8648ce3d030107"),
  "P-384": hex("06052b81040022"),
  "P-521": hex("06052b81040023"),
};

function strangeKeys(type: string, [first, second]: Key["numbers"]): [name: string, der: Buffer][] {
  const info = (content: Buffer, ...algorithm: Buffer[]): Buffer =>
    tlv(0x30, tlv(0x30, ...algorithm), tlv(3, Buffer.alloc(1), content));
  const derNull = tlv(5);
  if (type === "Ed25519") return [["under the name of X25519", info(first, oid.x25519)]];
  if (type === "RSA") {
    const numbers = (e: Buffer): Buffer => tlv(0x30, tlv(2, Buffer.alloc(1), first), tlv(2, e));
    const good = numbers(second);
    return [
      ["RSASSA-PSS", info(good, oid.rsassaPss)],
      ["RSASSA-PSS with NULL", info(good, oid.rsassaPss, derNull)],
      ["EC algorithm", info(good, oid.ecPublicKey, curveOids["P-256"]!)],
      ["e = 1", info(numbers(Buffer.from([1])), oid.rsaEncryption, derNull)],
      ["e + 2^64", info(numbers(toBytes(toNumber(second) + (1n << 64n))), oid.rsaEncryption, derNull)],
      ["PKCS#1 under the label of the other", good],
    ];
  }
  const named = curveOids[type]!;
  const point = (format: number, ...rest: Buffer[]): Buffer => Buffer.concat([Buffer.from([format]), ...rest]);
  const good = point(4, first, second);
  const parity = second[second.length - 1]! & 1;
  const points: Record<string, Buffer> = {
    "compressed point": point(2 + parity, first),
    "compressed point in full length": point(2 + parity, first, second),
    "hybrid point": point(6 + parity, first, second),
    "point of another format": point(5, first, second),
    "point at infinity": Buffer.alloc(1),
    zeros: point(4, Buffer.alloc(2 * first.length)),
    "point one byte short": point(4, first, second.subarray(1)),
  };
  return [
    ...Object.entries(points).map(([name, bytes]): [string, Buffer] => [name, info(bytes, oid.ecPublicKey, named)]),
    ["secp256k1", info(good, oid.ecPublicKey, oid.secp256k1)],
    ["prime192v1 for the name of the curve", info(good, oid.ecPublicKey, oid.prime192v1)],
    ["NULL for a curve", info(good, oid.ecPublicKey, derNull)],
    ["RSA algorithm", info(good, oid.rsaEncryption, derNull)],
  ];
}

function rsaSizes(): Case[] {
  const sizes: [bits: number, accepted: boolean, primes: number][] = [
    [1024, false, 2],
    [2040, false, 2],
    [2047, false, 2],
    [2048, true, 2],
    [2049, true, 3],
    [2056, true, 3],
    [4104, false, 4],
  ];
  const cases = sizes.map(([bits, accepted, primes]) => {
    const key = makeRsaKey(bits, 65537n, primes);
    return verdict(key, `${bits} bits`, key.pem, accepted);
  });
  const wide = makeRsaKey(2048, (1n << 64n) + 13n);
  return [...cases, verdict(wide, "e of 65 bits", wide.pem, false)];
}
