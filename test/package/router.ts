/** The router in the root folder, and the packages that the suite installs there. */
import { lstatSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { chosenRuntime } from "../box/install.ts";
import { repositoryRoot } from "../box/locations.ts";
import { inRoot, root } from "./chroot.ts";
import { controlFile, type Ipk } from "./ipk.ts";

export const feed = join(repositoryRoot, "openwrt-feed");
export const configFile = "/etc/config/sso-login";

/** Runtime of `sso-login`: ucode from 24.10 on, Lua before. */
export const runtime = chosenRuntime();

/** Configurations of a router before our packages come. */
const libraries = {
  lua: "lua liblua luac libubus-lua libuci-lua lua-cjson luaposix".split(" "),
  ucode: "ucode libucode ucode-mod-fs ucode-mod-log ucode-mod-ubus ucode-mod-uci".split(" "),
};
const common = "libc rpcd ca-bundle libcurl libmbedtls libopenssl".split(" ");
export const present = [...common, ...libraries[runtime]];
/** The version before needs Lua; some administrators want it on 24.10. */
export const everything = [...common, ...libraries.lua, ...libraries.ucode];

/** A version of the service, with its native part and its shipped configuration. */
export interface Version {
  main: Ipk;
  native: Ipk;
  config: string;
}

export function versionOf(packages: ReadonlyMap<string, Ipk>): Version {
  const [main, native] = [take(packages, "sso-login"), take(packages, "sso-login-native")];
  return { main, native, config: readFileSync(join(main.folder, "data", configFile), "utf8") };
}

export function take(packages: ReadonlyMap<string, Ipk>, name: string): Ipk {
  const ipk = packages.get(name);
  if (ipk === undefined || controlFile(ipk, "control") === "") {
    throw new Error(`${name} is not among the packages`);
  }
  return ipk;
}

export function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

export function has(path: string): boolean {
  return lstatSync(join(root, path), { throwIfNoEntry: false }) !== undefined;
}

export function modeOf(path: string): string {
  return (statSync(join(root, path)).mode & 0o7777).toString(8);
}

/** Lines of the log about us since the last call. syslogd has written them when it has written a later one. */
let logLength = 0;
let marks = 0;
export function newLogLines(): string[] {
  const mark = `end of reading ${String((marks += 1))}.`;
  const found = `grep -qF '${mark}' /var/log/messages`;
  const waited = inRoot(`logger '${mark}'; for i in $(seq 600); do ${found} && exit; usleep 100000; done; exit 1`);
  if (waited.status !== 0) {
    throw new Error(`syslogd has not written "${mark}" within a minute`);
  }
  const log = read("/var/log/messages").split("\n");
  const lines = log.filter((line) => / sso-login(\[\d+\])?: /.test(line));
  const fresh = lines.slice(logLength);
  logLength = lines.length;
  return fresh.map((line) => line.replace(/^.* sso-login(\[\d+\])?: /, ""));
}

/** Returns what a package of UCI says, with the options of each section by name: where one goes that is set is libuci's matter. */
export function shown(name: string): string {
  return inRoot(`uci show ${name}`).stdout.trim().split("\n").sort().join("\n");
}

export function loginSections(): string[] {
  const lines = inRoot("uci show rpcd").stdout.split("\n");
  return lines.flatMap((line) => /^rpcd\.(sso_login_\w+)=login$/.exec(line)?.[1] ?? []).sort();
}

export function redirectUri(): string {
  return inRoot("uci -q get sso-login.default.redirect_uri").stdout.trim();
}

/** The configuration without the address that uci-defaults has filled in. */
export function configWithoutAddress(): string {
  return read(configFile).replace(redirectUri(), "");
}
