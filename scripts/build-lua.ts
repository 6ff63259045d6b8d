/**
 * Transpiles src/sso_login to the Lua modules `sso_login.*` inside the feed.
 *
 *   tsx scripts/build-lua.ts           writes them
 *   tsx scripts/build-lua.ts --check   writes nothing; exits 1 when the committed files are not what the sources give
 */
import { basename, join, relative } from "node:path";
import ts from "typescript";
import * as tstl from "typescript-to-lua";
import { root, settle } from "./generated";

const outDir = join(root, "openwrt-feed/sso-login/generated/lua");

/** TypeScriptToLua's helper functions get a name of our own: `lualib_bundle` would be global to all Lua programs. */
const helpers = "sso_login/lualib.lua";

/** Where a module goes: Lua's own side of the service stands among its modules, as `sso_login.io.*`. */
function destination(below: string): string {
  return below === "lualib_bundle.lua" ? helpers : below.replace(/^lua\/io\//, "sso_login/io/");
}

/** How TypeScriptToLua imports the two constructors that nearly every module uses. */
const resultImports = /^local ____result = require\("sso_login\.result"\)\nlocal err = .*\nlocal ok = .*\n/gm;

/**
 * The text as a person would write it: the module's table is `M`, helpers are members of `lib` instead of copies in
 * locals, and indentation is by tabs, as in OpenWrt's own Lua. Together it saves a tenth of the installed size.
 */
function readable(text: string): string {
  return text
    .replaceAll('require("lualib_bundle")', 'require("sso_login.lualib")')
    .replaceAll('require("lua.io.', 'require("sso_login.io.')
    .replaceAll(/^local (__TS__\w+) = ____lualib\.\1\n/gm, "")
    .replaceAll("____lualib", "lib")
    .replaceAll(/\b__TS__(?=\w+\()/g, "lib.")
    .replaceAll("____exports", "M")
    .replaceAll(resultImports, 'local result = require("sso_login.result")\nlocal err, ok = result.err, result.ok\n')
    .replaceAll(/(for |function\()____, /g, "$1_, ")
    .replaceAll(/^(?: {4})+/gm, (spaces) => "\t".repeat(spaces.length / 4));
}

/** The helpers' functions stay locals; they are exported without TypeScriptToLua's prefix, as other modules export. */
function readableHelpers(text: string): string {
  return text
    .replaceAll(/^ {2}__TS__(\w+) = (\w+),?$/gm, "M.$1 = $2")
    .replace(/^return \{$/m, "local M = {}")
    .replace(/^\}\s*$/m, "return M")
    .replaceAll(/^(?: {4})+/gm, (spaces) => "\t".repeat(spaces.length / 4));
}

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
  // A node that TypeScriptToLua made itself stands nowhere in the source.
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

const plugin: tstl.Plugin = {
  visitors: {
    ...Object.fromEntries(statements.map((kind) => [kind, withComment])),
    [ts.SyntaxKind.ConditionalExpression]: withoutIf,
  },
};

/** The generated files by their path below outDir. */
function transpile(): Map<string, string> {
  const files = new Map<string, string>();
  const { diagnostics } = tstl.transpileProject(
    join(root, "tstl.config.json"),
    { luaPlugins: [{ plugin }] },
    (path, text) => {
      const below = relative(outDir, path);
      const isHelper = basename(path) === "lualib_bundle.lua";
      const source = isHelper ? "TypeScriptToLua's helper functions" : `src/${below.replace(/\.lua$/, ".ts")}`;
      const header = `-- Generated from ${source} by "make lua"; do not edit.\n`;
      if (/^local ____exports = \{\}\s*return ____exports\s*$/.test(text)) {
        return; // types alone
      }
      files.set(destination(below), header + (isHelper ? readableHelpers(text) : readable(text)).trimEnd() + "\n");
    },
  );
  if (diagnostics.length > 0) {
    const host = {
      getCanonicalFileName: (name: string) => name,
      getCurrentDirectory: () => root,
      getNewLine: () => "\n",
    };
    process.stderr.write(ts.formatDiagnostics(diagnostics, host));
    process.exit(1);
  }
  return files;
}

settle(outDir, transpile(), "make lua", () => true);
