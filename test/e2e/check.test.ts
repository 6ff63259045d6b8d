/** Findings of the check, on the command line and over ubus, with providers that are in order and with bad ones. */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import type { Middleware } from "oidc-provider";
import { slow } from "../box/provider/misbehaviour.ts";
import type { Endpoint } from "../box/provider/setup.ts";
import { check, type Report, troubles } from "./support/check.ts";
import type { Scene } from "./support/scene.ts";
import { each, sceneSuite } from "./support/suite.ts";

/** A good answer that a cache keeps for so many seconds. */
const aged =
  (seconds: number): Middleware =>
  async (ctx, next) => {
    await next();
    ctx.set("Date", new Date(Date.now() - seconds * 1000).toUTCString());
    ctx.set("Age", String(seconds));
  };

/** A provider's answer, and what the check says to it. */
const badAnswers: Record<string, [endpoint: Endpoint, behaviour: Middleware, ...expected: string[]]> = {
  "a discovery document of a cache": ["discovery", aged(7200)],
  "a compressed JWK Set": [
    "jwks",
    (ctx) => {
      ctx.set("Content-Encoding", "gzip");
      ctx.body = gzipSync("{}");
    },
    "error answer_encoded JWKS_FETCH_FAILED",
  ],
};

/** Calls the exec plugin as rpcd does. */
async function callPlugin(scene: Scene, input: object): Promise<Report & { error?: string }> {
  const program = scene.router.path("/usr/libexec/rpcd/sso-login");
  return JSON.parse(await scene.router.shell(`${program} call check`, JSON.stringify(input))) as never;
}

sceneSuite(
  "check",
  {},
  {
    "reports no fault of a right configuration, and leaves no file but the metadata for logins": async (scene) => {
      const report = await check(scene);
      assert.deepEqual([report.ok, troubles(report)], [true, []]);
      assert.equal(
        report.findings.some(({ id }) => id === "login_page_ok"),
        true,
      );
      assert.match((await scene.router.runFiles()).join(" "), /^discovery_[0-9a-f]{64}\.json$/);
      await scene.logIn(scene.client(), "alice");
      assert.equal((await scene.ssoSessions()).length, 1);
    },

    "finds an address after logout that the provider does not know": async (scene) => {
      await scene.configure({ post_logout_redirect_uri: `${scene.router.address}/elsewhere` });
      assert.deepEqual(troubles(await check(scene)), ["warning logout_address_refused"]);
    },

    ...each(badAnswers, async (scene, [endpoint, behaviour, ...expected]) => {
      scene.provider.misbehave(endpoint, behaviour);
      assert.deepEqual(troubles(await check(scene)), expected);
    }),
  },
);

sceneSuite(
  "check over ubus",
  {},
  {
    "shows the settings without the secret, and checks the saved ones": async (scene) => {
      const settings = JSON.parse(await scene.router.ubus("sso-login", "get")) as Record<string, unknown>;
      assert.equal(settings["client_secret_set"], true);
      const { client_secret, ...rest } = scene.standardOptions();
      assert.deepEqual(settings["values"], rest);
      assert.ok(!JSON.stringify(settings).includes(client_secret ?? ""), "the secret");
      const report = JSON.parse(await scene.router.ubus("sso-login", "check")) as Report;
      assert.deepEqual([report.ok, troubles(report)], [true, []]);
      assert.deepEqual(await scene.router.readLog(), []);
    },

    "checks unsaved values, with the saved secret where it belongs": async (scene) => {
      const { client_secret: saved, ...values } = scene.standardOptions();
      const roles = [{ name: "admin", email: ["alice@example.org"], group: [], read: ["*"], write: ["*"] }];
      await scene.configure({ scope: undefined, redirect_uri: undefined });
      const report = await callPlugin(scene, { values, roles });
      assert.deepEqual([report.ok, troubles(report)], [true, []]);
      const typed = { values: { ...values, client_secret: "typed" }, roles };
      const wrong = await callPlugin(scene, typed);
      assert.deepEqual(troubles(wrong), ["error secret_wrong TOKEN_EXCHANGE_FAILED"]);
      assert.ok(!JSON.stringify([report, wrong]).includes(saved ?? ""), "the secret");
    },

    "makes one check at a time": async (scene) => {
      scene.provider.misbehave("discovery", slow(4000));
      const lock = scene.router.path("/var/run/sso-login/check.lock");
      const first = callPlugin(scene, {});
      await scene.router.shell(`for i in $(seq 100); do [ -e ${lock} ] && exit 0; sleep 0.1; done; exit 1`);
      assert.deepEqual(await callPlugin(scene, {}), { error: "another check is running" });
      assert.deepEqual(troubles(await first), []);
      assert.equal((await callPlugin(scene, {})).error, undefined);
      assert.match((await scene.router.runFiles()).join(" "), /^check\.lock discovery_[0-9a-f]{64}\.json$/);
    },
  },
);
