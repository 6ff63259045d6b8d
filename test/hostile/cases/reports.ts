/** Faults of providers as public reports tell of them: each row has what arrived, and the words by which an administrator finds the cause. */
import { sign } from "node:crypto";
import { answer } from "../../box/provider/misbehaviour.ts";
import {
  all,
  behaves,
  cases,
  claims,
  each,
  fields,
  forge,
  headers,
  jwks,
  publicJwk,
  signsText,
  token,
} from "../case.ts";
import type { Case, Line, Replaceable, SetUp, Stage, Values } from "../case.ts";
import { jsonAround } from "../sign.ts";

/** An endpoint answers with a text, or with JSON. */
const says = (endpoint: Replaceable, status: number, body: unknown): SetUp =>
  behaves(endpoint, answer(status, "application/json", typeof body === "string" ? body : JSON.stringify(body)));
const row = (line: Line, setUp: SetUp, more: Partial<Case> = {}): Partial<Case> => ({ line, setUp, ...more });

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
const others = (count: number, kid?: string): SetUp =>
  jwks(([rsa = {}], { foreign }: Stage) => [
    ...Array.from({ length: count }, () => publicJwk(foreign.rsa, { kid })),
    { ...rsa, kid },
  ]);
const keys = [
  ...cases("reports, keys", refused, {
    "a kid that no key has": row(
      ['reason="no key of the provider has the token\'s kid"', "kid=rsa-9"],
      headers({ kid: "rsa-9" }),
    ),
    "an empty kid and a key without": row(
      ["no key of the provider has the token's kid", 'kid=""'],
      all(headers({ kid: "" }), rsaWith({ kid: undefined })),
    ),
    "the kid 1, a number": row("the token's kid is not a text", all(headers({ kid: 1 }), rsaWith({ kid: 1 }))),
    "a key of this kid for another algorithm": row(
      ["the key of this kid is not for this algorithm", "alg=RS256", "kid=rsa-1"],
      rsaWith({ alg: "RS512" }),
    ),
    "no kid and no key that fits": row(
      "no key of the provider fits the algorithm",
      all(headers({ kid: undefined }), rsaWith({ use: "enc" })),
    ),
    "six keys without kid": row(
      ["no key of the first 4 that fit verifies the signature", "keys=6"],
      all(headers({ kid: undefined }), others(5)),
    ),
    "five keys of one kid": row(["no key of the first 4", "keys=5"], others(4, "rsa-1")),
    "another key under this kid": row(
      "the key of this kid does not verify the signature",
      jwks((_, { foreign }) => [publicJwk(foreign.rsa, { kid: "rsa-1" })]),
    ),
    "a modulus that is none": row("the key cannot be used", rsaWith({ n: "AQAB" })),
    "no key at all": row(
      "no keys in the JWK Set",
      jwks(() => []),
    ),
    "a kid in the token alone": row(["has the token's kid", "a kid of its own"], rsaWith({ kid: undefined })),
    "a kid that is a number in the keys alone": row(
      ["has the token's kid", "must write kid as a text"],
      rsaWith({ kid: 5 }),
    ),
  }),
  ...cases("reports, keys", "login", {
    "two keys of one kid, and the second signs": others(1, "rsa-1"),
    "four keys of one kid, and the last signs": others(3, "rsa-1"),
  }),
  ...cases("reports, keys", "JWKS_FETCH_FAILED", {
    "a JWK in the place of a JWK Set": row("a single JWK", (stage) =>
      says("jwks", 200, publicJwk(stage.provider.keys.rsa, { kid: "rsa-1" }))(stage),
    ),
  }),
];

const received = [
  ...cases("reports, received values", refused, {
    "another audience": row(["claim=aud", "received=router-2", "expected=router"], claims({ aud: "router-2" })),
    "an issuer with a slash": row(
      ["claim=iss", "expected=https://", "received=https://"],
      token(({ payload }) => (payload["iss"] = `${String(payload["iss"])}/`)),
    ),
    "several audiences": row('received="[\\"a\\",\\"b\\"]"', claims({ aud: ["a", "b"] })),
    "seconds as a text": row(["claim=exp", "received=9999999999"], claims({ exp: "9999999999" })),
    milliseconds: row(["claim=iat", "received=1750000000000"], claims({ iat: 1_750_000_000_000 })),
    "a number as sub": row("is a number, and must be a text", claims({ sub: 5 })),
    "no audience": row("received=absent", claims({ aud: undefined })),
    "another azp": row(["claim=azp", "received=app"], claims({ azp: "app" })),
    "an issuer that forges a line": row('received="a\\x0a\\"b"', claims({ iss: 'a\n"b' })),
    "an encrypted ID Token": row(
      ["is encrypted", "remove the encryption key"],
      forge(() => `${Buffer.from('{"alg":"RSA-OAEP-256","enc":"A256CBC-HS512"}').toString("base64url")}.AA.AA.AA.AA`),
    ),
    "a token over 16 KB": row(["over 16 384 bytes", "bytes=", "fewer groups"], claims({ x: "x".repeat(13_000) })),
  }),
  ...cases("reports, received values", "login", { "the same audience twice": claims({ aud: ["router", "router"] }) }),
  ...cases("reports, received values", "TOKEN_EXCHANGE_FAILED", {
    "an access token over 16 KB": row(
      ["access_token over 16 384 bytes", "bytes=16385", "fewer groups"],
      fields("token", { access_token: "x".repeat(16_385) }),
    ),
  }),
];

const kinds = cases("reports, claims of another kind", "USER_NOT_AUTHORIZED", {
  "an array as e-mail": row(
    'other_kind="email is an array"',
    all(claims({ email: ["alice@example.org"], groups: [] }), says("userinfo", 200, { sub: "sub-alice" })),
  ),
  "objects as groups (Casdoor)": row(
    ['other_kind="groups holds objects (name, owner)"', "the provider must send names as texts"],
    claims({ email: "x@example.org", groups: [{ owner: "built-in", name: "router-admins" }] }),
  ),
  "an object as groups": row(
    ['other_kind="groups is an object (router-admins)"', "option groups_claim"],
    claims({ email: "x@example.org", groups: { "router-admins": true } }),
  ),
  "numbers as groups": row(
    'other_kind="groups is an array without texts"',
    claims({ email: "x@example.org", groups: [1] }),
  ),
  "Entra ID's mark of groups": row(
    "_claim_names",
    all(
      claims({ email: "x@example.org", groups: undefined, hasgroups: true }),
      fields("userinfo", { groups: undefined }),
    ),
  ),
  "false as groups": row('other_kind="groups is false"', claims({ email: "x@example.org", groups: false })),
  "Entra ID's overage": row(
    ["groups=absent", "_claim_names"],
    all(
      claims({ email: "x@example.org", groups: undefined, _claim_names: { groups: "src1" } }),
      fields("userinfo", { groups: undefined }),
    ),
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

/** The ID Token does not say whether the address is verified, and UserInfo, which is asked for groups, denies it. */
const denials = [
  { email: "alice@example.org", email_verified: false },
  { email: "Alice@Example.ORG", email_verified: "false" },
  { email: ["alice@example.org"], email_verified: 0 },
];
const denied = each(
  "reports, email_verified of another source",
  "USER_NOT_AUTHORIZED",
  "UserInfo has",
  denials,
  (said: Values) =>
    row(
      "unverified_by=userinfo",
      all(
        claims({ groups: undefined, email_verified: undefined }),
        says("userinfo", 200, { sub: "sub-alice", ...said }),
      ),
    ),
);
const types = each(
  "reports, token_type",
  "TOKEN_EXCHANGE_FAILED",
  "is",
  ["DPoP", ["Bearer"], 5],
  (token_type: string | number | string[]) =>
    row(
      `token_type=${typeof token_type === "object" ? String.raw`"[\"Bearer\"]"` : token_type}`,
      fields("token", { token_type }),
    ),
);

/** Rows of one provider's answers, as data. */
export const reportVectors: readonly Case[] = [
  ...denied,
  ...types,
  ...passing,
  ...errors,
  ...texts,
  ...keys,
  ...received,
  ...kinds,
  ...empty,
];

/** The address of the callback with other parameters. */
const called = (parameters: string) => (address: URL) => new URL(`${address.pathname}?${parameters}`, address);
const waits = (endpoint: Replaceable, status: number, retry: string): SetUp =>
  behaves(endpoint, (ctx) => {
    ctx.status = status;
    ctx.set("Retry-After", retry);
    ctx.body = "";
  });

/** Rows that need headers, or a browser. */
export const reports: readonly Case[] = [
  ...cases("reports, errors", "OIDC_DISCOVERY_FAILED", {
    "discovery: an error with status 200": row("idp_error=not_found", says("discovery", 200, { error: "not_found" })),
    "discovery: JSON after a byte order mark": row("byte order mark", says("discovery", 200, "\uFEFF{}")),
  }),
  ...cases("reports, failures that pass", "TOKEN_ENDPOINT_NETWORK_ERROR", {
    "token: 503 with HTML": row([later, "http_status=503"], says("token", 503, "<html>")),
  }),
  ...cases("reports, failures that pass", "OIDC_DISCOVERY_FAILED", {
    "discovery: 429": row([later, "http_status=429"], says("discovery", 429, "")),
  }),
  ...cases("reports, Retry-After", "TOKEN_EXCHANGE_FAILED", {
    "token: 429": row([later, "retry_after=120"], waits("token", 429, "120")),
  }),
  ...cases("reports, Retry-After", "OIDC_DISCOVERY_FAILED", {
    "discovery: 503": row([later, "retry_after=7"], waits("discovery", 503, "7")),
  }),
  ...cases("reports, responses without state", "INVALID_REQUEST", {
    "an error": row(["error=invalid_resource", "error_description=words", "parameter=state"], () => undefined, {
      bringBack: called("error=invalid_resource&error_description=words"),
      remains: { handshakes: 1 },
    }),
    "nothing, as in the fragment": row(["parameter=state", "response_mode=query"], () => undefined, {
      bringBack: called(""),
      remains: { handshakes: 1 },
    }),
  }),
];
