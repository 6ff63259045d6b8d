/**
 * The service's modules in both languages: the busted specs run on the generated Lua, as `make test-unit` has them run;
 * calls of every function with plain data are recorded with their results, and the same calls are made of the emitted
 * ucode. Then the grants that a real rpcd gave (test/unit/data/rpcd_grants.json), once more in ucode, and the specs of io/
 * on ucode's modules.
 *
 * Writes TAP. `UCODE` names a real program to run them in the place of the box's, `UCODE_MODULES` the folder of its C modules.
 */
import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/generated";
import { ucodeModules, ucodeProgram } from "../box/locations";
import { comment, finish, report } from "../tap";
import { isRight, modules, runInUcode, ucodeDir, writtenText, type Answer, type Call } from "./calls";

const workDir = join(root, "build/test-ucode");
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

/** Runs specs on the generated Lua, prepared by one of the helpers beside this file. */
function runSpecs(where: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const [helper = "", ...specs] = args;
  const outcome = spawnSync("busted", [`--helper=test/ucode/${helper}`, "--output=TAP", ...specs], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: {
      ...process.env,
      LUA_PATH: "openwrt-feed/sso-login/generated/lua/?.lua;test/unit/?.lua;test/ucode/?.lua;;",
      LUA_CPATH: "build/native/mbedtls/?.so;;",
      ...env,
    },
  });
  reportSpecs(where, outcome);
}

/** Runs the specs; returns the calls that were recorded meanwhile. */
function recordSpecs(): Call[] {
  const file = join(workDir, "recorded.jsonl");
  // The others compute; a program's functions and those of io/ act on the world or stand for it.
  const recorded = modules.filter((name) => name === "io.json" || !/^(entry_points|io)\./.test(name));
  const env = { RECORD_FILE: file, RECORD_MODULES: recorded.join(" ") };
  runSpecs("", ["record.lua", "--pattern=_spec", "test/unit"], env);
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const parsed = lines.map((line) => JSON.parse(line) as Call | { left_out: number });
  const leftOut = parsed.find((entry) => "left_out" in entry)?.left_out ?? 0;
  comment(`modules: ${modules.join(", ")}; ${leftOut} calls with functions left out`);
  return parsed.filter((entry) => "f" in entry);
}

/** A value in the form of notation.lua. */
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
    cases: { name: string; acl: string; read: string[]; write: string[]; grants: Recorded }[];
  };
  return data.cases.map(({ name, acl, read, write, grants }) => {
    const pairs = Object.entries(grants).map(([scope, objects]) => [
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

function judge(call: Call, answers: Answer[]): void {
  report(call.f, isRight(call, answers) ? undefined : `${JSON.stringify(call)}\nucode: ${JSON.stringify(answers)}`);
}

/** The specs of io/ with ucode's modules in the place of Lua's. */
function runIoSpecs(): void {
  const specs = ["json", "system"].map((name) => `test/unit/io/${name}_spec.lua`);
  const search = `-L ${ucodeModules}/*.so -L ${ucodeDir}/*.uc -L ${root}/test/ucode/*.uc`;
  const env = { UCODE: ucodeProgram, UCODE_SEARCH: search };
  runSpecs("in ucode: ", ["io_helper.lua", "--exclude-tags=lua", ...specs], env);
}

rmSync(workDir, { recursive: true, force: true });
mkdirSync(workDir, { recursive: true });
const calls = [...recordSpecs(), ...grantCalls()];
const answers = runInUcode(calls, workDir);
calls.forEach((call, at) => judge(call, answers[at] ?? []));
runIoSpecs();
finish();
