/** Changes to the output of TypeScriptToLua for `make lua`: comments, conditions, concatenations. */
import ts from "typescript";
import * as tstl from "typescript-to-lua";
import { Printer } from "./lua-layout";

const statements = [
  ts.SyntaxKind.ExpressionStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ReturnStatement,
  ts.SyntaxKind.VariableStatement,
  ts.SyntaxKind.WhileStatement,
] as const;

/** Keeps `// …` before a statement, which TypeScriptToLua drops: such a comment says why. */
function withComment(node: ts.Statement, context: tstl.TransformationContext): tstl.Statement[] {
  const emitted = context.superTransformStatements(node);
  const text = context.sourceFile.text;
  // A node that TypeScriptToLua made itself is nowhere in the source.
  const comments = node.pos >= 0 ? ts.getLeadingCommentRanges(text, node.getFullStart()) : undefined;
  const lines = (comments ?? [])
    .filter((range) => range.kind === ts.SyntaxKind.SingleLineCommentTrivia)
    .map((range) => text.slice(range.pos + 2, range.end));
  const [first] = emitted;
  if (first !== undefined && lines.length > 0) {
    first.leadingComments = [...lines, ...(first.leadingComments ?? [])];
  }
  return emitted;
}

/** The statements for `return c ? x : y` and `const v = c ? x : y`; undefined for any other. */
function branchesOf(node: ts.ReturnStatement | ts.VariableStatement): ts.Statement[] | undefined {
  const { factory } = ts;
  const [declaration] = ts.isVariableStatement(node) ? node.declarationList.declarations : [];
  const choice = ts.isVariableStatement(node) ? declaration?.initializer : node.expression;
  if (choice === undefined || !ts.isConditionalExpression(choice)) {
    return undefined;
  }
  if (declaration === undefined) {
    const first = factory.createIfStatement(choice.condition, factory.createReturnStatement(choice.whenTrue));
    return [first, factory.createReturnStatement(choice.whenFalse)];
  }
  const set = (value: ts.Expression): ts.Statement =>
    factory.createExpressionStatement(factory.createAssignment(declaration.name as ts.Identifier, value));
  const bare = factory.createVariableDeclaration(declaration.name);
  const list = factory.createVariableDeclarationList([bare], ts.NodeFlags.Let);
  const rest = factory.createIfStatement(choice.condition, set(choice.whenTrue), set(choice.whenFalse));
  return [factory.createVariableStatement([], list), rest];
}

/** A choice where x may be false or nil as an `if`: TypeScriptToLua would write it with a variable of its own. */
function withBranches(
  node: ts.ReturnStatement | ts.VariableStatement,
  context: tstl.TransformationContext,
): tstl.Statement[] {
  const emitted = withComment(node, context);
  const [first, ...rest] =
    emitted.length < 3 ? [] : (branchesOf(node) ?? []).flatMap((statement) => context.transformStatements(statement));
  if (first === undefined) {
    return emitted;
  }
  first.leadingComments = emitted[0]?.leadingComments;
  return [first, ...rest];
}

function isUndefined(node: ts.Expression): boolean {
  return ts.isIdentifier(node) && node.text === "undefined";
}

function mayBeFalse(type: ts.Type): boolean {
  const vague = ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter;
  return (type.isUnion() ? type.types : [type]).some((part) => (part.flags & (ts.TypeFlags.BooleanLike | vague)) !== 0);
}

/**
 * `c ? x : undefined` as `c and x or nil`, and the other way round with `not c`: TypeScriptToLua writes an `if` of five
 * lines where x may be nil, which does not matter here.
 */
function withoutIf(node: ts.ConditionalExpression, context: tstl.TransformationContext): tstl.Expression {
  const inverted = isUndefined(node.whenTrue);
  const chosen = inverted ? node.whenFalse : node.whenTrue;
  if ((!inverted && !isUndefined(node.whenFalse)) || mayBeFalse(context.checker.getTypeAtLocation(chosen))) {
    return context.superTransformExpression(node);
  }
  context.pushPrecedingStatements();
  const value = context.transformExpression(chosen);
  if (context.popPrecedingStatements().length > 0) {
    return context.superTransformExpression(node);
  }
  const condition = context.transformExpression(node.condition);
  const met = inverted ? tstl.createUnaryExpression(condition, tstl.SyntaxKind.NotOperator) : condition;
  const either = tstl.createBinaryExpression(met, value, tstl.SyntaxKind.AndOperator);
  return tstl.createBinaryExpression(either, tstl.createNilLiteral(), tstl.SyntaxKind.OrOperator, node);
}

/** `a + b + c` of texts as one concatenation, `a .. b .. c`, which Lua carries out at once: it binds to the right. */
function concatenated(node: ts.BinaryExpression, context: tstl.TransformationContext): tstl.Expression {
  const emitted = context.superTransformExpression(node);
  if (!isConcatenation(emitted) || !isConcatenation(emitted.left)) {
    return emitted;
  }
  const { left, right } = emitted;
  const rest = tstl.createBinaryExpression(left.right, right, tstl.SyntaxKind.ConcatOperator);
  return tstl.createBinaryExpression(left.left, rest, tstl.SyntaxKind.ConcatOperator, node);
}

function isConcatenation(node: tstl.Expression): node is tstl.BinaryExpression {
  return tstl.isBinaryExpression(node) && node.operator === tstl.SyntaxKind.ConcatOperator;
}

export const plugin: tstl.Plugin = {
  printer: (program, emitHost, fileName, file) => new Printer(emitHost, program, fileName).print(file),
  visitors: {
    ...Object.fromEntries(statements.map((kind) => [kind, withComment])),
    [ts.SyntaxKind.ReturnStatement]: withBranches,
    [ts.SyntaxKind.VariableStatement]: withBranches,
    [ts.SyntaxKind.BinaryExpression]: concatenated,
    [ts.SyntaxKind.ConditionalExpression]: withoutIf,
  },
};
