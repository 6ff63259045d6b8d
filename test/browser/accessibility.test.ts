/** The settings page for those who hear them and who use the keyboard alone. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Scene } from "../e2e/support/scene.ts";
import { expectAccessible } from "./support/axe.ts";
import { setLuci } from "./support/luci.ts";
import { asEditor, editors, SettingsPage } from "./support/settings-page.ts";
import { browserSuite } from "./support/suite.ts";

/** With LuCI as it comes. */
const prepared = {
  prepare: async (scene: Scene): Promise<void> => {
    await setLuci(scene);
    await asEditor.prepare(scene);
  },
};

const parts = { page: ".sso-login-page", dialog: "#modal_overlay .modal" };

/** The accessible name of what has the focus; "" for the page itself. */
async function focused(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const { activeElement: active, body } = document;
    const by = document.getElementById(active.getAttribute("aria-labelledby") ?? "");
    return active === body ? "" : (active.getAttribute("aria-label") ?? by?.innerText ?? active.innerText) || active.outerHTML;
  })()`);
}

/** Presses a key until something of this name has the focus, which must never be lost on the way. */
async function keyTo(page: Page, name: string | RegExp, key = "Tab"): Promise<void> {
  const seen: string[] = [];
  for (let count = 0; count < 150; count += 1) {
    await page.keyboard.press(key);
    const now = (await focused(page)).trim();
    seen.push(now);
    if (typeof name === "string" ? now === name : name.test(now)) {
      return;
    }
  }
  assert.fail(`${key} does not reach ${String(name)}: ${seen.join(" | ")}`);
}

browserSuite("for everybody, the settings page", prepared, {
  "has no finding of axe, in its tabs, with findings and wrong fields": async (visit) => {
    const settings = await SettingsPage.open(visit);
    await settings.choosePreset("keycloak");
    await expectAccessible(visit.page, parts.page);
    await settings.openTab("advanced");
    await expectAccessible(visit.page, parts.page);
    await settings.fill("http_timeout", "99");
    await settings.refusedSave();
    await expectAccessible(visit.page, parts.page);
    await settings.fill("http_timeout", "10");
    await settings.fill("ca_file", "");
    await settings.check();
    await settings.removeRole("reader");
    await expectAccessible(visit.page, parts.page);
  },

  "nor in its dialogs, nor for who may only look": async (visit) => {
    const settings = await SettingsPage.open(visit);
    await settings.editRole("reader");
    await expectAccessible(visit.page, parts.dialog);
    await settings.fill("name", "editor");
    await settings.refusedDialog();
    await expectAccessible(visit.page, parts.dialog);
    await visit.page.keyboard.press("Escape");
    await settings.openTab("advanced");
    await visit.page.click('[data-name="paste"]');
    await settings.refusedDialog();
    await expectAccessible(visit.page, parts.dialog);
    await visit.page.keyboard.press("Escape");
    await visit.scene.configure({}, { editor: { ...editors["editor"], write: [] } });
    await SettingsPage.open(visit);
    await expectAccessible(visit.page, parts.page);
  },

  "names its fields, tells which are wrong, and names rows and dialogs": async (visit) => {
    const { page } = visit;
    const settings = await SettingsPage.open(visit);
    const scopes = page.getByLabel("Scopes", { exact: true });
    assert.equal(await scopes.inputValue(), await settings.value("scope"));
    assert.equal(await page.getByLabel("Enable single sign-on", { exact: true }).isChecked(), true);
    await settings.fill("scope", "profile");
    assert.equal(await scopes.getAttribute("aria-invalid"), "true");
    await settings.fill("scope", "openid");
    assert.equal(await scopes.getAttribute("aria-invalid"), "false");
    await page.getByRole("button", { name: "Edit role reader" }).click();
    const dialog = page.getByRole("dialog", { name: "Role reader" });
    await dialog.getByLabel("Subjects", { exact: true }).waitFor();
    await dialog.getByRole("group", { name: /^victor@example\.org/ }).waitFor();
  },

  "says that the check runs, and how it ends": async (visit) => {
    const { page } = visit;
    await SettingsPage.open(visit);
    const said = page.locator('[data-name="check-status"][role="status"]');
    await page.evaluate(`new MutationObserver(() => (window.said = [...(window.said ?? []),
      document.querySelector('[data-name="check-status"]').textContent])).observe(
      document.querySelector('[data-name="check-status"]'), { childList: true })`);
    await page.getByRole("button", { name: "Check now" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(`document.querySelector('[data-name="check-status"]').textContent.includes("done")`);
    assert.match(await said.innerText(), /^The check is done\. .* Errors: 0\. Warnings: \d+\.$/);
    assert.match((await page.evaluate<string[]>("window.said"))[0] ?? "", /^The check is running/);
    assert.equal(await focused(page), "Check now");
  },
});

browserSuite("by keyboard alone", prepared, {
  "a role gets a user and loses one, another one goes and comes back, and it is saved": async (visit) => {
    const { page } = visit;
    const settings = await SettingsPage.open(visit);
    await page.locator('[data-name="enabled"] input').focus();
    await keyTo(page, "Edit role reader");
    await page.keyboard.press("Enter");
    await settings.dialog.waitFor();
    await keyTo(page, "E-mail addresses");
    await page.keyboard.type("eve@example.org");
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "E-mail addresses");
    await keyTo(page, /^victor@example\.org/, "Shift+Tab");
    await page.keyboard.press("Backspace");
    assert.notEqual(await focused(page), "");
    await keyTo(page, "OK");
    await keyTo(page, "Name");
    await keyTo(page, "OK", "Shift+Tab");
    await page.keyboard.press("Enter");
    await settings.dialog.waitFor({ state: "hidden" });
    assert.equal(await focused(page), "Edit role reader");
    await keyTo(page, "Delete role reader");
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "Undo: keep role reader");
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "Delete role reader");
    await keyTo(page, "Add role");
    await page.keyboard.press("Enter");
    await settings.dialog.waitFor();
    await page.keyboard.press("Escape");
    await settings.dialog.waitFor({ state: "hidden" });
    assert.equal(await focused(page), "Add role");
    await keyTo(page, /^Save & Apply/);
    const reloaded = page.waitForEvent("load", { timeout: 40_000 });
    await page.keyboard.press("Enter");
    await reloaded;
    assert.match(await settings.savedFile(), /list email 'eve@example\.org'/);
    assert.doesNotMatch(await settings.savedFile(), /victor/);
  },

  "a save that is refused leaves the focus where it is said, and the next key leads to the field": async (visit) => {
    const { page } = visit;
    const settings = await SettingsPage.open(visit);
    await settings.fill("scope", "profile");
    await settings.refusedSave();
    assert.match(await focused(page), /^Some fields are wrong/);
    await keyTo(page, /^Scopes: Must contain/);
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "Scopes");
  },
});
