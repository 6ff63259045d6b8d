/** The first part of the check: is this kind of syntax on the list at all? */
import { ts } from "ts-morph";
import type { Context } from "./context";
import { constructs, refused } from "./list";

/** Syntax kinds by name. Some numbers have a second name such as FirstToken, so the names are the way in. */
function kindOf(name: string): ts.SyntaxKind {
  const kind = (ts.SyntaxKind as unknown as { [name: string]: ts.SyntaxKind | undefined })[name];
  if (kind === undefined) {
    throw new Error(`no such syntax kind: ${name}`);
  }
  return kind;
}

const permittedKinds = new Set(constructs.flatMap((construct) => construct.kinds.map(kindOf)));
const refusedKinds = new Map(refused.flatMap((entry) => entry.kinds.map((name) => [kindOf(name), entry] as const)));

/** The name of a syntax kind as one reads it, "ForInStatement". */
export function kindName(kind: ts.SyntaxKind): string {
  const names = Object.keys(ts.SyntaxKind).filter((name) => (ts.SyntaxKind as never)[name] === kind);
  return names.find((name) => !/^(First|Last)/.test(name)) ?? names[0] ?? String(kind);
}

function checkKind(kind: ts.SyntaxKind, node: ts.Node, context: Context): void {
  if (permittedKinds.has(kind)) {
    return;
  }
  const known = refusedKinds.get(kind);
  context.reportSyntax(node, known?.name ?? kindName(kind), known?.instead ?? "what docs/subset.md lists");
}

/** Whether a node is gone once types are: neither it nor what is inside is checked. */
export function vanishes(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isTypeParameterDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    (ts.isImportDeclaration(node) && node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword)
  );
}

/** Checks one node's own kind, and the operators that are no nodes. */
export function checkSyntax(node: ts.Node, context: Context): void {
  if (node.kind === ts.SyntaxKind.SourceFile || node.kind === ts.SyntaxKind.EndOfFileToken) {
    return;
  }
  if (ts.isOmittedExpression(node)) {
    context.report(node, "array-elements", "a hole");
    return;
  }
  checkKind(node.kind, node, context);
  if (ts.isPrefixUnaryExpression(node)) {
    checkKind(node.operator, node, context);
  }
  if (ts.isFunctionDeclaration(node) && node.asteriskToken !== undefined) {
    checkKind(ts.SyntaxKind.YieldExpression, node, context);
  }
}
