/** Providers that are wrong; test/hostile has each answer at each endpoint. */
import assert from "node:assert/strict";
import { answer, errorDocument } from "../box/provider/misbehaviour.ts";
import { expectOneLine, expectRefusal } from "./support/expect.ts";
import { sceneSuite } from "./support/suite.ts";

sceneSuite(
  "provider",
  {},
  {
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
