/** The mutants of a TypeScript module: one change each, type-checked and emitted as Lua. */
import { basename, dirname, join, relative } from "node:path";
import ts from "typescript";
import * as tstl from "typescript-to-lua";

/** One change of a source text. */
interface Change {
  kind: string;
  /** What is replaced, and by what. */
  start: number;
  end: number;
  text: string;
  /** The smallest expression or statement around it, to be shown. */
  node: ts.Node;
}

/** One changed module. */
export interface Mutant {
  /** Path below the sources, without `.ts`. */
  module: string;
  /** Where the change stands, counted from 1. */
  line: number;
  column: number;
  kind: string;
  before: string;
  after: string;
  lua: string;
}

const turned: Record<string, [kind: string, other: string]> = {
  "<": ["comparison", "<="],
  "<=": ["comparison", "<"],
  ">": ["comparison", ">="],
  ">=": ["comparison", ">"],
  "===": ["comparison", "!=="],
  "!==": ["comparison", "==="],
  "&&": ["logic", "||"],
  "||": ["logic", "&&"],
  "+": ["arithmetic", "-"],
  "-": ["arithmetic", "+"],
  "*": ["arithmetic", "/"],
  "/": ["arithmetic", "*"],
  "%": ["arithmetic", "*"],
  "+=": ["arithmetic", "-="],
  "-=": ["arithmetic", "+="],
};

/** Names of modules and types are no texts. */
function isText(node: ts.Node): node is ts.StringLiteralLike {
  const { parent } = node;
  return (
    ts.isStringLiteralLike(node) &&
    !ts.isImportDeclaration(parent) &&
    !ts.isExportDeclaration(parent) &&
    !(ts.isCallExpression(parent) && parent.expression.getText() === "require")
  );
}

function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  return (
    ((ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent)) &&
      parent.expression === node) ||
    ((ts.isConditionalExpression(parent) || ts.isForStatement(parent)) && parent.condition === node)
  );
}

/** What a condition is forced to: loops are not made endless, and an operand is only taken out of its `&&` or `||`. */
function forced(node: ts.Node): string[] {
  const { parent } = node;
  if (isCondition(node)) {
    return ts.isIfStatement(parent) || ts.isConditionalExpression(parent) ? ["true", "false"] : ["false"];
  }
  if (!ts.isBinaryExpression(parent)) {
    return [];
  }
  const operator = parent.operatorToken.kind;
  return operator === ts.SyntaxKind.AmpersandAmpersandToken
    ? ["true"]
    : operator === ts.SyntaxKind.BarBarToken
      ? ["false"]
      : [];
}

/** Statements that can be left out; what an `if` does alone is left out by its condition. */
function isDroppable(node: ts.Node): boolean {
  const { parent } = node;
  const branch = ts.isBlock(parent) && parent.statements.length === 1 ? parent.parent : parent;
  return (
    (ts.isExpressionStatement(node) ||
      ts.isForOfStatement(node) ||
      ts.isReturnStatement(node) ||
      ts.isBreakStatement(node) ||
      ts.isContinueStatement(node)) &&
    !(ts.isIfStatement(branch) && branch.elseStatement === undefined)
  );
}

/** The two branches of an `if` or `?:`; a comparison or `!` as condition is turned itself. */
function branches(node: ts.Node): [ts.Node, ts.Node] | undefined {
  const isTurned = (condition: ts.Expression): boolean =>
    ts.isPrefixUnaryExpression(condition) ||
    (ts.isBinaryExpression(condition) && turned[condition.operatorToken.getText()]?.[0] === "comparison");
  if (ts.isIfStatement(node) && node.elseStatement !== undefined && !isTurned(node.expression)) {
    return [node.thenStatement, node.elseStatement];
  }
  return ts.isConditionalExpression(node) && !isTurned(node.condition) ? [node.whenTrue, node.whenFalse] : undefined;
}

/** The changes at one node, those below it left out. */
function changesAt(node: ts.Node): Change[] {
  const changes: Change[] = [];
  const add = (kind: string, text: string, start = node.getStart(), end = node.getEnd(), shown = node): void => {
    changes.push({ kind, start, end, text, node: shown });
  };
  if (ts.isNumericLiteral(node)) {
    const value = Number(node.text);
    [value + 1, value - 1].filter((other) => other >= 0).forEach((other) => add("number", String(other)));
  } else if (isText(node)) {
    add("text", node.text === "" ? '"x"' : '""');
  } else if (ts.isTemplateExpression(node)) {
    for (const part of [node.head, ...node.templateSpans.map(({ literal }) => literal)]) {
      const end = part.getEnd() - (ts.isTemplateTail(part) ? 1 : 2);
      if (part.text !== "") add("text", "", part.getStart() + 1, end);
    }
  } else if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
    add("boolean", node.kind === ts.SyntaxKind.TrueKeyword ? "false" : "true");
  } else if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken;
    const [kind, other] = turned[operator.getText()] ?? [];
    if (kind !== undefined && other !== undefined) add(kind, other, operator.getStart(), operator.getEnd());
    if (operator.kind === ts.SyntaxKind.QuestionQuestionToken) {
      add("logic", node.left.getText());
      add("logic", node.right.getText());
    }
  } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    add("logic", node.operand.getText());
  }
  forced(node).forEach((value) => add("condition", value));
  if (isDroppable(node)) add("statement", ";");
  const [one, other] = branches(node) ?? [];
  if (one !== undefined && other !== undefined) {
    const between = node.getSourceFile().text.slice(one.getEnd(), other.getStart());
    add("branches", other.getText() + between + one.getText(), one.getStart(), other.getEnd());
  }
  return changes;
}

/** All changes of a file, in the order of its text. */
function changesOf(node: ts.Node): Change[] {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
    return [];
  }
  const below: Change[] = [];
  ts.forEachChild(node, (child) => void below.push(...changesOf(child)));
  return [...(ts.isSourceFile(node) ? [] : changesAt(node)), ...below];
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Compiles the sources of a project of TypeScriptToLua and mutants of them. */
export class Project {
  private readonly config: tstl.ParsedCommandLine;
  private readonly host: ts.CompilerHost;
  private readonly copies = new Map<string, string>();
  private readonly parsed = new Map<string, ts.SourceFile | undefined>();
  private program: ts.Program | undefined;

  /** `configFile` is the project's; `folder` holds the modules to be mutated. */
  constructor(
    configFile: string,
    private readonly folder: string,
  ) {
    this.config = tstl.parseConfigFileWithSystem(configFile);
    // A change may leave an import or a local unused; whoever makes it would take that away as well.
    Object.assign(this.config.options, { noUnusedLocals: false, noUnusedParameters: false, removeComments: true });
    Object.assign(this.config.options, { luaLibImport: tstl.LuaLibImportKind.Require });
    const host = ts.createCompilerHost(this.config.options);
    this.host = {
      ...host,
      fileExists: (path) => this.copies.has(path) || host.fileExists(path),
      readFile: (path) => this.copies.get(path) ?? host.readFile(path),
      getSourceFile: (path, options) => {
        const copy = this.copies.get(path);
        if (copy !== undefined) return ts.createSourceFile(path, copy, options, true);
        if (!this.parsed.has(path)) this.parsed.set(path, host.getSourceFile(path, options));
        return this.parsed.get(path);
      },
    };
  }

  /** The Lua of the project as it is, by its path below the folder that it would be written to. */
  compile(): Map<string, string> {
    return this.emit(this.createProgram([]));
  }

  /** Mutants of a module that type-check and whose Lua is neither the module's own nor another mutant's. */
  mutants(module: string): Mutant[] {
    const path = join(this.folder, `${module}.ts`);
    const text = ts.sys.readFile(path) ?? "";
    const original = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
    const changes = changesOf(original);
    const name = (index: number): string => join(dirname(path), `${basename(path, ".ts")}__${index}.ts`);
    this.copies.clear();
    changes.forEach(({ start, end, text: other }, index) =>
      this.copies.set(name(index), text.slice(0, start) + other + text.slice(end)),
    );
    const program = this.createProgram([...this.copies.keys()]);
    const isValid = (file: ts.SourceFile): boolean =>
      program.getSyntacticDiagnostics(file).length + program.getSemanticDiagnostics(file).length === 0;
    const files = [...this.copies.keys()]
      .map((copy) => program.getSourceFile(copy))
      .filter((file) => file !== undefined);
    const emitted = this.emit(program, [program.getSourceFile(path) as ts.SourceFile, ...files.filter(isValid)]);
    const luaPath = (file: string): string =>
      relative(this.config.options.rootDir ?? "", file).replace(/\.ts$/, ".lua");
    const seen = new Set([emitted.get(luaPath(path))]);
    return changes.flatMap((change, index): Mutant[] => {
      const lua = emitted.get(luaPath(name(index)));
      if (lua === undefined || seen.has(lua)) return [];
      seen.add(lua);
      return [{ module, lua, ...describe(change, original) }];
    });
  }

  private createProgram(more: string[]): ts.Program {
    const rootNames = [...this.config.fileNames, ...more];
    this.program = ts.createProgram({
      rootNames,
      options: this.config.options,
      host: this.host,
      ...(this.program === undefined ? {} : { oldProgram: this.program }),
    });
    return this.program;
  }

  private emit(program: ts.Program, sourceFiles?: ts.SourceFile[]): Map<string, string> {
    const emitted = new Map<string, string>();
    const outDir = this.config.options.outDir ?? "";
    new tstl.Transpiler().emit({
      program,
      ...(sourceFiles === undefined ? {} : { sourceFiles }),
      // Lua's own side of the service stands among its modules (build-lua.ts).
      writeFile: (path, lua) =>
        void emitted.set(
          relative(outDir, path).replace(/^lua\/io\//, "sso_login/io/"),
          lua.replaceAll('require("lua.io.', 'require("sso_login.io.'),
        ),
    });
    return emitted;
  }
}

/** What is shown around a change: more than a literal, where that fits into a line. */
function surroundings(node: ts.Node): ts.Node {
  const { parent } = node;
  const isShort = parent.getWidth() <= 70 && !ts.isBlock(parent) && !ts.isSourceFile(parent);
  return isShort && (ts.isLiteralExpression(node) || ts.isToken(node)) ? parent : node;
}

function describe(change: Change, file: ts.SourceFile): Pick<Mutant, "line" | "column" | "kind" | "before" | "after"> {
  const { line, character } = file.getLineAndCharacterOfPosition(change.start);
  const shown = surroundings(change.node);
  const [start, end] = [shown.getStart(), shown.getEnd()];
  const after = file.text.slice(start, change.start) + change.text + file.text.slice(change.end, end);
  return {
    line: line + 1,
    column: character + 1,
    kind: change.kind,
    before: oneLine(file.text.slice(start, end)),
    after: oneLine(after),
  };
}
