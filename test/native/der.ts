/** Just enough DER and PEM to build keys, proper and improper. */

export function tlv(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  if (length < 0x100) return Buffer.from([0x81, length]);
  return Buffer.from([0x82, length >> 8, length & 0xff]);
}

export const sequence = (...content: Buffer[]): Buffer => tlv(0x30, ...content);
export const bitString = (content: Buffer, unused = 0): Buffer => tlv(0x03, Buffer.from([unused]), content);
export const rawInteger = (content: Buffer): Buffer => tlv(0x02, content);

/** An INTEGER with a zero in front where it would be negative otherwise. */
export function integer(number: Buffer): Buffer {
  return rawInteger((number[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), number]) : number);
}

export const oid = {
  rsaEncryption: Buffer.from("06092a864886f70d010101", "hex"),
  rsassaPss: Buffer.from("06092a864886f70d01010a", "hex"),
  ecPublicKey: Buffer.from("06072a8648ce3d0201", "hex"),
  prime256v1: Buffer.from("06082a8648ce3d030107", "hex"),
  secp384r1: Buffer.from("06052b81040022", "hex"),
  secp521r1: Buffer.from("06052b81040023", "hex"),
  ed25519: Buffer.from("06032b6570", "hex"),
  x25519: Buffer.from("06032b656e", "hex"),
  prime192v1: Buffer.from("06082a8648ce3d030101", "hex"),
  secp256k1: Buffer.from("06052b8104000a", "hex"),
};
export const derNull = Buffer.from([5, 0]);

export function rsaInfo(numbers: Buffer, algorithm = sequence(oid.rsaEncryption, derNull)): Buffer {
  return sequence(algorithm, bitString(numbers));
}

export function ecInfo(point: Buffer, algorithm = sequence(oid.ecPublicKey, oid.prime256v1)): Buffer {
  return sequence(algorithm, bitString(point));
}

export function pem(der: Buffer, label = "PUBLIC KEY", columns = 64, lineBreak = "\n"): string {
  const base64 = der.toString("base64");
  const lines: string[] = [];
  for (let i = 0; i < base64.length; i += columns) lines.push(base64.slice(i, i + columns));
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join(lineBreak);
}
