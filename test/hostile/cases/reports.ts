/** Faults of providers as public reports tell of them: each row has what arrived, and the words by which an administrator finds the cause. */
import { sign } from "node:crypto";
import { answer } from "../../box/provider/misbehaviour.ts";
import { all, behaves, cases, claims, each, fields, forge, headers, jwks, publicJwk, signsText } from "../case.ts";
import type { Case, Line, SetUp, Stage, Values } from "../case.ts";
import { jsonAround } from "../sign.ts";

/** The token endpoint answers with JSON. */
const says = (status: number, body: object): SetUp =>
  behaves("token", answer(status, "application/json", JSON.stringify(body)));
const row = (line: Line, setUp: SetUp): Partial<Case> => ({ line, setUp });

const refused = "ID_TOKEN_VERIFICATION_FAILED";
const secretEchoed: SetUp = (stage) =>
  says(400, { error: "invalid_client", error_description: `not ${stage.provider.client.secret}` })(stage);
const errors = cases("reports, errors", "TOKEN_EXCHANGE_FAILED", {
  "token: an object as error": row(
    ["idp_error=OAuthException", 'error_description="Invalid code"'],
    says(400, { error: { type: "OAuthException", code: 100, message: "Invalid code" } }),
  ),
  "token: 300 characters of words": row(
    ` error_description=${"x".repeat(200)} `,
    says(400, { error: "invalid_request", error_description: "x".repeat(300) }),
  ),
  "token: words that repeat the secret": row('error_description="left out, as it repeats a secret"', secretEchoed),
});

const member = (text: string): SetUp => signsText((header, payload) => [header, jsonAround(payload, text)]);
const without = (name: string, text: string): SetUp =>
  signsText((header, payload) => [header, jsonAround({ ...payload, [name]: undefined }, text)]);
const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
const raw = (text: string): SetUp =>
  forge(({ header, payload }, { provider }) => {
    const part = (value: string | Buffer): string => Buffer.from(value).toString("base64url");
    const body = Buffer.from(jsonAround(payload, text), "latin1");
    const input = `${part(JSON.stringify(header))}.${part(body)}`;
    return `${input}.${signer(provider, input)}`;
  });
const signer = (provider: Stage["provider"], input: string): string =>
  sign("sha256", Buffer.from(input), provider.keys.rsa).toString("base64url");

const texts = [
  ...cases("reports, texts that no rule reads", "login", {
    "half a surrogate pair in name": member(String.raw`"name":"Alice \ud83d"`),
    "the second half alone": member(String.raw`"name":"\uDE00 Alice"`),
    "two first halves": member(String.raw`"name":"\ud83d\ud83d\ude00"`),
    "half a pair as a member's name": member(String.raw`"\ud83d":1`),
    "a whole pair, and a backslash before u": member(String.raw`"name":"\ud83d\ude00 \\ud83d"`),
    "an array 5 000 deep": member(`"x":${deep}`),
    "objects 40 deep with half a pair in them": member(
      `"x":${'{"a":'.repeat(40)}${String.raw`"\ud83d]}\""`}${"}".repeat(40)}`,
    ),
    "a number that is too large": member('"x":1e400'),
    "a group with the name of a claim": claims({ groups: ["email_verified"], email_verified: undefined }),
    "a header's value with the name of crit": headers({ x: "crit" }),
    "invalid UTF-8": raw('"name":"Alice \xff\xc3"'),
    "control characters in an escape": member(String.raw`"name":"\u0007\u0000"`),
  }),
  ...cases("reports, texts that a rule reads", refused, {
    "half a surrogate pair in sub": row("claim=sub", without("sub", String.raw`"sub":"a\ud83d"`)),
    "a number that is too large as exp": row("claim=exp", without("exp", '"exp":1e400')),
    "half a surrogate pair in iss": row("claim=iss", without("iss", String.raw`"iss":"https://\ud83d"`)),
  }),
  ...cases("reports, texts that a rule reads", "USER_NOT_AUTHORIZED", {
    "half a surrogate pair in e-mail and group": all(
      signsText((header, payload) => [
        header,
        jsonAround(
          { ...payload, email: undefined, groups: undefined },
          String.raw`"email":"alice@example.org\ud83d","groups":["router-admins\ud83d"]`,
        ),
      ]),
    ),
  }),
];

const rsaWith = (...more: Values[]): SetUp => jwks(([rsa = {}]) => more.map((values) => ({ ...rsa, ...values })));
/** Keys of others, and the provider's own in the last place. */
const others = (count: number, kid: string): SetUp =>
  jwks(([rsa = {}], { foreign }: Stage) => [
    ...Array.from({ length: count }, () => publicJwk(foreign.rsa, { kid })),
    { ...rsa, kid },
  ]);
const keys = [
  ...cases("reports, keys", refused, {
    "an empty kid and a key without": row(
      ["no key of the provider has the token's kid", 'kid=""'],
      all(headers({ kid: "" }), rsaWith({ kid: undefined })),
    ),
    "five keys of one kid": row(["no key of the first 4", "keys=5"], others(4, "rsa-1")),
  }),
  ...cases("reports, keys", "login", {
    "two keys of one kid, and the second signs": others(1, "rsa-1"),
    "four keys of one kid, and the last signs": others(3, "rsa-1"),
  }),
];

const received = cases("reports, received values", refused, {
  "no audience": row("received=absent", claims({ aud: undefined })),
  "an encrypted ID Token": row(
    ["is encrypted", "remove the encryption key"],
    forge(() => `${Buffer.from('{"alg":"RSA-OAEP-256","enc":"A256CBC-HS512"}').toString("base64url")}.AA.AA.AA.AA`),
  ),
});

const empty = [
  ...each("reports, endpoints", "login", "has the UserInfo endpoint", ["", null], (userinfo_endpoint) =>
    fields("discovery", { userinfo_endpoint, end_session_endpoint: "" }),
  ),
  ...cases("reports, endpoints", "OIDC_DISCOVERY_FAILED", {
    "has an empty token endpoint": row(
      ['reason="missing endpoint"', "field=token_endpoint"],
      fields("discovery", { token_endpoint: "" }),
    ),
  }),
];

/** Rows of one provider's answers, as data. */
export const reportVectors: readonly Case[] = [...errors, ...texts, ...keys, ...received, ...empty];
