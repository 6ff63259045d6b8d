/** File systems that are full, read-only, or not what they should be. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import type { Hop } from "../../e2e/support/client.ts";
import { check } from "../../e2e/support/check.ts";
import { expectAnswer, expectNoCookies } from "../../e2e/support/expect.ts";
import { standardRoles } from "../../e2e/support/scene.ts";
import type { Cases, Run } from "../case.ts";
import type { Stage } from "../stage.ts";

export const page = 4096;
const plenty = 1000;
/** Name of what fills a disk. */
const filler = "filler";

/** Writes small files until no more can be. */
const fill =
  (content: Buffer | string) =>
  (stage: Stage, folder = stage.runDir): void => {
    for (let count = 0; count < plenty; count += 1) {
      try {
        fs.writeFileSync(join(folder, `${filler}-${String(count)}`), content);
      } catch {
        return;
      }
    }
    throw new Error("the disk does not fill up");
  };
/** Takes all the space, or all the files, that are left. */
export const fillSpace = fill(Buffer.alloc(page));
const fillInodes = fill("");

export function makeRoom(stage: Stage, folder = stage.runDir): void {
  for (const name of fs.readdirSync(folder)) {
    if (name.startsWith(filler)) {
      fs.unlinkSync(join(folder, name));
    }
  }
}

/** Files that are neither whole nor the test's own. */
function leftovers(stage: Stage): string[] {
  return fs.readdirSync(stage.runDir).filter((name) => /\.(tmp|consumed)$/.test(name));
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
function fullAtFirst(take: (stage: Stage) => void): Run {
  return async (stage) => {
    await stage.mount(16 * page, 16);
    take(stage);
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
  fs.rmSync(join(stage.runDir, fs.readdirSync(stage.runDir).find((name) => name.startsWith("discovery_")) ?? ""));
  fillSpace(stage);
  expectAnswer(await client.request(address), 302);
  assert.deepEqual(leftovers(stage), []);
  // The consumed record made room for one of the two.
  assert.equal(fs.readdirSync(stage.runDir).filter((name) => /^(discovery|jwks)_/.test(name)).length, 1);
  assert.equal((await scene.ssoSessions()).length, 1);
  makeRoom(stage);
  await stage.expectLogin();
  assert.equal(fs.readdirSync(stage.runDir).filter((name) => /^(discovery|jwks)_/.test(name)).length, 2);
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

/** Files that are no longer needed do not keep the disk full. */
async function fullOfLeftovers(stage: Stage): Promise<void> {
  await stage.mount(16 * page, 16);
  fillSpace(stage);
  stage.age(301);
  expectAnswer(await stage.request("/"), 302);
  assert.doesNotMatch(fs.readdirSync(stage.runDir).join("\n"), new RegExp(`^${filler}`, "m"));
  await stage.expectLogin();
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

/** A full flash: roles that rpcd does not know yet cost neither its file nor a session, and no one gets in by them. */
async function fullFlash(stage: Stage): Promise<void> {
  const { scene } = stage;
  const { router } = scene;
  await router.commandLine("sync-roles");
  await stage.expectLogin();
  await scene.configure(
    {},
    { ...standardRoles, admin: { ...standardRoles["admin"], read: ["luci-mod-status-index"], write: [] } },
  );
  await stage.mountConfig(16 * page, 64);
  fillSpace(stage, stage.configDir);
  const file = join(stage.configDir, "rpcd");
  const before = fs.readFileSync(file, "utf8");
  const { code, stderr } = await router.commandLine("sync-roles");
  // The live session gets what its role gives now all the same.
  const lines = stderr.trim().split("\n");
  assert.match(lines[0] ?? "", /\bRIGHTS_CHANGED email=alice@example\.org .* role=admin /);
  assert.deepEqual([code, lines.slice(1)], [1, ['sso-login: UCI_ERROR config=rpcd reason="no room on the flash"']]);
  stage.freshWindow();
  const client = scene.client();
  const hop = await client.request(await scene.reachCallback(client, "alice"));
  await expectFault(stage, hop, /^UBUS_LOGIN_FAILED .*cause=UCI_ERROR cause_reason="no room on the flash"/);
  assert.equal(fs.readFileSync(file, "utf8"), before);
  assert.equal((await scene.ssoSessions()).length, 1);
  assert.deepEqual(
    fs.readdirSync(stage.configDir).filter((name) => name.startsWith(".")),
    [],
  );
  makeRoom(stage, stage.configDir);
  assert.equal((await router.commandLine("sync-roles")).code, 0);
  assert.notEqual(fs.readFileSync(file, "utf8"), before);
}

/**
 * The check says of a folder that it is full, or read-only: as an error where a login needs it, else as a warning. It leaves nothing there but
 * the metadata that it keeps for logins.
 */
async function checked(stage: Stage): Promise<void> {
  const { scene, configDir, runDir } = stage;
  const expectFinding = async (folder: string, reason: string | undefined, level = "error"): Promise<void> => {
    const entries = (): string[] => fs.readdirSync(folder).filter((name) => !name.startsWith("discovery_"));
    const before = entries();
    await scene.router.markLog();
    const { findings } = await check(scene);
    const found = findings.filter(({ id }) => id === "not_writable").map((one) => `${one.level}: ${one.text}`);
    assert.deepEqual(found, reason === undefined ? [] : [`${level}: Nothing can be written in ${folder}: ${reason}.`]);
    assert.deepEqual(entries(), before);
  };
  const expectFaults = async (folder: string, level: string): Promise<void> => {
    await expectFinding(folder, undefined);
    fillSpace(stage, folder);
    await expectFinding(folder, "no room", level);
    makeRoom(stage, folder);
    await stage.remount("ro", folder);
    await expectFinding(folder, "the file system is read-only", level);
    await stage.remount("rw", folder);
  };
  await scene.router.commandLine("sync-roles");
  await stage.mount(64 * page, 64);
  await expectFaults(runDir, "error");
  await stage.mountConfig(16 * page, 64);
  await expectFaults(configDir, "warning");
  await scene.configure(
    {},
    { ...standardRoles, admin: { ...standardRoles["admin"], read: ["luci-mod-status-index"], write: [] } },
  );
  await expectFaults(configDir, "error");
  await stage.remount("ro", configDir);
  const client = scene.client();
  const hop = await client.request(await scene.reachCallback(client, "alice"));
  await expectFault(stage, hop, /^UBUS_LOGIN_FAILED .*cause=UCI_ERROR cause_reason="the flash is read-only"/);
}

export const disk: Cases = {
  "disk: no space left from the beginning -> 500, then a login": fullAtFirst(fillSpace),
  "disk: no inode left from the beginning -> 500, then a login": fullAtFirst(fillInodes),
  "disk: no space for the handshake -> 500, no file remains": noRoomForRecord,
  "disk: no space for the caches -> the login goes on without": noRoomForCaches,
  "disk: no inode for the token registry -> 500 and no session": noInodeForToken,
  "disk: space full of leftovers -> they go, the login goes on": fullOfLeftovers,
  "disk: read-only -> 500; writable again, the same callback and logout go on": readOnly,
  "disk: a full flash -> rpcd's file stays as it is": fullFlash,
  "disk: full or read-only -> the check names the folder and the cause, and leaves nothing": checked,
};
