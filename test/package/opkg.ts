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

/** The packages that a field names, without the versions that it asks for. */
export function listField(ipk: Ipk, field: string): string[] {
  return constraints(ipk, field).map(({ name }) => name);
}

/** The packages that a field names, and which version of each: `=1.2-r3`, `>=1.2`, or any. */
function constraints(ipk: Ipk, field: string): { name: string; version: string }[] {
  const words = (ipk.fields.get(field) ?? "").split(", ").filter((word) => word !== "");
  return words.map((word) => {
    const [, name = "", version = ""] = /^(\S+)(?: \((\S+)\))?$/.exec(word) ?? [];
    return { name, version };
  });
}

/** Whether a version is the one that is asked for, or a later one; the tests' versions have numbers of one digit. */
function fits(version: string, wanted: string): boolean {
  return wanted.startsWith(">=") ? version >= wanted.slice(2) : wanted === "" || wanted === `=${version}`;
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
    this.#run(ipk, `${path} ${words}`, upgrade);
  }

  #run(ipk: Ipk, commandLine: string, upgrade: boolean): void {
    const env = { PKG_ROOT: "/", PKG_UPGRADE: upgrade ? "1" : "0" };
    const outcome = inRoot(this.#root, commandLine, env);
    this.output.push(outcome);
    if (outcome.status !== 0) {
      throw new Error(`${ipk.name}: ${commandLine} returned ${String(outcome.status)}: ${outcome.stderr}`);
    }
  }

  /** preinst of a package that is not there yet: opkg runs it where it has unpacked the scripts. */
  #preinst(ipk: Ipk, words: string, upgrade: boolean): void {
    const script = controlFile(ipk, "preinst");
    if (script !== "") {
      writeFileSync(this.#path("/tmp/preinst"), script, { mode: 0o755 });
      this.#run(ipk, `/tmp/preinst ${words}`, upgrade);
      rmSync(this.#path("/tmp/preinst"));
    }
  }

  /** Why a package cannot be installed; empty when it can. */
  refusals(ipk: Ipk): string[] {
    const others = [...this.#installed.values()].filter((other) => other.ipk.name !== ipk.name);
    const meets = (name: string, version: string): boolean =>
      this.#present.has(name) ||
      others.some(
        (other) =>
          [other.ipk.name, ...listField(other.ipk, "Provides")].includes(name) && fits(other.ipk.version, version),
      );
    const missing = constraints(ipk, "Depends").filter(({ name, version }) => !meets(name, version));
    const conflicts = listField(ipk, "Conflicts").filter((name) => this.#installed.has(name));
    const clashes = others.flatMap((other) =>
      ipk.files.filter((path) => other.ipk.files.includes(path)).map((path) => `${path} is ${other.ipk.name}'s`),
    );
    return [
      ...missing.map(({ name, version }) => `depends on ${name}${version && ` (${version})`}`),
      ...conflicts.map((name) => `conflicts with ${name}`),
      ...clashes,
    ];
  }

  /** What opkg itself prints. */
  #say(stdout: string): void {
    this.output.push({ status: 0, stdout, stderr: "" });
  }

  /** Writes what opkg knows about the configuration files of the packages that are installed. */
  #writeStatus(): void {
    const records = [...this.#installed.values()].map(
      ({ ipk, shipped }) =>
        `Package: ${ipk.name}\nConffiles:\n${[...shipped].map(([path, hash]) => ` ${path} ${hash}\n`).join("")}\n`,
    );
    writeFileSync(this.#path("usr/lib/opkg/status"), records.join(""));
  }

  /** A file that is gone counts as changed; what the successor has is its own already. */
  #removeFiles(installed: Installed, successor?: Ipk): void {
    for (const path of installed.ipk.files) {
      const shipped = installed.shipped.get(path);
      if (shipped === undefined || shipped === this.#hash(path)) {
        rmSync(this.#path(path), { force: true });
      } else if (!successor?.files.includes(path)) {
        this.#say(`Not deleting modified conffile ${path}.`);
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

  /** Puts a changed configuration file back; the new one lies beside it where it is another. */
  #keep(path: string, shipped: string | undefined): void {
    const backup = `${path}-opkg.backup`;
    if (this.#hash(backup) !== shipped) {
      this.#say(`Existing conffile ${path} is different from the conffile in the new package.`);
      renameSync(this.#path(path), this.#path(`${path}-opkg`));
    }
    renameSync(this.#path(backup), this.#path(path));
  }

  /** Installs a package, or upgrades it when another version is there. */
  install(ipk: Ipk): void {
    const refusals = this.refusals(ipk);
    if (refusals.length > 0) {
      throw new Error(`${ipk.name}: ${refusals.join("; ")}`);
    }
    const old = this.#installed.get(ipk.name);
    const kept: string[] = [];
    if (old !== undefined) {
      this.#script(old.ipk, "prerm", `upgrade ${ipk.version}`, true);
    }
    this.#preinst(ipk, old === undefined ? "install" : `upgrade ${old.ipk.version}`, old !== undefined);
    for (const path of new Set([...(old?.shipped.keys() ?? []), ...ipk.conffiles])) {
      const now = this.#hash(path);
      if (now !== undefined && now !== old?.shipped.get(path)) {
        kept.push(path);
        renameSync(this.#path(path), `${this.#path(path)}-opkg.backup`);
      }
    }
    if (old !== undefined) {
      this.#script(old.ipk, "postrm", `upgrade ${ipk.version}`, true);
      this.#removeFiles(old, ipk);
    }
    this.unpack(ipk);
    const shipped = new Map(ipk.conffiles.map((path) => [path, this.#hash(path) ?? ""]));
    for (const path of kept) {
      this.#keep(path, shipped.get(path));
    }
    this.#installed.set(ipk.name, { ipk, shipped });
    this.#writeStatus();
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
    this.#writeStatus();
  }

  /** Whether a path is a file of ours or a link. */
  has(path: string): boolean {
    return lstatSync(this.#path(path), { throwIfNoEntry: false }) !== undefined;
  }
}
