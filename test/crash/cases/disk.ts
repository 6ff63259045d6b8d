/** File systems that are full, read-only, or not what they should be. */
import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { headerValues, type Hop } from "../../e2e/support/client.ts";
import { expectAnswer, expectNoCookies, expectRemains } from "../../e2e/support/expect.ts";
import type { Case } from "../case.ts";
import { Skipped, type Stage } from "../stage.ts";

const page = 4096;
const plenty = 1000;
/** Name of what fills a disk. */
const filler = "filler";

/** Takes all the space that is left. */
function fillSpace(stage: Stage): void {
  for (let count = 0; count < plenty; count += 1) {
    try {
      writeFileSync(join(stage.runDir, `${filler}-${String(count)}`), Buffer.alloc(page));
    } catch {
      return;
    }
  }
  throw new Error("the disk does not fill up");
}

/** Takes all the files that are left. */
function fillInodes(stage: Stage): void {
  for (let count = 0; count < plenty; count += 1) {
    try {
      writeFileSync(join(stage.runDir, `${filler}-${String(count)}`), "");
    } catch {
      return;
    }
  }
  throw new Error("the files do not run out");
}

function makeRoom(stage: Stage): void {
  for (const name of readdirSync(stage.runDir)) {
    if (name.startsWith(filler)) {
      unlinkSync(join(stage.runDir, name));
    }
  }
}

/** Files that are neither whole nor the test's own. */
function leftovers(stage: Stage): string[] {
  return readdirSync(stage.runDir).filter((name) => /\.(tmp|consumed)$/.test(name));
}

/** The service is at fault and says so: 500, one code and reason in the log, no cookie. */
async function expectFault(stage: Stage, hop: Hop, line: RegExp): Promise<void> {
  expectAnswer(hop, 500);
  assert.match(hop.body, /^Error: \S/);
  expectNoCookies(hop);
  await stage.expectLine(line);
}

const noRunDir = /^INTERNAL_ERROR .* path=\S+ reason="cannot write to the run directory"$/;

/** Full before anything came, by space or by files; the same with room again. */
function fullAtFirst(fill: (stage: Stage) => void): Case["run"] {
  return async (stage) => {
    await stage.mount(16 * page, 16);
    fill(stage);
    await expectFault(stage, await stage.request("/"), noRunDir);
    await expectFault(stage, await stage.request("/callback?code=abcdefgh&state=x"), noRunDir);
    await expectFault(stage, await stage.request("/logout"), noRunDir);
    expectAnswer(await stage.request("/?action=enabled"), 200);
    assert.equal((await stage.scene.router.sessions()).length, 0);
    makeRoom(stage);
    await stage.expectLogin();
  };
}

/** The minute has begun when the disk is full: requests are counted, but no record can be kept. */
async function noRoomForRecord(stage: Stage): Promise<void> {
  stage.stopClock(Math.floor(Date.now() / 1000));
  await stage.mount(16 * page, 64);
  expectAnswer(await stage.request("/"), 302);
  fillSpace(stage);
  await expectFault(stage, await stage.request("/"), /^INTERNAL_ERROR .*cannot store the handshake/);
  assert.deepEqual(leftovers(stage), []);
  makeRoom(stage);
  expectAnswer(await stage.request("/"), 302);
}

/** Without room for caches each request asks the provider; nothing else is different. */
async function noRoomForCaches(stage: Stage): Promise<void> {
  stage.stopClock(Math.floor(Date.now() / 1000));
  const { scene } = stage;
  await stage.mount(16 * page, 64);
  const client = scene.client();
  const address = await scene.reachCallback(client, "alice");
  rmSync(join(stage.runDir, readdirSync(stage.runDir).find((name) => name.startsWith("discovery_")) ?? ""));
  fillSpace(stage);
  expectAnswer(await client.request(address), 302);
  assert.deepEqual(leftovers(stage), []);
  // The consumed record made room for one of the two.
  assert.equal(readdirSync(stage.runDir).filter((name) => /^(discovery|jwks)_/.test(name)).length, 1);
  assert.equal((await scene.ssoSessions()).length, 1);
  makeRoom(stage);
  await stage.expectLogin();
  assert.equal(readdirSync(stage.runDir).filter((name) => /^(discovery|jwks)_/.test(name)).length, 2);
}

/** The token registry has to be written: without it there is no session. */
async function noInodeForToken(stage: Stage): Promise<void> {
  stage.stopClock(Math.floor(Date.now() / 1000));
  const { scene } = stage;
  await stage.mount(64 * page, 32);
  const client = scene.client();
  const address = await scene.reachCallback(client, "alice");
  fillInodes(stage);
  await expectFault(stage, await client.request(address), /^INTERNAL_ERROR .*token/);
  assert.equal((await scene.router.sessions()).length, 0);
  assert.deepEqual(leftovers(stage), []);
  makeRoom(stage);
  expectAnswer(await client.request(address), 400);
  await stage.expectLogin();
}

/** What nobody needs any more does not keep the disk full. */
function fullOfLeftovers(fill: (stage: Stage) => void): Case["run"] {
  return async (stage) => {
    await stage.mount(16 * page, 16);
    fill(stage);
    stage.age(301);
    expectAnswer(await stage.request("/"), 302);
    assert.doesNotMatch(readdirSync(stage.runDir).join("\n"), new RegExp(`^${filler}`, "m"));
    await stage.expectLogin();
  };
}

async function readOnly(stage: Stage): Promise<void> {
  const { scene } = stage;
  await stage.mount(64 * page, 64);
  const loggedIn = scene.client();
  await scene.logIn(loggedIn, "alice");
  const link = await scene.logoutLink(loggedIn);
  const client = scene.client();
  const address = await scene.reachCallback(client, "victor");
  stage.freshWindow();
  await stage.remount("ro");
  await scene.router.markLog();
  await expectFault(stage, await stage.request("/"), noRunDir);
  await expectFault(stage, await client.request(address), noRunDir);
  await expectFault(stage, await loggedIn.request(link, { initiator: scene.router.host }), noRunDir);
  assert.equal((await scene.ssoSessions()).length, 1, "the session that was there stays");
  await stage.remount("rw");
  // The record was not used up.
  expectAnswer(await client.request(address), 302);
  expectAnswer(await loggedIn.request(link, { initiator: scene.router.host }), 302);
  assert.equal((await scene.ssoSessions()).length, 1);
  await stage.expectLogin();
}

/** Something else where the run directory should be. */
function instead(make: (path: string) => void): Case["run"] {
  return async (stage) => {
    make(stage.runDir);
    await expectFault(stage, await stage.request("/"), noRunDir);
    await expectFault(stage, await stage.request("/callback?code=abcdefgh&state=x"), noRunDir);
    rmSync(stage.runDir, { recursive: true });
    await stage.expectLogin();
  };
}

async function noParent(stage: Stage): Promise<void> {
  const { router } = stage.scene;
  const [here, away] = [router.path("/var/run"), router.path("/var/away")];
  renameSync(here, away);
  try {
    await expectFault(stage, await stage.request("/"), noRunDir);
    assert.equal(existsSync(here), false);
  } finally {
    renameSync(away, here);
  }
  await stage.expectLogin();
}

/** A folder that others may look into or write to becomes the service's own again. */
function openFolder(mode: number): Case["run"] {
  return async (stage) => {
    mkdirSync(stage.runDir);
    chmodSync(stage.runDir, mode);
    await stage.expectLogin();
    assert.equal(statSync(stage.runDir).mode & 0o7777, 0o700);
    await expectRemains(stage.scene, { sessions: 1, tokens: 1 });
  };
}

/** Records in a folder of another user could be that user's: none is believed. */
async function foreignFolder(stage: Stage): Promise<void> {
  if (process.getuid?.() !== 0) {
    throw new Skipped("only root may give a folder away");
  }
  const { scene } = stage;
  const client = scene.client();
  const address = await scene.reachCallback(client, "alice");
  chownSync(stage.runDir, 65534, 65534);
  await expectFault(stage, await client.request(address), noRunDir);
  await expectFault(stage, await stage.request("/"), noRunDir);
  assert.equal((await scene.router.sessions()).length, 0);
  chownSync(stage.runDir, 0, 0);
  expectAnswer(await client.request(address), 302);
}

/** A folder takes the place of each cache file, so that no cache can be written. */
async function foldersForCaches(stage: Stage): Promise<void> {
  const { scene } = stage;
  await stage.expectLogin();
  const caches = readdirSync(stage.runDir).filter((name) => /^(discovery|jwks)_/.test(name));
  assert.equal(caches.length, 2);
  for (const name of caches) {
    rmSync(join(stage.runDir, name));
    mkdirSync(join(stage.runDir, name));
  }
  await scene.router.markLog();
  scene.provider.requests.length = 0;
  await stage.expectLogin();
  assert.deepEqual(leftovers(stage), []);
  const asked = scene.provider.requests.map(({ endpoint }) => endpoint);
  assert.equal(asked.filter((endpoint) => endpoint === "discovery").length, 2, "by start and callback");
  assert.equal(asked.filter((endpoint) => endpoint === "jwks").length, 1);
  // The cause goes away by itself: the folders are cleaned up like caches of their age.
  stage.age(24 * 3600);
  await stage.expectLogin();
  for (const name of caches) {
    assert.ok(statSync(join(stage.runDir, name)).isFile(), name);
  }
}

async function linkedFolder(stage: Stage): Promise<void> {
  const target = stage.scene.router.path("/tmp/elsewhere");
  mkdirSync(target, { recursive: true });
  await instead((path) => symlinkSync(target, path))(stage);
  assert.deepEqual(readdirSync(target), []);
  assert.equal(headerValues(await stage.request("/"), "set-cookie").length, 1);
}

export const disk: readonly Case[] = [
  { title: "disk: no space left from the beginning -> 500, then a login", run: fullAtFirst(fillSpace) },
  { title: "disk: no inode left from the beginning -> 500, then a login", run: fullAtFirst(fillInodes) },
  { title: "disk: no space for the handshake -> 500, nothing left behind", run: noRoomForRecord },
  { title: "disk: no space for the caches -> the login goes on without", run: noRoomForCaches },
  { title: "disk: no inode for the token registry -> 500 and no session", run: noInodeForToken },
  { title: "disk: space full of leftovers -> they go, the login goes on", run: fullOfLeftovers(fillSpace) },
  { title: "disk: inodes full of leftovers -> they go, the login goes on", run: fullOfLeftovers(fillInodes) },
  { title: "disk: read-only -> 500; writable again, the same callback and logout go on", run: readOnly },
  { title: "disk: /var/run is missing -> 500", run: noParent },
  { title: "disk: a file in place of the run directory -> 500", run: instead((path) => writeFileSync(path, "")) },
  { title: "disk: a link in place of the run directory -> 500, not followed", run: linkedFolder },
  { title: "disk: a run directory of mode 755 -> becomes 700", run: openFolder(0o755) },
  { title: "disk: a run directory of mode 1777 -> becomes 700", run: openFolder(0o1777) },
  { title: "disk: a run directory of another user -> 500", run: foreignFolder },
  { title: "disk: caches that cannot be written -> the login goes on without", run: foldersForCaches },
];
