/** The settings page: what it shows, saves, refuses and checks, and to whom. */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import type { Locator } from "playwright-core";
import { standardRoles } from "../e2e/support/scene.ts";
import { sleep } from "../box/command.ts";
import { inBox } from "../e2e/support/suite.ts";
import { focused } from "./support/keyboard.ts";
import { axeFindings } from "./support/axe.ts";
import { isFirefox } from "./support/browser.ts";
import { passwordField, typePassword } from "./support/luci.ts";
import { browserSuite, type Visit } from "./support/suite.ts";
import { asEditor, callUbus, editors, named, openDialog, SettingsPage } from "./support/settings-page.ts";

/** The lines of a section of a UCI file, from its heading to the next. */
function sectionOf(file: string, name: string): string[] {
  const sections = file.split(/^(?=config )/m);
  const found = sections.find((section) => new RegExp(`^config \\w+ '${name}'`).test(section));
  return (found ?? "")
    .split("\n")
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function sectionNames(file: string): string[] {
  return [...file.matchAll(/^config \w+ '(\w+)'/gm)].map(([, name]) => name ?? "");
}

browserSuite("settings", asEditor, {
  "are saved to the router's file, and only what was changed": async (visit) => {
    const settings = await SettingsPage.open(visit);
    const before = await settings.savedFile();
    await settings.fill("scope", "openid email");
    await settings.fill("session_timeout", "900");
    await settings.choose("token_endpoint_auth_method", "client_secret_post");
    await settings.press(settings.field("log_identity"));
    await settings.save();
    const after = sectionOf(await settings.savedFile(), "default");
    const added = after.filter((line) => !sectionOf(before, "default").includes(line));
    assert.deepEqual(added.sort(), [
      "option log_identity '0'",
      "option scope 'openid email'",
      "option session_timeout '900'",
      "option token_endpoint_auth_method 'client_secret_post'",
    ]);
    assert.equal(after.length, sectionOf(before, "default").length + 3);
    assert.equal(await settings.value("session_timeout"), "900");
    // Logins depend on these options: the page ends with the verdict of the check.
    await visit.page.locator('[data-name="check-summary"]').waitFor();
  },

  "are refused with a message where they are wrong, and nothing is written": async (visit) => {
    const settings = await SettingsPage.open(visit);
    const before = await settings.savedFile();
    await settings.fill("issuer_url", "idp.example.org");
    assert.equal(await settings.value("issuer_url"), "https://idp.example.org");
    await settings.fill("issuer_url", "http://idp.example.org");
    await settings.fill("scope", "profile");
    const message = await settings.refusedSave();
    assert.match(message, /Issuer: Must be an https:\/\/ URL/);
    assert.match(message, /Requested data: Must contain openid/);
    assert.equal(await settings.savedFile(), before);
    await settings.fill("issuer_url", visit.scene.provider.issuer);
    await settings.fill("scope", "openid");
    await settings.save();
    assert.match(await settings.savedFile(), /^\toption scope 'openid'$/m);
  },

  "take a redirect URI from the address in the browser": async (visit) => {
    const { router } = visit.scene;
    const here = `${router.address}/cgi-bin/sso-login/callback`;
    const settings = await SettingsPage.open(visit);
    assert.equal(await settings.value("redirect_uri"), here);
    await settings.fill("redirect_uri", "https://other.example.org/cgi-bin/sso-login/callback");
    await settings.save();
    const use = '[data-name="redirect_uri"] [data-name="here"]';
    await settings.press(use);
    assert.equal(await settings.value("redirect_uri"), here);
    assert.equal(await visit.page.isVisible(use), false);
    await settings.fill("redirect_uri", "https://other.example.org/cgi-bin/sso-login/callback");
    await settings.press(use);
    await settings.press('[data-name="post_logout_redirect_uri"] [data-name="here"]');
    assert.equal(await settings.value("post_logout_redirect_uri"), `${router.address}/cgi-bin/luci/`);
    const copy = '[data-name="redirect_uri"] [data-name="copy"]';
    await settings.press(copy);
    await visit.page.locator(`${copy}:not([aria-disabled])`).waitFor();
    await settings.field("client_id").fill("");
    await settings.field("client_id").press("Control+V");
    assert.equal(await settings.value("client_id"), here);
  },

  "are filled in by the choice of a provider": async (visit) => {
    const settings = await SettingsPage.open(visit);
    await settings.choose("_preset", "kanidm");
    assert.equal(await settings.value("at_hash"), "optional");
    assert.equal(await settings.value("scope"), "openid profile email groups");
    const notes = await visit.page.innerText('[data-name="preset-notes"]');
    assert.match(notes, /oauth2\/openid\/<client>/);
    assert.match(notes, /sets, under Advanced: Fingerprint of the access token \(at_hash\): optional; Requested data/);
    await settings.choose("_preset", "pocket-id");
    await settings.save();
    assert.match(await settings.savedFile(), /option at_hash 'optional'/);
    assert.equal(await visit.page.locator(`${named("_preset")} select`).inputValue(), "pocket-id");
  },
});

browserSuite("settings that two pages change", asEditor, {
  "are joined, and what both changed is said before one takes the other's place": async (visit) => {
    const ours = await SettingsPage.open(visit);
    const theirs = await SettingsPage.show(visit.at(await visit.context.newPage()));
    await theirs.fill("scope", "openid email");
    await theirs.editRole("reader");
    await theirs.fill("name", "guest");
    await theirs.closeDialog();
    await theirs.save();
    await ours.fill("scope", "openid groups");
    const message = await ours.refusedSave();
    assert.match(message, /Somebody else has saved this/);
    assert.match(message, /Requested data: now openid email, yours openid groups$/);
    assert.match(await ours.savedFile(), /option scope 'openid email'/);
    assert.equal(await ours.value("scope"), "openid groups");
    await ours.save();
    const file = await ours.savedFile();
    assert.deepEqual(sectionNames(file), ["default", "editor", "guest", "stranger"]);
    assert.ok(sectionOf(file, "default").includes("option scope 'openid groups'"), file);
  },
});

browserSuite("the client secret", asEditor, {
  "never reaches the browser, and stays when its field is left empty": async (visit) => {
    const { secret } = visit.scene.provider.client;
    const settings = await SettingsPage.open(visit);
    assert.equal(await settings.value("client_secret"), "");
    assert.match((await settings.field("client_secret").getAttribute("placeholder")) ?? "", /A secret is saved/);
    // A browser that has saved the router's password fills it in otherwise.
    assert.equal(await settings.field("client_secret").getAttribute("autocomplete"), "new-password");
    await settings.check();
    await settings.fill("scope", "openid email");
    await settings.save();
    const holds = (text: string): boolean => settings.answers.some((answer) => answer.includes(text));
    assert.equal(holds("client_secret_set"), true);
    const known = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
    assert.deepEqual(known.filter(holds), []);
    assert.equal((await settings.savedFile()).includes(`\toption client_secret '${secret}'\n`), true);
  },

  "can be removed while single sign-on is off": async (visit) => {
    const settings = await SettingsPage.open(visit);
    await settings.press(settings.field("_forget"));
    assert.match(await settings.refusedSave(), /Client secret: Must be set/);
    await settings.press(settings.field("enabled"));
    await settings.saveButton.click();
    await settings.dialog.getByText("Your session ends").waitFor();
    await settings.press(settings.dialog.locator(named("done")));
    await visit.page.waitForSelector(passwordField);
    assert.doesNotMatch(await settings.savedFile(), /client_secret/);
  },

  "is not sent over plain HTTP, which the page says": async (visit) => {
    const { router } = visit.scene;
    if (router.plainAddress === undefined) {
      return;
    }
    const path = "/cgi-bin/luci/admin/services/sso-login";
    await visit.page.goto(`${router.plainAddress}${path}`);
    await visit.settle();
    await typePassword(visit.page);
    await Promise.all([visit.page.waitForNavigation(), visit.page.press(passwordField, "Enter")]);
    await visit.page.goto(`${router.plainAddress}${path}`);
    const secret = visit.page.locator('[data-name="client_secret"]');
    await secret.waitFor();
    assert.equal(await secret.locator("input").isEnabled(), false);
    assert.match(await secret.innerText(), /plain HTTP, where others can read a secret/);
    assert.equal(await secret.locator("a").getAttribute("href"), `${router.address}${path}`);
    // Whatever gets into the field all the same.
    await visit.page.evaluate(
      `{ const input = document.querySelector('[data-name="client_secret"] input'); input.disabled = false; input.value = "typed"; }`,
    );
    // Not every driver tells what is sent.
    await visit.page.evaluate(`{
      window.sent = "";
      const { fetch } = window, { send } = XMLHttpRequest.prototype;
      window.fetch = (...call) => { sent += call[1]?.body; return fetch(...call); };
      XMLHttpRequest.prototype.send = function (body) { sent += body; return send.call(this, body); };
    }`);
    await visit.page.locator('[data-name="client_id"] input').fill("other");
    await visit.page.click('button[data-name="check"]');
    await visit.page.locator("[data-finding]").first().waitFor();
    const sent = await visit.page.evaluate<string>("sent");
    assert.match(sent, /"client_id":"other"/);
    assert.doesNotMatch(sent, /typed/);
  },
});

/** The names of the roles in the order of their rows. */
async function rolesShown({ page }: Visit): Promise<string[]> {
  return page.evaluate<string[]>("[...document.querySelectorAll('[data-role]')].map((row) => row.dataset.role)");
}

/** Enters a role that opens no page, and presses OK. */
async function enterPoor(visit: Visit): Promise<{ settings: SettingsPage; done: Locator }> {
  const settings = await SettingsPage.open(visit);
  await settings.addRole();
  await settings.fill("name", "poor");
  await settings.fill("email", "poor@example.org");
  await settings.grant("luci-base", "read");
  const done = settings.dialog.locator('[data-name="done"]');
  await done.click();
  return { settings, done };
}

const inTable = "a real router has access groups of its own";

browserSuite("roles", asEditor, {
  "that open no page are asked about, once, and kept where the answer is yes": async (visit) => {
    const { settings, done } = await enterPoor(visit);
    const question = settings.dialog.getByText(/opens no page of this router.*refused at the login/);
    await question.waitFor();
    assert.equal(await settings.row("poor").count(), 0);
    await done.click();
    await settings.row("poor").waitFor();
    await settings.editRole("poor");
    await settings.grant("luci-mod-status-index", "read");
    await done.click();
    await settings.dialog.waitFor({ state: "hidden" });
    assert.equal(await question.count(), 0);
  },

  "are asked about anew where something else is wrong, or has changed": async (visit) => {
    const { settings, done } = await enterPoor(visit);
    await settings.dialog.getByText(/^With these rights.*opens no page.*Press OK once more/).waitFor();
    await settings.fill("group", "poor:people\u200b");
    await done.click();
    await settings.dialog.getByText(/^These entries have a character.*opens no page.*Press OK once more/).waitFor();
    await settings.fill("name", "others");
    await done.click();
    await visit.settle();
    assert.equal(await settings.dialog.isVisible(), true, "another role is kept without a question");
    await done.click();
    await settings.row("others").waitFor();
  },

  "are added with people and rights, and rpcd knows them": async (visit) => {
    const { router } = visit.scene;
    const settings = await SettingsPage.open(visit);
    await settings.addRole();
    await settings.fill("name", "guest");
    await settings.fill("email", "eve@example.org");
    await settings.fill("group", "guests");
    await settings.fill("sub", "0815");
    await settings.grant("luci-base", "read");
    await settings.closeDialog();
    assert.match(await settings.row("guest").innerText(), /guest\s+eve@example\.org, guests, 0815\s/);
    await settings.save();
    const file = await settings.savedFile();
    assert.deepEqual(sectionNames(file), ["default", "editor", "reader", "stranger", "guest"]);
    assert.deepEqual(sectionOf(file, "guest").sort(), [
      "list email 'eve@example.org'",
      "list group 'guests'",
      "list read 'luci-base'",
      "list sub '0815'",
      `option sub_issuer '${visit.scene.provider.issuer}'`,
    ]);
    // The init script does this after a change.
    const rpcdFile = router.path("/etc/config/rpcd");
    const rpcd = await router.shell(
      `for i in 1 2 3 4 5; do grep -q sso_login_guest '${rpcdFile}' && break; sleep 1; done; cat '${rpcdFile}'`,
    );
    assert.match(rpcd, /config login 'sso_login_guest'/);
  },

  "can be added and removed while another field is wrong, and no input is lost": async (visit) => {
    const settings = await SettingsPage.open(visit);
    await settings.choose("_preset", "kanidm");
    await settings.fill("issuer_url", "http://wrong");
    await settings.fill("client_secret", "typed");
    await settings.addRole();
    await settings.fill("name", "one");
    await settings.fill("email", "one@example.org");
    await settings.closeDialog();
    await settings.removeRole("one");
    assert.equal(await settings.value("issuer_url"), "http://wrong");
    assert.equal(await settings.value("client_secret"), "typed");
    assert.match(await visit.page.innerText('[data-name="preset-notes"]'), /oauth2\/openid/);
  },

  "are told what is wrong only until it is mended": async (visit) => {
    const settings = await SettingsPage.open(visit);
    await settings.addRole();
    assert.match(await settings.refusedDialog(), /A role needs a name/);
    await settings.fill("email", "eve@example.org");
    assert.equal(await settings.dialog.locator(".alert-message.error").count(), 1);
    await settings.fill("name", "eve");
    assert.equal(await settings.dialog.locator(".alert-message.error").count(), 0);
  },

  "are left as they were by a dialog that is dismissed": async (visit) => {
    const settings = await SettingsPage.open(visit);
    await settings.editRole("reader");
    await settings.fill("name", "other");
    await settings.dialog.locator(".button-row button").first().click();
    await settings.dialog.waitFor({ state: "hidden" });
    assert.match(await settings.refusedSave(), /nothing to save/);
  },

  "say how far they reach, in the table and while they are edited": inBox(inTable, async (visit) => {
    const settings = await SettingsPage.open(visit);
    const verdict = "Full control: this role can change the router's configuration or read any file.";
    await settings.openTab("roles");
    await settings.row("editor").getByText(verdict).waitFor();
    const shown = await settings.row("editor").innerText();
    assert.ok(shown.includes(`${verdict} Single Sign-On: full control`), shown);
    assert.doesNotMatch(shown, /Frame/);
    assert.match(await settings.row("stranger").innerText(), /This role can look at .*, and no more\./);
    await settings.editRole("editor");
    const reach = settings.dialog.locator('[data-name="reach"]');
    await settings.grant("luci-app-sso-login", "none");
    assert.equal(await reach.innerText(), `${verdict}\nFrame of the web interface: full control`);
    await settings.dialog.locator('[data-name="none"]').click();
    assert.equal(await reach.innerText(), "This role has no rights.");
    await settings.dialog.locator('[data-name="all"]').click();
    assert.match(
      await reach.innerText(),
      /Single Sign-On: full control\n.*: full control\n.*System Log: can run programs/s,
    );
    assert.match(await settings.dialog.locator('[data-entry="*"]').innerText(), /Everything on this router/);
  }),

  "are moved by the arrow keys and by the mouse, and keep their order": async (visit) => {
    const settings = await SettingsPage.open(visit);
    const handle = (role: string) => settings.row(role).locator(named("move"));
    await settings.openTab("roles");
    // The rows grow when rights come.
    await visit.settle();
    await handle("reader").focus();
    await visit.page.keyboard.press("ArrowUp");
    assert.deepEqual(await rolesShown(visit), ["reader", "editor", "stranger"]);
    assert.match(await focused(visit.page), /^Move: Role reader, now at place 1\./);
    await handle("stranger").dragTo(settings.row("reader"));
    assert.deepEqual(await rolesShown(visit), ["stranger", "reader", "editor"]);
    await settings.save();
    assert.deepEqual(sectionNames(await settings.savedFile()), ["default", "stranger", "reader", "editor"]);
  },

  "are chosen page by page without code names, each page once, in a dialog that alone scrolls": async (visit) => {
    const settings = await SettingsPage.open(visit);
    await settings.addRole();
    const list = await settings.reveal(settings.dialog.locator(named("search-list")));
    const lines = await list.locator("label span").allInnerTexts();
    assert.deepEqual(lines, [...new Set(lines)]);
    assert.deepEqual(
      lines.filter((line) => /\w\/\w|luci-/.test(line)),
      [],
    );
    const scrolled = `[...document.querySelectorAll(".modal *")].filter((node) =>
      node.scrollHeight > node.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(node).overflowY)).length`;
    assert.equal(await visit.page.evaluate(scrolled), 0);
  },

  "of a template say what is left out, may look and not change, and can be duplicated": inBox(
    inTable,
    async (visit) => {
      const settings = await SettingsPage.open(visit);
      await settings.addRole("look");
      const leftOut = settings.dialog.locator('[data-name="left-out"]');
      assert.equal(await leftOut.innerText(), "System Log: can run programs as root");
      assert.equal(
        await visit.page.locator(named("add-look")).innerText(),
        await settings.dialog.locator(named("look")).innerText(),
      );
      assert.match(await settings.dialog.locator(named("look")).innerText(), /pages left out: 1\)/);
      await settings.dialog.locator(".button-row button").first().click();
      await settings.dialog.waitFor({ state: "hidden" });
      await settings.addRole("family");
      await settings.fill("email", "kid@example.org");
      await settings.closeDialog();
      assert.match(await settings.row("family").innerText(), /This role can look at .*Overview.*, and no more\./);
      await settings.editRole("family", "neutral");
      assert.equal(await settings.value("name"), "family_2");
      assert.match(await settings.refusedDialog(), /Whom is this role for/);
      await settings.fill("group", "kids");
      await settings.closeDialog();
      await settings.addRole("operator");
      await settings.fill("group", "operators");
      await settings.closeDialog();
      await settings.save();
      const file = await settings.savedFile();
      const looking = ["luci-base", "luci-mod-status-index", "luci-mod-status-routes"].map(
        (name) => `list read '${name}'`,
      );
      assert.deepEqual(sectionOf(file, "family"), ["list email 'kid@example.org'", ...looking]);
      assert.deepEqual(sectionOf(file, "family_2"), ["list group 'kids'", ...looking]);
      assert.ok(sectionOf(file, "operator").includes("list write 'luci-mod-system-reboot'"), file);
    },
  ),

  "have rights that are found by a word of their title, and patterns": async (visit) => {
    const settings = await SettingsPage.open(visit);
    await settings.editRole("reader");
    await (await settings.reveal('[data-name="search-groups"]')).fill("SETTINGS of single");
    const shown = settings.dialog.locator('[data-name="search-groups-list"] [data-entry]:not(.hidden)');
    assert.equal(await shown.count(), 1);
    assert.match(await shown.innerText(), /Settings of single sign-on\s+luci-app-sso-login$/);
    await settings.dialog.locator('[data-name="search-groups"]').fill("");
    await settings.dialog.locator(".sso-login-pattern input").fill("!luci-app-*");
    await settings.dialog.locator('[data-name="add-pattern"]').click();
    const exclusion = settings.dialog.locator('[data-entry="!luci-app-*"] select');
    assert.deepEqual(await exclusion.locator("option").allInnerTexts(), ["-", "takes away"]);
    assert.equal(await exclusion.locator("option:checked").innerText(), "takes away");
    await settings.closeDialog();
    await settings.save();
    const reader = sectionOf(await settings.savedFile(), "reader");
    assert.ok(reader.includes("list read '!luci-app-*'"), reader.join());
    assert.doesNotMatch(await visit.page.locator(".sso-login-page").innerText(), /sso_login_/);
  },
});

browserSuite("a role by pages", asEditor, {
  "is found by the words that people type, lists its pages, and is not without Log out": inBox(
    inTable,
    async (visit) => {
      const settings = await SettingsPage.open(visit);
      await settings.addRole();
      await settings.fill("name", "looker");
      await settings.fill("group", "lookers");
      await (await settings.reveal(settings.dialog.locator(named("search")))).fill("start page");
      const found = settings.dialog.locator('[data-name="search-list"] [data-entry]:not(.hidden)');
      assert.match(await found.innerText(), /Overview/);
      await found.locator("select").selectOption("read");
      assert.match(await settings.dialog.locator('[data-name="pages"]').innerText(), /Overview\s+Log out/);
      await settings.grant("luci-base", "none");
      assert.match(await settings.refusedDialog(), /no "Log out"/);
      await settings.press(settings.dialog.locator('[data-name="repair"]'));
      await settings.dialog.waitFor({ state: "hidden" });
      await settings.save();
      const rights = sectionOf(await settings.savedFile(), "looker").filter((line) => line.startsWith("list read"));
      assert.deepEqual(rights.sort(), ["list read 'luci-base'", "list read 'luci-mod-status-index'"]);
    },
  ),
});

browserSuite("what is wrong", asEditor, {
  "and is found by the check leads to its field, and to a role": async (visit) => {
    await visit.scene.configure({}, { ...editors, idle: { read: ["luci-base"] } });
    const settings = await SettingsPage.open(visit);
    await settings.fill("ca_file", "");
    const findings = await settings.check();
    assert.equal(findings.get("certificate_untrusted")?.level, "error");
    const met = findings.get("certificate_met")?.text ?? "";
    assert.match(met, /issued by .+; its SHA-256 fingerprint is [0-9A-F:]{95}\./);
    // The address of its tab, which the browser's history gets.
    const lead = (id: string) => visit.page.locator(`[data-finding="${id}"] ${named("lead")}`);
    assert.equal(await lead("certificate_untrusted").getAttribute("href"), "#advanced");
    await settings.press(lead("certificate_untrusted"));
    assert.equal(await settings.field("ca_file").and(visit.page.locator(":focus")).count(), 1);
    assert.equal(new URL(visit.page.url()).hash, "#advanced");
    await visit.page.goBack();
    await lead("certificate_untrusted").waitFor();
    assert.equal(await lead("roles_match_nobody").getAttribute("href"), "#roles");
    await lead("roles_match_nobody").click();
    assert.equal(new URL(visit.page.url()).hash, "#roles");
    await settings.dialog.waitFor();
    assert.equal(await settings.dialog.locator('[data-name="name"] input').inputValue(), "idle");
  },
});

browserSuite("a certificate authority", asEditor, {
  "is pasted, stored on the router, and used after a save": async (visit) => {
    const { scene } = visit;
    const settings = await SettingsPage.open(visit);
    const pem = await scene.router.shell(`cat '${scene.caFile}'`);
    await settings.press('[data-name="paste"]');
    const area = settings.dialog.locator("textarea");
    await area.fill(`${pem}-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n`);
    assert.match(await settings.refusedDialog(), /Holds a private key/);
    await area.fill(`Issuer: somebody\n${pem.repeat(10)}`);
    await settings.closeDialog();
    await settings.press('[data-name="paste"]');
    await settings.dialog
      .locator("input[type=file]")
      .setInputFiles({ name: "ca.pem", mimeType: "text/plain", buffer: Buffer.from(pem) });
    await visit.page.waitForFunction(`document.querySelector("textarea").value !== ""`);
    await settings.closeDialog();
    assert.match(await settings.value("ca_file"), /\/etc\/sso-login\/ca\.pem$/);
    assert.equal((await settings.check()).get("connection_ok")?.level, "ok");
    await settings.save();
    const kept = await scene.router.shell(`cat '${scene.router.path("/etc/sso-login/ca.pem")}'`);
    assert.equal(kept.trim(), pem.trim());
    assert.match(await settings.savedFile(), /option ca_file '.*\/etc\/sso-login\/ca\.pem'/);
  },
});

browserSuite("the authority that a provider shows", asEditor, {
  "is shown with its fingerprint, kept and trusted beside the finding": async (visit) => {
    const settings = await SettingsPage.open(visit);
    await settings.fill("ca_file", "");
    const shown = (await settings.check()).get("authority_met")?.text ?? "";
    await settings.press('[data-finding="authority_met"] [data-name="trust"]');
    const said = await settings.dialog.locator('[data-name="shown"]').innerText();
    const pem = await visit.scene.router.shell(`cat '${visit.scene.caFile}'`);
    const { fingerprint256 } = new X509Certificate(pem);
    assert.ok(said.includes(fingerprint256) && shown.includes(said), said);
    assert.deepEqual(await axeFindings(visit.page, openDialog), []);
    await settings.closeDialog();
    assert.match(await settings.value("ca_file"), /\/etc\/sso-login\/ca\.pem$/);
    assert.equal((await settings.check()).get("connection_ok")?.level, "ok");
  },
});

browserSuite("a check", asEditor, {
  "of unsaved values names what is wrong with them": async (visit) => {
    const settings = await SettingsPage.open(visit);
    const before = await settings.savedFile();
    await settings.fill("issuer_url", `${visit.scene.provider.issuer}/`);
    const findings = await settings.check();
    assert.equal(findings.get("issuer_mismatch")?.level, "error");
    const marked = await visit.page.locator('[data-finding="issuer_mismatch"] mark').allInnerTexts();
    assert.deepEqual(marked, ["(nothing more)", "/"]);
    const summary = visit.page.locator(named("check-summary"));
    assert.match(await summary.innerText(), /will fail/);
    await visit.page.click('[data-name="repair-issuer_url"]');
    assert.equal(await settings.value("issuer_url"), visit.scene.provider.issuer);
    assert.match(await summary.innerText(), /should work/);
    assert.equal(
      await visit.page.locator('[data-finding="issuer_mismatch"]').innerText(),
      "Done. Used after Save & Apply.",
    );
    assert.match(await focused(visit.page), /^Done/);
    await settings.fill("client_secret", "wrong");
    const again = await settings.check();
    assert.equal(again.get("secret_wrong")?.level, "error");
    assert.equal(again.has("issuer_mismatch"), false);
    assert.equal(await settings.savedFile(), before);
  },

  "is not started with values that the page refuses": async (visit) => {
    const settings = await SettingsPage.open(visit);
    await settings.fill("scope", "profile");
    await settings.openTab("provider");
    await visit.page.click('button[data-name="check"]');
    await visit.page.locator('[data-name="check-panel"] [data-name="problems"] .alert-message').waitFor();
    assert.equal(await visit.page.locator("[data-finding]").count(), 0);
  },
});

browserSuite("a user who may only look", asEditor, {
  "sees the settings, and can change and press nothing": async (visit) => {
    const settings = await SettingsPage.open(visit, "victor");
    assert.equal(await settings.value("client_id"), visit.scene.provider.client.id);
    const page = visit.page.locator(".sso-login-page");
    const inputs = page.locator(":is(input, select, textarea):not([type=hidden])");
    const shown = await inputs.count();
    assert.ok(shown > 15, `${shown} fields`);
    assert.equal(await inputs.and(page.locator(":enabled")).count(), 0);
    assert.equal(await visit.page.locator(".sso-login-page button, .cbi-page-actions *").count(), 0);
    assert.match(await page.innerText(), /A secret is saved/);
    const row = await settings.row("editor").innerText();
    assert.match(row, /luci-app-sso-login/);
    assert.doesNotMatch(row, /alice@example\.org/);
  },
});

browserSuite(
  "on a touch screen",
  { ...asEditor, context: { hasTouch: true, viewport: { width: 390, height: 844 } } },
  {
    "a role is moved by its handle": async (visit) => {
      if (isFirefox) {
        return; // Its driver sends no touches.
      }
      const settings = await SettingsPage.open(visit);
      await settings.openTab("roles");
      await visit.settle();
      const handle = settings.row("reader").locator(named("move"));
      await handle.scrollIntoViewIfNeeded();
      const boxOf = async (part: Locator) => (await part.boundingBox()) ?? assert.fail("it is not shown");
      const [from, onto] = [await boxOf(handle), await boxOf(settings.row("editor"))];
      assert.ok(from.width < 60, "a finger that scrolls the page would move the role");
      const driver = await visit.context.newCDPSession(visit.page);
      const touch = async (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: object[]): Promise<void> => {
        await driver.send("Input.dispatchTouchEvent", { type, touchPoints: touchPoints as { x: number; y: number }[] });
      };
      await touch("touchStart", { x: from.x + 5, y: from.y + 5 });
      await touch("touchMove", { x: onto.x + 50, y: onto.y + onto.height - 5 });
      await touch("touchEnd");
      assert.deepEqual(await rolesShown(visit), ["reader", "editor", "stranger"]);
    },
  },
);

/** Permission denied, by the object and by the package. */
const denied = -32002;
const unreadable = [6];

browserSuite("calls that scripts of LuCI's pages can make", asEditor, {
  "change the package for a user who may write it, and never read it": async (visit) => {
    await SettingsPage.open(visit);
    const config = { config: "sso-login" };
    const secret = { ...config, section: "default", option: "client_secret" };
    assert.deepEqual((await callUbus(visit, "uci", "get", config)).result, unreadable);
    assert.deepEqual((await callUbus(visit, "uci", "get", secret)).result, unreadable);
    const change = { ...config, section: "default", values: { client_secret: "x" } };
    assert.equal((await callUbus(visit, "uci", "set", change)).result?.[0], 0);
    assert.doesNotMatch(JSON.stringify(await callUbus(visit, "uci", "changes", {})), /client_secret/);
  },

  "do nothing for a user without the access group, who does not see the page either": async (visit) => {
    const { page, scene } = visit;
    await page.goto(`${scene.router.baseUrl}/`);
    await visit.enterAtProvider("ursula");
    await page.waitForURL(visit.luci());
    await page.waitForLoadState("networkidle");
    const address = visit.luci("admin/services/sso-login");
    assert.equal(await page.evaluate(async (path) => (await fetch(path)).status, address), 403);
    for (const method of ["get", "check"]) {
      assert.equal((await callUbus(visit, "sso-login", method, {})).error?.code, denied, method);
    }
  },
});

/** Adds up the layout shifts of each page that opens, and answers the page's calls late enough for them to be seen. */
async function watchShifts({ context }: Visit): Promise<void> {
  await context.addInitScript(`window.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shift += entry.hadRecentInput ? 0 : entry.value)))
      .observe({ type: "layout-shift", buffered: true });`);
  await context.route(/\/ubus/, async (route) => {
    await sleep(100);
    await route.continue();
  });
}

for (const [width, height] of [
  [390, 844],
  [1280, 720],
] as const) {
  browserSuite(
    `the check, ${String(width)} pixels wide`,
    { ...asEditor, context: { viewport: { width, height } } },
    {
      "moves nothing below it when its result comes, on a click and after a save": async (visit) => {
        const { context, page } = visit;
        await watchShifts(visit);
        // A shift within half a second of a click does not count.
        await context.route(/\/ubus/, async (route) => {
          await sleep(route.request().postData()?.includes('"check"') === true ? 900 : 100);
          await route.continue();
        });
        const settings = await SettingsPage.open(visit);
        await visit.settle();
        const shifted = async (): Promise<void> => {
          await page.locator(named("check-summary")).waitFor();
          await visit.settle();
          const shift = await page.evaluate<number>("window.shift");
          assert.ok(shift <= 0.01, String(shift));
        };
        await page.evaluate("(window.shift = 0)");
        await page.click(`button${named("check")}`);
        await shifted();
        await settings.fill("http_timeout", "9");
        await settings.openTab("provider");
        await settings.save();
        await shifted();
      },
    },
  );
}

browserSuite("on a phone and on a desktop", asEditor, {
  "the rows of the roles stay while their rights are read": async (visit) => {
    await watchShifts(visit);
    const settings = await SettingsPage.open(visit);
    await settings.openTab("roles");
    const button = await settings.row("editor").locator('[data-name="edit"]').elementHandle();
    await settings.row("editor").getByText("Full control").waitFor();
    assert.equal(await button?.isVisible(), true);
  },

  "the page stays where it is while it loads, whichever tab opens first": async (visit) => {
    const { page } = visit;
    const settings = await SettingsPage.open(visit);
    await watchShifts(visit);
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 900 },
    ]) {
      await page.setViewportSize(viewport);
      for (const tab of ["provider", "roles", "sessions", "advanced"] as const) {
        await settings.openTab(tab);
        await page.reload();
        await page.locator(`.cbi-tabmenu .cbi-tab[data-tab="${tab}"]`).waitFor();
        await visit.settle();
        const shift = await page.evaluate<number>("window.shift");
        assert.ok(shift <= 0.05, `${tab}, ${String(viewport.width)} pixels: ${String(shift)}`);
      }
    }
  },
});

browserSuite(
  "on a phone",
  { context: { viewport: { width: 360, height: 640 } } },
  {
    "nothing is wider than the screen, findings and long names included": async (visit) => {
      const roles = { ...standardRoles, ["r".repeat(60)]: { email: [`${"x".repeat(60)}@example.org`] } };
      await visit.scene.configure({}, roles);
      const settings = await SettingsPage.open(visit);
      await settings.choose("_preset", "authentik");
      await settings.fill("issuer_url", `${visit.scene.provider.issuer}/${"long/".repeat(30)}`);
      await settings.check();
      const width = await visit.page.evaluate("document.documentElement.scrollWidth");
      assert.ok(Number(width) <= 360, `${String(width)} pixels`);
    },
  },
);

browserSuite(
  "in German",
  { context: { locale: "de-DE" } },
  {
    "the page and the findings speak German": async (visit) => {
      const settings = await SettingsPage.open(visit);
      assert.equal(await visit.page.innerText(".cbi-map h2"), "Single Sign-On");
      await settings.fill("issuer_url", "http://falsch");
      assert.match(await settings.refusedSave(), /Muss eine Adresse sein/);
      await settings.fill("issuer_url", `${visit.scene.provider.issuer}/`);
      const findings = await settings.check();
      assert.match(findings.get("issuer_mismatch")?.text ?? "", /Issuer des Anbieters/);
    },
  },
);
