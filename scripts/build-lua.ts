/**
 * Transpiles src/sso_login to the Lua modules `sso_login.*` inside the feed.
 *
 *   tsx scripts/build-lua.ts           writes them
 *   tsx scripts/build-lua.ts --check   writes nothing; exits 1 when the committed files are not what the sources give
 */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import * as tstl from "typescript-to-lua";
import { root, settle } from "./generated";
import { layOut } from "./lua-layout";
import { plugin } from "./lua-plugin";

const outDir = join(root, "openwrt-feed/sso-login/generated/lua");

/** The place of a module: Lua's own side of the service is among its modules, as `sso_login.io.*`. */
function destination(below: string): string {
  return below.replace(/^lua\/io\//, "sso_login/io/");
}

/** How TypeScriptToLua imports the two constructors that nearly every module uses. */
const resultImports = /^(local ____result = require\("sso_login\.result"\)\n)local err = .*\nlocal ok = .*\n/gm;

/** The two constructors get names after all imports. */
function nameConstructors(text: string): string {
  const constructors = "local err, ok = result.err, result.ok\n";
  // A file that also imports the module has two such lines.
  const single = text
    .replace(resultImports, "$1")
    .replaceAll("____result", "result")
    .replace(/^(local result = .*\n)\1/m, "$1");
  if (single === text) {
    return text;
  }
  const [last] = [...single.matchAll(/^local \w+ = require\(".*"\)\n/gm)].slice(-1);
  const end = (last?.index ?? 0) + (last?.[0].length ?? 0);
  return single.slice(0, end) + constructors + single.slice(end);
}

/**
 * The text as a person would write it: the module's table is `M`, helpers are members of `lib` instead of copies in
 * locals, and indentation is by tabs, as in OpenWrt's own Lua. Together it saves a tenth of the installed size.
 */
function readable(text: string): string {
  const named = layOut(text)
    .replaceAll('require("lualib_bundle")', 'require("sso_login.lualib")')
    .replaceAll('require("lua.io.', 'require("sso_login.io.')
    .replaceAll(/^local (__TS__\w+) = ____lualib\.\1\n/gm, "")
    .replaceAll("____lualib", "lib")
    .replaceAll(/\b__TS__(?=\w+\()/g, "lib.")
    .replaceAll("____exports", "M")
    .replaceAll(/(for |function\()____, /g, "$1_, ")
    .replaceAll(/\b(and|or) \(\{\}\)/g, "$1 {}")
    .replaceAll(/^(?: {4})+/gm, (spaces) => "\t".repeat(spaces.length / 4));
  return nameConstructors(named);
}

/** The generated files by their path below outDir. */
function transpile(): Map<string, string> {
  const header = (source: string): string => `-- Generated from src/${source} by "make lua"; do not edit.\n`;
  /** The comment at the head of a module; TypeScriptToLua keeps only those of its parts. */
  const comment = (source: string): string => {
    const found = /^\/\*\*\s(.*?)\s*\*\/\n(?:\n|import)/s.exec(readFileSync(join(root, "src", source), "utf8"));
    const lines = (found?.[1] ?? "").split("\n").map((line) => line.replace(/^\s*\* ?/, "").trim());
    return found === null ? "" : `--- ${lines.join("\n-- ").replaceAll(/ $/gm, "")}\n`;
  };
  const lualib = readFileSync(join(root, "src/lua/lualib.lua"), "utf8");
  const files = new Map([["sso_login/lualib.lua", header("lua/lualib.lua") + lualib]]);
  const { diagnostics } = tstl.transpileProject(
    join(root, "tstl.config.json"),
    { luaPlugins: [{ plugin }] },
    (path, text) => {
      const below = relative(outDir, path);
      if (below === "lualib_bundle.lua" || /^local ____exports = \{\}\s*return ____exports\s*$/.test(text)) {
        return; // helpers that lualib.lua replaces, or only types
      }
      const source = below.replace(/\.lua$/, ".ts");
      files.set(destination(below), header(source) + comment(source) + readable(text).trimEnd() + "\n");
    },
  );
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

/** Ends the build where a module calls a helper that lualib.lua lacks: src/ecma.d.ts permits what that does not do. */
function checkHelpers(files: ReadonlyMap<string, string>): void {
  const called = [...files.values()].flatMap((text) =>
    [...text.matchAll(/\blib\.(\w+)/g)].map(([, name]) => name ?? ""),
  );
  const missing = called.find((name) => !files.get("sso_login/lualib.lua")?.includes(`function M.${name}(`));
  if (missing !== undefined) {
    throw new Error(`src/lua/lualib.lua has no ${missing}`);
  }
}

const files = transpile();
checkHelpers(files);
settle(outDir, files, "make lua", () => true);
