/**
 * The compiler's and ESLint's complaints about everything, by one program for each tsconfig: both ask for the type of
 * nearly every expression, and that is most of their work. Prints nothing where there is none.
 */
import { ESLint } from "eslint";
import ts from "typescript";

/** In this order: the tests import modules of the service, which has a library of its own. */
const configs = ["src/sso_login/tsconfig.json", "tsconfig.luci.json", "tsconfig.json"];

function createProgram(config: string): ts.Program {
  const fail = (diagnostic: ts.Diagnostic): never => {
    throw new Error(ts.formatDiagnostic(diagnostic, host));
  };
  const parsed = ts.getParsedCommandLineOfConfigFile(
    config,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail },
  );
  return ts.createProgram(parsed?.fileNames ?? [], parsed?.options ?? {});
}

const host = ts.createCompilerHost({});
const programs = configs.map(createProgram);
const diagnostics = programs.flatMap((program) => ts.getPreEmitDiagnostics(program));

const eslint = new ESLint({
  overrideConfig: { files: ["**/*.ts"], languageOptions: { parserOptions: { programs, project: null } } },
});
const results = await eslint.lintFiles(["."]);
const stylish = await eslint.loadFormatter("stylish");

const complaints = ts.formatDiagnostics(diagnostics, host) + (await stylish.format(results));
process.stdout.write(complaints);
process.exitCode = complaints === "" ? 0 : 1;
