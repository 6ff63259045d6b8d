/** What the subset permits: it passes lint, becomes the Lua and the ucode that are given, and has one value in all three. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  cases,
  comparable,
  emit,
  examples,
  luaForm,
  moduleText,
  runInJavaScript,
  runInLua,
  runInUcode,
  transpile,
  ucodeForm,
} from "./forms/languages";
import { lint } from "./linter";

const complaints = await lint(
  Object.fromEntries(examples.map(({ path, entry }) => [`${path}.ts`, moduleText(entry)])),
  { "@typescript-eslint/max-params": "off" },
);
const lua = transpile();
const ucode = emit();

for (const { path, entry } of examples) {
  describe(entry.name, () => {
    it("is accepted", () => {
      assert.deepEqual(complaints.get(`${path}.ts`), []);
    });
    it("in Lua", () => {
      assert.equal(luaForm(entry, lua.get(path) ?? ""), entry.lua);
    });
    it("in ucode", () => {
      assert.equal(ucodeForm(entry, ucode.get(path) ?? ""), entry.ucode);
    });
  });
}

describe("values", () => {
  const inJavaScript = runInJavaScript();
  const inLua = runInLua(lua);
  const inUcode = runInUcode(ucode);
  cases.forEach(({ title, run }, at) => {
    it(`${title}: JavaScript`, () => {
      assert.deepEqual(comparable(inJavaScript[at]), comparable(run.gives));
    });
    it(`${title}: Lua`, () => {
      assert.deepEqual(comparable(inLua[at]), comparable("lua" in run ? run.lua : run.gives));
    });
    it(`${title}: ucode`, () => {
      assert.deepEqual(comparable(inUcode[at]), comparable("ucode" in run ? run.ucode : run.gives));
    });
  });
});
