/** Headers and log lines inside every string that a provider controls (facts about providers, part D). */
import { answer, errorDocument } from "../../box/provider/misbehaviour.ts";
import { behaves, cases, claims, each, fields, headers, own, signs, type Case, type SetUp } from "../case.ts";

/** Texts that would inject a header, a log line, a terminal's command or a format. */
const payloads: readonly string[] = [
  "x\r\nSet-Cookie: sysauth_https=evil; Path=/",
  "x\nLOGIN_GRANTED role=admin email=evil",
  'x" role=admin LOGIN_GRANTED "',
  "x\0y",
  "\u001b]0;evil\u0007\u001b[2J",
  "%s%n%d%p $(reboot) `reboot` ; reboot",
  "\u202Eevil\u2028LOGIN_GRANTED\u0085\u00ff\u007f",
];
/** Those that a ubus message can carry whole. */
const withoutNul = payloads.filter((payload) => !payload.includes("\0"));
/** One of each kind, where a string takes the same way as another that is tried with all. */
const few = payloads.filter((_payload, index) => [0, 2, 4].includes(index));

const endpoints = ["authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"];
const badAddresses = [
  ...["javascript:alert(1)", "http://idp.localhost/x", "//idp.localhost/x", "https://a:b@idp.localhost/"],
  ...["https://idp.localhost/#x", "https:\\\\idp.localhost\\x", "file:///etc/passwd", "", 5, ["https://x"]],
];

const part = "part D, header and log injection";
const atDiscovery = `${part}, discovery`;
const discovery = [
  ...each(atDiscovery, "DISCOVERY_ISSUER_MISMATCH", "writes into its issuer", payloads, (payload: string) =>
    fields("discovery", { issuer: `https://${payload}` }),
  ),
  ...endpoints.flatMap((name) => {
    const most = name === "authorization_endpoint";
    const end = "OIDC_DISCOVERY_FAILED";
    const within = (payload: string): SetUp => fields("discovery", { [name]: `https://idp.localhost/${payload}` });
    const instead = (address: unknown): SetUp => fields("discovery", { [name]: address });
    return [
      ...each(atDiscovery, end, `writes into its ${name}`, most ? payloads : few, within, { line: name }),
      ...each(atDiscovery, end, `names as its ${name}`, badAddresses.slice(0, most ? 10 : 5), instead, { line: name }),
    ];
  }),
];

const atToken = `${part}, token endpoint`;
const tokenErrors = [
  ...each(atToken, "TOKEN_EXCHANGE_FAILED", "writes into its error", payloads, (payload: string) =>
    behaves("token", errorDocument(400, payload)),
  ),
  ...each(atToken, "OIDC_INVALID_GRANT", "writes into its error_description", payloads, (payload: string) =>
    behaves("token", errorDocument(400, "invalid_grant", payload)),
  ),
  ...each(atToken, "TOKEN_EXCHANGE_FAILED", "writes into its access token", payloads, (payload) =>
    fields("token", { access_token: payload }),
  ),
  ...each(atToken, "TOKEN_EXCHANGE_FAILED", "writes into its token_type", few, (payload: string) =>
    fields("token", { token_type: `Bearer${payload}` }),
  ),
  ...each(atToken, "login", "writes into its scope", few, (payload: string) => fields("token", { scope: payload })),
  ...cases(atToken, "TOKEN_EXCHANGE_FAILED", {
    "writes HTML with a script into its error": behaves("token", answer(400, "text/html", "<script>evil()</script>")),
  }),
];

const inToken = `${part}, ID Token`;
const refused = "ID_TOKEN_VERIFICATION_FAILED";
const tokens = [
  ...each(inToken, "UNSUPPORTED_ALGORITHM", "writes into alg", payloads, (alg) => signs(own, { alg })),
  ...each(inToken, refused, "writes into kid", payloads, (kid) => headers({ kid })),
  ...each(inToken, "login", "writes into typ", few, (typ) => headers({ typ, cty: typ })),
  ...["iss", "aud", "azp"].flatMap((name) =>
    each(inToken, refused, `writes into ${name}`, few, (payload) => claims({ [name]: payload })),
  ),
  ...each(inToken, "NONCE_MISMATCH", "writes into nonce", few, (payload) => claims({ nonce: payload })),
  ...each(inToken, "login", "writes into the e-mail of an administrator", withoutNul, (email: string) => ({
    setUp: claims({ email, name: email, email_verified: true }),
    email,
  })),
  ...each(inToken, "login", "writes into the sub of an administrator", few, (payload) => claims({ sub: payload })),
  ...each(inToken, "USER_NOT_AUTHORIZED", "writes into the e-mail and sub of a stranger", withoutNul, (email) => ({
    user: "mallory",
    setUp: claims({ email, sub: email, groups: [email] }),
  })),
  ...each(inToken, "login", "writes into e-mail and sub, which are logged as hashes", few, (email) => ({
    options: { log_identity: "0" },
    setUp: claims({ email, sub: email }),
  })),
  // ubus ends a text at a NUL: what is left of it would name another user.
  ...cases(inToken, refused, { "writes a NUL into sub": claims({ sub: "sub-victor\0x" }) }),
  ...cases(inToken, "login", {
    "writes a NUL into the e-mail of an administrator": {
      setUp: claims({ email: "victor@example.org\0x" }),
      email: "",
    },
    "has a sub and an e-mail of 3000 characters": claims({ sub: "s".repeat(3000), email: "e".repeat(3000) }),
  }),
];

export const injectionVectors: readonly Case[] = [...discovery, ...tokenErrors, ...tokens];
