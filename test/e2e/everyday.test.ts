/**
 * What goes wrong on ordinary days, as a person meets it: the page, its ways on, and the line that the administrator finds. The rows of
 * the table in docs/troubleshooting.md name these tests.
 */
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { openAuthority } from "../box/certificates.ts";
import { answer } from "../box/provider/misbehaviour.ts";
import { providerHost } from "../box/provider/identity-provider.ts";
import type { ServiceOptions } from "../box/router.ts";
import { header, location, type Client, type Hop } from "./support/client.ts";
import { expectAnswer, expectOneLine, statusOf, type Code } from "./support/expect.ts";
import { standardRoles, type Scene } from "./support/scene.ts";
import { each, inBox, sceneSuite } from "./support/suite.ts";
import { temporaryFolder } from "../temporary.ts";

/** What a browser says of itself. */
const browser = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Accept-Language": "en-GB,en;q=0.9",
};

const start = (scene: Scene, client: Client = scene.client()): Promise<Hop> =>
  client.request(`${scene.router.baseUrl}/`, { headers: browser });

const open = (client: Client, address: string | URL): Promise<Hop> =>
  client.request(address, { headers: browser, initiator: providerHost });

/** A login up to the callback, which a browser opens after something has happened. */
async function finish(
  scene: Scene,
  name: string,
  before: (client: Client) => Promise<unknown> = () => Promise.resolve(),
): Promise<Hop> {
  const client = scene.client();
  const address = await scene.reachCallback(client, name);
  await before(client);
  return open(client, address);
}

async function whileDown(scene: Scene, meet: () => Promise<Hop>): Promise<Hop> {
  await scene.provider.goDown();
  try {
    return await meet();
  } finally {
    await scene.provider.comeBack();
  }
}

/** A page without anything of the person's own, and with a reference that the one log line has; error_page_spec has its words and ways on. */
async function expectPage(scene: Scene, [code, meet, line = /^/]: Break): Promise<void> {
  const hop = await meet(scene);
  expectAnswer(hop, statusOf[code]);
  assert.equal(header(hop, "content-type"), "text/html; charset=utf-8");
  assert.match(hop.body, /^<!DOCTYPE html>\n<html lang="en">/);
  assert.doesNotMatch(hop.body, /style=|<style|<script/);
  const [, reference = "none"] = /<code>([0-9a-f]{8})<\/code>/.exec(hop.body) ?? [];
  assert.match(await expectOneLine(scene, code, line), new RegExp(` reference=${reference}( |$)`));
}

const callback = "/cgi-bin/sso-login/callback";

/** What is left of a login after five minutes: neither its record nor the browser's cookies of 300 seconds. */
async function letExpire({ router }: Scene, client: Client): Promise<void> {
  await router.shell(`rm ${router.path("/var/run/sso-login")}/handshake_*`);
  const url = new URL(router.address);
  for (const [, name = ""] of client.jar
    .header({ url, method: "GET" })
    .matchAll(/(__Host-webui_sso_(?:state|[0-9a-f]{8}))=/g)) {
    client.jar.store(url, `${name}=; Path=/; Secure; Max-Age=0`);
  }
}

/** Starts a login with other options, or makes a whole one. */
async function startWith(scene: Scene, options: ServiceOptions): Promise<Hop> {
  await scene.configure(options);
  return start(scene);
}
async function finishWith(scene: Scene, options: ServiceOptions): Promise<Hop> {
  await scene.configure(options);
  return finish(scene, "alice");
}

async function withOtherAuthority(scene: Scene): Promise<Hop> {
  const folder = temporaryFolder("sso-login-");
  try {
    const { certFile } = await openAuthority(folder);
    await scene.router.writeFile("/tmp/other-ca.pem", readFileSync(certFile, "utf8"));
  } finally {
    rmSync(folder, { recursive: true });
  }
  return startWith(scene, { ca_file: scene.router.path("/tmp/other-ca.pem") });
}

async function withDownAtCallback(scene: Scene): Promise<Hop> {
  const client = scene.client();
  const address = await scene.reachCallback(client, "alice");
  return whileDown(scene, () => open(client, address));
}

async function cancelled(scene: Scene): Promise<Hop> {
  const client = scene.client();
  const hop = await client.submit(await scene.openForm(client), { cancel: "1" }, { stopBefore: callback });
  return open(client, location(hop));
}

async function withoutPage(scene: Scene): Promise<Hop> {
  await scene.configure({}, { ...standardRoles, poor: { email: ["mallory@example.org"], read: ["luci-base"] } });
  return finish(scene, "mallory");
}

async function begunAtAddress(scene: Scene): Promise<Hop> {
  const client = scene.client();
  const headers = { Host: `192.0.2.1:${new URL(scene.router.address).port}` };
  const begun = location(await client.request(scene.router.baseUrl, { headers }));
  const last = await client.fillIn(begun, scene.credentials("alice"), { stopBefore: callback });
  return open(scene.client(), location(last));
}

function withSlowClock(scene: Scene): Promise<Hop> {
  scene.provider.editIdToken(({ payload }) => void (payload["iat"] = Math.floor(Date.now() / 1000) + 7200));
  return finish(scene, "alice");
}

async function tooOften(scene: Scene): Promise<Hop> {
  await scene.configure({ client_limit: "5" });
  const client = scene.client();
  for (let count = 0; count < 5; count += 1) {
    await client.request(scene.router.baseUrl);
  }
  return start(scene);
}

/** What breaks something and opens the page, the code, and what else the log line says. */
type Break = [code: Code, meet: (scene: Scene) => Promise<Hop>, line?: RegExp];

/** Rows of docs/troubleshooting.md by their titles. */
const breaks: Record<string, Break> = {
  "the provider is down": ["OIDC_DISCOVERY_FAILED", (scene) => whileDown(scene, () => start(scene)), /cause=connect/],
  "the provider is down, and somebody tries again at once": [
    "OIDC_DISCOVERY_FAILED",
    (scene) =>
      whileDown(scene, async () => {
        await start(scene);
        await scene.router.markLog();
        return start(scene);
      }),
    /cause=connect/,
  ],
  "the provider goes down during the login": ["TOKEN_ENDPOINT_NETWORK_ERROR", withDownAtCallback],
  "a proxy answers in the provider's place": [
    "OIDC_DISCOVERY_FAILED",
    (scene) => {
      scene.provider.misbehave("discovery", answer(502, "text/html", "<h1>Bad Gateway</h1>"));
      return start(scene);
    },
    /http_status=502/,
  ],
  "the router does not know the provider's authority": ["SSL_INIT_FAILED", withOtherAuthority],
  "the issuer has a slash too many": [
    "DISCOVERY_ISSUER_MISMATCH",
    (scene) => startWith(scene, { issuer_url: `${scene.provider.issuer}/` }),
  ],
  "the client secret is wrong": [
    "TOKEN_EXCHANGE_FAILED",
    (scene) => finishWith(scene, { client_secret: "another-secret" }),
    /invalid_client/,
  ],
  "the user cancels at the provider": ["IDP_ERROR", cancelled, /access_denied/],
  "the user has no role": ["USER_NOT_AUTHORIZED", (scene) => finish(scene, "mallory")],
  "the user's role opens no page": ["ROLE_WITHOUT_PAGE", withoutPage, /role=poor/],
  "the login takes longer than five minutes": [
    "STATE_NOT_FOUND",
    (scene) =>
      finish(scene, "alice", () => scene.router.shell(`rm ${scene.router.path("/var/run/sso-login")}/handshake_*`)),
  ],
  "the browser takes no cookies": [
    "MISSING_HANDSHAKE_COOKIE",
    async (scene) => open(scene.client(), await scene.reachCallback(scene.client(), "alice")),
    /another browser/,
  ],
  "the router's clock is slow": ["ID_TOKEN_VERIFICATION_FAILED", withSlowClock, /is the router's clock right/],
  "the provider signs by another algorithm": [
    "UNSUPPORTED_ALGORITHM",
    (scene) => finishWith(scene, { id_token_algs: "PS512" }),
  ],
  "the login is weaker than the router wants": [
    "AUTHENTICATION_TOO_WEAK",
    (scene) => finishWith(scene, { acr_values: "urn:mfa" }),
  ],
  "an option is wrong": ["CONFIG_ERROR", (scene) => startWith(scene, { http_timeout: "soon" }), /http_timeout/],
  "single sign-on is switched off": ["SSO_DISABLED", (scene) => startWith(scene, { enabled: "0" })],
  "there are too many requests": ["RATE_LIMITED", tooOften, /client_limit/],
};

sceneSuite(
  "everyday",
  {},
  {
    ...each(breaks, expectPage),
    "the login begins at the router's address instead of its name": inBox(
      "a real router has its own addresses",
      (scene) => expectPage(scene, ["MISSING_HANDSHAKE_COOKIE", begunAtAddress, /192\.0\.2\.1/]),
    ),
    "the error page has its style sheet from the router": async (scene) => {
      const hop = await scene.client().request(`${scene.router.address}/luci-static/sso-login/page.css`);
      assert.equal(hop.status, 200);
      assert.match(header(hop, "content-type") ?? "", /^text\/css/);
    },
  },
);
