/** Installations, upgrades and removals with opkg and apk on a router without logins, as one table. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inRoot, root, type Outcome } from "./chroot.ts";
import { controlFile } from "./ipk.ts";
import { info, Manager, unpack, type ManagerName } from "./manager.ts";
import { check, same, step } from "./report.ts";
import type { Version } from "./router.ts";
import * as router from "./router.ts";
import { configFile, feed, has, modeOf, newLogLines, read, runtime } from "./router.ts";
import { differences, snapshot, type Snapshot } from "./snapshot.ts";

/** The configuration afterwards: as a version ships it with the address filled in, or the administrator's. */
type Afterwards = "previous" | "this" | "own";

/** Versions to install and command lines of the administrator; and by which managers the new configuration lies beside it. */
type Scenario = readonly [
  title: string,
  managers: readonly ManagerName[],
  actions: readonly ("previous" | "this" | { does: string })[],
  config: Afterwards,
  beside?: readonly ManagerName[],
];

const both: readonly ManagerName[] = ["opkg", "apk"];
const role = "uci set sso-login.admin=role; uci set sso-login.admin.read=luci-base; uci commit; reload_config";
const setUp = { does: `${role}; /etc/init.d/sso-login disable; echo >/var/run/sso-login/file` };
const callback = "/cgi-bin/sso-login/callback";
const ownAddress = `https://own.example.org${callback}`;
const address = { does: `sed -i "s|option redirect_uri.*|option redirect_uri '${ownAddress}'|" ${configFile}` };
const switchOn = { does: "uci set sso-login.default.enabled=1; uci commit" };
const spoil = { does: `echo "option 'unclosed" >>${configFile}` };

const scenarios: readonly Scenario[] = [
  ["upgrade", both, ["previous", "this"], "this"],
  ["reinstallation", ["opkg"], ["this", "this"], "this"],
  ["downgrade", ["opkg"], ["this", "previous"], "previous"],
  ["upgrade of a router with roles", both, ["previous", setUp, "this"], "own", both],
  ["reinstallation with roles", both, ["this", setUp, "this"], "own", ["opkg"]],
  ["upgrade, only the address changed", both, ["previous", address, "this"], "own", both],
  ["removal, switched on", ["opkg"], ["this", switchOn], "own"],
  ["removal, a file that uci cannot read", ["opkg"], ["this", spoil], "own"],
];

type Versions = Readonly<Record<"previous" | "this", Version>>;

export function install(manager: Manager, { native, main }: Version): void {
  manager.install(native);
  manager.install(main);
}

/** Removes both, and where this is asked for the administrator's configuration. */
export function remove(manager: Manager, withConfiguration = false): void {
  manager.remove("sso-login");
  manager.remove("sso-login-native");
  if (withConfiguration) {
    rmSync(join(root, configFile));
    newLogLines();
  }
}

function configFiles(): string[] {
  return readdirSync(join(root, "etc/config")).filter((name) => name.startsWith("sso-login"));
}

function play(versions: Versions, name: ManagerName, [title, , actions, config, beside]: Scenario): void {
  step(`${name}: ${title}`);
  const before = snapshot();
  const rpcd = router.shown("rpcd");
  const manager = new Manager(name, router.everything);
  let own = "";
  for (const action of actions) {
    if (typeof action === "string") {
      install(manager, versions[action]);
    } else {
      inRoot(action.does);
      own = read(configFile);
    }
  }
  const isBeside = beside?.includes(name) === true;
  const besideName = name === "opkg" ? "sso-login-opkg" : "sso-login.apk-new";
  const news = `Existing conffile ${configFile} is different from the conffile in the new package.`;
  // The uci of routers with apk does not look at a name with a dot; that of 22.03 says so at `uci commit`.
  const said = name === "opkg" ? news : "uci: Invalid argument\n";
  same("what is said", manager.said(), isBeside ? [said] : []);
  const expected = config === "own" ? own : versions[config].config;
  same("the configuration", config === "own" ? read(configFile) : router.configWithoutAddress(), expected);
  check("the address is filled in", config === "own" || router.redirectUri() === `https://openwrt.lan${callback}`);
  same("what lies beside it", configFiles(), ["sso-login", ...(isBeside ? [besideName] : [])]);
  check("is the new one", !isBeside || read(`/etc/config/${besideName}`) === versions.this.config);
  const isSetUp = actions.includes(setUp);
  same("a service that was disabled stays so, others start", has("/etc/rc.d/S95sso-login"), !isSetUp);
  same("rpcd's sections", router.loginSections(), isSetUp ? ["sso_login_admin"] : []);
  same("the files of the run directory", has("/var/run/sso-login/file"), isSetUp);

  remove(manager);
  const keeps = `Not deleting modified conffile ${configFile}.`;
  same("what is said at removal", manager.said(), config === "own" && name === "opkg" ? [keeps] : []);
  check("the administrator's configuration stays", config !== "own" || read(configFile) === own);
  same("rpcd's sections are as before", router.shown("rpcd"), rpcd);
  const left = config === "own" ? [configFile, ...(isBeside ? [`/etc/config/${besideName}`] : [])] : [];
  // uci orders blank lines its own way; what it says was compared.
  const others = differences(before, snapshot()).filter((text) => !/rpcd$|procd$/.test(text));
  const kept = left.map((path) => `+ ${path}`);
  same("file system: as before, but for a configuration of one's own", others, kept);
  left.forEach((path) => rmSync(join(root, path)));
}

export function playScenarios(versions: Versions): void {
  for (const scenario of scenarios) scenario[1].forEach((name) => play(versions, name, scenario));
  newLogLines();
}

const moduleFolders = {
  lua: ["/usr/lib/lua/sso_login"],
  ucode: ["/usr/share/ucode/sso_login", "/usr/lib/ucode/sso_login"],
};

function checkAdded({ main, native }: Version, before: Snapshot): void {
  const modules = main.files.filter((path) => path.includes("/sso_login/")).map((path) => dirname(path));
  const expected = new Set([
    ...main.files.filter((path) => !path.startsWith("/etc/uci-defaults/")),
    ...native.files,
    ...readdirSync(join(root, info)).map((name) => `${info}/${name}`),
    ...["/etc/rc.d/S95sso-login", "/var/run/procd", "/var/run/procd/sso-login", "/var/run/sso-login.code"],
    ...["/var/run/sso-login", "/var/run/sso-login/upkeep.lock", "/var/run/sso-login/compile.lock"],
    ...["/usr/libexec/rpcd", "/usr/share/sso-login", "/www/luci-static", "/www/luci-static/sso-login"],
    ...moduleFolders[runtime],
    ...modules,
  ]);
  const added = differences(before, snapshot());
  const others = added.filter((line) => !expected.has(line.slice(2)) || !line.startsWith("+"));
  same(`file system: ${added.length} new paths, all of the packages, the start link and procd's entry`, others, []);
  const missing = [...expected].filter((path) => !has(path));
  same("nothing of the packages is missing", missing, []);
}

/** The first installation, on a router without LuCI, and what an administrator then finds; removal. */
export function firstInstallation(version: Version): void {
  step("Installation on a router without LuCI");
  const before = snapshot();
  const opkg = new Manager("opkg", router.present);
  same("the service without the native part of its version is refused", opkg.refusals(version.main), [
    `depends on sso-login-native (=${version.main.version})`,
    "depends on sso-login-native",
  ]);
  install(opkg, version);
  same("neither opkg nor a script said anything", opkg.said(), []);
  checkAdded(version, before);
  const code = readFileSync(join(root, "/var/run/sso-login.code"), "latin1");
  // In ucode a path has a piece, in Lua each module that a request loads late.
  const ofCallback = runtime === "ucode" ? "entry_points.cgi/callback" : "web.endpoints.callback";
  const late = ["entry_points.landing", "web.refusal", ofCallback];
  const missing = late.filter((name) => !code.includes(`\nsso_login.${name} `));
  same("modules that requests load late are compiled as well", missing, []);
  same("the configuration is only for root", modeOf(configFile), "600");
  same("single sign-on is off", inRoot("uci get sso-login.default.enabled").stdout, "0\n");
  same("nothing in the log", newLogLines(), []);
  const probe = (query: string): string =>
    inRoot(`HTTPS=on REQUEST_METHOD=GET QUERY_STRING='${query}' /www/cgi-bin/sso-login`).stdout;
  const probed = probe("action=enabled");
  check("the probe answers that it is off", /^Status: 200[^]*\{"enabled":false\}$/.test(probed), probed);
  same("the program's own probe answers as the service does", probed, probe("action=enabled&x"));
  const finder = runtime === "lua" ? "/usr/lib/lua/sso_login/io/pieces.lua" : "/usr/share/ucode/sso_login/io/pieces.uc";
  inRoot(`mv ${finder} /tmp/pieces`);
  same("compiled modules are found by a compiled one", probe("action=enabled&x"), probed);
  inRoot(`mv /tmp/pieces ${finder}`);
  const number = version.main.version.replace(/-r.*/, "");
  same("sso-login --version", inRoot("sso-login --version").stdout, `sso-login ${number}\n`);
  for (const name of ["sso-login", "sso-login-native"]) {
    for (const script of ["test.sh", "test-version.sh"]) {
      cpSync(join(feed, name, script), join(root, "tmp", script));
      const outcome = inRoot(`/tmp/${script} ${name} ${number}; rc=$?; rm /tmp/${script}; exit $rc`);
      check(`the feed's own ${script} of ${name}`, outcome.status === 0, outcome);
    }
  }

  step("nginx, and removal without a configuration");
  mkdirSync(join(root, "etc/nginx/conf.d"), { recursive: true });
  const locations = "/etc/nginx/conf.d/sso-login.locations";
  install(opkg, version);
  same("with nginx its file is installed", read(locations), read("/usr/share/sso-login/nginx.locations"));
  remove(opkg);
  same("neither opkg nor a script said anything", opkg.said(), []);
  check("and is removed with the package", !has(locations));
  inRoot("rmdir /etc/nginx/conf.d /etc/nginx");
  const left = differences(before, snapshot()).filter((line) => line !== "+ /var/run/procd");
  same("file system: as before the installation", left, []);
}

const names: [about: string, hostName: string, domain: string, address: string][] = [
  ["upper case becomes lower case", "Router1", "home.arpa", `https://router1.home.arpa${callback}`],
  ["no domain: lan", "gw", "", `https://gw.lan${callback}`],
  ["a host name with a domain stays", "gw.example.org", "lan", `https://gw.example.org${callback}`],
  ["no host name: left empty", "", "lan", ""],
  ["a name that is no host name: left empty", "a b|c", "lan", ""],
];

/** uci-defaults on routers of various names, and with configurations that are not the shipped one. */
export function hostNames({ main, config: shipped }: Version): void {
  step("uci-defaults: names of the router");
  const defaults = "/etc/uci-defaults/90_sso-login";
  const kept = ["system", "dhcp"].map((name) => [name, read(`/etc/config/${name}`)] as const);
  const apply = (config: string, hostname: string, domain: string): string => {
    writeFileSync(join(root, configFile), config, { mode: 0o600 });
    writeFileSync(join(root, "etc/config/system"), hostname && `config system\n\toption hostname '${hostname}'\n`);
    writeFileSync(join(root, "etc/config/dhcp"), domain && `config dnsmasq\n\toption domain '${domain}'\n`);
    cpSync(join(feed, "sso-login/files/sso-login.defaults"), join(root, defaults));
    const outcome = inRoot(`(cd /etc/uci-defaults && . ${defaults}) && rm -f ${defaults}; uci commit`);
    check(`"${hostname}", domain "${domain}": no output`, !has(defaults) && !outcome.stderr, outcome);
    return router.redirectUri();
  };
  for (const [about, hostName, domain, expected] of names) {
    same(about, apply(shipped, hostName, domain), expected);
  }
  const own = shipped.replace("redirect_uri ''", `redirect_uri '${ownAddress}'`);
  same("an address that is set stays", apply(own, "gw", "lan"), ownAddress);
  same("and nothing else of the file changes", read(configFile), own);
  const rewritten = "config oidc 'default'\n\toption enabled '0'\n";
  same("a file that uci has rewritten", apply(rewritten, "gw", "lan"), `https://gw.lan${callback}`);
  apply(shipped, "gw/|x|w /tmp/written\n#.", "lan");
  for (const name of ["preinst", "prerm-pkg"]) {
    writeFileSync(join(root, "tmp/script"), controlFile(main, name));
    inRoot("sh /tmp/script; rm /tmp/script");
    check(`${name}: sed takes no command from a host name`, !has("/tmp/written"));
  }
  rmSync(join(root, configFile));
  kept.forEach(([name, text]) => {
    writeFileSync(join(root, "etc/config", name), text);
  });
}

/** The package's scripts while an image is built: what they do is done there, and the building machine stays as it is. */
export function imageBuild({ main }: Version): void {
  step("An image build");
  const image = "/tmp/image";
  mkdirSync(join(root, image, info), { recursive: true });
  for (const folder of ["lib", "etc"]) {
    cpSync(join(root, folder), join(root, image, folder), { recursive: true });
  }
  mkdirSync(join(root, "var/run/sso-login"));
  const before = snapshot();
  unpack(main, "opkg", join(root, image));
  const script = (words: string): Outcome => inRoot(`IPKG_INSTROOT=${image} ${image}${info}/sso-login.${words}`);
  const silence: Outcome = { status: 0, stdout: "", stderr: "" };
  same("the script succeeds in silence", script("postinst configure"), silence);
  check("the service is there", existsSync(join(root, image, "etc/init.d/sso-login")));
  check("uci-defaults wait for the first boot", has(`${image}/etc/uci-defaults/90_sso-login`));
  check("the start link", has(`${image}/etc/rc.d/S95sso-login`));
  for (const name of ["prerm", "postrm"]) same(`${name} succeeds in silence`, script(`${name} remove`), silence);
  const changed = differences(before, snapshot()).filter((line) => !line.slice(2).startsWith(image));
  same("nothing outside the image changed", changed, []);
  rmSync(join(root, image), { recursive: true });
  rmSync(join(root, "var/run/sso-login"), { recursive: true });
}
