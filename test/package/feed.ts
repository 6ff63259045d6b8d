/**
 * Feed that `make feed` makes of the packages: an index that says what the files are, and a signature that holds. The real
 * programs install from one in test/image/run.sh.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { repositoryRoot } from "../box/locations.ts";
import { run, type Ipk } from "./ipk.ts";
import { check, same, step } from "./report.ts";

function makeFeed(...args: string[]): string {
  return run(join(repositoryRoot, "scripts/openwrt/make-feed.sh"), ...args);
}

function fieldsOf(index: string, name: string): string[] {
  return [...index.matchAll(new RegExp(`^${name}: (.*)$`, "gm"))].map(([, value = ""]) => value);
}

/** Tries a feed of these packages. */
export function tryFeed(packages: readonly Ipk[], work: string): void {
  step("A feed");
  rmSync(work, { recursive: true, force: true });
  const [from, feed] = [join(work, "packages"), join(work, "feed")];
  const [key, pub] = [join(work, "feed.sec"), join(work, "feed.pub")];
  mkdirSync(from, { recursive: true });
  packages.forEach(({ file }) => run("cp", file, from));
  const said = makeFeed(from, feed);
  check("without a key it says that it is not signed", said.includes("not signed: KEY names no secret key"), said);
  run("signify-openbsd", "-G", "-n", "-p", pub, "-s", key);
  const number = /keys\/([0-9a-f]{16})$/m.exec(makeFeed(from, feed, key))?.[1] ?? "";
  const keyNumber = Buffer.from(readFileSync(pub, "utf8").split("\n")[1] ?? "", "base64").subarray(2, 10);
  same("it names the public key as routers do", number, keyNumber.toString("hex"));
  run("signify-openbsd", "-V", "-p", pub, "-m", join(feed, "Packages"), "-x", join(feed, "Packages.sig"));
  const index = readFileSync(join(feed, "Packages"), "utf8");
  check("both forms of the index are one", gunzipSync(readFileSync(join(feed, "Packages.gz"))).toString() === index);
  const expected = new Map(packages.map((ipk) => [basename(ipk.file), readFileSync(ipk.file)]));
  const names = fieldsOf(index, "Filename");
  same("the index has each package", [...names].sort(), [...expected.keys()].sort());
  const sum = (bytes: Buffer | string): string => createHash("sha256").update(bytes).digest("hex");
  const sums = names.map((name) => sum(expected.get(name) ?? ""));
  same("with the file's sum", fieldsOf(index, "SHA256sum"), sums);
  const sizes = names.map((name) => String(expected.get(name)?.length));
  same("and size", fieldsOf(index, "Size"), sizes);
}
