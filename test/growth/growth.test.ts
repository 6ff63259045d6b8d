/**
 * How the cost of a request grows with what a router has, in Lua and by callgrind's instructions: nothing may grow
 * worse than linear. docs/performance.md has the figures.
 *
 *   tsx test/growth/growth.test.ts [text...]     only the rows whose title holds one of the texts
 */
import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, callback, callgrind, forget, instructionsIn, openWindow } from "../bench/program.ts";
import { root, runFolder, scene, under, type Request } from "../bench/program.ts";
import { runOrFail } from "../box/command.ts";
import type { Role } from "../box/router.ts";
import { chosen, comment, finish, reasonOf, report } from "../tap.ts";

/** Limit of the cost of one more, in multiples of its cost between the two smaller numbers. */
const factor = 1.5;
/** More instructions than two measurements of one login differ by: signatures and numbers in TLS are random. */
const noise = 200_000;

interface Row {
  title: string;
  numbers: readonly [number, number, number];
  /** Makes so many of it, and says what to ask; the answer is a redirect. */
  prepare: (count: number) => Promise<Request>;
}

function members<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const alice = { email: ["alice@example.org"], read: ["luci-mod-status-index"], write: [] };

/** A login that all these roles fit. One in the box before it writes rpcd's sections for them. */
async function withRoles(count: number): Promise<Request> {
  const roles: Record<string, Role> = Object.fromEntries(members(count, (index) => [`role${String(index)}`, alice]));
  await scene.configure({}, roles);
  await scene.callback(scene.client(), "alice");
  return callback(scene.caFile, [], roles);
}

/** A login of somebody who may do everything, which is as many access groups of rpcd, each in a file of its own. */
async function withAccessGroups(count: number): Promise<Request> {
  const folder = join(root, "usr/share/rpcd/acl.d");
  for (let index = 0; index < count; index++) {
    const name = `growth-${String(index)}`;
    const read = { ubus: { [name]: ["get", "list"] }, uci: [name] };
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ [name]: { description: name, read } }));
  }
  await scene.callback(scene.client(), "alice");
  return callback(scene.caFile);
}

/** The first start of a minute, which looks through the logins under way. */
async function withRecords(count: number): Promise<Request> {
  await scene.router.commandLine("compile");
  await openWindow();
  await forget("rate_", "cleaned_", "handshake_");
  for (let index = 0; index < count; index++) {
    const name = `handshake_${String(index).padStart(64, "0")}.json`;
    writeFileSync(join(runFolder, name), "{}", { mode: 0o600 });
  }
  return { path: "/", query: "" };
}

/** A login for which the provider's keys are fetched, its own after others. */
async function withKeys(count: number): Promise<Request> {
  const others = members(count - 1, (index) => {
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    return { ...publicKey.export({ format: "jwk" }), kid: `other${String(index)}`, use: "sig", alg: "ES256" };
  });
  scene.provider.misbehave("jwks", async (ctx, next) => {
    await next();
    const own = ctx.body as { keys: object[] };
    ctx.body = { keys: [...others, ...own.keys] };
  });
  return callback(scene.caFile, ["jwks_"]);
}

/** A login of somebody in so many groups, the one that counts last. */
async function withGroups(count: number): Promise<Request> {
  const account = scene.provider.accounts.get("alice");
  const groups = [...members(count - 1, (index) => `group-${String(index)}`), "router-admins"];
  scene.provider.accounts.set("alice", {
    ...account,
    sub: "sub-alice",
    password: account?.password ?? "",
    claims: { email: "alice@elsewhere.example", email_verified: true, groups },
  });
  return callback(scene.caFile);
}

const rows: readonly Row[] = [
  { title: "matching roles", numbers: [1, 10, 100], prepare: withRoles },
  { title: "logins in progress", numbers: [1, 50, 200], prepare: withRecords },
  { title: "keys of the provider", numbers: [1, 20, 60], prepare: withKeys },
  { title: "groups of a user", numbers: [5, 150, 500], prepare: withGroups },
  // The last one, as its files stay.
  { title: "access groups of rpcd", numbers: [10, 150, 500], prepare: withAccessGroups },
];

/** Why the costs of the three numbers grow worse than linear; undefined where they do not. */
function verdict(numbers: Row["numbers"], costs: readonly number[]): string | undefined {
  const [few = 0, some = 0, many = 0] = costs;
  const each = Math.max(0, some - few) / (numbers[1] - numbers[0]);
  const limit = some + factor * each * (numbers[2] - numbers[1]) + noise;
  return many < Infinity && many <= limit
    ? undefined
    : `${String(many)} instructions, more than ${String(Math.round(limit))}`;
}

async function measure(row: Row, count: number): Promise<number> {
  // The first one of its kind makes what the others find: rights and other caches.
  await under([], await row.prepare(count), 302);
  return instructionsIn(await under(callgrind, await row.prepare(count), 302));
}

/** A request may do what happens once in a minute as well, which costs more and never less: so the least of three counts. */
async function check(row: Row): Promise<void> {
  let costs = row.numbers.map(() => Infinity);
  for (let round = 0; round < 3 && verdict(row.numbers, costs) !== undefined; round += 1) {
    const again: number[] = [];
    for (const count of row.numbers) again.push(await measure(row, count));
    costs = costs.map((cost, at) => Math.min(cost, again[at] ?? NaN));
  }
  const told = row.numbers.map((count, at) => `${String(count)}: ${((costs[at] ?? NaN) / 1e6).toFixed(2)} M`);
  comment(`${row.title}: ${told.join(", ")}`);
  report(`no worse than linear: ${row.title}`, verdict(row.numbers, costs));
}

const wanted = chosen(rows, ({ title }) => title);
await runOrFail("scripts/setup.sh", ["bench"]);
try {
  await build();
  for (const row of wanted) {
    try {
      await scene.reset();
      await scene.callback(scene.client(), "alice");
      await check(row);
    } catch (error) {
      report(row.title, reasonOf(error));
    }
  }
} finally {
  await scene.close();
}
finish();
