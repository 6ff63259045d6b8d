/**
 * Writes test/unit/data/fixtures.json: tokens, JWK Sets, discovery documents and hostile variants for the unit tests.
 *
 *   node --import tsx test/unit/support/make-fixtures.ts
 *
 * The test keys live in the data file itself and are made only when it has none. RS256 is deterministic; an ES256 token
 * is kept as it is while what it signs stays the same. So a second run changes nothing.
 */
import {
  constants,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type JsonWebKey,
  type KeyObject,
} from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { base64url } from "jose";

type Json = Record<string, unknown>;

interface Hostile {
  /** What is wrong, in a few words. */
  about: string;
  token: string;
  /** The code it must end in. */
  code: string;
  /** Name of the JWK Set to verify with; `both` when absent. */
  jwks?: string;
}

const target = resolve(dirname(fileURLToPath(import.meta.url)), "../data/fixtures.json");
const previous = existsSync(target) ? (JSON.parse(readFileSync(target, "utf8")) as Json) : {};
const oldTokens = new Set<string>();
collectStrings(previous, oldTokens);

function collectStrings(value: unknown, into: Set<string>): void {
  if (typeof value === "string") {
    into.add(value);
  } else if (typeof value === "object" && value !== null) {
    Object.values(value).forEach((item) => {
      collectStrings(item, into);
    });
  }
}

/** Keys ---------------------------------------------------------------------------------------------------------- */

const makers: Record<string, () => JsonWebKey> = {
  rsa: () => rsaKey(2048),
  rsa_other: () => rsaKey(2048),
  rsa_1024: () => rsaKey(1024),
  rsa_4096: () => rsaKey(4096),
  ec: () => ecKey("P-256"),
  ec_other: () => ecKey("P-256"),
  ec_p384: () => ecKey("P-384"),
  ec_p521: () => ecKey("P-521"),
  ed25519: () => jwkOf(generateKeyPairSync("ed25519", { publicKeyEncoding, privateKeyEncoding }).privateKey),
};

/** A key by way of PEM: Node 20 can lock itself up when a key that it has just made is exported as a JWK. */
function jwkOf(pem: string): JsonWebKey {
  return createPrivateKey(pem).export({ format: "jwk" });
}

const publicKeyEncoding = { type: "spki", format: "pem" } as const;
const privateKeyEncoding = { type: "pkcs8", format: "pem" } as const;

function rsaKey(modulusLength: number): JsonWebKey {
  return jwkOf(generateKeyPairSync("rsa", { modulusLength, publicKeyEncoding, privateKeyEncoding }).privateKey);
}

function ecKey(namedCurve: string): JsonWebKey {
  return jwkOf(generateKeyPairSync("ec", { namedCurve, publicKeyEncoding, privateKeyEncoding }).privateKey);
}

const storedKeys = (previous.private_keys ?? {}) as Record<string, JsonWebKey>;
const privateKeys: Record<string, JsonWebKey> = {};
for (const [name, make] of Object.entries(makers)) {
  privateKeys[name] = storedKeys[name] ?? make();
}

/** The public half of a key, with members of our own. */
function publicKey(name: string, members: Json): Json {
  const key = privateKeys[name] as JsonWebKey;
  const { kty, n, e, crv, x, y } = key;
  const half = { RSA: { kty, n, e }, EC: { kty, crv, x, y }, OKP: { kty, crv, x } }[kty!];
  return { ...half, ...members };
}

/** The public half as PEM (SubjectPublicKeyInfo). */
function publicPem(name: string): string {
  return createPublicKey(privateKey(name)).export({ type: "spki", format: "pem" }) as string;
}

/** Tokens -------------------------------------------------------------------------------------------------------- */

function part(value: Json | string): string {
  return base64url.encode(typeof value === "string" ? value : JSON.stringify(value));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function privateKey(name: string): KeyObject {
  return createPrivateKey({ key: privateKeys[name] as JsonWebKey, format: "jwk" });
}

function rs256(header: Json | string, payload: Json | string, key = "rsa"): string {
  const input = `${part(header)}.${part(payload)}`;
  return `${input}.${base64url.encode(sign("sha256", Buffer.from(input), privateKey(key)))}`;
}

/** The token of this signing input that the data file has already. */
function kept(input: string): string | undefined {
  return [...oldTokens].find((token) => token.startsWith(`${input}.`));
}

function es256(header: Json, payload: Json, key = "ec", encoding: "ieee-p1363" | "der" = "ieee-p1363"): string {
  const input = `${part(header)}.${part(payload)}`;
  const by = { key: privateKey(key), dsaEncoding: encoding };
  return kept(input) ?? `${input}.${base64url.encode(sign("sha256", Buffer.from(input), by))}`;
}

/** A token by an algorithm that an option may allow, with the at_hash of that algorithm's hash. */
function signed(alg: string, key: string): string {
  const bits = alg === "EdDSA" ? 512 : Number(alg.slice(2));
  const digest = createHash(`sha${bits}`).update(accessToken).digest();
  const at_hash = base64url.encode(digest.subarray(0, digest.length / 2));
  const input = `${part({ alg, kid: key })}.${part(but({ at_hash }))}`;
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  const by = {
    key: privateKey(key),
    dsaEncoding: "ieee-p1363" as const,
    ...(alg.startsWith("PS") ? pss : {}),
  };
  const hash = alg === "EdDSA" ? null : `sha${bits}`;
  return kept(input) ?? `${input}.${base64url.encode(sign(hash, Buffer.from(input), by))}`;
}

function hs256(header: Json, payload: Json, secret: string): string {
  const input = `${part(header)}.${part(payload)}`;
  return `${input}.${base64url.encode(createHmac("sha256", secret).update(input).digest())}`;
}

const now = 1_750_000_000;
const issuer = "https://idp.example/realms/home";
const clientId = "router";
const clientSecret = "test secret+/%&=";
const nonce = "dGVzdC1ub25jZS10ZXN0LW5vbmNlLXRlc3Qtbm9uY2U";
const accessToken = "test-access-token-0001";
const atHash = base64url.encode(sha256(accessToken).subarray(0, 16));

const claims: Json = {
  iss: issuer,
  sub: "user-1",
  aud: clientId,
  exp: now + 300,
  iat: now - 5,
  nonce,
  at_hash: atHash,
  email: "ada@example.org",
  groups: ["staff", "/net/admins"],
};

/** The usual claims with some changed; undefined takes one out. */
function but(changes: Json): Json {
  const all: Json = { ...claims, ...changes };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

const rsaHeader: Json = { alg: "RS256", typ: "JWT", kid: "rsa-1" };
const ecHeader: Json = { alg: "ES256", typ: "JWT", kid: "ec-1" };

/** A signed token of exactly `length` bytes. */
function ofLength(length: number): string {
  for (let headerPad = 0; headerPad < 4; headerPad++) {
    const header = { ...rsaHeader, pad: "x".repeat(headerPad) };
    let pad = Math.floor((length * 3) / 4) - 900;
    for (; pad < length; pad++) {
      const size = part(header).length + part(but({ pad: "x".repeat(pad) })).length + 2 + 342;
      if (size === length) {
        return rs256(header, but({ pad: "x".repeat(pad) }));
      }
      if (size > length) {
        break;
      }
    }
  }
  throw new Error(`no token of ${length} bytes`);
}

/** Signed as usual, with the payload as text, so that it can be what no serializer writes. */
const fromText = (change: (json: string) => string): string => rs256(rsaHeader, change(JSON.stringify(claims)));

/** `levels` objects inside each other. */
function nested(levels: number): string {
  return '{"a":'.repeat(levels) + "1" + "}".repeat(levels);
}

const logoutHeader: Json = { alg: "RS256", typ: "logout+jwt", kid: "rsa-1" };
const logoutClaims: Json = {
  iss: issuer,
  aud: clientId,
  iat: now - 5,
  exp: now + 120,
  jti: "logout-1",
  sub: "user-1",
  sid: "session-1",
  events: { "http://schemas.openid.net/event/backchannel-logout": {} },
};

const tokens: Record<string, string> = {
  with_sid: rs256(rsaHeader, but({ sid: "session-1" })),
  sid_nul: rs256(rsaHeader, but({ sid: "session-1\0" })),
  logout: rs256(logoutHeader, logoutClaims),
  logout_sub: rs256(logoutHeader, { ...logoutClaims, sid: undefined, jti: "logout-2" }),
  logout_sid: rs256(logoutHeader, { ...logoutClaims, sub: undefined, jti: "logout-3" }),
  logout_with_nonce: rs256(logoutHeader, { ...logoutClaims, nonce }),
  logout_other_key: rs256(logoutHeader, logoutClaims, "rsa_other"),
  rs256: rs256(rsaHeader, claims),
  rs256_no_kid: rs256({ alg: "RS256" }, claims),
  rs256_4096: rs256({ alg: "RS256", kid: "rsa-4096" }, claims, "rsa_4096"),
  rs256_other_key: rs256({ alg: "RS256", kid: "rsa-2" }, claims, "rsa_other"),
  rs256_other_no_kid: rs256({ alg: "RS256" }, claims, "rsa_other"),
  es256: es256(ecHeader, claims),
  es256_no_kid: es256({ alg: "ES256" }, claims),
  no_email: rs256(rsaHeader, but({ email: undefined })),
  no_email_no_groups: rs256(rsaHeader, but({ email: undefined, groups: undefined })),
  no_groups: rs256(rsaHeader, but({ groups: undefined })),
  no_groups_unknown_email: rs256(rsaHeader, but({ groups: undefined, email: "eve@example.org" })),
  unknown_user: rs256(rsaHeader, but({ email: "eve@example.org", groups: ["nobody"] })),
  email_number: rs256(rsaHeader, but({ email: 7 })),
  email_empty: rs256(rsaHeader, but({ email: "" })),
  email_null: rs256(rsaHeader, but({ email: null })),
  unverified: rs256(rsaHeader, but({ email_verified: false, groups: [] })),
  unverified_no_groups: rs256(rsaHeader, but({ email_verified: false, groups: undefined })),
  verified: rs256(rsaHeader, but({ email_verified: true })),
  no_at_hash: rs256(rsaHeader, but({ at_hash: undefined })),
  aud_array: rs256(rsaHeader, but({ aud: [clientId] })),
  aud_array_azp: rs256(rsaHeader, but({ aud: ["other", clientId], azp: clientId })),
  azp: rs256(rsaHeader, but({ azp: clientId })),
  nbf: rs256(rsaHeader, but({ nbf: now - 5 })),
  fraction: rs256(rsaHeader, but({ exp: now + 300.5, iat: now - 5.25 })),
  duplicate_keys_last_right: fromText((json) => json.replace('{"iss":', '{"iss":"https://evil.example","iss":')),
  ignored_headers: rs256(
    {
      ...rsaHeader,
      jku: "https://evil.example/jwks",
      x5u: "https://evil.example/x5u",
      x5c: ["AAAA"],
      jwk: publicKey("rsa_other", {}),
    },
    claims,
  ),
  depth_31: fromText((json) => json.replace(/}$/, `,"deep":${nested(30)}}`)),
  length_16384: ofLength(16384),
};

const failed = "ID_TOKEN_VERIFICATION_FAILED";

/** A variant; the JWK Set to verify with is `both` unless another is named. */
const bad = (about: string, token: string, jwks?: string, code = failed): Hostile => ({ about, token, code, jwks });
const badAlg = (about: string, token: string, jwks?: string): Hostile =>
  bad(about, token, jwks, "UNSUPPORTED_ALGORITHM");
const refused = (about: string, changes: Json, code = failed): Hostile =>
  bad(about, rs256(rsaHeader, but(changes)), undefined, code);
const badText = (about: string, change: (json: string) => string): Hostile => bad(about, fromText(change));
/** With other members in the header. */
const headed = (members: Json): string => rs256({ ...rsaHeader, ...members }, claims);
/** With another signature. */
const signedBy = (signature: string): string => `${goodHeader}.${goodPayload}.${signature}`;

const [goodHeader, goodPayload, goodSignature] = tokens.rs256!.split(".") as [string, string, string];
const [ecHead, ecPayload, ecSignature] = tokens.es256!.split(".") as [string, string, string];

/** The same signature with one bit changed. */
function damaged(signature: string): string {
  const bytes = Buffer.from(signature, "base64url");
  bytes[20] = (bytes[20] as number) ^ 1;
  return bytes.toString("base64url");
}

/** Another last character that decodes to the same bytes, where unused bits allow one. */
function notCanonical(text: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return text.slice(0, -1) + alphabet.charAt(alphabet.indexOf(text.slice(-1)) + 1);
}

const hostile: Record<string, Hostile> = {
  // Algorithms
  alg_none: badAlg("alg none, no signature", `${part({ alg: "none" })}.${goodPayload}.`),
  alg_none_signed: badAlg("alg none with a signature", `${part({ alg: "none" })}.${goodPayload}.${goodSignature}`),
  alg_None: badAlg("alg None, capital", `${part({ alg: "None" })}.${goodPayload}.${goodSignature}`),
  alg_hs256_public_key: badAlg(
    "HS256 keyed with the public key",
    hs256({ alg: "HS256", kid: "rsa-1" }, claims, publicPem("rsa")),
  ),
  alg_hs256_client_secret: badAlg("HS256 keyed with the client secret", hs256({ alg: "HS256" }, claims, clientSecret)),
  alg_rs384: badAlg("RS384", headed({ alg: "RS384" })),
  alg_ps256: badAlg("PS256", headed({ alg: "PS256" })),
  alg_lower: badAlg("rs256, small", headed({ alg: "rs256" })),
  alg_missing: badAlg("no alg", rs256({ kid: "rsa-1" }, claims)),
  alg_number: badAlg("alg a number", headed({ alg: 256 })),
  alg_array: badAlg("alg an array", headed({ alg: ["RS256"] })),
  alg_swapped: bad("ES256 named, signed with RSA", headed({ alg: "ES256" })),

  // Header
  crit: bad("crit", headed({ crit: ["exp"] })),
  crit_b64: bad("crit b64", headed({ crit: ["b64"], b64: false })),
  crit_empty: bad("empty crit", headed({ crit: [] })),
  kid_path: bad("kid a path", headed({ kid: "../../../../etc/passwd" })),
  kid_sql: bad("kid a query", headed({ kid: "x' UNION SELECT 'k" })),
  kid_number: bad("kid a number", headed({ kid: 1 })),
  kid_object: bad("kid an object", headed({ kid: { a: 1 } })),
  kid_nul: bad("kid with NUL", headed({ kid: "rsa-1\0" })),
  kid_unknown: bad("unknown kid", headed({ kid: "rsa-9" })),
  kid_of_other_type: bad("kid of the EC key", headed({ kid: "ec-1" })),
  jwk_header: bad("key in the header", rs256({ alg: "RS256", jwk: publicKey("rsa_other", {}) }, claims, "rsa_other")),
  jku_header: bad(
    "key address in the header",
    rs256({ alg: "RS256", jku: "https://evil.example/jwks" }, claims, "rsa_other"),
  ),

  // Keys
  key_other: bad("signed by a stranger", rs256(rsaHeader, claims, "rsa_other")),
  key_1024: bad("RSA of 1024 bits", rs256({ alg: "RS256", kid: "small" }, claims, "rsa_1024"), "small"),
  key_enc: bad("use enc", tokens.rs256!, "enc"),
  key_use_number: bad("use a number", tokens.rs256!, "use_number"),
  key_ops: bad("key_ops without verify", tokens.rs256!, "key_ops"),
  key_alg: bad("key for another alg", tokens.rs256!, "key_alg"),
  key_unknown_kty: bad("unknown kty alone", tokens.rs256!, "unknown_kty"),
  key_oct: badAlg("symmetric key", hs256({ alg: "HS256" }, claims, "secret"), "oct"),
  key_p384: bad("P-384", es256({ ...ecHeader, x: 4 }, claims, "ec_p384"), "p384"),
  key_p384_as_p256: bad("P-384 coordinates called P-256", es256({ ...ecHeader, x: 1 }, claims), "p384_as_p256"),
  key_off_curve: bad("point off the curve", es256({ ...ecHeader, x: 2 }, claims), "off_curve"),
  key_even_exponent: bad("even exponent", tokens.rs256!, "even_exponent"),
  key_exponent_1: bad("exponent 1", tokens.rs256!, "exponent_1"),
  key_no_n: bad("RSA key without n", tokens.rs256!, "no_n"),
  key_n_number: bad("n a number", tokens.rs256!, "n_number"),
  keys_none: bad("no keys", tokens.rs256!, "empty"),
  keys_fifth: bad("no kid, the fifth fitting key", rs256({ alg: "RS256" }, claims), "fifth"),

  // Form
  signature_damaged: bad("one bit changed", signedBy(damaged(goodSignature))),
  signature_cut: bad("signature cut", signedBy(goodSignature.slice(0, -4))),
  signature_empty: bad("no signature", signedBy("")),
  signature_padding: bad("Base64 padding", signedBy(`${goodSignature}==`)),
  signature_not_canonical: bad("unused bits set", signedBy(notCanonical(goodSignature))),
  es256_der: bad("ES256 signature as DER", es256({ ...ecHeader, x: 3 }, claims, "ec", "der")),
  es256_damaged: bad("ES256, one bit changed", `${ecHead}.${ecPayload}.${damaged(ecSignature)}`),
  es256_zero: bad("ES256 of zeros", `${ecHead}.${ecPayload}.${"A".repeat(86)}`),
  payload_exchanged: bad(
    "another payload under the signature",
    `${goodHeader}.${part(but({ email: "root@example.org" }))}.${goodSignature}`,
  ),
  parts_two: bad("two parts", `${goodHeader}.${goodPayload}`),
  parts_four: bad("four parts", `${tokens.rs256}.AAAA`),
  parts_five: bad("an encrypted token", `${goodHeader}.AAAA.AAAA.AAAA.AAAA`),
  standard_base64: bad("standard Base64 alphabet", signedBy("+/".repeat(171))),
  white_space: bad("line end behind it", `${tokens.rs256}\n`),
  header_array: bad("header an array", rs256("[]", claims)),
  header_not_json: bad("header not JSON", rs256("alg=RS256", claims)),
  payload_array: bad("payload an array", rs256(rsaHeader, "[]")),
  payload_string: bad("payload a string", rs256(rsaHeader, '"x"')),
  payload_empty: bad("empty payload", rs256(rsaHeader, "")),
  payload_cut: badText("payload cut", (json) => json.slice(0, -5)),
  payload_trailing: badText("text behind the payload", (json) => `${json} {}`),
  payload_nul: badText("NUL and text behind the payload", (json) => `${json}\0{}`),
  payload_depth_32: badText("nested deeper than 31", (json) => json.replace(/}$/, `,"deep":${nested(31)}}`)),
  length_16385: bad("one byte over 16 KB", ofLength(16385)),

  // Claims: those that a verifier could pass over, and JSON that no serializer writes; protocol/id_token_claims_spec.lua has the rest
  iss_other: refused("another issuer", { iss: "https://evil.example" }),
  iss_duplicate: badText("two issuers, the last is wrong", (json) =>
    json.replace(/}$/, ',"iss":"https://evil.example"}'),
  ),
  aud_other: refused("another audience", { aud: "other" }),
  azp_other: refused("azp another", { azp: "other" }),
  exp_huge: badText("exp 1e308", (json) => json.replace(/"exp":\d+/, '"exp":1e308')),
  exp_infinite: badText("exp 1e999", (json) => json.replace(/"exp":\d+/, '"exp":1e999')),
  exp_hex: badText("exp in hexadecimal", (json) => json.replace(/"exp":\d+/, '"exp":0xFFFFFFFF')),
  exp_nan: badText("exp NaN", (json) => json.replace(/"exp":\d+/, '"exp":NaN')),
  exp_passed: refused("long expired", { exp: now - 3601 }),
  iat_future: refused("iat in the future", { iat: now + 3601 }),
  nbf_future: refused("nbf in the future", { nbf: now + 3601 }),
  nonce_missing: refused("no nonce", { nonce: undefined }, "NONCE_MISMATCH"),
  nonce_other: refused("another nonce", { nonce: `${nonce.slice(0, -1)}V` }, "NONCE_MISMATCH"),
  nonce_cut: refused("nonce cut", { nonce: nonce.slice(0, -1) }, "NONCE_MISMATCH"),
  nonce_empty: refused("empty nonce", { nonce: "" }, "NONCE_MISMATCH"),
  nonce_array: refused("nonce an array", { nonce: [nonce] }, "NONCE_MISMATCH"),
  at_hash_missing: refused("no at_hash", { at_hash: undefined }, "AT_HASH_MISMATCH"),
  at_hash_other: refused(
    "another at_hash",
    { at_hash: base64url.encode(sha256("x").subarray(0, 16)) },
    "AT_HASH_MISMATCH",
  ),
  at_hash_whole: refused("the whole hash", { at_hash: base64url.encode(sha256(accessToken)) }, "AT_HASH_MISMATCH"),
  at_hash_padded: refused("at_hash with padding", { at_hash: `${atHash}==` }, "AT_HASH_MISMATCH"),
  at_hash_number: refused("at_hash a number", { at_hash: 7 }, "AT_HASH_MISMATCH"),
  at_hash_empty: refused("empty at_hash", { at_hash: "" }, "AT_HASH_MISMATCH"),
};

/** JWK Sets ------------------------------------------------------------------------------------------------------ */

const sig = { use: "sig" };
const rsa = publicKey("rsa", { kid: "rsa-1", alg: "RS256", ...sig });
const ec = publicKey("ec", { kid: "ec-1", alg: "ES256", ...sig });
const p384 = publicKey("ec_p384", { kid: "ec-1" });
const strangers = ["a", "b", "c"].map((kid) => publicKey("rsa_other", { kid, ...sig }));

/** A coordinate of an EC key with one bit changed. */
function offCurve(): string {
  const bytes = Buffer.from(ec.y as string, "base64url");
  bytes[31] = (bytes[31] as number) ^ 1;
  return bytes.toString("base64url");
}

const jwks: Record<string, Json> = {
  both: { keys: [rsa, ec] },
  rsa: { keys: [rsa] },
  ec: { keys: [ec] },
  rsa_bare: { keys: [publicKey("rsa", {})] },
  rsa_4096: { keys: [publicKey("rsa_4096", { kid: "rsa-4096" })] },
  more: {
    keys: [
      publicKey("rsa", { kid: "rsa" }),
      publicKey("ec_p384", { kid: "ec_p384" }),
      publicKey("ec_p521", { kid: "ec_p521" }),
      publicKey("ed25519", { kid: "ed25519" }),
    ],
  },
  rotated: { keys: [rsa, publicKey("rsa_other", { kid: "rsa-2", ...sig })] },
  crowd: {
    keys: [
      { kty: "AKP", kid: "pq", alg: "ML-DSA-44", pub: "AA" },
      { kty: "OKP", crv: "Ed25519", x: "AA" },
      p384,
      "text",
      7,
      rsa,
    ],
  },
  same_kid: { keys: [publicKey("rsa_other", { kid: "rsa-1", use: "enc" }), publicKey("ec", { kid: "rsa-1" }), rsa] },
  fourth: { keys: [...strangers, rsa] },
  fifth: { keys: [...strangers, publicKey("rsa_other", { kid: "d" }), rsa] },
  sixty: { keys: [...Array.from({ length: 59 }, (_, i) => publicKey("ec_other", { kid: `k${i}` })), rsa] },
  small: { keys: [publicKey("rsa_1024", { kid: "small" })] },
  enc: { keys: [{ ...rsa, use: "enc" }] },
  use_number: { keys: [{ ...rsa, use: 7 }] },
  key_ops: { keys: [{ ...rsa, key_ops: ["sign"] }] },
  key_ops_verify: { keys: [{ ...rsa, key_ops: ["verify"] }] },
  key_alg: { keys: [{ ...rsa, alg: "RS512" }] },
  unknown_kty: { keys: [{ ...rsa, kty: "XYZ" }] },
  oct: { keys: [{ kty: "oct", k: base64url.encode("secret") }] },
  p384: { keys: [p384] },
  p384_as_p256: { keys: [{ ...p384, crv: "P-256" }] },
  off_curve: { keys: [{ ...ec, y: offCurve() }] },
  even_exponent: { keys: [{ ...rsa, e: "AQAA" }] },
  exponent_1: { keys: [{ ...rsa, e: "AQ" }] },
  no_n: { keys: [{ kty: "RSA", kid: "rsa-1", e: "AQAB" }] },
  n_number: { keys: [{ ...rsa, n: 7 }] },
  empty: { keys: [] },
};

/** Discovery documents ------------------------------------------------------------------------------------------- */

const minimal: Json = {
  issuer,
  authorization_endpoint: "https://idp.example/realms/home/auth",
  token_endpoint: "https://idp.example/realms/home/token",
  jwks_uri: "https://idp.example/realms/home/certs",
};
const full: Json = {
  ...minimal,
  userinfo_endpoint: "https://idp.example/realms/home/userinfo",
  end_session_endpoint: "https://idp.example/realms/home/logout",
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256", "ES256"],
  scopes_supported: ["openid", "profile", "email"],
  token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
  code_challenge_methods_supported: ["S256"],
};
const discovery: Record<string, Json> = {
  minimal,
  full,
  post_only: { ...full, token_endpoint_auth_methods_supported: ["private_key_jwt", "client_secret_post"] },
  jwt_only: { ...full, token_endpoint_auth_methods_supported: ["private_key_jwt"] },
  lists_nothing: { ...full, token_endpoint_auth_methods_supported: [] },
  promises_iss: { ...full, authorization_response_iss_parameter_supported: true },
};

/** By every algorithm that an option may allow beside RS256 and ES256; `more` has the keys. */
const by_alg = Object.fromEntries(
  ["RS384", "RS512", "PS256", "PS384", "PS512", "ES384", "ES512", "EdDSA"].map((alg) => [
    alg,
    signed(alg, ({ ES384: "ec_p384", ES512: "ec_p521", EdDSA: "ed25519" } as Record<string, string>)[alg] ?? "rsa"),
  ]),
);

const data = {
  about: "Made by test/unit/support/make-fixtures.ts; do not edit. The keys are for tests alone.",
  now,
  issuer,
  client_id: clientId,
  client_secret: clientSecret,
  nonce,
  access_token: accessToken,
  at_hash: atHash,
  claims,
  pem: Object.fromEntries(Object.keys(privateKeys).map((name) => [name, publicPem(name)])),
  tokens,
  by_alg,
  hostile,
  jwks,
  discovery,
  private_keys: privateKeys,
};

/** JSON with the entries of each member on a line each. */
function caseALine(members: Json): string {
  const texts = Object.entries(members).map(([name, value]) => {
    if (typeof value !== "object" || value === null) {
      return `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
    }
    const entries = Object.entries(value).map(([key, entry]) => `  ${JSON.stringify(key)}: ${JSON.stringify(entry)}`);
    return `${JSON.stringify(name)}: {\n${entries.join(",\n")}\n }`;
  });
  return `{\n ${texts.join(",\n ")}\n}\n`;
}

writeFileSync(target, caseALine(data));
