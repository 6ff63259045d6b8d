/** Requests as such: transport, methods, paths, sizes, rate, the probe and the switch. */
import assert from "node:assert/strict";
import { sleep } from "../box/command.ts";
import { header, type Hop } from "./support/client.ts";
import { expectAnswer, expectRefusal, expectRemains, logLines, type Code } from "./support/expect.ts";
import type { Scene } from "./support/scene.ts";
import { each, inBox, sceneSuite, type SceneTest } from "./support/suite.ts";

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
const claims: readonly [name: string, value: string][] = [
  ["X-Forwarded-Proto", "https"],
  ["X-Forwarded-Protocol", "https"],
  ["X-Forwarded-Scheme", "https"],
  ["X-Forwarded-Ssl", "on"],
  ["X-Forwarded-Port", "443"],
  ["X-Url-Scheme", "https"],
  ["Front-End-Https", "on"],
  ["Forwarded", "for=127.0.0.1;proto=https"],
  ["HTTPS", "on"],
  ["HTTP_HTTPS", "on"],
  ["Request-Scheme", "https"],
  ["REQUEST_SCHEME", "https"],
];

/** Words by the titles of their cases. */
const titled = (words: string, title = (word: string): string => word): Record<string, string> =>
  Object.fromEntries(words.split(" ").map((word) => [title(word), word]));

sceneSuite(
  "requests, methods and transport",
  {},
  {
    ...each(
      titled("POST PUT DELETE PATCH OPTIONS HEAD", (method) => `${method} is not allowed`),
      async (scene, method) => {
        const hop = await raw(scene, "/", { method });
        if (method === "HEAD") {
          // There is no body to look at.
          expectAnswer(hop, 405);
        } else {
          await expectRefusal(scene, hop, "METHOD_NOT_ALLOWED");
        }
        assert.equal(header(hop, "allow"), "GET");
        await expectRemains(scene);
        assert.match((await logLines(scene, 1)).join(), /^METHOD_NOT_ALLOWED /);
      },
    ),

    "a posted form is not allowed, and its body is not read": async (scene) => {
      const client = scene.client();
      const hop = await client.request(`${scene.router.baseUrl}/callback`, { form: { code: "abcdefgh", state: "x" } });
      await expectRefusal(scene, hop, "METHOD_NOT_ALLOWED");
    },

    "plain HTTP is refused": inBox("where a real router speaks plain HTTP is not known", async (scene) => {
      for (const path of ["/", "/callback?code=abcdefgh&state=x", "/logout", "/?action=enabled"]) {
        await scene.router.markLog();
        const hop = await scene.client().request(`${String(scene.router.plainAddress)}/cgi-bin/sso-login${path}`);
        await expectRefusal(scene, hop, "HTTPS_REQUIRED");
      }
    }),

    "plain HTTP is refused whatever its headers say": inBox(
      "where a real router speaks plain HTTP is not known",
      async (scene) => {
        for (const [name, value] of claims) {
          await scene.router.markLog();
          const address = `${String(scene.router.plainAddress)}/cgi-bin/sso-login/`;
          const hop = await scene.client().request(address, { headers: { [name]: value } });
          await expectRefusal(scene, hop, "HTTPS_REQUIRED");
        }
      },
    ),
  },
);

sceneSuite(
  "requests, paths",
  {},
  {
    ...each(
      titled("/x /callback/ /Callback /callback%0d%0aX:y /logout/ /?action=disable /?x=1&action=%65nable"),
      async (scene, path) => expectRefusal(scene, await raw(scene, path), "NOT_FOUND"),
    ),

    ...each(
      titled(
        "//callback /callback%00 /x/..%2fcallback",
        (path) => `${path}, which some web servers tidy up, is the callback or nothing`,
      ),
      async (scene, path) => {
        const hop = await raw(scene, `${path}?code=abcdefgh&state=x`);
        await expectRefusal(scene, hop, hop.status === 404 ? "NOT_FOUND" : "MISSING_HANDSHAKE_COOKIE");
      },
    ),

    "other parameters do not keep a login from starting": async (scene) => {
      const hop = await raw(scene, "/?utm_source=mail&x");
      expectAnswer(hop, 302);
      await expectRemains(scene, { handshakes: 1 });
    },
  },
);

const limits: Readonly<Record<string, [allowed: boolean, rest: string, cookie?: string]>> = {
  "a query string of 16384 bytes": [true, `/?${"q".repeat(16384)}`],
  "a query string of 16385 bytes": [false, `/?${"q".repeat(16385)}`],
  "100 parameters": [true, `/?${Array.from({ length: 100 }, (_, index) => `p${String(index)}=1`).join("&")}`],
  "101 parameters": [false, `/?${Array.from({ length: 101 }, (_, index) => `p${String(index)}=1`).join("&")}`],
  "a Cookie header of 16384 bytes": [true, "/", `a=${"c".repeat(16382)}`],
  "a Cookie header of 16385 bytes": [false, "/", `a=${"c".repeat(16383)}`],
  "100 cookies": [true, "/", Array.from({ length: 100 }, (_, index) => `c${String(index)}=1`).join("; ")],
  "101 cookies": [false, "/", Array.from({ length: 101 }, (_, index) => `c${String(index)}=1`).join("; ")],
  "a large query at the callback": [false, `/callback?state=x&code=${"q".repeat(16384)}`],
  "a large Cookie header at the logout": [false, "/logout", `a=${"c".repeat(16383)}`],
};

/** Tests of a request with this rest of its address and cookies, which uhttpd itself refuses when a line is too long. */
function sized(rest: string, cookie: string, test: SceneTest): SceneTest {
  return Math.max(rest.length, cookie.length) > 4000 ? inBox("uhttpd answers 413 above 4096 bytes", test) : test;
}

sceneSuite(
  "requests, sizes",
  {},
  Object.fromEntries(
    Object.entries(limits).map(([title, [allowed, rest, cookie = ""]]): [string, SceneTest] => [
      title,
      sized(rest, cookie, async (scene) => {
        const hop = await raw(scene, rest, { cookie });
        if (allowed) {
          expectAnswer(hop, 302);
        } else {
          await expectRefusal(scene, hop, "INPUT_TOO_LARGE");
        }
      }),
    ]),
  ),
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

sceneSuite(
  "requests, rate",
  {},
  {
    "the 51st request of a minute is refused, over all endpoints together": withinMinute(async (scene) => {
      for (let count = 0; count < 48; count += 6) {
        await Promise.all(Array.from({ length: 6 }, () => raw(scene, "/")));
      }
      await raw(scene, "/callback");
      await raw(scene, "/logout");
      await scene.router.markLog();
      const refused = await raw(scene, "/");
      await expectRefusal(scene, refused, "RATE_LIMITED", { remains: { handshakes: 48 } });
      const wait = Number(header(refused, "retry-after"));
      assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60, `Retry-After: ${String(wait)}`);
      for (const path of ["/callback?code=abcdefgh&state=x", "/logout"]) {
        assert.equal((await raw(scene, path)).status, 429);
      }
      assert.equal((await raw(scene, "/?action=enabled")).status, 200, "the probe is not counted");
      assert.equal((await raw(scene, "/nothing")).status, 404);
    }),

    "of 60 requests at once exactly 50 are served": withinMinute(async (scene) => {
      await raw(scene, "/");
      await scene.router.clearState();
      const answers = await Promise.all(Array.from({ length: 60 }, () => raw(scene, "/logout")));
      const count = (status: number): number => answers.filter((hop) => hop.status === status).length;
      assert.deepEqual([count(302), count(429)], [50, 10]);
    }),

    "probes and refused paths do not count": withinMinute(async (scene) => {
      for (let count = 0; count < 60; count += 10) {
        await Promise.all(Array.from({ length: 10 }, () => raw(scene, "/?action=enabled")));
      }
      expectAnswer(await raw(scene, "/"), 302);
    }),
  },
);

sceneSuite(
  "requests, a client's share",
  {},
  {
    "of 40 requests of one host at once its share is served, and others can log in": inBox(
      "a real router's hosts are not this machine's",
      withinMinute(async (scene) => {
        await scene.configure({ client_limit: "10" });
        await raw(scene, "/logout", { from: "127.0.0.2" });
        await scene.router.markLog();
        const noisy = await Promise.all(Array.from({ length: 40 }, () => raw(scene, "/logout", { from: "127.0.0.2" })));
        const count = (status: number): number => noisy.filter((hop) => hop.status === status).length;
        assert.deepEqual([count(302), count(429)], [9, 31]);
        const wait = Number(header(noisy.find(({ status }) => status === 429) as Hop, "retry-after"));
        assert.ok(wait >= 1 && wait <= 60, `Retry-After: ${String(wait)}`);
        assert.match(
          (await scene.router.readLog()).join("\n"),
          /^RATE_LIMITED remote=127\.0\.0\.2 option=client_limit /m,
        );
        const page = await scene.logIn(scene.client(), "alice");
        assert.equal(page.status, 200);
        const files = (await scene.router.runFiles()).filter((file) => file.startsWith("client_"));
        assert.deepEqual(files.map((file) => file.replace(/\d+_/, "")).sort(), ["client_7f000001", "client_7f000002"]);
      }),
    ),

    "a trusted proxy has none": withinMinute(async (scene) => {
      await scene.configure({ client_limit: "5", trusted_proxy: "127.0.0.9 127.0.0.1" });
      for (let count = 0; count < 12; count += 1) {
        expectAnswer(await raw(scene, "/logout"), 302);
      }
    }),
  },
);

/** What the probe answers. */
async function expectProbe(scene: Scene, enabled: boolean): Promise<void> {
  const hop = await raw(scene, "/?action=enabled");
  expectAnswer(hop, 200);
  assert.match(header(hop, "content-type") ?? "", /^application\/json(;|$)/);
  assert.deepEqual(JSON.parse(hop.body), { enabled });
  assert.deepEqual(await scene.router.readLog(), []);
  assert.deepEqual(await scene.router.runFiles(), [], "the probe leaves no trace");
}

const large = `/?action=enabled&${"q".repeat(20000)}`;

sceneSuite(
  "requests, probe",
  {},
  {
    "says true when enabled": (scene) => expectProbe(scene, true),
    "says false when switched off": async (scene) => {
      await scene.configure({ enabled: "0" });
      await expectProbe(scene, false);
    },
    "says false without any configuration": async (scene) => {
      await scene.router.shell(`rm -f '${scene.router.path("/etc/config/sso-login")}'`);
      await expectProbe(scene, false);
    },
    "does not mind an otherwise broken configuration": async (scene) => {
      await scene.configure({ issuer_url: undefined, client_secret: undefined });
      await expectProbe(scene, true);
    },
    "is not harmed by large input": sized(large, "", async (scene) => {
      expectAnswer(await raw(scene, large), 200);
    }),
  },
);

const broken: Readonly<Record<string, Record<string, string | undefined>>> = {
  "without issuer_url": { issuer_url: undefined },
  "with a scope without openid": { scope: "profile email" },
  "with a tolerance out of bounds": { clock_tolerance: "3601" },
  "with a web interface elsewhere": { webui_path: "//elsewhere.example/" },
};

sceneSuite(
  "requests, configuration",
  {},
  {
    ...each(broken, async (scene, changes) => {
      await scene.configure(changes);
      const [option = ""] = Object.keys(changes);
      await expectRefusal(scene, await raw(scene, "/"), "CONFIG_ERROR", { line: new RegExp(option) });
    }),

    "with a file that UCI cannot parse": async (scene) => {
      await scene.router.writeFile("/etc/config/sso-login", "config oidc 'default'\n\toption enabled '1\n");
      await expectRefusal(scene, await raw(scene, "/"), "CONFIG_ERROR");
    },

    "switched off, all endpoints say so": async (scene) => {
      await scene.configure({ enabled: "0" });
      for (const path of ["/", "/callback?code=abcdefgh&state=x", "/logout"]) {
        await scene.router.markLog();
        await expectRefusal(scene, await raw(scene, path), "SSO_DISABLED");
      }
    },
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
      await expectRefusal(scene, hop, "INTERNAL_ERROR");
    },

    ...Object.fromEntries(
      ["create", "grant", "set"].map((method): [string, SceneTest] => [
        `ubus fails at session ${method}`,
        inBox("a real rpcd cannot be told to fail", async (scene) => {
          await scene.router.failUbus(method, 9);
          try {
            const hop = await scene.callback(scene.client(), "alice");
            const code: Code = "UBUS_LOGIN_FAILED";
            await expectRefusal(scene, hop, code, { remains: { tokens: 1 }, line: new RegExp(`method=${method}`) });
          } finally {
            await scene.router.failUbus(method, undefined);
          }
        }),
      ]),
    ),

    "ubus is not there": async (scene) => {
      const client = scene.client();
      const address = await scene.reachCallback(client, "alice");
      const folder = scene.router.path("/var/run/ubus");
      await scene.router.shell(`mv '${folder}' '${folder}.away'`);
      const hop = await client.request(address);
      await scene.router.shell(`mv '${folder}.away' '${folder}'`);
      await expectRefusal(scene, hop, "UBUS_LOGIN_FAILED", { remains: { tokens: 1 } });
    },
  },
);
