/**
 * Names: ucode's functions are plain global names, so variables that are called like one in use get another name. What a
 * module uses of another is imported by name, which is less code than `import * as`, and less work.
 */
import { ts } from "ts-morph";
import { functionNames } from "./forms";
import { type Output, Refusal } from "./output";

/** Where this module declares what an identifier stands for. */
function declarationOf(node: ts.Identifier, output: Output): ts.Declaration | undefined {
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? output.checker.getShorthandAssignmentValueSymbol(node.parent)
    : output.checker.getSymbolAtLocation(node);
  return symbol?.declarations?.find((declaration) => declaration.getSourceFile() === output.source);
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

/** What is used of a module as values; types vanish. Undefined where something else has its name, or it is used whole. */
function membersUsed(name: ts.Identifier, uses: ts.Identifier[], checker: ts.TypeChecker): Set<string> | undefined {
  const members = new Set<string>();
  for (const use of uses) {
    const { parent } = use;
    if (checker.getSymbolAtLocation(use) !== checker.getSymbolAtLocation(name)) {
      return undefined;
    }
    if (ts.isPropertyAccessExpression(parent)) {
      members.add(parent.name.text);
    } else if (!ts.isQualifiedName(parent) && use !== name) {
      return undefined;
    }
  }
  return members;
}

/** What to import by name, by the name of the module: all that it uses, where no name of its own is called like that. */
export function importsByName(source: ts.SourceFile, checker: ts.TypeChecker): Map<string, string[]> {
  const identifiers = identifiersOf(source);
  const taken = new Set([...functionNames, ...identifiers.map(({ text }) => text)]);
  const found = new Map<string, string[]>();
  for (const { name } of identifiers.map(({ parent }) => parent).filter(ts.isNamespaceImport)) {
    const uses = identifiers.filter(({ text }) => text === name.text);
    const members = membersUsed(name, uses, checker);
    if (members !== undefined && members.size > 0 && ![...members].some((member) => taken.has(member))) {
      members.forEach((member) => taken.add(member));
      found.set(name.text, [...members]);
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
  if (!functionNames.has(node.text)) {
    return node.text;
  }
  if (declaration !== undefined && isExported(declaration)) {
    throw new Refusal(node, `${node.text} cannot be exported: ucode or ecma.uc has a function of that name`);
  }
  return `${node.text}_`;
}
