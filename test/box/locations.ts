/** Where things are in the repository. */
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root folder. */
export const repositoryRoot = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** Every started box has a folder of its own below this one. */
export const boxesFolder = join(repositoryRoot, "build/box");

/** The Lua modules that stand in for what only a router has. */
export const standInsFolder = join(repositoryRoot, "test/box/lua");

/** Files that every box starts with, laid out as on a router. */
export const rootTemplate = join(repositoryRoot, "test/box/root");

/** The program that runs ucode: the box's stand-in, or a real one that `UCODE` names. */
export const ucodeProgram = process.env["UCODE"] ?? join(repositoryRoot, "test/box/bin/ucode");

/** The C modules for that program: those built for the stand-in, or the folder that `UCODE_MODULES` names. */
export const ucodeModules = process.env["UCODE_MODULES"] ?? join(repositoryRoot, "build/native/ucode/mbedtls");
