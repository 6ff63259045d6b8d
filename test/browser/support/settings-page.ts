/** The settings page as a test handles it. What it goes by is LuCI's own markup, so that it works on a real LuCI too. */
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { Role, UbusAnswer } from "../../box/router.ts";
import type { Scene } from "../../e2e/support/scene.ts";
import { isFirefox } from "./browser.ts";
import type { Visit } from "./suite.ts";

/** A call of ubus as scripts of LuCI's pages can make it for whoever is logged in; the JSON-RPC answer. */
export async function callUbus(visit: Visit, object: string, method: string, parameters: object): Promise<UbusAnswer> {
  const cookies = await visit.context.cookies(visit.luci());
  const sid = cookies.find(({ name }) => name === "sysauth_https")?.value;
  assert.ok(sid, "no one is logged in");
  return visit.page.evaluate(
    async (call) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "call", params: call });
      const headers = { "Content-Type": "application/json" };
      return (await (await fetch("/ubus", { method: "POST", headers, body })).json()) as UbusAnswer;
    },
    [sid, object, method, parameters],
  );
}

/** An element of the page by the name that tests know it by. */
export const named = (name: string): string => `[data-name="${name}"]`;

const write = ["luci-base", "luci-app-sso-login"];

/** Alice may change the settings and nothing else, Victor may look at them, Ursula opens LuCI alone. */
export const editors: Readonly<Record<string, Role>> = {
  editor: { email: ["alice@example.org"], read: write, write },
  reader: { email: ["victor@example.org"], read: write },
  stranger: { email: ["ursula@example.org"], read: ["luci-base", "luci-mod-status-index"] },
};

export const asEditor = { prepare: (scene: Scene): Promise<void> => scene.configure({}, editors) };

/** The dialog while it is open. */
export const openDialog = ".modal-overlay-active #modal_overlay .modal";

/** The members of the browser's elements that are used here. */
interface PageElement {
  open: boolean;
  dataset: Record<string, string | undefined>;
  parentElement: PageElement | null;
  closest(selector: string): PageElement | null;
  querySelector(selector: string): PageElement | null;
  click(): void;
}

export class SettingsPage {
  readonly #visit: Visit;
  /** Bodies of all answers since the page was opened, the page itself included. */
  readonly answers: string[] = [];

  private constructor(visit: Visit) {
    this.#visit = visit;
  }

  /** Opens the page for somebody who has logged in at the provider, which is another test's; the browser gets the cookies. */
  static async open(visit: Visit, name = "alice"): Promise<SettingsPage> {
    const { context, scene } = visit;
    const client = scene.client();
    await scene.callback(client, name);
    const value = client.jar.get(scene.router.host, "sysauth_https") ?? assert.fail(`${name} is not logged in`);
    const cookie = { value, url: scene.router.address, httpOnly: true, secure: true, sameSite: "Strict" } as const;
    await context.addCookies(["sysauth_https", "sysauth"].map((cookieName) => ({ ...cookie, name: cookieName })));
    return SettingsPage.show(visit);
  }

  /** Opens the page for whoever is logged in. */
  static async show(visit: Visit): Promise<SettingsPage> {
    const { page } = visit;
    const settings = new SettingsPage(visit);
    page.on("response", (response) => {
      response.text().then(
        (body) => settings.answers.push(body),
        () => undefined, // a redirect has none
      );
    });
    await page.goto(visit.luci("admin/services/sso-login"));
    await page.locator(".cbi-map h2").waitFor();
    return settings;
  }

  get #page(): Visit["page"] {
    return this.#visit.page;
  }

  /** The widget of an option; of the dialog where one is open. */
  field(option: string): Locator {
    return this.#page.locator(`[data-name="${option}"] :is(input, select):not([type=hidden])`).first();
  }

  /** Opens the tab and the folded group that an element of the page is in. */
  async reveal(element: Locator | string): Promise<Locator> {
    const found = (typeof element === "string" ? this.#page.locator(element) : element).first();
    await found.evaluate((node: unknown) => {
      const start = node as PageElement;
      for (let fold = start.closest("details"); fold !== null;) {
        fold.open = true;
        fold = fold.parentElement?.closest("details") ?? null;
      }
      const pane = start.closest("[data-tab-title]");
      const tab = `.cbi-tabmenu [data-tab="${pane?.dataset["tab"] ?? ""}"] a`;
      pane?.closest(".cbi-map")?.querySelector(tab)?.click();
    });
    return found;
  }

  /** Types into a field and leaves it. */
  async fill(option: string, value: string): Promise<void> {
    const field = await this.reveal(this.field(option));
    await field.fill(value);
    // A text that is filled in, not typed, Firefox takes for the page's own, and tells of no change when the field is left.
    if (isFirefox) {
      await field.dispatchEvent("change");
    }
    await field.blur();
  }

  /** Presses a flag, a button or a link, in whichever tab it is. */
  async press(element: Locator | string): Promise<void> {
    await (await this.reveal(element)).click();
  }

  async choose(option: string, value: string): Promise<void> {
    await (await this.reveal(this.field(option))).selectOption(value);
  }

  async value(option: string): Promise<string> {
    return this.field(option).inputValue();
  }

  async openTab(name: "provider" | "roles" | "sessions" | "advanced"): Promise<void> {
    await this.#page.locator(`.cbi-tabmenu [data-tab="${name}"] a`).first().click();
  }

  /** The open dialog; some themes move one that is closed out of the screen and leave it visible. */
  get dialog(): Locator {
    return this.#page.locator(openDialog);
  }

  row(role: string): Locator {
    return this.#page.locator(`[data-role="${role}"]`);
  }

  /** Opens a dialog by one of the buttons below the table of roles. */
  async addRole(template: "empty" | "family" | "look" | "operator" = "empty"): Promise<void> {
    await this.openTab("roles");
    await this.#page.click(`[data-name="add-${template}"]`);
    await this.field("name").waitFor();
  }

  /** Opens a role's dialog, or that of its copy. */
  async editRole(role: string, button: "edit" | "neutral" = "edit"): Promise<void> {
    await this.openTab("roles");
    await this.row(role).locator(`[data-name="${button}"]`).click();
    await this.field("name").waitFor();
  }

  /** Closes the dialog, with what it holds, also where it asks whether a role is to open no page. */
  async closeDialog(): Promise<void> {
    await this.dialog.locator('[data-name="done"]').click();
    if ((await this.dialog.locator(".alert-message.warning").count()) > 0) {
      await this.dialog.locator('[data-name="done"]').click();
    }
    await this.dialog.waitFor({ state: "hidden" });
  }

  /** Closes the dialog, which refuses to; returns why. */
  async refusedDialog(): Promise<string> {
    await this.dialog.locator('[data-name="done"]').click();
    const message = this.dialog.locator(".alert-message.error");
    await message.waitFor();
    return message.innerText();
  }

  /** Gives a right to an access group or a page in the dialog. */
  async grant(entry: string, right: "none" | "read" | "write"): Promise<void> {
    await (await this.reveal(this.dialog.locator(`[data-entry="${entry}"] select`))).selectOption(right);
  }

  async removeRole(role: string): Promise<void> {
    await this.openTab("roles");
    await this.row(role).locator('[data-name="remove"]').click();
    await this.row(role).locator('[data-name="undo"]').waitFor();
  }

  get saveButton(): Locator {
    return this.#page.locator(".cbi-page-actions .cbi-button-apply");
  }

  /** Saves, and waits for the page that comes after. */
  async save(): Promise<void> {
    const reloaded = this.#page.waitForEvent("load");
    await this.saveButton.click();
    await reloaded;
    await this.#page.locator(".cbi-map h2").waitFor();
  }

  /** Tries to save what cannot be saved; returns the message. */
  async refusedSave(): Promise<string> {
    await this.saveButton.click();
    const message = this.#page.locator('.sso-login-page > [data-name="problems"] .alert-message');
    await message.waitFor();
    return message.innerText();
  }

  /** Lets the service check; findings by id. */
  async check(): Promise<Map<string, { level: string; text: string }>> {
    await this.openTab("provider");
    await this.#page.click('button[data-name="check"]');
    await this.#page.locator('[data-name="check-result"] > *').first().waitFor();
    const found = new Map<string, { level: string; text: string }>();
    for (const finding of await this.#page.locator("[data-finding]").all()) {
      const id = (await finding.getAttribute("data-finding")) ?? "";
      found.set(id, { level: (await finding.getAttribute("data-level")) ?? "", text: await finding.innerText() });
    }
    return found;
  }

  /** The router's file, as it is. */
  async savedFile(): Promise<string> {
    const { router } = this.#visit.scene;
    return router.shell(`cat '${router.path("/etc/config/sso-login")}'`);
  }
}

/** The words that a person sees in the element of a selector; of a list only the chosen one. */
export async function wordsShown(visit: Visit, selector: string): Promise<string[]> {
  const texts = await visit.page.evaluate<string[]>(`(() => {
    const found = [], walk = document.createTreeWalker(document.querySelector(${JSON.stringify(selector)}), NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const at = walk.currentNode.parentElement, seen = at.closest("select") ?? at;
      const isText = at.localName !== "style" && (at.localName !== "option" || at.selected);
      found.push(isText && seen.checkVisibility() ? walk.currentNode.data : "");
    }
    return found;
  })()`);
  return texts.flatMap((text) => text.split(/\s+/)).filter((word) => /[\p{L}\d]/u.test(word));
}
