/**
 * The service's modules in both languages: the busted specs run on the generated Lua, as `make test-unit` has them run;
 * calls of every function with plain data are recorded with their results, and the same calls are made of the emitted
 * ucode. Then the grants that a real rpcd gave (test/unit/data/rpcd_grants.json), once more in ucode, and the specs of io/
 * on ucode's modules.
 *
 * Writes TAP. `UCODE` names a real program to run them in the place of the box's, `UCODE_MODULES` the folder of its C modules.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { root } from "../../scripts/generated";
import { ucodeModules, ucodeProgram } from "../box/locations";
import { comment, finish, report } from "../tap";
import { isRight, modules, runInUcode, ucodeDir, writtenText, type Answer, type Call } from "./calls";

const workDir = join(root, "build/test-ucode");

/** Runs specs on the generated Lua, prepared by one of the helpers beside this file; reports each as it ends, and that all came to their end. */
async function runSpecs(where: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [helper = "", ...specs] = args;
  const child = spawn("busted", [`--helper=test/ucode/${helper}`, "--output=test/unit/support/output.lua", ...specs], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      LUA_PATH: "openwrt-feed/sso-login/generated/lua/?.lua;test/unit/?.lua;test/ucode/?.lua;;",
      LUA_CPATH: "build/native/mbedtls/?.so;;",
      ...env,
    },
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const errors = text(child.stderr);
  let [count, failed, plan] = [0, 0, 0];
  let spec: { verdict: string; name: string; problem: string } | undefined;
  const rest: string[] = [];
  const tell = (): void => {
    if (spec !== undefined) {
      count += 1;
      failed += report(where + spec.name, spec.verdict === "ok" ? undefined : spec.problem) ? 0 : 1;
    }
    spec = undefined;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const [, verdict, name = ""] = /^(ok|not ok) \d+ - (.*)$/.exec(line) ?? [];
    if (spec !== undefined && line.startsWith("# ")) {
      spec.problem += `${line}\n`;
      continue;
    }
    tell();
    spec = verdict === undefined ? undefined : { verdict, name, problem: "" };
    plan = Number(/^1\.\.(\d+)$/.exec(line)?.[1] ?? plan);
    if (spec === undefined) rest.push(line);
  }
  tell();
  const isRight = count > 0 && plan === count && ((await ended) === 0 || failed > 0);
  const problem = `${rest.slice(-20).join("\n")}\n${await errors}`;
  report(`${where}the specs run to their end`, isRight ? undefined : problem);
}

/** Runs the specs; returns the calls that were recorded meanwhile. */
async function recordSpecs(): Promise<Call[]> {
  const file = join(workDir, "recorded.jsonl");
  // The others compute; a program's functions and those of io/ act on the world or stand for it.
  const recorded = modules.filter((name) => name === "io.json" || !/^(entry_points|io)\./.test(name));
  const env = { RECORD_FILE: file, RECORD_MODULES: recorded.join(" ") };
  const ordered = spawnSync("node", ["--import", "tsx", "test/unit/order.ts"], { cwd: root, encoding: "utf8" })
    .stdout.trim()
    .split("\n");
  await runSpecs("", ["record.lua", "--pattern=_spec", ...ordered], env);
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
async function runIoSpecs(): Promise<void> {
  const specs = ["json", "system"].map((name) => `test/unit/io/${name}_spec.lua`);
  const search = `-L ${ucodeModules}/*.so -L ${ucodeDir}/*.uc -L ${root}/test/ucode/*.uc`;
  const env = { UCODE: ucodeProgram, UCODE_SEARCH: search };
  await runSpecs("in ucode: ", ["io_helper.lua", "--exclude-tags=lua", ...specs], env);
}

rmSync(workDir, { recursive: true, force: true });
mkdirSync(workDir, { recursive: true });
const calls = [...(await recordSpecs()), ...grantCalls()];
const answers = runInUcode(calls, workDir);
calls.forEach((call, at) => judge(call, answers[at] ?? []));
await runIoSpecs();
finish();
