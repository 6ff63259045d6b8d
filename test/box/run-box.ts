/**
 * Keeps a box running until Ctrl-C: router and identity provider, for trying a login in a browser.
 *
 *   tsx test/box/run-box.ts     ROUTER_PORT and PROVIDER_PORT choose the ports, which are free ones otherwise
 */
import { join } from "node:path";
import { sleep } from "./command.ts";
import { boxesFolder } from "./locations.ts";
import type { Account } from "./provider/accounts.ts";
import { portProblem } from "./server.ts";
import { Scene, standardRoles } from "../e2e/support/scene.ts";

/** A port from the environment; one that cannot be had ends the program with a sentence. */
async function portSetting(name: string): Promise<number | undefined> {
  const text = process.env[name] ?? "";
  if (text === "") {
    return undefined;
  }
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  const problem = port > 0 && port < 65536 ? await portProblem(port) : "no port";
  if (problem === undefined) {
    return port;
  }
  const sentences: Record<string, string> = {
    "no port": `${name} must be a number from 1 to 65535, and not "${text}".`,
    EADDRINUSE: `Port ${text} is in use by another program: set ${name} to another one, or leave it out for a free one.`,
    EACCES: `Only root may use port ${text}: set ${name} to one above 1023.`,
  };
  console.error(sentences[problem] ?? `Port ${text} of ${name} cannot be used: ${problem}.`);
  process.exit(2);
}

/** The role of an account, by the standard ones. */
function roleOf({ claims }: Account): string {
  const { email, groups } = claims as { email: string; groups: string[] };
  const roles = Object.entries(standardRoles).filter(
    ([, role]) => role.email?.includes(email) === true || role.group?.some((group) => groups.includes(group)) === true,
  );
  return roles.length === 0 ? "no role: the login is refused" : `role ${roles.map(([name]) => name).join(", ")}`;
}

function introduce(scene: Scene): void {
  const accounts = [...scene.provider.accounts].map(
    ([name, account]) => `    ${name.padEnd(10)}${account.password.padEnd(20)}${roleOf(account)}`,
  );
  console.log(`The box is running.

  Open       ${scene.router.address}/cgi-bin/luci/
  Log in as  alice, password alice-password, at the identity provider
  Settings   ${scene.router.address}/cgi-bin/luci/admin/services/sso-login
  Provider   ${scene.provider.issuer}

  The browser warns about the certificates, of router and provider alike, unless it trusts the authority in
    ${scene.router.caFile}
  The router's files are below
    ${scene.router.path("/")}
  The password login of the router itself is root, password router-password. All accounts of the provider:
${accounts.join("\n")}
  The roles are in etc/config/sso-login.

Ctrl-C stops it. The service's log:
`);
}

/** Prints the service's log lines as they come, until told to stop. */
async function follow(scene: Scene, running: () => boolean): Promise<void> {
  let shown = 0;
  while (running()) {
    const lines = await scene.router.readLog();
    lines.slice(shown).forEach((line) => console.log(line));
    shown = lines.length;
    await sleep(500);
  }
}

// The listeners stay: without them the signal would end this process at once (test/temporary.ts).
const stop = new Promise((resolve) => ["SIGINT", "SIGTERM", "SIGHUP"].forEach((signal) => process.on(signal, resolve)));
const [httpsPort, port] = [await portSetting("ROUTER_PORT"), await portSetting("PROVIDER_PORT")];
const scene = await Scene.open({ box: { httpsPort, authorityFolder: join(boxesFolder, "ca") }, provider: { port } });
await scene.configure({ post_logout_redirect_uri: `${scene.router.address}/` });
introduce(scene);
let running = true;
const following = follow(scene, () => running);
await stop;
running = false;
await following;
await scene.close();
console.log("The box has stopped.");
