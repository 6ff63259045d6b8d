/**
 * Keeps a box running until Ctrl-C: router and identity provider, for trying a login in a browser.
 *
 *   tsx test/box/run-box.ts     ROUTER_PORT and PROVIDER_PORT choose the ports, which are free ones otherwise
 */
import { join } from "node:path";
import { sleep } from "./command.ts";
import { boxesFolder } from "./locations.ts";
import { Scene, standardRoles } from "../e2e/support/scene.ts";

/** A port from the environment. */
function portSetting(name: string): number | undefined {
  return process.env[name] ? Number(process.env[name]) : undefined;
}

function introduce(scene: Scene): void {
  const accounts = [...scene.provider.accounts].map(([name, { password }]) => `    ${name.padEnd(12)}${password}`);
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
  Roles: ${Object.keys(standardRoles).join(", ")} (etc/config/sso-login).

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
const scene = await Scene.open({
  box: { httpsPort: portSetting("ROUTER_PORT"), authorityFolder: join(boxesFolder, "ca") },
  provider: { port: portSetting("PROVIDER_PORT") },
});
await scene.configure({ post_logout_redirect_uri: `${scene.router.address}/` });
introduce(scene);
let running = true;
const following = follow(scene, () => running);
await stop;
running = false;
await following;
await scene.close();
console.log("The box has stopped.");
