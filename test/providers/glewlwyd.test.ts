/** Logins through glewlwyd of Debian 12. */
import assert from "node:assert/strict";
import { check } from "../e2e/support/check.ts";
import { location } from "../e2e/support/client.ts";
import { expectOneLine, logLines } from "../e2e/support/expect.ts";
import { glewlwyd } from "./support/glewlwyd.ts";
import { rolesWith, siteSuite } from "./support/site.ts";
import { troubles } from "./support/trials.ts";

const roles = rolesWith("ursula@example.org");

siteSuite(glewlwyd, {
  "is what the check expects": async (site) => {
    await site.begin({}, roles);
    assert.deepEqual(troubles(await check(site)), []);
  },

  "logs in by a group": async (site) => {
    await site.begin({}, roles);
    const page = await site.logIn(site.browser(), "alice");
    assert.equal(page.status, 200, page.body);
    await expectOneLine(site, "LOGIN_GRANTED", / email=alice@example\.org .*role=admin/);
  },

  "takes the request beforehand where it demands that": async (site) => {
    await site.begin({}, roles);
    await site.provider.change({ "oauth-par-required": true });
    const browser = site.browser();
    await site.logIn(browser, "alice");
    await expectOneLine(site, "LOGIN_GRANTED");
    assert.deepEqual([...location(browser.hops[0]!).searchParams.keys()], ["client_id", "request_uri"]);
    assert.equal(site.front.count("/api/oidc/par"), 1);
  },

  "signs with a new key, of another kind": async (site) => {
    await site.begin({ id_token_algs: ["RS256", "ES384"] }, roles);
    await site.logIn(site.browser(), "alice");
    await site.provider.rotate("ES384");
    await site.logIn(site.browser(), "alice");
    const lines = await logLines(site, 2);
    assert.deepEqual(
      lines.map((line) => line.split(" ")[0]),
      ["LOGIN_GRANTED", "LOGIN_GRANTED"],
    );
    assert.deepEqual([site.front.count("/api/oidc/.well-known"), site.front.count("/api/oidc/jwks")], [2, 2]);
  },

  // It signs UserInfo for whoever asks for application/jwt, which only a provider can demand of us: so a filter before it does.
  "signs UserInfo": async (site) => {
    await site.begin({}, roles);
    site.front.added.set("/api/oidc/userinfo", { accept: "application/jwt" });
    await site.logIn(site.browser(), "ursula");
    const line = await expectOneLine(site, "LOGIN_GRANTED", /role=operator/);
    assert.doesNotMatch(line, /userinfo=/);
    assert.deepEqual(
      site.front.passed.filter(({ path }) => path === "/api/oidc/userinfo").map(({ type }) => type),
      ["application/jwt"],
    );
  },

  "ends the session of the router that began with its own": async (site) => {
    await site.begin({ backchannel_logout: "1" }, roles);
    const [browser, other] = [site.browser(), site.browser()];
    await site.logIn(other, "alice");
    await site.logIn(browser, "alice");
    const id = browser.jar.get(site.router.host, "sysauth_https");
    const session = (await site.router.sessions()).find((one) => one.id === id);
    await site.router.markLog();
    await site.provider.endSession(browser, String(session?.values["sso_sid"]));
    await expectOneLine(site, "LOGOUT", /by=provider email=alice@example\.org/);
    assert.deepEqual(
      (await site.router.sessions()).map((one) => one.id),
      [other.jar.get(site.router.host, "sysauth_https")],
    );
  },

  "is logged out of with the router": async (site) => {
    const end = { post_logout_redirect_uri: `${site.router.address}/` };
    await site.begin(end, roles);
    const browser = site.browser();
    await site.logIn(browser, "alice");
    const page = await site.logOut(browser);
    const { searchParams } = page.url;
    assert.deepEqual(
      [page.status, searchParams.get("prompt"), (searchParams.get("callback_url") ?? "").replace(/\?state=.*/, "")],
      [200, "end_session", end.post_logout_redirect_uri],
    );
    await site.provider.endSession(browser, searchParams.get("sid") ?? "");
    const again = await browser.navigate(`${site.router.baseUrl}/`);
    assert.equal(again.url.pathname, "/login.html");
  },
});
