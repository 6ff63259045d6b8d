/** The OpenID Foundation's plan for back-channel logout, by its modules' names, and logout tokens that nobody should take. */
import { randomUUID } from "node:crypto";
import type { Jwt } from "../../box/provider/keys.ts";
import { claims, forge, seconds, token, type Case, type Entry, type Stage } from "../case.ts";
import { bytes, compact, jsonAround, mac, ps256, rs256, unsigned } from "../sign.ts";

const event = "http://schemas.openid.net/event/backchannel-logout";
const sid = "session-of-the-provider";
const options = { backchannel_logout: "1" };

/** What the provider would sign. */
function right({ provider }: Stage): Jwt {
  const header = { alg: "RS256", typ: "logout+jwt", kid: "rsa-1" };
  const iat = seconds();
  const about = { iss: provider.issuer, aud: provider.client.id, iat, exp: iat + 120, jti: randomUUID() };
  return { header, payload: { ...about, sub: "sub-alice", sid, events: { [event]: {} } } };
}

/** Makes the posted form of what the provider would sign. */
type Make = (good: Jwt, stage: Stage) => string;

/** A signed token with other claims or header fields. */
const signed =
  (payload: Record<string, unknown>, header: Record<string, unknown> = {}): Make =>
  (good, { provider }) =>
    compact({ ...good.header, ...header }, { ...good.payload, ...payload }, rs256(provider.keys.rsa));

const form = (logout_token: string): string => new URLSearchParams({ logout_token }).toString();

/** A login, and then a logout token. */
function entry(source: string, does: string, status: 200 | 400, make: Make, line?: RegExp): Case {
  return {
    source,
    does,
    end: "login",
    options,
    setUp: claims({ sid }),
    remains: { tokens: 1, sessions: 1 },
    logout: { status, line, form: (stage) => form(make(right(stage), stage)) },
  };
}

const plan = "oidcc-client-test-rp-backchannel-rpinitlogout";
const refused = /cause=ID_TOKEN_VERIFICATION_FAILED/;
const unsupported = /cause=UNSUPPORTED_ALGORITHM/;

const modules: Entry[] = [
  entry(plan, "posts a logout token", 200, signed({})),
  entry(
    `${plan}-alg-none`,
    "does not sign it",
    400,
    (good) => compact({ ...good.header, alg: "none" }, good.payload, unsigned),
    unsupported,
  ),
  entry(`${plan}-no-event`, "leaves out events", 400, signed({ events: undefined }), /claim=events/),
  entry(`${plan}-with-nonce`, "puts a nonce in it", 400, signed({ nonce: "n-0S6_WzA2Mj" }), /claim=nonce/),
  entry(
    `${plan}-wrong-alg`,
    "signs it by HS256",
    400,
    (good, { provider }) => compact({ ...good.header, alg: "HS256" }, good.payload, mac(provider.client.secret)),
    unsupported,
  ),
  entry(`${plan}-wrong-aud`, "issues it for another client", 400, signed({ aud: "somebody" }), /claim=aud/),
  entry(
    `${plan}-wrong-event`,
    "names another event",
    400,
    signed({ events: { "https://schemas.openid.net/secevent/risc/event-type/account-purged": {} } }),
    /claim=events/,
  ),
  entry(`${plan}-wrong-iss`, "issues it as another issuer", 400, signed({ iss: "https://other.example" }), /claim=iss/),
];

const source = "Back-Channel Logout 1.0, 2.6";

const attacks: Entry[] = [
  entry(source, "names the user alone", 200, signed({ sid: undefined })),
  entry(
    source,
    "names the session alone, and the type of every token",
    200,
    signed({ sub: undefined }, { typ: "JWT" }),
  ),
  entry(source, "sends the token of another kind", 400, signed({}, { typ: "at+jwt" }), /claim=typ/),
  entry(source, "has an extension that must be understood", 400, signed({}, { crit: ["exp"] }), refused),
  entry(
    source,
    "signs it by PS256",
    400,
    (good, { provider }) => compact({ ...good.header, alg: "PS256" }, good.payload, ps256(provider.keys.rsa)),
    unsupported,
  ),
  entry(
    source,
    "signs it with a key that nobody published",
    400,
    (good, { foreign }) => compact(good.header, good.payload, rs256(foreign.rsa)),
    refused,
  ),
  entry(
    source,
    "leaves the signature out",
    400,
    (good) => compact(good.header, good.payload, bytes(Buffer.alloc(0))),
    refused,
  ),
  entry(
    source,
    "says aud twice, last somebody else",
    400,
    (good, { provider }) =>
      compact(good.header, jsonAround(good.payload, "", '"aud":"somebody"'), rs256(provider.keys.rsa)),
    /claim=aud/,
  ),
  entry(source, "sends a huge one", 400, signed({ padding: "x".repeat(15000) }), /cause=INPUT_TOO_LARGE/),
  entry(source, "is a day late", 400, signed({ iat: seconds(-86400), exp: undefined }), /claim=iat/),
  {
    ...entry(source, "posts it twice in one form", 400, signed({})),
    logout: {
      status: 400,
      form: (stage) => {
        const once = form(signed({})(right(stage), stage));
        return `${once}&${once}`;
      },
      line: /cause=INVALID_REQUEST .*given twice/,
    },
  },
  {
    ...entry(source, "posts the ID Token", 400, signed({})),
    setUp: undefined,
    logout: {
      status: 400,
      form: ({ provider }) => form([...provider.secrets].find((secret) => /^eyJ.*\..*\./.test(secret)) ?? ""),
      line: /claim=events/,
    },
  },
  {
    source,
    does: "sends a logout token as ID Token",
    end: "NONCE_MISMATCH",
    options,
    setUp: forge((_token, stage) => signed({})(right(stage), stage)),
  },
  {
    source,
    does: "sends a logout token with the login's nonce as ID Token, and without at_hash",
    end: "AT_HASH_MISMATCH",
    options,
    setUp: token(({ header, payload }) => {
      header["typ"] = "logout+jwt";
      Object.assign(payload, { events: { [event]: {} }, at_hash: undefined });
    }),
  },
];

export const logoutTokens: readonly Entry[] = [...modules, ...attacks];
