/**
 * A hostile world: one whole login over HTTPS for each case of the tables, in two boxes side by side. Every case says
 * where it comes from, what the provider does, and how the login must end; what must always be true is checked here.
 *
 *   tsx test/hostile/hostile.test.ts [text...]     only the cases whose line holds one of the texts
 *
 * ONE_IN=4 plays the first case of each source and every fourth after it.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAuthority } from "../box/certificates.ts";
import { generateKeys } from "../box/provider/keys.ts";
import { providerHost } from "../box/provider/identity-provider.ts";
import { Client, header, isRedirect, location, type Hop } from "../e2e/support/client.ts";
import {
  cookieAttributes,
  expectAnswer,
  expectOneLine,
  expectRefusal,
  expectRemains,
  statusOf,
} from "../e2e/support/expect.ts";
import { callbackPath, Scene } from "../e2e/support/scene.ts";
import { comment, finish, reasonOf, report } from "../tap.ts";
import { BadServers } from "./bad-servers.ts";
import type { Case, Entry, Stage } from "./case.ts";
import { entries } from "./cases.ts";
import { ShapedProvider } from "./shaped-provider.ts";

const scenes = 2;
const patience = 30_000;

/** Sources whose logins are not followed beyond the session: the web interface is the same as in all others. */
const attacks = "part D";

/** A log line of the decisions' form, in which no value can look like anything else. */
const cleanLine = /^[A-Z_]+( [a-z_]+=("([ !#-[\]-~]|\\["\\]|\\x[0-9a-f]{2})*"|[\w\-.~:/@+,]+))*$/;

/** The browser's way to the callback, or the answer that ended it at the start. */
async function reachCallback(stage: Stage, client: Client, entry: Case): Promise<Hop | URL> {
  const { scene } = stage;
  const query = new URLSearchParams(entry.start?.(stage) ?? {}).toString();
  const start = await client.request(`${scene.router.baseUrl}/${query === "" ? "" : `?${query}`}`);
  if (!isRedirect(start)) {
    return start;
  }
  expectAnswer(start, 302);
  assert.deepEqual(cookieAttributes(start), ["__Host-webui_sso_state httponly max-age=300 path=/ samesite=Lax secure"]);
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
  if (!(reached instanceof URL)) {
    return reached;
  }
  const address = entry.bringBack?.(reached, stage) ?? reached;
  return client.request(address, { initiator: providerHost });
}

/** A granted login: cookies, landing page, web interface, one log line, one session and one registered token. */
async function expectLogin(stage: Stage, entry: Case, client: Client, hop: Hop): Promise<string> {
  expectAnswer(hop, 302);
  assert.equal(header(hop, "location"), `/cgi-bin/webui/${entry.to === undefined ? "" : `?to=${entry.to}`}`);
  assert.deepEqual(cookieAttributes(hop), [
    "__Host-webui_sso_state httponly max-age=0 path=/ samesite=Lax secure",
    "sysauth_https httponly max-age=0 path=/cgi-bin/luci/ samesite=Strict secure",
    "sysauth_https httponly path=/ samesite=Strict secure",
    "sysauth httponly path=/ samesite=Strict secure",
  ]);
  const role = entry.role ?? "admin";
  const line = await expectOneLine(stage.scene, "LOGIN_GRANTED", entry.line);
  assert.ok(line.includes(` role=${role} `), line);
  const count = entry.warm === true ? 2 : 1;
  await expectRemains(stage.scene, entry.remains ?? { tokens: count, sessions: count });
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
async function reset({ scene, provider, shaped }: Stage): Promise<void> {
  if (clean.has(scene)) {
    provider.behave();
    await Promise.all([scene.router.clearState(), scene.router.markLog()]);
  } else {
    await scene.reset();
  }
  clean.delete(scene);
  provider.forgetSessions();
  shaped.reset();
}

/** Posts a form; the session of the login before it has ended, or lives on and one line says why. */
async function logOut(stage: Stage, { form, status, line = /^/ }: NonNullable<Case["logout"]>): Promise<void> {
  const { scene } = stage;
  await scene.router.markLog();
  const hop = await scene.client().request(`${scene.router.baseUrl}/backchannel-logout`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: form(stage),
  });
  expectAnswer(hop, status);
  await expectOneLine(
    scene,
    status === 200 ? "LOGOUT" : "LOGOUT_REFUSED",
    status === 200 ? /^LOGOUT by=provider / : line,
  );
  assert.equal((await scene.ssoSessions()).length, status === 200 ? 0 : 1);
  if (status === 400) {
    assert.match(header(hop, "content-type") ?? "", /^application\/json(;|$)/);
    assert.deepEqual(JSON.parse(hop.body), { error: "invalid_request" });
  }
}

async function play(stage: Stage, entry: Case): Promise<void> {
  const { scene } = stage;
  await reset(stage);
  if (entry.options !== undefined) {
    const options = typeof entry.options === "function" ? entry.options(stage) : entry.options;
    await scene.configure(options, entry.roles);
  }
  if (entry.warm === true) {
    assert.equal(
      (await logIn(stage, scene.client(), { ...entry, bringBack: undefined })).status,
      302,
      "the login before",
    );
    stage.provider.requests.length = 0;
    await scene.router.markLog();
  }
  await entry.setUp?.(stage);
  // Its own secrets end with this case.
  const client = new Client([scene.router.caFile, scene.authority.certFile]);
  const hop = await logIn(stage, client, entry);
  stage.provider.noteSecrets(client.secrets());
  const left = entry.warm === true ? { tokens: 1, sessions: 1 } : {};
  const line =
    entry.end === "login"
      ? await expectLogin(stage, entry, client, hop)
      : await expectRefusal(scene, hop, entry.end, { line: entry.line, remains: entry.remains ?? left });
  assert.match(line, cleanLine);
  assert.ok(line.length < 4000, `a log line of ${String(line.length)} bytes`);
  assert.equal(stage.bad.requests, 0, "a request reached a server that nobody should trust");
  await entry.after?.(stage, hop, client);
  if (entry.logout !== undefined) {
    await logOut(stage, entry.logout);
  }
  if (entry.end !== "login" && entry.warm !== true && entry.options === undefined) {
    clean.add(scene);
  }
}

function within<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no end after ${String(milliseconds)} ms`)), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function title(entry: Entry): string {
  if ("notApplicable" in entry) {
    return `${entry.source}: ${entry.does}: not applicable: ${entry.notApplicable}`;
  }
  const end = entry.end === "login" ? "302 login" : `${String(statusOf[entry.end])} ${entry.end}`;
  return `${entry.source}: ${entry.does} -> ${end}`;
}

/** The cases that were asked for. */
function chosen(texts: readonly string[], oneIn: number): Entry[] {
  const seen = new Map<string, number>();
  return entries.filter((entry) => {
    const place = seen.get(entry.source) ?? 0;
    seen.set(entry.source, place + 1);
    return texts.length === 0 ? place % oneIn === 0 : texts.some((text) => title(entry).includes(text));
  });
}

async function main(): Promise<void> {
  const wanted = chosen(process.argv.slice(2), Number(process.env["ONE_IN"] ?? 1));
  const folder = mkdtempSync(join(tmpdir(), "sso-login-hostile-"));
  const open: { close: () => unknown }[] = [];
  try {
    const authority = await openAuthority(folder);
    const bad = await BadServers.start(authority, folder);
    open.push({ close: () => bad.stop() });
    const foreign = generateKeys();
    const queue: Case[] = [];
    for (const entry of wanted) {
      if ("notApplicable" in entry) {
        comment(title(entry));
      } else {
        queue.push(entry);
      }
    }
    const work = async (): Promise<void> => {
      const scene = await Scene.open({ box: { authorityFolder: folder } });
      open.push({ close: () => scene.close() });
      const shaped = await ShapedProvider.start(scene, mkdtempSync(join(folder, "shaped-")));
      open.push({ close: () => shaped.stop() });
      const stage: Stage = { scene, provider: scene.provider, foreign, bad, shaped };
      for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
        try {
          await within(play(stage, entry), patience);
          report(title(entry));
        } catch (error) {
          const log = (await scene.router.readWholeLog()).slice(-3);
          report(title(entry), [reasonOf(error), ...log].join("\n"));
        }
      }
    };
    await Promise.all(Array.from({ length: scenes }, work));
  } finally {
    for (const { close } of open.reverse()) {
      await close();
    }
    rmSync(folder, { recursive: true, force: true });
  }
  finish();
}

await main();
