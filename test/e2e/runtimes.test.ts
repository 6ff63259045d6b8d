/** A login begun in one runtime goes on in the other, as after a change of packages; missing modules are reported. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chosenBackend, chosenRuntime, installService, type Runtime } from "../box/install.ts";
import { repositoryRoot } from "../box/locations.ts";
import { providerHost } from "../box/provider/identity-provider.ts";
import { repeatAccessToken } from "../box/provider/misbehaviour.ts";
import { location } from "./support/client.ts";
import { expectNoSecrets, expectOneLine, expectRefusal } from "./support/expect.ts";
import type { Scene } from "./support/scene.ts";
import { sceneSuite, type SceneTest } from "./support/suite.ts";

/** Installs the service in a runtime; its configuration is kept, with the time of its last save, before which no cache counts. */
async function change(scene: Scene, runtime: Runtime): Promise<void> {
  const file = scene.router.path("/etc/config/sso-login");
  const { atime, mtime } = statSync(file);
  await installService(scene.router.path(""), runtime, chosenBackend());
  await scene.configure();
  utimesSync(file, atime, mtime);
}

const otherRuntime: Runtime = chosenRuntime() === "lua" ? "ucode" : "lua";

/** A case from the suite's runtime to the other one, which the run with RUNTIME=… has the other way; the box has its own again at the end. */
function crossing(title: string, body: (scene: Scene, to: Runtime) => Promise<void>): [string, SceneTest] {
  return [`${title}, to ${otherRuntime}`, damaging((scene) => body(scene, otherRuntime))];
}

sceneSuite(
  "a change of runtime",
  {},
  Object.fromEntries([
    crossing("a login goes on, and its session can be ended", async (scene, to) => {
      const client = scene.client();
      const address = await scene.reachCallback(client, "alice");
      await change(scene, to);
      const landing = await client.request(location(await client.request(address, { initiator: providerHost })));
      const page = await client.refresh(landing);
      assert.match(page.body, /id="username">admin</);
      await expectOneLine(scene, "LOGIN_GRANTED");
      await client.navigate(await scene.logoutLink(client), { initiator: scene.router.host });
      assert.deepEqual(await scene.ssoSessions(), []);
    }),
    crossing("the caches are read", async (scene, to) => {
      assert.equal((await scene.callback(scene.client(), "alice")).status, 302);
      await change(scene, to);
      scene.provider.requests.length = 0;
      assert.equal((await scene.callback(scene.client(), "alice")).status, 302);
      const asked = scene.provider.requests.map(({ endpoint }) => endpoint);
      assert.ok(asked.includes("token") && !asked.includes("discovery") && !asked.includes("jwks"), asked.join(" "));
    }),
    crossing("an access token that was used stays used", async (scene, to) => {
      repeatAccessToken(scene.provider, "the-same-access-token-every-time");
      assert.equal((await scene.callback(scene.client(), "alice")).status, 302);
      await change(scene, to);
      await scene.router.markLog();
      const hop = await scene.callback(scene.client(), "alice");
      await expectRefusal(scene, hop, "TOKEN_REPLAYED", { remains: { tokens: 1, sessions: 1 } });
    }),
  ]),
);

/** Path of a C module of the service. */
function moduleFile(scene: Scene, name: string): string {
  return scene.router.path(`/usr/lib/${chosenRuntime()}/sso_login/${name}.so`);
}

/** Puts C modules of another interface in the place of the service's. */
function buildForeignModules(scene: Scene): void {
  const folder = scene.router.path("/tmp/foreign");
  const api = `UCODE_CFLAGS=-I${join(repositoryRoot, "test/native/ucode-api")}`;
  const source = join(repositoryRoot, "openwrt-feed/sso-login-native/src");
  const variables = [`CRYPTO=${chosenBackend()}`, `BINDING=${chosenRuntime()}`, `OUT=${folder}`, api];
  execFileSync("make", ["-s", "-C", source, ...variables, "CPPFLAGS=-DNATIVE_INTERFACE=1", "CFLAGS=-O0"]);
  copyFileSync(join(folder, "sso_login/native_https.so"), moduleFile(scene, "native_https"));
}

/** The start of a login is refused with such a line. */
async function expectNoStart(scene: Scene, line: RegExp): Promise<void> {
  const hop = await scene.client().request(`${scene.router.baseUrl}/`);
  await expectRefusal(scene, hop, "CONFIG_ERROR", { line });
}

/** Runs a case on an installation that is whole again afterwards. */
function damaging(body: SceneTest): SceneTest {
  return async (scene) => {
    try {
      await body(scene);
    } finally {
      await change(scene, chosenRuntime());
    }
  };
}

sceneSuite(
  "an installation that is not whole",
  {},
  {
    "a C module is missing": damaging(async (scene) => {
      rmSync(moduleFile(scene, "native_crypto"));
      await expectNoStart(scene, /reason="[^"]*'sso_login.native_crypto'/);
    }),

    "a C module has another interface": damaging(async (scene) => {
      buildForeignModules(scene);
      await expectNoStart(scene, /reason="module 'sso_login.native_https' has interface 1, not \d+"/);
    }),

    "the command line and the settings page report a missing module, too": damaging(async (scene) => {
      rmSync(moduleFile(scene, "native_https"));
      const check = await scene.router.commandLine("check");
      assert.equal(check.code, 1);
      const part = "A part of this package, or of one that it needs, cannot be loaded: nobody can log in.";
      assert.ok(check.stdout.includes(part), check.stdout);
      const plugin = scene.router.path("/usr/libexec/rpcd/sso-login");
      const answer = await scene.router.shell(`'${plugin}' call check`, "{}");
      assert.ok(answer.includes('"id":"part_unusable"'), answer);
      // The program of its own, which the check asks, names the module.
      const ready = await scene.router.commandLine("password-login", "ready");
      assert.equal(ready.code, 1);
      assert.match(
        ready.stderr,
        /^sso-login: CONFIG_ERROR hint="[^"\n]*" reason="[^"\n]*'sso_login.native_https'[^\n]*\n$/,
      );
    }),

    "without the module of the log no request is served": async (scene) => {
      const client = scene.client();
      const { search } = new URL(await scene.reachCallback(client, "alice"));
      const url = new URL("/cgi-bin/sso-login/callback", scene.router.baseUrl);
      const cookie = client.jar.header({ url, method: "GET", initiator: providerHost });
      const program = scene.router.path("/www/cgi-bin/sso-login");
      const request = `REQUEST_METHOD=GET HTTPS=on PATH_INFO=/callback QUERY_STRING='${search.slice(1)}' HTTP_COOKIE='${cookie}'`;
      const missing = `table.insert(package.loaders, 1, function(name)
        if name == 'posix.syslog' then error([[module 'posix.syslog' not found:]], 0) end end)`;
      const lacking = chosenRuntime() === "lua" ? `LUA_INIT="${missing}"` : "UCODE_WITHOUT=log";
      assert.match(await scene.router.shell(`${request} ${lacking} '${program}'`), /^Status: 503 /);
      assert.deepEqual(await scene.ssoSessions(), []);
      assert.match(await scene.router.shell(`${request} '${program}'`), /^Status: 302 /);
    },

    "without the module of the log, with every other module": async (scene) => {
      // Without a module of syslog its program writes the line.
      const bin = scene.router.path("/tmp/bin");
      mkdirSync(bin, { recursive: true });
      const log = scene.router.path("/var/log/messages");
      writeFileSync(
        join(bin, "logger"),
        `#!/bin/sh\n[ "$1 $2 $3 $5" = "-t sso-login -p --" ] && echo "$2: $6" >>'${log}'\n`,
      );
      chmodSync(join(bin, "logger"), 0o755);
      const lacking = chosenRuntime() === "lua" ? "LUA_CPATH=/nowhere" : "UCODE_WITHOUT='log fs ubus'";
      const request = `REQUEST_METHOD=GET HTTPS=on PATH_INFO=/callback REMOTE_ADDR="1'2" PATH='${bin}':"$PATH" ${lacking}`;
      const program = scene.router.path("/www/cgi-bin/sso-login");
      const answer = await scene.router.shell(`${request} '${program}'`);
      assert.match(answer, /^Status: 503 /);
      assert.match(answer, /\r\n\r\nError: [^\n]*\n?$/);
      await expectOneLine(scene, "CONFIG_ERROR", /remote="1'2" .*reason=".*(posix\.syslog|'log')/);
      await expectNoSecrets(scene);
      const command = await scene.router.shell(
        `${lacking} '${scene.router.path("/usr/sbin/sso-login")}' roles alice@example.org 2>&1 || echo $?`,
      );
      assert.match(command, /^sso-login: CONFIG_ERROR hint=[^\n]*\n1\n$/);
    },
  },
);
