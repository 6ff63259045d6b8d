/**
 * A router's root folder, in which programs see nothing else: busybox, Lua with the libraries of this machine in
 * OpenWrt's places, and stand-ins for ucode and OpenWrt's own shell functions and programs (root/). No LuCI.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { repositoryRoot, rootTemplate, standInsFolder } from "../box/locations.ts";
import { sleep } from "../box/command.ts";

export const standInRoot = join(import.meta.dirname, "root");
const luciRoot = join(import.meta.dirname, "luci");

/** How a program in the root folder ended. */
export interface Outcome {
  status: number;
  stdout: string;
  stderr: string;
}

function output(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) {
    throw new Error(`${command} ${args.join(" ")}: ${error?.message ?? stderr}`);
  }
  return stdout;
}

/** Copies a file to a path below the root. */
function put(root: string, source: string, path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  copyFileSync(source, join(root, path));
}

/** The shared libraries that a program or module needs, with the dynamic linker, at the paths they have here. */
function putLibraries(root: string, file: string): void {
  for (const [, path] of output("ldd", [file]).matchAll(/(\/\S+) \(0x/g)) {
    if (path !== undefined && !existsSync(join(root, path))) {
      put(root, path, path);
    }
  }
}

function putProgram(root: string, source: string, path: string): void {
  put(root, source, path);
  chmodSync(join(root, path), 0o755);
  putLibraries(root, source);
}

/** Where this machine has a Lua module, found by its own Lua on `package.path` or `package.cpath`. */
export function luaModule(name: string, kind: "path" | "cpath" = "path"): string {
  const script = `
    for pattern in package.${kind}:gmatch("[^;]+") do
      local file = pattern:gsub("?", "${name.replaceAll(".", "/")}")
      if io.open(file) then print(file) os.exit(0) end
    end
    os.exit(1)`;
  return output("lua5.1", ["-e", script]).trim();
}

function putLua(root: string): void {
  putProgram(root, output("sh", ["-c", "command -v lua5.1"]).trim(), "/usr/bin/lua");
  for (const name of ["cjson", "posix", "bit32", "rex_posix"]) {
    putProgram(root, luaModule(name, "cpath"), `/usr/lib/lua/${name}.so`);
  }
  cpSync(dirname(luaModule("posix._argcheck")), join(root, "usr/lib/lua/posix"), { recursive: true });
  cpSync(standInsFolder, join(root, "usr/lib/lua"), { recursive: true });
}

/** The stand-in of ucode lies in a folder of its own, laid out as here; root/usr/bin/ucode starts it. */
function putUcode(root: string): void {
  const folder = "/stand-in/test/box";
  put(root, join(repositoryRoot, "test/box/bin/ucode"), `${folder}/bin/ucode`);
  cpSync(standInsFolder, join(root, folder, "lua"), { recursive: true });
  putProgram(root, join(repositoryRoot, "build/native/ucode/bridge.so"), "/stand-in/build/native/ucode/bridge.so");
}

/** What a router with LuCI has besides, as far as our packages meet it. */
export function putLuci(root: string): void {
  cpSync(luciRoot, root, { recursive: true });
  put(root, join(rootTemplate, "etc/config/luci"), "/etc/config/luci");
  for (const folder of ["share/luci/menu.d", "share/ucode/luci/controller"]) {
    mkdirSync(join(root, "usr", folder), { recursive: true });
  }
  mkdirSync(join(root, "www/luci-static/resources/view"), { recursive: true });
  writeFileSync(join(root, "usr/share/luci/menu.d/luci-base.json"), "{}\n");
}

function putBusybox(root: string): void {
  const busybox = output("sh", ["-c", "command -v busybox"]).trim();
  putProgram(root, busybox, "/bin/busybox");
  for (const applet of output(busybox, ["--list"]).split("\n")) {
    const path = join(root, "bin", applet);
    if (applet !== "" && applet !== "busybox" && applet !== "logread" && !existsSync(path)) {
      symlinkSync("busybox", path);
    }
  }
}

function putDevices(root: string): void {
  mkdirSync(join(root, "dev"), { recursive: true });
  for (const [name, minor] of [
    ["null", "3"],
    ["zero", "5"],
    ["urandom", "9"],
  ] as const) {
    output("mknod", ["-m", "0666", join(root, "dev", name), "c", "1", minor]);
  }
}

/** Makes the root folder anew. `libraryUsers` are modules to be installed later, whose libraries the router has. */
export function makeRoot(root: string, libraryUsers: readonly string[]): void {
  rmSync(root, { recursive: true, force: true });
  cpSync(standInRoot, root, { recursive: true });
  cpSync(join(rootTemplate, "usr/share/rpcd"), join(root, "usr/share/rpcd"), { recursive: true });
  put(root, join(rootTemplate, "etc/config/rpcd"), "/etc/config/rpcd");
  put(root, join(rootTemplate, "etc/shadow"), "/etc/shadow");
  putBusybox(root);
  putLua(root);
  putUcode(root);
  libraryUsers.forEach((file) => putLibraries(root, file));
  putDevices(root);
  const folders = ["etc/init.d", "etc/rc.d", "etc/uci-defaults", "tmp/.uci", "var/run/ubus", "var/log", "www/cgi-bin"];
  for (const folder of [
    ...folders,
    "usr/lib/opkg/info",
    "usr/lib/ucode",
    "usr/share/ucode",
    "usr/sbin",
    "usr/libexec",
    "lib/upgrade/keep.d",
    "proc",
  ]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  chmodSync(join(root, "tmp"), 0o1777);
  writeFileSync(join(root, "etc/passwd"), "root:x:0:0:root:/root:/bin/ash\nhttp:x:33:33:http:/var:/bin/false\n");
  writeFileSync(join(root, "etc/hosts"), "127.0.0.1 localhost idp.localhost router.localhost\n");
  mkdirSync(join(root, "etc/ssl/certs"), { recursive: true });
  writeFileSync(join(root, "etc/ssl/certs/ca-certificates.crt"), "");
  writeFileSync(join(root, "etc/config/system"), "config system\n\toption hostname 'OpenWrt'\n");
  writeFileSync(join(root, "etc/config/dhcp"), "config dnsmasq\n\toption domain 'lan'\n");
}

/** The beginning of a command line that goes on with a program in the root folder, which has a /proc of its own there. */
export function enter(root: string, user = "0:0"): string[] {
  return ["/usr/bin/unshare", `--mount-proc=${join(root, "proc")}`, "/usr/sbin/chroot", `--userspec=${user}`, root];
}

/** Runs a command line in the root folder, as root, with a router's environment. */
export function inRoot(root: string, commandLine: string, env: Readonly<Record<string, string>> = {}): Outcome {
  const [command = "", ...args] = enter(root);
  const { status, stdout, stderr } = spawnSync(command, [...args, "/bin/sh", "-c", commandLine], {
    encoding: "utf8",
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/root", ...env },
  });
  return { status: status ?? -1, stdout, stderr };
}

/** syslogd in the root folder, on its /dev/log. */
export async function startLog(root: string): Promise<ChildProcess> {
  const daemon = spawn("chroot", [root, "/bin/busybox", "syslogd", "-n", "-O", "/var/log/messages"], {
    stdio: "ignore",
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" },
  });
  for (let attempt = 0; attempt < 100 && !existsSync(join(root, "dev/log")); attempt += 1) {
    await sleep(20);
  }
  return daemon;
}
