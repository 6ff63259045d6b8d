/** Passwords turned off: what the login page says in place of the form, in each shape that LuCI has it. */
import assert from "node:assert/strict";
import type { Role } from "../box/router.ts";
import { axeFindings } from "./support/axe.ts";
import { isFirefox } from "./support/browser.ts";
import {
  link,
  loginScript,
  logInByLink,
  openWithLink,
  passwordField,
  putPasswordsBack,
  setLuci,
  turnPasswordsOff,
  typePassword,
} from "./support/luci.ts";
import { openDialog, SettingsPage } from "./support/settings-page.ts";
import { browserSuite, type BrowserTest, type Visit } from "./support/suite.ts";

const reason = "#sso-login-reason";
const refused = "#sso-login-refused";
const down = "#sso-login-down";
const formLink = "#sso-login-password";

/** What some themes do: too little contrast in buttons like ours, and in lists of dialogs. */
const pale = {
  content: ".cbi-button-action { color: #fff; background: #5bc0de } .modal ul li { color: #808080 }",
};

async function expectNoForm({ page }: Visit): Promise<void> {
  for (const hidden of [passwordField, "input[name=luci_username]", "input[type=submit], button"]) {
    assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
  }
}

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
    assert.deepEqual((await axeFindings(visit.page, link)).concat(await axeFindings(visit.page, reason)), []);
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

  "says that the provider is down, and where help is": async (visit) => {
    await visit.page.route(`${visit.scene.provider.origin}/**`, (route) => route.abort());
    await openWithLink(visit);
    await visit.page.waitForSelector(`${down}:not(:empty)`);
    assert.match((await visit.page.textContent(down)) ?? "", /does not answer.*sso-login password-login on/);
  },

  "fits a telephone's screen": async (visit) => {
    await visit.page.setViewportSize({ width: 320, height: 640 });
    await visit.page.route(`${visit.scene.provider.origin}/**`, (route) => route.abort());
    await openWithLink(visit);
    await visit.page.waitForSelector(`${down}:not(:empty)`);
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
        await setLuci(scene, { theme });
        await turnPasswordsOff(scene);
      },
    },
    everywhere,
  );
}

browserSuite(
  "login page with passwords off, without JavaScript",
  {
    context: { javaScriptEnabled: false },
    prepare: async (scene) => {
      await setLuci(scene, { theme: "material" });
      await turnPasswordsOff(scene);
    },
  },
  {
    "LuCI allows no link there; the service's own address leads in": async (visit) => {
      await visit.page.goto(visit.scene.router.baseUrl);
      await visit.enterAtProvider("alice");
      await visit.page.waitForURL(visit.luci());
      assert.equal(await visit.page.locator(passwordField).count(), 0);
    },
  },
);

/** What the service answers, in the place of the real one: what it says then is the test's choice. */
interface Service {
  told: Record<string, unknown>;
  calls: unknown[];
}

const root = { who: "root", until: 4102444800, program: false, ends: true };
const told = {
  ...{ state: "on", seconds_left: 0, way_back: "none", root_without_password: true, single_administrator: true },
  password_sessions: [root, { ...root, who: "monitor", program: true, ends: false }],
  confirm_refusal: "state",
};

interface Call {
  id: unknown;
  /** A list of objects has none. */
  params?: [string, string, string, Record<string, unknown>];
}

/** What a change answers, and what the service says afterwards. */
function changed(service: Service, { state }: Record<string, unknown>): object {
  if (state === "off") {
    const trial = { state: "trial", seconds_left: 599, refusal: "state", confirm_refusal: "same_login" };
    Object.assign(service.told, trial);
  } else {
    Object.assign(service.told, { state: state === "on" ? "on" : "off", seconds_left: 0, refusal: undefined });
  }
  return {
    state: service.told["state"],
    seconds_left: service.told["seconds_left"],
    ended: state === "confirm" ? 1 : 0,
  };
}

/** Opens the settings page over a service that answers so. */
async function openOver(visit: Visit, changes: object = {}): Promise<Service> {
  const service: Service = { told: { ...told, ...changes }, calls: [] };
  const settings = JSON.parse(await visit.scene.router.ubus("sso-login", "get")) as object;
  const isOwn = ({ params }: Call): boolean => params?.[1] === "sso-login" && /^(get|password_login)$/.test(params[2]);
  const answer = ({ id, params: [, , method, input] = ["", "", "", {}] }: Call): object => {
    if (method === "password_login") {
      service.calls.push(input);
    }
    const told = method === "get" ? { ...settings, password_login: service.told } : changed(service, input);
    return { jsonrpc: "2.0", id, result: [0, told] };
  };
  await visit.page.route(/\/ubus\b/, async (route) => {
    // LuCI sends what is called at a time together.
    const posted = route.request().postDataJSON() as Call | Call[] | null;
    const calls = posted === null ? [] : [posted].flat();
    if (!calls.some(isOwn)) {
      return route.continue();
    }
    const others = calls.filter((call) => !isOwn(call));
    const sent = { method: "POST", body: JSON.stringify(others) };
    const rest = JSON.parse((await visit.scene.client().request(route.request().url(), sent)).body) as object[];
    const answers = calls.map((call) => (isOwn(call) ? answer(call) : rest.shift()));
    return route.fulfill({ json: Array.isArray(posted) ? answers : answers[0] });
  });
  await SettingsPage.open(visit);
  return service;
}

const named = (name: string): string => `[data-name="${name}"]`;

async function expectAccessible({ page }: Visit, ...parts: string[]): Promise<void> {
  for (const part of parts) {
    assert.deepEqual(await axeFindings(page, part), [], part);
  }
}

const ofThePage: Record<string, BrowserTest> = {
  "begin the trial after they have said what it means": async (visit) => {
    const { page } = visit;
    const service = await openOver(visit);
    await expectAccessible(visit, named("passwords-panel"), named("sessions-panel"));
    assert.match(
      await page.innerText(named("password-sessions")),
      /root\s+a password\s.*monitor\s+a password, by a program/s,
    );
    await page.locator(named("passwords-off")).focus();
    await page.keyboard.press("Enter");
    const dialog = page.locator(openDialog);
    await dialog.waitFor();
    await page.addStyleTag(pale);
    for (const words of [
      /trial of ten minutes/,
      /These sessions stay: monitor \(1\), root/,
      /failsafe/,
      /single account/,
    ]) {
      assert.match(await dialog.innerText(), words);
    }
    await expectAccessible(visit, "#modal_overlay .modal");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    assert.deepEqual(service.calls, []);
    await page.locator(named("end-sessions")).focus();
    await page.keyboard.press("Space");
    await page.locator(named("passwords-off")).press("Enter");
    assert.match(await dialog.innerText(), /These sessions end: root \(1\)\. These sessions stay: monitor \(1\)/);
    await dialog.locator(named("done")).press("Enter");
    await page.getByText("Passwords are off, on trial.", { exact: true }).waitFor();
    assert.deepEqual(service.calls, [{ state: "off", end_sessions: true }]);
    assert.match(await page.innerText(named("countdown")), /^9:5\d$/);
    assert.match((await page.getAttribute(named("fresh-login"), "href")) ?? "", /prompt=login&return_to=.*sso-login$/);
    await expectAccessible(visit, named("passwords-panel"));
  },

  "confirm, with the way back named": async (visit) => {
    const { page } = visit;
    const service = await openOver(visit, {
      state: "trial",
      seconds_left: 300,
      confirm_refusal: undefined,
      way_back: "key",
    });
    assert.match(await page.innerText(named("way-back")), /SSH with root's key.*sso-login password-login on/);
    await expectAccessible(visit, named("passwords-panel"));
    await page.locator(named("passwords-confirm")).press("Enter");
    await page.getByText("Sessions ended: 1.").waitFor();
    assert.deepEqual(service.calls, [{ state: "confirm", end_sessions: true }]);
    assert.match(await page.innerText(named("way-back")), /sso-login password-login on/);
  },

  "ask what is there now when the trial's time is over": async (visit) => {
    const { page } = visit;
    const service = await openOver(visit, { state: "trial", seconds_left: 2 });
    service.told = { ...told };
    await page.locator(named("passwords-off")).waitFor();
  },

  "are turned on again, with a warning where root has none": async (visit) => {
    const { page } = visit;
    const service = await openOver(visit, { state: "off" });
    await page.setViewportSize({ width: 360, height: 740 });
    const box = await page.locator(named("passwords-panel")).boundingBox();
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
    await page.locator(named("passwords-on")).press("Enter");
    const dialog = page.locator(openDialog);
    assert.match(await dialog.innerText(), /Root has no password/);
    await dialog.locator(named("done")).press("Enter");
    await page.getByText("Passwords open this router again.").waitFor();
    assert.deepEqual(service.calls, [{ state: "on", end_sessions: false }]);
  },

  "say why they cannot be turned off": async (visit) => {
    await openOver(visit, { refusal: "not_everything" });
    assert.match(await visit.page.innerText(named("passwords-panel")), /you could lock yourself out/);
    assert.equal(await visit.page.locator(named("passwords-off")).count(), 0);
  },
};

const editors: Readonly<Record<string, Role>> = {
  editor: { email: ["alice@example.org"], read: ["*"], write: ["*"] },
};

// Firefox tells a test nothing of a request's body: what the service answers by it is Chromium's.
for (const theme of isFirefox ? [] : ["bootstrap", "material"]) {
  browserSuite(
    `passwords on the settings page, ${theme}`,
    {
      prepare: async (scene) => {
        await setLuci(scene, { theme });
        await scene.configure({}, editors);
      },
    },
    ofThePage,
  );
}

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 900 };

/** The panel is in a state, within the screen at both widths, and axe finds nothing. */
async function expectPanel(visit: Visit, state: string): Promise<void> {
  const { page } = visit;
  await page.locator(`[data-name="passwords-state"][data-state="${state}"]`).waitFor();
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    const box = await page.locator(named("passwords-panel")).boundingBox();
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= size.width, `${state} ${JSON.stringify(box)}`);
  }
  await expectAccessible(visit, named("passwords-panel"));
}

/** Whether root's right password opens a session. */
async function doesPasswordCount({ scene }: Visit): Promise<boolean> {
  const login = { username: "root", password: process.env["ROUTER_PASSWORD"] ?? "router-password" };
  return scene.router.ubus("session", "login", login).then(
    () => true,
    () => false,
  );
}

const byTheService: BrowserTest = async (visit) => {
  const { page, scene } = visit;
  const dialog = page.locator(openDialog);
  const settingsPage = visit.luci("admin/services/sso-login");
  try {
    await SettingsPage.open(visit);
    await expectPanel(visit, "on");
    await page.locator(named("passwords-off")).press("Enter");
    await dialog.locator(named("done")).press("Enter");
    await page.getByText("Passwords are off, on trial.", { exact: true }).waitFor();
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

    await SettingsPage.open(visit);
    await expectPanel(visit, "off");
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

for (const theme of ["bootstrap", "bootstrap-dark", "material"]) {
  browserSuite(
    `passwords by the service itself, ${theme}`,
    {
      prepare: async (scene) => {
        await setLuci(scene, { theme });
        await putPasswordsBack();
        await scene.configure({}, editors);
      },
    },
    { "are turned off on trial, confirmed by a new login, and turned on again": byTheService },
  );
}
