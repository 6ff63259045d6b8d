/** The CGI program in a box, as bench.ts and test/growth measure it: `uci` and `ubus` are C stubs, all else is real. */
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, runOrFail } from "../box/command.ts";
import { boxesFolder, repositoryRoot } from "../box/locations.ts";
import { Scene, standardRoles } from "../e2e/support/scene.ts";

/** CGI variables of a request. */
export interface Request {
  path: string;
  query: string;
  cookie?: string;
  session?: string;
}

const stateCookie = "__Host-webui_sso_state";

/** The box, which whoever imports this opens, and closes through its scene. */
export const root = join(boxesFolder, "bench");
export const runFolder = join(root, "var/run/sso-login");
/** The program, an argument of lua5.1. */
export const file = join(root, "bench.lua");
export const scene = await Scene.open({ box: { name: "bench", runtime: "lua" } });

/** Builds the stubs, and the program, which is the shipped one below the box's root. */
export async function build(): Promise<void> {
  const flags = (await runOrFail("pkg-config", ["--cflags", "lua5.1"])).trim().split(" ");
  const source = join(repositoryRoot, "test/bench/bindings.c");
  for (const name of ["uci", "ubus"]) {
    await runOrFail("cc", ["-O2", "-shared", "-fPIC", ...flags, "-o", join(root, `usr/lib/lua/${name}.so`), source]);
  }
  const modules = join(root, "usr/lib/lua");
  const shipped = readFileSync(join(repositoryRoot, "openwrt-feed/sso-login/files/sso-login.cgi"), "utf8");
  const packaged = (await runOrFail("pkg-config", ["--variable=INSTALL_CMOD", "lua5.1"])).trim();
  const options = `{ root = "${root}" }`;
  const below = shipped
    .replace(/"\/usr\/lib\/lua\/\?\.lua"/, `"${modules}/?.lua"`)
    .replace(/"\/usr\/lib\/lua\/\?\.so"/, `"${modules}/?.so;${packaged}/?.so"`)
    .replaceAll(/\b(main|use)\((?:\{\})?\)/g, `$1(${options})`);
  writeFileSync(file, below);
  await runOrFail(join(root, "usr/sbin/sso-login"), ["compile"], { env: environment({ path: "", query: "" }) });
}

/** What the web server says of a request. */
export function environment(request: Request): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"],
    LD_LIBRARY_PATH: process.env["LD_LIBRARY_PATH"],
    BENCH_SESSION: request.session,
    HTTPS: "on",
    REQUEST_METHOD: "GET",
    PATH_INFO: request.path,
    QUERY_STRING: request.query,
    HTTP_COOKIE: request.cookie ?? "",
    HTTP_HOST: scene.router.host,
    REMOTE_ADDR: "127.0.0.1",
  };
}

/** Removes files of the run directory by the beginning of their names. */
export function forget(...prefixes: string[]): void {
  for (const name of readdirSync(runFolder)) {
    if (prefixes.some((prefix) => name.startsWith(prefix))) {
      rmSync(join(runFolder, name), { recursive: true });
    }
  }
}

/** A window that is open already: its first request cleans up, which would make one measurement in many another. */
export function openWindow(): void {
  const minute = Math.floor(Date.now() / 60000);
  for (const window of [minute, minute + 1]) {
    writeFileSync(join(runFolder, `rate_${String(window)}`), ".", { mode: 0o600 });
    writeFileSync(join(runFolder, `refused_${String(window)}`), ".", { mode: 0o600 });
  }
}

/** A login up to its callback; `forgotten` are files that the callback shall not find. */
export async function callback(caFile: string, forgotten: string[] = [], roles = standardRoles): Promise<Request> {
  openWindow();
  await scene.configure({ ca_file: caFile }, roles);
  const client = scene.client();
  const address = new URL(await scene.reachCallback(client, "alice"));
  openWindow();
  forget(...forgotten);
  const cookie = `${stateCookie}=${client.jar.get(scene.router.host, stateCookie) ?? ""}`;
  return { path: "/callback", query: address.search.slice(1), cookie };
}

export const callgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"];

/** What callgrind counted, from its standard error. */
export function instructionsIn(stderr: string): number {
  return Number(/Collected : (\d+)/.exec(stderr)?.[1]);
}

/** Runs the program under a tool, whose standard error is the answer; throws where the program answers another status. */
export async function under(tool: readonly string[], request: Request, status: number): Promise<string> {
  const { stdout, stderr } = await run(tool[0] ?? "", [...tool.slice(1), "lua5.1", file], {
    env: environment(request),
  });
  if (!stdout.startsWith(`Status: ${String(status)}`)) {
    throw new Error(`not the answer that was to be measured:\n${stdout}${stderr}`);
  }
  return stderr;
}
