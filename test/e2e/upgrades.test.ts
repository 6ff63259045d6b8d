/** A provider's upgrade changes what routers have cached of it: logins go on by one new fetch. */
import assert from "node:assert/strict";
import { providerHost } from "../box/provider/identity-provider.ts";
import { answer, errorDocument } from "../box/provider/misbehaviour.ts";
import { quote } from "../box/shell.ts";
import { location } from "./support/client.ts";
import { expectOneLine, expectRemains } from "./support/expect.ts";
import { runFolder } from "./support/revalidation.ts";
import { callbackPath, type Scene } from "./support/scene.ts";
import { each, sceneSuite, type SceneTest } from "./support/suite.ts";

const hour = 3600;

type Document = Record<string, unknown>;

/** Of a provider before its upgrade. */
interface Former {
  /** The members of its metadata, given those that it has now. */
  metadata?: (now: Document, origin: string) => Document;
  /** The name that its signing key had. */
  kid?: string;
  /** Addresses of its endpoints now, and of those that are gone, that a login asks. */
  calls: readonly string[];
  gone?: "HTML";
}

interface Cache {
  fetched_at: number;
  document?: Document;
  keys?: Document[];
}

/** Changes the only cache file of a kind. */
async function rewrite(scene: Scene, kind: string, edit: (cache: Cache) => void): Promise<void> {
  const folder = scene.router.path(runFolder);
  const name = (await scene.router.shell(`cd ${quote(folder)} && ls ${kind}_*.json`)).trim();
  const cache = JSON.parse(await scene.router.shell(`cat ${quote(`${folder}/${name}`)}`)) as Cache;
  cache.fetched_at -= hour;
  edit(cache);
  await scene.router.writeFile(`${runFolder}/${name}`, JSON.stringify(cache));
}

/** Fills the caches by a login, and makes them those of an hour ago, when the provider was as it was formerly; the configuration is older still. */
async function upgrade(scene: Scene, former: Former): Promise<void> {
  await scene.logIn(scene.client(), "alice");
  scene.provider.forgetSessions();
  await rewrite(scene, "discovery", (cache) => {
    cache.document = { ...cache.document, ...former.metadata?.(cache.document ?? {}, scene.provider.origin) };
  });
  await rewrite(scene, "jwks", ({ keys = [] }) => {
    keys.forEach((key) => (key["kid"] = former.kid ?? key["kid"]));
  });
  const old = `@${String(Math.floor(Date.now() / 1000) - 2 * hour)}`;
  await scene.router.shell(`touch -d '${old}' ${quote(scene.router.path("/etc/config/sso-login"))}`);
  if (former.gone === "HTML") {
    scene.provider.misbehave("other", answer(404, "text/html", "<h1>Not found</h1>"));
  }
  scene.provider.requests.length = 0;
  await scene.router.markLog();
}

/** The provider's endpoints that were called, but for the pages for people. */
function calls(scene: Scene): string[] {
  const pages = ["authorization", "login_page"];
  return scene.provider.requests.map(({ endpoint }) => endpoint as string).filter((name) => !pages.includes(name));
}

async function logsIn(scene: Scene, expected: readonly string[]): Promise<void> {
  const started = Date.now();
  const page = await scene.logIn(scene.client(), "alice");
  assert.equal(page.status, 200, page.body);
  assert.ok(Date.now() - started < 15_000, "it takes less than 15 seconds");
  assert.deepEqual(calls(scene), expected);
}

const goesOn =
  (former: Former): SceneTest =>
  async (scene) => {
    await upgrade(scene, former);
    await logsIn(scene, former.calls);
    await expectOneLine(scene, "LOGIN_GRANTED", / role=admin /);
    await expectRemains(scene, { tokens: 2, sessions: 2 });
  };

const withoutDemand = (): Document => ({
  pushed_authorization_request_endpoint: undefined,
  require_pushed_authorization_requests: undefined,
});

const movedToken = (_: Document, origin: string): Document => ({ token_endpoint: `${origin}/old/token` });

sceneSuite(
  "upgrades",
  {},
  {
    ...Object.fromEntries(
      Object.entries<Former>({
        "token_endpoint has moved, and the old one answers 404 in HTML": {
          metadata: movedToken,
          gone: "HTML",
          calls: ["other", "discovery", "token", "jwks"],
        },
        "token_endpoint has moved, and the old one answers 404 with an error in JSON": {
          metadata: movedToken,
          calls: ["other", "discovery", "token", "jwks"],
        },
        "token_endpoint has moved, and nothing takes a connection at the old one": {
          metadata: () => ({ token_endpoint: "https://idp.localhost:9/token" }),
          calls: ["discovery", "token", "jwks"],
        },
        "jwks_uri has moved, and the old one answers 404": {
          metadata: (_, origin) => ({ jwks_uri: `${origin}/old/jwks` }),
          gone: "HTML",
          calls: ["token", "other", "discovery", "jwks"],
        },
        "there are new signing keys at the same jwks_uri": { kid: "old", calls: ["token", "discovery", "jwks"] },
      }).map(([title, former]) => [title, goesOn(former)]),
    ),

    ...each(
      {
        "a check renews the cache": async (subject: Scene): Promise<void> => {
          await subject.router.commandLine("check");
        },
        "a save renews the cache": (subject: Scene): Promise<void> =>
          subject.configure({ scope: "openid email groups" }),
      },
      async (scene, renew, title) => {
        await upgrade(scene, { metadata: movedToken, calls: [] });
        await renew(scene);
        scene.provider.requests.length = 0;
        await logsIn(scene, [...(title.startsWith("a save") ? ["discovery"] : []), "token", "jwks"]);
      },
    ),

    "a provider that stays as it was is asked for its metadata once in ten seconds": async (scene) => {
      await upgrade(scene, { calls: [] });
      scene.provider.misbehave("token", answer(404, "text/html", "<h1>Not found</h1>"));
      for (let count = 0; count < 2; count += 1) {
        assert.equal((await scene.callback(scene.client(), "alice")).status, 401);
      }
      assert.deepEqual(calls(scene), ["token", "discovery", "token"]);
    },
  },
);

sceneSuite(
  "upgrades at a provider that tells all in UserInfo",
  { provider: { claimsInIdToken: false } },
  {
    "userinfo_endpoint has moved": goesOn({
      metadata: (_, origin) => ({ userinfo_endpoint: `${origin}/old/me` }),
      calls: ["token", "other", "discovery", "userinfo"],
    }),
  },
);

sceneSuite(
  "upgrades at a provider that takes the secret in the form",
  { provider: { authMethod: "client_secret_post" } },
  {
    "the authentication method has changed": async (scene) => {
      await upgrade(scene, {
        metadata: () => ({ token_endpoint_auth_methods_supported: ["client_secret_basic"] }),
        calls: [],
      });
      // oidc-provider takes the secret either way.
      scene.provider.misbehave("token", (ctx, next) =>
        ctx.req.headers.authorization === undefined ? next() : errorDocument(401, "invalid_client")(ctx, next),
      );
      await logsIn(scene, ["token", "discovery", "token", "jwks"]);
    },
  },
);

sceneSuite(
  "upgrades at a provider that demands pushed requests",
  { provider: { pushedRequests: true } },
  {
    "it demands them from now on": async (scene) => {
      await upgrade(scene, { metadata: withoutDemand, calls: [] });
      const client = scene.client();
      // The provider's answer reaches the router by a redirect; the page of its refusal goes on by itself.
      const answered = await client.navigate(`${scene.router.baseUrl}/`, { stopBefore: callbackPath });
      const headers = { Accept: "text/html" };
      const form = await client.refresh(await client.request(location(answered), { headers, initiator: providerHost }));
      const page = await client.refresh(await client.submit(form, scene.credentials("alice")));
      assert.equal(page.status, 200, page.body);
      assert.deepEqual(calls(scene), ["discovery", "pushed", "token", "jwks"]);
    },
  },
);
