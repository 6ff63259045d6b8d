/** The provider ends sessions. */
import assert from "node:assert/strict";
import { header, returnAddress, type Client } from "./support/client.ts";
import { expectOneLine, logLines } from "./support/expect.ts";
import { logoutToken, post } from "./support/logout-token.ts";
import type { Scene } from "./support/scene.ts";
import { sceneSuite } from "./support/suite.ts";

const on = { backchannel_logout: "1" };

async function loggedIn(scene: Scene): Promise<Client> {
  const client = scene.client();
  await scene.logIn(client, "alice");
  await scene.router.markLog();
  return client;
}

sceneSuite(
  "back-channel logout",
  { backchannelLogout: true },
  {
    "a logout at the provider ends only that session": async (scene) => {
      await scene.configure(on);
      await loggedIn(scene);
      const client = await loggedIn(scene);
      const own = client.jar.get(scene.router.host, "sysauth_https");
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

    "a token is accepted once, also of five simultaneous requests": async (scene) => {
      await scene.configure(on);
      await loggedIn(scene);
      const form = { logout_token: logoutToken(scene) };
      const answers = await Promise.all(Array.from({ length: 5 }, () => post(scene, form)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400, 400]);
      const codes = (await logLines(scene, 5)).map((line) => line.split(" ")[0]);
      assert.deepEqual(codes.sort(), ["LOGOUT", ...new Array<string>(4).fill("LOGOUT_REFUSED")]);
      assert.deepEqual(await scene.ssoSessions(), []);
    },

    "through LuCI is one logout, although the provider sends a logout token for it, too": async (scene) => {
      await scene.configure({ ...on, post_logout_redirect_uri: `${scene.router.address}/` });
      const client = await loggedIn(scene);
      const link = await scene.logOutOfLuci(client);
      const question = await client.navigate(link, { initiator: scene.router.host });
      const back = await client.submit(question, { logout: "yes" }, { stopBefore: "/" });
      assert.equal(returnAddress(back), `${scene.router.address}/`);
      await expectOneLine(scene, "LOGOUT", /remote=/);
    },
  },
);
