/**
 * TypeScript of the subset to ucode. ucode is written much like JavaScript, so the source's own text is kept, comments
 * and line breaks included; only what ucode lacks or means otherwise is replaced. The subset check has to pass before.
 */
import { ts } from "ts-morph";
import { emitFunction, emitImport, emitParameters, emitReExport, forwardFunctions, lateExports } from "./declarations";
import { emitBinary, emitCall, emitParenthesized, emitPropertyAccess } from "./expressions";
import { emitIdentifier } from "./names";
import { copyWithChildren, type Output } from "./output";

/** The text of each statement with the comments before it, without the statements that vanish. */
function emitStatements(statements: readonly ts.Statement[], output: Output, announced: readonly ts.Node[]): string[] {
  return statements.flatMap((statement) => {
    const text = emitTopStatement(statement, output, announced);
    const before = output.source.text.slice(statement.pos, statement.getStart(output.source));
    return text === undefined ? [] : [before + text];
  });
}

function emitTopStatement(statement: ts.Statement, output: Output, announced: readonly ts.Node[]): string | undefined {
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
    return undefined;
  }
  if (ts.isImportDeclaration(statement)) {
    return emitImport(statement, output);
  }
  if (ts.isExportDeclaration(statement)) {
    return emitReExport(statement);
  }
  return ts.isFunctionDeclaration(statement)
    ? emitFunction(statement, announced.includes(statement), output)
    : output.emit(statement);
}

/** A comma at the end of arguments or parameters is a syntax error in ucode. */
function emitList(node: ts.Node, output: Output): string {
  const text = copyWithChildren(node, output);
  const isOfCall = ts.isCallExpression(node.parent) || ts.isFunctionLike(node.parent);
  return isOfCall ? text.replace(/,$/, "") : text;
}

function emitVariable(node: ts.VariableDeclaration, output: Output): string {
  const name = output.emit(node.name);
  return node.initializer === undefined ? name : `${name} = ${output.emit(node.initializer)}`;
}

/** Arrow functions without types. */
function emitArrow(node: ts.ArrowFunction, output: Output): string {
  return `${emitParameters(node.parameters, output)} => ${output.emit(node.body)}`;
}

function emitForOf(node: ts.ForOfStatement, output: Output): string {
  const name = ts.isVariableDeclarationList(node.initializer) ? node.initializer.declarations[0]?.name : undefined;
  const item = name === undefined ? "" : output.emit(name);
  return `for (let ${item} in ${output.emit(node.expression)}) ${output.emit(node.statement)}`;
}

/** A property whose name is a number has it quoted. */
function emitProperty(node: ts.PropertyAssignment, output: Output): string {
  const text = copyWithChildren(node, output);
  return ts.isNumericLiteral(node.name) ? text.replace(/^\d+/, '"$&"') : text;
}

/** `{ name }`, spelled out where the variable has another name in ucode. */
function emitShorthand(node: ts.ShorthandPropertyAssignment, output: Output): string {
  const variable = output.emit(node.name);
  return variable === node.name.text ? variable : `${node.name.text}: ${variable}`;
}

function emitNode(node: ts.Node, output: Output): string {
  if (ts.isIdentifier(node)) {
    return emitIdentifier(node, output);
  }
  if (ts.isBlock(node) && node.statements.length > 0) {
    const body = emitStatements(node.statements, output, []).join("");
    const after = output.source.text.slice(node.statements.end, node.end);
    return `{${body}${after}`;
  }
  if (ts.isCallExpression(node)) {
    return emitCall(node, output);
  }
  if (ts.isPropertyAccessExpression(node)) {
    return emitPropertyAccess(node, output);
  }
  if (ts.isBinaryExpression(node)) {
    return emitBinary(node, output);
  }
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
    return output.emit(node.expression);
  }
  if (ts.isParenthesizedExpression(node)) {
    return emitParenthesized(node, output);
  }
  if (ts.isVariableDeclaration(node)) {
    return emitVariable(node, output);
  }
  return emitOther(node, output);
}

function emitOther(node: ts.Node, output: Output): string {
  if (ts.isArrowFunction(node)) {
    return emitArrow(node, output);
  }
  if (ts.isForOfStatement(node)) {
    return emitForOf(node, output);
  }
  if (ts.isPropertyAssignment(node)) {
    return emitProperty(node, output);
  }
  if (ts.isShorthandPropertyAssignment(node)) {
    return emitShorthand(node, output);
  }
  return node.kind === ts.SyntaxKind.SyntaxList ? emitList(node, output) : copyWithChildren(node, output);
}

/** The ucode of a module. Throws a Refusal with file, line and column for what has none. */
export function emitModule(source: ts.SourceFile, checker: ts.TypeChecker): string {
  const output: Output = { source, checker, helpers: new Set(), emit: (node) => emitNode(node, output) };
  const announced = forwardFunctions(output);
  const isImport = (node: ts.Node): boolean => ts.isImportDeclaration(node);
  const heading = leadingComment(source);
  const imports = emitStatements(source.statements.filter(isImport), output, announced).map((text) => text.trim());
  const rest = emitStatements(
    source.statements.filter((statement) => !isImport(statement)),
    output,
    announced,
  ).join("");
  const helpers = [...output.helpers].sort();
  const helperImport = helpers.length > 0 ? [`import { ${helpers.join(", ")} } from './ecma.uc';`] : [];
  const forward = announced.map((node) => `function ${node.name?.text ?? ""};`);
  const exported = lateExports(announced);
  const body = heading === "" ? rest : rest.replace(heading, "");
  const parts = [
    heading,
    [...helperImport, ...imports.map((text) => text.replace(heading, "").trim())].join("\n"),
    forward.join("\n"),
    body.trim(),
    exported.length > 0 ? `export { ${exported.join(", ")} };` : "",
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** The comment at the head of the file, which is about the file: a blank line or an import follows it. */
function leadingComment(source: ts.SourceFile): string {
  const [comment] = ts.getLeadingCommentRanges(source.text, 0) ?? [];
  const [first] = source.statements;
  const after = comment === undefined ? "" : source.text.slice(comment.end);
  const isAboutFile =
    comment !== undefined && (/^\n\s*\n/.test(after) || (first !== undefined && ts.isImportDeclaration(first)));
  return isAboutFile ? source.text.slice(comment.pos, comment.end) : "";
}
