/** JWK Sets with attacks, oddities and many keys (facts about providers, part D). */
import assert from "node:assert/strict";
import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, type KeyObject } from "node:crypto";
import { answer } from "../../box/provider/misbehaviour.ts";
import { all, behaves, forge, from, headers, jwks, type Case, type SetUp, type Stage } from "../case.ts";
import { bytes, compact, es256, paddedHash, rs256 } from "../sign.ts";

const refused = "ID_TOKEN_VERIFICATION_FAILED";
type Row = Omit<Case, "source">;
type Jwk = Record<string, unknown>;

const publicKeyEncoding = { type: "spki", format: "pem" } as const;
const privateKeyEncoding = { type: "pkcs8", format: "pem" } as const;

function curveKey(namedCurve: string): KeyObject {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve, publicKeyEncoding, privateKeyEncoding });
  return createPrivateKey(privateKey);
}

function rsaKey(modulusLength: number, publicExponent = 65537): KeyObject {
  const size = { modulusLength, publicExponent };
  const { privateKey } = generateKeyPairSync("rsa", { ...size, publicKeyEncoding, privateKeyEncoding });
  return createPrivateKey(privateKey);
}

/** The public half as a JWK. */
function publicJwk(key: KeyObject, more: Jwk = {}): Jwk {
  const { kty, n, e, crv, x, y } = key.export({ format: "jwk" });
  return JSON.parse(JSON.stringify({ kty, n, e, crv, x, y, ...more })) as Jwk;
}

/** The one published key changed. */
const rsaWith = (more: Jwk): SetUp => jwks(([rsa]) => [{ ...rsa, ...more }]);
const ecWith = (more: Jwk): SetUp =>
  all(
    headers({ alg: "ES256", kid: "ec-1" }),
    jwks(([, ec]) => [{ ...ec, ...more }]),
  );

/** A key of its own, published under `more` and used for the token. */
function ownKey(make: () => KeyObject, more: Jwk, header: Jwk = {}): SetUp {
  return (stage) => {
    const key = make();
    const elliptic = key.asymmetricKeyType === "ec";
    const named = { alg: elliptic ? "ES256" : "RS256", kid: "own", ...header };
    jwks(() => [publicJwk(key, { kid: "own", ...more })])(stage) as undefined;
    forge((token) => compact({ ...token.header, ...named }, token.payload, elliptic ? es256(key) : rs256(key)))(
      stage,
    ) as undefined;
  };
}

/** With e = 1, RSA's signature is the padded hash itself: anybody can make it. The modulus is odd, as OpenSSL takes no other. */
const exponentOne: SetUp = all(
  rsaWith({ e: "AQ", n: randomBytes(256).fill(0xff, 0, 1).fill(0xff, 255).toString("base64url") }),
  forge(({ header, payload }) =>
    compact(header, payload, (input) => paddedHash(createHash("sha256").update(input).digest(), 256)),
  ),
);

const wrongKeys: [string, SetUp][] = [
  ["signs by RSA of 1024 bits", ownKey(() => rsaKey(1024), {})],
  ["signs by RSA of 2040 bits", ownKey(() => rsaKey(2040), {})],
  ["publishes a modulus of 8192 bits", rsaWith({ n: randomBytes(1024).fill(0xff, 0, 1).toString("base64url") })],
  ["publishes a modulus of 64 KB", rsaWith({ n: randomBytes(65_536).toString("base64url") })],
  ["signs by RSA with exponent 1", exponentOne],
  ["publishes exponent 0", rsaWith({ e: "AA" })],
  ["publishes exponent 65536", rsaWith({ e: "AQAA" })],
  ["publishes an exponent of 65 bits", rsaWith({ e: Buffer.from("010000000000000001", "hex").toString("base64url") })],
  ["publishes no exponent", rsaWith({ e: undefined })],
  ["publishes no modulus", rsaWith({ n: undefined })],
  ["publishes an empty modulus", rsaWith({ n: "" })],
  ["publishes a modulus that is a number", rsaWith({ n: 65537 })],
  ["publishes a modulus in an array", jwks(([rsa]) => [{ ...rsa, n: [rsa?.["n"]] }])],
  ["publishes a modulus in plain Base64 with padding", jwks(([rsa]) => [{ ...rsa, n: `${String(rsa?.["n"])}==` }])],
  ["publishes its key for encryption", rsaWith({ use: "enc" })],
  ["publishes its key for use SIG", rsaWith({ use: "SIG" })],
  ["publishes its key for a list of uses", rsaWith({ use: ["sig"] })],
  ["publishes its key to encrypt with", rsaWith({ key_ops: ["encrypt"] })],
  ["publishes its key to sign with alone", rsaWith({ key_ops: ["sign"] })],
  ["publishes its key for RS512", rsaWith({ alg: "RS512" })],
  ["publishes its key for RSA-OAEP", rsaWith({ alg: "RSA-OAEP" })],
  ["publishes its key as kty rsa", rsaWith({ kty: "rsa" })],
  ["publishes its RSA key as kty oct", rsaWith({ kty: "oct", k: "AAAA" })],
  ["publishes its RSA key as kty EC", rsaWith({ kty: "EC", crv: "P-256" })],
  ["publishes its key without kty", rsaWith({ kty: undefined })],
  ["publishes its key under a kid that is a number", rsaWith({ kid: 1 })],
  ["publishes no keys at all", jwks(() => [])],
  ["publishes an object of keys", jwks(() => ({}))],
  ["signs on P-384 for ES256", ownKey(() => curveKey("P-384"), {})],
  ["signs on P-384 and calls it P-256", ownKey(() => curveKey("P-384"), { crv: "P-256" })],
  ["signs on secp256k1 for ES256", ownKey(() => curveKey("secp256k1"), {})],
  ["signs on secp256k1 and calls it P-256", ownKey(() => curveKey("secp256k1"), { crv: "P-256" })],
  ["publishes a point off the curve", ecWith({ x: randomBytes(32).fill(1).toString("base64url") })],
  [
    "publishes the point 0, 0",
    ecWith({ x: Buffer.alloc(32).toString("base64url"), y: Buffer.alloc(32).toString("base64url") }),
  ],
  ["publishes a coordinate of 31 bytes", ecWith({ x: Buffer.alloc(31, 5).toString("base64url") })],
  [
    "publishes a coordinate of 33 bytes",
    jwks(([, ec]) => [
      {
        ...ec,
        x: Buffer.concat([Buffer.from([0]), Buffer.from(String(ec?.["x"]), "base64url")]).toString("base64url"),
      },
    ]),
  ],
  ["publishes no y", ecWith({ y: undefined })],
  ["publishes its point as kty OKP", ecWith({ kty: "OKP", crv: "Ed25519" })],
];

/** Keys that look like the provider's own and are not. */
const others = (count: number, make: (index: number) => Jwk): SetUp =>
  jwks((published) => [...Array.from({ length: count }, (_, index) => make(index)), ...published]);
const decoy = ({ foreign }: Stage, more: Jwk): Jwk => publicJwk(foreign.rsa, more);
const withDecoys = (count: number): SetUp =>
  all(
    headers({ kid: undefined }),
    jwks(([rsa], stage) => [...Array.from({ length: count }, () => decoy(stage, {})), rsa]),
  );

const sets: Row[] = [
  {
    does: "publishes 60 keys",
    end: "login",
    setUp: (stage) => others(58, (index) => decoy(stage, { kid: `old-${String(index)}` }))(stage),
  },
  { does: "names no kid and has its key in fourth place", end: "login", setUp: withDecoys(3) },
  { does: "names no kid and has its key in fifth place", end: refused, setUp: withDecoys(4) },
  { does: "names no kid and has 59 decoys", end: refused, setUp: withDecoys(59) },
  {
    does: "has keys for encryption before its own",
    end: "login",
    setUp: all(headers({ kid: undefined }), (stage) =>
      others(10, () => decoy(stage, { use: "enc", alg: "RSA-OAEP" }))(stage),
    ),
  },
  {
    does: "has a key for encryption of the same kid",
    end: "login",
    setUp: (stage) => others(1, () => decoy(stage, { use: "enc", kid: "rsa-1" }))(stage),
  },
  { does: "has an EC key of the same kid", end: "login", setUp: jwks(([rsa, ec]) => [{ ...ec, kid: "rsa-1" }, rsa]) },
  {
    does: "has members that are no keys",
    end: "login",
    setUp: jwks((published) => [1, "x", null, [], {}, true, ...published]),
  },
  {
    does: "has unknown kinds of keys and curves",
    end: "login",
    setUp: jwks((published) => [
      { kty: "AKP", alg: "ML-DSA-65" },
      { kty: "OKP", crv: "Ed25519", x: "AA" },
      { kty: "EC", crv: "P-999" },
      { kty: "oct", k: "AA" },
      { kty: 5 },
      ...published,
    ]),
  },
  { does: "publishes its key for verification", end: "login", setUp: rsaWith({ key_ops: ["verify"], use: undefined }) },
  { does: "publishes its key without alg and use", end: "login", setUp: rsaWith({ alg: undefined, use: undefined }) },
  {
    does: "publishes certificates and unknown members",
    end: "login",
    setUp: rsaWith({ x5c: ["AAAA"], x5t: "x", "x5t#S256": "x", enc: "A256GCM", nbf: 0, exp: 1 }),
  },
  { does: "signs on P-256", end: "login", setUp: ownKey(() => curveKey("P-256"), {}) },
  { does: "signs by RSA of 2048 bits with exponent 3", end: "login", setUp: ownKey(() => rsaKey(2048, 3), {}) },
  {
    does: "has a modulus with a zero in front",
    end: "login",
    setUp: jwks(([rsa]) => [
      {
        ...rsa,
        n: Buffer.concat([Buffer.from([0]), Buffer.from(String(rsa?.["n"]), "base64url")]).toString("base64url"),
      },
    ]),
  },
  {
    does: "signs by HS256 with a symmetric key that it publishes",
    end: "UNSUPPORTED_ALGORITHM",
    setUp: all(
      headers({ alg: "HS256", kid: "mac" }),
      jwks((published, { provider }) => [
        { kty: "oct", kid: "mac", k: Buffer.from(provider.client.secret).toString("base64url") },
        ...published,
      ]),
    ),
  },
  ...[
    ...["{}", "[]", '{"keys":"x"}', '{"keys":null}', '{"keys":{"a":{}}}', '{"Keys":[]}', "null", '""', '{"keys":['],
    "\0",
  ].map((body): Row => ({
    does: `publishes ${JSON.stringify(body)}`,
    end: "JWKS_FETCH_FAILED",
    setUp: behaves("jwks", answer(200, "application/json", body)),
  })),
  {
    does: "publishes keys twice, its own last",
    end: "login",
    setUp: (stage) => {
      const own = JSON.stringify([publicJwk(stage.provider.keys.rsa, { kid: "rsa-1" })]);
      stage.provider.misbehave("jwks", answer(200, "application/json", `{"keys":[],"keys":${own}}`));
    },
  },
];

/** How often the JWK Set was asked for. */
const asked =
  (count: number): Case["after"] =>
  ({ provider }) =>
    assert.equal(provider.requests.filter(({ endpoint }) => endpoint === "jwks").length, count);

const refreshes: Row[] = [
  {
    does: "names an unknown kid while the keys are cached",
    end: refused,
    warm: true,
    setUp: headers({ kid: "new" }),
    after: asked(1),
  },
  {
    does: "spoils the signature while the keys are cached",
    end: refused,
    warm: true,
    setUp: forge(({ header, payload }) => compact(header, payload, bytes(Buffer.alloc(256, 1)))),
    after: asked(1),
  },
  { does: "names an unknown kid with no keys cached", end: refused, setUp: headers({ kid: "new" }), after: asked(1) },
  {
    does: "names an unknown algorithm",
    end: "UNSUPPORTED_ALGORITHM",
    setUp: headers({ alg: "RS512" }),
    after: asked(0),
  },
  {
    does: "fails when its keys are asked for anew",
    end: "JWKS_FETCH_FAILED",
    warm: true,
    setUp: all(headers({ kid: "new" }), behaves("jwks", answer(503, "text/plain", "later"))),
    after: asked(1),
  },
];

export const keyCases: readonly Case[] = [
  ...from(
    "part D, key choice",
    wrongKeys.map(([does, setUp]) => ({ does, end: refused, setUp })),
  ),
  ...from("part D, key choice", sets),
  ...from("part D, JWKS abuse", refreshes),
];
