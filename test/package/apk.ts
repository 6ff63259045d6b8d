/**
 * The life of a package under apk, as far as its scripts can tell: OpenWrt makes other scripts of the same parts there,
 * names them otherwise and calls them in another order, and the list of files is elsewhere.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot, type Outcome } from "./chroot.ts";
import { controlFile, member, type Ipk } from "./opkg.ts";

/** A part of the package without its first line. */
function part(ipk: Ipk, name: string): string {
  return controlFile(ipk, name).replace(/^\s*#!.*\n/, "");
}

const functions = "[ -s ${IPKG_INSTROOT}/lib/functions.sh ] || exit 0\n. ${IPKG_INSTROOT}/lib/functions.sh\n";

function preamble(ipk: Ipk): string {
  return `#!/bin/sh\n${functions}export root="\${IPKG_INSTROOT}"\nexport pkgname="${ipk.name}"\n`;
}

export class Apk {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  #run(text: string): Outcome {
    const file = "/tmp/apk-script";
    writeFileSync(join(this.#root, file), text, { mode: 0o755 });
    const outcome = inRoot(this.#root, file);
    rmSync(join(this.#root, file));
    return outcome;
  }

  #list(ipk: Ipk): string {
    return join(this.#root, "lib/apk/packages", `${ipk.name}.list`);
  }

  #hash(path: string): string {
    return createHash("sha256")
      .update(readFileSync(join(this.#root, path)))
      .digest("hex");
  }

  /** OpenWrt's packages say in a file of their own what their configuration files were when they were shipped. */
  #shipped(ipk: Ipk): string {
    return join(this.#root, "lib/apk/packages", `${ipk.name}.conffiles_static`);
  }

  /** A configuration file that somebody has changed stays, and the new one lies beside it. */
  #unpack(ipk: Ipk): void {
    const known = existsSync(this.#shipped(ipk)) ? readFileSync(this.#shipped(ipk), "utf8") : "";
    const config = ipk.conffiles.filter((path) => existsSync(join(this.#root, path)));
    const kept = config
      .filter((path) => !known.includes(`${path} ${this.#hash(path)}\n`))
      .map((path) => [path, readFileSync(join(this.#root, path))] as const);
    const args = ["-xz", "--no-overwrite-dir", "-p", "-C", this.#root];
    spawnSync("tar", args, { input: member(ipk.file, "data.tar.gz") });
    mkdirSync(join(this.#root, "lib/apk/packages"), { recursive: true });
    writeFileSync(this.#list(ipk), ipk.files.map((path) => `${path}\n`).join(""));
    writeFileSync(this.#shipped(ipk), ipk.conffiles.map((path) => `${path} ${this.#hash(path)}\n`).join(""));
    for (const [path, bytes] of kept) {
      if (!known.includes(`${path} ${this.#hash(path)}\n`)) {
        renameSync(join(this.#root, path), join(this.#root, `${path}.apk-new`));
      }
      writeFileSync(join(this.#root, path), bytes, { mode: 0o600 });
    }
  }

  install(ipk: Ipk): Outcome {
    this.#unpack(ipk);
    return this.#run(`${preamble(ipk)}add_group_and_user\ndefault_postinst\n${part(ipk, "postinst-pkg")}`);
  }

  /** No script of the old version runs. */
  upgrade(old: Ipk, ipk: Ipk): Outcome[] {
    const upgrade = "#!/bin/sh\nexport PKG_UPGRADE=1\n";
    const before = this.#run(upgrade + part(ipk, "preinst"));
    this.#unpack(ipk);
    for (const path of old.files.filter((name) => !ipk.files.includes(name))) {
      rmSync(join(this.#root, path), { force: true });
    }
    const body = preamble(ipk).replace("#!/bin/sh\n", upgrade);
    return [before, this.#run(`${body}add_group_and_user\ndefault_postinst\n${part(ipk, "postinst-pkg")}`)];
  }

  remove(ipk: Ipk): Outcome[] {
    const before = this.#run(`${preamble(ipk)}default_prerm\n${part(ipk, "prerm-pkg")}`);
    const known = readFileSync(this.#shipped(ipk), "utf8");
    const isChanged = (path: string): boolean =>
      ipk.conffiles.includes(path) && !known.includes(`${path} ${this.#hash(path)}\n`);
    for (const path of ipk.files.filter((name) => !isChanged(name))) {
      rmSync(join(this.#root, path), { force: true });
    }
    rmSync(join(this.#root, "lib/apk"), { recursive: true });
    return [before, this.#run(controlFile(ipk, "postrm"))];
  }
}
