/** Programs come in by the provider's tokens: those of docs/programs.md, and a user's own at another device. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectSoon, run, runOrFail, sleep, type CommandResult } from "../box/command.ts";
import { repositoryRoot } from "../box/locations.ts";
import type { ServiceOptions } from "../box/router.ts";
import {
  accessToken,
  audience,
  call,
  deviceToken,
  exchange,
  exchanged,
  exchangeForm,
  on,
  post,
  robotToken,
} from "./support/access-token.ts";
import { header } from "./support/client.ts";
import { expectAnswer, expectNoSecrets, expectOneLine, logLines } from "./support/expect.ts";
import { form, logoutToken, post as postLogout } from "./support/logout-token.ts";
import { startSupervisor, stopSupervisor } from "./support/revalidation.ts";
import { accessDenied, standardRoles, type Scene } from "./support/scene.ts";
import { each, sceneSuite } from "./support/suite.ts";
import { temporaryFolder } from "../temporary.ts";

const read = ["luci-mod-status-index"];
const machine = { client: ["robot"], access: ["api"], read };

function allow(scene: Scene, changes: ServiceOptions = {}): Promise<void> {
  const helper = { sub: ["sub-alice"], sub_issuer: scene.provider.issuer, access: ["web", "api"], read };
  return scene.configure({ ...on, ...changes }, { ...standardRoles, helper, machine });
}

/** Whether a session may ask for what its role reads; what becomes of the question is the router's. */
async function mayAsk(scene: Scene, id: string): Promise<boolean> {
  return (await call(scene, id, "system", "board", {})) !== accessDenied;
}

async function expectEnded(scene: Scene, id: string): Promise<void> {
  assert.equal(await mayAsk(scene, id), false);
  assert.deepEqual(await scene.ssoSessions(), []);
}

const docs = join(repositoryRoot, "docs");
const programs = readFileSync(join(docs, "programs.md"), "utf8");

/** A block of docs/programs.md for this router and this provider; `kind` is the word after its `sh`. */
function block({ provider, router }: Scene, kind: string, bundle: string): string {
  const lines = [...programs.matchAll(/^```sh (\w+)\n(.*?)^```/gms)].filter(([, word]) => word === kind);
  return lines
    .map(([, , body = ""]) => body)
    .join("")
    .replaceAll("https://idp.example", provider.issuer)
    .replaceAll(/https:\/\/router\.example(?=\/(cgi-bin|ubus)|$)/gm, router.address)
    .replace("monitor:secret", "robot:robot%20secret")
    .replace("client=monitor\nsecret='secret'", "client=robot\nsecret=robot%20secret")
    .replaceAll("/etc/ssl/router.pem", bundle);
}

/** The documents' script with its file, and `changes` at the file's end, for the shells of Debian and OpenWrt. */
function script(scene: Scene): { env: NodeJS.ProcessEnv; change: (changes: string) => void; folder: string } {
  const folder = temporaryFolder("sso-login-");
  const bundle = join(folder, "ca.pem");
  const files = [scene.router.caFile, scene.authority.certFile];
  writeFileSync(bundle, files.map((file) => readFileSync(file, "utf8")).join(""));
  const config = `${block(scene, "config", bundle)}provider_ca=${bundle}\n`;
  const change = (changes: string): void => {
    writeFileSync(join(folder, ".sso-login-exchange"), config + changes);
  };
  change("");
  const path = [docs, process.env["PATH"]].join(":");
  return { env: { ...process.env, PATH: path, HOME: folder, CURL_CA_BUNDLE: bundle }, change, folder };
}

/** The programs of this machine that can read JSON for the script. */
const parsers = Object.fromEntries(
  ["jsonfilter", "jq", "python3"]
    .filter((name) => spawnSync("which", [name]).status === 0)
    .map((name) => [`hostile answers of a provider make the script write no file and ask nobody, with ${name}`, name]),
);

sceneSuite(
  "token exchange",
  { backchannelLogout: true, provider: { programs: audience } },
  {
    "a program with the provider's token uses /ubus within its role": async (scene) => {
      await allow(scene);
      const token = await robotToken(scene);
      const file = scene.router.path("/tmp/token");
      await scene.router.writeFile("/tmp/token", token);
      assert.match((await scene.router.commandLine("roles", "--token", file)).stdout, /machine/);
      await scene.router.shell(`rm ${file}`);
      const id = await exchanged(scene, token);
      await expectOneLine(scene, "TOKEN_EXCHANGED", /client=robot email="" sub=robot role=machine session=/);
      assert.equal(await mayAsk(scene, id), true);
      assert.equal(await call(scene, id, "uci", "set", { config: "sso-login", section: "default" }), accessDenied);
      const headers = { Cookie: `sysauth_https=${id}` };
      const page = await scene.client().request(`${scene.router.address}/cgi-bin/luci/`, { headers });
      assert.equal(header(page, "x-luci-login-required"), "yes");
      await expectNoSecrets(scene);
    },

    "the documented lines for curl and for the script, which Home Assistant and a monitoring program run": async (
      scene,
    ) => {
      await allow(scene);
      const { env, folder } = script(scene);
      const home = /`(sh \/config\/sso-login-exchange [^`]*)`/.exec(programs)?.[1] ?? assert.fail();
      const ofHome = home
        .replace("/config/", `${docs}/`)
        .replace("/config/router", join(folder, ".sso-login-exchange"));
      const documented = ["curl", "call"].map((kind) => block(scene, kind, env["CURL_CA_BUNDLE"] ?? "").trim());
      for (const lines of [...documented, ofHome]) {
        const output = await runOrFail("sh", ["-euc", lines], { env });
        for (const line of output.trim().split("\n")) {
          assert.deepEqual(Object.keys(JSON.parse(line) as object).sort(), ["id", "jsonrpc", "result"]);
        }
      }
      assert.equal((await scene.ssoSessions()).length, 4);
      await expectNoSecrets(scene);
    },

    "the script keeps a session, makes another when that has ended, and tells failures apart": async (scene) => {
      const { env, change, folder } = script(scene);
      const file = join(docs, "sso-login-exchange");
      for (const shell of [["sh"], ["busybox", "ash"]]) {
        await scene.reset();
        await allow(scene);
        const call = async (changes: string, ...args: string[]): Promise<CommandResult> => {
          change(changes);
          const [program = "", ...words] = [...shell, file, ...args];
          return run(program, words, { env });
        };
        const keep = `session=${join(folder, shell.join(""))}\n`;
        for (const [index, exchanges] of [1, 1, 2, 3].entries()) {
          const wanted = index === 3 ? [5, ""] : [0, "{"];
          const { code, stdout } = await call(keep, ...(index === 3 ? ["system", "reboot"] : ["system", "board"]));
          assert.deepEqual([code, stdout.slice(0, 1)], wanted);
          const lines = (await logLines(scene, exchanges)).filter((line) => line.startsWith("TOKEN_EXCHANGED"));
          assert.equal(lines.length, exchanges);
          if (index === 1) await scene.router.destroySession((await scene.ssoSessions())[0]?.id ?? "");
        }
        const failures: [string, number, RegExp][] = [
          ["secret=wrong", 3, /the provider gives no token \(401\)/],
          ["router=https://router.localhost:1", 1, /no answer/],
          ["client=", 2, /client/],
        ];
        for (const [changes, status, words] of failures) {
          const { code, stderr } = await call(changes, "system", "board");
          assert.deepEqual([code, words.test(stderr)], [status, true], stderr);
        }
        await allow(scene, { api_audience: "https://other.example/" });
        const refused = await call("", "system", "board");
        assert.deepEqual(
          [refused.code, /"error_description":"aud: is not api_audience"/.test(refused.stderr)],
          [4, true],
          refused.stderr,
        );
        await allow(scene, { enabled: "0" });
        assert.equal((await call("", "system", "board")).code, 75);
      }
    },

    ...each(parsers, async (scene, parser) => {
      await allow(scene);
      const { env, folder } = script(scene);
      const tools = join(folder, "bin");
      mkdirSync(tools);
      for (const name of ["curl", "mktemp", "cat", "rm", "sed", "tr", "head", "busybox"]) {
        symlinkSync((await runOrFail("which", [name])).trim(), join(tools, name));
      }
      // The program on the path may be a script that looks for the program.
      const found = parser === "python3" ? ["python3", "-c", "import sys; print(sys.executable)"] : ["which", parser];
      symlinkSync((await runOrFail(found[0] ?? "", found.slice(1))).trim(), join(tools, parser));
      const stolen = join(folder, "stolen");
      const lines = `x"\nurl = "${scene.router.baseUrl}/?action=enabled"\noutput = "${stolen}`;
      const answers = {
        [`{"access_token":\n"x",\n"access_token":"x"\nurl = "${scene.router.baseUrl}/"\noutput = "${stolen}"\n}`]: 3,
        [JSON.stringify({ access_token: lines })]: 3,
        [`{\n"access_token": ${JSON.stringify(lines)},\n"access_token": ${JSON.stringify(lines)}\n}`]: 3,
        ...Object.fromEntries(
          [null, true, [], ["x"], ["x", "y"], {}, { a: "x" }].map((value) => [
            JSON.stringify({ access_token: value }),
            3,
          ]),
        ),
        [JSON.stringify({ access_token: "x y" })]: 3,
        [JSON.stringify({ access_token: "\u00e4" })]: 3,
        [JSON.stringify({ access_token: "" })]: 3,
        [JSON.stringify({ token: '"access_token":"x"' })]: 3,
        "<html>": 3,
        "": 3,
        // Visible characters are handed on as they are, and the router refuses them.
        [JSON.stringify({ access_token: '@/etc/passwd"&resource=x\\' })]: 4,
      };
      for (const [body, status] of Object.entries(answers)) {
        scene.provider.misbehave("token", (ctx) => {
          ctx.body = body;
          return Promise.resolve();
        });
        const words = ["ash", join(docs, "sso-login-exchange"), "system", "board"];
        const { code, stderr } = await run(join(tools, "busybox"), words, {
          env: { ...env, PATH: tools, TMPDIR: folder },
        });
        assert.equal(code, status, `${body}: ${stderr}`);
        assert.match(stderr, /^sso-login-exchange: [ -~]*\n$/);
        assert.deepEqual(readdirSync(folder).sort(), [".sso-login-exchange", "bin", "ca.pem"]);
      }
      assert.deepEqual(await scene.ssoSessions(), []);
    }),

    "a user's program at another device gets the user's rights for programs": async (scene) => {
      await allow(scene);
      const id = await exchanged(scene, await deviceToken(scene, "alice"));
      await expectOneLine(scene, "TOKEN_EXCHANGED", /client=panel email="" sub=sub-alice role=helper session=/);
      assert.equal(await mayAsk(scene, id), true);
      assert.equal(await call(scene, id, "system", "reboot", {}), accessDenied);
      await expectNoSecrets(scene);
    },

    "a session ends with its token, although it is in use": async (scene) => {
      await allow(scene);
      const exp = Math.floor(Date.now() / 1000) + 8;
      const id = await exchanged(scene, accessToken(scene, { exp }));
      // It would end without a session.
      await startSupervisor(scene.router);
      assert.equal(await mayAsk(scene, id), true);
      while (Date.now() / 1000 < exp - 1) {
        assert.equal(await mayAsk(scene, id), true);
        await sleep(500);
      }
      await sleep((exp + 2.5) * 1000 - Date.now());
      await expectEnded(scene, id);
      await stopSupervisor(scene.router);
    },

    "a session ends when its role does, and keeps its rights when rpcd reloads": async (scene) => {
      await allow(scene);
      const id = await exchanged(scene, accessToken(scene));
      assert.equal((await scene.router.commandLine("sync-roles")).code, 0);
      await scene.router.reloadRpcd();
      assert.equal(await mayAsk(scene, id), true);
      await scene.configure(on, { ...standardRoles, machine });
      // The plug-in of the rpcd that reloaded may hold the lock, and may itself end the session.
      const isApplied = async (): Promise<boolean> => (await scene.router.commandLine("sync-roles")).code === 0;
      await expectSoon("roles are applied", isApplied);
      await expectEnded(scene, id);
    },

    "a session ends by the provider's logout token": async (scene) => {
      await allow(scene, { backchannel_logout: "1" });
      const token = accessToken(scene);
      const id = await exchanged(scene, token);
      expectAnswer(await postLogout(scene, { logout_token: logoutToken(scene) }), 200);
      await expectEnded(scene, id);
      expectAnswer(await exchange(scene, token), 400);
      // Long after a login of that time would be over: the first request of a minute removes what is old.
      const files = scene.router.path("/var/run/sso-login");
      await scene.router.shell(
        `cd ${files}; touch -d '@${String(Math.floor(Date.now() / 1000) - 400)}' ended_*; rm -f rate* cleaned_*`,
      );
      expectAnswer(await exchange(scene, token), 400);
      expectAnswer(await exchange(scene, token), 400);
      expectAnswer(await exchange(scene, accessToken(scene, { iat: Math.floor(Date.now() / 1000) + 1 })), 200);
    },

    "client authentication is refused, with one line in the log": async (scene) => {
      await allow(scene);
      const request = form(exchangeForm(accessToken(scene)));
      const headers = { ...request.headers, authorization: `Basic ${btoa("robot:secret")}` };
      const hop = await scene.client().request(`${scene.router.baseUrl}/token`, { ...request, headers });
      expectAnswer(hop, 401);
      assert.deepEqual(JSON.parse(hop.body), { error: "invalid_client" });
      await expectOneLine(scene, "CLIENT_AUTHENTICATION");
    },

    "a body of a megabyte and an absent one are refused": async (scene) => {
      await allow(scene);
      for (const body of ["x".repeat(1_000_000), "", "\u00ff\u00fe=%", "grant_type=a&grant_type=a"]) {
        await scene.router.markLog();
        const hop = await post(scene, body);
        expectAnswer(hop, 400);
        assert.match(header(hop, "content-type") ?? "", /^application\/json(;|$)/);
        await expectOneLine(scene, "EXCHANGE_REFUSED");
      }
      assert.equal((await scene.client().request(`${scene.router.baseUrl}/token`)).status, 405);
      assert.deepEqual(await scene.ssoSessions(), []);
    },
  },
);
