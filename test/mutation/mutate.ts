/**
 * Tries the unit specs: changes the sources of the service in one place at a time (mutants.ts) and runs the specs of the
 * changed module, then the other specs that run the changed blocks. A mutant that no spec notices survives.
 *
 *   tsx test/mutation/mutate.ts ["module=jose/jws web"] [line=12] [root=FOLDER]
 *
 * tries some modules and those of some folders, or one line, or another repository than this one. Prints a line for
 * each survivor that test/mutation/accepted.json does not list, the totals of each of several modules as it is done, a
 * line for each entry of the list that is no survivor, then all totals and `N passed, N failed`. Exits 1 when something
 * failed, 2 when it could not try.
 *
 * Why not StrykerJS: it puts all mutants into one program, with switches. That breaks TypeScript's narrowing, and
 * TypeScriptToLua emits by type: the program under test would be another one. Here each mutant is a program of its own.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Mutant, Project } from "./mutants";
import { temporaryFolder } from "../temporary.ts";

const sources = "src/sso_login";
const specFolder = "test/unit";
const listFile = "test/mutation/accepted.json";

const options = new Map(process.argv.slice(2).map((text) => text.split("=", 2) as [string, string]));
const root = resolve(options.get("root") ?? join(dirname(fileURLToPath(import.meta.url)), "../.."));
const wanted = options.get("module")?.trim().split(/\s+/);
const wantedLine = Number(options.get("line") ?? 0);

/** Holds the Lua of the sources in `base`, the same with notes in `noting`, and mutants in a folder for each worker. */
const folder = temporaryFolder("mutate-");
/** The Lua of a module, below the folders of LUA_PATH. */
const luaPath = (module: string): string => `sso_login/${module}.lua`;

/** A file of specs below their folder, how many seconds it may take, and the blocks that it runs, as `path:line`. */
interface Spec {
  file: string;
  seconds: number;
  blocks: Set<string>;
}

/** TypeScriptToLua opens a block at the end of a line, and indents what is in it. */
const opensBlock = /(\b(then|else|do|repeat)|\bfunction\b[^()"]*\([^()"]*\))$/;

/** Lua that notes which of its blocks run, each by the line that opens it; 0 is the module. A program that a spec starts notes nothing. */
function noting(path: string, lua: string): string {
  const note = (line: number): string => ` (package.ran or {})["${path}:${line}"] = true `;
  const lines = lua.split("\n").map((line, index) => (opensBlock.test(line) ? line + note(index + 1) : line));
  return note(0) + lines.join("\n");
}

/** Tells each file of specs when it begins, and at the end the blocks that ran. */
const helper = `package.ran = {}
local busted = require("busted")
busted.subscribe({ "file", "start" }, function(file) io.stderr:write(file.name, "\\n") end)
busted.subscribe({ "suite", "end" }, function()
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

function changedBlocks(own: string, mutant: string): number[] {
  const [lines, others] = [own.split("\n"), mutant.split("\n")];
  const first = lines.findIndex((line, index) => line !== others[index]);
  let last = lines.length - 1;
  while (last > first && lines[last] === others[last + others.length - lines.length]) last -= 1;
  return Array.from({ length: last - first + 1 }, (_, index) => blockOf(lines, first + index));
}

/** A run of specs: the file that failed, if one did, and the lines of standard error. */
interface Run {
  failed?: string;
  lines: string[];
}

/** Runs specs until one fails, with the modules of some folders. */
function run(folders: string[], files: string[], seconds: number): Promise<Run> {
  // Processor time, as other work may slow the machine down; and a mutant could fill the memory.
  const limited = `ulimit -t ${Math.ceil(seconds)}; ulimit -v 2000000; exec busted --output=TAP --no-keep-going "$@"`;
  const paths = files.map((file) => join(specFolder, file));
  const child = spawn("sh", ["-c", limited, "busted", `--helper=${folder}/helper.lua`, ...paths], {
    cwd: root,
    env: {
      ...process.env,
      LUA_PATH:
        [...folders.map((name) => join(folder, name)), specFolder].map((path) => `${path}/?.lua;`).join("") + ";",
      LUA_CPATH: `build/native/${process.env["CRYPTO"] ?? "mbedtls"}/?.so;;`,
    },
    stdio: ["ignore", "ignore", "pipe"],
    // Ends only what waits.
    timeout: 1_200_000,
  });
  const errors: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  return new Promise((done) => {
    child.on("close", (code) => {
      const lines = errors.join("").split("\n");
      const begun = files.filter((_, index) => lines.includes(paths[index] ?? ""));
      done(code === 0 ? { lines } : { failed: begun.at(-1) ?? files[0] ?? "", lines });
    });
  });
}

/** Does something for each item, as many at a time as there are processors, each with a name of its own. */
async function forEach<Item>(
  items: Iterable<Item>,
  work: (item: Item, worker: string) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async (_: unknown, index: number): Promise<void> => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) await work(next.value, `worker${index}`);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

async function measure(): Promise<Spec[]> {
  const specs: Spec[] = [];
  await forEach(filesBelow(specFolder, "_spec.lua"), async (file) => {
    const start = Date.now();
    const ran = await run(["noting"], [file], 300);
    if (ran.failed !== undefined) {
      throw new Error(`without a change fails ${file}`);
    }
    specs.push({ file, seconds: (Date.now() - start) / 250, blocks: new Set(ran.lines) });
  });
  return specs.sort((one, other) => one.seconds - other.seconds);
}

/** How many mutants of a module each file of specs has noticed. */
type Kills = Map<string, number>;

/** Whether a spec notices a mutant: those of its module first, then the others, the ones first that noticed most, or are short. */
async function isKilled({ module, lua }: Mutant, specs: Spec[], kills: Kills, worker: string): Promise<boolean> {
  const path = luaPath(module);
  write(join(worker, path), lua);
  const blocks = changedBlocks(readFileSync(join(folder, "base", path), "utf8"), lua).map((line) => `${path}:${line}`);
  const running = specs.filter((spec) => blocks.some((block) => spec.blocks.has(block)));
  const killsOf = ({ file }: Spec): number => kills.get(file) ?? 0;
  running.sort((one, other) => killsOf(other) - killsOf(one));
  const isOwn = ({ file }: Spec): boolean => file === `${module}_spec.lua` || file.startsWith(`${module}_`);
  let killed = false;
  for (const group of [running.filter(isOwn), running.filter((spec) => !isOwn(spec))]) {
    const seconds = group.reduce((sum, spec) => sum + spec.seconds, 2);
    const files = group.map(({ file }) => file);
    if (killed || files.length === 0) continue;
    const { failed } = await run([worker, "base"], files, seconds);
    if (failed === undefined) continue;
    kills.set(failed, (kills.get(failed) ?? 0) + 1);
    killed = true;
  }
  rmSync(join(folder, worker, path));
  return killed;
}

const keyOf = ({ module, kind, before, after }: Mutant): string => `${module} ${kind}: ${before} -> ${after}`;

/** Mutants by what came of them. */
interface Outcome {
  killed: Mutant[];
  survivors: Mutant[];
  /** The survivors that are not accepted. */
  unlisted: Mutant[];
}

async function tryAll(mutants: Mutant[], specs: Spec[], list: string[]): Promise<Outcome> {
  const outcome: Outcome = { killed: [], survivors: [], unlisted: [] };
  const kills: Kills = new Map();
  await forEach(mutants, async (mutant, worker) => {
    outcome[(await isKilled(mutant, specs, kills, worker)) ? "killed" : "survivors"].push(mutant);
  });
  const order = (one: Mutant, other: Mutant): number =>
    one.line - other.line || one.column - other.column || one.after.localeCompare(other.after);
  outcome.unlisted = outcome.survivors.filter((mutant) => !list.includes(keyOf(mutant))).sort(order);
  return outcome;
}

function totals({ killed, survivors, unlisted }: Outcome): string {
  const count = killed.length + survivors.length;
  return (
    `mutants ${count}, killed ${killed.length}, survived ${survivors.length}, ` +
    `listed ${survivors.length - unlisted.length} (${((100 * killed.length) / count).toFixed(1)} % killed)`
  );
}

/** The entries of the list that are no survivors. */
function staleEntries({ killed, survivors }: Outcome, list: string[]): string[] {
  const surviving = new Set(survivors.map(keyOf));
  const others = new Set(killed.map(keyOf));
  const isWhole = wanted === undefined && wantedLine === 0;
  return list.filter((key) => others.has(key) || (isWhole && !surviving.has(key)));
}

function filesBelow(below: string, ending: string): string[] {
  const paths = readdirSync(join(root, below), { recursive: true, encoding: "utf8" });
  return paths.filter((path) => path.endsWith(ending)).sort();
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function readList(): string[] {
  const path = join(root, listFile);
  const byReason = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, string[]>) : {};
  return Object.values(byReason).flat();
}

/** The wanted modules; throws where there are none of a name. */
function wantedModules(): string[] {
  const all = filesBelow(sources, ".ts").map((path) => path.slice(0, -".ts".length));
  const named = (wanted ?? []).map((name) => {
    const found = all.filter((module) => module === name || module.startsWith(`${name}/`));
    if (found.length > 0) return found;
    const folder = dirname(name);
    const beside = folder === "." ? [] : all.filter((module) => dirname(module) === folder);
    const known = beside.length > 0 ? beside : [...new Set(all.map((module) => module.split("/", 1)[0]))];
    throw new Error(`MODULE: there is no ${name}; there are: ${known.join(" ")}`);
  });
  return wanted === undefined ? all : [...new Set(named.flat())];
}

async function main(): Promise<boolean> {
  const modules = wantedModules();
  const project = new Project(join(root, "tstl.config.json"), join(root, sources));
  write("helper.lua", helper);
  for (const [path, lua] of project.compile()) {
    write(join("base", path), lua);
    write(join("noting", path), noting(path, lua));
  }
  const specs = await measure();
  const list = readList();
  const outcomes: Outcome[] = [];
  for (const module of modules) {
    const mutants = project.mutants(module).filter(({ line }) => wantedLine === 0 || line === wantedLine);
    const outcome = await tryAll(mutants, specs, list);
    outcomes.push(outcome);
    for (const { line, column, kind, before, after } of outcome.unlisted) {
      console.log(`${sources}/${module}.ts:${line}:${column} ${kind}: ${before} -> ${after}`);
    }
    if (modules.length > 1 && mutants.length > 0) console.log(`${module}: ${totals(outcome)}`);
  }
  const all: Outcome = {
    killed: outcomes.flatMap(({ killed }) => killed),
    survivors: outcomes.flatMap(({ survivors }) => survivors),
    unlisted: outcomes.flatMap(({ unlisted }) => unlisted),
  };
  const count = all.killed.length + all.survivors.length;
  if (count === 0) {
    throw new Error(`${sources} has no such mutants`);
  }
  const stale = staleEntries(all, list);
  stale.forEach((key) => console.log(`${listFile}: no such survivor: ${key}`));
  console.log(totals(all));
  const failed = all.unlisted.length + stale.length;
  console.log(`${count - all.unlisted.length} passed, ${failed} failed`);
  return failed === 0;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(`mutate: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
