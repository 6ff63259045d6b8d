/** Option `password_form`: the login page with only the link, and the form one step away. */
import assert from "node:assert/strict";
import {
  expectInside,
  expectNoForm,
  link,
  openWithLink,
  passwordField,
  setLuci,
  typePassword,
} from "./support/luci.ts";
import { browserSuite } from "./support/suite.ts";

const other = "#sso-login-password";

for (const theme of ["bootstrap", "material"]) {
  browserSuite(
    `password_form hidden, ${theme}`,
    {
      prepare: async (scene) => {
        await setLuci(scene, theme);
        await scene.configure({ password_form: "hidden" });
      },
    },
    {
      "shows only the link to the provider, and a link to the form": async (visit) => {
        await openWithLink(visit);
        await visit.page.waitForSelector(other);
        await visit.settle();
        assert.equal(await visit.page.isVisible(link), true);
        await expectNoForm(visit);
        await visit.page.click(other);
        await visit.page.waitForSelector(link);
        await visit.settle();
        assert.equal(await visit.page.locator(other).count(), 0);
        await typePassword(visit.page);
        await visit.page.press(passwordField, "Enter");
        await expectInside(visit);
      },
    },
  );
}
