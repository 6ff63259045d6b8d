/** The layers of src/sso_login: what ESLint says of imports upwards, of circles, of lazy loads and of size. */
import assert from "node:assert/strict";
import { posix } from "node:path";
import { describe, it } from "node:test";
import { lint, type Modules } from "./linter";

/** The modules of each layer, from the top down, written down a second time: the rule cannot vouch for its own table. */
const layers = [
  ["contracts", "entry_points"],
  ["answers"],
  ["web"],
  ["login", "check"],
  ["logout"],
  ["passwords"],
  ["protocol"],
  ["explain"],
  ["rpcd"],
  ["rights"],
  ["settings"],
  ["jose"],
  ["base"],
];
const modules = layers.flat();
const io = ["io/bytes", "io/clock", "io/json", "io/native"];
const ioOfPrograms = ["io/cgi", "io/compile", "io/console", "io/plugin", "io/protect", "io/system"];

const leaf = "export const seen = 1;\n";

/** A module with an import on each line, and a use of them all; `named` where two of them have one name. */
function importing(paths: string[], named = (path: string, _at: number): string => posix.basename(path)): string {
  const imports = paths.map((path, at) => `import * as ${named(path, at)} from "${path}";\n`);
  return `${imports.join("")}export const seen: unknown[] = [${paths.map(named).join(", ")}];\n`;
}

function lazy(path: string, type: string): string {
  return `export function load(): unknown {\n  return require("${path}") as typeof import("${type}");\n}\n`;
}

describe("imports", () => {
  const outside = ["cjson", "../../../lua/io/json", "../../lua/io/json"];
  /** By the path of a file: what it may import, of everything that there is. */
  const permitted = new Map<string, string[]>([
    ...layers.flatMap((names, layer) =>
      names.flatMap((name): [string, string[]][] => {
        const below = layers.slice(layer + 1).flat();
        const paths = ["./leaf", ...below.map((other) => `../${other}/leaf`), "../result", ...io];
        const all = name === "entry_points" ? [...paths, ...ioOfPrograms] : paths;
        return [
          [`${name}/importing.ts`, all],
          [`${name}/folder/importing.ts`, all.map((path) => path.replace(/^\.\.?\//, "../$&").replace(".././", "../"))],
        ];
      }),
    ),
    ["unknown/importing.ts", []],
  ]);

  it("lead to lower layers in every module and its folders, which keep the rest of the subset, too", async () => {
    const targetsOf = (path: string): string[] => {
      const [name = "", folder = ""] = path.split("/");
      const up = folder.endsWith(".ts") ? "../" : "../../";
      const others = modules.map((other) =>
        other !== name ? `${up}${other}/leaf` : up === "../" ? "./leaf" : "../leaf",
      );
      return [...others, `${up}result`, ...io, ...ioOfPrograms, ...outside];
    };
    const numbered = (_path: string, at: number): string => `module_${at}`;
    const files = [...permitted.keys()];
    const found = await lint({
      ...Object.fromEntries(modules.map((name) => [`${name}/leaf.ts`, leaf])),
      ...Object.fromEntries(
        files.map((path) => [path, `${importing(targetsOf(path), numbered)}export class Key {}\n`]),
      ),
    });
    for (const [path, allowed] of permitted) {
      const complaints = found.get(path) ?? [];
      const refused = /^\d+:\d+ .*(imports? from .* alone|Which layer is this)/;
      const lines = complaints.filter((complaint) => refused.test(complaint)).map((complaint) => parseInt(complaint));
      const accepted = targetsOf(path).filter((_target, at) => !lines.includes(at + 1));
      assert.deepEqual(accepted.sort(), allowed.sort(), path);
      assert.match(complaints.join("\n"), /A class is not in the subset/, path);
    }
  });
});

describe("complaints", () => {
  const circle = /This import leads back here/;
  const sealed = /Instead: decide by error and meaning/;
  const sealing: Modules = { "base/failure_facts.ts": leaf };
  const otherForm = /A lazy load of another form/;
  const alias = /under another name than its file's/;
  const late = 'require("./start") as typeof import("./start")';
  const interfaceOf = (name: string, member: string, path: string): string =>
    `import type { ${member} } from "${path}";\n\nexport interface ${name} {\n  a?: ${member};\n}\n`;
  const constants = (count: number): string =>
    Array.from({ length: count }, (_value, at) => `export const number_${at} = ${at};\n`).join("");
  const untyped = 'export function load(): unknown {\n  return require("./start");\n}\n';
  const renamed = "export function load(): unknown {\n  const later = require;\n  return later;\n}\n";
  const sum =
    "export function sum(a: number, b: number, c: number, d: number, e: number, f: number): number {\n" +
    "  return a + b + c + d + e + f;\n}\n";

  /** Modules of base/ and what each imports of them. */
  const graph = (imports: Record<string, string>): Modules =>
    Object.fromEntries(
      Object.entries(imports).map(([name, others]) => [
        `base/${name}.ts`,
        others === "" ? leaf : importing([...others].map((other) => `./${other}`)),
      ]),
    );
  const router = (text: string): Modules => ({ "web/routes.ts": text, "web/start.ts": leaf, "web/other.ts": leaf });

  /** Modules, of which the first one gets these complaints and no more. */
  const cases: [title: string, modules: Modules, ...says: RegExp[]][] = [
    [
      "of a type from a layer above",
      { "jose/a.ts": interfaceOf("A", "B", "../rpcd/b"), "rpcd/b.ts": "export type B = string;\n" },
      /jose\/ imports from itself, base\/, result/,
    ],
    ["of a circle of two", graph({ a: "b", b: "a" }), circle],
    ["of a circle of three", graph({ b: "c", c: "a", a: "b" }), circle],
    ["not of what leads to a circle", graph({ c: "a", a: "b", b: "a" })],
    ["not of two ways to one module", graph({ a: "bc", b: "c", c: "" })],
    [
      "of a circle of types",
      { "base/a.ts": interfaceOf("A", "B", "./b"), "base/b.ts": interfaceOf("B", "A", "./a") },
      circle,
    ],
    [
      "of a circle through a lazy load",
      { "web/routes.ts": lazy("./start", "./start"), "web/start.ts": importing(["./routes"]) },
      circle,
    ],
    ["not of a lazy load in the router", router(lazy("./start", "./start"))],
    [
      "of a lazy load elsewhere",
      { "web/forms.ts": lazy("./start", "./start"), "web/start.ts": leaf },
      /A lazy load in a file that eslint\.config\.js does not name/,
      /`import\(\)` type annotations are forbidden/,
    ],
    ["of a lazy load with another type", router(lazy("./start", "./other")), otherForm],
    ["of a lazy load without a type", router(untyped), otherForm],
    [
      "of a lazy load at module level",
      router('export const start = require("./start") as typeof import("./start");\n'),
      otherForm,
    ],
    ["of another name of require", router(renamed), otherForm],
    [
      "of an alias",
      { "base/a.ts": 'import * as c from "./b";\n\nexport const seen = c.seen;\n', "base/b.ts": leaf },
      alias,
    ],
    ["of a late load's alias", router(`const other = (): unknown => ${late};\nexport const seen = other;\n`), alias],
    [
      "not of a late load under its own name",
      router(`const start = (): unknown => ${late};\nexport const seen = start;\n`),
    ],
    ["of a second file of a name", { "jose/a.ts": leaf, "base/a.ts": leaf }, /Another file is base\/a\.ts/],
    ["of a file with the name of a folder", { "web/login.ts": leaf, "login/a.ts": leaf }, /A folder has this name/],
    ["of a decision that opens facts", { "jose/a.ts": importing(["../base/failure_facts"]), ...sealing }, sealed],
    ["not of an explanation that opens them", { "explain/a.ts": importing(["../base/failure_facts"]), ...sealing }],
    ["not of the log", { "base/log_texts.ts": importing(["./failure_facts"]), ...sealing }],
    [
      "of facts that are opened late, and without a module",
      { "web/routes.ts": lazy("../base/failure_facts", "../base/failure_facts"), ...sealing },
      sealed,
      sealed,
    ],
    [
      "of details under another type",
      {
        "web/a.ts":
          "interface Failure {\n  details?: unknown;\n}\n\n" +
          "export function of(failure: Failure): string {\n  return failure.details as string;\n}\n",
      },
      sealed,
    ],
    ["of six parameters", { "base/sum.ts": sum }, /too many parameters \(6\)/],
    ["not of six parameters in a contract", { "contracts/oidc.ts": sum }],
    ["not of 300 lines", { "base/long.ts": constants(300) }],
    ["of 301 lines", { "base/long.ts": constants(301) }, /too many lines \(301\)/],
  ];
  for (const [title, files, ...says] of cases) {
    it(title, async () => {
      const [path = ""] = Object.keys(files);
      const found = (await lint(files)).get(path) ?? [];
      assert.equal(found.length, says.length, found.join("\n"));
      says.forEach((pattern, at) => assert.match(found[at] ?? "", pattern));
    });
  }
});
