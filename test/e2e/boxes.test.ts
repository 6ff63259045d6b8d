/** The box's own parts: what the other end-to-end tests rely on. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { startBox } from "../box/box.ts";
import { boxRouter, remoteRouter } from "../box/routers.ts";
import { differences, SavedState, stateOf } from "../box/saved-state.ts";
import { CookieJar } from "./support/cookie-jar.ts";
import { expectNoSecrets } from "./support/expect.ts";
import { sceneSuite } from "./support/suite.ts";

sceneSuite(
  "stand-in for LuCI",
  {},
  {
    "uses the first session cookie of a request": async (scene) => {
      const client = scene.client();
      await scene.logIn(client, "alice");
      const id = `sysauth_https=${client.jar.get(scene.router.host, "sysauth_https") ?? ""}`;
      const stale = `sysauth_https=${"0123456789abcdef".repeat(2)}`;
      const send = (cookie: string): Promise<number> =>
        client.request(`${scene.router.address}/cgi-bin/luci/`, { cookie }).then(({ status }) => status);
      assert.deepEqual([await send(`${stale}; ${id}`), await send(`${id}; ${stale}`)], [403, 200]);
    },
  },
);

sceneSuite(
  "the check for secrets in the log",
  {},
  {
    "finds each of them": async (scene) => {
      const client = scene.client();
      await scene.logIn(client, "alice");
      await expectNoSecrets(scene);
      const [session] = await scene.ssoSessions();
      const requests = client.hops.map(({ url }) => url.searchParams);
      const secrets = {
        "session id": session?.id,
        code: requests.find((query) => query.has("code"))?.get("code"),
        state: requests.find((query) => query.has("state"))?.get("state"),
        nonce: requests.find((query) => query.has("nonce"))?.get("nonce"),
        "ID Token": String(session?.values["sso_id_token"]),
        "client secret": scene.provider.client.secret,
      };
      for (const [name, secret] of Object.entries(secrets)) {
        assert.ok(secret !== undefined && secret !== null, name);
        await scene.router.markLog();
        await scene.router.shell(`cat >>'${scene.router.path("/var/log/messages")}'`, `sso-login: X y=${secret}\n`);
        await assert.rejects(expectNoSecrets(scene), /holds a secret/, name);
      }
      const verifiers = [...scene.provider.secrets].filter((secret) => /^[\w-]{64}$/.test(secret));
      assert.equal(verifiers.length, 1, "the verifier is known as well");
    },
  },
);

describe("commands for a router's shell", () => {
  test("a real router's commands go through the shell that was chosen", async () => {
    const router = remoteRouter({
      address: "https://router.lan",
      shell: "env GREETING=hello  sh -c",
      caFile: "ca.pem",
    });
    assert.equal(await router.shell('echo "$GREETING $(cat)"', "world"), "hello world\n");
    assert.equal(router.path("/etc/config"), "/etc/config");
    assert.throws(() => remoteRouter({ address: "https://router.lan", shell: " ", caFile: "ca.pem" }), /ROUTER_SHELL/);
  });
});

/** Changes of every kind that tests make. */
const mess = `cd etc && rm config/rpcd && chmod 644 config/sso-login && echo "# more" >>config/sso-login && cp config/luci config/more
  rm -rf sso-login; mkdir -p sso-login/keys; echo {} >sso-login/keys/client.json; echo exit >uci-defaults/zz-sso-login-password
  echo x >../tmp/.uci/sso-login; mkdir -p ../var/run/sso-login; echo x >../var/run/sso-login/password_trial
  rm ../usr/share/rpcd/acl.d/luci-base.json; echo x >sso-login-test/other-ca.pem`;

test("a router is left as it was found, also by tests that were interrupted", async () => {
  const box = await startBox();
  try {
    const router = boxRouter(box);
    await router.shell(`mkdir -p '${box.root}/etc/sso-login' && echo own >'${box.root}/etc/sso-login/ca.pem'`);
    await router.ubus("session", "create");
    const before = await stateOf(router);
    const makeMess = async (): Promise<void> => {
      await router.shell(`cd '${box.root}'; ${mess}`);
      await router.ubus("session", "create");
      assert.ok(differences(before, await stateOf(router)).length > 20, "the mess is seen");
    };
    await SavedState.save(router);
    await makeMess();
    // Those of interrupted tests end by themselves.
    const sessions = await router.sessions();
    const saved = await SavedState.save(router);
    await makeMess();
    await saved.end();
    assert.deepEqual(differences(before, await stateOf(router)), []);
    assert.deepEqual(
      (await router.sessions()).map(({ id }) => id),
      sessions.map(({ id }) => id),
    );
  } finally {
    await box.stop();
  }
});

describe("the test client's cookies", () => {
  const url = new URL("https://router.localhost/cgi-bin/sso-login/callback");
  const sent = (jar: CookieJar, address: string, initiator?: string, method = "GET"): string =>
    jar.header({ url: new URL(address), method, initiator });

  test("follow Path, Secure and Max-Age", () => {
    const jar = new CookieJar();
    jar.store(url, "a=1; Path=/; Secure");
    jar.store(url, "b=2; Path=/cgi-bin/luci/");
    jar.store(url, "c=3");
    assert.equal(sent(jar, "https://router.localhost/cgi-bin/luci/"), "b=2; a=1");
    assert.equal(sent(jar, "https://router.localhost/cgi-bin/luci"), "a=1");
    assert.equal(sent(jar, "http://router.localhost/cgi-bin/sso-login/"), "c=3");
    assert.equal(sent(jar, "https://idp.localhost/"), "");
    jar.store(url, "a=; Path=/; Secure; Max-Age=0");
    assert.equal(sent(jar, "https://router.localhost/"), "");
  });

  test("refuse a __Host- name without its conditions", () => {
    const jar = new CookieJar();
    jar.store(url, "__Host-a=1; Path=/");
    jar.store(url, "__Host-b=1; Path=/cgi-bin; Secure");
    jar.store(url, "__Host-c=1; Path=/; Secure; Domain=router.localhost");
    jar.store(url, "__Host-d=1; Path=/; Secure");
    assert.equal(sent(jar, "https://router.localhost/"), "__Host-d=1");
  });

  test("are not sent after a navigation from another site", () => {
    const jar = new CookieJar();
    jar.store(url, "strict=1; Path=/; SameSite=Strict");
    jar.store(url, "lax=1; Path=/; SameSite=Lax");
    assert.equal(sent(jar, "https://router.localhost/", "idp.localhost"), "lax=1");
    assert.equal(sent(jar, "https://router.localhost/", "idp.localhost", "POST"), "");
    assert.equal(sent(jar, "https://router.localhost/", "router.localhost"), "strict=1; lax=1");
    assert.equal(sent(jar, "https://router.localhost/"), "strict=1; lax=1");
  });
});
