/**
 * The packages' life on a router, played in a root folder: form, installation, configuration, login, upgrade, other
 * backend, other runtime, removal; the file system is compared before and after. Needs root for chroot(2).
 *
 *   make test-package                 the packages for 23.05, which run in Lua
 *   make test-package RUNTIME=ucode   those for 24.10, which run in ucode; the version before ran in Lua
 *
 * The files that are installed are those of the .ipk, at their own paths; the programs see nothing but the root folder.
 * Stand-ins: opkg (opkg.ts), OpenWrt's shell functions (root/), ubus, uci and LuCI (test/box/lua).
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sleep } from "../box/command.ts";
import { chosenRuntime, type Runtime } from "../box/install.ts";
import { repositoryRoot } from "../box/locations.ts";
import { providerHost } from "../box/provider/identity-provider.ts";
import { header } from "../e2e/support/client.ts";
import { Scene, standardRoles } from "../e2e/support/scene.ts";
import { Apk } from "./apk.ts";
import { enter, inRoot, luaModule, makeRoot, putLuci, startLog, type Outcome } from "./chroot.ts";
import { runDocuments } from "./documents.ts";
import { tryFeed } from "./feed.ts";
import { checkCommands, checkFeed, checkPackage } from "./metadata.ts";
import { checkModules } from "./modules.ts";
import { Opkg, readIpk, type Ipk } from "./opkg.ts";
import { check, finish, same, step } from "./report.ts";
import { differences, snapshot } from "./snapshot.ts";
import { startWeb, type Web } from "./web.ts";

const work = join(repositoryRoot, "build/package");
const root = join(work, "router");
const feed = join(repositoryRoot, "openwrt-feed");
const info = "/usr/lib/opkg/info";
const configFile = "/etc/config/sso-login";

/** What `sso-login` runs in: ucode from 24.10 on, Lua before. */
const runtime = chosenRuntime();

/** What a router may have before our packages come; the libraries of a runtime are for its packages alone. */
const libraries: Readonly<Record<Runtime, string>> = {
  lua: "lua liblua libubus-lua libuci-lua lua-cjson luaposix",
  ucode: "ucode libucode ucode-mod-fs ucode-mod-log ucode-mod-ubus ucode-mod-uci",
};
const common = "libc rpcd ca-bundle libcurl libmbedtls libopenssl";
const present = `${common} ${libraries[runtime]}`.split(" ");
/** The version before needs Lua; some want it on 24.10. */
const everything = `${common} ${libraries.lua} ${libraries.ucode}`.split(" ");

/** The modules of the service, and those in C. */
const moduleFolders: Readonly<Record<Runtime, string[]>> = {
  lua: ["/usr/lib/lua/sso_login"],
  ucode: ["/usr/share/ucode/sso_login", "/usr/lib/ucode/sso_login"],
};

interface Packages {
  main: Ipk;
  mbedtls: Ipk;
  openssl: Ipk;
  luci: Ipk;
  /** The other packages: the service in Lua where another runtime is the default. */
  more: Ipk[];
}

/** The packages of a feed for a release with this runtime, in `out`. */
function buildAll(feeds: string, runsIn: Runtime, out: string, ...variables: string[]): Packages {
  const script = join(repositoryRoot, "scripts/openwrt/build-feed.sh");
  const { status, stdout, stderr } = spawnSync(script, [feeds, runsIn, out, ...variables], { encoding: "utf8" });
  if (status !== 0) {
    throw new Error(`${feeds}: ${stderr}`);
  }
  const built = stdout.trim().split("\n").map(readIpk);
  const take = (name: string): Ipk => {
    const [found] = built.splice(
      built.findIndex((ipk) => ipk.name === name),
      1,
    );
    if (found?.name !== name) {
      throw new Error(`${name} is not among the packages of ${feeds}`);
    }
    return found;
  };
  return {
    main: take("sso-login"),
    mbedtls: take("sso-login-native"),
    openssl: take("sso-login-native-openssl"),
    luci: take("luci-app-sso-login"),
    more: built,
  };
}

/** The version before this one, in Lua: another shipped configuration, and a file that is no longer there. */
function buildPrevious(): Packages {
  const folder = join(work, "previous");
  rmSync(folder, { recursive: true, force: true });
  cpSync(feed, folder, { recursive: true });
  const config = join(folder, "sso-login/files/sso-login.config");
  writeFileSync(
    config,
    readFileSync(config, "utf8").replace("option clock_tolerance '60'", "option clock_tolerance '30'"),
  );
  writeFileSync(join(folder, "sso-login/generated/lua/sso_login/gone.lua"), "return {}\n");
  return buildAll(folder, "lua", join(folder, "ipk"), "PKG_VERSION=0.0.9");
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

function modeOf(path: string): string {
  return (statSync(join(root, path)).mode & 0o7777).toString(8);
}

function run(commandLine: string): Outcome {
  return inRoot(root, commandLine);
}

/** Lines of the log about us since the last call; syslogd gets a moment to write them. */
let logLength = 0;
function newLogLines(): string[] {
  run("usleep 200000");
  const lines = existsSync(join(root, "var/log/messages"))
    ? read("/var/log/messages")
        .split("\n")
        .filter((line) => / sso-login(\[\d+\])?: /.test(line))
    : [];
  const fresh = lines.slice(logLength);
  logLength = lines.length;
  return fresh.map((line) => line.replace(/^.* sso-login(\[\d+\])?: /, ""));
}

/** A command that did what it should and said nothing. */
const silence: Outcome = { status: 0, stdout: "", stderr: "" };

/** What opkg and its scripts have said since this was asked last. */
function said(opkg: Opkg): string[] {
  return opkg.output.splice(0).flatMap(({ stdout, stderr }) => (stdout + stderr === "" ? [] : stdout + stderr));
}

function silent(opkg: Opkg): void {
  same("neither opkg nor a script said anything", said(opkg), []);
}

/** rpcd's login sections of ours, by name. */
function loginSections(): string[] {
  return run("uci show rpcd")
    .stdout.split("\n")
    .flatMap((line) => /^rpcd\.(sso_login_\w+)=login$/.exec(line)?.[1] ?? [])
    .sort();
}

function redirectUri(): string {
  return run("uci -q get sso-login.default.redirect_uri").stdout.trim();
}

function allOf({ main, mbedtls, openssl, luci, more }: Packages): Ipk[] {
  return [main, mbedtls, openssl, luci, ...more];
}

function form(packages: Packages): void {
  step("The packages' form");
  for (const ipk of allOf(packages)) {
    checkPackage(ipk);
  }
  const again = allOf(buildAll(feed, runtime, join(work, "again")));
  for (const [index, ipk] of allOf(packages).entries()) {
    const other = again[index];
    check(
      `${ipk.name}: built twice, the same bytes`,
      other !== undefined && readFileSync(ipk.file).equals(readFileSync(other.file)),
    );
  }
  allOf(packages)
    .filter(({ name }) => /^sso-login(-lua)?$/.test(name))
    .forEach(checkModules);
  checkCommands(allOf(packages));
  checkFeed();
}

function firstInstallation(packages: Packages): void {
  step("Installation on a router without LuCI");
  const before = snapshot(root);
  const opkg = new Opkg(root, present);
  same(
    "sso-login alone is refused: it needs the native part of its own version, and no library of another runtime",
    opkg.refusals(packages.main),
    [`depends on sso-login-native (=${packages.main.version})`, "depends on sso-login-native"],
  );
  opkg.install(packages.mbedtls);
  opkg.install(packages.main);
  silent(opkg);
  const control = readdirSync(join(root, info)).map((name) => `${info}/${name}`);
  const expected = new Set([
    ...packages.main.files.filter((path) => !path.startsWith("/etc/uci-defaults/")),
    ...packages.mbedtls.files,
    ...control,
    "/etc/rc.d/S95sso-login",
    "/var/run/procd",
    "/var/run/procd/sso-login",
    "/var/run/sso-login",
    "/var/run/sso-login.code",
    "/var/run/sso-login/upkeep.lock",
    ...["/usr/libexec/rpcd", "/etc/nginx", "/etc/nginx/conf.d"],
    ...moduleFolders[runtime],
    ...packages.main.files.filter((path) => path.includes("/sso_login/")).map((path) => dirname(path)),
  ]);
  const added = differences(before, snapshot(root));
  same(
    `file system: ${String(added.length)} new paths, all of the packages, the start link and procd's entry; none changed`,
    added.filter((line) => !expected.has(line.slice(2)) || !line.startsWith("+")),
    [],
  );
  const code = readFileSync(join(root, "/var/run/sso-login.code"), "latin1");
  const late = ["program.landing", "settings.load", "web.callback", "web.errors", "login.upkeep"];
  same(
    "what requests load late is compiled as well",
    late.filter((name) => !code.includes(`\nsso_login.${name} `)),
    [],
  );
  same(
    "nothing of the packages is missing",
    [...expected].filter((path) => !existsSync(join(root, path))),
    [],
  );
  same("the configuration is for root alone", modeOf(configFile), "600");
  same("single sign-on is off", run("uci get sso-login.default.enabled").stdout, "0\n");
  same("redirect_uri from host name and domain", redirectUri(), "https://openwrt.lan/cgi-bin/sso-login/callback");
  const shipped = readFileSync(join(feed, "sso-login/files/sso-login.config"), "utf8");
  same(
    "the rest of the shipped configuration, comments included",
    read(configFile).replace(redirectUri(), ""),
    shipped,
  );
  same("rpcd has no section of ours", loginSections(), []);
  same("nothing in the log", newLogLines(), []);
  const probe = run("HTTPS=on REQUEST_METHOD=GET QUERY_STRING=action=enabled /www/cgi-bin/sso-login").stdout;
  check(
    "the probe answers that it is off",
    probe.startsWith("Status: 200") && probe.endsWith('{"enabled":false}'),
    probe,
  );
  same(
    "sso-login --version",
    run("sso-login --version").stdout,
    `sso-login ${packages.main.version.replace(/-r.*/, "")}\n`,
  );

  const version = packages.main.version.replace(/-r.*/, "");
  for (const [name, folder] of [
    ["sso-login", "sso-login"],
    ["sso-login-native", "sso-login-native"],
  ] as const) {
    cpSync(join(feed, folder, "test.sh"), join(root, "tmp/test.sh"));
    const outcome = run(`/tmp/test.sh ${name} ${version}`);
    check(`the feed's own test.sh of ${name}`, outcome.status === 0, outcome);
    rmSync(join(root, "tmp/test.sh"));
  }

  if (runtime === "lua") {
    const { stdout: told } = suite();
    check("the suite for routers alone says that LuCI is missing", /LuCI is not installed/.test(told), told);
    check("and finds nothing else", told.includes(" 1 failure,"), told);
  }

  step("Removal of what nobody has configured");
  opkg.remove("sso-login");
  opkg.remove("sso-login-native");
  silent(opkg);
  const left = differences(before, snapshot(root)).filter((line) => line !== "+ /var/run/procd");
  same("file system: as before the installation", left, []);
}

/** What an administrator has written is never removed, not even when it is wrong. */
function ownConfigurations(packages: Packages): void {
  step("Removal with a configuration of one's own");
  const before = snapshot(root);
  const cases: [string, string][] = [
    ["a role", "uci set sso-login.admin=role"],
    ["another scope", "uci set sso-login.default.scope='openid groups'"],
    ["switched on", "uci set sso-login.default.enabled=1"],
    ["an issuer", "uci set sso-login.default.issuer_url=https://idp.example.org"],
    ["a file that uci cannot read", `echo "option 'unclosed" >>${configFile}`],
  ];
  for (const [title, command] of cases) {
    const opkg = new Opkg(root, [...present, "sso-login-native"]);
    opkg.install(packages.main);
    run(`${command}; uci commit sso-login`);
    const written = read(configFile);
    opkg.remove("sso-login");
    check(`${title}: the file stays`, existsSync(join(root, configFile)) && read(configFile) === written);
    rmSync(join(root, configFile), { force: true });
  }
  same("file system: else as before", differences(before, snapshot(root)), []);
}

/** Somebody follows README and documents on a router that has just got the packages. */
function documents(packages: Packages): void {
  const opkg = new Opkg(root, present);
  opkg.install(packages.mbedtls);
  opkg.install(packages.main);
  runDocuments(root);
  opkg.remove("sso-login");
  opkg.remove("sso-login-native");
  run(`rm -f ${configFile}`);
  newLogLines();
}

function hostNames(packages: Packages): void {
  step("uci-defaults: names of the router, images");
  const defaults = "/etc/uci-defaults/90_sso-login";
  const shipped = readFileSync(join(feed, "sso-login/files/sso-login.config"), "utf8");
  const script = readFileSync(join(feed, "sso-login/files/sso-login.defaults"), "utf8");
  const apply = (config: string, hostname: string, domain: string): string => {
    writeFileSync(join(root, configFile), config, { mode: 0o600 });
    writeFileSync(join(root, "etc/config/system"), hostname && `config system\n\toption hostname '${hostname}'\n`);
    writeFileSync(join(root, "etc/config/dhcp"), domain && `config dnsmasq\n\toption domain '${domain}'\n`);
    writeFileSync(join(root, defaults), script);
    const outcome = run(`(cd /etc/uci-defaults && . ${defaults}) && rm -f ${defaults}; uci commit`);
    check(
      `"${hostname}", domain "${domain}": done without a word`,
      !existsSync(join(root, defaults)) && !outcome.stderr,
      outcome,
    );
    return redirectUri();
  };
  const path = "/cgi-bin/sso-login/callback";
  same("upper case becomes lower case", apply(shipped, "Router1", "home.arpa"), `https://router1.home.arpa${path}`);
  same("no domain: lan", apply(shipped, "gw", ""), `https://gw.lan${path}`);
  same("a host name with a domain stays", apply(shipped, "gw.example.org", "lan"), `https://gw.example.org${path}`);
  same("no host name: left empty", apply(shipped, "", "lan"), "");
  same("a name that is no host name: left empty", apply(shipped, "a b|c", "lan"), "");
  const own = shipped.replace("redirect_uri ''", "redirect_uri 'https://own.example.org/cgi-bin/sso-login/callback'");
  same("an address that is set stays", apply(own, "gw", "lan"), `https://own.example.org${path}`);
  same("and nothing else of the file changes", read(configFile), own);
  const rewritten = "config oidc 'default'\n\toption enabled '0'\n";
  same("a file that uci has rewritten", apply(rewritten, "gw", "lan"), `https://gw.lan${path}`);
  for (const file of [configFile, "etc/config/system", "etc/config/dhcp"]) {
    rmSync(join(root, file));
  }
  writeFileSync(join(root, "etc/config/system"), "config system\n\toption hostname 'OpenWrt'\n");
  writeFileSync(join(root, "etc/config/dhcp"), "config dnsmasq\n\toption domain 'lan'\n");

  const image = "/tmp/image";
  const control = join(root, image, "usr/lib/opkg/info");
  mkdirSync(control, { recursive: true });
  for (const folder of ["lib", "etc"]) {
    cpSync(join(root, folder), join(root, image, folder), { recursive: true });
  }
  const offline = new Opkg(join(root, image), [...present, "sso-login-native"]);
  const before = snapshot(root);
  offline.unpack(packages.main);
  const outcome = run(`IPKG_INSTROOT=${image} ${image}/usr/lib/opkg/info/sso-login.postinst configure`);
  same("image build: the script succeeds without a word", outcome, silence);
  check("image build: the service is enabled", existsSync(join(root, image, "etc/init.d/sso-login")));
  same("image build: uci-defaults wait for the first boot", offline.has(defaults), true);
  same("image build: the start link", offline.has("/etc/rc.d/S95sso-login"), true);
  run("mkdir /var/run/sso-login");
  const removal = ["prerm", "postrm"].map((name) =>
    run(`IPKG_INSTROOT=${image} ${image}/usr/lib/opkg/info/sso-login.${name} remove`),
  );
  same("image build: removal succeeds without a word", removal, [silence, silence]);
  check("image build: and leaves the running system alone", existsSync(join(root, "var/run/sso-login")));
  run("rmdir /var/run/sso-login");
  const changed = differences(before, snapshot(root)).filter((line) => !line.slice(2).startsWith(image));
  same("image build: nothing outside the image changed", changed, []);
  rmSync(join(root, image), { recursive: true });
}

/** A whole login of alice; what the web interface shows. */
async function login(scene: Scene): Promise<string> {
  const page = await scene.logIn(scene.client(), "alice");
  return `${String(page.status)} ${page.url.pathname}`;
}

async function withScene(web: Web, body: (scene: Scene) => Promise<void>): Promise<void> {
  process.env["ROUTER"] = `https://router.localhost:${String(web.httpsPort)}`;
  process.env["ROUTER_SHELL"] = `${enter(root).join(" ")} /bin/sh -c`;
  process.env["ROUTER_CA"] = web.authority.certFile;
  process.env["PROVIDER_HOST"] = providerHost;
  const scene = await Scene.open();
  try {
    await body(scene);
  } finally {
    await scene.close();
  }
}

async function statusOf(scene: Scene, path: string): Promise<number> {
  return (await scene.client().request(`${scene.router.address}${path}`)).status;
}

/** rpcd's reload; what the session of alice may do afterwards. */
function rightsAfterReload(sid: string): boolean {
  const reloaded = run("/etc/init.d/rpcd reload");
  const question = `{"ubus_rpc_session":"${sid}","scope":"ubus","object":"system","function":"board"}`;
  const answer = run(`ubus call session access '${question}'`);
  return reloaded.status === 0 && /"access":true/.test(answer.stdout);
}

/** Everything in the package for LuCI. */
const luciFiles = [
  "/usr/share/luci/menu.d/luci-app-sso-login.json",
  "/usr/share/luci/menu.d/sso-login.json",
  "/usr/share/rpcd/acl.d/luci-app-sso-login.json",
  "/usr/share/ucode/luci/controller/sso_login.uc",
  "/www/luci-static/resources/sso-login/hook.js",
  "/www/luci-static/resources/sso-login/login.js",
  "/www/luci-static/resources/view/sso-login/settings.js",
];

/** The package for LuCI comes and goes; LuCI's own files stay as they are. */
async function luciApp(scene: Scene, opkg: Opkg, luci: Ipk): Promise<void> {
  const before = snapshot(root);
  const script = async (): Promise<string> =>
    (await scene.client().request(`${scene.router.address}/cgi-bin/luci/admin/translations/en`)).body;
  const stock = await script();
  const logOut = async (): Promise<string> => {
    const client = scene.client();
    await scene.logIn(client, "alice");
    const hop = await client.request(`${scene.router.address}/cgi-bin/luci/admin/logout`);
    return header(hop, "location")?.replace(/[0-9a-f]{64}$/, "…") ?? "";
  };

  step("The package for LuCI");
  same("its files", luci.files, luciFiles);
  opkg.install(luci);
  silent(opkg);
  const expected = new Set([...luci.files, ...readdirSync(join(root, info)).map((name) => `${info}/${name}`)]);
  const isNew = (text: string): boolean =>
    text.startsWith("+") && (expected.has(text.slice(2)) || luci.files.some((path) => path.startsWith(text.slice(2))));
  const others = differences(before, snapshot(root)).filter((text) => !isNew(text));
  same("file system: what is new is the package's, and nothing else has changed", others, []);
  const menu = readdirSync(join(root, "usr/share/luci/menu.d"));
  // LuCI reads the files in this order, and the last one that names an entry wins.
  check(
    "the overriding menu entries come behind LuCI's own",
    menu.every((name) => name <= "sso-login.json"),
    menu,
  );
  check("LuCI's script brings the login link along", (await script()).startsWith(`${stock}\nwindow.sso_login=`));
  same("LuCI's log-out goes to the service", await logOut(), "/cgi-bin/sso-login/logout?handover=…");

  step("Removal of the package for LuCI");
  opkg.remove("luci-app-sso-login");
  silent(opkg);
  same("LuCI's script is what it was", await script(), stock);
  same("LuCI's log-out is its own", await logOut(), "/cgi-bin/luci/");
  const left = differences(before, snapshot(root)).filter((text) => !/^. \/var\/run\/sso-login\//.test(text));
  same("file system: as before", left, []);
}

/** What the run directory keeps for somebody: all but a lock. */
async function keptFiles(scene: Scene): Promise<string[]> {
  return (await scene.router.runFiles()).filter((name) => name !== "upkeep.lock");
}

async function life(packages: Packages, previous: Packages, web: Web): Promise<void> {
  const before = snapshot(root);
  const rpcdBefore = run("uci show rpcd").stdout;
  const opkg = new Opkg(root, [...everything, "luci-base"]);

  step(`Installation of ${previous.main.version}, with LuCI there; configuration`);
  // As at boot.
  run("rm -f /var/run/config.md5; reload_config");
  opkg.install(previous.mbedtls);
  opkg.install(previous.main);
  silent(opkg);
  web.expose();
  newLogLines();
  run("uci set sso-login.default.enabled=1; uci commit sso-login; reload_config");
  const [line = ""] = newLogLines();
  check("switched on too early: the log says which option is missing", /^CONFIG_ERROR .*issuer_url/.test(line), line);
  run("uci set sso-login.default.enabled=0; uci commit sso-login; reload_config");
  same("switched off again: nothing in the log", newLogLines(), []);

  await withScene(web, async (scene) => {
    run("reload_config");
    same(
      "rpcd's sections follow the roles",
      loginSections(),
      Object.keys(standardRoles).map((name) => `sso_login_${name}`),
    );
    const rpcd = read("/etc/config/rpcd");
    run("reload_config");
    check("a second reload writes nothing", read("/etc/config/rpcd") === rpcd);
    same("the configuration keeps its mode", modeOf(configFile), "600");

    step(`Login on ${previous.main.version}`);
    same("alice logs in at the provider and sees the web interface", await login(scene), "200 /cgi-bin/luci/");
    same("the run directory is for root alone", modeOf("/var/run/sso-login"), "700");
    const [session] = await scene.ssoSessions();
    const sid = session?.id ?? "";
    check("her session keeps its rights when rpcd reloads", rightsAfterReload(sid));

    step("A web server whose CGI programs are not root's");
    await scene.router.clearState();
    web.expose("33:33");
    newLogLines();
    same("the start of a login answers 503", await statusOf(scene, "/cgi-bin/sso-login/"), 503);
    const [refusal = ""] = newLogLines();
    check("the log says why", /^CONFIG_ERROR .*must run this CGI program as root.* uid=33/.test(refusal), refusal);
    web.expose();
    same("as root again: 302", await statusOf(scene, "/cgi-bin/sso-login/"), 302);

    step(`Upgrade to ${packages.main.version}, with a changed configuration and a login under way`);
    run("/etc/init.d/sso-login disable");
    const late = scene.client();
    const form = await scene.openForm(late);
    const config = read(configFile);
    const runFiles = await keptFiles(scene);
    const old = snapshot(root);
    same("the native part of the version before does not do", opkg.refusals(packages.main), [
      `depends on sso-login-native (=${packages.main.version})`,
    ]);
    opkg.install(packages.mbedtls);
    opkg.install(packages.main);
    same("opkg tells of the new version's configuration, and nobody else says anything", said(opkg), [
      `Existing conffile ${configFile} is different from the conffile in the new package.`,
    ]);
    check("the configuration is the same, byte for byte", read(configFile) === config);
    same("and keeps its mode", modeOf(configFile), "600");
    const shipped = readFileSync(join(feed, "sso-login/files/sso-login.config"), "utf8");
    check("the new version's configuration lies beside it", read(`${configFile}-opkg`) === shipped);
    const changes = differences(old, snapshot(root));
    same(
      "file system: what else came is the new version's, what went the old one's",
      changes.filter((text) => {
        const owners = { "+": [packages.main, packages.mbedtls], "-": [previous.main, previous.mbedtls], "~": [] };
        const files = owners[text.charAt(0) as "+"].flatMap((ipk) => ipk.files);
        return (
          !text.startsWith("~") &&
          !text.slice(2).startsWith("/var/run/sso-login/") &&
          !files.some((path) => `${path}/`.startsWith(`${text.slice(2)}/`))
        );
      }),
      ["+ /etc/config/sso-login-opkg"],
    );
    const stale = moduleFolders.lua.filter(() => runtime === "ucode").concat("/usr/lib/lua/sso_login/gone.lua");
    same(
      "nothing is left of what the new version does not have",
      stale.filter((path) => opkg.has(path)),
      [],
    );
    same("the run directory's files are still there", await keptFiles(scene), runFiles);
    same("rpcd's sections too", loginSections().length, Object.keys(standardRoles).length);
    check("a service that was disabled stays so", !opkg.has("/etc/rc.d/S95sso-login"));
    check("procd knows the service", existsSync(join(root, "var/run/procd/sso-login")));
    check("alice's session is still there, with its rights", rightsAfterReload(sid));
    same(
      "the version is the new one",
      run("sso-login --version").stdout.trim(),
      `sso-login ${packages.main.version.replace(/-r.*/, "")}`,
    );
    const landing = await late.submit(form, scene.credentials("alice"));
    same("the login that was under way ends well", (await late.refresh(landing)).url.pathname, "/cgi-bin/luci/");
    same("she logs in again", await login(scene), "200 /cgi-bin/luci/");
    run("/etc/init.d/sso-login enable");

    step("The other backend");
    same("beside the first it is refused", opkg.refusals(packages.openssl).length > 0, true);
    opkg.remove("sso-login-native");
    opkg.install(packages.openssl);
    silent(opkg);
    const conflict = opkg.refusals(packages.mbedtls)[0];
    same("mbedtls beside it: refused by name", conflict, "conflicts with sso-login-native-openssl");
    same("sso-login's dependency is met by the provided name", opkg.refusals(packages.main), []);
    const linked = run("grep -c libcrypto /usr/lib/*/sso_login/native_crypto.so").stdout.trim();
    check("the module in place is OpenSSL's", linked !== "0", linked);
    same("alice logs in", await login(scene), "200 /cgi-bin/luci/");

    await luciApp(scene, opkg, packages.luci);
    await otherRuntime(scene, web, opkg, packages);

    if (runtime === "lua") {
      routerSuite();
    }
    const saved = read(configFile);
    step("Removal");
    newLogLines();
    opkg.remove("sso-login");
    opkg.remove("sso-login-native-openssl");
    same("opkg says that it keeps the configuration, and nobody says more", said(opkg), [
      `Not deleting modified conffile ${configFile}.`,
    ]);
    const left = differences(before, snapshot(root));
    const explained = [
      "+ /etc/config/sso-login",
      "+ /etc/config/sso-login-opkg",
      "+ /etc/sso-login-test-ca.pem",
      // Written by uci, which orders blank lines its own way; compared below.
      "~ /etc/config/rpcd",
      "+ /var/run/procd",
    ];
    same(
      "file system: the changed configuration stays, as opkg does it, and nothing else",
      left.filter((text) => !explained.includes(text)),
      [],
    );
    check("it is what the administrator wrote", read(configFile) === saved);
    same("/etc/config/rpcd says what it said before the installation", run("uci show rpcd").stdout, rpcdBefore);
    check("/var/run/sso-login is gone", !existsSync(join(root, "var/run/sso-login")));
    check("procd has forgotten the service", !existsSync(join(root, "var/run/procd/sso-login")));
    web.expose();
    // lighttpd remembers for two seconds which files there are.
    await sleep(2500);
    same("the address answers 404", await statusOf(scene, "/cgi-bin/sso-login/"), 404);
  });
}

function routerSuite(): void {
  step("The suite for routers (test/router)");
  const whole = suite();
  check("lua test/router/run.lua passes", whole.status === 0, whole.stdout + whole.stderr);
  run(`chmod 0644 ${configFile}; mv /usr/lib/lua/cjson.so /tmp`);
  const { stdout: complaint } = suite();
  run(`chmod 0600 ${configFile}; mv /tmp/cjson.so /usr/lib/lua`);
  check("it names a module that is missing, and its package", complaint.includes("(package lua-cjson)"), complaint);
  check("and a file whose mode is wrong", complaint.includes("chown root, chmod 0600"), complaint);
}

/** The service in Lua, where ucode is what a release has, and the way back. */
async function otherRuntime(scene: Scene, web: Web, opkg: Opkg, packages: Packages): Promise<void> {
  const [main, native] = ["sso-login-lua", "sso-login-native-lua"].map((name) =>
    packages.more.find((ipk) => ipk.name === name),
  );
  if (main === undefined || native === undefined) {
    return;
  }
  step("The other runtime");
  opkg.install(native);
  check("beside the first it is refused", opkg.refusals(main).length > 0);
  const config = read(configFile);
  opkg.remove("sso-login");
  opkg.install(main);
  opkg.output.splice(0);
  web.expose();
  same("the first beside it: refused by name", opkg.refusals(packages.main)[0], "conflicts with sso-login-lua");
  same("the page of LuCI is content with it", opkg.refusals(packages.luci), []);
  check("the configuration is the same", read(configFile) === config);
  same(
    "the first runtime's modules are gone",
    packages.main.files.filter((path) => path.startsWith("/usr/share/ucode/") && opkg.has(path)),
    [],
  );
  same("alice logs in", await login(scene), "200 /cgi-bin/luci/");
  opkg.remove("sso-login-lua");
  opkg.remove("sso-login-native-lua");
  opkg.install(packages.main);
  opkg.output.splice(0);
  web.expose();
  same("and back: alice logs in", await login(scene), "200 /cgi-bin/luci/");
}

/** The suite that an administrator runs on a router, run here on the stand-ins. */
function suite(): Outcome {
  cpSync(join(repositoryRoot, "test/router"), join(root, "tmp/router"), { recursive: true });
  cpSync(luaModule("luaunit"), join(root, "tmp/router/luaunit.lua"));
  const outcome = run("lua /tmp/router/run.lua");
  rmSync(join(root, "tmp/router"), { recursive: true });
  return outcome;
}

/** OpenWrt 25.12: the same package with the scripts that apk gets. */
function underApk(packages: Packages, previous: Packages): void {
  step("The same scripts under apk");
  const before = snapshot(root);
  const rpcdBefore = run("uci show rpcd").stdout;
  const opkg = new Opkg(root, present);
  opkg.unpack(packages.mbedtls);
  const withNative = snapshot(root);
  const apk = new Apk(root);
  same("installation of the version before: without a word", apk.install(previous.main), silence);
  same("upgrade of what nobody has configured: without a word", apk.upgrade(previous.main, packages.main), [
    silence,
    silence,
  ]);
  checkUntouched();
  check("the start link", opkg.has("/etc/rc.d/S95sso-login"));
  run("uci set sso-login.admin=role; uci set sso-login.admin.read=luci-base; uci commit; reload_config");
  same("rpcd's section", loginSections(), ["sso_login_admin"]);
  run("mkdir /var/run/sso-login; /etc/init.d/sso-login disable");
  const config = read(configFile);
  same("upgrade: without a word", apk.upgrade(packages.main, packages.main), [silence, silence]);
  check("the configuration stays", read(configFile) === config);
  same("rpcd's section stays", loginSections(), ["sso_login_admin"]);
  check("the run directory stays", opkg.has("/var/run/sso-login"));
  check("a service that was disabled stays so", !opkg.has("/etc/rc.d/S95sso-login"));
  same("removal: without a word", apk.remove(packages.main), [silence, silence]);
  same("rpcd is as before", run("uci show rpcd").stdout, rpcdBefore);
  const left = differences(withNative, snapshot(root));
  same(
    "file system: the changed configuration stays, and nothing else",
    left.filter((text) => !["~ /etc/config/rpcd", "+ /var/run/procd"].includes(text)),
    [`+ ${configFile}`],
  );
  rmSync(join(root, configFile));
  apk.install(packages.main);
  same("removal of what nobody has configured: without a word", apk.remove(packages.main), [silence, silence]);
  check("its configuration is gone", !opkg.has(configFile));
  packages.mbedtls.files.forEach((path) => rmSync(join(root, path)));
  run("rm -f /usr/lib/opkg/info/sso-login-native.*; rmdir /usr/lib/*/sso_login /usr/lib/ucode");
  const ours = differences(before, snapshot(root)).filter((text) => text.startsWith("+") && !text.endsWith("procd"));
  same("nothing of this step is left", ours, []);
}

/** A configuration that nobody has changed is the new version's, with the address filled in, and lies there alone. */
function checkUntouched(): void {
  const shipped = readFileSync(join(feed, "sso-login/files/sso-login.config"), "utf8");
  same("the configuration is the new version's", read(configFile).replace(redirectUri(), ""), shipped);
  same("with the address filled in", redirectUri(), "https://openwrt.lan/cgi-bin/sso-login/callback");
  const beside = readdirSync(join(root, "etc/config")).filter((name) => name.startsWith("sso-login"));
  same("and no other lies beside it", beside, ["sso-login"]);
}

/** What an upgrade makes of a configuration that nobody, or somebody, has changed before single sign-on was set up. */
function upgradeUntouched(packages: Packages, previous: Packages): void {
  step("Upgrade of what nobody has configured");
  const upgrade = (edit: string): Opkg => {
    const opkg = new Opkg(root, everything);
    opkg.install(previous.mbedtls);
    opkg.install(previous.main);
    run(edit);
    opkg.install(packages.mbedtls);
    opkg.install(packages.main);
    return opkg;
  };
  const remove = (opkg: Opkg): void => {
    opkg.remove("sso-login");
    opkg.remove("sso-login-native");
  };
  const untouched = upgrade("true");
  silent(untouched);
  checkUntouched();
  remove(untouched);
  const address = "https://own.example.org/cgi-bin/sso-login/callback";
  const edited = upgrade(`sed -i "s|option redirect_uri.*|option redirect_uri '${address}'|" ${configFile}`);
  same("an address of one's own stays, be it all that was changed", redirectUri(), address);
  remove(edited);
  run(`rm -f ${configFile} ${configFile}-opkg`);
}

async function main(): Promise<void> {
  if (process.getuid?.() !== 0) {
    console.error("test/package: needs root, for chroot and device files: sudo make test-package");
    process.exit(2);
  }
  const packages = buildAll(feed, runtime, join(work, "ipk"));
  const previous = buildPrevious();
  form(packages);
  tryFeed([packages.mbedtls, packages.main, packages.luci], join(work, "feed"), [...present, "luci-base"]);
  const modules = ["mbedtls", "openssl"].flatMap((backend) =>
    ["native_crypto.so", "native_https.so"].map((name) =>
      join(repositoryRoot, "build/native", backend, "sso_login", name),
    ),
  );
  makeRoot(root, modules);
  const log = await startLog(root);
  let web: Web | undefined;
  try {
    firstInstallation(packages);
    ownConfigurations(packages);
    documents(packages);
    hostNames(packages);
    underApk(packages, previous);
    upgradeUntouched(packages, previous);
    putLuci(root);
    web = await startWeb(root, join(work, "web"));
    await life(packages, previous, web);
  } finally {
    await web?.stop();
    log.kill();
  }
  if (process.env["KEEP_BOX"] === undefined) {
    rmSync(work, { recursive: true });
  }
  finish();
}

await main();
