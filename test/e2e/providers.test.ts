/** Several providers side by side: two of one kind with the same client and the same keys, so that only their names tell them apart. */
import assert from "node:assert/strict";
import { location, type Client, type Hop } from "./support/client.ts";
import { expectAnswer, expectNoSecrets, expectOneLine, logLines } from "./support/expect.ts";
import { logoutToken, post } from "./support/logout-token.ts";
import { callbackOf, callbackPath, standardRoles, type Scene } from "./support/scene.ts";
import { each, sceneSuite } from "./support/suite.ts";

const roles = {
  ...standardRoles,
  staff: { ...standardRoles["viewer"], provider: ["office"], group: ["router-admins"] },
};

/** Address at which a login starts. */
function startOf(scene: Scene, name: string): string {
  return `${scene.router.baseUrl}/${name === "default" ? "" : `?provider=${name}`}`;
}

function providerOf(scene: Scene, name: string): Scene["provider"] {
  return scene.further.get(name) ?? scene.provider;
}

/** A login at a provider up to the callback, whose address is returned but not requested. */
async function reach(scene: Scene, client: Client, name: string): Promise<URL> {
  const hop = await client.fillIn(startOf(scene, name), scene.credentials("alice"), { stopBefore: callbackOf(name) });
  return location(hop);
}

function comeBack(scene: Scene, client: Client, address: URL | string, name: string): Promise<Hop> {
  return client.request(address, { initiator: new URL(providerOf(scene, name).issuer).hostname });
}

async function logIn(scene: Scene, name: string, client = scene.client()): Promise<Client> {
  const hop = await comeBack(scene, client, await reach(scene, client, name), name);
  expectAnswer(hop, 302);
  await scene.router.markLog();
  return client;
}

async function owners(scene: Scene): Promise<string[]> {
  const sessions = await scene.ssoSessions();
  return sessions.map(({ values }) => `${String(values["sso_provider"])} ${String(values["username"])}`).sort();
}

/** Requests with codes that a provider got. */
function codesAt(scene: Scene, name: string): number {
  return providerOf(scene, name).requests.filter(({ endpoint }) => endpoint === "token").length;
}

/** Answers that go to another provider's address; neither provider sends `iss` (RFC 9207): only the addresses tell them apart. */
const attacks: Readonly<Record<string, [from: string, to: string]>> = {
  "an answer without iss of office at default's address": ["office", ""],
  "an answer without iss of default at office's address": ["default", "/office"],
};

/** A provider that neither promises nor sends `iss`. */
function silence(scene: Scene, name: string): void {
  providerOf(scene, name).misbehave("discovery", async (ctx, next) => {
    await next();
    const body = ctx.body as Record<string, unknown>;
    ctx.body = { ...body, authorization_response_iss_parameter_supported: undefined };
  });
}

async function attack(scene: Scene, [from, to]: [from: string, to: string]): Promise<void> {
  ["default", "office"].forEach((name) => silence(scene, name));
  const client = scene.client();
  const answer = await reach(scene, client, from);
  answer.searchParams.delete("iss");
  const address = `${scene.router.address}${callbackPath}${to}?${answer.searchParams.toString()}`;
  assert.equal((await comeBack(scene, client, address, from)).status, 401);
  await expectOneLine(scene, "IDP_ERROR", /reason="the login began at another provider"/);
  assert.deepEqual([codesAt(scene, "default"), codesAt(scene, "office")], [0, 0], "no code was sent anywhere");
  assert.deepEqual(await scene.ssoSessions(), []);
}

sceneSuite(
  "several providers",
  { backchannelLogout: true, further: ["office"] },
  {
    "each gives its own roles, at the same time in two tabs of a browser": async (scene) => {
      await scene.configure({}, roles);
      const client = scene.client();
      const [here, there] = [await reach(scene, client, "default"), await reach(scene, client, "office")];
      assert.match(there.pathname, /\/callback\/office$/);
      expectAnswer(await comeBack(scene, client, here, "default"), 302);
      assert.deepEqual(await owners(scene), ["default admin"]);
      expectAnswer(await comeBack(scene, client, there, "office"), 302);
      // The browser has only the cookies of its last session, so the former one is ended.
      assert.deepEqual(await owners(scene), ["office staff"]);
      const lines = await logLines(scene, 3);
      assert.match(lines[0] ?? "", /^LOGIN_GRANTED provider=default .*role=admin /);
      assert.match(lines[1] ?? "", /^LOGIN_GRANTED provider=office .*role=staff /);
      assert.match(lines[2] ?? "", /^LOGOUT by=login .*provider=default /);
      await expectNoSecrets(scene);
    },

    "a provider's logout ends only its own sessions": async (scene) => {
      const on = { backchannel_logout: "1" };
      await scene.configure(on, roles, { office: on });
      await logIn(scene, "default");
      const client = await logIn(scene, "office");
      const page = await client.navigate(`${providerOf(scene, "office").issuer}/session/end`);
      await client.submit(page, { logout: "yes" });
      await expectOneLine(scene, "LOGOUT", /by=provider .*provider=office/);
      assert.deepEqual(await owners(scene), ["default admin"]);
    },

    "a provider that uses up its window closes no door of others": async (scene) => {
      const on = { backchannel_logout: "1" };
      await scene.configure(on, roles, { office: on });
      await logIn(scene, "default");
      const client = await logIn(scene, "office");
      const minute = Math.floor(Date.now() / 60000);
      const files = [minute, minute + 1].map((at) =>
        scene.router.path(`/var/run/sso-login/rate_logouts_office_${String(at)}`),
      );
      await scene.router.shell(`for file in ${files.join(" ")}; do head -c 200 /dev/zero >$file; done`);
      const own = async (name: string, at = ""): Promise<number> =>
        (await post(scene, { logout_token: logoutToken({ provider: providerOf(scene, name) }) }, at)).status;
      assert.equal(await own("office", "/office"), 429);
      assert.equal(await own("default"), 200);
      assert.deepEqual(await owners(scene), ["office staff"]);
      expectAnswer(await client.request(await scene.logoutLink(client)), 302);
      assert.deepEqual(await owners(scene), []);
    },

    ...each(attacks, attack),

    "mix-up: a code of default in office's answer is refused": async (scene) => {
      await scene.configure({}, roles);
      const client = scene.client();
      const [here, there] = [await reach(scene, client, "default"), await reach(scene, client, "office")];
      there.searchParams.set("code", here.searchParams.get("code") ?? "");
      assert.equal((await comeBack(scene, client, there, "office")).status, 401);
      await expectOneLine(scene, "OIDC_INVALID_GRANT", /provider=office/);
      assert.deepEqual(await scene.ssoSessions(), []);
    },
  },
);
