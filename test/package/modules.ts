/** The modules that a package installs: they say what the committed ones say, and fit on a router. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryRoot } from "../box/locations.ts";
import { member, type Ipk } from "./opkg.ts";
import { check, same } from "./report.ts";

/** Bytes that the modules of a runtime may have together (docs/architecture.md, "Budgets"). */
const budgets = { lua: 170_000, uc: 150_000 };

/** What a program writes; throws what it complains of. */
function output(command: string, args: readonly string[], input?: Buffer): Buffer {
  const { status, stdout, stderr } = spawnSync(command, args, { input });
  if (status !== 0) {
    throw new Error(stderr.toString("utf8"));
  }
  return stdout;
}

/**
 * A module as bytecode, listed without places and addresses. Names of variables are not in it: two texts that differ in
 * nothing but those and white space have one meaning.
 */
function meaning(file: string): string {
  const translated = file.endsWith(".uc")
    ? output("lua5.1", [join(import.meta.dirname, "bytecode.lua"), file])
    : undefined;
  const bytecode = output("luac5.1", ["-s", "-o", "-", translated === undefined ? file : "-"], translated);
  const listing = output("luac5.1", ["-l", "-l", "-p", "-"], bytecode).toString("latin1");
  return listing.replaceAll(/^(main|function) <.*>|0x[0-9a-f]{6,}/gm, "$1");
}

/** What the modules of a package are, if it has any. */
export function checkModules(ipk: Ipk): void {
  const modules = ipk.files.filter((path) => /\/sso_login\/.*\.(lua|uc)$/.test(path));
  const type = modules[0]?.endsWith(".uc") === true ? "uc" : "lua";
  const generated = join(repositoryRoot, "openwrt-feed/sso-login/generated", type === "uc" ? "ucode" : "lua");
  const folder = mkdtempSync(join(tmpdir(), "modules-"));
  spawnSync("tar", ["-xz", "-C", folder], { input: member(ipk.file, "data.tar.gz") });
  const changed = modules.filter((path) => {
    return meaning(join(generated, path.slice(path.indexOf("sso_login/")))) !== meaning(join(folder, path));
  });
  same(`${ipk.name}: the modules mean what the committed ones mean`, changed, []);
  const size = modules.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
  const budget = budgets[type];
  check(`${ipk.name}: ${String(size)} bytes of modules, at most ${String(budget)}`, size > 0 && size <= budget);
  rmSync(folder, { recursive: true });
}
