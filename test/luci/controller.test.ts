/** The controller in front of two of LuCI's actions, run by the box's stand-in of `ucode` or the real program that `UCODE` names. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import { until } from "../box/command.ts";
import { repositoryRoot, ucodeProgram } from "../box/locations.ts";
import { temporaryFolder } from "../temporary.ts";

/** The state of a router at a request. */
interface World {
  action: "action_translations" | "action_logout" | "action_apply_rollback" | "action_apply_unchecked";
  https: boolean;
  cookie?: string;
  /** The session that LuCI found. */
  authsession: string | null;
  sessions: Record<string, { token?: string; sso_issuer?: string; sso_login_time?: unknown; username?: string }>;
  /** Section `default`; null without the file. */
  settings: Record<string, string> | null;
  /** Further providers' sections. */
  providers?: Record<string, Record<string, string>>;
  /** Whether the service takes over a logout. */
  takes_over: boolean;
  /** Whether the service ends the session that is over. */
  expires?: boolean;
  texts?: Record<string, string>;
  /** Sections of rpcd's package. */
  rpcd?: Record<string, Record<string, string>>;
  /** LuCI's option `apply.rollback`. */
  rollback?: string;
  /** The status with which LuCI refuses a change. */
  refusal?: number;
  /** Sessions that rpcd does not end, or that it does not answer any more. */
  stays?: boolean;
  silent?: boolean;
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
const controller = join(repositoryRoot, "src/luci/controller/sso_login.uc");
const resources = "www/luci-static/resources/sso-login";
const root = temporaryFolder("sso-login-");
/** The file in which the service's program leaves its input; each world has another, as the program of the world before may still run. */
let handedOver = join(root, "handed-over-0.json");
let worlds = 0;

mkdirSync(join(root, resources), { recursive: true });
writeFileSync(join(root, resources, "hook.js"), "hook();\n");
writeFileSync(join(root, resources, "login.js"), "");
utimesSync(join(root, resources, "login.js"), 1234567890, 1234567890);
mkdirSync(join(root, "usr/sbin"), { recursive: true });
/** Seconds since the boot. */
const uptime = 5000;
mkdirSync(join(root, "proc"));
writeFileSync(join(root, "proc/uptime"), `${String(uptime)}.25 9000.00\n`);

function environment(world: World): Record<string, string> {
  return {
    DOCUMENT_ROOT: join(root, "www"),
    REMOTE_ADDR: "192.0.2.7",
    ...(world.https ? { HTTPS: "on" } : {}),
    ...(world.cookie === undefined ? {} : { HTTP_COOKIE: world.cookie }),
  };
}

/** Writes the world for a driver, and the service's program of that world. */
function writeWorld(world: World, more: string): string {
  const file = join(root, "world.json");
  const program = join(root, "usr/sbin/sso-login");
  const expired = join(root, "expired");
  handedOver = join(root, `handed-over-${String((worlds += 1))}.json`);
  rmSync(expired, { force: true });
  rmSync(program, { force: true }); // a process of the world before may still run it
  // A program that fails does not read its input.
  const body = world.takes_over
    ? `case "$*" in hand-over|log-change) cat >'${handedOver}.new' && mv '${handedOver}.new' '${handedOver}';; esac`
    : "exit 1";
  const expire = world.expires === true ? `[ "$*" = expire ] && exec touch '${expired}'\n` : "";
  writeFileSync(program, `#!/bin/sh\n${expire}${more}${body}\n`, { mode: 0o755 });
  writeFileSync(file, JSON.stringify({ ...world, expired, env: environment(world) }));
  return file;
}

function run(world: World, more = ""): Result {
  const copy = join(root, "controller.uc");
  writeFileSync(
    copy,
    readFileSync(controller, "utf8").replaceAll(
      /\/(usr\/sbin|usr\/share\/rpcd|var\/run\/(?:rpcd|sso-login)|etc\/config|proc)\b/g,
      `${root}$&`,
    ),
  );
  const args = ["-L", `${folder}/*.uc`, join(folder, "driver.uc"), writeWorld(world, more), copy];
  const { status, stdout, stderr } = spawnSync(ucodeProgram, args, { cwd: repositoryRoot, encoding: "utf8" });
  assert.equal(status, 0, stderr + stdout);
  return JSON.parse(stdout) as Result;
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

/** The data that the script gives to the page's hook, as a browser runs it; undefined when there is only LuCI's own text. */
function told({ written }: Result): unknown {
  assert.equal(written.slice(0, 9), "stock de;");
  const window: { sso_login?: unknown } = {};
  let seen: unknown;
  const hook = (): void => {
    seen = structuredClone(window.sso_login);
  };
  runInNewContext(written.slice(9), { window, hook, location: { pathname: "/cgi-bin/luci/admin/status" } });
  return seen;
}

const data = {
  url: "https://router.example:8443/cgi-bin/sso-login/",
  label: "Login with SSO",
  auto_redirect: false,
  logged_in: false,
  script: "/luci-static/resources/sso-login/login.js?v=1234567890",
};

/** A router with these settings. */
const withSettings = (changes: Record<string, string>): Partial<World> => ({ settings: { ...settings, ...changes } });
const german = { "Login with SSO": "Mit SSO anmelden", "Log in": "Anmelden", "Log in with a password": "Mit Passwort" };
const hostile = `"};alert(1);//'</script>\\u2028é`;
const callback = "/cgi-bin/sso-login/callback";

/** Differences from the page above, and the data that the script has then: other data, or only LuCI's own text. */
const scripts: [title: string, world: Partial<World>, told: Partial<typeof data> & { password_label?: string }][] = [
  ["where a login starts, and what the link says", {}, {}],
  [
    "an IPv6 address",
    withSettings({ redirect_uri: `https://[fd00::1]${callback}` }),
    { url: "https://[fd00::1]/cgi-bin/sso-login/" },
  ],
  ["the default text translated", { texts: german }, { label: "Mit SSO anmelden" }],
  [
    "the default text translated, where it is configured",
    { texts: german, ...withSettings({ button_label: "Login with SSO" }) },
    { label: "Mit SSO anmelden" },
  ],
  ["no other text translated", { texts: german, ...withSettings({ button_label: "Log in" }) }, { label: "Log in" }],
  ["a text that cannot break out", withSettings({ button_label: hostile }), { label: hostile }],
  ["that a session lives", { authsession: "a1" }, { logged_in: true }],
  [
    "the text of a link to the form where that is hidden",
    { texts: german, ...withSettings({ password_form: "hidden", button_label: "x" }) },
    { label: "x", password_label: "Mit Passwort" },
  ],
  ["no such text where it is shown", withSettings({ password_form: "shown" }), {}],
  [
    "what auto_redirect and the browser's cookie are",
    { authsession: "a1", ...withSettings({ auto_redirect: "1" }) },
    { auto_redirect: true, logged_in: true },
  ],
];
const silent: [title: string, world: Partial<World>][] = [
  ["over plain HTTP", { https: false }],
  ...["0", "true", ""].map((enabled): [string, Partial<World>] => [
    `with enabled '${enabled}'`,
    withSettings({ enabled }),
  ]),
  ["without a configuration", { settings: null }],
  ["without a redirect_uri", { settings: { enabled: "1" } }],
  ["after a fault", { fails: "uci" }],
  ...[`http://a${callback}`, `https://a${callback}/`, `https://user@a${callback}`, `https://${callback}`].map(
    (redirect_uri): [string, Partial<World>] => [`with ${redirect_uri}`, withSettings({ redirect_uri })],
  ),
];

describe("script of the login page", () => {
  for (const [title, world, changes] of scripts) {
    test(`tells ${title}`, () => assert.deepEqual(told(run({ ...page, ...world })), { ...data, ...changes }));
  }
  for (const [title, world] of silent) {
    test(`is only LuCI's ${title}`, () => assert.equal(told(run({ ...page, ...world })), undefined));
  }

  test("cannot be read from another site, and LuCI's own text is as it was", () => {
    assert.equal(run(page).header, "Cross-Origin-Resource-Policy: same-origin");
    assert.equal(run({ ...page, https: false }).header, undefined);
  });
});

test("a page removes rpcd's folder of the session's changes once none is left", () => {
  const changes = join(root, "var/run/rpcd/uci-a1");
  for (const [authsession, text, isKept] of [
    [null, "", true],
    ["a1", "network.lan.ipaddr='192.0.2.1'", true],
    ["a1", "", false],
  ] as const) {
    mkdirSync(changes, { recursive: true });
    writeFileSync(join(changes, "dhcp"), "");
    writeFileSync(join(changes, "network"), text);
    run({ ...page, authsession });
    assert.equal(existsSync(changes), isKept, text);
  }
});

describe("script of the login page with several providers", () => {
  const uri = (name: string): string => `https://router.example:8443${callback}/${name}`;
  const one = (name: string, more: object = {}): object => ({ name, url: data.url, label: name, ...more });
  const providers = {
    backup: { enabled: "1", redirect_uri: uri("backup"), label: "Backup", color: "#d33c2c" },
    off: { enabled: "0", redirect_uri: uri("off") },
    stranger: { enabled: "1", redirect_uri: uri("backup") },
    google: { enabled: "1", redirect_uri: uri("google"), color: "red" },
  };
  const buttons = [one("backup", { label: "Backup", color: "#d33c2c" }), one("google")];
  const first = one("default", { label: data.label });
  const of = (changes: Record<string, string>): unknown => told(run({ ...page, ...withSettings(changes), providers }));

  test("tells of the enabled ones in their order, with label and colour", () => {
    assert.deepEqual(of({}), { ...data, providers: [first, ...buttons] });
    const labelled = { ...first, label: "Home" };
    assert.deepEqual(of({ label: "Home", button_label: "x" }), {
      ...data,
      label: "Home",
      providers: [labelled, ...buttons],
    });
  });

  test("tells of them where the first is off or incomplete", () => {
    for (const changes of [{ enabled: "0" }, { redirect_uri: "" }] as Record<string, string>[]) {
      assert.deepEqual(of(changes), { ...data, label: "Backup", providers: buttons });
    }
  });

  test("names the one to go to, if it is on", () => {
    const named = Object.entries({ 1: "default", google: "google", default: "default" });
    const none = ["0", "", "off", "stranger", "gone"].map((value) => [value, false] as const);
    for (const [auto_redirect, expected] of [...named, ...none]) {
      assert.equal((of({ auto_redirect }) as typeof data).auto_redirect, expected, auto_redirect);
    }
    assert.equal((of({ enabled: "0", auto_redirect: "1" }) as typeof data).auto_redirect, false);
  });

  test("tells what to ask each for while passwords are off, and of none where one cannot be asked", () => {
    const rpcd = { cfg01: { ".type": "login", ".name": "cfg01", password: "!", sso_login_password: "$p$" } };
    const issuers = (backup: string): unknown => {
      const changed = { backup: { ...providers.backup, issuer_url: backup } };
      const world = { ...page, ...withSettings({ issuer_url: "https://a/" }), providers: changed, rpcd };
      return (told(run(world)) as { passwords_off: { addresses?: string[] } }).passwords_off.addresses;
    };
    const path = "/.well-known/openid-configuration";
    assert.deepEqual(issuers("https://b/x"), [`https://a${path}`, `https://b/x${path}`]);
    assert.deepEqual(["http://b", "https://b/?x"].map(issuers), [undefined, undefined]);
  });
});

const now = Math.floor(Date.now() / 1000);
const begun = (sso_login_time: unknown, session_max_lifetime = "300", more: Partial<World> = {}): World => ({
  ...page,
  authsession: "a1",
  sessions: { a1: { token: "t", sso_login_time } },
  settings: { enabled: "1", ...(session_max_lifetime !== "" && { session_max_lifetime }) },
  expires: true,
  ...more,
});

describe("script of the login page while passwords are turned off", () => {
  const login = { ".type": "login", ".name": "cfg01", password: "!" };
  const ours = { sso_login_admin: { ...login, ".name": "sso_login_admin" } };
  const locked = { cfg01: { ...login, sso_login_password: "$p$root" } };
  const monitor = { cfg02: { ...login, password: "$p$monitor" } };
  const others = { cfg03: login, cfg04: { ".type": "rpcd", ".name": "cfg04" } };
  const issuer = withSettings({ issuer_url: "https://idp.example/realms/home/" });
  const off = {
    is_kept: false,
    reason: "This router is opened by single sign-on.",
    refused: "Passwords are turned off on this router: not even the right one is accepted. Log in by single sign-on.",
    provider_down:
      "The login service does not answer. Try again later. Administrators can turn passwords on again in the router's shell: sso-login password-login on",
    addresses: ["https://idp.example/realms/home/.well-known/openid-configuration"],
  };
  const kept = {
    ...off,
    is_kept: true,
    refused: "Passwords are turned off on this router for all but a few accounts. Log in by single sign-on.",
  };

  test("tells why, over plain HTTP too, and of no form", () => {
    for (const https of [true, false]) {
      const world = { ...page, ...issuer, https, rpcd: { ...ours, ...locked, ...others } };
      assert.deepEqual(told(run(world)), { ...data, passwords_off: off });
    }
  });

  test("tells of a trial and how long it goes on, while it does", () => {
    const file = join(root, "var/run/sso-login/password_trial");
    mkdirSync(join(file, ".."), { recursive: true });
    const text = "Passwords are off, on trial. They come back by themselves in:";
    const until = (seconds: number): string => `{"began":1,"deadline": ${uptime + seconds}}`;
    for (const [content, isTold] of [
      [until(9), true],
      [until(-9), false],
      ["{", false],
    ] as [string, boolean][]) {
      writeFileSync(file, content);
      const { passwords_off } = told(run({ ...page, ...issuer, rpcd: locked })) as { passwords_off: object };
      const { trial, ...others } = passwords_off as { trial?: { text: string; seconds: number } };
      assert.deepEqual([trial?.text, others], [isTold ? text : undefined, off]);
      assert.equal(trial?.seconds, isTold ? 9 : undefined);
    }
    rmSync(file);
  });

  test("tells of the form where some login keeps its password", () => {
    const more = { password_label: "Log in with a password", passwords_off: kept };
    assert.deepEqual(told(run({ ...page, ...issuer, rpcd: { ...locked, ...monitor } })), { ...data, ...more });
  });

  test("says nothing of it while they are on, or single sign-on is off", () => {
    assert.deepEqual(told(run({ ...page, rpcd: { ...ours, ...monitor, ...others } })), data);
    assert.equal(told(run({ ...page, ...withSettings({ enabled: "0" }), rpcd: locked })), undefined);
  });
});

test("a page of a session keeps room for the settings page, and no other page does", () => {
  const styles: object[] = [];
  const document = { head: { append: (style: object) => styles.push(style) }, createElement: () => ({}) };
  for (const path of ["services/sso-login", "status/overview"]) {
    const window = { location: { reload: () => undefined } };
    const location = { pathname: `/cgi-bin/luci/admin/${path}`, reload: () => undefined };
    runInNewContext(run(begun(undefined)).written.slice(9), { window, location, document, hook: () => undefined });
  }
  assert.deepEqual(structuredClone(styles), [{ textContent: "#view { min-height: 100vh; display: flow-root }" }]);
});

describe("a session that has lasted as long as it may", () => {
  test("is ended by the service, and the page is loaded anew", () => {
    for (const https of [true, false]) {
      assert.match(run(begun(now - 300, "300", { https })).written, /^stock de;\nlocation\.reload\(\);\n/);
    }
  });

  test("lasts by the clock that does not jump, where the session has its moment", () => {
    for (const [moment, isOver] of [
      [uptime - 100, false],
      [uptime, false],
      [uptime - 300, true],
      // No program of ours can have written these.
      [uptime + 1, true],
      [-1, true],
    ] as const) {
      const world = begun(now - 999);
      const sessions = { a1: { ...world.sessions["a1"], sso_login_uptime: moment } };
      assert.match(
        run({ ...world, sessions }).written,
        isOver ? /location\.reload/ : /Your session ends/,
        String(moment),
      );
    }
  });

  for (const left of [300, 80000]) {
    test(`shows its end ten minutes before: ${left} seconds`, () => {
      const { written } = run(begun(now - 200, String(200 + left)));
      assert.match(written, /^stock de;\n.*"Your session ends at %s\."\.format\(end\.toLocaleTimeString\(\)\)/);
      const [, delay, end] = /, (\d+)\)\)\(new Date\(Date\.now\(\) \+ (\d+)\)\);\n/.exec(written)?.map(Number) ?? [];
      // The test takes its time.
      assert.ok(end !== undefined && end <= left * 1000 && end > (left - 200) * 1000, written);
      assert.equal(delay, Math.max(1000, end - 600_000));
    });
  }

  for (const [title, world] of Object.entries({
    "has more than a day left": begun(now - 200, "90000"),
    "is local": begun(undefined),
    "has a time that is no number": begun("0"),
    "has no option": begun(now - 300, ""),
    "has a wrong option": begun(now - 300, "x"),
    "is not ended by the service": begun(now - 300, "300", { expires: false }),
    "belongs to no session": begun(now - 300, "300", { authsession: null }),
  })) {
    test(`stays where it ${title}`, () => assert.doesNotMatch(run(world).written, /reload|Your session ends/));
  }

  test("ends where the service cannot end it", () => {
    const { written, destroyed } = run(begun(now - 300, "300", { expires: false, takes_over: false }));
    assert.match(written, /location\.reload/);
    assert.deepEqual(destroyed, ["a1"]);
  });
});

describe("a page of LuCI", () => {
  const acls = join(root, "usr/share/rpcd/acl.d");
  const kept = join(root, "var/run/sso-login/acl_folder");
  const synced = join(root, "synced");

  /** Whether the page lets the service give live sessions their rights; `status` is that of its program. */
  const follows = (authsession: string | null, status: number): boolean => {
    rmSync(synced, { force: true });
    const world: World = { ...page, authsession, sessions: { a1: {} } };
    run(world, `[ "$*" = sync-roles ] && touch '${synced}' && exit ${String(status)}\n`);
    // It runs in the background.
    for (let waits = 0; waits < 40 && !(existsSync(synced) && (status !== 0 || existsSync(kept))); waits += 1) {
      spawnSync("sleep", ["0.05"]);
    }
    return existsSync(synced);
  };

  test("gives live sessions their rights once after packages came or went, and again until it is done", () => {
    mkdirSync(acls, { recursive: true });
    mkdirSync(join(root, "var/run/sso-login"), { recursive: true });
    const seen = [follows(null, 0), follows("a1", 1), follows("a1", 0), follows("a1", 0)];
    writeFileSync(join(acls, "app.json"), "{}");
    utimesSync(acls, 1234567890, 1234567890);
    seen.push(follows("a1", 0), follows("a1", 0));
    rmSync(acls, { recursive: true });
    seen.push(follows("a1", 0));
    assert.deepEqual(seen, [false, true, true, false, true, false, false]);
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
    const told: unknown = JSON.parse(readFileSync(handedOver, "utf8"));
    assert.deepEqual(told, { token, remote: "192.0.2.7", session: "a1", values: sso });
    assert.ok(redirect?.includes(sso.token) === false, "the session's token is in no address");
  }

  const world: World = { ...out, authsession: "a1", cookie: atRoot("a1"), sessions: { a1: sso } };

  test("ends a single sign-on session, and leaves the provider's part to the service", () => {
    const result = run(world);
    expectHandedOver(result, "a1");
    assert.notEqual(run(world).redirect, result.redirect);
  });

  const several = {
    cookie: `sysauth_https=b1; sysauth_http=b2; ${atRoot("a1")}`,
    authsession: "b1",
    sessions: { a1: sso, b1: local, b2: local },
  };
  const strange = "sysauth_https=dead; sysauth=../../x; other=a1; sysauth_https2=b2; garbage; sysauth_http=b1";

  test("ends the browser's other sessions as well", () => {
    expectHandedOver(run({ ...out, ...several }), "a1", "b1", "b2");
  });

  const locally: [title: string, world: World, ended: string[]][] = [
    ["a local session", { ...out, authsession: "b1", cookie: "sysauth_https=b1", sessions: { b1: local } }, ["b1"]],
    ["a session that the service does not take over", { ...world, takes_over: false }, ["a1"]],
    ["a session over plain HTTP", { ...world, https: false }, ["a1"]],
    ["a session that rpcd does not end", { ...world, stays: true }, ["a1"]],
    ["a session of which rpcd does not say that it has ended", { ...world, silent: true }, ["a1"]],
    ["a session after a fault", { ...world, fails: "ubus" }, ["a1"]],
    ["all sessions that the service does not take over", { ...out, ...several, takes_over: false }, ["a1", "b1", "b2"]],
    ["no session but those that cookies name", { ...out, ...several, cookie: strange }, ["b1"]],
  ];
  for (const [title, given, ended] of locally) {
    test(`ends ${title} as LuCI does`, () => {
      assert.deepEqual(outcome(run(given)), asLocal(...ended));
      // A session that may live is no logout for the service.
      assert.ok(
        !((given.stays ?? false) || (given.silent ?? false)) || !existsSync(handedOver),
        "nothing is handed over",
      );
    });
  }

  test("expires LuCI's cookie where the service takes over", () => {
    const expired = /^Set-Cookie: sysauth_https=; expires=Thu, 01 Jan 1970 [\d:]+ GMT; path=\/cgi-bin\/luci\/$/;
    assert.match(run(world).header ?? "", expired);
  });
});

/** The changes of a session, in the files that rpcd has for it and in those of UCI. */
function stage(id: string, staged: Record<string, string>): void {
  const saved = join(root, `var/run/rpcd/uci-${id}`);
  for (const folder of [saved, join(root, "etc/config")]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  for (const [name, lines] of Object.entries(staged)) {
    writeFileSync(join(root, "etc/config", name), "config interface 'lan'\n\toption mtu '9'\nconfig interface 'old'\n");
    writeFileSync(join(saved, name), lines);
  }
}

/** The input of the service's program, which runs in the background. */
async function inputOfProgram(): Promise<string> {
  await until(() => existsSync(handedOver));
  return readFileSync(handedOver, "utf8");
}

async function toldOfChange(): Promise<Record<string, unknown>> {
  return JSON.parse(await inputOfProgram()) as Record<string, unknown>;
}

describe("apply", () => {
  const values = { token: "0123456789abcdef0123456789abcdef", username: "root" };
  const apply: World = { ...page, action: "action_apply_unchecked", authsession: "a1", sessions: { a1: values } };
  const secret = "option x\nnetwork.lan.secret=y";
  const network = `network.lan.ipaddr='192.0.2.1'\nnetwork.lan.key='${secret}'\n|network.lan.dns='a'\n|network.lan.dns='b'\n`;
  const sections = "network.guest='interface'\n-network.lan.mtu\n-network.old\n";

  test("tells the service the names of what changes, and no values", async () => {
    stage("a1", { network: network + sections, wireless: "wireless.lan.ssid='home'\n", system: "" });
    assert.equal(run(apply).written, "applied");
    const { began, values: known, ...told } = await toldOfChange();
    assert.ok(Number(began) - now < 600, String(began));
    assert.deepEqual(known, values);
    const options = ["ipaddr", "key", "dns"].map((name) => `network.lan.${name}`);
    assert.deepEqual(told, {
      session: "a1",
      remote: "192.0.2.7",
      seconds: 0,
      total: 7,
      packages: ["network", "wireless"],
      options: [...options, "network.guest", "network.lan.mtu", "network.old", "wireless.lan.ssid"],
    });
  });

  for (const [rollback, seconds] of [
    [undefined, 90],
    ["120", 120],
    ["x", 0],
  ] as const) {
    test(`says how long LuCI waits for a confirmation: ${rollback ?? "default"}`, async () => {
      stage("a1", { network });
      const { written } = run({
        ...apply,
        action: "action_apply_rollback",
        ...(rollback !== undefined && { rollback }),
      });
      assert.equal(written, "applied for a time");
      assert.equal((await toldOfChange())["seconds"], seconds);
    });
  }

  for (const action of ["action_apply_rollback", "action_apply_unchecked"] as const) {
    test(`tells the service that LuCI refused ${action}`, async () => {
      stage("a1", { network });
      run({ ...apply, action, refusal: 403 });
      assert.match(await inputOfProgram(), /^\{ ?"session":.*\}refused$/s);
    });
  }

  test("names the first hundred of many, and cuts long ones", async () => {
    const many = Array.from({ length: 150 }, (_, at) => `network.lan.o${at}${"x".repeat(200)}='1'\n`);
    stage("a1", { network: many.join("") });
    run(apply);
    const { total, options } = (await toldOfChange()) as { total: number; options: string[] };
    assert.deepEqual([total, options.length, options[0]?.length], [150, 100, 100]);
  });

  test("is LuCI's own where nothing is staged, and after a fault", async () => {
    stage("a1", {});
    assert.equal(run(apply).written, "applied");
    stage("a1", { network });
    assert.equal(run({ ...apply, fails: "ubus" }).written, "applied");
    // The program has begun, and is told nothing.
    assert.equal(await inputOfProgram(), "");
    assert.equal(run({ ...apply, takes_over: false }).written, "applied");
  });
});
