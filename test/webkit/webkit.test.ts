/** Logins, logouts and the settings page in Debian's WebKitGTK; test/browser tries them at length in other browsers. */
import assert from "node:assert/strict";
import { sleep } from "../box/command.ts";
import type { ServiceOptions } from "../box/router.ts";
import { link, passwordField, setLuci } from "../browser/support/luci.ts";
import type { Scene } from "../e2e/support/scene.ts";
import { sceneSuite, type SceneTest } from "../e2e/support/suite.ts";
import { WebKit } from "./driver.ts";

/** Keys as WebDriver names them. */
const tab = "\uE004";
const enter = "\uE007";

/** Somebody at a browser of their own. */
class Visit {
  readonly scene: Scene;
  readonly browser: WebKit;

  constructor(scene: Scene, browser: WebKit) {
    this.scene = scene;
    this.browser = browser;
  }

  /** The address of a page of LuCI; without a path the one that everybody opens. */
  luci(path = ""): string {
    return `${this.scene.router.address}/cgi-bin/luci/${path}`;
  }

  /** Fills in the provider's form, to which the browser is on its way. */
  async enterAtProvider(name: string): Promise<void> {
    const { username, password } = this.scene.credentials(name);
    await this.browser.fill("input[name=username]", username);
    await this.browser.fill("input[name=password]", password + enter);
  }

  async expectAddress(start: string): Promise<void> {
    const url = await this.browser.url();
    assert.ok(url.startsWith(start), url);
  }

  /** The page is LuCI's, and somebody is logged in. */
  async expectInside(path = ""): Promise<void> {
    await this.browser.until(async () => {
      await this.expectAddress(this.luci(path));
      assert.equal(await this.browser.evaluate("return document.readyState"), "complete");
      assert.equal(await this.browser.count(passwordField), 0, "this is the form");
    });
  }

  /** The page is LuCI's login form with the link, and stays so. */
  async expectForm(): Promise<void> {
    await this.browser.waitFor(link);
    await sleep(300);
    await this.expectAddress(this.luci());
    await this.browser.waitFor(passwordField);
  }

  async logInByLink(path = ""): Promise<void> {
    await this.browser.goto(this.luci(path));
    await this.browser.click(link);
    await this.enterAtProvider("alice");
    await this.expectInside(path);
  }

  /** LuCI's own entry, and the provider's question whether to log out there as well. */
  async logOut(): Promise<void> {
    await this.browser.click('a[href$="/admin/logout"]');
    await this.browser.click("button[name=logout]");
    await this.expectForm();
    assert.deepEqual(await this.scene.ssoSessions(), []);
  }
}

/** A test with a browser of its own. */
function visit(options: (scene: Scene) => ServiceOptions, body: (visit: Visit) => Promise<void>): SceneTest {
  return async (scene) => {
    await setLuci(scene);
    await scene.configure(options(scene));
    const browser = await WebKit.open();
    try {
      await body(new Visit(scene, browser));
    } finally {
      await browser.close();
    }
  };
}

const standard = (): ServiceOptions => ({});
const automatic = ({ router }: Scene): ServiceOptions => ({
  auto_redirect: "1",
  post_logout_redirect_uri: `${router.address}/`,
});

sceneSuite(
  "login",
  {},
  {
    "a link on another site opens a session that lives": visit(standard, async (visit) => {
      const { browser, scene } = visit;
      await visit.logInByLink();
      await browser.goto(`${scene.provider.origin}/`);
      await browser.evaluate(
        `setTimeout(() => location.assign(${JSON.stringify(visit.luci("admin/status/overview"))}), 0)`,
      );
      await visit.expectInside("admin/status/overview");
      assert.equal((await scene.ssoSessions()).length, 1);
    }),

    "logout by LuCI's entry ends it here and at the provider": visit(automatic, async (visit) => {
      const { browser } = visit;
      await browser.goto(visit.luci("?local=1"));
      await browser.click(link);
      await visit.enterAtProvider("alice");
      await visit.expectInside();
      await visit.logOut();
      // The provider has forgotten the user as well.
      await browser.click(link);
      await browser.waitFor("input[name=username]");
    }),
  },
);

sceneSuite(
  "auto_redirect",
  {},
  {
    "takes the first page of a tab to the provider, and no second one": visit(automatic, async (visit) => {
      const { browser } = visit;
      await browser.goto(visit.luci());
      await browser.waitFor("input[name=username]");
      await browser.goto(visit.luci());
      await visit.expectForm();
      await browser.click(link);
      await visit.enterAtProvider("alice");
      await visit.expectInside();
    }),
  },
);

/** The widget of an option; of the dialog where one is open. */
const field = (option: string): string => `[data-name="${option}"] :is(input, select):not([type=hidden])`;

sceneSuite(
  "settings",
  {},
  {
    "are refused at their field, then saved, with a role made in the dialog": visit(standard, async (visit) => {
      const { browser, scene } = visit;
      await visit.logInByLink("admin/services/sso-login");
      await browser.fill(field("issuer_url"), `idp.example.org${tab}`);
      await browser.click(".cbi-page-actions .cbi-button-apply");
      const problems = '[data-name="problems"] .alert-message';
      assert.match(await browser.text(problems), /Issuer: Must be an https:\/\/ URL/);
      await browser.click(`${problems} [data-name="lead"]`);
      const focused = `return document.activeElement.matches(${JSON.stringify(field("issuer_url"))})`;
      assert.equal(await browser.evaluate(focused), true);
      await browser.fill(field("issuer_url"), scene.provider.issuer + tab);
      await browser.fill(field("scope"), `openid email${tab}`);

      await browser.click('[data-name="add-empty"]');
      await browser.fill(field("name"), `guest${tab}`);
      await browser.fill(field("email"), `eve@example.org${tab}`);
      // Without a page, the dialog would ask.
      for (const entry of ["luci-base", "luci-mod-status-index"])
        await browser.click(`#modal_overlay [data-entry="${entry}"] option[value="read"]`);
      await browser.click('#modal_overlay [data-name="done"]');
      assert.match(await browser.text('[data-role="guest"]'), /guest\s*eve@example\.org\s*luci-base/);

      await browser.evaluate("document.documentElement.id = 'unsaved'");
      await browser.click(".cbi-page-actions .cbi-button-apply");
      await browser.waitFor("html:not(#unsaved) .cbi-map h2");
      assert.equal(await browser.value(field("scope")), "openid email");
      const saved = await scene.router.shell(`cat '${scene.router.path("/etc/config/sso-login")}'`);
      assert.match(saved, /^\toption scope 'openid email'$/m);
      assert.match(
        saved,
        /^config role 'guest'\n\tlist email 'eve@example.org'\n\tlist read 'luci-base'\n\tlist read 'luci-mod-status-index'$/m,
      );
    }),
  },
);
