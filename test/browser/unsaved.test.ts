/** The settings page while something on it is not saved: leaving, sessions that end, roles that go, one's own rights. */
import assert from "node:assert/strict";
import { axeFindings } from "./support/axe.ts";
import { link, logInByPassword } from "./support/luci.ts";
import { asEditor, openDialog, SettingsPage } from "./support/settings-page.ts";
import { browserSuite, type Visit } from "./support/suite.ts";

/** Ends the session of whoever is logged in. */
async function endSession({ scene, page }: Visit): Promise<void> {
  // A request that is under way would fail, and ask for a login, before the test's own does.
  await page.waitForLoadState("networkidle");
  for (const { id } of await scene.ssoSessions()) {
    await scene.router.ubus("session", "destroy", { ubus_rpc_session: id });
  }
}

/** Has the service say that all sessions are that of the page's user, however LuCI reads its answers. */
async function ownSessions({ page }: Visit): Promise<void> {
  await page.addInitScript(`{
    const { parse } = JSON;
    JSON.parse = (text) => parse(String(text).replaceAll('"who":', '"own":true,"who":'));
    Response.prototype.json = async function () { return JSON.parse(await this.text()); };
  }`);
}

/** Leaves the page; the questions that were asked, each of which is answered by staying. */
async function questionsOf({ page }: Visit): Promise<string[]> {
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.goto("about:blank").catch(() => undefined);
  return asked;
}

browserSuite("leaving the settings page", asEditor, {
  "asks when something is not saved": async (visit) => {
    const settings = await SettingsPage.open(visit);
    await settings.fill("scope", "openid email");
    // Firefox asks only after a key or a click of the user's own.
    await settings.field("scope").press("End");
    assert.deepEqual(await questionsOf(visit), ["beforeunload"]);
    assert.equal(await settings.value("scope"), "openid email");
  },

  "does not ask when nothing was changed, or was changed back": async (visit) => {
    const settings = await SettingsPage.open(visit);
    const scope = await settings.value("scope");
    await settings.fill("scope", "openid email");
    await settings.fill("scope", scope);
    await settings.removeRole("reader");
    await settings.press(settings.row("reader").locator('[data-name="undo"]'));
    assert.deepEqual(await questionsOf(visit), []);
  },
});

browserSuite("a session that ends", asEditor, {
  "while saving says so in words, and what was typed is there after the login": async (visit) => {
    const { page } = visit;
    const settings = await SettingsPage.open(visit);
    const before = await settings.savedFile();
    await settings.fill("scope", "openid email");
    await settings.fill("client_secret", "typed");
    await settings.removeRole("reader");
    await endSession(visit);
    await settings.saveButton.click();
    const words = settings.dialog.locator('[data-name="logged-out"]');
    await words.waitFor();
    assert.match(await words.innerText(), /^Your login session has ended, and nothing was saved\./);
    assert.doesNotMatch(await page.innerText("body"), /luci\.js|SessionError|-32002/);
    assert.equal(await settings.dialog.getAttribute("aria-label"), "Log in again");
    assert.deepEqual(await axeFindings(page, openDialog), []);
    const stored = await page.evaluate<string>("JSON.stringify(sessionStorage)");
    assert.match(stored, /openid email/);
    assert.doesNotMatch(stored, /typed/);
    await page.keyboard.press("Enter");
    await page.click(link);
    await visit.enterAtProvider("alice");
    await page.locator('[data-name="restored"]').waitFor();
    assert.match(await page.innerText('[data-name="restored"]'), /not saved yet\. The client secret was not kept/);
    assert.equal(await settings.value("scope"), "openid email");
    assert.match(await settings.row("reader").innerText(), /Is deleted when you save/);
    assert.equal(await settings.savedFile(), before);
    await settings.save();
    assert.match(await settings.savedFile(), /option scope 'openid email'/);
    assert.doesNotMatch(await settings.savedFile(), /reader/);
    assert.equal(await page.locator('[data-name="restored"]').count(), 0);
  },

  "is reported by the check and by the certificate's dialog": async (visit) => {
    const settings = await SettingsPage.open(visit);
    await settings.openTab("advanced");
    await visit.page.locator("[data-state]").waitFor();
    await settings.openTab("provider");
    await endSession(visit);
    await visit.page.click('button[data-name="check"]');
    await settings.dialog.locator('[data-name="logged-out"]').waitFor();
    await visit.page.keyboard.press("Escape");
    await settings.dialog.waitFor({ state: "hidden" });
    await settings.press('[data-name="paste"]');
    const pem = await visit.scene.router.shell(`cat '${visit.scene.caFile}'`);
    await settings.dialog.locator("textarea").fill(pem);
    await settings.dialog.locator('[data-name="done"]').click();
    await settings.dialog.locator('[data-name="logged-out"]').waitFor();
  },
});

browserSuite("one's own role", asEditor, {
  "is deleted only after a question": async (visit) => {
    await ownSessions(visit);
    const settings = await SettingsPage.open(visit);
    const before = await settings.savedFile();
    await settings.removeRole("editor");
    await settings.saveButton.click();
    const question = settings.dialog.locator("li");
    await question.first().waitFor();
    assert.match((await question.allInnerTexts()).join("\n"), /Role editor, by which you are logged in, is deleted/);
    assert.deepEqual(await axeFindings(visit.page, openDialog), []);
    await visit.page.keyboard.press("Escape");
    await settings.dialog.waitFor({ state: "hidden" });
    assert.equal(await settings.savedFile(), before);
    await settings.saveButton.click();
    await question.first().waitFor();
    const reloaded = visit.page.waitForEvent("load");
    await settings.dialog.locator('[data-name="done"]').click();
    await reloaded;
    assert.doesNotMatch(await settings.savedFile(), /config role 'editor'/);
  },

  "is not asked about after a login by password": async (visit) => {
    // Not at LuCI's first page, which keeps a real router busy.
    await logInByPassword(visit, "admin/services/sso-login");
    const settings = await SettingsPage.show(visit);
    await settings.removeRole("editor");
    await settings.save();
    assert.doesNotMatch(await settings.savedFile(), /editor/);
  },
});
