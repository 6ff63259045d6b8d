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

/** The modules that the runs of a plan load, and what those load, each once. What the plan leaves out is there only where a head imports it. */
export function modules_of(plan: Plan): { name: string; source: string }[] {
  const found: { name: string; source: string }[] = [];
  const passed = new LuaTable<string, boolean>();
  const look_at = (name: string): void => {
    const source = passed.has(name) ? "" : source_of(name);
    passed.set(name, true);
    if (source === "") {
      return;
    }
    found.push({ name, source });
    // An installed module has no comment above its first import.
    for (const [start = "", other = ""] of string.gmatch(
      "\n" + source,
      '\n([^\n]-)require%("sso_login%.([%w_.]+)"%)',
    )) {
      if (string.find(start, "^local ")[0] !== undefined || !plan.left_out.includes(other)) {
        look_at(other);
      }
    }
  };
  for (const run of plan.runs) {
    look_at(run.program);
    for (const name of run.modules) {
      look_at(name);
    }
  }
  return found;
}
