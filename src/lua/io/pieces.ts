/** The file of compiled modules that code.ts opens: when it counts, and how `require` takes modules out of it. */
import type { SystemOptions } from "./system";

/** Where the file is: beside the run directory, and lost at a reboot as that is. The init script makes it. */
export function path_beside(run_dir: string): string {
  return run_dir + ".code";
}

/** Bytes of the first line: how long the bytecode of this module is, which follows, then the head, and the whole file. */
export const sizes_length = 27;

interface Facts {
  st_size: number;
  st_mtime: number;
  st_ctime: number;
}

/** Facts about a file itself. */
function facts_of(path: string): Facts | undefined {
  return (require("posix.sys.stat") as { lstat: (this: void, path: string) => Facts | undefined }).lstat(path);
}

/** The line of the head that belongs to a file as it is now. */
export function line_of(path: string): string {
  const facts = facts_of(path);
  const numbers =
    facts !== undefined ? string.format("%d %d %d", facts.st_size, facts.st_mtime, facts.st_ctime) : "- - -";
  return `${path} ${numbers}\n`;
}

/** What is wrong with a file that begins with this head; undefined when nothing is. An empty line ends what it was made of. */
function problem_of(head: string): string | undefined {
  const [made_of] = string.match(head, "^(/.-\n)\n");
  if (made_of === undefined) {
    return "a head of another form";
  }
  for (const [line = "", name = ""] of string.gmatch(made_of, "(([^\n]*) %S+ %S+ %S+\n)")) {
    if (line_of(name) !== line) {
      return "made with another " + name;
    }
  }
  return undefined;
}

/** Refuses the file: it goes, so that there is one line in the log and not one a request. */
function refuse(path: string, reason: string, options: SystemOptions): void {
  os.remove(path);
  const log = (require("./log") as typeof import("./log")).make("", options).log;
  log("warning", `CODE_IGNORED reason="${reason}"`);
}

/** From now on `require` takes modules from the file, where it fits; `is_own` says that nobody else can have written it. */
export function use(file: LuaFile, path: string, is_own: boolean, options: SystemOptions): void {
  file.seek("set", 0);
  const [own_length, length, total] = string.match(file.read(sizes_length) ?? "", "^ *(%d+) +(%d+) +(%d+)\n");
  const head_begins = sizes_length + (tonumber(own_length) ?? 0);
  file.seek("set", head_begins);
  const head = file.read(tonumber(length) ?? 0) ?? "";
  const fits = is_own && facts_of(path)?.st_size === tonumber(total);
  const problem = fits ? problem_of(head) : "owner, mode or size";
  if (problem !== undefined) {
    refuse(path, problem, options);
    return;
  }
  // A piece has one module or more, and puts each into `package.preload`.
  const load = (preload: { [name: string]: unknown }, name: string): unknown => {
    const [, place_ends] = string.find(head, `\n${name} `, 1, true);
    if (place_ends === undefined) {
      return undefined;
    }
    const [offset, bytes] = string.match(head, "(%d+) (%d+)", place_ends);
    file.seek("set", head_begins + head.length + (tonumber(offset) ?? 0));
    loadstring(file.read(tonumber(bytes) ?? 0) ?? "")[0]?.();
    return rawget(preload, name);
  };
  setmetatable((require("package") as { preload: object }).preload, { __index: load });
}
