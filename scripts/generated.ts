/** Files that are made from sources and committed. */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** Returns a file of the repository. */
export function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Ends the program with a sentence in place of a stack, which says nothing to those who left something out of a table. */
export function fail(problem: string): never {
  console.error(problem);
  process.exit(1);
}

/** A value that must be there; ends the program where a table lacks it. */
export function needed<T>(value: T | undefined, what: string): T {
  return value ?? fail(`nothing is said about ${what}`);
}

/**
 * Writes files, by their path below `folder`, and says which. With --check on the command line it writes nothing, names those that are
 * not what the sources give, says which command writes them, and the program exits 1.
 *
 * @param obsolete whether a file of the folder that is none of these has to go
 */
export function settle(
  folder: string,
  files: ReadonlyMap<string, string>,
  command: string,
  obsolete?: (path: string) => boolean,
): void {
  const present =
    obsolete !== undefined && existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const gone = present
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !files.has(path) && obsolete?.(path));
  const differing = [...files].filter(([path, text]) => {
    const target = join(folder, path);
    return !existsSync(target) || readFileSync(target, "utf8") !== text;
  });
  if (process.argv.includes("--check")) {
    for (const path of [...gone, ...differing.map(([name]) => name)]) {
      const name = relative(root, join(folder, path));
      console.error(`${name} is not what the sources give: run "${command}" and commit the result`);
      process.exitCode = 1;
    }
    return;
  }
  gone.forEach((path) => rmSync(join(folder, path)));
  for (const [path, text] of differing) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const below = (path: string): string => relative(root, join(folder, path));
  gone.forEach((path) => console.log(`removed ${below(path)}`));
  differing.forEach(([path]) => console.log(`wrote ${below(path)}`));
  console.log(
    `${command}: ${String(files.size - differing.length)} of ${String(files.size)} files in ${below("") || "the repository"} stay as they are`,
  );
}
