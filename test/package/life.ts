/** The packages on a router with LuCI where somebody logs in at a provider, from an earlier version to removal. */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { providerHost } from "../box/provider/identity-provider.ts";
import { testFolder } from "../box/saved-state.ts";
import { header } from "../e2e/support/client.ts";
import { Scene, standardRoles } from "../e2e/support/scene.ts";
import { expectSoon } from "../box/command.ts";
import { enter, inRoot, root, startScriptEnded } from "./chroot.ts";
import type { Ipk } from "./ipk.ts";
import { info, Manager } from "./manager.ts";
import { registrationToken, runPlays } from "./plays.ts";
import { check, same, step } from "./report.ts";
import * as router from "./router.ts";
import { configFile, has, modeOf, newLogLines, read, take, type Version } from "./router.ts";
import { differences, snapshot } from "./snapshot.ts";
import { wayBack } from "./way-back.ts";
import type { Web } from "./web.ts";

const fine = "200 /cgi-bin/luci/";

/** A whole login of alice; what the web interface shows. */
async function login(scene: Scene): Promise<string> {
  const page = await scene.logIn(scene.client(), "alice");
  return `${page.status} ${page.url.pathname}`;
}

async function openScene(web: Web): Promise<Scene> {
  process.env["ROUTER"] = `https://router.localhost:${web.httpsPort}`;
  process.env["ROUTER_SHELL"] = `${enter().join(" ")} /bin/sh -c`;
  process.env["ROUTER_CA"] = web.authority.certFile;
  process.env["PROVIDER_HOST"] = providerHost;
  return Scene.open({ provider: { programs: "https://router.example/", registrationToken } });
}

async function statusOf(scene: Scene, path = ""): Promise<number> {
  return (await scene.client().request(`${scene.router.baseUrl}/${path}`)).status;
}

/** rpcd's reload; whether the session of alice still has its rights. */
function hasRightsAfterReload(sid: string): boolean {
  const reloaded = inRoot("/etc/init.d/rpcd reload");
  const question = `{"ubus_rpc_session":"${sid}","scope":"ubus","object":"system","function":"board"}`;
  const answer = inRoot(`ubus call session access '${question}'`);
  return reloaded.status === 0 && answer.stdout.includes('"access":true');
}

/** The first configuration: reload_config, the init script and rpcd's sections. */
async function configure(web: Web): Promise<Scene> {
  newLogLines();
  inRoot("uci set sso-login.default.enabled=1; uci commit sso-login; reload_config");
  const [line = ""] = newLogLines();
  check("enabled too early: the log names the missing option", /^CONFIG_ERROR .*issuer_url/.test(line), line);
  inRoot("uci set sso-login.default.enabled=0; uci commit sso-login; reload_config");
  same("disabled again: no log line", newLogLines(), []);
  const scene = await openScene(web);
  inRoot("reload_config");
  const sections = Object.keys(standardRoles).map((name) => `sso_login_${name}`);
  same("rpcd's sections follow the roles", router.loginSections(), sections);
  const rpcd = read("/etc/config/rpcd");
  inRoot("reload_config");
  check("a second reload writes nothing", read("/etc/config/rpcd") === rpcd);
  same("the configuration keeps its mode", modeOf(configFile), "600");
  return scene;
}

/** The program as a web server starts it: its own probe wants HTTPS, and modules come from the package's folder alone. */
function startedProgram(): void {
  const probe = "REQUEST_METHOD=GET QUERY_STRING=action=enabled /www/cgi-bin/sso-login";
  const plain = inRoot(probe).stdout;
  check("over plain HTTP the probe is refused", plain.startsWith("Status: 403"), plain);
  inRoot("mkdir -p /tmp/sso_login/web; echo 'error(\"planted\")' >/tmp/sso_login/web/responses.lua");
  const found = inRoot(`cd /tmp; HTTPS=on LUA_PATH='/tmp/?.lua;;' ${probe}`);
  inRoot("rm -r /tmp/sso_login");
  check("no module is taken from the current folder or by LUA_PATH", found.stdout.startsWith("Status: 200"), found);
}

async function unprivilegedServer(scene: Scene, web: Web): Promise<void> {
  step("A web server whose CGI programs are not root's");
  await scene.router.clearState();
  web.expose("33:33");
  newLogLines();
  same("the start of a login answers 503", await statusOf(scene), 503);
  const [refusal = ""] = newLogLines();
  check(
    "the log names the reason",
    /^CONFIG_ERROR .*must run this CGI program as root.* uid=33/.test(refusal),
    refusal,
  );
  const others = [await statusOf(scene, "callback?code=x&state=x"), await statusOf(scene, "logout")];
  same("callback and logout do so, too", others, [503, 503]);
  newLogLines();
  const probe = await scene.client().request(`${scene.router.baseUrl}/?action=enabled`);
  same("the probe reports that single sign-on is off", JSON.parse(probe.body), { enabled: false });
  same("and writes no log line", newLogLines(), []);
  web.expose();
  same("as root again: 302", await statusOf(scene), 302);
}

/** Configuration, sections and files: see scenarios.ts. */
async function upgrade(scene: Scene, opkg: Manager, previous: Version, version: Version, sid: string): Promise<void> {
  step(`Upgrade to ${version.main.version}, with a changed configuration and a login under way`);
  const late = scene.client();
  const form = await scene.openForm(late);
  const before = snapshot();
  const wanted = `depends on sso-login-native (=${version.main.version})`;
  same("the native package of the version before is refused", opkg.refusals(version.main), [wanted]);
  opkg.run("install ./*.ipk", () => {
    opkg.install(version.native);
    opkg.install(version.main);
  });
  opkg.said();
  same("the configuration keeps its mode", modeOf(configFile), "600");
  const owners = { "+": version, "-": previous };
  const others = differences(before, snapshot()).filter((text) => {
    const { main, native } = owners[text.charAt(0) as "+" | "-"] ?? { main: undefined, native: undefined };
    const files = [...(main?.files ?? []), ...(native?.files ?? [])];
    const isOurs = files.some((path) => `${path}/`.startsWith(`${text.slice(2)}/`));
    return !text.startsWith("~") && !text.slice(2).startsWith("/var/run/sso-login/") && !isOurs;
  });
  const beside = ["+ /etc/config/sso-login-opkg"];
  same("file system: only files of the new version were added, and of the old one removed", others, beside);
  const stale = ["/usr/lib/lua/sso_login/gone.lua", ...(router.runtime === "ucode" ? ["/usr/lib/lua/sso_login"] : [])];
  same("no other file of the old version is left", stale.filter(has), []);
  check("procd knows the service", has("/var/run/procd/sso-login"));
  check("alice's session keeps its rights", hasRightsAfterReload(sid));
  const number = version.main.version.replace(/-r.*/, "");
  same("the new version is installed", inRoot("sso-login --version").stdout, `sso-login ${number}\n`);
  const landing = await late.submit(form, scene.credentials("alice"));
  same("the login in progress succeeds", (await late.refresh(landing)).url.pathname, "/cgi-bin/luci/");
  same("she logs in again", await login(scene), fine);
}

const bootScript = "/etc/uci-defaults/zz-sso-login-password";

/** As a boot does: the script is sourced, and goes where it succeeds. */
function bootDefaults(): number {
  return inRoot(`( . ${bootScript} ) && rm ${bootScript}`).status;
}

function refusedPasswords(): number {
  return inRoot("uci show rpcd").stdout.split("sso_login_password=").length - 1;
}

async function turnPasswordsOff(scene: Scene): Promise<void> {
  const off = inRoot("sso-login password-login off --force");
  check("passwords are turned off on trial", off.status === 0, off.stdout);
  await startScriptEnded();
  await login(scene);
  const confirmed = inRoot("sso-login password-login confirm");
  check("and for good after a login", confirmed.status === 0, confirmed.stdout);
  check("a password of rpcd is refused", refusedPasswords() > 0);
}

const mark = "/etc/config/.sso-login.again";
/** The file of the process that waits for the end of a reinstallation. */
const again = "/var/run/sso-login.again";

/** The state that an installation must keep, as text. */
async function kept(scene: Scene): Promise<string> {
  const sessions = (await scene.ssoSessions()).map(({ id }) => id).sort();
  const files = [configFile, "/var/run/sso-login/password_trial"].map((path) => (has(path) ? read(path) : "none"));
  const links = [bootScript, "/etc/rc.d/S95sso-login", mark].map((path) => `${path}: ${String(has(path))}`);
  await expectSoon("the reinstallation is over", () => !has(again));
  await startScriptEnded();
  const rights = sessions.map((id) => `${id}: ${String(hasRightsAfterReload(id))}`);
  const text = [router.shown("rpcd"), ...files, ...links, ...rights, inRoot("ubus list sso-login").stdout];
  return text.join("\n");
}

/** One command of a package manager, by its words. */
type Way = readonly [title: string, command: () => void];

/** Each way to install once more, while passwords are off, on trial and for good, and somebody is logged in. */
async function everyWay(
  scene: Scene,
  opkg: Manager,
  version: Version,
  packages: ReadonlyMap<string, Ipk>,
): Promise<void> {
  const luci = take(packages, "luci-app-sso-login");
  const all = [luci, version.native, version.main];
  const apk = new Manager("apk", router.everything);
  const install = (manager: Manager, words: string, ipks: readonly Ipk[]): void => {
    manager.run(words, () => {
      for (const ipk of ipks) manager.install(ipk);
    });
  };
  const byApk = (words: string): void => {
    apk.adopt(...all);
    install(apk, words, all);
    inRoot("rm -f /lib/apk/packages/*");
  };
  const ways: Way[] = [
    ["opkg upgrade", () => install(opkg, "upgrade sso-login luci-app-sso-login", all)],
    ["opkg install of files", () => install(opkg, "install ./*.ipk", all)],
    ["opkg install --force-reinstall", () => opkg.reinstall(...all)],
    ["opkg install --force-reinstall, in another order", () => opkg.reinstall(version.main, version.native, luci)],
    ["opkg install --force-reinstall of the native package", () => opkg.reinstall(version.native)],
    ["apk upgrade", () => byApk("upgrade")],
    ["apk add of files", () => byApk("add --allow-untrusted ./sso-login.apk")],
    ["apk fix", () => byApk("fix --reinstall sso-login")],
  ];
  opkg.install(luci);
  for (const state of ["trial", "off"]) {
    step(`Passwords off (${state}), and every way to install once more`);
    if (state === "trial") {
      const off = inRoot("sso-login password-login off --force");
      check("passwords are turned off on trial", off.status === 0, off.stdout);
      await startScriptEnded();
    } else {
      await turnPasswordsOff(scene);
    }
    same("alice logs in", await login(scene), fine);
    for (const [title, command] of ways) {
      await scene.router.markLog();
      const before = await kept(scene);
      command();
      same(`${title}: what was there is there`, await kept(scene), before);
      const lines = (await scene.router.readLog()).filter((line) => /^(PASSWORD_LOGIN|SESSION)/.test(line));
      same(`${title}: the log has no change`, lines, []);
    }
    inRoot("sso-login password-login on");
  }
  opkg.said();
  await brokenOff(scene, opkg, version, luci);
  opkg.remove("luci-app-sso-login");
  opkg.said();
}

/** The reinstallation that never comes, or not whole. */
async function brokenOff(scene: Scene, opkg: Manager, version: Version, luci: Ipk): Promise<void> {
  step("Passwords off, and a reinstallation that does not come to its end");
  const words = "install --force-reinstall ./*.ipk";
  const log = async (): Promise<string[]> =>
    (await scene.router.readLog()).filter((line) => line.startsWith("PASSWORD_LOGIN "));
  const goesWrong = async (title: string, by: string, command: () => void): Promise<void> => {
    await turnPasswordsOff(scene);
    await scene.router.markLog();
    command();
    await expectSoon("the reinstallation is over", () => !has(again));
    await startScriptEnded();
    same(`${title}: passwords are accepted`, refusedPasswords(), 0);
    check(`${title}: and no mark is left`, !has(mark) && !has(bootScript));
    same(
      `${title}: the log says so`,
      (await log()).map((line) => line.replace(/ users=.*/, "")),
      [`PASSWORD_LOGIN state=on by=${by}`],
    );
  };
  await goesWrong("killed after the removal", "removal", () => {
    opkg.run(words, () => {
      opkg.remove("sso-login");
    });
  });
  check(
    "the sessions have no rights any more",
    (await scene.ssoSessions()).every(({ id }) => !hasRightsAfterReload(id)),
  );
  opkg.install(version.main);
  await goesWrong("only the package for LuCI is not there again", "shell", () => {
    opkg.run(words, () => {
      opkg.remove("luci-app-sso-login");
    });
  });
  opkg.install(luci);
  await goesWrong("a power cut before the end", "removal", () => {
    opkg.run(words, () => {
      opkg.remove("sso-login-native");
      check("the boot restores passwords", bootDefaults() === 0);
      opkg.install(version.native);
    });
  });
  await goesWrong("the native part cannot be loaded", "shell", () => {
    opkg.run(words, () => {
      opkg.remove("sso-login-native");
      opkg.install(version.native);
      inRoot("for file in /usr/lib/*/sso_login/native_crypto.so; do truncate -s 9000 $file; done");
    });
  });
  opkg.reinstall(version.native);
  await goesWrong("the native part is removed for good", "shell", () => {
    opkg.remove("sso-login-native");
  });
  opkg.install(version.native);
  inRoot("sso-login sync-roles");
}

/** A system without the package, with what a backup brings along. */
async function passwordsWithoutPackage(rpcdBefore: string): Promise<void> {
  step("Passwords off: a boot, a boot in a trial, an image without the package");
  const kept = inRoot("cat /lib/upgrade/keep.d/sso-login").stdout;
  const own = ["ca.pem", "ca-*.pem", "keys/client.json", "registration.json"].map((name) => `/etc/sso-login/${name}`);
  same("an upgrade of the system keeps certificates, the router's key and the script", kept.trim().split("\n"), [
    ...own,
    bootScript,
  ]);
  check("with the package the script stays", bootDefaults() !== 0 && has(bootScript));
  check("and passwords stay off", refusedPasswords() > 0);
  inRoot("mv /usr/sbin/sso-login /usr/sbin/away");
  const before = read("/etc/config/rpcd");
  const withoutAwk = inRoot(`( awk() { return 137; }; . ${bootScript} )`).status;
  check("where awk is ended, rpcd's file stays", withoutAwk !== 0 && read("/etc/config/rpcd") === before);
  same("and passwords are accepted until the next boot", refusedPasswords(), 0);
  inRoot("rm -f /tmp/.uci/rpcd");
  check("which the file has not forgotten", refusedPasswords() > 0);
  const status = bootDefaults();
  const shown = `${status}\n${inRoot("ls -la /etc/config /etc/uci-defaults; cat /etc/config/rpcd; ps").stdout}`;
  check("without the package the script restores passwords and is removed", status === 0 && !has(bootScript), shown);
  inRoot("mv /usr/sbin/away /usr/sbin/sso-login");
  same("passwords are accepted", refusedPasswords(), 0);
  check("rpcd's own sections are unchanged", router.shown("rpcd").startsWith(rpcdBefore), router.shown("rpcd"));
  same("no option is left", inRoot("uci -q get sso-login.default.password_login").stdout, "");
  inRoot("sso-login password-login off --force");
  await startScriptEnded();
  check("a boot during a trial restores passwords, too", bootDefaults() === 0 && refusedPasswords() === 0);
  inRoot("sso-login sync-roles");
  check("no other file is left", !has("/var/run/sso-login/password_trial") && !has("/etc/config/.sso-login.reserve"));
}

/** Passwords off, and then the service cannot run, or rpcd's file cannot be read: its start gives them back. */
async function passwordsWithoutProgram(scene: Scene): Promise<void> {
  step("Passwords off: a library is gone, and rpcd's file is empty, at a start of the service");
  const library = inRoot("ls /usr/lib/*/sso_login/native_https.so").stdout.trim();
  const broken: [by: string, breaks: string, repairs: string][] = [
    ["program", `mv '${library}' /tmp/library`, `mv /tmp/library '${library}'`],
    ["rpcd", ": >/etc/config/rpcd", "rm /etc/config/.rpcd.damaged"],
  ];
  inRoot("cp -p /etc/config/rpcd /tmp/rpcd");
  for (const [by, breaks, repairs] of broken) {
    await turnPasswordsOff(scene);
    await scene.router.markLog();
    inRoot(breaks);
    inRoot("/etc/init.d/sso-login start");
    same(`${by}: passwords are accepted`, refusedPasswords(), 0);
    check("by a section of root", inRoot("uci show rpcd").stdout.includes("password='$p$root'"));
    check("the script is removed", !has(bootScript));
    const lines = (await scene.router.readLog()).filter((line) => line.startsWith("PASSWORD_LOGIN "));
    same("the log says so", lines, [`PASSWORD_LOGIN state=on by=${by}`]);
    inRoot(repairs);
  }
  inRoot("cp -p /tmp/rpcd /etc/config/rpcd && rm /tmp/rpcd && sso-login sync-roles");
}

async function otherBackend(scene: Scene, opkg: Manager, version: Version, openssl: Ipk): Promise<void> {
  step("The other backend");
  check("beside the first it is refused", opkg.refusals(openssl).length > 0);
  opkg.remove("sso-login-native");
  opkg.install(openssl);
  same("neither opkg nor a script said anything", opkg.said(), []);
  const conflict = "conflicts with sso-login-native-openssl";
  same("mbedtls beside it: refused by name", opkg.refusals(version.native)[0], conflict);
  same("sso-login's dependency is met by the provided name", opkg.refusals(version.main), []);
  const linked = inRoot("grep -c libcrypto /usr/lib/*/sso_login/native_crypto.so").stdout.trim();
  check("the module in place is OpenSSL's", linked !== "0", linked);
  same("alice logs in", await login(scene), fine);
}

const luciFiles = [
  "/etc/uci-defaults/91_luci-app-sso-login",
  "/usr/share/luci/menu.d/luci-app-sso-login.json",
  "/usr/share/luci/menu.d/sso-login.json",
  "/usr/share/rpcd/acl.d/luci-app-sso-login.json",
  "/usr/share/sso-login/login_page.sh",
  "/usr/share/sso-login/login_page.uc",
  "/usr/share/sso-login/uhttpd_prefix.uc",
  "/usr/share/ucode/luci/controller/sso_login.uc",
  "/www/luci-static/resources/sso-login/hook.js",
  "/www/luci-static/resources/sso-login/login.js",
  "/www/luci-static/resources/view/sso-login/settings.js",
];

async function luciApp(scene: Scene, opkg: Manager, luci: Ipk): Promise<void> {
  step("The package for LuCI, and its removal");
  const entry = (file: string): string => `\tlist ucode_prefix '/cgi-bin/luci=/usr/share/${file}'\n`;
  const port = new URL(scene.router.address).port;
  const uhttpd = `\nconfig uhttpd 'main'\n\tlist listen_https '[::]:${port}'\n${entry("ucode/luci/uhttpd.uc")}\n`;
  writeFileSync(join(root, "etc/config/uhttpd"), uhttpd);
  const before = snapshot();
  const rpcdBefore = router.shown("rpcd");
  const script = async (): Promise<string> =>
    (await scene.client().request(`${scene.router.address}/cgi-bin/luci/admin/translations/en`)).body;
  const stock = await script();
  const logOut = async (): Promise<string> => {
    const client = scene.client();
    await scene.logIn(client, "alice");
    const hop = await client.request(`${scene.router.address}/cgi-bin/luci/admin/logout`);
    return header(hop, "location")?.replace(/[0-9a-f]{64}$/, "…") ?? "";
  };
  same("its files", luci.files, luciFiles);
  opkg.install(luci);
  same("neither opkg nor a script said anything", opkg.said(), []);
  const expected = new Set([...luci.files, ...readdirSync(join(root, info)).map((name) => `${info}/${name}`)]);
  const ours = uhttpd.replace("\tlist ucode_prefix", `${entry("sso-login/login_page.uc")}$&`);
  same("uhttpd has the login page's handler before LuCI's own", read("/etc/config/uhttpd"), ours);
  const others = differences(before, snapshot()).filter((text) => {
    const isFolder = luci.files.some((path) => path.startsWith(text.slice(2)));
    const isRunFile = text.slice(2).startsWith("/var/run/sso-login/");
    return (
      !isRunFile &&
      text !== "~ /etc/config/uhttpd" &&
      (!text.startsWith("+") || !(expected.has(text.slice(2)) || isFolder))
    );
  });
  same("file system: only files of the package were added", others, []);
  const menu = readdirSync(join(root, "usr/share/luci/menu.d"));
  // LuCI reads the files in this order, and the last one that names an entry wins.
  same("the overriding menu entries come after LuCI's own", menu.sort().at(-1), "sso-login.json");
  check("LuCI's script includes the login link", (await script()).startsWith(`${stock}\nwindow.sso_login=`));
  same("LuCI's logout goes to the service", await logOut(), "/cgi-bin/sso-login/logout?handover=…");
  await turnPasswordsOff(scene);
  await scene.router.markLog();
  opkg.remove("luci-app-sso-login");
  const lines = (await scene.router.readLog()).filter((line) => line.startsWith("PASSWORD_LOGIN "));
  same("passwords come back, and the log says so", lines, ["PASSWORD_LOGIN state=on by=shell users=root"]);
  same("they are accepted", refusedPasswords(), 0);
  same("neither opkg nor a script said anything", opkg.said(), []);
  same("LuCI's script is unchanged", await script(), stock);
  same("LuCI's logout is its own", await logOut(), "/cgi-bin/luci/");
  // The order of options in rpcd's file is that of whoever wrote it.
  const left = differences(before, snapshot()).filter(
    (text) => !/^. \/var\/run\/sso-login[./]/.test(text) && text !== "~ /etc/config/rpcd",
  );
  same("file system: as before", left, []);
  same("/etc/config/rpcd says what it said before", router.shown("rpcd"), rpcdBefore);
  rmSync(join(root, "etc/config/uhttpd"));
}

/** The service in Lua, where ucode is what a release has, and the way back. */
async function otherRuntime(
  scene: Scene,
  web: Web,
  opkg: Manager,
  version: Version,
  packages: ReadonlyMap<string, Ipk>,
): Promise<void> {
  step("The other runtime");
  const main = take(packages, "sso-login-lua");
  opkg.install(take(packages, "sso-login-native-lua"));
  check("beside the first it is refused", opkg.refusals(main).length > 0);
  const config = read(configFile);
  opkg.remove("sso-login");
  opkg.install(main);
  web.expose();
  same("the first beside it: refused by name", opkg.refusals(version.main)[0], "conflicts with sso-login-lua");
  same("the package for LuCI accepts it", opkg.refusals(take(packages, "luci-app-sso-login")), []);
  check("the configuration is the same", read(configFile) === config);
  const stale = version.main.files.filter((path) => path.startsWith("/usr/share/ucode/") && has(path));
  same("the first runtime's modules are removed", stale, []);
  same("alice logs in", await login(scene), fine);
  opkg.remove("sso-login-lua");
  opkg.remove("sso-login-native-lua");
  opkg.install(version.main);
  opkg.said();
  web.expose();
  same("and back: alice logs in", await login(scene), fine);
}

export async function live(packages: ReadonlyMap<string, Ipk>, previous: Version, web: Web): Promise<void> {
  const version = router.versionOf(packages);
  const before = snapshot();
  const rpcdBefore = router.shown("rpcd");
  const opkg = new Manager("opkg", [...router.everything, "luci-base"]);

  step(`Installation of ${previous.main.version}, with LuCI there; configuration, login`);
  // As at boot.
  inRoot("rm -f /var/run/config.md5; reload_config");
  opkg.install(previous.native);
  opkg.install(previous.main);
  same("neither opkg nor a script said anything", opkg.said(), []);
  web.expose();
  const scene = await configure(web);
  try {
    if (router.runtime === "lua") await runPlays(scene, web);
    same("alice logs in at the provider and sees the web interface", await login(scene), fine);
    same("the run directory is only for root", modeOf("/var/run/sso-login"), "700");
    const sid = (await scene.ssoSessions())[0]?.id ?? "";
    check("her session keeps its rights when rpcd reloads", hasRightsAfterReload(sid));
    startedProgram();
    await unprivilegedServer(scene, web);
    await turnPasswordsOff(scene);
    await upgrade(scene, opkg, previous, version, sid);
    startedProgram();
    check("passwords are still off after the upgrade", refusedPasswords() > 0);
    inRoot("sso-login password-login on");
    await everyWay(scene, opkg, version, packages);
    await turnPasswordsOff(scene);
    await passwordsWithoutPackage(rpcdBefore);
    await passwordsWithoutProgram(scene);
    await wayBack(() => turnPasswordsOff(scene));
    await otherBackend(scene, opkg, version, take(packages, "sso-login-native-openssl"));
    await luciApp(scene, opkg, take(packages, "luci-app-sso-login"));
    if (router.runtime === "ucode") {
      await otherRuntime(scene, web, opkg, version, packages);
    }

    step("Removal, with passwords off");
    await turnPasswordsOff(scene);
    await startScriptEnded();
    check("alice has a session", (await scene.ssoSessions()).length > 0);
    same("rpcd has the service's object", inRoot("ubus list sso-login").stdout, "sso-login\n");
    opkg.remove("sso-login");
    same("its object is gone", inRoot("ubus list sso-login").status, 4);
    same("her session has ended", await scene.ssoSessions(), []);
    opkg.remove("sso-login-native-openssl");
    const left = differences(before, snapshot());
    // uci orders blank lines of rpcd's file its own way; what it says is compared below.
    const explained = [
      configFile,
      `${configFile}-opkg`,
      testFolder,
      `${testFolder}/ca.pem`,
      `${testFolder}/saved.tar`,
      "/etc/config/rpcd",
      "/var/run/procd",
    ];
    const others = left.filter((text) => text.startsWith("-") || !explained.includes(text.slice(2)));
    same("file system: the changed configuration stays, as opkg does it, and nothing else", others, []);
    same("/etc/config/rpcd says what it said before the installation", router.shown("rpcd"), rpcdBefore);
    web.expose();
    // lighttpd remembers for two seconds which files there are.
    await expectSoon("the address answers 404", async () => (await statusOf(scene)) === 404);
  } finally {
    await scene.close();
  }
}
