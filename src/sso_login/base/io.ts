/**
 * Everything the service asks of the outside world, as one record of functions.
 *
 * `io/system.ts` is the real one, the unit tests' `mock.create()` another. All functions are plain values without a
 * receiver: `io.time()`, never `io:time()`.
 */
import { type Result } from "../result";

/** syslog levels in use: `notice` for what went as wanted, `warning` for refusals, `err` for faults. */
export type LogLevel = "notice" | "warning" | "err";

/** One section of a UCI package. Options hold a string, lists an array of strings. */
export interface UciSection {
  name: string;
  type: string;
  anonymous: boolean;
  options: { [option: string]: string | string[] | undefined };
}

export interface HttpRequest {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  /** Header lines without line end, `Name: value`. */
  headers: string[];
  /** Sent as it is; for POST and PUT. */
  body?: string;
}

export interface HttpResponse {
  status: number;
  /** As received, "" when absent. */
  content_type: string;
  body: string;
  /** The server's clock (header Date) in Unix seconds; undefined when it did not tell. */
  date?: number;
  /** The absolute address of a redirect; undefined for any other answer. */
  location?: string;
  /** Seconds until the server wants to be asked again (header Retry-After); undefined when it did not tell. */
  retry_after?: number;
  /** Whether the remembered certificate of the origin failed, and the whole trust store succeeded. */
  renewed?: boolean;
}

/**
 * Why there is no response: `certificate` the peer's certificate is not trusted or not for this name; `too_large` the
 * body passed the cap; `timeout`, `resolve` and `connect` as they say; `tls` any other TLS failure; `encoding` the body is compressed, unasked; `invalid` the
 * request itself was refused before sending (not https, control characters); `network` the rest.
 */
export type HttpFailure =
  "certificate" | "too_large" | "timeout" | "resolve" | "connect" | "tls" | "encoding" | "invalid" | "network";

/** Settings of all calls of this process to the provider. */
export interface HttpSettings {
  /** PEM file that replaces the system's trust store. */
  ca_file?: string;
  /** Folder that remembers which certificates of the trust store have verified an origin. */
  trust_folder?: string;
  /** Seconds for one call; connecting may take half of it. */
  timeout: number;
  /** Seconds for all calls of this process together, from the first one on; 25 when absent. */
  total?: number;
}

/** An unverified certificate, for people to compare. */
export interface PeerCertificate {
  /** The names as libcurl writes them. */
  subject: string;
  issuer: string;
  der: string;
}

/** A server's own certificate. */
export interface Peer extends PeerCertificate {
  /** The last one that the server sends, perhaps the same. */
  last: PeerCertificate;
  /** Whether it is trusted, whatever its name. */
  trusted: boolean;
}

export interface FileInfo {
  kind: "file" | "directory" | "other";
  /** Permission bits, as a number (octal 600 is 384). */
  mode: number;
  uid: number;
  /** Bytes. */
  size: number;
  /** Unix seconds of the last change of content, and of content, owner or name. */
  mtime: number;
  ctime: number;
}

export interface Io {
  /** Absolute paths of files and folders. */
  paths: {
    /** Records, caches, counters and the token registry; 0700, on tmpfs. */
    run_dir: string;
    /** rpcd's access group definitions, `*.json`. */
    acl_dir: string;
    /** The files of UCI. */
    config_dir: string;
    /** LuCI's menu files, `*.json`. */
    menu_dir: string;
    /** The files of the administrator beside the UCI package. */
    etc_dir: string;
    /** The router's own configuration outside of UCI. */
    system_dir: string;
    /** The kernel's files about the system. */
    proc_dir: string;
    /** The executable file of rpcd's plug-in. */
    plugin: string;
    /** The executable file of the command line. */
    program: string;
    /** The lists of installed packages, by opkg and by apk. */
    opkg_status: string;
    apk_installed: string;
    /** The script that gives passwords back at a boot, as the package has it. */
    password_guard: string;
    /** LuCI's CGI program, and the script that opens its login page. */
    luci: string;
    login_page: string;
    /** A file that rpcd keeps while a change of this package waits for LuCI's confirmation. */
    unconfirmed: string;
  };

  /** Unix time in whole seconds. */
  time: (this: void) => number;
  /** Seconds, with fraction, that passed since an arbitrary moment; never goes back. */
  monotonic: (this: void) => number;
  /** Waits so many seconds, a fraction of one included. */
  sleep: (this: void, seconds: number) => void;
  /**
   * Waits so many seconds, or until this process gets the signal SIGHUP, also one that came since the last wait. SIGTERM ends the process
   * from the first wait on; ubus's own loop would take that signal.
   */
  wait: (this: void, seconds: number) => void;
  /** From here on neither SIGHUP nor SIGTERM ends this process, which ends by itself and waits no more. */
  ignore_signals: (this: void) => void;
  /** Starts an executable file with words for the shell. It runs beside this process and outlives it, without any of its input and output. */
  start: (this: void, executable: string, words: string) => void;
  /** Runs an executable file with words for the shell to its end, without any of its input and output; false also where a signal ends it. */
  succeeds: (this: void, executable: string, words: string) => boolean;
  /** The effective user id of this process; 0 is root. */
  user_id: (this: void) => number;
  /** Writes one line to syslog. The caller has escaped it (log.ts). */
  log: (this: void, level: LogLevel, line: string) => void;
  /** Loads the log. Where its module is missing, the request ends before it does anything that could not be logged. */
  open_log: (this: void) => void;

  /** The whole file, or undefined when it cannot be read or is longer than `max_bytes`. */
  read_file: (this: void, path: string, max_bytes: number) => string | undefined;
  /** Whether the kernel says of a folder, without a write, that its file system is read-only. */
  is_read_only: (this: void, path: string) => boolean;
  /** Writes a temporary file of mode 0600 in the same folder and renames it over `path`; leaves nothing on failure. */
  write_file: (this: void, path: string, content: string) => boolean;
  /** Atomic; false when `from` does not exist (any more) or the file system refuses. */
  rename: (this: void, from: string, to: string) => boolean;
  /** Removes a file or an empty folder; false when that fails. */
  remove: (this: void, path: string) => boolean;
  /**
   * Creates one folder, mode 0700, atomically: of several callers only one is told `created`. A folder that exists gets
   * that mode, too; one of another user is `failed`, as what it holds may be that user's.
   */
  make_dir: (this: void, path: string) => "created" | "exists" | "failed";
  /** Names in a folder without `.` and `..`, in byte order; undefined when it cannot be read. */
  list_dir: (this: void, path: string) => string[] | undefined;
  /** Facts about a path itself (links are not followed); undefined when there is nothing. */
  file_info: (this: void, path: string) => FileInfo | undefined;
  /** Appends one byte and returns the file's length after it, right however many processes do so at once. */
  append_byte: (this: void, path: string) => number | undefined;
  /**
   * Takes the lock of a file, which is made where it is missing, and appends a byte to it, so that others see it change
   * hands. The kernel ends the lock with this process, in whatever way that ends. False when another process has it; a
   * file that cannot be opened forbids nothing.
   */
  lock: (this: void, path: string) => boolean;
  has_lock: (this: void, path: string) => boolean;
  /** Ends the lock of a file, where this process has it. */
  unlock: (this: void, path: string) => void;

  /** The configuration that was kept with the compiled modules (settings/compiled_config.ts); undefined where there is none. */
  compiled_config: (this: void) => string | undefined;

  /** Standard input to its end; undefined when it is longer than `max_bytes`. */
  read_input: (this: void, max_bytes: number) => string | undefined;
  /**
   * The body of a request, standard input to its end; INPUT_TOO_LARGE when it is longer than `max_bytes`, INVALID_REQUEST when
   * it has not ended after so many whole seconds.
   */
  read_posted: (this: void, max_bytes: number, seconds: number) => Result<string>;

  /** POSIX fnmatch without flags, so that a backslash escapes: as rpcd matches the names of access groups. */
  fnmatch: (this: void, pattern: string, text: string) => boolean;

  /**
   * One option; `data` is undefined when package, section or option does not exist. Fails when UCI cannot parse. A process reads a package once:
   * only `uci_sections` reads it anew.
   */
  uci_get: (this: void, config: string, section: string, option: string) => Result<string | string[] | undefined>;
  /** All sections in file order, as they are now; fails when the package is missing or UCI cannot parse it. */
  uci_sections: (this: void, config: string) => Result<UciSection[]>;
  /** Creates a named section of a type, or changes an existing one's type. Kept until `uci_commit`. */
  uci_add: (this: void, config: string, section: string, type: string) => boolean;
  /** Sets an option, or a list when given an array with at least one member. Kept until `uci_commit`. */
  uci_set: (this: void, config: string, section: string, option: string, value: string | string[]) => boolean;
  /** Deletes an option, or the whole section when no option is given. Kept until `uci_commit`. */
  uci_delete: (this: void, config: string, section: string, option?: string) => boolean;
  /** Leaves the package's pending changes uncommitted, where other programs read them until the next boot. */
  uci_save: (this: void, config: string) => boolean;
  /** Writes the package's pending changes to its file. */
  uci_commit: (this: void, config: string) => boolean;

  /**
   * Calls a ubus method. `data` is the reply, undefined when the method has none; a failure's `details.status` is the
   * ubus status (4 not found, 6 permission denied …), absent when ubusd or the object cannot be reached. A call that was lost, or
   * whose object is not there, is made again, so that a reload of rpcd costs seconds and nothing else: only for methods
   * that may be called twice.
   */
  ubus_call: (
    this: void,
    object: string,
    method: string,
    args: object,
  ) => Result<{ [key: string]: unknown } | undefined>;
  /** Calls a method that answers with any number of replies, such as `session list` without an id. */
  ubus_call_all: (this: void, object: string, method: string, args: object) => Result<{ [key: string]: unknown }[]>;

  /** Applies to every later call of `https`. */
  https_settings: (this: void, settings: HttpSettings) => void;
  /** One HTTPS request, which follows no redirect and says who asks; a failure's `error` is an HttpFailure, its `details` a short text. */
  https: (this: void, request: HttpRequest) => Result<HttpResponse>;
  /** Whose certificate the server of an address shows, trusted or not, and nothing is sent; undefined when it is not told. */
  https_peer: (this: void, url: string) => Peer | undefined;
}
