/** Faults of providers as public reports tell of them: each row has what arrived, and the words by which an administrator finds the cause. */
import { sign } from "node:crypto";
import { answer } from "../../box/provider/misbehaviour.ts";
import { all, behaves, cases, claims, each, fields, forge, headers, jwks, publicJwk, signsText } from "../case.ts";
import type { Case, Line, Replaceable, SetUp, Stage, Values } from "../case.ts";
import { jsonAround } from "../sign.ts";

/** An endpoint answers with a text, or with JSON. */
const says = (endpoint: Replaceable, status: number, body: unknown): SetUp =>
  behaves(endpoint, answer(status, "application/json", typeof body === "string" ? body : JSON.stringify(body)));
const row = (line: Line, setUp: SetUp): Partial<Case> => ({ line, setUp });

/** Ursula's ID Token has no e-mail, so that UserInfo is asked. */
const ursula = { user: "ursula", role: "operator" };
const refused = "ID_TOKEN_VERIFICATION_FAILED";
const later = 'reason="the provider cannot answer now: try again later"';

const passing = [
  ...cases("reports, failures that pass", "TOKEN_EXCHANGE_FAILED", {
    "token: 429 too_many_requests": row([later, "http_status=429"], says("token", 429, { error: "too_many_requests" })),
    "token: 408 without a body": row([later, "http_status=408"], says("token", 408, "")),
    "token: temporarily_unavailable": row(
      [later, "idp_error=temporarily_unavailable"],
      says("token", 400, { error: "temporarily_unavailable" }),
    ),
    "token: slow_down with status 200": row([later, "idp_error=slow_down"], says("token", 200, { error: "slow_down" })),
  }),
  ...cases("reports, failures that pass", "JWKS_FETCH_FAILED", {
    "keys: 503": row([later, "http_status=503"], says("jwks", 503, "")),
  }),
  ...cases(
    "reports, failures that pass",
    "USERINFO_NETWORK_ERROR",
    { "UserInfo: 408": row([later, "http_status=408"], says("userinfo", 408, "")) },
    ursula,
  ),
];

const secretEchoed: SetUp = (stage) =>
  says("token", 400, { error: "invalid_client", error_description: `not ${stage.provider.client.secret}` })(stage);
const expired = "AADSTS7000222: The provided client secret keys for app 'router' are expired.";
const long = "x".repeat(300);
const errors = [
  ...cases("reports, errors", "TOKEN_EXCHANGE_FAILED", {
    "token: ok false with status 200": row(
      ["idp_error=bad_client_secret", "http_status=200"],
      says("token", 200, { ok: false, error: "bad_client_secret" }),
    ),
    "token: an object as error": row(
      ["idp_error=OAuthException", 'error_description="Invalid code"'],
      says("token", 400, { error: { type: "OAuthException", code: 100, message: "Invalid code" } }),
    ),
    "token: the words of Entra ID": row(
      ["idp_error=invalid_client", `error_description="${expired}"`],
      says("token", 401, { error: "invalid_client", error_description: expired }),
    ),
    "token: 300 characters of words": row(
      ` error_description=${"x".repeat(200)} `,
      says("token", 400, { error: "invalid_request", error_description: long }),
    ),
    "token: words that forge a line": row(
      'error_description="a\\x0aLOGIN_GRANTED \\"b\\""',
      says("token", 400, { error: "invalid_request", error_description: 'a\nLOGIN_GRANTED "b"' }),
    ),
    "token: words that repeat the secret": row('error_description="left out, as it repeats a secret"', secretEchoed),
    "token: JSON after a byte order mark": row("byte order mark", says("token", 200, "\uFEFF{}")),
  }),
  ...cases("reports, errors", "OIDC_INVALID_GRANT", {
    "token: invalid_grant with status 200": row("http_status=200", says("token", 200, { error: "invalid_grant" })),
  }),
  ...cases(
    "reports, UserInfo",
    "USERINFO_NETWORK_ERROR",
    {
      "an error with status 200": row(
        ["idp_error=invalid_token", 'error_description="Missing Bearer token"'],
        says("userinfo", 200, { error: "invalid_token", error_description: "Missing Bearer token" }),
      ),
    },
    ursula,
  ),
  ...cases(
    "reports, UserInfo",
    refused,
    {
      "no sub": row("UserInfo has no sub", says("userinfo", 200, { email: "ursula@example.org" })),
      "another sub": row("another subject", says("userinfo", 200, { sub: "x", email: "ursula@example.org" })),
    },
    ursula,
  ),
  ...cases("reports, UserInfo", "login", { "a claim called error": fields("userinfo", { error: "none" }) }, ursula),
];

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
    "no key at all": row(
      "no keys in the JWK Set",
      jwks(() => []),
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
export const reportVectors: readonly Case[] = [...passing, ...errors, ...texts, ...keys, ...received, ...empty];
