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
  "has all but a few groups": { ...victor, read: ["*", "!luci-app-*", "!luci-mod-system-*"] },
};

/** Folders whose list has session ids, or shows the way to them. */
const folders = ["/", "/tmp", "/var", "/var/run", "/tmp/run", "/run", "/var/run/rpcd", "/tmp/run/rpcd", "/proc/1/root"];

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
    let isReloading = true;
    const reloaded = scene.router.reloadRpcd().finally(() => {
      isReloading = false;
    });
    while (isReloading) {
      seen.push(...(await listable(scene, id)));
      await sleep(50);
    }
    await reloaded;
    seen.push(...(await listable(scene, id)));
    assert.deepEqual(seen, []);
    const [after] = await scene.ssoSessions();
    assert.deepEqual(after?.acls["access-group"], before.acls["access-group"]);
    // The object `file` is there on a real router.
    const { error, result } = await scene.callUbus(id, "file", "list", { path: "/var/run/rpcd" });
    assert.notEqual(error?.code ?? result?.[0], 0);
  }),
);
