import { execFileSync } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export type Backend = "mbedtls" | "openssl";
export const backends: readonly Backend[] = ["mbedtls", "openssl"];

/** The runtime that a build is for. */
export type Binding = "lua" | "ucode";
export const bindings: readonly Binding[] = ["lua", "ucode"];

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
/** NATIVE_BUILD: see `make coverage`. */
export const build = join(root, process.env["NATIVE_BUILD"] ?? "build/native");
export const source = join(root, "openwrt-feed/sso-login-native/src");

/** A Lua interpreter together with one build of the modules. */
export interface Target {
  readonly name: string;
  readonly backend: Backend;
  /** Program and arguments, to be followed by a script. */
  readonly lua: readonly string[];
  /** How the scripts end that the program runs; ".lua" when absent. */
  readonly scripts?: ".uc";
  readonly env: Readonly<Record<string, string>>;
}

/** Runs src/Makefile; `variables` go on its command line. */
export function make(
  backend: Backend,
  out: string,
  variables: Record<string, string> = {},
  goals: string[] = [],
): void {
  const assignments = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  execFileSync("make", ["-s", "-C", source, `CRYPTO=${backend}`, `OUT=${out}`, ...assignments, ...goals], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, MAKEFLAGS: "", MAKELEVEL: "" },
  });
}

const api = join(root, "test/native/ucode-api");

/**
 * One build of the modules: of Lua's in Lua, of ucode's behind the stand-in of ucode's headers, whose functions run in
 * Lua, too (test/native/ucode-api/bridge.c).
 */
function builtTarget(
  backend: Backend,
  binding: Binding,
  name: string,
  out: string,
  variables: Record<string, string>,
): Target {
  make(backend, out, { BINDING: binding, UCODE_CFLAGS: `-I${api}`, ...variables });
  if (binding === "lua") return { name, backend, lua: ["lua5.1"], env: { LUA_CPATH: modulePath(out) } };
  const { CC = "cc", CFLAGS = "-O2 -g", LDFLAGS = "" } = variables;
  const lua = execFileSync("pkg-config", ["--cflags", "lua5.1"], { encoding: "utf8" });
  const flags = `-std=gnu11 -Wall -Wextra -fPIC -shared ${CFLAGS} ${LDFLAGS} ${lua}`.trim().split(/\s+/);
  execFileSync(CC, [...flags, "-o", join(out, "bridge.so"), join(api, "bridge.c")], { stdio: "inherit" });
  const env = { LUA_CPATH: modulePath(out), LUA_PATH: `${api}/?.lua;;`, UCODE_MODULES: out };
  return { name: `${name}, ucode`, backend, lua: ["lua5.1", "-lmodules"], env };
}

export function hostTarget(backend: Backend, binding: Binding = "lua"): Target {
  return builtTarget(backend, binding, backend, join(build, ...(binding === "lua" ? [] : ["ucode"]), backend), {});
}

/** gcc's AddressSanitizer and UndefinedBehaviorSanitizer; any finding ends the process. */
export function sanitizedTarget(backend: Backend, binding: Binding = "lua"): Target {
  const out = join(build, "sanitized", ...(binding === "lua" ? [] : ["ucode"]), backend);
  const sanitize = "-fsanitize=address,undefined -fno-sanitize-recover=all";
  const target = builtTarget(backend, binding, `${backend} under sanitizers`, out, {
    CC: "gcc",
    CPPFLAGS: "",
    CFLAGS: `-O1 -g -fno-omit-frame-pointer ${sanitize}`,
    LDFLAGS: sanitize,
  });
  const library = (name: string): string =>
    execFileSync("gcc", [`-print-file-name=${name}`], { encoding: "utf8" }).trim();
  return {
    ...target,
    env: {
      ...target.env,
      LD_PRELOAD: `${library("libasan.so")} ${library("libubsan.so")}`,
      ASAN_OPTIONS: "detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1",
      UBSAN_OPTIONS: "print_stacktrace=1",
    },
  };
}

/**
 * A real ucode, which is not to be had everywhere: the program that UCODE names, with the modules in the folder
 * UCODE_MODULES, built against its own headers (src/Makefile).
 */
export function ucodeTarget(backend: Backend): Target {
  const { UCODE: program, UCODE_MODULES: modules } = process.env;
  if (program === undefined || modules === undefined) throw new Error("UCODE or UCODE_MODULES is not set");
  return { name: `${backend}, real ucode`, backend, lua: [program, "-L", `${modules}/*.so`], env: {}, scripts: ".uc" };
}

export function valgrindTarget(backend: Backend, binding: Binding = "lua"): Target {
  const host = hostTarget(backend, binding);
  const valgrind = ["valgrind", "-q", "--error-exitcode=99", "--leak-check=full", "--errors-for-leak-kinds=definite"];
  return { ...host, name: `${host.name} under valgrind`, lua: [...valgrind, ...host.lua] };
}

/** Lua's own directories stay on the path, for cjson. */
export function modulePath(out: string): string {
  return `${out}/?.so;;`;
}
