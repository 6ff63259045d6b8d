/** A folder's whole content as comparable lines: path, kind, mode, owner, and for files a hash. */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { root } from "./chroot.ts";

export type Snapshot = Map<string, string>;

/** Files that change without our packages: devices, the log, locks, what daemons, `reload_config` and opkg know; stand-ins. */
const ignored = [
  ...["/dev", "/proc", "/var/log", "/tmp/.uci", "/stand-in"],
  ...["/var/run/ubus", "/var/run/config.md5", "/usr/lib/opkg/status"],
];

function describe(path: string): string {
  const info = lstatSync(path);
  const mode = (info.mode & 0o7777).toString(8).padStart(4, "0");
  const owner = `${String(info.uid)}:${String(info.gid)}`;
  if (info.isSymbolicLink()) {
    return `link -> ${readlinkSync(path)}`;
  }
  if (info.isDirectory()) {
    return `folder ${mode} ${owner}`;
  }
  const hash = createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 16);
  return `file ${mode} ${owner} ${hash}`;
}

export function snapshot(below = "", found: Snapshot = new Map()): Snapshot {
  for (const name of readdirSync(join(root, below)).sort()) {
    const path = `${below}/${name}`;
    if (!ignored.includes(path)) {
      const text = describe(join(root, path));
      found.set(path, text);
      if (text.startsWith("folder")) {
        snapshot(path, found);
      }
    }
  }
  return found;
}

/** Returns the differences: `+ path` new, `- path` gone, `~ path` changed. */
export function differences(before: Snapshot, after: Snapshot): string[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path) => {
    const [old, now] = [before.get(path), after.get(path)];
    if (old === now) {
      return [];
    }
    return [`${old === undefined ? "+" : now === undefined ? "-" : "~"} ${path}`];
  });
}
