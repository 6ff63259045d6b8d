/** The provider ends sessions, by itself and by logout tokens that are not right. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { signJwt, type Jwt } from "../box/provider/keys.ts";
import type { Client, Hop } from "./support/client.ts";
import { header, location } from "./support/client.ts";
import { expectAnswer, expectNoSecrets, expectOneLine, expectRefusal, logLines } from "./support/expect.ts";
import type { Scene } from "./support/scene.ts";
import { inBox, sceneSuite } from "./support/suite.ts";

const on = { backchannel_logout: "1" };

/** What the provider would sign to end all sessions of a user. */
function logoutToken(scene: Scene, sub = "sub-alice"): Jwt {
  const iat = Math.floor(Date.now() / 1000);
  return {
    header: { alg: "RS256", typ: "logout+jwt", kid: "rsa-1" },
    payload: {
      iss: scene.provider.issuer,
      aud: scene.provider.client.id,
      iat,
      exp: iat + 120,
      jti: randomUUID(),
      sub,
      events: { "http://schemas.openid.net/event/backchannel-logout": {} },
    },
  };
}

function post(scene: Scene, form: Record<string, string> | string): Promise<Hop> {
  const body = typeof form === "string" ? form : new URLSearchParams(form).toString();
  return scene.client().request(`${scene.router.baseUrl}/backchannel-logout`, {
    method: "POST",
    body,
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
}

function send(scene: Scene, token: Jwt): Promise<Hop> {
  return post(scene, { logout_token: signJwt(token, scene.provider.keys, scene.provider.client.secret) });
}

async function loggedIn(scene: Scene, name = "alice"): Promise<Client> {
  const client = scene.client();
  await scene.logIn(client, name);
  await scene.router.markLog();
  return client;
}

async function expectRefusedToken(scene: Scene, hop: Hop, line: RegExp): Promise<void> {
  expectAnswer(hop, 400);
  assert.match(header(hop, "content-type") ?? "", /^application\/json(;|$)/);
  assert.deepEqual(JSON.parse(hop.body), { error: "invalid_request" });
  await expectOneLine(scene, "LOGOUT_REFUSED", line);
}

sceneSuite(
  "back-channel logout",
  { backchannelLogout: true },
  {
    "a log-out at the provider ends that session alone": async (scene) => {
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

    "a token for a user ends all of that user's sessions": async (scene) => {
      await scene.configure(on);
      await loggedIn(scene);
      await loggedIn(scene);
      await loggedIn(scene, "ursula");
      const hop = await send(scene, logoutToken(scene));
      expectAnswer(hop, 200);
      assert.equal(hop.body, "");
      assert.deepEqual(
        (await scene.ssoSessions()).map(({ values }) => values["sso_sub"]),
        ["sub-ursula"],
      );
      assert.equal((await logLines(scene, 2)).length, 2);
      await expectNoSecrets(scene);
    },

    "a login under way ends with it": async (scene) => {
      await scene.configure(on);
      const client = scene.client();
      const address = await scene.reachCallback(client, "alice");
      expectAnswer(await send(scene, logoutToken(scene)), 200);
      await scene.router.markLog();
      const hop = await client.request(address);
      const line = /the provider ended its session during the login/;
      expectAnswer(hop, 401);
      await expectOneLine(scene, "IDP_ERROR", line);
      assert.deepEqual(await scene.ssoSessions(), []);
      // The next one is none of its business.
      await new Promise((done) => setTimeout(done, 1100));
      assert.equal((await scene.logIn(scene.client(), "alice")).status, 200);
    },

    "a token counts once, also when it comes five times at once": async (scene) => {
      await scene.configure(on);
      await loggedIn(scene);
      const form = { logout_token: signJwt(logoutToken(scene), scene.provider.keys, "") };
      const answers = await Promise.all(Array.from({ length: 5 }, () => post(scene, form)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400, 400]);
      assert.deepEqual(await scene.ssoSessions(), []);
    },

    "a token whose sessions could not be ended may come again": inBox("rpcd is told to fail", async (scene) => {
      await scene.configure(on);
      await loggedIn(scene);
      const form = { logout_token: signJwt(logoutToken(scene), scene.provider.keys, "") };
      await scene.router.failUbus("destroy", 9);
      try {
        await expectRefusedToken(scene, await post(scene, form), /cause=UBUS_LOGIN_FAILED/);
      } finally {
        await scene.router.failUbus("destroy", undefined);
      }
      const statuses = [(await post(scene, form)).status, (await post(scene, form)).status];
      assert.deepEqual(statuses, [200, 400]);
      assert.deepEqual(await scene.ssoSessions(), []);
    }),

    "a token of another client is refused": async (scene) => {
      await scene.configure(on);
      await loggedIn(scene);
      const token = logoutToken(scene);
      token.payload["aud"] = "other";
      await expectRefusedToken(scene, await send(scene, token), /cause=ID_TOKEN_VERIFICATION_FAILED claim=aud/);
      assert.equal((await scene.ssoSessions()).length, 1);
    },

    "a body over 16 384 bytes is refused": async (scene) => {
      await scene.configure(on);
      for (const bytes of [16385, 1_000_000]) {
        await scene.router.markLog();
        await expectRefusedToken(scene, await post(scene, "x".repeat(bytes)), /cause=INPUT_TOO_LARGE/);
      }
    },

    "is not there while the option is off": async (scene) => {
      await loggedIn(scene);
      const hop = await send(scene, logoutToken(scene));
      await expectRefusal(scene, hop, "METHOD_NOT_ALLOWED", { remains: { sessions: 1, tokens: 1 } });
      assert.equal(header(hop, "allow"), "GET");
      assert.equal((await scene.ssoSessions())[0]?.values["sso_sid"], undefined);
    },
  },
);

sceneSuite(
  "back-channel logout, own log-out",
  { backchannelLogout: true },
  {
    "through LuCI, which the provider echoes, is one log-out": async (scene) => {
      await scene.configure({ ...on, post_logout_redirect_uri: `${scene.router.address}/` });
      const client = await loggedIn(scene);
      const link = await scene.logOutOfLuci(client);
      const question = await client.navigate(link, { initiator: scene.router.host });
      const back = await client.submit(question, { logout: "yes" }, { stopBefore: "/" });
      assert.equal(location(back).href, `${scene.router.address}/`);
      await expectOneLine(scene, "LOGOUT", /remote=/);
    },
  },
);
