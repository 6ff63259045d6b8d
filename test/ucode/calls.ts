/** Calls of the service's functions, made in ucode and compared with what came of them in Lua. */
import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { root } from "../../scripts/generated";
import { ucodeModules, ucodeProgram } from "../box/locations";

export interface Call {
  /** Module and function, or what else is tried. */
  f: string;
  a?: unknown[];
  /** Access groups' files and lists of a role instead of arguments. */
  files?: { [name: string]: string };
  read?: string[];
  write?: string[];
  /** Result, in the form of notation.lua. */
  r: unknown;
}

/** Result of a call in ucode. */
export interface Answer {
  r?: unknown;
  error?: string;
}

export const ucodeDir = join(root, "openwrt-feed/sso-login/generated/ucode");

/** Names of the service's modules, `base.store`. */
export const modules = readdirSync(join(ucodeDir, "sso_login"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".uc") && path !== "ecma.uc")
  .map((path) => path.replace(/\.uc$/, "").replaceAll("/", "."))
  .sort();

export function writtenText(text: string): string {
  return `s${Buffer.from(text, "utf8").toString("hex")}`;
}

/**
 * A written value in which what Lua cannot tell apart is alike: absent members, empty arrays and empty records; and of numbers
 * beyond integers the digits that ucode prints.
 */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(plain);
    while (items.length > 0 && items.at(-1) === null) {
      items.pop();
    }
    return items.length === 0 ? "empty" : items;
  }
  if (typeof value === "object" && value !== null) {
    const members = "o" in value && typeof value.o === "object" && value.o !== null ? value.o : {};
    const present = Object.entries(members)
      .map(([key, item]) => [key, plain(item)] as const)
      .filter(([, item]) => item !== null);
    return present.length === 0 ? "empty" : Object.fromEntries(present);
  }
  return typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER
    ? value.toPrecision(13)
    : (value ?? null);
}

/** Makes the calls in ucode, those with an empty table twice: it is an array, then a record. */
export function runInUcode(calls: Call[], workDir: string): Answer[][] {
  // Lua 5.1, in which the stand-in runs, has 200 local variables in a file, and the service may have more modules.
  const halves = [modules.slice(0, 100), modules.slice(100)];
  for (const [half, names] of halves.entries()) {
    const imports = names.map((name, at) => `import * as m${at} from 'sso_login.${name}';\n`);
    const members = names.map((name, at) => `"${name}": m${at}`);
    writeFileSync(
      join(workDir, `half${half}.uc`),
      `${imports.join("")}export const half = { ${members.join(", ")} };\n`,
    );
  }
  const all =
    "import { half as a } from 'half0';\nimport { half as b } from 'half1';\nexport const modules = { ...a, ...b };\n";
  writeFileSync(join(workDir, "modules.uc"), all);
  const file = join(workDir, "calls.jsonl");
  writeFileSync(file, calls.map((call) => JSON.stringify({ ...call, r: undefined })).join("\n"));
  const folders = [`${ucodeModules}/*.so`, ...[ucodeDir, workDir, `${root}/test/ucode`].map((path) => `${path}/*.uc`)];
  const search = folders.flatMap((pattern) => ["-L", pattern]);
  const { status, stdout, stderr } = spawnSync(ucodeProgram, ["-S", ...search, "test/ucode/driver.uc", file], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const lines = stdout.split("\n").filter((line) => line !== "");
  if (status !== 0 || lines.length !== calls.length) {
    return calls.map(() => [{ error: `ucode: ${stderr}${stdout.slice(0, 500)}` }]);
  }
  return lines.map((line) => JSON.parse(line) as Answer[]);
}

/** Returns the result of a call as it is compared: in a JSON text the order of members is no one's business. */
function outcome(call: Call, result: unknown): unknown {
  if (call.f === "io.json.encode" && typeof result === "string") {
    return JSON.parse(Buffer.from(result.slice(1), "hex").toString("latin1"));
  }
  return plain(result);
}

/** Whether ucode's answers are right: where Lua cannot tell an empty array from an empty record, either may be meant. */
export function isRight(call: Call, answers: Answer[]): boolean {
  const wanted = outcome(call, call.r);
  return answers.some(({ r, error }) => error === undefined && isDeepStrictEqual(outcome(call, r), wanted));
}
