/** Damaged files in the run directory: records, caches, the registry, the counter of the minute. */
import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Client, Hop } from "../../e2e/support/client.ts";
import {
  expectAnswer,
  expectNoCookies,
  expectRemains,
  logLines,
  statusOf,
  type Code,
} from "../../e2e/support/expect.ts";
import type { Case } from "../case.ts";
import { Skipped, type Stage } from "../stage.ts";

/** Prefixes of a cache that are tried: one process each is enough for every so many bytes; the unit specs try all. */
const cacheStride = 37;

/** The one file of the run directory whose name begins so. */
function fileOf(stage: Stage, prefix: string): string {
  const found = readdirSync(stage.runDir).filter((name) => name.startsWith(prefix));
  assert.equal(found.length, 1, `${prefix}: ${found.join(" ")}`);
  return join(stage.runDir, found[0] ?? "");
}

/** The codes of the log, in order. */
async function codes(stage: Stage, count: number): Promise<string[]> {
  return (await logLines(stage.scene, count)).map((line) => line.split(" ")[0] ?? "");
}

interface Arrived {
  client: Client;
  address: string;
  record: string;
}

/** A login up to the callback, and the record that waits for it. */
async function arrive(stage: Stage): Promise<Arrived> {
  const client = stage.scene.client();
  const address = await stage.scene.reachCallback(client, "alice");
  await stage.scene.router.markLog();
  return { client, address, record: fileOf(stage, "handshake_") };
}

/** A callback that finds no record worth the name. */
async function expectNotFound(stage: Stage, hop: Hop): Promise<void> {
  expectAnswer(hop, 400);
  expectNoCookies(hop);
  assert.deepEqual(await codes(stage, 1), ["STATE_NOT_FOUND"]);
  assert.equal((await stage.scene.router.sessions()).length, 0);
}

/** Every prefix of a record is no record; it is used up all the same. */
async function truncatedRecord(stage: Stage): Promise<void> {
  const { client, address, record } = await arrive(stage);
  const content = readFileSync(record);
  const cookie = client.jar.header({ url: new URL(address), method: "GET", initiator: "idp.localhost" });
  for (let length = 0; length < content.length; length += 1) {
    stage.freshWindow();
    writeFileSync(record, content.subarray(0, length));
    const hop = await client.request(address, { cookie });
    assert.equal(hop.status, 400, `the first ${String(length)} bytes`);
    assert.equal(existsSync(record), false);
  }
  assert.deepEqual([...new Set(await codes(stage, content.length))], ["STATE_NOT_FOUND"]);
  assert.equal((await stage.scene.router.sessions()).length, 0);
  writeFileSync(record, content);
  stage.freshWindow();
  expectAnswer(await client.request(address, { cookie }), 302);
}

/** A member's value with its first character changed: the record still counts, and the step that uses the value refuses. */
function changedMember(member: string, code: Code): Case["run"] {
  return async (stage) => {
    const { client, address, record } = await arrive(stage);
    const stored = JSON.parse(readFileSync(record, "utf8")) as Record<string, unknown>;
    const value = String(stored[member]);
    stored[member] = (value.startsWith("A") ? "B" : "A") + value.slice(1);
    writeFileSync(record, JSON.stringify(stored));
    const hop = await client.request(address);
    expectAnswer(hop, statusOf[code]);
    expectNoCookies(hop);
    assert.deepEqual(await codes(stage, 1), [code]);
    await expectRemains(stage.scene, {});
    await stage.expectLogin();
  };
}

/** Something else in place of the record. */
function insteadOfRecord(damage: (record: string) => void): Case["run"] {
  return async (stage) => {
    const { client, address, record } = await arrive(stage);
    rmSync(record);
    damage(record);
    await expectNotFound(stage, await client.request(address));
    await stage.expectLogin();
    stage.age(301);
    stage.freshWindow();
    expectAnswer(await stage.request("/logout"), 302);
    await expectRemains(stage.scene, { sessions: 1, tokens: 1 });
  };
}

/** A cache that cannot be used is fetched anew and stored again. */
async function expectRefetched(stage: Stage, prefix: string, damage: (file: string) => void): Promise<void> {
  const file = fileOf(stage, prefix);
  damage(file);
  const { requests } = stage.scene.provider;
  requests.length = 0;
  await stage.expectLogin();
  const endpoint = prefix.replace("_", "");
  assert.equal(requests.filter((request) => request.endpoint === endpoint).length, 1, `requests to ${endpoint}`);
  assert.equal(statSync(file).isFile(), true);
  JSON.parse(readFileSync(file, "utf8"));
}

function damagedCache(prefix: string): Case["run"] {
  return async (stage) => {
    await stage.expectLogin();
    const content = readFileSync(fileOf(stage, prefix));
    for (let length = 0; length < content.length; length += cacheStride) {
      await expectRefetched(stage, prefix, (file) => writeFileSync(file, content.subarray(0, length)));
    }
    const others = ["null", "[]", "{}", '{"fetched_at":1}', "\0", "x".repeat(600_000), '{"fetched_at":9e99,"keys":[]}'];
    for (const other of others) {
      await expectRefetched(stage, prefix, (file) => writeFileSync(file, other));
    }
  };
}

/** Keys that no longer verify anything are asked for again. */
async function damagedKeys(stage: Stage): Promise<void> {
  await stage.expectLogin();
  await expectRefetched(stage, "jwks_", (file) => {
    const set = JSON.parse(readFileSync(file, "utf8")) as { keys: Record<string, string>[] };
    const first = (text: string): string => (text.startsWith("A") ? "B" : "A") + text.slice(1);
    set.keys = set.keys.map((key) => ({ ...key, ...(key["n"] === undefined ? {} : { n: first(key["n"]) }) }));
    writeFileSync(file, JSON.stringify(set));
  });
}

/** Root reads what it finds in its own folder, whatever the file's mode and owner. */
async function otherOwner(stage: Stage): Promise<void> {
  if (process.getuid?.() !== 0) {
    throw new Skipped("only root may give files away");
  }
  await stage.expectLogin();
  const { client, address } = await arrive(stage);
  for (const name of readdirSync(stage.runDir).filter((entry) => entry.endsWith(".json"))) {
    chownSync(join(stage.runDir, name), 65534, 65534);
    chmodSync(join(stage.runDir, name), 0);
  }
  stage.freshWindow();
  expectAnswer(await client.request(address), 302);
  await expectRefetched(stage, "discovery_", (file) => writeFileSync(file, ""));
  assert.equal(statSync(fileOf(stage, "discovery_")).uid, 0);
  assert.equal(statSync(fileOf(stage, "discovery_")).mode & 0o777, 0o600);
}

/** Without a registry there is no session; what took its place goes when it is old, or by hand. */
function insteadOfRegistry(make: (path: string, elsewhere: string) => void): Case["run"] {
  return async (stage) => {
    const { scene } = stage;
    const { client, address } = await arrive(stage);
    const elsewhere = scene.router.path("/tmp/elsewhere");
    mkdirSync(elsewhere, { recursive: true });
    make(join(stage.runDir, "tokens"), elsewhere);
    const hop = await client.request(address);
    expectAnswer(hop, 500);
    expectNoCookies(hop);
    assert.deepEqual(await codes(stage, 1), ["INTERNAL_ERROR"]);
    assert.equal((await scene.router.sessions()).length, 0);
    assert.deepEqual(readdirSync(elsewhere), []);
    stage.age(301);
    await stage.expectLogin();
    await expectRemains(scene, { sessions: 1, tokens: 1 });
  };
}

/** A file in place of an entry counts as used: the token opens no session. */
async function fileForEntry(stage: Stage): Promise<void> {
  const { scene } = stage;
  await stage.expectLogin();
  const [digits = ""] = readdirSync(join(stage.runDir, "tokens"));
  const folder = join(stage.runDir, "tokens", digits);
  const [entry = ""] = readdirSync(folder);
  rmSync(join(folder, entry), { recursive: true });
  writeFileSync(join(folder, entry), "");
  scene.provider.storage.clear();
  await stage.expectLogin();
  await expectRemains(scene, { sessions: 2, tokens: 2 });
  // A day later, in the minute in which the folder has its turn.
  const minute = Math.ceil(Date.now() / 60_000) + 24 * 60;
  stage.stopClock((minute + ((parseInt(digits, 16) - (minute % 256) + 256) % 256)) * 60);
  expectAnswer(await stage.request("/logout"), 302);
  assert.deepEqual(readdirSync(folder), [], "old entries go, whatever they are");
}

/** The counter of the minute in which the clock stands. */
function counterOf(stage: Stage): string {
  const now = Math.floor(Date.now() / 1000);
  stage.stopClock(now);
  mkdirSync(stage.runDir, { mode: 0o700 });
  return join(stage.runDir, `rate_${String(Math.floor(now / 60))}`);
}

async function linkedCounter(stage: Stage): Promise<void> {
  for (const name of ["victim", `victim-${"x".repeat(80)}`]) {
    await stage.reset();
    const counter = counterOf(stage);
    const victim = stage.scene.router.path(`/tmp/${name}`);
    writeFileSync(victim, "mine");
    symlinkSync(victim, counter);
    expectAnswer(await stage.request("/"), 302);
    assert.equal(readFileSync(victim, "utf8"), "mine", "nothing is written through a link");
    assert.equal(statSync(counter).isFile(), true);
  }
}

async function folderForCounter(stage: Stage): Promise<void> {
  const counter = counterOf(stage);
  mkdirSync(counter);
  expectAnswer(await stage.request("/"), 302);
  rmSync(counter);
  mkdirSync(join(counter, "full"), { recursive: true });
  const hop = await stage.request("/");
  expectAnswer(hop, 500);
  expectNoCookies(hop);
  stage.setClock(60);
  expectAnswer(await stage.request("/"), 302);
}

async function longCounter(stage: Stage): Promise<void> {
  const counter = counterOf(stage);
  writeFileSync(counter, "x".repeat(1_000_000));
  expectAnswer(await stage.request("/"), 429);
  assert.equal(statSync(counter).size, 1_000_000);
  stage.setClock(60);
  expectAnswer(await stage.request("/"), 302);
}

const record = "damage: the handshake record";

export const damage: readonly Case[] = [
  { title: `${record}, every prefix of it -> 400 STATE_NOT_FOUND`, run: truncatedRecord },
  { title: `${record} of another state -> 400 STATE_NOT_FOUND`, run: changedMember("state", "STATE_NOT_FOUND") },
  { title: `${record} with another nonce -> 401 NONCE_MISMATCH`, run: changedMember("nonce", "NONCE_MISMATCH") },
  {
    title: `${record} with another verifier -> 401 OIDC_INVALID_GRANT`,
    run: changedMember("code_verifier", "OIDC_INVALID_GRANT"),
  },
  { title: `${record} missing -> 400 STATE_NOT_FOUND`, run: insteadOfRecord(() => undefined) },
  { title: `${record} a folder -> 400 STATE_NOT_FOUND`, run: insteadOfRecord((path) => mkdirSync(path)) },
  {
    title: `${record} a link to nothing -> 400 STATE_NOT_FOUND`,
    run: insteadOfRecord((path) => symlinkSync("x", path)),
  },
  {
    title: `${record} a link to another file -> 400 STATE_NOT_FOUND`,
    run: insteadOfRecord((path) => symlinkSync("/etc/passwd", path)),
  },
  { title: "damage: the discovery cache cut anywhere or replaced -> fetched anew", run: damagedCache("discovery_") },
  { title: "damage: the JWK Set's cache cut anywhere or replaced -> fetched anew", run: damagedCache("jwks_") },
  { title: "damage: cached keys that verify nothing -> fetched anew", run: damagedKeys },
  { title: "damage: caches and records of another user and mode 000 -> the login goes on", run: otherOwner },
  {
    title: "damage: a file in place of the token registry -> 500, and it goes by itself",
    run: insteadOfRegistry((path) => writeFileSync(path, "")),
  },
  {
    title: "damage: a link in place of the token registry -> 500, not followed, and it goes by itself",
    run: insteadOfRegistry((path, elsewhere) => symlinkSync(elsewhere, path)),
  },
  { title: "damage: a file in place of a registry entry -> goes like an entry", run: fileForEntry },
  { title: "damage: a link in place of the minute's counter -> replaced, not followed", run: linkedCounter },
  {
    title: "damage: a folder in place of the minute's counter -> replaced, or 500 until the next minute",
    run: folderForCounter,
  },
  { title: "damage: a counter of a megabyte -> 429 until the next minute", run: longCounter },
];
