/** ID Tokens with attacks in form, header and signature (facts about providers, part D). */
import { createPublicKey, type KeyExportOptions } from "node:crypto";
import { answer } from "../../box/provider/misbehaviour.ts";
import { all, behaves, cases, each, fields, forge, headers, own, publicJwk, signs, signsText } from "../case.ts";
import type { Case, SetUp, Stage } from "../case.ts";
import { bytes, compact, es256, jsonAround, mac, ps256, rs256, spoiled, unsigned } from "../sign.ts";

const refused = "ID_TOKEN_VERIFICATION_FAILED";
const unsupported = "UNSUPPORTED_ALGORITHM";

/** HMAC with the provider's public key in some form. */
const keyed =
  (form: KeyExportOptions<"pem"> | KeyExportOptions<"der">) =>
  ({ provider }: Stage) =>
    mac(createPublicKey(provider.keys.rsa).export(form as KeyExportOptions<"der">));
const pem = keyed({ type: "spki", format: "pem" });
const modulus = ({ provider }: Stage): Buffer =>
  Buffer.from(provider.keys.rsa.export({ format: "jwk" }).n ?? "", "base64url");
const elliptic = ({ provider }: Stage): ReturnType<typeof es256> => es256(provider.keys.ec);
const pss = ({ provider }: Stage): ReturnType<typeof ps256> => ps256(provider.keys.rsa);
const secret = ({ provider }: Stage): ReturnType<typeof mac> => mac(provider.client.secret);

const unsignedNames = ["none", "None", "NONE", "nOnE"];
const otherNames = [
  ...["none", "rs256", "RS256 ", " RS256", "RS256\0", "RS256\n", "RS384", "RS512", "ES384", "EdDSA", "ES256K", ""],
  ...["dir", undefined, 256, ["RS256"], { name: "RS256" }, true, null],
];

const algorithms: Case[] = [
  ...each("part D, algorithms", unsupported, "signs nothing and names", unsignedNames, (alg) =>
    signs(() => unsigned, { alg }),
  ),
  ...each("part D, algorithms", unsupported, "signs by RS256 and has the alg", otherNames, (alg) =>
    signs(own, { alg }),
  ),
  ...cases("part D, algorithms", unsupported, {
    "signs by HS256 with the public key in PEM": signs(pem, { alg: "HS256" }),
    "signs by HS256 with the public key in PKCS#1": signs(keyed({ type: "pkcs1", format: "pem" }), { alg: "HS256" }),
    "signs by HS256 with the public key in DER": signs(keyed({ type: "spki", format: "der" }), { alg: "HS256" }),
    "signs by HS256 with the modulus": signs((stage) => mac(modulus(stage)), { alg: "HS256" }),
    "signs by HS256 with the client secret": signs(secret, { alg: "HS256" }),
    "signs by HS256 with an empty key": signs(() => mac(""), { alg: "HS256", kid: undefined }),
  }),
  ...cases("part D, algorithms", refused, {
    "names RS256 and signs by HMAC with the public key": signs(pem),
    "names RS256 and signs by RSASSA-PSS": signs(pss),
    "names RS256 and the key for ES256": signs(elliptic, { kid: "ec-1" }),
    "names ES256 and the key for RS256": signs(elliptic, { alg: "ES256" }),
  }),
];

/** A token with what a function makes of the good signature. */
const es = (spoil: (signature: Buffer) => Buffer): SetUp =>
  forge(({ header, payload }, { provider }) =>
    spoiled({ header: { ...header, alg: "ES256", kid: "ec-1" }, payload }, provider.keys.ec, spoil),
  );
const rs = (spoil: (signature: Buffer) => Buffer): SetUp =>
  forge((token, { provider }) => spoiled(token, provider.keys.rsa, spoil));
const zero = Buffer.from([0]);

const signatures = cases("part D, signatures", refused, {
  "signs by ES256 with r = s = 0": es((signature) => Buffer.alloc(signature.length)),
  "signs by ES256 in 63 bytes": es((signature) => signature.subarray(1)),
  "signs by ES256 in 65 bytes": es((signature) => Buffer.concat([zero, signature])),
  "signs by ES256 in 128 bytes": es((signature) => Buffer.concat([signature, signature])),
  "signs by ES256 with r and s exchanged": es((both) => Buffer.concat([both.subarray(32), both.subarray(0, 32)])),
  "signs by ES256 in DER": signs(({ provider }) => es256(provider.keys.ec, "der"), { alg: "ES256", kid: "ec-1" }),
  "signs by ES256 with nothing": es(() => Buffer.alloc(0)),
  "signs by RS256 with nothing": rs(() => Buffer.alloc(0)),
  "signs by RS256 with zeros": rs((signature) => Buffer.alloc(signature.length)),
  "signs by RS256 with a byte too many": rs((signature) => Buffer.concat([signature, zero])),
  "signs by RS256 with a byte too many in front": rs((signature) => Buffer.concat([zero, signature])),
  "signs by RS256 with a byte too few": rs((signature) => signature.subarray(0, -1)),
  "signs by RS256 with 10 000 bytes": rs(() => Buffer.alloc(10_000, 1)),
  "signs by a key that is not published": signs(({ foreign }) => rs256(foreign.rsa)),
  "signs by random bytes": signs(() => bytes(Buffer.alloc(256, 7))),
});

/** The good token as text, changed as text. */
const asText = (change: (token: string, parts: string[]) => string): SetUp =>
  forge(({ header, payload }, stage) => {
    const token = compact(header, payload, own(stage));
    return change(token, token.split("."));
  });
const padded = (length: number): SetUp =>
  signsText((header, payload) => [header, { ...payload, x: "x".repeat(length) }]);
/** A payload of this text. */
const payloadText = (make: (json: string) => string): SetUp =>
  signsText((header, payload) => [header, make(JSON.stringify(payload))]);
const deep = "[".repeat(5000);

const order = "part D, ID Token order";
const forms = [
  ...cases(order, refused, {
    "sends two parts": asText((_, parts) => parts.slice(0, 2).join(".")),
    "sends four parts": asText((token) => `${token}.`),
    "sends five parts, as an encrypted token has": asText((token) => `${token}.a.b`),
    "sends an empty header": asText((_, parts) => ["", ...parts.slice(1)].join(".")),
    "sends an empty payload": asText((_, [header, , signature]) => [header, "", signature].join(".")),
    "sends only dots": asText(() => ".."),
    "pads its Base64URL": asText((token) => `${token}==`),
    "ends its token with a newline": asText((token) => `${token}\n`),
    "ends its token with a NUL": asText((token) => `${token}\0`),
    "begins its token with a space": asText((token) => ` ${token}`),
    "writes plain Base64": asText((_, parts) => [...parts.slice(0, 2), "++//"].join(".")),
    // The last character of a signature has two bits of it, and four that are 0.
    "leaves set bits unused at the end": asText((token) =>
      token.replace(/.$/, (last) => ({ Q: "R", g: "h", w: "x" })[last] ?? "B"),
    ),
    "sends a header that is no JSON": asText((_, parts) => ["YWxnPVJTMjU2", ...parts.slice(1)].join(".")),
    "signs a payload that is an array": payloadText((json) => `[${json}]`),
    "signs a payload that is null": payloadText(() => "null"),
    "signs a payload that is text": payloadText(() => '"sub"'),
    "signs a header that is an array": signsText((header, payload) => [[header], payload]),
    "signs two payloads in a row": payloadText((json) => json.repeat(2)),
    "signs a payload with a NUL after it": payloadText((json) => `${json}\0{}`),
    "signs a payload with a byte order mark": payloadText((json) => `\uFEFF${json}`),
    "signs a payload with a comma at its end": payloadText((json) => json.replace(/}$/, ",}")),
    "signs a payload 5 000 deep that does not end": signsText((header, payload) => [
      header,
      jsonAround(payload, `"x":${deep}`),
    ]),
    "signs a token over 16 KB": padded(12_300),
  }),
  ...cases(order, "login", {
    "signs a token just under 16 KB": padded(11_000),
    "puts white space around its JSON": signsText((header, payload) => [
      ` ${JSON.stringify(header)}\r\n`,
      `\t${JSON.stringify(payload)} \n`,
    ]),
    "names unknown header fields and another typ": headers({ typ: "x", cty: "y", zip: "DEF", b64: false }),
  }),
];

const kids: unknown[] = [
  ...["nobody's", "", "../../../../etc/passwd", "/dev/null", "' OR '1'='1", "RSA-1", "rsa-1\0", "rsa-1\r\nX: y"],
  ...["rsa-1 ", "%72sa-1", "$(reboot)", "x".repeat(6000), 1, true, ["rsa-1"], { kid: "rsa-1" }, "__proto__", "keys"],
];
const criticals = [["exp"], [], "exp", ["b64"], { exp: true }, 0, null];
const header = [
  ...each(`${order}, crit`, refused, "has the critical fields", criticals, (crit) => headers({ crit, b64: true })),
  ...each(`${order}, kid`, refused, "names the kid", kids, (kid) => headers({ kid }), { asks: { jwks: 2 } }),
];

/** Keys brought along in the header: members that name the foreign key. */
function broughtAlong({ foreign, provider }: Stage): Record<string, object> {
  const jwk = publicJwk(foreign.rsa, { kid: "rsa-1", use: "sig", alg: "RS256" });
  const url = `${provider.issuer}/elsewhere`;
  const der = createPublicKey(foreign.rsa).export({ type: "spki", format: "der" }).toString("base64");
  return {
    jwk: { jwk },
    jku: { jku: url },
    x5u: { x5u: url },
    x5c: { x5c: [der] },
    "jku without kid": { jku: url, kid: undefined },
    "jwk without kid": { jwk, kid: undefined },
  };
}

const publishElsewhere: SetUp = (stage) => {
  const body = JSON.stringify({ keys: [publicJwk(stage.foreign.rsa, { kid: "rsa-1" })] });
  return behaves("other", answer(200, "application/json", body))(stage);
};
const embedded = ["jwk", "jku", "x5u", "x5c", "jku without kid", "jwk without kid"].flatMap((name) => {
  const signed = (key: "provider" | "foreign"): SetUp =>
    forge(({ header: good, payload }, stage) => {
      const { rsa } = key === "provider" ? stage.provider.keys : stage.foreign;
      return compact({ ...good, ...broughtAlong(stage)[name] }, payload, rs256(rsa));
    });
  const asks = { asks: { other: 0 } };
  const source = `${order}, header keys`;
  return [
    ...cases(source, refused, { [`brings its key along: ${name}`]: all(publishElsewhere, signed("foreign")) }, asks),
    ...cases(
      source,
      "login",
      { [`brings a foreign key along and signs by its own: ${name}`]: all(publishElsewhere, signed("provider")) },
      asks,
    ),
  ];
});

/** A member written before the others, or after them. */
const first = (text: string): SetUp => signsText((good, payload) => [good, jsonAround(payload, text)]);
const last = (text: string, changes = {}): SetUp =>
  signsText((good, payload) => [good, jsonAround({ ...payload, ...changes }, "", text)]);
const json = "part D, JSON duplicates";
const duplicates = [
  ...cases(json, "login", {
    "names alg none, then RS256": signsText((good, payload) => [jsonAround(good, '"alg":"none"'), payload]),
    "names another issuer, then its own": first('"iss":"https://other.example"'),
  }),
  ...cases(json, unsupported, {
    "names alg RS256, then none": signsText((good, payload) => [jsonAround(good, "", '"alg":"none"'), payload]),
  }),
  ...cases(json, refused, {
    "names its kid, then another": signsText((good, payload) => [jsonAround(good, "", '"kid":"x"'), payload]),
    "names its issuer, then another": last('"iss":"https://other.example"'),
    "names another audience last": last('"aud":"x"'),
    "lets exp pass in its second exp": last('"exp":1'),
  }),
  ...cases(json, "NONCE_MISMATCH", { "names another nonce last": last('"nonce":"x"') }),
  ...cases(json, "USER_NOT_AUTHORIZED", {
    "names alice's e-mail, then mallory's": { user: "mallory", setUp: first('"email":"alice@example.org"') },
    "hides a second email in an escape": last('"\\u0065mail":"mallory@example.org"', { groups: [] }),
  }),
];

/** OpenID Connect Core section 3.1.3.3: the type is Bearer, in any case. */
const types = [
  ...each("Core 3.1.3.3", "TOKEN_EXCHANGE_FAILED", "has the token_type", ["DPoP", "N_A", "", 7], (token_type) => ({
    setUp: fields("token", { token_type }),
    line: "token_type is not Bearer",
  })),
  ...each("Core 3.1.3.3", "login", "has the token_type", ["bearer", undefined], (token_type) =>
    fields("token", { token_type }),
  ),
];

export const tokenCases: readonly Case[] = [
  ...types,
  ...algorithms,
  ...signatures,
  ...forms,
  ...header,
  ...embedded,
  ...duplicates,
];
