/** Callbacks that are refused, one for each boundary: query string, cookies, records on disk, the provider's answer, the role. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { sleep } from "../box/command.ts";
import { providerHost } from "../box/provider/identity-provider.ts";
import { slow as slowly } from "../box/provider/misbehaviour.ts";
import { header, location, type Client, type Hop } from "./support/client.ts";
import { expectNoCookies, expectRefusal, expectRemains, logLines, type Code } from "./support/expect.ts";
import { callbackPath, type Scene } from "./support/scene.ts";
import { sceneSuite } from "./support/suite.ts";

const stateCookie = "__Host-webui_sso_state";

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The name of the cookie that one login has. */
function ownCookie(state: string): string {
  return `__Host-webui_sso_${hashOf(state).slice(0, 8)}`;
}

/** Starts a login; returns its state. */
async function startLogin(scene: Scene, client: Client): Promise<string> {
  return location(await client.request(`${scene.router.baseUrl}/`)).searchParams.get("state") ?? "";
}

/** A callback with a query of our own. */
function callback(scene: Scene, client: Client, query: string): Promise<Hop> {
  const url = new URL(`${scene.router.baseUrl}/callback`);
  return client.request(url, { initiator: providerHost, rawTarget: `${url.pathname}?${query}` });
}

sceneSuite(
  "callback",
  {},
  {
    "without the cookie: the log line names both hosts": async (scene) => {
      const state = await startLogin(scene, scene.client());
      const hop = await callback(scene, scene.client(), `code=abcdefgh&state=${state}`);
      const line = await expectRefusal(scene, hop, "MISSING_HANDSHAKE_COOKIE", { remains: { handshakes: 1 } });
      const host = new URL(scene.router.address).hostname;
      assert.equal(line.split(host).length, 3, line);
    },

    "of another browser, which has only the address": async (scene) => {
      const address = await scene.reachCallback(scene.client(), "alice");
      const state = new URL(address).searchParams.get("state") ?? "";
      const own = ownCookie(state);
      const forged = {
        [`${own}=`]: "MISSING_HANDSHAKE_COOKIE",
        [`${own}=${"A".repeat(3500)}`]: "STATE_PARAMETER_MISMATCH",
      };
      for (const [cookie, code] of Object.entries(forged)) {
        const hop = await scene.client().request(address, { cookie: `${stateCookie}=${state}; ${cookie}` });
        await expectRefusal(scene, hop, code as Code, { remains: { handshakes: 1 } });
        await scene.router.markLog();
      }
    },

    "a replay is refused, and the session it had made lives on": async (scene) => {
      const client = scene.client();
      const address = await scene.reachCallback(client, "alice");
      const state = client.jar.get(scene.router.host, stateCookie) ?? "";
      assert.equal((await client.request(address, { initiator: providerHost })).status, 302);
      await scene.router.markLog();
      const again = await client.request(address, { initiator: providerHost });
      await expectRefusal(scene, again, "MISSING_HANDSHAKE_COOKIE", { remains: { tokens: 1, sessions: 1 } });
      await scene.router.markLog();
      const forced = await client.request(address, { cookie: `${stateCookie}=${state}` });
      await expectRefusal(scene, forced, "STATE_NOT_FOUND", { remains: { tokens: 1, sessions: 1 } });
      expectNoCookies(forced);
    },

    "of four at once exactly one gets the session": async (scene) => {
      const client = scene.client();
      const address = await scene.reachCallback(client, "alice");
      const cookie = client.jar.header({ url: new URL(address), method: "GET", initiator: undefined });
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => scene.client().request(address, { cookie, initiator: providerHost })),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [302, 400, 400, 400]);
      const codes = (await logLines(scene, 4)).map((line) => line.split(" ")[0]);
      assert.deepEqual(codes.sort(), ["LOGIN_GRANTED", "STATE_NOT_FOUND", "STATE_NOT_FOUND", "STATE_NOT_FOUND"]);
      await expectRemains(scene, { tokens: 1, sessions: 1 });
    },

    "after the user pressed Cancel": async (scene) => {
      const client = scene.client();
      const hop = await client.submit(await scene.openForm(client), { cancel: "1" });
      const line = /error=access_denied error_description="the user said no"/;
      await expectRefusal(scene, hop, "IDP_ERROR", { line });
    },

    "with the code of another user's login, which PKCE prevents": async (scene) => {
      const address = new URL(await scene.reachCallback(scene.client(), "alice"));
      const client = scene.client();
      address.searchParams.set("state", await startLogin(scene, client));
      const hop = await client.request(address, { initiator: providerHost });
      await expectRefusal(scene, hop, "OIDC_INVALID_GRANT", { remains: { handshakes: 1 } });
    },

    "of a user without a role, who then may choose another account": async (scene) => {
      const client = scene.client();
      const hop = await scene.callback(client, "mallory");
      const [, reference = ""] = /Reference for the administrator: ([0-9a-f]{8})\n$/.exec(hop.body) ?? [];
      assert.match(hop.body, /ask your administrator/);
      assert.doesNotMatch(hop.body, /role|group|visitors|mallory|USER_NOT/);
      const line = new RegExp(`matched no roles.* reference=${reference || "none"}`);
      await expectRefusal(scene, hop, "USER_NOT_AUTHORIZED", { line });
      // The provider still knows mallory, and asks only where the user wants it to.
      await scene.router.markLog();
      assert.doesNotMatch((await scene.openForm(client)).url.href, /interaction/);
      const form = await client.navigate(`${scene.router.baseUrl}/?prompt=select_account`);
      assert.match(form.body, /name="username"/);
      let page = await client.submit(form, scene.credentials("alice"));
      // This provider ends mallory's session by a form that a script sends.
      for (let sent = 0; sent < 3 && page.url.host === new URL(scene.provider.issuer).host; sent += 1) {
        page = await client.submit(page, {});
      }
      assert.match(page.url.pathname, /^\/cgi-bin\/webui\//, page.body);
    },

    "that is refused does not end an earlier session": async (scene) => {
      const client = scene.client();
      await scene.logIn(client, "alice");
      const before = client.jar.get(scene.router.host, "sysauth_https");
      // Another account at the provider, in the same browser.
      scene.provider.forgetSessions();
      await scene.router.markLog();
      const hop = await scene.callback(client, "mallory");
      await expectRefusal(scene, hop, "USER_NOT_AUTHORIZED", { remains: { tokens: 1, sessions: 1 } });
      assert.equal(client.jar.get(scene.router.host, "sysauth_https"), before);
      const luci = await client.request(`${scene.router.address}/cgi-bin/luci/`);
      assert.equal(header(luci, "x-luci-login-required"), undefined);
    },
  },
);

sceneSuite(
  "several logins of one browser",
  {},
  {
    "all end, whatever starts between them": async (scene) => {
      const client = scene.client();
      const starts = [await client.request(scene.router.baseUrl), await client.request(scene.router.baseUrl)];
      for (const start of starts) {
        await startLogin(scene, client);
        const reached = await client.fillIn(location(start), scene.credentials("alice"), { stopBefore: callbackPath });
        const hop = await client.request(location(reached), { initiator: providerHost });
        assert.equal(hop.status, 302, hop.body);
      }
      await expectRemains(scene, { handshakes: 2, tokens: 2, sessions: 2 });
    },

    "at a slow provider wait for one another": async (scene) => {
      const clients = [scene.client(), scene.client()];
      const addresses = await Promise.all(clients.map((client) => scene.reachCallback(client, "alice")));
      scene.provider.misbehave("token", slowly(1000));
      const hops = await Promise.all(
        clients.map((client, at) => client.request(addresses[at] ?? "", { initiator: providerHost })),
      );
      assert.deepEqual(
        hops.map(({ status }) => status),
        [302, 302],
      );
    },

    "at a provider that times out are not lost": async (scene) => {
      const [slow, client] = [scene.client(), scene.client()];
      const other = await scene.reachCallback(slow, "alice");
      const address = await scene.reachCallback(client, "alice");
      scene.provider.misbehave("token", slowly(4000));
      const first = slow.request(other, { initiator: providerHost });
      await sleep(500);
      const hop = await client.request(address, { initiator: providerHost });
      assert.deepEqual([hop.status, header(hop, "retry-after")], [429, "10"]);
      assert.match(hop.body, / Please try again in 10 seconds\.\n$/);
      assert.equal((await first).status, 302);
      const again = await client.request(address, { initiator: providerHost });
      assert.equal(again.status, 302, again.body);
    },
  },
);

sceneSuite(
  "a login that cannot end",
  {},
  {
    "because it began at another name of the router, is told the registered name": async (scene) => {
      const { host, port } = new URL(scene.router.address);
      const headers = { Host: `192.0.2.1:${port}` };
      const start = await scene.client().request(`${scene.router.baseUrl}/`, { headers });
      const state = location(start).searchParams.get("state") ?? "";
      const hop = await callback(scene, scene.client(), `code=abcdefgh&state=${state}`);
      await expectRefusal(scene, hop, "MISSING_HANDSHAKE_COOKIE", { remains: { handshakes: 1 } });
      assert.ok(hop.body.endsWith(` Log in at https://${host}/.\n`), hop.body);
    },
  },
);
