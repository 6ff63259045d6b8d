/**
 * Checks that src/sso_login, except io/, keeps to the TypeScript subset, and that docs/subset.md is current.
 *
 *   tsx scripts/check-subset.ts           exits 1 with file, line and column of what is refused
 *   tsx scripts/check-subset.ts --write   writes docs/subset.md
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { checkFile } from "./subset/check";
import { renderDocument } from "./subset/document";
import { isSubset, loadProject, root } from "./subset/project";

const documentPath = join(root, "docs/subset.md");

function readDocument(): string {
  try {
    return readFileSync(documentPath, "utf8");
  } catch {
    return "";
  }
}

if (process.argv.includes("--write")) {
  writeFileSync(documentPath, renderDocument());
  process.exit(0);
}

const project = loadProject();
const checker = project.getTypeChecker().compilerObject;
const problems = project
  .getSourceFiles()
  .filter((file) => isSubset(file.getFilePath()))
  .flatMap((file) => checkFile(file.compilerNode, checker));
for (const problem of problems) {
  console.error(
    `${relative(root, problem.file)}:${problem.line}:${problem.column}: [${problem.id}] ${problem.message}`,
  );
}
const isCurrent = readDocument() === renderDocument();
if (!isCurrent) {
  console.error('docs/subset.md is not what scripts/subset gives: run "make docs"');
}
process.exit(problems.length > 0 || !isCurrent ? 1 : 0);
