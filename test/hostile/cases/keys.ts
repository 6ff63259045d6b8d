/** JWK Sets with attacks, oddities and many keys (facts about providers, part D). */
import { createHash, randomBytes, type KeyObject } from "node:crypto";
import { ecKey, rsaKey } from "../../box/provider/keys.ts";
import { answer } from "../../box/provider/misbehaviour.ts";
import { all, behaves, cases, each, headers, jwks, publicJwk, signs } from "../case.ts";
import type { Case, SetUp, Stage, Values } from "../case.ts";
import { es256, paddedHash, rs256 } from "../sign.ts";

const refused = "ID_TOKEN_VERIFICATION_FAILED";

const encoded = (content: Buffer): string => content.toString("base64url");
const decoded = (text: unknown): Buffer => Buffer.from(String(text), "base64url");
/** A number with a zero in front. */
const withZero = (text: unknown): string => encoded(Buffer.concat([Buffer.from([0]), decoded(text)]));

/** The one published key changed. */
const rsaWith = (more: Values | ((rsa: Values) => Values)): SetUp =>
  jwks(([rsa = {}]) => [{ ...rsa, ...(typeof more === "function" ? more(rsa) : more) }]);
const ecWith = (more: Values | ((ec: Values) => Values)): SetUp =>
  all(
    headers({ alg: "ES256", kid: "ec-1" }),
    jwks(([, ec = {}]) => [{ ...ec, ...(typeof more === "function" ? more(ec) : more) }]),
  );

/** A key of its own, published under `more` and used for the token. */
function ownKey(make: () => KeyObject, more: Values = {}): SetUp {
  return async (stage) => {
    const key = make();
    const elliptic = key.asymmetricKeyType === "ec";
    await jwks(() => [publicJwk(key, { kid: "own", ...more })])(stage);
    await signs(() => (elliptic ? es256(key) : rs256(key)), { alg: elliptic ? "ES256" : "RS256", kid: "own" })(stage);
  };
}
const onCurve = (name: string, more?: Values): SetUp => ownKey(() => ecKey(name), more);

/** With e = 1, RSA's signature is the padded hash itself: anybody can make it. The modulus is odd, as OpenSSL takes no other. */
const exponentOne: SetUp = all(
  rsaWith({ e: "AQ", n: encoded(randomBytes(256).fill(0xff, 0, 1).fill(0xff, 255)) }),
  signs(() => (input) => paddedHash(createHash("sha256").update(input).digest(), 256)),
);

/** Keys that look like the provider's own and are not, before these. */
const decoys =
  (count: number, more: (index: number) => Values = () => ({})): SetUp =>
  (stage) =>
    jwks((published) => [
      ...Array.from({ length: count }, (_, index) => publicJwk(stage.foreign.rsa, more(index))),
      ...published,
    ])(stage);
/** Only the RSA key, after keys without a name. */
const unnamed = (count: number): SetUp =>
  all(
    headers({ kid: undefined }),
    jwks(([rsa], { foreign }: Stage) => [...Array.from({ length: count }, () => publicJwk(foreign.rsa)), rsa]),
  );

const unknownKeys = [
  ...[
    { kty: "AKP", alg: "ML-DSA-65" },
    { kty: "OKP", crv: "Ed25519", x: "AA" },
    { kty: "EC", crv: "P-999" },
  ],
  ...[{ kty: "oct", k: "AA" }, { kty: 5 }],
];
const noSets = [
  ...["{}", "[]", '{"keys":"x"}', '{"keys":null}', '{"keys":{"a":{}}}', '{"Keys":[]}', "null", '""', '{"keys":['],
  "\0",
];

const choice = "part D, key choice";
export const keyCases: readonly Case[] = [
  ...cases(choice, refused, {
    "signs by RSA of 1024 bits": ownKey(() => rsaKey(1024)),
    "signs by RSA of 2040 bits": ownKey(() => rsaKey(2040)),
    "publishes a modulus of 8192 bits": rsaWith({ n: encoded(randomBytes(1024).fill(0xff, 0, 1)) }),
    "publishes a modulus of 64 KB": rsaWith({ n: encoded(randomBytes(65_536)) }),
    "signs by RSA with exponent 1": exponentOne,
    "publishes exponent 0": rsaWith({ e: "AA" }),
    "publishes exponent 65536": rsaWith({ e: "AQAA" }),
    "publishes an exponent of 65 bits": rsaWith({ e: encoded(Buffer.from("010000000000000001", "hex")) }),
    "publishes no exponent": rsaWith({ e: undefined }),
    "publishes no modulus": rsaWith({ n: undefined }),
    "publishes an empty modulus": rsaWith({ n: "" }),
    "publishes a modulus that is a number": rsaWith({ n: 65537 }),
    "publishes a modulus in an array": rsaWith(({ n }) => ({ n: [n] })),
    "publishes a modulus in plain Base64 with padding": rsaWith(({ n }) => ({ n: `${String(n)}==` })),
    "publishes its key for encryption": rsaWith({ use: "enc" }),
    "publishes its key for use SIG": rsaWith({ use: "SIG" }),
    "publishes its key for a list of uses": rsaWith({ use: ["sig"] }),
    "publishes its key to encrypt with": rsaWith({ key_ops: ["encrypt"] }),
    "publishes its key only to sign with": rsaWith({ key_ops: ["sign"] }),
    "publishes its key for RS512": rsaWith({ alg: "RS512" }),
    "publishes its key for RSA-OAEP": rsaWith({ alg: "RSA-OAEP" }),
    "publishes its key as kty rsa": rsaWith({ kty: "rsa" }),
    "publishes its RSA key as kty oct": rsaWith({ kty: "oct", k: "AAAA" }),
    "publishes its RSA key as kty EC": rsaWith({ kty: "EC", crv: "P-256" }),
    "publishes its key without kty": rsaWith({ kty: undefined }),
    "publishes its key under a kid that is a number": rsaWith({ kid: 1 }),
    "publishes no keys at all": jwks(() => []),
    "signs on P-384 for ES256": onCurve("P-384"),
    "signs on P-384 and calls it P-256": onCurve("P-384", { crv: "P-256" }),
    "signs on secp256k1 for ES256": onCurve("secp256k1"),
    "signs on secp256k1 and calls it P-256": onCurve("secp256k1", { crv: "P-256" }),
    "publishes a point off the curve": ecWith({ x: encoded(randomBytes(32).fill(1)) }),
    "publishes the point 0, 0": ecWith({ x: encoded(Buffer.alloc(32)), y: encoded(Buffer.alloc(32)) }),
    "publishes a coordinate of 31 bytes": ecWith({ x: encoded(Buffer.alloc(31, 5)) }),
    "publishes a coordinate of 33 bytes": ecWith(({ x }) => ({ x: withZero(x) })),
    "publishes no y": ecWith({ y: undefined }),
    "publishes its point as kty OKP": ecWith({ kty: "OKP", crv: "Ed25519" }),
    "names no kid and has its key in fifth place": unnamed(4),
    "names no kid and has 59 decoys": unnamed(59),
  }),
  ...cases(choice, "login", {
    "publishes 60 keys": decoys(58, (index) => ({ kid: `old-${String(index)}` })),
    "names no kid and has its key in fourth place": unnamed(3),
    "has keys for encryption before its own": all(
      headers({ kid: undefined }),
      decoys(10, () => ({ use: "enc", alg: "RSA-OAEP" })),
    ),
    "has a key for encryption of the same kid": decoys(1, () => ({ use: "enc", kid: "rsa-1" })),
    "has an EC key of the same kid": jwks(([rsa, ec]) => [{ ...ec, kid: "rsa-1" }, rsa]),
    "has members that are no keys": jwks((published) => [1, "x", null, [], {}, true, ...published]),
    "has unknown kinds of keys and curves": jwks((published) => [...unknownKeys, ...published]),
    "publishes its key for verification": rsaWith({ key_ops: ["verify"], use: undefined }),
    "publishes its key without alg and use": rsaWith({ alg: undefined, use: undefined }),
    "publishes certificates and unknown members": rsaWith({ x5c: ["AAAA"], x5t: "x", enc: "A256GCM", nbf: 0, exp: 1 }),
    "signs on P-256": onCurve("P-256"),
    "signs by RSA of 4096 bits": ownKey(() => rsaKey(4096)),
    "signs by RSA of 2048 bits with exponent 3": ownKey(() => rsaKey(2048, 3)),
    "has a modulus with a zero in front": rsaWith(({ n }) => ({ n: withZero(n) })),
    "publishes keys twice, its own last": (stage) => {
      const key = JSON.stringify(publicJwk(stage.provider.keys.rsa, { kid: "rsa-1" }));
      return behaves("jwks", answer(200, "application/json", `{"keys":[],"keys":[${key}]}`))(stage);
    },
  }),
  ...cases(choice, "UNSUPPORTED_ALGORITHM", {
    "signs by HS256 with a symmetric key that it publishes": all(
      headers({ alg: "HS256", kid: "mac" }),
      jwks((published, { provider }) => [
        { kty: "oct", kid: "mac", k: encoded(Buffer.from(provider.client.secret)) },
        ...published,
      ]),
    ),
  }),
  ...cases(choice, "JWKS_FETCH_FAILED", { "publishes an object of keys": jwks(() => ({ a: 1 })) }),
  ...each(choice, "JWKS_FETCH_FAILED", "publishes", noSets, (body: string) =>
    behaves("jwks", answer(200, "application/json", body)),
  ),
  ...cases("part D, JWKS abuse", refused, {
    "names an unknown kid with no keys cached": { setUp: headers({ kid: "new" }), asks: { discovery: 2, jwks: 2 } },
  }),
  ...cases("part D, JWKS abuse", "UNSUPPORTED_ALGORITHM", {
    "names an unknown algorithm": { setUp: headers({ alg: "RS512" }), asks: { jwks: 0 } },
  }),
];
