/** The test login: from the settings page's call to the outcome, what it refuses, and that no one is logged in by it. */
import assert from "node:assert/strict";
import { providerHost } from "../box/provider/identity-provider.ts";
import type { Client, Hop } from "./support/client.ts";
import { header, location } from "./support/client.ts";
import { expectRefusal, expectRemains, logLines } from "./support/expect.ts";
import { callbackPath, standardRoles, type Scene } from "./support/scene.ts";
import { sceneSuite } from "./support/suite.ts";

const outcomePath = "/cgi-bin/luci/admin/services/sso-login/test";

interface Answer {
  error?: string;
  url?: string;
  state?: string;
  outcome?: { code?: string; roles?: string[]; email?: string; claims?: { name: string; value: string }[] };
}

/** The administrator: a session of rpcd that is not of single sign-on. */
async function administrator(scene: Scene): Promise<string> {
  const created = JSON.parse(await scene.router.ubus("session", "create", { timeout: 300 })) as Record<string, string>;
  const id = created["ubus_rpc_session"] ?? "";
  await scene.router.ubus("session", "set", { ubus_rpc_session: id, values: { username: "root", token: "t" } });
  return id;
}

async function ask(scene: Scene, session: string, method: string, values: object = {}): Promise<Answer> {
  const reply = await scene.router.ubus("sso-login", method, { ...values, ubus_rpc_session: session });
  return JSON.parse(reply) as Answer;
}

/** What the settings page sends: no secret but a typed one. */
function shown(scene: Scene, changes: Record<string, string> = {}): object {
  const saved = Object.entries(scene.standardOptions());
  const values = Object.fromEntries(saved.filter(([name]) => name !== "client_secret"));
  const roles = Object.entries(standardRoles).map(([name, role]) => ({ name, ...role }));
  return { values: { ...values, enabled: "0", ...changes }, roles };
}

/** Begins a test; the address for the tab. */
async function begin(scene: Scene, session: string, changes: Record<string, string> = {}): Promise<string> {
  const { url, error } = await ask(scene, session, "test_start", shown(scene, changes));
  return url ?? assert.fail(error);
}

/** A test up to the callback's address. */
async function reachCallback(scene: Scene, client: Client, url: string, name = "alice"): Promise<string> {
  const last = await client.fillIn(url, scene.credentials(name), { stopBefore: callbackPath });
  return header(last, "location") ?? assert.fail(last.body);
}

const finish = (client: Client, address: string): Promise<Hop> => client.request(address, { initiator: providerHost });

/** Single sign-on is off, no one is logged in by it, and no browser has a cookie of a session. */
async function expectNobody(scene: Scene, client: Client): Promise<void> {
  assert.deepEqual(await scene.ssoSessions(), []);
  assert.equal(client.jar.get(scene.router.host, "sysauth_https"), undefined);
  assert.equal(client.jar.get(scene.router.host, "sysauth"), undefined);
  await expectRemains(scene, {});
}

const off = (scene: Scene): Promise<void> => scene.configure({ enabled: "0" });

sceneSuite(
  "test login",
  {},
  {
    "shows what a login would give while single sign-on is off, and logs no one in": async (scene) => {
      await off(scene);
      const session = await administrator(scene);
      const client = scene.client();
      const url = await begin(scene, session);
      assert.equal((await ask(scene, session, "test_result")).state, "begun");
      const hop = await finish(client, await reachCallback(scene, client, url));
      assert.equal(location(hop).pathname + location(hop).search, `/cgi-bin/webui/?to=${outcomePath}`);
      const landing = await client.request(location(hop), { initiator: providerHost });
      assert.match(landing.body, new RegExp(`content="0;url=${outcomePath}"`));
      // The landing page goes there once.
      assert.doesNotMatch((await client.request(location(hop))).body, /sso-login\/test/);
      const { state, outcome } = await ask(scene, session, "test_result");
      assert.equal(state, "done");
      assert.deepEqual(outcome?.roles, ["admin"]);
      assert.equal(outcome.email, "alice@example.org");
      assert.ok(
        outcome.claims?.some(({ name }) => name === "sub"),
        "the claim sub",
      );
      await expectNobody(scene, client);
      const [line = ""] = await logLines(scene, 1);
      assert.match(line, /^TEST_LOGIN remote=\S+ email=alice@example\.org .*outcome=granted/);
      const whole = (await scene.router.readWholeLog()).join("\n");
      for (const secret of scene.secrets()) {
        assert.ok(!whole.includes(secret), "a secret is in the log");
      }
    },

    "shows a user without a role, and a refusal by the provider": async (scene) => {
      const session = await administrator(scene);
      const client = scene.client();
      await finish(client, await reachCallback(scene, client, await begin(scene, session), "mallory"));
      const { outcome } = await ask(scene, session, "test_result");
      assert.equal(outcome?.code, "USER_NOT_AUTHORIZED");
      assert.ok(
        outcome.claims?.some(({ value }) => value.includes("mallory")),
        "mallory's claims",
      );
      const wrong = scene.client();
      const url = await begin(scene, session, { client_secret: "not the secret" });
      await finish(wrong, await reachCallback(scene, wrong, url));
      assert.equal((await ask(scene, session, "test_result")).outcome?.code, "TOKEN_EXCHANGE_FAILED");
      await expectNobody(scene, client);
    },

    "is visible only to its own session, and a request without a session is refused": async (scene) => {
      const session = await administrator(scene);
      const client = scene.client();
      await finish(client, await reachCallback(scene, client, await begin(scene, session)));
      assert.deepEqual(await ask(scene, await administrator(scene), "test_result"), { state: "none" });
      for (const nobody of ["f".repeat(32), "0".repeat(32), "", "../x"]) {
        assert.match((await ask(scene, nobody, "test_result")).error ?? "", /no such session/);
        assert.match((await ask(scene, nobody, "test_start", shown(scene))).error ?? "", /no such session/);
      }
    },

    "refuses a ticket twice, a replay, and an older tab": async (scene) => {
      const session = await administrator(scene);
      const client = scene.client();
      const url = await begin(scene, session);
      const address = await reachCallback(scene, client, url);
      await expectRefusal(scene, await scene.client().request(url), "STATE_NOT_FOUND");
      await scene.router.markLog();
      assert.equal((await finish(client, address)).status, 302);
      await scene.router.markLog();
      await expectRefusal(scene, await finish(client, address), "MISSING_HANDSHAKE_COOKIE");
      await scene.router.markLog();
      const older = await reachCallback(scene, client, await begin(scene, session));
      await begin(scene, session);
      await expectRefusal(scene, await finish(client, older), "STATE_NOT_FOUND");
      assert.equal((await ask(scene, session, "test_result")).state, "begun");
      await expectNobody(scene, client);
    },
  },
);
