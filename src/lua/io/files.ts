/** Files and folders through Lua and luaposix. base/io.ts documents each function. */
import type { FileInfo } from "../../sso_login/base/io";

/** Permissions of folders under the run directory, octal 700. */
const directory_mode = 448;
/** Permissions that nobody else gets at a new file, octal 77. */
const mask_of_others = 63;

/** The kinds of files in a mode, octal 100000 and 40000. */
const kinds: { [bits: number]: FileInfo["kind"] | undefined } = { [32768]: "file", [16384]: "directory" };

/** The modules of luaposix as far as they are called. Failures are nil and a message. */
interface PosixStat {
  lstat: (this: void, path: string) => StatRecord | undefined;
  mkdir: (this: void, path: string, mode: number) => number | undefined;
  chmod: (this: void, path: string, mode: number) => number | undefined;
  /** The answer is the mask before. */
  umask: (this: void, mask: number) => number;
}
interface PosixUnistd {
  access: (this: void, path: string, mode: string) => LuaMultiReturn<[done?: number, problem?: string, code?: number]>;
}

interface StatRecord {
  st_mode: number;
  st_uid: number;
  st_size: number;
  st_mtime: number;
  st_ctime: number;
}

/** Each function of luaposix costs 6 000 instructions. */
function kind_of(found: StatRecord): FileInfo["kind"] {
  return kinds[found.st_mode - (found.st_mode % 4096)] ?? "other";
}

const posix_stat = () => require("posix.sys.stat") as PosixStat;

/** Reading as Lua does it: only nil at the end of the file, nil and a message when reading fails. */
export interface Reader {
  read(bytes: number): LuaMultiReturn<[text: string | undefined, problem: string | undefined]>;
}

export function read_file(path: string, max_bytes: number): string | undefined {
  const [file] = io.open(path, "rb");
  if (file === undefined) {
    return undefined;
  }
  const [text, problem] = (file as unknown as Reader).read(max_bytes + 1);
  file.close();
  if (text === undefined) {
    return problem === undefined ? "" : undefined;
  }
  return text.length <= max_bytes ? text : undefined;
}

/**
 * Opens a file to be written: `wx` a new one, `a` also one that is there, at its end. Only its owner may read a new one. Lua does that itself, as
 * `posix.fcntl` and `posix.unistd` take 240 000 instructions to be loaded.
 */
function open_to_write(path: string, mode: "wx" | "a"): LuaFile | undefined {
  const stat = posix_stat();
  const mask = stat.umask(mask_of_others);
  const [file] = io.open(path, mode);
  stat.umask(mask);
  return file;
}

/** Writes all bytes to a new file; false, and no file, when that fails. */
function write_new(path: string, content: string): boolean {
  const file = open_to_write(path, "wx");
  if (file === undefined) {
    return false;
  }
  const [written] = file.write(content);
  const closed = file.close();
  if (written !== undefined && closed) {
    return true;
  }
  os.remove(path);
  return false;
}

/** Linux's number of the error EROFS. */
const read_only_error = 30;

export function is_read_only(path: string): boolean {
  const unistd = require("posix.unistd") as PosixUnistd;
  const [, , code] = unistd.access(path, "w");
  return code === read_only_error;
}

export function rename(from: string, to: string): boolean {
  const [renamed] = os.rename(from, to);
  return renamed === true;
}

export function remove(path: string): boolean {
  const [removed] = os.remove(path);
  return removed === true;
}

function process_id(): string {
  // The first word there.
  return string.match(read_file("/proc/self/stat", 4096) ?? "", "^%d+")[0] ?? "";
}

export function write_file(path: string, content: string): boolean {
  const temporary = `${path}.${process_id()}.tmp`;
  // A process of the same number may have died here before.
  os.remove(temporary);
  if (!write_new(temporary, content)) {
    return false;
  }
  if (rename(temporary, path)) {
    return true;
  }
  os.remove(temporary);
  return false;
}

/** The kernel names the owner of a process there; -1, which nobody is, without that. */
export function user_id(): number {
  return posix_stat().lstat("/proc/self/.")?.st_uid ?? -1;
}

/** The parent exists on a router; below a test's root it may not. */
export function make_dir(path: string): "created" | "exists" | "failed" {
  const stat = posix_stat();
  if (stat.mkdir(path, directory_mode) !== undefined) {
    return "created";
  }
  const known = stat.lstat(path);
  if (known === undefined || kind_of(known) !== "directory" || known.st_uid !== user_id()) {
    return "failed";
  }
  const is_private = known.st_mode % 4096 === directory_mode;
  return is_private || stat.chmod(path, directory_mode) !== undefined ? "exists" : "failed";
}

export function list_dir(path: string): string[] | undefined {
  const dirent = require("posix.dirent") as { dir: (this: void, path: string) => string[] | undefined };
  const [readable, names] = pcall(dirent.dir, path);
  if (!readable || names === undefined) {
    return undefined;
  }
  return names.filter((name) => name !== "." && name !== "..").sort((a, b) => (a < b ? -1 : 1));
}

/** luaposix counts in 32 bits on a router: from 2038 on the number it gives is negative. */
function seconds_of(time: number): number {
  return time < 0 ? time + 4294967296 : time;
}

export function file_info(path: string): FileInfo | undefined {
  const found = posix_stat().lstat(path);
  if (found === undefined) {
    return undefined;
  }
  return {
    kind: kind_of(found),
    mode: found.st_mode % 4096,
    uid: found.st_uid,
    size: found.st_size,
    mtime: seconds_of(found.st_mtime),
    ctime: seconds_of(found.st_ctime),
  };
}

export function append_byte(path: string): number | undefined {
  const file = open_to_write(path, "a");
  if (file === undefined) {
    return undefined;
  }
  file.setvbuf("no");
  const [written] = file.write(".");
  // The kernel moves the position to the end of what this very call appended.
  const place = written !== undefined ? file.seek()[0] : undefined;
  file.close();
  return place;
}

export function fnmatch(pattern: string, text: string): boolean {
  const matcher = require("posix.fnmatch") as { fnmatch: (this: void, pattern: string, text: string) => number };
  return matcher.fnmatch(pattern, text) === 0;
}

/** Runs a program to its end, without any of its input and output. */
export function succeeds(executable: string, words: string): boolean {
  return os.execute(`'${executable}' ${words} </dev/null >/dev/null 2>&1`) === 0;
}

/** With nothing of this process open but what no program inherits. */
export function start(executable: string, words: string): void {
  os.execute(`'${executable}' ${words} </dev/null >/dev/null 2>&1 &`);
}
