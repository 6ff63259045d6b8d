/** Providers that are down, slow or wrong; test/hostile has each answer at each endpoint. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Middleware } from "oidc-provider";
import { openAuthority } from "../box/certificates.ts";
import { answer, editJson, errorDocument, hangUp, htmlPage, slow } from "../box/provider/misbehaviour.ts";
import { providerHost } from "../box/provider/identity-provider.ts";
import { expectOneLine, expectRefusal, type Code } from "./support/expect.ts";
import type { Scene } from "./support/scene.ts";
import { each, sceneSuite } from "./support/suite.ts";

const set = (field: string, value: unknown): Middleware => editJson((document) => void (document[field] = value));

sceneSuite(
  "provider, discovery answers",
  {},
  each<[Middleware, Code]>(
    {
      "a deep document": [
        answer(200, "application/json", "[".repeat(5000) + "]".repeat(5000)),
        "OIDC_DISCOVERY_FAILED",
      ],
      "no client authentication that fits": [
        set("token_endpoint_auth_methods_supported", ["private_key_jwt"]),
        "CONFIG_ERROR",
      ],
    },
    async (scene, [behaviour, code]) => {
      scene.provider.misbehave("discovery", behaviour);
      await expectRefusal(scene, await scene.client().request(`${scene.router.baseUrl}/`), code);
    },
  ),
);

sceneSuite(
  "provider, token endpoint answers",
  {},
  each<[Middleware, Code, line?: RegExp]>(
    {
      invalid_grant: [errorDocument(400, "invalid_grant"), "OIDC_INVALID_GRANT"],
      invalid_client: [errorDocument(401, "invalid_client"), "TOKEN_EXCHANGE_FAILED", /http_status=401/],
      "no ID Token": [set("id_token", undefined), "TOKEN_EXCHANGE_FAILED"],
      "an error that repeats the secret": [
        (ctx, next) =>
          errorDocument(400, "invalid_request", `no: ${ctx.req.headers["authorization"] ?? ""}`)(ctx, next),
        "TOKEN_EXCHANGE_FAILED",
      ],
    },
    async (scene, [behaviour, code, line]) => {
      scene.provider.misbehave("token", behaviour);
      await expectRefusal(scene, await scene.callback(scene.client(), "alice"), code, { line });
    },
  ),
);

sceneSuite(
  "provider, network",
  {},
  {
    "is down when a login starts, and the failure is remembered": async (scene) => {
      await scene.provider.goDown();
      try {
        const hop = await scene.client().request(`${scene.router.baseUrl}/`);
        await expectRefusal(scene, hop, "OIDC_DISCOVERY_FAILED");
      } finally {
        await scene.provider.comeBack();
      }
      await scene.router.markLog();
      const again = await scene.client().request(`${scene.router.baseUrl}/`);
      await expectRefusal(scene, again, "OIDC_DISCOVERY_FAILED", { line: /remembered/ });
      assert.equal(scene.provider.requests.length, 0);
    },

    "is down when the callback comes": async (scene) => {
      const client = scene.client();
      const address = await scene.reachCallback(client, "alice");
      await scene.provider.goDown();
      try {
        const hop = await client.request(address, { initiator: providerHost });
        await expectRefusal(scene, hop, "TOKEN_ENDPOINT_NETWORK_ERROR");
      } finally {
        await scene.provider.comeBack();
      }
    },

    "has a name that does not exist": async (scene) => {
      await scene.configure({ issuer_url: "https://nobody.invalid" });
      const hop = await scene.client().request(`${scene.router.baseUrl}/`);
      await expectRefusal(scene, hop, "OIDC_DISCOVERY_FAILED");
    },

    "has a certificate that the router does not trust": async (scene) => {
      const folder = mkdtempSync(join(tmpdir(), "sso-login-"));
      const client = scene.client();
      try {
        const address = await scene.reachCallback(client, "alice");
        const other = await openAuthority(folder);
        await scene.router.writeFile("/tmp/other-ca.pem", readFileSync(other.certFile, "utf8"));
        await scene.configure({ ca_file: scene.router.path("/tmp/other-ca.pem") });
        const callback = await client.request(address, { initiator: providerHost });
        await expectRefusal(scene, callback, "TOKEN_ENDPOINT_NETWORK_ERROR", { line: /cause=certificate/ });
        await scene.router.clearState();
        await scene.router.markLog();
        const start = await client.request(`${scene.router.baseUrl}/`);
        await expectRefusal(scene, start, "SSL_INIT_FAILED");
      } finally {
        rmSync(folder, { recursive: true });
      }
    },

    "has a certificate for another name": async (scene) => {
      await scene.configure({ issuer_url: `https://127.0.0.1:${String(scene.provider.port)}` });
      const hop = await scene.client().request(`${scene.router.baseUrl}/`);
      await expectRefusal(scene, hop, "SSL_INIT_FAILED");
    },

    "is slow, and still within its time": async (scene) => {
      scene.provider.misbehave("token", slow(700));
      assert.equal((await scene.logIn(scene.client(), "alice")).status, 200);
    },

    "knows another client secret": async (scene: Scene) => {
      await scene.configure({ client_secret: "the wrong secret" });
      const hop = await scene.callback(scene.client(), "alice");
      await expectRefusal(scene, hop, "TOKEN_EXCHANGE_FAILED", { line: /http_status=401/ });
    },

    "lets UserInfo fail when nothing depends on it": async (scene) => {
      scene.provider.misbehave("userinfo", htmlPage);
      assert.equal((await scene.logIn(scene.client(), "alice")).status, 200);
    },

    "keeps the role of the e-mail when UserInfo fails, and says so": async (scene) => {
      scene.provider.accounts.set("victor", {
        sub: "sub-victor",
        password: "victor-password",
        claims: { email: "victor@example.org", groups: ["router-admins"] },
        userInfoOnly: ["groups"],
      });
      scene.provider.misbehave("userinfo", answer(403, "text/plain", "no"));
      assert.equal((await scene.logIn(scene.client(), "victor")).status, 200);
      await expectOneLine(scene, "LOGIN_GRANTED", / role=viewer .* userinfo=failed userinfo_reason=403$/);
    },

    "fails at UserInfo for groups": async (scene) => {
      scene.provider.accounts.set("mallory", {
        sub: "sub-mallory",
        password: "mallory-password",
        claims: { email: "mallory@example.org", groups: ["visitors"] },
        userInfoOnly: ["groups"],
      });
      scene.provider.misbehave("userinfo", hangUp);
      const hop = await scene.callback(scene.client(), "mallory");
      await expectRefusal(scene, hop, "USER_NOT_AUTHORIZED", { line: / groups=absent .*userinfo=failed / });
    },
  },
);
