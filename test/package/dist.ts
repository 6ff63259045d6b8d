/** The tarball of a release: the same bytes each time, and packages with the same files. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../box/locations.ts";
import { skip } from "../tap.ts";
import { work } from "./chroot.ts";
import { buildPackages, run, type Ipk } from "./ipk.ts";
import { check, same, step } from "./report.ts";
import { feed, runtime, take } from "./router.ts";

function contents(folder: string): string {
  const list = `find . -printf '%M %p\\n' | sort; find . -type f -exec sha256sum {} + | sort -k 2`;
  return run("sh", "-c", `cd "$1" && ${list}`, "sh", folder);
}

/** Compares packages that were built from the checkout with those of the tarball. */
export function tryDist(packages: ReadonlyMap<string, Ipk>): void {
  step("The tarball of a release");
  let archives: string[];
  try {
    archives = ["dist", "dist-again"].map(
      (name) => run(join(repositoryRoot, "scripts/dist.sh"), join(work, name)).split("\n")[0] ?? "",
    );
  } catch (error) {
    if (!String(error).includes("no checkout of git")) throw error;
    return skip("the tarball of a release", "this is no checkout of git");
  }
  const [archive = "", again = ""] = archives;
  check("packed twice, the same bytes", readFileSync(archive).equals(readFileSync(again)));
  run("tar", "-xzf", archive, "-C", join(work, "dist"));
  const unpacked = archive.replace(/\.tar\.gz$/, "");
  const others = buildPackages(join(unpacked, "openwrt-feed"), runtime, join(work, "of-dist"));
  for (const { name, folder } of packages.values()) {
    const [of, here] = [take(others, name).folder, folder].map((path) => contents(join(path, "data")));
    same(`${name}: of the tarball, the same files`, of, here);
  }
  // As the packages feed does it: its Makefile, and the sources from the tarball that PKG_SOURCE names.
  const installed = join(work, "of-source");
  rmSync(installed, { recursive: true, force: true }); // of a run that was killed
  mkdirSync(installed);
  const from = ["PKG_SOURCE=any.tar.gz", `PKG_BUILD_DIR=${unpacked}`, `RUNTIME=${runtime}`, `DESTDIR=${installed}`];
  const openwrt = `TOPDIR=${join(repositoryRoot, "scripts/openwrt")}`;
  run("make", "-s", "-C", join(feed, "sso-login"), openwrt, ...from, "install-sso-login");
  const [of, here] = [installed, join(take(packages, "sso-login").folder, "data")].map(contents);
  // The packer tells sysupgrade which of the conffiles to keep.
  const own = (text = ""): string => text.replaceAll(/^.* \.\/lib(\/.*)?\n/gm, "");
  same("sso-login: by PKG_SOURCE, the same files", own(of), own(here));
}
