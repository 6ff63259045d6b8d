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

/** A listing cut at its texts, which are every second piece. */
function pieces(listing: string): string[] {
  return listing.split(/"((?:[^"\\]|\\.)*)"/);
}

/**
 * Whether two modules mean the same, but for names of exports, each of which has one other name in all modules: `renamed`
 * takes them, `kept` the texts that are the same.
 */
function areAlike(one: string, other: string, renamed: Map<string, string>, kept: Set<string>): boolean {
  const [before, after] = [pieces(meaning(one)), pieces(meaning(other))];
  return (
    before.length === after.length &&
    before.every((piece, at) => {
      const now = after[at] ?? "";
      if (piece === now) {
        kept.add(at % 2 === 1 ? piece : "");
        return true;
      }
      const known = renamed.get(piece) ?? now;
      renamed.set(piece, known);
      return at % 2 === 1 && /^[a-z]\d+$/i.test(now) && known === now;
    })
  );
}

/** What the modules of a package are: what the committed ones are, in no more bytes than they may have. */
export function checkModules(ipk: Ipk): void {
  const modules = ipk.files.filter((path) => /\/sso_login\/.*\.(lua|uc)$/.test(path));
  const type = modules[0]?.endsWith(".uc") === true ? "uc" : "lua";
  const generated = join(repositoryRoot, "openwrt-feed/sso-login/generated", type === "uc" ? "ucode" : "lua");
  const folder = mkdtempSync(join(tmpdir(), "modules-"));
  spawnSync("tar", ["-xz", "-C", folder], { input: member(ipk.file, "data.tar.gz") });
  const renamed = new Map<string, string>();
  const kept = new Set<string>();
  const changed = modules.filter((path) => {
    return !areAlike(join(generated, path.slice(path.indexOf("sso_login/"))), join(folder, path), renamed, kept);
  });
  same(`${ipk.name}: the modules mean what the committed ones mean`, changed, []);
  // Names of Lua and of the stand-in's operators are in the listings, too.
  ["pairs", "same"].forEach((name) => kept.delete(name));
  const twice = [...renamed].filter(([name, now]) => kept.has(name) || kept.has(now));
  same(
    `${ipk.name}: an export has one name in all of them`,
    [twice, new Set(renamed.values()).size],
    [[], renamed.size],
  );
  const size = modules.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
  const budget = budgets[type];
  check(`${ipk.name}: ${String(size)} bytes of modules, at most ${String(budget)}`, size > 0 && size <= budget);
  rmSync(folder, { recursive: true });
}
