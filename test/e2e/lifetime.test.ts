/** Sessions that have lasted as long as they may, although they are used. */
import assert from "node:assert/strict";
import type { Client, Hop } from "./support/client.ts";
import { header } from "./support/client.ts";
import { expectOneLine, logLines } from "./support/expect.ts";
import type { Scene } from "./support/scene.ts";
import { sceneSuite } from "./support/suite.ts";

/** Somebody whose login was so many seconds ago. */
async function loggedIn(scene: Scene, age: number): Promise<Client> {
  const client = scene.client();
  await scene.logIn(client, "alice");
  const id = client.jar.get(scene.router.host, "sysauth_https");
  const sso_login_time = Math.floor(Date.now() / 1000) - age;
  await scene.router.ubus("session", "set", { ubus_rpc_session: id, values: { sso_login_time } });
  await scene.router.markLog();
  return client;
}

function page(scene: Scene, client: Client, path = ""): Promise<Hop> {
  return client.request(`${scene.router.address}/cgi-bin/luci/${path}`, { initiator: scene.router.host });
}

sceneSuite(
  "session_max_lifetime",
  {},
  {
    "ends a session at the next page of LuCI, and the user lands on the login page": async (scene) => {
      await scene.configure({ session_max_lifetime: "300" });
      const client = await loggedIn(scene, 300);
      assert.match((await page(scene, client, "admin/translations/en")).body, /;\nlocation\.reload\(\);$/);
      await expectOneLine(scene, "LOGOUT", /by=lifetime email=alice@example\.org .*role=admin/);
      assert.deepEqual(await scene.ssoSessions(), []);
      const form = await page(scene, client);
      assert.deepEqual([form.status, header(form, "x-luci-login-required")], [403, "yes"]);
      assert.doesNotMatch((await page(scene, client, "admin/translations/en")).body, /location\.reload/);
    },

    "leaves a younger one alone, and every one without the option": async (scene) => {
      for (const [session_max_lifetime, age] of [
        ["300", 200],
        [undefined, 2_592_001],
      ] as const) {
        await scene.configure({ session_max_lifetime });
        const client = await loggedIn(scene, age);
        assert.doesNotMatch((await page(scene, client, "admin/translations/en")).body, /location\.reload/);
        assert.equal((await page(scene, client)).status, 200);
        await scene.router.clearState();
      }
    },

    "ends it by the command, which says of the others until when": async (scene) => {
      await scene.configure({ session_max_lifetime: "300" });
      await loggedIn(scene, 100);
      await loggedIn(scene, 300);
      const expired = await scene.router.commandLine("expire");
      assert.deepEqual([expired.code, expired.stdout], [0, "sessions ended: 1\n"]);
      assert.equal((await scene.ssoSessions()).length, 1);
      const { stdout } = await scene.router.commandLine("sessions");
      assert.match(stdout, /^WHO +ROLE +SINCE +UNTIL +LATEST\nalice@example\.org +admin( +[\d-]+ [\d:]+){3}\n$/);
    },

    "ends it at the first request of a minute": async (scene) => {
      await scene.configure({ session_max_lifetime: "300" });
      await loggedIn(scene, 300);
      await scene.router.clearState();
      await scene.client().request(`${scene.router.baseUrl}/logout`);
      assert.deepEqual(await scene.ssoSessions(), []);
      assert.match((await logLines(scene, 1)).join("\n"), /^LOGOUT by=lifetime /m);
    },
  },
);
