/**
 * What the service costs, as ratios within one run (docs/architecture.md, "Budgets"). Instructions are counted by
 * callgrind, so the numbers do not depend on how busy the machine is.
 *
 *   tsx scripts/bench.ts                      with the stand-in of libuci-lua
 *   BINDINGS=folder tsx scripts/bench.ts      with the real uci.so and ubus.so of that folder, for probe and start
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, runOrFail } from "../test/box/command.ts";
import { boxesFolder, standInsFolder } from "../test/box/locations.ts";
import { Scene } from "../test/e2e/support/scene.ts";

interface Budget {
  what: string;
  value: number;
  limit: number;
  unit: string;
}

const bindings = process.env["BINDINGS"];
const stateCookie = "__Host-webui_sso_state";

/** CGI variables of a request. */
function cgi(path: string, query: string, cookie = ""): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"],
    LD_LIBRARY_PATH: process.env["LD_LIBRARY_PATH"],
    HTTPS: "on",
    REQUEST_METHOD: "GET",
    PATH_INFO: path,
    QUERY_STRING: query,
    HTTP_COOKIE: cookie,
    REMOTE_ADDR: "127.0.0.1",
  };
}

/** Writes a Lua program with the box's modules, or the real bindings, on its path. */
function program(root: string, name: string, body: string): string {
  const modules = join(root, "usr/lib/lua");
  const standIns = bindings === undefined ? `;${standInsFolder}/?.lua` : "";
  const real = bindings === undefined ? "" : `;${bindings}/?.so`;
  const file = join(root, name);
  writeFileSync(
    file,
    `package.path = "${modules}/?.lua${standIns};" .. package.path
package.cpath = "${modules}/?.so${real};" .. package.cpath
local root = "${root}"
${body}
`,
  );
  return file;
}

/** Instructions that a Lua program takes. */
async function instructions(file: string, env: NodeJS.ProcessEnv): Promise<number> {
  const { stderr } = await run("valgrind", ["--tool=callgrind", "--callgrind-out-file=/dev/null", "lua5.1", file], {
    env,
  });
  const counted = /Collected : (\d+)/.exec(stderr)?.[1];
  if (counted === undefined) {
    throw new Error(`valgrind counted nothing:\n${stderr}`);
  }
  return Number(counted);
}

/** Peak memory of a command in KB, and what it printed. */
async function peakMemory(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ kilobytes: number; stdout: string; stderr: string }> {
  const { stdout, stderr } = await run("busybox", ["time", "-v", ...command], { env });
  const kilobytes = Number(/Maximum resident set size \(kbytes\): (\d+)/.exec(stderr)?.[1]);
  return { kilobytes, stdout, stderr };
}

async function measure(scene: Scene, root: string): Promise<Budget[]> {
  const baseline = program(
    root,
    "baseline.lua",
    `local cursor = require("uci").cursor(root .. "/etc/config", root .. "/tmp/.uci")
io.write(cursor:get("sso-login", "default", "enabled"))`,
  );
  const service = program(
    root,
    "service.lua",
    `require("sso_login.program.cgi").main({ root = root, log_to_stderr = true })`,
  );
  const connections = program(
    root,
    "connections.lua",
    `require("sso_login.program.cgi").main({ root = root, log_to_stderr = true })
io.stderr:write("connections: ", require("sso_login.native_https").connections(), "\\n")`,
  );
  await scene.callback(scene.client(), "alice"); // warms the caches
  const base = await instructions(baseline, cgi("", ""));
  const probe = await instructions(service, cgi("/", "action=enabled"));
  const start = await instructions(service, cgi("/", ""));

  await scene.router.clearState();
  const client = scene.client();
  const callback = new URL(await scene.reachCallback(client, "alice"));
  const cookie = `${stateCookie}=${client.jar.get(scene.router.host, stateCookie) ?? ""}`;
  await runOrFail("sh", ["-c", `rm -f ${root}/var/run/sso-login/discovery_* ${root}/var/run/sso-login/jwks_*`]);
  const boxed = bindings === undefined ? connections : join(root, "www/cgi-bin/sso-login");
  const finished = await peakMemory(["lua5.1", boxed], cgi("/callback", callback.search.slice(1), cookie));
  if (!finished.stdout.startsWith("Status: 302")) {
    throw new Error(`the callback did not end in a login:\n${finished.stdout}${finished.stderr}`);
  }
  const document = `${scene.provider.issuer}/.well-known/openid-configuration`;
  const curl = await peakMemory(["curl", "--silent", "--cacert", scene.caFile, document], cgi("", ""));

  console.log(`baseline: lua5.1 loading uci and reading one option: ${String(base)} instructions`);
  console.log(`probe ${String(probe)}, start ${String(start)} instructions`);
  console.log(`callback ${String(finished.kilobytes)} KB, curl ${String(curl.kilobytes)} KB at their peaks`);
  const budgets = [
    { what: "probe, whole process", value: probe / base, limit: 2.5, unit: "× baseline" },
    { what: "login start, warm cache", value: start / base, limit: 8, unit: "× baseline" },
    { what: "peak memory of a callback", value: finished.kilobytes / curl.kilobytes, limit: 1.3, unit: "× curl" },
  ];
  const opened = /connections: (\d+)/.exec(finished.stderr)?.[1];
  return opened === undefined
    ? budgets
    : [...budgets, { what: "connections, cold cache", value: Number(opened), limit: 1, unit: "" }];
}

const scene = await Scene.open({ box: { name: "bench" } });
try {
  const budgets = await measure(scene, join(boxesFolder, "bench"));
  console.log(bindings === undefined ? "uci: the stand-in" : "uci: the real binding");
  for (const { what, value, limit, unit } of budgets) {
    const verdict = value <= limit ? "within" : "OVER";
    console.log(`${what.padEnd(28)} ${value.toFixed(2)} ${unit} (${verdict} the budget of ${String(limit)})`);
  }
  process.exitCode = budgets.every(({ value, limit }) => value <= limit) ? 0 : 1;
} finally {
  await scene.close();
}
