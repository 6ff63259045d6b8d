/** LuCI's own entry for logging out, in every state that a browser's sessions can be in. */
import assert from "node:assert/strict";
import { expectOneLine } from "../e2e/support/expect.ts";
import type { Scene } from "../e2e/support/scene.ts";
import { expectForm, expectInside, logInByLink, logOut, passwordField, setLuci, typePassword } from "./support/luci.ts";
import { browserSuite } from "./support/suite.ts";

/** Sessions of people; rpcd has one more for what everybody may do. */
async function sessionCount(scene: Scene): Promise<number> {
  return (await scene.router.sessions()).filter(({ values }) => values["token"] !== undefined).length;
}

browserSuite(
  "log out",
  { prepare: (scene) => setLuci(scene) },
  {
    "ends a single sign-on session here and at the provider, and comes back to the form": async (visit) => {
      const { page, scene } = visit;
      await scene.configure({ post_logout_redirect_uri: `${scene.router.address}/` });
      const before = await sessionCount(scene);
      await logInByLink(visit);
      await logOut(page);
      await page.waitForURL(`${scene.provider.origin}/session/end**`);
      assert.equal(await sessionCount(scene), before);
      // The sign of the browser's own pages holds nothing of a session.
      assert.deepEqual(
        (await visit.context.cookies(visit.luci())).map(({ name }) => name),
        ["__Host-webui_sso_own"],
      );
      await page.click("button[name=logout]");
      // The router's first page leads on to LuCI.
      await page.waitForURL(visit.luci());
      await expectForm(visit, true);
      // The provider has forgotten the user as well.
      await page.click("#sso-login");
      await page.waitForSelector("input[name=username]");
    },

    "ends all sessions of a browser that has several": async (visit) => {
      const { page, scene } = visit;
      if (scene.router.plainAddress === undefined) {
        return;
      }
      const before = await sessionCount(scene);
      // LuCI's cookie for plain HTTP is sent over HTTPS as well, and would let the user in again.
      await page.goto(`${scene.router.plainAddress}/cgi-bin/luci/`);
      await visit.settle();
      await typePassword(page);
      await page.press(passwordField, "Enter");
      await page.waitForSelector("#username");
      await page.goto(`${scene.router.baseUrl}/`);
      await visit.enterAtProvider("alice");
      await expectInside(visit);
      assert.equal(await sessionCount(scene), before + 2);
      await logOut(page);
      await page.waitForURL(`${scene.provider.origin}/session/end**`);
      assert.equal(await sessionCount(scene), before);
      await page.goto(visit.luci());
      await page.waitForSelector(passwordField);
    },

    "comes by itself at LuCI's next page where a session has lasted as long as it may": async (visit) => {
      const { page, scene } = visit;
      await scene.configure({ session_max_lifetime: "3600" });
      await logInByLink(visit);
      await visit.settle();
      await scene.router.markLog();
      const [session] = await scene.ssoSessions();
      // Before the clock's beginning, as this machine may have been up for less than that.
      const values = { sso_login_uptime: -1 };
      await scene.router.ubus("session", "set", { ubus_rpc_session: session?.id, values });
      await page.goto(visit.luci()).catch(() => undefined);
      await page.locator(passwordField).waitFor();
      await expectOneLine(scene, "LOGOUT", /by=lifetime email=alice@example\.org .*role=admin/);
      assert.deepEqual(await scene.ssoSessions(), []);
    },
  },
);
