/** Puts the package's files below a box's root, and the stubs by which the web server runs them there. */
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runOrFail } from "./command.ts";
import { libuciFolder, repositoryRoot, rootTemplate, standInsFolder, ucodeProgram } from "./locations.ts";
import { quote } from "./shell.ts";

export type CryptoBackend = "mbedtls" | "openssl";

export type Runtime = "lua" | "ucode";

const ubusSocket = "/var/run/ubus/ubus.sock";

/** Returns the name that a variable of the environment chooses, or the first one. */
function choice<Name extends string>(variable: string, names: readonly [Name, Name]): Name {
  const chosen = process.env[variable] ?? names[0];
  const known = names.find((name) => name === chosen);
  if (known === undefined) {
    throw new Error(`${variable}: there is no ${chosen}; there are: ${names.join(" ")}`);
  }
  return known;
}

export const chosenBackend = (): CryptoBackend => choice("CRYPTO", ["mbedtls", "openssl"]);
export const chosenRuntime = (): Runtime => choice("RUNTIME", ["lua", "ucode"]);

const codeFolders = ["lib/lua", "share/ucode", "lib/ucode"].map((folder) => `usr/${folder}/sso_login`);

/** Everything the packages install, and nothing else, below `root`. What is built already is taken as it is. */
async function installPackages(root: string, runtime: Runtime, backend: CryptoBackend): Promise<void> {
  const native = join(repositoryRoot, "build/native", runtime === "ucode" ? "ucode" : "", backend, "sso_login");
  if (!existsSync(join(native, "native_crypto.so"))) {
    throw new Error(`${native} is empty: run "make native CRYPTO=${backend}"`);
  }
  const installed = `build/installed/${runtime}-${backend}`;
  const make = "make -s --no-print-directory -o build/lua -o build/ucode -o native";
  const command = `cd '${repositoryRoot}' && ${make} ${installed} && cp -r --preserve=mode ${installed}/. '${root}'`;
  // One after the other: of boxes that start together, the first one has it made.
  await runOrFail("flock", [join(repositoryRoot, "build"), "sh", "-c", command]);
}

/** Returns a line of Lua that puts the box's modules in front of all others. */
export function luaPaths(root: string): string {
  const modules = join(root, "usr/lib/lua");
  const path = JSON.stringify(`${modules}/?.lua;${standInsFolder}/?.lua;`);
  const cpath = JSON.stringify(`${modules}/?.so;${libuciFolder}/?.so;`);
  return `package.path, package.cpath = ${path} .. package.path, ${cpath} .. package.cpath`;
}

/** Writes an executable Lua program of the box. */
function writeProgram(root: string, path: string, body: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    `#!/usr/bin/env lua5.1
-- Written by test/box/install.ts at every start of the box.
${luaPaths(root)}
local root = ${JSON.stringify(root)}
${body}
`,
  );
  chmodSync(file, 0o755);
}

/** Writes an executable program in ucode that finds its modules below the root. */
function writeUcodeProgram(root: string, path: string, source: string): void {
  const modules = ["usr/share/ucode/*.uc", "usr/lib/ucode/*.so"].map((pattern) => `-L ${quote(join(root, pattern))}`);
  const file = join(root, path);
  writeFileSync(
    file,
    `#!/bin/sh
# Written by test/box/install.ts at every start of the box.
exec ${quote(ucodeProgram)} ${modules.join(" ")} -e ${quote(source)} -- "$@"
`,
  );
  chmodSync(file, 0o755);
}

/** The service's programs: where they are, their modules, and whether they take arguments and give an exit status. */
const programs = [
  ["www/cgi-bin/sso-login", "cgi", false],
  ["www/cgi-bin/webui", "landing", false],
  ["usr/sbin/sso-login", "cli", true],
  ["usr/libexec/rpcd/sso-login", "rpcd_plugin", true],
] as const;

/**
 * Installs the service in a runtime, in the place of the other one, with programs that know where the root is. The
 * service's own state and configuration stay.
 */
export async function installService(root: string, runtime: Runtime, backend: CryptoBackend): Promise<void> {
  codeFolders.forEach((folder) => rmSync(join(root, folder), { recursive: true, force: true }));
  await installPackages(root, runtime, backend);
  for (const [path, module, isCommand] of programs) {
    // As the shipped programs do, those that answer requests use compiled modules where there are some, and the supervisor.
    if (runtime === "lua") {
      const name = module === "cli" ? `(arg[1] == "watch" and "watch" or "cli")` : `"${module}"`;
      const options = "{ root = root, log_to_stderr = true }";
      const use = `require("sso_login.io.code").use(${options})`;
      const compiled = isCommand ? `if arg[1] == "watch" then ${use} end\n` : `${use}\n`;
      const main = `require("sso_login.entry_points." .. ${name}).main`;
      const source = isCommand ? `os.exit(${main}(arg, ${options}))` : `${main}(${options})`;
      writeProgram(root, path, compiled + source);
    } else {
      const options = `{ root: ${JSON.stringify(root)}, log_to_stderr: true }`;
      const call = isCommand ? `exit(main(ARGV, ${options}));` : `main(${options});`;
      const compiled = (name: string, of: string): string =>
        `loadstring("import { load } from 'sso_login.io.code'; return load;")()(${options}, "sso_login.entry_points.${name}", ${of}).main`;
      const load = isCommand
        ? `ARGV[0] === "watch" ? ${compiled("watch", `ARGV[1] ? "/turn" : ""`)}
          : loadstring("import { main } from 'sso_login.entry_points.${module}'; return main;")()`
        : compiled(module, `getenv("PATH_INFO") ?? ""`);
      const source = `const main = ${load}; ${call}`;
      writeUcodeProgram(root, path, source);
    }
  }
}

export function writePrograms(root: string): void {
  writeProgram(root, "www/cgi-bin/luci", `require("luci").main(root)`);
  writeProgram(root, "www/ubus", `require("ubus_http").main(root)`);
  writeProgram(
    root,
    "etc/init.d/rpcd",
    `require("ubus").reload_rpcd(require("ubus").connect(root .. "${ubusSocket}"))`,
  );
  writeProgram(root, "bin/ubus", `require("ubus_cli").main(arg, root)`);
}

/** Copies the files that a router has before our package comes. */
export function copyTemplate(root: string): void {
  cpSync(rootTemplate, root, { recursive: true });
  for (const folder of ["bin", "tmp/.uci", "var/run/ubus", "var/log", "usr/lib/lua", "www/cgi-bin"]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
}
