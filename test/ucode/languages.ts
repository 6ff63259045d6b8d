/** Runs the examples in JavaScript, Lua and ucode. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runInThisContext } from "node:vm";
import ts from "typescript";
import * as tstl from "typescript-to-lua";
import { root } from "../../scripts/ucode/output";
import { examples, parameters, type Run } from "./examples";

/** One call of an example in one language, and what must come out. */
export interface Case {
  title: string;
  /** The example's module. */
  name: string;
  ts: string;
  args: unknown[];
  run: Run;
}

/** Where an example's module is, below src/sso_login. */
export function moduleOf(at: number): string {
  return `base/example_${at}`;
}

/** All runs of all examples. */
export const cases: readonly Case[] = examples.flatMap(({ about, ts, runs }, at) =>
  runs.map((run, count) => ({
    title: `${about}, run ${count + 1}`,
    name: moduleOf(at),
    ts,
    args: Object.values({ ...parameters, ...run.with }),
    run,
  })),
);

const result = readFileSync(join(root, "src/sso_login/result.ts"), "utf8");

type Exports = { example?: (...args: unknown[]) => unknown };

function loadInJavaScript(text: string): Exports {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exported = {};
  const define = runInThisContext(`(function (exports, require) {${outputText}})`) as (...args: unknown[]) => void;
  const loaded = text === result ? undefined : loadInJavaScript(result);
  define(exported, () => loaded);
  return exported;
}

/** The value of each case in JavaScript. */
export function runInJavaScript(): unknown[] {
  return cases.map((one) => loadInJavaScript(one.ts).example?.(...(structuredClone(one.args) as unknown[])));
}

/** A value as a literal of Lua or ucode, which differ in tables and in how a byte is escaped. */
function literal(value: unknown, language: "lua" | "ucode"): string {
  const isLua = language === "lua";
  if (typeof value === "string") {
    const escape = (char: string): string =>
      `\\${char
        .charCodeAt(0)
        .toString(isLua ? 10 : 8)
        .padStart(3, "0")}`;
    return `"${value.replaceAll(/[^ !#-[\]-~\x80-\uffff]/g, escape)}"`;
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => literal(item, language)).join(", ");
    return isLua ? `{${items}}` : `[${items}]`;
  }
  if (typeof value === "object" && value !== null) {
    const pairs = Object.entries(value).map(
      ([key, item]) => [literal(key, language), literal(item, language)] as const,
    );
    return `{${pairs.map(([key, item]) => (isLua ? `[${key}] = ${item}` : `${key}: ${item}`)).join(", ")}}`;
  }
  return value === undefined ? (isLua ? "nil" : "null") : JSON.stringify(value);
}

/** Runs a command in a folder of its own and reads one JSON value a line from its output, each in an array. */
function runLines(command: string[], files: Map<string, string>): unknown[] {
  const folder = mkdtempSync(join(tmpdir(), "examples-"));
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const [program = "", ...args] = command;
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: "utf8" });
    if (status !== 0) {
      throw new Error(`${command.join(" ")}: ${stderr}${stdout}`);
    }
    const lines = stdout.split("\n").filter((line) => line !== "");
    return lines.map((line) => (JSON.parse(line) as unknown[])[0]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The examples as Lua modules by TypeScriptToLua; `lualib_bundle` holds its helpers. */
function transpile(): Map<string, string> {
  const sources = new Map(examples.map((example, at) => [`${moduleOf(at)}.ts`, example.ts]));
  sources.set("result.ts", result).set("base/io.ts", readFileSync(join(root, "src/sso_login/base/io.ts"), "utf8"));
  sources.set("lua.d.ts", "declare function require(this: void, name: string): unknown;");
  const { diagnostics, transpiledFiles } = tstl.transpileVirtualProject(Object.fromEntries(sources), {
    luaTarget: tstl.LuaTarget.Lua51,
    luaLibImport: tstl.LuaLibImportKind.RequireMinimal,
    noImplicitSelf: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    lib: ["lib.es2022.d.ts"],
  });
  if (diagnostics.length > 0) {
    throw new Error(diagnostics.map((one) => ts.flattenDiagnosticMessageText(one.messageText, "\n")).join("\n"));
  }
  return new Map(transpiledFiles.map((file) => [file.outPath, file.lua ?? ""]));
}

/** The value of each case in Lua. */
export function runInLua(): unknown[] {
  const calls = cases.map(({ name, args }) => {
    const list = args.map((arg) => literal(arg, "lua")).join(", ");
    return `print(json.encode({require("${name.replace("/", ".")}").example(${list})}))\n`;
  });
  const main = `package.path = "./?.lua"\nlocal json = require("cjson")\n${calls.join("")}`;
  return runLines(["lua5.1", "main.lua"], transpile().set("main.lua", main));
}

/** Whether there is a ucode program on the path. */
export function hasUcode(): boolean {
  return spawnSync("ucode", ["-p", "1"]).status === 0;
}

/** The value of each case in ucode; `modules` are the examples as they are emitted. */
export function runInUcode(modules: Map<string, string>): unknown[] {
  const files = new Map([...modules].map(([name, text]) => [`sso_login/${name}.uc`, text]));
  const imports = [...modules.keys()].map(
    (name, at) => `import * as m${at} from 'sso_login.${name.replace("/", ".")}';\n`,
  );
  const calls = cases.map(({ name, args }) => {
    const list = args.map((arg) => literal(arg, "ucode")).join(", ");
    return `printf("%J\\n", [m${[...modules.keys()].indexOf(name)}.example(${list})]);\n`;
  });
  const ready = join(root, "openwrt-feed/sso-login/generated/ucode/*.uc");
  return runLines(
    ["ucode", "-L", ready, "-L", "./*.uc", "main.uc"],
    files.set("main.uc", [...imports, ...calls].join("")),
  );
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
