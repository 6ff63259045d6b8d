/**
 * TypeScript of the subset to ucode. ucode is written much like JavaScript, so the source's own text is kept, comments
 * and line breaks included; only what ucode lacks or means otherwise is replaced. What it emits, the ucode of OpenWrt
 * 24.10 (2025-07-18) takes.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";
import { root } from "../generated";
import {
  emitArrow,
  emitForOf,
  emitFunction,
  emitImport,
  emitProperty,
  emitShorthand,
  emitVariable,
} from "./declarations";
import { emitBinary, emitCall, emitKey, emitParenthesized, emitPropertyAccess, emitText } from "./expressions";
import { kept } from "./forms";
import { emitIdentifier, importsByName, lateLoad } from "./names";
import { copyWithChildren, keptSpace, type Output, Refusal } from "./output";

const ecma = readFileSync(join(root, "src/ucode/ecma.uc"), "utf8");
const helpers = new Set([...ecma.matchAll(/^export function (\w+)/gm)].map(([, name]) => name));

/** A statement; undefined for what vanishes with the types. */
function emitStatement(statement: ts.Statement, output: Output): string | undefined {
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
    return undefined;
  }
  if (ts.isExportDeclaration(statement) && statement.isTypeOnly) {
    return undefined;
  }
  if (ts.isVariableStatement(statement) && lateLoad(statement.declarationList.declarations[0]) !== undefined) {
    return undefined;
  }
  return ts.isImportDeclaration(statement) ? emitImport(statement, output) : output.emit(statement);
}

/** The text of each statement with the comments before it. */
function emitStatements(statements: readonly ts.Statement[], output: Output): string[] {
  return statements.flatMap((statement) => {
    const text = emitStatement(statement, output);
    const before = output.source.text.slice(statement.pos, statement.getStart(output.source));
    return text === undefined ? [] : [before + text];
  });
}

function emitBlock(node: ts.Block, output: Output): string {
  const after = output.source.text.slice(node.statements.end, node.end);
  return `{${emitStatements(node.statements, output).join("")}${after}`;
}

/** A comma at the end of arguments is a syntax error in ucode. */
function emitCallWithoutComma(node: ts.CallExpression, output: Output): string {
  return emitCall(node, output).replace(/,(\s*\))$/, "$1");
}

/** An emitter for one kind of nodes. */
function on<Kind extends ts.Node>(
  isOfKind: (node: ts.Node) => node is Kind,
  emit: (node: Kind, output: Output) => string,
): (node: ts.Node, output: Output) => string | undefined {
  return (node, output) => (isOfKind(node) ? emit(node, output) : undefined);
}

const emitters = [
  on(ts.isIdentifier, emitIdentifier),
  on(ts.isCallExpression, emitCallWithoutComma),
  on(ts.isPropertyAccessExpression, emitPropertyAccess),
  on(ts.isElementAccessExpression, (node, output) => {
    return `${output.emit(node.expression)}[${emitKey(node.argumentExpression, output)}]`;
  }),
  on(ts.isComputedPropertyName, (node, output) => `[${emitKey(node.expression, output)}]`),
  on(ts.isBinaryExpression, emitBinary),
  on(ts.isParenthesizedExpression, emitParenthesized),
  on(ts.isAsExpression, (node, output) => output.emit(node.expression)),
  on(ts.isSatisfiesExpression, (node, output) => output.emit(node.expression)),
  on(ts.isStringLiteral, emitText),
  on(ts.isNoSubstitutionTemplateLiteral, emitText),
  on(ts.isTemplateHead, emitText),
  on(ts.isTemplateMiddleOrTemplateTail, emitText),
  on(ts.isArrowFunction, emitArrow),
  on(ts.isPropertyAssignment, emitProperty),
  on(ts.isShorthandPropertyAssignment, emitShorthand),
  on(ts.isVariableDeclaration, emitVariable),
  on(ts.isFunctionDeclaration, emitFunction),
  on(ts.isForOfStatement, emitForOf),
  on(ts.isBlock, emitBlock),
];

/** Tokens that mean nothing, or something else, in ucode. */
const refusedTokens = [ts.SyntaxKind.BigIntLiteral, ts.SyntaxKind.RegularExpressionLiteral, ts.SyntaxKind.ThisKeyword];

function emitNode(node: ts.Node, output: Output): string {
  for (const emit of emitters) {
    const text = emit(node, output);
    if (text !== undefined) {
      return text;
    }
  }
  if (kept.has(node.kind) || (ts.isTokenKind(node.kind) && !refusedTokens.includes(node.kind))) {
    return copyWithChildren(node, output);
  }
  throw new Refusal(node, `no ucode for ${ts.SyntaxKind[node.kind]}`);
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

/**
 * The ucode of a module, "" when it has nothing but types; `ambiguous` are names that several modules export. Throws a Refusal with
 * file, line and column for what has no ucode.
 */
export function emitModule(
  source: ts.SourceFile,
  checker: ts.TypeChecker,
  ambiguous: ReadonlySet<string> = new Set(),
): string {
  const output: Output = {
    source,
    checker,
    byName: importsByName(source, checker, ambiguous),
    functions: new Set(),
    emit: (node) => emitNode(node, output),
  };
  const heading = leadingComment(source);
  const bare = (text: string): string => (heading === "" ? text : text.replace(heading, "")).trim();
  const isImport = (node: ts.Node): boolean => ts.isImportDeclaration(node);
  const imports = emitStatements(source.statements.filter(isImport), output).map(bare);
  const rest = emitStatements(
    source.statements.filter((statement) => !isImport(statement)),
    output,
  );
  if (rest.length === 0) {
    return "";
  }
  const used = [...output.functions].filter((name) => helpers.has(name)).sort();
  const ecmaImport = used.length > 0 ? [`import { ${used.join(", ")} } from 'sso_login.ecma';`] : [];
  const parts = [heading, [...ecmaImport, ...imports].join("\n"), bare(rest.join(""))];
  const text = `${parts.filter((part) => part !== "").join("\n\n")}\n`;
  return text.replaceAll(/^(?: {2})+/gm, (spaces) => "\t".repeat(spaces.length / 2)).replaceAll(keptSpace, " ");
}
