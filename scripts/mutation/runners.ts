/** The test runners that can run marked tests against a changed copy of the packages. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Mark } from "../conformance/marks";
import { type TestResult, readResults } from "./results";

/** A copy of the packages' sources, and of what is built from them. */
export interface Tree {
  /** Copy of openwrt-feed/. */
  feed: string;
  /** Copy of build/native/. */
  native: string;
}

/** One run of a runner: which of the tests it is asked for. */
export interface Job {
  runner: Runner;
  /** Files or words, as the runner takes them. */
  selection: string[];
}

export interface Run {
  results: TestResult[];
  /** False when the run failed, whatever single tests say. */
  isGood: boolean;
  output: string;
}

export interface Runner {
  name: string;
  /** Cheap ones are asked first. */
  cost: number;
  /** Whether the tests of a file are its own. */
  owns: (file: string) => boolean;
  /** Whether its tests can see a change of this module. */
  sees: (module: string) => boolean;
  /** What to run for marks of its files. */
  select: (marks: readonly Mark[]) => string[];
  /** Program, arguments and environment. */
  command: (selection: readonly string[], tree: Tree) => { command: string[]; env: Record<string, string> };
  /** Milliseconds after which a run is ended. */
  patience: number;
}

const node = [process.execPath, "--import", "tsx"];
const isNative = (module: string): boolean => module.startsWith("native:");
const crypto = process.env["CRYPTO"] ?? "mbedtls";

function unique(list: readonly string[]): string[] {
  return [...new Set(list)].sort();
}

function filesOf(marks: readonly Mark[]): string[] {
  return unique(marks.map(({ file }) => file));
}

/** Busted specs of the generated Lua. */
const unit: Runner = {
  name: "unit",
  cost: 1,
  owns: (file) => /^test\/unit\/.*_spec\.lua$/.test(file),
  sees: () => true,
  select: filesOf,
  command: (selection, { feed, native }) => ({
    command: ["busted", "--output=test/unit/support/report.lua", ...selection],
    env: {
      FEED: feed,
      LUA_PATH: `${feed}/sso-login/lua/?.lua;test/unit/?.lua;;`,
      LUA_CPATH: `${native}/${crypto}/?.so;;`,
    },
  }),
  patience: 120_000,
};

/** Whole logins in the box. */
const e2e: Runner = {
  name: "e2e",
  cost: 3,
  owns: (file) => /^test\/e2e\/[^/]+\.test\.ts$/.test(file),
  sees: () => true,
  select: (marks) => filesOf(marks).map((file) => file.replace(/^.*\/|\.test\.ts$/g, "")),
  command: (selection, { feed, native }) => ({
    command: [...node, "scripts/test-e2e.ts", ...selection],
    env: { FEED: feed, NATIVE_BUILD: native },
  }),
  patience: 300_000,
};

/** The longest text of a title that nothing is filled into. */
function fixedText(title: string): string {
  const parts = title.split(/\$\{[^}]*\}/).map((part) => part.trim());
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), "");
}

/** Hostile providers: a login a case. */
const hostile: Runner = {
  name: "hostile",
  cost: 2,
  owns: (file) => /^test\/hostile\/cases\/.*\.ts$/.test(file),
  sees: () => true,
  select: (marks) => unique(marks.map(({ titles }) => fixedText(titles.at(-1) ?? "")).filter((text) => text !== "")),
  command: (selection, { feed, native }) => ({
    command: [...node, "test/hostile/hostile.test.ts", ...selection],
    env: { FEED: feed, NATIVE_BUILD: native },
  }),
  patience: 300_000,
};

/** The C layer without the service: crypto on both backends. */
const nativeCrypto: Runner = {
  name: "native crypto",
  cost: 2,
  owns: (file) => file.startsWith("test/native/cases/") || file === "test/native/crypto.ts",
  sees: isNative,
  select: () => ["host"],
  command: (selection, { feed, native }) => ({
    command: [...node, "test/native/run.ts", ...selection],
    env: { FEED: feed, NATIVE_BUILD: native, ROUNDS: "1", SEED: "mutation" },
  }),
  patience: 300_000,
};

/** The C layer without the service: the HTTPS client. */
const nativeHttps: Runner = {
  ...nativeCrypto,
  name: "native https",
  owns: (file) => file.startsWith("test/native/https/"),
  select: () => ["host-https"],
};

/** The C layer's functions as C has them. */
const nativeContract: Runner = {
  ...nativeCrypto,
  name: "native contract",
  owns: (file) => file === "test/native/contract.c",
  select: () => ["contract"],
};

export const runners: readonly Runner[] = [unit, hostile, nativeCrypto, nativeContract, nativeHttps, e2e];

/** Runs tests against a tree, and gathers what each came to. */
export async function runJob({ runner, selection }: Job, tree: Tree, root: string): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), "mutation-"));
  const resultsFile = join(folder, "results");
  const { command, env } = runner.command(selection, tree);
  const [program = "", ...args] = command;
  try {
    const child = spawn(program, args, {
      cwd: root,
      // A process group of its own, so that what it started ends with it.
      detached: true,
      env: { ...process.env, ...env, TEST_RESULTS: resultsFile },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data: Buffer) => (output = (output + data.toString()).slice(-20_000)));
    }
    const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, "SIGKILL"), runner.patience);
    const status = await new Promise<number | null>((done, reject) => {
      child.on("error", reject);
      child.on("close", done);
    }).finally(() => clearTimeout(timer));
    return { results: readResults(resultsFile), isGood: status === 0, output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
