/** Requests as the web server passes them on: transport, methods, paths, sizes, rate, the probe and the switch. */
import assert from "node:assert/strict";
import { sleep } from "../box/command.ts";
import { header, type Hop } from "./support/client.ts";
import { expectAnswer, expectRefusal, expectRemains, logLines } from "./support/expect.ts";
import type { Scene } from "./support/scene.ts";
import { inBox, sceneSuite, type SceneTest } from "./support/suite.ts";

/** A request below the service's address, exactly as written. */
function raw(
  scene: Scene,
  rest: string,
  details: { method?: string; cookie?: string; from?: string } = {},
): Promise<Hop> {
  const url = new URL(scene.router.baseUrl);
  return scene.client().request(url, { rawTarget: url.pathname + rest, ...details });
}

/** Headers by which some proxy or client says that a request came over HTTPS. */
const claims = {
  "X-Forwarded-Proto": "https",
  "X-Forwarded-Protocol": "https",
  "X-Forwarded-Scheme": "https",
  "X-Forwarded-Ssl": "on",
  "X-Forwarded-Port": "443",
  "X-Url-Scheme": "https",
  "Front-End-Https": "on",
  Forwarded: "for=127.0.0.1;proto=https",
  HTTPS: "on",
  HTTP_HTTPS: "on",
  "Request-Scheme": "https",
  REQUEST_SCHEME: "https",
};

sceneSuite(
  "requests, methods, transport and paths",
  {},
  {
    "HEAD is not allowed": async (scene) => {
      const hop = await raw(scene, "/", { method: "HEAD" });
      expectAnswer(hop, 405);
      assert.equal(header(hop, "allow"), "GET");
      await expectRemains(scene);
      assert.match((await logLines(scene, 1)).join(), /^METHOD_NOT_ALLOWED /);
    },

    "a posted form is not allowed, and its body is not read": async (scene) => {
      const client = scene.client();
      const hop = await client.request(`${scene.router.baseUrl}/callback`, { form: { code: "abcdefgh", state: "x" } });
      await expectRefusal(scene, hop, "METHOD_NOT_ALLOWED");
    },

    "plain HTTP is refused with any headers": inBox("its address for plain HTTP is unknown", async (scene) => {
      for (const path of ["/", "/callback?code=abcdefgh&state=x", "/logout", "/?action=enabled"]) {
        await scene.router.markLog();
        const address = `${String(scene.router.plainAddress)}/cgi-bin/sso-login${path}`;
        const hop = await scene.client().request(address, { headers: claims });
        await expectRefusal(scene, hop, "HTTPS_REQUIRED");
      }
    }),

    "a path that some web servers tidy up is the callback or nothing": async (scene) => {
      for (const path of ["//callback", "/callback%00", "/x/..%2fcallback"]) {
        await scene.router.markLog();
        const hop = await raw(scene, `${path}?code=abcdefgh&state=x`);
        await expectRefusal(scene, hop, hop.status === 404 ? "NOT_FOUND" : "MISSING_HANDSHAKE_COOKIE");
      }
    },

    "a callback that gives a parameter twice is refused": async (scene) => {
      await expectRefusal(scene, await raw(scene, "/callback?code=a&state=x&state=x"), "INVALID_REQUEST");
    },

    "query string and Cookie header may have 16384 bytes": inBox("uhttpd answers 413 above 4096", async (scene) => {
      for (const more of ["", "x"]) {
        for (const [rest, cookie] of [
          [`/?${"q".repeat(16384)}${more}`, ""],
          ["/", `a=${"c".repeat(16382)}${more}`],
        ] as const) {
          await scene.reset();
          const hop = await raw(scene, rest, { cookie });
          await (more === "" ? expectAnswer(hop, 302) : expectRefusal(scene, hop, "INPUT_TOO_LARGE"));
        }
      }
    }),
  },
);

/** A test within one minute of the clock; where that ended in the middle of it, on a busy machine, it begins again. */
function withinMinute(body: SceneTest): SceneTest {
  const minute = (): number => Math.floor(Date.now() / 60_000);
  return async (scene) => {
    const left = 60_000 - (Date.now() % 60_000);
    await (left < 10_000 ? sleep(left + 50) : undefined);
    const first = minute();
    try {
      await body(scene);
    } catch (error) {
      if (minute() === first) {
        throw error;
      }
      await scene.reset();
      await body(scene);
    }
  };
}

function count(answers: readonly Hop[], status: number): number {
  return answers.filter((hop) => hop.status === status).length;
}

sceneSuite(
  "requests, rate",
  {},
  {
    "of 60 requests at once exactly 50 are served": withinMinute(async (scene) => {
      await raw(scene, "/");
      await scene.router.clearState();
      const answers = await Promise.all(Array.from({ length: 60 }, () => raw(scene, "/logout")));
      assert.deepEqual([count(answers, 302), count(answers, 429)], [50, 10]);
    }),

    "of 40 requests of one host at once only its limit is served, and others can log in": inBox(
      "a real router's hosts are not this machine's",
      withinMinute(async (scene) => {
        await scene.configure({ client_limit: "10" });
        await raw(scene, "/logout", { from: "127.0.0.2" });
        await scene.router.markLog();
        const noisy = await Promise.all(Array.from({ length: 40 }, () => raw(scene, "/logout", { from: "127.0.0.2" })));
        assert.deepEqual([count(noisy, 302), count(noisy, 429)], [9, 31]);
        const line = /^RATE_LIMITED remote=127\.0\.0\.2 option=client_limit /m;
        assert.match((await scene.router.readLog()).join("\n"), line);
        assert.equal((await scene.logIn(scene.client(), "alice")).status, 200);
      }),
    ),
  },
);

sceneSuite(
  "requests, faults of the router",
  {},
  {
    "a run directory that is a file": async (scene) => {
      await scene.router.clearState();
      const folder = scene.router.path("/var/run/sso-login");
      await scene.router.shell(`echo x >'${folder}'`);
      const hop = await raw(scene, "/");
      await scene.router.shell(`rm '${folder}'`);
      // A box of somebody who is not root gets the other reason first.
      const isRoot = process.env["ROUTER"] !== undefined || process.getuid?.() === 0;
      await expectRefusal(scene, hop, isRoot ? "INTERNAL_ERROR" : "CONFIG_ERROR");
    },

    "ubus is missing": async (scene) => {
      const client = scene.client();
      const address = await scene.reachCallback(client, "alice");
      const folder = scene.router.path("/var/run/ubus");
      await scene.router.shell(`mv '${folder}' '${folder}.away'`);
      const answered = client.request(address);
      const hop = await answered.finally(() => scene.router.shell(`mv '${folder}.away' '${folder}'`));
      await expectRefusal(scene, hop, "UBUS_LOGIN_FAILED", { remains: { tokens: 1 } });
    },
  },
);
