/** Callbacks that are refused, and logins at the same time; test/unit/web/endpoints/callback_spec.lua has every refusal. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { sleep } from "../box/command.ts";
import { providerHost } from "../box/provider/identity-provider.ts";
import { slow } from "../box/provider/misbehaviour.ts";
import { header, location } from "./support/client.ts";
import { expectNoCookies, expectRefusal, expectRemains, logLines, type Code } from "./support/expect.ts";
import { sceneSuite } from "./support/suite.ts";

const stateCookie = "__Host-webui_sso_state";

/** The name of the cookie that one login has. */
function ownCookie(state: string): string {
  return `__Host-webui_sso_${createHash("sha256").update(state).digest("hex").slice(0, 8)}`;
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
