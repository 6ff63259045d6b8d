/**
 * The closure of values of a module of the service: the files that loading it loads. Imports of values are followed to the end;
 * types and late loads (`require`) load nothing.
 *
 *   tsx scripts/closure.ts web/endpoints/callback   prints the lines of each file
 *   tsx scripts/closure.ts                          prints the closures of the table below that are over their limits; exits 1 then
 */
import { readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import ts from "typescript";
import { root } from "./generated";

/** The most files and lines of a module's closure: what each request pays for. */
const limits: Record<string, { files: number; lines: number }> = {
  "web/endpoints/callback": { files: 50, lines: 4880 },
  "web/endpoints/start": { files: 25, lines: 1850 },
};

const read = (name: string): string => readFileSync(join(root, "src/sso_login", `${name}.ts`), "utf8");

function isOfTypes({ importClause }: ts.ImportDeclaration): boolean {
  const named = importClause?.namedBindings;
  const isNamed = named !== undefined && ts.isNamedImports(named);
  return importClause?.isTypeOnly === true || (isNamed && named.elements.every(({ isTypeOnly }) => isTypeOnly));
}

/** The modules of the service whose values a module imports. */
function importsOf(name: string): string[] {
  return ts
    .createSourceFile(name, read(name), ts.ScriptTarget.Latest)
    .statements.filter((statement) => ts.isImportDeclaration(statement))
    .filter((statement) => !isOfTypes(statement))
    .map(({ moduleSpecifier }) => (moduleSpecifier as ts.StringLiteral).text)
    .filter((path) => path.startsWith("."))
    .map((path) => normalize(join(name, "..", path)));
}

/** The lines of each file, by the module's name. */
function closureOf(name: string): Map<string, number> {
  const names = new Set([name]);
  // A set's loop also visits what is added meanwhile.
  for (const each of names) {
    importsOf(each).forEach((path) => names.add(path));
  }
  return new Map([...names].sort().map((each) => [each, read(each).split("\n").length - 1]));
}

const sum = (closure: Map<string, number>): number => [...closure.values()].reduce((total, lines) => total + lines, 0);

const [wanted] = process.argv.slice(2);
if (wanted !== undefined) {
  const closure = closureOf(wanted);
  closure.forEach((lines, name) => console.log(`${String(lines).padStart(5)} ${name}`));
  console.log(`${sum(closure)} lines in ${closure.size} files`);
} else {
  for (const [name, { files, lines }] of Object.entries(limits)) {
    const closure = closureOf(name);
    if (closure.size > files || sum(closure) > lines) {
      console.error(
        `${name} loads ${closure.size} files of ${sum(closure)} lines; the limit is ${files} of ${lines} (scripts/closure.ts)`,
      );
      process.exitCode = 1;
    }
  }
}
