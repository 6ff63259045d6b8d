/** The settings page for those who hear it and who use only the keyboard. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../box/locations.ts";
import { callbackPath, type Scene } from "../e2e/support/scene.ts";
import { withResolvers } from "../box/command.ts";
import { expectAccessible } from "./support/axe.ts";
import { focused, keyTo } from "./support/keyboard.ts";
import { logInByLink, logInByPassword, logOut, setLuci } from "./support/luci.ts";
import { asEditor, editors, named, SettingsPage, wordsShown } from "./support/settings-page.ts";
import { browserSuite } from "./support/suite.ts";

/** With LuCI as it comes. */
const prepared = {
  prepare: async (scene: Scene): Promise<void> => {
    await setLuci(scene);
    await asEditor.prepare(scene);
  },
};

const parts = { page: ".sso-login-page", dialog: "#modal_overlay .modal" };

for (const locale of ["en-US", "de-DE", "fr-FR"]) {
  browserSuite(
    `the settings page in ${locale}`,
    { ...prepared, context: { locale } },
    {
      "has no finding of axe, in its tabs, with findings and wrong fields": async (visit) => {
        const settings = await SettingsPage.open(visit);
        await settings.choose("_preset", "keycloak");
        await expectAccessible(visit.page, parts.page);
        for (const tab of ["roles", "sessions", "advanced"] as const) {
          await settings.openTab(tab);
          await visit.settle();
          await expectAccessible(visit.page, parts.page);
        }
        await settings.fill("http_timeout", "99");
        await settings.refusedSave();
        await expectAccessible(visit.page, parts.page);
        await settings.fill("http_timeout", "10");
        await settings.fill("ca_file", "");
        await settings.check();
        await settings.removeRole("reader");
        await expectAccessible(visit.page, parts.page);
      },

      "has no finding of axe in its dialogs, their folded parts included, nor for a user who may only look": async (
        visit,
      ) => {
        const settings = await SettingsPage.open(visit);
        await settings.editRole("reader");
        await visit.page.evaluate("document.querySelectorAll('.modal details').forEach((fold) => (fold.open = true))");
        await expectAccessible(visit.page, parts.dialog, parts.page);
        await settings.fill("name", "editor");
        await settings.refusedDialog();
        await expectAccessible(visit.page, parts.dialog);
        await visit.page.keyboard.press("Escape");
        await settings.press('[data-name="paste"]');
        await settings.refusedDialog();
        await expectAccessible(visit.page, parts.dialog);
        await visit.page.keyboard.press("Escape");
        await visit.scene.configure({}, { editor: { ...editors["editor"], write: [] } });
        await SettingsPage.open(visit);
        await expectAccessible(visit.page, parts.page);
      },
    },
  );
}

browserSuite("for everybody, the settings page", prepared, {
  "names its fields, tells which are wrong, and names rows and dialogs": async (visit) => {
    const { page } = visit;
    const settings = await SettingsPage.open(visit);
    const scopes = page.getByLabel("Requested data", { exact: true });
    assert.equal(await scopes.inputValue(), await settings.value("scope"));
    assert.equal(await page.getByLabel("Enable single sign-on", { exact: true }).isChecked(), true);
    await settings.fill("scope", "profile");
    assert.equal(await scopes.getAttribute("aria-invalid"), "true");
    await settings.fill("scope", "openid");
    assert.equal(await scopes.getAttribute("aria-invalid"), "false");
    await settings.openTab("roles");
    await page.getByRole("button", { name: "Edit: Role reader" }).click();
    const dialog = page.getByRole("dialog", { name: "Role reader" });
    await dialog.getByLabel("Groups", { exact: true }).waitFor();
    await dialog.getByRole("group", { name: /^victor@example\.org/ }).waitFor();
  },

  "says that the check runs, what it tries, and how it ends": async (visit) => {
    const { page, scene } = visit;
    await SettingsPage.open(visit);
    const { promise, resolve } = withResolvers<undefined>();
    scene.provider.misbehave("discovery", async (_ctx, next) => {
      await promise;
      await next();
    });
    const status = page.locator('[data-name="check-status"][role="status"]');
    await page.evaluate(`new MutationObserver(() => (window.said = [...(window.said ?? []),
      document.querySelector('[data-name="check-status"]').textContent])).observe(
      document.querySelector('[data-name="check-status"]'), { childList: true })`);
    await page.getByRole("button", { name: "Check now" }).focus();
    await page.keyboard.press("Enter");
    await status
      .filter({ hasText: "The check reads the provider's discovery document." })
      .waitFor({ state: "attached" });
    resolve(undefined);
    await status.filter({ hasText: "The check is done." }).waitFor({ state: "attached" });
    assert.match(await status.innerText(), /^The check is done\. .* Errors: 0\. Warnings: \d+\.$/);
    assert.match((await page.evaluate<string[]>("window.said"))[0] ?? "", /^The check is running/);
    assert.equal(await focused(page), "Check now");
  },
});

browserSuite("only by keyboard", prepared, {
  "adds and removes a user of a role, and deletes and restores the role": async (visit) => {
    const { page } = visit;
    const settings = await SettingsPage.open(visit);
    await page.locator(".cbi-tabmenu a").first().focus();
    await keyTo(page, "Roles");
    await page.keyboard.press("Enter");
    await keyTo(page, "Edit: Role reader");
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
    assert.equal(await focused(page), "Edit: Role reader");
    await keyTo(page, "Delete: Role reader");
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "Undo: Role reader");
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "Delete: Role reader");
    await keyTo(page, "Add role");
    await page.keyboard.press("Enter");
    await settings.dialog.waitFor();
    await page.keyboard.press("Escape");
    await settings.dialog.waitFor({ state: "hidden" });
    assert.equal(await focused(page), "Add role");
    assert.match(await settings.row("reader").innerText(), /eve@example\.org/);
    assert.doesNotMatch(await settings.row("reader").innerText(), /victor/);
  },

  "a refused save moves the focus to its message, and the next key leads to the field": async (visit) => {
    const { page } = visit;
    const settings = await SettingsPage.open(visit);
    await settings.fill("scope", "profile");
    await settings.refusedSave();
    assert.match(await focused(page), /^Some fields are wrong/);
    await keyTo(page, /^Requested data: Must contain/);
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "Requested data");
  },
});

const shippedFile = join(repositoryRoot, "openwrt-feed/sso-login/files/sso-login.config");

browserSuite(
  "only by keyboard, from the shipped configuration",
  {
    prepare: async (scene) => {
      await setLuci(scene);
      await scene.router.writeFile("/etc/config/sso-login", readFileSync(shippedFile, "utf8"));
    },
  },
  {
    "root configures a provider and a role, and a user logs in": async (visit) => {
      const { page, scene } = visit;
      await logInByPassword(visit, "admin/services/sso-login");
      const settings = await SettingsPage.show(visit);
      const all = await wordsShown(visit, parts.page);
      const before = all.slice(0, all.indexOf("Check", all.indexOf("Enable")));
      assert.ok(before.length <= 160, `${String(before.length)} words before the check: ${before.join(" ")}`);
      const { issuer, client } = scene.provider;
      const enter = async (name: string, text: string): Promise<void> => {
        await keyTo(page, name);
        await page.keyboard.press("Control+A");
        await page.keyboard.type(text);
      };
      await enter("Redirect URI", scene.router.address + callbackPath);
      await enter("Issuer", issuer);
      await enter("Client ID", client.id);
      await enter("Client secret", client.secret);
      await keyTo(page, "Advanced", "Shift+Tab");
      await page.keyboard.press("Enter");
      await keyTo(page, "Connection to the provider");
      await page.keyboard.press("Enter");
      await enter("Certificate authority", scene.caFile);
      await keyTo(page, "Add an administrator", "Shift+Tab");
      await page.keyboard.press("Enter");
      await settings.dialog.waitFor();
      const inDialog = await wordsShown(visit, parts.dialog);
      assert.ok(inDialog.length <= 300, `${String(inDialog.length)} words in the dialog: ${inDialog.join(" ")}`);
      assert.equal(await focused(page), "E-mail addresses");
      await page.keyboard.type("alice@example.org");
      await page.keyboard.press("Enter");
      await expectAccessible(page, parts.dialog);
      await keyTo(page, "OK");
      await page.keyboard.press("Enter");
      await settings.dialog.waitFor({ state: "hidden" });
      await keyTo(page, "Enable single sign-on and save", "Shift+Tab");
      const reloaded = page.waitForEvent("load");
      await page.keyboard.press("Enter");
      await reloaded;
      await page.locator(named("state"), { hasText: "Single sign-on is on." }).waitFor();
      await logOut(page);
      await logInByLink(visit);
    },
  },
);
