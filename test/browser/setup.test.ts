/** The first set-up on the settings page, from the shipped configuration, with its clicks and fields counted. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { repositoryRoot } from "../box/locations.ts";
import { answer, editJson } from "../box/provider/misbehaviour.ts";
import { logInByLink, logInByPassword, logOut, setLuci } from "./support/luci.ts";
import { named, openDialog, SettingsPage } from "./support/settings-page.ts";
import { browserSuite, type Visit } from "./support/suite.ts";

const shippedFile = join(repositoryRoot, "openwrt-feed/sso-login/files/sso-login.config");

/** An administrator who clicks and types, and is counted. */
class Administrator {
  clicks = 0;
  fields = 0;
  readonly #visit: Visit;

  constructor(visit: Visit) {
    this.#visit = visit;
  }

  async click(element: Locator | string): Promise<void> {
    this.clicks += 1;
    await (typeof element === "string" ? this.#visit.page.locator(element) : element).first().click();
  }

  async type(selector: string, text: string): Promise<void> {
    this.fields += 1;
    await this.#visit.page.locator(selector).first().fill(text);
    await this.#visit.page.keyboard.press("Tab");
  }

  /** Presses the button of the line above the tabs, which must have this title. */
  async next(title: string): Promise<void> {
    await this.click(this.#visit.page.locator(named("next-step"), { hasText: title }));
  }

  /** Adds the first administrator, turns single sign-on on, and logs in by it. */
  async finish(): Promise<void> {
    const { page } = this.#visit;
    await this.next("Add an administrator");
    await this.type(`${openDialog} ${named("email")} input:not([type=hidden])`, "alice@example.org");
    await this.click(`${openDialog} ${named("done")}`);
    const reloaded = page.waitForEvent("load");
    await this.next("Enable single sign-on and save");
    await reloaded;
    await page.locator(named("state"), { hasText: "Single sign-on is on." }).waitFor();
    await logOut(page);
    await logInByLink(this.#visit);
  }

  async trust(): Promise<void> {
    await this.click(named("trust"));
    await this.click(`${openDialog} ${named("done")}`);
  }
}

async function begin(visit: Visit): Promise<Administrator> {
  await logInByPassword(visit, "admin/services/sso-login");
  await SettingsPage.show(visit);
  return new Administrator(visit);
}

browserSuite(
  "the first set-up",
  {
    prepare: async (scene) => {
      await setLuci(scene);
      await scene.router.writeFile("/etc/config/sso-login", readFileSync(shippedFile, "utf8"));
    },
  },
  {
    "by hand takes at most 12 clicks and 5 fields": async (visit) => {
      const { issuer, client } = visit.scene.provider;
      const admin = await begin(visit);
      await admin.next("Fill in the next field");
      await admin.type(`${named("issuer_url")} input`, issuer);
      await admin.type(`${named("client_id")} input`, client.id);
      await admin.type(`${named("client_secret")} input`, client.secret);
      await admin.click(`button${named("check")}`);
      await admin.trust();
      await admin.finish();
      assert.ok(
        admin.clicks <= 12 && admin.fields <= 5,
        `${String(admin.clicks)} clicks, ${String(admin.fields)} fields`,
      );
    },

    "by registration takes at most 8 clicks and 2 fields, and nothing is wrong on the way": async (visit) => {
      const { page, scene } = visit;
      const { issuer, client } = scene.provider;
      const offer = { registration_endpoint: `${issuer}/reg` };
      scene.provider.misbehave(
        "discovery",
        editJson((document) => void Object.assign(document, offer)),
      );
      const made = { client_id: client.id, client_secret: client.secret, client_secret_expires_at: 0 };
      scene.provider.misbehave("registration", answer(201, "application/json", JSON.stringify(made)));
      const admin = await begin(visit);
      await admin.type(`${named("issuer_url")} input`, issuer);
      assert.equal(await page.locator(".cbi-input-invalid").count(), 0);
      await admin.click(named("register"));
      await admin.click(`${openDialog} ${named("done")}`);
      await admin.trust();
      const reloaded = page.waitForEvent("load");
      await admin.click(`${openDialog} ${named("close")}`);
      await reloaded;
      await page.locator(`${named("issuer_url")} input:focus`).waitFor();
      await admin.finish();
      assert.ok(
        admin.clicks <= 8 && admin.fields <= 2,
        `${String(admin.clicks)} clicks, ${String(admin.fields)} fields`,
      );
    },
  },
);
