/** The mutants of a TypeScript module: one change each, type-checked and emitted as Lua. */
import { join, relative } from "node:path";
import ts from "typescript";
import * as tstl from "typescript-to-lua";

/** A change of the source text at a node: what it is replaced by, or a part of it. */
interface Change {
  kind: string;
  node: ts.Node;
  text: string;
  start: number;
  end: number;
}

export interface Mutant {
  /** Path below the sources, without `.ts`. */
  module: string;
  /** Line of the change, counted from 1. */
  line: number;
  column: number;
  kind: string;
  before: string;
  after: string;
  lua: string;
}

const turned: Record<string, Record<string, string>> = {
  comparison: { "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===" },
  logic: { "&&": "||", "||": "&&" },
  arithmetic: { "+": "-", "-": "+", "*": "/", "/": "*", "+=": "-=", "-=": "+=" },
};

/** Other values of a literal; names of modules are none. */
function otherLiterals(node: ts.Node): [kind: string, text: string][] {
  if (ts.isNumericLiteral(node)) {
    const value = Number(node.text);
    return [value + 1, value - 1].filter((other) => other >= 0).map((other) => ["number", String(other)]);
  }
  if (ts.isStringLiteralLike(node)) {
    const { parent } = node;
    const isName =
      ts.isImportDeclaration(parent) || (ts.isCallExpression(parent) && parent.expression.getText() === "require");
    return isName ? [] : [["text", node.text === "" ? '"x"' : '""']];
  }
  const other = { true: "false", false: "true" }[node.getText()];
  return other === undefined ? [] : [["boolean", other]];
}

/** Whether something decides an `if`, a `?:` or a loop. */
function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  return ts.isIfStatement(parent) || ts.isWhileStatement(parent)
    ? parent.expression === node
    : (ts.isConditionalExpression(parent) || ts.isForStatement(parent)) && parent.condition === node;
}

/**
 * Changes a condition: to true, false, or its opposite, which swaps the branches. Loops are not made endless, and an
 * operand is only taken out of its `&&` or `||`.
 */
function otherConditions(node: ts.Node): string[] {
  const operator = (of: ts.Node): string => (ts.isBinaryExpression(of) ? of.operatorToken.getText() : "");
  if (!isCondition(node)) {
    return { "&&": ["true"], "||": ["false"] }[operator(node.parent)] ?? [];
  }
  if (ts.isIterationStatement(node.parent, false)) {
    return ["false"];
  }
  const isTurned = ts.isPrefixUnaryExpression(node) || operator(node) in (turned["comparison"] ?? {});
  return ["true", "false", ...(isTurned ? [] : [`!(${node.getText()})`])];
}

/** Whether a statement can be left out; the only statement of an `if` is left out by its condition. */
function isDroppable(node: ts.Node): boolean {
  const { parent } = node;
  const branch = ts.isBlock(parent) && parent.statements.length === 1 ? parent.parent : parent;
  const isAlone = ts.isIfStatement(branch) && branch.elseStatement === undefined;
  const is = [ts.isExpressionStatement, ts.isForOfStatement, ts.isReturnStatement, ts.isBreakOrContinueStatement];
  return !isAlone && is.some((test) => test(node));
}

/** The changes at one node, those below it left out. */
function changesAt(node: ts.Node): Change[] {
  const changes: Change[] = [];
  const add = (kind: string, text: string, start = node.getStart(), end = node.getEnd()): void => {
    changes.push({ kind, node, text, start, end });
  };
  otherLiterals(node).forEach(([kind, text]) => add(kind, text));
  if (ts.isTemplateExpression(node)) {
    for (const part of [node.head, ...node.templateSpans.map(({ literal }) => literal)]) {
      const end = part.getEnd() - (ts.isTemplateTail(part) ? 1 : 2);
      if (part.text !== "") add("text", "", part.getStart() + 1, end);
    }
  }
  if (ts.isBinaryExpression(node)) {
    const { left, operatorToken, right } = node;
    const operator = operatorToken.getText();
    for (const [kind, others] of Object.entries(turned)) {
      if (operator in others) add(kind, others[operator] ?? "", operatorToken.getStart(), operatorToken.getEnd());
    }
    if (operator === "??") [left, right].forEach((operand) => add("logic", operand.getText()));
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    add("logic", node.operand.getText());
  }
  otherConditions(node).forEach((value) => add("condition", value));
  if (isDroppable(node)) add("statement", ";");
  return changes;
}

/** All changes of a file, in the order of its text; types are none of the program's. */
function changesOf(node: ts.Node): Change[] {
  const below: Change[] = [];
  ts.forEachChild(node, (child) => {
    if (!ts.isTypeNode(child) && !ts.isInterfaceDeclaration(child)) below.push(...changesOf(child));
  });
  return [...(ts.isSourceFile(node) ? [] : changesAt(node)), ...below];
}

/** A change as it is shown: of a literal or name more than that, where it fits into a line. */
function describe({ kind, node, text, start, end }: Change): Omit<Mutant, "module" | "lua"> {
  const file = node.getSourceFile();
  const isSmall = ts.isLiteralExpression(node) || ts.isToken(node);
  const shown = isSmall && node.parent.getWidth() <= 70 ? node.parent : node;
  const slice = (from: number, to: number): string => file.text.slice(from, to);
  const oneLine = (lines: string): string => lines.replace(/\s+/g, " ").trim();
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  const before = oneLine(shown.getText());
  const after = oneLine(slice(shown.getStart(), start) + text + slice(end, shown.getEnd()));
  return { line: line + 1, column: character + 1, kind, before, after };
}

export class Project {
  private readonly config: tstl.ParsedCommandLine;
  private readonly host: ts.CompilerHost;
  /** Changed modules by their paths: beside the module, under other names, so that one program checks all of them. */
  private copies = new Map<string, string>();

  /** `configFile` is the project's; `folder` holds the modules to be changed. */
  constructor(
    configFile: string,
    private readonly folder: string,
  ) {
    this.config = tstl.parseConfigFileWithSystem(configFile);
    Object.assign(this.config.options, {
      // A change may leave something unused; whoever made it would take that away as well.
      noUnusedLocals: false,
      noUnusedParameters: false,
      removeComments: true,
      luaLibImport: tstl.LuaLibImportKind.Require,
    });
    const host = ts.createCompilerHost(this.config.options, true);
    const parsed = new Map<string, ts.SourceFile | undefined>();
    this.host = {
      ...host,
      fileExists: (path) => this.copies.has(path) || host.fileExists(path),
      getSourceFile: (path, options) => {
        const copy = this.copies.get(path);
        if (copy !== undefined) return ts.createSourceFile(path, copy, options, true);
        if (!parsed.has(path)) parsed.set(path, host.getSourceFile(path, options));
        return parsed.get(path);
      },
    };
  }

  /** The Lua of the project as it is, by its path below the folders of LUA_PATH. */
  compile(): Map<string, string> {
    return this.emit(this.createProgram());
  }

  /** Mutants of a module that type-check and whose Lua is neither the module's own nor another mutant's. */
  mutants(module: string): Mutant[] {
    const path = join(this.folder, `${module}.ts`);
    const text = ts.sys.readFile(path) ?? "";
    const changes = changesOf(ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true));
    const nameOf = (index: number): string => path.replace(/\.ts$/, `__${index}.ts`);
    this.copies = new Map(
      changes.map((change, index) => [
        nameOf(index),
        text.slice(0, change.start) + change.text + text.slice(change.end),
      ]),
    );
    const program = this.createProgram();
    const files = [path, ...this.copies.keys()].flatMap((name) => program.getSourceFile(name) ?? []);
    const isValid = (file: ts.SourceFile): boolean =>
      program.getSyntacticDiagnostics(file).length + program.getSemanticDiagnostics(file).length === 0;
    const emitted = this.emit(program, files.filter(isValid));
    const luaOf = (name: string): string | undefined =>
      emitted.get(relative(this.config.options.rootDir ?? "", name).replace(/\.ts$/, ".lua"));
    const seen = new Set([luaOf(path)]);
    return changes.flatMap((change, index) => {
      const lua = luaOf(nameOf(index));
      if (lua === undefined || seen.has(lua)) return [];
      seen.add(lua);
      return [{ module, lua, ...describe(change) }];
    });
  }

  private createProgram(): ts.Program {
    const rootNames = [...this.config.fileNames, ...this.copies.keys()];
    const options = { rootNames, options: this.config.options, host: this.host };
    return ts.createProgram(options);
  }

  private emit(program: ts.Program, sourceFiles?: ts.SourceFile[]): Map<string, string> {
    const emitted = new Map<string, string>();
    // Lua's own side of the service is among its modules (build-lua.ts).
    const writeFile = (path: string, lua: string): void => {
      const below = relative(this.config.options.outDir ?? "", path).replace(/^lua\/io\//, "sso_login/io/");
      emitted.set(below, lua.replaceAll('require("lua.io.', 'require("sso_login.io.'));
    };
    new tstl.Transpiler().emit({ program, writeFile, ...(sourceFiles && { sourceFiles }) });
    return emitted;
  }
}
