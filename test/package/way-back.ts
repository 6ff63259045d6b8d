/** The way back: each command line of docs/passwords-off.md as it stands there, on routers that are broken in several ways. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../box/locations.ts";
import { inRoot, root, startScriptEnded } from "./chroot.ts";
import { run } from "./ipk.ts";
import { check, same, step } from "./report.ts";
import { read } from "./router.ts";

/** The blocks of commands in the section: the service's command, the script of the guard, and one password by hand. */
function documentedLines(): string[] {
  const text = readFileSync(join(repositoryRoot, "docs/passwords-off.md"), "utf8");
  const section = /^## The way back\n([^]*?)^## /m.exec(text)?.[1] ?? "";
  return [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = ""]) => block.trim());
}

function opens(username: string, password: string): boolean {
  const answer = inRoot(`ubus call session login '${JSON.stringify({ username, password })}'`);
  return answer.stdout.includes("ubus_rpc_session");
}

const config = join(root, "etc/config");
const rpcd = "/etc/config/rpcd";

/** Mounts a small folder in the place of /etc/config, with its files. */
function mountSmall(): void {
  const copy = mkdtempSync("/tmp/sso-login-config-");
  run("cp", "-a", `${config}/.`, copy);
  run("mount", "-t", "tmpfs", "-o", "size=96k,mode=755", "tmpfs", config);
  run("cp", "-a", `${copy}/.`, config);
  run("rm", "-r", copy);
}

/** A router with passwords off, and what breaks it; what the lines do is not committed where the flash takes nothing. */
const routers: Record<string, { breaks: () => void; lines?: readonly number[]; gone?: boolean }> = {
  "as it was": { breaks: () => undefined },
  "rpcd's file empty": { breaks: () => inRoot(`: >${rpcd}`), lines: [0, 1], gone: true },
  "rpcd's file missing": { breaks: () => inRoot(`rm ${rpcd}`), lines: [0, 1], gone: true },
  "rpcd's file malformed": { breaks: () => inRoot(`echo "config login 'x" >${rpcd}`), lines: [0, 1], gone: true },
  "the flash full": {
    breaks: () => {
      mountSmall();
      spawnSync("dd", ["if=/dev/zero", `of=${config}/filling`, "bs=1k"]);
    },
  },
  "the flash read-only": {
    breaks: () => {
      mountSmall();
      run("mount", "-o", "remount,ro", config);
    },
  },
};

/** Another login stands first, and has a password of its own, by its hash (crypt(3), SHA-256). */
const hash = "$5$abcdefgh$HJ862lTzI2RcKnUN69p/w8jTgCZSgsHUEOZs6uADE31";
const guest = `config login\n\toption username 'guest'\n\toption password '${hash}'\n\tlist read 'luci-base'\n\n`;

/** Runs each line on each of these routers; passwords are on before and after it. */
export async function wayBack(turnOff: () => Promise<void>): Promise<void> {
  step("The way back, line by line");
  const lines = documentedLines();
  same("the document has three ways", lines.length, 3);
  inRoot("cp -p /etc/config/rpcd /tmp/rpcd.kept");
  writeFileSync(join(root, rpcd), guest + read(rpcd));
  check("root and a guest have passwords", opens("root", "router-password") && opens("guest", "guest-password"));
  await turnOff();
  check("both are refused", !opens("root", "router-password") && !opens("guest", "guest-password"));
  inRoot("cd / && tar cf /tmp/off.tar etc/config etc/uci-defaults");
  for (const [title, { breaks, lines: chosen = [0, 1, 2], gone = false }] of Object.entries(routers)) {
    for (const at of chosen) {
      breaks();
      // The document names the section that `uci show` shows.
      const found = /rpcd\.(\S+)\.username='root'/.exec(inRoot("uci show rpcd").stdout)?.[1] ?? "";
      const line = (lines[at] ?? "").replace("@login[0]", found);
      const outcome = inRoot(line);
      const named = `${title}: ${line}`;
      check(`${named}: root's password is root's`, opens("root", "router-password"), outcome);
      check(`${named}: and nobody else's`, !opens("guest", "router-password"));
      same(`${named}: the guest's`, opens("guest", "guest-password"), at !== 2 && !gone);
      await startScriptEnded();
      spawnSync("umount", [config], { stdio: "ignore" });
      inRoot("rm -rf /tmp/.uci/* /etc/config/.rpcd.damaged /etc/config/.sso-login*; cd / && tar xf /tmp/off.tar");
      check(`${named}: off again`, !opens("root", "router-password"));
    }
  }
  inRoot("sso-login password-login on; cp -p /tmp/rpcd.kept /etc/config/rpcd; rm /tmp/rpcd.kept /tmp/off.tar");
  inRoot("sso-login sync-roles");
}
