/**
 * Programs under another clock: the environment that preloads libfaketime. Its own wrapper program is not used, as it
 * fails where a process that was killed left a semaphore under the same number; the library takes that over.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Debian keeps it in a folder of the architecture. */
function findLibrary(): string {
  const found = readdirSync("/usr/lib")
    .map((folder) => join("/usr/lib", folder, "faketime/libfaketime.so.1"))
    .find((file) => existsSync(file));
  if (found === undefined) {
    throw new Error("libfaketime is missing: scripts/setup.sh base");
  }
  return found;
}

function fake(time: string): Record<string, string> {
  return { LD_PRELOAD: findLibrary(), FAKETIME: time, FAKETIME_DONT_FAKE_MONOTONIC: "1" };
}

/**
 * Variables for a clock that is wrong by some seconds. They are for one program that starts no other: the library keeps
 * shared memory, which a program that is replaced by another does not give back.
 */
export function shiftedClock(offset: number): Record<string, string> {
  return fake(`${offset < 0 ? "" : "+"}${String(offset)}s`);
}

/** Variables for a clock that stands still at a moment: seconds since 1970. The times of files are the real ones. */
export function stoppedClock(moment: number): Record<string, string> {
  const time = new Date(moment * 1000).toISOString().replace("T", " ").slice(0, 19);
  return { ...fake(time), TZ: "UTC", NO_FAKE_STAT: "1" };
}
