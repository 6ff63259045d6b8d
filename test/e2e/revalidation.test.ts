/** Sessions are revalidated by their refresh tokens (`session_revalidate`): what becomes of a session when its turn comes. */
import assert from "node:assert/strict";
import { until } from "../box/command.ts";
import { slow } from "../box/provider/misbehaviour.ts";
import { location, type Client } from "./support/client.ts";
import { expectAnswer, expectNoSecrets } from "./support/expect.ts";
import { age, runFolder, startSupervisor, stopSupervisor, takeTurn } from "./support/revalidation.ts";
import { callbackOf, standardRoles, type Scene } from "./support/scene.ts";
import { each, inBox, sceneSuite } from "./support/suite.ts";

const on = { session_revalidate: "300" };

/** Waits for what a process of the router does. */
async function expectSoon(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  assert.ok(await until(holds), `not in time: ${what}`);
}

async function files(scene: Scene): Promise<string> {
  return scene.router.shell(`cd ${scene.router.path(runFolder)} && ls -l | grep refresh_ || true`);
}

async function loggedIn(scene: Scene): Promise<Client> {
  await scene.configure(on);
  scene.provider.forgetSessions();
  const client = scene.client();
  await scene.logIn(client, "alice");
  assert.match(await files(scene), /^-rw------- .* refresh_[0-9a-f]{64}\.json\n$/);
  await scene.router.markLog();
  scene.provider.requests.length = 0;
  return client;
}

/** Those of all processes, each word with a blank behind it. */
const commandLines = (scene: Scene): Promise<string> =>
  scene.router.shell("cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' '");

const program = (scene: Scene): string => scene.router.path("/usr/sbin/sso-login");

const asked = (scene: Scene, endpoint: string): number =>
  scene.provider.requests.filter((request) => request.endpoint === endpoint).length;

async function stored(scene: Scene): Promise<string> {
  return scene.router.shell(`cat ${scene.router.path(runFolder)}/refresh_*.json`);
}

sceneSuite(
  "revalidation",
  { provider: { refreshTokens: true } },
  {
    "a session whose user still exists goes on, each turn with a new refresh token": async (scene) => {
      await loggedIn(scene);
      const first = await stored(scene);
      assert.deepEqual(await takeTurn(scene.router), []);
      const second = await stored(scene);
      // oidc-provider revokes everything where a token is used twice.
      assert.deepEqual(await takeTurn(scene.router), []);
      assert.equal((await scene.ssoSessions()).length, 1);
      const tokens = [first, second, await stored(scene)].map((text) => /"refresh_token": ?"([^"]+)"/.exec(text)?.[1]);
      assert.equal(new Set(tokens).size, 3);
      await expectNoSecrets(scene);
    },

    "the supervisor has it done, and ends by SIGTERM": async (scene) => {
      await loggedIn(scene);
      scene.provider.accounts.delete("alice");
      await scene.router.shell(age(scene.router));
      await startSupervisor(scene.router);
      await expectSoon("the session has ended", async () => (await scene.ssoSessions()).length === 0);
      await expectSoon("the token has gone", async () => (await files(scene)) === "");
      await stopSupervisor(scene.router);
      await expectSoon(
        "the supervisor has ended",
        async () => !(await commandLines(scene)).includes(`${program(scene)} watch `),
      );
    },

    "a user who is disabled at the provider is out": async (scene) => {
      await loggedIn(scene);
      scene.provider.accounts.delete("alice");
      const [line = "", ...more] = await takeTurn(scene.router);
      assert.match(line, /SESSION_ENDED reason=invalid_grant email=alice@example\.org sub=sub-alice role=admin /);
      assert.ok(!scene.secrets().some((secret) => line.includes(secret)), "the line has a secret");
      assert.deepEqual([more, await scene.ssoSessions()], [[], []]);
      await takeTurn(scene.router);
      await expectSoon("the token has gone", async () => (await files(scene)) === "");
      await expectNoSecrets(scene);
    },

    "a provider that is away ends nothing, and is asked again": inBox(
      "the provider is on this machine",
      async (scene) => {
        await loggedIn(scene);
        await scene.provider.goDown();
        const lines = [];
        for (let turn = 0; turn < 3; turn += 1) {
          lines.push(...(await takeTurn(scene.router)));
        }
        const checked = await scene.router.commandLine("sessions");
        assert.match(checked.stdout, /UNPROVED SINCE/);
        await scene.provider.comeBack();
        assert.equal(lines.length, 2, lines.join("\n"));
        assert.match(lines[0] ?? "", /REVALIDATION_FAILED error=TOKEN_ENDPOINT_NETWORK_ERROR cause=connect /);
        const [back = "", ...more] = await takeTurn(scene.router);
        assert.match(back, /REVALIDATION_RESUMED /);
        assert.deepEqual(more, []);
        assert.doesNotMatch(await stored(scene), /failures/);
        assert.equal((await scene.ssoSessions()).length, 1);
      },
    ),

    ...each<(scene: Scene, client: Client) => Promise<unknown>>(
      {
        "a logout": async (scene, client) => client.request(await scene.logoutLink(client)),
        "sso-login logout": (scene) => scene.router.commandLine("logout", "alice@example.org"),
        "a time-out of rpcd": async (scene) => {
          await scene.router.destroySession((await scene.ssoSessions())[0]?.id ?? "");
          await scene.router.ubus("service", "signal", { name: "sso-login", instance: "watch" });
        },
      },
      async (scene, end) => {
        const client = await loggedIn(scene);
        await startSupervisor(scene.router);
        await end(scene, client);
        await expectSoon("the token has gone", async () => (await files(scene)) === "");
        await stopSupervisor(scene.router);
        assert.equal(asked(scene, "revocation"), 1);
        assert.ok(
          ![...scene.provider.storage.keys()].some((key) => key.startsWith("RefreshToken:")),
          "it is not revoked",
        );
      },
    ),
  },
);

async function logInAt(scene: Scene, name: string): Promise<Client> {
  const client = scene.client();
  const { issuer } = scene.further.get(name) ?? assert.fail(`no provider ${name}`);
  const start = `${scene.router.baseUrl}/?provider=${name}`;
  const hop = await client.fillIn(start, scene.credentials("alice"), { stopBefore: callbackOf(name) });
  expectAnswer(await client.request(location(hop), { initiator: new URL(issuer).hostname }), 302);
  return client;
}

sceneSuite(
  "revalidation at two providers",
  { provider: { refreshTokens: true }, further: ["office"] },
  {
    "one whose endpoints answer in nine seconds delays neither questions nor logins at the other": inBox(
      "the providers are on this machine",
      async (scene) => {
        const staff = { ...standardRoles["viewer"], provider: ["office"], group: ["router-admins"] };
        await scene.configure(on, { ...standardRoles, staff }, { office: on });
        await scene.logIn(scene.client(), "alice");
        const leaving = await logInAt(scene, "office");
        await logInAt(scene, "office");
        await startSupervisor(scene.router);
        const office = scene.further.get("office");
        office?.misbehave("revocation", slow(9000));
        office?.misbehave("token", slow(9000));
        await leaving.request(await scene.logoutLink(leaving));
        await scene.router.shell(age(scene.router));
        scene.provider.requests.length = 0;
        await scene.router.ubus("service", "signal", { name: "sso-login", instance: "watch" });
        const begin = Date.now();
        await expectSoon("the first provider is asked", () => asked(scene, "token") === 1);
        assert.ok(
          office?.requests.some(({ endpoint }) => endpoint === "token"),
          "the other was asked, too",
        );
        await scene.logIn(scene.client(), "ursula");
        assert.ok(Date.now() - begin < 9000, "while the other answers");
        await stopSupervisor(scene.router);
      },
    ),

    "many sessions at one that answers in three seconds refuse no login": inBox(
      "the provider is on this machine",
      async (scene) => {
        await scene.configure(on);
        for (let login = 0; login < 16; login++) {
          await scene.logIn(scene.client(), login % 2 === 0 ? "alice" : "ursula");
        }
        scene.provider.misbehave("token", slow(3000));
        await scene.router.shell(age(scene.router));
        await startSupervisor(scene.router);
        scene.provider.requests.length = 0;
        for (let login = 0; login < 4; login++) {
          await scene.logIn(scene.client(), "victor");
        }
        await expectSoon("a question beside the logins", () => asked(scene, "token") > 4);
        await stopSupervisor(scene.router);
      },
    ),
  },
);

sceneSuite(
  "revalidation by a router with a key",
  { provider: { refreshTokens: true, authMethod: "private_key_jwt" } },
  {
    "proves itself at the token and the revocation endpoint": async (scene) => {
      await scene.configure({ ...on, client_secret: undefined, token_endpoint_auth_method: "private_key_jwt" });
      assert.equal((await scene.router.commandLine("key", "new", "ES256")).code, 0);
      await scene.provider.forgetClientKeys();
      await scene.logIn(scene.client(), "alice");
      await scene.router.markLog();
      assert.deepEqual(await takeTurn(scene.router), []);
      await startSupervisor(scene.router);
      assert.equal((await scene.router.commandLine("logout", "alice@example.org")).code, 0);
      await expectSoon("the token is revoked", () => asked(scene, "revocation") === 1);
      await expectSoon("the token has gone", async () => (await files(scene)) === "");
      await stopSupervisor(scene.router);
      assert.equal(scene.provider.assertions.length, 3);
      assert.equal(new Set(scene.provider.assertions.map(({ claims }) => claims["jti"])).size, 3);
    },
  },
);
