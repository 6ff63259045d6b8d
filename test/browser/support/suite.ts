/** Tests in a browser: one scene and one browser for each file, a fresh context (no cookies, no storage) for each test. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from "playwright-core";
import { patience, sleep } from "../../box/command.ts";
import { Scene } from "../../e2e/support/scene.ts";
import { reasonToSkip, type SuiteTest } from "../../e2e/support/suite.ts";
import { contextOptions, openBrowser } from "./browser.ts";

/** Milliseconds that a page may take for anything. */

/** One browser test's world. */
export class Visit {
  readonly scene: Scene;
  /** The context of `page`. */
  readonly context: BrowserContext;
  readonly page: Page;
  /**
   * Exceptions of the scripts of all pages of `context`, which a test expects to be none at its end; on a router those
   * of our own scripts, as the real LuCI throws some itself.
   */
  readonly troubles: string[] = [];
  readonly #pending = new Set<Request>();

  constructor(scene: Scene, context: BrowserContext, page: Page) {
    this.scene = scene;
    this.context = context;
    this.page = page;
    const isOurs = scene.router.path("") === "" ? /\/sso-login\/|\/admin\/translations\// : /^/;
    context.on("weberror", (error) => {
      const { message, stack = "" } = error.error();
      // Only the driver uses eval in a page; the page's own scripts do not.
      const isDriver = /\beval\b/.test(message);
      this.troubles.push(...(isOurs.test(stack) && !isDriver ? [stack] : []));
    });
    context.on("request", (request) => this.#pending.add(request));
    context.on("requestfinished", (request) => this.#pending.delete(request));
    context.on("requestfailed", (request) => this.#pending.delete(request));
  }

  /** Waits until the page has loaded everything and its scripts have had their answers and time to act on them. */
  async settle(): Promise<void> {
    await this.page.waitForLoadState("load");
    const end = Date.now() + patience;
    for (let quiet = 0; quiet < 3;) {
      const waiting = [...this.#pending].map((request) => request.url()).join(" ");
      assert.ok(Date.now() < end, `the page does not come to rest: ${waiting}`);
      await sleep(20);
      const isIdle = await this.#isIdle();
      quiet = isIdle && this.#pending.size === 0 ? quiet + 1 : 0;
    }
    await this.page.waitForLoadState("load");
  }

  /** Waits until the page's scripts have nothing to do, however slow the machine is; false if the page was left. */
  async #isIdle(): Promise<boolean> {
    const idle = "new Promise((done) => requestIdleCallback(() => done(true), { timeout: 1000 }))";
    return this.page.evaluate<boolean>(idle).catch(() => false);
  }

  /** The address of a page of LuCI; without a path the one that everybody opens. */
  luci(path = ""): string {
    return `${this.scene.router.address}/cgi-bin/luci/${path}`;
  }

  /** The same visit seen from another tab. */
  at(page: Page): Visit {
    return new Visit(this.scene, this.context, page);
  }

  /** Fills in the provider's form, which the page shows, and waits for what comes after the callback. */
  async enterAtProvider(name: string): Promise<void> {
    const { username, password } = this.scene.credentials(name);
    await this.page.fill("input[name=username]", username);
    await this.page.fill("input[name=password]", password);
    await this.page.click("button[type=submit]:not([name])");
  }
}

/** One browser test. */
export type BrowserTest = SuiteTest<Visit>;

let opened: Promise<{ scene: Scene; browser: Browser }> | undefined;

async function open(): Promise<{ scene: Scene; browser: Browser }> {
  const scene = await Scene.open();
  try {
    return { scene, browser: await openBrowser(scene) };
  } catch (error) {
    await scene.close();
    throw error;
  }
}

after(async () => {
  const [result] = await Promise.allSettled([opened]);
  if (result.status === "fulfilled" && result.value !== undefined) {
    await result.value.browser.close();
    await result.value.scene.close();
  }
});

export interface BrowserSuiteOptions {
  /** How the browser is set up: language, width, and so on. */
  context?: BrowserContextOptions;
  /** Runs at the start of every test of the group, after the scene's reset. */
  prepare?: (scene: Scene) => Promise<void>;
}

/** Defines tests that share router, provider and browser with all others of their file. */
export function browserSuite(
  name: string,
  options: BrowserSuiteOptions,
  tests: Readonly<Record<string, BrowserTest>>,
): void {
  describe(name, () => {
    let world: { scene: Scene; browser: Browser } | undefined;
    const current = (): { scene: Scene; browser: Browser } => {
      assert.ok(world, "the scene did not open");
      return world;
    };
    before(async () => {
      opened ??= open();
      world = await opened;
    });
    beforeEach(async () => {
      await current().scene.reset();
      await options.prepare?.(current().scene);
    });
    for (const [title, body] of Object.entries(tests)) {
      test(title, { timeout: 3 * patience, skip: reasonToSkip(body) }, async () => {
        const { scene, browser } = current();
        const context = await browser.newContext({ ...contextOptions, ...options.context });
        context.setDefaultTimeout(patience);
        try {
          const visit = new Visit(scene, context, await context.newPage());
          await body(visit);
          assert.deepEqual(visit.troubles, [], "exceptions in the pages' scripts");
        } catch (error) {
          for (const page of context.pages()) {
            const text = await page.innerText("body").catch(() => "");
            console.error(`${page.url()} showed: ${text.replaceAll(/\s+/g, " ").slice(0, 1500)}`);
          }
          throw error;
        } finally {
          await context.close();
        }
      });
    }
  });
}
