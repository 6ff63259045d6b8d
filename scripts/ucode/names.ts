/** Names: ucode's functions are plain global names, so variables that are called like one in use get another name. */
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

/** An identifier in ucode, which knows nothing of what stands further down in the module. */
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
