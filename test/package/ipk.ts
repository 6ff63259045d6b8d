/** Builds packages and reads them. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../box/locations.ts";

export interface Ipk {
  file: string;
  /** Has what is in the package's archives, in `control` and `data`. */
  folder: string;
  name: string;
  version: string;
  fields: Map<string, string>;
  /** Paths of files and links, absolute. */
  files: string[];
  conffiles: string[];
}

/** Runs a program; its output, or an exception with what it complained of. */
export function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) {
    throw new Error(`${command} ${args.join(" ")}: ${error?.message ?? stderr + stdout}`);
  }
  return stdout;
}

function lines(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}

export function controlFile({ folder }: Ipk, name: string): string {
  const path = join(folder, "control", name);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

function readIpk(file: string): Ipk {
  const folder = file.replace(/\.ipk$/, "");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  run("tar", "-xzf", file, "-C", folder);
  for (const part of ["control", "data"]) {
    mkdirSync(join(folder, part));
    run("tar", "-xpzf", `${folder}/${part}.tar.gz`, "-C", join(folder, part));
  }
  const entries = readdirSync(join(folder, "data"), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  const ipk: Ipk = { file, folder, name: "", version: "", fields: new Map(), files: [], conffiles: [] };
  ipk.files = files.map((path) => path.slice(join(folder, "data").length)).sort();
  ipk.conffiles = lines(controlFile(ipk, "conffiles"));
  // A line that begins with a space goes on with the field before it.
  for (const [, name = "", value = ""] of controlFile(ipk, "control").matchAll(/^([\w-]+): (.*(?:\n .*)*)/gm)) {
    ipk.fields.set(name, value);
  }
  ipk.name = ipk.fields.get("Package") ?? "";
  ipk.version = ipk.fields.get("Version") ?? "";
  return ipk;
}

/** The packages of a feed for a release whose own runtime this is, by name, built in `out`. */
export function buildPackages(feed: string, runtime: string, out: string, ...variables: string[]): Map<string, Ipk> {
  const script = join(repositoryRoot, "scripts/openwrt/build-feed.sh");
  const packages = lines(run(script, feed, runtime, out, ...variables)).map(readIpk);
  return new Map(packages.map((ipk) => [ipk.name, ipk]));
}

/** The packages that a field names, and which version of each: `=1.2-r3`, `>=1.2`, or any. */
export function related(ipk: Ipk, field: string): { name: string; version: string }[] {
  const words = (ipk.fields.get(field) ?? "").split(", ").filter((word) => word !== "");
  return words.map((word) => {
    const [, name = "", version = ""] = /^(\S+)(?: \((\S+)\))?$/.exec(word) ?? [];
    return { name, version };
  });
}
