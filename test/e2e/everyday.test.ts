/**
 * What goes wrong on ordinary days, as a person meets it: the page, its ways on, and the line that the administrator finds. The rows of
 * the table in docs/troubleshooting.md name these tests.
 */
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { openAuthority } from "../box/certificates.ts";
import { answer } from "../box/provider/misbehaviour.ts";
import { providerHost } from "../box/provider/identity-provider.ts";
import { header, location, type Client, type Hop } from "./support/client.ts";
import { expectAnswer, expectOneLine, expectRemains, statusOf, type Code } from "./support/expect.ts";
import { standardRoles, type Scene } from "./support/scene.ts";
import { each, inBox, sceneSuite, type SceneTest } from "./support/suite.ts";
import { temporaryFolder } from "../temporary.ts";

/** What a browser says of itself. */
const browser = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Accept-Language": "en-GB,en;q=0.9",
};

const again = "Try again";
const account = "Log in with another account";
const password = "Log in with a password";

/** A refusal as a person meets it. */
interface Break {
  /** Breaks something, and opens the page. */
  meet: (scene: Scene) => Promise<Hop>;
  code: Code;
  title: string;
  ways: string[];
  /** What else the log line says. */
  line?: RegExp;
  /** Why it can run in a box alone. */
  needsBox?: string;
}

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
async function expectPage(scene: Scene, hop: Hop, { code, title, ways, line = /^/ }: Break): Promise<void> {
  expectAnswer(hop, statusOf[code]);
  assert.equal(header(hop, "content-type"), "text/html; charset=utf-8");
  assert.match(hop.body, /^<!DOCTYPE html>\n<html lang="en">/);
  assert.equal(/<h1>(.*)<\/h1>/.exec(hop.body)?.[1], title);
  const labels = [...hop.body.matchAll(/<a href="[^"]*">(.*?)<\/a>/g)].map(([, label]) => label);
  assert.deepEqual(labels, ways);
  assert.doesNotMatch(hop.body, /style=|<style|<script/);
  const [, reference = "none"] = /<code>([0-9a-f]{8})<\/code>/.exec(hop.body) ?? [];
  const found = await expectOneLine(scene, code, line);
  assert.match(found, new RegExp(` reference=${reference}( |$)`));
}

const other = "other-ca.pem";

/** Rows of docs/troubleshooting.md by their titles. */
const breaks: Record<string, Break> = {
  "the provider is down": {
    meet: (scene) => whileDown(scene, () => start(scene)),
    code: "OIDC_DISCOVERY_FAILED",
    title: "The router cannot reach the login provider",
    ways: [again, password],
    line: /cause=connect/,
  },
  "the provider is down, and somebody tries again at once": {
    meet: (scene) =>
      whileDown(scene, async () => {
        await start(scene);
        await scene.router.markLog();
        return start(scene);
      }),
    code: "OIDC_DISCOVERY_FAILED",
    title: "The router cannot reach the login provider",
    ways: [again, password],
    line: /cause=connect/,
  },
  "the provider goes down during the login": {
    meet: async (scene) => {
      const client = scene.client();
      const address = await scene.reachCallback(client, "alice");
      return whileDown(scene, () => open(client, address));
    },
    code: "TOKEN_ENDPOINT_NETWORK_ERROR",
    title: "The router cannot reach the login provider",
    ways: [again, password],
  },
  "a proxy answers in the provider's place": {
    meet: (scene) => {
      scene.provider.misbehave("discovery", answer(502, "text/html", "<h1>Bad Gateway</h1>"));
      return start(scene);
    },
    code: "OIDC_DISCOVERY_FAILED",
    title: "The router cannot reach the login provider",
    ways: [again, password],
    line: /http_status=502/,
  },
  "the router does not know the provider's authority": {
    meet: async (scene) => {
      const folder = temporaryFolder("sso-login-");
      try {
        const authority = await openAuthority(folder);
        await scene.router.writeFile(`/tmp/${other}`, readFileSync(authority.certFile, "utf8"));
      } finally {
        rmSync(folder, { recursive: true });
      }
      await scene.configure({ ca_file: scene.router.path(`/tmp/${other}`) });
      return start(scene);
    },
    code: "SSL_INIT_FAILED",
    title: "The router does not trust the provider's certificate",
    ways: [again, password],
  },
  "the issuer has a slash too many": {
    meet: async (scene) => {
      await scene.configure({ issuer_url: `${scene.provider.issuer}/` });
      return start(scene);
    },
    code: "DISCOVERY_ISSUER_MISMATCH",
    title: "The provider was set up differently on this router",
    ways: [again, password],
  },
  "the client secret is wrong": {
    meet: async (scene) => {
      await scene.configure({ client_secret: "another-secret" });
      return finish(scene, "alice");
    },
    code: "TOKEN_EXCHANGE_FAILED",
    title: "The provider was set up differently on this router",
    ways: [again, password],
    line: /invalid_client/,
  },
  "the user cancels at the provider": {
    meet: async (scene) => {
      const client = scene.client();
      const form = await scene.openForm(client);
      const hop = await client.submit(form, { cancel: "1" }, { stopBefore: "/cgi-bin/sso-login/callback" });
      return open(client, location(hop));
    },
    code: "IDP_ERROR",
    title: "The login provider refused this login",
    ways: [again, account, password],
    line: /access_denied/,
  },
  "the user has no role": {
    meet: (scene) => finish(scene, "mallory"),
    code: "USER_NOT_AUTHORIZED",
    title: "Your account is not allowed to use this router",
    ways: [again, account, password],
  },
  "the user's role opens no page": {
    meet: async (scene) => {
      await scene.configure({}, { ...standardRoles, poor: { email: ["mallory@example.org"], read: ["luci-base"] } });
      return finish(scene, "mallory");
    },
    code: "ROLE_WITHOUT_PAGE",
    title: "Your role opens no page of this router",
    ways: [again, account, password],
    line: /role=poor/,
  },
  "the login takes longer than five minutes": {
    meet: (scene) =>
      finish(scene, "alice", async () => {
        const folder = scene.router.path("/var/run/sso-login");
        await scene.router.shell(`rm ${folder}/handshake_*`);
      }),
    code: "STATE_NOT_FOUND",
    title: "This login is no longer valid",
    ways: [again, password],
  },
  "the browser takes no cookies": {
    meet: async (scene) => open(scene.client(), await scene.reachCallback(scene.client(), "alice")),
    code: "MISSING_HANDSHAKE_COOKIE",
    title: "This login did not begin in this browser",
    ways: [again, password],
    line: /another browser/,
  },
  "the login begins at the router's address instead of its name": {
    meet: async (scene) => {
      const client = scene.client();
      const named = new URL(scene.router.address);
      const begun = await client.request(scene.router.baseUrl, { headers: { Host: `192.0.2.1:${named.port}` } });
      const last = await client.fillIn(location(begun), scene.credentials("alice"), {
        stopBefore: "/cgi-bin/sso-login/callback",
      });
      return open(scene.client(), location(last));
    },
    code: "MISSING_HANDSHAKE_COOKIE",
    title: "This login began at another name of the router",
    ways: ["Log in at ADDRESS/", password],
    line: /192\.0\.2\.1/,
    needsBox: "a real router has its own addresses",
  },
  "the router's clock is slow": {
    meet: (scene) => {
      scene.provider.editIdToken(({ payload }) => void (payload["iat"] = Math.floor(Date.now() / 1000) + 7200));
      return finish(scene, "alice");
    },
    code: "ID_TOKEN_VERIFICATION_FAILED",
    title: "The clocks of the router and the login provider differ",
    ways: [again, password],
    line: /is the router's clock right/,
  },
  "the provider signs by another algorithm": {
    meet: async (scene) => {
      await scene.configure({ id_token_algs: "PS512" });
      return finish(scene, "alice");
    },
    code: "UNSUPPORTED_ALGORITHM",
    title: "The provider was set up differently on this router",
    ways: [again, password],
  },
  "the login is weaker than the router wants": {
    meet: async (scene) => {
      await scene.configure({ acr_values: "urn:mfa" });
      return finish(scene, "alice");
    },
    code: "AUTHENTICATION_TOO_WEAK",
    title: "This router asks for a stronger login",
    ways: [again, account, password],
  },
  "an option is wrong": {
    meet: async (scene) => {
      await scene.configure({ http_timeout: "soon" });
      return start(scene);
    },
    code: "CONFIG_ERROR",
    title: "Single sign-on is not available on this router",
    ways: [password],
    line: /http_timeout/,
  },
  "single sign-on is switched off": {
    meet: async (scene) => {
      await scene.configure({ enabled: "0" });
      return start(scene);
    },
    code: "SSO_DISABLED",
    title: "Single sign-on is switched off on this router",
    ways: [password],
  },
  "there are too many requests": {
    meet: async (scene) => {
      await scene.configure({ client_limit: "5" });
      const client = scene.client();
      for (let count = 0; count < 5; count += 1) {
        await client.request(scene.router.baseUrl);
      }
      return start(scene);
    },
    code: "RATE_LIMITED",
    title: "There are too many requests at this moment",
    ways: [again, password],
    line: /client_limit/,
  },
};

async function meetAndExpect(scene: Scene, given: Break): Promise<void> {
  const named = { ...given, ways: given.ways.map((way) => way.replace("ADDRESS", scene.router.address)) };
  await expectPage(scene, await given.meet(scene), named);
}

const pages = Object.fromEntries(
  Object.entries(breaks).map(([title, given]): [string, SceneTest] => {
    const body: SceneTest = (scene) => meetAndExpect(scene, given);
    return [title, given.needsBox === undefined ? body : inBox(given.needsBox, body)];
  }),
);

sceneSuite("everyday", {}, pages);

sceneSuite(
  "everyday, without a page of ours",
  {},
  {
    "a login that has ended is loaded once more": async (scene) => {
      const client = scene.client();
      const address = await scene.reachCallback(client, "alice");
      assert.equal((await open(client, address)).status, 302);
      await scene.router.markLog();
      // As the provider's site leads there, the session's cookies stay behind: the page goes on by the landing page.
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

sceneSuite(
  "error page",
  {},
  {
    ...each(
      {
        "is German where the browser likes that best": [
          "fr;q=0.5, de-AT",
          "de",
          "Ihr Konto darf diesen Router nicht benutzen",
        ],
        "is French where the browser likes that best": ["fr-CA,fr", "fr", "Votre compte n&#39;est pas autoris"],
        "is English where the browser speaks neither": [`${"xx-YY;q=0.9,".repeat(300)}it`, "en", "Your account is not"],
      },
      async (scene, [languages = "", language = "", words = ""]) => {
        const client = scene.client();
        const address = await scene.reachCallback(client, "mallory");
        const headers = { ...browser, "Accept-Language": languages };
        const hop = await client.request(address, { headers, initiator: providerHost });
        assert.equal(hop.status, 401);
        assert.ok(hop.body.includes(`<html lang="${language}">`), hop.body);
        assert.ok(hop.body.replaceAll("'", "&#39;").includes(words), hop.body);
      },
    ),

    ...each(
      {
        "*/*": "*/*",
        "text/html with weight 0": "text/html;q=0,*/*",
        nothing: undefined,
        "4 KB of others": "a/b,".repeat(1000),
      },
      async (scene, accept) => {
        const headers: Record<string, string> = accept === undefined ? {} : { Accept: accept };
        const hop = await scene.client().request(`${scene.router.baseUrl}/nowhere`, { headers });
        assert.equal(header(hop, "content-type"), "text/plain");
        assert.equal(hop.body, "Error: There is no such page. Please return to the login page.\n");
      },
    ),

    "has its style sheet from the router": async (scene) => {
      const hop = await scene.client().request(`${scene.router.address}/luci-static/sso-login/page.css`);
      assert.equal(hop.status, 200);
      assert.match(header(hop, "content-type") ?? "", /^text\/css/);
    },
  },
);
