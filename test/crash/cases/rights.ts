/**
 * A change of what a role gives, killed at every step. The live session has rights of before or of now; it gets nothing new while it has
 * anything left that is too much; and the next upkeep gives it what its role gives now.
 */
import assert from "node:assert/strict";
import type { Role } from "../../box/router.ts";
import type { Series } from "../case.ts";
import type { Stage } from "../stage.ts";
import { everywhere } from "./kill.ts";
import { killed } from "./passwords.ts";

const alice = { email: ["alice@example.org"] };
/** Both have what the other has not, in scopes of their own, too. */
const before = { ...alice, read: ["luci-base", "luci-mod-status-index"], write: ["luci-mod-system-reboot"] };
const now = { ...alice, read: ["luci-base", "luci-mod-status-logs", "luci-mod-system-flash"] };

async function sync(stage: Stage, admin: Role): Promise<void> {
  await stage.scene.configure({}, { admin });
  const { code, stderr } = await stage.scene.router.commandLine("sync-roles");
  assert.equal(code, 0, stderr);
}

async function grants(stage: Stage): Promise<Set<string>> {
  const sessions = await stage.scene.ssoSessions();
  assert.equal(sessions.length, 1, "one session");
  const found = Object.entries(sessions[0]?.acls ?? {}).flatMap(([scope, objects]) =>
    Object.entries(objects).flatMap(([object, functions]) => functions.map((name) => `${scope} ${object} ${name}`)),
  );
  return new Set(found);
}

const without = (some: Set<string>, others: Set<string>): string[] => [...some].filter((grant) => !others.has(grant));

export const rightsKills: Series = {
  "kill -9 while a role's rights change": async (stage, report) => {
    await stage.reset();
    await sync(stage, now);
    await stage.scene.configure({}, { admin: before });
    await stage.scene.logIn(stage.scene.client(), "alice");
    const old = await grants(stage);
    await sync(stage, now);
    const wanted = await grants(stage);
    assert.ok(without(old, wanted).length > 0 && without(wanted, old).length > 0, "both differ");
    const killAt = everywhere(async (_, step, tell) => {
      await sync(stage, before);
      assert.deepEqual(await grants(stage), old);
      await stage.scene.configure({}, { admin: now });
      const reached = await killed(stage, "/usr/sbin/sso-login", "sync-roles", step);
      const isKilled = reached.length === step;
      await tell(isKilled ? `step ${String(step)}, ${reached.at(-1) ?? ""}` : "not killed", async () => {
        const left = await grants(stage);
        const surplus = without(left, wanted);
        assert.deepEqual(
          surplus.filter((grant) => !old.has(grant)),
          [],
          "neither of before nor of now",
        );
        const fresh = without(left, old);
        assert.ok(fresh.length === 0 || surplus.length === 0, `${fresh.join(", ")} beside ${surplus.join(", ")}`);
        assert.deepEqual(isKilled ? [] : without(wanted, left), []);
        await sync(stage, now);
        assert.deepEqual(await grants(stage), wanted);
      });
      return isKilled;
    });
    await killAt(stage, report);
  },
};
