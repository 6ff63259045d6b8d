/**
 * Several providers side by side: two of one kind with the same client and the same keys, so that only their names tell them apart.
 * test/unit/web/providers_spec.lua has every answer that is refused.
 */
import assert from "node:assert/strict";
import { sleep, withResolvers } from "../box/command.ts";
import { location, type Client, type Hop } from "./support/client.ts";
import { expectAnswer, expectNoSecrets, expectOneLine, logLines } from "./support/expect.ts";
import { callbackPath, standardRoles, type Scene } from "./support/scene.ts";
import { sceneSuite } from "./support/suite.ts";

const roles = {
  ...standardRoles,
  staff: { ...standardRoles["viewer"], provider: ["office"], group: ["router-admins"] },
};

function providerOf(scene: Scene, name: string): Scene["provider"] {
  return scene.further.get(name) ?? scene.provider;
}

/** A login at a provider up to the callback, whose address is returned but not requested. */
async function reach(scene: Scene, client: Client, name: string): Promise<URL> {
  const isFirst = name === "default";
  const start = `${scene.router.baseUrl}/${isFirst ? "" : `?provider=${name}`}`;
  const stopBefore = isFirst ? callbackPath : `${callbackPath}/${name}`;
  return location(await client.fillIn(start, scene.credentials("alice"), { stopBefore }));
}

function comeBack(scene: Scene, client: Client, address: URL | string, name: string): Promise<Hop> {
  return client.request(address, { initiator: new URL(providerOf(scene, name).issuer).hostname });
}

async function owners(scene: Scene): Promise<string[]> {
  const sessions = await scene.ssoSessions();
  return sessions.map(({ values }) => `${String(values["sso_provider"])} ${String(values["username"])}`).sort();
}

/** Requests with codes that a provider got. */
function codesAt(scene: Scene, name: string): number {
  return providerOf(scene, name).requests.filter(({ endpoint }) => endpoint === "token").length;
}

/** A refusal of an answer, by which nobody is logged in. */
async function expectRefused(scene: Scene, hop: Hop, code: string, log: RegExp): Promise<void> {
  assert.equal(hop.status, 401);
  await expectOneLine(scene, code, log);
  assert.deepEqual(await scene.ssoSessions(), []);
}

sceneSuite(
  "several providers",
  { further: ["office"] },
  {
    "each gives its own roles, at the same time in two tabs of a browser": async (scene) => {
      await scene.configure({}, roles);
      const client = scene.client();
      const [here, there] = [await reach(scene, client, "default"), await reach(scene, client, "office")];
      assert.match(there.pathname, /\/callback\/office$/);
      expectAnswer(await comeBack(scene, client, here, "default"), 302);
      assert.deepEqual(await owners(scene), ["default admin"]);
      expectAnswer(await comeBack(scene, client, there, "office"), 302);
      // The browser keeps the Strict cookie of its first session back.
      assert.deepEqual(await owners(scene), ["default admin", "office staff"]);
      const lines = await logLines(scene, 2);
      assert.match(lines[0] ?? "", /^LOGIN_GRANTED provider=default .*role=admin /);
      assert.match(lines[1] ?? "", /^LOGIN_GRANTED provider=office .*role=staff /);
      await expectNoSecrets(scene);
    },

    "mix-up: an answer of office without iss is refused at default's address, and its code sent nowhere": async (
      scene,
    ) => {
      for (const provider of [scene.provider, providerOf(scene, "office")]) {
        provider.misbehave("discovery", async (ctx, next) => {
          await next();
          ctx.body = { ...(ctx.body as object), authorization_response_iss_parameter_supported: undefined };
        });
      }
      const client = scene.client();
      const answer = await reach(scene, client, "office");
      answer.searchParams.delete("iss");
      answer.pathname = callbackPath;
      const hop = await comeBack(scene, client, answer, "office");
      await expectRefused(scene, hop, "IDP_ERROR", /reason="the login began at another provider"/);
      assert.deepEqual([codesAt(scene, "default"), codesAt(scene, "office")], [0, 0]);
    },

    "mix-up: a code of default in office's answer is none there": async (scene) => {
      await scene.configure({}, roles);
      const client = scene.client();
      const [here, there] = [await reach(scene, client, "default"), await reach(scene, client, "office")];
      there.searchParams.set("code", here.searchParams.get("code") ?? "");
      const hop = await comeBack(scene, client, there, "office");
      await expectRefused(scene, hop, "OIDC_INVALID_GRANT", /provider=office/);
    },

    "mix-up: an ID Token of default is none of office": async (scene) => {
      await scene.configure({}, roles);
      providerOf(scene, "office").editIdToken(({ payload }) => void (payload["iss"] = scene.provider.issuer));
      const client = scene.client();
      const hop = await comeBack(scene, client, await reach(scene, client, "office"), "office");
      await expectRefused(scene, hop, "ID_TOKEN_VERIFICATION_FAILED", /claim=iss/);
    },

    "one that hangs stops no login at the other": async (scene) => {
      await scene.configure({}, roles);
      const [first, second] = [scene.client(), scene.client()];
      const [hanging, other] = [await reach(scene, first, "default"), await reach(scene, second, "office")];
      const { promise, resolve } = withResolvers<void>();
      scene.provider.misbehave("token", async (_ctx, next) => {
        await promise;
        await next();
      });
      const pending = comeBack(scene, first, hanging, "default");
      while (codesAt(scene, "default") < 1) {
        await sleep(20);
      }
      expectAnswer(await comeBack(scene, second, other, "office"), 302);
      resolve();
      expectAnswer(await pending, 302);
      assert.deepEqual(await owners(scene), ["default admin", "office staff"]);
    },
  },
);
