/**
 * All static checks, two at a time; prints what fails and nothing else.
 *
 *   tsx scripts/lint.ts           runs them and exits 1 when one fails
 */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

interface Check {
  name: string;
  command: string;
  args: string[];
}

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const tsx = ["--import", "tsx"];

/** Paths of files below a folder that exist in the repository's own part of the tree, relative to the root. */
function listFiles(folder: string, isWanted: (path: string) => boolean): string[] {
  if (!existsSync(join(root, folder))) {
    return [];
  }
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return ["build", "node_modules", ".git"].includes(entry.name) ? [] : listFiles(path, isWanted);
    }
    return entry.isFile() && isWanted(path) ? [path] : [];
  });
}

/** The first line of a file, which may name an interpreter. */
function firstLine(path: string): string {
  return readFileSync(join(root, path), "utf8").split("\n", 1)[0] ?? "";
}

function isShell(path: string): boolean {
  return path.endsWith(".sh") || /^#!.*[/ ](sh|bash)\b/.test(firstLine(path));
}

function isLua(path: string): boolean {
  return path.endsWith(".lua") || firstLine(path).startsWith("#!/usr/bin/lua");
}

/** Scripts that a router's /bin/sh runs bear rc.common in their first line. */
function isRcScript(path: string): boolean {
  return /^#!\/bin\/sh \/etc\/rc\.common/.test(firstLine(path));
}

/** The checks of tools that work on a list of files, left out where there are none. */
function fileChecks(): Check[] {
  const lua = ["openwrt-feed", "test", "scripts"].flatMap((folder) => listFiles(folder, isLua));
  const shell = ["scripts", "test", ".ci", "openwrt-feed"].flatMap((folder) => listFiles(folder, isShell));
  const native = "openwrt-feed/sso-login-native/src";
  const c = existsSync(join(root, native, ".clang-format")) ? listFiles(native, (path) => /\.[ch]$/.test(path)) : [];
  const checks = [
    { name: "luacheck", command: "luacheck", args: ["--quiet", "--codes", "--no-color", ...lua], files: lua },
    {
      name: "shellcheck",
      command: "shellcheck",
      args: ["--external-sources", ...shell.filter((path) => !isRcScript(path))],
      files: shell.filter((path) => !isRcScript(path)),
    },
    {
      // rc.common sources the script, so it is ash with functions and variables that are used from outside.
      name: "shellcheck of init scripts",
      command: "shellcheck",
      args: ["--shell=dash", "--exclude=SC2034,SC3043", ...shell.filter(isRcScript)],
      files: shell.filter(isRcScript),
    },
    { name: "clang-format", command: "clang-format", args: ["--dry-run", "--Werror", ...c], files: c },
  ];
  return checks.filter((check) => check.files.length > 0);
}

function allChecks(): Check[] {
  const node = process.execPath;
  const bin = (name: string): string => join(root, "node_modules", name);
  const errors = existsSync(join(root, "scripts/gen-errors-doc.ts"));
  return [
    { name: "eslint", command: node, args: [bin("eslint/bin/eslint.js"), "--max-warnings=0", "."] },
    { name: "generated Lua", command: node, args: [...tsx, "scripts/build-lua.ts", "--check"] },
    { name: "generated JavaScript", command: node, args: [...tsx, "scripts/build-luci.ts", "--check"] },
    { name: "translations", command: node, args: [...tsx, "scripts/i18n.ts", "--check"] },
    { name: "subset", command: node, args: [...tsx, "scripts/check-subset.ts"] },
    ...(errors
      ? [{ name: "docs/errors.md", command: node, args: [...tsx, "scripts/gen-errors-doc.ts", "--check"] }]
      : []),
    {
      name: "docs/troubleshooting.md",
      command: node,
      args: [...tsx, "scripts/gen-troubleshooting-doc.ts", "--check"],
    },
    { name: "types of scripts and tests", command: node, args: [bin("typescript/bin/tsc"), "--noEmit"] },
    { name: "types of src", command: node, args: [bin("typescript/bin/tsc"), "--noEmit", "-p", "tstl.config.json"] },
    {
      name: "types of src/luci",
      command: node,
      args: [bin("typescript/bin/tsc"), "--noEmit", "-p", "tsconfig.luci.json"],
    },
    { name: "prettier", command: node, args: [bin("prettier/bin/prettier.cjs"), "--check", "--log-level=warn", "."] },
    ...fileChecks(),
  ];
}

/** Runs one check; its output, or undefined when all is well. */
function run(check: Check): Promise<string | undefined> {
  return new Promise((done) => {
    const child = spawn(check.command, check.args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    const output: string[] = [];
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk.toString()));
    child.on("error", (error) => done(`${error.message}\n`));
    child.on("close", (code) => done(code === 0 ? undefined : output.join("")));
  });
}

/** Takes checks from the list until it is empty; returns the names of those that failed. */
async function work(queue: Check[]): Promise<string[]> {
  const failed: string[] = [];
  for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
    const output = await run(check);
    if (output !== undefined) {
      failed.push(check.name);
      process.stderr.write(`--- ${check.name}\n${output.trimEnd()}\n`);
    }
  }
  return failed;
}

const queue = allChecks();
const failed = (await Promise.all([work(queue), work(queue)])).flat();
if (failed.length > 0) {
  console.error(`lint: failed: ${failed.join(", ")}`);
  process.exit(1);
}
