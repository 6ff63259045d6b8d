/**
 * What stands before two of LuCI's actions: the controller itself, run by the box's stand-in of `ucode` or the real
 * program that `UCODE` names, and the copy of it that the box's stand-in of LuCI uses, through the same cases.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import { repositoryRoot, ucodeProgram } from "../box/locations.ts";

/** What a router looks like at a request. */
interface World {
  action: "action_translations" | "action_logout";
  https: boolean;
  cookie?: string;
  /** The session that LuCI found. */
  authsession: string | null;
  sessions: Record<string, { token?: string; sso_issuer?: string; sso_login_time?: unknown }>;
  /** Section `default`; null without the file. */
  settings: Record<string, string> | null;
  /** What the service says to a log-out that it is to take over. */
  takes_over: boolean;
  /** Whether the service ends the session that is over. */
  expires?: boolean;
  texts?: Record<string, string>;
  /** A module of ucode that throws. */
  fails?: "ubus" | "uci";
}

interface Result {
  written: string;
  destroyed: string[];
  redirect?: string;
  header?: string;
}

const folder = join(repositoryRoot, "test/luci/controller");
const controller = join(repositoryRoot, "openwrt-feed/luci-app-sso-login/ucode/controller/sso_login.uc");
const resources = "www/luci-static/resources/sso-login";
let root = "";

before(() => {
  root = mkdtempSync(join(tmpdir(), "sso-login-"));
  mkdirSync(join(root, resources), { recursive: true });
  writeFileSync(join(root, resources, "hook.js"), "hook();\n");
  writeFileSync(join(root, resources, "login.js"), "");
  utimesSync(join(root, resources, "login.js"), 1234567890, 1234567890);
  mkdirSync(join(root, "usr/sbin"), { recursive: true });
  mkdirSync(join(root, "tmp"));
});
after(() => rmSync(root, { recursive: true, force: true }));

function spawn(command: string[], env: Record<string, string>): Result {
  const [program = "", ...args] = command;
  const run = spawnSync(program, args, {
    cwd: repositoryRoot,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
  assert.equal(run.status, 0, run.stderr + run.stdout);
  return { destroyed: [], ...(JSON.parse(run.stdout) as Partial<Result>) } as Result;
}

/** The request's variables. */
function environment(world: World): Record<string, string> {
  return {
    DOCUMENT_ROOT: join(root, "www"),
    REMOTE_ADDR: "192.0.2.7",
    ...(world.https ? { HTTPS: "on" } : {}),
    ...(world.cookie === undefined ? {} : { HTTP_COOKIE: world.cookie }),
  };
}

/** Where the service's program leaves what it was told. */
const handedOver = (): string => join(root, "handed-over.json");

/** Writes the world for a driver, and the service's program of that world. */
function writeWorld(world: World): string {
  const file = join(root, "world.json");
  const program = join(root, "usr/sbin/sso-login");
  const expired = join(root, "expired");
  rmSync(handedOver(), { force: true });
  rmSync(expired, { force: true });
  // One that fails leaves its input unread.
  const body = world.takes_over ? `[ "$*" = hand-over ] && cat >'${handedOver()}'` : "exit 1";
  const expire = world.expires === true ? `[ "$*" = expire ] && exec touch '${expired}'\n` : "";
  writeFileSync(program, `#!/bin/sh\n${expire}${body}\n`);
  chmodSync(program, 0o755);
  writeFileSync(file, JSON.stringify({ ...world, expired, env: environment(world) }));
  return file;
}

function runController(world: World): Result {
  const path = ["-L", `${folder}/*.uc`];
  const copy = join(root, "controller.uc");
  writeFileSync(copy, readFileSync(controller, "utf8").replaceAll("/usr/sbin/", `${root}/usr/sbin/`));
  return spawn([ucodeProgram, ...path, join(folder, "driver.uc"), writeWorld(world), copy], {});
}

function runCopy(world: World): Result {
  return spawn(["lua5.1", join(folder, "driver.lua"), writeWorld(world), root], environment(world));
}

const runners: [string, (world: World) => Result][] = [
  ["controller", runController],
  ["the box's copy", runCopy],
];

/** Defines a test for each of the two. */
function both(title: string, body: (run: (world: World) => Result) => void): void {
  for (const [name, run] of runners) {
    test(`${name}: ${title}`, () => body(run));
  }
}

const settings = { enabled: "1", redirect_uri: "https://router.example:8443/cgi-bin/sso-login/callback" };
const page: World = {
  action: "action_translations",
  https: true,
  authsession: null,
  sessions: {},
  settings,
  takes_over: true,
};

/** What the script tells the page's hook, as a browser runs it; undefined when there is nothing but LuCI's own text. */
function told({ written }: Result): unknown {
  assert.equal(written.slice(0, 9), "stock de;");
  const window: { sso_login?: unknown } = {};
  let seen: unknown;
  const hook = (): void => {
    seen = structuredClone(window.sso_login);
  };
  runInNewContext(written.slice(9), { window, hook });
  return seen;
}

describe("script of the login page", () => {
  const data = {
    url: "https://router.example:8443/cgi-bin/sso-login/",
    label: "Login with SSO",
    auto_redirect: false,
    logged_in: false,
    script: "/luci-static/resources/sso-login/login.js?v=1234567890",
  };

  both("tells where a login starts, and what the link says", (run) => {
    assert.deepEqual(told(run(page)), data);
  });

  both("knows IPv6 addresses", (run) => {
    const redirect_uri = "https://[fd00::1]/cgi-bin/sso-login/callback";
    const result = told(run({ ...page, settings: { ...settings, redirect_uri } }));
    assert.deepEqual(result, { ...data, url: "https://[fd00::1]/cgi-bin/sso-login/" });
  });

  both("translates the default text, and no other", (run) => {
    const texts = { "Login with SSO": "Mit SSO anmelden", "Log in": "Anmelden" };
    const label = (button_label?: string): unknown =>
      (told(run({ ...page, texts, settings: { ...settings, ...(button_label && { button_label }) } })) as typeof data)
        .label;
    assert.equal(label(), "Mit SSO anmelden");
    assert.equal(label("Login with SSO"), "Mit SSO anmelden");
    assert.equal(label("Log in"), "Log in");
  });

  both("cannot be broken out of by a text", (run) => {
    const button_label = `"};alert(1);//'</script>\\\u2028é`;
    assert.deepEqual(told(run({ ...page, settings: { ...settings, button_label } })), { ...data, label: button_label });
  });

  both("says whether a session lives, whatever auto_redirect is", (run) => {
    assert.deepEqual(told(run({ ...page, authsession: "a1" })), { ...data, logged_in: true });
  });

  both("has the text of a link to the form where that is hidden", (run) => {
    const texts = { "Log in with a password": "Mit Passwort anmelden" };
    const hidden = told(run({ ...page, texts, settings: { ...settings, password_form: "hidden" } }));
    assert.deepEqual(hidden, { ...data, password_label: "Mit Passwort anmelden" });
    assert.deepEqual(told(run({ ...page, settings: { ...settings, password_form: "shown" } })), data);
  });

  both("says what auto_redirect and the browser's cookie are", (run) => {
    const result = told(run({ ...page, authsession: "a1", settings: { ...settings, auto_redirect: "1" } }));
    assert.deepEqual(result, { ...data, auto_redirect: true, logged_in: true });
  });

  test("controller: cannot be read from another site, and LuCI's own text is as it was", () => {
    assert.equal(runController(page).header, "Cross-Origin-Resource-Policy: same-origin");
    assert.equal(runController({ ...page, https: false }).header, undefined);
  });

  both("is LuCI's alone over plain HTTP", (run) => assert.equal(told(run({ ...page, https: false })), undefined));
  both("is LuCI's alone when single sign-on is off", (run) => {
    for (const enabled of ["0", "true", ""]) {
      assert.equal(told(run({ ...page, settings: { ...settings, enabled } })), undefined);
    }
  });
  both("is LuCI's alone without a configuration", (run) => {
    assert.equal(told(run({ ...page, settings: null })), undefined);
    assert.equal(told(run({ ...page, settings: { enabled: "1" } })), undefined);
  });
  both("is LuCI's alone when redirect_uri is something else", (run) => {
    for (const redirect_uri of [
      "http://router.example/cgi-bin/sso-login/callback",
      "https://router.example/cgi-bin/sso-login/callback/",
      "https://user@router.example/cgi-bin/sso-login/callback",
      "https:///cgi-bin/sso-login/callback",
    ]) {
      assert.equal(told(run({ ...page, settings: { ...settings, redirect_uri } })), undefined, redirect_uri);
    }
  });

  test("controller: a fault leaves LuCI's script alone", () => {
    assert.equal(told(runController({ ...page, fails: "uci" })), undefined);
  });
});

describe("a session that has lasted as long as it may", () => {
  const now = Math.floor(Date.now() / 1000);
  const begun = (sso_login_time?: unknown, session_max_lifetime?: string): World => ({
    ...page,
    authsession: "a1",
    sessions: { a1: { token: "t", sso_login_time } },
    settings: { enabled: "1", ...(session_max_lifetime !== undefined && { session_max_lifetime }) },
    expires: true,
  });

  both("is ended by the service, and the page is loaded anew", (run) => {
    for (const https of [true, false]) {
      assert.equal(run({ ...begun(now - 300, "300"), https }).written, "stock de;\nlocation.reload();");
    }
  });

  both("is let be where it is younger, local, or without the option, and where the service does not end it", (run) => {
    const worlds = [
      begun(now - 200, "300"),
      begun(undefined, "300"),
      begun("0", "300"),
      begun(now - 300),
      begun(now - 300, "x"),
      { ...begun(now - 300, "300"), expires: false },
      { ...begun(now - 300, "300"), authsession: null },
    ];
    for (const world of worlds) {
      assert.equal(run(world).written, "stock de;");
    }
  });
});

describe("log out", () => {
  const sso = { token: "0123456789abcdef0123456789abcdef", sso_issuer: "https://idp.example" };
  const local = { token: "fedcba9876543210fedcba9876543210" };
  const out: World = { ...page, action: "action_logout" };
  const atRoot = (id: string): string => `sysauth_https=${id}; sysauth=${id}`;
  const outcome = ({ destroyed, redirect }: Result): object => ({ destroyed: [...new Set(destroyed)], redirect });
  const asLocal = (...destroyed: string[]): object => ({ destroyed, redirect: "/cgi-bin/luci/" });

  /** The sessions ended here, and the service was left the provider's part of `a1`, under the token in the address. */
  function expectHandedOver({ destroyed, redirect }: Result, ...ended: string[]): void {
    assert.deepEqual(destroyed, ended);
    const token = /^\/cgi-bin\/sso-login\/logout\?handover=([0-9a-f]{64})$/.exec(redirect ?? "")?.[1];
    const told: unknown = JSON.parse(readFileSync(handedOver(), "utf8"));
    assert.deepEqual(told, { token, remote: "192.0.2.7", values: sso });
    assert.ok(redirect?.includes(sso.token) === false, "the session's token is in no address");
  }

  both("ends a single sign-on session, and leaves the provider's part to the service", (run) => {
    const world: World = { ...out, authsession: "a1", cookie: atRoot("a1"), sessions: { a1: sso } };
    const result = run(world);
    expectHandedOver(result, "a1");
    assert.notEqual(run(world).redirect, result.redirect);
  });

  both("ends a local session as LuCI does", (run) => {
    const result = run({ ...out, authsession: "b1", cookie: "sysauth_https=b1", sessions: { b1: local } });
    assert.deepEqual(outcome(result), asLocal("b1"));
  });

  both("ends a single sign-on session whatever the service says", (run) => {
    const world: World = { ...out, authsession: "a1", cookie: atRoot("a1"), sessions: { a1: sso } };
    assert.deepEqual(outcome(run({ ...world, takes_over: false })), asLocal("a1"));
    assert.deepEqual(outcome(run({ ...world, https: false })), asLocal("a1"));
  });

  both("ends the browser's other sessions as well", (run) => {
    const cookie = `sysauth_https=b1; sysauth_http=b2; ${atRoot("a1")}`;
    const sessions = { a1: sso, b1: local, b2: local };
    expectHandedOver(run({ ...out, authsession: "b1", cookie, sessions }), "a1", "b1", "b2");
    const alone = run({ ...out, authsession: "b1", cookie, sessions, takes_over: false });
    assert.deepEqual(outcome(alone), asLocal("a1", "b1", "b2"));
  });

  both("takes nothing for a session that is none", (run) => {
    const cookie = "sysauth_https=dead; sysauth=../../x; other=a1; sysauth_https2=b2; garbage";
    const result = run({
      ...out,
      authsession: "b1",
      cookie: `${cookie}; sysauth_http=b1`,
      sessions: { a1: sso, b1: local, b2: local },
    });
    assert.deepEqual(outcome(result), asLocal("b1"));
  });

  test("controller: expires LuCI's cookie where the service takes over", () => {
    const { header } = runController({ ...out, authsession: "a1", cookie: atRoot("a1"), sessions: { a1: sso } });
    assert.match(
      header ?? "",
      /^Set-Cookie: sysauth_https=; expires=Thu, 01 Jan 1970 [\d:]+ GMT; path=\/cgi-bin\/luci\/$/,
    );
  });

  test("controller: a fault leaves LuCI's own log-out", () => {
    const world: World = { ...out, authsession: "a1", cookie: atRoot("a1"), sessions: { a1: sso }, fails: "ubus" };
    assert.deepEqual(outcome(runController(world)), asLocal("a1"));
  });
});
