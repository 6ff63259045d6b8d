/** Bounds of what strangers without an account can do in ten minutes: docs/security.md states these bounds. */
import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { header, isRedirect, location } from "../../e2e/support/client.ts";
import { expectAnswer } from "../../e2e/support/expect.ts";
import { comment } from "../../tap.ts";
import type { Cases } from "../case.ts";
import type { Stage } from "../stage.ts";

const minutes = 10;
const pairs = 100;
const atATime = 8;

/** Lines of refusals in full and the two of their counts, each of at most 512 bytes. */
const maxLines = 22;
const maxLineBytes = 512;
/** Records of five minutes at most 50 each, and those of the minute under way; caches, counters. */
const maxFiles = 6 * 50 + 20;
const maxBytes = 400_000;

/** A login that somebody begins and answers himself, with a long error of his own. */
async function pair(stage: Stage): Promise<void> {
  const { scene } = stage;
  const client = scene.client();
  const start = await client.request(`${scene.router.baseUrl}/`);
  if (!isRedirect(start)) {
    expectAnswer(start, 429);
    return;
  }
  const query = new URLSearchParams({
    state: location(start).searchParams.get("state") ?? "",
    error: '"\\'.repeat(300),
    error_description: "é".repeat(1000),
    iss: scene.provider.issuer,
  });
  const hop = await client.request(`${scene.router.baseUrl}/callback?${query.toString()}`);
  assert.ok([400, 401, 429].includes(hop.status), String(hop.status));
}

async function crowd(stage: Stage): Promise<void> {
  let left = pairs;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await pair(stage);
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
}

/** Names and sizes in the run directory. */
function sizes(stage: Stage): number[] {
  return readdirSync(stage.runDir, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(stage.runDir, name)))
    .filter((info) => info.isFile())
    .map(({ size }) => size);
}

const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);

const minuteNow = (): number => Math.floor(Date.now() / 60_000);

async function tenMinutes(stage: Stage): Promise<void> {
  const { scene } = stage;
  const user = scene.client();
  await scene.logIn(user, "alice");
  const link = await scene.logoutLink(user);
  let taken = 0;
  const lines: number[] = [];
  const bytes: number[] = [];
  const files: number[][] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    stage.setClock(minute * 60);
    const first = minuteNow();
    await scene.router.markLog();
    const strangers = crowd(stage);
    if (minute === minutes / 2) {
      await strangers;
      const began = performance.now();
      const hop = await user.request(link, { initiator: scene.router.host });
      taken = performance.now() - began;
      expectAnswer(hop, 302);
      assert.match(header(hop, "location") ?? "", /id_token_hint=/);
      assert.deepEqual(await scene.ssoSessions(), []);
    }
    await strangers;
    const found = (await scene.router.readLog()).filter((line) => !line.startsWith("LOGOUT "));
    lines.push(found.length);
    bytes.push(sum(found.map((line) => line.length)));
    found.forEach((line) => assert.ok(line.length <= maxLineBytes, line));
    // On a slow machine a crowd takes several minutes.
    assert.ok(found.length <= (minuteNow() - first + 1) * maxLines, String(found.length));
    files.push(sizes(stage));
  }
  const worst = Math.max(...files.map(sum));
  comment(`lines a minute ${lines.join(" ")}; bytes ${bytes.join(" ")}; logout ${taken.toFixed(0)} ms`);
  comment(
    `run directory: at most ${String(Math.max(...files.map(({ length }) => length)))} files, ${String(worst)} bytes`,
  );
  assert.ok(Math.max(...files.map(({ length }) => length)) <= maxFiles && worst <= maxBytes, String(worst));
}

export const strangers: Cases = {
  "strangers: 1 000 pairs of start and callback in ten minutes -> bounded log and files, and a logout": tenMinutes,
};
