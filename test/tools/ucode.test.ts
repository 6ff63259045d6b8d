/** The emitter of ucode: what it refuses, with the place, and what it keeps. What forms become is in forms.test.ts. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "../../scripts/generated";
import { emitModule } from "../../scripts/ucode/emit";
import { loadProject } from "../../scripts/ucode/modules";
import { sourceDir } from "../../scripts/ucode/output";

/** A module, and its ucode or the refusal of it. */
const cases: [about: string, module: string, ucode: string | RegExp][] = [
  [
    "a constant above its declaration",
    "export function f(): number {\n  return a;\n}\nconst a = 1;\n",
    /^src\/sso_login\/web\/case_0\.ts:2:10: a is used above its declaration$/,
  ],
  [
    "a local function above its declaration",
    "export function f(): number {\n  const g = (): number => h();\n  const h = (): number => 1;\n  return g();\n}\n",
    /:2:27: h is used above its declaration$/,
  ],
  [
    "an export of ucode's own name",
    "export function keys(): number {\n  return 1;\n}\n",
    /:1:17: keys cannot be exported: ucode or ecma\.uc has a function of that name$/,
  ],
  [
    "a foreign module",
    'import * as cjson from "cjson";\nexport const a = cjson;\n',
    /:1:24: a module that is not our own$/,
  ],
  ["an import of nothing", 'import "../result";\n', /:1:1: an import of neither a module nor names$/],
  ["a lazy load of nothing", "export const f = (): unknown => require();\n", /:1:33: require without a module$/],
  ["a class", "export class A {}\n", /:1:1: no ucode for ClassDeclaration$/],
  ["a regular expression", "export const a = /a/;\n", /:1:18: no ucode for RegularExpressionLiteral$/],
  ["an unknown member", 'export const a = "a".padStart(2);\n', /:1:22: no ucode for String's padStart$/],
  ["a default value", "export const f = (a = 1): number => a;\n", /:1:19: a parameter with a default value/],
  [
    "a parameter for the rest",
    "export const f = (...a: number[]): number[] => a;\n",
    /:1:19: a parameter with a default/,
  ],
  ["a function without a body", "declare function f(): void;\n", /:1:1: a function without a body$/],
  ["for-of without a variable", "let a = 1;\nfor (a of [2]) {\n}\n", /:2:1: for-of without a variable of its own$/],
  ["an escape that 24.10 lacks", 'export const a = "\\x41";\n', /:1:18: \\x and \\u\{ in text/],
  ["typeof of a function", 'export const a = typeof "" === "function";\n', /:1:18: typeof compared with "function"$/],
  [
    "comments stay, types and what is about them go",
    'import type { Io } from "../base/io";\n\n/** About A. */\nexport interface A {\n  /** io. */\n  io?: Io;\n}\n\n' +
      "/** About f. */\nexport function f(a: A): boolean {\n  // One more.\n  return a.io === undefined; // at the end\n}\n",
    "/** About f. */\nexport function f(a) {\n\t// One more.\n\treturn a.io === null; // at the end\n};\n",
  ],
  ["a module with only types becomes nothing", 'export interface A {}\nexport type { Io } from "../base/io";\n', ""],
  [
    "modules of any folder are imported by their names",
    'import * as store from "../base/store";\nimport * as json from "io/json";\nexport const all = [store, json];\n',
    "import * as store from 'sso_login.base.store';\nimport * as json from 'sso_login.io.json';\n\nexport const all = [store, json];\n",
  ],
  [
    "a type that an interface extends is not imported",
    'import * as sync from "../rpcd/rpcd_sync";\nexport interface Done extends sync.SyncResult {\n  ended: number;\n}\nexport const found = sync.sync;\n',
    "import { sync as sync_sync } from 'sso_login.rpcd.rpcd_sync';\n\nexport const found = sync_sync;\n",
  ],
  [
    "a name that is taken says its module",
    'import * as store from "../base/store";\nexport const found = store.ensure_run_dir;\nconst remove_all = store.remove_all;\n',
    "import { ensure_run_dir, remove_all as store_remove_all } from 'sso_login.base.store';\n\nexport const found = ensure_run_dir;\nconst remove_all = store_remove_all;\n",
  ],
  [
    "a module that is loaded in a function",
    'export const late = () => require("../settings/saved_config") as typeof import("../settings/saved_config");\n',
    "import { load_module } from 'sso_login.ecma';\n\nexport const late = () => load_module('sso_login.settings.saved_config');\n",
  ],
  [
    "a function that only loads a module stands where it is called",
    'const late = () => require("../base/store") as typeof import("../base/store");\nexport const f = (): unknown => late().remove_all;\n',
    "import { load_module } from 'sso_login.ecma';\n\nexport const f = () => load_module('sso_login.base.store').remove_all;\n",
  ],
  [
    "a function that only loads a module and is handed on",
    'const late = () => require("../base/store") as typeof import("../base/store");\nexport const f = [late];\n',
    /:2:19: late loads a module and is not called at once$/,
  ],
];

describe("emitter", () => {
  const project = loadProject();
  const files = cases.map(([, text], at) => project.createSourceFile(join(sourceDir, `web/case_${at}.ts`), text));
  const checker = project.getTypeChecker().compilerObject;
  cases.forEach(([about, , expected], at) => {
    it(about, () => {
      const emitted = (): string => emitModule(files[at]!.compilerNode, checker);
      if (typeof expected === "string") {
        assert.equal(emitted(), expected);
      } else {
        assert.throws(emitted, { message: expected });
      }
    });
  });
});

describe("make lint refuses ucode features newer than OpenWrt 24.10", () => {
  const status = (source: string): number | null =>
    spawnSync(join(root, "test/box/bin/ucode"), ["-S", "-c", "-o", "/dev/null", "-e", source]).status;

  it("accepts older features", () => {
    const source = 'const fs = require("fs"); function f(a) { return lc(a); } print(f("A"), fs.lstat("/"), ARGV[0]);';
    assert.equal(status(source), 0);
  });
  const table = execFileSync("lua5.1", ["-e", "print(require('cjson').encode(require('ucode.releases').newer))"], {
    encoding: "utf8",
    env: { ...process.env, LUA_PATH: join(root, "test/box/lua/?.lua;;") },
  });
  for (const [what, since, example] of JSON.parse(table) as [string, string, string][]) {
    it(`${what}, ${since}`, () => assert.notEqual(status(example), 0));
  }
});
