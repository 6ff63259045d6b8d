/** Rules on conditions, operators and literals. */
import { ts } from "ts-morph";
import { type Context, isAll, isSome } from "./context";

const { TypeFlags, SyntaxKind } = ts;

/** What a type is called in a message. */
function named(node: ts.Node, context: Context): string {
  return context.checker.typeToString(context.checker.getTypeAtLocation(node));
}

function requireBoolean(node: ts.Expression, id: "condition" | "logical", context: Context): void {
  if (!isAll(context.checker.getTypeAtLocation(node), TypeFlags.BooleanLike, context.checker)) {
    context.report(node, id, `${named(node, context)} where a boolean must stand`);
  }
}

/** Conditions, and the operand of `!`. */
export function checkCondition(node: ts.Node, context: Context): void {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) {
    requireBoolean(node.expression, "condition", context);
  } else if (ts.isConditionalExpression(node) || (ts.isForStatement(node) && node.condition !== undefined)) {
    requireBoolean(node.condition as ts.Expression, "condition", context);
  } else if (ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) {
    requireBoolean(node.operand, "condition", context);
  }
}

/** Both sides are of one of the kinds. */
function bothAre(node: ts.BinaryExpression, kinds: ts.TypeFlags[], context: Context): boolean {
  const left = context.checker.getTypeAtLocation(node.left);
  const right = context.checker.getTypeAtLocation(node.right);
  return kinds.some((flags) => isAll(left, flags, context.checker) && isAll(right, flags, context.checker));
}

/** How `a === b` is meant: numbers, or anything but numbers; undefined when the types do not tell. */
export function equalityKind(node: ts.BinaryExpression, checker: ts.TypeChecker): "numbers" | "others" | undefined {
  const left = checker.getTypeAtLocation(node.left);
  const right = checker.getTypeAtLocation(node.right);
  const mayBeNumber = TypeFlags.NumberLike | TypeFlags.Unknown | TypeFlags.Any | TypeFlags.TypeParameter;
  if (!isSome(left, mayBeNumber, checker) || !isSome(right, mayBeNumber, checker)) {
    return "others";
  }
  // In ucode null == 0 is false, so a missing number may be compared like any other.
  const numbers = TypeFlags.NumberLike | TypeFlags.Undefined;
  return isAll(left, numbers, checker) && isAll(right, numbers, checker) ? "numbers" : undefined;
}

const orders = [
  SyntaxKind.LessThanToken,
  SyntaxKind.LessThanEqualsToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.GreaterThanEqualsToken,
];

/** A sign stands before a number, and no `+` at all: it would convert. */
export function checkSign(node: ts.Node, context: Context): void {
  if (!ts.isPrefixUnaryExpression(node)) {
    return;
  }
  const isNumber = isAll(context.checker.getTypeAtLocation(node.operand), TypeFlags.NumberLike, context.checker);
  if (node.operator === SyntaxKind.PlusToken || (node.operator === SyntaxKind.MinusToken && !isNumber)) {
    context.report(node, "operand", node.getText(context.source));
  }
}

/** `&&`, `||`, `+`, comparisons. */
export function checkOperator(node: ts.Node, context: Context): void {
  if (!ts.isBinaryExpression(node)) {
    return;
  }
  const operator = node.operatorToken.kind;
  const found = `${named(node.left, context)} ${node.operatorToken.getText(context.source)} ${named(node.right, context)}`;
  if (operator === SyntaxKind.AmpersandAmpersandToken || operator === SyntaxKind.BarBarToken) {
    requireBoolean(node.left, "logical", context);
    requireBoolean(node.right, "logical", context);
  } else if (
    operator === SyntaxKind.PlusToken ||
    operator === SyntaxKind.PlusEqualsToken ||
    orders.includes(operator)
  ) {
    if (!bothAre(node, [TypeFlags.NumberLike, TypeFlags.StringLike], context)) {
      context.report(node, "operand", found);
    }
  }
}

/** The node without the parentheses around it, seen from inside. */
function outermost(node: ts.Node): ts.Node {
  return ts.isParenthesizedExpression(node.parent) ? outermost(node.parent) : node;
}

const typeNames = ["string", "number", "boolean", "object"];

/** `typeof x` and `null` stand in comparisons alone. */
export function checkTypeofAndNull(node: ts.Node, context: Context): void {
  const parent = node.parent as ts.Node | undefined;
  const equality =
    parent !== undefined &&
    ts.isBinaryExpression(parent) &&
    /^[!=]==$/.test(parent.operatorToken.getText(context.source))
      ? parent
      : undefined;
  const other = equality === undefined ? undefined : equality.left === node ? equality.right : equality.left;
  if (ts.isTypeOfExpression(node)) {
    if (other === undefined || !ts.isStringLiteral(other) || !typeNames.includes(other.text)) {
      context.report(node, "typeof", node.getText(context.source));
    }
  } else if (node.kind === SyntaxKind.NullKeyword) {
    if (equality === undefined || other === undefined || !isBesideTypeof(equality, other, context)) {
      context.report(node, "null", "null");
    }
  }
}

/** Whether the comparison is joined by && or || to one of `typeof` the same value. */
function isBesideTypeof(equality: ts.Expression, value: ts.Expression, context: Context): boolean {
  const { parent } = outermost(equality);
  if (!ts.isBinaryExpression(parent)) {
    return false;
  }
  const text = parent.getText(context.source);
  return text.includes(`typeof ${value.getText(context.source)}`) && text.includes('"object"');
}

/** Templates, text and numbers. */
export function checkLiteral(node: ts.Node, context: Context): void {
  if (ts.isTemplateSpan(node)) {
    const type = context.checker.getTypeAtLocation(node.expression);
    if (!isAll(type, TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BooleanLike, context.checker)) {
      context.report(node.expression, "template", named(node.expression, context));
    }
  }
  const isText = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node);
  if ((isText || ts.isTemplateMiddleOrTemplateTail(node)) && [...node.text].some((char) => char > "\x7f")) {
    context.report(node, "literal-text", "text with other characters than ASCII");
  }
  if (ts.isNumericLiteral(node)) {
    const text = node.getText(context.source);
    if (!/^\d+(\.\d+)?$/.test(text) || Number(text) > 1e14) {
      context.report(node, "number-literal", text);
    }
  }
}

const assignments = [SyntaxKind.EqualsToken, SyntaxKind.PlusEqualsToken, SyntaxKind.MinusEqualsToken];

/** Assignments are statements, and go to variables and members of records. */
export function checkAssignment(node: ts.Node, context: Context): void {
  const isStep =
    ts.isPostfixUnaryExpression(node) || (ts.isPrefixUnaryExpression(node) && /^(\+\+|--)/.test(node.getText()));
  const assigned = ts.isBinaryExpression(node) && assignments.includes(node.operatorToken.kind) ? node.left : undefined;
  if (!isStep && assigned === undefined) {
    return;
  }
  const { parent } = node;
  if (!ts.isExpressionStatement(parent) && !(ts.isForStatement(parent) && parent.incrementor === node)) {
    context.report(node, "assignment", "an assignment inside an expression");
  }
  if (assigned !== undefined && (ts.isElementAccessExpression(assigned) || ts.isPropertyAccessExpression(assigned))) {
    const target = context.checker.getTypeAtLocation(assigned.expression);
    if (context.checker.isArrayLikeType(target)) {
      context.report(node, "assignment", "an assignment to an array's member");
    }
  }
}
