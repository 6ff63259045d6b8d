/** The error page in a browser: its looks, the ways on from it by the keyboard, and what axe says of it. */
import assert from "node:assert/strict";
import { axeFindings } from "./support/axe.ts";
import { isFirefox } from "./support/browser.ts";
import { expectForm, expectInside, follow, setLuci } from "./support/luci.ts";
import { browserSuite, type Visit } from "./support/suite.ts";

/** Opens the error page of a provider that the router does not find. */
async function openPage({ page, scene }: Visit): Promise<void> {
  await scene.configure({ issuer_url: `${scene.provider.issuer}/nowhere` });
  await page.goto(scene.router.baseUrl);
  await page.waitForSelector("h1");
}

// Firefox runs nothing of a test in a page whose policy forbids it: looks and axe are Chromium's.
if (!isFirefox) {
  for (const colorScheme of ["light", "dark"] as const) {
    browserSuite(
      `error page, ${colorScheme}`,
      { context: { colorScheme } },
      {
        "can be read: axe finds nothing, the contrast of its texts included": async (visit) => {
          await openPage(visit);
          assert.deepEqual(await axeFindings(visit.page), []);
          const ground = await visit.page.evaluate("getComputedStyle(document.body).backgroundColor");
          assert.equal(ground, colorScheme === "dark" ? "rgb(22, 24, 27)" : "rgb(238, 240, 243)");
        },
      },
    );
  }

  browserSuite(
    "error page, on a telephone",
    { context: { viewport: { width: 320, height: 560 }, locale: "de-DE" } },
    {
      "is as wide as the screen, in German, and the keyboard reaches each way on in its order": async (visit) => {
        const { page } = visit;
        await openPage(visit);
        assert.equal(await page.locator("html").getAttribute("lang"), "de");
        assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 320);
        const reached: unknown[] = [];
        for (let count = 0; count < 2; count += 1) {
          await page.keyboard.press("Tab");
          reached.push(await page.evaluate("document.activeElement.textContent"));
        }
        assert.deepEqual(reached, ["Noch einmal versuchen", "Mit Passwort anmelden"]);
      },
    },
  );
}

browserSuite(
  "error page",
  { prepare: (scene) => setLuci(scene) },
  {
    "leads to the form for the password, also where the login page goes to the provider by itself": async (visit) => {
      await visit.scene.configure({ auto_redirect: "1", issuer_url: `${visit.scene.provider.issuer}/nowhere` });
      const { page } = visit;
      await page.goto(visit.luci());
      await page.waitForURL(/\/cgi-bin\/sso-login\//);
      await Promise.all([
        page.waitForURL(/local=1/),
        page.getByRole("link", { name: "Log in with a password" }).click(),
      ]);
      await expectForm(visit, true);
    },

    "leads from a refused account to another one, and in": async (visit) => {
      const { page, scene } = visit;
      await page.goto(scene.router.baseUrl);
      await visit.enterAtProvider("mallory");
      await page.getByRole("heading", { name: "Your account is not allowed to use this router" }).waitFor();
      await page.getByRole("link", { name: "Try again" }).click();
      await page.getByRole("heading", { name: "Your account is not allowed to use this router" }).waitFor();
      await page.getByRole("link", { name: "Log in with another account" }).click();
      await visit.enterAtProvider("alice");
      await expectInside(visit);
    },

    "gives way to LuCI where the login has ended already": async (visit) => {
      const { page, scene } = visit;
      await page.goto(scene.router.baseUrl);
      const callback = page.waitForRequest(/\/callback\?/);
      await visit.enterAtProvider("alice");
      await expectInside(visit);
      const address = (await callback).url();
      // From another site, as from the provider.
      await page.goto(`${scene.provider.issuer}/.well-known/openid-configuration`);
      await follow(page, address);
      await expectInside(visit);
    },
  },
);
