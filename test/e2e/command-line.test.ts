/** The administrator's side: the command line on the router, and sessions across a reload of rpcd. */
import assert from "node:assert/strict";
import type { Scene } from "./support/scene.ts";
import { sceneSuite } from "./support/suite.ts";

async function syncRoles(scene: Scene, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await scene.router.commandLine("sync-roles", ...args);
  assert.deepEqual([code, stderr], [0, ""]);
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
      assert.match(stdout, /alice@example\.org\tadmin\t/);
      assert.match(stdout, /victor@example\.org\tviewer\t/);
      assert.ok(!scene.secrets().some((secret) => stdout.includes(secret)));
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

    "refuses what it does not know": async (scene) => {
      assert.equal((await scene.router.commandLine("dance")).code, 2);
    },

    "keeps the rights of sessions when rpcd reloads": async (scene) => {
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
        for (const password of ["", "!", "admin"]) {
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
