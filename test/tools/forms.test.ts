/** What the subset permits becomes the Lua and the ucode that are given, and has one value in all three languages. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { examples } from "./forms/examples";
import {
  cases,
  comparable,
  emit,
  luaForm,
  runInJavaScript,
  runInLua,
  runInUcode,
  transpile,
  ucodeForm,
} from "./forms/languages";

const lua = transpile();
const ucode = emit();

for (const { path, entry } of examples) {
  describe(entry.name, () => {
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
