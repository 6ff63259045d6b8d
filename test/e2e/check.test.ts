/** What the check finds, on the command line and over ubus, with providers that are in order and with bad ones. */
import assert from "node:assert/strict";
import type { Middleware } from "oidc-provider";
import {
  editJson,
  errorDocument,
  hangUp,
  htmlPage,
  redirectElsewhere,
  slow,
  tooLarge,
} from "../box/provider/misbehaviour.ts";
import type { CommandResult } from "../box/command.ts";
import type { Role, ServiceOptions } from "../box/router.ts";
import { check, type Report, troubles } from "./support/check.ts";
import { standardRoles, type Scene } from "./support/scene.ts";
import { each, sceneSuite } from "./support/suite.ts";

const skipped = "warning not_tried";

/** The client stays registered for Basic; its secret has characters that Basic encodes. */
const offersBoth = editJson((document) => {
  document["token_endpoint_auth_methods_supported"] = ["client_secret_basic", "client_secret_post"];
});

const misbehaving =
  (endpoint: "discovery" | "jwks" | "token", behaviour: Middleware) =>
  (scene: Scene): void =>
    scene.provider.misbehave(endpoint, behaviour);

/** A bad provider or configuration: how it becomes so, and what the check must say of it. */
interface BadCase {
  options?: ServiceOptions;
  roles?: Record<string, Role>;
  arrange?: (scene: Scene) => unknown;
  /** The provider's own page ends the login, so the log says nothing. */
  atProvider?: boolean;
  expected: string[];
}

const badCases: Record<string, BadCase> = {
  "a wrong secret": {
    options: { client_secret: "not-the-secret" },
    expected: ["error secret_wrong TOKEN_EXCHANGE_FAILED"],
  },
  "a client id that the provider does not know": {
    options: { client_id: "nobody" },
    atProvider: true,
    expected: ["error secret_wrong TOKEN_EXCHANGE_FAILED"],
  },
  "an issuer with a slash too many": {
    arrange: (scene) => scene.configure({ issuer_url: `${scene.provider.issuer}/` }),
    expected: ["error issuer_mismatch DISCOVERY_ISSUER_MISMATCH", skipped],
  },
  "a certificate of an authority that is not trusted": {
    options: { ca_file: undefined },
    expected: ["error certificate_untrusted SSL_INIT_FAILED", "warning certificate_met", skipped],
  },
  "a ca_file that is none": {
    options: { ca_file: "/etc/nothing.pem" },
    expected: [
      "error ca_file_unreadable SSL_INIT_FAILED",
      "error certificate_untrusted SSL_INIT_FAILED",
      "warning certificate_met",
      skipped,
    ],
  },
  "a host name that is unknown": {
    options: { issuer_url: "https://provider.invalid" },
    expected: ["error host_unknown OIDC_DISCOVERY_FAILED", skipped],
  },
  "a web page where the discovery document was due": {
    arrange: misbehaving("discovery", htmlPage),
    expected: ["error answer_not_json OIDC_DISCOVERY_FAILED", skipped],
  },
  "a redirect to another name": {
    arrange: misbehaving("discovery", redirectElsewhere),
    expected: ["error answer_redirect OIDC_DISCOVERY_FAILED", skipped],
  },
  "a client that is registered for the other method": {
    arrange: misbehaving("discovery", offersBoth),
    expected: ["error secret_other_method TOKEN_EXCHANGE_FAILED"],
  },
  "a wrong secret at a provider that looks at the code first": {
    options: { client_secret: "not-the-secret" },
    arrange: misbehaving("token", errorDocument(400, "invalid_grant")),
    expected: ["warning secret_untold TOKEN_EXCHANGE_FAILED"],
  },
  "a provider that hangs up": {
    arrange: misbehaving("jwks", hangUp),
    expected: ["error connection_broken JWKS_FETCH_FAILED"],
  },
  "a JWK Set over 256 KB": {
    arrange: misbehaving("jwks", tooLarge),
    expected: ["error answer_too_large JWKS_FETCH_FAILED"],
  },
  "roles that name what does not exist, and single sign-on off": {
    options: { enabled: "0" },
    roles: { admin: { email: ["alice@example.org"], read: ["luci-bsae"] }, idle: { read: ["*"] } },
    expected: [
      "warning disabled SSO_DISABLED",
      "warning roles_match_nobody",
      "warning roles_without_luci",
      "warning access_groups_unknown",
      "warning role_reads_more",
    ],
  },
  "a redirect URI of another host": {
    options: { redirect_uri: "https://elsewhere.invalid/cgi-bin/sso-login/callback" },
    expected: ["warning router_name_unknown"],
  },
};

/** The check's findings, and a login that is refused with the code that they name. */
async function expectFindings(scene: Scene, { options, roles, arrange, atProvider, expected }: BadCase): Promise<void> {
  await scene.configure(options ?? {}, roles ?? standardRoles);
  await arrange?.(scene);
  assert.deepEqual(troubles(await check(scene)), expected);
  const codes = expected.flatMap((trouble) => /^error \S+ (\S+)$/.exec(trouble)?.[1] ?? []);
  if (codes.length > 0 && !atProvider) {
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
    "finds nothing wrong where nothing is, and leaves no trace": async (scene) => {
      const report = await check(scene);
      assert.deepEqual([report.ok, troubles(report)], [true, []]);
      assert.deepEqual(await scene.router.runFiles(), []);
      await scene.logIn(scene.client(), "alice");
      assert.equal((await scene.ssoSessions()).length, 1);
    },

    "says it in words, with what to do below": async (scene) => {
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

    "names a provider that is down": async (scene) => {
      await scene.provider.goDown();
      try {
        assert.deepEqual(troubles(await check(scene)), ["error connection_refused OIDC_DISCOVERY_FAILED", skipped]);
      } finally {
        await scene.provider.comeBack();
      }
    },

    "says nothing of a failure that a login met just before": async (scene) => {
      scene.provider.misbehave("discovery", hangUp);
      await scene.openForm(scene.client());
      scene.provider.behave();
      await scene.router.markLog();
      assert.deepEqual(troubles(await check(scene)), []);
    },
  },
);

sceneSuite(
  "check over ubus",
  {},
  {
    "shows the settings without the secret": async (scene) => {
      const settings = JSON.parse(await scene.router.ubus("sso-login", "get")) as Record<string, unknown>;
      assert.equal(settings["client_secret_set"], true);
      const { client_secret, ...rest } = scene.standardOptions();
      assert.deepEqual(settings["values"], rest);
      assert.ok(!JSON.stringify(settings).includes(client_secret ?? ""), "the secret");
      assert.deepEqual(await scene.router.readLog(), []);
    },

    "lists its methods": async (scene) => {
      const listed = await scene.router.shell(`${scene.router.path("/usr/libexec/rpcd/sso-login")} list`);
      assert.deepEqual(JSON.parse(listed), { get: {}, check: { values: {}, roles: [] }, keep_ca: { pem: "" } });
    },

    "checks what is saved": async (scene) => {
      const report = JSON.parse(await scene.router.ubus("sso-login", "check")) as Report;
      assert.deepEqual([report.ok, troubles(report)], [true, []]);
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

    "does not hand the saved secret to another provider": async (scene) => {
      const { client_secret: saved, ...values } = scene.standardOptions();
      await scene.configure({ issuer_url: "https://saved.invalid" });
      let asked = false;
      scene.provider.misbehave("token", (_ctx, next) => {
        asked = true;
        return next();
      });
      const report = (await callPlugin(scene, "check", JSON.stringify({ values }))) as unknown as Report;
      assert.deepEqual(troubles(report), ["warning secret_not_sent"]);
      assert.equal(asked, false);
      assert.ok(!JSON.stringify(report).includes(saved ?? ""), "the secret");
    },

    "answers nonsense with an error": async (scene) => {
      const huge = JSON.stringify({ values: { client_id: "x".repeat(300_000) } });
      const broken = ["", "null", "[]", "{", '"text"', '{"values":7}', '{"values":{},"roles":[7]}', huge, "\u0000"];
      for (const input of broken) {
        const { error, findings } = await callPlugin(scene, "check", input);
        assert.ok(input === "" ? Array.isArray(findings) : typeof error === "string", input.slice(0, 40));
      }
      assert.equal(typeof (await callPlugin(scene, "reboot", "{}"))["error"], "string");
      assert.deepEqual(await scene.router.readLog(), []);
    },

    "makes one check at a time": async (scene) => {
      scene.provider.misbehave("discovery", slow(4000));
      const lock = scene.router.path("/var/run/sso-login/check.lock");
      const first = callPlugin(scene, "check", "{}");
      await scene.router.shell(`for i in $(seq 100); do [ -d ${lock} ] && exit 0; sleep 0.1; done; exit 1`);
      assert.deepEqual(await callPlugin(scene, "check", "{}"), { error: "another check is running" });
      assert.deepEqual(troubles((await first) as unknown as Report), []);
      assert.deepEqual(await scene.router.runFiles(), []);
    },
  },
);
