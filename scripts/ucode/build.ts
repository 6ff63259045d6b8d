/** The ucode modules of the service. */
import { relative } from "node:path";
import type { Project } from "ts-morph";
import { checkFile } from "../subset/check";
import { root } from "../subset/project";
import { emitModule } from "./emit";
import { candidates } from "./modules";

/** The emitted modules by file name. Throws with file, line and column when one is outside the subset or has no ucode. */
export function renderModules(project: Project): Map<string, string> {
  const checker = project.getTypeChecker().compilerObject;
  const files = new Map<string, string>();
  for (const { name, file } of candidates(project).filter((candidate) => candidate.blockedBy === undefined)) {
    const [problem] = checkFile(file, checker);
    if (problem !== undefined) {
      throw new Error(`${relative(root, problem.file)}:${problem.line}:${problem.column}: ${problem.message}`);
    }
    const header = `// Generated from src/sso_login/${name}.ts by "make ucode"; do not edit.`;
    files.set(`${name}.uc`, `'use strict';\n${header}\n\n${emitModule(file, checker)}`);
  }
  return files;
}
