/** The emitter refuses with its place what it cannot write; what becomes of each construct is in forms.test.ts. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync, type SpawnSyncReturns } from "node:child_process";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "../../scripts/generated";
import { emitModule } from "../../scripts/ucode/emit";
import { loadProject } from "../../scripts/ucode/modules";
import { sourceDir } from "../../scripts/ucode/output";

const project = loadProject();

/** The indentation that the emitter writes. */
function withTabs(text: string): string {
  return text.replaceAll(/^(?: {2})+/gm, (spaces) => "\t".repeat(spaces.length / 2));
}

function place(name: string, text: string): string {
  return project.createSourceFile(join(sourceDir, `${name}.ts`), text).getFilePath();
}

function emitted(path: string): string {
  return emitModule(project.getSourceFileOrThrow(path).compilerNode, project.getTypeChecker().compilerObject);
}

const refused: [about: string, module: string, message: RegExp][] = [
  [
    "a constant used above its declaration",
    "export function f(): number {\n  return a;\n}\nconst a = 1;\n",
    /^src\/sso_login\/web\/refused_\d+\.ts:2:10: a is used above its declaration$/,
  ],
  [
    "a function called above its declaration",
    "export function f(): number {\n  return g();\n}\nfunction g(): number {\n  return 1;\n}\n",
    /:2:10: g is used above its declaration$/,
  ],
  [
    "a local function called above its declaration",
    "export function f(): number {\n  const g = (): number => h();\n  const h = (): number => 1;\n  return g();\n}\n",
    /:2:27: h is used above its declaration$/,
  ],
  [
    "an export of ucode's own name",
    "export function keys(): number {\n  return 1;\n}\n",
    /:1:17: keys cannot be exported: ucode or ecma\.uc has a function of that name$/,
  ],
  ["a list of exports", "const a = 1;\nexport { a };\n", /:2:1: no ucode for ExportDeclaration$/],
  ["a re-export", 'export { ok } from "../result";\n', /:1:1: no ucode for ExportDeclaration$/],
  [
    "a foreign module",
    'import * as cjson from "cjson";\nexport const a = cjson;\n',
    /:1:24: a module that is not our own$/,
  ],
  [
    "an import without names",
    'import "../result";\nexport const a = 1;\n',
    /:1:1: an import of neither a module nor names$/,
  ],
  ["a class", "export class A {}\n", /:1:1: no ucode for ClassDeclaration$/],
  ["try", "export function f(): void {\n  try {\n  } catch {\n  }\n}\n", /:2:3: no ucode for TryStatement$/],
  ["a regular expression", "export const a = /a/;\n", /:1:18: no ucode for RegularExpressionLiteral$/],
  ["a member that ucode lacks", 'export const a = "a".padStart(2);\n', /:1:22: no ucode for String's padStart$/],
  [
    "a default value",
    "export function f(a = 1): number {\n  return a;\n}\n",
    /:1:19: a parameter with a default value/,
  ],
  ["an escape that ucode of 24.10 lacks", 'export const a = "\\x41";\n', /:1:18: \\x and \\u\{ in text/],
  ["typeof of a function", 'export const a = typeof "" === "function";\n', /:1:18: typeof compared with "function"$/],
];
const refusedPaths = refused.map(([, text], at) => place(`web/refused_${at}`, text));

const written: [about: string, module: string, expected: string][] = [
  [
    "a variable that hides a function in use has another name",
    'import * as keys from "../result";\nexport function f(list: string[]): unknown {\n  const length = list.length;\n  return { keys, length, type: length, done: keys.ok(1) };\n}\n',
    "import * as keys_ from 'sso_login.result';\n\nexport function f(list) {\n  const length_ = length(list);\n  return { keys: keys_, length: length_, type: length_, done: keys_.ok(1) };\n};\n",
  ],
  [
    "modules are found by their names from any room, and those of io/ too",
    'import * as store from "../base/store";\nimport * as json from "io/json";\nimport { ok, type Result } from "../result";\nimport * as router from "./router";\nexport function f(): Result<unknown> {\n  return ok([store, json, router]);\n}\n',
    "import * as store from 'sso_login.base.store';\nimport * as json from 'sso_login.io.json';\nimport { ok } from 'sso_login.result';\nimport * as router from 'sso_login.web.router';\n\nexport function f() {\n  return ok([store, json, router]);\n};\n",
  ],
  [
    "a module that is loaded in a function",
    'export const late = { load: () => require("../settings/load") as typeof import("../settings/load") };\n',
    "import { load_module } from 'sso_login.ecma';\n\nexport const late = { load: () => load_module('sso_login.settings.load') };\n",
  ],
  [
    "comments stay, those of types go",
    "/** About A. */\nexport interface A {\n  /** b. */\n  b: number;\n}\n\n/** About f. */\nexport function f(a: A): number {\n  // One more.\n  return a.b + 1; // at the end\n}\n",
    "/** About f. */\nexport function f(a) {\n  // One more.\n  return a.b + 1; // at the end\n};\n",
  ],
  [
    "a comma after the last argument goes",
    "export function f(\n  a: string,\n  b: string,\n): string {\n  return f(\n    a,\n    b,\n  );\n}\n",
    "export function f(a, b) {\n  return f(\n    a,\n    b\n  );\n};\n",
  ],
  ["spaces in text are no indentation", "export const a = `one\n    two`;\n", "export const a = `one\n    two`;\n"],
  [
    "typeof that is not",
    'export function f(a: unknown): boolean {\n  return typeof a !== "string" && typeof a !== "object" && typeof a === "number";\n}\n',
    "import { has_members, is_number } from 'sso_login.ecma';\n\nexport function f(a) {\n\treturn type(a) != \"string\" && !has_members(a) && is_number(a);\n};\n",
  ],
  [
    "nothing becomes of types alone",
    'export interface A {\n  b: number;\n}\nexport type { Io } from "../base/io";\n',
    "",
  ],
];
const writtenPaths = written.map(([, text], at) => place(`web/written_${at}`, text));

describe("emitter", () => {
  refused.forEach(([about, , message], at) => {
    it(`refuses ${about} with its place`, () => {
      assert.throws(() => emitted(refusedPaths[at] ?? ""), { message });
    });
  });
  written.forEach(([about, , expected], at) => {
    it(about, () => {
      assert.equal(emitted(writtenPaths[at] ?? ""), about.startsWith("spaces") ? expected : withTabs(expected));
    });
  });
});

/** What `make lint` does with emitted code, by a text of it. */
function lint(source: string): SpawnSyncReturns<string> {
  const program = join(root, "test/box/bin/ucode");
  return spawnSync(program, ["-S", "-c", "-o", "/dev/null", "-e", source], { encoding: "utf8" });
}

describe("what came after OpenWrt 24.10 is refused by make lint", () => {
  it("and what was there is not", () => {
    const source = 'const fs = require("fs"); function f(a) { return lc(a); } print(f("A"), fs.lstat("/"), ARGV[0]);';
    assert.deepEqual([lint(source).status, lint(source).stderr], [0, ""]);
  });
  const table = execFileSync("lua5.1", ["-e", "print(require('cjson').encode(require('ucode.releases').newer))"], {
    encoding: "utf8",
    env: { ...process.env, LUA_PATH: join(root, "test/box/lua/?.lua;;") },
  });
  for (const [what, since, example] of JSON.parse(table) as [string, string, string][]) {
    it(`${what}, ${since}`, () => {
      assert.notEqual(lint(example).status, 0);
    });
  }
});
