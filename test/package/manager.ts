/**
 * opkg and apk, as far as the scripts and files of one package at a time can tell: which scripts run in which order under
 * which names, what becomes of configuration files, and for opkg which packages are refused.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { enter, inRoot, root, type Outcome } from "./chroot.ts";
import { controlFile, related, run, type Ipk } from "./ipk.ts";

export const info = "/usr/lib/opkg/info";

export type ManagerName = "opkg" | "apk";

interface Installed {
  ipk: Ipk;
  shipped: Map<string, string>;
}

function hashOf(path: string, below = root): string | undefined {
  const file = join(below, path);
  return existsSync(file) ? createHash("sha256").update(readFileSync(file)).digest("hex") : undefined;
}

/** Whether a version is the one that is asked for, or a later one; the tests' versions have numbers of one digit. */
function fits(version: string, wanted: string): boolean {
  return wanted.startsWith(">=") ? version >= wanted.slice(2) : wanted === "" || wanted === `=${version}`;
}

/**
 * Writes a package's files, and under opkg its scripts, and runs none: what happens when an image is built. The files that `beside` names
 * get another name, so that the router's own is in its place at any time.
 */
export function unpack(
  ipk: Ipk,
  manager: ManagerName = "opkg",
  below = root,
  beside: ReadonlyMap<string, string> = new Map(),
): void {
  const data = join(ipk.folder, "data");
  const isInPlace = (source: string): boolean => !beside.has(source.slice(data.length));
  cpSync(data, below, { recursive: true, verbatimSymlinks: true, filter: isInPlace });
  beside.forEach((name, path) => {
    if (existsSync(join(data, path))) cpSync(join(data, path), join(below, name));
  });
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

const runFolder = "tmp/manager";

/** Runs the lines that it reads, and says how each has ended; as apk it waits until no process can write the output any more. */
const runScript = `#!/bin/sh
cd /${runFolder}
while read -r line; do
  cat <output >stdout &
  sh -c "$line" </dev/null >output 2>stderr
  code=$?
  wait
  echo $code >status
done <lines
`;

/**
 * A process with the name and the command line of opkg or apk, whose children the scripts are, as on a router: they look there for what
 * comes after them.
 */
class Run {
  readonly #lines: number;

  constructor(name: ManagerName, words: string) {
    const folder = join(root, runFolder);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), runScript, { mode: 0o755 });
    run("mkfifo", ...["lines", "output", "status"].map((fifo) => join(folder, fifo)));
    // Read and write: neither side waits for the other to open it.
    this.#lines = openSync(join(folder, "lines"), "r+");
    const [command = "", ...args] = enter();
    const env = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/root" };
    spawn(command, [...args, `/${runFolder}/${name}`, ...words.split(" ")], { stdio: "ignore", env });
  }

  do(line: string): Outcome {
    const folder = join(root, runFolder);
    writeSync(this.#lines, `${line}\n`);
    const status = Number(run("timeout", "300", "cat", join(folder, "status")));
    const [stdout = "", stderr = ""] = ["stdout", "stderr"].map((name) => readFileSync(join(folder, name), "utf8"));
    return { status, stdout, stderr };
  }

  /** Ends it, and waits until what it has left to end is over. */
  end(): void {
    closeSync(this.#lines);
    const { status } = inRoot(
      "for i in $(seq 600); do [ -e /var/run/sso-login.again ] || exit 0; usleep 100000; done; exit 1",
    );
    if (status !== 0) {
      throw new Error("the removal script has not ended");
    }
    rmSync(join(root, runFolder), { recursive: true });
  }
}

export class Manager {
  readonly #name: ManagerName;
  readonly #installed = new Map<string, Installed>();
  readonly #present: ReadonlySet<string>;
  #said: string[] = [];
  #run: Run | undefined;

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

  /** Does what one command of the manager does. */
  run(words: string, steps: () => void): void {
    const run = new Run(this.#name, words);
    this.#run = run;
    try {
      steps();
    } finally {
      this.#run = undefined;
      run.end();
    }
  }

  #inRun(words: string, steps: () => void): void {
    if (this.#run === undefined) {
      this.run(words, steps);
    } else {
      steps();
    }
  }

  #script(ipk: Ipk, name: string, words: string, isUpgrade: boolean): void {
    const text = this.#name === "apk" ? apkScript(ipk, name) : controlFile(ipk, name);
    if (text === "") {
      return;
    }
    const isInstalled = this.#name === "opkg" && ["prerm", "postinst"].includes(name);
    const path = isInstalled ? `${info}/${ipk.name}.${name}` : `/tmp/${name}`;
    writeFileSync(join(root, path), text, { mode: 0o755 });
    const outcome = this.#run?.do(`PKG_ROOT=/ PKG_UPGRADE=${isUpgrade ? "1" : "0"} ${path} ${words}`);
    const { status = -1, stdout = "", stderr = "" } = outcome ?? {};
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
    const lists = [...this.#installed.values()].map(({ ipk: { name, version }, shipped }) => {
      const lines = [...shipped].map(([path, hash]) => `${path} ${hash}\n`);
      if (this.#name === "apk") {
        writeFileSync(join(root, `lib/apk/packages/${name}.conffiles_static`), lines.join(""));
      }
      return `Package: ${name}\nVersion: ${version}\nStatus: install user installed\nConffiles:\n${lines.map((line) => ` ${line}`).join("")}\n`;
    });
    writeFileSync(join(root, "usr/lib/opkg/status"), this.#name === "opkg" ? lists.join("") : "");
  }

  /** Puts the files in place; of a configuration file that somebody has changed the new one lies beside it. */
  #place(ipk: Ipk, old: Installed | undefined): void {
    const conffiles = new Set([...(old?.shipped.keys() ?? []), ...ipk.conffiles]);
    const changed = [...conffiles].filter(
      (path) => hashOf(path) !== undefined && hashOf(path) !== old?.shipped.get(path),
    );
    const suffix = this.#name === "opkg" ? "-opkg" : ".apk-new";
    const obsolete = old?.ipk.files.filter((path) => !ipk.files.includes(path) && !changed.includes(path));
    obsolete?.forEach((path) => {
      rmSync(join(root, path), { force: true });
    });
    unpack(ipk, this.#name, root, new Map(changed.map((path) => [path, path + suffix])));
    const shippedOf = (path: string): string => hashOf(path, join(ipk.folder, "data")) ?? "";
    this.#installed.set(ipk.name, { ipk, shipped: new Map(ipk.conffiles.map((path) => [path, shippedOf(path)])) });
    this.#writeShipped();
    for (const path of changed) {
      // apk says nothing of a file that the new version ships as the old one did.
      const shipped = hashOf(path + suffix);
      const isNews = this.#name === "opkg" || shipped !== old?.shipped.get(path);
      if (shipped !== undefined && isNews && shipped !== hashOf(path)) {
        this.#tell(`Existing conffile ${path} is different from the conffile in the new package.`);
      } else {
        rmSync(join(root, path + suffix), { force: true });
      }
    }
  }

  #tell(text: string): void {
    this.#said.push(...(this.#name === "opkg" ? [text] : []));
  }

  /** Takes over what is installed by the other manager. */
  adopt(...ipks: Ipk[]): void {
    for (const ipk of ipks) {
      const shipped = ipk.conffiles.map((path) => [path, hashOf(path, join(ipk.folder, "data")) ?? ""] as const);
      this.#installed.set(ipk.name, { ipk, shipped: new Map(shipped) });
    }
  }

  /** Removes in this order and installs in the order of dependencies, in one command: `--force-reinstall`. */
  reinstall(...ipks: Ipk[]): void {
    const rank = ({ name }: Ipk): number =>
      ["sso-login-native", "sso-login"].indexOf(name) + 3 * Number(/^luci/.test(name));
    this.run("install --force-reinstall ./*.ipk", () => {
      for (const { name } of ipks) this.remove(name);
      for (const ipk of [...ipks].sort((a, b) => rank(a) - rank(b))) this.install(ipk);
    });
  }

  install(ipk: Ipk): void {
    this.#inRun(`${this.#name === "apk" ? "add" : "install"} ${ipk.name}`, () => {
      this.#installNow(ipk);
    });
  }

  #installNow(ipk: Ipk): void {
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
    this.#inRun(`${this.#name === "apk" ? "del" : "remove"} ${name}`, () => {
      this.#removeNow(name);
    });
  }

  #removeNow(name: string): void {
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
