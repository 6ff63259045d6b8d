/** Changes one value after the other and asks the tests that carry its rule's mark. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Mark } from "../conformance/marks";
import { type Mutation, mutate } from "./mutations";
import type { TestResult } from "./results";
import { type Job, type Run, type Runner, type Tree, runJob } from "./runners";
import { failedTests, markedTests } from "./verdict";

export interface Settings {
  /** The repository. */
  root: string;
  marks: readonly Mark[];
  runners: readonly Runner[];
  /** How many mutations are tried at the same time. */
  workers: number;
  /** Takes finished lines. */
  print: (line: string) => void;
  /** Runs tests; another one for tests of this module. */
  run?: (job: Job, tree: Tree, root: string) => Promise<Run>;
}

export interface Verdict {
  mutation: Mutation;
  /** A marked test that failed. */
  killer?: TestResult;
  /** Marked tests that ran and passed. */
  passed: TestResult[];
}

/** Same change of a file for several rules: made once. */
interface Change {
  mutations: Mutation[];
}

function changesOf(mutations: readonly Mutation[]): Change[] {
  const changes = new Map<string, Change>();
  for (const mutation of mutations) {
    const { file, from, to, text } = mutation;
    const key = JSON.stringify([file, from, to, text]);
    const change = changes.get(key) ?? { mutations: [] };
    change.mutations.push(mutation);
    changes.set(key, change);
  }
  return [...changes.values()];
}

/** Runs `work` on every item, several at a time, each worker with a tree of its own. */
async function inParallel<T>(
  items: readonly T[],
  trees: readonly Tree[],
  work: (item: T, tree: Tree) => Promise<void>,
) {
  const queue = [...items];
  await Promise.all(
    trees.map(async (tree) => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
        await work(item, tree);
      }
    }),
  );
}

const backends = ["mbedtls", "openssl"];

function buildNative(tree: Tree): void {
  for (const backend of backends) {
    const source = join(tree.feed, "sso-login-native/src");
    execFileSync("make", ["-s", "-C", source, `CRYPTO=${backend}`, `OUT=${join(tree.native, backend)}`], {
      env: { ...process.env, MAKEFLAGS: "", MAKELEVEL: "" },
    });
  }
}

export class Mutator {
  private readonly trees: Tree[] = [];
  private readonly folder = mkdtempSync(join(tmpdir(), "sso-login-mutations-"));
  /** What each selection of tests came to without a mutation. */
  private readonly baselines = new Map<string, TestResult[]>();

  constructor(private readonly settings: Settings) {
    for (let i = 0; i < settings.workers; i++) {
      const tree = { feed: join(this.folder, `feed${i}`), native: join(this.folder, `native${i}`) };
      cpSync(join(settings.root, "openwrt-feed"), tree.feed, { recursive: true, preserveTimestamps: true });
      this.copyBuild(tree);
      this.trees.push(tree);
    }
  }

  /** The C layer as it is built from the sources that are not changed. */
  private copyBuild(tree: Tree): void {
    for (const backend of backends) {
      const built = join(this.settings.root, "build/native", backend);
      if (existsSync(built)) {
        cpSync(built, join(tree.native, backend), { recursive: true, preserveTimestamps: true });
      }
    }
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A verdict for each mutation, in their order. Throws when the tests fail without any. */
  async judge(mutations: readonly Mutation[]): Promise<Verdict[]> {
    const verdicts = new Map(mutations.map((mutation): [Mutation, Verdict] => [mutation, { mutation, passed: [] }]));
    for (const runner of [...this.settings.runners].sort((a, b) => a.cost - b.cost)) {
      const alive = mutations.filter((mutation) => verdicts.get(mutation)?.killer === undefined);
      const changes = changesOf(alive.filter((mutation) => this.marksFor(runner, mutation).length > 0));
      if (changes.length === 0) {
        continue;
      }
      await this.takeBaseline(runner, changes);
      let done = 0;
      await inParallel(changes, this.trees, async (change, tree) => {
        await this.tryChange(runner, change, tree, verdicts);
        done += 1;
        if (done % 50 === 0 || done === changes.length) {
          const killed = [...verdicts.values()].filter(({ killer }) => killer !== undefined).length;
          this.settings.print(`${runner.name}: ${done} of ${changes.length} changes, ${killed} mutations killed`);
        }
      });
    }
    return [...verdicts.values()];
  }

  /** The marks of a mutation's rule that stand in a runner's files. */
  private marksFor(runner: Runner, { rule, module }: Mutation): Mark[] {
    return runner.sees(module)
      ? this.settings.marks.filter((mark) => mark.rule === rule && runner.owns(mark.file))
      : [];
  }

  private jobFor(runner: Runner, { mutations }: Change): Job {
    const marks = mutations.flatMap((mutation) => this.marksFor(runner, mutation));
    return { runner, selection: runner.select(marks) };
  }

  /** Without a mutation every test of a runner that will be asked must pass. */
  private async takeBaseline(runner: Runner, changes: readonly Change[]): Promise<void> {
    const all = { mutations: changes.flatMap(({ mutations }) => mutations) };
    const job = this.jobFor(runner, all);
    const { results, isGood, output } = await this.run(job, this.trees[0]);
    const failed = results.filter(({ status }) => status === "failed" || status === "started");
    if (!isGood || failed.length > 0) {
      const names = failed.map(({ file, names }) => `  ${file}: ${names.join(" ")}`);
      throw new Error([`baseline fails: ${runner.name} ${job.selection.join(" ")}`, ...names, output].join("\n"));
    }
    this.baselines.set(runner.name, results);
  }

  private run(job: Job, tree: Tree | undefined): Promise<Run> {
    if (tree === undefined) {
      throw new Error("no worker");
    }
    return (this.settings.run ?? runJob)(job, tree, this.settings.root);
  }

  private async tryChange(runner: Runner, change: Change, tree: Tree, verdicts: Map<Mutation, Verdict>): Promise<void> {
    const [first] = change.mutations;
    if (first === undefined) {
      return;
    }
    const path = join(tree.feed, first.file);
    const original = readFileSync(path, "utf8");
    const { atime, mtime } = statSync(path);
    writeFileSync(path, mutate(original, first));
    const isNative = first.module.startsWith("native:");
    try {
      if (isNative) {
        buildNative(tree);
      }
      const run = await this.run(this.jobFor(runner, change), tree);
      for (const mutation of change.mutations) {
        const marked = markedTests(this.marksFor(runner, mutation), this.baselines.get(runner.name) ?? []);
        const failed = failedTests(marked, run);
        const verdict = verdicts.get(mutation);
        if (verdict !== undefined) {
          verdict.killer = failed[0];
          verdict.passed.push(...marked.filter((test) => !failed.includes(test)));
        }
      }
    } finally {
      writeFileSync(path, original);
      utimesSync(path, atime, mtime);
      if (isNative) {
        this.copyBuild(tree);
      }
    }
  }
}

/** The line of a mutation that no marked test noticed. */
export function describeSurvivor({ mutation, passed }: Verdict): string {
  const files = [...new Set(passed.map(({ file }) => file))].sort();
  const tests = files.map((file) => `${file} (${passed.filter((test) => test.file === file).length})`);
  const ran = tests.length === 0 ? "no marked test ran" : `marked tests passed in ${tests.join(", ")}`;
  return `survived: ${mutation.rule}: ${mutation.module}: ${mutation.change}: ${ran}`;
}
