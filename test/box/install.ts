/** Puts the package's files below a box's root, and the stubs by which the web server runs them there. */
import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runOrFail } from "./command.ts";
import { repositoryRoot, rootTemplate, standInsFolder } from "./locations.ts";

/** The crypto backends that the native layer can be built with. */
export type CryptoBackend = "mbedtls" | "openssl";

const ubusSocket = "/var/run/ubus/ubus.sock";

/** The backend chosen by CRYPTO=…, else the default one. */
export function chosenBackend(): CryptoBackend {
  const chosen = process.env["CRYPTO"] ?? "mbedtls";
  if (chosen !== "mbedtls" && chosen !== "openssl") {
    throw new Error(`CRYPTO=${chosen}: mbedtls or openssl`);
  }
  return chosen;
}

/** Everything the packages install, and nothing else, below `root`. What is built already is taken as it is. */
export async function installInto(root: string, backend: CryptoBackend): Promise<void> {
  const native = join(repositoryRoot, "build/native", backend, "sso_login");
  if (!existsSync(join(native, "native_crypto.so"))) {
    throw new Error(`${native} is empty: run "make native CRYPTO=${backend}"`);
  }
  await runOrFail("make", [
    "-s",
    "-C",
    repositoryRoot,
    "-o",
    "build/lua",
    "-o",
    "native",
    "install",
    `DESTDIR=${root}`,
    `CRYPTO=${backend}`,
  ]);
}

/** A Lua string literal. */
function luaString(text: string): string {
  return `"${text.replace(/[\\"]/g, String.raw`\$&`)}"`;
}

/** Writes an executable Lua program that has the box's modules in front of all others. */
function writeProgram(root: string, path: string, body: string): void {
  const modules = join(root, "usr/lib/lua");
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    `#!/usr/bin/env lua5.1
-- Written by test/box/install.ts at every start of the box.
package.path = ${luaString(`${modules}/?.lua;${standInsFolder}/?.lua;`)} .. package.path
package.cpath = ${luaString(`${modules}/?.so;`)} .. package.cpath
local root = ${luaString(root)}
${body}
`,
  );
  chmodSync(file, 0o755);
}

/** Replaces the installed stubs by ones that tell the service where its root is, and adds the stand-ins' programs. */
export function writePrograms(root: string): void {
  const options = "{ root = root, log_to_stderr = true }";
  writeProgram(root, "www/cgi-bin/sso-login", `require("sso_login.program.cgi").main(${options})`);
  writeProgram(root, "www/cgi-bin/webui", `require("sso_login.program.landing").main(${options})`);
  writeProgram(root, "usr/sbin/sso-login", `os.exit(require("sso_login.program.cli").main(arg, ${options}))`);
  writeProgram(root, "usr/libexec/rpcd/sso-login", `os.exit(require("sso_login.program.rpcd").main(arg, ${options}))`);
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
