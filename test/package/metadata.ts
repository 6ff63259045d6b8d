/** Packages before their installation: archive, fields, versions, sizes, and the feed's Makefiles. */
import { spawnSync } from "node:child_process";
import { cpSync, lstatSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { repositoryRoot } from "../box/locations.ts";
import { related, run, type Ipk } from "./ipk.ts";
import { check, same } from "./report.ts";
import { temporaryFolder } from "../temporary.ts";

/** The table of sizes is in it. */
const document = readFileSync(join(repositoryRoot, "docs/packaging.md"), "utf8");

/** Versions that apk accepts: digits and dots, a letter, suffixes of its list, a commit, and -r with a number. */
const apkVersion = /^\d+(\.\d+)*[a-z]?(_(alpha|beta|pre|rc|cvs|svn|git|hg|p)\d*)*(~[0-9a-f]+)?-r\d+$/;
const packageName = /^[a-z0-9][a-z0-9.+-]*$/;

const libraries: Readonly<Record<string, string>> = {
  "libc.so": "libc",
  "libcurl.so": "libcurl",
  "libmbedcrypto.so": "libmbedtls",
  "libcrypto.so": "libopenssl",
};

const modes: readonly [RegExp, string][] = [
  [/\/$|\.so$/, "755"],
  [/^\/etc\/config\//, "600"],
  // LuCI's build makes these so.
  [/^\/etc\/uci-defaults\/luci-i18n-/, "644"],
  [/^\/(etc\/init\.d|etc\/uci-defaults|usr\/sbin|usr\/libexec\/rpcd|www\/cgi-bin)\//, "755"],
  [/./, "644"],
];

/** Returns the contents of a part of a package: path with a slash after a folder, mode as octal digits. */
function entriesOf({ folder }: Ipk, part: string): { path: string; mode: string }[] {
  const paths = readdirSync(join(folder, part), { recursive: true, encoding: "utf8" });
  return paths.map((path) => {
    const facts = lstatSync(join(folder, part, path));
    const mode = (facts.mode & 0o7777).toString(8);
    return { path: `/${path}${facts.isDirectory() ? "/" : ""}`, mode };
  });
}

function checkArchive(ipk: Ipk): void {
  const parts = run("tar", "-tzf", ipk.file).trim().split("\n");
  same(`${ipk.name}: members and their order`, parts, ["./debian-binary", "./data.tar.gz", "./control.tar.gz"]);
  const archives = [ipk.file, `${ipk.folder}/data.tar.gz`, `${ipk.folder}/control.tar.gz`];
  const magic = archives.map((path) => gunzipSync(readFileSync(path)).subarray(257, 265).toString("latin1"));
  same(`${ipk.name}: three tar archives in GNU format, which opkg's reader knows`, magic, Array(3).fill("ustar  \0"));
  const entries = entriesOf(ipk, "data");
  const members = run("tar", "--numeric-owner", "-tvzf", `${ipk.folder}/data.tar.gz`).trim().split("\n");
  const foreign = members.filter((line) => line.split(/ +/)[1] !== "0/0");
  same(`${ipk.name}: everything belongs to root`, foreign, []);
  const wrong = entries.filter(({ mode, path }) => mode !== modes.find(([pattern]) => pattern.test(path))?.[1]);
  same(`${ipk.name}: file modes (programs 0755, data 0644, configuration 0600)`, wrong, []);
}

function checkFields(ipk: Ipk): void {
  const order = ["Package", "Version", "Depends", "Conflicts", "Provides", "Source", "SourceName", "License"];
  const expected = [...order, "LicenseFiles", "Section", "SourceDateEpoch", "Maintainer", "Architecture"];
  expected.push("Installed-Size", "Description");
  const names = [...ipk.fields.keys()];
  const known = expected.filter((name) => names.includes(name));
  same(`${ipk.name}: control fields and their order`, names, known);
  check(`${ipk.name}: version ${ipk.version} as apk's grammar has it`, apkVersion.test(ipk.version));
  const others = ["Depends", "Conflicts", "Provides"].flatMap((field) => related(ipk, field).map(({ name }) => name));
  const strange = [ipk.name, ...others].filter((name) => !packageName.test(name));
  same(`${ipk.name}: package names that opkg and apk accept`, strange, []);
  const maintainer = ipk.fields.get("Maintainer") ?? "";
  check(`${ipk.name}: maintainer with an address`, /^[^<>]+ <[^@<>]+@[^<>]+>$/.test(maintainer));
  const own = related(ipk, "Provides").filter(({ name }) => name === ipk.name);
  same(`${ipk.name}: the package provides no version of itself, which apk refuses`, own, []);
  checkSize(ipk);
}

/** The table has the sizes of the last release, on x86_64. */
function checkSize({ name, file, fields }: Ipk): void {
  const row = document.split("\n").find((line) => line.startsWith("|") && line.includes(`\`${name}\``)) ?? "";
  const released = Number(/\| (\d+) KB/.exec(row)?.[1]) * 1000;
  if (!/^(all|x86_64)$/.test(fields.get("Architecture") ?? "")) return;
  const { size } = statSync(file);
  const advice =
    size > released
      ? "Look for what grew. If it is worth its size, write the new size into the table, and say why in CHANGELOG.md."
      : "Write the new size into the table.";
  const sizes = `${String(size)} bytes, in the table of docs/packaging.md ${String(released)}`;
  check(
    `${name}: its size is within 5 % of the last release's`,
    Math.abs(size - released) <= released * 0.05,
    `${sizes}. ${advice}`,
  );
}

/** Binaries: stripped, without paths of this machine, and linked with nothing that DEPENDS leaves out. */
function checkBinaries(ipk: Ipk): void {
  for (const path of ipk.files.filter((name) => name.endsWith(".so"))) {
    const file = join(ipk.folder, "data", path);
    const headers = run("readelf", "-dSW", file);
    check(`${ipk.name}: ${path} is stripped`, headers.includes(".dynamic") && !headers.includes(".symtab"));
    check(`${ipk.name}: ${path} names no folder of this machine`, !readFileSync(file).includes(repositoryRoot));
    check(`${ipk.name}: ${path} has at most 36 KB`, statSync(file).size <= 36_864, statSync(file).size);
    const needed = [...headers.matchAll(/NEEDED.*\[(.*?)[.\d]*\]/g)].map(([, name]) => name ?? "");
    const depends = related(ipk, "Depends").map(({ name }) => name);
    const uncovered = needed.filter((name) => !depends.includes(libraries[name] ?? name));
    same(`${ipk.name}: ${path} needs ${needed.join(", ")}, all in Depends`, uncovered, []);
  }
}

function complaints(command: string, args: readonly string[], input: Buffer): string {
  const { status, stdout, stderr } = spawnSync(command, args, { input, encoding: "utf8" });
  return status === 0 ? "" : stdout + stderr;
}

/** Every script that a router will run: those of the package manager, and those that are installed. */
function checkScripts(ipk: Ipk): void {
  for (const part of ["control", "data"]) {
    for (const { path } of entriesOf(ipk, part).filter(({ path, mode }) => mode === "755" && !path.endsWith("/"))) {
      const text = readFileSync(join(ipk.folder, part, path));
      // OpenWrt's own lines around our scripts have another style.
      const isWrapper = part === "control" && ["/postinst", "/prerm"].includes(path);
      if (text.toString("latin1").startsWith("#!/bin/sh") && !isWrapper) {
        const found =
          complaints("busybox", ["ash", "-n"], text) +
          complaints("shellcheck", ["--shell=dash", "--exclude=SC2034,SC3043", "-"], text);
        check(`${ipk.name}: ${path}: busybox ash reads it, shellcheck finds nothing`, found === "", found);
      }
    }
  }
}

/** Each pattern of files that the documents install names one package, or none of this release. */
export function checkCommands(packages: readonly Ipk[]): void {
  const commands = [...`${read("README.md")}\n${read("docs/install.md")}`.matchAll(/(opkg install|apk add) .*\.\/.*/g)];
  const patterns = new Set(commands.flatMap(([command]) => command.match(/\.\/\S+/g) ?? []));
  check("the documents say how to install files", patterns.size > 0);
  for (const pattern of patterns) {
    const expression = new RegExp(`^${pattern.slice(2).replaceAll(".", "\\.").replaceAll("*", ".*")}$`);
    const files = packages.map(({ name, version, file }) =>
      pattern.endsWith(".apk") ? `${name}-${version}.apk` : basename(file),
    );
    const named = files.filter((file) => expression.test(file));
    check(`${pattern}: at most one package`, named.length <= 1, named);
  }
}

export function checkPackage(ipk: Ipk): void {
  checkArchive(ipk);
  checkFields(ipk);
  checkBinaries(ipk);
  checkScripts(ipk);
}

function read(path: string): string {
  return readFileSync(join(repositoryRoot, path), "utf8");
}

function block(makefile: string, name: string): string {
  return makefile.split(`define ${name}\n`)[1]?.split("\nendef")[0] ?? "";
}

function checkMakefile(feed: string, packages: readonly string[]): void {
  const text = read(`openwrt-feed/${feed}/Makefile`);
  check(`${feed}: no carriage returns, no "|| true"`, !/\r|\|\| true/.test(text));
  check(`${feed}: names in define and eval are literal`, !/(define|eval|call BuildPackage).*\$\(PKG_NAME\)/.test(text));
  check(`${feed}: PKG_RELEASE is a plain number`, /^PKG_RELEASE:=[1-9]\d*$/m.test(text));
  same(`${feed}: licence file is the project's`, read(`openwrt-feed/${feed}/LICENSE`) === read("LICENSE"), true);
  for (const name of packages) {
    const metadata = block(text, `Package/${name}`).split("\n");
    check(
      `${feed}: ${name}: metadata indented by two spaces`,
      !metadata.some((line) => !/^ {2}\S/.test(line)),
      metadata,
    );
  }
  if (packages[0] !== undefined) {
    const recipe = block(text, `Package/${packages[0]}/install`).split("\n");
    check(`${feed}: install indented by a tab`, !recipe.some((line) => !line.startsWith("\t")), recipe);
  }
}

export function checkFeed(): void {
  checkMakefile("sso-login", ["sso-login", "sso-login-lua"]);
  checkMakefile("sso-login-native", ["sso-login-native", "sso-login-native-openssl", "sso-login-native-lua"]);
  // LuCI's luci.mk defines the package; the build system looks for Makefiles with this call.
  checkMakefile("luci-app-sso-login", []);
  check("luci-app-sso-login: is found", read("openwrt-feed/luci-app-sso-login/Makefile").includes("call BuildPackage"));
  const makefiles = ["sso-login", "sso-login-native", "luci-app-sso-login"].map((feed) =>
    read(`openwrt-feed/${feed}/Makefile`),
  );
  const releases = makefiles.map((text) => /^PKG_RELEASE:=(.*)$/m.exec(text)?.[1]);
  same("the packages are released together, as each asks for another's version", new Set(releases).size, 1);
  checkReleases();
}

/** The packages of a feed in a build system of a release, by name. */
function packagesFor(feed: string, release: string): string {
  const folder = temporaryFolder("build-system-");
  cpSync(join(repositoryRoot, "scripts/openwrt"), folder, { recursive: true });
  const line = `VERSION_NUMBER:=$(if $(VERSION_NUMBER),$(VERSION_NUMBER),${release})\n`;
  writeFileSync(join(folder, "version.mk"), line);
  const args = ["-s", "-C", join(repositoryRoot, "openwrt-feed", feed), `TOPDIR=${folder}`, "list"];
  const { stdout } = spawnSync("make", args, { encoding: "utf8", env: { PATH: process.env["PATH"] } });
  rmSync(folder, { recursive: true });
  return stdout.replaceAll(/ .*\n/g, " ").trim();
}

function checkReleases(): void {
  const natives = "sso-login-native sso-login-native-openssl";
  for (const release of ["23.05.5", "23.05-SNAPSHOT"]) {
    same(`${release}: packages`, packagesFor("sso-login", release), "sso-login");
    same(`${release}: native packages`, packagesFor("sso-login-native", release), natives);
  }
  for (const release of ["24.10.4", "25.12.0", "SNAPSHOT"]) {
    same(`${release}: packages`, packagesFor("sso-login", release), "sso-login sso-login-lua");
    const all = `${natives} sso-login-native-lua sso-login-native-lua-openssl`;
    same(`${release}: native packages`, packagesFor("sso-login-native", release), all);
  }
}
