/** Files and folders through luaposix. base/io.ts documents each function. */
import type { FileInfo } from "../../sso_login/base/io";

/** Permission bits of files and folders under the run directory, octal 600 and 700. */
const file_mode = 384;
const directory_mode = 448;

/** The kinds of files in a mode, octal 100000 and 40000. */
const kinds: { [bits: number]: FileInfo["kind"] | undefined } = { [32768]: "file", [16384]: "directory" };

/** The POSIX modules of luaposix as far as they are called. Failures are nil and a message. */
interface Posix {
  stat: {
    lstat: (this: void, path: string) => StatRecord | undefined;
    mkdir: (this: void, path: string, mode: number) => number | undefined;
    chmod: (this: void, path: string, mode: number) => number | undefined;
  };
  unistd: {
    access: (
      this: void,
      path: string,
      mode: string,
    ) => LuaMultiReturn<[done?: number, problem?: string, code?: number]>;
    write: (this: void, fd: number, bytes: string) => number | undefined;
    close: (this: void, fd: number) => number | undefined;
    lseek: (this: void, fd: number, offset: number, whence: number) => number | undefined;
    geteuid: (this: void) => number;
    getpid: (this: void) => number;
    unlink: (this: void, path: string) => number | undefined;
    SEEK_SET: number;
    SEEK_CUR: number;
  };
  fcntl: {
    open: (this: void, path: string, flags: number, mode: number) => number | undefined;
    fcntl: (this: void, fd: number, command: number, lock: object) => number | undefined;
    F_SETLK: number;
    F_WRLCK: number;
    O_WRONLY: number;
    O_CREAT: number;
    O_EXCL: number;
    O_APPEND: number;
  };
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

const posix_stat = () => require("posix.sys.stat") as Posix["stat"];
const posix_unistd = () => require("posix.unistd") as Posix["unistd"];
const posix_fcntl = () => require("posix.fcntl") as Posix["fcntl"];

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

/** Writes all bytes to a new file; false, and no file, when that fails. */
function write_new(path: string, content: string): boolean {
  const fcntl = posix_fcntl();
  const unistd = posix_unistd();
  const fd = fcntl.open(path, fcntl.O_WRONLY + fcntl.O_CREAT + fcntl.O_EXCL, file_mode);
  if (fd === undefined) {
    return false;
  }
  const written = unistd.write(fd, content);
  const closed = unistd.close(fd);
  if (written === content.length && closed !== undefined) {
    return true;
  }
  unistd.unlink(path);
  return false;
}

/** Linux's number of the error EROFS. */
const read_only_error = 30;

export function is_read_only(path: string): boolean {
  const [, , code] = posix_unistd().access(path, "w");
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

export function write_file(path: string, content: string): boolean {
  const temporary = `${path}.${posix_unistd().getpid()}.tmp`;
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

/** The parent exists on a router; below a test's root it may not. */
export function make_dir(path: string): "created" | "exists" | "failed" {
  const stat = posix_stat();
  if (stat.mkdir(path, directory_mode) !== undefined) {
    return "created";
  }
  const known = stat.lstat(path);
  if (known === undefined || kind_of(known) !== "directory" || known.st_uid !== posix_unistd().geteuid()) {
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

function open_to_append(path: string): number | undefined {
  const fcntl = posix_fcntl();
  return fcntl.open(path, fcntl.O_WRONLY + fcntl.O_CREAT + fcntl.O_APPEND, file_mode);
}

/** The descriptors of this process's locks by path: a POSIX lock ends when the process closes the file. */
const locked: { [path: string]: number | undefined } = {};

export function lock(path: string): boolean {
  const fcntl = posix_fcntl();
  const unistd = posix_unistd();
  const fd = locked[path] ?? open_to_append(path);
  if (fd === undefined) {
    return true;
  }
  // A length of 0 is the whole file.
  const whole = { l_type: fcntl.F_WRLCK, l_whence: unistd.SEEK_SET, l_start: 0, l_len: 0 };
  const is_locked = fcntl.fcntl(fd, fcntl.F_SETLK, whole) !== undefined;
  locked[path] = is_locked ? fd : undefined;
  if (is_locked) {
    unistd.write(fd, ".");
  } else {
    unistd.close(fd);
  }
  return is_locked;
}

export function has_lock(path: string): boolean {
  return locked[path] !== undefined;
}

export function unlock(path: string): void {
  const fd = locked[path];
  if (fd !== undefined) {
    locked[path] = undefined;
    posix_unistd().close(fd);
  }
}

export function append_byte(path: string): number | undefined {
  const unistd = posix_unistd();
  const fd = open_to_append(path);
  if (fd === undefined) {
    return undefined;
  }
  // The kernel moves the position to the end of what this very call appended.
  const written = unistd.write(fd, ".");
  const place = written === 1 ? unistd.lseek(fd, 0, unistd.SEEK_CUR) : undefined;
  unistd.close(fd);
  return place;
}

export function user_id(): number {
  return posix_unistd().geteuid();
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
