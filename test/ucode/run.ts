/**
 * The service's modules in both languages: the busted specs run on the generated Lua, calls of every function with plain
 * data are recorded with their results, and the same calls are made of the emitted ucode. Then the grants that a real rpcd
 * gave (test/unit/data/rpcd_grants.json), once more in ucode.
 *
 * Writes TAP. Calls are skipped without a `ucode` program on the path, and where they come to a module of io/ that there
 * is in Lua alone.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { root } from "../../scripts/generated";
import { comment, finish, report, skip } from "../tap";

interface Call {
  /** Module and function, or what else is tried. */
  f: string;
  a?: unknown[];
  /** Access groups' files and lists of a role instead of arguments. */
  files?: { [name: string]: string };
  read?: string[];
  write?: string[];
  /** Set for a case that has to come out otherwise in ucode. */
  differs?: string;
  /** What comes out, in the notation of record.lua. */
  r: unknown;
}

/** What came of a call in ucode. */
interface Answer {
  r?: unknown;
  error?: string;
}

const workDir = join(root, "build/test-ucode");
const ucodeDir = join(root, "openwrt-feed/sso-login/generated/ucode");
const missing = "is in Lua alone";

/** Names of the service's modules, `base.store`. */
const modules = readdirSync(join(ucodeDir, "sso_login"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".uc") && path !== "ecma.uc")
  .map((path) => path.replace(/\.uc$/, "").replaceAll("/", "."))
  .sort();

/** Runs the specs; returns the calls that were recorded meanwhile. */
function recordSpecs(): Call[] {
  const file = join(workDir, "recorded.jsonl");
  const { status, stdout, stderr } = spawnSync(
    "busted",
    ["--helper=test/ucode/record.lua", "--output=TAP", "--pattern=_spec", "test/unit"],
    {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 1 << 28,
      env: {
        ...process.env,
        LUA_PATH: "openwrt-feed/sso-login/generated/lua/?.lua;test/unit/?.lua;;",
        LUA_CPATH: "build/native/mbedtls/?.so;;",
        RECORD_FILE: file,
        // The others compute; a program's functions and those of io/ act on the world or stand for it.
        RECORD_MODULES: modules.filter((name) => !/^(program|io)\./.test(name)).join(" "),
      },
    },
  );
  report("the specs in Lua, where the calls come from", status === 0 ? undefined : stdout + stderr);
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const parsed = lines.map((line) => JSON.parse(line) as Call | { left_out: number });
  const leftOut = parsed.find((entry) => "left_out" in entry)?.left_out ?? 0;
  comment(`modules: ${modules.join(", ")}; ${leftOut} calls with functions left out`);
  return parsed.filter((entry) => "f" in entry);
}

function writtenText(text: string): string {
  return `s${Buffer.from(text, "utf8").toString("hex")}`;
}

/** A value in record.lua's notation. */
function written(value: unknown): unknown {
  if (typeof value === "string") {
    return writtenText(value);
  }
  if (Array.isArray(value)) {
    return value.map(written);
  }
  if (typeof value === "object" && value !== null) {
    return { o: Object.fromEntries(Object.entries(value).map(([key, item]) => [writtenText(key), written(item)])) };
  }
  return value;
}

/** Cases that come out otherwise in ucode for now, and why; they fail once they do not any more. */
const knownDifferences: { [name: string]: string } = {
  "lenient: everything to read": "ucode's json() takes comments, single quotes and commas at the end",
};

type Recorded = { [scope: string]: { [object: string]: string[] } };

/** The cases of rpcd's grants as calls. */
function grantCalls(): Call[] {
  const data = JSON.parse(readFileSync(join(root, "test/unit/data/rpcd_grants.json"), "utf8")) as {
    acl_sets: { [name: string]: { [file: string]: string } };
    cases: { name: string; acl: string; read: string[]; write: string[]; grants: Recorded; ours?: Recorded }[];
  };
  return data.cases.map(({ name, acl, read, write, grants, ours }) => {
    const pairs = Object.entries(ours ?? grants).map(([scope, objects]) => [
      scope,
      Object.keys(objects)
        .sort()
        .flatMap((object) => (objects[object] ?? []).map((method) => [object, method])),
    ]);
    return {
      f: `rpcd's grants, ${name}`,
      files: data.acl_sets[acl] ?? {},
      read,
      write,
      differs: knownDifferences[name],
      r: written(Object.fromEntries(pairs)),
    };
  });
}

/** A written value in which what Lua cannot tell apart is alike: absent members, empty arrays and empty records. */
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
  return value ?? null;
}

/** In the place of each module of io/ that there is in Lua alone, one whose functions say so. */
function writeStandIns(): void {
  const luaDir = join(root, "src/lua/io");
  for (const path of readdirSync(luaDir)) {
    const name = path.replace(/\.ts$/, "");
    if (!existsSync(join(ucodeDir, `sso_login/io/${name}.uc`))) {
      const functions = readFileSync(join(luaDir, path), "utf8").matchAll(/^export function (\w+)/gm);
      const text = [...functions].map(([, f]) => `export function ${f}() { die("io.${name} ${missing}"); };\n`);
      writeFileSync(join(workDir, `sso_login/io/${name}.uc`), text.join("") || "export const nothing = null;\n");
    }
  }
}

/** Makes the calls in ucode, twice: an empty table is an array, then a record. */
function runInUcode(calls: Call[]): Answer[][] {
  writeStandIns();
  const imports = modules.map((name, at) => `import * as m${at} from 'sso_login.${name}';\n`);
  const members = modules.map((name, at) => `"${name}": m${at}`);
  writeFileSync(join(workDir, "modules.uc"), `${imports.join("")}export const modules = { ${members.join(", ")} };\n`);
  const file = join(workDir, "calls.jsonl");
  writeFileSync(file, calls.map((call) => JSON.stringify(call)).join("\n"));
  const { status, stdout, stderr } = spawnSync(
    "ucode",
    ["-S", "-L", `${ucodeDir}/*.uc`, "-L", `${workDir}/*.uc`, "test/ucode/driver.uc", file],
    { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 },
  );
  const lines = stdout.split("\n").filter((line) => line !== "");
  if (status !== 0 || lines.length !== calls.length) {
    return calls.map(() => [{ error: `ucode: ${stderr}${stdout.slice(0, 500)}` }]);
  }
  return lines.map((line) => JSON.parse(line) as Answer[]);
}

/** Judges a call: where Lua cannot tell an empty array from an empty record, either may be meant. */
function judge(call: Call, answers: Answer[]): void {
  const lacking = answers.map(({ error }) => /io\.\w+ is in Lua alone/.exec(error ?? "")?.[0]);
  if (lacking[0] !== undefined && lacking.every((reason) => reason !== undefined)) {
    skip(call.f, lacking[0]);
    return;
  }
  const isSame = answers.some(({ r, error }) => error === undefined && isDeepStrictEqual(plain(r), plain(call.r)));
  const isRight = isSame === (call.differs === undefined);
  report(call.f, isRight ? undefined : `${JSON.stringify(call)}\nucode: ${JSON.stringify(answers)}`);
}

rmSync(workDir, { recursive: true, force: true });
mkdirSync(join(workDir, "sso_login/io"), { recursive: true });
const calls = [...recordSpecs(), ...grantCalls()];
const hasUcode = spawnSync("ucode", ["-p", "1"]).status === 0;
const answers = hasUcode ? runInUcode(calls) : [];
calls.forEach((call, at) => {
  if (hasUcode) {
    judge(call, answers[at] ?? []);
  } else {
    skip(call.f, "no ucode program on the path");
  }
});
finish();
