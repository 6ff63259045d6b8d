/**
 * The life of a package under apk, as far as its scripts can tell: OpenWrt makes other scripts of the same parts there,
 * names them otherwise and calls them in another order, and the list of files is elsewhere.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

  #unpack(ipk: Ipk): void {
    const config = ipk.conffiles.filter((path) => existsSync(join(this.#root, path)));
    const kept = config.map((path) => [path, readFileSync(join(this.#root, path))] as const);
    const args = ["-xz", "--no-overwrite-dir", "-p", "-C", this.#root];
    spawnSync("tar", args, { input: member(ipk.file, "data.tar.gz") });
    kept.forEach(([path, bytes]) => writeFileSync(join(this.#root, path), bytes));
    mkdirSync(join(this.#root, "lib/apk/packages"), { recursive: true });
    writeFileSync(this.#list(ipk), ipk.files.map((path) => `${path}\n`).join(""));
  }

  install(ipk: Ipk): Outcome {
    this.#unpack(ipk);
    return this.#run(`${preamble(ipk)}add_group_and_user\ndefault_postinst\n${part(ipk, "postinst-pkg")}`);
  }

  /** A file that the administrator has changed stays as it is. No script of the old version runs. */
  upgrade(ipk: Ipk): Outcome {
    this.#unpack(ipk);
    const body = preamble(ipk).replace("#!/bin/sh\n", "#!/bin/sh\nexport PKG_UPGRADE=1\n");
    return this.#run(`${body}add_group_and_user\ndefault_postinst\n${part(ipk, "postinst-pkg")}`);
  }

  remove(ipk: Ipk, changed: readonly string[]): Outcome[] {
    const before = this.#run(`${preamble(ipk)}default_prerm\n${part(ipk, "prerm-pkg")}`);
    for (const path of ipk.files.filter((name) => !changed.includes(name))) {
      rmSync(join(this.#root, path), { force: true });
    }
    rmSync(join(this.#root, "lib/apk"), { recursive: true });
    return [before, this.#run(controlFile(ipk, "postrm"))];
  }
}
