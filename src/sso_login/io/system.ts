/**
 * The real outside world: files and clock through luaposix, UCI and ubus through their Lua bindings, HTTPS through the
 * native client. Modules are loaded when they are first needed: most requests need few of them.
 */
import { err, ok, type Result } from "../result";
import type { FileInfo, HttpRequest, HttpResponse, HttpSettings, Io, LogLevel, UciSection } from "./types";

/** How the installation differs from a router's; all absent on a router. */
export interface SystemOptions {
  /** Folder that stands for `/`: configuration, run directory, access groups and the ubus socket are below it. */
  root?: string;
  /** Writes log lines to stderr as well as to syslog. */
  log_to_stderr?: boolean;
}

/** Seconds that all back-channel calls of one process may take together. */
const total_http_time = 25;
/** Bytes of a back-channel response body. */
const max_body = 262144;
/** Permission bits of files and folders under the run directory, octal 600 and 700. */
const file_mode = 384;
const directory_mode = 448;

/** syslog(3): level numbers, facility and options; luaposix leaves LOG_PERROR out. */
const log_levels: { [level in LogLevel]: number } = { err: 3, warning: 4, notice: 5 };
const log_pid = 1;
const log_perror = 32;

/** The POSIX modules of luaposix as far as they are called. Failures are nil and a message. */
interface Posix {
  stat: {
    lstat: (this: void, path: string) => StatRecord | undefined;
    mkdir: (this: void, path: string, mode: number) => number | undefined;
    S_ISDIR: (this: void, mode: number) => number;
    S_ISREG: (this: void, mode: number) => number;
  };
  unistd: {
    write: (this: void, fd: number, bytes: string) => number | undefined;
    close: (this: void, fd: number) => number | undefined;
    lseek: (this: void, fd: number, offset: number, whence: number) => number | undefined;
    fsync: (this: void, fd: number) => number | undefined;
    getpid: (this: void) => number;
    rmdir: (this: void, path: string) => number | undefined;
    unlink: (this: void, path: string) => number | undefined;
    SEEK_CUR: number;
  };
  fcntl: {
    open: (this: void, path: string, flags: number, mode: number) => number | undefined;
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
}

function posix_stat(): Posix["stat"] {
  return require("posix.sys.stat") as Posix["stat"];
}

function posix_unistd(): Posix["unistd"] {
  return require("posix.unistd") as Posix["unistd"];
}

function posix_fcntl(): Posix["fcntl"] {
  return require("posix.fcntl") as Posix["fcntl"];
}

function time(): number {
  return os.time();
}

function monotonic(): number {
  const clock = require("posix.time") as {
    clock_gettime: (this: void, clock: number) => { tv_sec: number; tv_nsec: number };
    CLOCK_MONOTONIC: number;
  };
  const now = clock.clock_gettime(clock.CLOCK_MONOTONIC);
  return now.tv_sec + now.tv_nsec / 1e9;
}

/** A log function on syslog(3), facility authpriv, tag sso-login. */
function make_log(to_stderr: boolean): Io["log"] {
  let opened = false;
  return (level, line) => {
    const syslog = require("posix.syslog") as {
      openlog: (this: void, ident: string, option: number, facility: number) => void;
      syslog: (this: void, priority: number, message: string) => void;
      LOG_AUTHPRIV: number;
    };
    if (!opened) {
      syslog.openlog("sso-login", to_stderr ? log_pid + log_perror : log_pid, syslog.LOG_AUTHPRIV);
      opened = true;
    }
    syslog.syslog(log_levels[level], line);
  };
}

function read_file(path: string, max_bytes: number): string | undefined {
  const [file] = io.open(path, "rb");
  if (file === undefined) {
    return undefined;
  }
  const text = file.read(max_bytes + 1);
  file.close();
  // At the end of an empty file Lua reads nil, not "".
  return text === undefined ? "" : text.length <= max_bytes ? text : undefined;
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

function write_file(path: string, content: string): boolean {
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

function rename(from: string, to: string): boolean {
  const [renamed] = os.rename(from, to);
  return renamed === true;
}

function remove(path: string): boolean {
  const [removed] = os.remove(path);
  return removed === true;
}

/** The parent exists on a router; below a test's root it may not. */
function make_dir(path: string): "created" | "exists" | "failed" {
  const stat = posix_stat();
  if (stat.mkdir(path, directory_mode) !== undefined) {
    return "created";
  }
  const known = stat.lstat(path);
  return known !== undefined && stat.S_ISDIR(known.st_mode) !== 0 ? "exists" : "failed";
}

function list_dir(path: string): string[] | undefined {
  const dirent = require("posix.dirent") as { dir: (this: void, path: string) => string[] | undefined };
  const [readable, names] = pcall(dirent.dir, path);
  if (!readable || names === undefined) {
    return undefined;
  }
  return names.filter((name) => name !== "." && name !== "..").sort((a, b) => (a < b ? -1 : 1));
}

function file_info(path: string): FileInfo | undefined {
  const stat = posix_stat();
  const found = stat.lstat(path);
  if (found === undefined) {
    return undefined;
  }
  const is_file = stat.S_ISREG(found.st_mode) !== 0;
  const is_directory = stat.S_ISDIR(found.st_mode) !== 0;
  return {
    kind: is_file ? "file" : is_directory ? "directory" : "other",
    mode: found.st_mode % 4096,
    uid: found.st_uid,
    size: found.st_size,
    // luaposix counts in 32 bits on a router: from 2038 on the number it gives is negative.
    mtime: found.st_mtime < 0 ? found.st_mtime + 4294967296 : found.st_mtime,
  };
}

function append_byte(path: string): number | undefined {
  const fcntl = posix_fcntl();
  const unistd = posix_unistd();
  const fd = fcntl.open(path, fcntl.O_WRONLY + fcntl.O_CREAT + fcntl.O_APPEND, file_mode);
  if (fd === undefined) {
    return undefined;
  }
  // The kernel moves the position to the end of what this very call appended.
  const written = unistd.write(fd, ".");
  const place = written === 1 ? unistd.lseek(fd, 0, unistd.SEEK_CUR) : undefined;
  unistd.close(fd);
  return place;
}

function fnmatch(pattern: string, text: string): boolean {
  const matcher = require("posix.fnmatch") as {
    fnmatch: (this: void, pattern: string, text: string, flags: number) => number;
    FNM_NOESCAPE: number;
  };
  return matcher.fnmatch(pattern, text, matcher.FNM_NOESCAPE) === 0;
}

/** libuci's message tells "not found" from a file it cannot parse. */
function is_not_found(message: string | undefined): boolean {
  return message === undefined || message.toLowerCase().includes("not found");
}

/** A section as libuci-lua gives it: options beside `.name`, `.type`, `.anonymous` and `.index`. */
function to_section(raw: LuaTable<string, unknown>): UciSection {
  const options: UciSection["options"] = {};
  for (const [key, value] of pairs(raw)) {
    if (!key.startsWith(".")) {
      options[key] = value as string | string[];
    }
  }
  return {
    name: raw.get(".name") as string,
    type: raw.get(".type") as string,
    anonymous: raw.get(".anonymous") === true,
    options,
  };
}

type UciFunctions = Pick<Io, "uci_get" | "uci_sections" | "uci_add" | "uci_set" | "uci_delete" | "uci_commit">;

type UbusReply = { [key: string]: unknown };

/** The UCI functions on one cursor, opened when first used. */
function make_uci(root: string): UciFunctions {
  let opened: UciCursor | undefined;
  const cursor = (): UciCursor => {
    if (opened === undefined) {
      const uci = require("uci") as { cursor: (this: void, confdir?: string, savedir?: string) => UciCursor };
      opened = root !== "" ? uci.cursor(root + "/etc/config", root + "/tmp/.uci") : uci.cursor();
    }
    return opened;
  };
  return {
    uci_get: (config, section, option) => {
      const [value, message] = cursor().get(config, section, option);
      return value !== undefined || is_not_found(message) ? ok(value) : err("UCI_ERROR", { config, reason: message });
    },
    uci_sections: (config) => {
      const [all, message] = cursor().get_all(config);
      if (all === undefined) {
        return err("UCI_ERROR", { config, reason: message ?? "no such package" });
      }
      const raw: LuaTable<string, unknown>[] = [];
      for (const [, section] of pairs(all)) {
        raw.push(section);
      }
      raw.sort((a, b) => (a.get(".index") as number) - (b.get(".index") as number));
      return ok(raw.map((section) => to_section(section)));
    },
    uci_add: (config, section, type) => cursor().set(config, section, type) === true,
    uci_set: (config, section, option, value) => cursor().set(config, section, option, value) === true,
    uci_delete: (config, section, option) =>
      (option !== undefined ? cursor().delete(config, section, option) : cursor().delete(config, section)) === true,
    uci_commit: (config) => cursor().commit(config) === true,
  };
}

/** The ubus functions on one connection, opened when first used. */
function make_ubus(root: string): Pick<Io, "ubus_call" | "ubus_call_all"> {
  let connection: UbusConnection | undefined;
  const call_all = (object: string, method: string, args: object): Result<UbusReply[]> => {
    if (connection === undefined) {
      const ubus = require("ubus") as { connect: (this: void, path?: string) => UbusConnection | undefined };
      connection = root !== "" ? ubus.connect(root + "/var/run/ubus/ubus.sock") : ubus.connect();
    }
    if (connection === undefined) {
      return err("UBUS_ERROR", "cannot connect to ubus");
    }
    // Nothing at all when a method without a reply succeeds, one value a reply, or nil and a status.
    const answer: unknown[] = [...connection.call(object, method, args)];
    const status = answer[1];
    if (typeof status === "number") {
      return err("UBUS_ERROR", { status });
    }
    return ok(answer as UbusReply[]);
  };
  return {
    ubus_call_all: call_all,
    ubus_call: (object, method, args) => {
      const replies = call_all(object, method, args);
      return replies.ok ? ok(replies.data[0]) : replies;
    },
  };
}

/** The HTTPS functions, with one time budget for all calls of this process. */
function make_https(): Pick<Io, "https" | "https_settings"> {
  let settings: HttpSettings = { timeout: 10 };
  let started: number | undefined;
  const https = (request: HttpRequest): Result<HttpResponse> => {
    const client = require("sso_login.native_https") as NativeHttps;
    const now = monotonic();
    started = started ?? now;
    const left = started + total_http_time - now;
    const timeout = Math.min(settings.timeout, left);
    if (timeout <= 0) {
      return err("timeout", "the calls of one request may take 25 s together");
    }
    const [response, kind, message] = client.request({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: request.body,
      ca_file: settings.ca_file,
      timeout,
      connect_timeout: timeout / 2,
      max_body,
    });
    return response !== undefined ? ok(response) : err(kind, message);
  };
  return {
    https,
    https_settings: (chosen) => {
      settings = chosen;
    },
  };
}

/** The outside world of this router, or below `options.root` of a test's. */
export function create(options: SystemOptions): Io {
  const root = options.root ?? "";
  const uci = make_uci(root);
  const ubus = make_ubus(root);
  const https = make_https();
  return {
    paths: { run_dir: root + "/var/run/sso-login", acl_dir: root + "/usr/share/rpcd/acl.d" },
    time,
    monotonic,
    log: make_log(options.log_to_stderr === true),
    read_file,
    write_file,
    rename,
    remove,
    make_dir,
    list_dir,
    file_info,
    append_byte,
    fnmatch,
    uci_get: uci.uci_get,
    uci_sections: uci.uci_sections,
    uci_add: uci.uci_add,
    uci_set: uci.uci_set,
    uci_delete: uci.uci_delete,
    uci_commit: uci.uci_commit,
    ubus_call: ubus.ubus_call,
    ubus_call_all: ubus.ubus_call_all,
    https: https.https,
    https_settings: https.https_settings,
  };
}
