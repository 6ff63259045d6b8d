/**
 * Concurrency and crashes with real processes: many requests at once, a process killed at every step of a login, disks
 * that are full, read-only or damaged, and clocks that jump.
 *
 *   tsx test/crash/crash.test.ts [text...]     only the cases whose title holds one of the texts
 */
import { rmSync } from "node:fs";
import { openAuthority } from "../box/certificates.ts";
import { chosen, finish, onStages, reasonOf, report, skip, within } from "../tap.ts";
import type { Report } from "./case.ts";
import { clock } from "./cases/clock.ts";
import { concurrency } from "./cases/concurrency.ts";
import { damage, damageSeries } from "./cases/damage.ts";
import { disk } from "./cases/disk.ts";
import { kill } from "./cases/kill.ts";
import { passwordKills, passwords } from "./cases/passwords.ts";
import { rightsKills } from "./cases/rights.ts";
import { revalidation, revalidationKills } from "./cases/revalidation.ts";
import { strangers } from "./cases/strangers.ts";
import { Skipped, Stage } from "./stage.ts";
import { temporaryFolder } from "../temporary.ts";

const stages = 2;
/** Milliseconds for one case, or one member of a series. */
const patience = 900_000;

const cases = { ...concurrency, ...disk, ...damage, ...clock, ...strangers, ...passwords, ...revalidation };
const series = { ...kill, ...damageSeries, ...passwordKills, ...revalidationKills, ...rightsKills };

/** Runs one case and prints its line. */
async function check(stage: Stage, title: string, body: () => Promise<void>): Promise<void> {
  try {
    await within(body(), patience);
    report(title);
  } catch (error) {
    if (error instanceof Skipped) {
      skip(title, error.message);
      return;
    }
    const log = (await stage.scene.router.readWholeLog()).slice(-5);
    report(title, [reasonOf(error), ...log].join("\n"));
  }
}

async function play(stage: Stage, title: string): Promise<void> {
  const members = series[title];
  if (members !== undefined) {
    const member: Report = (name, body) => check(stage, `${title}: ${name}`, body);
    // A failure between the members belongs to none of them.
    await members(stage, member).catch((error: unknown) =>
      check(stage, title, () => {
        throw error;
      }),
    );
    return;
  }
  await check(stage, title, async () => {
    await stage.reset();
    await cases[title]?.(stage);
  });
}

const titles = chosen([...Object.keys(series), ...Object.keys(cases)], (title) => title);
const folder = temporaryFolder("sso-login-crash-");
try {
  await openAuthority(folder);
  await onStages(stages, () => Stage.open(folder), titles, play);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
finish();
