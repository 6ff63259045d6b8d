/** Complaints of the compiler and ESLint about modules of the service that only a test has. */
import { join } from "node:path";
import { ESLint, type Linter, type Rule } from "eslint";
import ts from "typescript";
import { root } from "../../scripts/generated";

const service = join(root, "src/sso_login");

/** Texts by their path below src/sso_login. A text replaces the file that is there. */
export type Modules = { [path: string]: string };

const { fileNames, options } = ts.parseJsonSourceFileConfigFileContent(
  ts.readJsonConfigFile(join(service, "tsconfig.json"), (path) => ts.sys.readFile(path)),
  ts.sys,
  service,
);
const declarations = fileNames.filter((path) => path.endsWith(".d.ts"));

const disk = ts.createCompilerHost(options, true);
const parsed = new Map<string, ts.SourceFile | undefined>();

function fileOfDisk(path: string, target: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile | undefined {
  if (!parsed.has(path)) {
    parsed.set(path, disk.getSourceFile(path, target));
  }
  return parsed.get(path);
}

/** A program of these modules and of what they import, with the options that an editor takes. */
function createProgram(modules: Modules): ts.Program {
  const texts = new Map(Object.entries(modules).map(([path, text]) => [join(service, path), text]));
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => texts.has(path) || disk.fileExists(path),
    readFile: (path) => texts.get(path) ?? disk.readFile(path),
    getSourceFile: (path, target) => {
      const text = texts.get(path);
      return text === undefined
        ? fileOfDisk(path, target)
        : ts.createSourceFile(path, text, target, true, ts.ScriptKind.TS);
    },
  };
  return ts.createProgram([...declarations, ...texts.keys()], options, host);
}

function complaint(line: number, column: number, message: string): string {
  return `${line}:${column} ${message}`;
}

function compilerComplaints(program: ts.Program, path: string): string[] {
  const file = program.getSourceFile(path);
  if (file === undefined) {
    throw new Error(`${path} is not in the program`);
  }
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map((diagnostic) => {
    const at = file.getLineAndCharacterOfPosition(diagnostic.start ?? 0);
    return complaint(at.line + 1, at.character + 1, ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n"));
  });
}

/** All complaints about each module, the compiler's first; `rules` beside those of eslint.config.js. */
export async function lint(modules: Modules, rules: Linter.RulesRecord = {}): Promise<Map<string, string[]>> {
  const program = createProgram(modules);
  const eslint = new ESLint({
    cwd: root,
    overrideConfig: { rules, languageOptions: { parserOptions: { programs: [program], project: null } } },
  });
  const found = new Map<string, string[]>();
  for (const [path, text] of Object.entries(modules)) {
    const filePath = join(service, path);
    const [result] = await eslint.lintText(text, { filePath });
    const linted = (result?.messages ?? []).map(({ line, column, message }) => complaint(line, column, message));
    found.set(path, [...compilerComplaints(program, filePath), ...linted]);
  }
  return found;
}

/** Messages of our own rules for a module of the service, but for some rules. */
export async function messagesOfOwnRules(without: string[]): Promise<string[]> {
  const config = (await new ESLint({ cwd: root }).calculateConfigForFile(join(service, "base/any.ts"))) as {
    rules: { "no-restricted-syntax": [number, ...{ message: string }[]] };
    plugins: { subset: { rules: { [name: string]: Rule.RuleModule } } };
  };
  const [, ...restrictions] = config.rules["no-restricted-syntax"];
  const rules = Object.entries(config.plugins.subset.rules).filter(([name]) => !without.includes(`subset/${name}`));
  return [
    ...restrictions.map(({ message }) => message),
    ...rules.flatMap(([, rule]) => Object.values(rule.meta?.messages ?? {})),
  ];
}
