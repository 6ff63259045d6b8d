/**
 * Transpiles src/sso_login to the Lua modules `sso_login.*` inside the feed.
 *
 *   tsx scripts/build-lua.ts           writes them
 *   tsx scripts/build-lua.ts --check   writes nothing; exits 1 when the committed files are not what the sources give
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import * as tstl from "typescript-to-lua";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const outDir = join(root, "openwrt-feed/sso-login/lua");

/** TypeScriptToLua's helper functions get a name of our own: `lualib_bundle` would be global to all Lua programs. */
const helperModule = "sso_login.lualib";

/** Indents with tabs, as OpenWrt's own Lua and shell do; it also saves a tenth of the installed size. */
function withTabs(text: string): string {
  return text.replace(/^(?: {4})+/gm, (spaces) => "\t".repeat(spaces.length / 4));
}

/** The generated files by their path below outDir. */
function transpile(): Map<string, string> {
  const files = new Map<string, string>();
  const { diagnostics } = tstl.transpileProject(join(root, "tstl.config.json"), {}, (path, text) => {
    const below = relative(outDir, path);
    const isHelper = basename(path) === "lualib_bundle.lua";
    const source = isHelper ? "TypeScriptToLua's helper functions" : `src/${below.replace(/\.lua$/, ".ts")}`;
    const header = `-- Generated from ${source} by "make lua"; do not edit.\n`;
    const body = text.replaceAll('require("lualib_bundle")', `require("${helperModule}")`);
    if (/^local ____exports = \{\}\s*return ____exports\s*$/.test(body)) {
      return; // types alone
    }
    files.set(isHelper ? "sso_login/lualib.lua" : below, header + withTabs(body).trimEnd() + "\n");
  });
  if (diagnostics.length > 0) {
    const host = {
      getCanonicalFileName: (name: string) => name,
      getCurrentDirectory: () => root,
      getNewLine: () => "\n",
    };
    process.stderr.write(ts.formatDiagnostics(diagnostics, host));
    process.exit(1);
  }
  return files;
}

/** Paths of all files below a folder, relative to it. */
function listFiles(folder: string, below = ""): string[] {
  if (!existsSync(join(folder, below))) {
    return [];
  }
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    return entry.isDirectory() ? listFiles(folder, path) : [path];
  });
}

const generated = transpile();
const obsolete = listFiles(outDir).filter((path) => !generated.has(path));
const differing = [...generated].filter(([path, text]) => {
  const target = join(outDir, path);
  return !existsSync(target) || readFileSync(target, "utf8") !== text;
});

if (process.argv.includes("--check")) {
  for (const path of [...obsolete, ...differing.map(([name]) => name)]) {
    console.error(`${relative(root, join(outDir, path))} is not what src/ gives: run "make lua" and commit the result`);
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
