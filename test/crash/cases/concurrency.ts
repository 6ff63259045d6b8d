/** Many requests in one instant, each a process of its own. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { header, headerValues, type Hop } from "../../e2e/support/client.ts";
import { repeatAccessToken } from "../../box/provider/misbehaviour.ts";
import { expectAnswer, expectNoSecrets, expectRemains, logLines } from "../../e2e/support/expect.ts";
import type { Cases } from "../case.ts";
import type { Stage } from "../stage.ts";

/** How many answers have each status. */
function tally(hops: readonly Hop[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const hop of hops) {
    expectAnswer(hop, hop.status);
    counts[hop.status] = (counts[hop.status] ?? 0) + 1;
  }
  return counts;
}

async function codes(stage: Stage, count: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const line of await logLines(stage.scene, count)) {
    const [code = ""] = line.split(" ");
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/** Stops the clock in the middle of the present minute. */
function stopClock(stage: Stage): void {
  stage.stopClock(Math.floor(Date.now() / 60_000) * 60 + 30);
}

async function oneState(stage: Stage): Promise<void> {
  const { scene } = stage;
  stopClock(stage);
  const client = scene.client();
  const address = await scene.reachCallback(client, "alice");
  const cookie = client.jar.header({ url: new URL(address), method: "GET", initiator: "idp.localhost" });
  const hops = await Promise.all(Array.from({ length: 100 }, () => client.request(address, { cookie })));
  // The start was the first request of the minute. Who comes after the session was made is led to where that login ended.
  const counted = tally(hops);
  assert.deepEqual([(counted[302] ?? 0) + (counted[400] ?? 0), counted[429]], [49, 51]);
  const opened = hops.map((hop) => headerValues(hop, "set-cookie")).filter((cookies) => cookies.length > 0);
  assert.deepEqual([opened.length, new Set(opened.map((cookies) => cookies.length))], [counted[302], new Set([6])]);
  const ids = opened.flatMap((cookies) =>
    cookies.map((line) => /^sysauth_https=([0-9a-f]{32});/.exec(line)?.[1] ?? ""),
  );
  assert.equal(new Set(ids.filter((id) => id !== "")).size, 1, "all lead into one session");
  assert.equal(scene.provider.requests.filter(({ endpoint }) => endpoint === "token").length, 1, "token requests");
  const counts = await codes(stage, 22);
  assert.equal((counts["STATE_NOT_FOUND"] ?? 0) + (counts["RATE_LIMITED"] ?? 0), 20, JSON.stringify(counts));
  assert.deepEqual([counts["LOGIN_GRANTED"], counts["REFUSALS_COUNTED"]], [1, 1]);
  await expectRemains(scene, { sessions: 1, tokens: 1 });
  await expectNoSecrets(scene);
}

async function manyStarts(stage: Stage): Promise<void> {
  const { scene } = stage;
  // The provider's metadata, which all would wait for otherwise.
  await stage.request("/");
  stage.freshWindow();
  stopClock(stage);
  const hops = await Promise.all(Array.from({ length: 200 }, () => stage.request("/")));
  assert.deepEqual(tally(hops), { 302: 50, 429: 150 });
  for (const hop of hops.filter(({ status }) => status === 429)) {
    assert.equal(header(hop, "retry-after"), "30");
  }
  await expectRemains(scene, { handshakes: 51 });
  const records = readdirSync(stage.runDir).filter((name) => name.startsWith("handshake_"));
  const states = records.map((name) => {
    const record = JSON.parse(readFileSync(join(stage.runDir, name), "utf8")) as Record<string, unknown>;
    return `${String(record["state"])} ${String(record["nonce"])} ${String(record["code_verifier"])}`;
  });
  assert.equal(new Set(states.flatMap((text) => text.split(" "))).size, 153, "every record has values of its own");
  assert.deepEqual(await codes(stage, 21), { RATE_LIMITED: 20, REFUSALS_COUNTED: 1 });
}

async function sameTokenAtOnce(stage: Stage): Promise<void> {
  const { scene } = stage;
  const logins = 3;
  for (let round = 1; round <= 3; round += 1) {
    stage.freshWindow();
    const browsers = await Promise.all(
      Array.from({ length: logins }, async () => {
        const client = scene.client();
        return { client, address: await scene.reachCallback(client, "alice") };
      }),
    );
    await scene.router.markLog();
    repeatAccessToken(scene.provider, `at-once-${String(round)}`);
    const hops = await Promise.all(
      browsers.map(({ client, address }) => client.request(address, { initiator: "idp.localhost" })),
    );
    assert.deepEqual(tally(hops), { 302: 1, 401: logins - 1 });
    assert.deepEqual(await codes(stage, logins), { LOGIN_GRANTED: 1, TOKEN_REPLAYED: logins - 1 });
    await expectRemains(scene, { sessions: round, tokens: round });
  }
}

async function manyLogouts(stage: Stage): Promise<void> {
  const { scene } = stage;
  const client = scene.client();
  await scene.logIn(client, "alice");
  const url = await scene.logoutLink(client);
  const cookie = client.jar.header({ url, method: "GET", initiator: scene.router.host });
  const hops = await Promise.all(Array.from({ length: 20 }, () => client.request(url, { cookie })));
  assert.deepEqual(tally(hops), { 302: 20 });
  await expectRemains(scene, { tokens: 1 });
}

export const concurrency: Cases = {
  "at once: 100 callbacks with one state -> one session, and cookies for no other": oneState,
  "at once: 200 starts in one second -> exactly 50 pass": manyStarts,
  "at once: 3 logins with the same access token, three times -> one session each time": sameTokenAtOnce,
  "at once: 20 logouts of one session -> all succeed, no session left": manyLogouts,
};
