/** Logins through LemonLDAP::NG of Debian 12, which has no back-channel logout yet. */
import assert from "node:assert/strict";
import { check } from "../e2e/support/check.ts";
import { returnAddress } from "../e2e/support/client.ts";
import { expectOneLine } from "../e2e/support/expect.ts";
import { lemonldap } from "./support/lemonldap.ts";
import { rolesWith, siteSuite } from "./support/site.ts";
import { troubles } from "./support/trials.ts";

const roles = rolesWith("rtyler@badwolf.org");
const options = { id_token_algs: ["RS512"], email_claim: "mail", email_claim_trusted: "1", groups_claim: ["memberOf"] };

siteSuite(lemonldap, {
  // Its document lists four claims, whatever it gives: neither that of the address nor that of the groups.
  "is what the check expects, but for the claims that it does not list": async (site) => {
    await site.begin(options, roles);
    assert.deepEqual(troubles(await check(site)), [
      "warning not_offered USER_NOT_AUTHORIZED",
      "warning not_offered USER_NOT_AUTHORIZED",
      "warning redirect_untold",
    ]);
  },

  "logs in by a group of a claim of another name, in UserInfo signed by RS512": async (site) => {
    await site.begin(options, roles);
    const page = await site.logIn(site.browser(), "dwho");
    assert.equal(page.status, 200, page.body);
    await expectOneLine(site, "LOGIN_GRANTED", / email=dwho@badwolf\.org .*role=admin/);
    const [told] = site.front.passed.filter(({ path }) => path === "/oauth2/userinfo");
    assert.match(told?.type ?? "", /^application\/jwt/);
    assert.match(Buffer.from(told?.body.split(".")[0] ?? "", "base64url").toString(), /"RS512"/);
  },

  "is logged out of with the router": async (site) => {
    const end = { post_logout_redirect_uri: `${site.router.address}/` };
    await site.begin({ ...options, ...end }, roles);
    const browser = site.browser();
    await site.logIn(browser, "rtyler");
    const question = await site.logOut(browser);
    const back = await browser.submit(question, { confirm: "1" }, { stopBefore: "/" });
    assert.equal(returnAddress(back), end.post_logout_redirect_uri);
    const again = await browser.navigate(`${site.router.baseUrl}/`);
    assert.match(again.body, /name="password"/);
  },
});
