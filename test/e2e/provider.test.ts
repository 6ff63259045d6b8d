/** Providers that are down, slow or wrong; test/hostile has each answer at each endpoint. */
import assert from "node:assert/strict";
import { answer, errorDocument } from "../box/provider/misbehaviour.ts";
import type { Hop } from "./support/client.ts";
import { expectOneLine, expectRefusal } from "./support/expect.ts";
import { sceneSuite } from "./support/suite.ts";

sceneSuite(
  "provider",
  {},
  {
    "is down when a login starts, and is asked again at once": async (scene) => {
      await scene.provider.goDown();
      try {
        const hop = await scene.client().request(`${scene.router.baseUrl}/`);
        await expectRefusal(scene, hop, "OIDC_DISCOVERY_FAILED");
      } finally {
        await scene.provider.comeBack();
      }
      assert.equal((await scene.client().request(`${scene.router.baseUrl}/`)).status, 302);
    },

    "fails when a login starts, which is remembered": async (scene) => {
      scene.provider.misbehave("discovery", answer(500, "application/json", "{}"));
      const start = (): Promise<Hop> => scene.client().request(`${scene.router.baseUrl}/`);
      await expectRefusal(scene, await start(), "OIDC_DISCOVERY_FAILED");
      const asked = scene.provider.requests.length;
      await scene.router.markLog();
      const line = / http_status=500 remembered=true url=\S+$/;
      await expectRefusal(scene, await start(), "OIDC_DISCOVERY_FAILED", { line });
      assert.equal(scene.provider.requests.length, asked);
    },

    "keeps the role of the e-mail when UserInfo fails, and says so": async (scene) => {
      scene.provider.accounts.set("victor", {
        sub: "sub-victor",
        password: "victor-password",
        claims: { email: "victor@example.org", groups: ["router-admins"] },
        userInfoOnly: ["groups"],
      });
      scene.provider.misbehave("userinfo", answer(403, "text/plain", "no"));
      assert.equal((await scene.logIn(scene.client(), "victor")).status, 200);
      await expectOneLine(scene, "LOGIN_GRANTED", / role=viewer .* userinfo=failed userinfo_reason=403$/);
    },

    "repeats the client secret in an error, which the log leaves out": async (scene) => {
      scene.provider.misbehave("token", (ctx, next) =>
        errorDocument(400, "invalid_request", `no: ${ctx.req.headers["authorization"] ?? ""}`)(ctx, next),
      );
      await expectRefusal(scene, await scene.callback(scene.client(), "alice"), "TOKEN_EXCHANGE_FAILED");
    },
  },
);
