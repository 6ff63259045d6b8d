/** Prints the folders and files of the specs from the lowest layer up, so that the module at fault fails first. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { layers } from "../../eslint/layers.js";

const present = readdirSync(fileURLToPath(new URL(".", import.meta.url)), { withFileTypes: true })
  .filter((entry) =>
    entry.isDirectory() ? !["support", "data"].includes(entry.name) : entry.name.endsWith("_spec.lua"),
  )
  .map((entry) => entry.name)
  .sort();
const known = ["result_spec.lua", "io", ...layers.flatMap((folders) => Object.keys(folders)).reverse()];
const ordered = known.filter((name) => present.includes(name));
console.log(
  [...ordered, ...present.filter((name) => !known.includes(name))].map((name) => join("test/unit", name)).join("\n"),
);
