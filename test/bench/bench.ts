/**
 * What the service costs in Lua, against the budgets of docs/performance.md:
 * `tsx test/bench/bench.ts`, or with the beginning of a row's name. Callgrind counts
 * instructions and strace what is opened and asked of the kernel, so that all but one row do not depend on how busy the
 * machine is. The modules `uci` and `ubus` are C stubs (test/bench/bindings.c), all else is real.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as program from "./program.ts";
import { build, callback, callgrind, environment, forget, instructionsIn, openWindow } from "./program.ts";
import { root, scene, type Request } from "./program.ts";
import { run, runOrFail } from "../box/command.ts";

/** What one request cost. */
interface Cost {
  instructions: number;
  /** Peak of the resident memory. */
  kilobytes: number;
  /** Files that were opened, shared libraries included. */
  files: number;
  systemCalls: number;
  connections: number;
  /** Bytes read of our own modules. */
  code: number;
}

interface Scenario {
  name: string;
  /** Puts the box in order and says what to ask; once a measurement, as a code and a session are used up. */
  prepare: () => Promise<Request>;
  status: number;
  /** Limits; memory is in times of what curl needs for one document. */
  budget: Partial<Record<keyof Cost, number>>;
}

const systemBundle = "/etc/ssl/certs/ca-certificates.crt";
const sessionId = "fedcba9876543210fedcba9876543210";
const sessionToken = "00112233445566778899aabbccddeeff";

const bundle = join(root, "etc/bundle.pem");

function start(...forgotten: string[]): Promise<Request> {
  openWindow();
  forget(...forgotten);
  return Promise.resolve({ path: "/", query: "" });
}

function logout(): Promise<Request> {
  openWindow();
  const cookie = `sysauth_https=${sessionId}`;
  const session = `${sessionId} token=${sessionToken}`;
  return Promise.resolve({ path: "/logout", query: `stoken=${sessionToken}`, cookie, session });
}

function refused(): Promise<Request> {
  openWindow();
  return Promise.resolve({ path: "/callback", query: "code=a&state=b" });
}

const million = 1e6;
const scenarios: Scenario[] = [
  {
    name: "probe",
    prepare: () => Promise.resolve({ path: "/", query: "action=enabled" }),
    status: 200,
    budget: { instructions: 2.3 * million },
  },
  { name: "start, warm", prepare: () => start(), status: 302, budget: { instructions: 9 * million } },
  { name: "start, cold", prepare: () => start("discovery_"), status: 302, budget: { connections: 1 } },
  {
    name: "callback, one CA",
    prepare: () => callback(scene.caFile),
    status: 302,
    budget: { instructions: 75 * million, kilobytes: 1.1, connections: 1 },
  },
  {
    name: "callback, one CA, cold",
    prepare: () => callback(scene.caFile, ["discovery_", "jwks_"]),
    status: 302,
    budget: { connections: 1 },
  },
  {
    name: "callback, bundle, first",
    prepare: () => callback(bundle, ["trust_"]),
    status: 302,
    budget: { connections: 1 },
  },
  {
    name: "callback, bundle, later",
    prepare: () => callback(bundle),
    status: 302,
    budget: { instructions: 90 * million, connections: 1 },
  },
  { name: "log-out", prepare: logout, status: 302, budget: {} },
  { name: "refused", prepare: refused, status: 400, budget: {} },
];

/** Runs a scenario under a tool; the answer is what the tool says. */
async function under(scenario: Scenario, tool: readonly string[]): Promise<string> {
  return program.under(tool, await scenario.prepare(), scenario.status);
}

/** busybox takes the kernel's kilobytes for pages of four. */
function kilobytesIn(stderr: string): number {
  return Number(/Maximum resident set size \(kbytes\): (\d+)/.exec(stderr)?.[1]) / 4;
}

const memory = ["busybox", "time", "-v"];

async function cost(scenario: Scenario): Promise<Cost> {
  const trace = join(root, "strace.log");
  await under(scenario, ["strace", "-f", "-y", "-s", "0", "-o", trace]);
  const calls = readFileSync(trace, "utf8").split("\n");
  const own = /\bread\(\d+<[^>]*(\/sso_login\/[^>]*\.lua|\/sso-login\.code)>.* = (\d+)$/;
  return {
    instructions: instructionsIn(await under(scenario, callgrind)),
    kilobytes: kilobytesIn(await under(scenario, memory)),
    files: calls.filter((call) => /\bopen(at)?\(.* = \d+</.test(call)).length,
    systemCalls: calls.filter((call) => /^\d+ +\w+\(/.test(call)).length,
    connections: calls.filter((call) => /\bconnect\(.*AF_INET.*= (0|-1 EINPROGRESS)/.test(call)).length,
    code: calls.reduce((sum, call) => sum + Number(own.exec(call)?.[2] ?? 0), 0),
  };
}

/** The same by curl: one document of the provider. */
async function curl(caFile: string, tool: readonly string[]): Promise<string> {
  const document = `${scene.provider.issuer}/.well-known/openid-configuration`;
  const command = ["curl", "--silent", "--fail", "--output", "/dev/null", "--cacert", caFile, document];
  const { stderr } = await run(tool[0] ?? "", [...tool.slice(1), ...command], { env: { PATH: process.env["PATH"] } });
  return stderr;
}

/** Seconds of some runs one behind the other. */
async function seconds(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const from = performance.now();
  for (let times = 0; times < 20; times++) {
    await runOrFail("lua5.1", args, { env });
  }
  return (performance.now() - from) / 1000;
}

/** How many times as long a probe takes as Lua doing nothing; for people, as it depends on the machine. */
async function probeTime(): Promise<number> {
  const env = environment({ path: "/", query: "action=enabled" });
  return (await seconds([program.file], env)) / (await seconds(["-e", ""], env));
}

function verdict(value: number, limit: number | undefined): string {
  return limit === undefined ? "" : value <= limit ? ` (budget ${String(limit)})` : ` (OVER ${String(limit)})`;
}

function inMillions(instructions: number): string {
  return (instructions / million).toFixed(2);
}

function line(scenario: Scenario, found: Cost, curlMemory: number): string {
  const { instructions, kilobytes } = scenario.budget;
  const limit = instructions === undefined ? undefined : instructions / million;
  return [
    scenario.name.padEnd(24),
    `${inMillions(found.instructions)} M${verdict(found.instructions / million, limit)}`,
    `${String(found.kilobytes)} KB${verdict(found.kilobytes / curlMemory, kilobytes)}`,
    `${String(found.files)} files`,
    `${String(found.systemCalls)} system calls`,
    `${String(found.connections)} connections${verdict(found.connections, scenario.budget.connections)}`,
    `${String(found.code)} bytes of code`,
  ].join(", ");
}

try {
  await build();
  writeFileSync(bundle, readFileSync(systemBundle, "utf8") + readFileSync(scene.authority.certFile, "utf8"));
  await scene.callback(scene.client(), "alice"); // rpcd's sections, and warm caches
  const empty = environment({ path: "", query: "" });
  const nothing = instructionsIn(
    (await run("valgrind", [...callgrind.slice(1), "lua5.1", "-e", ""], { env: empty })).stderr,
  );
  const curlMemory = kilobytesIn(await curl(scene.caFile, memory));
  console.log(`lua5.1 alone: ${inMillions(nothing)} M`);
  for (const [name, file] of [
    ["one CA", scene.caFile],
    ["bundle", bundle],
  ] as const) {
    const counted = instructionsIn(await curl(file, callgrind));
    console.log(`curl, one document, ${name}: ${inMillions(counted)} M, ${String(curlMemory)} KB with one CA`);
  }
  const found: Record<string, Cost> = {};
  let over = false;
  for (const scenario of scenarios.filter(({ name }) => name.startsWith(process.argv[2] ?? ""))) {
    const one = await cost(scenario);
    found[scenario.name] = one;
    const measured = { ...one, kilobytes: one.kilobytes / curlMemory };
    over ||= Object.entries(scenario.budget).some(([what, limit]) => !(measured[what as keyof Cost] <= limit));
    console.log(line(scenario, one, curlMemory));
  }
  const ratio = await probeTime();
  console.log(`probe: ${ratio.toFixed(1)} times as long as lua5.1 alone`);
  console.log(JSON.stringify({ lua: nothing, curlKilobytes: curlMemory, probeTime: ratio, ...found }));
  process.exitCode = over ? 1 : 0;
} finally {
  await scene.close();
}
