/** Folders that go with this process: also when Ctrl-C ends it, but not when it is killed (kill -9). */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const ends = new Set<() => void>();

/** Has something done when this process ends; it may not take its time. The result takes that back. */
export function atEnd(end: () => void): () => void {
  watch();
  ends.add(end);
  return () => void ends.delete(end);
}

let watching = false;

function watch(): void {
  if (watching) return;
  watching = true;
  // Nothing reads what this process writes: what started it has ended. Unhandled, the error ends it without the event below.
  process.stdout.on("error", () => process.exit(1));
  process.on("exit", () => ends.forEach((end) => end()));
  for (const [signal, number] of [
    ["SIGINT", 2],
    ["SIGTERM", 15],
    ["SIGHUP", 1],
  ] as const) {
    // Another handler of the signal ends the process, too.
    process.on(signal, () => process.listenerCount(signal) > 1 || process.exit(128 + number));
  }
}

/** Removes a folder, in which programs that are just ending may still write. */
export function removeFolder(folder: string): void {
  for (let attempts = 3; ; attempts -= 1) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
      return;
    } catch (error) {
      // Its own retries remove no file that has come since it listed the folder.
      if (attempts === 1) {
        throw error;
      }
    }
  }
}

/** A new folder with a name that begins so, which this process removes at its end. */
export function temporaryFolder(prefix: string, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, prefix));
  atEnd(() => removeFolder(folder));
  return folder;
}

/** Writes files by their paths below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
