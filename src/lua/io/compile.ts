/** Makes the file of compiled modules that code.ts opens. */
import type { Io, UciSection } from "../../sso_login/base/io";
import * as files from "./files";
import * as pieces_file from "./pieces";
import * as system from "./system";
import { err, ok, type Result } from "../../sso_login/result";

/** What requests begin with; all that these load in whatever case belongs into the file, except for rare modules. */
const programs = ["sso_login.program.cgi", "sso_login.program.landing"];

/** What requests to the service load in any case, but for the probe. */
const service = ["program.cgi", "web.router", "io.clock", "io.files", "io.uci"];

/** What requests of each kind load in any case. */
const requests = [
  ["program.landing", "web.request"],
  service.concat(["web.endpoints.start"]),
  service.concat(["web.endpoints.callback"]),
  service.concat(["web.endpoints.logout"]),
];

/**
 * Modules that requests load only where some section has an option, at a test login, for an error page, in another language, and
 * where the configuration was not validated before.
 */
const rare = {
  "sso_login.protocol.client_keys": "token_endpoint_auth_method",
  "sso_login.settings.validation": "",
  "sso_login.passwords.transitions": "password_login",
  "sso_login.passwords.upkeep": "password_login",
  "sso_login.web.endpoints.backchannel_logout": "backchannel_logout",
  "sso_login.web.client_limit": "client_limit",
  "sso_login.web.error_page": "",
  "sso_login.web.words_de": "",
  "sso_login.web.words_fr": "",
  "sso_login.web.endpoints.test_login": "",
  "sso_login.web.endpoints.token_exchange": "api_audience",
};

/** The path of a module's source; undefined where it is in C. */
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

/** A module's source; "" where it is in C. */
function source_of(name: string): string {
  const path = path_of(name);
  return path !== undefined ? (files.make().read_file(path, 262144) ?? "") : "";
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

/** A text as a word of the shell. */
function quoted(text: string): string {
  return "'" + string.gsub(text, "'", "'\\''")[0] + "'";
}

/**
 * A source's bytecode without lines and names of variables, which would be half of it, from Lua's own compiler; undefined where
 * that fails. It reads a file.
 */
function bytecode_of(source: string, temporary: string): string | undefined {
  files.make().write_file(temporary, source);
  const [compiler] = io.popen(`exec luac -s -o - ${quoted(temporary)}`, "r");
  const bytes = compiler?.read("*a") ?? "";
  compiler?.close();
  os.remove(temporary);
  return bytes !== "" && loadstring(bytes)[0] !== undefined ? bytes : undefined;
}

/** Modules by their names, each with its source, in the order in which they were found. */
interface Found {
  names: string[];
  sources: LuaTable<string, string>;
}

/**
 * Finds the modules that these require, and these themselves; `in_any_case` without those that only a function requires. Imports are at
 * a module's head.
 */
function find(names: string[], in_any_case: boolean, found: Found): Found {
  for (const name of names) {
    const source = found.sources.has(name) ? "" : source_of(name);
    if (source !== "") {
      found.names.push(name);
      found.sources.set(name, source);
      const [head_ends] = in_any_case ? string.find(source, "function[ %w_.]*%(") : [undefined];
      const required: string[] = [];
      for (const [other = ""] of string.gmatch(string.sub(source, 1, head_ends), 'require%("(sso_login%.[%w_.]+)"%)')) {
        required.push(other);
      }
      find(required, in_any_case, found);
    }
  }
  return found;
}

/** Nothing found yet; modules with an empty source are passed over. */
function without(names: string[]): Found {
  const sources = new LuaTable<string, string>();
  for (const name of names) {
    sources.set(name, "");
  }
  return { names: [], sources };
}

/** Names of the modules of each piece: those that the same requests load in any case are read at once, others each by itself. */
function pieces_of(all: string[]): string[][] {
  const loaded = requests.map((names) => {
    const full_names = names.map((name) => "sso_login." + name);
    return find(full_names, true, without([])).names;
  });
  const pieces: string[][] = [];
  const places = new LuaTable<string, string[]>();
  for (const name of all) {
    const key = loaded.map((names) => (names.includes(name) ? "1" : "0")).join("");
    const place = key.includes("1") ? places.get(key) : undefined;
    if (place !== undefined) {
      place.push(name);
    } else {
      const piece = [name];
      pieces.push(piece);
      places.set(key, piece);
    }
  }
  return pieces;
}

/**
 * Writes the file beside the run directory, for the options of these sections, with a text about them (settings/compiled.ts); its
 * length, or INTERNAL_ERROR where a module is missing or the disk is full.
 */
export function write(io: Io, sections: UciSection[], config: string): Result<number> {
  const path = pieces_file.path_beside(io.paths.run_dir);
  const unused: string[] = [];
  for (const [name, option] of pairs(rare)) {
    const given = sections.map((section) => section.options[option] ?? "");
    if (given.every((value) => value === "" || value === "0" || value === "on")) {
      unused.push(name);
    }
  }
  const { names, sources } = find(programs, false, without(unused));
  const pieces = pieces_of(names);
  pieces.push([system.config_name]);
  sources.set(system.config_name, `return ${string.format("%q", config)}`);
  const watched = runtime_files().concat([path_of("sso_login.base.version") ?? ""]);
  let head = watched.map((file) => pieces_file.line_of(file)).join("") + "\n";
  let all_bytes = "";
  for (const piece of pieces) {
    const parts = piece.map((name) => `package.preload["${name}"]=function(...)\n${sources.get(name)}\nend\n`);
    const bytes = bytecode_of(parts.join(""), path + ".tmp");
    if (bytes === undefined) {
      return err("INTERNAL_ERROR", { reason: "a module cannot be compiled" });
    }
    head += piece.map((name) => `${name} ${all_bytes.length} ${bytes.length}\n`).join("");
    all_bytes += bytes;
  }
  const finder = bytecode_of(source_of("sso_login.io.pieces"), path + ".tmp") ?? "";
  const total = pieces_file.sizes_length + finder.length + head.length + all_bytes.length;
  const sizes = string.format("%8d %8d %8d\n", finder.length, head.length, total);
  const written = io.write_file(path, sizes + finder + head + all_bytes);
  return written ? ok(total) : err("INTERNAL_ERROR", { reason: "cannot write", path });
}
