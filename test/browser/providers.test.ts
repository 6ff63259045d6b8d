/** Several providers: their list on the settings page, and their buttons on the login page. */
import assert from "node:assert/strict";
import { formatUci, type UciSection } from "../box/uci-format.ts";
import type { Scene } from "../e2e/support/scene.ts";
import { axeFindings } from "./support/axe.ts";
import { focused } from "./support/keyboard.ts";
import { link, openWithLink, setLuci, turnPasswordsOff } from "./support/luci.ts";
import { editors, SettingsPage } from "./support/settings-page.ts";
import { browserSuite, type Visit } from "./support/suite.ts";

const editor: UciSection = { type: "role", name: "editor", options: { ...editors["editor"] } };

/** Writes the first provider's section with these changes, and further providers. */
async function configure(
  scene: Scene,
  further: Record<string, Record<string, string>>,
  changes: Record<string, string> = {},
  roles: UciSection[] = [editor],
): Promise<void> {
  const standard = scene.standardOptions();
  const others = Object.entries(further).map(([name, options]) => ({
    type: "oidc",
    name,
    options: { ...standard, issuer_url: `https://${name}.example`, redirect_uri: callback(scene, name), ...options },
  }));
  const sections = [{ type: "oidc", name: "default", options: { ...standard, ...changes } }, ...others, ...roles];
  await scene.router.writeFile("/etc/config/sso-login", formatUci(sections));
}

function callback({ router }: Scene, name: string): string {
  return `${router.baseUrl}/callback/${name}`;
}

const three = { backup: { label: "Backup", color: "#d33c2c" }, google: { label: "Google" } };

/** The start of a group: LuCI as shipped, and further providers. */
async function prepare(scene: Scene, further: Parameters<typeof configure>[1] = three): Promise<void> {
  await setLuci(scene);
  await configure(scene, further);
}

function field({ page }: Visit, option: string): ReturnType<Visit["page"]["locator"]> {
  return page.locator(`.modal [data-name="${option}"] :is(input, select):not([type=hidden])`).first();
}

async function fill(visit: Visit, values: Record<string, string>): Promise<void> {
  for (const [option, value] of Object.entries(values)) {
    const input = field(visit, option);
    await input.fill("");
    // Firefox sees a change only in what keys have typed.
    await input.pressSequentially(value);
    await input.blur();
  }
}

/** Opens the dialog of a further provider, or of a new one. */
async function openProvider(visit: Visit, name?: string): Promise<void> {
  // The page opens with the tab that was open last.
  await visit.page.locator('.sso-login-page .cbi-tabmenu [data-tab="provider"] a').first().click();
  const row = visit.page.locator(`[data-provider="${name ?? ""}"] [data-name="edit"]`);
  await (name === undefined ? visit.page.locator('[data-name="add-provider"]') : row).click();
  await field(visit, "_name").waitFor();
}

/** The providers to which the login page may go at once. */
async function startChoices({ page }: Visit): Promise<string[]> {
  return page.locator('[data-name="auto_redirect"] option').allTextContents();
}

const axeParts = ["#modal_overlay .modal", ".sso-login-page"];
const phone = { context: { viewport: { width: 375, height: 740 } } };

browserSuite(
  "a further provider",
  { prepare: (scene) => prepare(scene, {}) },
  {
    "is added by a button, and saved with a secret that no page is told": async (visit) => {
      const { page, scene } = visit;
      const settings = await SettingsPage.open(visit);
      assert.equal((await page.locator('[data-name="providers-section"]').innerText()).trim(), "Add provider");
      assert.deepEqual(await startChoices(visit), ["no", "yes"]);
      await openProvider(visit);
      await page.selectOption('.modal [data-name="_preset"] select', "authelia");
      await fill(visit, { _name: "backup", label: "Backup", client_id: "router" });
      await fill(visit, { issuer_url: "https://backup.example", client_secret: "s3cret-typed" });
      assert.equal(await field(visit, "redirect_uri").inputValue(), callback(scene, "backup"));
      assert.equal(await field(visit, "scope").inputValue(), "openid profile email groups");
      await settings.closeDialog();
      assert.match(await page.locator('[data-provider="backup"]').innerText(), /backup\s+Backup\s+https:\/\/backup/);
      assert.deepEqual(await startChoices(visit), ["no", "default", "backup"]);
      await settings.editRole("editor");
      await page.check('.modal [data-name="at-backup"]');
      await settings.closeDialog();
      assert.match(await settings.row("editor").innerText(), /alice@example\.org at default, backup/);
      await settings.save();
      const file = await settings.savedFile();
      const section = file.slice(file.indexOf("config oidc 'backup'"));
      for (const [option, value] of Object.entries({ enabled: "1", label: "Backup", client_secret: "s3cret-typed" })) {
        assert.match(section, new RegExp(`option ${option} '${value}'`));
      }
      assert.doesNotMatch(section, /log_identity|button_label/);
      await openProvider(visit, "backup");
      assert.equal(await field(visit, "client_secret").inputValue(), "");
      assert.match((await field(visit, "client_secret").getAttribute("placeholder")) ?? "", /^A secret is saved/);
      assert.doesNotMatch(settings.answers.join(), /s3cret-typed/);
    },

    "is refused with a name that is taken or that no path may hold, and with another's redirect URI": async (visit) => {
      const settings = await SettingsPage.open(visit);
      await openProvider(visit);
      await fill(visit, { issuer_url: "https://b.example", client_id: "r", client_secret: "s" });
      for (const [name, message] of [
        ["default", /Name: This name is taken/],
        ["editor", /Name: This name is taken/],
        ["../x", /Name: .*a-z 0-9 _/],
      ] as const) {
        await fill(visit, { _name: name });
        assert.match(await settings.refusedDialog(), message);
      }
      await fill(visit, { _name: "backup", redirect_uri: callback(visit.scene, "other") });
      assert.match(await settings.refusedDialog(), /^Some fields are wrong:\s+Redirect URI: .*\/callback\/backup/);
    },

    "is checked from its dialog, above which the dialog of the authority opens": async (visit) => {
      const { page } = visit;
      const settings = await SettingsPage.open(visit);
      await openProvider(visit);
      const values = {
        _name: "backup",
        issuer_url: `${visit.scene.provider.issuer}/x`,
        client_id: "r",
        client_secret: "s",
      };
      await fill(visit, values);
      await settings.press('.modal [data-name="paste"]');
      await page.locator('.modal [data-name="pem"]').waitFor();
      await page.keyboard.press("Escape");
      await fill(visit, { ca_file: visit.scene.caFile });
      assert.equal(await field(visit, "_name").inputValue(), "backup");
      await page.click('.modal button[data-name="check"]');
      const wrong = page.locator('.modal [data-finding][data-level="error"] [data-name="lead"]').first();
      await wrong.waitFor();
      await wrong.click();
      const led = "document.activeElement.closest('[data-name]').dataset.name";
      assert.equal(await page.evaluate(led), "issuer_url");
    },
  },
);

browserSuite(
  "further providers",
  { prepare },
  {
    "are removed, restored and renamed, and references to them follow or are refused": async (visit) => {
      const { page } = visit;
      const settings = await SettingsPage.open(visit);
      await settings.editRole("editor");
      await page.check('.modal [data-name="at-backup"]');
      await settings.closeDialog();
      assert.match(await settings.row("editor").innerText(), /alice@example\.org at default, backup/);
      await settings.openTab("provider");
      await openProvider(visit, "backup");
      await page.getByRole("dialog", { name: "Provider backup" }).getByLabel("Name", { exact: true }).waitFor();
      await fill(visit, { _name: "spare" });
      await settings.closeDialog();
      assert.equal(await focused(page), "Edit: Provider spare");
      assert.match(await settings.row("editor").innerText(), /at default, spare/);
      await settings.press('[data-provider="spare"] [data-name="remove"]');
      assert.match(await settings.row("editor").innerText(), /There is no provider spare/);
      assert.match(await settings.refusedSave(), /Role editor: There is no provider spare/);
      await page.click('[data-provider="spare"] [data-name="undo"]');
      assert.doesNotMatch(await settings.row("editor").innerText(), /There is no provider/);
      await settings.choose("auto_redirect", "1");
      await settings.openTab("provider");
      await page.click('[data-provider="google"] [data-name="remove"]');
      assert.deepEqual(await startChoices(visit), ["no", "default", "spare"]);
      await settings.save();
      const file = await settings.savedFile();
      assert.deepEqual(
        [...file.matchAll(/^config \w+ '(\w+)'/gm)].map(([, name]) => name),
        ["default", "spare", "editor"],
      );
      assert.match(file, /list provider 'default'\s+list provider 'spare'/);
      assert.match(file, /option auto_redirect '1'/);
    },

    "are named beside sessions, and are all checked together, each with its own findings": async (visit) => {
      const settings = await SettingsPage.open(visit);
      await settings.openTab("sessions");
      await visit.page.locator('[data-name="sessions"]').waitFor();
      const session = await visit.page.locator('[data-name="sessions"] tr').last().innerText();
      assert.match(session, /^\s*alice@example\.org \(you\)\s+default\s+editor\s/);
      await settings.check();
      const headings = await visit.page.locator('[data-name="check-result"] h4').allInnerTexts();
      assert.deepEqual(
        headings.filter((text) => /^Provider (default|backup|google)$/.test(text)).length,
        3,
        headings.join(),
      );
    },
  },
);

browserSuite(
  "further providers on a phone",
  { ...phone, prepare },
  {
    "fit, and have no finding of axe": async (visit) => {
      const { page } = visit;
      const settings = await SettingsPage.open(visit);
      const fits = async (part: string): Promise<boolean> =>
        page.evaluate<boolean>(`document.querySelector('${part}').scrollWidth <= window.innerWidth`);
      assert.deepEqual([await fits(".sso-login-page"), await axeFindings(page, axeParts[1])], [true, []]);
      await openProvider(visit, "backup");
      assert.deepEqual([await fits(".modal"), await axeFindings(page, axeParts[0])], [true, []]);
      const method = await settings.reveal(field(visit, "token_endpoint_auth_method"));
      await method.selectOption("private_key_jwt");
      await page.locator('.modal [data-name="jwks"]').waitFor();
      assert.deepEqual(await axeFindings(page, axeParts[0]), []);
      await method.press("Escape");
      await settings.editRole("editor");
      assert.deepEqual([await fits(".modal"), await axeFindings(page, axeParts[0])], [true, []]);
    },
  },
);

async function buttons({ page }: Visit): Promise<string[]> {
  return page.locator("a.sso-login-button").allTextContents();
}

for (const theme of ["bootstrap", "material"]) {
  browserSuite(
    `the login page with three providers in ${theme}`,
    {
      prepare: async (scene) => {
        await setLuci(scene, theme);
        await configure(scene, three);
      },
    },
    {
      "has a button for each in their order, and the one that was used last first": async (visit) => {
        const { page } = visit;
        await openWithLink(visit, "admin/status");
        assert.deepEqual(await buttons(visit), ["Login with SSO", "Backup", "Google"]);
        assert.equal(await page.locator("#sso-login-to-backup span[aria-hidden]").count(), 1);
        const started = page.waitForRequest(/\/cgi-bin\/sso-login\/\?/);
        await page.route(/\/cgi-bin\/sso-login\//, (route) => route.fulfill({ status: 204 }));
        await page.click("#sso-login-to-google");
        assert.match((await started).url(), /\?return_to=[^&]*status&provider=google$/);
        assert.deepEqual(await page.evaluate("Object.values(localStorage)"), ["google"]);
        await page.unroute(/\/cgi-bin\/sso-login\//);
        await openWithLink(visit);
        assert.deepEqual(await buttons(visit), ["Google", "Login with SSO", "Backup"]);
        const within = theme === "bootstrap" ? axeParts[0] : "form";
        const findings = await axeFindings(page, within);
        // Material's own colours have too little contrast.
        assert.deepEqual(
          findings.filter((line) => theme === "bootstrap" || !line.startsWith("color-contrast")),
          [],
        );
      },
    },
  );
}

browserSuite(
  "the login page with several providers",
  { prepare: (scene) => setLuci(scene) },
  {
    "has one button without a mark if only the first provider is enabled": async (visit) => {
      await configure(visit.scene, { backup: { enabled: "0" } }, { color: "#d33c2c" });
      await openWithLink(visit);
      assert.deepEqual(await buttons(visit), ["Login with SSO"]);
      assert.equal(await visit.page.locator(`${link} span`).count(), 0);
    },

    "has all buttons while passwords are off, and says that none answers only where that is so": async (visit) => {
      const { page, scene } = visit;
      await configure(scene, three);
      await turnPasswordsOff(scene);
      await openWithLink(visit);
      assert.equal((await buttons(visit)).length, 3);
      await visit.settle();
      assert.equal(await page.locator("#sso-login-down").innerText(), "");
      await configure(scene, three, { issuer_url: "https://nowhere.example" });
      await openWithLink(visit);
      await page.locator("#sso-login-down", { hasText: "does not answer" }).waitFor();
    },
  },
);
