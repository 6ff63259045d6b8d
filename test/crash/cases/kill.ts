/**
 * SIGKILL at every step of a login: start, callback and logout, after every call that changes the outside world
 * (killer.lua). What "nothing half-made" means after each:
 *
 * - The browser was told nothing: no cookie, no redirect.
 * - Handshake records and caches are whole under their names. What is not whole has a temporary name that no one reads.
 *   All of it goes with the first request of a minute once it is older than a login may take.
 * - A handshake that no browser was told of is of no use to anybody: its state is random and was not sent.
 * - A session that no browser was told of may stay until rpcd's time-out ends it, at most `session_timeout` after it was
 *   made. Its id is known to no one. It has the token and user name that LuCI asks for only when it is complete.
 * - The same request again is served, or refused because the state is used up; the next login works.
 */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { sleep } from "../../box/command.ts";
import type { UbusSession } from "../../box/router.ts";
import { headerValues, type Client, type Hop, type RequestDetails } from "../../e2e/support/client.ts";
import { expectAnswer, expectRemains } from "../../e2e/support/expect.ts";
import { form, logoutToken } from "../../e2e/support/logout-token.ts";
import type { Report, Series } from "../case.ts";
import type { Stage } from "../stage.ts";

/** More steps than any request or command has. */
const endless = 200;
/** Fewer steps than any has. */
const fewest = 5;

const whole: readonly [RegExp, readonly string[]][] = [
  [/^handshake_[0-9a-f]{64}\.json$/, ["version", "state", "nonce", "code_verifier", "created_at", "expires_at"]],
  [/^discovery_[0-9a-f]{64}\.json$/, ["fetched_at", "document"]],
  [/^ended_[0-9a-f]{64}$/, ["at"]],
  [/^jwks_[0-9a-f]{64}\.json$/, ["fetched_at", "keys"]],
  [/^rights_[0-9a-f]{64}\.json$/, ["made_at", "grants", "read", "write"]],
];
const temporary = /^(handshake|discovery|jwks|ended|rights)_[0-9a-f]{64}(\.json)?\.(\d+\.tmp|consumed)$/;

/** Everything that has the name of a record or cache is one. */
function expectWholeFiles(stage: Stage): void {
  for (const name of existsSync(stage.runDir) ? readdirSync(stage.runDir) : []) {
    const path = join(stage.runDir, name);
    if (name === "tokens") {
      readdirSync(path, { recursive: true, encoding: "utf8" }).forEach((entry) => {
        assert.match(entry, /^([0-9a-f]{2})(\/\1[0-9a-f]{62})?$/);
      });
      continue;
    }
    assert.equal(statSync(path).mode & 0o777, 0o600, name);
    const [, members] = whole.find(([pattern]) => pattern.test(name)) ?? [];
    if (members === undefined) {
      assert.ok(
        temporary.test(name) ||
          /^(rate_(logouts_(default_)?|backchannel_(default_)?)?\d+|cleaned_\d+|claim_[0-9a-f]{64}|upkeep\.lock|provider_lock)$/.test(
            name,
          ),
        `unknown file ${name}`,
      );
      continue;
    }
    const document = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
    members.forEach((member) => assert.ok(document[member] !== undefined, `${name} without ${member}`));
  }
}

/** A session that was not announced: complete, or of no use to LuCI; and it ends by itself. */
function expectHarmless(session: UbusSession, complete: UbusSession): void {
  assert.ok(session.timeout <= 3600, `time-out ${String(session.timeout)}`);
  if (session.values["token"] === undefined) {
    return;
  }
  assert.deepEqual(Object.keys(session.values).sort(), Object.keys(complete.values).sort());
  assert.deepEqual(session.acls, complete.acls);
}

/** Whether the answer is the service's own. */
function isAnswered(hop: Hop): boolean {
  return headerValues(hop, "referrer-policy").length > 0;
}

function expectNothingTold(hop: Hop): void {
  assert.ok(hop.status >= 500, `status ${String(hop.status)}`);
  assert.deepEqual(headerValues(hop, "set-cookie"), []);
  assert.deepEqual(headerValues(hop, "location"), []);
}

/** Old leftovers go with the first request of a minute. */
async function expectCleaning(stage: Stage): Promise<void> {
  stage.freshWindow();
  stage.age(301);
  expectAnswer(await stage.request("/logout"), 302);
  const left = readdirSync(stage.runDir).filter((name) => temporary.test(name) || name.startsWith("handshake_"));
  assert.deepEqual(left, [], "left after cleaning");
}

/** One request that may be killed. */
interface Act {
  /** Steps before it. */
  prepare: (stage: Stage, client: Client) => Promise<URL>;
  /** Request, beside the cookies. */
  details?: (stage: Stage) => RequestDetails;
  /** Status of the same request once more, after a kill at the last of these steps. */
  again: (reached: readonly string[]) => number;
  /** Asserts the state after the same request once more. */
  settled?: (stage: Stage) => Promise<void>;
  /** Judges the same request's answer when no one kills it. */
  finished: (stage: Stage, hop: Hop) => Promise<void>;
}

/** The steps to which the process came that was killed last. */
export async function steps(stage: Stage): Promise<string[]> {
  return (await stage.scene.router.shell(`cat '${stage.scene.router.path("/lighttpd/steps")}'`)).trim().split("\n");
}

/** Kills one request at one step, and looks at what is left; false when the request came to its end before. */
async function killAt(stage: Stage, act: Act, step: number, report: Report): Promise<boolean> {
  await stage.reset();
  const { scene } = stage;
  const client = scene.client();
  const address = await act.prepare(stage, client);
  const before = await scene.router.sessions();
  const cookie = client.jar.header({ url: address, method: "GET", initiator: scene.router.host });
  const details = { cookie, ...act.details?.(stage) };
  stage.freshWindow();
  stage.kill(step);
  const hop = await client.request(address, details);
  stage.spare();
  const reached = await steps(stage);
  if (isAnswered(hop)) {
    await report(`not killed: ${String(reached.length)} steps`, async () => {
      assert.ok(reached.length >= fewest && reached.length < step, `${String(reached.length)} steps`);
      await act.finished(stage, hop);
    });
    return false;
  }
  await report(`step ${String(step)}, ${reached.at(-1) ?? ""}`, async () => {
    assert.equal(reached.length, step, "the process ended elsewhere");
    expectNothingTold(hop);
    expectWholeFiles(stage);
    const after = await scene.router.sessions();
    const made = after.filter(({ id }) => !before.some((known) => known.id === id));
    assert.ok(made.length <= 1, `${String(made.length)} sessions`);
    const log = (await scene.router.readWholeLog()).join("\n");
    made.forEach(({ id }) => assert.ok(!log.includes(id), "the session's id is in the log"));

    stage.freshWindow();
    const retried = await client.request(address, details);
    expectAnswer(retried, act.again(reached));
    await act.settled?.(stage);

    await stage.expectLogin();
    const [complete] = (await scene.ssoSessions()).filter(({ id }) => !after.some((known) => known.id === id));
    assert.ok(complete !== undefined, "the next login made no session");
    made.forEach((session) => expectHarmless(session, complete));
    await expectCleaning(stage);
  });
  return true;
}

type Kill = (stage: Stage, step: number, report: Report) => Promise<boolean>;

/** Kills at every `stride`-th step from `first` on, until what is killed comes to its end. */
export function everywhere(kill: Kill, first = 1, stride = 1): Series[string] {
  return async (stage, report) => {
    for (let step = first; step < endless; step += stride) {
      if (!(await kill(stage, step, report))) {
        assert.ok(step > fewest, `${String(step)} steps`);
        return;
      }
    }
    throw new Error(`more than ${String(endless)} steps`);
  };
}

const killEverywhere = (act: Act, first: number, stride: number): Series[string] =>
  everywhere((stage, step, report) => killAt(stage, act, step, report), first, stride);

const start: Act = {
  prepare: (stage) => Promise.resolve(new URL(`${stage.scene.router.baseUrl}/`)),
  again: () => 302,
  finished: async (stage, hop) => {
    expectAnswer(hop, 302);
    await expectRemains(stage.scene, { handshakes: 1 });
  },
};

/** With cold caches, where a callback has the most to do. */
const callback: Act = {
  prepare: async (stage, client) => {
    const address = new URL(await stage.scene.reachCallback(client, "alice"));
    await stage.scene.router.shell(`rm -f '${stage.runDir}'/discovery_*`);
    return address;
  },
  // The state is used up from the moment when the record was renamed away, which is the first renaming. Once the session has its values,
  // which are set after its user name, the same browser is led to where the login ended.
  again: (reached) => {
    const sets = reached.filter((step) => step === "after ubus_call set").length;
    return reached.includes("after rename()") && sets < 2 ? 400 : 302;
  },
  finished: async (stage, hop) => {
    expectAnswer(hop, 302);
    await expectRemains(stage.scene, { sessions: 1, tokens: 1 });
  },
};

const logout: Act = {
  prepare: async (stage, client) => {
    await stage.scene.logIn(client, "alice");
    return stage.scene.logoutLink(client);
  },
  again: () => 302,
  finished: async (stage, hop) => {
    expectAnswer(hop, 302);
    await expectRemains(stage.scene, { tokens: 1 });
  },
};

/** After its sessions have ended a token is used, by the last of four folders: run directory, registry, its part, the token. */
const backchannelLogout: Act = {
  prepare: async (stage, client) => {
    await stage.scene.configure({ backchannel_logout: "1" });
    await stage.scene.logIn(client, "alice");
    return new URL(`${stage.scene.router.baseUrl}/backchannel-logout`);
  },
  details: (stage) => form({ logout_token: logoutToken(stage.scene) }),
  again: (reached) => {
    const ended = reached.indexOf("after ubus_call destroy");
    const made = reached.filter((step, at) => at > ended && step === "after mkdir()").length;
    return ended >= 0 && made === 4 ? 400 : 200;
  },
  settled: async (stage) => {
    assert.deepEqual(await stage.scene.ssoSessions(), []);
    // A login that begins in the same second would count as one under way.
    await sleep(1100);
  },
  finished: async (stage, hop) => {
    expectAnswer(hop, 200);
    await expectRemains(stage.scene, { tokens: 3 });
  },
};

export const kill: Series = {
  "kill -9 in the callback, odd steps": killEverywhere(callback, 1, 2),
  "kill -9 in the callback, even steps": killEverywhere(callback, 2, 2),
  "kill -9 in the start": killEverywhere(start, 1, 1),
  "kill -9 in the logout": killEverywhere(logout, 1, 1),
  "kill -9 in the back-channel logout, odd steps": killEverywhere(backchannelLogout, 1, 2),
  "kill -9 in the back-channel logout, even steps": killEverywhere(backchannelLogout, 2, 2),
};
