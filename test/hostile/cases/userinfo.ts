/** Signed UserInfo answers (OpenID Connect Core section 5.3.2) that no one should take, and some that are right. */
import { createPublicKey } from "node:crypto";
import { cases, own, seconds, type Case, type SetUp, type Stage, type Values } from "../case.ts";
import { bytes, compact, mac, ps256, rs256, unsigned, type Signer } from "../sign.ts";

/** Answers that replace the endpoint's signed one. */
const answers =
  (make: (good: Values, stage: Stage) => string): SetUp =>
  (stage) =>
    stage.provider.misbehave("userinfo", async (ctx, next) => {
      await next();
      ctx.type = "application/jwt";
      ctx.body = make({ ...(ctx.body as Values), iss: stage.provider.issuer, aud: stage.provider.client.id }, stage);
    });

/** Signed by the provider, with other claims or header fields; undefined leaves one out. */
const has = (payload: Values, header: Values = {}, signer: (stage: Stage) => Signer = own): SetUp =>
  answers((good, stage) => compact({ alg: "RS256", kid: "rsa-1", ...header }, { ...good, ...payload }, signer(stage)));
/** Signed otherwise. */
const signs = (signer: (stage: Stage) => Signer, header: Values = {}): SetUp => has({}, header, signer);
const pem = ({ provider }: Stage): Signer =>
  mac(createPublicKey(provider.keys.rsa).export({ type: "spki", format: "pem" }));

const source = "signed UserInfo";
const row = (line: string, setUp: SetUp): { line: string; setUp: SetUp } => ({ line, setUp });
/** Ursula's ID Token has no e-mail, so that nothing but the answer can let her in. */
const ursula = { user: "ursula", role: "operator" };

export const userinfoCases: readonly Case[] = [
  ...cases(
    source,
    "login",
    {
      "has no iss and aud": has({ iss: undefined, aud: undefined }),
      "is for several clients, with azp": has({ aud: ["router", "other"], azp: "router" }),
      "has not expired": has({ exp: seconds() + 6000, iat: seconds() }),
    },
    ursula,
  ),
  ...cases(
    source,
    "ID_TOKEN_VERIFICATION_FAILED",
    {
      "is of another issuer": row("claim=iss", has({ iss: "https://other.example" })),
      "is for another client": row("claim=aud", has({ aud: "other" })),
      "is about another user": row("another subject", has({ sub: "sub-alice" })),
      "is about no user": row("UserInfo has no sub", has({ sub: undefined })),
      "has expired": row("claim=exp", has({ exp: seconds() - 600 })),
      "must not be looked at yet": row("claim=nbf", has({ nbf: seconds() + 6000 })),
      "has an unknown critical header": row("crit", has({}, { crit: ["b64"], b64: false })),
      "names a key that does not exist": row("token=userinfo", has({}, { kid: "nobody's" })),
      "is signed by a key of another provider": row(
        "token=userinfo",
        signs(({ foreign }) => rs256(foreign.rsa)),
      ),
      "has no signature": signs(() => unsigned),
      "has noise for a signature": signs(() => bytes(Buffer.alloc(256))),
      "has over 16 KB": row("16 384", has({ padding: "x".repeat(16000) })),
    },
    ursula,
  ),
  ...cases(
    source,
    "UNSUPPORTED_ALGORITHM",
    {
      "is signed by the algorithm none": row(
        "token=userinfo",
        signs(() => unsigned, { alg: "none" }),
      ),
      "is signed by HMAC with the public key": signs(pem, { alg: "HS256" }),
      "is signed by HMAC with the client secret": signs(({ provider }) => mac(provider.client.secret), {
        alg: "HS256",
      }),
      "is signed by PS256, which no option allows": row(
        "see option id_token_algs",
        signs(({ provider }) => ps256(provider.keys.rsa), { alg: "PS256" }),
      ),
    },
    ursula,
  ),
  ...cases(
    source,
    "USERINFO_NETWORK_ERROR",
    { "is encrypted": answers(() => "e30.AA.AA.AA.AA"), "is no JWT": answers(() => "hello") },
    { ...ursula, line: "not a signed JWT" },
  ),
];
