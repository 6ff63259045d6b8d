/** The ucode modules of the service: those emitted from src/sso_login, and those written in ucode. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Project } from "ts-morph";
import { root } from "../generated";
import { emitModule } from "./emit";
import { sourceDir } from "./output";

/** The modules that are written in ucode. */
const readyDir = join(root, "src/ucode");

/** The service's sources with their types. */
export function loadProject(): Project {
  return new Project({ tsConfigFilePath: join(root, "tstl.config.json") });
}

function generated(from: string, text: string): string {
  return `'use strict';\n// Generated from ${from} by "make ucode"; do not edit.\n\n${text}`;
}

/** All modules by their path below `sso_login/`. Throws with file, line and column for what has no ucode. */
export function renderModules(project: Project): Map<string, string> {
  const checker = project.getTypeChecker().compilerObject;
  const files = new Map<string, string>();
  const exported = project
    .getSourceFiles()
    .flatMap((file) =>
      [...file.getFullText().matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name]) => name ?? ""),
    );
  const ambiguous = new Set(exported.filter((name, at) => exported.indexOf(name) !== at));
  for (const file of project.getSourceFiles()) {
    const path = relative(sourceDir, file.getFilePath());
    const text = path.startsWith("..") ? "" : emitModule(file.compilerNode, checker, ambiguous);
    if (text !== "") {
      files.set(path.replace(/\.ts$/, ".uc"), generated(`src/sso_login/${path}`, text));
    }
  }
  const ready = readdirSync(readyDir, { recursive: true, encoding: "utf8" });
  for (const path of ready.filter((name) => name.endsWith(".uc"))) {
    files.set(path, generated(`src/ucode/${path}`, readFileSync(join(readyDir, path), "utf8")));
  }
  return files;
}
