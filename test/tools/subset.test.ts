/** The subset check refuses and accepts what its list says, and the list's Lua and ucode forms are the real ones. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { checkFile } from "../../scripts/subset/check";
import type { Problem } from "../../scripts/subset/context";
import { exceptions, refused, rules } from "../../scripts/subset/list";
import { loadProject, root, sourceDir } from "../../scripts/subset/project";
import { emitModule } from "../../scripts/ucode/emit";
import {
  cases,
  comparable,
  entries,
  exampleModule,
  luaForm,
  runInJavaScript,
  runInLua,
  runInUcode,
  transpile,
  ucodeForm,
} from "./examples";

/** All snippets go into one program, which the type checker then reads once. */
const project = loadProject();
const snippets = new Map<string, string>();

function snippet(text: string): string {
  const path = join(sourceDir, `snippet_${snippets.size}.ts`);
  snippets.set(path, text);
  project.createSourceFile(path, text);
  return path;
}

function problemsOf(path: string): Problem[] {
  return checkFile(project.getSourceFileOrThrow(path).compilerNode, project.getTypeChecker().compilerObject);
}

function listed(problems: Problem[]): string {
  return problems.map((problem) => `${problem.line}:${problem.column} [${problem.id}] ${problem.message}`).join("\n");
}

const ruleSnippets = rules.map((rule) => ({
  rule,
  refused: rule.refused.map((text) => ({ text, path: snippet(text) })),
  accepted: snippet(rule.accepted),
}));
const refusedSnippets = refused.map((entry) => ({
  entry,
  refused: snippet(entry.refused),
  accepted: snippet(entry.accepted),
}));
const exampleSnippets = entries.map(({ id, title, entry }) => ({
  id,
  title,
  entry,
  path: snippet(exampleModule(entry)),
}));

describe("rules", () => {
  for (const { rule, refused: wrong, accepted } of ruleSnippets) {
    for (const { text, path } of wrong) {
      it(`${rule.id} refuses: ${text.replace(/\s+/g, " ").slice(0, 150)}`, () => {
        const ids = problemsOf(path).map((problem) => problem.id);
        assert.ok(ids.includes(rule.id), `found ${ids.join(", ")}`);
      });
    }
    it(`${rule.id} accepts`, () => {
      assert.equal(listed(problemsOf(accepted)), "");
    });
  }
});

describe("constructs outside the list", () => {
  for (const { entry, refused: wrong, accepted } of refusedSnippets) {
    it(`${entry.name} is refused by name`, () => {
      const found = problemsOf(wrong).filter((problem) => problem.id === "syntax");
      assert.ok(
        found.some((problem) => problem.message.startsWith(entry.name)),
        listed(found),
      );
    });
    it(`what stands instead of ${entry.name} is accepted`, () => {
      assert.equal(listed(problemsOf(accepted)), "");
    });
  }

  it("says file, line, column, name and what to write instead", () => {
    const path = snippet("export function f(n: number): number {\n  switch (n) {\n  }\n  return n;\n}\n");
    const [problem] = problemsOf(path);
    assert.deepEqual([problem?.file, problem?.line, problem?.column], [path, 2, 3]);
    assert.match(problem?.message ?? "", /^switch is not in the subset\. Instead: if and else if/);
  });

  it("an unknown construct is refused by the name of its kind", () => {
    const path = snippet("export const a = import.meta;\n");
    assert.match(listed(problemsOf(path)), /MetaProperty is not in the subset/);
  });
});

describe("exceptions", () => {
  for (const { rule, file, name } of exceptions) {
    it(`${rule} in ${file}: ${name} is still there`, () => {
      const text = readFileSync(join(sourceDir, file), "utf8");
      assert.match(text, new RegExp(`\\b(function|let) ${name}\\b`));
    });
  }
});

describe("permitted entries", () => {
  for (const { title, path } of exampleSnippets) {
    it(`${title} passes the check`, () => {
      assert.equal(listed(problemsOf(path)), "");
    });
  }
});

const lua = transpile(Object.fromEntries(entries.map(({ id, entry }) => [id, exampleModule(entry)])));

describe("Lua forms", () => {
  for (const { id, title, entry } of entries) {
    it(title, () => {
      assert.equal(luaForm(entry, lua.get(id) ?? ""), entry.lua);
    });
  }
});

describe("values of the examples", () => {
  const inJavaScript = runInJavaScript();
  const inLua = runInLua(lua);
  cases.forEach(({ title, run }, at) => {
    it(`${title}: JavaScript`, () => {
      assert.deepEqual(comparable(inJavaScript[at]), comparable(run.gives));
    });
    it(`${title}: Lua`, () => {
      assert.deepEqual(comparable(inLua[at]), comparable("lua" in run ? run.lua : run.gives));
    });
  });
});

describe("ucode forms", () => {
  for (const { title, entry, path } of exampleSnippets) {
    it(title, () => {
      assert.equal(ucodeForm(entry, emitted(path)), entry.ucode);
    });
  }
});

function emitted(path: string): string {
  return emitModule(project.getSourceFileOrThrow(path).compilerNode, project.getTypeChecker().compilerObject);
}

describe("values of the ucode forms", () => {
  const found = spawnSync("ucode", ["-p", "1"], { encoding: "utf8" }).status === 0;
  const skip = found ? false : `no ucode program: ${cases.length} cases not run`;
  const ecma = readFileSync(join(root, "scripts/ucode/ecma.uc"), "utf8");
  const modules = exampleSnippets.map(({ id, path }) => [id, emitted(path)] as const);
  const values = found ? runInUcode("ucode", new Map([["ecma", ecma], ...modules])) : [];
  cases.forEach(({ title, run }, at) => {
    it(`${title}: ucode`, { skip }, () => {
      assert.deepEqual(comparable(values[at]), comparable("ucode" in run ? run.ucode : run.gives));
    });
  });
});
