/** Copies of this repository, in which a test changes files. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { repositoryRoot } from "../box/locations.ts";
import { temporaryFolder } from "../temporary.ts";

/** A folder with the files that git tracks or would track, with Node's packages and what is built for the specs; it goes with this process. */
export function copyOfRepository(): string {
  const folder = temporaryFolder("sso-login-copy-");
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const names = spawnSync("git", args, { cwd: repositoryRoot, encoding: "utf8" }).stdout.split("\0");
  for (const name of names.filter((path) => path !== "" && existsSync(join(repositoryRoot, path)))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(repositoryRoot, name), join(folder, name));
  }
  mkdirSync(join(folder, "build"));
  for (const path of ["node_modules", "build/native", "build/unit-fixtures.json", "build/vectors.json"]) {
    symlinkSync(join(repositoryRoot, path), join(folder, path));
  }
  return folder;
}
