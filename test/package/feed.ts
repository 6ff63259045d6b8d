/**
 * Feed that `make feed` makes of the packages: an index that says what the files are, a signature that holds; and, where OPKG or
 * APK names the real program, that it installs from there. A library path that a program needs is the caller's.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { repositoryRoot } from "../box/locations.ts";
import { run, type Ipk } from "./ipk.ts";
import { check, same, step } from "./report.ts";

function makeFeed(...args: string[]): string {
  return run(join(repositoryRoot, "scripts/openwrt/make-feed.sh"), ...args);
}

function fieldsOf(index: string, name: string): string[] {
  return [...index.matchAll(new RegExp(`^${name}: (.*)$`, "gm"))].map(([, value = ""]) => value);
}

/** The real opkg installs from the feed into a folder that has what else the packages want. */
function installByOpkg(opkg: string, feed: string, root: string, present: readonly string[]): void {
  ["usr/lib/opkg", "var/lock", "tmp"].forEach((folder) => mkdirSync(join(root, folder), { recursive: true }));
  const stanza = (name: string): string =>
    `Package: ${name}\nVersion: 1\nStatus: install user installed\nArchitecture: all\n\n`;
  writeFileSync(join(root, "usr/lib/opkg/status"), present.map(stanza).join(""));
  const config = join(root, "opkg.conf");
  const lists = "dest root /\nlists_dir ext /var/opkg-lists\narch all 1\narch x86_64 10\n";
  writeFileSync(config, `${lists}src/gz sso_login file://${feed}\n`);
  const options = ["--offline-root", root, "--conf", config];
  run(opkg, ...options, "update");
  run(opkg, ...options, "install", "luci-app-sso-login");
}

/** The real apk does, from packages that it has packed itself of the same files, only by the maintainer's key. */
function installByApk(apk: string, packages: readonly Ipk[], work: string, root: string): void {
  const folder = join(work, "apk");
  const key = join(work, "apk.key");
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(root, "etc/apk/keys"), { recursive: true });
  run("openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key);
  run("openssl", "ec", "-in", key, "-pubout", "-out", join(root, "etc/apk/keys/feed.pem"));
  for (const ipk of packages) {
    const info = [`name:${ipk.name}`, `version:${ipk.version}`, "arch:noarch"].flatMap((text) => ["--info", text]);
    const output = join(folder, `${ipk.name}-${ipk.version}.apk`);
    run(apk, "mkpkg", ...info, "--files", join(ipk.folder, "data"), "--output", output);
  }
  makeFeed(folder, join(work, "apk-feed"), key);
  const options = ["--root", root, "--initdb", "--repository", join(work, "apk-feed/packages.adb"), "--no-network"];
  run(apk, "add", ...options, ...packages.map(({ name }) => name));
}

/** Tries a feed of these packages, of which the last one needs the others; `present` is what a router has besides. */
export function tryFeed(packages: readonly Ipk[], work: string, present: readonly string[]): void {
  step("A feed");
  rmSync(work, { recursive: true, force: true });
  const [from, feed] = [join(work, "packages"), join(work, "feed")];
  const [key, pub] = [join(work, "feed.sec"), join(work, "feed.pub")];
  mkdirSync(from, { recursive: true });
  packages.forEach(({ file }) => run("cp", file, from));
  const said = makeFeed(from, feed);
  check("without a key it says that it is not signed", said.includes("not signed: KEY names no secret key"), said);
  run("signify-openbsd", "-G", "-n", "-p", pub, "-s", key);
  const number = /keys\/([0-9a-f]{16})$/m.exec(makeFeed(from, feed, key))?.[1] ?? "";
  const keyNumber = Buffer.from(readFileSync(pub, "utf8").split("\n")[1] ?? "", "base64").subarray(2, 10);
  same("it names the public key as routers do", number, keyNumber.toString("hex"));
  run("signify-openbsd", "-V", "-p", pub, "-m", join(feed, "Packages"), "-x", join(feed, "Packages.sig"));
  const index = readFileSync(join(feed, "Packages"), "utf8");
  check("both forms of the index are one", gunzipSync(readFileSync(join(feed, "Packages.gz"))).toString() === index);
  const expected = new Map(packages.map((ipk) => [basename(ipk.file), readFileSync(ipk.file)]));
  const names = fieldsOf(index, "Filename");
  same("the index has each package", [...names].sort(), [...expected.keys()].sort());
  const sum = (bytes: Buffer | string): string => createHash("sha256").update(bytes).digest("hex");
  const sums = names.map((name) => sum(expected.get(name) ?? ""));
  same("with the file's sum", fieldsOf(index, "SHA256sum"), sums);
  const sizes = names.map((name) => String(expected.get(name)?.length));
  same("and size", fieldsOf(index, "Size"), sizes);
  const { OPKG: opkg, APK: apk } = process.env;
  const installs: [string, string | undefined, (program: string, root: string) => void][] = [
    ["opkg", opkg, (program, root) => installByOpkg(program, feed, root, present)],
    ["apk", apk, (program, root) => installByApk(program, packages, work, root)],
  ];
  for (const [name, program, install] of installs.filter(([, named]) => named !== undefined)) {
    const root = join(work, `root-${name}`);
    install(program ?? "", root);
    const missing = packages.flatMap(({ files }) => files).filter((path) => !existsSync(join(root, path)));
    same(`${name} installs from it`, missing, []);
  }
}
