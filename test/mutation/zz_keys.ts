import { readFileSync } from "node:fs";
import { Project } from "./mutants";
import { join } from "node:path";
const root = process.cwd();
const project = new Project(join(root, "tstl.config.json"), join(root, "src/sso_login"));
const list = Object.values(JSON.parse(readFileSync("test/mutation/accepted.json", "utf8")) as Record<string, string[]>).flat();
const modules = new Set(list.map((key) => key.split(" ")[0]!));
for (const module of modules) {
  const keys = new Set(project.mutants(module).map(({ module, kind, before, after }) => `${module} ${kind}: ${before} -> ${after}`));
  for (const key of list) if (key.startsWith(module + " ") && !keys.has(key)) console.log("no such mutant:", key);
}
