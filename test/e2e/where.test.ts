/** Where a login ends; test/hostile/cases/conformance.ts has who may initiate it. */
import assert from "node:assert/strict";
import { providerHost } from "../box/provider/identity-provider.ts";
import { header, location, type Client, type Hop } from "./support/client.ts";
import { expectAnswer } from "./support/expect.ts";
import { callbackPath, type Scene } from "./support/scene.ts";
import { sceneSuite } from "./support/suite.ts";

const page = "/cgi-bin/luci/admin/network/wireless";

/** The address of a start with these parameters. */
function startAt(scene: Scene, params: Record<string, string>): string {
  return `${scene.router.baseUrl}/?${new URLSearchParams(params).toString()}`;
}

/** A login from an address on, up to the callback's answer. */
async function logInFrom(scene: Scene, client: Client, address: string): Promise<Hop> {
  const form = await client.navigate(address, { stopBefore: callbackPath });
  if (form.status !== 200) {
    return client.request(location(form), { initiator: providerHost });
  }
  return client.submit(form, scene.credentials("alice"), { stopBefore: "/cgi-bin/webui/" });
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
      const landing = await client.navigate(location(hop), { initiator: providerHost });
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

    "is where the landing page leads only after a login, once, and while single sign-on is on": async (scene) => {
      const client = scene.client();
      const landing = async (who: Client, to: string): Promise<string | undefined> => {
        const hop = await who.request(`${scene.router.address}/cgi-bin/webui/?to=${to}`);
        expectAnswer(hop, 200);
        return /content="0;url=([^"]*)"/.exec(hop.body)?.[1];
      };
      await logInFrom(scene, client, startAt(scene, { return_to: page }));
      assert.equal(await landing(scene.client(), page), "/cgi-bin/luci/");
      assert.equal(await landing(client, "/cgi-bin/luci/admin/status/overview"), "/cgi-bin/luci/");
      await scene.configure({ enabled: "0" });
      assert.equal(await landing(client, page), "/cgi-bin/luci/");
      await scene.configure({});
      assert.equal(await landing(client, page), page);
      assert.equal(await landing(client, page), "/cgi-bin/luci/");
    },
  },
);
