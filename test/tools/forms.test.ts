/** Every permitted form of the subset has one value in JavaScript, in the emitted Lua and in the emitted ucode. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { runInThisContext } from "node:vm";
import ts from "typescript";
import * as tstl from "typescript-to-lua";
import { root } from "../../scripts/generated";
import { layOut } from "../../scripts/lua-layout";
import { plugin } from "../../scripts/lua-plugin";
import { emitModule } from "../../scripts/ucode/emit";
import { loadProject } from "../../scripts/ucode/modules";
import { sourceDir } from "../../scripts/ucode/output";
import { ucodeProgram } from "../box/locations";
import { forms, parameters } from "./forms";
import { temporaryFolder, writeFiles } from "../temporary.ts";

const typed = parameters.map(([name, type]) => `${name}: ${type}`).join(", ");
const source = forms
  .map(([, text], at) => {
    const statements = /\breturn\b/.test(text) ? text : `return ${text};`;
    return `export function form_${at}(${typed}): unknown {\n  ${statements}\n}\n`;
  })
  .join("");
/** The parameters' values as JSON, as a literal of each language; the last, which is absent, is not among them. */
const given = JSON.stringify(JSON.stringify(parameters.slice(0, -1).map(([, , value]) => value)));

/** Runs a program on files in a folder of their own; it prints a line of JSON for each form, its value in an array. */
function valuesOf(program: string, args: (folder: string) => string[], files: Record<string, string>): unknown[] {
  const folder = temporaryFolder("forms-");
  writeFiles(folder, files);
  const { status, stdout, stderr } = spawnSync(program, args(folder), { cwd: folder, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return stdout.match(/.+/g)?.map((line) => (JSON.parse(line) as unknown[])[0]) ?? [];
}

/** By the Lua of `make lua`; the service's own helpers replace those that TypeScriptToLua has of them. */
function valuesInLua(): unknown[] {
  const options = {
    luaTarget: tstl.LuaTarget.Lua51,
    noImplicitSelf: true,
    noHeader: true,
    strict: true,
    luaPlugins: [{ plugin }],
  };
  const { diagnostics, transpiledFiles } = tstl.transpileVirtualProject(
    { "forms.ts": source },
    { ...options, luaLibImport: tstl.LuaLibImportKind.RequireMinimal, lib: ["lib.es2022.d.ts"] },
  );
  assert.deepEqual(diagnostics, []);
  const emitted = Object.fromEntries(transpiledFiles.map(({ outPath, lua = "" }) => [outPath, layOut(lua)]));
  const own = readFileSync(join(root, "src/lua/lualib.lua"), "utf8");
  const bundle = `local own, all = (function() ${own} end)(), (function() ${emitted["lualib_bundle.lua"] ?? ""} end)()
    for name, helper in pairs(own) do all["__TS__" .. name] = helper end
    return all`;
  const main = `package.path = "./?.lua"
    local json = require("cjson")
    for at = 0, ${forms.length - 1} do
      print(json.encode({ require("forms")["form_" .. at](unpack(json.decode(${given}))) }))
    end`;
  return valuesOf("lua5.1", () => ["main.lua"], { ...emitted, "lualib_bundle.lua": bundle, "main.lua": main });
}

function valuesInUcode(): unknown[] {
  const project = loadProject();
  const file = project.createSourceFile(join(sourceDir, "base/forms.ts"), source);
  const calls = forms.map((_, at) => `printf("%J\\n", [forms.form_${at}(...json(${given}))]);\n`);
  // To ucode `.` is the folder of the file that imports.
  return valuesOf(ucodeProgram, (folder) => ["-L", `${folder}/*.uc`, "main.uc"], {
    "sso_login/ecma.uc": readFileSync(join(root, "src/ucode/ecma.uc"), "utf8"),
    "forms.uc": emitModule(file.compilerNode, project.getTypeChecker().compilerObject),
    "main.uc": `import * as forms from 'forms';\n${calls.join("")}`,
  });
}

function valuesInJavaScript(): unknown[] {
  const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(source, { compilerOptions: options });
  const exported: Record<string, (...args: unknown[]) => unknown> = {};
  (runInThisContext(`(function (exports) {${outputText}})`) as (exports: object) => void)(exported);
  return forms.map((_, at) => exported[`form_${at}`]?.(...(JSON.parse(JSON.parse(given) as string) as unknown[])));
}

/** A value in which what the languages write differently is alike: absent members, and empty arrays and records. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.length === 0 ? {} : value.map(comparable);
  }
  if (typeof value === "object" && value !== null) {
    const present = Object.entries(value).filter(([, item]) => item !== undefined && item !== null);
    return Object.fromEntries(present.map(([key, item]) => [key, comparable(item)]));
  }
  return value ?? null;
}

const [inJavaScript, inLua, inUcode] = [valuesInJavaScript(), valuesInLua(), valuesInUcode()];

forms.forEach(([name, , value, otherwise], at) => {
  it(name, () => {
    const values = { JavaScript: inJavaScript[at], Lua: inLua[at], ucode: inUcode[at] };
    const expected = { JavaScript: value, Lua: otherwise?.lua ?? value, ucode: otherwise?.ucode ?? value };
    assert.deepEqual(comparable(values), comparable(expected));
  });
});
