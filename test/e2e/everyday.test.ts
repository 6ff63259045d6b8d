/**
 * Everyday failures as a person meets them: the page, its ways on, and the line that the administrator finds. The rows of
 * the table in docs/troubleshooting.md name these tests.
 */
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { openAuthority } from "../box/certificates.ts";
import { answer } from "../box/provider/misbehaviour.ts";
import { providerHost } from "../box/provider/identity-provider.ts";
import type { ServiceOptions } from "../box/router.ts";
import { testFolder } from "../box/saved-state.ts";
import { header, location, type Client, type Hop } from "./support/client.ts";
import { expectAnswer, expectOneLine, expectRemains, statusOf, type Code } from "./support/expect.ts";
import { standardRoles, type Scene } from "./support/scene.ts";
import { each, inBox, sceneSuite } from "./support/suite.ts";
import { temporaryFolder } from "../temporary.ts";

/** Headers of a browser. */
const browser = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Accept-Language": "en-GB,en;q=0.9",
};

const again = "Try again";
const account = "Log in with another account";
const password = "Log in with a password";

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

/** The page: nothing of the person's own, a headline, the ways on, and a reference that the one log line has. */
async function expectPage(scene: Scene, hop: Hop, { code, line = /^/, page }: Break): Promise<void> {
  const [title, ...ways] = page ?? pages[code] ?? [];
  expectAnswer(hop, statusOf[code]);
  assert.equal(header(hop, "content-type"), "text/html; charset=utf-8");
  assert.match(hop.body, /^<!DOCTYPE html>\n<html lang="en">/);
  assert.equal(/<h1>(.*)<\/h1>/.exec(hop.body)?.[1], title);
  const labels = [...hop.body.matchAll(/<a href="[^"]*">(.*?)<\/a>/g)].map(([, label]) => label);
  assert.deepEqual(
    labels,
    ways.map((way) => way.replace("ADDRESS", scene.router.address)),
  );
  assert.doesNotMatch(hop.body, /style=|<style|<script/);
  const [, reference = "none"] = /<code>([0-9a-f]{8})<\/code>/.exec(hop.body) ?? [];
  const found = await expectOneLine(scene, code, line);
  assert.match(found, new RegExp(` reference=${reference}( |$)`));
}

const callback = "/cgi-bin/sso-login/callback";

/** Removes what a login loses after five minutes: its record and the browser's cookies of 300 seconds. */
async function letExpire({ router }: Scene, client: Client): Promise<void> {
  await router.shell(`rm ${router.path("/var/run/sso-login")}/handshake_*`);
  const url = new URL(router.address);
  for (const [, name = ""] of client.jar
    .header({ url, method: "GET", initiator: undefined })
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

const otherCa = `${testFolder}/other-ca.pem`;

async function withOtherAuthority(scene: Scene): Promise<Hop> {
  const folder = temporaryFolder("sso-login-");
  try {
    const { certFile } = await openAuthority(folder);
    await scene.router.writeFile(otherCa, readFileSync(certFile, "utf8"));
  } finally {
    rmSync(folder, { recursive: true });
  }
  return startWith(scene, { ca_file: scene.router.path(otherCa) });
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
  // Of so many requests six are in one minute, also when the next one begins between them.
  let hop = await start(scene);
  for (let count = 1; count < 11 && hop.status !== 429; count += 1) hop = await start(scene);
  return hop;
}

/** A page's headline, and the ways on from it. */
type Page = readonly string[];
const otherwise: Page = ["The provider was set up differently on this router", again, password];
const pages: Partial<Record<Code, Page>> = {
  OIDC_DISCOVERY_FAILED: ["The router cannot reach the login provider", again, password],
  TOKEN_ENDPOINT_NETWORK_ERROR: ["The router cannot reach the login provider", again, password],
  SSL_INIT_FAILED: ["The router does not trust the provider's certificate", again, password],
  DISCOVERY_ISSUER_MISMATCH: otherwise,
  TOKEN_EXCHANGE_FAILED: ["The login provider does not accept this router as a client", again, password],
  UNSUPPORTED_ALGORITHM: otherwise,
  IDP_ERROR: ["The login provider refused this login", again, account, password],
  USER_NOT_AUTHORIZED: ["Your account is not allowed to use this router", again, account, password],
  ROLE_WITHOUT_PAGE: ["Your role opens no page of this router", again, account, password],
  STATE_NOT_FOUND: ["This login is no longer valid", again, password],
  MISSING_HANDSHAKE_COOKIE: ["This login is no longer valid", again, password],
  ID_TOKEN_VERIFICATION_FAILED: ["The clocks of the router and the login provider differ", again, password],
  AUTHENTICATION_TOO_WEAK: ["This router asks for a stronger login", again, account, password],
  CONFIG_ERROR: ["Single sign-on is not available on this router", password],
  SSO_DISABLED: ["Single sign-on is switched off on this router", password],
  RATE_LIMITED: ["There are too many requests from your address at this moment", again, password],
};

/** Function that breaks something and opens the page, the code, the rest of the log line, and the page where it is not the code's. */
interface Break {
  meet: (scene: Scene) => Promise<Hop>;
  code: Code;
  line?: RegExp;
  page?: Page;
}
const met = (code: Code, meet: Break["meet"], line?: RegExp, page?: Page): Break => ({
  code,
  meet,
  ...(line && { line }),
  ...(page && { page }),
});

/** Rows of docs/troubleshooting.md by their titles. */
const breaks: Record<string, Break> = {
  "the provider is down": met(
    "OIDC_DISCOVERY_FAILED",
    (scene) => whileDown(scene, () => start(scene)),
    /cause=connect/,
  ),
  "the provider is down, and the user tries again at once": met(
    "OIDC_DISCOVERY_FAILED",
    (scene) =>
      whileDown(scene, async () => {
        await start(scene);
        await scene.router.markLog();
        return start(scene);
      }),
    /cause=connect/,
  ),
  "the provider goes down during the login": met("TOKEN_ENDPOINT_NETWORK_ERROR", withDownAtCallback),
  "a proxy answers in the provider's place": met(
    "OIDC_DISCOVERY_FAILED",
    (scene) => {
      scene.provider.misbehave("discovery", answer(502, "text/html", "<h1>Bad Gateway</h1>"));
      return start(scene);
    },
    /http_status=502/,
    ["The login provider cannot answer now", again, password],
  ),
  "the router does not know the provider's authority": met("SSL_INIT_FAILED", withOtherAuthority),
  "the issuer has a slash too many": met("DISCOVERY_ISSUER_MISMATCH", (scene) =>
    startWith(scene, { issuer_url: `${scene.provider.issuer}/` }),
  ),
  "the client secret is wrong": met(
    "TOKEN_EXCHANGE_FAILED",
    (scene) => finishWith(scene, { client_secret: "another-secret" }),
    /invalid_client/,
  ),
  "the user cancels at the provider": met("IDP_ERROR", cancelled, /access_denied/),
  "the user has no role": met("USER_NOT_AUTHORIZED", (scene) => finish(scene, "mallory")),
  "the user's role opens no page": met("ROLE_WITHOUT_PAGE", withoutPage, /role=poor/),
  "the login takes longer than five minutes": met(
    "MISSING_HANDSHAKE_COOKIE",
    (scene) => finish(scene, "alice", (client) => letExpire(scene, client)),
    /over 300 seconds/,
  ),
  "the page of a failed login is loaded once more": met(
    "USER_NOT_AUTHORIZED",
    async (scene) => {
      const client = scene.client();
      const address = await scene.reachCallback(client, "mallory");
      await open(client, address);
      await scene.router.markLog();
      return open(client, address);
    },
    /remembered=true/,
  ),
  "the page of a failed login is loaded again when the router no longer knows it": met(
    "STATE_NOT_FOUND",
    async (scene) => {
      const client = scene.client();
      const address = await scene.reachCallback(client, "mallory");
      await open(client, address);
      await scene.router.shell(`rm ${scene.router.path("/var/run/sso-login")}/refusal_*`);
      await scene.router.markLog();
      return open(client, address);
    },
  ),
  "the browser takes no cookies": met(
    "MISSING_HANDSHAKE_COOKIE",
    async (scene) => open(scene.client(), await scene.reachCallback(scene.client(), "alice")),
    /another browser/,
  ),
  "the router's clock is slow": met("ID_TOKEN_VERIFICATION_FAILED", withSlowClock, /is the router's clock right/),
  "the provider signs by another algorithm": met("UNSUPPORTED_ALGORITHM", (scene) =>
    finishWith(scene, { id_token_algs: "PS512" }),
  ),
  "the login is weaker than the router wants": met("AUTHENTICATION_TOO_WEAK", (scene) =>
    finishWith(scene, { acr_values: "urn:mfa" }),
  ),
  "an option is wrong": met("CONFIG_ERROR", (scene) => startWith(scene, { http_timeout: "soon" }), /http_timeout/),
  "single sign-on is switched off": met("SSO_DISABLED", (scene) => startWith(scene, { enabled: "0" })),
  "there are too many requests": met("RATE_LIMITED", tooOften, /client_limit/),
};
const address = met("MISSING_HANDSHAKE_COOKIE", begunAtAddress, /192\.0\.2\.1/, [
  "This login began at another name of the router",
  "Log in at ADDRESS/",
  password,
]);

sceneSuite(
  "everyday",
  {},
  {
    ...each(breaks, async (scene, given) => expectPage(scene, await given.meet(scene), given)),
    "the login begins at the router's address instead of its name": inBox(
      "a real router has its own addresses",
      async (scene) => expectPage(scene, await address.meet(scene), address),
    ),
  },
);

sceneSuite(
  "everyday, without a page of ours",
  {},
  {
    "a login that has ended is loaded once more": async (scene) => {
      const client = scene.client();
      const address = await scene.reachCallback(client, "alice");
      assert.equal((await open(client, address)).status, 302);
      client.jar.store(new URL(scene.router.address), "__Host-webui_sso_login=; Path=/; Secure; Max-Age=0");
      await scene.router.markLog();
      // As the provider's site leads there, the session's cookies are not sent: the page goes on by the landing page.
      const page = await open(client, address);
      assert.equal(page.status, 400);
      const [, next = ""] = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(page.body) ?? [];
      assert.match(next, /^\/cgi-bin\/webui\/\?late=[0-9a-f]{8}$/);
      const { host } = scene.router;
      const landing = await client.request(`${scene.router.address}${next}`, { headers: browser, initiator: host });
      assert.equal(landing.status, 200);
      assert.match(landing.body, /content="0;url=\/cgi-bin\/luci\/"/);
      const stranger = await scene.client().request(`${scene.router.address}${next}`, { headers: browser });
      assert.equal(stranger.status, 400);
      assert.doesNotMatch(stranger.body, /http-equiv/);
      // A browser that shows them goes on at once.
      await scene.router.markLog();
      const typed = await client.request(address, { headers: browser });
      assert.equal(typed.status, 302);
      assert.equal(location(typed).pathname, "/cgi-bin/webui/");
      assert.deepEqual(await scene.router.readLog(), []);
      await expectRemains(scene, { tokens: 1, sessions: 1 });
    },

    "a login takes longer than five minutes, and is tried again": async (scene) => {
      const client = scene.client();
      const wanted = "/cgi-bin/luci/admin/status/overview";
      const begun = `${scene.router.baseUrl}/?return_to=${encodeURIComponent(wanted)}`;
      const late = await client.fillIn(begun, scene.credentials("alice"), { stopBefore: callback });
      await letExpire(scene, client);
      const refused = await open(client, location(late));
      const [, next = ""] = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(refused.body) ?? [];
      const shown = await client.request(new URL(next.replace("&amp;", "&"), refused.url), { headers: browser });
      const [, tryAgain = ""] = /<a href="([^"]+)">Try again</.exec(shown.body) ?? [];
      const last = await client.navigate(new URL(tryAgain, shown.url).href, { stopBefore: "/cgi-bin/webui/" });
      assert.equal(location(last).searchParams.get("to"), wanted);
    },

    "a link leads to a page that the role may not open": async (scene) => {
      const logsPage = "/cgi-bin/luci/admin/status/logs";
      for (const [name, end] of [
        ["victor", ""],
        ["ursula", `?to=${logsPage}`],
      ] as const) {
        const client = scene.client();
        const begun = `${scene.router.baseUrl}/?return_to=${encodeURIComponent(logsPage)}`;
        const last = await client.fillIn(begun, scene.credentials(name), { stopBefore: "/cgi-bin/webui/" });
        assert.equal(location(last).pathname + location(last).search, `/cgi-bin/webui/${end}`);
        scene.provider.forgetSessions();
      }
    },
  },
);
