/** The list's examples as modules: transpiled to Lua, and run in JavaScript, Lua and ucode. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import ts from "typescript";
import * as tstl from "typescript-to-lua";
import { constructs, members } from "../../scripts/subset/list";
import { root } from "../../scripts/subset/project";
import {
  exampleContext,
  exampleParameters,
  type ExampleContext,
  type Construct,
  type Member,
  type Run,
} from "../../scripts/subset/types";

export type Entry = Construct | Member;

/** Entries with a name that can stand in a file name and in a test's title. */
export const entries: { id: string; title: string; entry: Entry }[] = [...constructs, ...members].map((entry, at) => ({
  id: `example_${at}`,
  title: "name" in entry ? entry.name : `${entry.on}.${entry.member}`,
  entry,
}));

/** The whole module of an example; it exports a function `example` unless the example is about something else. */
export function exampleModule(entry: Entry): string {
  if (entry.form === "module") {
    return `${entry.ts}\n`;
  }
  const statements = entry.form === "expression" ? `return ${entry.ts};` : entry.ts;
  return `export function example(${exampleParameters}): unknown {\n${indent(statements, "  ")}\n}\n`;
}

function indent(text: string, by: string): string {
  return text.replace(/^(?=.)/gm, by);
}

/** TypeScript modules to Lua modules by TypeScriptToLua, as the build does; `lualib_bundle` holds its helpers. */
export function transpile(modules: { [name: string]: string }): Map<string, string> {
  const source = (path: string): string => readFileSync(join(root, "src/sso_login", path), "utf8");
  const files: { [path: string]: string } = { "result.ts": source("result.ts"), "io/types.ts": source("io/types.ts") };
  for (const [name, text] of Object.entries(modules)) {
    files[`${name}.ts`] = text;
  }
  const { diagnostics, transpiledFiles } = tstl.transpileVirtualProject(files, {
    luaTarget: tstl.LuaTarget.Lua51,
    luaLibImport: tstl.LuaLibImportKind.RequireMinimal,
    noImplicitSelf: true,
    noHeader: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    lib: ["lib.es2022.d.ts"],
  });
  if (diagnostics.length > 0) {
    const host = {
      getCanonicalFileName: (name: string) => name,
      getCurrentDirectory: () => root,
      getNewLine: () => "\n",
    };
    throw new Error(ts.formatDiagnostics(diagnostics, host));
  }
  return new Map(transpiledFiles.map((file) => [file.outPath.replace(/\.lua$/, ""), file.lua ?? ""]));
}

/** The part of a Lua module that an example is about: without helper imports and the frame of the function. */
export function luaForm(entry: Entry, module: string): string {
  const body = module
    .replace(/^local (____lualib|__TS__\w+) = .*\n/gm, "")
    .replace(/^local ____exports = \{\}\n/m, "")
    .replace(/return ____exports\n*$/, "")
    .trimEnd();
  if (entry.form === "module") {
    return body;
  }
  const lines = body
    .split("\n")
    .slice(1, -1)
    .map((line) => line.replace(/^ {4}/, ""));
  const text = lines.join("\n");
  return entry.form === "expression" ? text.replace(/^return /, "") : text;
}

/** The part of a ucode module that an example is about. */
export function ucodeForm(entry: Entry, module: string): string {
  if (entry.form === "module") {
    return module.trim();
  }
  const lines = module.split("\n");
  const start = lines.findIndex((line) => line.startsWith("export function example"));
  const text = lines
    .slice(start + 1, lines.lastIndexOf("};"))
    .map((line) => line.replace(/^ {2}/, ""))
    .join("\n");
  return entry.form === "expression" ? text.replace(/^return ([^]*);$/, "$1") : text;
}

/** One call of an example in one language, and what must come out. */
export interface Case {
  id: string;
  title: string;
  context: ExampleContext;
  run: Run;
}

/** All runs of all examples. */
export const cases: Case[] = entries.flatMap(({ id, title, entry }) =>
  (entry.runs ?? []).map((run, at) => ({
    id,
    title: `${title}, run ${at + 1}`,
    context: { ...exampleContext, ...run.with },
    run,
  })),
);

/** The value of each case in JavaScript. */
export function runInJavaScript(): unknown[] {
  const load = (entry: Entry): ((...args: unknown[]) => unknown) => {
    const output = ts.transpileModule(exampleModule(entry), {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    const exported: { example?: (...args: unknown[]) => unknown } = {};
    const run = runInThisContext(`(function (exports, require) {${output.outputText}})`) as (
      ...args: unknown[]
    ) => void;
    run(exported, () => ({}));
    return exported.example ?? ((): unknown => "the example exports no function");
  };
  return cases.map(({ id, context }) => {
    const found = entries.find((candidate) => candidate.id === id);
    const args: unknown[] = structuredClone(Object.values(context));
    return found === undefined ? undefined : load(found.entry)(...args);
  });
}

/** A string as a quoted literal of bytes, good for Lua and ucode with their own escape for a byte. */
function byteLiteral(text: string, escape: (byte: number) => string): string {
  const bytes = [...Buffer.from(text, "utf8")];
  return `"${bytes.map((byte) => (byte > 126 || byte < 32 || byte === 34 || byte === 92 ? escape(byte) : String.fromCharCode(byte))).join("")}"`;
}

/** A value as a Lua expression. */
function luaValue(value: unknown): string {
  if (typeof value === "string") {
    return byteLiteral(value, (byte) => `\\${String(byte).padStart(3, "0")}`);
  }
  if (Array.isArray(value)) {
    return `{${value.map(luaValue).join(", ")}}`;
  }
  if (typeof value === "object" && value !== null) {
    const pairs = Object.entries(value).map(([key, item]) => `[${luaValue(key)}] = ${luaValue(item)}`);
    return `{${pairs.join(", ")}}`;
  }
  return value === undefined ? "nil" : JSON.stringify(value);
}

/** A value as a ucode expression. */
function ucodeValue(value: unknown): string {
  if (typeof value === "string") {
    return byteLiteral(value, (byte) => `\\x${byte.toString(16).padStart(2, "0")}`);
  }
  if (Array.isArray(value)) {
    return `[${value.map(ucodeValue).join(", ")}]`;
  }
  if (typeof value === "object" && value !== null) {
    const pairs = Object.entries(value).map(([key, item]) => `${ucodeValue(key)}: ${ucodeValue(item)}`);
    return `{${pairs.join(", ")}}`;
  }
  return value === undefined ? "null" : JSON.stringify(value);
}

/** Runs a command in a folder of its own and reads one JSON value a line from its output. */
function runLines(command: string[], files: { [path: string]: string }): unknown[] {
  const folder = mkdtempSync(join(tmpdir(), "subset-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      writeFileSync(join(folder, path), text);
    }
    const [program = "", ...args] = command;
    const outcome = spawnSync(program, args, { cwd: folder, encoding: "utf8" });
    if (outcome.status !== 0) {
      throw new Error(`${command.join(" ")}: ${outcome.stderr}${outcome.stdout}`);
    }
    return outcome.stdout
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as unknown);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The value of each case in Lua. */
export function runInLua(modules: Map<string, string>): unknown[] {
  const files: { [path: string]: string } = {};
  for (const [name, text] of modules) {
    if (!name.includes("/")) {
      files[`${name}.lua`] = text;
    }
  }
  const calls = cases.map(({ id, context }) => {
    const args = Object.values(context).map(luaValue).join(", ");
    return `print(json.encode({require("${id}").example(${args})}))`;
  });
  files["main.lua"] = `package.path = "./?.lua"\nlocal json = require("cjson")\n${calls.join("\n")}\n`;
  return runLines(["lua5.1", "main.lua"], files).map((value) => (value as unknown[])[0]);
}

/** The value of each case in ucode, from modules by name; `ecma.uc` among them. */
export function runInUcode(program: string, modules: Map<string, string>): unknown[] {
  const files: { [path: string]: string } = {};
  for (const [name, text] of modules) {
    files[`${name}.uc`] = text;
  }
  const used = [...new Set(cases.map(({ id }) => id))];
  const imports = used.map((id) => `import { example as ${id} } from './${id}.uc';`);
  const calls = cases.map(({ id, context }) => {
    const args = Object.values(context).map(ucodeValue).join(", ");
    return `printf("%J\\n", [${id}(${args})]);`;
  });
  files["main.uc"] = `${imports.join("\n")}\n${calls.join("\n")}\n`;
  return runLines([program, "main.uc"], files).map((value) => (value as unknown[])[0]);
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
