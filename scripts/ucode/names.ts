/** Names: ucode's functions are plain global names, so variables that are called like one in use get another name. */
import { ts } from "ts-morph";
import { members } from "../subset/list";
import { type Output, Refusal } from "./output";

/** Names of functions in the emitted code, those of ucode and those of ecma.uc. */
const functionNames = new Set([
  "same",
  "type",
  ...members.flatMap((member) =>
    Object.values(member.emit).flatMap((form) => [...form.matchAll(/(\w+)\(/g)].map(([, name]) => name ?? "")),
  ),
]);

/** The declaration that an identifier stands for. */
export function declarationOf(node: ts.Identifier, checker: ts.TypeChecker): ts.Declaration | undefined {
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  return symbol?.declarations?.[0];
}

/** Whether an identifier is a variable's name, not a member's. */
function isVariable(node: ts.Identifier): boolean {
  const { parent } = node;
  return !(
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isImportSpecifier(parent) && parent.propertyName === node)
  );
}

/** An identifier in ucode. */
export function emitIdentifier(node: ts.Identifier, output: Output): string {
  if (!isVariable(node)) {
    return node.text;
  }
  if (node.text === "undefined") {
    return "null";
  }
  if (!functionNames.has(node.text)) {
    return node.text;
  }
  const declaration = declarationOf(node, output.checker);
  if (declaration !== undefined && ts.findAncestor(declaration.parent, ts.isFunctionLike) === undefined) {
    throw new Refusal(node, `${node.text} at module level hides ucode's function of that name`);
  }
  return `${node.text}_`;
}
