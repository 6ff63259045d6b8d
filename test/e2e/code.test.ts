/** Compiled modules: used while they fit, and otherwise out of the way with one line in the log. */
import assert from "node:assert/strict";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs"; // prettier-ignore
import { dirname, extname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { run, type CommandResult } from "../box/command.ts";
import { chosenBackend, chosenRuntime, copyTemplate, installService, luaPaths } from "../box/install.ts";
import { ucodeProgram } from "../box/locations.ts";
import { temporaryFolder } from "../temporary.ts";

const runtime = chosenRuntime();
const root = temporaryFolder("sso-login-code-");
const file = join(root, "var/run/sso-login.code");
const version = join(root, runtime === "lua" ? "usr/lib/lua/sso_login/base/version.lua" : "usr/share/ucode/sso_login/base/version.uc"); // prettier-ignore
const env = { PATH: `${dirname(ucodeProgram)}:${process.env["PATH"] ?? ""}` };

function compile(): Promise<CommandResult> {
  return run(join(root, "usr/sbin/sso-login"), ["compile"], { env });
}

/** A request, for what is not there unless a path is given, as the installed program takes it; `first` is a program before it. */
function request(path = "/nothing", first = ""): Promise<CommandResult> {
  const asked = { ...env, HTTPS: "on", REQUEST_METHOD: "GET", PATH_INFO: path };
  if (runtime === "lua") {
    const program = `${first}${luaPaths(root)}
local options = { root = "${root}", log_to_stderr = true }
require("sso_login.io.code").use(options)
require("sso_login.entry_points.cgi").main(options)`;
    return run("lua5.1", ["-e", program], { env: asked });
  }
  const program = `import { load } from "sso_login.io.code";
${first}const options = { root: "${root}", log_to_stderr: true };
load(options, "sso_login.entry_points.cgi", getenv("PATH_INFO")).main(options);`;
  const modules = ["share/ucode/*.uc", "lib/ucode/*.so"].flatMap((pattern) => ["-L", join(root, "usr", pattern)]);
  return run(ucodeProgram, [...modules, "-e", program], { env: asked });
}

/** The answer is the same whatever became of the file. */
async function answers(): Promise<string> {
  const { stdout, stderr } = await request();
  assert.match(stdout, /^Status: 404 /, stderr);
  return stderr;
}

function edit(change: (code: Buffer) => Buffer): void {
  writeFileSync(file, change(readFileSync(file)), { mode: 0o600 });
}

before(async () => {
  await installService(root, runtime, chosenBackend());
  copyTemplate(root);
  mkdirSync(join(root, "var/run"), { recursive: true });
});
after(() => rmSync(root, { recursive: true }));

describe("compiled modules", () => {
  test("are used, and no other user can read or write them", async () => {
    assert.equal((await compile()).code, 0);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.doesNotMatch(await answers(), /CODE_IGNORED/);
    assert.equal(existsSync(file), true);
    if (runtime === "lua") {
      // Without the sources, but for what looks at the file.
      const sources = join(root, "usr/lib/lua/sso_login/web");
      rmSync(sources, { recursive: true });
      await answers();
      await installService(root, runtime, chosenBackend());
    }
  });

  test("include the configuration until it changes", async () => {
    const option = (name: string, value: string): string => `\toption ${name} '${value}'\n`;
    const written = (client: string): void => {
      const options = [["enabled", "1"], ["issuer_url", "https://idp.example"], ["client_id", client], ["client_secret", "hush"], ["redirect_uri", "https://router.example/cgi-bin/sso-login/callback"], ["scope", "openid"]]; // prettier-ignore
      const text = options.map(([name = "", value = ""]) => option(name, value)).join("");
      writeFileSync(join(root, "etc/config/sso-login"), `config oidc 'default'\n${text}`);
    };
    const status = async (): Promise<string> => (await request("/logout")).stdout.split("\r\n", 1).join();
    written("router");
    assert.equal((await compile()).code, 0);
    assert.equal(readFileSync(file).includes("hush"), false);
    // Without what validates a configuration, which ucode has as a compiled piece, too.
    edit((code) =>
      Buffer.from(
        code.toString("latin1").replace(/(\nsso_login.settings.config_)validation /, "$1-alidation "),
        "latin1",
      ),
    );
    rmSync(join(dirname(version), `../settings/config_validation${extname(version)}`));
    assert.equal(await status(), "Status: 302 Found");
    written("other");
    assert.match(await status(), /^Status: 50/);
    await installService(root, runtime, chosenBackend());
    written("other");
    assert.equal(await status(), "Status: 302 Found");
  });

  const misfits: [name: string, change: () => void][] = [
    ["cut short", () => edit((code) => code.subarray(0, -10))],
    ["longer", () => edit((code) => Buffer.concat([code, Buffer.from("x")]))],
    ["empty", () => edit(() => Buffer.alloc(0))],
    [
      "of another runtime",
      () =>
        edit((code) =>
          Buffer.from(code.toString("latin1").replace(/\/(?=[^\n]* \d+[ -]\d+[ -]\d+\n)/, "/~"), "latin1"),
        ),
    ],
    [
      "that do not say what they were made of",
      () =>
        edit((code) =>
          Buffer.from(
            code.toString("latin1").replace(/(?<= )\d+[ -]\d+[ -]\d+(?=\n)/g, (all) => all.replace(/\d/g, "x")),
            "latin1",
          ),
        ),
    ],
    ["for others to read", () => chmodSync(file, 0o644)],
    ["of another version of the package", () => utimesSync(version, 1, 1)],
    ...(process.getuid?.() === 0 ? [["of somebody else", () => chownSync(file, 1, 1)] as [string, () => void]] : []),
  ];
  for (const [name, change] of misfits) {
    test(`${name}: are removed, with one line in the log`, async () => {
      assert.equal((await compile()).code, 0);
      change();
      assert.equal((await answers()).match(/CODE_IGNORED/g)?.length, 1);
      assert.equal(existsSync(file), false);
      assert.doesNotMatch(await answers(), /CODE_IGNORED/);
    });
  }

  test("are ignored where they cannot be loaded", async () => {
    assert.equal((await compile()).code, 0);
    // After the head, of which the first line says where it ends.
    edit((code) => {
      const ends = code.indexOf("\n") + 1;
      const [finder = 0, head = 0] = code.toString("latin1", 0, ends).match(/\d+/g)?.map(Number) ?? [];
      return code.fill(1, ends + finder + head);
    });
    await answers();
  });

  test("of another length in their place since they were opened: stay", async () => {
    assert.equal((await compile()).code, 0);
    const command = `cp -p '${file}' '${file}.new' && printf x >>'${file}.new' && mv '${file}.new' '${file}'`;
    const then = (open: string): string => (runtime === "lua" ? `function(...) local file = ${open}(...) if ... == "${file}" then os.execute("${command}") end return file end\n` : `(path, ...more) => { const file = ${open}(path, ...more); if (path == "${file}") system("${command}"); return file; };\n`); // prettier-ignore
    const first = runtime === "lua" ? `local open = io.open io.open = ${then("open")}` : `const real = require, fs = real("fs"), open = ${then("fs.open")} global.require = (name) => name == "fs" ? { ...fs, open } : real(name);\n`; // prettier-ignore
    const length = statSync(file).size;
    const { stdout, stderr } = await request("/nothing", first);
    assert.match(stdout, /^Status: 404 /, stderr);
    assert.doesNotMatch(stderr, /CODE_IGNORED/);
    assert.equal(statSync(file).size, length + 1);
  });

  // A limit on a file's length: it ends the writer in the middle, or where that is ignored fails as a full disk does.
  for (const [name, ignored] of [
    ["half written", ""],
    ["on a full disk", "trap '' XFSZ; "],
  ] as const) {
    test(`${name}: requests are served without them, and the next attempt succeeds`, async () => {
      rmSync(file, { force: true });
      const words = ["-c", `${ignored}ulimit -f 1; exec "$0" compile`, join(root, "usr/sbin/sso-login")];
      assert.notEqual((await run("sh", words, { env })).code, 0);
      assert.equal(existsSync(file), false);
      assert.doesNotMatch(await answers(), /CODE_IGNORED/);
      assert.equal((await compile()).code, 0);
      assert.equal(existsSync(file), true);
    });
  }

  test("are missing without a compiler, which is reported, and requests are served", async () => {
    rmSync(file, { force: true });
    const programs = join(root, "programs");
    mkdirSync(programs);
    symlinkSync((await run("sh", ["-c", "command -v lua5.1"])).stdout.trim(), join(programs, "lua5.1"));
    assert.equal((await run(join(root, "usr/sbin/sso-login"), ["compile"], { env: { PATH: programs } })).code, 1);
    assert.equal(existsSync(file), false);
    await answers();
  });

  test("are missing where they cannot be written, which is reported, and requests are served", async () => {
    rmSync(file, { force: true });
    mkdirSync(`${file}/x`, { recursive: true });
    assert.equal((await compile()).code, 1);
    rmSync(file, { recursive: true });
    await answers();
  });
});
