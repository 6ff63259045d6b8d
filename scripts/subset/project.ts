/** The service's sources with their types, as ts-morph sees them. */
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Project } from "ts-morph";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** Where the modules of the subset are; `io/` below it is exempt. */
export const sourceDir = join(root, "src/sso_login");

/** All sources that become Lua. */
export function loadProject(): Project {
  return new Project({ tsConfigFilePath: join(root, "tstl.config.json") });
}

/** Whether a file must keep to the subset. */
export function isSubset(path: string): boolean {
  return path.startsWith(`${sourceDir}/`) && !path.startsWith(`${sourceDir}/io/`) && !path.endsWith(".d.ts");
}
