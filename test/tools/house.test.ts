/** The house of src/sso_login: what ESLint says of imports that climb or turn in circles, of lazy loads and of size. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { lint, type Modules } from "./linter";

/** The rooms that each room may import from beside itself. */
const below: { [room: string]: string[] } = {
  program: ["web", "login", "check", "protocol", "session", "settings", "jose", "base"],
  web: ["login", "check", "protocol", "session", "settings", "jose", "base"],
  login: ["protocol", "session", "settings", "jose", "base"],
  check: ["protocol", "session", "settings", "jose", "base"],
  protocol: ["settings", "jose", "base"],
  session: ["settings", "jose", "base"],
  settings: ["base"],
  jose: ["base"],
  base: [],
};
const rooms = Object.keys(below);
const doors = ["handshake", "crypto", "oidc", "config", "discovery"];
const worldsOfAll = ["clock", "json", "native"];
const worldsOfPrograms = ["cgi", "compile", "console", "plugin", "system"];

const leaf = "export const seen = 1;\n";

/** What a module may import, and what not. */
interface Arrows {
  permitted: string[];
  refused: string[];
}

function arrowsOfRoom(room: string): Arrows {
  const pathTo = (other: string): string => (other === room ? "./leaf" : `../${other}/leaf`);
  const isBelow = (other: string): boolean => other === room || (below[room] ?? []).includes(other);
  const ofPrograms = worldsOfPrograms.map((world) => `io/${world}`);
  return {
    permitted: [
      ...rooms.filter(isBelow).map(pathTo),
      ...worldsOfAll.map((world) => `io/${world}`),
      ...(room === "program" ? ofPrograms : []),
      "../result",
    ],
    refused: [
      ...rooms.filter((other) => !isBelow(other)).map(pathTo),
      ...(room === "program" ? [] : ofPrograms),
      ...doors.map((door) => `../${door}`),
      "../../lua/io/json",
      "cjson",
    ],
  };
}

function arrowsOfDoor(door: string): Arrows {
  return {
    permitted: [...rooms.map((room) => `./${room}/leaf`), "./result", "io/json"],
    refused: [...doors.filter((other) => other !== door).map((other) => `./${other}`), "io/system"],
  };
}

/** One import a line, and a use of them all. */
function importing(paths: string[]): string {
  const names = paths.map((_path, at) => `module_${at}`);
  const imports = paths.map((path, at) => `import * as module_${at} from "${path}";\n`);
  return `${imports.join("")}\nexport const seen: unknown[] = [${names.join(", ")}];\n`;
}

const arrows = new Map<string, Arrows>([
  ...rooms.map((room) => [`${room}/arrows.ts`, arrowsOfRoom(room)] as const),
  ...doors.map((door) => [`${door}.ts`, arrowsOfDoor(door)] as const),
  ["attic/arrows.ts", { permitted: [], refused: ["../base/leaf"] }],
]);

const ofArrows = await lint({
  ...Object.fromEntries(rooms.map((room) => [`${room}/leaf.ts`, leaf])),
  ...Object.fromEntries(
    [...arrows].map(([path, { permitted, refused }]) => [path, importing([...permitted, ...refused])]),
  ),
});

describe("directions", () => {
  for (const [path, { permitted, refused }] of arrows) {
    const found = ofArrows.get(path) ?? [];
    const at = (line: number): string => found.filter((complaint) => complaint.startsWith(`${line}:`)).join("\n");
    permitted.forEach((target, index) => {
      it(`${path} may import ${target}`, () => {
        assert.equal(at(index + 1), "");
      });
    });
    refused.forEach((target, index) => {
      it(`${path} may not import ${target}`, () => {
        assert.match(at(permitted.length + index + 1), /imports? from .* alone|Which floor is this/);
      });
    });
  }

  it("hold for types too", async () => {
    const text = 'import type { Io } from "../session/leaf";\n\nexport type Other = Io;\n';
    await refuses({ "session/leaf.ts": "export type Io = string;\n", "jose/types.ts": text }, "jose/types.ts", [
      /jose\/ imports from itself, base\/, result/,
    ]);
  });
});

/** The complaints about a module of those given: one for each pattern, and no more. */
async function refuses(modules: Modules, path: string, says: RegExp[]): Promise<void> {
  const found = (await lint(modules)).get(path) ?? [];
  assert.equal(found.length, says.length, found.join("\n"));
  says.forEach((pattern, at) => assert.match(found[at] ?? "", pattern));
}

function accepts(modules: Modules, path: string): Promise<void> {
  return refuses(modules, path, []);
}

describe("circles", () => {
  const back = /This import leads back here/;

  it("of two modules in a room are refused in both", async () => {
    const modules = { "base/a.ts": importing(["./b"]), "base/b.ts": importing(["./a"]) };
    await refuses(modules, "base/a.ts", [back]);
    await refuses(modules, "base/b.ts", [back]);
  });

  it("of three modules are refused, and who stands outside is not", async () => {
    const modules = {
      "base/a.ts": importing(["./b"]),
      "base/b.ts": importing(["./c"]),
      "base/c.ts": importing(["./a"]),
      "base/d.ts": importing(["./a"]),
    };
    await refuses(modules, "base/a.ts", [back]);
    await accepts(modules, "base/d.ts");
  });

  it("of types are refused", async () => {
    const a = 'import type { B } from "./b";\n\nexport interface A {\n  b?: B;\n}\n';
    const b = 'import type { A } from "./a";\n\nexport interface B {\n  a?: A;\n}\n';
    await refuses({ "base/a.ts": a, "base/b.ts": b }, "base/a.ts", [back]);
  });

  it("through a lazy load are refused", async () => {
    const router = lazy("./start", "./start");
    await refuses({ "web/router.ts": router, "web/start.ts": importing(["./router"]) }, "web/router.ts", [back]);
  });

  it("are not made by two ways to one module", async () => {
    const modules = { "base/a.ts": importing(["./b", "./c"]), "base/b.ts": importing(["./c"]), "base/c.ts": leaf };
    await accepts(modules, "base/a.ts");
  });
});

/** A module that loads another when it is called. */
function lazy(path: string, type: string): string {
  return `export function load(): unknown {\n  return require("${path}") as typeof import("${type}");\n}\n`;
}

describe("lazy loads", () => {
  const modules = { "web/start.ts": leaf, "web/other.ts": leaf };
  const otherForm = /A lazy load of another form/;

  it("stand in the router", async () => {
    await accepts({ ...modules, "web/router.ts": lazy("./start", "./start") }, "web/router.ts");
  });

  it("are refused everywhere else", async () => {
    await refuses({ ...modules, "web/callback.ts": lazy("./start", "./start") }, "web/callback.ts", [
      /A lazy load outside web\/router\.ts/,
      /`import\(\)` type annotations are forbidden/,
    ]);
  });

  it("have one path", async () => {
    await refuses({ ...modules, "web/router.ts": lazy("./start", "./other") }, "web/router.ts", [otherForm]);
  });

  it("have a type", async () => {
    const text = 'export function load(): unknown {\n  return require("./start");\n}\n';
    await refuses({ ...modules, "web/router.ts": text }, "web/router.ts", [otherForm]);
  });

  it("wait for a call", async () => {
    const text = 'export const start = require("./start") as typeof import("./start");\n';
    await refuses({ ...modules, "web/router.ts": text }, "web/router.ts", [otherForm]);
  });

  it("have no other name", async () => {
    const text = "export function load(): unknown {\n  const later = require;\n  return later;\n}\n";
    await refuses({ ...modules, "web/router.ts": text }, "web/router.ts", [otherForm]);
  });
});

describe("size", () => {
  const lines = (count: number): string =>
    Array.from({ length: count }, (_value, at) => `export const number_${at} = ${at};\n`).join("");
  const many = "export function sum(a: number, b: number, c: number, d: number, e: number, f: number): number {";
  const sum = `${many}\n  return a + b + c + d + e + f;\n}\n`;

  it("a function has five parameters at most", async () => {
    await refuses({ "base/sum.ts": sum }, "base/sum.ts", [/too many parameters \(6\)/]);
  });

  it("a door has those of the specification", async () => {
    await accepts({ "oidc.ts": sum }, "oidc.ts");
  });

  it("a module has 300 lines at most", async () => {
    await accepts({ "base/long.ts": lines(300) }, "base/long.ts");
    await refuses({ "base/long.ts": lines(301) }, "base/long.ts", [/too many lines \(301\)/]);
  });
});

describe("the subset", () => {
  it("holds in every room and door", async () => {
    const paths = [...rooms.map((room) => `${room}/subset.ts`), "crypto.ts"];
    const found = await lint(Object.fromEntries(paths.map((path) => [path, "export class Key {}\n"])));
    for (const path of paths) {
      assert.match((found.get(path) ?? []).join("\n"), /A class is not in the subset/, path);
    }
  });
});
