/** The end of a session, here and at the provider. */
import assert from "node:assert/strict";
import { header, location, type Client, type Hop } from "./support/client.ts";
import { editJson } from "../box/provider/misbehaviour.ts";
import {
  cookieAttributes,
  expectAnswer,
  expectNoCookies,
  expectOneLine,
  expectRefusal,
  expectRemains,
  logLines,
} from "./support/expect.ts";
import type { Scene } from "./support/scene.ts";
import { sceneSuite } from "./support/suite.ts";

const cleared = [
  "sysauth_https httponly max-age=0 path=/ samesite=Strict secure",
  "sysauth httponly max-age=0 path=/ samesite=Strict secure",
];

/** Logs in; returns the browser and its log-out address. */
async function loggedIn(scene: Scene, name = "alice"): Promise<{ client: Client; link: URL }> {
  const client = scene.client();
  await scene.logIn(client, name);
  const link = await scene.logoutLink(client);
  await scene.router.markLog();
  return { client, link };
}

function logout(scene: Scene, client: Client, query: string, cookie?: string): Promise<Hop> {
  return client.request(`${scene.router.baseUrl}/logout${query}`, { initiator: scene.router.host, cookie });
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
      assert.equal(client.jar.get(scene.router.host, "sysauth_https"), undefined);
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

    "through LuCI ends the session though the service refuses": async (scene) => {
      const { client } = await loggedIn(scene);
      const statuses = await Promise.all(
        Array.from({ length: 60 }, () => scene.client().request(`${scene.router.baseUrl}/logout`)),
      );
      assert.ok(
        statuses.some(({ status }) => status === 429),
        "the rate limit",
      );
      const link = await scene.logOutOfLuci(client);
      assert.deepEqual(await scene.ssoSessions(), []);
      const luci = await client.request(`${scene.router.address}/cgi-bin/luci/`);
      assert.equal(header(luci, "x-luci-login-required"), "yes");
      assert.match(link.search, /^\?handover=/);
    },

    "through LuCI ends at LuCI where the service cannot be asked": async (scene) => {
      const { client } = await loggedIn(scene);
      await scene.configure({ client_id: undefined });
      assert.equal((await scene.logOutOfLuci(client)).pathname, "/cgi-bin/luci/");
      assert.deepEqual(await scene.ssoSessions(), []);
      assert.match((await logLines(scene, 1)).join("\n"), /^LOGOUT /m);
    },

    "leads through the provider's own logout and back": async (scene) => {
      await scene.configure({ post_logout_redirect_uri: `${scene.router.address}/` });
      const { client, link } = await loggedIn(scene);
      const question = await client.navigate(link, { initiator: scene.router.host });
      assert.match(question.body, /Log out of the identity provider/);
      const back = await client.submit(question, { logout: "yes" }, { stopBefore: "/" });
      assert.equal(location(back).href, `${scene.router.address}/`);
      const form = await scene.openForm(client);
      assert.match(form.body, /name="password"/, "the provider asks for the password again");
    },

    "leaves a long ID Token out of the address": async (scene) => {
      scene.provider.editIdToken(({ payload }) => void (payload["padding"] = "x".repeat(3000)));
      const { client, link } = await loggedIn(scene);
      const hop = await client.request(link);
      expectAnswer(hop, 302);
      assert.deepEqual([...location(hop).searchParams.keys()], ["client_id"]);
    },

    "goes to / when the provider has no logout": async (scene) => {
      scene.provider.misbehave(
        "discovery",
        editJson((document) => void delete document["end_session_endpoint"]),
      );
      const { client, link } = await loggedIn(scene);
      const hop = await client.request(link);
      expectAnswer(hop, 302);
      assert.equal(header(hop, "location"), "/");
      await expectRemains(scene, { tokens: 1 });
    },

    "ends the session also when the provider is down": async (scene) => {
      const { client, link } = await loggedIn(scene);
      await scene.router.clearState();
      await scene.provider.goDown();
      try {
        const hop = await client.request(link);
        expectAnswer(hop, 302);
        assert.equal(header(hop, "location"), "/");
        assert.deepEqual(cookieAttributes(hop), cleared);
      } finally {
        await scene.provider.comeBack();
      }
      const codes = (await logLines(scene, 1)).map((line) => line.split(" ")[0]);
      assert.ok(codes.includes("LOGOUT"), codes.join(" "));
      await expectRemains(scene);
    },

    "is refused without the token, and the session lives on": async (scene) => {
      const { client } = await loggedIn(scene);
      const hop = await logout(scene, client, "");
      await expectRefusal(scene, hop, "CSRF_TOKEN_INVALID", { remains: { tokens: 1, sessions: 1 } });
      expectNoCookies(hop);
      assert.equal((await client.request(`${scene.router.address}/cgi-bin/luci/`)).status, 200);
    },

    "is refused with a wrong token": async (scene) => {
      const { client, link } = await loggedIn(scene);
      const wrong = link.search.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
      const hop = await logout(scene, client, wrong);
      await expectRefusal(scene, hop, "CSRF_TOKEN_INVALID", { remains: { tokens: 1, sessions: 1 } });
    },

    "is refused with the token of another session": async (scene) => {
      const { client } = await loggedIn(scene);
      const { link } = await loggedIn(scene, "ursula");
      const hop = await logout(scene, client, link.search);
      await expectRefusal(scene, hop, "CSRF_TOKEN_INVALID", { remains: { tokens: 2, sessions: 2 } });
    },

    "without a session goes to / without an error": async (scene) => {
      const hop = await logout(scene, scene.client(), "?stoken=0123456789abcdef0123456789abcdef");
      expectAnswer(hop, 302);
      assert.equal(header(hop, "location"), "/");
      await expectRemains(scene);
    },

    "with a session that has ended goes to /": async (scene) => {
      const { client, link } = await loggedIn(scene);
      const [session] = await scene.ssoSessions();
      await scene.router.destroySession(session?.id ?? "");
      const hop = await client.request(link);
      expectAnswer(hop, 302);
      assert.equal(header(hop, "location"), "/");
      assert.deepEqual(cookieAttributes(hop), cleared);
    },

    "with a cookie that is no session id goes to /": async (scene) => {
      for (const id of ["x", "../../etc/passwd", "0".repeat(32), "A".repeat(32)]) {
        const hop = await logout(scene, scene.client(), "?stoken=abc", `sysauth_https=${id}`);
        expectAnswer(hop, 302);
        assert.equal(header(hop, "location"), "/");
      }
    },

    "reads the cookie's older name as well": async (scene) => {
      const { client, link } = await loggedIn(scene);
      const id = client.jar.get(scene.router.host, "sysauth") ?? "";
      expectAnswer(await logout(scene, scene.client(), link.search, `sysauth=${id}`), 302);
      await expectRemains(scene, { tokens: 1 });
    },
  },
);
