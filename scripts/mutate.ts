/**
 * Tries the unit specs: changes the sources of the service one place at a time (mutants.ts) and runs the specs of the
 * changed module, then the other specs that run the changed blocks. A mutant that no spec notices survives.
 *
 *   tsx scripts/mutate.ts [module=jose/jws] [line=12] [root=FOLDER]
 *
 * tries one module or those of one folder, or one line, or another repository than this one. Prints a line for each
 * survivor that test/mutation/accepted.json does not list and for each entry of that list that is no survivor, then the
 * totals and `N passed, N failed`. Exits 1 when something failed, 2 when it could not try.
 *
 * Why not StrykerJS: it puts all mutants into one program, behind switches. That breaks TypeScript's narrowing, and
 * TypeScriptToLua emits by type: the program under test would be another one. Here each mutant is a program of its own.
 */
import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Project, type Mutant } from "./mutants";

const sources = "src/sso_login";
const specFolder = "test/unit";
const listFile = "test/mutation/accepted.json";
/** The Lua of a module, below the folders of LUA_PATH. */
const luaPath = (module: string): string => `sso_login/${module}.lua`;

/** A file of specs below their folder, how many seconds it may take, and the blocks that it runs, as `path:line`. */
interface Spec {
  file: string;
  passes: boolean;
  seconds: number;
  blocks: string[];
}
type Verdict = Mutant & { isKilled: boolean };
/** What a worker is asked: to run a spec against the unchanged modules, or to try the mutants of a module. */
type Job = { spec: string } | { module: string; specs: Spec[]; line: number };

/** TypeScriptToLua opens a block at the end of a line, and indents what is in it. */
const opensBlock = /(\b(then|else|do|repeat)|\bfunction\b[^()]*\([^()]*\))$/;

/** Lua that notes which of its blocks run, each by the line that opens it; 0 is the module. */
function noting(path: string, lua: string): string {
  const note = (line: number): string => ` package.ran["${path}:${line}"] = true `;
  const lines = lua.split("\n").map((line, index) => (opensBlock.test(line) ? line + note(index + 1) : line));
  return note(0) + lines.join("\n");
}

/** Has busted print the blocks that ran to standard error. */
const helper = `package.ran = {}
require("busted").subscribe({ "suite", "end" }, function()
  for block in pairs(package.ran) do io.stderr:write(block, "\\n") end
end)`;

/** The line that opens the block of a line; 0 is the module. */
function blockOf(lines: string[], index: number): number {
  let depth = (lines[index] ?? "").search(/\S/);
  for (let before = index - 1; before >= 0 && depth > 0; before -= 1) {
    const line = lines[before] ?? "";
    if (line !== "" && line.search(/\S/) < depth) {
      if (opensBlock.test(line)) return before + 1;
      depth = line.search(/\S/);
    }
  }
  return 0;
}

/** The blocks of a module in which a mutant differs. */
function changedBlocks(own: string, mutant: string): Set<number> {
  const [lines, others] = [own.split("\n"), mutant.split("\n")];
  const first = lines.findIndex((line, index) => line !== others[index]);
  let last = lines.length - 1;
  while (last > first && lines[last] === others[last + others.length - lines.length]) last -= 1;
  return new Set(Array.from({ length: last - first + 1 }, (_, index) => blockOf(lines, first + index)));
}

/** Runs specs until one fails, with the modules of some folders; whether none did, and what went to standard error. */
function run(root: string, folders: string[], files: string[], seconds: number): { passes: boolean; errors: string } {
  // Processor time, as other work may slow the machine down; and a mutant could fill the memory.
  const limited = `ulimit -t ${Math.ceil(seconds)}; ulimit -v 2000000; exec busted "$@"`;
  const args = ["--output=TAP", "--no-keep-going", `--helper=${folders[0] ?? ""}/helper.lua`];
  const paths = files.map((file) => join(specFolder, file));
  const { status, stderr } = spawnSync("sh", ["-c", limited, "busted", ...args, ...paths], {
    cwd: root,
    env: {
      ...process.env,
      LUA_PATH: [...folders, specFolder].map((folder) => `${folder}/?.lua;`).join("") + ";",
      LUA_CPATH: `build/native/${process.env["CRYPTO"] ?? "mbedtls"}/?.so;;`,
    },
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    maxBuffer: 1 << 26,
    timeout: 300_000,
  });
  return { passes: status === 0, errors: stderr };
}

/** Does jobs in a process of its own, one after the other. */
function worker(root: string, folder: string): (job: Job) => Spec | Verdict[] {
  const project = new Project(join(root, "tstl.config.json"), join(root, sources));
  const base = join(folder, "base");
  const changed = join(folder, String(process.pid));

  function measure(file: string): Spec {
    const start = Date.now();
    const { passes, errors } = run(root, [join(folder, "noting")], [file], 600);
    return { file, passes, seconds: 2 + (3 * (Date.now() - start)) / 1000, blocks: errors.split("\n") };
  }

  function isKilled({ module, lua }: Mutant, specs: Spec[]): boolean {
    const path = luaPath(module);
    writeFileSync(join(changed, path), lua);
    const blocks = [...changedBlocks(readFileSync(join(base, path), "utf8"), lua)].map((line) => `${path}:${line}`);
    const running = specs.filter((spec) => blocks.some((block) => spec.blocks.includes(block)));
    const isOwn = ({ file }: Spec): boolean => file === `${module}_spec.lua` || file.startsWith(`${module}_`);
    return [running.filter(isOwn), running.filter((spec) => !isOwn(spec))].some((group) => {
      const seconds = group.reduce((sum, spec) => sum + spec.seconds, 0);
      const files = group.map(({ file }) => file);
      return files.length > 0 && !run(root, [changed, base], files, seconds).passes;
    });
  }

  function mutate(module: string, specs: Spec[], line: number): Verdict[] {
    mkdirSync(dirname(join(changed, luaPath(module))), { recursive: true });
    writeFileSync(join(changed, "helper.lua"), "");
    const mutants = project.mutants(module).filter((mutant) => line === 0 || mutant.line === line);
    const verdicts = mutants.map((mutant) => ({ ...mutant, lua: "", isKilled: isKilled(mutant, specs) }));
    rmSync(changed, { recursive: true });
    return verdicts;
  }

  return (job) => ("spec" in job ? measure(job.spec) : mutate(job.module, job.specs, job.line));
}

/** Has the workers do jobs, in their order; the answers in the same order. */
async function share<Answer>(workers: ChildProcess[], jobs: Job[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const work = async (child: ChildProcess): Promise<void> => {
    for (let index = next++; index < jobs.length; index = next++) {
      answers[index] = await new Promise<Answer>((done, fail) => {
        child.removeAllListeners().once("message", (answer: Answer) => done(answer));
        child.once("exit", () => fail(new Error("a worker ended")));
        child.send(jobs[index] as Job);
      });
    }
  };
  await Promise.all(workers.map(work));
  return answers;
}

const keyOf = ({ module, kind, before, after }: Mutant): string => `${module} ${kind}: ${before} -> ${after}`;

/** Prints what came of all mutants, or of `some`; whether all is well. `list` holds the keys of accepted survivors. */
function report(verdicts: Verdict[], list: string[], some: boolean): boolean {
  const survivors = verdicts.filter(({ isKilled }) => !isKilled);
  const unlisted = survivors.filter((mutant) => !list.includes(keyOf(mutant)));
  for (const { module, line, column, kind, before, after } of unlisted) {
    console.log(`${sources}/${module}.ts:${line}:${column} ${kind}: ${before} -> ${after}`);
  }
  const killed = new Set(verdicts.filter(({ isKilled }) => isKilled).map(keyOf));
  const known = new Set(verdicts.map(keyOf));
  const stale = list.filter((key) => killed.has(key) || !(some || known.has(key)));
  stale.forEach((key) => console.log(`${listFile}: ${killed.has(key) ? "is killed" : "is no mutant"}: ${key}`));
  const [count, survived, failed] = [verdicts.length, survivors.length, unlisted.length + stale.length];
  const rate = ((100 * (count - survived)) / Math.max(count, 1)).toFixed(1);
  const listed = survived - unlisted.length;
  console.log(
    `mutants ${count}, killed ${count - survived}, survived ${survived}, listed ${listed} (${rate} % killed)`,
  );
  console.log(`${count - unlisted.length} passed, ${failed} failed`);
  return failed === 0 && count > 0;
}

/** Paths of the files below a folder that end so. */
function filesBelow(folder: string, ending: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => path.endsWith(ending)).sort();
}

/** The keys of the survivors that are accepted. */
function readList(path: string): string[] {
  const groups = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as { mutants: string[] }[]) : [];
  return groups.flatMap(({ mutants }) => mutants);
}

async function main(options: Map<string, string>): Promise<boolean> {
  const root = resolve(options.get("root") ?? join(dirname(fileURLToPath(import.meta.url)), ".."));
  const wanted = options.get("module");
  const line = Number(options.get("line") ?? 0);
  const modules = filesBelow(join(root, sources), ".ts")
    .map((path) => path.slice(0, -".ts".length))
    .filter((module) => wanted === undefined || module === wanted || module.startsWith(`${wanted}/`));
  if (modules.length === 0) {
    throw new Error(`there is no module ${wanted ?? ""} in ${sources}`);
  }
  const folder = mkdtempSync(join(tmpdir(), "mutate-"));
  const script = fileURLToPath(import.meta.url);
  const workers = Array.from({ length: availableParallelism() }, () => fork(script, ["worker", root, folder]));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  try {
    write("noting/helper.lua", helper);
    for (const [path, lua] of new Project(join(root, "tstl.config.json"), join(root, sources)).compile()) {
      write(join("base", path), lua);
      write(join("noting", path), noting(path, lua));
    }
    const files = filesBelow(join(root, specFolder), "_spec.lua");
    const specs = await share<Spec>(
      workers,
      files.map((spec) => ({ spec })),
    );
    const broken = specs.filter(({ passes }) => !passes).map(({ file }) => file);
    if (broken.length > 0) {
      throw new Error(`without a change fails ${broken.join(" ")}`);
    }
    specs.sort((one, other) => one.seconds - other.seconds);
    const verdicts = await share<Verdict[]>(
      workers,
      modules.map((module) => ({ module, specs, line })),
    );
    return report(verdicts.flat(), readList(join(root, listFile)), wanted !== undefined || line !== 0);
  } finally {
    workers.forEach((child) => child.kill());
    rmSync(folder, { recursive: true });
  }
}

const [first, root = "", folder = ""] = process.argv.slice(2);
if (first === "worker") {
  const answer = worker(root, folder);
  process.on("message", (job: Job) => process.send?.(answer(job)));
} else {
  const options = new Map(process.argv.slice(2).map((text) => text.split("=", 2) as [string, string]));
  process.exitCode = await main(options).then(
    (isGood) => (isGood ? 0 : 1),
    (error: unknown) => {
      console.error(`mutate: ${error instanceof Error ? error.message : String(error)}`);
      return 2;
    },
  );
}
