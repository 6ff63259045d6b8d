/** The button on login pages in the shapes of LuCI's themes, by day and at night, on a screen and on a telephone. */
import assert from "node:assert/strict";
import { expectAccessible } from "./support/axe.ts";
import { keyTo } from "./support/keyboard.ts";
import { expectNoForm, link, setLuci, turnPasswordsOff } from "./support/luci.ts";
import { browserSuite, type Visit } from "./support/suite.ts";
import { themePage, themePages, type ThemePage } from "./support/theme-pages.ts";

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const sending = "input[type=submit], button[type=submit], button:not([type])";

/** Opens a page of that shape at LuCI's address. */
async function open(visit: Visit, shape: ThemePage): Promise<void> {
  const { page } = visit;
  await page.route(/\/cgi-bin\/luci\/(\?.*)?$/, (route) =>
    route.fulfill({ status: 403, contentType: "text/html; charset=utf-8", body: themePage(shape) }),
  );
  await page.goto(visit.luci());
  await page.waitForSelector(link);
  await visit.settle();
  assert.equal(await page.locator(".sso-login-button").count(), 1);
}

async function boxOf({ page }: Visit, selector: string): Promise<Box> {
  return (await page.locator(selector).first().boundingBox()) ?? assert.fail(`${selector} cannot be seen`);
}

function expectNear(actual: number, expected: number, what: string): void {
  assert.ok(Math.abs(actual - expected) <= 2, `${what}: ${String(actual)} and not ${String(expected)}`);
}

/** The box is the theme's own button's: below it, or in its row. */
function expectBox(own: Box, theme: Box, isWide: boolean): void {
  expectNear(own.height, theme.height, "height");
  if (isWide) {
    expectNear(own.x, theme.x, "left edge");
    expectNear(own.width, theme.width, "width");
    expectNear(own.y, theme.y + theme.height + 10, "upper edge");
  } else {
    assert.ok(own.x >= theme.x + theme.width + 4 || own.y >= theme.y + theme.height + 4, JSON.stringify([own, theme]));
  }
}

async function expectNoOverflow({ page }: Visit): Promise<void> {
  assert.equal(
    await page.evaluate("document.documentElement.scrollWidth <= innerWidth"),
    true,
    "wider than the screen",
  );
}

/** Texts and pictures of a form that can be seen, other than headings; a page of our own making reaches no provider, and says so. */
async function seen({ page }: Visit): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll("form *, dialog *, .modal *")]
    .filter((part) => part.checkVisibility() && part.getBoundingClientRect().width > 0 && part.matches("label, input, button, svg, .icon, .input-group, .cbi-map-descr, a, p[id]:not(#sso-login-down)"))
    .map((part) => part.id || part.className?.baseVal || part.className || part.tagName)`);
}

for (const shape of themePages) {
  browserSuite(
    shape.title,
    { prepare: (scene) => setLuci(scene) },
    {
      "has one button, with the box of the theme's own": async (visit) => {
        const { page } = visit;
        for (const colorScheme of ["light", "dark"] as const) {
          for (const width of [1280, 390]) {
            await page.emulateMedia({ colorScheme });
            await page.setViewportSize({ width, height: 800 });
            await open(visit, shape);
            expectBox(await boxOf(visit, link), await boxOf(visit, sending), shape.isWide);
            await expectNoOverflow(visit);
            const looks = `(({ color, backgroundColor }) => [color, backgroundColor])(getComputedStyle(document.querySelector("${link}")))`;
            assert.deepEqual(await page.evaluate(looks), ["rgb(255, 255, 255)", "rgb(21, 101, 192)"]);
            await expectAccessible(page, link);
          }
        }
        // Turned, without being loaded again.
        await page.setViewportSize({ width: 600, height: 800 });
        await visit.settle();
        expectBox(await boxOf(visit, link), await boxOf(visit, sending), shape.isWide);
        await keyTo(page, /^login with sso$/i);
        const outline = `getComputedStyle(document.querySelector("${link}")).outline`;
        assert.match(await page.evaluate<string>(outline), /^rgb\(255, 255, 255\) solid 2px$/);
      },

      "a long label takes more lines": async (visit) => {
        await visit.scene.configure({ button_label: "Sign in with the account of the whole family" });
        await visit.page.setViewportSize({ width: 390, height: 800 });
        await open(visit, shape);
        await expectNoOverflow(visit);
        const { page } = visit;
        assert.equal(
          await page.evaluate(
            `(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector("${link}"))`,
          ),
          true,
        );
      },

      "a hidden form is hidden with its labels and icons": async (visit) => {
        await visit.scene.configure({ password_form: "hidden" });
        await open(visit, shape);
        await expectNoForm(visit);
        assert.deepEqual(await seen(visit), ["sso-login", "sso-login-password"]);
        await expectNoOverflow(visit);
        await expectAccessible(visit.page, link, "#sso-login-password");
        assert.equal((await boxOf(visit, link)).height >= 24, true);
      },

      "and without passwords, with the reason in its place": async (visit) => {
        await turnPasswordsOff(visit.scene);
        await open(visit, shape);
        await expectNoForm(visit);
        assert.deepEqual(await seen(visit), ["sso-login-reason", "sso-login"]);
        await expectAccessible(visit.page, link, "#sso-login-reason");
      },
    },
  );
}
