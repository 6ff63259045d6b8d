/** Makes the file of compiled modules that code.ts uses. */
import * as code from "./code";
import type { Io } from "../../sso_login/base/io";
import * as files from "./files";
import { err, ok, type Result } from "../../sso_login/result";

/** What requests begin with; all that these load in whatever case belongs into the file. */
const programs = ["sso_login.program.cgi", "sso_login.program.landing"];

/** Modules that requests load only where some section has an option, at a test login, and for an error page. */
const rare = {
  "sso_login.protocol.client_keys": "token_endpoint_auth_method",
  "sso_login.session.password_login": "password_login",
  "sso_login.session.password_upkeep": "password_login",
  "sso_login.web.backchannel_logout": "backchannel_logout",
  "sso_login.web.client_limit": "client_limit",
  "sso_login.web.error_page": "",
  "sso_login.web.test_login": "",
  "sso_login.web.token_exchange": "api_audience",
};

/** The source of a module, or undefined where it is in C. */
function path_of(name: string): string | undefined {
  const { path: patterns } = require("package") as { path: string };
  for (const [pattern = ""] of string.gmatch(patterns, "[^;]+")) {
    const [path] = string.gsub(pattern, "%?", string.gsub(name, "%.", "/")[0]);
    if (io.open(path)[0] !== undefined) {
      return path;
    }
  }
  return undefined;
}

/** The files that this runtime is made of. */
function runtime_files(): string[] {
  const found: string[] = [];
  const [maps] = io.open("/proc/self/maps");
  for (const [path = "", name = ""] of string.gmatch(
    maps !== undefined ? (maps.read("*a") ?? "") : "",
    "r%-xp[^\n]* (/[^\n]*/([^\n]*))\n",
  )) {
    if (string.match(name, "^l?i?b?lua[%d.so]*$")[0] !== undefined) {
      found.push(path);
    }
  }
  return found;
}

interface Compiled {
  name: string;
  bytes: string;
}

/**
 * A module's bytecode without lines and names of variables, which would be half of it, from Lua's own compiler; undefined where
 * that fails.
 */
function bytecode_of(path: string): string | undefined {
  const [quoted] = string.gsub(path, "'", "'\\''");
  const [compiler] = io.popen(`exec luac -s -o - '${quoted}'`, "r");
  const bytes = compiler?.read("*a") ?? "";
  compiler?.close();
  return bytes !== "" && loadstring(bytes)[0] !== undefined ? bytes : undefined;
}

/** Names of modules in a source, in the order in which they are loaded: what is at its head, then what functions load. */
function required_by(source: string): string[] {
  const names: string[] = [];
  for (const [used = ""] of string.gmatch(source, 'sso_login%.use"%)?(%b())')) {
    for (const [name = ""] of string.gmatch(used, '"([%w_.]+)"')) {
      names.push("sso_login." + name);
    }
  }
  for (const [name = ""] of string.gmatch(source, '"(sso_login%.[%w_.]+)"')) {
    names.push(name);
  }
  return names;
}

/** Compiles a module and all that it requires, which a request reads one after the other; false when one does not compile. */
function compile_all(name: string, seen: LuaTable<string, boolean>, compiled: Compiled[]): boolean {
  const path = seen.get(name) === true ? undefined : path_of(name);
  seen.set(name, true);
  if (path === undefined) {
    return true;
  }
  const source = files.make().read_file(path, 262144) ?? "";
  const bytes = bytecode_of(path);
  if (bytes === undefined) {
    return false;
  }
  compiled.push({ name, bytes });
  return required_by(source).every((required) => compile_all(required, seen, compiled));
}

/** Writes the file beside the run directory; its length, or INTERNAL_ERROR where a module is missing or the disk is full. */
export function write(io: Io): Result<number> {
  const saved = io.uci_sections("sso-login");
  const sections = saved.ok ? saved.data : [];
  const compiled: Compiled[] = [];
  const seen = new LuaTable<string, boolean>();
  for (const [name, option] of pairs(rare)) {
    const values = sections.map((section) => section.options[option] ?? "");
    seen.set(
      name,
      values.every((value) => value === "" || value === "0" || value === "on"),
    );
  }
  if (!programs.every((name) => compile_all(name, seen, compiled))) {
    return err("INTERNAL_ERROR", { reason: "a module cannot be compiled" });
  }
  const watched = runtime_files().concat([path_of("sso_login.base.version") ?? ""]);
  let head = watched.map((file) => code.line_of(file)).join("") + "\n";
  let code_length = 0;
  for (const { name, bytes } of compiled) {
    head += `${name} ${code_length} ${bytes.length}\n`;
    code_length += bytes.length;
  }
  const total = code.sizes_length + head.length + code_length;
  const sizes = string.format("%8d %8d\n", head.length, total);
  const path = code.path_beside(io.paths.run_dir);
  const written = io.write_file(path, sizes + head + compiled.map(({ bytes }) => bytes).join(""));
  return written ? ok(total) : err("INTERNAL_ERROR", { reason: "cannot write", path });
}
