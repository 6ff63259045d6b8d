/** Branch coverage of the C layer, of the build that `make coverage` leaves: a source's branches in all its builds. */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { build, source } from "./target.js";

interface Report {
  files: { file: string; lines: { line_number: number; branches: { count: number }[] }[] }[];
}

/** File, then line and number of a branch: whether a test took it. */
const sources = new Map<string, Map<string, boolean>>();
const counts = readdirSync(build, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".gcda"));
for (const name of counts) {
  const text = execFileSync("gcov", ["--json-format", "--branch-probabilities", "--stdout", join(build, name)], {
    encoding: "utf8",
    cwd: source,
    maxBuffer: 1e8,
  });
  for (const { file, lines } of (JSON.parse(text) as Report).files) {
    if (!file.endsWith(".c")) continue;
    const branches = sources.get(file) ?? new Map<string, boolean>();
    sources.set(file, branches);
    const onLine = new Map<number, number>();
    for (const { line_number: line, branches: found } of lines) {
      for (const { count } of found) {
        const index = onLine.get(line) ?? 0;
        onLine.set(line, index + 1);
        const key = `${String(line)}.${String(index)}`;
        branches.set(key, count > 0 || branches.get(key) === true);
      }
    }
  }
}

const rows = [...sources].sort().map(([file, branches]) => {
  const missed = [...branches].filter(([, taken]) => !taken).map(([key]) => key.split(".")[0]);
  return {
    name: basename(file),
    missed: [...new Set(missed)],
    taken: branches.size - missed.length,
    all: branches.size,
  };
});
const sum = (key: "taken" | "all"): number => rows.reduce((total, row) => total + row[key], 0);
for (const { name, missed, taken, all } of [
  ...rows,
  { name: "all", missed: [], taken: sum("taken"), all: sum("all") },
]) {
  console.log(`${name.padEnd(18)} ${taken} of ${all} branches, ${((100 * taken) / all).toFixed(1)} %`);
  if (missed.length > 0) console.log(`  not taken on line ${missed.join(" ")}`);
}
