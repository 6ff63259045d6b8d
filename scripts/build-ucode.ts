/**
 * Emits the service's modules as ucode into the feed, `sso_login.*` below generated/ucode.
 *
 *   tsx scripts/build-ucode.ts           writes them
 *   tsx scripts/build-ucode.ts --check   writes nothing; exits 1 when the committed files are not what the sources give
 */
import { join } from "node:path";
import { root, settle } from "./generated";
import { loadProject, renderModules } from "./ucode/modules";
import { Refusal } from "./ucode/output";

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

settle(outDir, render(), "make ucode", (path) => path.endsWith(".uc"));
