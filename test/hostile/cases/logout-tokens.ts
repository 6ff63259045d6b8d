/** The OpenID Foundation's plan for back-channel logout, by its modules' names, and logout tokens that no one should take. */
import { randomUUID } from "node:crypto";
import { cases, claims, forge, own, seconds, token, type Case, type Stage, type Values } from "../case.ts";
import { compact, es256, jsonAround, mac, ps256, rs256, unsigned, type Signer } from "../sign.ts";

const event = "http://schemas.openid.net/event/backchannel-logout";
const sid = "session-of-the-provider";
const options = { backchannel_logout: "1" };

/** Changes the provider's logout token: claims, header fields, signature. */
function logoutToken(stage: Stage, { claims: other = {}, header = {}, signer = own, also = "" }: Change): string {
  const { issuer, client } = stage.provider;
  const about = { iss: issuer, aud: client.id, iat: seconds(), exp: seconds(120), jti: randomUUID() };
  const payload = { ...about, sub: "sub-alice", sid, events: { [event]: {} }, ...other };
  const right = { alg: "RS256", typ: "logout+jwt", kid: "rsa-1", ...header };
  return compact(right, jsonAround(JSON.parse(JSON.stringify(payload)) as object, "", also), signer(stage));
}

interface Change {
  claims?: Values;
  header?: Values;
  signer?: (stage: Stage) => Signer;
  /** A member after the others, as text. */
  also?: string;
}

const form = (logout_token: string): string => new URLSearchParams({ logout_token }).toString();
type Form = NonNullable<Case["logout"]>["form"];

/** A login, and then a form that ends its session, or does not, with this in the log line. */
function posts(source: string, does: string, end: 200 | string | string[], change: Change | Form): Case {
  const make: Form = typeof change === "function" ? change : (stage) => form(logoutToken(stage, change));
  const logout = end === 200 ? { status: end, form: make } : { status: 400 as const, line: end, form: make };
  const remains = { tokens: 1, sessions: 1 };
  return { source, does, end: "login", options, setUp: claims({ sid }), remains, logout };
}

const plan = "oidcc-client-test-rp-backchannel-rpinitlogout";
const section = "Back-Channel Logout 1.0, 2.6";
const refused = "cause=ID_TOKEN_VERIFICATION_FAILED";
const unsupported = "cause=UNSUPPORTED_ALGORITHM";
const purged = "https://schemas.openid.net/secevent/risc/event-type/account-purged";
const byClientSecret = ({ provider }: Stage): Signer => mac(provider.client.secret);
const pss = ({ provider }: Stage): Signer => ps256(provider.keys.rsa);
const nothing = (): Signer => unsigned;

export const logoutTokens: readonly Case[] = [
  posts(plan, "posts a logout token", 200, {}),
  posts(`${plan}-alg-none`, "does not sign it", unsupported, { header: { alg: "none" }, signer: nothing }),
  posts(`${plan}-no-event`, "leaves out events", "claim=events", { claims: { events: undefined } }),
  posts(`${plan}-with-nonce`, "puts a nonce in it", "claim=nonce", { claims: { nonce: "n-0S6_WzA2Mj" } }),
  posts(`${plan}-wrong-alg`, "signs it by HS256", unsupported, { header: { alg: "HS256" }, signer: byClientSecret }),
  posts(`${plan}-wrong-alg`, "signs it by ES256 after an RS256 ID Token", [unsupported, "alg=ES256"], {
    header: { alg: "ES256", kid: "ec-1" },
    signer: ({ provider }) => es256(provider.keys.ec),
  }),
  posts(`${plan}-wrong-aud`, "issues it for another client", "claim=aud", { claims: { aud: "somebody" } }),
  posts(`${plan}-wrong-event`, "names another event", "claim=events", { claims: { events: { [purged]: {} } } }),
  posts(`${plan}-wrong-iss`, "issues it as another issuer", "claim=iss", { claims: { iss: "https://other.example" } }),
  posts(section, "names only the user", 200, { claims: { sid: undefined } }),
  posts(section, "names only the session, and the type of every token", 200, {
    claims: { sub: undefined },
    header: { typ: "JWT" },
  }),
  posts(section, "sends the token of another kind", "claim=typ", { header: { typ: "at+jwt" } }),
  posts(section, "has an extension that must be understood", refused, { header: { crit: ["exp"] } }),
  posts(section, "signs it by PS256", unsupported, { header: { alg: "PS256" }, signer: pss }),
  posts(section, "signs it with a key that is not published", refused, { signer: ({ foreign }) => rs256(foreign.rsa) }),
  posts(section, "leaves the signature out", refused, { signer: nothing }),
  posts(section, "says aud twice, last somebody else", "claim=aud", { also: '"aud":"somebody"' }),
  posts(section, "sends a huge one", "cause=INPUT_TOO_LARGE", { claims: { padding: "x".repeat(15000) } }),
  posts(section, "is a day late", "claim=iat", { claims: { iat: seconds(-86400), exp: undefined } }),
  posts(section, "has no exp and is two minutes old", 200, { claims: { iat: seconds(-120), exp: undefined } }),
  posts(section, "has no exp and is seven minutes old", "claim=iat", {
    claims: { iat: seconds(-420), exp: undefined },
  }),
  posts(section, "posts it twice in one form", ["cause=INVALID_REQUEST", "given twice"], (stage) => {
    const once = form(logoutToken(stage, {}));
    return `${once}&${once}`;
  }),
  posts(section, "posts the ID Token", "claim=events", ({ provider }) =>
    form([...provider.secrets].find((secret) => /^eyJ.*\..*\./.test(secret)) ?? ""),
  ),
  ...cases(section, "NONCE_MISMATCH", {
    "sends a logout token as ID Token": { options, setUp: forge((_, stage) => logoutToken(stage, {})) },
  }),
  ...cases(section, "AT_HASH_MISMATCH", {
    "sends a logout token with the login's nonce as ID Token, and without at_hash": {
      options,
      setUp: token(({ header, payload }) => {
        header["typ"] = "logout+jwt";
        Object.assign(payload, { events: { [event]: {} }, at_hash: undefined });
      }),
    },
  }),
];
