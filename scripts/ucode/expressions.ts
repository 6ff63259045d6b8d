/** Expressions that ucode writes otherwise than TypeScript. */
import { ts } from "ts-morph";
import { type Demand, functionOf, members, ownForms, severalTypes, types } from "./forms";
import { declarationOf, lateLoad } from "./names";
import { copyWithChildren, keptSpace, moduleName, type Output, Refusal } from "./output";

const { SyntaxKind, TypeFlags } = ts;

function flagsOf(node: ts.Expression, output: Output): ts.TypeFlags[] {
  const type = output.checker.getTypeAtLocation(node);
  const base = type.flags & TypeFlags.TypeParameter ? (output.checker.getBaseConstraintOfType(type) ?? type) : type;
  return (base.isUnion() ? base.types : [base]).map((part) => part.flags);
}

/** Whether a number is known not to be negative: a literal, a constant, a length, or a sum of them. */
function isCount(node: ts.Expression, output: Output): boolean {
  if (ts.isBinaryExpression(node)) {
    return (
      node.operatorToken.kind === SyntaxKind.PlusToken && isCount(node.left, output) && isCount(node.right, output)
    );
  }
  const type = output.checker.getTypeAtLocation(node);
  return type.isNumberLiteral() ? type.value >= 0 : ts.isPropertyAccessExpression(node) && node.name.text === "length";
}

/** Whether a call has one argument, and it is what a form demands. */
function fits(demand: Demand, args: readonly ts.Expression[], output: Output): boolean {
  const [argument] = args;
  if (argument === undefined || args.length > 1 || demand === "any") {
    return args.length === 1;
  }
  return demand === "count"
    ? isCount(argument, output)
    : flagsOf(argument, output).every((flag) => flag & TypeFlags.StringLike);
}

/** ucode's form of a member, called with these arguments; undefined for those of the service's own data. */
function formOf(
  node: ts.PropertyAccessExpression,
  output: Output,
  args: readonly ts.Expression[] = [],
): string | undefined {
  const [declaration] = output.checker.getSymbolAtLocation(node.name)?.declarations ?? [];
  if (declaration?.getSourceFile().isDeclarationFile !== true || !ts.isInterfaceDeclaration(declaration.parent)) {
    return undefined;
  }
  // An array that may only be read has the members of any other.
  const owner = declaration.parent.name.text.replace(/^Readonly/, "");
  const [demand, own] = ownForms[owner]?.[node.name.text] ?? [];
  const form = demand !== undefined && fits(demand, args, output) ? own : members[owner]?.[node.name.text];
  if (form === undefined) {
    throw new Refusal(node.name, `no ucode for ${owner}'s ${node.name.text}`);
  }
  return form;
}

function call(name: string, argument: string, output: Output): string {
  output.functions.add(name);
  return `${name}(${argument})`;
}

function fill(form: string, receiver: ts.Expression, args: readonly ts.Expression[], output: Output): string {
  const name = functionOf(form);
  if (name !== undefined) {
    output.functions.add(name);
  }
  const between = name === undefined ? ", ..." : ", ";
  return form
    .replace("$this", () => output.emit(receiver))
    .replace("$args", () => args.map((argument) => output.emit(argument)).join(between));
}

/** `require("./m")`: ucode's import is only at the head of a module. */
function emitLazyImport(node: ts.CallExpression, output: Output): string {
  const [specifier] = node.arguments;
  if (specifier === undefined) {
    throw new Refusal(node, "require without a module");
  }
  return call("load_module", `'${moduleName(specifier, output.source)}'`, output);
}

/** A call of a member that ucode writes otherwise, or any other call. */
export function emitCall(node: ts.CallExpression, output: Output): string {
  const callee = node.expression;
  if (ts.isIdentifier(callee) && callee.text === "require") {
    return emitLazyImport(node, output);
  }
  // A function less in each piece that a request loads.
  const late = ts.isIdentifier(callee) ? lateLoad(declarationOf(callee, output)) : undefined;
  if (late !== undefined) {
    return emitLazyImport(late, output);
  }
  const form = ts.isPropertyAccessExpression(callee) ? formOf(callee, output, node.arguments) : undefined;
  return form !== undefined && ts.isPropertyAccessExpression(callee)
    ? fill(form, callee.expression, node.arguments, output)
    : copyWithChildren(node, output);
}

/** A property such as `length`, or a member of a record. */
export function emitPropertyAccess(node: ts.PropertyAccessExpression, output: Output): string {
  const imported = ts.isIdentifier(node.expression) ? output.byName.get(node.expression.text) : undefined;
  if (imported !== undefined) {
    return imported.get(node.name.text) ?? node.name.text;
  }
  const form = formOf(node, output);
  return form === undefined ? copyWithChildren(node, output) : fill(form, node.expression, [], output);
}

/** The expression between brackets: a place in an array, or a member's name, which in ucode ends at a NUL. */
export function emitKey(key: ts.Expression, output: Output): string {
  const isAnyText = flagsOf(key, output).some((flag) => flag & TypeFlags.String);
  return isAnyText ? call("key_of", output.emit(key), output) : output.emit(key);
}

function emitTypeTest(tested: ts.TypeOfExpression, name: string, isNegated: boolean, output: Output): string {
  const value = output.emit(tested.expression);
  const several = severalTypes[name];
  if (several !== undefined) {
    return `${isNegated ? "!" : ""}${call(several, value, output)}`;
  }
  const type = types[name];
  if (type === undefined) {
    throw new Refusal(tested, `typeof compared with "${name}"`);
  }
  return `type(${value}) ${isNegated ? "!=" : "=="} "${type}"`;
}

/** 1 and 1.0 are equal only by `==`, which elsewhere takes "1" and 1 for equal: the types tell which one is meant. */
function emitEquality(node: ts.BinaryExpression, isNegated: boolean, output: Output): string {
  const flags = [flagsOf(node.left, output), flagsOf(node.right, output)];
  const mayBeNumber = TypeFlags.NumberLike | TypeFlags.Unknown | TypeFlags.Any | TypeFlags.TypeParameter;
  // null == 0 is false, so a number that may be missing is compared like any other.
  const number = TypeFlags.NumberLike | TypeFlags.Undefined;
  if (!flags.every((side) => side.some((flag) => flag & mayBeNumber))) {
    return copyWithChildren(node, output);
  }
  const [left, right] = [output.emit(node.left), output.emit(node.right)];
  return flags.flat().every((flag) => flag & number)
    ? `${left} ${isNegated ? "!=" : "=="} ${right}`
    : `${isNegated ? "!" : ""}${call("same", `${left}, ${right}`, output)}`;
}

/** Binary operators: comparisons, and `/`, which divides integers to integers in ucode. */
export function emitBinary(node: ts.BinaryExpression, output: Output): string {
  const operator = node.operatorToken.kind;
  if (operator === SyntaxKind.SlashToken) {
    return `1.0 * ${copyWithChildren(node, output)}`;
  }
  const isNegated = operator === SyntaxKind.ExclamationEqualsEqualsToken;
  if (!isNegated && operator !== SyntaxKind.EqualsEqualsEqualsToken) {
    return copyWithChildren(node, output);
  }
  return ts.isTypeOfExpression(node.left) && ts.isStringLiteral(node.right)
    ? emitTypeTest(node.left, node.right.text, isNegated, output)
    : emitEquality(node, isNegated, output);
}

/** `(x as T)` needs no parentheses any more where `x` is a name, a member or a call. */
export function emitParenthesized(node: ts.ParenthesizedExpression, output: Output): string {
  const inner = node.expression;
  const bare = ts.isAsExpression(inner) || ts.isSatisfiesExpression(inner) ? inner.expression : undefined;
  const isSimple =
    bare !== undefined && (ts.isIdentifier(bare) || ts.isCallExpression(bare) || ts.isPropertyAccessExpression(bare));
  return isSimple ? output.emit(bare) : copyWithChildren(node, output);
}

/** Text as it is in the source; the spaces that begin its lines are marked, as they are no indentation. */
export function emitText(node: ts.Node, output: Output): string {
  const text = node.getText(output.source);
  if (/\\(x|u\{)/.test(text.replaceAll("\\\\", ""))) {
    throw new Refusal(node, "\\x and \\u{ in text, which ucode of 24.10 does not know");
  }
  return text.replaceAll(/^ +/gm, (spaces) => keptSpace.repeat(spaces.length));
}
