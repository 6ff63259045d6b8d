/** Callbacks that have to be refused: what browsers, and people who mean harm, can send. */
import assert from "node:assert/strict";
import { providerHost } from "../box/provider/identity-provider.ts";
import { header, location, type Client, type Hop } from "./support/client.ts";
import { expectNoCookies, expectRefusal, expectRemains, logLines } from "./support/expect.ts";
import type { Scene } from "./support/scene.ts";
import { each, sceneSuite } from "./support/suite.ts";

const stateCookie = "__Host-webui_sso_state";

/** Starts a login; returns its state. */
async function startLogin(scene: Scene, client: Client): Promise<string> {
  return location(await client.request(`${scene.router.baseUrl}/`)).searchParams.get("state") ?? "";
}

/** A callback with a query of our own. */
function callback(scene: Scene, client: Client, query: string, details: { cookie?: string } = {}): Promise<Hop> {
  const url = new URL(`${scene.router.baseUrl}/callback`);
  return client.request(url, { initiator: providerHost, rawTarget: `${url.pathname}?${query}`, ...details });
}

const otherState = "A".repeat(43);

/** Queries that are malformed, whatever the state; STATE stands for the right one. */
const malformed: Readonly<Record<string, string>> = {
  "without parameters": "",
  "with an empty code": "code=&state=STATE",
  "with two errors": "error=a&error=b&state=STATE",
  "with a name repeated in another encoding": "code=abcdefgh&c%6Fde=abcdefgh&state=STATE",
  "with broken percent-encoding": "code=abc%zz&state=STATE",
  "with percent-encoding cut off": "state=STATE&code=abc%4",
  "with a line break in a value": "code=abc%0d%0aSet-Cookie:%20a=b&state=STATE",
  "with a zero byte in a value": "code=abc%00def&state=STATE",
};

sceneSuite(
  "callback, malformed requests",
  {},
  each(malformed, async (scene, query) => {
    const client = scene.client();
    const state = await startLogin(scene, client);
    const hop = await callback(scene, client, query.replaceAll("STATE", state));
    await expectRefusal(scene, hop, "INVALID_REQUEST", { remains: { handshakes: 1 } });
  }),
);

sceneSuite(
  "callback, state",
  {},
  {
    "without the cookie: the log line names both hosts": async (scene) => {
      const client = scene.client();
      const state = await startLogin(scene, client);
      const hop = await callback(scene, scene.client(), `code=abcdefgh&state=${state}`);
      const line = await expectRefusal(scene, hop, "MISSING_HANDSHAKE_COOKIE", { remains: { handshakes: 1 } });
      const host = new URL(scene.router.address).hostname;
      assert.equal(line.split(host).length, 3, line);
    },

    "with the cookie of another login": async (scene) => {
      const client = scene.client();
      const state = await startLogin(scene, client);
      await startLogin(scene, client);
      const hop = await callback(scene, client, `code=abcdefgh&state=${state}`);
      await expectRefusal(scene, hop, "STATE_PARAMETER_MISMATCH", { remains: { handshakes: 2 } });
    },

    "with two state cookies that differ": async (scene) => {
      const client = scene.client();
      const state = await startLogin(scene, client);
      const cookie = `${stateCookie}=${state}; ${stateCookie}=${otherState}`;
      const hop = await callback(scene, client, `code=abcdefgh&state=${state}`, { cookie });
      await expectRefusal(scene, hop, "MISSING_HANDSHAKE_COOKIE", { remains: { handshakes: 1 } });
    },

    "with the same state cookie twice, which is one": async (scene) => {
      const address = await scene.reachCallback(scene.client(), "alice");
      const cookie = `${stateCookie}=${new URL(address).searchParams.get("state") ?? ""}`;
      const hop = await scene.client().request(address, { cookie: `${cookie}; ${cookie}` });
      assert.equal(hop.status, 302, hop.body);
    },

    "that was never made here": async (scene) => {
      const cookie = `${stateCookie}=${otherState}`;
      const hop = await callback(scene, scene.client(), `code=abcdefgh&state=${otherState}`, { cookie });
      await expectRefusal(scene, hop, "STATE_NOT_FOUND");
    },

    "that would be a path": async (scene) => {
      const path = "../../../../etc/passwd";
      const hop = await callback(scene, scene.client(), `code=abcdefgh&state=${path}`, {
        cookie: `${stateCookie}=${path}`,
      });
      await expectRefusal(scene, hop, "STATE_NOT_FOUND");
    },

    "whose record has expired": async (scene) => {
      const client = scene.client();
      const address = await scene.reachCallback(client, "alice");
      const folder = scene.router.path("/var/run/sso-login");
      await scene.router.shell(
        `sed -i 's/"created_at":[0-9]*/"created_at":1000000000/; s/"expires_at":[0-9]*/"expires_at":1000000300/' '${folder}'/handshake_*.json`,
      );
      const hop = await client.request(address, { initiator: providerHost });
      await expectRefusal(scene, hop, "STATE_NOT_FOUND");
    },

    "whose record is damaged": async (scene) => {
      const client = scene.client();
      const address = await scene.reachCallback(client, "alice");
      const folder = scene.router.path("/var/run/sso-login");
      await scene.router.shell(`for file in '${folder}'/handshake_*.json; do echo '{"version":1,' >"$file"; done`);
      const hop = await client.request(address, { initiator: providerHost });
      await expectRefusal(scene, hop, "STATE_NOT_FOUND");
    },
  },
);

sceneSuite(
  "callback, again",
  {},
  {
    "a replay is refused, and the session it had made lives on": async (scene) => {
      const client = scene.client();
      const address = await scene.reachCallback(client, "alice");
      const state = client.jar.get(scene.router.host, stateCookie) ?? "";
      assert.equal((await client.request(address, { initiator: providerHost })).status, 302);
      await scene.router.markLog();
      const again = await client.request(address, { initiator: providerHost });
      await expectRefusal(scene, again, "MISSING_HANDSHAKE_COOKIE", { remains: { tokens: 1, sessions: 1 } });
      await scene.router.markLog();
      const forced = await client.request(address, { cookie: `${stateCookie}=${state}` });
      await expectRefusal(scene, forced, "STATE_NOT_FOUND", { remains: { tokens: 1, sessions: 1 } });
      expectNoCookies(forced);
    },

    "of two at once exactly one gets the session": async (scene) => {
      const client = scene.client();
      const address = await scene.reachCallback(client, "alice");
      const cookie = client.jar.header({ url: new URL(address), method: "GET", initiator: undefined });
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => scene.client().request(address, { cookie, initiator: providerHost })),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [302, 400, 400, 400]);
      const codes = (await logLines(scene, 4)).map((line) => line.split(" ")[0]);
      assert.deepEqual(codes.sort(), ["LOGIN_GRANTED", "STATE_NOT_FOUND", "STATE_NOT_FOUND", "STATE_NOT_FOUND"]);
      await expectRemains(scene, { tokens: 1, sessions: 1 });
    },

    "a code that was used already": async (scene) => {
      const client = scene.client();
      const address = new URL(await scene.reachCallback(client, "alice"));
      await client.request(address, { initiator: providerHost });
      // The same code in a login of its own.
      const state = await startLogin(scene, client);
      address.searchParams.set("state", state);
      await scene.router.markLog();
      const hop = await client.request(address, { initiator: providerHost });
      await expectRefusal(scene, hop, "OIDC_INVALID_GRANT", { remains: { tokens: 1, sessions: 1 } });
    },

    "an access token that opened a session already": async (scene) => {
      const accessToken = "the-same-access-token-every-time";
      const { createHash } = await import("node:crypto");
      const hash = createHash("sha256").update(accessToken).digest().subarray(0, 16).toString("base64url");
      scene.provider.misbehave("token", async (ctx, next) => {
        await next();
        ctx.body = { ...(ctx.body as object), access_token: accessToken };
      });
      scene.provider.editIdToken(({ payload }) => void (payload["at_hash"] = hash));
      const client = scene.client();
      assert.equal((await scene.callback(client, "alice")).status, 302);
      await scene.router.markLog();
      const hop = await scene.callback(scene.client(), "alice");
      await expectRefusal(scene, hop, "TOKEN_REPLAYED", { remains: { tokens: 1, sessions: 1 } });
    },
  },
);

sceneSuite(
  "callback, answers of the provider",
  {},
  {
    "the user pressed Cancel": async (scene) => {
      const client = scene.client();
      const hop = await client.submit(await scene.openForm(client), { cancel: "1" });
      await expectRefusal(scene, hop, "IDP_ERROR", {
        line: /error=access_denied error_description="the user said no"/,
      });
    },

    "an error without a known state": async (scene) => {
      const hop = await callback(scene, scene.client(), `error=server_error&state=${otherState}`);
      await expectRefusal(scene, hop, "MISSING_HANDSHAKE_COOKIE");
    },

    "with the code of somebody else's login, for which PKCE stands": async (scene) => {
      const address = new URL(await scene.reachCallback(scene.client(), "alice"));
      const client = scene.client();
      address.searchParams.set("state", await startLogin(scene, client));
      const hop = await client.request(address, { initiator: providerHost });
      await expectRefusal(scene, hop, "OIDC_INVALID_GRANT", { remains: { handshakes: 1 } });
    },
  },
);

sceneSuite(
  "callback, users",
  {},
  {
    "without a role": async (scene) => {
      const hop = await scene.callback(scene.client(), "mallory");
      await expectRefusal(scene, hop, "USER_NOT_AUTHORIZED", { line: /matched no roles/ });
    },

    "with an e-mail address that is not verified": async (scene) => {
      const hop = await scene.callback(scene.client(), "unverified");
      const line = /(?=.*matched no roles)(?=.*allow_unverified_email)/;
      await expectRefusal(scene, hop, "USER_NOT_AUTHORIZED", { line });
    },

    "without a role, and then another account in the same browser": async (scene) => {
      const client = scene.client();
      await expectRefusal(scene, await scene.callback(client, "mallory"), "USER_NOT_AUTHORIZED");
      // The provider still knows mallory, and asks all the same.
      assert.match((await scene.openForm(client)).body, /name="username"/);
      assert.equal(client.jar.get(scene.router.host, "__Host-webui_sso_account"), undefined);
    },

    "a refused login leaves an earlier session alone": async (scene) => {
      const client = scene.client();
      await scene.logIn(client, "alice");
      const before = client.jar.get(scene.router.host, "sysauth_https");
      // Another account at the provider, in the same browser.
      scene.provider.forgetSessions();
      await scene.router.markLog();
      const hop = await scene.callback(client, "mallory");
      await expectRefusal(scene, hop, "USER_NOT_AUTHORIZED", { remains: { tokens: 1, sessions: 1 } });
      assert.equal(client.jar.get(scene.router.host, "sysauth_https"), before);
      assert.equal(
        header(await client.request(`${scene.router.address}/cgi-bin/luci/`), "x-luci-login-required"),
        undefined,
      );
    },
  },
);
