/** Sessions across a reload of rpcd, with the command line between. */
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { patience, sleep } from "../box/command.ts";
import { expectOneLine } from "./support/expect.ts";
import { standardRoles, type Scene } from "./support/scene.ts";
import { inBox, sceneSuite } from "./support/suite.ts";

async function syncRoles(scene: Scene, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await scene.router.commandLine("sync-roles", ...args);
  assert.equal(code, 0, stderr);
  return stdout.trim();
}

const first = { group: ["staff"], read: ["luci-base"] };
const second = { email: ["victor@example.org"], read: ["luci-app-sso-login"], write: ["luci-app-sso-login"] };
/** The access groups of both roles. */
const firstGroups = { "luci-base": ["read"], "sso-login-base": ["read"], unauthenticated: ["read"] };
const allGroups = { ...firstGroups, "luci-app-sso-login": ["read", "write"] };

async function groupsOfSession(scene: Scene): Promise<Record<string, unknown>> {
  const [session] = await scene.ssoSessions();
  return session?.acls["access-group"] ?? {};
}

/** The session's groups as soon as they are these, or when it is too late; and all that it had meanwhile. */
async function groupsInTime(
  scene: Scene,
  wanted: Record<string, unknown>,
): Promise<{ groups: Record<string, unknown>; seen: string[] }> {
  const end = Date.now() + patience;
  const seen: string[] = [];
  let groups = await groupsOfSession(scene);
  for (seen.push(...Object.keys(groups)); !isDeepStrictEqual(groups, wanted) && Date.now() < end;) {
    await sleep(20);
    groups = await groupsOfSession(scene);
    seen.push(...Object.keys(groups));
  }
  return { groups, seen };
}

sceneSuite(
  "a reload of rpcd",
  {},
  {
    "gives a session its rights although rpcd reloads during the login": inBox(
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

    "never gives a session more rights when rpcd reloads, although the roles changed without sync-roles": async (
      scene,
    ) => {
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

    "gives a session of several roles all its rights back when rpcd reloads, and never more": async (scene) => {
      await scene.configure({}, { first, second });
      await syncRoles(scene);
      await scene.logIn(scene.client(), "victor");
      await expectOneLine(scene, "LOGIN_GRANTED", / role=first,second /);
      assert.match((await scene.router.commandLine("sessions")).stdout, / first,second /);
      assert.deepEqual(await groupsOfSession(scene), allGroups);
      for (let reloads = 0; reloads < 3; reloads++) {
        await scene.router.reloadRpcd();
        const { groups, seen } = await groupsInTime(scene, allGroups);
        assert.deepEqual(groups, allGroups);
        const more = seen.filter((name) => !Object.hasOwn(allGroups, name));
        assert.deepEqual(more, [], "groups that it had meanwhile");
      }
    },

    "ends a session whose user has lost the second of its roles, also without sync-roles": async (scene) => {
      await scene.configure({}, { first, second });
      await syncRoles(scene);
      await scene.logIn(scene.client(), "victor");
      await scene.configure({}, { first, second: { ...second, email: [] } });
      await scene.router.reloadRpcd();
      for (let waits = 0; waits < 40 && (await scene.ssoSessions()).length > 0; waits += 1) {
        await sleep(50);
      }
      assert.deepEqual(await scene.ssoSessions(), []);
      assert.doesNotMatch(await syncRoles(scene), /sessions ended/);
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
