/** Which modules become ucode: those whose values come from each other alone, and from what stands ready in ucode. */
import { basename, dirname, join } from "node:path";
import { type Project, ts } from "ts-morph";
import { isSubset, sourceDir } from "../subset/project";

/** Modules of io/ that are written in ucode, in scripts/ucode/io. */
export const readyModules = ["io/json"];

/** Paths of the modules that a file imports values from, relative to src/sso_login and without extension. */
function valueImports(file: ts.SourceFile): string[] {
  const imports: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      if (node.moduleSpecifier !== undefined && ts.isStringLiteral(node.moduleSpecifier) && !isTypeOnly(node)) {
        imports.push(node.moduleSpecifier.text.replace("./", ""));
      }
    }
    const isLazy = ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "require";
    if (isLazy) {
      imports.push("a module loaded in a function");
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return imports;
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isImportDeclaration(node)) {
    const named = node.importClause?.namedBindings;
    const areTypes =
      named !== undefined && ts.isNamedImports(named) && named.elements.every((element) => element.isTypeOnly);
    return node.importClause?.phaseModifier !== undefined || areTypes;
  }
  const clause = node.exportClause;
  return (
    node.isTypeOnly || (clause !== undefined && ts.isNamedExports(clause) && clause.elements.every((e) => e.isTypeOnly))
  );
}

/** A module by name, and what keeps it from being emitted, if anything. */
export interface Candidate {
  name: string;
  file: ts.SourceFile;
  blockedBy?: string;
}

/** All modules of the subset in alphabetical order. */
export function candidates(project: Project): Candidate[] {
  const files = new Map(
    project
      .getSourceFiles()
      .filter((file) => isSubset(file.getFilePath()) && dirname(file.getFilePath()) === sourceDir)
      .map((file) => [basename(file.getFilePath(), ".ts"), file.compilerNode] as const),
  );
  const blockers = new Map<string, string | undefined>();
  const blockerOf = (name: string): string | undefined => {
    const file = files.get(name);
    if (readyModules.includes(name)) {
      return undefined;
    }
    if (file === undefined) {
      return name;
    }
    if (!blockers.has(name)) {
      blockers.set(name, undefined);
      const blocker = valueImports(file)
        .map(blockerOf)
        .find((found) => found !== undefined);
      blockers.set(name, blocker);
    }
    return blockers.get(name);
  };
  return [...files]
    .map(([name, file]) => ({ name, file, blockedBy: blockerOf(name) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The folder of the modules that are written in ucode. */
export const readyDir = join(sourceDir, "../../scripts/ucode");
