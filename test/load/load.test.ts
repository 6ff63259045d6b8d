/**
 * 20 people log in at the same moment while the login page's probe is asked 1 000 times, eight at a time. Latencies are told
 * and not judged. With ROUTER=… (test/box/README.md) a real router is loaded.
 */
import assert from "node:assert/strict";
import { providerHost } from "../box/provider/identity-provider.ts";
import type { UbusSession } from "../box/router.ts";
import { header, location, type Client, type Hop } from "../e2e/support/client.ts";
import { expectAnswer, expectNoSecrets, expectRemains } from "../e2e/support/expect.ts";
import { callbackPath, Scene } from "../e2e/support/scene.ts";
import { comment, finish, reasonOf, report } from "../tap.ts";

const logins = 20;
const probes = 1000;
const atATime = 8;
const names = ["alice", "ursula", "victor"];

/** Milliseconds of each request, by what was asked. */
let taken: Record<string, number[]> = {};

async function timed(what: string, send: () => Promise<Hop>): Promise<Hop> {
  const from = performance.now();
  const hop = await send();
  (taken[what] ??= []).push(performance.now() - from);
  return hop;
}

/** Whether the browser goes on; otherwise it must have been asked to try again. */
function goesOn(hop: Hop): boolean {
  expectAnswer(hop, hop.status === 429 ? 429 : 302);
  assert.match(header(hop, hop.status === 429 ? "retry-after" : "location") ?? "", /./);
  return hop.status !== 429;
}

async function probe(scene: Scene, what: string): Promise<void> {
  const hop = await timed(what, () => scene.client().request(`${scene.router.baseUrl}/?action=enabled`));
  expectAnswer(hop, 200);
  assert.equal(hop.body, '{"enabled":true}');
}

/** `waits`: its record is kept for the callback that was asked to come again. */
type Login = { name: string; client: Client; granted: boolean; waits?: boolean };

async function logIn(scene: Scene, name: string): Promise<Login> {
  const client = scene.client();
  const start = await timed("start", () => client.request(`${scene.router.baseUrl}/`));
  if (!goesOn(start)) {
    return { name, client, granted: false };
  }
  const there = await client.fillIn(location(start), scene.credentials(name), { stopBefore: callbackPath });
  const end = await timed("callback", () => client.request(location(there), { initiator: providerHost }));
  const granted = goesOn(end);
  return { name, client, granted, waits: !granted };
}

/** Each login's cookie is that of a session of its own, and like that of the same person's lone login. */
async function expectSessions(scene: Scene, alone: readonly Login[], ended: readonly Login[]): Promise<void> {
  const granted = ended.filter((login) => login.granted);
  const sessions = new Map((await scene.ssoSessions()).map((session) => [session.id, session]));
  const sessionOf = ({ client }: Login): UbusSession => {
    const session = sessions.get(client.jar.get(scene.router.host, "sysauth_https") ?? "");
    assert.ok(session !== undefined, "a login without a session");
    return session;
  };
  // Without what belongs to one login alone.
  const kindOf = (login: Login): unknown => {
    const { acls, timeout, values } = sessionOf(login);
    const own = { token: "", sso_id_token: "", sso_login_time: 0, sso_login_uptime: 0, sso_cookie_hash: "" };
    return { acls, timeout, values: { ...values, ...own } };
  };
  for (const login of granted) {
    assert.deepEqual(alone.filter(({ name }) => name === login.name).map(kindOf), [kindOf(login)]);
  }
  const all = [...alone, ...granted].map(sessionOf);
  assert.equal(new Set(all.flatMap(({ id, values }) => [id, values["token"]])).size, 2 * all.length);
  await expectRemains(scene, {
    sessions: all.length,
    tokens: all.length,
    handshakes: ended.filter((login) => login.waits === true).length,
  });
}

function tellLatencies(): void {
  const at = (what: string, share: number): number => {
    const times = (taken[what] ?? []).sort((a, b) => a - b);
    return times[Math.ceil(times.length * share) - 1] ?? NaN;
  };
  const lone = at("lone probe", 0.5);
  comment(`median, 95 %, worst, in times of a lone probe's median of ${lone.toFixed(1)} ms`);
  for (const what of Object.keys(taken)) {
    comment(`${what}: ${[0.5, 0.95, 1].map((share) => (at(what, share) / lone).toFixed(1)).join(", ")}`);
  }
}

const scene = await Scene.open({ box: { slots: 3 } }); // programs at a time, as uhttpd runs them
try {
  await scene.reset();
  const alone: Login[] = [];
  for (const name of names) {
    alone.push(await logIn(scene, name));
  }
  taken = {};
  for (let count = 0; count < 100; count += 1) {
    await probe(scene, "lone probe");
  }
  const people = Array.from({ length: logins }, (_, index) => logIn(scene, names[index % names.length] ?? ""));
  const askers = Array.from({ length: atATime }, async () => {
    for (let count = 0; count < probes / atATime; count += 1) {
      await probe(scene, "probe");
    }
  });
  await Promise.allSettled([...people, ...askers]);
  await Promise.all(askers);
  report(`${String(probes)} probes are answered while ${String(logins)} people log in`);
  const ended = await Promise.all(people);
  const granted = ended.filter((login) => login.granted);
  report("each login is granted or asked to try again", granted.length > 0 ? undefined : "none was");
  await expectSessions(scene, alone, ended);
  await expectNoSecrets(scene);
  report("granted sessions are complete, and no file remains");
  comment(`${String(granted.length)} of ${String(logins)} logins were granted`);
  tellLatencies();
} catch (error) {
  report("load", [reasonOf(error), ...(await scene.router.readWholeLog()).slice(-5)].join("\n"));
} finally {
  await scene.close();
}
finish();
