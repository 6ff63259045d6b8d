/**
 * The pure modules in both languages: the busted specs run on the generated Lua, every call that they make of a module
 * with plain data is recorded with its result, and the same calls are made of the emitted ucode. Then the grants that a
 * real rpcd gave (test/unit/data/rpcd_grants.json), once more in ucode.
 *
 * Without a `ucode` program on the path the second half is skipped. Needs `make ucode`; writes TAP.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { comment, finish, report, skip } from "../tap";

interface Call {
  /** Module and function. */
  m: string;
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

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const workDir = join(root, "build/test-ucode");
const ucodeDir = join(root, "build/ucode");

/** Names of the emitted modules. */
const modules = readdirSync(join(ucodeDir, "sso_login"))
  .filter((path) => path.endsWith(".uc") && path !== "ecma.uc")
  .map((path) => basename(path, ".uc"));

/** Runs the specs of the emitted modules, which count elsewhere; returns the recorded calls without repetitions. */
function recordSpecs(): Call[] {
  const file = join(workDir, "recorded.jsonl");
  const specs = modules.map((name) => `test/unit/${name}_spec.lua`).filter((path) => existsSync(join(root, path)));
  const { status, stdout, stderr } = spawnSync(
    "busted",
    ["--helper=test/ucode/record.lua", "--output=plainTerminal", ...specs],
    {
      cwd: root,
      encoding: "utf8",
      env: {
        ...process.env,
        LUA_PATH: "openwrt-feed/sso-login/generated/lua/?.lua;test/unit/?.lua;;",
        LUA_CPATH: "build/native/mbedtls/?.so;;",
        RECORD_FILE: file,
        RECORD_MODULES: modules.join(" "),
      },
    },
  );
  report("the specs in Lua, where the calls come from", status === 0 ? undefined : stdout + stderr);
  const lines = [...new Set(readFileSync(file, "utf8").trim().split("\n"))];
  const parsed = lines.map((line) => JSON.parse(line) as Call | { left_out: number });
  const leftOut = parsed.find((entry) => "left_out" in entry)?.left_out ?? 0;
  comment(`modules: ${modules.join(", ")}; ${leftOut} calls with functions left out`);
  return parsed.filter((entry) => "m" in entry);
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

/** Cases of rpcd's grants that come out otherwise in ucode for now, and why; they fail once they do not any more. */
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
        .flatMap((object) => (objects[object] ?? []).map((name) => [object, name])),
    ]);
    return {
      m: "acl",
      f: "grants_for",
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

/** Makes the calls in ucode; for each what comes out otherwise. */
function runInUcode(calls: Call[]): (string | undefined)[] {
  const file = join(workDir, "calls.jsonl");
  writeFileSync(file, calls.map((call) => JSON.stringify(call)).join("\n"));
  const { status, stdout, stderr } = spawnSync(
    "ucode",
    ["-S", "-L", `${ucodeDir}/*.uc`, "test/ucode/driver.uc", file],
    {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    },
  );
  if (status !== 0) {
    return calls.map(() => `ucode: ${stderr}${stdout.slice(0, 500)}`);
  }
  const answers = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { r?: unknown; error?: string }[]);
  return calls.map((call, at) => {
    // Where Lua cannot tell an empty array from an empty record, either may be meant.
    const both = answers[at] ?? [];
    const isRight = both.some(
      (answer) => answer.error === undefined && isDeepStrictEqual(plain(answer.r), plain(call.r)),
    );
    return isRight === (call.differs === undefined)
      ? undefined
      : `${JSON.stringify(call)}\nucode: ${JSON.stringify(both)}`;
  });
}

mkdirSync(workDir, { recursive: true });
const calls = [...recordSpecs(), ...grantCalls()];
const hasUcode = spawnSync("ucode", ["-p", "1"]).status === 0;
const problems = hasUcode ? runInUcode(calls) : [];
calls.forEach(({ m, f, a }, at) => {
  const name = `${m}.${f} ${JSON.stringify(a ?? [])}`.slice(0, 120);
  if (hasUcode) {
    report(name, problems[at]);
  } else {
    skip(name, "no ucode program on the path");
  }
});
process.exit(finish());
