/**
 * The test login, from the settings page's call to the outcome: nobody is logged in by it. What it refuses is in
 * test/unit/login/test/test_flow_spec.lua.
 */
import assert from "node:assert/strict";
import { providerHost } from "../box/provider/identity-provider.ts";
import { location } from "./support/client.ts";
import { expectNoSecrets, expectOneLine, expectRemains } from "./support/expect.ts";
import { callbackPath, standardRoles, type Scene } from "./support/scene.ts";
import { sceneSuite } from "./support/suite.ts";

const outcomePath = "/cgi-bin/luci/admin/services/sso-login/test";

interface Answer {
  url?: string;
  state?: string;
  outcome?: { roles?: string[]; email?: string; claims?: { name: string }[] };
}

/** Values that the settings page sends: no secret but a typed one. */
function shown(scene: Scene): object {
  const saved = Object.entries(scene.standardOptions());
  const values = Object.fromEntries(saved.filter(([name]) => name !== "client_secret"));
  const roles = Object.entries(standardRoles).map(([name, role]) => ({ name, ...role }));
  return { values: { ...values, enabled: "0" }, roles };
}

sceneSuite(
  "test login",
  {},
  {
    "shows the rights of a login while single sign-on is off, and creates no session": async (scene) => {
      const { router } = scene;
      await scene.configure({ enabled: "0" });
      // The administrator's session is not of single sign-on.
      const { ubus_rpc_session } = JSON.parse(await router.ubus("session", "create", { timeout: 300 })) as object &
        Record<string, string>;
      await router.ubus("session", "set", { ubus_rpc_session, values: { username: "root", token: "t" } });
      const ask = async (method: string, values: object = {}): Promise<Answer> =>
        JSON.parse(await router.ubus("sso-login", method, { ...values, ubus_rpc_session })) as Answer;
      const client = scene.client();
      const { url = assert.fail("no address") } = await ask("test_start", shown(scene));
      assert.equal((await ask("test_result")).state, "begun");
      const last = await client.fillIn(url, scene.credentials("alice"), { stopBefore: callbackPath });
      const hop = await client.request(location(last), { initiator: providerHost });
      assert.equal(location(hop).pathname + location(hop).search, `/cgi-bin/webui/?to=${outcomePath}`);
      const landing = await client.request(location(hop), { initiator: providerHost });
      assert.match(landing.body, new RegExp(`content="0;url=${outcomePath}"`));
      const { state, outcome } = await ask("test_result");
      assert.deepEqual([state, outcome?.roles, outcome?.email], ["done", ["admin"], "alice@example.org"]);
      assert.ok(outcome?.claims?.some(({ name }) => name === "sub") === true, "the claim sub");
      assert.equal(client.jar.get(router.host, "sysauth_https"), undefined);
      assert.equal(client.jar.get(router.host, "sysauth"), undefined);
      await expectRemains(scene);
      await expectOneLine(scene, "TEST_LOGIN", /^\w+ remote=\S+ email=alice@example\.org .*outcome=granted/);
      await expectNoSecrets(scene);
    },
  },
);
