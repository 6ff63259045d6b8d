/** Rules on members, arrays and records. */
import { ts } from "ts-morph";
import { type Context, isAll, isException, isSome, receiverOf } from "./context";
import { members } from "./list";
import type { Member, Receiver } from "./types";

const { TypeFlags } = ts;
const globalObjects: readonly string[] = ["Math", "Object", "String"];

/** The listed receiver that a member access goes to; "record" for own data, undefined for nothing that is permitted. */
export function accessedReceiver(
  node: ts.PropertyAccessExpression,
  checker: ts.TypeChecker,
): Receiver | "record" | undefined {
  if (ts.isIdentifier(node.expression) && globalObjects.includes(node.expression.text)) {
    return node.expression.text as Receiver;
  }
  const receiver = receiverOf(checker.getTypeAtLocation(node.expression), checker);
  return receiver === "mixed" || receiver === "other" ? undefined : receiver;
}

/** The list's entry for a member access. */
export function listedMember(node: ts.PropertyAccessExpression, checker: ts.TypeChecker): Member | undefined {
  const receiver = accessedReceiver(node, checker);
  return members.find((member) => member.on === receiver && member.member === node.name.text);
}

/** The call of which this is the callee. */
function callOf(node: ts.Node): ts.CallExpression | undefined {
  return ts.isCallExpression(node.parent) && node.parent.expression === node ? node.parent : undefined;
}

/** Members of strings, arrays and global objects are listed ones with the right number of arguments. */
export function checkMember(node: ts.Node, context: Context): void {
  if (!ts.isPropertyAccessExpression(node)) {
    return;
  }
  const receiver = accessedReceiver(node, context.checker);
  if (receiver === "record") {
    return;
  }
  const member = listedMember(node, context.checker);
  const type = context.checker.typeToString(context.checker.getTypeAtLocation(node.expression));
  if (receiver === undefined || member === undefined) {
    context.report(node.name, "member", `.${node.name.text} of ${type}`);
    return;
  }
  const call = callOf(node);
  const counts = member.args;
  const isRight =
    counts === undefined
      ? call === undefined
      : call !== undefined && call.arguments.length >= counts[0] && call.arguments.length <= counts[1];
  if (!isRight) {
    context.report(node.name, "member", `.${node.name.text} of ${type} with other arguments than listed`);
  } else if (call !== undefined) {
    checkArguments(member, call, context);
  }
}

/** What single members ask of their arguments beyond their number. */
function checkArguments(member: Member, call: ts.CallExpression, context: Context): void {
  const [first] = call.arguments;
  if (first === undefined) {
    return;
  }
  const { checker } = context;
  if (member.member === "split" && ts.isStringLiteral(first) && first.text === "") {
    context.report(first, "member", 'split("")');
  }
  if (member.member === "push") {
    if (!ts.isExpressionStatement(call.parent)) {
      context.report(call, "member", "push as a value");
    }
    if (isSome(checker.getTypeAtLocation(first), TypeFlags.Undefined, checker)) {
      context.report(first, "array-elements", "push of what may be undefined");
    }
  }
  if (["every", "filter", "find", "some"].includes(member.member)) {
    checkTest(first, context);
  }
  if (member.member === "concat") {
    for (const argument of call.arguments) {
      if (receiverOf(checker.getTypeAtLocation(argument), checker) !== "array") {
        context.report(argument, "member", "concat of what is no array");
      }
    }
  }
  if (member.member === "map") {
    const made = checker.getTypeAtLocation(call);
    const element = checker.getIndexTypeOfType(made, ts.IndexKind.Number);
    if (element !== undefined && isSome(element, TypeFlags.Undefined | TypeFlags.Void, checker)) {
      context.report(first, "array-elements", "map to what may be undefined");
    }
  }
}

/** What filter and its like are given answers with a boolean. */
function checkTest(test: ts.Expression, context: Context): void {
  const signatures = context.checker.getTypeAtLocation(test).getCallSignatures();
  const areBoolean = signatures.every((signature) =>
    isAll(context.checker.getReturnTypeOfSignature(signature), TypeFlags.BooleanLike, context.checker),
  );
  if (!areBoolean) {
    context.report(test, "condition", "a test that gives no boolean");
  }
}

/** Array literals hold no undefined, save at the end of a tuple. */
export function checkArrayLiteral(node: ts.Node, context: Context): void {
  if (!ts.isArrayLiteralExpression(node)) {
    return;
  }
  const wanted = context.checker.getContextualType(node);
  const isTuple = wanted !== undefined && context.checker.isTupleType(wanted);
  node.elements.forEach((element, at) => {
    const mayMiss = isTuple && at === node.elements.length - 1;
    if (!mayMiss && isSome(context.checker.getTypeAtLocation(element), TypeFlags.Undefined, context.checker)) {
      context.report(element, "array-elements", "a member that may be undefined");
    }
  });
}

/** `x[i]` of arrays and records. */
export function checkIndex(node: ts.Node, context: Context): void {
  if (!ts.isElementAccessExpression(node)) {
    return;
  }
  const { checker } = context;
  const receiver = receiverOf(checker.getTypeAtLocation(node.expression), checker);
  const index = checker.getTypeAtLocation(node.argumentExpression);
  const isNegative = ts.isPrefixUnaryExpression(node.argumentExpression);
  const isNumber = isAll(index, TypeFlags.NumberLike, checker);
  const isKey = isNumber || isAll(index, TypeFlags.StringLike, checker);
  if (!(receiver === "array" && isNumber && !isNegative) && !(receiver === "record" && isKey)) {
    context.report(node, "index", node.getText(context.source));
  }
}

/** Whether what a loop's body does comes out the same in any order: it only fills records. */
function isOrderFree(node: ts.Node): boolean {
  if (ts.isReturnStatement(node) || ts.isBreakStatement(node)) {
    return false;
  }
  if (ts.isExpressionStatement(node)) {
    const { expression } = node;
    return ts.isBinaryExpression(expression) && ts.isElementAccessExpression(expression.left);
  }
  return ts.forEachChild(node, (child) => (isOrderFree(child) ? undefined : "shows")) === undefined;
}

/** Object.keys is sorted at once or its order cannot show. */
export function checkKeyOrder(node: ts.Node, context: Context): void {
  if (!ts.isCallExpression(node) || node.expression.getText(context.source) !== "Object.keys") {
    return;
  }
  const { parent } = node;
  const isSorted = ts.isPropertyAccessExpression(parent) && parent.name.text === "sort";
  const isIterated = ts.isForOfStatement(parent) && parent.expression === node && isOrderFree(parent.statement);
  const around = ts.findAncestor(node, ts.isFunctionDeclaration);
  if (!isSorted && !isIterated && !isException("key-order", around?.name?.text, context)) {
    context.report(node, "key-order", "Object.keys");
  }
}
