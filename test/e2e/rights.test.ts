/** The ids of other sessions, which rpcd has as names of files: a role below full control does not see them. */
import assert from "node:assert/strict";
import { sleep } from "../box/command.ts";
import type { Role } from "../box/router.ts";
import type { Scene } from "./support/scene.ts";
import { each, sceneSuite } from "./support/suite.ts";

const victor = { email: ["victor@example.org"] };

/** Roles below full control, by names and by patterns that match `luci-base`. */
const roles: Record<string, Role> = {
  "looks at the overview": { ...victor, read: ["luci-base", "luci-mod-status-index"] },
  "may restart the router": {
    ...victor,
    read: ["luci-base", "luci-mod-status-index"],
    write: ["luci-mod-system-reboot"],
  },
  "has all but one group": { ...victor, read: ["*", "!luci-app-attendedsysupgrade"] },
  "has all but a few groups": { ...victor, read: ["*", "!luci-app-*", "!luci-mod-system-*"] },
};

/** Folders whose list has session ids, or shows the way to them. */
const folders = ["/", "/tmp", "/var", "/var/run", "/tmp/run", "/run", "/var/run/rpcd", "/tmp/run/rpcd", "/proc/1/root"];

/** ubus's status for what rpcd's `file` may not do. */
const permissionDenied = 6;

/** The folders that a session may list, while rpcd answers. */
async function listable(scene: Scene, id: string): Promise<string[]> {
  const found: string[] = [];
  for (const object of folders) {
    const right = { ubus_rpc_session: id, scope: "file", object, function: "list" };
    const answer = await scene.router.ubus("session", "access", right).catch(() => '{ "access": false }');
    if ((JSON.parse(answer) as { access: boolean }).access) {
      found.push(object);
    }
  }
  return found;
}

/**
 * Tries what a script can learn of other sessions over `/ubus`, while rpcd may be reloading: a permitted list that finds no such folder
 * counts, too. The object `file` is there on a real router alone.
 */
async function exploit(scene: Scene, id: string): Promise<string[]> {
  const path = "/var/run/rpcd";
  const right = { scope: "file", object: path, function: "list" };
  const calls = [scene.callUbus(id, "file", "list", { path }), scene.callUbus(id, "session", "access", right)];
  const answers = await Promise.all(calls.map((call) => Promise.race([call, sleep(3000)]).catch(() => undefined)));
  const [list, access] = answers.map((answer) => answer?.result ?? []);
  const isRefused = list?.[0] === undefined || list[0] === permissionDenied;
  const hasRight = (access?.[1] as { access?: boolean } | undefined)?.access === true;
  return [...(isRefused ? [] : [`list: ${JSON.stringify(list)}`]), ...(hasRight ? ["access"] : [])];
}

sceneSuite(
  "other sessions",
  {},
  each(roles, async (scene, role) => {
    await scene.configure({}, { viewer: role });
    const client = scene.client();
    await scene.logIn(client, "victor");
    const id = scene.sessionOf(client);
    const [before] = await scene.ssoSessions();
    assert.deepEqual(before?.acls["access-group"]?.["luci-base"], ["read"]);
    const seen = await listable(scene, id);
    const polls: Promise<string[]>[] = [];
    const timer = setInterval(() => polls.push(exploit(scene, id)), 50);
    await scene.router.reloadRpcd().finally(() => {
      clearInterval(timer);
    });
    seen.push(...(await Promise.all(polls)).flat(), ...(await listable(scene, id)));
    seen.push(...(await exploit(scene, id)));
    assert.deepEqual(seen, []);
    const [after] = await scene.ssoSessions();
    assert.deepEqual(after?.acls["access-group"], before.acls["access-group"]);
  }),
);

/** Writes an access group of a package, and has rpcd read it. */
async function addGroup(scene: Scene, name: string, read: Record<string, unknown>): Promise<void> {
  const definition = JSON.stringify({ [name]: { description: name, read } });
  await scene.router.writeFile(`/usr/share/rpcd/acl.d/${name}.json`, definition);
  await scene.router.reloadRpcd();
}

/** Grants of packages whose level is full control by caution alone, and one that lists the folders itself. */
const packages: Record<string, Record<string, unknown>> = {
  "a method that nobody knows": { ubus: { usteer: ["remote_info"] }, uci: ["usteer"] },
  "a list that nobody knows": { file: { "/etc/travelmate/*.login": ["list"] } },
  "lists of all folders": { file: { "/*": ["list"], "/etc/app/*": ["read"] } },
};

sceneSuite(
  "a package with a right beyond looking",
  {},
  {
    ...each(packages, async (scene, read) => {
      await addGroup(scene, "luci-app-other", read);
      await scene.configure({}, { viewer: { ...victor, read: ["*"] } });
      const client = scene.client();
      await scene.logIn(client, "victor");
      const id = scene.sessionOf(client);
      const [session] = await scene.ssoSessions();
      assert.deepEqual(session?.acls["access-group"]?.["luci-app-other"], ["read"]);
      assert.match((await scene.router.commandLine("roles", "victor@example.org")).stdout, /viewer: everything/);
      const polls = [exploit(scene, id), scene.router.reloadRpcd().then(() => exploit(scene, id))];
      assert.deepEqual([...(await listable(scene, id)), ...(await Promise.all(polls)).flat()], []);
    }),
    "is full control with another one's: any file is read": async (scene) => {
      await addGroup(scene, "luci-mod-network-config", {
        file: { "/proc/sys/net/ipv[46]/conf/*": ["read"], "/etc/iproute2/rt_tables": ["read"] },
      });
      const roles = {
        network: { ...victor, read: ["luci-mod-network-config"] },
        flash: { ...victor, read: ["luci-mod-system-flash"] },
        both: { ...victor, read: ["luci-mod-network-config", "luci-mod-system-flash"] },
      };
      await scene.configure({}, roles);
      const said = (await scene.router.commandLine("roles", "victor@example.org")).stdout;
      for (const line of ["network: secrets", "flash: secrets", "both: everything"]) {
        assert.ok(said.includes(line), said);
      }
    },
  },
);

sceneSuite(
  "pages that a role may look at",
  {},
  {
    "show what LuCI's own groups leave out": async (scene) => {
      await scene.configure(
        {},
        {
          viewer: {
            ...victor,
            read: ["luci-base", "luci-mod-network-dhcp", "luci-mod-status-index", "luci-mod-status-routes"],
          },
        },
      );
      await scene.logIn(scene.client(), "victor");
      const [session] = await scene.ssoSessions();
      assert.deepEqual(session?.acls["ubus"]?.["network.interface"], ["dump"]);
      assert.deepEqual(session.acls["uci"]?.["firewall"], ["read"]);
    },
  },
);
