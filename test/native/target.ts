import { execFileSync } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export type Backend = "mbedtls" | "openssl";
export const backends: readonly Backend[] = ["mbedtls", "openssl"];

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const build = join(root, "build/native");
export const source = join(root, "openwrt-feed/sso-login-native/src");

/** A Lua interpreter together with one build of the modules. */
export interface Target {
  readonly name: string;
  readonly backend: Backend;
  /** Program and arguments, to be followed by a script. */
  readonly lua: readonly string[];
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

export function hostTarget(backend: Backend): Target {
  const out = join(build, backend);
  make(backend, out);
  return { name: backend, backend, lua: ["lua5.1"], env: { LUA_CPATH: modulePath(out) } };
}

/** gcc's AddressSanitizer and UndefinedBehaviorSanitizer; any finding ends the process. */
export function sanitizedTarget(backend: Backend): Target {
  const out = join(build, "sanitized", backend);
  const sanitize = "-fsanitize=address,undefined -fno-sanitize-recover=all";
  make(backend, out, {
    CC: "gcc",
    CPPFLAGS: "",
    CFLAGS: `-O1 -g -fno-omit-frame-pointer ${sanitize}`,
    LDFLAGS: sanitize,
  });
  const library = (name: string): string =>
    execFileSync("gcc", [`-print-file-name=${name}`], { encoding: "utf8" }).trim();
  return {
    name: `${backend} under sanitizers`,
    backend,
    lua: ["lua5.1"],
    env: {
      LUA_CPATH: modulePath(out),
      LD_PRELOAD: `${library("libasan.so")} ${library("libubsan.so")}`,
      ASAN_OPTIONS: "detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1",
      UBSAN_OPTIONS: "print_stacktrace=1",
    },
  };
}

export function valgrindTarget(backend: Backend): Target {
  const host = hostTarget(backend);
  const valgrind = ["valgrind", "-q", "--error-exitcode=99", "--leak-check=full", "--errors-for-leak-kinds=definite"];
  return { ...host, name: `${backend} under valgrind`, lua: [...valgrind, ...host.lua] };
}

/** Lua's own directories stay on the path, for cjson. */
export function modulePath(out: string): string {
  return `${out}/?.so;;`;
}
