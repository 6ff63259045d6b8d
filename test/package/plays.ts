/** The plays of docs/fleet.md and docs/programs.md, by ansible-core, on the router in the root folder; `ssh` is a stand-in that enters it. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, type CommandResult } from "../box/command.ts";
import { repositoryRoot } from "../box/locations.ts";
import type { Scene } from "../e2e/support/scene.ts";
import { skip } from "../tap.ts";
import { temporaryFolder } from "../temporary.ts";
import { enter, inRoot, root } from "./chroot.ts";
import { check, same, step } from "./report.ts";
import { configFile, read } from "./router.ts";
import type { Web } from "./web.ts";

export const registrationToken = "initial-token";

/** Ansible of a virtual environment of this checkout, made when it is needed; undefined where it cannot be. */
async function findAnsible(): Promise<string | undefined> {
  const folder = join(repositoryRoot, "build/ansible");
  const program = join(folder, "bin/ansible-playbook");
  if (!existsSync(program)) {
    await run("python3", ["-m", "venv", folder]).catch(() => undefined);
    await run(join(folder, "bin/pip"), ["install", "-q", "ansible-core==2.19.*"]).catch(() => undefined);
  }
  return existsSync(program) ? program : undefined;
}

/** The blocks of a document whose first line names a file, as these files. */
function writeBlocks(document: string, folder: string, change: (text: string) => string): void {
  const text = readFileSync(join(repositoryRoot, "docs", document), "utf8");
  for (const [, body = "", name = ""] of text.matchAll(/^```\w+\n(# ([\w.-]+).*?)^```/gms)) {
    writeFileSync(join(folder, name), change(body));
  }
}

/** Enters the root folder for one host, and reaches no other. */
function sshScript(): string {
  return `#!/bin/sh
while :; do case "$1" in -o) shift 2 ;; -*) shift ;; *) break ;; esac; done
case "\${1#*@}" in router.localhost) ;; *) echo "ssh: $1: No route to host" >&2; exit 255 ;; esac
shift
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root ${enter().join(" ")} /bin/sh -c "$*"
`;
}

/** The script of an image at three boots: before the router's name is known, then with it, and after sysupgrade. */
function runImageScript(script: string): void {
  for (const name of ["system", "sso-login"]) inRoot(`cp /etc/config/${name} /tmp/${name}.kept`);
  inRoot("for option in client_id client_secret; do uci delete sso-login.default.$option; done; uci commit sso-login");
  inRoot("mkdir -p /sys/class/net/eth0; echo 02:00:00:00:00:01 >/sys/class/net/eth0/address");
  same("without a name it stays for the next boot", inRoot(`: >/etc/router-names\n${script}`).status, 1);
  const boot = (): [number, string] => [
    inRoot(`echo 02:00:00:00:00:01 berlin >/etc/router-names\n${script}`).status,
    read(configFile),
  ];
  const [status, written] = boot();
  check(
    "with it the router has its own address",
    status === 0 && written.includes("https://berlin.example.org/"),
    written,
  );
  same("again it changes nothing", boot(), [0, written]);
  for (const name of ["system", "sso-login"]) inRoot(`mv /tmp/${name}.kept /etc/config/${name}`);
  inRoot("rm -r /etc/router-names /sys");
}

type Expect = (what: string, wanted: string, words: RegExp, ...more: string[]) => Promise<void>;

const ours = ["sso-login", "sso-login-native"];

/**
 * Packages in the folder, and an opkg that has what its files' names say: it writes down its commands, takes a version that differs, and with
 * --force-reinstall the file of native code that /tmp/good.so has; a folder with the file `cut` has a cut one.
 */
function putOpkg(): void {
  const script = `#!/bin/sh
echo "$*" >>/tmp/opkg.log
[ "$1" = install ] || exit 0
[ ! -e /tmp/full ] || { echo "no space left"; exit 255; }
for file in ./*.ipk; do
  name="\${file#./}"; version="\${name#*_}"; version="\${version%%_*}"; name="\${name%%_*}"
  grep -qx "Package: $name" /usr/lib/opkg/status && sed -i "/^Package: $name$/,/^$/s/^Version: .*/Version: $version/" /usr/lib/opkg/status ||
    printf 'Package: %s\nVersion: %s\nStatus: install user installed\n\n' "$name" "$version" >>/usr/lib/opkg/status
done
so="$(cat /tmp/so)"
if [ -e /tmp/cut ]; then head -c 9000 /tmp/good.so >"$so"; elif [ "$2" = --force-reinstall ]; then cp /tmp/good.so "$so"; fi
exit 0
`;
  writeFileSync(join(root, "bin/opkg"), script, { mode: 0o755 });
}

/** Packages that differ, are more, fewer, cut, or cannot be loaded. */
async function runPackages(folder: string, expect: Expect): Promise<void> {
  const so = inRoot("ls /usr/lib/*/sso_login/native_crypto.so").stdout.trim();
  inRoot(`echo '${so}' >/tmp/so; cp -p '${so}' /tmp/good.so; cp /usr/lib/opkg/status /tmp/status.kept`);
  const put = (version: string): void => {
    rmSync(join(folder, "packages"), { recursive: true });
    mkdirSync(join(folder, "packages"));
    for (const name of ours) writeFileSync(join(folder, `packages/${name}_${version}_all.ipk`), "");
  };
  const commands = (): string[] => {
    const text = inRoot("cat /tmp/opkg.log; rm -f /tmp/opkg.log").stdout;
    return [...text.matchAll(/^(update|install --[a-z-]+)/gm)].map(([word = ""]) => word);
  };
  const upgrade = ["update", "install --force-downgrade"];
  const changes = "changed=1 failed=0";
  const nothing = "changed=0 failed=0";
  const fails = "changed=0 failed=1";
  const recap = /PLAY RECAP/;
  putOpkg();
  put("0.0.9-r1");
  await expect("the packages of the folder are installed", nothing, recap);
  inRoot(
    "printf 'Package: luci-i18n-sso-login-de\\nVersion: 0.0.9-r1\\nStatus: install user installed\\n\\n' >>/usr/lib/opkg/status",
  );
  await expect("one more on the router stays", nothing, recap);
  put("0.4.0-r1");
  await expect("--check tells of another version", changes, recap, "--check");
  same("and installs nothing", commands(), []);
  inRoot("touch /tmp/full");
  await expect("an upgrade that fails says why", fails, /no space left/);
  check("and removes nothing", !commands().includes("install --force-reinstall"));
  inRoot("rm /tmp/full");
  await expect("it succeeds the next time", changes, recap);
  same("and is an upgrade, no reinstallation", commands(), upgrade);
  await expect("then nothing is left to do", nothing, recap);
  put("0.4.1-r1");
  inRoot("touch /tmp/cut");
  await expect("a cut archive makes the play red", fails, /a part cannot be loaded/);
  commands();
  inRoot("rm /tmp/cut");
  await expect("whole ones are installed the next time", changes, recap);
  same("anew, as their version is there", commands(), [...upgrade, "install --force-reinstall"]);
  await expect("then nothing is left to do", nothing, recap);
  inRoot(`rm '${so}'`);
  await expect("a file of native code that is gone comes back", changes, recap);
  await expect("once", nothing, recap);
  same("no command of opkg is left over", commands(), [...upgrade, "install --force-reinstall"]);
  inRoot(`mv /tmp/status.kept /usr/lib/opkg/status; cp -p /tmp/good.so '${so}'; rm -f /bin/opkg /tmp/so /tmp/good.so`);
  rmSync(join(folder, "packages"), { recursive: true });
  mkdirSync(join(folder, "packages"));
}

export async function runPlays(scene: Scene, web: Web): Promise<void> {
  step("The documents' plays");
  const program = await findAnsible();
  if (program === undefined) {
    skip("the documents' plays", "there is no ansible-core, and it cannot be installed");
    return;
  }
  const folder = temporaryFolder("sso-login-plays-");
  const { provider, router } = scene;
  const change = (text: string): string =>
    text
      .replaceAll("https://idp.example.org/realms/home", provider.issuer)
      .replaceAll("https://{{ inventory_hostname }}/", `${router.address}/`)
      .replace("client_id: routers", `client_id: ${provider.client.id}`)
      .replace("group: [support]", `group: ["it's support"]`)
      .replace("'ca.pem'", `'${folder}/ca.pem'`)
      .replace("retries: 2", "retries: 1\n      delay: 1");
  writeBlocks("fleet.md", folder, change);
  writeBlocks("programs.md", folder, change);
  writeFileSync(join(folder, "ssh"), sshScript(), { mode: 0o755 });
  writeFileSync(join(folder, "hosts"), "[routers]\nrouter.localhost\noffline.localhost\n");
  copyFileSync(join(root, scene.caFile), join(folder, "ca.pem"));
  mkdirSync(join(folder, "packages"));
  const secrets = { sso_client_secret: provider.client.secret, sso_initial_access_token: registrationToken };
  const env = {
    ...process.env,
    PATH: `${folder}:${join(repositoryRoot, "docs")}:${process.env["PATH"] ?? ""}`,
    HOME: folder,
    ANSIBLE_HOME: join(folder, "ansible"),
  };
  /** Runs a play; for the router that is there, its line of the recapitulation. */
  const play = async (name: string, ...words: string[]): Promise<{ recap: string; output: string }> => {
    const args = ["-i", "hosts", name, "-e", JSON.stringify(secrets), ...words];
    const { stdout, stderr }: CommandResult = await run(program, args, { cwd: folder, env });
    const recap = /^(?:router\.)?localhost +: (.*)$/m.exec(stdout)?.[1] ?? "";
    const number = (key: string): string => new RegExp(`\\b${key}=(\\d+)`).exec(recap)?.[1] ?? "";
    const verdict = `changed=${number("changed")} failed=${number("failed")}`;
    return { recap: verdict, output: stdout + stderr };
  };
  const expect = async (
    what: string,
    wanted: string,
    words: RegExp,
    name: string,
    ...more: string[]
  ): Promise<void> => {
    const { recap, output } = await play(name, ...more);
    check(what, recap === wanted && words.test(output), output);
  };
  const fleet = readFileSync(join(repositoryRoot, "docs/fleet.md"), "utf8");
  const everywhere = /`ansible (.*) COMMAND`/.exec(fleet)?.[1]?.split(" ") ?? [];
  /** Runs a command on all routers, as the document says. `inRoot` would stop this process, and the provider with it. */
  const done = async (command: string): Promise<void> => {
    const { stdout } = await run(program.replace("-playbook", ""), [...everywhere, command], { cwd: folder, env });
    check(command, stdout.includes("router.localhost | CHANGED | rc=0"), stdout);
  };
  const changes = "changed=1 failed=0";
  const nothing = "changed=0 failed=0";
  const fails = "changed=0 failed=1";

  inRoot("uci set sso-login.default.button_label=Own; uci commit sso-login; reload_config");
  const before = read(configFile);
  const rest = /offline\.localhost.*unreachable=0 +failed=1/;
  await expect("routers.yml --check tells of the change", changes, /PLAY RECAP/, "routers.yml", "--check");
  same("and makes none", read(configFile), before);
  await expect("routers.yml; a router that is offline stops no other", changes, rest, "routers.yml");
  const written = read(configFile);
  check("an option that it does not name stays", written.includes("option button_label 'Own'"), written);
  check("its roles replace the others", /it'\\''s support/.test(written) && !written.includes("ursula"), written);
  same("rpcd follows", inRoot("uci show rpcd").stdout.includes("sso_login_support"), true);
  await expect("a second time it changes nothing", nothing, rest, "routers.yml");
  await expect("nor with --check", nothing, rest, "routers.yml", "--check");
  same("the file is the same", read(configFile), written);

  const settings = (changes: object): string[] => ["-e", JSON.stringify({ sso_settings: changes })];
  const named = (name: string): object => ({ options: {}, roles: [{ name, email: ["a@example.org"] }] });
  const unnamed = /a role's name has only A-Z a-z 0-9 _/;
  for (const name of ["read-only", "x y", ""]) {
    await expect(`a role "${name}" is refused`, fails, unnamed, "routers.yml", ...settings(named(name)));
  }
  const wrong = settings({ options: {}, roles: [{ name: "x", sub: ["s"] }] });
  await expect("a fault is named", fails, /Role x lists subjects, and its option sub_issuer/, "routers.yml", ...wrong);
  same("and nothing of it is written", read(configFile), written);

  await runPackages(folder, async (what, wanted, words, ...more) => {
    await expect(what, wanted, words, "routers.yml", ...more);
  });

  inRoot("mv /etc/config/sso-login /tmp/config.kept");
  const silent = /^(?![^]*Entry not found)[^]*PLAY RECAP/;
  await expect("without a configuration --check tells of it", changes, silent, "routers.yml", "--check");
  check("and writes none", !existsSync(join(root, configFile)));
  await expect("and the play writes it", changes, silent, "routers.yml");
  await expect("once", nothing, rest, "routers.yml");
  inRoot("mv /tmp/config.kept /etc/config/sso-login; reload_config");

  await expect("register.yml refuses a router with a shared client", fails, /has a shared client/, "register.yml");
  inRoot("uci delete sso-login.default.client_id; uci delete sso-login.default.client_secret; uci commit sso-login");
  await expect("register.yml --check registers nothing", changes, /PLAY RECAP/, "register.yml", "--check");
  await expect("register.yml", changes, /PLAY RECAP/, "register.yml");
  await expect("a second time it changes nothing", nothing, /PLAY RECAP/, "register.yml");
  inRoot("uci set sso-login.default.enabled=0; uci commit sso-login");
  await expect("after an interruption it goes on", changes, /PLAY RECAP/, "register.yml");
  const id = inRoot("uci get sso-login.default.client_id").stdout;
  inRoot("for option in client_id client_secret; do uci delete sso-login.default.$option; done; uci commit sso-login");
  await expect("a client that the options have lost", changes, /PLAY RECAP/, "register.yml");
  same("is the same one", inRoot("uci get sso-login.default.client_id").stdout, id);
  await expect("then nothing is left to do", nothing, /PLAY RECAP/, "register.yml");
  inRoot("sso-login register --forget");
  await expect("one that is forgotten is another one", changes, /PLAY RECAP/, "register.yml");
  check("by its id", inRoot("uci get sso-login.default.client_id").stdout !== id);
  await expect("then, too, nothing is left to do", nothing, /PLAY RECAP/, "register.yml");
  await expect("routers.yml refuses a router with its own client", fails, /has its own client/, "routers.yml");
  const table = /^## Every day\n[^]*?^\*\*/m.exec(fleet)?.[0] ?? "";
  const commands = [...table.matchAll(/`((?:sso-login|uci) [^`]*)`/g)].map(([, command = ""]) => command);
  same("the table of every day has commands", commands.length, 11);
  inRoot("cp /etc/config/system /tmp/system.kept; touch /etc/init.d/log; chmod +x /etc/init.d/log");
  for (const command of [...commands, "sso-login register --remove"]) await done(command);
  check("the log goes to one place", read("/etc/config/system").includes("option log_ip '192.0.2.1'"));
  inRoot("mv /tmp/system.kept /etc/config/system; rm /etc/init.d/log");

  const robot = { client: ["robot"], access: ["api"], read: ["*"] };
  await scene.configure({ api_audience: "https://router.example/" }, { robot });
  const config =
    /^```sh config\n(.*?)^```/ms.exec(readFileSync(join(repositoryRoot, "docs/programs.md"), "utf8"))?.[1] ?? "";
  const own = `token_url=${provider.issuer}/token\nclient=robot\nsecret=robot%20secret\nrouter=${router.address}\n`;
  const authorities = [web.authority.certFile, scene.authority.certFile];
  writeFileSync(join(folder, "both.pem"), authorities.map((file) => readFileSync(file, "utf8")).join(""));
  const certificates = `router_ca=${folder}/both.pem\nprovider_ca=${folder}/both.pem\n`;
  writeFileSync(join(folder, ".sso-login-exchange"), config + own + certificates);
  for (const words of [[], [], ["--check"]]) {
    await expect(`board.yml ${words.join("")}`, nothing, /PLAY RECAP/, "board.yml", ...words);
  }
  await scene.configure();
  inRoot("reload_config");
  runImageScript(readFileSync(join(folder, "95-sso-login-site"), "utf8"));
  await scene.configure();
  inRoot("rm -rf /etc/sso-login; reload_config");
}
