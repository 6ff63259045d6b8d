/** The subset: what compiler and ESLint refuse, and what they accept (docs/subset.md). */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { examples as permitted, moduleText } from "./forms/examples";
import { lint } from "./linter";
import { examples } from "./subset-examples";

const modules: { [path: string]: string } = {};

function place(text: string): string {
  const path = `base/decided_${Object.keys(modules).length}.ts`;
  modules[path] = `${text}\n`;
  return path;
}

const cases = examples.map(([about, accepted, ...refused]) => ({
  about,
  refused: refused.map(([text, says]) => ({ text, says, path: place(text) })),
  accepted: place(accepted),
}));
for (const { path, entry } of permitted) {
  modules[`${path}.ts`] = moduleText(entry);
}
const found = await lint(modules, { "@typescript-eslint/max-params": "off" });

function complaints(path: string): string {
  return (found.get(path) ?? []).join("\n");
}

for (const { about, refused, accepted } of cases) {
  describe(about, () => {
    for (const { text, says, path } of refused) {
      it(`refuses: ${text.replace(/\s+/g, " ").slice(0, 150)}`, () => {
        assert.ok(complaints(path).includes(says), `it said:\n${complaints(path)}`);
      });
    }
    it("accepts what stands instead", () => {
      assert.equal(complaints(accepted), "");
    });
  });
}

describe("what forms.test.ts translates is accepted", () => {
  for (const { path, entry } of permitted) {
    it(entry.name, () => {
      assert.equal(complaints(`${path}.ts`), "");
    });
  }
});

describe("complaints", () => {
  const module =
    "export function f(n: number): number {\n  switch (n) {\n    case 1:\n      return 2;\n  }\n  return n;\n}\n";

  it("name the place and what to write instead", async () => {
    const said = await lint({ "base/example.ts": module });
    assert.deepEqual(said.get("base/example.ts"), [
      "2:3 switch is not in the subset. Instead: if and else if, or a record of the cases.",
    ]);
  });

  it("come for syntax that nobody thought of", async () => {
    const said = await lint({ "base/example.ts": "export const a = import.meta;\n" });
    assert.match((said.get("base/example.ts") ?? []).join("\n"), /1:18 This syntax is not in the subset/);
  });
});
