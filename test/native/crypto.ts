import { existsSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { comment, report } from "../tap.js";
import type { Case } from "./case.js";
import { bindingCases } from "./cases/binding.js";
import { jwkCases } from "./cases/jwk.js";
import { knownAnswerCases } from "./cases/known-answers.js";
import { pemCases } from "./cases/pem.js";
import { differentialCases, makeKeys, misuseCases } from "./cases/signatures.js";
import { signingCases } from "./cases/signing.js";
import { wycheproofCases } from "./cases/wycheproof.js";
import { Random, firstOfEach } from "./keys.js";
import { Runner } from "./runner.js";
import { type Target, root } from "./target.js";

/** The folder of the Wycheproof files: $VECTORS_DIR, or beside the main checkout. */
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

/** Everything that is asked of a crypto backend. Vectors may be missing, but not in a folder that is named. */
export function cryptoCases(seed: string, rounds: number): Case[] {
  const random = new Random(seed);
  const keys = makeKeys();
  const { cases: vectors, missing } = wycheproofCases(vectorDirectory());
  if (missing.length > 0) {
    const problem = `missing: ${missing.join(", ")}`;
    if (process.env["VECTORS_DIR"] === undefined) comment(`test vectors ${problem}`);
    else report("VECTORS_DIR has the vectors", problem);
  }
  return [
    ...vectors,
    ...knownAnswerCases(),
    ...bindingCases(),
    ...jwkCases(random, keys),
    ...pemCases(random, firstOfEach(keys)),
    ...differentialCases(random, keys, rounds),
    ...misuseCases(keys),
    ...signingCases(),
  ];
}

/** All cases in one process of the target. */
export async function cryptoSuite(target: Target, cases: readonly Case[]): Promise<void> {
  const runner = new Runner(target);
  const answers = await Promise.all(cases.map(({ call, args }) => runner.call("native_crypto", call, ...args)));
  const groups = new Map<string, number>();
  cases.forEach((one, at) => {
    const problem = one.check(answers[at]!, target.backend);
    const whole = (): string =>
      JSON.stringify(one.args.map((arg) => (Buffer.isBuffer(arg) ? arg.toString("hex") : arg)));
    const told = problem === undefined ? undefined : `${problem}\ncase: ${one.call} ${whole()}`;
    if (report(`${target.name}: ${one.group}: ${one.name}`, told)) {
      groups.set(one.group, (groups.get(one.group) ?? 0) + 1);
    }
  });
  const complaints = await runner.end();
  report(`${target.name}: process`, complaints === "" ? undefined : complaints);
  comment(`${target.name}, right: ${[...groups].map(([name, count]) => `${name} ${count}`).join(", ")}`);
}
