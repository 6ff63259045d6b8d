/** Providers that demand pushed authorization requests, sign UserInfo answers, or sign by other algorithms. */
import assert from "node:assert/strict";
import { location } from "./support/client.ts";
import { expectOneLine, expectRefusal } from "./support/expect.ts";
import type { Scene } from "./support/scene.ts";
import { sceneSuite } from "./support/suite.ts";

const calls = (scene: Scene): string[] => scene.provider.requests.map(({ endpoint }) => endpoint);

/** The first request of a login. */
const start = (scene: Scene): ReturnType<ReturnType<Scene["client"]>["request"]> =>
  scene.client().request(`${scene.router.baseUrl}/`);

sceneSuite(
  "a provider that demands pushed requests and signs everything by ES384",
  { provider: { algorithm: "ES384", pushedRequests: true, signedUserInfo: true, claimsInIdToken: false } },
  {
    "logs in, its UserInfo answer verified": async (scene) => {
      await scene.configure({ id_token_algs: ["RS256", "ES384"] });
      const page = await scene.logIn(scene.client(), "alice");
      assert.equal(page.status, 200, page.body);
      await expectOneLine(scene, "LOGIN_GRANTED", / email=alice@example\.org .*role=admin/);
      assert.equal(calls(scene).filter((endpoint) => endpoint === "pushed").length, 1);
      assert.ok(calls(scene).includes("userinfo"), calls(scene).join(" "));
    },

    "sends the browser there with only the reference": async (scene) => {
      const address = location(await start(scene));
      assert.deepEqual([...address.searchParams.keys()], ["client_id", "request_uri"]);
      const [pushed] = scene.provider.requests.filter(({ endpoint }) => endpoint === "pushed");
      assert.match(`${pushed?.method} ${pushed?.authorization}`, /^POST Basic ./);
    },
  },
);

sceneSuite(
  "a provider that demands pushed requests with the secret in the form, and signs by PS512",
  { provider: { algorithm: "PS512", pushedRequests: true, authMethod: "client_secret_post" } },
  {
    "logs in with an address of any length": async (scene) => {
      await scene.configure({ id_token_algs: "PS512", scope: `openid email groups ${"x".repeat(4000)}` });
      const page = await scene.logIn(scene.client(), "alice");
      assert.equal(page.status, 200, page.body);
    },
  },
);

sceneSuite(
  "a provider that signs by EdDSA",
  { provider: { algorithm: "EdDSA" } },
  {
    "logs in where OpenSSL verifies, and not where mbedtls does": async (scene) => {
      await scene.configure({ id_token_algs: "EdDSA" });
      const hop = await scene.callback(scene.client(), "alice");
      if (process.env["CRYPTO"] === "openssl") await expectOneLine(scene, "LOGIN_GRANTED");
      else await expectRefusal(scene, hop, "ID_TOKEN_VERIFICATION_FAILED");
    },
  },
);
