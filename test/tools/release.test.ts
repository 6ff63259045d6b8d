/** The scripts of a release: the version in all places, downloads by their checksums, signed feeds, what is released. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { repositoryRoot } from "../box/locations.ts";
import { temporaryFolder } from "../temporary.ts";

const places = [
  "src/sso_login/base/version.ts",
  ...["sso-login", "sso-login-native", "luci-app-sso-login"].map((name) => `openwrt-feed/${name}/Makefile`),
  ...["package.json", "package-lock.json", "README.md", "CHANGELOG.md"],
];

/** A copy of the scripts and of the files that name the version; `call` runs one of the scripts there. */
function copy(): { folder: string; call: (...words: string[]) => { status: number | null; output: string } } {
  const folder = temporaryFolder("release-");
  for (const path of ["scripts", ...places]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(repositoryRoot, path), join(folder, path), { recursive: true });
  }
  const env = { ...process.env, OPENWRT_MIRROR: `file://${folder}/mirror` };
  return {
    folder,
    call: (script = "", ...args) => {
      const { status, stdout, stderr } = spawnSync(join(folder, "scripts", script), args, { encoding: "utf8", env });
      return { status, output: stdout + stderr };
    },
  };
}

test("one command writes the version everywhere, and a place that was forgotten is found", () => {
  const { folder, call } = copy();
  assert.deepEqual(call("version.sh", "--check"), { status: 0, output: "" });
  assert.equal(call("version.sh", "7.8.9-beta").status, 1, "no version for apk");
  assert.equal(call("version.sh", "7.8.9").status, 0);
  assert.equal(call("version.sh", "--check").status, 0);
  for (const path of places.slice(0, -1)) {
    assert.ok(readFileSync(join(folder, path), "utf8").includes("7.8.9"), path);
  }
  writeFileSync(join(folder, "package.json"), '  "version": "7.8.8"\n');
  assert.match(call("version.sh", "--check").output, /^package\.json: not 7\.8\.9/);
});

test("a release needs its own tag and a day in CHANGELOG.md", () => {
  const { folder, call } = copy();
  call("version.sh", "7.8.9");
  assert.match(call("release.sh", "v7.8.8", "site", "out").output, /the tag v7\.8\.8 is not v7\.8\.9/);
  assert.match(call("release.sh", "v7.8.9", "site", "out").output, /CHANGELOG\.md has no heading/);
  appendFileSync(join(folder, "CHANGELOG.md"), "\n## 7.8.9 (2026-12-01)\n");
  assert.match(call("release.sh", "v7.8.9", "site", "out").output, /no checkout of git/);
});

test("a file of OpenWrt's server is taken only as its list of checksums has it", () => {
  const { folder, call } = copy();
  const target = join(folder, "mirror/releases/24.10.4/targets/x86/64");
  mkdirSync(target, { recursive: true });
  const name = "openwrt-24.10.4-x86-64-rootfs.tar.gz";
  writeFileSync(join(target, name), "");
  // The checksum of nothing.
  const sum = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  writeFileSync(join(target, "sha256sums"), `${sum} *${name}\n`);
  const fetch = (what: string): ReturnType<typeof call> =>
    call("openwrt/fetch.sh", "24.10.4", "x86/64", what, join(folder, "got"));
  assert.deepEqual(fetch("rootfs"), { status: 0, output: `${folder}/got/${name}\n` });
  assert.match(fetch("sdk").output, /has no sdk/);
  writeFileSync(join(target, name), "changed");
  assert.equal(fetch("rootfs").status, 1);
});

test("no feed is published without its key", () => {
  const { folder, call } = copy();
  const packages = join(folder, "packages/25.12/x86_64");
  mkdirSync(packages, { recursive: true });
  writeFileSync(join(packages, "a-1-r1.apk"), "");
  const made = call("openwrt/make-site.sh", join(folder, "packages"), join(folder, "site"), join(folder, "keys"));
  assert.equal(made.status, 1);
  assert.match(made.output, /has no apk\.sec/);
});
