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
  const key = createPrivateKey({ key: privateKeys[name] as JsonWebKey, format: "jwk" });
  return createPublicKey(key).export({ type: "spki", format: "pem" }) as string;
}

/** Tokens -------------------------------------------------------------------------------------------------------- */

function part(value: Json | string): string {
  return base64url.encode(typeof value === "string" ? value : JSON.stringify(value));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function rs256(header: Json | string, payload: Json | string, key = "rsa"): string {
  const input = `${part(header)}.${part(payload)}`;
  const signature = sign(
    "sha256",
    Buffer.from(input),
    createPrivateKey({ key: privateKeys[key] as JsonWebKey, format: "jwk" }),
  );
  return `${input}.${base64url.encode(signature)}`;
}

function es256(header: Json, payload: Json, key = "ec", encoding: "ieee-p1363" | "der" = "ieee-p1363"): string {
  const input = `${part(header)}.${part(payload)}`;
  const kept = [...oldTokens].find((token) => token.startsWith(`${input}.`));
  if (kept !== undefined) {
    return kept;
  }
  const privateKey = createPrivateKey({ key: privateKeys[key] as JsonWebKey, format: "jwk" });
  return `${input}.${base64url.encode(sign("sha256", Buffer.from(input), { key: privateKey, dsaEncoding: encoding }))}`;
}

/** A token by an algorithm that an option may allow, with the at_hash of that algorithm's hash. */
function signed(alg: string, key: string): string {
  const bits = alg === "EdDSA" ? 512 : Number(alg.slice(2));
  const digest = createHash(`sha${bits}`).update(accessToken).digest();
  const at_hash = base64url.encode(digest.subarray(0, digest.length / 2));
  const input = `${part({ alg, kid: key })}.${part(but({ at_hash }))}`;
  const kept = [...oldTokens].find((token) => token.startsWith(`${input}.`));
  if (kept !== undefined) return kept;
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  const by = {
    key: createPrivateKey({ key: privateKeys[key] as JsonWebKey, format: "jwk" }),
    dsaEncoding: "ieee-p1363" as const,
    ...(alg.startsWith("PS") ? pss : {}),
  };
  return `${input}.${base64url.encode(sign(alg === "EdDSA" ? null : `sha${bits}`, Buffer.from(input), by))}`;
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

/** The payload as text, so that it can be what no serializer writes. */
function raw(change: (json: string) => string): string {
  return change(JSON.stringify(claims));
}

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
  duplicate_keys_last_right: rs256(
    rsaHeader,
    raw((json) => json.replace('{"iss":', '{"iss":"https://evil.example","iss":')),
  ),
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
  depth_31: rs256(
    rsaHeader,
    raw((json) => json.replace(/}$/, `,"deep":${nested(30)}}`)),
  ),
  length_16384: ofLength(16384),
};

function refused(about: string, changes: Json, code = "ID_TOKEN_VERIFICATION_FAILED"): Hostile {
  return { about, token: rs256(rsaHeader, but(changes)), code };
}

const failed = "ID_TOKEN_VERIFICATION_FAILED";
const [goodHeader, goodPayload, goodSignature] = (tokens.rs256 as string).split(".") as [string, string, string];
const [ecHead, ecPayload, ecSignature] = (tokens.es256 as string).split(".") as [string, string, string];

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
  alg_none: {
    about: "alg none, no signature",
    token: `${part({ alg: "none" })}.${goodPayload}.`,
    code: "UNSUPPORTED_ALGORITHM",
  },
  alg_none_signed: {
    about: "alg none with a signature",
    token: `${part({ alg: "none" })}.${goodPayload}.${goodSignature}`,
    code: "UNSUPPORTED_ALGORITHM",
  },
  alg_None: {
    about: "alg None, capital",
    token: `${part({ alg: "None" })}.${goodPayload}.${goodSignature}`,
    code: "UNSUPPORTED_ALGORITHM",
  },
  alg_hs256_public_key: {
    about: "HS256 keyed with the public key",
    token: hs256({ alg: "HS256", kid: "rsa-1" }, claims, publicPem("rsa")),
    code: "UNSUPPORTED_ALGORITHM",
  },
  alg_hs256_client_secret: {
    about: "HS256 keyed with the client secret",
    token: hs256({ alg: "HS256" }, claims, clientSecret),
    code: "UNSUPPORTED_ALGORITHM",
  },
  alg_rs384: { about: "RS384", token: rs256({ ...rsaHeader, alg: "RS384" }, claims), code: "UNSUPPORTED_ALGORITHM" },
  alg_ps256: { about: "PS256", token: rs256({ ...rsaHeader, alg: "PS256" }, claims), code: "UNSUPPORTED_ALGORITHM" },
  alg_lower: {
    about: "rs256, small",
    token: rs256({ ...rsaHeader, alg: "rs256" }, claims),
    code: "UNSUPPORTED_ALGORITHM",
  },
  alg_missing: { about: "no alg", token: rs256({ kid: "rsa-1" }, claims), code: "UNSUPPORTED_ALGORITHM" },
  alg_number: {
    about: "alg a number",
    token: rs256({ ...rsaHeader, alg: 256 }, claims),
    code: "UNSUPPORTED_ALGORITHM",
  },
  alg_array: {
    about: "alg an array",
    token: rs256({ ...rsaHeader, alg: ["RS256"] }, claims),
    code: "UNSUPPORTED_ALGORITHM",
  },
  alg_swapped: {
    about: "ES256 named, signed with RSA",
    token: rs256({ ...rsaHeader, alg: "ES256" }, claims),
    code: failed,
  },

  // Header
  crit: { about: "crit", token: rs256({ ...rsaHeader, crit: ["exp"] }, claims), code: failed },
  crit_b64: { about: "crit b64", token: rs256({ ...rsaHeader, crit: ["b64"], b64: false }, claims), code: failed },
  crit_empty: { about: "empty crit", token: rs256({ ...rsaHeader, crit: [] }, claims), code: failed },
  kid_path: {
    about: "kid a path",
    token: rs256({ ...rsaHeader, kid: "../../../../etc/passwd" }, claims),
    code: failed,
  },
  kid_sql: { about: "kid a query", token: rs256({ ...rsaHeader, kid: "x' UNION SELECT 'k" }, claims), code: failed },
  kid_number: { about: "kid a number", token: rs256({ ...rsaHeader, kid: 1 }, claims), code: failed },
  kid_object: { about: "kid an object", token: rs256({ ...rsaHeader, kid: { a: 1 } }, claims), code: failed },
  kid_nul: { about: "kid with NUL", token: rs256({ ...rsaHeader, kid: "rsa-1\0" }, claims), code: failed },
  kid_unknown: { about: "unknown kid", token: rs256({ ...rsaHeader, kid: "rsa-9" }, claims), code: failed },
  kid_of_other_type: { about: "kid of the EC key", token: rs256({ ...rsaHeader, kid: "ec-1" }, claims), code: failed },
  jwk_header: {
    about: "key in the header",
    token: rs256({ alg: "RS256", jwk: publicKey("rsa_other", {}) }, claims, "rsa_other"),
    code: failed,
  },
  jku_header: {
    about: "key address in the header",
    token: rs256({ alg: "RS256", jku: "https://evil.example/jwks" }, claims, "rsa_other"),
    code: failed,
  },

  // Keys
  key_other: { about: "signed by a stranger", token: rs256(rsaHeader, claims, "rsa_other"), code: failed },
  key_1024: {
    about: "RSA of 1024 bits",
    token: rs256({ alg: "RS256", kid: "small" }, claims, "rsa_1024"),
    code: failed,
    jwks: "small",
  },
  key_enc: { about: "use enc", token: rs256(rsaHeader, claims), code: failed, jwks: "enc" },
  key_use_number: { about: "use a number", token: rs256(rsaHeader, claims), code: failed, jwks: "use_number" },
  key_ops: { about: "key_ops without verify", token: rs256(rsaHeader, claims), code: failed, jwks: "key_ops" },
  key_alg: { about: "key for another alg", token: rs256(rsaHeader, claims), code: failed, jwks: "key_alg" },
  key_unknown_kty: { about: "unknown kty alone", token: rs256(rsaHeader, claims), code: failed, jwks: "unknown_kty" },
  key_oct: {
    about: "symmetric key",
    token: hs256({ alg: "HS256" }, claims, "secret"),
    code: "UNSUPPORTED_ALGORITHM",
    jwks: "oct",
  },
  key_p384: { about: "P-384", token: es256({ ...ecHeader, x: 4 }, claims, "ec_p384"), code: failed, jwks: "p384" },
  key_p384_as_p256: {
    about: "P-384 coordinates called P-256",
    token: es256({ ...ecHeader, x: 1 }, claims),
    code: failed,
    jwks: "p384_as_p256",
  },
  key_off_curve: {
    about: "point off the curve",
    token: es256({ ...ecHeader, x: 2 }, claims),
    code: failed,
    jwks: "off_curve",
  },
  key_even_exponent: { about: "even exponent", token: rs256(rsaHeader, claims), code: failed, jwks: "even_exponent" },
  key_exponent_1: { about: "exponent 1", token: rs256(rsaHeader, claims), code: failed, jwks: "exponent_1" },
  key_no_n: { about: "RSA key without n", token: rs256(rsaHeader, claims), code: failed, jwks: "no_n" },
  key_n_number: { about: "n a number", token: rs256(rsaHeader, claims), code: failed, jwks: "n_number" },
  keys_none: { about: "no keys", token: rs256(rsaHeader, claims), code: failed, jwks: "empty" },
  keys_fifth: {
    about: "no kid, the fifth fitting key",
    token: rs256({ alg: "RS256" }, claims),
    code: failed,
    jwks: "fifth",
  },

  // Form
  signature_damaged: {
    about: "one bit changed",
    token: `${goodHeader}.${goodPayload}.${damaged(goodSignature)}`,
    code: failed,
  },
  signature_cut: {
    about: "signature cut",
    token: `${goodHeader}.${goodPayload}.${goodSignature.slice(0, -4)}`,
    code: failed,
  },
  signature_empty: { about: "no signature", token: `${goodHeader}.${goodPayload}.`, code: failed },
  signature_padding: {
    about: "Base64 padding",
    token: `${goodHeader}.${goodPayload}.${goodSignature}==`,
    code: failed,
  },
  signature_not_canonical: {
    about: "unused bits set",
    token: `${goodHeader}.${goodPayload}.${notCanonical(goodSignature)}`,
    code: failed,
  },
  es256_der: {
    about: "ES256 signature as DER",
    token: es256({ ...ecHeader, x: 3 }, claims, "ec", "der"),
    code: failed,
  },
  es256_damaged: {
    about: "ES256, one bit changed",
    token: `${ecHead}.${ecPayload}.${damaged(ecSignature)}`,
    code: failed,
  },
  es256_zero: { about: "ES256 of zeros", token: `${ecHead}.${ecPayload}.${"A".repeat(86)}`, code: failed },
  payload_exchanged: {
    about: "another payload under the signature",
    token: `${goodHeader}.${part(but({ email: "root@example.org" }))}.${goodSignature}`,
    code: failed,
  },
  parts_two: { about: "two parts", token: `${goodHeader}.${goodPayload}`, code: failed },
  parts_four: { about: "four parts", token: `${tokens.rs256}.AAAA`, code: failed },
  parts_five: { about: "an encrypted token", token: `${goodHeader}.AAAA.AAAA.AAAA.AAAA`, code: failed },
  standard_base64: {
    about: "standard Base64 alphabet",
    token: `${goodHeader}.${goodPayload}.${"+/".repeat(171)}`,
    code: failed,
  },
  white_space: { about: "line end behind it", token: `${tokens.rs256}\n`, code: failed },
  header_array: { about: "header an array", token: rs256("[]", claims), code: failed },
  header_not_json: { about: "header not JSON", token: rs256("alg=RS256", claims), code: failed },
  payload_array: { about: "payload an array", token: rs256(rsaHeader, "[]"), code: failed },
  payload_string: { about: "payload a string", token: rs256(rsaHeader, '"x"'), code: failed },
  payload_empty: { about: "empty payload", token: rs256(rsaHeader, ""), code: failed },
  payload_cut: {
    about: "payload cut",
    token: rs256(
      rsaHeader,
      raw((json) => json.slice(0, -5)),
    ),
    code: failed,
  },
  payload_trailing: {
    about: "text behind the payload",
    token: rs256(
      rsaHeader,
      raw((json) => `${json} {}`),
    ),
    code: failed,
  },
  payload_nul: {
    about: "NUL and text behind the payload",
    token: rs256(
      rsaHeader,
      raw((json) => `${json}\0{}`),
    ),
    code: failed,
  },
  payload_depth_32: {
    about: "nested deeper than 31",
    token: rs256(
      rsaHeader,
      raw((json) => json.replace(/}$/, `,"deep":${nested(31)}}`)),
    ),
    code: failed,
  },
  length_16385: { about: "one byte over 16 KB", token: ofLength(16385), code: failed },

  // Claims
  iss_other: refused("another issuer", { iss: "https://evil.example" }),
  iss_slash: refused("issuer with a slash more", { iss: `${issuer}/` }),
  iss_case: refused("issuer in capitals", { iss: issuer.toUpperCase() }),
  iss_missing: refused("no issuer", { iss: undefined }),
  iss_array: refused("issuer an array", { iss: [issuer] }),
  iss_duplicate: {
    about: "two issuers, the last is wrong",
    token: rs256(
      rsaHeader,
      raw((json) => json.replace(/}$/, ',"iss":"https://evil.example"}')),
    ),
    code: failed,
  },
  sub_missing: refused("no subject", { sub: undefined }),
  sub_empty: refused("empty subject", { sub: "" }),
  sub_number: refused("subject a number", { sub: 7 }),
  sub_null: refused("subject null", { sub: null }),
  aud_missing: refused("no audience", { aud: undefined }),
  aud_other: refused("another audience", { aud: "other" }),
  aud_prefix: refused("audience with our id in front", { aud: `${clientId}-2` }),
  aud_case: refused("audience in capitals", { aud: clientId.toUpperCase() }),
  aud_empty: refused("no audience in the array", { aud: [] }),
  aud_array_other: refused("array without us", { aud: ["other"] }),
  aud_several: refused("several audiences, no azp", { aud: [clientId, "other"] }),
  aud_several_azp_other: refused("several audiences, azp another", { aud: [clientId, "other"], azp: "other" }),
  aud_number: refused("a number among the audiences", { aud: [clientId, 7], azp: clientId }),
  aud_object: refused("audience an object", { aud: { [clientId]: true } }),
  azp_other: refused("azp another", { azp: "other" }),
  azp_number: refused("azp a number", { azp: 7 }),
  exp_missing: refused("no exp", { exp: undefined }),
  exp_string: refused("exp a string", { exp: String(now + 300) }),
  exp_null: refused("exp null", { exp: null }),
  exp_huge: {
    about: "exp 1e308",
    token: rs256(
      rsaHeader,
      raw((json) => json.replace(/"exp":\d+/, '"exp":1e308')),
    ),
    code: failed,
  },
  exp_infinite: {
    about: "exp 1e999",
    token: rs256(
      rsaHeader,
      raw((json) => json.replace(/"exp":\d+/, '"exp":1e999')),
    ),
    code: failed,
  },
  exp_hex: {
    about: "exp in hexadecimal",
    token: rs256(
      rsaHeader,
      raw((json) => json.replace(/"exp":\d+/, '"exp":0xFFFFFFFF')),
    ),
    code: failed,
  },
  exp_nan: {
    about: "exp NaN",
    token: rs256(
      rsaHeader,
      raw((json) => json.replace(/"exp":\d+/, '"exp":NaN')),
    ),
    code: failed,
  },
  exp_2_53: refused("exp over 2^53", { exp: 9007199254740994 }),
  exp_negative: refused("exp negative", { exp: -1 }),
  exp_wrapped: refused("exp that would wrap in 32 bits", { exp: now + 300 - 4294967296 }),
  exp_passed: refused("long expired", { exp: now - 3601 }),
  exp_array: refused("exp an array", { exp: [now + 300] }),
  exp_boolean: refused("exp true", { exp: true }),
  iat_missing: refused("no iat", { iat: undefined }),
  iat_string: refused("iat a string", { iat: String(now) }),
  iat_future: refused("iat in the future", { iat: now + 3601 }),
  iat_negative: refused("iat negative", { iat: -1 }),
  iat_huge: refused("iat 1e308", { iat: 1e308 }),
  nbf_future: refused("nbf in the future", { nbf: now + 3601 }),
  nbf_string: refused("nbf a string", { nbf: String(now) }),
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
