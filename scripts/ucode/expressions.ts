/** Expressions that ucode writes otherwise than TypeScript. */
import { ts } from "ts-morph";
import { listedMember } from "../subset/data";
import { equalityKind } from "../subset/values";
import { copyWithChildren, type Output, Refusal } from "./output";

const { SyntaxKind } = ts;

/** ucode's own functions; the others that the list's forms name are in ecma.uc. */
const builtIn = [
  "length",
  "index",
  "split",
  "lc",
  "uc",
  "chr",
  "push",
  "join",
  "filter",
  "map",
  "slice",
  "sort",
  "keys",
  "min",
  "max",
];

/** The list's form of a member with receiver and arguments in place. */
function fillForm(form: string, receiver: string, args: string[], output: Output): string {
  for (const [, name] of form.matchAll(/(\w+)\(/g)) {
    if (name !== undefined && !builtIn.includes(name)) {
      output.helpers.add(name);
    }
  }
  return form.replace(/\$(this|\d)/g, (_match, which: string) =>
    which === "this" ? receiver : (args[Number(which) - 1] ?? "null"),
  );
}

/** Whether an operator's result needs parentheses where its expression stands. */
function bindsTighter(parent: ts.Node): boolean {
  if (ts.isBinaryExpression(parent)) {
    const operator = parent.operatorToken.kind;
    return ![SyntaxKind.AmpersandAmpersandToken, SyntaxKind.BarBarToken, SyntaxKind.EqualsToken].includes(operator);
  }
  return ts.isPrefixUnaryExpression(parent);
}

/** A call of a listed member, or any other call. */
export function emitCall(node: ts.CallExpression, output: Output): string {
  const callee = node.expression;
  const member = ts.isPropertyAccessExpression(callee) ? listedMember(callee, output.checker) : undefined;
  if (ts.isIdentifier(callee) && callee.text === "require") {
    throw new Refusal(node, "a module that is loaded in a function cannot be emitted yet");
  }
  if (member === undefined || !ts.isPropertyAccessExpression(callee)) {
    return copyWithChildren(node, output);
  }
  const form = member.emit[node.arguments.length];
  if (form === undefined) {
    throw new Refusal(node, `no form of ${member.member} with ${node.arguments.length} arguments`);
  }
  const args = node.arguments.map((argument) => output.emit(argument));
  const filled = fillForm(form, output.emit(callee.expression), args, output);
  return /\) [<>=]/.test(form) && bindsTighter(node.parent) ? `(${filled})` : filled;
}

/** A listed property such as length, or a member of a record. */
export function emitPropertyAccess(node: ts.PropertyAccessExpression, output: Output): string {
  const form = listedMember(node, output.checker)?.emit[0];
  return form === undefined ? copyWithChildren(node, output) : fillForm(form, output.emit(node.expression), [], output);
}

const typeTests: { [name: string]: (value: string) => string } = {
  string: (value) => `type(${value}) == "string"`,
  boolean: (value) => `type(${value}) == "bool"`,
  number: (value) => `(type(${value}) == "int" || type(${value}) == "double")`,
  object: (value) => `(type(${value}) == "object" || type(${value}) == "array")`,
};

/** `typeof x === "…"`: ucode has two types of number, and arrays have one of their own. */
function emitTypeTest(tested: ts.TypeOfExpression, name: string, isNegated: boolean, output: Output): string {
  const test = typeTests[name]?.(output.emit(tested.expression));
  if (test === undefined) {
    throw new Refusal(tested, `typeof compared with "${name}"`);
  }
  if (!isNegated) {
    return test;
  }
  return test.startsWith("(") ? `!${test}` : test.replace(" == ", " != ");
}

/** Binary operators: comparisons, and `/`, which divides integers to integers in ucode. */
export function emitBinary(node: ts.BinaryExpression, output: Output): string {
  const operator = node.operatorToken.kind;
  const isNegated = operator === SyntaxKind.ExclamationEqualsEqualsToken;
  if (operator === SyntaxKind.SlashToken) {
    return `1.0 * ${copyWithChildren(node, output)}`;
  }
  if (operator !== SyntaxKind.EqualsEqualsEqualsToken && !isNegated) {
    return copyWithChildren(node, output);
  }
  if (ts.isTypeOfExpression(node.left) && ts.isStringLiteral(node.right)) {
    return emitTypeTest(node.left, node.right.text, isNegated, output);
  }
  const kind = equalityKind(node, output.checker);
  if (kind === undefined) {
    output.helpers.add("same");
    return `${isNegated ? "!" : ""}same(${output.emit(node.left)}, ${output.emit(node.right)})`;
  }
  const text = copyWithChildren(node, output);
  const left = output.emit(node.left);
  return kind === "others" ? text : left + text.slice(left.length).replace(/^(\s*[!=]=)=/, "$1");
}

/** `(x as T)` needs no parentheses any more where `x` is a name, a member or a call. */
export function emitParenthesized(node: ts.ParenthesizedExpression, output: Output): string {
  const inner = node.expression;
  const bare = ts.isAsExpression(inner) || ts.isSatisfiesExpression(inner) ? inner.expression : undefined;
  const isSimple =
    bare !== undefined && (ts.isIdentifier(bare) || ts.isCallExpression(bare) || ts.isPropertyAccessExpression(bare));
  return isSimple ? output.emit(bare) : copyWithChildren(node, output);
}
