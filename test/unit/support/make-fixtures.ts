/**
 * Writes build/unit-fixtures.json: keys, tokens, JWK Sets, discovery documents and hostile variants for the unit tests, as
 * make has it done before they run.
 */
import { constants, createHash, createPublicKey, sign } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { base64url } from "jose";
import { ecKey, edKey, rsaKey } from "../../box/provider/keys.ts";
import * as signers from "../../hostile/sign.ts";

const { compact } = signers;

type Json = Record<string, unknown>;

/** Keys ---------------------------------------------------------------------------------------------------------- */

const privateKeys = {
  rsa: rsaKey(2048),
  rsa_other: rsaKey(2048),
  rsa_1024: rsaKey(1024),
  rsa_4096: rsaKey(4096),
  ec: ecKey("P-256"),
  ec_other: ecKey("P-256"),
  ec_p384: ecKey("P-384"),
  ec_p521: ecKey("P-521"),
  ed25519: edKey(),
};
type KeyName = keyof typeof privateKeys;

/** The public half of a key as a JWK, with members of our own. */
function publicKey(name: KeyName, members: Json = {}): Json {
  return { ...createPublicKey(privateKeys[name]).export({ format: "jwk" }), ...members };
}

/** The public half as PEM (SubjectPublicKeyInfo). */
function publicPem(name: KeyName): string {
  return createPublicKey(privateKeys[name]).export({ type: "spki", format: "pem" }).toString();
}

/** Tokens -------------------------------------------------------------------------------------------------------- */

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

const rs256 = (header: Json, payload: Json, key: KeyName = "rsa"): string =>
  compact(header, payload, signers.rs256(privateKeys[key]));
const es256 = (header: Json, payload: Json): string => compact(header, payload, signers.es256(privateKeys.ec));
const hs256 = (header: Json, payload: Json, secret: string): string => compact(header, payload, signers.mac(secret));

/** A token by an algorithm that an option may allow, with the at_hash of that algorithm's hash. */
function signed(alg: string, key: KeyName): string {
  const bits = alg === "EdDSA" ? 512 : Number(alg.slice(2));
  const digest = createHash(`sha${bits}`).update(accessToken).digest();
  const at_hash = base64url.encode(digest.subarray(0, digest.length / 2));
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  const by = { key: privateKeys[key], dsaEncoding: "ieee-p1363" as const, ...(alg.startsWith("PS") ? pss : {}) };
  const hash = alg === "EdDSA" ? null : `sha${bits}`;
  return compact({ alg, kid: key }, but({ at_hash }), (input) => sign(hash, input, by));
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
      const size = compact(header, but({ pad: "x".repeat(pad) }), signers.unsigned).length + 342;
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

const accessHeader: Json = { alg: "RS256", typ: "at+jwt", kid: "rsa-1" };
const accessClaims: Json = {
  iss: issuer,
  aud: ["https://other.example/", "https://router.example/"],
  sub: "user-1",
  client_id: "home",
  iat: now - 5,
  exp: now + 600,
  jti: "access-1",
  scope: "openid router",
  groups: ["/net/admins"],
};
const machineClaims: Json = { ...accessClaims, sub: "robot", client_id: "robot", groups: undefined };

const tokens: Record<string, string> = {
  access: rs256(accessHeader, accessClaims),
  access_machine: rs256(accessHeader, machineClaims),
  access_short: rs256(accessHeader, { ...accessClaims, exp: now + 30 }),
  access_sid: rs256(accessHeader, { ...accessClaims, sid: "session-1" }),
  access_user_2: rs256(accessHeader, { ...accessClaims, sub: "user-2" }),
  access_office: rs256(accessHeader, { ...accessClaims, iss: "https://office.example" }),
  access_no_role: rs256(accessHeader, { ...accessClaims, groups: ["nobody"] }),
  access_9k: rs256(accessHeader, { ...accessClaims, pad: "x".repeat(6600) }),
  access_other_audience: rs256(accessHeader, { ...accessClaims, aud: "https://other.example/" }),
  access_crit: rs256({ ...accessHeader, crit: ["exp"] }, accessClaims),
  access_withdrawn_key: rs256({ ...accessHeader, kid: "gone" }, accessClaims, "rsa_other"),
  access_none: compact({ alg: "none", typ: "at+jwt" }, accessClaims, signers.unsigned),
  access_hs256: hs256({ alg: "HS256", typ: "at+jwt", kid: "rsa-1" }, accessClaims, publicPem("rsa")),
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
  refreshed: rs256(rsaHeader, but({ nonce: undefined, iat: now, exp: now + 86400 })),
  refreshed_unverified: rs256(rsaHeader, but({ nonce: undefined, email_verified: false, groups: [] })),
  other_issuer: rs256(rsaHeader, but({ iss: "https://other.example" })),
  other_subject: rs256(rsaHeader, but({ sub: "user-2" })),
  other_nonce: rs256(rsaHeader, but({ nonce: "other" })),
  other_nonce_no_groups: rs256(rsaHeader, but({ nonce: "other", groups: undefined })),
  other_nonce_other_subject: rs256(rsaHeader, but({ nonce: "other", sub: "user-2" })),
  no_email: rs256(rsaHeader, but({ email: undefined })),
  no_email_no_groups: rs256(rsaHeader, but({ email: undefined, groups: undefined })),
  no_groups: rs256(rsaHeader, but({ groups: undefined })),
  no_groups_unknown_email: rs256(rsaHeader, but({ groups: undefined, email: "eve@example.org" })),
  unknown_user: rs256(rsaHeader, but({ email: "eve@example.org", groups: ["nobody"] })),
  email_empty: rs256(rsaHeader, but({ email: "" })),
  unverified: rs256(rsaHeader, but({ email_verified: false, groups: [] })),
  unverified_no_groups: rs256(rsaHeader, but({ email_verified: false, groups: undefined })),
  no_at_hash: rs256(rsaHeader, but({ at_hash: undefined })),
  ignored_headers: rs256(
    {
      ...rsaHeader,
      jku: "https://evil.example/jwks",
      x5u: "https://evil.example/x5u",
      x5c: ["AAAA"],
      jwk: publicKey("rsa_other"),
    },
    claims,
  ),
  length_16384: ofLength(16384),
};

const [goodHeader, goodPayload, goodSignature] = tokens.rs256!.split(".") as [string, string, string];

/** The same signature with one bit changed. */
function damaged(signature: string): string {
  const bytes = Buffer.from(signature, "base64url");
  bytes[20]! ^= 1;
  return bytes.toString("base64url");
}

/** Tokens that must be refused; the hostile suite's vectors have all kinds. */
const hostile: Record<string, string> = {
  alg_none: compact({ alg: "none" }, claims, signers.unsigned),
  alg_none_signed: compact({ alg: "none" }, claims, signers.bytes(Buffer.from(goodSignature, "base64url"))),
  alg_hs256_public_key: hs256({ alg: "HS256", kid: "rsa-1" }, claims, publicPem("rsa")),
  alg_hs256_client_secret: hs256({ alg: "HS256" }, claims, clientSecret),
  alg_rs384: rs256({ ...rsaHeader, alg: "RS384" }, claims),
  crit: rs256({ ...rsaHeader, crit: ["exp"] }, claims),
  key_1024: rs256({ alg: "RS256", kid: "small" }, claims, "rsa_1024"),
  signature_damaged: `${goodHeader}.${goodPayload}.${damaged(goodSignature)}`,
  parts_two: `${goodHeader}.${goodPayload}`,
  length_16385: ofLength(16385),
  exp_passed: rs256(rsaHeader, but({ exp: now - 3601 })),
  nonce_missing: rs256(rsaHeader, but({ nonce: undefined })),
  at_hash_empty: rs256(rsaHeader, but({ at_hash: "" })),
};

/** JWK Sets ------------------------------------------------------------------------------------------------------ */

const sig = { use: "sig" };
const rsa = publicKey("rsa", { kid: "rsa-1", alg: "RS256", ...sig });
const ec = publicKey("ec", { kid: "ec-1", alg: "ES256", ...sig });
const p384 = publicKey("ec_p384", { kid: "ec-1" });

const jwks: Record<string, Json> = {
  both: { keys: [rsa, ec] },
  rsa: { keys: [rsa] },
  ec: { keys: [ec] },
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
  sixty: { keys: [...Array.from({ length: 59 }, (_, i) => publicKey("ec_other", { kid: `k${i}` })), rsa] },
  small: { keys: [publicKey("rsa_1024", { kid: "small" })] },
  key_alg: { keys: [{ ...rsa, alg: "RS512" }] },
  p384: { keys: [p384] },
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
  promises_iss: { ...full, authorization_response_iss_parameter_supported: true },
};

/** By every algorithm that an option may allow beside RS256 and ES256; `more` has the keys. */
const keyOf: Record<string, KeyName> = { ES384: "ec_p384", ES512: "ec_p521", EdDSA: "ed25519" };
const algorithms = ["RS384", "RS512", "PS256", "PS384", "PS512", "ES384", "ES512", "EdDSA"];

mkdirSync("build", { recursive: true });
const fixtures = {
  now,
  issuer,
  client_id: clientId,
  client_secret: clientSecret,
  nonce,
  access_token: accessToken,
  claims,
  pem: Object.fromEntries((Object.keys(privateKeys) as KeyName[]).map((name) => [name, publicPem(name)])),
  tokens,
  by_alg: Object.fromEntries(algorithms.map((alg) => [alg, signed(alg, keyOf[alg] ?? "rsa")])),
  hostile,
  jwks,
  discovery,
};
writeFileSync("build/unit-fixtures.json", `${JSON.stringify(fixtures, undefined, 1)}\n`);
