/** The emitter writes what is stored, and refuses with file and line what it cannot write. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { loadProject, root, sourceDir } from "../../scripts/subset/project";
import { renderModules } from "../../scripts/ucode/build";
import { emitModule } from "../../scripts/ucode/emit";

const project = loadProject();
const modules = renderModules(project);
const expectedDir = join(root, "test/ucode/expected");

describe("expected ucode", () => {
  it("there is one expected file for each emitted module", () => {
    assert.deepEqual(readdirSync(expectedDir).sort(), [...modules.keys()].sort());
  });
  for (const [name, text] of modules) {
    it(`${name} is as expected; write it anew with "make ucode-expected"`, () => {
      assert.equal(text, readFileSync(join(expectedDir, name), "utf8"));
    });
  }
});

describe("emitter", () => {
  let count = 0;
  function emit(text: string): string {
    count += 1;
    const file = project.createSourceFile(join(sourceDir, `emitted_${count}.ts`), text);
    return emitModule(file.compilerNode, project.getTypeChecker().compilerObject);
  }

  const refused: [string, string, RegExp][] = [
    [
      "a constant used above its declaration",
      "export function f(): number {\n  return a;\n}\nconst a = 1;\n",
      /emitted_\d+\.ts:2:10: a is used above its declaration/,
    ],
    [
      "a module loaded in a function",
      'export function f(): unknown {\n  const m = require("./result") as typeof import("./result");\n  return m.ok(1);\n}\n',
      /emitted_\d+\.ts:2:13: a module that is loaded in a function/,
    ],
    [
      "a function of ucode's own name",
      "export function keys(): number {\n  return 1;\n}\n",
      /emitted_\d+\.ts:1:17: keys at module level hides ucode's function/,
    ],
    ["a list of own exports", "const a = 1;\nexport { a };\n", /emitted_\d+\.ts:2:1: an export list/],
  ];
  for (const [name, text, message] of refused) {
    it(`refuses ${name} with its place`, () => {
      assert.throws(() => emit(text), { message });
    });
  }

  const written: [string, string, string][] = [
    [
      "a variable that hides a function in use has another name",
      "export function f(list: string[]): { keys: number; length: number } {\n  const keys = list.length;\n  const length = keys;\n  return { keys, length: length };\n}\n",
      "export function f(list) {\n  const keys_ = length(list);\n  const length_ = keys_;\n  return { keys: keys_, length: length_ };\n};\n",
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
    [
      "a form with an operator gets parentheses where it needs them",
      'export function f(a: string): boolean {\n  return !a.includes("x") && a.includes("y") !== a.includes("z");\n}\n',
      'export function f(a) {\n  return !(index(a, "x") >= 0) && (index(a, "y") >= 0) !== (index(a, "z") >= 0);\n};\n',
    ],
    [
      "an exported function used above its declaration is exported at the end",
      "function g(): number {\n  return f();\n}\nexport function f(): number {\n  return g();\n}\n",
      "function f;\n\nfunction g() {\n  return f();\n}\nfunction f() {\n  return g();\n}\n\nexport { f };\n",
    ],
    [
      "typeof that is not",
      'export function f(a: unknown): boolean {\n  return typeof a !== "string" && typeof a !== "object" && typeof a === "number";\n}\n',
      'export function f(a) {\n  return type(a) != "string" && !(type(a) == "object" || type(a) == "array") && (type(a) == "int" || type(a) == "double");\n};\n',
    ],
  ];
  for (const [name, text, expected] of written) {
    it(name, () => {
      assert.equal(emit(text), expected);
    });
  }
});
