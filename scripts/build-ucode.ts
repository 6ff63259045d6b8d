/**
 * Emits ucode of the modules in src/sso_login that need nothing of io/ but JSON, into build/ucode/sso_login.
 *
 *   tsx scripts/build-ucode.ts             writes them; --verbose lists the modules that are left out, and why
 *   tsx scripts/build-ucode.ts --expected  writes them below test/ucode/expected as well
 */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadProject, root } from "./subset/project";
import { renderModules } from "./ucode/build";
import { candidates, readyDir } from "./ucode/modules";

const outDir = join(root, "build/ucode/sso_login");
const expectedDir = join(root, "test/ucode/expected");

function writeAll(folder: string, files: Map<string, string>): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const project = loadProject();
try {
  const files = renderModules(project);
  writeAll(outDir, files);
  mkdirSync(join(outDir, "io"), { recursive: true });
  for (const path of ["ecma.uc", "io/json.uc"]) {
    copyFileSync(join(readyDir, path), join(outDir, path));
  }
  if (process.argv.includes("--expected")) {
    writeAll(expectedDir, files);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
if (process.argv.includes("--verbose")) {
  for (const { name, blockedBy } of candidates(project)) {
    console.log(blockedBy === undefined ? `${name}: emitted` : `${name}: not emitted, needs ${blockedBy}`);
  }
}
