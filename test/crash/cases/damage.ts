/**
 * What takes the place of files in the run directory: records, caches, the registry, the counter of the minute. That no half of a
 * file counts, at any length and with any bit flipped, is proved by test/unit/damage_spec.lua.
 */
import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expectAnswer, expectNoCookies, expectRemains, logLines } from "../../e2e/support/expect.ts";
import type { Cases, Run, Series } from "../case.ts";
import type { Stage } from "../stage.ts";

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

/** What takes a file's place. */
const damages: Readonly<Record<string, (path: string, victim: string) => void>> = {
  missing: (path) => rmSync(path),
  "a folder": (path) => {
    rmSync(path);
    mkdirSync(path);
  },
  "a link to nothing": (path) => {
    rmSync(path);
    symlinkSync("x", path);
  },
  "a link to another file": (path, victim) => {
    rmSync(path);
    symlinkSync(victim, path);
  },
  "another user's, of mode 000": (path) => {
    chownSync(path, 65534, 65534);
    chmodSync(path, 0);
  },
};
const files = ["handshake_", "discovery_", "jwks_"] as const;

/** A file of a login under way is damaged: it ends only by its record, caches are fetched anew, and the next login works. */
async function damagedFile(stage: Stage, file: string, kind: string): Promise<void> {
  const { scene } = stage;
  await stage.reset();
  await stage.expectLogin();
  const { client, address } = await stage.arrive();
  const victim = scene.router.path("/tmp/victim");
  writeFileSync(victim, "mine");
  damages[kind]?.(fileOf(stage, file), victim);
  scene.provider.requests.length = 0;
  stage.freshWindow();
  const isReadable = kind.startsWith("another user's");
  const isRefused = file === "handshake_" && !isReadable;
  const hop = await client.request(address);
  if (isRefused) {
    expectAnswer(hop, 400);
    expectNoCookies(hop);
    assert.deepEqual(await codes(stage, 1), ["STATE_NOT_FOUND"]);
    assert.equal((await scene.ssoSessions()).length, 1);
  } else {
    expectAnswer(hop, 302);
    for (const cache of ["discovery_", "jwks_"]) {
      const asked = scene.provider.requests.filter(({ endpoint }) => `${endpoint}_` === cache);
      const isDamaged = cache === file && !isReadable;
      assert.equal(asked.length, isDamaged ? 1 : 0, cache);
      if (!isDamaged || kind !== "a folder") {
        assert.ok(lstatSync(fileOf(stage, cache)).isFile(), cache);
      }
    }
  }
  assert.equal(readFileSync(victim, "utf8"), "mine");
  await stage.expectLogin();
  // What took a record's place goes when it is old.
  stage.age(301);
  stage.freshWindow();
  expectAnswer(await stage.request("/logout"), 302);
  await expectRemains(scene, isRefused ? { sessions: 2, tokens: 2 } : { sessions: 3, tokens: 3 });
}

/** Each login is a member, as the time limit is one of a member. */
const anyDamage: Series[string] = async (stage, report) => {
  const kinds = Object.keys(damages).filter((kind) => process.getuid?.() === 0 || !kind.startsWith("another user's"));
  for (const kind of kinds) {
    for (const file of files) {
      await report(`${file} is ${kind}`, () => damagedFile(stage, file, kind));
    }
  }
};

/** Without a registry there is no session; what took its place goes when it is old, or by hand. */
function insteadOfRegistry(make: (path: string, elsewhere: string) => void): Run {
  return async (stage) => {
    const { scene } = stage;
    const { client, address } = await stage.arrive();
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

async function linkedCounter(stage: Stage): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  for (const name of ["victim", `victim-${"x".repeat(80)}`]) {
    await stage.reset();
    stage.stopClock(now);
    mkdirSync(stage.runDir, { mode: 0o700 });
    const counter = join(stage.runDir, `rate_${String(Math.floor(now / 60))}`);
    const victim = stage.scene.router.path(`/tmp/${name}`);
    writeFileSync(victim, "mine");
    symlinkSync(victim, counter);
    expectAnswer(await stage.request("/"), 302);
    assert.equal(readFileSync(victim, "utf8"), "mine", "nothing is written through a link");
    assert.equal(statSync(counter).isFile(), true);
  }
}

export const damageSeries: Series = {
  "damage: any of a login's files -> a refusal or caches anew, and the next login works": anyDamage,
};

export const damage: Cases = {
  "damage: a file in place of the token registry -> 500, and it goes by itself": insteadOfRegistry((path) =>
    writeFileSync(path, ""),
  ),
  "damage: a link in place of the token registry -> 500, not followed, and it goes by itself": insteadOfRegistry(
    (path, elsewhere) => symlinkSync(elsewhere, path),
  ),
  "damage: a link in place of the minute's counter -> replaced, not followed": linkedCounter,
};
