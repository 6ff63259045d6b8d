/**
 * A provider that hangs while three browsers ask for logins, on a web server that runs three programs at a time, as uhttpd
 * does: LuCI needs a slot, too. A file of its own, as it takes its time; SLOT_SECONDS=60 makes each case last so long.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { connect } from "node:tls";
import { sleep, withResolvers } from "../box/command.ts";
import { slow } from "../box/provider/misbehaviour.ts";
import { header, location } from "./support/client.ts";
import { logLines } from "./support/expect.ts";
import type { Scene } from "./support/scene.ts";
import { each, sceneSuite } from "./support/suite.ts";

const seconds = Number(process.env["SLOT_SECONDS"] ?? 7);
/** Seconds that the service waits for the hanging provider. */
const timeout = 6;

/** How many calls hung, how many do now, and how many did at once. */
class Hanging {
  total = 0;
  most = 0;
  #now = 0;

  begin(): void {
    this.total += 1;
    this.#now += 1;
    this.most = Math.max(this.most, this.#now);
  }

  end(): void {
    this.#now -= 1;
  }
}

/** One browser that starts a login, and where that works comes back from the provider with some code; of a further provider by its name. */
async function tryToLogIn(scene: Scene, name?: string): Promise<number> {
  const client = scene.client();
  const further = name === undefined ? undefined : scene.further.get(name);
  const start = await client.request(`${scene.router.baseUrl}/${name === undefined ? "" : `?provider=${name}`}`);
  if (start.status !== 302) {
    return start.status;
  }
  const answer = new URLSearchParams({
    code: "invented",
    state: location(start).searchParams.get("state") ?? "",
    iss: (further ?? scene.provider).issuer,
  });
  const path = name === undefined ? "callback" : `callback/${name}`;
  const callback = await client.request(`${scene.router.baseUrl}/${path}?${answer.toString()}`);
  return callback.status;
}

/** Runs three browsers in a loop, no more than the rate limit lets through, and one that reads a page of LuCI. */
async function underLoad(scene: Scene): Promise<{ pages: number; slowest: number; answers: number[] }> {
  const reader = scene.client();
  await reader.request(`${scene.router.address}/cgi-bin/luci/`);
  const end = Date.now() + seconds * 1000;
  const answers: number[] = [];
  const browse = async (): Promise<void> => {
    while (Date.now() < end) {
      const next = sleep(seconds > 20 ? 8000 : 1000);
      answers.push(await tryToLogIn(scene));
      await next;
    }
  };
  let pages = 0;
  let slowest = 0;
  const read = async (): Promise<void> => {
    while (Date.now() < end) {
      const start = Date.now();
      const page = await reader.request(`${scene.router.address}/cgi-bin/luci/`);
      assert.equal(header(page, "x-luci-login-required"), "yes");
      slowest = Math.max(slowest, Date.now() - start);
      pages += 1;
      await sleep(100);
    }
  };
  await Promise.all([browse(), browse(), browse(), read()]);
  return { pages, slowest, answers };
}

function judge(outcome: Awaited<ReturnType<typeof underLoad>>, hanging: Hanging): void {
  const found = JSON.stringify({ ...outcome, calls: hanging.total });
  const refused = outcome.answers.every((status) => status === 500 || status === 429);
  assert.ok(outcome.answers.length > 3 && refused && outcome.answers.includes(500), found);
  assert.ok(hanging.total > 0, found);
  assert.equal(hanging.most, 1, `calls that hung at once: ${found}`);
  // With every slot taken by calls, a page that is asked for when a call begins waits until it ends.
  assert.ok(outcome.slowest < timeout * 1000 && outcome.pages > 1, found);
}

/** A back-channel logout whose body never ends; the answer comes all the same. */
async function unfinished(scene: Scene): Promise<string> {
  const { hostname, port } = new URL(scene.router.address);
  const ca = readFileSync(scene.router.caFile, "utf8");
  const socket = connect({ host: "127.0.0.1", port: Number(port), servername: hostname, ca });
  const head = [
    `POST ${new URL(scene.router.baseUrl).pathname}/backchannel-logout HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    "Content-Type: application/x-www-form-urlencoded",
    "Content-Length: 1000",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\nlogout_token=`);
  const { promise, resolve, reject } = withResolvers<string>();
  socket.once("data", (chunk: Buffer) => resolve(chunk.toString("latin1")));
  socket.once("error", reject);
  const answer = await promise;
  socket.destroy();
  return answer;
}

sceneSuite(
  "three slots and bodies that do not end",
  { box: { slots: 3 } },
  {
    "hold them for two seconds": async (scene) => {
      await scene.configure({ backchannel_logout: "1" });
      const began = Date.now();
      const bodies = Array.from({ length: 3 }, () => unfinished(scene));
      await sleep(300);
      const page = await scene.client().request(`${scene.router.address}/cgi-bin/luci/`);
      const taken = Date.now() - began;
      assert.equal(header(page, "x-luci-login-required"), "yes");
      assert.ok(taken < 5000, `${String(taken)} ms`);
      for (const answer of await Promise.all(bodies)) {
        assert.match(answer, /^HTTP\/1\.1 400 /);
      }
      const lines = await logLines(scene, 3);
      lines.forEach((line) => assert.match(line, /^LOGOUT_REFUSED .*reason="not complete after 2 s"$/));
    },
  },
);

// test/native/https has servers that hang before TLS and after its handshake.
sceneSuite(
  "three slots and a provider that hangs",
  { box: { slots: 3 } },
  each({ "at its document": "discovery", "at a code": "token" } as const, async (scene, endpoint) => {
    const hanging = new Hanging();
    await scene.configure({ http_timeout: String(timeout) });
    scene.provider.misbehave(endpoint, async (ctx) => {
      const { promise, resolve } = withResolvers<void>();
      hanging.begin();
      ctx.respond = false;
      ctx.req.socket.once("close", () => resolve());
      await promise;
      hanging.end();
    });
    judge(await underLoad(scene), hanging);
  }),
);

/** Logs in three times at the first provider while strangers ask others for as long as that takes. */
async function logInBeside(scene: Scene, strangers: readonly (() => Promise<unknown>)[]): Promise<void> {
  const others = strangers.map((ask) => ask());
  await sleep(1500);
  for (let login = 0; login < 3; login++) {
    assert.equal((await scene.logIn(scene.client(), "alice")).status, 200, `login ${login}`);
  }
  await Promise.all(others);
}

sceneSuite(
  "three slots and three providers",
  { box: { slots: 3 }, further: ["office", "club"] },
  {
    "two that answer in nine seconds close no login at the third": async (scene) => {
      scene.further.forEach((provider) => provider.misbehave("token", slow(9000)));
      const names = ["office", "club", "office", "club", "office", "club", "office", "club"];
      await logInBeside(
        scene,
        names.map((name) => () => tryToLogIn(scene, name)),
      );
    },

    "one that hangs and one that is asked all the time close no login at the third": async (scene) => {
      scene.further.get("office")?.misbehave("token", slow(60_000));
      // Shorter than the patience of those that wait: one call follows another.
      scene.further.get("club")?.misbehave("token", slow(1200));
      const robot = async (): Promise<void> => {
        for (let turn = 0; turn < 4; turn++) {
          await tryToLogIn(scene, "club");
        }
      };
      await logInBeside(scene, [() => tryToLogIn(scene, "office"), robot, robot]);
    },
  },
);
