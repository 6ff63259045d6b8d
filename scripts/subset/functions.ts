/** Rules on functions, loops and calls. */
import { ts } from "ts-morph";
import { type Context, receiverOf } from "./context";
import { listedMember } from "./data";

/** Parameters have no default values. */
export function checkParameter(node: ts.Node, context: Context): void {
  if (ts.isParameter(node) && node.initializer !== undefined) {
    context.report(node, "parameter", "a default value");
  }
}

/** Whether a signature says `this: void`. */
function saysThisVoid(declaration: ts.SignatureDeclaration): boolean {
  const [first] = declaration.parameters;
  return first !== undefined && first.name.getText() === "this" && first.type?.kind === ts.SyntaxKind.VoidKeyword;
}

/** Functions kept in records are called without the record as first argument. */
export function checkCallableThis(node: ts.Node, context: Context): void {
  if (!ts.isCallExpression(node)) {
    return;
  }
  const callee = node.expression;
  if (!ts.isPropertyAccessExpression(callee) && !ts.isElementAccessExpression(callee)) {
    return;
  }
  const receiver = receiverOf(context.checker.getTypeAtLocation(callee.expression), context.checker);
  const declaration = context.checker.getResolvedSignature(node)?.declaration;
  if (receiver !== "record" || declaration === undefined || ts.isJSDocSignature(declaration)) {
    return;
  }
  // Functions of a module that was loaded on the spot are no members of a record.
  if (!ts.isFunctionDeclaration(declaration) && !isListed(callee, context) && !saysThisVoid(declaration)) {
    context.report(callee, "callable-this", callee.getText(context.source));
  }
}

function isListed(callee: ts.Expression, context: Context): boolean {
  return ts.isPropertyAccessExpression(callee) && listedMember(callee, context.checker) !== undefined;
}

function isLoop(node: ts.Node): boolean {
  return ts.isForStatement(node) || ts.isForOfStatement(node) || ts.isWhileStatement(node);
}

/** The loop around a function, if it is made inside one. */
function loopAround(made: ts.Node): ts.Node | undefined {
  const found = ts.findAncestor(made.parent, (node) => isLoop(node) || ts.isFunctionLike(node));
  return found !== undefined && isLoop(found) ? found : undefined;
}

/** Array methods that call the function they get before they return. */
const callers = ["every", "filter", "find", "map", "some", "sort"];

/** Whether a function is handed to an array method, which calls it before the loop goes on. */
function isCalledOnTheSpot(made: ts.ArrowFunction, context: Context): boolean {
  const callee = ts.isCallExpression(made.parent) ? made.parent.expression : undefined;
  const isMethod = callee !== undefined && ts.isPropertyAccessExpression(callee) && isListed(callee, context);
  return isMethod && callers.includes(callee.name.text);
}

/** Functions made in a loop do not keep the loop's variables. */
export function checkClosure(node: ts.Node, context: Context): void {
  const loop = ts.isArrowFunction(node) ? loopAround(node) : undefined;
  if (loop === undefined || !ts.isArrowFunction(node) || isCalledOnTheSpot(node, context)) {
    return;
  }
  const visit = (inner: ts.Node): void => {
    if (ts.isIdentifier(inner)) {
      const declared = context.checker.getSymbolAtLocation(inner)?.valueDeclaration;
      if (declared !== undefined && declared.pos >= loop.pos && declared.end <= loop.end && !within(declared, node)) {
        context.report(inner, "closure-in-loop", inner.text);
      }
    }
    ts.forEachChild(inner, visit);
  };
  visit(node.body);
}

function within(inner: ts.Node, outer: ts.Node): boolean {
  return inner.pos >= outer.pos && inner.end <= outer.end;
}

/** Loops have their usual form, and bodies are blocks. */
export function checkForHead(node: ts.Node, context: Context): void {
  if (ts.isForStatement(node)) {
    const made = node.initializer;
    const counts = made !== undefined && ts.isVariableDeclarationList(made) && made.declarations.length === 1;
    if (!counts || node.condition === undefined || node.incrementor === undefined) {
      context.report(node, "for-head", "a for without its three parts");
    }
  }
  if (ts.isForOfStatement(node)) {
    const over = receiverOf(context.checker.getTypeAtLocation(node.expression), context.checker);
    if (over !== "array" || (node.initializer.flags & ts.NodeFlags.Const) === 0) {
      context.report(
        node,
        "for-head",
        `for-of over ${over === "array" ? "an array without const" : "what is no array"}`,
      );
    }
  }
  checkBlocks(node, context);
}

function checkBlocks(node: ts.Node, context: Context): void {
  const bodies: (ts.Statement | undefined)[] = ts.isIfStatement(node)
    ? [node.thenStatement, node.elseStatement]
    : ts.isForStatement(node) || ts.isForOfStatement(node) || ts.isWhileStatement(node)
      ? [node.statement]
      : [];
  for (const body of bodies) {
    const isElseIf =
      body !== undefined && ts.isIfStatement(body) && ts.isIfStatement(node) && body === node.elseStatement;
    if (body !== undefined && !ts.isBlock(body) && !isElseIf) {
      context.report(body, "for-head", "a body without braces");
    }
  }
}
