/**
 * Measures what a request costs, against the budgets below: `tsx test/bench/bench.ts`, or with the beginning of a row's name. Callgrind
 * counts instructions and strace what is opened and asked of the kernel, so that all but one row do not depend on how busy the
 * machine is. In the box the runtime is Lua, the module `ubus` is a stub (lua/), and all else is real; with
 * ROUTER=… the same requests are measured on a router, where all is.
 */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { curlTarget } from "../native/foreign.ts";
import * as program from "./program.ts";
import { standardRoles } from "../e2e/support/scene.ts";
import { accessToken, exchangeForm, on } from "../e2e/support/access-token.ts";
import { build, callback, callgrind, execute, forget, instructionsIn, isReal, openWindow, root } from "./program.ts";
import { scene, type Request } from "./program.ts";
import { age, stopSupervisor } from "../e2e/support/revalidation.ts";

/** The cost of one request. */
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
  /** Sources of them that were opened. */
  sources: number;
}

interface Scenario {
  name: string;
  /** Puts the box in order and says what to ask; once a measurement, as a code and a session are used up. */
  prepare: () => Promise<Request>;
  status: number;
  /** Millions of instructions: in the box with its stub, and on a router, with a libcurl on mbedtls, in Lua and in ucode. */
  budget?: { box: number; lua: number; ucode: number };
  connections: number;
}

const bundle = scene.router.path("/etc/bundle.pem");

async function start(...forgotten: string[]): Promise<Request> {
  await openWindow();
  await forget(...forgotten);
  return { path: "/", query: "" };
}

/** A program's token, with warm caches. */
async function exchange(): Promise<Request> {
  await openWindow();
  const helper = { sub: ["sub-alice"], sub_issuer: scene.provider.issuer, access: ["api"], read: ["*"] };
  await scene.configure(on, { ...standardRoles, helper });
  await scene.router.commandLine("sync-roles");
  await scene.router.commandLine("compile");
  return { path: "/token", query: "", body: new URLSearchParams(exchangeForm(accessToken(scene))).toString() };
}

/** Of a session that the stub has, or of one that was begun for it. */
async function logout(): Promise<Request> {
  const [id, token] = ["fedcba9876543210fedcba9876543210", "00112233445566778899aabbccddeeff"];
  if (!isReal) {
    await openWindow();
    return { path: "/logout", query: `stoken=${token}`, cookie: `sysauth_https=${id}`, session: `${id} ${token}` };
  }
  const client = scene.client();
  await scene.callback(client, "alice");
  const url = await scene.logoutLink(client);
  await openWindow();
  const cookie = client.jar.header({ url, method: "GET", initiator: url.hostname });
  return { path: "/logout", query: url.search.slice(1), cookie };
}

/** A session whose turn has come, at the provider that is to be asked about it. */
async function question(): Promise<Request> {
  await scene.reset();
  await scene.configure({ session_revalidate: "300" });
  await scene.router.commandLine("compile");
  await scene.callback(scene.client(), "alice");
  await stopSupervisor(scene.router);
  await scene.router.shell(age(scene.router));
  return { words: ["watch", "default"], path: "", query: "" };
}

async function refused(): Promise<Request> {
  // Without the options of the row before.
  await scene.configure();
  await scene.router.commandLine("compile");
  await openWindow();
  return { path: "/callback", query: "code=a&state=b" };
}

const million = 1e6;
const cold = ["discovery_", "jwks_"];
const scenarios: Scenario[] = [
  {
    name: "probe",
    prepare: () => Promise.resolve({ path: "/", query: "action=enabled" }),
    status: 200,
    budget: { box: 1.8, lua: 1.7, ucode: 1.3 },
    connections: 0,
  },
  {
    name: "start, warm",
    prepare: () => start(),
    status: 302,
    budget: { box: 9.2, lua: 9.8, ucode: 12.7 },
    connections: 0,
  },
  {
    name: "start, cold",
    prepare: () => start("discovery_"),
    status: 302,
    budget: { box: 75, lua: 77, ucode: 77 },
    connections: 1,
  },
  {
    name: "callback, one CA",
    prepare: () => callback(scene.caFile),
    status: 302,
    budget: { box: 85, lua: 87, ucode: 97 },
    connections: 1,
  },
  { name: "callback, one CA, cold", prepare: () => callback(scene.caFile, cold), status: 302, connections: 1 },
  { name: "callback, bundle, first", prepare: () => callback(bundle, ["trust_"]), status: 302, connections: 1 },
  {
    name: "callback, bundle, later",
    prepare: () => callback(bundle),
    status: 302,
    budget: { box: 85, lua: 93, ucode: 105 },
    connections: 1,
  },
  { name: "log-out", prepare: logout, status: 302, budget: { box: 9.8, lua: 10.5, ucode: 13.7 }, connections: 0 },
  {
    name: "token exchange",
    prepare: exchange,
    status: 200,
    budget: { box: 25, lua: 32, ucode: 43 },
    connections: 0,
  },
  { name: "refused", prepare: refused, status: 400, budget: { box: 16, lua: 17, ucode: 23 }, connections: 0 },
  // The stub has no session that lasts.
  ...(isReal
    ? [{ name: "question", prepare: question, status: 0, budget: { box: 0, lua: 85, ucode: 85 }, connections: 1 }]
    : []),
];

/** Sources that a request may open: the module that finds the compiled ones, or the probe's headers. */
const maxSources = 1;

/** Kilobytes that a request may take. */
const maxMemory = 6500;

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
  // Not what it starts: `sso-login watch` lives as long as a program's session.
  const calls = (await under(scenario, ["strace", "-f", "-b", "execve", "-y", "-s", "0"])).split("\n");
  const own = /\bread\(\d+<[^>]*(\/sso_login\/[^>]*\.(lua|uc)|\/sso-login\.code)>.* = (\d+)$/;
  return {
    instructions: instructionsIn(await under(scenario, callgrind)),
    kilobytes: kilobytesIn(await under(scenario, memory)),
    files: calls.filter((call) => /\bopen(at)?\(.* = \d+</.test(call)).length,
    systemCalls: calls.filter((call) => /^(\[pid +\d+\] )?\w+\(/.test(call)).length,
    connections: calls.filter((call) => /\bconnect\(.*AF_INET,.*= (0|-1 EINPROGRESS)/.test(call)).length,
    sources: new Set(
      calls.flatMap((call) => /\bopen(?:at)?\(.* = \d+<(.*\/sso_login\/.*\.(?:lua|uc))>/.exec(call)?.[1] ?? []),
    ).size,
    code: calls.reduce((sum, call) => sum + Number(own.exec(call)?.[3] ?? 0), 0),
  };
}

/** Millions of instructions of the supervisor's looks, after its first one, at a session that is not due. */
async function looks(count: number): Promise<number> {
  const line = [...callgrind, program.command[0], "--", "/usr/sbin/sso-login", "watch"].join(" ");
  const said = await scene.router.shell(`said=$(mktemp); ${line} >$said 2>&1 & watch=$!; sleep 6
for look in $(seq ${count}); do kill -HUP $watch; sleep 1; done; kill $watch; wait $watch; cat $said; rm $said`);
  return instructionsIn(said) / million;
}

/** The same by curl: one document of the provider. */
async function curl(caFile: string): Promise<string> {
  const document = `${scene.provider.issuer}/.well-known/openid-configuration`;
  const words = ["curl", "--silent", "--fail", "--output", "/dev/null", "--cacert", caFile, document];
  return (await execute(callgrind, words, {})).stderr;
}

function inMillions(instructions: number): string {
  return (instructions / million).toFixed(2);
}

try {
  await build();
  if (!isReal) {
    // As a router has it: Debian's libcurl would take 15 million to be loaded.
    const [folder = ""] = curlTarget("2.28").env["LUA_CPATH"]?.split("?") ?? [];
    cpSync(join(folder, "sso_login/native_https.so"), join(root, "usr/lib/lua/sso_login/native_https.so"));
  }
  await scene.router.shell(`cat /etc/ssl/certs/ca-certificates.crt ${scene.caFile} >${bundle}`);
  await scene.callback(scene.client(), "alice"); // rpcd's sections, and warm caches
  const runtime = !isReal ? "box" : program.command[0]?.endsWith("ucode") === true ? "ucode" : "lua";
  const interpreter = program.command[0] ?? "";
  const nothing = instructionsIn((await execute(callgrind, [interpreter, "-e", ""], {})).stderr);
  console.log(`${interpreter} by itself: ${inMillions(nothing)} M`);
  for (const file of [scene.caFile, bundle]) {
    const counted = instructionsIn(await curl(file));
    console.log(`Debian's curl, one document, ${file}: ${inMillions(counted)} M`);
  }
  const judge = (value: number, limit: number | undefined): string => {
    if (limit === undefined || value <= limit) {
      return limit === undefined ? "" : ` (budget ${String(limit)})`;
    }
    process.exitCode = 1;
    return ` (OVER ${String(limit)})`;
  };
  for (const scenario of scenarios.filter(({ name }) => name.startsWith(process.argv[2] ?? ""))) {
    const one = await cost(scenario);
    const columns = [
      `${inMillions(one.instructions)} M${judge(one.instructions / million, scenario.budget?.[runtime])}`,
      `${String(one.kilobytes)} KB${judge(one.kilobytes, maxMemory)}`,
      `${String(one.files)} files`,
      `${String(one.systemCalls)} system calls`,
      `${String(one.connections)} connections${judge(one.connections, scenario.connections)}`,
      `${String(one.code)} bytes of code`,
      `${String(one.sources)} sources${judge(one.sources, maxSources)}`,
    ];
    console.log(scenario.name.padEnd(24) + columns.join(", "));
  }
  if (isReal && "look".startsWith(process.argv[2] ?? "")) {
    await question();
    await scene.router.shell("sso-login watch default"); // it is not due any more
    const one = ((await looks(10)) - (await looks(0))) / 10;
    console.log(`look of the supervisor: ${one.toFixed(2)} M${judge(one, 3)}`);
  }
} finally {
  await scene.close();
}
