/** Providers that are down, slow, wrong, or not providers at all. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Middleware } from "oidc-provider";
import { openAuthority } from "../box/certificates.ts";
import {
  answer,
  editJson,
  errorDocument,
  hangUp,
  htmlPage,
  redirectElsewhere,
  slow,
  tooLarge,
} from "../box/provider/misbehaviour.ts";
import { providerHost } from "../box/provider/identity-provider.ts";
import { expectOneLine, expectRefusal, type Code } from "./support/expect.ts";
import type { Scene } from "./support/scene.ts";
import { sceneSuite, type SceneTest } from "./support/suite.ts";

interface Case {
  behaviour: Middleware;
  code: Code;
  line?: RegExp;
  options?: Record<string, string>;
}

const set = (field: string, value: unknown): Middleware => editJson((document) => void (document[field] = value));
const json = (text: string): Middleware => answer(200, "application/json", text);
const quick = { http_timeout: "1" };

const discovery: Readonly<Record<string, Case>> = {
  "a web page": { behaviour: htmlPage, code: "OIDC_DISCOVERY_FAILED" },
  "an error": { behaviour: errorDocument(503, "temporarily_unavailable"), code: "OIDC_DISCOVERY_FAILED", line: /503/ },
  "a redirect": {
    behaviour: redirectElsewhere,
    code: "OIDC_DISCOVERY_FAILED",
    line: /http_status=302 location=https:\/\/elsewhere\.example\/ /,
  },
  nothing: { behaviour: hangUp, code: "OIDC_DISCOVERY_FAILED" },
  "something too late": { behaviour: slow(1500), code: "OIDC_DISCOVERY_FAILED", options: quick, line: /time/ },
  "more than 256 KB": { behaviour: tooLarge, code: "OIDC_DISCOVERY_FAILED", line: /large/ },
  "an array": { behaviour: json('["issuer"]'), code: "OIDC_DISCOVERY_FAILED" },
  "an empty array": { behaviour: json("[]"), code: "OIDC_DISCOVERY_FAILED" },
  "half a document": { behaviour: json('{"issuer": "https://'), code: "OIDC_DISCOVERY_FAILED" },
  "a deep document": { behaviour: json("[".repeat(5000) + "]".repeat(5000)), code: "OIDC_DISCOVERY_FAILED" },
  "another issuer": {
    behaviour: set("issuer", "https://other.example"),
    code: "DISCOVERY_ISSUER_MISMATCH",
    line: /other\.example/,
  },
  "no issuer": { behaviour: set("issuer", undefined), code: "DISCOVERY_ISSUER_MISMATCH" },
  "no token endpoint": {
    behaviour: set("token_endpoint", undefined),
    code: "OIDC_DISCOVERY_FAILED",
    line: /token_endpoint/,
  },
  "a token endpoint without TLS": {
    behaviour: set("token_endpoint", `http://${providerHost}/token`),
    code: "OIDC_DISCOVERY_FAILED",
    line: /token_endpoint/,
  },
  "an authorization endpoint that would split the header": {
    behaviour: set("authorization_endpoint", `https://${providerHost}/auth\r\nSet-Cookie: a=b`),
    code: "OIDC_DISCOVERY_FAILED",
    line: /authorization_endpoint/,
  },
  "an authorization endpoint that is a script": {
    behaviour: set("authorization_endpoint", "javascript:alert(1)"),
    code: "OIDC_DISCOVERY_FAILED",
  },
  "an address with credentials": {
    behaviour: set("jwks_uri", `https://user:password@${providerHost}/jwks`),
    code: "OIDC_DISCOVERY_FAILED",
    line: /jwks_uri/,
  },
  "no client authentication that fits": {
    behaviour: set("token_endpoint_auth_methods_supported", ["private_key_jwt"]),
    code: "CONFIG_ERROR",
  },
};

sceneSuite(
  "provider, discovery answers",
  {},
  Object.fromEntries(
    Object.entries(discovery).map(([title, { behaviour, code, line, options }]): [string, SceneTest] => [
      title,
      async (scene) => {
        await scene.configure(options);
        scene.provider.misbehave("discovery", behaviour);
        const hop = await scene.client().request(`${scene.router.baseUrl}/`);
        await expectRefusal(scene, hop, code, { line });
      },
    ]),
  ),
);

/** A login whose callback meets a misbehaving endpoint. */
function callbackCases(
  endpoint: "token" | "jwks" | "userinfo",
  user: string,
  cases: Readonly<Record<string, Case>>,
): Record<string, SceneTest> {
  return Object.fromEntries(
    Object.entries(cases).map(([title, { behaviour, code, line, options }]): [string, SceneTest] => [
      title,
      async (scene) => {
        await scene.configure(options);
        scene.provider.misbehave(endpoint, behaviour);
        const hop = await scene.callback(scene.client(), user);
        await expectRefusal(scene, hop, code, { line });
      },
    ]),
  );
}

sceneSuite(
  "provider, token endpoint answers",
  {},
  callbackCases("token", "alice", {
    "a web page": { behaviour: htmlPage, code: "TOKEN_EXCHANGE_FAILED", line: /http_status=200/ },
    invalid_grant: { behaviour: errorDocument(400, "invalid_grant"), code: "OIDC_INVALID_GRANT" },
    invalid_client: {
      behaviour: errorDocument(401, "invalid_client"),
      code: "TOKEN_EXCHANGE_FAILED",
      line: /http_status=401/,
    },
    "an error of its own": {
      behaviour: errorDocument(500, "server_error"),
      code: "TOKEN_EXCHANGE_FAILED",
      line: /http_status=500/,
    },
    "a redirect": { behaviour: redirectElsewhere, code: "TOKEN_EXCHANGE_FAILED", line: /http_status=302/ },
    nothing: { behaviour: hangUp, code: "TOKEN_ENDPOINT_NETWORK_ERROR" },
    "something too late": { behaviour: slow(1500), code: "TOKEN_ENDPOINT_NETWORK_ERROR", options: quick },
    "more than 256 KB": { behaviour: tooLarge, code: "TOKEN_ENDPOINT_NETWORK_ERROR" },
    "no ID Token": { behaviour: set("id_token", undefined), code: "TOKEN_EXCHANGE_FAILED" },
    "no access token": { behaviour: set("access_token", undefined), code: "TOKEN_EXCHANGE_FAILED" },
    "an access token that is a number": { behaviour: set("access_token", 7), code: "TOKEN_EXCHANGE_FAILED" },
    "an access token of over 16 KB": {
      behaviour: set("access_token", "x".repeat(16385)),
      code: "TOKEN_EXCHANGE_FAILED",
    },
    "an ID Token that is none": { behaviour: set("id_token", "not a token"), code: "ID_TOKEN_VERIFICATION_FAILED" },
    "an ID Token of over 16 KB": {
      behaviour: editJson((document) => void (document["id_token"] = String(document["id_token"]) + "A".repeat(16384))),
      code: "ID_TOKEN_VERIFICATION_FAILED",
    },
    "an error that repeats the code": {
      behaviour: (ctx, next) =>
        errorDocument(
          400,
          "invalid_request",
          "no: " + [...(ctx.req.headers["authorization"] ?? "")].join(""),
        )(ctx, next),
      code: "TOKEN_EXCHANGE_FAILED",
    },
  }),
);

sceneSuite(
  "provider, JWK Set answers",
  {},
  callbackCases("jwks", "alice", {
    "a web page": { behaviour: htmlPage, code: "JWKS_FETCH_FAILED" },
    "an error": { behaviour: errorDocument(404, "not_found"), code: "JWKS_FETCH_FAILED", line: /404/ },
    nothing: { behaviour: hangUp, code: "JWKS_FETCH_FAILED" },
    "something too late": { behaviour: slow(1500), code: "JWKS_FETCH_FAILED", options: quick },
    "more than 256 KB": { behaviour: tooLarge, code: "JWKS_FETCH_FAILED" },
    "a document without keys": { behaviour: json("{}"), code: "JWKS_FETCH_FAILED" },
    "no keys at all": { behaviour: json('{"keys":[]}'), code: "ID_TOKEN_VERIFICATION_FAILED" },
  }),
);

sceneSuite(
  "provider, UserInfo answers",
  {},
  callbackCases("userinfo", "ursula", {
    "a web page": { behaviour: htmlPage, code: "USERINFO_NETWORK_ERROR" },
    "an error": { behaviour: errorDocument(401, "invalid_token"), code: "USERINFO_NETWORK_ERROR", line: /401/ },
    nothing: { behaviour: hangUp, code: "USERINFO_NETWORK_ERROR" },
    "something too late": { behaviour: slow(1500), code: "USERINFO_NETWORK_ERROR", options: quick },
    "more than 256 KB": { behaviour: tooLarge, code: "USERINFO_NETWORK_ERROR" },
    "an array": { behaviour: json("[]"), code: "USERINFO_NETWORK_ERROR" },
    "an unsigned document": {
      behaviour: answer(200, "application/jwt", "e30.e30.c2ln"),
      code: "UNSUPPORTED_ALGORITHM",
      line: /token=userinfo/,
    },
    "an encrypted document": {
      behaviour: answer(200, "application/jwt", "e30.A.A.A.A"),
      code: "USERINFO_NETWORK_ERROR",
    },
    "claims about somebody else": { behaviour: set("sub", "sub-alice"), code: "ID_TOKEN_VERIFICATION_FAILED" },
    "claims about nobody": { behaviour: set("sub", undefined), code: "ID_TOKEN_VERIFICATION_FAILED" },
  }),
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
