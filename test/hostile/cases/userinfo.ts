/** Signed UserInfo answers (OpenID Connect Core section 5.3.2) that nobody should take, and some that are right. */
import { createPublicKey } from "node:crypto";
import type { Jwt } from "../../box/provider/keys.ts";
import { seconds, type Case, type SetUp, type Stage } from "../case.ts";
import { bytes, compact, mac, ps256, rs256, unsigned } from "../sign.ts";

/** What the endpoint answers instead of what it would sign. */
const answers =
  (make: (good: Jwt, stage: Stage) => string): SetUp =>
  (stage) =>
    stage.provider.misbehave("userinfo", async (ctx, next) => {
      await next();
      const payload = { ...(ctx.body as object), iss: stage.provider.issuer, aud: stage.provider.client.id };
      ctx.type = "application/jwt";
      ctx.body = make({ header: { alg: "RS256", kid: "rsa-1" }, payload }, stage);
    });

/** Signed by the provider, with other claims or header fields; undefined leaves one out. */
const signed = (payload: Record<string, unknown>, header: Record<string, unknown> = {}): SetUp =>
  answers((good, { provider }) =>
    compact({ ...good.header, ...header }, { ...good.payload, ...payload }, rs256(provider.keys.rsa)),
  );

const refused = "ID_TOKEN_VERIFICATION_FAILED";
const rows: [does: string, end: Case["end"], setUp: SetUp, line?: RegExp][] = [
  ["without iss and aud", "login", signed({ iss: undefined, aud: undefined })],
  ["for several clients, with azp", "login", signed({ aud: ["router", "other"], azp: "router" })],
  ["that has not expired", "login", signed({ exp: seconds() + 600, iat: seconds() })],
  ["of another issuer", refused, signed({ iss: "https://other.example" }), /claim=iss/],
  ["for another client", refused, signed({ aud: "other" }), /claim=aud/],
  ["about somebody else", refused, signed({ sub: "sub-alice" }), /another subject/],
  ["about nobody", refused, signed({ sub: undefined }), /another subject/],
  ["that has expired", refused, signed({ exp: seconds() - 600 }), /claim=exp/],
  ["that must not be looked at yet", refused, signed({ nbf: seconds() + 600 }), /claim=nbf/],
  ["with an unknown critical header", refused, signed({}, { crit: ["b64"], b64: false }), /crit/],
  ["with a key that does not exist", refused, signed({}, { kid: "nobody's" }), /token=userinfo/],
  [
    "by somebody else's key",
    refused,
    answers(({ header, payload }, { foreign }) => compact(header, payload, rs256(foreign.rsa))),
    /token=userinfo/,
  ],
  ["with no signature", refused, answers(({ header, payload }) => compact(header, payload, unsigned))],
  [
    "with noise for a signature",
    refused,
    answers(({ header, payload }) => compact(header, payload, bytes(Buffer.alloc(256)))),
  ],
  [
    "by the algorithm none",
    "UNSUPPORTED_ALGORITHM",
    answers(({ payload }) => compact({ alg: "none" }, payload, unsigned)),
    /alg=none token=userinfo|token=userinfo.* alg=none/,
  ],
  [
    "by HMAC with the public key",
    "UNSUPPORTED_ALGORITHM",
    answers(({ payload }, { provider }) =>
      compact(
        { alg: "HS256" },
        payload,
        mac(createPublicKey(provider.keys.rsa).export({ type: "spki", format: "pem" })),
      ),
    ),
  ],
  [
    "by HMAC with the client secret",
    "UNSUPPORTED_ALGORITHM",
    answers(({ payload }, { provider }) => compact({ alg: "HS256" }, payload, mac(provider.client.secret))),
  ],
  [
    "by PS256, which no option allows",
    "UNSUPPORTED_ALGORITHM",
    answers(({ payload }, { provider }) => compact({ alg: "PS256", kid: "rsa-1" }, payload, ps256(provider.keys.rsa))),
    /see option id_token_algs/,
  ],
  ["that is encrypted", "USERINFO_NETWORK_ERROR", answers(() => "e30.AA.AA.AA.AA"), /not a signed JWT/],
  ["that is no JWT", "USERINFO_NETWORK_ERROR", answers(() => "hello"), /not a signed JWT/],
  ["of over 16 KB", refused, signed({ padding: "x".repeat(16000) }), /16 384/],
];

/** Ursula's ID Token has no e-mail, so that nothing but the answer can let her in. */
export const userinfoCases: readonly Case[] = rows.map(([does, end, setUp, line]) => ({
  source: "signed UserInfo",
  does: `signs its UserInfo answer ${does}`,
  end,
  setUp,
  user: "ursula",
  role: "operator",
  ...(line !== undefined && { line }),
}));
