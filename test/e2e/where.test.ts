/** Where a login ends, how it must have been done, and what who is refused is told. */
import assert from "node:assert/strict";
import { header, location, type Client, type Hop } from "./support/client.ts";
import { expectAnswer, expectOneLine, expectRefusal, logLines, type Code } from "./support/expect.ts";
import type { Scene } from "./support/scene.ts";
import { each, sceneSuite } from "./support/suite.ts";

const page = "/cgi-bin/luci/admin/network/wireless";

/** What must lead nowhere but to the web interface. */
const attacks = [
  ...["//idp.localhost/", "/\\idp.localhost/", "/cgi-bin/luci/\\x", "%2f%2fidp.localhost/", "/cgi-bin/luci/%2f%2fx"],
  ...["/cgi-bin/luci/x\r\nSet-Cookie: a=b", "/cgi-bin/luci/x\0", "https://idp.localhost/", "/cgi-bin/luci/../../x"],
  ...["/cgi-bin/luci/admin/logout", "/cgi-bin/luci/admin/logout/", "/cgi-bin/sso-login/logout", "javascript:alert(1)"],
  ...[`/cgi-bin/luci/${"x".repeat(499)}`, "", '/cgi-bin/luci/"><script>', "/cgi-bin/luci/x;url=//idp.localhost"],
];

/** The address of a start with these parameters. */
function startAt(scene: Scene, params: Record<string, string>): string {
  return `${scene.router.baseUrl}/?${new URLSearchParams(params).toString()}`;
}

/** A login from an address on, up to the callback's answer. */
async function logInFrom(scene: Scene, client: Client, address: string, name = "alice"): Promise<Hop> {
  const form = await client.navigate(address, { stopBefore: "/cgi-bin/sso-login/callback" });
  if (form.status !== 200) {
    return client.request(location(form), { initiator: "idp.localhost" });
  }
  return client.submit(form, scene.credentials(name), { stopBefore: "/cgi-bin/webui/" });
}

sceneSuite(
  "the page asked for",
  {},
  {
    "is where the login ends, with a stale cookie too": async (scene) => {
      const client = scene.client();
      const stale = `sysauth_https=${"0123456789abcdef".repeat(2)}; path=/cgi-bin/luci/; SameSite=strict; HttpOnly; secure`;
      client.jar.store(new URL(`${scene.router.address}/cgi-bin/luci/`), stale);
      const hop = await logInFrom(scene, client, startAt(scene, { return_to: page }));
      expectAnswer(hop, 302);
      assert.equal(header(hop, "location"), `/cgi-bin/webui/?to=${page}`);
      const landing = await client.navigate(location(hop), { initiator: "idp.localhost" });
      expectAnswer(landing, 200);
      const last = await client.refresh(landing);
      assert.equal(last.url.pathname, page);
      assert.match(last.sentCookies, /\bsysauth_https=/);
    },

    "is each tab's own": async (scene) => {
      const client = scene.client();
      const other = "/cgi-bin/luci/admin/status/overview";
      await client.navigate(startAt(scene, { return_to: page }));
      const second = await logInFrom(scene, client, startAt(scene, { return_to: other }));
      assert.equal(location(second).searchParams.get("to"), other);
      const first = await logInFrom(scene, client, startAt(scene, { return_to: page }));
      assert.equal(location(first).searchParams.get("to"), page);
    },

    "is ignored at the start where it is none": async (scene) => {
      for (const path of attacks) {
        const client = scene.client();
        const start = await client.request(startAt(scene, { return_to: path }));
        expectAnswer(start, 302);
        assert.equal(start.headers.filter(([name]) => name === "set-cookie").length, 1, JSON.stringify(path));
      }
      const records = (await scene.router.shell(`cat '${scene.router.path("/var/run/sso-login")}'/handshake_*`)).trim();
      assert.doesNotMatch(records, /return_to/);
      const hop = await logInFrom(scene, scene.client(), startAt(scene, { return_to: attacks[0] ?? "" }));
      assert.equal(header(hop, "location"), "/cgi-bin/webui/");
    },

    "is ignored on the landing page where it is none, and where it is there twice the first counts": async (scene) => {
      const target = async (query: string): Promise<string | undefined> => {
        const hop = await scene.client().request(`${scene.router.address}/cgi-bin/webui/?${query}`);
        expectAnswer(hop, 200);
        return /content="0;url=([^"]*)"/.exec(hop.body)?.[1];
      };
      for (const path of attacks) {
        assert.equal(
          await target(new URLSearchParams({ to: path }).toString()),
          "/cgi-bin/luci/",
          JSON.stringify(path),
        );
      }
      assert.equal(await target(`to=${page}&to=//idp.localhost/`), page);
    },
  },
);

sceneSuite(
  "a login that somebody else initiates",
  {},
  {
    "hands on the hint and ends at its page": async (scene) => {
      const client = scene.client();
      const target_link_uri = scene.router.address + page;
      const params = { iss: scene.provider.issuer, login_hint: "alice@example.org", target_link_uri };
      const start = await client.request(startAt(scene, params));
      assert.equal(location(start).searchParams.get("login_hint"), "alice@example.org");
      const hop = await logInFrom(scene, client, startAt(scene, params));
      assert.equal(location(hop).searchParams.get("to"), page);
    },

    "is refused where it names another issuer": async (scene) => {
      const hop = await scene.client().request(startAt(scene, { iss: "https://evil.example" }));
      await expectRefusal(scene, hop, "INVALID_REQUEST", { line: /parameter=iss/ });
    },

    "ends at the web interface where its page is elsewhere": async (scene) => {
      const params = { iss: scene.provider.issuer, target_link_uri: "https://evil.example/cgi-bin/luci/" };
      assert.equal(
        header(await logInFrom(scene, scene.client(), startAt(scene, params)), "location"),
        "/cgi-bin/webui/",
      );
    },
  },
);

/** Unix time. */
const now = (): number => Math.floor(Date.now() / 1000);

/** ID Tokens with these claims, and how a login with these options ends. */
const authentications: Record<string, [Record<string, string>, () => Record<string, unknown>, Code | "login"]> = {
  "acr that is wanted": [{ acr_values: "urn:mfa urn:hw" }, () => ({ acr: "urn:hw" }), "login"],
  "acr that is another": [{ acr_values: "urn:mfa" }, () => ({ acr: "urn:pwd" }), "AUTHENTICATION_TOO_WEAK"],
  "no acr": [{ acr_values: "urn:mfa" }, () => ({ acr: undefined }), "AUTHENTICATION_TOO_WEAK"],
  "auth_time of now": [{ max_age: "300" }, () => ({ auth_time: now() }), "login"],
  "auth_time too old": [{ max_age: "300" }, () => ({ auth_time: now() - 400 }), "AUTHENTICATION_TOO_OLD"],
  "no auth_time": [{ max_age: "300" }, () => ({ auth_time: undefined }), "AUTHENTICATION_TOO_OLD"],
};

sceneSuite(
  "how somebody has logged in at the provider",
  {},
  {
    "is asked for as the options say": async (scene) => {
      await scene.configure({ acr_values: ["urn:mfa", "urn:hw"], max_age: "0", prompt: "login" });
      const { searchParams } = location(await scene.client().request(scene.router.baseUrl));
      const asked = ["acr_values", "max_age", "prompt"].map((name) => searchParams.get(name));
      assert.deepEqual(asked, ["urn:mfa urn:hw", "0", "login"]);
    },

    ...each(authentications, async (scene, [options, claims, end]) => {
      await scene.configure(options);
      scene.provider.editIdToken(({ payload }) => void Object.assign(payload, claims()));
      const hop = await scene.callback(scene.client(), "alice");
      await (end === "login" ? expectOneLine(scene, "LOGIN_GRANTED") : expectRefusal(scene, hop, end));
    }),
  },
);

sceneSuite(
  "who is refused",
  {},
  {
    "reads a reference that is in the log, and nothing of roles, groups or codes": async (scene) => {
      const hop = await scene.callback(scene.client(), "mallory");
      const [, reference = ""] = /Reference for the administrator: ([0-9a-f]{8})\n$/.exec(hop.body) ?? [];
      assert.match(hop.body, /ask your administrator/);
      assert.doesNotMatch(hop.body, /role|group|visitors|mallory|USER_NOT/);
      const [line = ""] = await logLines(scene, 1);
      assert.ok(line.includes(` reference=${reference}`) && reference !== "", line);
    },
  },
);
