/** The provider ends sessions. */
import assert from "node:assert/strict";
import { sleep } from "../box/command.ts";
import { header, location, returnAddress, type Client, type Hop } from "./support/client.ts";
import { expectAnswer, expectOneLine, logLines } from "./support/expect.ts";
import { logoutToken, post } from "./support/logout-token.ts";
import type { Scene } from "./support/scene.ts";
import { sceneSuite } from "./support/suite.ts";

const on = { backchannel_logout: "1" };

async function loggedIn(scene: Scene, name = "alice"): Promise<Client> {
  const client = scene.client();
  await scene.logIn(client, name);
  await scene.router.markLog();
  return client;
}

/** Requests of strangers, until the service refuses them. */
async function crowd(scene: Scene): Promise<void> {
  const ask = (path: string): Promise<Hop> => scene.client().request(scene.router.baseUrl + path);
  const answers = await Promise.all(
    Array.from({ length: 15 }, (_, number) => [
      ask("/"),
      ask(`/callback?code=abcdefgh&state=${String(number)}`),
      ask("/logout?stoken=0123456789abcdef0123456789abcdef"),
      ask("/logout?handover=0123456789abcdef0123456789abcdef"),
    ]).flat(),
  );
  assert.ok(answers.filter(({ status }) => status === 429).length >= 10, "the specified window is full");
  const posted = await Promise.all(Array.from({ length: 60 }, () => post(scene, { logout_token: "a.b.c" })));
  assert.ok(posted.filter(({ status }) => status === 429).length >= 10, "that of logout tokens is full");
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

    "a logout succeeds while strangers send 120 requests": async (scene) => {
      await scene.configure(on);
      const [byMenu, byEndpoint] = [await loggedIn(scene), await loggedIn(scene)];
      await loggedIn(scene);
      const link = await scene.logoutLink(byEndpoint);
      const atProvider = `${scene.provider.issuer}/session/end`;
      const expectAtProvider = (hop: Hop): void => {
        expectAnswer(hop, 302);
        assert.equal(location(hop).origin + location(hop).pathname, atProvider);
        assert.ok(location(hop).searchParams.has("id_token_hint"), location(hop).href);
      };
      // Requests of the next minute would be served, and prove nothing.
      const left = 60_000 - (Date.now() % 60_000);
      await (left < 30_000 ? sleep(left + 50) : undefined);
      await crowd(scene);
      const handOver = await scene.logOutOfLuci(byMenu);
      expectAtProvider(await byMenu.request(handOver, { initiator: scene.router.host }));
      assert.equal((await scene.ssoSessions()).length, 2);
      expectAtProvider(await byEndpoint.request(link, { initiator: scene.router.host }));
      assert.equal((await scene.ssoSessions()).length, 1);
      expectAnswer(await post(scene, { logout_token: logoutToken(scene) }), 200);
      assert.deepEqual(await scene.ssoSessions(), []);
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
