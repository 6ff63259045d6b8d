/**
 * Concurrency and crashes with real processes: many requests at once, a process killed at every step of a login, disks
 * that are full, read-only or damaged, and clocks that jump.
 *
 *   tsx test/crash/crash.test.ts [text...]     only the cases whose title holds one of the texts
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAuthority } from "../box/certificates.ts";
import { finish, reasonOf, report, skip } from "../tap.ts";
import type { Entry, Report } from "./case.ts";
import { clock } from "./cases/clock.ts";
import { concurrency } from "./cases/concurrency.ts";
import { damage } from "./cases/damage.ts";
import { disk } from "./cases/disk.ts";
import { kill } from "./cases/kill.ts";
import { Skipped, Stage } from "./stage.ts";

const stages = 2;
/** Milliseconds for one case. */
const patience = 120_000;

const entries: readonly Entry[] = [...kill, ...concurrency, ...disk, ...damage, ...clock];

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

async function play(stage: Stage, entry: Entry): Promise<void> {
  if ("series" in entry) {
    const member: Report = (title, body) => check(stage, `${entry.title}: ${title}`, body);
    // What goes wrong between the members belongs to none of them.
    try {
      await entry.series(stage, member);
    } catch (error) {
      await check(stage, entry.title, () => {
        throw error;
      });
    }
    return;
  }
  await check(stage, entry.title, async () => {
    await stage.reset();
    await entry.run(stage);
  });
}

async function main(): Promise<void> {
  const texts = process.argv.slice(2);
  const queue = entries.filter(({ title }) => texts.length === 0 || texts.some((text) => title.includes(text)));
  const folder = mkdtempSync(join(tmpdir(), "sso-login-crash-"));
  const open: Stage[] = [];
  try {
    await openAuthority(folder);
    const work = async (): Promise<void> => {
      const stage = await Stage.open(folder);
      open.push(stage);
      for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
        await play(stage, entry);
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
