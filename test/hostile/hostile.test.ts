/**
 * Providers that misbehave: one whole login over HTTPS for each case of `boxed`, in two boxes side by side. What must
 * always be true is checked here. With texts, the cases of all tables whose line holds one of them.
 *
 *   tsx test/hostile/hostile.test.ts [text...]
 */
import assert from "node:assert/strict";
import { generateKeys } from "../box/provider/keys.ts";
import { providerHost } from "../box/provider/identity-provider.ts";
import { Client, header, headerValues, isRedirect, location, type Hop } from "../e2e/support/client.ts";
import { cookieAttributes, expectAnswer, expectOneLine, expectRefusal, expectRemains } from "../e2e/support/expect.ts";
import { callbackPath, Scene } from "../e2e/support/scene.ts";
import { chosen, finish, onStages, reasonOf, report, within } from "../tap.ts";
import { titleOf, type Case, type Line, type Stage } from "./case.ts";
import { boxed, entries } from "./cases.ts";

const stages = 2;
const patience = 30_000;

/** Sources whose logins are not followed beyond the session: the web interface is the same as in all others. */
const attacks = "part D";

/** A log line of the decisions' form, in which no value can look like anything else. */
const cleanLine = /^[A-Z_]+( [a-z_]+=("([ !#-[\]-~]|\\["\\]|\\x[0-9a-f]{2})*"|[\w\-.~:/@+,]+))*$/;

function expectLine(line: string, wanted: Line = []): void {
  for (const text of [wanted].flat()) {
    assert.ok(line.includes(text), `${text} in ${line}`);
  }
}

/** The browser's way to the callback, or the answer that ended it at the start. */
async function reachCallback(stage: Stage, client: Client, entry: Case): Promise<Hop | URL> {
  const { scene } = stage;
  const start = await client.request(`${scene.router.baseUrl}/`);
  if (!isRedirect(start)) {
    return start;
  }
  expectAnswer(start, 302);
  assert.deepEqual(cookieAttributes(start), [
    "__Host-webui_sso_state httponly max-age=300 path=/ samesite=Lax secure",
    "__Host-webui_sso_ID httponly max-age=300 path=/ samesite=Lax secure",
    "__Host-webui_sso_own httponly path=/ samesite=Strict secure",
  ]);
  const request = location(start).searchParams;
  assert.match(request.get("scope") ?? "", /\bopenid\b/);
  assert.match(request.get("nonce") ?? "", /^[\w-]{43}$/);
  assert.equal(request.get("code_challenge_method"), "S256");
  const credentials = scene.credentials(entry.user ?? "alice");
  return location(await client.fillIn(location(start), credentials, { stopBefore: callbackPath }));
}

/** A login up to the answer that decides it. */
async function logIn(stage: Stage, client: Client, entry: Case): Promise<Hop> {
  const reached = await reachCallback(stage, client, entry);
  return reached instanceof URL ? client.request(reached, { initiator: providerHost }) : reached;
}

/** A granted login: cookies, landing page, web interface, one log line, one session and one registered token. */
async function expectLogin(stage: Stage, entry: Case, client: Client, hop: Hop): Promise<string> {
  expectAnswer(hop, 302);
  assert.equal(header(hop, "location"), "/cgi-bin/webui/");
  assert.deepEqual(cookieAttributes(hop), [
    "__Host-webui_sso_state httponly max-age=0 path=/ samesite=Lax secure",
    "sysauth_https httponly max-age=0 path=/cgi-bin/luci/ samesite=Strict secure",
    "sysauth_https httponly path=/ samesite=Strict secure",
    "sysauth httponly path=/ samesite=Strict secure",
    "__Host-webui_sso_ID httponly max-age=0 path=/ samesite=Lax secure",
    "__Host-webui_sso_login httponly path=/ samesite=Lax secure",
  ]);
  const role = entry.role ?? "admin";
  const line = await expectOneLine(stage.scene, "LOGIN_GRANTED");
  assert.ok(line.includes(` role=${role} `), line);
  await expectRemains(stage.scene, entry.remains ?? { tokens: 1, sessions: 1 });
  if (entry.email !== undefined) {
    assert.equal((await stage.scene.ssoSessions())[0]?.values["sso_email"], entry.email);
  }
  if (entry.source.startsWith(attacks)) {
    return line;
  }
  const landing = await client.navigate(location(hop), { initiator: providerHost });
  const page = await client.refresh(landing);
  assert.equal(page.status, 200, page.body);
  assert.match(page.body, new RegExp(`id="username">${role}<`));
  return line;
}

/** Scenes whose configuration is the standard one, and that hold no session. */
const clean = new WeakSet<Scene>();

/** The first state again, by the shortest way. */
async function reset({ scene, provider }: Stage): Promise<void> {
  if (clean.has(scene)) {
    provider.behave();
    await Promise.all([scene.router.clearState(), scene.router.markLog()]);
  } else {
    await scene.reset();
  }
  clean.delete(scene);
  provider.forgetSessions();
}

/** Posts a form; the session of the login before it has ended, or lives on and one line says why. */
async function logOut(stage: Stage, { form, status, line }: NonNullable<Case["logout"]>): Promise<void> {
  const { scene } = stage;
  await scene.router.markLog();
  const hop = await scene.client().request(`${scene.router.baseUrl}/backchannel-logout`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: form(stage),
  });
  expectAnswer(hop, status);
  const found = await expectOneLine(scene, status === 200 ? "LOGOUT" : "LOGOUT_REFUSED");
  expectLine(found, status === 200 ? "LOGOUT by=provider " : line);
  assert.equal((await scene.ssoSessions()).length, status === 200 ? 0 : 1);
  if (status === 400) {
    assert.match(header(hop, "content-type") ?? "", /^application\/json(;|$)/);
    assert.deepEqual(JSON.parse(hop.body), { error: "invalid_request" });
  }
}

async function play(stage: Stage, entry: Case): Promise<void> {
  const { scene } = stage;
  await reset(stage);
  if (entry.options !== undefined || entry.roles !== undefined) {
    await scene.configure(entry.options, entry.roles);
  }
  await entry.setUp?.(stage);
  // Its own secrets end with this case.
  const client = new Client([scene.router.caFile, scene.authority.certFile]);
  const hop = await logIn(stage, client, entry);
  stage.provider.noteSecrets(client.secrets());
  const line =
    entry.end === "login"
      ? await expectLogin(stage, entry, client, hop)
      : await expectRefusal(scene, hop, entry.end, { remains: entry.remains });
  expectLine(line, entry.line);
  assert.match(line, cleanLine);
  assert.ok(line.length < 4000, `a log line of ${String(line.length)} bytes`);
  assert.doesNotMatch(headerValues(hop, "set-cookie").join("\n"), /evil/);
  assert.doesNotMatch(hop.body, /evil|reboot/);
  for (const [endpoint, count] of Object.entries(entry.asks ?? {})) {
    assert.equal(stage.provider.requests.filter((request) => request.endpoint === endpoint).length, count, endpoint);
  }
  if (entry.logout !== undefined) {
    await logOut(stage, entry.logout);
  }
  if (entry.end !== "login" && (entry.options ?? entry.roles) === undefined) {
    clean.add(scene);
  }
}

async function check(stage: Stage, entry: Case): Promise<void> {
  try {
    await within(play(stage, entry), patience);
    report(titleOf(entry));
  } catch (error) {
    const log = (await stage.scene.router.readWholeLog()).slice(-3);
    report(titleOf(entry), [reasonOf(error), ...log].join("\n"));
  }
}

const wanted = chosen(entries, titleOf, boxed);
const foreign = generateKeys();
const open = async (): Promise<Stage & { close: () => Promise<void> }> => {
  const scene = await Scene.open();
  return { scene, provider: scene.provider, foreign, close: () => scene.close() };
};
await onStages(stages, open, wanted, check);
finish();
