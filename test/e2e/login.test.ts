/** Logins that succeed, in all the ways a provider may be set up. */
import assert from "node:assert/strict";
import { header, location } from "./support/client.ts";
import { providerHost } from "../box/provider/identity-provider.ts";
import { cookieAttributes, expectAnswer, expectOneLine, expectRemains } from "./support/expect.ts";
import { callbackPath, type Scene } from "./support/scene.ts";
import { sceneSuite } from "./support/suite.ts";

/** Logins of a browser whose provider's pages are on `place`: on the router's own site the session's cookies come with its answers. */
async function endsFormer(scene: Scene, place: string): Promise<void> {
  const client = scene.client();
  const finish = async (initiator?: string): Promise<void> => {
    const details = { stopBefore: callbackPath, ...(initiator !== undefined && { initiator }) };
    const last = await client.navigate(`${scene.router.baseUrl}/`, details);
    expectAnswer(await client.request(location(last), { initiator: place }), 302);
  };
  await scene.callback(client, "alice");
  const [former] = await scene.ssoSessions();
  // Alice is still logged in at the provider, and a page of another site opens the start.
  await finish("evil.example");
  const lived = await scene.ssoSessions();
  const forced = scene.sessionOf(client);
  assert.deepEqual(lived.map(({ id }) => id).sort(), [former?.id, forced].sort());
  await finish();
  const left = await scene.ssoSessions();
  assert.deepEqual(left.map(({ id }) => id).sort(), [former?.id, scene.sessionOf(client)].sort());
  assert.notEqual(scene.sessionOf(client), forced);
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
        "__Host-webui_sso_own httponly path=/ samesite=Strict secure",
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
        "__Host-webui_sso_login httponly path=/ samesite=Lax secure",
      ]);
      const [session, ...others] = await scene.ssoSessions();
      assert.ok(session !== undefined && others.length === 0, "one session");
      assert.equal(scene.sessionOf(client), session.id);
      assert.equal(client.jar.get(scene.router.host, "sysauth"), session.id);
      assert.equal(session.timeout, 3600);
      assert.equal(session.values["username"], "admin");
      assert.equal(session.values["sso_email"], "alice@example.org");
      assert.equal(session.values["sso_issuer"], scene.provider.issuer);
      assert.match(String(session.values["token"]), /^[0-9a-f]{32}$/);
      await expectOneLine(scene, "LOGIN_GRANTED", /remote=\S+ email=alice@example\.org .*role=admin/);
      await expectRemains(scene, { tokens: 1, sessions: 1 });
    },

    ...Object.fromEntries(
      ["another site", "the router's site"].map((place) => [
        `ends the browser's former session, but not where another site began it: a provider on ${place}`,
        (scene: Scene) => endsFormer(scene, place === "another site" ? providerHost : scene.router.host),
      ]),
    ),

    "opens one connection for all calls of the callback": async (scene) => {
      const client = scene.client();
      const address = await scene.reachCallback(client, "ursula");
      scene.provider.requests.length = 0;
      await client.request(address);
      const connections = new Set(scene.provider.requests.map(({ connection }) => connection));
      assert.equal(connections.size, 1);
      const asked = scene.provider.requests.map(({ endpoint }) => endpoint);
      assert.deepEqual(asked, ["token", "jwks", "userinfo"]);
    },
  },
);

sceneSuite(
  "login at a provider whose issuer ends with a slash, that signs by ES256, takes the secret in the form and tells all in UserInfo",
  {
    provider: {
      issuerPath: "/application/o/router/",
      algorithm: "ES256",
      authMethod: "client_secret_post",
      claimsInIdToken: false,
      accessTokenHash: false,
    },
  },
  {
    succeeds: async (scene) => {
      await scene.configure({ at_hash: "optional" });
      const page = await scene.logIn(scene.client(), "alice");
      assert.equal(page.status, 200, page.body);
      await expectOneLine(scene, "LOGIN_GRANTED", / role=admin /);
      assert.equal(scene.provider.requests.find(({ endpoint }) => endpoint === "token")?.authorization, "");
    },
  },
);
