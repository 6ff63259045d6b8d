/** Logging in, as a user sees it. */
import assert from "node:assert/strict";
import { browserSuite } from "./support/suite.ts";

browserSuite(
  "login",
  {},
  {
    "leads to the provider's form and back to LuCI": async (visit) => {
      const { page, scene } = visit;
      await page.goto(`${scene.router.baseUrl}/`);
      assert.equal(new URL(page.url()).origin, scene.provider.origin);
      await visit.enterAtProvider("alice");
      await page.waitForURL(visit.luci());
      assert.equal(await page.textContent("#username"), "admin");
    },
  },
);
