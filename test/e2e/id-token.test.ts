/**
 * ID Tokens that have to be refused, one of each kind, and odd ones that are right all the same; test/hostile has every value of
 * every claim and header field.
 */
import assert from "node:assert/strict";
import { generateKeys, signJwt, type Jwt } from "../box/provider/keys.ts";
import { expectRefusal, type Code } from "./support/expect.ts";
import type { Scene } from "./support/scene.ts";
import { each, sceneSuite } from "./support/suite.ts";

/** What the provider signs instead of its token, or sends as it is. */
type Edit = (token: Jwt, scene: Scene) => unknown;

const claim =
  (name: string, value: unknown): Edit =>
  ({ payload }) =>
    void (payload[name] = value);
const headerField =
  (name: string, value: unknown): Edit =>
  ({ header }) =>
    void (header[name] = value);
const now = (): number => Math.floor(Date.now() / 1000);

/** Signed by a key that nobody published. */
const foreign: Edit = (token) => signJwt(token, generateKeys(), "");

const refused: Readonly<Record<string, [Edit, Code]>> = {
  "of another issuer": [claim("iss", "https://other.example"), "ID_TOKEN_VERIFICATION_FAILED"],
  "that has expired": [({ payload }) => void (payload["exp"] = now() - 61), "ID_TOKEN_VERIFICATION_FAILED"],
  "with another nonce": [claim("nonce", "A".repeat(43)), "NONCE_MISMATCH"],
  "without at_hash": [claim("at_hash", undefined), "AT_HASH_MISMATCH"],
  "without a signature": [headerField("alg", "none"), "UNSUPPORTED_ALGORITHM"],
  "signed by the client secret": [headerField("alg", "HS256"), "UNSUPPORTED_ALGORITHM"],
  "with the key of another algorithm": [headerField("kid", "ec-1"), "ID_TOKEN_VERIFICATION_FAILED"],
  "signed by somebody else's key": [foreign, "ID_TOKEN_VERIFICATION_FAILED"],
  "changed after it was signed": [
    (token, { provider }) => {
      const [header, , signature] = signJwt(token, provider.keys, "").split(".");
      const payload = { ...token.payload, email: "victor@example.org" };
      return [header, Buffer.from(JSON.stringify(payload)).toString("base64url"), signature].join(".");
    },
    "ID_TOKEN_VERIFICATION_FAILED",
  ],
};

const accepted: Readonly<Record<string, Edit>> = {
  "without a key id": headerField("kid", undefined),
  "by the other algorithm": ({ header }) => void Object.assign(header, { alg: "ES256", kid: "ec-1" }),
  "that expired just now": ({ payload }) => void (payload["exp"] = now() - 30),
  "with many unknown claims": ({ payload }) =>
    void Object.assign(payload, { nested: { a: [1, null, "ü€"] }, big: "x".repeat(4000) }),
};

function edit(scene: Scene, change: Edit): void {
  scene.provider.editIdToken((token) => change(token, scene) as string | undefined);
}

sceneSuite(
  "ID Token, refused",
  {},
  {
    ...each(refused, async (scene, [change, code]) => {
      edit(scene, change);
      await expectRefusal(scene, await scene.callback(scene.client(), "alice"), code);
    }),

    "a failed signature refreshes the JWK Set once": async (scene) => {
      await scene.logIn(scene.client(), "alice");
      scene.provider.requests.length = 0;
      await scene.router.markLog();
      edit(scene, foreign);
      const hop = await scene.callback(scene.client(), "alice");
      await expectRefusal(scene, hop, "ID_TOKEN_VERIFICATION_FAILED", { remains: { tokens: 1, sessions: 1 } });
      assert.equal(scene.provider.requests.filter(({ endpoint }) => endpoint === "jwks").length, 1);
    },
  },
);

sceneSuite(
  "ID Token, accepted",
  {},
  each(accepted, async (scene, change) => {
    edit(scene, change);
    const page = await scene.logIn(scene.client(), "alice");
    assert.equal(page.status, 200, page.body);
  }),
);
