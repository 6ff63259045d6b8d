/** Logins that succeed, in all the ways a provider may be set up. */
import assert from "node:assert/strict";
import { internalProviderHost, type ProviderOptions } from "../box/provider/identity-provider.ts";
import { editJson } from "../box/provider/misbehaviour.ts";
import type { ServiceOptions } from "../box/router.ts";
import { header, location } from "./support/client.ts";
import { cookieAttributes, expectAnswer, expectOneLine, expectRemains } from "./support/expect.ts";
import type { Scene } from "./support/scene.ts";
import { sceneSuite } from "./support/suite.ts";

/** Logs in and checks who the web interface says is there. */
async function expectLogin(scene: Scene, name: string, role: string): Promise<void> {
  const page = await scene.logIn(scene.client(), name);
  assert.equal(page.status, 200, page.body);
  assert.doesNotMatch(page.body, /luci_password/, "the password form");
  assert.deepEqual(
    (await scene.ssoSessions()).map(({ values }) => values["username"]),
    [role],
  );
  await expectOneLine(scene, "LOGIN_GRANTED", new RegExp(` role=${role}\\b`));
}

/** How often the provider's endpoints were asked by the router. */
function backChannelCalls(scene: Scene): string {
  const names = ["discovery", "jwks", "token", "userinfo"];
  return scene.provider.requests
    .map(({ endpoint }) => endpoint as string)
    .filter((endpoint) => names.includes(endpoint))
    .join(" ");
}

sceneSuite(
  "login",
  {},
  {
    "starts with a redirect to the provider and a cookie": async (scene) => {
      const client = scene.client();
      const hop = await client.request(scene.router.baseUrl);
      expectAnswer(hop, 302);
      assert.ok(location(hop).href.startsWith(`${scene.provider.issuer}/auth?response_type=code&`), location(hop).href);
      assert.equal(
        client.jar.get(scene.router.host, "__Host-webui_sso_state"),
        location(hop).searchParams.get("state"),
      );
      assert.deepEqual(cookieAttributes(hop), [
        "__Host-webui_sso_state httponly max-age=300 path=/ samesite=Lax secure",
        "__Host-webui_sso_ID httponly max-age=300 path=/ samesite=Lax secure",
      ]);
      await expectRemains(scene, { handshakes: 1 });
    },

    "ends with a session, its cookies and the landing page": async (scene) => {
      const client = scene.client();
      const hop = await scene.callback(client, "alice");
      expectAnswer(hop, 302);
      assert.equal(header(hop, "location"), "/cgi-bin/webui/");
      assert.deepEqual(cookieAttributes(hop), [
        "__Host-webui_sso_state httponly max-age=0 path=/ samesite=Lax secure",
        "sysauth_https httponly max-age=0 path=/cgi-bin/luci/ samesite=Strict secure",
        "sysauth_https httponly path=/ samesite=Strict secure",
        "sysauth httponly path=/ samesite=Strict secure",
        "__Host-webui_sso_ID httponly max-age=0 path=/ samesite=Lax secure",
      ]);
      const [session, ...others] = await scene.ssoSessions();
      assert.ok(session !== undefined && others.length === 0, "one session");
      assert.equal(client.jar.get(scene.router.host, "sysauth_https"), session.id);
      assert.equal(client.jar.get(scene.router.host, "sysauth"), session.id);
      assert.equal(session.timeout, 3600);
      assert.equal(session.values["username"], "admin");
      assert.equal(session.values["sso_email"], "alice@example.org");
      assert.equal(session.values["sso_issuer"], scene.provider.issuer);
      assert.match(String(session.values["token"]), /^[0-9a-f]{32}$/);
      await expectOneLine(scene, "LOGIN_GRANTED", /remote=\S+ email=alice@example\.org .*role=admin/);
      await expectRemains(scene, { tokens: 1, sessions: 1 });
    },

    "keeps Strict cookies from the redirect, and sends them from the landing page": async (scene) => {
      const client = scene.client();
      const form = await scene.openForm(client);
      const landing = await client.submit(form, scene.credentials("alice"));
      assert.equal(landing.url.pathname, "/cgi-bin/webui/");
      assert.equal(landing.sentCookies, "", "the navigation that began at the provider sends no Strict cookie");
      const page = await client.refresh(landing);
      assert.match(page.sentCookies, /\bsysauth_https=/);
      assert.equal(page.status, 200);
    },

    "requests no UserInfo if the ID Token has all claims, and at the second login only the token endpoint": async (
      scene,
    ) => {
      await expectLogin(scene, "alice", "admin");
      assert.equal(backChannelCalls(scene), "discovery token jwks");
      scene.provider.requests.length = 0;
      const page = await scene.logIn(scene.client(), "victor");
      assert.equal(page.status, 200);
      assert.equal(backChannelCalls(scene), "token");
    },

    "opens one connection for all calls of the callback": async (scene) => {
      const client = scene.client();
      const address = await scene.reachCallback(client, "ursula");
      scene.provider.requests.length = 0;
      await client.request(address);
      const connections = new Set(scene.provider.requests.map(({ connection }) => connection));
      assert.deepEqual([connections.size, backChannelCalls(scene)], [1, "token jwks userinfo"]);
    },

    "reaches at the internal address what discovery names on other origins, path and query kept": async (scene) => {
      await scene.configure({
        internal_issuer_url: `https://${internalProviderHost}:${String(scene.provider.port)}`,
      });
      scene.provider.misbehave(
        "discovery",
        editJson((document) => {
          for (const [field, origin] of Object.entries({
            token_endpoint: "https://tokens.example:444",
            jwks_uri: "https://keys.example",
            userinfo_endpoint: "https://graph.example",
          })) {
            document[field] = `${origin}${new URL(String(document[field])).pathname}?tenant=home`;
          }
        }),
      );
      await expectLogin(scene, "ursula", "operator");
      assert.equal(backChannelCalls(scene), "discovery token jwks userinfo");
      const asked = scene.provider.requests.filter(({ endpoint }) => !/^authorization|^login_page/.test(endpoint));
      const { host } = new URL(`https://${internalProviderHost}:${String(scene.provider.port)}`);
      assert.deepEqual(new Set(asked.map((request) => request.host)), new Set([host]));
    },
  },
);

/** What the provider is set up with, and an option of the service that follows. */
const providers: Readonly<Record<string, [Partial<ProviderOptions>, ServiceOptions?]>> = {
  "whose issuer has a path, and that signs by ES256": [{ issuerPath: "/realms/home", algorithm: "ES256" }],
  "whose issuer ends with a slash, and that takes the secret in the form": [
    { issuerPath: "/application/o/router/", authMethod: "client_secret_post" },
  ],
  "whose ID Tokens have no claims and no at_hash": [
    { claimsInIdToken: false, accessTokenHash: false },
    { at_hash: "optional" },
  ],
};

for (const [title, [provider, options]] of Object.entries(providers)) {
  sceneSuite(
    `login at a provider ${title}`,
    { provider },
    {
      succeeds: async (scene) => {
        await scene.configure(options);
        await expectLogin(scene, "alice", "admin");
        const token = scene.provider.requests.find(({ endpoint }) => endpoint === "token");
        assert.equal(token?.authorization === "", provider.authMethod === "client_secret_post");
      },
    },
  );
}
