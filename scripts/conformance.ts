/**
 * Every rule of the specification and of the decisions has a test that names it.
 *
 *   tsx scripts/conformance.ts           checks rules, marks and docs/conformance.md; prints the counts and what is untested
 *   tsx scripts/conformance.ts --write   writes docs/conformance.md
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { summarize } from "./conformance/check";
import { renderDocument } from "./conformance/document";
import { readMarks } from "./conformance/marks";
import { readRules } from "./conformance/rules";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const path = join(root, "docs/conformance.md");

const rules = readRules(root);
const found = readMarks(root);
const text = renderDocument(rules, found.marks);

if (process.argv.includes("--write")) {
  writeFileSync(path, text);
  process.exit(0);
}
const { problems, untested, counts } = summarize(rules, found);
if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
  problems.push('docs/conformance.md is not what rules and marks give: run "make docs"');
}
for (const problem of problems) {
  console.error(problem);
}
for (const { id, rule } of untested) {
  console.log(`untested: ${id}: ${rule}`);
}
console.log(counts);
process.exit(problems.length > 0 || untested.length > 0 ? 1 : 0);
