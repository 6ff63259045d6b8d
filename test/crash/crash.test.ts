/**
 * Concurrency and crashes with real processes: many requests at once, a process killed at every step of a login, disks
 * that are full, read-only or damaged, and clocks that jump.
 *
 *   tsx test/crash/crash.test.ts [text...]     only the cases whose title holds one of the texts
 */
import { rmSync } from "node:fs";
import { openAuthority } from "../box/certificates.ts";
import { finish, needTitles, reasonOf, report, skip } from "../tap.ts";
import type { Report } from "./case.ts";
import { clock } from "./cases/clock.ts";
import { concurrency } from "./cases/concurrency.ts";
import { damage, damageSeries } from "./cases/damage.ts";
import { disk } from "./cases/disk.ts";
import { kill } from "./cases/kill.ts";
import { passwordKills, passwords } from "./cases/passwords.ts";
import { strangers } from "./cases/strangers.ts";
import { Skipped, Stage } from "./stage.ts";
import { temporaryFolder } from "../temporary.ts";

const stages = 2;
/** Milliseconds for one case, or one member of a series. */
const patience = 300_000;

const cases = { ...concurrency, ...disk, ...damage, ...clock, ...strangers, ...passwords };
const series = { ...kill, ...damageSeries, ...passwordKills };

function within(promise: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no end after ${String(patience)} ms`)), patience);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Runs one case and prints its line. */
async function check(stage: Stage, title: string, body: () => Promise<void>): Promise<void> {
  try {
    await within(body());
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
    // What goes wrong between the members belongs to none of them.
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

async function main(): Promise<void> {
  const texts = process.argv.slice(2);
  const titles = [...Object.keys(series), ...Object.keys(cases)];
  needTitles(texts, titles);
  const queue = titles.filter((title) => texts.length === 0 || texts.some((text) => title.includes(text)));
  const folder = temporaryFolder("sso-login-crash-");
  const open: Stage[] = [];
  try {
    await openAuthority(folder);
    const work = async (): Promise<void> => {
      const stage = await Stage.open(folder);
      open.push(stage);
      for (let title = queue.shift(); title !== undefined; title = queue.shift()) {
        await play(stage, title);
      }
    };
    await Promise.all(Array.from({ length: stages }, work));
  } finally {
    for (const stage of open) {
      await stage.close();
    }
    rmSync(folder, { recursive: true, force: true });
  }
  finish();
}

await main();
