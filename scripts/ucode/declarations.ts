/** Imports, exports, functions and variables. */
import { ts } from "ts-morph";
import { declarationOf } from "./names";
import { copyWithChildren, type Output, Refusal } from "./output";

/** The path of a module of our own as ucode's import takes it: a literal in single quotes. */
function modulePath(node: ts.ImportDeclaration | ts.ExportDeclaration): string {
  const specifier = node.moduleSpecifier;
  if (specifier === undefined || !ts.isStringLiteral(specifier)) {
    throw new Refusal(node, "an export list of names of this module");
  }
  return `'${specifier.text}.uc'`;
}

/** An import of values; undefined when it imports nothing but types. */
export function emitImport(node: ts.ImportDeclaration, output: Output): string | undefined {
  const named = node.importClause?.namedBindings;
  if (node.importClause?.phaseModifier !== undefined || named === undefined || !ts.isNamedImports(named)) {
    return undefined;
  }
  const names = named.elements
    .filter((element) => !element.isTypeOnly)
    .map((element) => copyWithChildren(element, output));
  return names.length === 0 ? undefined : `import { ${names.join(", ")} } from ${modulePath(node)};`;
}

/** Exports of another module's names: ucode exports no import, so each is made again under its own name. */
export function emitReExport(node: ts.ExportDeclaration): string | undefined {
  const clause = node.exportClause;
  if (node.isTypeOnly || clause === undefined || !ts.isNamedExports(clause)) {
    return undefined;
  }
  const elements = clause.elements.filter((element) => !element.isTypeOnly);
  const names = elements.map((element) => element.name.text);
  const imported = elements.map(
    (element) => `${(element.propertyName ?? element.name).text} as imported_${element.name.text}`,
  );
  const made = names.map((name) => `export const ${name} = imported_${name};`);
  return names.length === 0
    ? undefined
    : [`import { ${imported.join(", ")} } from ${modulePath(node)};`, ...made].join("\n");
}

/** Parameters without types; `this: void` is none. */
export function emitParameters(parameters: readonly ts.ParameterDeclaration[], output: Output): string {
  const own = parameters.filter((parameter) => parameter.name.getText(output.source) !== "this");
  return `(${own.map((parameter) => output.emit(parameter.name)).join(", ")})`;
}

/** Functions that are used above the place where they are declared; ucode wants to hear of them first. */
export function forwardFunctions(output: Output): ts.FunctionDeclaration[] {
  const found = new Set<ts.FunctionDeclaration>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const declaration = declarationOf(node, output.checker);
      const isLater =
        declaration !== undefined &&
        declaration.getSourceFile() === output.source &&
        declaration.getStart(output.source) > node.end &&
        ts.findAncestor(declaration.parent, ts.isFunctionLike) === undefined;
      if (isLater && ts.isFunctionDeclaration(declaration)) {
        found.add(declaration);
      } else if (isLater && ts.isVariableDeclaration(declaration)) {
        throw new Refusal(node, `${node.text} is used above its declaration`);
      }
    }
    ts.forEachChild(node, (child) => {
      if (!ts.isTypeNode(child)) {
        visit(child);
      }
    });
  };
  visit(output.source);
  return [...found];
}

function isExported(node: ts.FunctionDeclaration): boolean {
  return node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

/**
 * A function. An exported one ends in a semicolon, which older versions of ucode insist on; one that was announced above
 * is exported at the module's end, since ucode forgets the export otherwise.
 */
export function emitFunction(node: ts.FunctionDeclaration, isAnnounced: boolean, output: Output): string {
  if (node.body === undefined || node.name === undefined) {
    throw new Refusal(node, "a function without a body");
  }
  const isExport = isExported(node) && !isAnnounced;
  const head = `${isExport ? "export " : ""}function ${output.emit(node.name)}`;
  return `${head}${emitParameters(node.parameters, output)} ${output.emit(node.body)}${isExport ? ";" : ""}`;
}

/** Names of announced functions that the module exports. */
export function lateExports(announced: readonly ts.FunctionDeclaration[]): string[] {
  return announced.flatMap((node) => (isExported(node) && node.name !== undefined ? [node.name.text] : []));
}
