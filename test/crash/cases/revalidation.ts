/**
 * A question to the provider by a refresh token, killed at every step, on a full disk and twice at once. The session lives with a token
 * that the provider takes, or it ends at the next question; that costs its user a new login and no more.
 */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { sleep } from "../../box/command.ts";
import { shiftedClock } from "../../box/fake-time.ts";
import { age, stopSupervisor, takeTurn } from "../../e2e/support/revalidation.ts";
import type { Cases, Report, Series } from "../case.ts";
import type { Stage } from "../stage.ts";
import { everywhere } from "./kill.ts";
import { killed } from "./passwords.ts";

const program = "/usr/sbin/sso-login";

/** A session whose turn has come. */
async function due(stage: Stage): Promise<void> {
  await stage.scene.configure({ session_revalidate: "300" });
  await stage.expectLogin();
  await stopSupervisor(stage.scene.router);
  await stage.scene.router.shell(age(stage.scene.router));
  await stage.scene.router.markLog();
  stage.scene.provider.requests.length = 0;
}

/** The session's token; undefined where there is no file of one. Files are whole, and nobody else's to read. */
function token(stage: Stage): string | undefined {
  for (const name of fs.readdirSync(stage.runDir).filter((file) => file.startsWith("refresh_"))) {
    const path = join(stage.runDir, name);
    assert.equal(fs.statSync(path).mode & 0o777, 0o600, name);
    if (name.endsWith(".json")) {
      const stored = JSON.parse(fs.readFileSync(path, "utf8")) as { refresh_token: string };
      return stored.refresh_token;
    }
  }
  return undefined;
}

const asked = (stage: Stage): number =>
  stage.scene.provider.requests.filter(({ endpoint }) => endpoint === "token").length;

/** Of a user who is disabled at the provider. */
async function killRefused(stage: Stage, step: number, report: Report): Promise<boolean> {
  await stage.reset();
  await due(stage);
  const { accounts } = stage.scene.provider;
  const alice = accounts.get("alice") ?? assert.fail("no account alice");
  accounts.delete("alice");
  try {
    const reached = await killed(stage, program, "watch default", step);
    const isKilled = reached.length === step;
    await report(isKilled ? `step ${String(step)}, ${reached.at(-1) ?? ""}` : "not killed", async () => {
      const isLeft = (await stage.scene.ssoSessions()).length > 0;
      const lines = isLeft ? (await takeTurn(stage.scene.router)).join("\n") : "SESSION_ENDED";
      assert.match(lines, /SESSION_ENDED/);
      assert.deepEqual(await stage.scene.ssoSessions(), []);
      await takeTurn(stage.scene.router);
      assert.equal(token(stage), undefined);
    });
    return isKilled;
  } finally {
    accounts.set("alice", alice);
  }
}

async function killAt(stage: Stage, step: number, report: Report): Promise<boolean> {
  await stage.reset();
  await due(stage);
  const first = token(stage);
  const reached = await killed(stage, program, "watch default", step);
  const isKilled = reached.length === step;
  await report(isKilled ? `step ${String(step)}, ${reached.at(-1) ?? ""}` : "not killed", async () => {
    assert.equal((await stage.scene.ssoSessions()).length, 1);
    const isLost = asked(stage) === 1 && token(stage) === first;
    assert.ok(isKilled || !isLost, "the new token is not stored");
    const lines = await takeTurn(stage.scene.router);
    assert.equal((await stage.scene.ssoSessions()).length, isLost ? 0 : 1, lines.join("\n"));
    assert.equal(
      lines.some((line) => line.includes("SESSION_ENDED reason=invalid_grant")),
      isLost,
      lines.join("\n"),
    );
    await stage.expectLogin();
  });
  return isKilled;
}

export const revalidationKills: Series = {
  "revalidation: kill -9 in a question": everywhere(killAt, 1, 3),
  "revalidation: kill -9 in a question that is refused": everywhere(killRefused, 2, 3),
};

export const revalidation: Cases = {
  "revalidation: a clock that jumps by a day ends nothing": async (stage) => {
    for (const offset of [-86_400, 86_400]) {
      await stage.reset();
      await due(stage);
      const { router } = stage.scene;
      const [line = "", ...more] = await takeTurn(router, shiftedClock(offset));
      assert.match(line, /REVALIDATION_FAILED error=ID_TOKEN_VERIFICATION_FAILED /);
      assert.deepEqual(more, []);
      assert.match((await takeTurn(router)).join("\n"), /^[^\n]*REVALIDATION_RESUMED [^\n]*$/);
      assert.equal((await stage.scene.ssoSessions()).length, 1);
    }
  },

  "revalidation: a supervisor that is killed again and again asks about every session": async (stage) => {
    await stage.scene.configure({ session_revalidate: "300" });
    for (let login = 0; login < 8; login += 1) {
      await stage.expectLogin();
    }
    const { router } = stage.scene;
    await stopSupervisor(router);
    await router.shell(age(router));
    stage.scene.provider.requests.length = 0;
    const [flag, pid] = [router.path("/tmp/respawn"), router.path("/tmp/watch.pid")];
    // As procd does, but at once.
    const respawn = `while [ -e ${flag} ]; do '${router.path(program)}' watch & echo $! >${pid}; wait; done`;
    // It may have ended by itself, and the next one not have begun.
    const end = `kill -9 $(cat ${pid}) 2>/dev/null || :`;
    await router.shell(`touch ${flag}; (${respawn}) </dev/null >/dev/null 2>&1 &`);
    try {
      for (let kill = 0; kill < 40 && asked(stage) < 8; kill += 1) {
        await sleep(1500);
        await router.shell(end);
      }
    } finally {
      await router.shell(`rm ${flag}; ${end}`);
    }
    assert.equal(asked(stage), 8);
    assert.equal((await stage.scene.ssoSessions()).length, 8);
  },

  "revalidation: of processes at once one uses the token": async (stage) => {
    await due(stage);
    const run = `'${stage.scene.router.path(program)}' watch default`;
    await stage.scene.router.shell(`${run} & ${run} & ${run} & ${run} & wait`);
    assert.equal(asked(stage), 1);
    assert.equal((await stage.scene.ssoSessions()).length, 1);
  },
};
