/**
 * Compiled modules: compiling its sources is most of what a short request costs. `sso-login compile` keeps all that a
 * request may need in one file, and a request takes out of it what it does need. The file counts while it belongs to the user
 * that runs the request and no one else may read it, while it has the length that it says, and while runtime and package are
 * the files that it was made with and of; else the sources are there.
 */
import type { SystemOptions } from "./system";

/** Where the file is: beside the run directory, and lost at a reboot as that is. The init script makes it. */
export function path_beside(run_dir: string): string {
  return run_dir + ".code";
}

/** Bytes of the first line: how long the head is, and the whole file. */
export const sizes_length = 18;

/** A regular file of mode 0600. */
const private_file = 33152;

interface Facts {
  st_mode: number;
  st_uid: number;
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
function problem_of(path: string, head: string, total: number): string | undefined {
  const own = facts_of(path);
  const self = facts_of("/proc/self/.");
  if (own === undefined || own.st_uid !== self?.st_uid || own.st_mode !== private_file || own.st_size !== total) {
    return "owner, mode or size";
  }
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

/** From now on `require` takes modules from the file, where there is one that fits. */
export function use(options: SystemOptions): void {
  const path = path_beside((options.root ?? "") + "/var/run/sso-login");
  const [file] = io.open(path, "rb");
  if (file === undefined) {
    return;
  }
  const [length, total] = string.match(file.read(sizes_length) ?? "", "^ *(%d+) +(%d+)\n");
  const head = file.read(tonumber(length) ?? 0) ?? "";
  const problem = problem_of(path, head, tonumber(total) ?? -1);
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
    file.seek("set", sizes_length + head.length + (tonumber(offset) ?? 0));
    loadstring(file.read(tonumber(bytes) ?? 0) ?? "")[0]?.();
    return rawget(preload, name);
  };
  setmetatable((require("package") as { preload: object }).preload, { __index: load });
}
