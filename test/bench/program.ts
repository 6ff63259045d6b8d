/**
 * The CGI program as bench.ts and test/growth measure it: in a box, in Lua, where `ubus` is a stub (lua/) and all else is
 * real; or, with ROUTER=…, on a router where all is real (test/box/README.md). Its shell must know the tools then.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runOrFail } from "../box/command.ts";
import { boxesFolder, libuciFolder, repositoryRoot } from "../box/locations.ts";
import { providerHost } from "../box/provider/identity-provider.ts";
import { quote } from "../box/shell.ts";
import { Scene, standardRoles } from "../e2e/support/scene.ts";

/** CGI variables of a request, or words of the command line in their place. */
export interface Request {
  words?: readonly string[];
  path: string;
  query: string;
  cookie?: string;
  session?: string;
  /** A form that is posted. */
  body?: string;
}

/** Whether a router is measured, not the box. */
export const isReal = process.env["ROUTER"] !== undefined;
/** The box, which whoever imports this opens, and closes through its scene. */
export const root = join(boxesFolder, "bench");
export const scene = await Scene.open({ box: { name: "bench", runtime: "lua" }, provider: { refreshTokens: true } });
export const runFolder = scene.router.path("/var/run/sso-login");
/** Interpreter and program. */
export let command = ["lua5.1", join(root, "bench.lua")];

/** Makes the program, which is the shipped one below the box's root, with the stub. A router has its own. */
export async function build(): Promise<void> {
  if (isReal) {
    const installed = "/www/cgi-bin/sso-login";
    command = [(await scene.router.shell(`sed -n '1s/^#!//p' ${installed}`)).trim(), installed];
    await scene.router.shell("/usr/sbin/sso-login compile");
    return;
  }
  const modules = join(root, "usr/lib/lua");
  const shipped = readFileSync(join(repositoryRoot, "openwrt-feed/sso-login/files/sso-login.cgi"), "utf8");
  const packaged = (await runOrFail("pkg-config", ["--variable=INSTALL_CMOD", "lua5.1"])).trim();
  const options = `{ root = "${root}" }`;
  const below = shipped
    .replace(/"\/usr\/lib\/lua\/\?\.lua"/, `"${modules}/?.lua;${repositoryRoot}/test/bench/lua/?.lua"`)
    .replace(/"\/usr\/lib\/lua\/\?\.so"/, `"${modules}/?.so;${libuciFolder}/?.so;${packaged}/?.so"`)
    .replace("uci.cursor()", `uci.cursor("${root}/etc/config")`)
    .replaceAll(/\b(main|use)\((?:\{\})?/g, `$1(${options}`);
  writeFileSync(command[1] ?? "", below);
  const env = { PATH: process.env["PATH"], LD_LIBRARY_PATH: process.env["LD_LIBRARY_PATH"] };
  await runOrFail(join(root, "usr/sbin/sso-login"), ["compile"], { env });
}

/** Removes files of the run directory by the beginning of their names. */
export async function forget(...prefixes: string[]): Promise<void> {
  await scene.router.shell(prefixes.map((prefix) => `rm -rf ${quote(runFolder)}/${prefix}*`).join("; "));
}

/** A window that is open already: its first request cleans up, which would make one measurement in many another. */
export async function openWindow(): Promise<void> {
  const minute = Math.floor(Date.now() / 60000);
  const files = ["rate", "refused", "rate_exchanges", "rate_logouts", "cleaned"].flatMap((name) =>
    [minute, minute + 1].map((at) => `${name}_${String(at)}`),
  );
  await scene.router.shell(
    `cd ${quote(runFolder)} && umask 77 && for file in ${files.join(" ")}; do printf . >$file; done`,
  );
}

/** A login up to its callback; `forgotten` are files that the callback shall not find. */
export async function callback(caFile: string, forgotten: string[] = [], roles = standardRoles): Promise<Request> {
  await openWindow();
  // A tool slows the client down: on a busy machine the handshake with a bundle takes longer than it waits by default.
  await scene.configure({ ca_file: caFile, http_timeout: "20" }, roles);
  // As the init script does after a change.
  await scene.router.commandLine("compile");
  const client = scene.client();
  const url = new URL(await scene.reachCallback(client, "alice"));
  await openWindow();
  await forget(...forgotten);
  const cookie = client.jar.header({ url, method: "GET", initiator: providerHost });
  return { path: "/callback", query: url.search.slice(1), cookie };
}

export const callgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"];

/** The count of callgrind, from its standard error. */
export function instructionsIn(stderr: string): number {
  return Number(/Collected : (\d+)/.exec(stderr)?.[1]);
}

/** Runs a command under a tool, with only the variables that are given; what it prints and what the tool says. */
export async function execute(
  tool: readonly string[],
  words: readonly string[],
  variables: NodeJS.ProcessEnv,
  body = "",
): Promise<{ stdout: string; stderr: string }> {
  const environment = Object.entries(variables).map(([name, value]) => quote(`${name}=${value ?? ""}`));
  const libraries = `LD_LIBRARY_PATH=${quote(process.env["LD_LIBRARY_PATH"] ?? "")}`;
  const line = ["env -i PATH=$PATH", ...(isReal ? [] : [libraries]), ...environment, ...[...tool, ...words].map(quote)];
  const said = "/tmp/sso-login-bench.$$";
  const input = `printf %s ${quote(body)} |`;
  const printed = await scene.router.shell(
    `${input} ${line.join(" ")} 2>${said}; printf '\\0'; cat ${said}; rm ${said}`,
  );
  const [stdout = "", stderr = ""] = printed.split("\0");
  return { stdout, stderr };
}

/** Runs the program under a tool, whose standard error is the answer; throws where the program answers another status. */
export async function under(tool: readonly string[], request: Request, status: number): Promise<string> {
  if (request.words !== undefined) {
    return (await execute(tool, [command[0] ?? "", "--", "/usr/sbin/sso-login", ...request.words], {})).stderr;
  }
  const { stdout, stderr } = await execute(
    tool,
    command,
    {
      BENCH_SESSION: request.session,
      HTTPS: "on",
      REQUEST_METHOD: request.body === undefined ? "GET" : "POST",
      CONTENT_TYPE: request.body === undefined ? "" : "application/x-www-form-urlencoded",
      PATH_INFO: request.path,
      QUERY_STRING: request.query,
      HTTP_COOKIE: request.cookie ?? "",
      HTTP_HOST: scene.router.host,
      REMOTE_ADDR: "127.0.0.1",
    },
    request.body,
  );
  if (!stdout.startsWith(`Status: ${String(status)}`)) {
    throw new Error(`not the answer that was to be measured:\n${stdout}${stderr}`);
  }
  return stderr;
}
