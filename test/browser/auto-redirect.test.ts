/** Option `auto_redirect`: the login page that goes to the provider by itself, and every case in which it must not. */
import assert from "node:assert/strict";
import { expectForm, expectInside, logOut, passwordField, loginScript, setLuci, typePassword } from "./support/luci.ts";
import { browserSuite, type BrowserSuiteOptions, type BrowserTest, type Visit } from "./support/suite.ts";

async function expectProvider({ page, scene }: Visit): Promise<void> {
  await page.waitForURL(`${scene.provider.origin}/**`);
  await page.waitForSelector("input[name=username]");
}

/** Tests that run with every theme that loads LuCI's scripts. */
const everywhere: Record<string, BrowserTest> = {
  "the first page of a tab goes to the provider, and no second one does": async (visit) => {
    await visit.page.goto(visit.luci());
    await expectProvider(visit);
    await visit.page.goto(visit.luci());
    await expectForm(visit, true);
  },

  "?local=1 shows the form, where a wrong password stays at it": async (visit) => {
    await visit.page.goto(visit.luci("?local=1"));
    await expectForm(visit, true);
    await typePassword(visit.page, "wrong");
    await visit.page.press(passwordField, "Enter");
    await visit.page.waitForSelector(".alert-message");
    await expectForm(visit, true);
  },
};

const withTheme = (theme: string): BrowserSuiteOptions => ({
  prepare: async (scene) => {
    await setLuci(scene, theme);
    await scene.configure({ auto_redirect: "1" });
  },
});

browserSuite("auto_redirect, generic theme", withTheme("material"), everywhere);

browserSuite("auto_redirect, bootstrap", withTheme("bootstrap"), {
  ...everywhere,

  "Back leads to where the user came from": async (visit) => {
    await visit.page.goto(`${visit.scene.router.baseUrl}/nothing`);
    await visit.page.goto(visit.luci());
    await expectProvider(visit);
    await visit.page.goBack();
    assert.equal(visit.page.url(), `${visit.scene.router.baseUrl}/nothing`);
  },

  "after a logout the form stays, also in a tab that had never shown it": async (visit) => {
    await visit.page.goto(visit.luci());
    await expectProvider(visit);
    await visit.enterAtProvider("alice");
    await expectInside(visit);
    // The overview of the real LuCI has much to load, and a browser has few connections.
    await visit.page.goto("about:blank");
    const other = await visit.context.newPage();
    await other.goto(visit.luci());
    await visit.at(other).settle();
    await logOut(other);
    await other.goto(visit.luci());
    await other.waitForSelector("#sso-login");
    await expectForm(visit.at(other), true);
  },

  "three tabs that are restored at once all end inside, by the provider's form and without it": async (visit) => {
    const others = [await visit.context.newPage(), await visit.context.newPage()];
    const tabs = [visit, ...others.map((page) => visit.at(page))];
    await Promise.all(tabs.map(({ page }) => page.goto(visit.luci(), { waitUntil: "commit" })));
    for (const tab of tabs) {
      await expectProvider(tab);
    }
    for (const tab of tabs) {
      await tab.enterAtProvider("alice");
      await expectInside(tab);
    }
    await Promise.all(tabs.map(({ page }) => page.close()));
    // The provider's session is left: no form any more.
    const kept = (await visit.context.cookies()).filter(({ name }) => !/^(sysauth|__Host-webui)/.test(name));
    await visit.context.clearCookies();
    await visit.context.addCookies(kept);
    const again = await Promise.all([1, 2, 3].map(() => visit.context.newPage()));
    await Promise.all(
      again.map(async (page) => {
        // LuCI's address is the login page's, too; what comes after the landing page counts.
        const landed = page.waitForURL(/\/cgi-bin\/webui\//, { waitUntil: "commit" });
        await page.goto(visit.luci(), { waitUntil: "commit" });
        await landed;
        // Three overviews of the real LuCI share the few connections of a browser.
        await expectInside(visit.at(page), "interactive");
      }),
    );
  },

  "a password that was just typed is not lost": async (visit) => {
    await visit.page.route(loginScript, async (route) => {
      // The theme's script moves the form.
      await visit.page.locator(`#modal_overlay ${passwordField}`).press("x");
      await route.continue();
    });
    await visit.page.goto(visit.luci());
    await expectForm(visit, true);
    assert.equal(await visit.page.inputValue(passwordField), "x");
  },
});
