/**
 * A router's root folder, in which programs see nothing else: busybox, Lua with the libraries of this machine in
 * OpenWrt's places, the real libuci, and stand-ins for ucode and OpenWrt's own shell functions and programs (root/). No LuCI.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { libuciFolder, repositoryRoot, rootTemplate, standInsFolder } from "../box/locations.ts";
import { expectSoon, sleep } from "../box/command.ts";
import { atEnd } from "../temporary.ts";
import { run } from "./ipk.ts";

export const work = join(repositoryRoot, "build/package");
export const root = join(work, "router");

export interface Outcome {
  status: number;
  stdout: string;
  stderr: string;
}

function put(source: string, path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  copyFileSync(source, join(root, path));
}

/** The shared libraries that a program or module needs, with the dynamic linker, at the paths they have here. */
function putLibraries(file: string): void {
  for (const [, path] of run("ldd", file).matchAll(/(\/\S+) \(0x/g)) {
    if (path !== undefined && !existsSync(join(root, path))) {
      put(path, path);
    }
  }
}

function putProgram(source: string, path: string): void {
  put(source, path);
  chmodSync(join(root, path), 0o755);
  putLibraries(source);
}

/** Returns the path of a Lua module on this machine, found by its own Lua on `package.path` or `package.cpath`. */
export function luaModule(name: string, kind: "path" | "cpath" = "path"): string {
  const script = `
    for pattern in package.${kind}:gmatch("[^;]+") do
      local file = pattern:gsub("?", "${name.replaceAll(".", "/")}")
      if io.open(file) then print(file) os.exit(0) end
    end
    os.exit(1)`;
  return run("lua5.1", "-e", script).trim();
}

function putLua(): void {
  for (const program of ["lua", "luac"]) {
    putProgram(run("sh", "-c", `command -v ${program}5.1`).trim(), `/usr/bin/${program}`);
  }
  for (const name of ["cjson", "lpeg", "posix", "bit32", "rex_posix"]) {
    putProgram(luaModule(name, "cpath"), `/usr/lib/lua/${name}.so`);
  }
  cpSync(dirname(luaModule("posix._argcheck")), join(root, "usr/lib/lua/posix"), { recursive: true });
  cpSync(standInsFolder, join(root, "usr/lib/lua"), { recursive: true });
  put(join(libuciFolder, "uci.so"), "/usr/lib/lua/uci.so");
  putProgram(join(libuciFolder, "uci"), "/sbin/uci");
}

/** The stand-in of ucode lies in a folder of its own, laid out as here; root/usr/bin/ucode starts it. */
function putUcode(): void {
  const folder = "/stand-in/test/box";
  put(join(repositoryRoot, "test/box/bin/ucode"), `${folder}/bin/ucode`);
  cpSync(standInsFolder, join(root, folder, "lua"), { recursive: true });
  putProgram(join(repositoryRoot, "build/native/ucode/bridge.so"), "/stand-in/build/native/ucode/bridge.so");
}

/** Adds the further files of a router with LuCI, as far as our packages use them. */
export function putLuci(): void {
  cpSync(join(import.meta.dirname, "luci"), root, { recursive: true });
  put(join(rootTemplate, "etc/config/luci"), "/etc/config/luci");
  for (const folder of ["share/luci/menu.d", "share/ucode/luci/controller"]) {
    mkdirSync(join(root, "usr", folder), { recursive: true });
  }
  mkdirSync(join(root, "www/luci-static/resources/view"), { recursive: true });
  writeFileSync(join(root, "usr/share/luci/menu.d/luci-base.json"), "{}\n");
}

function putBusybox(): void {
  const busybox = run("sh", "-c", "command -v busybox").trim();
  putProgram(busybox, "/bin/busybox");
  for (const applet of run(busybox, "--list").split("\n")) {
    const path = join(root, "bin", applet);
    if (applet !== "" && applet !== "busybox" && applet !== "logread" && !existsSync(path)) {
      symlinkSync("busybox", path);
    }
  }
}

function putDevices(): void {
  mkdirSync(join(root, "dev"), { recursive: true });
  for (const [name, minor] of [
    ["null", "3"],
    ["zero", "5"],
    ["urandom", "9"],
  ] as const) {
    run("mknod", "-m", "0666", join(root, "dev", name), "c", "1", minor);
  }
}

/** Makes the root folder anew. `libraryUsers` are modules to be installed later, whose libraries the router has. */
export function makeRoot(libraryUsers: readonly string[]): void {
  unmount(); // of a run that was killed
  rmSync(root, { recursive: true, force: true });
  cpSync(join(import.meta.dirname, "root"), root, { recursive: true });
  cpSync(join(rootTemplate, "usr/share/rpcd"), join(root, "usr/share/rpcd"), { recursive: true });
  put(join(rootTemplate, "etc/config/rpcd"), "/etc/config/rpcd");
  put(join(rootTemplate, "etc/shadow"), "/etc/shadow");
  putBusybox();
  putLua();
  putUcode();
  libraryUsers.forEach(putLibraries);
  putDevices();
  const folders = ["etc/init.d", "etc/rc.d", "etc/uci-defaults", "tmp/.uci", "var/run/ubus", "var/log", "www/cgi-bin"];
  for (const folder of [
    ...folders,
    "usr/lib/opkg/info",
    "lib/apk/packages",
    "usr/lib/ucode",
    "usr/share/ucode",
    "usr/sbin",
    "usr/libexec",
    "lib/upgrade/keep.d",
    "proc",
  ]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  if (!hasOwnMounts) {
    run("mount", "-t", "proc", "proc", proc);
    atEnd(unmount);
  }
  chmodSync(join(root, "tmp"), 0o1777);
  writeFileSync(join(root, "etc/passwd"), "root:x:0:0:root:/root:/bin/ash\nhttp:x:33:33:http:/var:/bin/false\n");
  writeFileSync(join(root, "etc/hosts"), "127.0.0.1 localhost idp.localhost router.localhost\n");
  mkdirSync(join(root, "etc/ssl/certs"), { recursive: true });
  writeFileSync(join(root, "etc/ssl/certs/ca-certificates.crt"), "");
  writeFileSync(join(root, "etc/config/system"), "config system\n\toption hostname 'OpenWrt'\n");
  writeFileSync(join(root, "etc/config/dhcp"), "config dnsmasq\n\toption domain 'lan'\n");
}

const proc = join(root, "proc");
/** Whether a program can have mounts of its own; in a chroot that is no mount point it cannot. */
const hasOwnMounts = spawnSync("unshare", ["--mount", "true"]).status === 0;

/** Why nothing can run in a root folder here, if it cannot. */
export function reasonToSkip(): string | undefined {
  if (process.getuid?.() !== 0) {
    return "needs root, for chroot(2), device files and mounts: sudo make test-package";
  }
  mkdirSync(proc, { recursive: true });
  const device = join(root, "device");
  rmSync(device, { force: true });
  if (spawnSync("mknod", [device, "c", "1", "3"]).status !== 0) {
    return "needs device files (CAP_MKNOD)";
  }
  if (spawnSync("mount", ["-t", "proc", "proc", proc]).status !== 0) {
    return "needs a mount of /proc (CAP_SYS_ADMIN)";
  }
  unmount();
  return undefined;
}

export function unmount(): void {
  spawnSync("umount", ["--lazy", proc], { stdio: "ignore" });
}

/** The beginning of a command line that goes on with a program in the root folder, which has a /proc there. */
export function enter(user = "0:0"): string[] {
  const mounts = hasOwnMounts ? ["/usr/bin/unshare", `--mount-proc=${proc}`] : [];
  return [...mounts, "/usr/sbin/chroot", `--userspec=${user}`, root];
}

export function inRoot(commandLine: string, env: Readonly<Record<string, string>> = {}): Outcome {
  const [command = "", ...args] = enter();
  const { status, stdout, stderr } = spawnSync(command, [...args, "/bin/sh", "-c", commandLine], {
    encoding: "utf8",
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/root", ...env },
  });
  return { status: status ?? -1, stdout, stderr };
}

/** syslogd in the root folder, on its /dev/log. */
export async function startLog(): Promise<ChildProcess> {
  const daemon = spawn("chroot", [root, "/bin/busybox", "syslogd", "-n", "-O", "/var/log/messages"], {
    stdio: "ignore",
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" },
  });
  await expectSoon("syslogd listens", () => existsSync(join(root, "dev/log")));
  return daemon;
}

/** Waits for the start script, which the service starts when passwords go off or rpcd's file is broken, and does not wait for, and for what rpcd's plug-in starts. */
export async function startScriptEnded(): Promise<void> {
  const runs = (): boolean =>
    spawnSync("sh", ["-c", "grep -Eqs '(init[.]d|libexec/rpcd)/sso-login' /proc/[0-9]*/cmdline"]).status === 0;
  // The process may not have begun yet.
  await sleep(100);
  await expectSoon("the start script ends", () => !runs());
}
