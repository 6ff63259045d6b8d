/** Rules on imports, names, globals and what happens at module level. */
import { ts } from "ts-morph";
import { type Context, enclosingFunction, isException } from "./context";
import { reservedNames } from "./list";

/** Imports name what they use of own modules. */
export function checkImport(node: ts.Node, context: Context): void {
  if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) {
    return;
  }
  if (!/^\.\/[a-z]/.test(node.moduleSpecifier.text) || node.importClause === undefined) {
    context.report(node, "import", `import of "${node.moduleSpecifier.text}"`);
  }
  if (node.importClause?.name !== undefined) {
    context.reportSyntax(node, "default import", "a named import");
  }
}

/** Export lists are of another own module. */
export function checkExport(node: ts.Node, context: Context): void {
  if (!ts.isExportDeclaration(node)) {
    return;
  }
  const path = node.moduleSpecifier;
  const isOwn = path !== undefined && ts.isStringLiteral(path) && /^\.\/[a-z]/.test(path.text);
  if (!isOwn || node.exportClause === undefined) {
    context.report(node, "export", node.getText(context.source));
  }
}

/** The path of `require("./m") as typeof import("./m")` that fills a const inside a function. */
export function lazyImportPath(call: ts.Node): string | undefined {
  if (!ts.isCallExpression(call) || !ts.isAsExpression(call.parent) || !ts.isImportTypeNode(call.parent.type)) {
    return undefined;
  }
  const [path] = call.arguments;
  const type = call.parent.type;
  const typePath = ts.isLiteralTypeNode(type.argument) ? type.argument.literal : undefined;
  const isSame =
    path !== undefined &&
    ts.isStringLiteral(path) &&
    typePath !== undefined &&
    ts.isStringLiteral(typePath) &&
    path.text === typePath.text;
  const isConst = ts.isVariableDeclaration(call.parent.parent) && enclosingFunction(call) !== undefined;
  return isSame && isConst && type.isTypeOf && path.text.startsWith("./") ? path.text : undefined;
}

/** Whether an identifier is a use of a variable, not a member's or a property's name. */
function isUse(node: ts.Identifier): boolean {
  const { parent } = node;
  const isName =
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    ts.isExportSpecifier(parent) ||
    (ts.isImportSpecifier(parent) && parent.propertyName === node);
  return !isName;
}

/** The variable that an identifier stands for; of `{ name }` the variable, not the property. */
export function variableOf(node: ts.Identifier, checker: ts.TypeChecker): ts.Symbol | undefined {
  return ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
}

/** Nothing global but what is listed; `require` in its one form. */
export function checkGlobal(node: ts.Node, context: Context): void {
  if (!ts.isIdentifier(node) || !isUse(node) || node.text === "undefined") {
    return;
  }
  const declarations = variableOf(node, context.checker)?.declarations ?? [];
  const isOwn = declarations.some((declaration) => declaration.getSourceFile() === context.source);
  if (node.text === "require") {
    if (!isOwn && lazyImportPath(node.parent) === undefined) {
      context.report(node, "lazy-import", "require");
    } else if (isOwn && ts.isCallExpression(node.parent)) {
      context.report(node, "lazy-import", "a require of its own");
    }
    return;
  }
  const isListed =
    ["Math", "Object", "String"].includes(node.text) &&
    ts.isPropertyAccessExpression(node.parent) &&
    node.parent.expression === node;
  if (!isOwn && !isListed) {
    context.report(node, "global", node.text);
  }
}

/** Nothing is any. */
export function checkAny(node: ts.Node, context: Context): void {
  const isDeclared = ts.isVariableDeclaration(node) || ts.isParameter(node);
  const isUsed = ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  if ((isDeclared || isUsed) && context.checker.getTypeAtLocation(node).flags & ts.TypeFlags.Any) {
    if (lazyImportPath(node) === undefined) {
      context.report(node, "any", node.getText(context.source).split("\n")[0] ?? "");
    }
  }
}

/** No keyword of another language as a name. */
export function checkName(node: ts.Node, context: Context): void {
  const declares =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isImportSpecifier(node);
  if (declares && node.name !== undefined && ts.isIdentifier(node.name) && reservedNames.includes(node.name.text)) {
    context.report(node.name, "name", node.name.text);
  }
}

/** Functions are declared at module level: ucode knows one inside another only from its place on. */
export function checkNested(node: ts.Node, context: Context): void {
  if (ts.isFunctionDeclaration(node) && !ts.isSourceFile(node.parent)) {
    context.reportSyntax(
      node,
      "function inside a function",
      "a function at module level, or a const with an arrow function",
    );
  }
}

/** No `var`. */
export function checkVar(node: ts.Node, context: Context): void {
  if (ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.BlockScoped) === 0) {
    context.reportSyntax(node, "var", "const or let");
  }
}

/** Whether a call at module level goes to a function that exists by then and does nothing but compute. */
function mayRunAtLoad(call: ts.CallExpression, context: Context): boolean {
  if (!ts.isIdentifier(call.expression)) {
    return ts.isPropertyAccessExpression(call.expression);
  }
  const [declaration] = context.checker.getSymbolAtLocation(call.expression)?.declarations ?? [];
  if (declaration !== undefined && ts.isImportSpecifier(declaration)) {
    const module = declaration.parent.parent.parent.moduleSpecifier.getText(context.source);
    return !module.includes("./io/");
  }
  return declaration !== undefined && declaration.getSourceFile() === context.source && declaration.end <= call.pos;
}

/** Statements and calls at module level, and variables that may change. */
export function checkModuleLevel(node: ts.Node, context: Context): void {
  const isTopStatement = ts.isStatement(node) && ts.isSourceFile(node.parent);
  if (isTopStatement && ts.isVariableStatement(node) && (node.declarationList.flags & ts.NodeFlags.Let) !== 0) {
    checkState(node, context);
  }
  const declares =
    ts.isImportDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isVariableStatement(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node);
  const isKnownOtherwise = ts.isClassDeclaration(node) || ts.isExportAssignment(node) || ts.isExportDeclaration(node);
  if (isTopStatement && !declares && !isKnownOtherwise) {
    context.report(node, "module-effects", "a statement at module level");
  }
  if (ts.isCallExpression(node) && enclosingFunction(node) === undefined && !mayRunAtLoad(node, context)) {
    context.report(node, "module-effects", "a call at module level");
  }
}

function checkState(node: ts.VariableStatement, context: Context): void {
  for (const declaration of node.declarationList.declarations) {
    const name = declaration.name.getText(context.source);
    if (!isException("module-state", name, context)) {
      context.report(declaration, "module-state", name);
    }
  }
}
