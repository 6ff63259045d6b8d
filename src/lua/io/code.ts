/**
 * Compiled modules: compiling its sources is most of what a short request costs. `sso-login compile` keeps what requests may need in
 * one file, module by module. The file counts while it belongs to the user that runs the request and no one
 * else may read it, while it has the length that it says, and while runtime and package are the files that it was made with and of;
 * otherwise the sources are used. It begins with the module that looks at the rest, as each request compiles this one.
 */
import type { SystemOptions } from "./system";

/** A regular file of mode 0600. */
const private_file = 33152;

/** From now on `require` takes modules from the file, where there is one that fits. */
export function use(options: SystemOptions): void {
  const path = (options.root ?? "") + "/var/run/sso-login.code";
  const [file] = io.open(path, "rb");
  if (file === undefined) {
    return;
  }
  const stat = require("posix.sys.stat") as {
    lstat: (this: void, path: string) => { st_mode: number; st_uid: number } | undefined;
  };
  const own = stat.lstat(path);
  const process = stat.lstat("/proc/self/.");
  const is_own =
    own !== undefined && process !== undefined && own.st_uid === process.st_uid && own.st_mode === private_file;
  const sizes = (is_own && file.read("*l")) || "";
  // Modules are read one by one.
  file.setvbuf("no");
  loadstring(file.read(tonumber(string.match(sizes, "%d+")[0]) ?? 0) ?? "")[0]?.();
  const problem = (require("./pieces") as typeof import("./pieces")).use(file, sizes);
  if (problem !== undefined) {
    (require("./compile") as typeof import("./compile")).refuse(path, options, problem);
  }
}
