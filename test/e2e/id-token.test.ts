/** ID Tokens that are refused for how their login was, and an odd one that is accepted; test/hostile has every claim and header field. */
import assert from "node:assert/strict";
import type { Jwt } from "../box/provider/keys.ts";
import type { ServiceOptions } from "../box/router.ts";
import { check, troubles } from "./support/check.ts";
import { expectOneLine, expectRefusal, type Code } from "./support/expect.ts";
import { each, sceneSuite } from "./support/suite.ts";

/** The code, what the provider signs instead of its token, and options of the service. */
const refused: Readonly<Record<string, [Code, (token: Jwt) => void, ServiceOptions?]>> = {
  "of a login too old": [
    "AUTHENTICATION_TOO_OLD",
    ({ payload }) => void (payload["auth_time"] = 1_000_000_000),
    { max_age: "300" },
  ],
};

sceneSuite(
  "ID Token",
  {},
  {
    ...each(refused, async (scene, [code, edit, options]) => {
      await scene.configure(options);
      scene.provider.editIdToken(edit);
      await expectRefusal(scene, await scene.callback(scene.client(), "alice"), code);
    }),

    "of a login without a password although prompt is login is accepted, and the log and the check say so": async (
      scene,
    ) => {
      await scene.configure({ prompt: "login" });
      for (const [age, said] of [
        [3600, true],
        [0, false],
      ] as const) {
        await scene.router.markLog();
        scene.provider.editIdToken(({ payload }) => void (payload["auth_time"] = Math.floor(Date.now() / 1000) - age));
        await scene.callback(scene.client(), "alice");
        await expectOneLine(scene, "LOGIN_GRANTED", said ? / prompt=ignored/ : /^(?!.* prompt=)/);
        await scene.router.markLog();
        const found = troubles(await check(scene));
        assert.equal(found.includes("warning prompt_ignored"), said, found.join());
      }
    },

    "of a strong and recent login, without a key id and with unknown claims is accepted": async (scene) => {
      await scene.configure({ acr_values: "urn:mfa urn:hw", max_age: "300" });
      scene.provider.editIdToken(({ header, payload }) => {
        delete header["kid"];
        const auth_time = Math.floor(Date.now() / 1000);
        Object.assign(payload, { acr: "urn:hw", auth_time, nested: { a: [1, null, "ü€"] }, big: "x".repeat(4000) });
      });
      await scene.callback(scene.client(), "alice");
      await expectOneLine(scene, "LOGIN_GRANTED");
    },
  },
);
