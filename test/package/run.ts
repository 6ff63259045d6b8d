/**
 * The packages' form, and their life on a router, played in a root folder. The latter needs root, and is skipped elsewhere.
 *
 *   make test-package                 the packages for 23.05, which run in Lua
 *   make test-package RUNTIME=ucode   those for 24.10, which run in ucode; the version before ran in Lua
 *
 * The files that are installed are those of the .ipk, at their own paths; the programs see nothing but the root folder.
 * Stand-ins: opkg and apk (manager.ts), OpenWrt's shell functions (root/), ubus and LuCI (test/box/lua).
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../box/locations.ts";
import { skip } from "../tap.ts";
import { makeRoot, putLuci, reasonToSkip, startLog, unmount, work } from "./chroot.ts";
import { tryDist } from "./dist.ts";
import { runDocuments } from "./documents.ts";
import { tryFeed } from "./feed.ts";
import { buildPackages, type Ipk } from "./ipk.ts";
import { live } from "./life.ts";
import { Manager } from "./manager.ts";
import { checkCommands, checkFeed, checkPackage } from "./metadata.ts";
import { checkModules } from "./modules.ts";
import { check, finish, step } from "./report.ts";
import { feed, present, runtime, take, versionOf, type Version } from "./router.ts";
import { firstInstallation, hostNames, imageBuild, install, playScenarios, remove } from "./scenarios.ts";
import { startWeb, type Web } from "./web.ts";

/** The version before this one, in Lua: another shipped configuration, and a file that is no longer there. */
function buildPrevious(): Version {
  const folder = join(work, "previous");
  rmSync(folder, { recursive: true, force: true });
  cpSync(feed, folder, { recursive: true });
  const config = join(folder, "sso-login/files/sso-login.config");
  const text = readFileSync(config, "utf8").replace("option clock_tolerance '60'", "option clock_tolerance '30'");
  writeFileSync(config, text);
  writeFileSync(join(folder, "sso-login/generated/lua/sso_login/gone.lua"), "return {}\n");
  return versionOf(buildPackages(folder, "lua", join(folder, "ipk"), "PKG_VERSION=0.0.9"));
}

function form(packages: ReadonlyMap<string, Ipk>): void {
  step("The packages' form");
  const again = buildPackages(feed, runtime, join(work, "again"));
  for (const ipk of packages.values()) {
    checkPackage(ipk);
    const other = readFileSync(take(again, ipk.name).file);
    check(`${ipk.name}: built twice, the same bytes`, readFileSync(ipk.file).equals(other));
    if (/^sso-login(-lua)?$/.test(ipk.name)) {
      checkModules(ipk);
    }
  }
  checkCommands([...packages.values()]);
  checkFeed();
}

/** Somebody follows README and documents on a router that has just got the packages. */
function documents(version: Version): void {
  const opkg = new Manager("opkg", present);
  install(opkg, version);
  runDocuments();
  remove(opkg, true);
}

async function main(): Promise<void> {
  const packages = buildPackages(feed, runtime, join(work, "ipk"));
  const version = versionOf(packages);
  const versions = { previous: buildPrevious(), this: version };
  form(packages);
  // The tarball has both runtimes' files: once is enough.
  if (runtime === "lua") tryDist(packages);
  tryFeed([version.native, version.main, take(packages, "luci-app-sso-login")], join(work, "feed"));
  const reason = reasonToSkip();
  if (reason === undefined) {
    await life(packages, versions);
  } else {
    skip("installation, login, upgrade and removal in a root folder", reason);
  }
  if (process.env["KEEP_BOX"] === undefined) {
    rmSync(work, { recursive: true });
  }
  finish();
}

async function life(packages: ReadonlyMap<string, Ipk>, versions: Record<"previous" | "this", Version>): Promise<void> {
  const { this: version } = versions;
  const modules = ["mbedtls", "openssl"].flatMap((backend) =>
    ["native_crypto.so", "native_https.so"].map((name) =>
      join(repositoryRoot, "build/native", backend, "sso_login", name),
    ),
  );
  makeRoot(modules);
  const log = await startLog();
  let web: Web | undefined;
  try {
    firstInstallation(version);
    documents(version);
    hostNames(version);
    imageBuild(version);
    playScenarios(versions);
    putLuci();
    web = await startWeb(join(work, "web"));
    await live(packages, versions.previous, web);
  } finally {
    await web?.stop();
    log.kill();
    unmount();
  }
}

await main();
