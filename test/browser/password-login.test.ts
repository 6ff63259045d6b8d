/** Passwords turned off: what the login page says in place of the form, in each shape that LuCI has it. */
import assert from "node:assert/strict";
import type { Role } from "../box/router.ts";
import { expectAccessible } from "./support/axe.ts";
import {
  expectNoForm,
  link,
  loginScript,
  logInByLink,
  openWithLink,
  passwordField,
  routerPassword,
  setLuci,
  turnPasswordsOff,
  typePassword,
} from "./support/luci.ts";
import { editors as settingsEditors, named, openDialog, SettingsPage } from "./support/settings-page.ts";
import { inBox } from "../e2e/support/suite.ts";
import { browserSuite, type BrowserTest, type Visit } from "./support/suite.ts";

const reason = "#sso-login-reason";
const refused = "#sso-login-refused";
const trial = "#sso-login-trial";
const down = "#sso-login-down";
const formLink = "#sso-login-password";

/** Rules as of some themes: too little contrast in buttons like ours, and in lists of dialogs. */
const pale = { content: ".cbi-button-action { color: #fff; background: #5bc0de } .modal ul li { color: #808080 }" };

const everywhere: Record<string, BrowserTest> = {
  "says why there is no form, at ?local=1 too, and single sign-on leads in": async (visit) => {
    for (const path of ["?local=1", ""]) {
      await openWithLink(visit, path);
      await visit.settle();
      assert.equal(await visit.page.textContent(reason), "This router is opened by single sign-on.");
      await expectNoForm(visit);
      assert.equal(await visit.page.locator(formLink).count(), 0);
      assert.equal(await visit.page.textContent(down), "", "the provider answers");
    }
    await visit.page.addStyleTag(pale);
    await expectAccessible(visit.page, link, reason);
    await logInByLink(visit);
  },

  "explains what LuCI says of a password": async (visit) => {
    // A form that the browser shows before the page's own script is there.
    await visit.page.route(loginScript, (route) => route.abort());
    await visit.page.goto(visit.luci());
    await visit.settle();
    await typePassword(visit.page);
    await visit.page.unroute(loginScript);
    await Promise.all([visit.page.waitForNavigation(), visit.page.press(passwordField, "Enter")]);
    await visit.page.waitForSelector(refused);
    assert.match((await visit.page.textContent(".alert-message")) ?? "", /Invalid username.*not even the right one/s);
    await expectNoForm(visit);
  },

  "says that the provider is down, and where help is, on a telephone's screen": async (visit) => {
    await visit.page.setViewportSize({ width: 320, height: 640 });
    await visit.page.route(`${visit.scene.provider.origin}/**`, (route) => route.abort());
    await openWithLink(visit);
    await visit.page.waitForSelector(`${down}:not(:empty)`);
    assert.match((await visit.page.textContent(down)) ?? "", /does not answer.*sso-login password-login on/);
    for (const part of [reason, link, down]) {
      const box = await visit.page.locator(part).boundingBox();
      assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 320, `${part} ${JSON.stringify(box)}`);
    }
  },

  "has the form one step away where a login keeps its password": async (visit) => {
    await turnPasswordsOff(visit.scene, "monitor");
    await openWithLink(visit);
    await visit.settle();
    await expectNoForm(visit);
    await visit.page.click(formLink);
    await visit.page.waitForSelector(passwordField);
    await visit.settle();
    assert.equal(await visit.page.isVisible(passwordField), true);
  },
};

for (const theme of ["bootstrap", "bootstrap-dark", "material"]) {
  browserSuite(
    `login page with passwords off, ${theme}`,
    {
      prepare: async (scene) => {
        await setLuci(scene, theme);
        await turnPasswordsOff(scene);
      },
    },
    everywhere,
  );
}

const editors: Readonly<Record<string, Role>> = { editor: { email: ["alice@example.org"], read: ["*"], write: ["*"] } };

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 900 };

/** The panel is in a state, within the screen at both widths, and axe finds nothing. */
async function expectPanel(visit: Visit, state: string): Promise<void> {
  const { page } = visit;
  await page.locator('.cbi-tabmenu [data-tab="advanced"] a').click();
  await page.locator(`[data-name="passwords-state"][data-state="${state}"]`).waitFor();
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    const box = await page.locator(named("passwords-panel")).boundingBox();
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= size.width, `${state} ${JSON.stringify(box)}`);
  }
  await expectAccessible(visit.page, named("passwords-panel"));
}

/** Whether root's right password opens a session. */
async function doesPasswordCount({ scene }: Visit): Promise<boolean> {
  return scene.router.ubus("session", "login", { username: "root", password: routerPassword }).then(
    () => true,
    () => false,
  );
}

const byTheService: BrowserTest = async (visit) => {
  const { page, scene } = visit;
  const dialog = page.locator(openDialog);
  const settingsPage = visit.luci("admin/services/sso-login");
  try {
    // A session that may end with the passwords.
    assert.equal(await doesPasswordCount(visit), true);
    await SettingsPage.open(visit);
    await expectPanel(visit, "on");
    await page.locator(named("end-sessions")).focus();
    await page.keyboard.press("Space");
    await page.locator(named("passwords-off")).press("Enter");
    await dialog.waitFor();
    await page.addStyleTag(pale);
    assert.match(await dialog.innerText(), /trial of ten minutes/);
    await expectAccessible(visit.page, "#modal_overlay .modal");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    assert.equal(await doesPasswordCount(visit), true);
    await page.locator(named("passwords-off")).press("Enter");
    await dialog.locator(named("done")).press("Enter");
    await page.getByText(/^Passwords are off, on trial\. Sessions ended: \d/).waitFor();
    assert.match(await page.innerText(named("countdown")), /^(10:00|9:5\d)$/);
    await expectPanel(visit, "trial");
    assert.equal(await doesPasswordCount(visit), false);
    assert.equal(await page.locator(named("passwords-confirm")).count(), 0, "by the login that began it");

    await page.locator(named("fresh-login")).press("Enter");
    await visit.enterAtProvider("alice");
    await page.waitForURL(settingsPage);
    await expectPanel(visit, "trial");
    await page.locator(named("passwords-confirm")).press("Enter");
    await page.getByText("Passwords are off. This router is opened by single sign-on.").waitFor();
    await expectPanel(visit, "off");

    await visit.context.clearCookies();
    await openWithLink(visit);
    await visit.settle();
    assert.equal(await page.textContent(reason), "This router is opened by single sign-on.");
    await expectNoForm(visit);
    await scene.configure({ password_login: "off", issuer_url: `${scene.provider.issuer}/nowhere` }, editors);
    await page.goto(`${scene.router.baseUrl}/`);
    await page.getByRole("link", { name: "Try again" }).waitFor();
    assert.equal(await page.getByRole("link", { name: /password/ }).count(), 0, "an error page offers a password");
    await scene.configure({ password_login: "off" }, editors);

    const settings = await SettingsPage.open(visit);
    const saved = await settings.field("scope").inputValue();
    await settings.fill("scope", "openid email");
    await settings.saveButton.click();
    await dialog.waitFor();
    assert.match(await dialog.innerText(), /on trial for ten minutes/);
    await expectAccessible(page, "#modal_overlay .modal");
    const test = visit.context.waitForEvent("page");
    await dialog.locator(named("instead")).press("Enter");
    await (await test).close();
    await settings.fill("scope", saved);
    await expectPanel(visit, "off");
    assert.match(await page.innerText(named("way-back")), /sso-login password-login on/);
    await page.locator(named("passwords-on")).press("Enter");
    const isAsked = page.getByText(/Root has no password: whoever/).waitFor();
    const isDone = page.getByText("Passwords open this router again.").waitFor();
    await Promise.race([isAsked.then(() => dialog.locator(named("done")).press("Enter")), isDone]);
    await isDone;
    await expectPanel(visit, "on");
    assert.equal(await doesPasswordCount(visit), true);
  } finally {
    await scene.router.commandLine("password-login", "on");
  }
};

const refusal: BrowserTest = async (visit) => {
  await visit.scene.configure({}, settingsEditors);
  await (await SettingsPage.open(visit)).openTab("advanced");
  await visit.page.getByText(/you could lock yourself out/).waitFor();
  assert.equal(await visit.page.locator(named("passwords-off")).count(), 0);
};

const unreadable: BrowserTest = async (visit) => {
  const { router } = visit.scene;
  const settings = await SettingsPage.open(visit);
  await router.writeFile("/etc/config/rpcd", "config 'login");
  await visit.page.reload();
  await settings.openTab("advanced");
  await visit.page
    .locator('[data-state="unknown"]')
    .getByText(/cannot be read: no password is accepted/)
    .waitFor();
  await visit.page.locator(named("passwords-on")).waitFor();
  assert.equal(await visit.page.getByText(/Passwords open this router/).count(), 0);
};

const withoutRootPassword = inBox<Visit>("a router keeps its own password", async (visit) => {
  const { router } = visit.scene;
  const saved = await router.shell(`cat '${router.path("/etc/shadow")}'`);
  try {
    await router.commandLine("password-login", "off", "--force");
    await router.writeFile("/etc/shadow", "root::0:0:99999:7:::\n");
    await (await SettingsPage.open(visit)).openTab("advanced");
    await visit.page.locator(named("passwords-on")).press("Enter");
    const dialog = visit.page.locator(openDialog);
    await dialog.waitFor();
    assert.match(await dialog.innerText(), /Root has no password/);
  } finally {
    await router.writeFile("/etc/shadow", saved);
    await router.commandLine("password-login", "on");
  }
});

const trialThatEnds: BrowserTest = async (visit) => {
  const { router } = visit.scene;
  try {
    await router.commandLine("password-login", "off", "--force");
    const file = router.path("/var/run/sso-login/password_trial");
    const soon = `$(awk '{ print $1 + 15 }' /proc/uptime)`;
    await router.shell(`sed -i 's/"deadline": *[0-9.]*/"deadline":'"${soon}"'/' '${file}'`);
    await openWithLink(visit);
    assert.match((await visit.page.textContent(trial)) ?? "", /^Passwords are off, on trial\..* 00:(1\d|0[1-9])$/);
    await expectAccessible(visit.page, trial);
    await (await SettingsPage.open(visit)).openTab("advanced");
    await visit.page.locator('[data-state="trial"]').waitFor();
    await visit.page.locator('[data-state="on"]').waitFor();
  } finally {
    await router.commandLine("password-login", "on");
  }
};

for (const theme of ["bootstrap", "bootstrap-dark", "material"]) {
  browserSuite(
    `passwords by the service itself, ${theme}`,
    {
      prepare: async (scene) => {
        await setLuci(scene, theme);
        await scene.configure({}, editors);
      },
    },
    {
      "are turned off on trial, confirmed by a new login, and turned on again": byTheService,
      ...(theme === "material" && {
        "count again on the page when the trial's time is over": trialThatEnds,
        "say why they cannot be turned off": refusal,
        "are unknown while rpcd's file cannot be read": unreadable,
        "are turned on only after a question where root has none": withoutRootPassword,
      }),
    },
  );
}
