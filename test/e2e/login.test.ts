/** Logins that succeed, in all the ways a provider may be set up. */
import assert from "node:assert/strict";
import { internalProviderHost } from "../box/provider/identity-provider.ts";
import { editJson } from "../box/provider/misbehaviour.ts";
import { header, location, type Hop } from "./support/client.ts";
import { cookieAttributes, expectAnswer, expectOneLine, expectRemains } from "./support/expect.ts";
import type { Scene } from "./support/scene.ts";
import { sceneSuite } from "./support/suite.ts";

/** Logs in and checks who the web interface says is there. */
async function expectLogin(scene: Scene, name: string, role: string): Promise<Hop> {
  const page = await scene.logIn(scene.client(), name);
  assert.equal(page.status, 200, page.body);
  assert.doesNotMatch(page.body, /luci_password/, "the password form");
  assert.deepEqual(
    (await scene.ssoSessions()).map(({ values }) => values["username"]),
    [role],
  );
  await expectOneLine(scene, "LOGIN_GRANTED", new RegExp(` role=${role}\\b`));
  return page;
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
    "starts with a redirect that carries everything the protocol asks for": async (scene) => {
      const client = scene.client();
      const hop = await client.request(scene.router.baseUrl);
      expectAnswer(hop, 302);
      const target = location(hop);
      const { issuer_url, ...options } = scene.standardOptions();
      assert.equal(target.origin + target.pathname, `${String(issuer_url)}/auth`);
      const params = Object.fromEntries(target.searchParams);
      assert.equal(params["response_type"], "code");
      assert.equal(params["client_id"], options["client_id"]);
      assert.equal(params["redirect_uri"], options["redirect_uri"]);
      assert.equal(params["scope"], options["scope"]);
      assert.equal(params["code_challenge_method"], "S256");
      assert.match(params["code_challenge"] ?? "", /^[\w-]{43}$/);
      assert.match(params["nonce"] ?? "", /^[\w-]{43}$/);
      assert.match(params["state"] ?? "", /^[\w-]{43}$/);
      assert.equal(client.jar.get(scene.router.host, "__Host-webui_sso_state"), params["state"]);
      assert.deepEqual(cookieAttributes(hop), [
        "__Host-webui_sso_state httponly max-age=300 path=/ samesite=Lax secure",
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

    "replaces a stale session cookie of LuCI's own": async (scene) => {
      const client = scene.client();
      const luci = new URL(`${scene.router.address}/cgi-bin/luci/`);
      client.jar.store(
        luci,
        `sysauth_https=${"0123456789abcdef".repeat(2)}; path=/cgi-bin/luci/; SameSite=strict; HttpOnly; secure`,
      );
      const page = await scene.logIn(client, "alice");
      assert.equal(page.status, 200);
    },

    "asks UserInfo when the ID Token has no e-mail": async (scene) => {
      await expectLogin(scene, "ursula", "operator");
      assert.equal(backChannelCalls(scene), "discovery token jwks userinfo");
    },

    "does not ask UserInfo when the ID Token tells everything": async (scene) => {
      await expectLogin(scene, "alice", "admin");
      assert.equal(backChannelCalls(scene), "discovery token jwks");
    },

    "matches a role by group": (scene) => expectLogin(scene, "gerda", "viewer").then(() => undefined),

    "matches a role by group for a user without e-mail": async (scene) => {
      await expectLogin(scene, "nomail", "viewer");
      const [session] = await scene.ssoSessions();
      assert.equal(session?.values["sso_email"], "");
    },

    "asks UserInfo for groups when no role matched and the ID Token has none": async (scene) => {
      scene.provider.accounts.set("gerda", {
        sub: "sub-gerda",
        password: "gerda-password",
        claims: { email: "gerda@elsewhere.example", groups: ["router-viewers"] },
        userInfoOnly: ["groups"],
      });
      await expectLogin(scene, "gerda", "viewer");
    },

    "asks UserInfo for groups although the e-mail has a role, as GitLab has them there": async (scene) => {
      scene.provider.accounts.set("victor", {
        sub: "sub-victor",
        password: "victor-password",
        claims: { email: "victor@example.org", groups: ["router-admins"] },
        userInfoOnly: ["groups"],
      });
      await expectLogin(scene, "victor", "admin");
      assert.equal(backChannelCalls(scene), "discovery token jwks userinfo");
    },

    "uses caches: a second login asks the token endpoint alone": async (scene) => {
      await scene.logIn(scene.client(), "alice");
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

    "reaches the provider at an internal address": async (scene) => {
      const internal = `https://${internalProviderHost}:${String(scene.provider.port)}`;
      await scene.configure({ internal_issuer_url: internal });
      await expectLogin(scene, "ursula", "operator");
      const hosts = scene.provider.requests.filter(
        ({ endpoint }) => endpoint !== "authorization" && endpoint !== "login_page",
      );
      assert.deepEqual(new Set(hosts.map(({ host }) => host)), new Set([new URL(internal).host]));
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
    },

    "accepts a plain option where a list is expected": async (scene) => {
      await scene.router.setConfig(scene.standardOptions(), {});
      const path = "/etc/config/sso-login";
      const text = await scene.router.shell(`cat '${scene.router.path(path)}'`);
      await scene.router.writeFile(
        path,
        `${text}\nconfig role 'single'\n\toption email 'alice@example.org'\n\toption read 'luci-mod-status-index'\n`,
      );
      await expectLogin(scene, "alice", "single");
    },

    "hides names from the log when told to": async (scene) => {
      await scene.configure({ log_identity: "0" });
      await scene.logIn(scene.client(), "alice");
      const line = await expectOneLine(scene, "LOGIN_GRANTED");
      assert.doesNotMatch(line, /alice/);
    },
  },
);

sceneSuite(
  "login, issuer with a path and ES256",
  {
    provider: { issuerPath: "/realms/home", algorithm: "ES256" },
  },
  {
    succeeds: (scene) => expectLogin(scene, "alice", "admin").then(() => undefined),
  },
);

sceneSuite(
  "login, issuer with a slash at the end, secret in the form",
  {
    provider: { issuerPath: "/application/o/router/", authMethod: "client_secret_post" },
  },
  {
    succeeds: async (scene) => {
      await expectLogin(scene, "alice", "admin");
      const token = scene.provider.requests.find(({ endpoint }) => endpoint === "token");
      assert.equal(token?.authorization, "");
    },
  },
);

sceneSuite(
  "login, ID Tokens without claims and without at_hash",
  {
    provider: { claimsInIdToken: false, accessTokenHash: false },
  },
  {
    "is refused as long as at_hash is required": async (scene) => {
      await scene.callback(scene.client(), "alice");
      await expectOneLine(scene, "AT_HASH_MISMATCH", /at_hash/);
    },
    "succeeds when at_hash is optional": async (scene) => {
      await scene.configure({ at_hash: "optional" });
      await expectLogin(scene, "alice", "admin");
      assert.equal(backChannelCalls(scene), "discovery token jwks userinfo");
    },
  },
);
