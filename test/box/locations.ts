/** Where things are in the repository. */
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root folder. */
export const repositoryRoot = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** The packages' sources: $FEED, or the repository's own. */
export const feedFolder = resolve(repositoryRoot, process.env["FEED"] ?? "openwrt-feed");

/** What is built of the C layer: $NATIVE_BUILD, or the repository's own. */
export const nativeBuildFolder = resolve(repositoryRoot, process.env["NATIVE_BUILD"] ?? "build/native");

/** Every started box has a folder of its own below this one. */
export const boxesFolder = join(repositoryRoot, "build/box");

/** The Lua modules that stand in for what only a router has. */
export const standInsFolder = join(repositoryRoot, "test/box/lua");

/** Files that every box starts with, laid out as on a router. */
export const rootTemplate = join(repositoryRoot, "test/box/root");
