/**
 * The real outside world: files, clock and log through luaposix, UCI and ubus through their Lua bindings, HTTPS through
 * the native client. What a request may not need is loaded when it is first called.
 */
import * as files from "./files";
import type { HttpSettings, Io, LogLevel } from "./types";
import { make_uci } from "./uci";

/** How the installation differs from a router's; all absent on a router. */
export interface SystemOptions {
  /** Folder that stands for `/`: configuration, run directory, access groups and the ubus socket are below it. */
  root?: string;
  /** Writes log lines to stderr as well as to syslog. */
  log_to_stderr?: boolean;
}

/** syslog(3): level numbers and options; luaposix leaves LOG_PERROR out. */
const log_levels: { [level in LogLevel]: number } = { err: 3, warning: 4, notice: 5 };
const log_pid = 1;
const log_perror = 32;

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

function fnmatch(pattern: string, text: string): boolean {
  const matcher = require("posix.fnmatch") as { fnmatch: (this: void, pattern: string, text: string) => number };
  return matcher.fnmatch(pattern, text) === 0;
}

/** The ubus functions, loaded at the first call. */
function lazy_ubus(root: string): Pick<Io, "ubus_call" | "ubus_call_all"> {
  let loaded: Pick<Io, "ubus_call" | "ubus_call_all"> | undefined;
  const ubus = () => {
    loaded = loaded ?? (require("./ubus") as typeof import("./ubus")).make_ubus(root);
    return loaded;
  };
  return {
    ubus_call: (object, method, args) => ubus().ubus_call(object, method, args),
    ubus_call_all: (object, method, args) => ubus().ubus_call_all(object, method, args),
  };
}

/** The HTTPS functions, loaded at the first call. */
function lazy_https(): Pick<Io, "https" | "https_settings"> {
  let settings: HttpSettings = { timeout: 10 };
  let call: ReturnType<typeof import("./https").make_https> | undefined;
  return {
    https: (request) => {
      call = call ?? (require("./https") as typeof import("./https")).make_https(monotonic);
      return call(request, settings);
    },
    https_settings: (chosen) => {
      settings = chosen;
    },
  };
}

/** The outside world of this router, or below `options.root` of a test's. */
export function create(options: SystemOptions): Io {
  const root = options.root ?? "";
  const uci = make_uci(root);
  const ubus = lazy_ubus(root);
  const https = lazy_https();
  return {
    paths: { run_dir: root + "/var/run/sso-login", acl_dir: root + "/usr/share/rpcd/acl.d" },
    time,
    monotonic,
    log: make_log(options.log_to_stderr === true),
    read_file: files.read_file,
    write_file: files.write_file,
    rename: files.rename,
    remove: files.remove,
    make_dir: files.make_dir,
    list_dir: files.list_dir,
    file_info: files.file_info,
    append_byte: files.append_byte,
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
