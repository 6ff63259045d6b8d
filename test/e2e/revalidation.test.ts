/** Sessions are revalidated by their refresh tokens (`session_revalidate`): what becomes of a session when its turn comes. */
import assert from "node:assert/strict";
import { expectSoon } from "../box/command.ts";
import { answer, editJson, errorDocument, slow } from "../box/provider/misbehaviour.ts";
import { location, type Client } from "./support/client.ts";
import { expectAnswer, expectNoSecrets } from "./support/expect.ts";
import { age, ageProofs, runFolder, startSupervisor, stopSupervisor, takeTurn } from "./support/revalidation.ts";
import { callbackOf, standardRoles, type Scene } from "./support/scene.ts";
import { each, inBox, sceneSuite } from "./support/suite.ts";

const on = { session_revalidate: "300" };

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

/** Makes the login of the only session an old one, as one of a version that knew no uptime. */
async function ageLogin(scene: Scene): Promise<void> {
  const ubus_rpc_session = (await scene.ssoSessions())[0]?.id ?? "";
  await scene.router.ubus("session", "set", { ubus_rpc_session, values: { sso_login_uptime: "", sso_login_time: 1 } });
}

async function expectUnproved(scene: Scene): Promise<void> {
  await scene.router.markLog();
  const { stdout, stderr } = await scene.router.commandLine("expire");
  assert.equal(stdout, "sessions ended: 1\n");
  const lines = [stderr, ...(await scene.router.readLog())].join("\n");
  assert.match(lines, /SESSION_ENDED reason=unproved email=alice@example\.org /);
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
        assert.match(checked.stdout, / PROVED/);
        await scene.provider.comeBack();
        assert.equal(lines.length, 1, lines.join("\n"));
        assert.match(lines[0] ?? "", /REVALIDATION_FAILED error=TOKEN_ENDPOINT_NETWORK_ERROR cause=connect /);
        const [back = "", ...more] = await takeTurn(scene.router);
        assert.match(back, /REVALIDATION_RESUMED /);
        assert.deepEqual(more, []);
        assert.doesNotMatch(await stored(scene), /failure/);
        assert.equal((await scene.ssoSessions()).length, 1);
      },
    ),

    "one whose last proof is too old ends, also without a turn": async (scene) => {
      await loggedIn(scene);
      scene.provider.misbehave("token", errorDocument(400, "unauthorized_client"));
      const [line = "", ...more] = await takeTurn(scene.router);
      assert.match(line, /REVALIDATION_FAILED error=TOKEN_EXCHANGE_FAILED .*idp_error=unauthorized_client/);
      assert.equal(line.split("session=").length, 2, line);
      assert.deepEqual(more, []);
      assert.equal((await scene.router.commandLine("expire")).stdout, "sessions ended: 0\n");
      await scene.router.shell(ageProofs(scene.router));
      await expectUnproved(scene);
    },

    "one without a refresh token ends after the same time": async (scene) => {
      scene.provider.misbehave(
        "token",
        editJson((document) => void delete document["refresh_token"]),
      );
      await scene.configure(on);
      await scene.logIn(scene.client(), "alice");
      assert.match((await scene.router.readLog()).join("\n"), /LOGIN_GRANTED .*refresh_token=absent/);
      const checked = await scene.router.commandLine("check");
      assert.match(checked.stdout, /no refresh token, so its session ends after three intervals/);
      await ageLogin(scene);
      await expectUnproved(scene);
    },

    "a file of an earlier version goes on": async (scene) => {
      await loggedIn(scene);
      await scene.router.shell(
        `cd ${scene.router.path(runFolder)} && sed -E -i 's/,? ?"proved_[a-z]+": ?[0-9.]+//g' refresh_*.json`,
      );
      assert.doesNotMatch(await stored(scene), /proved/);
      assert.deepEqual(await takeTurn(scene.router), []);
      assert.match(await stored(scene), /"proved_at": ?[0-9]+/);
      assert.equal((await scene.ssoSessions()).length, 1);
    },

    "a user's nonce of another device proves nothing and refuses nothing: UserInfo decides": async (scene) => {
      await loggedIn(scene);
      scene.provider.editIdToken(({ payload }) => void (payload["nonce"] = "of another device"));
      assert.deepEqual(await takeTurn(scene.router), []);
      const alice = scene.provider.accounts.get("alice") ?? assert.fail("no account alice");
      scene.provider.accounts.set("alice", {
        ...alice,
        claims: { ...alice.claims, email: "a@example.org", groups: [] },
      });
      const [line = "", ...more] = await takeTurn(scene.router);
      assert.match(line, /LOGOUT by=roles email=alice@example\.org /);
      assert.deepEqual([more, await scene.ssoSessions()], [[], []]);
    },

    ...each(
      {
        "404 in text": answer(404, "text/plain", "404 page not found"),
        "401 in HTML": answer(401, "text/html", "<html><body>Unauthorized"),
        "403 in HTML": answer(403, "text/html", "<html><body>Forbidden"),
        "404 with an object": errorDocument(404, "not_found"),
      },
      async (scene: Scene, proxy) => {
        await loggedIn(scene);
        scene.provider.misbehave("token", proxy);
        for (let turn = 0; turn < 3; turn += 1) {
          const lines = await takeTurn(scene.router);
          assert.equal(lines.filter((line) => line.includes("REVALIDATION_FAILED")).length, turn === 0 ? 1 : 0);
        }
        scene.provider.behave();
        assert.match((await takeTurn(scene.router)).join("\n"), /^[^\n]*REVALIDATION_RESUMED [^\n]*$/);
        assert.equal((await scene.ssoSessions()).length, 1);
      },
    ),

    ...each({ "a number": 7, "a blank": "a b", "over 16 KB": "x".repeat(16_385) }, async (scene: Scene, token) => {
      await loggedIn(scene);
      const before = /"refresh_token": ?"([^"]+)"/.exec(await stored(scene))?.[1];
      scene.provider.misbehave(
        "token",
        editJson((document) => void (document["refresh_token"] = token)),
      );
      const [line = "", ...more] = await takeTurn(scene.router);
      assert.match(line, /REFRESH_TOKEN_UNUSABLE session=[0-9a-f]{8} reason="[a-z0-9 ,]+"$/);
      assert.deepEqual(more, []);
      assert.equal(/"refresh_token": ?"([^"]+)"/.exec(await stored(scene))?.[1], before);
      assert.equal((await scene.ssoSessions()).length, 1);
    }),

    "a user whom UserInfo refuses is out, and one of whom it says nothing is not proved": async (scene) => {
      await loggedIn(scene);
      scene.provider.misbehave("userinfo", answer(200, "text/html", "<html><body>Sign-In Prohibited"));
      assert.match(
        (await takeTurn(scene.router)).join("\n"),
        /^[^\n]*REVALIDATION_FAILED error=USERINFO_NETWORK_ERROR [^\n]*$/,
      );
      scene.provider.misbehave("userinfo", errorDocument(401, "invalid_token"));
      assert.match((await takeTurn(scene.router)).join("\n"), /^[^\n]*SESSION_ENDED reason=invalid_token [^\n]*$/);
      assert.deepEqual(await scene.ssoSessions(), []);
    },

    "a lost verification of the e-mail is named": async (scene) => {
      await scene.configure(on, { admin: { email: ["alice@example.org"], read: ["*"], write: ["*"] } });
      await scene.logIn(scene.client(), "alice");
      await scene.router.markLog();
      const alice = scene.provider.accounts.get("alice") ?? assert.fail("no account alice");
      scene.provider.accounts.set("alice", { ...alice, claims: { ...alice.claims, email_verified: false } });
      const [line = ""] = await takeTurn(scene.router);
      assert.match(
        line,
        /LOGOUT by=roles .* email_unverified=alice@example\.org hint="e-mail is not verified, see option/,
      );
    },

    "the supervisor is there while a session lives that it has to end, and no longer": inBox(
      "procd starts nothing else",
      async (scene) => {
        const folder = scene.router.path("/var/run/ubus");
        await scene.configure({ session_max_lifetime: "300" });
        await scene.router.shell(`: >${folder}/procd`);
        await scene.logIn(scene.client(), "alice");
        const alive = `[ ! -e ${folder}/watch.pid ] || ! kill -0 $(cat ${folder}/watch.pid) 2>/dev/null || echo yes`;
        const runs = async (): Promise<boolean> => (await scene.router.shell(alive)) === "yes\n";
        await expectSoon("it runs", runs);
        await ageLogin(scene);
        await scene.router.ubus("service", "signal", { name: "sso-login-watch", instance: "watch" });
        await expectSoon("the session has ended", async () => (await scene.ssoSessions()).length === 0);
        await expectSoon("it has ended", async () => !(await runs()));
        await scene.router.shell(`rm ${folder}/procd`);
      },
    ),

    ...each<(scene: Scene, client: Client) => Promise<unknown>>(
      {
        "a logout": async (scene, client) => client.request(await scene.logoutLink(client)),
        "sso-login logout": (scene) => scene.router.commandLine("logout", "alice@example.org"),
        "a time-out of rpcd": async (scene) => {
          await scene.router.destroySession((await scene.ssoSessions())[0]?.id ?? "");
          await scene.router.ubus("service", "signal", { name: "sso-login-watch", instance: "watch" });
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
        await scene.router.ubus("service", "signal", { name: "sso-login-watch", instance: "watch" });
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
