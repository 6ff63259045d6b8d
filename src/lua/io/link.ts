/** Finds the modules that are compiled: all that programs load, at once or late. The counterpart in ucode is src/ucode/io/link.uc. */
import type { Plan } from "../../sso_login/web/pieces";
import * as files from "./files";

/** The path of a module's source; undefined where it is in C. */
export function path_of(name: string): string | undefined {
  const { path: patterns } = require("package") as { path: string };
  for (const [pattern = ""] of string.gmatch(patterns, "[^;]+")) {
    const [path] = string.gsub(pattern, "%?", string.gsub(name, "%.", "/")[0]);
    if (io.open(path)[0] !== undefined) {
      return path;
    }
  }
  return undefined;
}

/** The source of one of the service's modules; "" where it is in C or missing. */
export function source_of(name: string): string {
  const path = path_of("sso_login." + name);
  return path !== undefined ? (files.read_file(path, 262144) ?? "") : "";
}

/** A module that is compiled. */
interface Module {
  source: string;
  /** Those that its head imports. */
  imports: string[];
  /** The numbers of the runs that load it in any case, each between spaces. */
  runs: string;
}

/** The modules that the runs of a plan load, and what those load. What the plan leaves out is there only where a head imports it. */
function modules_of(plan: Plan): LuaTable<string, Module> {
  const modules = new LuaTable<string, Module>();
  const look_at = (name: string): void => {
    const source = modules.has(name) ? "" : source_of(name);
    if (source === "") {
      return;
    }
    const module: Module = { source, imports: [], runs: "" };
    modules.set(name, module);
    const head_ends = string.find(source, "function[ %w_.]*%(")[0] ?? source.length;
    for (const [at, other = ""] of string.gmatch(source, '()require%("sso_login%.([%w_.]+)"%)')) {
      const is_of_head = (tonumber(at) ?? 0) < head_ends;
      module.imports = module.imports.concat(is_of_head ? [other] : []);
      if (is_of_head || !plan.left_out.includes(other)) {
        look_at(other);
      }
    }
  };
  const count = (name: string, run: string): void => {
    look_at(name);
    const module = modules.get(name) as Module | undefined;
    if (module !== undefined && !module.runs.endsWith(run)) {
      module.runs += run;
      for (const other of module.imports) {
        count(other, run);
      }
    }
  };
  let number = 0;
  for (const run of plan.runs) {
    number++;
    for (const name of [run.program].concat(run.modules)) {
      count(name, ` ${number} `);
    }
  }
  return modules;
}

/** Modules that are read at once. Where there are several, the code loads the one whose name it gets, and keeps the others for `require`. */
interface Piece {
  names: string[];
  source: string;
}

/**
 * The modules of a plan, each once. Those that each request to the service loads are one piece, but those of them that other programs load,
 * too, which are another; each other module is a piece by itself.
 */
export function pieces_of(plan: Plan): LuaTable<string, Piece> {
  const pieces = new LuaTable<string, Piece>();
  const modules = modules_of(plan);
  const of_requests = (modules.get("web.routes") as Module | undefined)?.runs ?? "none";
  for (const [name, { source, runs }] of modules) {
    const is_shared = runs.startsWith(of_requests);
    const key = is_shared ? runs : name;
    const known = (pieces.get(key) as Piece | undefined) ?? { names: [], source: "return package.preload[...](...)" };
    const kept = `package.preload["sso_login.${name}"]=function(...)\n${source}\nend\n${known.source}`;
    pieces.set(key, { names: known.names.concat(["sso_login." + name]), source: is_shared ? kept : source });
  }
  return pieces;
}
