/** LuCI's login page with the link to the provider, in each of its shapes, and logins by it. */
import assert from "node:assert/strict";
import type { Request, Route } from "playwright-core";
import { keyTo } from "./support/keyboard.ts";
import {
  expectForm,
  expectInside,
  link,
  follow,
  logInByLink,
  openWithLink,
  passwordField,
  loginScript,
  setLuci,
  typePassword,
} from "./support/luci.ts";
import { browserSuite, type BrowserTest } from "./support/suite.ts";

const bootstrapView = "**/luci-static/resources/view/bootstrap/sysauth.js*";

function after(milliseconds: number): (route: Route) => Promise<void> {
  return async (route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await route.continue();
  };
}

/** Tests that run with every theme that loads LuCI's scripts. */
const withLink: Record<string, BrowserTest> = {
  "has one link, named for those who hear it, to redirect_uri's origin": async (visit) => {
    await openWithLink(visit);
    await expectForm(visit, true);
    const found = visit.page.getByRole("link", { name: "Login with SSO", exact: true });
    assert.equal(await found.count(), 1);
    assert.equal(await found.getAttribute("href"), `${visit.scene.router.baseUrl}/`);
    assert.equal(await found.isVisible(), true);
  },

  "the keyboard reaches the link, and Enter follows it": async (visit) => {
    await openWithLink(visit);
    await visit.settle();
    await visit.page.focus(passwordField);
    await keyTo(visit.page, "Login with SSO");
    await visit.page.keyboard.press("Enter");
    await visit.page.waitForURL(`${visit.scene.provider.origin}/**`);
  },

  "a wrong password ends at the form with the link, and the theme's own button logs in with the right one": async (
    visit,
  ) => {
    const { page } = visit;
    await openWithLink(visit);
    await visit.settle();
    await typePassword(page, "wrong");
    await Promise.all([page.waitForNavigation(), page.press(passwordField, "Enter")]);
    await page.waitForSelector(".alert-message");
    await expectForm(visit, true);
    await typePassword(page);
    await page.locator("button.cbi-button-positive, input[type=submit]").first().click();
    await expectInside(visit);
    assert.deepEqual(await visit.scene.ssoSessions(), []);
  },
};

browserSuite(
  "login page, generic (material, openwrt, openwrt-2020)",
  { prepare: (scene) => setLuci(scene, "material") },
  withLink,
);

browserSuite(
  "login page, bootstrap",
  { prepare: (scene) => setLuci(scene) },
  {
    ...withLink,

    "the link is in the dialog when its own script comes last": async (visit) => {
      await visit.page.route(loginScript, after(300));
      await openWithLink(visit);
      assert.equal(await visit.page.locator(`#modal_overlay .login > ${link}`).count(), 1);
    },

    "the link is in the dialog when the theme's script comes last": async (visit) => {
      await visit.page.route(bootstrapView, after(300));
      await visit.page.goto(visit.luci());
      await visit.page.waitForSelector(link, { state: "attached" });
      await visit.page.waitForSelector(`#modal_overlay .login > ${link}`);
      await visit.page.waitForSelector(link);
    },
  },
);

browserSuite(
  "login page, argon",
  { prepare: (scene) => setLuci(scene, "argon") },
  {
    "is as it was, as it loads no script; the address /cgi-bin/sso-login logs in": async (visit) => {
      await visit.page.goto(visit.luci());
      await expectForm(visit, false);
      await visit.page.goto(visit.scene.router.baseUrl);
      await visit.enterAtProvider("alice");
      await expectInside(visit);
    },
  },
);

browserSuite(
  "login",
  { prepare: (scene) => setLuci(scene) },
  {
    "goes from LuCI to another site's form and back": async (visit) => {
      const navigations = new Map<string, Request>();
      visit.page.on("request", (request) => {
        if (request.isNavigationRequest()) {
          navigations.set(new URL(request.url()).pathname, request);
        }
      });
      await logInByLink(visit);
      const [session, ...others] = await visit.scene.ssoSessions();
      assert.equal(session?.values["username"], "admin");
      assert.deepEqual(others, []);
      // Two sites for the browser, or SameSite would mean nothing here; the landing page makes LuCI's page our own again.
      const site = async (path: string): Promise<string | undefined> =>
        (await navigations.get(path)?.allHeaders())?.["sec-fetch-site"];
      assert.equal(await site("/cgi-bin/sso-login/callback"), "cross-site");
      assert.equal(await site("/cgi-bin/luci/"), "same-origin");
    },

    "ends at the page that was asked for": async (visit) => {
      const path = "admin/status/overview";
      await openWithLink(visit, path);
      await visit.page.click(link);
      await visit.enterAtProvider("alice");
      await expectInside(visit);
      assert.equal(visit.page.url(), visit.luci(path));
    },

    "a link on another site opens the page of a session that lives, each time": async (visit) => {
      await logInByLink(visit);
      const path = "admin/status/overview";
      for (const tab of [await visit.context.newPage(), visit.page]) {
        for (let count = 0; count < 2; count += 1) {
          await tab.goto(`${visit.scene.provider.origin}/`);
          await follow(tab, visit.luci(path));
          await expectInside(visit.at(tab));
          assert.equal(tab.url(), visit.luci(path));
        }
      }
      assert.equal((await visit.scene.ssoSessions()).length, 1);
    },

    "a link on another site to the logout logs no one out": async (visit) => {
      await logInByLink(visit);
      await visit.page.goto(`${visit.scene.provider.origin}/`);
      await follow(visit.page, visit.luci("admin/logout"));
      await visit.settle();
      assert.equal((await visit.scene.ssoSessions()).length, 1);
    },

    "a page that is opened again and still shows the form is not opened a third time": async (visit) => {
      await logInByLink(visit);
      const cookies = await visit.context.cookies();
      const session = cookies.find(({ name }) => name === "sysauth_https") ?? assert.fail("no session");
      await visit.context.clearCookies();
      // Only the script tells that a session lives.
      await visit.context.addCookies([{ ...session, path: "/cgi-bin/luci/admin/translations" }]);
      let opened = 0;
      visit.page.on("request", (request) => {
        opened += request.isNavigationRequest() ? 1 : 0;
      });
      await visit.page.goto(visit.luci());
      await visit.page.waitForTimeout(300);
      await expectForm(visit, true);
      assert.equal(opened, 2);
    },

    "an old session cookie of LuCI does not prevent the login": async (visit) => {
      const stale = { name: "sysauth_https", value: "0123456789abcdef0123456789abcdef", path: "/cgi-bin/luci/" };
      await visit.context.addCookies([
        { ...stale, domain: visit.scene.router.host, secure: true, httpOnly: true, sameSite: "Strict" },
      ]);
      await logInByLink(visit);
      assert.equal((await visit.scene.ssoSessions()).length, 1);
    },

    "works where the router was opened by its address": async (visit) => {
      const url = new URL(visit.luci());
      url.hostname = "127.0.0.1";
      await visit.page.goto(url.href);
      await visit.page.waitForSelector(link);
      assert.equal(await visit.page.getAttribute(link, "href"), `${visit.scene.router.baseUrl}/`);
      await visit.page.click(link);
      await visit.enterAtProvider("alice");
      await expectInside(visit);
    },

    "has button_label as the link's text, whatever is in it": async (visit) => {
      const label = `<b>&"'</script>\\ Büro`;
      await visit.scene.configure({ button_label: label });
      await openWithLink(visit);
      assert.equal(await visit.page.textContent(link), label);
      assert.equal(await visit.page.locator(`${link} *`).count(), 0);
    },

    "does not make a telephone's screen wider by a long text": async (visit) => {
      await visit.scene.configure({ button_label: "Long ".repeat(12).trim() });
      await visit.page.setViewportSize({ width: 320, height: 640 });
      await openWithLink(visit);
      const box = await visit.page.locator(link).boundingBox();
      assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 320, JSON.stringify(box));
    },
  },
);
