/**
 * Proves the marks of the tests: changes every value that a rule names, one at a time, in a copy of the packages, and runs
 * the tests that carry the rule's mark. One of them must fail.
 *
 *   tsx scripts/mutate.ts [rule=PREFIX] [module=NAME] [runner=NAME]
 *
 * tries only the mutations of the rules that begin so, or of one module, or only by the tests of one runner (runners.ts).
 *
 * Prints a line for each survivor, and as the last line `mutations N, killed N, survived N`. Exits 1 with survivors, 2
 * when nothing could be tried.
 */
import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readMarks } from "./conformance/marks";
import { readRules } from "./conformance/rules";
import { checkEntries, expandEntries, readEntries } from "./mutation/mutations";
import { Mutator, describeSurvivor } from "./mutation/run";
import { runners } from "./mutation/runners";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const chosen = new Map(
  process.argv.slice(2).map((word): [string, string] => [word.replace(/=.*/, ""), word.replace(/^[^=]*=/, "")]),
);
const unknown = [...chosen.keys()].filter((key) => !["rule", "module", "runner"].includes(key));
if (unknown.length > 0) {
  console.error(`mutate: what is ${unknown.join(" ")}?`);
  process.exit(2);
}

const entries = readEntries(root);
const expanded = expandEntries(entries, join(root, "openwrt-feed"));
const known = readRules(root).map(({ id }) => id);
const problems = [...checkEntries(entries, known), ...expanded.problems];
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(2);
}
const [prefix = "", only] = [chosen.get("rule"), chosen.get("module")];
const mutations = expanded.mutations.filter(
  ({ rule, module }) => rule.startsWith(prefix) && (only === undefined || module === only),
);
if (mutations.length === 0) {
  console.error("mutate: no such mutations");
  process.exit(2);
}

const print = (line: string): void => console.log(line);
const asked = runners.filter(({ name }) => name === (chosen.get("runner") ?? name));
const mutator = new Mutator({
  root,
  marks: readMarks(root).marks,
  runners: asked,
  workers: availableParallelism(),
  print,
});
try {
  const verdicts = await mutator.judge(mutations);
  const survivors = verdicts.filter(({ killer }) => killer === undefined);
  for (const survivor of survivors) {
    print(describeSurvivor(survivor));
  }
  const killed = verdicts.length - survivors.length;
  print(`${killed} passed, ${survivors.length} failed`);
  print(`mutations ${verdicts.length}, killed ${killed}, survived ${survivors.length}`);
  process.exitCode = survivors.length > 0 ? 1 : 0;
} catch (error) {
  console.error(`mutate: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
} finally {
  mutator.close();
}
