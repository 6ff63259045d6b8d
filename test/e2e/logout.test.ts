/** The end of a session, here and at the provider. */
import assert from "node:assert/strict";
import { header, location, type Client } from "./support/client.ts";
import {
  cookieAttributes,
  expectAnswer,
  expectNoCookies,
  expectOneLine,
  expectRefusal,
  expectRemains,
} from "./support/expect.ts";
import type { Scene } from "./support/scene.ts";
import { sceneSuite } from "./support/suite.ts";

const cleared = [
  "sysauth_https httponly max-age=0 path=/ samesite=Strict secure",
  "sysauth httponly max-age=0 path=/ samesite=Strict secure",
  "__Host-webui_sso_login httponly max-age=0 path=/ samesite=Lax secure",
];

/** Logs in; returns the browser and its logout address. */
async function loggedIn(scene: Scene): Promise<{ client: Client; link: URL }> {
  const client = scene.client();
  await scene.logIn(client, "alice");
  const link = await scene.logoutLink(client);
  await scene.router.markLog();
  return { client, link };
}

sceneSuite(
  "logout",
  {},
  {
    "ends the session, clears the cookies and goes to the provider": async (scene) => {
      const { client, link } = await loggedIn(scene);
      const [session] = await scene.ssoSessions();
      const hop = await client.request(link, { initiator: scene.router.host });
      expectAnswer(hop, 302);
      const target = location(hop);
      assert.equal(target.origin + target.pathname, `${scene.provider.issuer}/session/end`);
      assert.deepEqual([...target.searchParams.keys()].sort(), ["client_id", "id_token_hint"]);
      assert.equal(target.searchParams.get("client_id"), "router");
      assert.equal(target.searchParams.get("id_token_hint"), session?.values["sso_id_token"]);
      assert.deepEqual(cookieAttributes(hop), cleared);
      assert.equal(scene.sessionOf(client), "");
      await expectOneLine(scene, "LOGOUT", /remote=\S+ email=alice@example\.org .*role=admin/);
      await expectRemains(scene, { tokens: 1 });
      const luci = await client.request(`${scene.router.address}/cgi-bin/luci/`);
      assert.equal(header(luci, "x-luci-login-required"), "yes");
    },

    "through LuCI ends the session first, and leads to the provider once": async (scene) => {
      const { client } = await loggedIn(scene);
      const [session] = await scene.ssoSessions();
      const link = await scene.logOutOfLuci(client);
      assert.deepEqual(await scene.ssoSessions(), []);
      assert.match(link.pathname + link.search, /^\/cgi-bin\/sso-login\/logout\?handover=[0-9a-f]{64}$/);
      await expectOneLine(scene, "LOGOUT", /remote=127\.0\.0\.1 email=alice@example\.org .*role=admin/);
      const hop = await client.request(link, { initiator: scene.router.host });
      expectAnswer(hop, 302);
      assert.equal(location(hop).searchParams.get("id_token_hint"), session?.values["sso_id_token"]);
      assert.deepEqual(cookieAttributes(hop), cleared);
      const again = await client.request(link, { initiator: scene.router.host });
      assert.equal(header(again, "location"), "/");
      await expectRemains(scene, { tokens: 1 });
    },

    "is refused without the token, and the session lives on": async (scene) => {
      const { client } = await loggedIn(scene);
      const hop = await client.request(`${scene.router.baseUrl}/logout`, { initiator: scene.router.host });
      await expectRefusal(scene, hop, "CSRF_TOKEN_INVALID", { remains: { tokens: 1, sessions: 1 } });
      expectNoCookies(hop);
      assert.equal((await client.request(`${scene.router.address}/cgi-bin/luci/`)).status, 200);
    },
  },
);

sceneSuite(
  "logout after the section has become another provider's",
  { further: ["office"] },
  {
    "gives that provider no ID Token of the first one": async (scene) => {
      const issuer_url = scene.further.get("office")?.issuer ?? "";
      const move = (): Promise<void> => scene.configure({ issuer_url }, undefined, { office: undefined });
      const leave = async (client: Client, link: URL): Promise<string[]> => {
        const target = location(await client.request(link, { initiator: scene.router.host }));
        assert.ok(target.href.startsWith(issuer_url), target.href);
        return [...target.searchParams.keys()];
      };
      const direct = await loggedIn(scene);
      const before = await loggedIn(scene);
      const after = await loggedIn(scene);
      const handed = await scene.logOutOfLuci(before.client);
      await move();
      assert.deepEqual(await leave(direct.client, direct.link), ["client_id"]);
      assert.deepEqual(await leave(before.client, handed), ["client_id"]);
      assert.deepEqual(await leave(after.client, await scene.logOutOfLuci(after.client)), ["client_id"]);
    },
  },
);
