/** What the check finds, on the command line and over ubus, with providers that are in order and with bad ones. */
import assert from "node:assert/strict";
import { slow } from "../box/provider/misbehaviour.ts";
import type { CommandResult } from "../box/command.ts";
import type { ServiceOptions } from "../box/router.ts";
import { check, type Report, troubles } from "./support/check.ts";
import type { Scene } from "./support/scene.ts";
import { each, inBox, sceneSuite } from "./support/suite.ts";

const skipped = "warning not_tried";

/** A bad provider or configuration: how it becomes so, and what the check must say of it. */
interface BadCase {
  options?: ServiceOptions;
  arrange?: (scene: Scene) => void | Promise<void>;
  expected: string[];
  /** A browser does not come back from the provider. */
  isRefusedThere?: boolean;
}

const badCases: Record<string, BadCase> = {
  "a wrong secret": {
    options: { client_secret: "not-the-secret" },
    expected: ["error secret_wrong TOKEN_EXCHANGE_FAILED"],
  },
  "a certificate of an authority that is not trusted": {
    options: { ca_file: undefined },
    expected: [
      "error certificate_untrusted SSL_INIT_FAILED",
      "warning certificate_met",
      "warning authority_met",
      skipped,
    ],
  },
  "a redirect URI of another host": {
    options: { redirect_uri: "https://elsewhere.invalid/cgi-bin/sso-login/callback" },
    expected: ["warning router_name_unknown", "error redirect_refused IDP_ERROR"],
    isRefusedThere: true,
  },
};

/** The check's findings, and a login that is refused with the code that they name. */
async function expectFindings(scene: Scene, { options, arrange, expected, isRefusedThere }: BadCase): Promise<void> {
  await scene.configure(options);
  await arrange?.(scene);
  assert.deepEqual(troubles(await check(scene)), expected);
  const codes = expected.flatMap((trouble) => /^error \S+ (\S+)$/.exec(trouble)?.[1] ?? []);
  if (codes.length > 0 && isRefusedThere !== true) {
    await scene.callback(scene.client(), "alice").catch(() => undefined);
    const [line = ""] = await scene.router.readLog();
    assert.ok(codes.includes(line.split(" ")[0] ?? ""), line);
  }
}

/** Calls the exec plugin as rpcd does. */
function callPlugin(scene: Scene, method: string, input: string): Promise<Record<string, unknown>> {
  const program = scene.router.path("/usr/libexec/rpcd/sso-login");
  return scene.router.shell(`${program} call ${method}`, input).then((text) => JSON.parse(text) as never);
}

sceneSuite(
  "check",
  {},
  {
    "reports no fault of a right configuration, and leaves no file": async (scene) => {
      const report = await check(scene);
      assert.deepEqual([report.ok, troubles(report)], [true, []]);
      assert.deepEqual(await scene.router.runFiles(), []);
      await scene.logIn(scene.client(), "alice");
      assert.equal((await scene.ssoSessions()).length, 1);
    },

    "prints findings in words, each with its advice": async (scene) => {
      const good: CommandResult = await scene.router.commandLine("check");
      assert.deepEqual([good.code, good.stderr], [0, ""]);
      assert.match(good.stdout, /^ok {7}The provider's issuer is issuer_url, character by character\.$/m);
      assert.doesNotMatch(good.stdout, /error/);
      await scene.configure({ client_secret: "not-the-secret" });
      const bad = await scene.router.commandLine("check");
      assert.equal(bad.code, 1);
      assert.match(
        bad.stdout,
        /^error {4}The provider refuses client_id.*invalid_client\. \[TOKEN_EXCHANGE_FAILED\]\n {9}Copy client id and secret/m,
      );
      assert.equal((await scene.router.commandLine("check", "--loud")).code, 2);
    },

    ...each(badCases, expectFindings),

    "names a port of the router where nothing listens": async (scene) => {
      const redirectUri = new URL(scene.standardOptions()["redirect_uri"] ?? "");
      redirectUri.port = "1";
      await scene.configure({ redirect_uri: redirectUri.href });
      assert.deepEqual(troubles(await check(scene)), ["error router_refused", "error redirect_refused IDP_ERROR"]);
    },

    "names a certificate of the router that is for another name": inBox("the router is at 127.0.0.1", async (scene) => {
      const redirectUri = new URL(scene.standardOptions()["redirect_uri"] ?? "");
      redirectUri.hostname = "127.0.0.1";
      await scene.configure({ redirect_uri: redirectUri.href });
      assert.deepEqual(troubles(await check(scene)), ["error router_other_name", "error redirect_refused IDP_ERROR"]);
    }),
  },
);

sceneSuite(
  "check over ubus",
  {},
  {
    "shows the settings without the secret, and checks what is saved": async (scene) => {
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
      const report = (await callPlugin(scene, "check", JSON.stringify({ values, roles }))) as unknown as Report;
      assert.deepEqual([report.ok, troubles(report)], [true, []]);
      const typed = { values: { ...values, client_secret: "typed" }, roles };
      const wrong = (await callPlugin(scene, "check", JSON.stringify(typed))) as unknown as Report;
      assert.deepEqual(troubles(wrong), ["error secret_wrong TOKEN_EXCHANGE_FAILED"]);
      assert.ok(!JSON.stringify([report, wrong]).includes(saved ?? ""), "the secret");
    },

    "makes one check at a time": async (scene) => {
      scene.provider.misbehave("discovery", slow(4000));
      const lock = scene.router.path("/var/run/sso-login/check.lock");
      const first = callPlugin(scene, "check", "{}");
      await scene.router.shell(`for i in $(seq 100); do [ -e ${lock} ] && exit 0; sleep 0.1; done; exit 1`);
      assert.deepEqual(await callPlugin(scene, "check", "{}"), { error: "another check is running" });
      assert.deepEqual(troubles((await first) as unknown as Report), []);
      assert.deepEqual(await callPlugin(scene, "check", "{}").then(({ error }) => error), undefined);
      assert.deepEqual(await scene.router.runFiles(), ["check.lock"]);
    },
  },
);
