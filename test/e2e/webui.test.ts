/** Landing page, and rights of the session. */
import assert from "node:assert/strict";
import { expectOneLine, expectRefusal } from "./support/expect.ts";
import type { Hop } from "./support/client.ts";
import { runOrFail, sleep } from "../box/command.ts";
import { accessDenied, type Scene } from "./support/scene.ts";
import { inBox, sceneSuite } from "./support/suite.ts";

sceneSuite(
  "landing page",
  {},
  {
    "is not for plain HTTP": inBox("where a real router speaks plain HTTP is not known", async (scene) => {
      const hop = await scene.client().request(`${String(scene.router.plainAddress)}/cgi-bin/webui/`);
      await expectRefusal(scene, hop, "HTTPS_REQUIRED");
    }),
  },
);

/** The configurations that the group luci-mod-status-index of this router lets its members read. */
async function readableConfigs(scene: Scene): Promise<string[]> {
  const file = scene.router.path("/usr/share/rpcd/acl.d/luci-mod-status.json");
  const groups = JSON.parse(await scene.router.shell(`cat '${file}'`)) as Record<string, { read: { uci?: string[] } }>;
  return (groups["luci-mod-status-index"]?.read.uci ?? []).sort();
}

sceneSuite(
  "rights of a session",
  {},
  {
    "a role with one access group has that group's rights alone": async (scene) => {
      await scene.configure({}, { viewer: { email: ["victor@example.org"], read: ["luci-mod-status-index"] } });
      const client = scene.client();
      const page = await scene.logIn(client, "victor");
      assert.equal(page.status, 200);
      const id = scene.sessionOf(client);
      assert.equal((await scene.callUbus(id, "system", "board")).result?.[0], 0);
      assert.equal((await scene.callUbus(id, "system", "reboot")).error?.code, accessDenied);
      const [session] = await scene.ssoSessions();
      assert.deepEqual(session?.acls["access-group"], { "luci-mod-status-index": ["read"], unauthenticated: ["read"] });
      assert.deepEqual(Object.keys(session?.acls["uci"] ?? {}).sort(), await readableConfigs(scene));
      assert.equal(
        session?.acls["ubus"]?.["session"]?.includes("login"),
        true,
        "the group unauthenticated is part of it",
      );
    },

    "the rights equal those of a password login with the lists of the role's section": async (scene) => {
      await scene.logIn(scene.client(), "ursula");
      const file = scene.router.path("/etc/config/rpcd");
      const saved = await scene.router.shell(`cat '${file}'`);
      const [, lists = ""] =
        /config login 'sso_login_operator'\n(?:\toption .*\n)*((?:\tlist .*\n)+)/.exec(saved) ?? [];
      assert.match(lists, /list read 'sso-login-base'/);
      const hash = (await runOrFail("openssl", ["passwd", "-6", "local-password"])).trim();
      await scene.router.writeFile(
        "/etc/config/rpcd",
        `${saved}\nconfig login\n\toption username 'local'\n\toption password '${hash}'\n${lists}`,
      );
      const login = JSON.parse(
        await scene.router.ubus("session", "login", { username: "local", password: "local-password" }),
      ) as { acls: Record<string, Record<string, string[]>> };
      const [session] = await scene.ssoSessions();
      assert.deepEqual(sorted(session?.acls ?? {}), sorted(login.acls));
    },
  },
);

/** Grants without the order of their functions. */
function sorted(acls: Record<string, Record<string, string[]>>): object {
  return Object.fromEntries(
    Object.entries(acls).map(([scope, objects]) => [
      scope,
      Object.fromEntries(Object.entries(objects).map(([object, functions]) => [object, [...functions].sort()])),
    ]),
  );
}

sceneSuite(
  "a change in LuCI",
  {},
  {
    "is logged with its user, and without its values, by a session that may write a package and not read it": async (
      scene,
    ) => {
      const write = ["luci-base", "luci-app-sso-login"];
      await scene.configure({}, { editor: { email: ["alice@example.org"], read: write, write } });
      const client = scene.client();
      await scene.logIn(client, "alice");
      const id = scene.sessionOf(client);
      const [session] = await scene.ssoSessions();
      const values = { label: "Not to be logged" };
      await scene.callUbus(id, "uci", "set", { config: "sso-login", section: "default", values });
      const post = async (action: string, token: string): Promise<Hop> => {
        const query = new URLSearchParams({ sid: id, token }).toString();
        const address = `${scene.router.address}/cgi-bin/luci/admin/uci/${action}?${query}`;
        return client.request(address, { method: "POST", body: "", initiator: scene.router.host });
      };
      await scene.router.markLog();
      assert.equal((await post("apply_rollback", "0".repeat(32))).status, 403);
      assert.deepEqual(await scene.router.readLog(), []);
      const applied = await post("apply_rollback", String(session?.values["token"]));
      const by = /^CHANGED by=alice@example\.org provider=default role=editor session=[0-9a-f]+ remote=127\.0\.0\.1 /;
      const line = await expectOneLine(scene, "CHANGED", by);
      assert.ok(line.endsWith(" packages=sso-login options=sso-login.default.label"), line);
      await scene.callUbus(id, "uci", "set", { config: "sso-login", section: "default", values: { label: "Other" } });
      await scene.router.markLog();
      assert.equal((await post("apply_rollback", String(session?.values["token"]))).status, 403);
      await sleep(500);
      assert.deepEqual(await scene.router.readLog(), []);
      assert.equal((await post("confirm", (JSON.parse(applied.body) as { token: string }).token)).status, 200);
    },
  },
);
