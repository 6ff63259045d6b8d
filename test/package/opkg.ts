/**
 * Installs, upgrades and removes .ipk files in a root folder by opkg's documented order of steps. Only what concerns one
 * package is here: no lists, no downloads, no signatures. Scripts run in the root folder.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot, type Outcome } from "./chroot.ts";

/** An .ipk, read. */
export interface Ipk {
  file: string;
  name: string;
  version: string;
  fields: Map<string, string>;
  /** Paths of files and links, absolute. */
  files: string[];
  conffiles: string[];
}

interface Installed {
  ipk: Ipk;
  /** Hashes of the conffiles as they were shipped. */
  shipped: Map<string, string>;
}

function tar(args: readonly string[], input: Buffer): Buffer {
  const { status, stdout, stderr } = spawnSync("tar", args, { input, maxBuffer: 64 << 20 });
  if (status !== 0) {
    throw new Error(`tar ${args.join(" ")}: ${stderr.toString("utf8")}`);
  }
  return stdout;
}

/** A member of the outer archive. */
export function member(file: string, name: string): Buffer {
  return tar(["-xzO", `./${name}`], readFileSync(file));
}

/** The lines of a control file as fields; lines that go on are joined with line ends. */
function parseFields(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  let last = "";
  for (const line of text.split("\n")) {
    if (line.startsWith(" ")) {
      fields.set(last, `${fields.get(last) ?? ""}\n${line.trim()}`);
    } else if (line.includes(": ")) {
      last = line.slice(0, line.indexOf(": "));
      fields.set(last, line.slice(last.length + 2));
    }
  }
  return fields;
}

function lines(text: Buffer): string[] {
  return text
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
}

export function readIpk(file: string): Ipk {
  const control = member(file, "control.tar.gz");
  const fields = parseFields(tar(["-xzO", "./control"], control).toString("utf8"));
  const listed = lines(tar(["-tz"], control));
  const names = lines(tar(["-tz"], member(file, "data.tar.gz")));
  return {
    file,
    name: fields.get("Package") ?? "",
    version: fields.get("Version") ?? "",
    fields,
    files: names.filter((name) => !name.endsWith("/")).map((name) => name.slice(1)),
    conffiles: listed.includes("./conffiles") ? lines(tar(["-xzO", "./conffiles"], control)) : [],
  };
}

/** A file of the control archive; "" when there is none of that name. */
export function controlFile(ipk: Ipk, name: string): string {
  const control = member(ipk.file, "control.tar.gz");
  return lines(tar(["-tz"], control)).includes(`./${name}`) ? tar(["-xzO", `./${name}`], control).toString("utf8") : "";
}

/** The packages that a field names. */
export function listField(ipk: Ipk, field: string): string[] {
  return (ipk.fields.get(field) ?? "").split(", ").filter((name) => name !== "");
}

export class Opkg {
  readonly #root: string;
  readonly #installed = new Map<string, Installed>();
  /** What the router has without us: package names. */
  readonly #present: ReadonlySet<string>;
  /** What the scripts printed so far. */
  readonly output: Outcome[] = [];

  constructor(root: string, present: readonly string[]) {
    this.#root = root;
    this.#present = new Set(present);
  }

  #info(name: string): string {
    return join(this.#root, "usr/lib/opkg/info", name);
  }

  #path(path: string): string {
    return join(this.#root, path);
  }

  #hash(path: string): string | undefined {
    return existsSync(this.#path(path))
      ? createHash("sha256")
          .update(readFileSync(this.#path(path)))
          .digest("hex")
      : undefined;
  }

  #script(ipk: Ipk, script: string, words: string, upgrade: boolean): void {
    const path = `/usr/lib/opkg/info/${ipk.name}.${script}`;
    if (!existsSync(this.#path(path))) {
      return;
    }
    const env = { PKG_ROOT: "/", PKG_UPGRADE: upgrade ? "1" : "0" };
    const outcome = inRoot(this.#root, `${path} ${words}`, env);
    this.output.push(outcome);
    if (outcome.status !== 0) {
      throw new Error(`${ipk.name}: ${script} returned ${String(outcome.status)}: ${outcome.stderr}`);
    }
  }

  /** Why a package cannot be installed; empty when it can. */
  refusals(ipk: Ipk): string[] {
    const others = [...this.#installed.values()].filter((other) => other.ipk.name !== ipk.name);
    const provided = new Set([
      ...this.#present,
      ...others.flatMap((other) => [other.ipk.name, ...listField(other.ipk, "Provides")]),
    ]);
    const missing = listField(ipk, "Depends").filter((name) => !provided.has(name));
    const conflicts = listField(ipk, "Conflicts").filter((name) => this.#installed.has(name));
    const clashes = others.flatMap((other) =>
      ipk.files.filter((path) => other.ipk.files.includes(path)).map((path) => `${path} is ${other.ipk.name}'s`),
    );
    return [
      ...missing.map((name) => `depends on ${name}`),
      ...conflicts.map((name) => `conflicts with ${name}`),
      ...clashes,
    ];
  }

  #removeFiles(installed: Installed): void {
    for (const path of installed.ipk.files) {
      const shipped = installed.shipped.get(path);
      if (shipped === undefined || shipped === this.#hash(path)) {
        rmSync(this.#path(path), { force: true });
      }
    }
    for (const name of readdirSync(this.#info(""))) {
      if (name.startsWith(`${installed.ipk.name}.`)) {
        rmSync(this.#info(name));
      }
    }
  }

  #unpackControl(ipk: Ipk): void {
    const control = member(ipk.file, "control.tar.gz");
    for (const entry of lines(tar(["-tz"], control)).filter((name) => !name.endsWith("/"))) {
      const target = this.#info(`${ipk.name}.${entry.slice(2)}`);
      writeFileSync(target, tar(["-xzO", entry], control), { mode: entry === "./control" ? 0o644 : 0o755 });
    }
    writeFileSync(this.#info(`${ipk.name}.list`), ipk.files.map((path) => `${path}\n`).join(""));
  }

  /** Writes a package's files and scripts, and runs none: what happens when an image is built. */
  unpack(ipk: Ipk): void {
    this.#unpackControl(ipk);
    tar(["-xz", "--no-overwrite-dir", "-p", "-C", this.#root], member(ipk.file, "data.tar.gz"));
  }

  /** Installs a package, or upgrades it when another version is there. */
  install(ipk: Ipk): void {
    const refusals = this.refusals(ipk);
    if (refusals.length > 0) {
      throw new Error(`${ipk.name}: ${refusals.join("; ")}`);
    }
    const old = this.#installed.get(ipk.name);
    const kept = new Map<string, Buffer>();
    if (old !== undefined) {
      this.#script(old.ipk, "prerm", `upgrade ${ipk.version}`, true);
      for (const [path, shipped] of old.shipped) {
        const now = this.#hash(path);
        if (now !== undefined && now !== shipped) {
          kept.set(path, readFileSync(this.#path(path)));
          renameSync(this.#path(path), `${this.#path(path)}-opkg.backup`);
        }
      }
      this.#script(old.ipk, "postrm", `upgrade ${ipk.version}`, true);
      this.#removeFiles(old);
    }
    this.unpack(ipk);
    const shipped = new Map(ipk.conffiles.map((path) => [path, this.#hash(path) ?? ""]));
    for (const path of kept.keys()) {
      renameSync(this.#path(path), this.#path(`${path}-opkg`));
      renameSync(`${this.#path(path)}-opkg.backup`, this.#path(path));
    }
    this.#installed.set(ipk.name, { ipk, shipped });
    this.#script(ipk, "postinst", "configure", old !== undefined);
  }

  remove(name: string): void {
    const installed = this.#installed.get(name);
    if (installed === undefined) {
      throw new Error(`${name} is not installed`);
    }
    this.#script(installed.ipk, "prerm", "remove", false);
    const postrm = this.#info(`${name}.postrm`);
    const saved = existsSync(postrm) ? readFileSync(postrm) : undefined;
    this.#removeFiles(installed);
    if (saved !== undefined) {
      writeFileSync(postrm, saved, { mode: 0o755 });
      this.#script(installed.ipk, "postrm", "remove", false);
      rmSync(postrm);
    }
    this.#installed.delete(name);
  }

  /** Whether a path is a file of ours or a link. */
  has(path: string): boolean {
    return lstatSync(this.#path(path), { throwIfNoEntry: false }) !== undefined;
  }
}
