/** Callbacks that are refused, and logins at the same time; test/unit/web/endpoints/callback_spec.lua has every refusal. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { sleep } from "../box/command.ts";
import { providerHost } from "../box/provider/identity-provider.ts";
import { slow } from "../box/provider/misbehaviour.ts";
import { header, location } from "./support/client.ts";
import { expectOneLine, expectRefusal } from "./support/expect.ts";
import { sceneSuite } from "./support/suite.ts";

sceneSuite(
  "callback",
  {},
  {
    "of another browser with the address alone is refused": async (scene) => {
      const address = await scene.reachCallback(scene.client(), "alice");
      const state = new URL(address).searchParams.get("state") ?? "";
      const own = `__Host-webui_sso_${createHash("sha256").update(state).digest("hex").slice(0, 8)}`;
      const cookie = `__Host-webui_sso_state=${state}; ${own}=${"A".repeat(43)}`;
      const hop = await scene.client().request(address, { cookie });
      await expectRefusal(scene, hop, "STATE_PARAMETER_MISMATCH", { remains: { handshakes: 1 } });
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

    "that waits for the provider while an administrator logs its user out opens no session": async (scene) => {
      for (const name of ["alice@example.org", "SUB-alice"]) {
        const client = scene.client();
        const address = await scene.reachCallback(client, "alice");
        scene.provider.misbehave("token", slow(7000));
        const callback = client.request(address, { initiator: providerHost });
        await sleep(1500);
        const { code, stdout } = await scene.router.commandLine("logout", name);
        assert.deepEqual([code, stdout], [0, "sessions ended: 0\n"]);
        assert.equal((await callback).status, 401);
        await expectOneLine(scene, "IDP_ERROR", /reason="an administrator has logged the user out during the login"/);
        assert.deepEqual(await scene.ssoSessions(), []);
        await scene.router.markLog();
        scene.provider.behave();
      }
      await sleep(1100);
      await scene.logIn(scene.client(), "alice");
    },

    "that waits for the provider shows no cookie and no code in its environment": async (scene) => {
      const client = scene.client();
      await scene.callback(client, "alice");
      const address = await scene.reachCallback(client, "alice");
      scene.provider.misbehave("token", slow(4000));
      const callback = client.request(address);
      await sleep(2000);
      // Of the interpreter that runs the program, on a router the only one.
      const shown = await scene.router.shell(
        `for file in /proc/[0-9]*/environ; do tr -s '\\0' '\\n' <$file 2>/dev/null | grep -A99 -B99 -x PATH_INFO=/callback; done; true`,
      );
      assert.match(shown, /^HTTP_COOKIE=$/m);
      assert.match(shown, /^QUERY_STRING=$/m);
      assert.doesNotMatch(shown, /sysauth|__Host|code=/);
      assert.equal((await callback).status, 302);
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
