/** The examples as modules: transpiled to Lua and to ucode, and run in JavaScript and in both. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runInThisContext } from "node:vm";
import ts from "typescript";
import * as tstl from "typescript-to-lua";
import { ucodeProgram } from "../../box/locations";
import { root } from "../../../scripts/generated";
import { emitModule } from "../../../scripts/ucode/emit";
import { loadProject } from "../../../scripts/ucode/modules";
import { sourceDir } from "../../../scripts/ucode/output";
import { examples, moduleText, parametersOf } from "./examples";
import { exampleContext, type Entry, type Run } from "./types";

/** Texts by the paths of their files, without what their language appends. */
type Files = Map<string, string>;

/** The service's helpers under TypeScriptToLua's names; its own where the service has no use for one. */
function withOwnHelpers(bundle: string): string {
  const own = readFileSync(join(root, "src/lua/lualib.lua"), "utf8");
  return `local own, all = (function() ${own} end)(), (function() ${bundle} end)()
for name, helper in pairs(own) do all["__TS__" .. name] = helper end
return all`;
}

/** What TypeScriptToLua makes of the examples and of what they import, with helpers in `lualib_bundle`. */
export function transpile(): Files {
  const imported = ["result.ts", "base/io.ts"].map((path) => [path, readFileSync(join(sourceDir, path), "utf8")]);
  const modules = examples.map(({ path, entry }) => [`${path}.ts`, moduleText(entry)]);
  const { diagnostics, transpiledFiles } = tstl.transpileVirtualProject(
    Object.fromEntries([...imported, ...modules]) as { [path: string]: string },
    {
      luaTarget: tstl.LuaTarget.Lua51,
      luaLibImport: tstl.LuaLibImportKind.RequireMinimal,
      noImplicitSelf: true,
      noHeader: true,
      strict: true,
      noUncheckedIndexedAccess: true,
      lib: ["lib.es2022.d.ts"],
    },
  );
  if (diagnostics.length > 0) {
    const host = {
      getCanonicalFileName: (name: string) => name,
      getCurrentDirectory: () => root,
      getNewLine: () => "\n",
    };
    throw new Error(ts.formatDiagnostics(diagnostics, host));
  }
  const files = new Map(transpiledFiles.map((file) => [file.outPath.replace(/\.lua$/, ""), file.lua ?? ""]));
  return files.set("lualib_bundle", withOwnHelpers(files.get("lualib_bundle") ?? ""));
}

/** What the emitter makes of the examples and of what they import. */
export function emit(): Files {
  const project = loadProject();
  const added = examples.map(({ path, entry }) => ({
    path,
    file: project.createSourceFile(join(sourceDir, `${path}.ts`), moduleText(entry)),
  }));
  const result = project.getSourceFileOrThrow(join(sourceDir, "result.ts"));
  const checker = project.getTypeChecker().compilerObject;
  return new Map([
    ["ecma", readFileSync(join(root, "src/ucode/ecma.uc"), "utf8")],
    ...[{ path: "result", file: result }, ...added].map(
      ({ path, file }) => [path, emitModule(file.compilerNode, checker)] as const,
    ),
  ]);
}

/** The lines of an example's function, or its one expression, by what stands around them. */
function unwrap(entry: Entry, lines: string[], indentation: RegExp, result: RegExp): string {
  const text = lines.map((line) => line.replace(indentation, "")).join("\n");
  return entry.form === "expression" ? text.replace(result, "$1") : text;
}

/** The part of a Lua module that an example is about: without helper imports and the frame of the function. */
export function luaForm(entry: Entry, module: string): string {
  const body = module
    .replace(/^local (____lualib|__TS__\w+) = .*\n/gm, "")
    .replace(/^local ____exports = \{\}\n/m, "")
    .replace(/return ____exports\n*$/, "")
    .trimEnd();
  return entry.form === "module" ? body : unwrap(entry, body.split("\n").slice(1, -1), /^ {4}/, /^return ([^]*)$/);
}

/** The part of a ucode module that an example is about: without the imports of helpers and the frame of the function. */
export function ucodeForm(entry: Entry, module: string): string {
  if (entry.form === "module") {
    return module.trim();
  }
  const lines = module.split("\n");
  const start = lines.findIndex((line) => line.startsWith("export function example"));
  return unwrap(entry, lines.slice(start + 1, lines.lastIndexOf("};")), /^\t| {2}/, /^return ([^]*);$/);
}

/** One call of an example, and what must come out. */
export interface Case {
  path: string;
  title: string;
  args: unknown[];
  run: Run;
}

/** All runs of all examples. */
export const cases: Case[] = examples.flatMap(({ path, entry }) =>
  (entry.runs ?? []).map((run, at) => ({
    path,
    title: `${entry.name}, run ${at + 1}`,
    args: parametersOf(entry).map((name) => ({ ...exampleContext, ...run.with })[name]),
    run,
  })),
);

/** The value of each case in JavaScript. */
export function runInJavaScript(): unknown[] {
  const load = (text: string): { [name: string]: (...args: unknown[]) => unknown } => {
    const output = ts.transpileModule(text, {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    const exported = {};
    const run = runInThisContext(`(function (exports, require) {${output.outputText}})`) as (
      ...args: unknown[]
    ) => void;
    run(exported, () => load(readFileSync(join(sourceDir, "result.ts"), "utf8")));
    return exported;
  };
  return cases.map(({ path, args }) => {
    const found = examples.find((candidate) => candidate.path === path);
    return found === undefined ? undefined : load(moduleText(found.entry)).example?.(...structuredClone(args));
  });
}

/** How a language writes values. */
interface Notation {
  byte: (value: number) => string;
  array: (items: string) => string;
  key: (text: string) => string;
  nothing: string;
}

const luaNotation: Notation = {
  byte: (value) => `\\${String(value).padStart(3, "0")}`,
  array: (items) => `{${items}}`,
  key: (text) => `[${text}] = `,
  nothing: "nil",
};

const ucodeNotation: Notation = {
  byte: (value) => `\\u${value.toString(16).padStart(4, "0")}`,
  array: (items) => `[${items}]`,
  key: (text) => `${text}: `,
  nothing: "null",
};

/** A value as an expression of a language. */
function written(value: unknown, notation: Notation): string {
  if (typeof value === "string") {
    // Other than ASCII stands as it is: ucode takes an escape for a character instead of a byte.
    return `"${value.replaceAll(/[^ !#-[\]-~\x80-\uffff]/g, (char) => notation.byte(char.charCodeAt(0)))}"`;
  }
  if (Array.isArray(value)) {
    return notation.array(value.map((item) => written(item, notation)).join(", "));
  }
  if (typeof value === "object" && value !== null) {
    const pairs = Object.entries(value).map(
      ([key, item]) => notation.key(written(key, notation)) + written(item, notation),
    );
    return `{${pairs.join(", ")}}`;
  }
  return value === undefined ? notation.nothing : JSON.stringify(value);
}

/** Runs a command in a folder of its own; it prints each case's value as JSON, in an array and on a line. */
function runLines(program: string, args: (folder: string) => string[], files: Files): unknown[] {
  const folder = mkdtempSync(join(tmpdir(), "forms-"));
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { status, stdout, stderr } = spawnSync(program, args(folder), { cwd: folder, encoding: "utf8" });
    if (status !== 0) {
      throw new Error(`${program}: ${stderr}${stdout}`);
    }
    const lines = stdout.split("\n").filter((line) => line !== "");
    return lines.map((line) => (JSON.parse(line) as unknown[])[0]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function argumentsOf({ args }: Case, notation: Notation): string {
  return args.map((value) => written(value, notation)).join(", ");
}

/** The value of each case in Lua. */
export function runInLua(modules: Files): unknown[] {
  const calls = cases.map(
    (item) => `print(json.encode({require("${item.path}").example(${argumentsOf(item, luaNotation)})}))\n`,
  );
  const main = `package.path = "./?.lua"\nlocal json = require("cjson")\n${calls.join("")}`;
  const files = [...modules].map(([path, text]) => [`${path}.lua`, text] as const);
  return runLines("lua5.1", () => ["main.lua"], new Map([...files, ["main.lua", main]]));
}

/** The value of each case in ucode. */
export function runInUcode(modules: Files): unknown[] {
  const used = [...new Set(cases.map(({ path }) => path))];
  const imports = used.map(
    (path, at) => `import { example as example_${at} } from 'sso_login.${path.replace("/", ".")}';\n`,
  );
  const calls = cases.map(
    (item) => `printf("%J\\n", [example_${used.indexOf(item.path)}(${argumentsOf(item, ucodeNotation)})]);\n`,
  );
  const files = [...modules].map(([path, text]) => [`sso_login/${path}.uc`, text] as const);
  const main = imports.join("") + calls.join("");
  // To ucode `.` is the folder of the file that imports.
  const search = (folder: string): string[] => ["-L", `${folder}/*.uc`, "main.uc"];
  return runLines(ucodeProgram, search, new Map([...files, ["main.uc", main]]));
}

/** A value in which what the languages write differently is alike: absent members, and empty arrays and records. */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.length === 0 ? {} : value.map(comparable);
  }
  if (typeof value === "object" && value !== null) {
    const present = Object.entries(value).filter(([, item]) => item !== undefined && item !== null);
    return Object.fromEntries(present.map(([key, item]) => [key, comparable(item)]));
  }
  return value ?? null;
}
