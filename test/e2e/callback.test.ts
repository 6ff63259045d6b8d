/** Callbacks that are refused, and logins at the same time; test/unit/web/endpoints/callback_spec.lua has every refusal. */
import assert from "node:assert/strict";
import { sleep } from "../box/command.ts";
import { providerHost } from "../box/provider/identity-provider.ts";
import { slow } from "../box/provider/misbehaviour.ts";
import { header, headerValues, location, type Hop } from "./support/client.ts";
import { expectRefusal, expectRemains, logLines } from "./support/expect.ts";
import { sceneSuite } from "./support/suite.ts";

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
      const hop = await scene.client().request(address, { cookie: "__Host-webui_sso_state=other" });
      await expectRefusal(scene, hop, "STATE_PARAMETER_MISMATCH", { remains: { handshakes: 1 } });
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
