/** Requests as the web server passes them on: transport, methods, paths and sizes. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../box/locations.ts";
import { providerHost } from "../box/provider/identity-provider.ts";
import { header, type Client, type Hop } from "./support/client.ts";
import { expectAnswer, expectRefusal, expectRemains, logLines } from "./support/expect.ts";
import type { Scene } from "./support/scene.ts";
import { each, inBox, sceneSuite } from "./support/suite.ts";

/** A request below the service's address, exactly as written. */
function raw(scene: Scene, rest: string, details: { method?: string; cookie?: string } = {}): Promise<Hop> {
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

/** An address' requests of one kind that prove nothing, with its share of five: how each is answered until one is refused. */
async function useUp(client: Client, address: string, form?: Record<string, string>): Promise<Set<number>> {
  const statuses = new Set<number>();
  // Of so many requests six are in one minute, also when the next one begins between them.
  for (let count = 0; count < 11 && !statuses.has(429); count += 1) {
    statuses.add((await client.request(address, form !== undefined ? { form } : {})).status);
  }
  return statuses;
}

sceneSuite(
  "requests of one address",
  { further: ["office"] },
  {
    "leave the other half of the minute to others, with the limit of the shipped configuration": inBox(
      "this machine has one address there",
      async (scene) => {
        const shipped = readFileSync(join(repositoryRoot, "openwrt-feed/sso-login/files/sso-login.config"), "utf8");
        const client_limit = /option client_limit '(\d+)'/.exec(shipped)?.[1] ?? "";
        await scene.configure({ client_limit });
        const noisy = scene.client();
        const limit = Number(client_limit);
        // A minute may end between them: in one of the two there are more than the limit.
        for (let count = 0; count < 2 * limit + 1; count += 1) {
          await noisy.request(scene.router.baseUrl, { headers: { Accept: "text/html" } });
        }
        const refused = noisy.hops.filter(({ status }) => status === 429);
        assert.ok(refused.length > 0 && refused.length <= limit + 1, String(refused.length));
        assert.match(refused[0]?.body ?? "", /too many requests from your address.*client_limit.*trusted_proxy/s);
        const other = scene.client();
        other.from = "127.1.0.1";
        await scene.logIn(other, "alice");
        assert.equal((await scene.ssoSessions()).length, 1);
      },
    ),

    "use up the share of their kind alone": async (scene) => {
      const options = { backchannel_logout: "1", api_audience: "router-api" };
      await scene.configure({ ...options, client_limit: "5" }, undefined, { office: options });
      const { baseUrl } = scene.router;
      const logout = { logout_token: "x" };
      const grant = { grant_type: "urn:ietf:params:oauth:grant-type:token-exchange", subject_token: "x" };
      for (const [status, path, form] of [
        [400, "/backchannel-logout", logout],
        [400, "/backchannel-logout/office", logout],
        [400, "/token", { ...grant, subject_token_type: "urn:ietf:params:oauth:token-type:access_token" }],
        [302, "/"],
      ] as const) {
        assert.deepEqual(await useUp(scene.client(), baseUrl + path, form), new Set([status, 429]), path);
      }
    },
  },
);

/** Configurations that cannot be read, or have nothing in them: each opens no session and ends none. */
const unreadable = {
  "a configuration that breaks off": `printf "config oidc 'default'\\n\\toption enabled '1" >FILE`,
  "a configuration that is no configuration": `printf '{"enabled":1}\\n\\000\\377' >FILE`,
  "an empty configuration": ": >FILE",
  "no configuration": ":",
  "a folder in the place of the configuration": "mkdir FILE",
};

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

    ...each(unreadable, async (scene, damage) => {
      const [user, other] = [scene.client(), scene.client()];
      await scene.callback(user, "alice");
      const address = await scene.reachCallback(other, "victor");
      const kept = async (): Promise<unknown[]> => [
        (await scene.ssoSessions()).map(({ id, acls }) => [id, acls]),
        await scene.router.shell(`cat '${scene.router.path("/etc/config/rpcd")}'`),
      ];
      const before = await kept();
      const file = scene.router.path("/etc/config/sso-login");
      await scene.router.shell(`mv '${file}' '${file}.away'; ${damage.replaceAll("FILE", `'${file}'`)}`);
      try {
        for (const at of [scene.router.baseUrl, address]) {
          expectAnswer(await other.request(at, { initiator: providerHost }), 503);
        }
        // As procd does after a change.
        await scene.router.commandLine("sync-roles");
        assert.deepEqual(await kept(), before);
      } finally {
        await scene.router.shell(`rm -rf '${file}'; mv '${file}.away' '${file}'`);
      }
      expectAnswer(await other.request(address, { initiator: providerHost }), 302);
      assert.equal((await scene.ssoSessions()).length, 2);
    }),

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
