/**
 * Damaged files in the run directory: records, caches, the registry, the counter of the minute. That no half of a file counts,
 * at any length and with any bit flipped, is proved by test/unit/damage_spec.lua.
 */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expectAnswer, expectNoCookies, expectRemains, logLines } from "../../e2e/support/expect.ts";
import type { Cases, Run, Series } from "../case.ts";
import type { Stage } from "../stage.ts";

/** The one file of the run directory whose name begins so. */
function fileOf(stage: Stage, prefix: string): string {
  const found = fs.readdirSync(stage.runDir).filter((name) => name.startsWith(prefix));
  assert.equal(found.length, 1, `${prefix}: ${found.join(" ")}`);
  return join(stage.runDir, found[0] ?? "");
}

/** The codes of the log, in order. */
async function codes(stage: Stage, count: number): Promise<string[]> {
  return (await logLines(stage.scene, count)).map((line) => line.split(" ")[0] ?? "");
}

/** Ways to damage a file or to take its place. */
const damages: Readonly<Record<string, (path: string, victim: string, bytes: Uint8Array) => void>> = {
  missing: (path) => fs.rmSync(path),
  "a folder": (path) => {
    fs.rmSync(path);
    fs.mkdirSync(path);
  },
  "a link to nothing": (path) => {
    fs.rmSync(path);
    fs.symlinkSync("x", path);
  },
  "a link to another file": (path, victim) => {
    fs.rmSync(path);
    fs.symlinkSync(victim, path);
  },
  "other bytes": (path, _victim, bytes) => fs.writeFileSync(path, bytes),
  "a prefix": (path, _victim, bytes) => fs.truncateSync(path, Math.floor((fs.statSync(path).size * bytes.length) / 16)),
  "the JSON of something else": (path) => fs.writeFileSync(path, '{"fetched_at":9e99,"keys":[]}'),
  "600 KB": (path) => fs.writeFileSync(path, "x".repeat(600_000)),
  "another user's, of mode 000": (path) => {
    fs.chownSync(path, 65534, 65534);
    fs.chmodSync(path, 0);
  },
};
type Damage = Readonly<Record<"handshake_" | "discovery_" | "jwks_", string | undefined>>;

/** Files of a login under way are damaged: it ends only by its record, caches are fetched anew, and the next login works. */
async function damagedFiles(stage: Stage, damage: Damage, bytes: Uint8Array): Promise<void> {
  const { scene } = stage;
  await stage.reset();
  await stage.expectLogin();
  const { client, address } = await stage.arrive();
  const victim = scene.router.path("/tmp/victim");
  fs.writeFileSync(victim, "mine");
  for (const [prefix, kind] of Object.entries(damage)) {
    damages[kind ?? ""]?.(fileOf(stage, prefix), victim, bytes);
  }
  scene.provider.requests.length = 0;
  stage.freshWindow();
  const isReadable = (kind: string | undefined): boolean => kind === undefined || kind.startsWith("another user's");
  const hop = await client.request(address);
  if (isReadable(damage.handshake_)) {
    expectAnswer(hop, 302);
    for (const cache of ["discovery_", "jwks_"] as const) {
      const asked = scene.provider.requests.filter(({ endpoint }) => `${endpoint}_` === cache);
      // Keys of before a fetch of the metadata do not count; times are whole seconds, so these may be of the same one.
      const isLeftOpen = cache === "jwks_" && isReadable(damage.jwks_) && !isReadable(damage.discovery_);
      assert.ok(
        isLeftOpen || asked.length === (isReadable(damage[cache]) ? 0 : 1),
        `${cache}: ${String(asked.length)}`,
      );
      const path = fileOf(stage, cache);
      if (damage[cache] !== "a folder") {
        JSON.parse(fs.readFileSync(path, "utf8"));
        assert.ok(fs.lstatSync(path).isFile(), cache);
      }
    }
  } else {
    expectAnswer(hop, 400);
    expectNoCookies(hop);
    assert.deepEqual(await codes(stage, 1), ["STATE_NOT_FOUND"]);
    assert.equal((await scene.ssoSessions()).length, 1);
  }
  assert.equal(fs.readFileSync(victim, "utf8"), "mine");
  await stage.expectLogin();
  // An object in a record's place is removed when it is old.
  stage.age(301);
  stage.freshWindow();
  expectAnswer(await stage.request("/logout"), 302);
  await expectRemains(scene, isReadable(damage.handshake_) ? { sessions: 3, tokens: 3 } : { sessions: 2, tokens: 2 });
}

/** Each damage of each file, and then any of several files. Each login is a member, as the time limit is one of a member. */
const anyDamage: Series[string] = async (stage, report) => {
  const none: Damage = { handshake_: undefined, discovery_: undefined, jwks_: undefined };
  const kinds = Object.keys(damages).filter((kind) => process.getuid?.() === 0 || !kind.startsWith("another user's"));
  for (const kind of kinds) {
    for (const file of Object.keys(none)) {
      await report(`${file} is ${kind}`, () => damagedFiles(stage, { ...none, [file]: kind }, new Uint8Array(7)));
    }
  }
  const kind = fc.constantFrom(undefined, ...kinds);
  const several = fc.record({ handshake_: kind, discovery_: kind, jwks_: kind });
  for (const [damage, bytes] of fc.sample(fc.tuple(several, fc.uint8Array({ maxLength: 15 })), 10)) {
    const title = `${JSON.stringify(damage)} with ${Buffer.from(bytes).toString("hex") || "no bytes"}`;
    await report(title, () => damagedFiles(stage, damage, bytes));
  }
};

/** Without a registry there is no session; what took its place goes when it is old, or by hand. */
function insteadOfRegistry(make: (path: string, elsewhere: string) => void): Run {
  return async (stage) => {
    const { scene } = stage;
    const { client, address } = await stage.arrive();
    const elsewhere = scene.router.path("/tmp/elsewhere");
    fs.mkdirSync(elsewhere, { recursive: true });
    make(join(stage.runDir, "tokens"), elsewhere);
    const hop = await client.request(address);
    expectAnswer(hop, 500);
    expectNoCookies(hop);
    assert.deepEqual(await codes(stage, 1), ["INTERNAL_ERROR"]);
    assert.equal((await scene.router.sessions()).length, 0);
    assert.deepEqual(fs.readdirSync(elsewhere), []);
    stage.age(301);
    await stage.expectLogin();
    await expectRemains(scene, { sessions: 1, tokens: 1 });
  };
}

async function linkedCounter(stage: Stage): Promise<void> {
  for (const name of ["victim", `victim-${"x".repeat(80)}`]) {
    await stage.reset();
    const now = Math.floor(Date.now() / 1000);
    stage.stopClock(now);
    fs.mkdirSync(stage.runDir, { mode: 0o700 });
    const counter = join(stage.runDir, `rate_${String(Math.floor(now / 60))}`);
    const victim = stage.scene.router.path(`/tmp/${name}`);
    fs.writeFileSync(victim, "mine");
    fs.symlinkSync(victim, counter);
    expectAnswer(await stage.request("/"), 302);
    assert.equal(fs.readFileSync(victim, "utf8"), "mine", "nothing is written through a link");
    assert.equal(fs.statSync(counter).isFile(), true);
  }
}

export const damageSeries: Series = {
  "damage: any of a login's files -> a refusal or caches anew, and the next login works": anyDamage,
};

export const damage: Cases = {
  "damage: a file in place of the token registry -> 500, and it goes by itself": insteadOfRegistry((path) =>
    fs.writeFileSync(path, ""),
  ),
  "damage: a link in place of the token registry -> 500, not followed, and it goes by itself": insteadOfRegistry(
    (path, elsewhere) => fs.symlinkSync(elsewhere, path),
  ),
  "damage: a link in place of the minute's counter -> replaced, not followed": linkedCounter,
};
