/** Programs that do their work with no password on the router: those of docs/programs.md, and a user's own at another device. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runOrFail, sleep } from "../box/command.ts";
import {
  accessDenied,
  accessToken,
  audience,
  call,
  deviceToken,
  exchanged,
  on,
  Program,
  robotToken,
} from "./support/access-token.ts";
import { expectNoSecrets, expectOneLine } from "./support/expect.ts";
import { standardRoles, type Scene } from "./support/scene.ts";
import { sceneSuite } from "./support/suite.ts";
import { temporaryFolder } from "../temporary.ts";

function allow(scene: Scene, changes: Record<string, string> = {}): Promise<void> {
  const access = ["web", "api"];
  const roles = {
    ...standardRoles,
    helper: { sub: ["sub-alice"], sub_issuer: scene.provider.issuer, access, read: ["luci-mod-status-index"] },
    machine: { client: ["robot"], access: ["api"], read: ["luci-mod-status-index"] },
  };
  return scene.configure({ ...on, ...changes }, roles);
}

/** What the lines for curl in docs/programs.md print, for this router and this provider. */
async function documented({ provider, router, authority }: Scene): Promise<object> {
  const text = readFileSync(new URL("../../docs/programs.md", import.meta.url), "utf8");
  const lines = /^```sh\n(token=.*?)^```/ms.exec(text)?.[1] ?? assert.fail("the lines are gone");
  const script = lines
    .replaceAll("https://idp.example", provider.issuer)
    .replaceAll(/https:\/\/router\.example(?=\/(cgi-bin|ubus))/g, router.address)
    .replace("monitor:secret", "robot:robot%20secret");
  const bundle = join(temporaryFolder("sso-login-"), "ca.pem");
  writeFileSync(bundle, [router.caFile, authority.certFile].map((file) => readFileSync(file, "utf8")).join(""));
  const env = { ...process.env, CURL_CA_BUNDLE: bundle };
  return JSON.parse(await runOrFail("sh", ["-euc", script], { env })) as object;
}

sceneSuite(
  "programs",
  { provider: { programs: audience } },
  {
    "the documented lines for curl, which Home Assistant and a monitoring program run": async (scene) => {
      await allow(scene);
      for (let scan = 0; scan < 2; scan += 1) {
        assert.deepEqual(Object.keys(await documented(scene)).sort(), ["id", "jsonrpc", "result"]);
      }
      assert.equal((await scene.ssoSessions()).length, 2);
      await expectNoSecrets(scene);
    },

    "a user's program at another device gets the user's rights for programs": async (scene) => {
      await allow(scene);
      const id = await exchanged(scene, await deviceToken(scene, "alice"));
      await expectOneLine(scene, "TOKEN_EXCHANGED", /client=panel email="" sub=sub-alice role=helper session=/);
      assert.notEqual(await call(scene, id, "system", "board", {}), accessDenied);
      assert.equal(await call(scene, id, "system", "reboot", {}), accessDenied);
      await expectNoSecrets(scene);
    },

    "a program that polls every minute needs one exchange for each token": async (scene) => {
      await allow(scene);
      const program = new Program(scene, () => robotToken(scene));
      for (let minute = 0; minute < 5; minute += 1) {
        assert.notEqual(await program.call("system", "board", {}), accessDenied);
      }
      assert.deepEqual([program.tokens, program.exchanges], [1, 1]);
    },

    "a long-running program continues after the end of its session and of its token": async (scene) => {
      await allow(scene);
      const end = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;
      const ends = [end(5), end(600)];
      const program: Program = new Program(scene, () => accessToken(scene, { exp: ends[program.tokens] }));
      const works = async (): Promise<void> => assert.notEqual(await program.call("system", "board", {}), accessDenied);
      await works();
      for (const { id } of await scene.ssoSessions()) {
        await scene.router.destroySession(id);
      }
      // A slow machine may have come to the end of the first token by now.
      await works();
      await sleep(((ends[0] ?? 0) + 3) * 1000 - Date.now());
      await works();
      assert.equal(program.tokens, 2);
      assert.ok(program.exchanges >= 2, String(program.exchanges));
    },
  },
);
