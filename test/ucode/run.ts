/**
 * The service's modules in both languages: the busted specs run on the generated Lua, as `make test-unit` has them run;
 * calls of every function with plain data are recorded with their results, and the same calls are made of the emitted
 * ucode. Then the grants that a real rpcd gave (test/unit/data/rpcd_grants.json), once more in ucode, and the specs of io/
 * on ucode's modules.
 *
 * Writes TAP. `UCODE` names a real program to run them in the place of the box's, `UCODE_MODULES` the folder of its C modules.
 */
import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { root } from "../../scripts/generated";
import { ucodeModules, ucodeProgram } from "../box/locations";
import { comment, finish, report } from "../tap";

interface Call {
  /** Module and function, or what else is tried. */
  f: string;
  a?: unknown[];
  /** Access groups' files and lists of a role instead of arguments. */
  files?: { [name: string]: string };
  read?: string[];
  write?: string[];
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

/** Names of the service's modules, `base.store`. */
const modules = readdirSync(join(ucodeDir, "sso_login"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".uc") && path !== "ecma.uc")
  .map((path) => path.replace(/\.uc$/, "").replaceAll("/", "."))
  .sort();

/** Reports each spec of a run of busted, and that it came to its end. */
function reportSpecs(where: string, { status, stdout, stderr }: SpawnSyncReturns<string>): void {
  const cases = [...stdout.matchAll(/^(ok|not ok) \d+ - (.*)\n((?:# .*\n)*)/gm)];
  for (const [, verdict, name = "", problem = ""] of cases) {
    report(where + name, verdict === "ok" ? undefined : problem);
  }
  const isWhole = cases.length > 0 && new RegExp(`^1\\.\\.${cases.length}$`, "m").test(stdout);
  const isExplained = status === 0 || cases.some(([, verdict]) => verdict !== "ok");
  report(`${where}the specs run to their end`, isWhole && isExplained ? undefined : stdout.slice(-2000) + stderr);
}

/** Runs the specs; returns the calls that were recorded meanwhile. */
function recordSpecs(): Call[] {
  const file = join(workDir, "recorded.jsonl");
  const specs = spawnSync(
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
        RECORD_MODULES: modules.filter((name) => name === "io.json" || !/^(program|io)\./.test(name)).join(" "),
      },
    },
  );
  reportSpecs("", specs);
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

/** Makes the calls in ucode, those with an empty table twice: it is an array, then a record. */
function runInUcode(calls: Call[]): Answer[][] {
  const imports = modules.map((name, at) => `import * as m${at} from 'sso_login.${name}';\n`);
  const members = modules.map((name, at) => `"${name}": m${at}`);
  writeFileSync(join(workDir, "modules.uc"), `${imports.join("")}export const modules = { ${members.join(", ")} };\n`);
  const file = join(workDir, "calls.jsonl");
  writeFileSync(file, calls.map((call) => JSON.stringify(call)).join("\n"));
  const { status, stdout, stderr } = spawnSync(
    ucodeProgram,
    [
      "-S",
      ...["-L", `${ucodeModules}/*.so`, "-L", `${ucodeDir}/*.uc`, "-L", `${workDir}/*.uc`],
      ...["-L", `${root}/test/ucode/*.uc`],
      "test/ucode/driver.uc",
      file,
    ],
    {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    },
  );
  const lines = stdout.split("\n").filter((line) => line !== "");
  if (status !== 0 || lines.length !== calls.length) {
    return calls.map(() => [{ error: `ucode: ${stderr}${stdout.slice(0, 500)}` }]);
  }
  return lines.map((line) => JSON.parse(line) as Answer[]);
}

/** What came of a call as it is compared: in a JSON text the order of members is nobody's business. */
function outcome(call: Call, result: unknown): unknown {
  if (call.f === "io.json.encode" && typeof result === "string") {
    return JSON.parse(Buffer.from(result.slice(1), "hex").toString("latin1"));
  }
  return plain(result);
}

/** Judges a call: where Lua cannot tell an empty array from an empty record, either may be meant. */
function judge(call: Call, answers: Answer[]): void {
  const wanted = outcome(call, call.r);
  const isRight = answers.some(({ r, error }) => error === undefined && isDeepStrictEqual(outcome(call, r), wanted));
  report(call.f, isRight ? undefined : `${JSON.stringify(call)}\nucode: ${JSON.stringify(answers)}`);
}

/** The specs of io/ with ucode's modules in the place of Lua's. */
function runIoSpecs(): void {
  const specs = spawnSync(
    "busted",
    [
      "--helper=test/ucode/io_helper.lua",
      "--exclude-tags=lua",
      "--output=TAP",
      "test/unit/io/json_spec.lua",
      "test/unit/io/system_spec.lua",
    ],
    {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 1 << 28,
      timeout: 300_000,
      env: {
        ...process.env,
        LUA_PATH: "openwrt-feed/sso-login/generated/lua/?.lua;test/unit/?.lua;;",
        LUA_CPATH: "build/native/mbedtls/?.so;;",
        UCODE: ucodeProgram,
        UCODE_SEARCH: `-L ${ucodeDir}/*.uc -L ${root}/test/ucode/*.uc`,
      },
    },
  );
  reportSpecs("in ucode: ", specs);
}

rmSync(workDir, { recursive: true, force: true });
mkdirSync(workDir, { recursive: true });
const calls = [...recordSpecs(), ...grantCalls()];
const answers = runInUcode(calls);
calls.forEach((call, at) => judge(call, answers[at] ?? []));
runIoSpecs();
finish();
