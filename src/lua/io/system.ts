/**
 * The real `io`: files, clock and log through luaposix, UCI and ubus through their Lua bindings, HTTPS through
 * the native client. A CGI program pays for what it loads, so each function is loaded when it is first called.
 */
import type { Calls } from "../../sso_login/base/https";
import type { HttpSettings, Io } from "../../sso_login/base/io";

/** How the installation differs from a router's; all absent on a router. */
export interface SystemOptions {
  /** Folder in the place of `/`: configuration, run directory, access groups and the ubus socket are below it. */
  root?: string;
  /** Writes log lines to stderr as well as to syslog. */
  log_to_stderr?: boolean;
}

/** The place where the functions of one `Io` work: `root` replaces `/`. */
interface Place {
  root: string;
  options: SystemOptions;
  calls: Calls;
}

/** Loads some of the functions of `Io`. */
type Loader = (this: void, place: Place) => Partial<Io>;

const clock = () => require("./clock") as typeof import("./clock");
const files: Loader = () => require("./files") as typeof import("./files");
const locks: Loader = () => require("./locks") as typeof import("./locks");
const input: Loader = () => require("./input") as typeof import("./input");
const log: Loader = (place) => (require("./log") as typeof import("./log")).make(place.root, place.options);
const uci: Loader = (place) => (require("./uci") as typeof import("./uci")).make(place.root);
const ubus: Loader = (place) => (require("./ubus") as typeof import("./ubus")).make(place.root);
const https: Loader = (place) => {
  const client = require("../../sso_login/base/https") as typeof import("../../sso_login/base/https");
  return client.make(place.calls, clock().monotonic);
};

/** The modules of functions by the beginning of their names; `files` has all others. */
const loaders: { [word: string]: Loader | undefined } = {
  monotonic: clock,
  sleep: clock,
  wait: clock,
  ignore_signals: clock,
  lock: locks,
  has_lock: locks,
  unlock: locks,
  log,
  open_log: log,
  read_input: input,
  read_posted: input,
  uci,
  ubus,
  https,
};

/** The configuration's name among the compiled modules. */
export const config_name = "configuration";

/** The configuration that was kept; undefined where requests have no compiled modules. */
function compiled_config(): string | undefined {
  const { preload } = require("package") as { preload: { [name: string]: (() => string) | undefined } };
  const read = preload[config_name];
  return read !== undefined ? read() : undefined;
}

/** The `io` of this router, or of a test's folder `options.root`. */
export function create(options: SystemOptions): Io {
  const root = options.root ?? "";
  const share = root + "/usr/share";
  const paths = {
    run_dir: root + "/var/run/sso-login",
    acl_dir: share + "/rpcd/acl.d",
    menu_dir: share + "/luci/menu.d",
    etc_dir: root + "/etc/sso-login",
    config_dir: root + "/etc/config",
    system_dir: root + "/etc",
    proc_dir: root + "/proc",
    plugin: root + "/usr/libexec/rpcd/sso-login",
    program: root + "/usr/sbin/sso-login",
    opkg_status: root + "/usr/lib/opkg/status",
    apk_installed: root + "/lib/apk/db/installed",
    password_guard: share + "/sso-login/password-guard.sh",
    luci: root + "/www/cgi-bin/luci",
    login_page: share + "/sso-login/login_page.sh",
    unconfirmed: root + "/var/run/rpcd/snapshot-files/sso-login",
  };
  const calls: Calls = { settings: { timeout: 10 } };
  // Each request calls these two, which need no module.
  const io = {
    paths,
    compiled_config,
    time: os.time,
    https_settings: (chosen: HttpSettings) => {
      calls.settings = chosen;
    },
  };
  const load = (made: { [name: string]: unknown }, name: string): unknown => {
    const loader = loaders[name] ?? loaders[string.match(name, "^%l+")[0] ?? ""] ?? files;
    const functions = loader({ root, options, calls }) as LuaTable<string, unknown>;
    for (const [found, value] of pairs(functions)) {
      // A function that was replaced before stays so.
      if (rawget(made, found) === undefined) {
        made[found] = value;
      }
    }
    return functions.get(name);
  };
  return setmetatable(io, { __index: load }) as unknown as Io;
}
