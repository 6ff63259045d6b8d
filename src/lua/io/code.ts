/**
 * Compiled modules: compiling its sources is most of what a short request costs. `sso-login compile` keeps all that a
 * request may need in one file, and a request takes out of it what it does need. The file counts while it belongs to the user
 * that runs the request and no one else may read it, while it has the length that it says, and while runtime and package are
 * the files that it was made with and of; else the sources are there. The file begins with the code that takes modules out of it,
 * as each request compiles this module.
 */
import type { SystemOptions } from "./system";

/** A regular file of mode 0600. */
const private_file = 33152;

interface Facts {
  st_mode: number;
  st_uid: number;
}

/** From now on `require` takes modules from the file, where there is one that fits. */
export function use(options: SystemOptions): void {
  const path = (options.root ?? "") + "/var/run/sso-login.code";
  const [file] = io.open(path, "rb");
  if (file === undefined) {
    return;
  }
  const stat = require("posix.sys.stat") as { lstat: (this: void, path: string) => Facts | undefined };
  const own = stat.lstat(path);
  const process = stat.lstat("/proc/self/.");
  const is_own =
    own !== undefined && process !== undefined && own.st_uid === process.st_uid && own.st_mode === private_file;
  const [length] = string.match((is_own && file.read("*l")) || "", "%d+");
  const [compiled] = loadstring(file.read(tonumber(length) ?? 0) ?? "");
  const pieces = ((compiled !== undefined && compiled()) || require("./pieces")) as typeof import("./pieces");
  pieces.use(file, path, is_own, options);
}
