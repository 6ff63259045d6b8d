/** ID Tokens with attacks in form, header and signature (facts about providers, part D). */
import assert from "node:assert/strict";
import { createPublicKey } from "node:crypto";
import { answer } from "../../box/provider/misbehaviour.ts";
import { from, forge, headers, type Case, type SetUp, type Stage } from "../case.ts";
import { bytes, compact, es256, jsonAround, mac, ps256, rs256, spoiled, unsigned } from "../sign.ts";

const refused = "ID_TOKEN_VERIFICATION_FAILED";
type Row = Omit<Case, "source">;

/** The token with another `alg`, still signed by the provider's own RSA key. */
const namedAlgorithm = (alg: unknown): SetUp =>
  forge(({ header, payload }, { provider }) => compact({ ...header, alg }, payload, rs256(provider.keys.rsa)));

/** The token signed by HMAC with some form of the provider's public key. */
const hmac = (form: (stage: Stage) => string | Buffer, header: object = {}): SetUp =>
  forge(({ header: own, payload }, stage) => compact({ ...own, alg: "HS256", ...header }, payload, mac(form(stage))));

const publicKey = ({ provider }: Stage): ReturnType<typeof createPublicKey> => createPublicKey(provider.keys.rsa);

const unsupported = (does: string, setUp: SetUp, line?: RegExp): Row => ({
  does,
  end: "UNSUPPORTED_ALGORITHM",
  setUp,
  line,
});

const algorithms: Row[] = [
  ...["none", "None", "NONE", "nOnE"].map((alg) =>
    unsupported(
      `names ${alg} and signs nothing`,
      forge(({ header, payload }) => compact({ ...header, alg }, payload, unsigned)),
    ),
  ),
  ...[
    ...["none", "rs256", "RS256 ", " RS256", "RS256\0", "RS256\n", "RS384", "RS512", "ES384", "EdDSA", "ES256K", ""],
    "dir",
  ].map((alg) => unsupported(`names ${JSON.stringify(alg)} and signs by RS256`, namedAlgorithm(alg))),
  ...[undefined, 256, ["RS256"], { name: "RS256" }, true, null].map((alg) =>
    unsupported(`has the alg ${JSON.stringify(alg) ?? "left out"}`, namedAlgorithm(alg)),
  ),
  unsupported(
    "signs by HS256 with the public key in PEM",
    hmac((stage) => publicKey(stage).export({ type: "spki", format: "pem" })),
  ),
  unsupported(
    "signs by HS256 with the public key in PKCS#1",
    hmac((stage) => publicKey(stage).export({ type: "pkcs1", format: "pem" })),
  ),
  unsupported(
    "signs by HS256 with the public key in DER",
    hmac((stage) => publicKey(stage).export({ type: "spki", format: "der" })),
  ),
  unsupported(
    "signs by HS256 with the modulus",
    hmac((stage) => Buffer.from(publicKey(stage).export({ format: "jwk" }).n ?? "", "base64url")),
  ),
  unsupported(
    "signs by HS256 with the client secret",
    hmac(({ provider }) => provider.client.secret),
  ),
  unsupported(
    "signs by HS256 with an empty key",
    hmac(() => "", { kid: undefined }),
  ),
  {
    does: "names RS256 and signs by HMAC with the public key",
    end: refused,
    setUp: hmac((stage) => publicKey(stage).export({ type: "spki", format: "pem" }), { alg: "RS256" }),
  },
  {
    does: "names RS256 and signs by RSASSA-PSS",
    end: refused,
    setUp: forge(({ header, payload }, { provider }) => compact(header, payload, ps256(provider.keys.rsa))),
  },
  {
    does: "names RS256 and the key for ES256",
    end: refused,
    setUp: forge(({ header, payload }, { provider }) =>
      compact({ ...header, kid: "ec-1" }, payload, es256(provider.keys.ec)),
    ),
  },
  {
    does: "names ES256 and the key for RS256",
    end: refused,
    setUp: forge(({ header, payload }, { provider }) =>
      compact({ ...header, alg: "ES256" }, payload, es256(provider.keys.ec)),
    ),
  },
];

/** An ES256 token with what a function makes of the good signature. */
const ecSignature = (spoil: (signature: Buffer) => Buffer): SetUp =>
  forge(({ header, payload }, { provider }) =>
    spoiled({ header: { ...header, alg: "ES256", kid: "ec-1" }, payload }, provider.keys.ec, spoil),
  );
const rsaSignature = (spoil: (signature: Buffer) => Buffer): SetUp =>
  forge((token, { provider }) => spoiled(token, provider.keys.rsa, spoil));
const zero = Buffer.from([0]);

const signatures: [string, SetUp][] = [
  ["signs by ES256 with r = s = 0", ecSignature((signature) => Buffer.alloc(signature.length))],
  ["signs by ES256 in 63 bytes", ecSignature((signature) => signature.subarray(1))],
  ["signs by ES256 in 65 bytes", ecSignature((signature) => Buffer.concat([zero, signature]))],
  ["signs by ES256 in 128 bytes", ecSignature((signature) => Buffer.concat([signature, signature]))],
  [
    "signs by ES256 with r and s exchanged",
    ecSignature((signature) => Buffer.concat([signature.subarray(32), signature.subarray(0, 32)])),
  ],
  [
    "signs by ES256 in DER",
    forge(({ header, payload }, { provider }) =>
      compact({ ...header, alg: "ES256", kid: "ec-1" }, payload, es256(provider.keys.ec, "der")),
    ),
  ],
  ["signs by ES256 with nothing", ecSignature(() => Buffer.alloc(0))],
  ["signs by RS256 with nothing", rsaSignature(() => Buffer.alloc(0))],
  ["signs by RS256 with zeros", rsaSignature((signature) => Buffer.alloc(signature.length))],
  ["signs by RS256 with a byte too many", rsaSignature((signature) => Buffer.concat([signature, zero]))],
  ["signs by RS256 with a byte too many in front", rsaSignature((signature) => Buffer.concat([zero, signature]))],
  ["signs by RS256 with a byte too few", rsaSignature((signature) => signature.subarray(0, -1))],
  ["signs by RS256 with 16 000 bytes", rsaSignature(() => Buffer.alloc(10_000, 1))],
  [
    "signs by a key that nobody published",
    forge(({ header, payload }, { foreign }) => compact(header, payload, rs256(foreign.rsa))),
  ],
];

/** The good token as text, changed as text. */
const asText = (change: (parts: string[]) => string): SetUp =>
  forge(({ header, payload }, { provider }) => change(compact(header, payload, rs256(provider.keys.rsa)).split(".")));
const encoded = (text: string | Buffer): string => Buffer.from(text).toString("base64url");
/** A token of any two texts, with a right signature. */
const signedText = (make: (header: object, payload: object) => [unknown, unknown]): SetUp =>
  forge(({ header, payload }, { provider }) => compact(...make(header, payload), rs256(provider.keys.rsa)));

const forms: [string, SetUp][] = [
  ["sends two parts", asText(([header, payload]) => `${header ?? ""}.${payload ?? ""}`)],
  ["sends four parts", asText((parts) => [...parts, ""].join("."))],
  ["sends five parts, as an encrypted token has", asText((parts) => [...parts, "a", "b"].join("."))],
  ["sends an empty header", asText((parts) => ["", ...parts.slice(1)].join("."))],
  ["sends an empty payload", asText(([header, , signature]) => `${header ?? ""}..${signature ?? ""}`)],
  ["sends dots alone", asText(() => "..")],
  ["pads its Base64URL", asText((parts) => `${parts.join(".")}==`)],
  ["ends its token with a newline", asText((parts) => `${parts.join(".")}\n`)],
  ["ends its token with a NUL", asText((parts) => `${parts.join(".")}\0`)],
  ["begins its token with a space", asText((parts) => ` ${parts.join(".")}`)],
  ["writes plain Base64", asText(([header, payload]) => `${header ?? ""}.${payload ?? ""}.++//`)],
  ["leaves set bits unused at the end", asText((parts) => `${parts.join(".").slice(0, -1)}B`)],
  ["sends a header that is no JSON", asText((parts) => [encoded("alg=RS256"), ...parts.slice(1)].join("."))],
  ["signs a payload that is an array", signedText((header, payload) => [header, [payload]])],
  ["signs a payload that is null", signedText((header) => [header, "null"])],
  ["signs a payload that is text", signedText((header) => [header, '"sub"'])],
  ["signs a header that is an array", signedText((header, payload) => [[header], payload])],
  ["signs two payloads in a row", signedText((header, payload) => [header, JSON.stringify(payload).repeat(2)])],
  ["signs a payload with a NUL behind it", signedText((header, payload) => [header, `${JSON.stringify(payload)}\0{}`])],
  [
    "signs a payload with a byte order mark",
    signedText((header, payload) => [header, `\uFEFF${JSON.stringify(payload)}`]),
  ],
  [
    "signs a payload with a comma at its end",
    signedText((header, payload) => [header, JSON.stringify(payload).replace(/}$/, ",}")]),
  ],
  [
    "signs a payload 10 000 deep",
    signedText((header, payload) => [header, jsonAround(payload, `"x":${"[".repeat(5000)}${"]".repeat(5000)}`)]),
  ],
  ["signs a token over 16 KB", signedText((header, payload) => [header, { ...payload, padding: "x".repeat(12_300) }])],
];

const rightAllTheSame: Row[] = [
  {
    does: "signs a token just under 16 KB",
    end: "login",
    setUp: signedText((header, payload) => [header, { ...payload, padding: "x".repeat(11_000) }]),
  },
  {
    does: "puts white space around its JSON",
    end: "login",
    setUp: signedText((header, payload) => [` ${JSON.stringify(header)}\r\n`, `\t${JSON.stringify(payload)} \n`]),
  },
  {
    does: "names unknown header fields and another typ",
    end: "login",
    setUp: headers({ typ: "x", cty: "y", zip: "DEF", b64: false }),
  },
];

const critical: Row[] = [["exp"], [], "exp", ["b64"], { exp: true }, 0].map((crit) => ({
  does: `has the critical fields ${JSON.stringify(crit)}`,
  end: refused,
  setUp: headers({ crit, b64: true }),
}));

const kids: unknown[] = [
  ...["nobody's", "", "../../../../etc/passwd", "/dev/null", "' OR '1'='1", "RSA-1", "rsa-1\0", "rsa-1\r\nX: y"],
  ...["rsa-1 ", "%72sa-1", "$(reboot)", "x".repeat(6000), 1, true, ["rsa-1"], { kid: "rsa-1" }, "__proto__", "keys"],
];
const keyIds: Row[] = kids.map((kid) => ({
  does: `names the kid ${JSON.stringify(kid).slice(0, 30)}`,
  end: refused,
  setUp: headers({ kid }),
  after: ({ provider }) => assert.equal(provider.requests.filter(({ endpoint }) => endpoint === "jwks").length, 1),
}));

/** Keys brought along in the header: members that name the foreign key. */
function broughtAlong({ foreign, provider }: Stage): Record<string, object> {
  const key = createPublicKey(foreign.rsa);
  const jwk = { ...key.export({ format: "jwk" }), kid: "rsa-1", use: "sig", alg: "RS256" };
  const url = `${provider.issuer}/elsewhere`;
  return {
    jwk: { jwk },
    jku: { jku: url },
    x5u: { x5u: url },
    x5c: { x5c: [key.export({ type: "spki", format: "der" }).toString("base64")] },
    "jku without kid": { jku: url, kid: undefined },
    "jwk without kid": { jwk, kid: undefined },
  };
}

const publishElsewhere: SetUp = (stage) => {
  const { kty, n, e } = stage.foreign.rsa.export({ format: "jwk" });
  stage.provider.misbehave(
    "other",
    answer(200, "application/json", JSON.stringify({ keys: [{ kty, n, e, kid: "rsa-1" }] })),
  );
};

const embedded: Row[] = ["jwk", "jku", "x5u", "x5c", "jku without kid", "jwk without kid"].flatMap((name) => {
  const signed =
    (own: boolean): SetUp =>
    async (stage) => {
      await publishElsewhere(stage);
      const key = own ? stage.provider.keys.rsa : stage.foreign.rsa;
      await forge(({ header, payload }) => compact({ ...header, ...broughtAlong(stage)[name] }, payload, rs256(key)))(
        stage,
      );
    };
  const after: Case["after"] = ({ provider }) =>
    assert.ok(!provider.requests.some(({ endpoint }) => endpoint === "other"), "the address was asked");
  return [
    { does: `brings its key along: ${name}`, end: refused, setUp: signed(false), after },
    {
      does: `brings a foreign key along and signs by its own: ${name}`,
      end: "login" as const,
      setUp: signed(true),
      after,
    },
  ];
});

const duplicates: Row[] = [
  {
    does: "names alg none, then RS256",
    end: "login",
    setUp: signedText((header, payload) => [jsonAround(header, '"alg":"none"'), payload]),
  },
  {
    does: "names alg RS256, then none",
    end: "UNSUPPORTED_ALGORITHM",
    setUp: signedText((header, payload) => [jsonAround(header, "", '"alg":"none"'), payload]),
  },
  {
    does: "names its kid, then another",
    end: refused,
    setUp: signedText((header, payload) => [jsonAround(header, "", '"kid":"x"'), payload]),
  },
  {
    does: "names another issuer, then its own",
    end: "login",
    setUp: signedText((header, payload) => [header, jsonAround(payload, '"iss":"https://other.example"')]),
  },
  {
    does: "names its issuer, then another",
    end: refused,
    setUp: signedText((header, payload) => [header, jsonAround(payload, "", '"iss":"https://other.example"')]),
  },
  {
    does: "names another audience last",
    end: refused,
    setUp: signedText((header, payload) => [header, jsonAround(payload, "", '"aud":"x"')]),
  },
  {
    does: "names another nonce last",
    end: "NONCE_MISMATCH",
    setUp: signedText((header, payload) => [header, jsonAround(payload, "", '"nonce":"x"')]),
  },
  {
    does: "lets exp pass in its second exp",
    end: refused,
    setUp: signedText((header, payload) => [header, jsonAround(payload, "", '"exp":1')]),
  },
  {
    does: "names alice's e-mail, then mallory's",
    user: "mallory",
    end: "USER_NOT_AUTHORIZED",
    setUp: signedText((header, payload) => [header, jsonAround(payload, '"email":"alice@example.org"')]),
  },
  {
    does: "hides a second email in an escape",
    user: "alice",
    end: "USER_NOT_AUTHORIZED",
    setUp: signedText((header, payload) => [
      header,
      jsonAround({ ...payload, groups: [] }, "", '"\\u0065mail":"mallory@example.org"'),
    ]),
  },
];

const order = "part D, ID Token order";
export const tokenCases: readonly Case[] = [
  ...from("part D, algorithms", algorithms),
  ...from(
    "part D, signatures",
    signatures.map(([does, setUp]) => ({ does, end: refused, setUp })),
  ),
  ...from(
    order,
    forms.map(([does, setUp]) => ({ does, end: refused, setUp })),
  ),
  ...from(order, rightAllTheSame),
  ...from(`${order}, crit`, critical),
  ...from(`${order}, kid`, keyIds),
  ...from(`${order}, header keys`, embedded),
  ...from("part D, JSON duplicates", duplicates),
  ...from("part D, signatures", [
    {
      does: "signs by somebody's random bytes",
      end: refused,
      setUp: forge(({ header, payload }) => compact(header, payload, bytes(Buffer.alloc(256, 7)))),
    },
  ]),
];
