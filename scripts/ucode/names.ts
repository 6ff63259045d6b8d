/**
 * Names: ucode's functions are plain global names, so variables that are called like one in use get another name. A module
 * imports by name, which is less work than `import * as`; a name that several modules export says its module: `rate_limit_check`.
 */
import { ts } from "ts-morph";
import { functionNames } from "./forms";
import { type Output, Refusal } from "./output";

/** The declaration of an identifier in this module. */
export function declarationOf(node: ts.Identifier, output: Output): ts.Declaration | undefined {
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? output.checker.getShorthandAssignmentValueSymbol(node.parent)
    : output.checker.getSymbolAtLocation(node);
  return symbol?.declarations?.find((declaration) => declaration.getSourceFile() === output.source);
}

/** The call of `require` in `const late = () => require("./m")` of a module; undefined for other declarations. */
export function lateLoad(declaration: ts.Node | undefined): ts.CallExpression | undefined {
  if (
    declaration === undefined ||
    !ts.isVariableDeclaration(declaration) ||
    !ts.isSourceFile(declaration.parent.parent.parent) ||
    isExported(declaration)
  ) {
    return undefined;
  }
  const made = declaration.initializer;
  const body = made !== undefined && ts.isArrowFunction(made) ? made.body : undefined;
  const call = body !== undefined && ts.isAsExpression(body) ? body.expression : body;
  const isRequire = call !== undefined && ts.isCallExpression(call) && call.expression.getText() === "require";
  return isRequire ? call : undefined;
}

function isExported(declaration: ts.Declaration): boolean {
  return (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Export) !== 0;
}

/** Whether an identifier is the name of a member, or the name that another module gives to what is imported. */
function isForeign(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isImportSpecifier(parent) && parent.propertyName === node)
  );
}

/** All identifiers of a module that are not names of members. */
function identifiersOf(source: ts.SourceFile): ts.Identifier[] {
  const found: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !isForeign(node)) {
      found.push(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The members of a module that are used as values; types vanish. Undefined where something else has its name, or it is used whole. */
function membersUsed(name: ts.Identifier, uses: ts.Identifier[], checker: ts.TypeChecker): Set<string> | undefined {
  const members = new Set<string>();
  for (const use of uses) {
    const { parent } = use;
    if (checker.getSymbolAtLocation(use) !== checker.getSymbolAtLocation(name)) {
      return undefined;
    }
    // The parent of an interface is a type, too.
    const isExtended = ts.isExpressionWithTypeArguments(parent.parent);
    if (ts.isPropertyAccessExpression(parent) && !isExtended) {
      members.add(parent.name.text);
    } else if (!isExtended && !ts.isQualifiedName(parent) && use !== name) {
      return undefined;
    }
  }
  return members;
}

/** The names for members of another module, by the name of that module: of all that are used, unless one is taken. */
export function importsByName(
  source: ts.SourceFile,
  checker: ts.TypeChecker,
  ambiguous: ReadonlySet<string>,
): Map<string, Map<string, string>> {
  const identifiers = identifiersOf(source);
  const taken = new Set([...functionNames, ...identifiers.map(({ text }) => text)]);
  const found = new Map<string, Map<string, string>>();
  for (const { name } of identifiers.map(({ parent }) => parent).filter(ts.isNamespaceImport)) {
    const uses = identifiers.filter(({ text }) => text === name.text);
    const names = new Map<string, string>();
    for (const member of membersUsed(name, uses, checker) ?? []) {
      names.set(member, ambiguous.has(member) || taken.has(member) ? `${name.text}_${member}` : member);
    }
    if (names.size > 0 && ![...names.values()].some((imported) => taken.has(imported))) {
      names.forEach((imported) => taken.add(imported));
      found.set(name.text, names);
    }
  }
  return found;
}

/** An identifier in ucode, which knows nothing of what is further down in the module. */
export function emitIdentifier(node: ts.Identifier, output: Output): string {
  if (isForeign(node)) {
    return node.text;
  }
  if (node.text === "undefined") {
    return "null";
  }
  const declaration = declarationOf(node, output);
  if (declaration !== undefined && declaration.getStart(output.source) > node.end) {
    throw new Refusal(node, `${node.text} is used above its declaration`);
  }
  if (lateLoad(declaration) !== undefined) {
    throw new Refusal(node, `${node.text} loads a module and is not called at once`);
  }
  if (!functionNames.has(node.text)) {
    return node.text;
  }
  if (declaration !== undefined && isExported(declaration)) {
    throw new Refusal(node, `${node.text} cannot be exported: ucode or ecma.uc has a function of that name`);
  }
  return `${node.text}_`;
}
