/** Clocks that jump, and one that begins at 1970 as that of a router without a battery does. */
import assert from "node:assert/strict";
import { utimesSync } from "node:fs";
import { join } from "node:path";
import type { Hop } from "../../e2e/support/client.ts";
import {
  expectAnswer,
  expectNoCookies,
  expectRemains,
  logLines,
  statusOf,
  type Code,
} from "../../e2e/support/expect.ts";
import type { Cases, Run } from "../case.ts";
import type { Stage } from "../stage.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/** Offset that sets the clock to a quarter of an hour after the beginning of 1970. */
function to1970(): number {
  return 15 * minute - Math.floor(Date.now() / 1000);
}

/** A refusal of this code, without cookies. */
async function expectRefused(stage: Stage, hop: Hop, code: Code, text = /^/): Promise<void> {
  expectAnswer(hop, statusOf[code]);
  expectNoCookies(hop);
  const line = (await logLines(stage.scene, 1)).at(-1) ?? "";
  assert.equal(line.split(" ")[0], code, line);
  assert.match(line, text);
  await stage.scene.router.markLog();
}

/**
 * The clock was wrong when files were made, and is corrected: nothing of them is in the way. The configuration is older than
 * they are. `fetches` is how often the provider is asked for its metadata after that.
 */
function corrected(offset: number, fetches: number): Run {
  return async (stage) => {
    utimesSync(join(stage.configDir, "sso-login"), 0, 0);
    stage.setClock(offset);
    expectAnswer(await stage.request("/"), 302);
    const { client, address } = await stage.arrive();
    stage.setClock(0);
    await expectRefused(stage, await client.request(address), "STATE_NOT_FOUND");
    stage.scene.provider.requests.length = 0;
    await stage.expectLogin();
    const asked = stage.scene.provider.requests.filter(({ endpoint }) => endpoint === "discovery");
    assert.equal(asked.length, fetches, "requests for metadata");
    // The next minute's first request takes what the wrong clock left.
    stage.freshWindow();
    expectAnswer(await stage.request("/logout"), 302);
    await expectRemains(stage.scene, { sessions: 1, tokens: 1 });
  };
}

/** No certificate is valid in 1970. When the time is known, the first login works. */
async function at1970(stage: Stage): Promise<void> {
  stage.setClock(to1970());
  await expectRefused(stage, await stage.request("/"), "SSL_INIT_FAILED", /certificate/);
  await expectRefused(stage, await stage.request("/"), "SSL_INIT_FAILED", /remembered=true/);
  expectAnswer(await stage.request("/?action=enabled"), 200);
  stage.setClock(0);
  await stage.expectLogin();
}

/** With caches and a login under way from before, too. */
async function backTo1970(stage: Stage): Promise<void> {
  const { scene } = stage;
  const browser = scene.client();
  await scene.logIn(browser, "alice");
  const link = await scene.logoutLink(browser);
  const { client, address } = await stage.arrive();
  stage.setClock(to1970());
  await expectRefused(stage, await stage.request("/"), "SSL_INIT_FAILED");
  await expectRefused(stage, await client.request(address), "STATE_NOT_FOUND");
  // The end of a session depends on no clock; the way to the provider's own logout does.
  const hop = await browser.request(link, { initiator: scene.router.host });
  expectAnswer(hop, 302);
  assert.equal((await scene.ssoSessions()).length, 0);
  stage.setClock(0);
  await stage.expectLogin();
}

export const clock: Cases = {
  "clock: three hours slow, then corrected -> login, caches that are three hours old": corrected(-3 * hour, 0),
  "clock: a day and an hour slow, then corrected -> login, caches anew": corrected(-day - hour, 1),
  "clock: a day ahead, then corrected -> login, caches anew": corrected(day, 1),
  "clock: a year ahead, then corrected -> login, caches anew": corrected(year, 1),
  "clock: 1970 from the beginning -> 500 SSL_INIT_FAILED, then a login": at1970,
  "clock: back to 1970 with a session, a login under way and caches -> 500 and 400, logout works": backTo1970,
};
