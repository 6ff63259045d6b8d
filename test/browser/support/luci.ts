/** LuCI as these tests need it: the box's stand-in, or the real one on a router. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { formatUci } from "../../box/uci-format.ts";
import type { Scene } from "../../e2e/support/scene.ts";
import type { Visit } from "./suite.ts";

/** Password of the router's own login root: ROUTER_PASSWORD=…, else the box's. */
export const routerPassword = process.env["ROUTER_PASSWORD"] ?? "router-password";

/** Gives LuCI the theme of a folder below /luci-static, and the browser's language. */
export async function setLuci({ router }: Scene, theme = "bootstrap"): Promise<void> {
  const options = { lang: "auto", mediaurlbase: `/luci-static/${theme}` };
  if (router.path("") === "") {
    const sets = Object.entries(options).map(([name, value]) => `uci set luci.main.${name}='${value}'`);
    await router.shell([...sets, "uci commit luci"].join(" && "));
  } else {
    const main = { type: "core", name: "main", options };
    const sauth = { type: "internal", name: "sauth", options: { sessiontime: "3600" } };
    await router.writeFile("/etc/config/luci", formatUci([main, sauth]));
  }
}

/** Refuses the password of rpcd's first login, as the service does; a second login keeps its own where one is named. */
export async function turnPasswordsOff({ router }: Scene, kept?: string): Promise<void> {
  const file = "/etc/config/rpcd";
  const logins = await router.shell(`cat ${router.path(file)}`);
  const off = logins.replace(/option password '([^!].*)'/, "option password '!'\n\toption sso_login_password '$1'");
  const options = { username: kept, password: "x" };
  await router.writeFile(file, off + (kept === undefined ? "" : `\n${formatUci([{ type: "login", options }])}`));
}

export const link = "#sso-login";

/** The password field of LuCI's form, which no one sees who is logged in. */
export const passwordField = "input[name=luci_password]";

/** Fills in the password; sending it is the test's. */
export async function typePassword(page: Page, password = routerPassword): Promise<void> {
  await page.fill(passwordField, password);
}

/** The script of LuCI's login page, wherever the router is. */
export const loginScript = /\/sso-login\/login\.js\?v=/;

/** Opens LuCI and waits until its login form has the link. */
export async function openWithLink(visit: Visit, path = ""): Promise<void> {
  await visit.page.goto(visit.luci(path));
  await visit.page.waitForSelector(link);
}

/** Logs in with the link, from LuCI's login page on; the page is LuCI's afterwards. */
export async function logInByLink(visit: Visit): Promise<void> {
  await openWithLink(visit);
  await visit.page.click(link);
  await visit.enterAtProvider("alice");
  await expectInside(visit);
}

export async function logInByPassword(visit: Visit, path = ""): Promise<void> {
  await visit.page.goto(visit.luci(path));
  await visit.settle();
  await typePassword(visit.page);
  await visit.page.press(passwordField, "Enter");
  await expectInside(visit);
}

/** The page is LuCI's, and somebody is logged in. It has loaded all, or with `interactive` at least the document. */
export async function expectInside({ page, scene }: Visit, state = "complete"): Promise<void> {
  // Firefox runs nothing of a test in the landing page, whose policy forbids it.
  await page.waitForURL(({ pathname }) => pathname.startsWith("/cgi-bin/luci"), { waitUntil: "commit" });
  await page.waitForFunction(
    `location.pathname.startsWith("/cgi-bin/luci") && [${JSON.stringify(state)}, "complete"].includes(document.readyState) &&
      document.querySelector(${JSON.stringify(passwordField)}) === null`,
  );
  assert.equal(new URL(page.url()).origin, scene.router.address);
}

/** The page is LuCI's login form, the link is there (or is not), and it stays so. */
export async function expectForm(visit: Visit, hasLink: boolean): Promise<void> {
  const { page } = visit;
  await page.waitForSelector(passwordField);
  if (hasLink) {
    await page.waitForSelector(link);
  }
  await visit.settle();
  assert.match(new URL(page.url()).pathname, /^\/cgi-bin\/luci(\/|$)/);
  assert.equal(await page.locator(link).count(), hasLink ? 1 : 0);
}

/** No part of the form can be seen. */
export async function expectNoForm({ page }: Visit): Promise<void> {
  for (const hidden of [passwordField, "input[name=luci_username]", "input[type=submit], button"]) {
    assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
  }
}

/** Follows a link on the page: a navigation that the page's site begins, where `goto` is an address that was typed. */
export async function follow(page: Page, url: string): Promise<void> {
  // Not at once: the page could be gone before this call has its answer.
  const later = `setTimeout(() => location.assign(${JSON.stringify(url)}), 0)`;
  await Promise.all([page.waitForNavigation(), page.evaluate(later)]);
}

/** Follows LuCI's own entry. */
export async function logOut(page: Page): Promise<void> {
  await follow(page, "/cgi-bin/luci/admin/logout");
}
