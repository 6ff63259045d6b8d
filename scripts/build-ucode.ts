/**
 * Emits the service's modules as ucode into the feed, `sso_login.*` below generated/ucode.
 *
 *   tsx scripts/build-ucode.ts           writes them
 *   tsx scripts/build-ucode.ts --check   writes nothing; exits 1 when the committed files are not what the sources give
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { loadProject, renderModules } from "./ucode/modules";
import { Refusal, root } from "./ucode/output";

const outDir = join(root, "openwrt-feed/sso-login/generated/ucode/sso_login");

function render(): Map<string, string> {
  try {
    return renderModules(loadProject());
  } catch (error) {
    if (!(error instanceof Refusal)) {
      throw error;
    }
    console.error(error.message);
    process.exit(1);
  }
}

const files = render();
const written = existsSync(outDir) ? readdirSync(outDir, { recursive: true, encoding: "utf8" }) : [];
const obsolete = written.filter((path) => path.endsWith(".uc") && !files.has(path));
const differing = [...files].filter(
  ([path, text]) => !written.includes(path) || readFileSync(join(outDir, path), "utf8") !== text,
);

if (process.argv.includes("--check")) {
  for (const path of [...obsolete, ...differing.map(([name]) => name)]) {
    console.error(`${relative(root, join(outDir, path))} is not what src/ gives: run "make ucode" and commit the result`);
  }
  process.exit(obsolete.length + differing.length > 0 ? 1 : 0);
}
for (const path of obsolete) {
  rmSync(join(outDir, path));
}
for (const [path, text] of differing) {
  mkdirSync(dirname(join(outDir, path)), { recursive: true });
  writeFileSync(join(outDir, path), text);
}
