/** Callbacks that are refused, and logins at the same time; test/unit/web/endpoints/callback_spec.lua has every refusal. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { sleep } from "../box/command.ts";
import { providerHost } from "../box/provider/identity-provider.ts";
import { slow } from "../box/provider/misbehaviour.ts";
import { header, headerValues, location, type Hop } from "./support/client.ts";
import { expectNoCookies, expectOneLine, expectRefusal, expectRemains, logLines, type Code } from "./support/expect.ts";
import { sceneSuite } from "./support/suite.ts";

const stateCookie = "__Host-webui_sso_state";

/** The name of the cookie that one login has. */
function ownCookie(state: string): string {
  return `__Host-webui_sso_${createHash("sha256").update(state).digest("hex").slice(0, 8)}`;
}

/** The session that an answer gives to a browser. */
function sessionIn(hop: Hop): string {
  return headerValues(hop, "set-cookie")
    .map((line) => /^sysauth=([^;]+);/.exec(line)?.[1] ?? "")
    .join("");
}

sceneSuite(
  "callback",
  {},
  {
    "of another browser with the address alone is refused": async (scene) => {
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

    "of another browser is refused as a replay, and the session it had made lives on": async (scene) => {
      const client = scene.client();
      const address = await scene.reachCallback(client, "alice");
      const state = client.jar.get(scene.router.host, stateCookie) ?? "";
      assert.equal((await client.request(address, { initiator: providerHost })).status, 302);
      const cookies = { [`${stateCookie}=${state}`]: "STATE_NOT_FOUND", "": "MISSING_HANDSHAKE_COOKIE" };
      for (const [cookie, code] of Object.entries(cookies)) {
        await scene.router.markLog();
        const hop = await scene.client().request(address, { cookie });
        await expectRefusal(scene, hop, code as Code, { remains: { tokens: 1, sessions: 1 } });
        expectNoCookies(hop);
      }
    },

    // A prefetch, a password manager, a reload: its first answer has arrived, or was thrown away with its cookies.
    "loaded again by the same browser leads to the same session, without asking or making anything": async (scene) => {
      const client = scene.client();
      const address = await scene.reachCallback(client, "alice");
      const before = client.jar.header({ url: new URL(address), method: "GET", initiator: providerHost });
      const first = await client.request(address, { initiator: providerHost });
      await expectOneLine(scene, "LOGIN_GRANTED");
      const asked = scene.provider.requests.length;
      for (const cookie of [undefined, before]) {
        const again = await client.request(address, {
          initiator: providerHost,
          ...(cookie !== undefined && { cookie }),
        });
        assert.equal(again.status, 302, again.body);
        assert.deepEqual([location(again).href, sessionIn(again)], [location(first).href, sessionIn(first)]);
      }
      await expectRemains(scene, { tokens: 1, sessions: 1 });
      await expectOneLine(scene, "LOGIN_GRANTED");
      assert.equal(scene.provider.requests.length, asked);
      await scene.router.ubus("session", "destroy", { ubus_rpc_session: sessionIn(first) });
      await scene.router.markLog();
      const late = await client.request(address, { initiator: providerHost });
      await expectRefusal(scene, late, "MISSING_HANDSHAKE_COOKIE", { remains: { tokens: 1 } });
    },

    "ends the browser's former session, whose cookies do not come from the provider's site": async (scene) => {
      const [client, other] = [scene.client(), scene.client()];
      await scene.callback(client, "alice");
      const first = scene.sessionOf(client);
      await scene.callback(other, "alice");
      await scene.router.markLog();
      await scene.callback(client, "victor");
      const lines = await logLines(scene, 2);
      assert.deepEqual(
        lines.map((line) => line.replace(/ (email|remote)=.*/, "")),
        ["LOGIN_GRANTED", "LOGOUT by=login"],
      );
      const live = (await scene.ssoSessions()).map(({ id }) => id);
      assert.deepEqual([live.length, live.includes(first), live.includes(scene.sessionOf(client))], [2, false, true]);
    },

    "of four at once exactly one makes a session": async (scene) => {
      const client = scene.client();
      const address = await scene.reachCallback(client, "alice");
      const cookie = client.jar.header({ url: new URL(address), method: "GET", initiator: undefined });
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => scene.client().request(address, { cookie, initiator: providerHost })),
      );
      // One that comes when the session is there leads to it.
      const refused = answers.filter(({ status }) => status !== 302);
      assert.deepEqual(new Set(answers.map(sessionIn).filter((sid) => sid !== "")).size, 1);
      const codes = (await logLines(scene, 1 + refused.length)).map((line) => line.split(" ")[0]);
      assert.deepEqual(codes.sort(), ["LOGIN_GRANTED", ...refused.map(() => "STATE_NOT_FOUND")]);
      await expectRemains(scene, { tokens: 1, sessions: 1 });
    },

    "with the code of somebody else's login, which PKCE prevents": async (scene) => {
      const address = new URL(await scene.reachCallback(scene.client(), "alice"));
      const client = scene.client();
      const begun = location(await client.request(scene.router.baseUrl));
      address.searchParams.set("state", begun.searchParams.get("state") ?? "");
      const hop = await client.request(address, { initiator: providerHost });
      await expectRefusal(scene, hop, "OIDC_INVALID_GRANT", { remains: { handshakes: 1 } });
    },

    "of two simultaneous ones at a slow provider one waits for the other": async (scene) => {
      const clients = [scene.client(), scene.client()];
      const addresses = await Promise.all(clients.map((client) => scene.reachCallback(client, "alice")));
      scene.provider.misbehave("token", slow(1000));
      const hops = await Promise.all(
        clients.map((client, at) => client.request(addresses[at] ?? "", { initiator: providerHost })),
      );
      assert.deepEqual(
        hops.map(({ status }) => status),
        [302, 302],
      );
    },

    "that waits for a slow provider in vain is not lost": async (scene) => {
      const [early, client] = [scene.client(), scene.client()];
      const other = await scene.reachCallback(early, "alice");
      const address = await scene.reachCallback(client, "alice");
      scene.provider.misbehave("token", slow(4000));
      const first = early.request(other, { initiator: providerHost });
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
