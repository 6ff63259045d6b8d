/**
 * opkg and apk, as far as the scripts and files of one package at a time can tell: which scripts run in which order under
 * which names, what becomes of configuration files, and for opkg which packages are refused.
 */
import { createHash } from "node:crypto";
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot, root } from "./chroot.ts";
import { controlFile, related, type Ipk } from "./ipk.ts";

export const info = "/usr/lib/opkg/info";

export type ManagerName = "opkg" | "apk";

interface Installed {
  ipk: Ipk;
  shipped: Map<string, string>;
}

function hashOf(path: string): string | undefined {
  const file = join(root, path);
  return existsSync(file) ? createHash("sha256").update(readFileSync(file)).digest("hex") : undefined;
}

/** Whether a version is the one that is asked for, or a later one; the tests' versions have numbers of one digit. */
function fits(version: string, wanted: string): boolean {
  return wanted.startsWith(">=") ? version >= wanted.slice(2) : wanted === "" || wanted === `=${version}`;
}

/** Writes a package's files, and under opkg its scripts, and runs none: what happens when an image is built. */
export function unpack(ipk: Ipk, manager: ManagerName = "opkg", below = root): void {
  cpSync(join(ipk.folder, "data"), below, { recursive: true, verbatimSymlinks: true });
  const list = manager === "opkg" ? info : "/lib/apk/packages";
  writeFileSync(join(below, list, `${ipk.name}.list`), ipk.files.map((path) => `${path}\n`).join(""));
  for (const name of manager === "opkg" ? ["postinst", "postinst-pkg", "prerm", "prerm-pkg", "postrm"] : []) {
    if (controlFile(ipk, name) !== "") {
      cpSync(join(ipk.folder, "control", name), join(below, info, `${ipk.name}.${name}`));
    }
  }
}

/** The script that OpenWrt makes for apk of the package's parts. */
function apkScript(ipk: Ipk, name: string): string {
  if (name === "preinst" || name === "postrm") {
    return controlFile(ipk, name);
  }
  const head = "[ -s ${IPKG_INSTROOT}/lib/functions.sh ] || exit 0\n. ${IPKG_INSTROOT}/lib/functions.sh\n";
  const names = `export root="\${IPKG_INSTROOT}"\nexport pkgname="${ipk.name}"\n`;
  const standard = name === "prerm" ? "default_prerm\n" : "add_group_and_user\ndefault_postinst\n";
  return `#!/bin/sh\n${head}${names}${standard}${controlFile(ipk, `${name}-pkg`).replace(/^\s*#!.*\n/, "")}`;
}

export class Manager {
  readonly #name: ManagerName;
  readonly #installed = new Map<string, Installed>();
  readonly #present: ReadonlySet<string>;
  #said: string[] = [];

  constructor(name: ManagerName, present: readonly string[]) {
    this.#name = name;
    this.#present = new Set(present);
  }

  /** Returns the output of the manager and the scripts since the last call. */
  said(): string[] {
    const said = this.#said;
    this.#said = [];
    return said;
  }

  #script(ipk: Ipk, name: string, words: string, isUpgrade: boolean): void {
    const text = this.#name === "apk" ? apkScript(ipk, name) : controlFile(ipk, name);
    if (text === "") {
      return;
    }
    const isInstalled = this.#name === "opkg" && ["prerm", "postinst"].includes(name);
    const path = isInstalled ? `${info}/${ipk.name}.${name}` : `/tmp/${name}`;
    writeFileSync(join(root, path), text, { mode: 0o755 });
    const env = { PKG_ROOT: "/", PKG_UPGRADE: isUpgrade ? "1" : "0" };
    const { status, stdout, stderr } = inRoot(`${path} ${words}`, env);
    if (status !== 0) {
      throw new Error(`${ipk.name}: ${name} ${words} returned ${String(status)}: ${stderr}`);
    }
    this.#said.push(...[stdout, stderr].filter((said) => said !== ""));
    if (!isInstalled) {
      rmSync(join(root, path));
    }
  }

  /** Why opkg refuses a package; empty when it does not. */
  refusals(ipk: Ipk): string[] {
    const others = [...this.#installed.values()]
      .map((installed) => installed.ipk)
      .filter(({ name }) => name !== ipk.name);
    const isMet = (name: string, version: string): boolean =>
      this.#present.has(name) ||
      others.some((other) => {
        const names = [other.name, ...related(other, "Provides").map((provided) => provided.name)];
        return names.includes(name) && fits(other.version, version);
      });
    const missing = related(ipk, "Depends").filter(({ name, version }) => !isMet(name, version));
    const conflicts = related(ipk, "Conflicts").filter(({ name }) => this.#installed.has(name));
    const clashes = others.flatMap(({ name, files }) =>
      ipk.files.filter((path) => files.includes(path)).map((path) => `${path} is ${name}'s`),
    );
    return [
      ...missing.map(({ name, version }) => `depends on ${name}${version && ` (${version})`}`),
      ...conflicts.map(({ name }) => `conflicts with ${name}`),
      ...clashes,
    ];
  }

  /** Writes what the manager knows of configuration files, where the packages' own scripts look for it. */
  #writeShipped(): void {
    const lists = [...this.#installed.values()].map(({ ipk: { name }, shipped }) => {
      const lines = [...shipped].map(([path, hash]) => `${path} ${hash}\n`);
      if (this.#name === "apk") {
        writeFileSync(join(root, `lib/apk/packages/${name}.conffiles_static`), lines.join(""));
      }
      return `Package: ${name}\nConffiles:\n${lines.map((line) => ` ${line}`).join("")}\n`;
    });
    writeFileSync(join(root, "usr/lib/opkg/status"), this.#name === "opkg" ? lists.join("") : "");
  }

  /** Puts the files in place; of a configuration file that somebody has changed the new one lies beside it. */
  #place(ipk: Ipk, old: Installed | undefined): void {
    const conffiles = new Set([...(old?.shipped.keys() ?? []), ...ipk.conffiles]);
    const changed = [...conffiles].filter(
      (path) => hashOf(path) !== undefined && hashOf(path) !== old?.shipped.get(path),
    );
    changed.forEach((path) => {
      renameSync(join(root, path), join(root, `${path}-kept`));
    });
    const obsolete = old?.ipk.files.filter((path) => !ipk.files.includes(path) && !changed.includes(path));
    obsolete?.forEach((path) => {
      rmSync(join(root, path), { force: true });
    });
    unpack(ipk, this.#name);
    this.#installed.set(ipk.name, { ipk, shipped: new Map(ipk.conffiles.map((path) => [path, hashOf(path) ?? ""])) });
    this.#writeShipped();
    for (const path of changed) {
      // apk says nothing of a file that the new version ships as the old one did.
      const isNews = this.#name === "opkg" || hashOf(path) !== old?.shipped.get(path);
      if (isNews && hashOf(`${path}-kept`) !== hashOf(path)) {
        const beside = this.#name === "opkg" ? `${path}-opkg` : `${path}.apk-new`;
        renameSync(join(root, path), join(root, beside));
        this.#tell(`Existing conffile ${path} is different from the conffile in the new package.`);
      }
      renameSync(join(root, `${path}-kept`), join(root, path));
    }
  }

  #tell(text: string): void {
    this.#said.push(...(this.#name === "opkg" ? [text] : []));
  }

  install(ipk: Ipk): void {
    const refusals = this.#name === "opkg" ? this.refusals(ipk) : [];
    if (refusals.length > 0) {
      throw new Error(`${ipk.name}: ${refusals.join("; ")}`);
    }
    const old = this.#installed.get(ipk.name);
    // Of the old version apk runs no script.
    const replaced = this.#name === "opkg" ? old?.ipk : undefined;
    if (replaced !== undefined) {
      this.#script(replaced, "prerm", `upgrade ${ipk.version}`, true);
    }
    this.#script(ipk, "preinst", old === undefined ? "install" : `upgrade ${old.ipk.version}`, old !== undefined);
    if (replaced !== undefined) {
      this.#script(replaced, "postrm", `upgrade ${ipk.version}`, true);
    }
    this.#place(ipk, old);
    this.#script(ipk, "postinst", "configure", old !== undefined);
  }

  remove(name: string): void {
    const installed = this.#installed.get(name);
    if (installed === undefined) {
      throw new Error(`${name} is not installed`);
    }
    const { ipk, shipped } = installed;
    this.#script(ipk, "prerm", "remove", false);
    for (const path of ipk.files) {
      if (shipped.has(path) && shipped.get(path) !== hashOf(path)) {
        this.#tell(`Not deleting modified conffile ${path}.`);
      } else {
        rmSync(join(root, path), { force: true });
      }
    }
    inRoot(`rm -f ${info}/${name}.* /lib/apk/packages/${name}.*`);
    this.#installed.delete(name);
    this.#script(ipk, "postrm", "remove", false);
    this.#writeShipped();
  }
}
