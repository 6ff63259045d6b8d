/** The settings page's panels about people, and the test login in a tab of its own. */
import assert from "node:assert/strict";
import { expectAccessible } from "./support/axe.ts";
import { passwordField } from "./support/luci.ts";
import { asEditor, callUbus, named, SettingsPage } from "./support/settings-page.ts";
import { browserSuite, type Visit } from "./support/suite.ts";

/** Begins a test login on the page; the tab that it opens. */
async function openTest(visit: Visit): Promise<Visit> {
  const [tab] = await Promise.all([visit.context.waitForEvent("page"), visit.page.click(named("test"))]);
  return visit.at(tab);
}

/** The outcome, once the page of the test shows it. */
async function outcomeOf(tab: Visit): Promise<string> {
  await tab.page.waitForURL(/\/cgi-bin\/luci\/admin\/services\/sso-login\/test$/);
  return tab.page.locator(named("test-result")).innerText();
}

browserSuite("people on the settings page", asEditor, {
  "are listed with their sessions, which an administrator can end one by one": async (visit) => {
    const { page, scene } = visit;
    await scene.callback(scene.client(), "victor");
    const settings = await SettingsPage.open(visit);
    await settings.openTab("sessions");
    const rows = page.locator(`${named("sessions")} tr`);
    await rows.first().waitFor();
    const texts = await rows.allInnerTexts();
    assert.equal(texts.length, 3);
    assert.match(
      texts.find((text) => text.includes("alice")) ?? "",
      /alice@example\.org \(you\)\s+editor\s.*127\.0\.0\.1/s,
    );
    await expectAccessible(page, named("sessions-panel"));
    await page.getByRole("button", { name: "End session: victor@example.org" }).click();
    await page.getByText("The session has ended.").waitFor();
    assert.equal((await scene.ssoSessions()).length, 1);
    // One's own, after a question.
    await page.getByRole("button", { name: "End session: alice@example.org" }).click();
    await page.click(named("dismiss"));
    assert.equal((await scene.ssoSessions()).length, 1);
    await page.getByRole("button", { name: "End session: alice@example.org" }).click();
    await page.click(named("done"));
    await page.locator(passwordField).waitFor();
    assert.deepEqual(await scene.ssoSessions(), []);
  },

  "can be added to a role after a refusal, without saving the form": async (visit) => {
    const { page, scene } = visit;
    await scene.callback(scene.client(), "mallory");
    const settings = await SettingsPage.open(visit);
    const before = await settings.savedFile();
    await settings.openTab("sessions");
    const row = page.locator(`${named("history")} tr`, { hasText: "USER_NOT_AUTHORIZED" }).first();
    assert.match(await row.innerText(), /mallory@example\.org.*[0-9a-f]{8}.*matched no roles/s);
    await expectAccessible(page, named("history-panel"));
    await row.getByRole("button", { name: "Add to role: mallory@example.org" }).click();
    await row.locator(named("add-role")).selectOption("reader");
    await expectAccessible(page, named("history-panel"));
    await row.locator(named("add-done")).click();
    await page.getByText("It is used after Save & Apply.").waitFor();
    assert.match(await settings.row("reader").innerText(), /mallory@example\.org/);
    // Into a new role, after a wrong name for it.
    await row.getByRole("button", { name: "Add to role: mallory@example.org" }).click();
    await row.locator(named("add-role")).selectOption("New role");
    await row.locator(named("add-name")).fill("root");
    await row.locator(named("add-done")).click();
    await row.getByText("local login").waitFor();
    await row.locator(named("add-what")).selectOption({ label: "User ID sub-mallory" });
    await row.locator(named("add-name")).fill("guests");
    await row.locator(named("add-done")).click();
    assert.match(await settings.row("guests").innerText(), /sub-mallory/);
    assert.equal(await settings.savedFile(), before);
  },

  "are told what they would get by roles that are not saved": async (visit) => {
    const { page } = visit;
    const settings = await SettingsPage.open(visit);
    await settings.openTab("roles");
    const result = page.locator(named("preview-result"));
    await page.fill(named("preview-email"), "Victor@example.org");
    await page.click(named("preview"));
    await result.locator("table").waitFor();
    assert.match(await result.innerText(), /reader\s+by the e-mail address Victor@example\.org/);
    await expectAccessible(page, named("preview-panel"));
    await page.locator('[data-role="reader"] [data-name="remove"]').click();
    await page.click(named("preview"));
    await result.getByText("No role fits").waitFor();
  },

  "markup in the log is shown as text, and log lines of other programs are left out": async (visit) => {
    const { page, scene } = visit;
    const markup = `<img src=x onerror="document.title='run'">\u202e\u0000`;
    scene.provider.editIdToken(
      ({ payload }) => void Object.assign(payload, { email: markup, name: markup.repeat(50) }),
    );
    await scene.callback(scene.client(), "mallory");
    scene.provider.behave();
    await (await SettingsPage.open(visit)).openTab("sessions");
    await page
      .locator(`${named("history")} tr`, { hasText: "USER_NOT_AUTHORIZED" })
      .first()
      .waitFor();
    const text = await page.locator(named("history")).innerText();
    assert.ok(text.includes("<img src=x"), text);
    assert.doesNotMatch(text, /\u202e/);
    assert.equal(await page.locator(`${named("history")} img`).count(), 0);
    assert.doesNotMatch(await page.title(), /run/);
  },

  "users who may only look see the sessions, but no log and no test login": async (visit) => {
    await (await SettingsPage.open(visit, "victor")).openTab("sessions");
    const { page } = visit;
    await page.locator(named("sessions")).waitFor();
    for (const name of ["end-session", "history-panel", "preview-panel", "test-panel"]) {
      assert.equal(await page.locator(named(name)).count(), 0, name);
    }
    for (const method of ["history", "preview", "test_start", "test_result", "end_session"]) {
      const answer = await callUbus(visit, "sso-login", method, {});
      assert.equal(answer.error?.code, -32002, method);
    }
    // No one asks in the name of another session.
    const [session] = await visit.scene.ssoSessions();
    const forged = await callUbus(visit, "sso-login", "get", { ubus_rpc_session: session?.id });
    assert.equal(forged.error?.code, -32602);
  },
});

browserSuite("a test login", asEditor, {
  "goes to the provider with what is not saved, and shows claims, groups and roles": async (visit) => {
    const { page, scene } = visit;
    const settings = await SettingsPage.open(visit);
    await settings.press(settings.field("enabled"));
    const before = await settings.savedFile();
    const tab = await openTest(visit);
    await page.getByText("The test goes on in another tab.").waitFor();
    await tab.enterAtProvider("alice");
    const text = await outcomeOf(tab);
    assert.match(text, /This login would be granted, with the roles editor\./);
    assert.match(text, /alice@example\.org/);
    assert.match(text, /by the e-mail address alice@example\.org/);
    assert.match(text, /Log out/);
    await expectAccessible(tab.page, named("test-result"));
    assert.equal(await tab.page.evaluate("window.opener"), null);
    // The session is the one that it was, and the only one.
    assert.equal((await scene.ssoSessions()).length, 1);
    assert.equal(await settings.savedFile(), before);
    assert.equal(await page.locator(named("test-message")).innerText(), "Show the outcome");
  },

  "says of an address that is not verified that it counts for nothing, and the log names the user by the ID": async (
    visit,
  ) => {
    const settings = await SettingsPage.open(visit);
    visit.scene.provider.editIdToken(({ payload }) => void Object.assign(payload, { email_verified: false }));
    const tab = await openTest(visit);
    await tab.enterAtProvider("alice");
    assert.match(await outcomeOf(tab), /E-mail address\s+not verified at the provider, so it counts for no role\s/);
    await settings.openTab("sessions");
    const row = visit.page.locator(`${named("history")} tr`, { hasText: "Test login" }).first();
    await row.waitFor(); // hidden text has no lines
    assert.match(await row.innerText(), /sub-alice\nalice@example\.org, not verified\s/);
  },

  "repairs what it finds on the settings page, and has a group used in a role": async (visit) => {
    const { scene } = visit;
    const settings = await SettingsPage.open(visit);
    scene.provider.editIdToken(({ payload }) => void delete payload["at_hash"]);
    const refused = await openTest(visit);
    await refused.enterAtProvider("alice");
    assert.match(
      await outcomeOf(refused),
      /refused\..*AT_HASH_MISMATCH.*Set option Fingerprint of the access token \(at_hash\) to optional/s,
    );
    await expectAccessible(refused.page, named("test-result"));
    await refused.page.click(named("repair-at_hash"));
    await refused.page.getByText("Done. Used after Save & Apply.").waitFor();
    assert.equal(await settings.value("at_hash"), "optional");
    scene.provider.editIdToken(({ payload }) => void Object.assign(payload, { groups: ["admins"] }));
    await settings.openTab("provider");
    const tab = await openTest(visit);
    await tab.page.waitForURL(/sso-login\/test$/);
    await tab.page.getByRole("button", { name: "Use in a role: admins" }).click();
    await settings.dialog.locator(named("add-role")).selectOption("reader");
    await settings.dialog.locator(named("add-done")).click();
    await settings.dialog.waitFor({ state: "hidden" });
    assert.match(await settings.row("reader").innerText(), /admins/);
  },

  "has its repair done by the settings page that it opens, where no tab has that open": async (visit) => {
    const { page, scene } = visit;
    const settings = await SettingsPage.open(visit);
    const before = await settings.savedFile();
    scene.provider.editIdToken(({ payload }) => void delete payload["at_hash"]);
    const refused = await openTest(visit);
    await refused.enterAtProvider("alice");
    await outcomeOf(refused);
    await page.goto("about:blank");
    refused.page.on("dialog", (dialog) => void dialog.accept());
    // The text of the finding leads to the field, the button below it sets its value.
    for (const [name, value] of [
      ["lead", "required"],
      ["repair-at_hash", "optional"],
    ] as const) {
      await refused.page.click(`${named("test-result")} ${named(name)}`);
      await refused.page.waitForURL(/\/admin\/services\/sso-login(#\w+)?$/);
      await refused.page.waitForFunction(`document.activeElement.closest("[data-name]")?.dataset.name === "at_hash"`);
      assert.equal(await refused.page.locator(`${named("at_hash")} select`).inputValue(), value);
      assert.equal(await settings.savedFile(), before);
      await refused.page.goto(visit.luci("admin/services/sso-login/test"));
    }
    // A request is carried out once.
    const again = await SettingsPage.show(refused);
    assert.equal(await again.value("at_hash"), "required");
  },

  "says what is missing for whom no role fits, and shows markup as text": async (visit) => {
    const { scene } = visit;
    await SettingsPage.open(visit);
    const markup = `<script>document.title="run"</script>\u202eabc`;
    scene.provider.editIdToken(({ payload }) => void Object.assign(payload, { name: markup + "x".repeat(9000) }));
    const tab = await openTest(visit);
    await tab.enterAtProvider("mallory");
    const text = await outcomeOf(tab);
    assert.match(text, /This login would be refused\..*no role fits.*USER_NOT_AUTHORIZED.*Put the e-mail address/s);
    await tab.page.getByText("no role fits").click();
    await tab.page.getByText("Done on the settings page").waitFor();
    await visit.page.locator(named("roles-section")).waitFor();
    assert.ok(text.includes(String.raw`<script>document.title="run"</script>\u{202e}abc`), text);
    assert.match(text, /x\.\.\./);
    assert.doesNotMatch(await tab.page.title(), /run/);
  },

  "asks for the secret if the provider is another one, and leads to its field": async (visit) => {
    const { page } = visit;
    const settings = await SettingsPage.open(visit);
    await settings.fill("internal_issuer_url", "https://10.0.0.1");
    await settings.press(named("test"));
    await page.locator(named("test-message")).getByText("Client secret: Must be typed anew").click();
    assert.equal(visit.context.pages().length, 1);
    assert.equal(await page.evaluate(`document.activeElement.closest("[data-name]").dataset.name`), "client_secret");
  },

  "can be made as another account, although the browser is logged in at the provider": async (visit) => {
    await SettingsPage.open(visit);
    const first = await openTest(visit);
    await first.enterAtProvider("alice");
    await outcomeOf(first);
    const [tab] = await Promise.all([visit.context.waitForEvent("page"), visit.page.click(named("test-other"))]);
    const other = visit.at(tab);
    await other.enterAtProvider("victor");
    assert.match(await outcomeOf(other), /victor@example\.org/);
  },

  "has a page that says so when there is no result": async (visit) => {
    await SettingsPage.open(visit);
    await visit.page.goto(visit.luci("admin/services/sso-login/test"));
    await visit.page.getByText("There is no test login of this session").waitFor();
    await expectAccessible(visit.page, named("test-result"));
  },
});
