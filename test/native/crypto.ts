import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { comment, report, skip } from "../tap.js";
import { type Case, encodeCase } from "./case.js";
import { bindingCases } from "./cases/binding.js";
import { differentialCases, makeKeys, misuseCases } from "./cases/differential.js";
import { jwkCases } from "./cases/jwk.js";
import { knownAnswerCases } from "./cases/known-answers.js";
import { pemCases } from "./cases/pem.js";
import { wycheproofCases } from "./cases/wycheproof.js";
import { Random } from "./keys.js";
import { type Target, root } from "./target.js";

/** Vectors in the two files, for the count of skipped tests. */
const vectorCount = 521;

/** Where the Wycheproof files are: $VECTORS_DIR, or beside the main checkout. */
function vectorDirectory(): string {
  if (process.env["VECTORS_DIR"] !== undefined) return process.env["VECTORS_DIR"];
  const beside = join(root, "../shared/vectors");
  if (existsSync(beside)) return beside;
  try {
    const git = execFileSync("git", ["rev-parse", "--git-common-dir"], { cwd: root, encoding: "utf8" }).trim();
    return join(dirname(resolve(root, git)), "../shared/vectors");
  } catch {
    return beside; // not a checkout
  }
}

/** Everything that is asked of a crypto backend. Missing vectors are an error in CI and skipped elsewhere. */
export function cryptoCases(seed: string, rounds: number): Case[] {
  const random = new Random(seed);
  const { cases: vectors, missing } = wycheproofCases(vectorDirectory());
  if (missing.length > 0) {
    const problem = `missing: ${missing.join(", ")}`;
    if (process.env["CI"] === "true") report("test vectors", problem);
    else comment(`test vectors ${problem}`);
    for (let count = vectors.length; count < vectorCount; count++) skip(`vector ${count + 1}`, "not found");
  }
  const keys = makeKeys(random);
  const { rsaKeys, ecKeys, edKeys } = keys;
  return [
    ...vectors,
    ...knownAnswerCases(),
    ...bindingCases(),
    ...jwkCases(random, ecKeys, edKeys),
    ...pemCases(random, rsaKeys[0]!, ecKeys, edKeys[0]!),
    ...differentialCases(random, keys, rounds),
    ...misuseCases(keys),
  ];
}

export interface CryptoRun {
  readonly target: Target;
  readonly results: string[];
  /** What the process wrote to standard error, and its exit status if not 0. */
  readonly complaints: string;
}

/** All cases in one process of the target. */
export async function runCases(target: Target, cases: Case[]): Promise<CryptoRun> {
  const [program = "", ...args] = [...target.lua, join(root, `test/native/runner${target.scripts ?? ".lua"}`)];
  const child = spawn(program, args, { env: { ...process.env, ...target.env } });
  let [output, complaints] = ["", ""];
  child.stdout.setEncoding("latin1").on("data", (text: string) => (output += text));
  child.stderr.on("data", (data: Buffer) => (complaints += data.toString()));
  child.stdin.on("error", () => {}); // it may die early; the missing results tell
  child.stdin.end(cases.map((one) => `${encodeCase(one)}\n`).join(""));
  const status = await new Promise<number | null>((done) => child.on("close", done));
  if (status !== 0) complaints += `exit status ${status}`;
  return { target, results: output.split("\n").slice(0, -1), complaints };
}

/** Checks one run, and that it agrees with the first one; prints its line. */
export function judge(cases: Case[], run: CryptoRun, reference: CryptoRun): void {
  const groups = new Map<string, { right: number; all: number }>();
  let agreed = 0;
  let comparable = 0;

  cases.forEach((one, index) => {
    const result = run.results[index] ?? "no result";
    const count = groups.get(one.group) ?? { right: 0, all: 0 };
    groups.set(one.group, count);
    count.all++;
    const problem = one.check(result, run.target.backend);
    const told = problem === undefined ? undefined : `${problem}\ncase: ${encodeCase(one)}`;
    if (report(`${run.target.name}: ${one.group}: ${one.name}`, told)) count.right++;
    if (!one.deterministic) return;
    comparable++;
    if (run.results[index] !== undefined && result === reference.results[index]) agreed++;
  });
  const clean = report(`${run.target.name}: process`, run.complaints === "" ? undefined : run.complaints);
  const counts = [...groups].map(([name, { right, all }]) => `${name} ${right}/${all}`).join(", ");
  const agreement = `agreement ${agreed}/${comparable}`;
  report(`${run.target.name}: agreement`, agreed === comparable ? undefined : agreement);
  comment(`${run.target.name}: ${counts}, ${agreement}, ${clean ? "clean" : "NOT CLEAN"}`);
}
