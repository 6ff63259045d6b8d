/** The tarball of a release: the same bytes each time, and packages with the same files. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

/** A package's folder as a submission upstream has it (docs/packaging.md): its Makefile, which names the tarball. */
function makefileOf(name: string, archive: string, upstream: string): string {
  const folder = join(upstream, name);
  mkdirSync(folder, { recursive: true });
  const hash = run("sha256sum", archive).split(" ")[0] ?? "";
  const lines = [
    "PKG_SOURCE:=sso-login-$(PKG_VERSION).tar.xz",
    "PKG_SOURCE_URL:=https://example.org",
    `PKG_HASH:=${hash}`,
  ];
  if (name === "sso-login-native") {
    lines.push("PKG_BUILD_DIR:=$(BUILD_DIR)/$(PKG_NAME)-$(BUILD_VARIANT)/sso-login-$(PKG_VERSION)");
  }
  const text = readFileSync(join(feed, name, "Makefile"), "utf8");
  writeFileSync(
    join(folder, "Makefile"),
    text.replace(/^PKG_RELEASE:=.*\n/m, (line) => `${line}${lines.join("\n")}\n`),
  );
  return folder;
}

/** Returns the variables that the build system gives to a Makefile: here this machine's compiler, with the flags of `make native`. */
function buildSystem(upstream: string, archive: string, variant: string): string[] {
  const headers = `-I/usr/include/lua5.1 -I${join(repositoryRoot, "test/native/ucode-api")}`;
  return [
    ...[`TOPDIR=${join(repositoryRoot, "scripts/openwrt")}`, `RUNTIME=${runtime}`, `BUILD_VARIANT=${variant}`],
    ...[`BUILD_DIR=${join(upstream, "build")}`, `DL_DIR=${dirname(archive)}`, "TARGET_CC=cc", "TARGET_CFLAGS=-Os -g"],
    ...[`TARGET_CPPFLAGS=-D_FORTIFY_SOURCE=2 ${headers}`, "TARGET_LDFLAGS="],
  ];
}

/** The folder, its binaries without what says where they were built. */
function plain(folder: string): string {
  const notes =
    "strip --strip-unneeded --remove-section=.comment --remove-section=.note --remove-section=.note.gnu.build-id";
  run("sh", "-c", `find "$1" -name '*.so' -exec ${notes} {} +`, "sh", folder);
  return folder;
}

/** A checkout of the files as they are now, of which some may change while the test runs. */
function frozen(): string {
  const git = (...args: string[]): string => run("git", "-C", repositoryRoot, ...args).trim();
  const commit = git("stash", "create") || git("rev-parse", "HEAD");
  const folder = join(work, "checkout");
  rmSync(folder, { recursive: true, force: true });
  git("clone", "--quiet", "--shared", "--no-checkout", ".", folder);
  run("git", "-C", folder, "checkout", "--quiet", "--detach", commit);
  return folder;
}

export function tryDist(packages: ReadonlyMap<string, Ipk>): void {
  step("The tarball of a release");
  const script = join(repositoryRoot, "scripts/dist.sh");
  const outcome = spawnSync(script, [join(work, "dist")], { encoding: "utf8", env: { PATH: process.env["PATH"] } });
  const names = [
    "README.md:",
    "docs/security.md:",
    "docs/install.md:",
    "sso-login/Makefile:",
    "provider/documents.ts:",
  ].every((name) => outcome.stderr.includes(name));
  check("an address that is a placeholder ends it, unless DRAFT=1", outcome.status === 1 && names, outcome.stderr);
  process.env["DRAFT"] = "1";
  let archives: string[];
  try {
    const own = join(frozen(), "scripts/dist.sh");
    archives = ["dist", "dist-again"].map((name) => run(own, join(work, name)).split("\n")[0] ?? "");
  } catch (error) {
    if (!String(error).includes("not a git repository")) throw error;
    return skip("the tarball of a release", "this is no checkout of git");
  }
  const [archive = "", again = ""] = archives;
  check("packed twice, the same bytes", readFileSync(archive).equals(readFileSync(again)));
  const unpacked = archive.replace(/\.tar\.xz$/, "");
  rmSync(unpacked, { recursive: true, force: true }); // of an earlier run
  run("tar", "-xf", archive, "-C", join(work, "dist"));
  const sources = readdirSync(join(unpacked, "src/sso_login"), { recursive: true, encoding: "utf8" });
  check("it has the TypeScript", sources.includes(join("base", "version.ts")));
  const others = buildPackages(join(unpacked, "openwrt-feed"), runtime, join(work, "of-dist"));
  for (const { name, folder } of packages.values()) {
    const [of, here] = [take(others, name).folder, folder].map((path) => contents(join(path, "data")));
    same(`${name}: of the tarball, the same files`, of, here);
  }
  // As the packages feed does it: its Makefiles, and the sources from the tarball that PKG_SOURCE names.
  const upstream = join(work, "upstream");
  rmSync(upstream, { recursive: true, force: true }); // of a run that was killed
  for (const [name, variant] of [
    ["sso-login", ""],
    ["sso-login-native", "mbedtls"],
  ] as const) {
    const installed = join(upstream, "installed", name);
    mkdirSync(installed, { recursive: true });
    run("make", "-s", "-C", makefileOf(name, archive, upstream), ...buildSystem(upstream, archive, variant), "compile");
    const to = [`DESTDIR=${installed}`, `install-${name}`];
    run("make", "-s", "-C", join(upstream, name), ...buildSystem(upstream, archive, variant), ...to);
    const [of, here] = [installed, join(take(packages, name).folder, "data")].map((path) => contents(plain(path)));
    // The packer tells sysupgrade which of the conffiles to keep.
    const own = (text = ""): string => text.replaceAll(/^.* \.\/lib(\/.*)?\n/gm, "");
    same(`${name}: by PKG_SOURCE, the same files`, own(of), own(here));
  }
}
