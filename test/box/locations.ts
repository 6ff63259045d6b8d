/** Paths in the repository. */
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const repositoryRoot = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

export const boxesFolder = join(repositoryRoot, "build/box");

export const standInsFolder = join(repositoryRoot, "test/box/lua");

/** The real libuci: its Lua binding and its command line (test/libuci/Makefile). */
export const libuciFolder = join(repositoryRoot, "build/libuci");

export const rootTemplate = join(repositoryRoot, "test/box/root");

/** The program that runs ucode: the box's stand-in, or a real one that `UCODE` names. */
export const ucodeProgram = process.env["UCODE"] ?? join(repositoryRoot, "test/box/bin/ucode");

/** The C modules for that program: those built for the stand-in, or the folder that `UCODE_MODULES` names. */
export const ucodeModules = process.env["UCODE_MODULES"] ?? join(repositoryRoot, "build/native/ucode/mbedtls");
