/** ID Tokens that have to be refused, and odd ones that are right all the same. */
import assert from "node:assert/strict";
import { generateKeys, signJwt, type Jwt } from "../box/provider/keys.ts";
import { expectRefusal, type Code } from "./support/expect.ts";
import { sceneSuite, type SceneTest } from "./support/suite.ts";

type Edit = (token: Jwt) => void;

const claim =
  (name: string, value: unknown): Edit =>
  ({ payload }) =>
    void (payload[name] = value);
const headerField =
  (name: string, value: unknown): Edit =>
  ({ header }) =>
    void (header[name] = value);
const now = (): number => Math.floor(Date.now() / 1000);

const refused: Readonly<Record<string, [Edit, Code]>> = {
  "of another issuer": [claim("iss", "https://other.example"), "ID_TOKEN_VERIFICATION_FAILED"],
  "without an issuer": [claim("iss", undefined), "ID_TOKEN_VERIFICATION_FAILED"],
  "for another client": [claim("aud", "somebody"), "ID_TOKEN_VERIFICATION_FAILED"],
  "for nobody": [claim("aud", []), "ID_TOKEN_VERIFICATION_FAILED"],
  "for several clients without azp": [claim("aud", ["router", "somebody"]), "ID_TOKEN_VERIFICATION_FAILED"],
  "authorized for another party": [claim("azp", "somebody"), "ID_TOKEN_VERIFICATION_FAILED"],
  "that has expired": [({ payload }) => void (payload["exp"] = now() - 61), "ID_TOKEN_VERIFICATION_FAILED"],
  "that never expires": [claim("exp", undefined), "ID_TOKEN_VERIFICATION_FAILED"],
  "whose expiry is a string": [
    ({ payload }) => void (payload["exp"] = String(now() + 600)),
    "ID_TOKEN_VERIFICATION_FAILED",
  ],
  "from the future": [({ payload }) => void (payload["iat"] = now() + 120), "ID_TOKEN_VERIFICATION_FAILED"],
  "without a time of issue": [claim("iat", undefined), "ID_TOKEN_VERIFICATION_FAILED"],
  "that is not valid yet": [({ payload }) => void (payload["nbf"] = now() + 120), "ID_TOKEN_VERIFICATION_FAILED"],
  "without a subject": [claim("sub", undefined), "ID_TOKEN_VERIFICATION_FAILED"],
  "with an empty subject": [claim("sub", ""), "ID_TOKEN_VERIFICATION_FAILED"],
  "with another nonce": [claim("nonce", "A".repeat(43)), "NONCE_MISMATCH"],
  "without a nonce": [claim("nonce", undefined), "NONCE_MISMATCH"],
  "with another at_hash": [claim("at_hash", "A".repeat(22)), "AT_HASH_MISMATCH"],
  "without at_hash": [claim("at_hash", undefined), "AT_HASH_MISMATCH"],
  "without a signature": [headerField("alg", "none"), "UNSUPPORTED_ALGORITHM"],
  "signed by the client secret": [headerField("alg", "HS256"), "UNSUPPORTED_ALGORITHM"],
  "signed by RS512": [headerField("alg", "RS512"), "UNSUPPORTED_ALGORITHM"],
  "with an unknown critical header": [headerField("crit", ["exp"]), "ID_TOKEN_VERIFICATION_FAILED"],
  "with an unknown key": [headerField("kid", "nobody's"), "ID_TOKEN_VERIFICATION_FAILED"],
  "with the key of another algorithm": [headerField("kid", "ec-1"), "ID_TOKEN_VERIFICATION_FAILED"],
};

sceneSuite(
  "ID Token, refused",
  {},
  {
    ...Object.fromEntries(
      Object.entries(refused).map(([title, [edit, code]]): [string, SceneTest] => [
        title,
        async (scene) => {
          scene.provider.editIdToken(edit);
          const hop = await scene.callback(scene.client(), "alice");
          await expectRefusal(scene, hop, code);
        },
      ]),
    ),

    "signed by somebody else's key": async (scene) => {
      const keys = generateKeys();
      scene.provider.editIdToken((token) => signJwt(token, keys, ""));
      const hop = await scene.callback(scene.client(), "alice");
      await expectRefusal(scene, hop, "ID_TOKEN_VERIFICATION_FAILED");
    },

    "changed after it was signed": async (scene) => {
      scene.provider.editIdToken((token) => {
        const [header, , signature] = signJwt(token, scene.provider.keys, "").split(".");
        const payload = { ...token.payload, email: "victor@example.org" };
        return [header, Buffer.from(JSON.stringify(payload)).toString("base64url"), signature].join(".");
      });
      const hop = await scene.callback(scene.client(), "alice");
      await expectRefusal(scene, hop, "ID_TOKEN_VERIFICATION_FAILED");
    },

    "whose key brings itself along": async (scene) => {
      const keys = generateKeys();
      scene.provider.editIdToken((token) => {
        token.header["jwk"] = keys.rsa.export({ format: "jwk" });
        return signJwt(token, keys, "");
      });
      const hop = await scene.callback(scene.client(), "alice");
      await expectRefusal(scene, hop, "ID_TOKEN_VERIFICATION_FAILED");
    },

    "where at_hash is optional, a wrong one still counts": async (scene) => {
      await scene.configure({ at_hash: "optional" });
      scene.provider.editIdToken(claim("at_hash", "A".repeat(22)));
      const hop = await scene.callback(scene.client(), "alice");
      await expectRefusal(scene, hop, "AT_HASH_MISMATCH");
    },

    "a failed signature refreshes the JWK Set once": async (scene) => {
      await scene.logIn(scene.client(), "alice");
      scene.provider.requests.length = 0;
      await scene.router.markLog();
      const keys = generateKeys();
      scene.provider.editIdToken((token) => signJwt(token, keys, ""));
      const hop = await scene.callback(scene.client(), "alice");
      await expectRefusal(scene, hop, "ID_TOKEN_VERIFICATION_FAILED", { remains: { tokens: 1, sessions: 1 } });
      assert.equal(scene.provider.requests.filter(({ endpoint }) => endpoint === "jwks").length, 1);
    },
  },
);

const accepted: Readonly<Record<string, Edit>> = {
  "without a key id": headerField("kid", undefined),
  "by the other algorithm": ({ header }) => Object.assign(header, { alg: "ES256", kid: "ec-1" }),
  "for several clients, with azp": ({ payload }) =>
    Object.assign(payload, { aud: ["router", "somebody"], azp: "router" }),
  "that expired just now": ({ payload }) => void (payload["exp"] = now() - 30),
  "from a clock that is ahead": ({ payload }) => void (payload["iat"] = now() + 30),
  "with many unknown claims": ({ payload }) =>
    Object.assign(payload, { nested: { a: [1, null, "ü€"] }, big: "x".repeat(4000) }),
};

sceneSuite(
  "ID Token, accepted",
  {},
  Object.fromEntries(
    Object.entries(accepted).map(([title, edit]): [string, SceneTest] => [
      title,
      async (scene) => {
        scene.provider.editIdToken(edit);
        const page = await scene.logIn(scene.client(), "alice");
        assert.equal(page.status, 200, page.body);
      },
    ]),
  ),
);
