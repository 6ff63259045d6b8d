/** Makes the file of compiled modules that code.ts opens. The counterpart in ucode is src/ucode/io/compile.uc. */
import type { Io } from "../../sso_login/base/io";
import * as files from "./files";
import * as link from "./link";
import * as log from "./log";
import * as pieces from "./pieces";
import * as system from "./system";
import type { SystemOptions } from "./system";
import { err, ok, type Result } from "../../sso_login/result";
import type { Plan } from "../../sso_login/web/pieces";

/** The files in this process's memory, and the permissions of each place. */
function mapped_files(): string {
  const [maps] = io.open("/proc/self/maps");
  return maps?.read("*a") ?? "";
}

/** Bytecode without lines and names of variables, which would be half of it, by Lua's own compiler; "" where that fails. */
function bytecode_of(source: string, temporary: string): string {
  files.write_file(temporary, source);
  const [compiler] = io.popen(`exec luac -s -o - '${string.gsub(temporary, "'", "'\\''")[0]}'`, "r");
  const bytes = compiler?.read("*a") ?? "";
  compiler?.close();
  os.remove(temporary);
  return loadstring(bytes)[0] !== undefined ? bytes : "";
}

/** Refuses the file: it goes, so that there is one line in the log and not one a request. */
export function refuse(path: string, options: SystemOptions, reason: string): void {
  os.remove(path);
  log.make("", options).log("warning", `CODE_IGNORED reason="${reason}"`);
}

/**
 * Writes the file beside the run directory, by a plan, with a text about the configuration (settings/compiled_config.ts); its length, or
 * INTERNAL_ERROR where a module is missing or the disk is full.
 */
export function write(io: Io, plan: Plan, config: string): Result<number> {
  const path = io.paths.run_dir + ".code";
  let head = pieces.line_of(link.path_of("sso_login.base.version") ?? "");
  for (const [runtime = ""] of string.gmatch(mapped_files(), "r%-xp[^\n]* (/[^\n]*/l?i?b?lua[%d.so]*)\n")) {
    head += pieces.line_of(runtime);
  }
  head += "\n";
  let codes = "";
  let complete = true;
  const add = (names: string[], source: string): void => {
    const bytes = bytecode_of(source, path + ".tmp");
    for (const name of names) {
      head += `${name} ${codes.length} ${bytes.length}\n`;
    }
    codes += bytes;
    complete = complete && bytes !== "";
  };
  for (const [, { names, source }] of link.pieces_of(plan)) {
    add(names, source);
  }
  add([system.config_name], `return ${string.format("%q", config)}`);
  const finder = bytecode_of(
    `package.preload["sso_login.io.pieces"]=function()\n${link.source_of("io.pieces")}\nend`,
    path + ".tmp",
  );
  if (!complete || finder === "") {
    return err("INTERNAL_ERROR", { reason: "a module cannot be compiled" });
  }
  const text = `${finder.length} ${head.length} ${codes.length}\n${finder}${head}${codes}`;
  return io.write_file(path, text) ? ok(text.length) : err("INTERNAL_ERROR", { reason: "cannot write", path });
}
