/**
 * Bundles src/luci into the JavaScript of the package luci-app-sso-login, and copies what is ucode: the controller and uhttpd's handler.
 *
 *   tsx scripts/build-luci.ts           writes it
 *   tsx scripts/build-luci.ts --check   writes nothing; exits 1 when the committed files are not what the sources give
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { root, settle } from "./generated";

interface Entry {
  /** Below src/luci. */
  source: string;
  /** Below the resources folder that LuCI's web server offers. */
  target: string;
  /**
   * `class`: the default export is a class for LuCI's loader, whose directives (`"require form";`) are at the
   * source's top; the loader makes the file a function's body and takes what it returns. `script`: a plain script.
   */
  kind: "class" | "script";
}

const feed = join(root, "openwrt-feed/luci-app-sso-login");
const resources = join(feed, "htdocs/luci-static/resources");
/** ucode, each with its folder in the package. A handler of uhttpd is a template. */
const copied: [source: string, folder: string][] = [
  ["controller/sso_login.uc", "ucode/controller"],
  ["uhttpd/login_page.uc", "root/usr/share/sso-login"],
  ["uhttpd/uhttpd_prefix.uc", "root/usr/share/sso-login"],
];

const entries: Entry[] = [
  { source: "page/settings.ts", target: "view/sso-login/settings.js", kind: "class" },
  { source: "login/login.ts", target: "sso-login/login.js", kind: "script" },
  { source: "login/hook.ts", target: "sso-login/hook.js", kind: "script" },
];

/** A file with a line that says where it is from. */
function generated(source: string, text: string): string {
  return `// Generated from src/luci/${source} by "make luci"; do not edit.\n${text}`;
}

/** A class's bundle as a function's body, with the export at its end as a return; a script's as it is. */
function withoutExport(entry: Entry, bundle: string): string {
  if (entry.kind === "script") {
    return bundle;
  }
  const end = /\nexport \{\n {2}(\w+) as default\n\};\n$/.exec(bundle);
  if (end === null) {
    throw new Error(`${entry.source}: a class has a default export and no other`);
  }
  // esbuild leaves the directive out of modules, which are strict anyway; a function's body is not.
  return `"use strict";\n${bundle.slice(0, end.index)}\nreturn ${end[1]};\n`;
}

/** The JavaScript of an entry, readable; LuCI's build makes it small where an image is built. */
async function bundle(entry: Entry): Promise<string> {
  const result = await build({
    absWorkingDir: root,
    entryPoints: [`src/luci/${entry.source}`],
    bundle: true,
    write: false,
    format: entry.kind === "class" ? "esm" : "iife",
    // The syntax that LuCI's own sources use and that jsmin of its build understands.
    target: "es2018",
    charset: "utf8",
    legalComments: "none",
    tsconfig: "tsconfig.luci.json",
    logLevel: "error",
  });
  const text = result.outputFiles[0]?.text ?? "";
  return generated(entry.source, withoutExport(entry, text));
}

const files = await Promise.all(entries.map(async (entry) => [entry.target, await bundle(entry)] as const));
settle(resources, new Map(files), "make luci");
for (const [source, folder] of copied) {
  const text = readFileSync(join(root, "src/luci", source), "utf8");
  const [start = "", rest] = text.startsWith("{%\n") ? ["{%\n", text.slice(3)] : ["", text];
  settle(join(feed, folder), new Map([[basename(source), start + generated(source, rest)]]), "make luci");
}
