/** The modules that a package installs say what the committed ones say. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../box/locations.ts";
import type { Ipk } from "./ipk.ts";
import { check, same } from "./report.ts";

/** Returns a program's output; throws what it complains of. */
function output(command: string, args: readonly string[], input?: Buffer): Buffer {
  const { status, stdout, stderr } = spawnSync(command, args, { input });
  if (status !== 0) {
    throw new Error(stderr.toString("utf8"));
  }
  return stdout;
}

/** A module as bytecode of Lua, listed without lines and addresses: white space and comments make no difference. */
function meaning(file: string): string {
  const isUcode = file.endsWith(".uc");
  const translated = isUcode ? output("lua5.1", [join(import.meta.dirname, "bytecode.lua"), file]) : undefined;
  const bytecode = output("luac5.1", ["-s", "-o", "-", isUcode ? "-" : file], translated);
  const listing = output("luac5.1", ["-l", "-l", "-p", "-"], bytecode).toString("latin1");
  return listing.replaceAll(/^(main|function) <.*>|0x[0-9a-f]{6,}/gm, "$1");
}

export function checkModules(ipk: Ipk): void {
  const modules = ipk.files.filter((path) => /\/sso_login\/.*\.(lua|uc)$/.test(path));
  const folder = join(ipk.folder, "data");
  const changed = modules.filter((path) => {
    const generated = join("openwrt-feed/sso-login/generated", path.endsWith(".uc") ? "ucode" : "lua");
    const committed = join(repositoryRoot, generated, path.slice(path.indexOf("sso_login/")));
    return meaning(committed) !== meaning(join(folder, path));
  });
  check(`${ipk.name}: has modules`, modules.length > 50, modules.length);
  same(`${ipk.name}: the modules mean what the committed ones mean`, changed, []);
  // In ucode one tab stays, by which io/link sees what is inside of a declaration.
  const packed = { lua: /^(\s|--|$)/m, uc: /^(\t\s| |\t?\/[/*]|$)/m };
  const unpacked = modules.filter((path) =>
    packed[path.endsWith(".uc") ? "uc" : "lua"].test(readFileSync(join(folder, path), "utf8").trim()),
  );
  same(`${ipk.name}: no comment, needless indentation or empty line is left`, unpacked, []);
}
