/** The administrator's side: the command line on the router, and sessions across a reload of rpcd. */
import assert from "node:assert/strict";
import { logLines } from "./support/expect.ts";
import { standardRoles, type Scene } from "./support/scene.ts";
import { inBox, sceneSuite } from "./support/suite.ts";

async function syncRoles(scene: Scene, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await scene.router.commandLine("sync-roles", ...args);
  assert.equal(code, 0, stderr);
  return stdout.trim();
}

sceneSuite(
  "command line",
  {},
  {
    "tells which rights a user would have": async (scene) => {
      const { code, stdout } = await scene.router.commandLine(
        "roles",
        "--json",
        "nobody@example.org",
        "router-viewers",
      );
      assert.equal(code, 0);
      const told = JSON.parse(stdout) as { roles: string[]; username: string; rights: Record<string, unknown> };
      assert.deepEqual([told.roles, told.username], [["viewer"], "viewer"]);
      await scene.logIn(scene.client(), "victor");
      const [session] = await scene.ssoSessions();
      assert.deepEqual(Object.keys(told.rights).sort(), Object.keys(session?.acls ?? {}).sort());
    },

    "says so when a user has no role": async (scene) => {
      const { code, stderr } = await scene.router.commandLine("roles", "mallory@example.org");
      assert.equal(code, 1);
      assert.match(stderr, /USER_NOT_AUTHORIZED/);
    },

    "lists sessions without what opens them": async (scene) => {
      await scene.logIn(scene.client(), "alice");
      await scene.logIn(scene.client(), "victor");
      const { code, stdout } = await scene.router.commandLine("sessions");
      assert.equal(code, 0);
      assert.match(stdout, /alice@example\.org\s+admin\s/);
      assert.match(stdout, /victor@example\.org\s+viewer\s/);
      assert.ok(!scene.secrets().some((secret) => stdout.includes(secret)), stdout);
    },

    "ends the sessions of one user": async (scene) => {
      const client = scene.client();
      await scene.logIn(client, "alice");
      await scene.logIn(scene.client(), "victor");
      assert.equal((await scene.router.commandLine("logout", "ALICE@example.org")).code, 0);
      assert.equal((await client.request(`${scene.router.address}/cgi-bin/luci/`)).status, 403);
      assert.deepEqual(
        (await scene.ssoSessions()).map(({ values }) => values["sso_email"]),
        ["victor@example.org"],
      );
      assert.equal((await scene.router.commandLine("logout", "alice@example.org")).code, 1);
    },

    "says that a change by uci commit alone is half in effect, until sync-roles": async (scene) => {
      await syncRoles(scene);
      await scene.logIn(scene.client(), "victor");
      const { viewer, ...others } = standardRoles;
      await scene.configure({}, { ...others, viewer: { ...viewer, email: [] } });
      const told = async (): Promise<string[]> =>
        Promise.all(
          [["sessions"], ["roles", "alice@example.org"], ["check-config"]].map(
            async (command) => (await scene.router.commandLine(...command)).stderr,
          ),
        );
      const behind = await told();
      assert.ok(
        behind.every((text) => /run sso-login sync-roles/.test(text)),
        behind.join(),
      );
      await scene.configure({}, others);
      const report = (await scene.router.commandLine("check")).stdout;
      assert.match(report, /^warning {2}rpcd does not know these roles as they are saved: viewer\./m);
      await syncRoles(scene);
      assert.deepEqual(await told(), ["", "", ""]);
    },

    "refuses what it does not know": async (scene) => {
      assert.equal((await scene.router.commandLine("dance")).code, 2);
    },

    "keeps the rights of sessions when rpcd reloads": async (scene) => {
      await syncRoles(scene, "--remove");
      assert.match(await syncRoles(scene), /updated/);
      assert.match(await syncRoles(scene), /nothing to do/);
      try {
        for (const name of ["alice", "ursula", "victor"]) {
          await scene.logIn(scene.client(), name);
        }
        const before = await scene.ssoSessions();
        await scene.router.reloadRpcd();
        const after = await scene.ssoSessions();
        assert.deepEqual(rights(after), rights(before));
      } finally {
        await syncRoles(scene, "--remove");
      }
    },

    "gives a login its rights although rpcd reloads in the middle of it": inBox(
      "when a reload begins is not known",
      async (scene) => {
        await syncRoles(scene);
        await scene.logIn(scene.client(), "victor");
        const [undisturbed] = rights(await scene.ssoSessions());
        for (const method of ["create", "set", "grant"]) {
          await scene.reset();
          await scene.router.reloadDuring(method);
          assert.equal((await scene.logIn(scene.client(), "victor")).status, 200, method);
          assert.deepEqual(rights(await scene.ssoSessions()), [undisturbed], method);
        }
        await scene.reset();
        await scene.router.hideRpcd(3);
        assert.equal((await scene.logIn(scene.client(), "victor")).status, 200);
      },
    ),

    "never gives a session more when rpcd reloads, although the roles changed and nobody synced": async (scene) => {
      const { admin, operator, viewer } = standardRoles;
      const changes: Record<string, typeof standardRoles> = {
        renamed: { chief: admin ?? {}, operator: operator ?? {}, admin: viewer ?? {} },
        swapped: { admin: viewer ?? {}, operator: operator ?? {}, viewer: admin ?? {} },
        narrowed: { ...standardRoles, admin: { ...admin, read: ["luci-base", "luci-mod-status-index"], write: [] } },
      };
      for (const [name, roles] of Object.entries(changes)) {
        await scene.reset();
        await syncRoles(scene);
        await scene.logIn(scene.client(), "victor");
        await scene.configure({}, roles);
        for (const user of ["alice", "victor", "ursula"]) {
          assert.equal((await scene.logIn(scene.client(), user)).status, 200, `${name} ${user}`);
        }
        const before = rights(await scene.ssoSessions());
        assert.equal(before.length, name === "narrowed" ? 4 : 3, `${name}: who lost the role is logged out`);
        await scene.router.reloadRpcd();
        assert.deepEqual(rights(await scene.ssoSessions()), before, name);
      }
    },

    "leaves out a role with the name of a local login, and no other": async (scene) => {
      const { admin = {} } = standardRoles;
      await scene.configure({}, { root: { ...admin, email: ["victor@example.org"] }, admin });
      assert.equal((await scene.router.commandLine("check-config")).code, 0);
      assert.equal((await scene.logIn(scene.client(), "alice")).status, 200);
      assert.equal((await scene.callback(scene.client(), "victor")).status, 401);
      const lines = (await logLines(scene, 5)).map((line) => line.split(" ").slice(0, 2).join(" "));
      assert.ok(lines.includes("RPCD_LOGIN_CONFLICT role=root"), lines.join("\n"));
    },

    "ends sessions with their reason": async (scene) => {
      const left = async (): Promise<unknown[]> =>
        (await scene.ssoSessions()).map(({ values }) => values["username"]).sort();
      await syncRoles(scene);
      for (const name of ["alice", "gerda", "victor", "ursula"]) {
        await scene.logIn(scene.client(), name);
      }
      await syncRoles(scene);
      assert.deepEqual(await left(), ["admin", "operator", "viewer", "viewer"]);
      const { viewer, ...others } = standardRoles;
      await scene.configure({}, { ...others, viewer: { ...viewer, group: [] } });
      assert.match(await syncRoles(scene), /sessions ended: 1$/);
      await scene.configure({}, others);
      await syncRoles(scene);
      assert.deepEqual(await left(), ["admin", "operator"]);
      await scene.configure({ enabled: "0" }, others);
      await syncRoles(scene);
      assert.deepEqual(await left(), []);
    },

    "leaves a subject ten sessions, the oldest ends": async (scene) => {
      const client = scene.client();
      await scene.logIn(client, "victor");
      // Times are whole seconds, and another login may be in this one.
      const [first] = await scene.ssoSessions();
      await scene.router.ubus("session", "set", { ubus_rpc_session: first?.id, values: { sso_login_time: 1 } });
      for (let count = 0; count < 10; count += 1) {
        await scene.router.clearState();
        await scene.logIn(scene.client(), "victor");
      }
      assert.equal((await scene.ssoSessions()).length, 10);
      assert.equal((await client.request(`${scene.router.address}/cgi-bin/luci/`)).status, 403);
    },

    "ends the session whose cookie comes with a login": async (scene) => {
      const client = scene.client();
      await scene.logIn(client, "victor");
      scene.provider.storage.clear();
      const [old] = await scene.ssoSessions();
      const address = await scene.reachCallback(client, "victor");
      // As from a provider of the same site: a browser sends the Strict cookies with the callback.
      assert.equal((await client.request(address, { initiator: scene.router.host })).status, 302);
      const left = await scene.ssoSessions();
      assert.equal(left.length, 1);
      assert.notEqual(left[0]?.id, old?.id);
    },

    "leaves a session of several roles the first role's rights when rpcd reloads, and no more": async (scene) => {
      const first = { group: ["staff"], read: ["luci-base"] };
      const second = { email: ["victor@example.org"], read: ["luci-app-sso-login"], write: ["luci-app-sso-login"] };
      await scene.configure({}, { first, second });
      await syncRoles(scene);
      const groups = async (): Promise<unknown> => (await scene.ssoSessions())[0]?.acls["access-group"];
      try {
        await scene.logIn(scene.client(), "victor");
        const all = { "luci-base": ["read"], "luci-app-sso-login": ["read", "write"], unauthenticated: ["read"] };
        assert.deepEqual(await groups(), all);
        await scene.router.reloadRpcd();
        assert.deepEqual(await groups(), { "luci-base": ["read"], unauthenticated: ["read"] });
      } finally {
        await syncRoles(scene, "--remove");
      }
    },

    "gives nobody a password by its login sections": async (scene) => {
      await syncRoles(scene);
      try {
        for (const password of ["", "!", "*", "admin", "sso_login_admin"]) {
          const login = scene.router.ubus("session", "login", { username: "admin", password });
          await assert.rejects(login, /Permission denied/);
        }
      } finally {
        await syncRoles(scene, "--remove");
      }
    },
  },
);

/** Names and grants of sessions, in an order of their own. */
function rights(sessions: Awaited<ReturnType<Scene["ssoSessions"]>>): unknown[] {
  return sessions
    .map(({ values, acls }) => {
      const grants = Object.entries(acls).flatMap(([scope, objects]) =>
        Object.entries(objects).flatMap(([object, names]) => names.map((name) => `${scope} ${object} ${name}`)),
      );
      return [values["username"], grants.sort()];
    })
    .sort((a, b) => String(a[0]).localeCompare(String(b[0])));
}
