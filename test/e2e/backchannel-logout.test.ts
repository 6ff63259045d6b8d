/** The provider ends sessions. */
import assert from "node:assert/strict";
import type { ServiceOptions } from "../box/router.ts";
import { header, location, type Client } from "./support/client.ts";
import { expectAnswer, expectOneLine } from "./support/expect.ts";
import { logoutToken, post } from "./support/logout-token.ts";
import type { Scene } from "./support/scene.ts";
import { sceneSuite } from "./support/suite.ts";

const on = { backchannel_logout: "1" };

async function loggedIn(scene: Scene, options: ServiceOptions = on): Promise<Client> {
  await scene.configure(options);
  const client = scene.client();
  await scene.logIn(client, "alice");
  await scene.router.markLog();
  return client;
}

sceneSuite(
  "back-channel logout",
  { backchannelLogout: true },
  {
    "a logout at the provider ends that session alone": async (scene) => {
      await loggedIn(scene);
      const client = await loggedIn(scene);
      const own = scene.sessionOf(client);
      // The browser goes to the provider itself, not to the router.
      const page = await client.navigate(`${scene.provider.issuer}/session/end`);
      await client.submit(page, { logout: "yes" });
      const left = await scene.ssoSessions();
      assert.equal(left.length, 1);
      assert.notEqual(left[0]?.id, own);
      await expectOneLine(scene, "LOGOUT", /by=provider email=alice@example\.org .*role=admin/);
      const luci = await client.request(`${scene.router.address}/cgi-bin/luci/`);
      assert.equal(header(luci, "x-luci-login-required"), "yes");
    },

    "a token counts once, also when it comes five times at once": async (scene) => {
      await loggedIn(scene);
      const form = { logout_token: logoutToken(scene) };
      const answers = await Promise.all(Array.from({ length: 5 }, () => post(scene, form)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400, 400]);
      assert.deepEqual(await scene.ssoSessions(), []);
    },

    "a body over 16 384 bytes is refused": async (scene) => {
      await scene.configure(on);
      for (const bytes of [16385, 1_000_000]) {
        await scene.router.markLog();
        const hop = await post(scene, "x".repeat(bytes));
        expectAnswer(hop, 400);
        assert.match(header(hop, "content-type") ?? "", /^application\/json(;|$)/);
        assert.deepEqual(JSON.parse(hop.body), { error: "invalid_request" });
        await expectOneLine(scene, "LOGOUT_REFUSED", /cause=INPUT_TOO_LARGE/);
      }
    },

    "through LuCI, which the provider echoes, is one logout": async (scene) => {
      const client = await loggedIn(scene, { ...on, post_logout_redirect_uri: `${scene.router.address}/` });
      const link = await scene.logOutOfLuci(client);
      const question = await client.navigate(link, { initiator: scene.router.host });
      const back = await client.submit(question, { logout: "yes" }, { stopBefore: "/" });
      assert.equal(location(back).href, `${scene.router.address}/`);
      await expectOneLine(scene, "LOGOUT", /remote=/);
    },
  },
);
