/** The end of sessions as people meet it: the settings page says when, and an open page leads to the login form. */
import assert from "node:assert/strict";
import type { Scene } from "../e2e/support/scene.ts";
import { passwordField } from "./support/luci.ts";
import { SettingsPage } from "./support/settings-page.ts";
import { browserSuite } from "./support/suite.ts";

const limited = { prepare: (scene: Scene): Promise<void> => scene.configure({ session_max_lifetime: "3600" }) };

browserSuite("sessions", limited, {
  "are listed on the settings page with the times at which they end": async (visit) => {
    await SettingsPage.open(visit);
    const rows = visit.page.locator('[data-name="sessions"] tr');
    const [head = "", ...sessions] = await rows.allInnerTexts();
    assert.equal(head.trim().split("\t").length, 7);
    assert.equal(sessions.length, 1);
    assert.match(sessions[0] ?? "", /^\s*alice@example\.org \(you\)\s+admin\s+\S.*\d:\d\d.*\d:\d\d/s);
  },

  "end at LuCI's next page after their maximum lifetime, and the login form follows": async (visit) => {
    const { page, scene } = visit;
    await page.goto(`${scene.router.baseUrl}/`);
    await visit.enterAtProvider("alice");
    await page.waitForURL(visit.luci());
    await visit.settle();
    const [session] = await scene.ssoSessions();
    const values = { sso_login_time: Math.floor(Date.now() / 1000) - 3600 };
    await scene.router.ubus("session", "set", { ubus_rpc_session: session?.id, values });
    await page.goto(visit.luci()).catch(() => undefined);
    await page.locator(passwordField).waitFor();
    assert.deepEqual(await scene.ssoSessions(), []);
  },
});
