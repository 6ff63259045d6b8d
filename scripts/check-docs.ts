/**
 * Whether the files exist that the tables of docs/*.md name: texts in backquotes that end like a file or a folder.
 *
 *   tsx scripts/check-docs.ts [FOLDER]     FOLDER is another repository than this one
 *
 * They count from the repository's root, from the service's sources, or from the tests. Prints
 * `document:line: there is no NAME` for each that is missing, and exits 1 then.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), "..");
const bases = [".", "src/sso_login", "src/lua", "test", "test/unit"];
const isName = /^[\w.-]+(\/[\w.-]+)*(\/|\.(c|h|js|json|lua|md|mk|sh|ts|uc))$/;

/** What is missing of a document's tables. */
function missingIn(document: string): string[] {
  const lines = readFileSync(join(root, document), "utf8").split("\n");
  return lines.flatMap((line, index) => {
    const texts = line.startsWith("|") ? [...line.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text) : [];
    return texts
      .filter((text) => isName.test(text) && !bases.some((base) => existsSync(join(root, base, text))))
      .map((name) => `${document}:${index + 1}: there is no ${name}`);
  });
}

const documents = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
const missing = documents.flatMap((name) => missingIn(join("docs", name)));
missing.forEach((line) => console.error(line));
process.exitCode = missing.length > 0 ? 1 : 0;
