/** Debian's browsers, driven by playwright-core, for one router and one provider: Chromium, or by BROWSER=firefox Firefox ESR. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:tls";
import { chromium, firefox, type Browser, type BrowserContextOptions } from "playwright-core";
import { withResolvers } from "../../box/command.ts";
import type { Scene } from "../../e2e/support/scene.ts";

/** Whether the browser is Firefox. */
export const isFirefox = process.env["BROWSER"] === "firefox";

/** The browser's program: CHROMIUM=… or FIREFOX=…, else Debian's; a Chromium with a window takes six times as long for a context. */
function browserProgram(): string {
  const [variable, standard, group] = isFirefox
    ? (["FIREFOX", "/usr/bin/firefox-esr", "firefox"] as const)
    : (["CHROMIUM", "/usr/bin/chromium-headless-shell", "browser"] as const);
  const program = process.env[variable] ?? standard;
  if (!existsSync(program)) {
    throw new Error(`there is no ${program}: run scripts/setup.sh ${group}, or name the browser by ${variable}=…`);
  }
  return program;
}

/**
 * Options of every context of this browser: Firefox cannot be told of only two keys, and Chromium without a window refuses
 * a page what one with a window permits after a click.
 */
export const contextOptions: BrowserContextOptions = isFirefox
  ? { ignoreHTTPSErrors: true }
  : { permissions: ["clipboard-write"] };

/** A command of WebDriver BiDi that playwright-core sends and Firefox ESR does not know: what a page looks like at night. */
const unknownCommand = "emulation.setMediaFeaturesOverride";

interface Session {
  send: (method: string, parameters: object) => Promise<unknown>;
}

/** Leaves the unknown command out; playwright-core has no option for that. */
function leaveOutUnknown(browser: Browser): void {
  const { _connection: connection } = browser as unknown as {
    _connection: { toImpl: (browser: Browser) => { _browserSession: Session } };
  };
  const sessions = Object.getPrototypeOf(connection.toImpl(browser)._browserSession) as Session;
  const { send } = sessions;
  sessions.send = function (method, parameters) {
    return method === unknownCommand ? Promise.resolve({}) : send.call(this, method, parameters);
  };
}

/** This process ends at a signal (test/temporary.ts), and the browser with it; Playwright's own handlers would come between. */
const withThisProcess = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

/** Firefox through WebDriver BiDi. Names below .localhost are this machine to it as well. */
async function openFirefox(): Promise<Browser> {
  const browser = await firefox.launch({
    channel: "moz-firefox",
    executablePath: browserProgram(),
    ...withThisProcess,
  });
  leaveOutUnknown(browser);
  return browser;
}

/** Whether Chromium can lock its processes up: not root's, nor where the kernel gives a user no namespaces. */
function hasSandbox(): boolean {
  return process.getuid?.() !== 0 && spawnSync("unshare", ["--user", "--map-root-user", "--net", "true"]).status === 0;
}

/** SHA-256 of the public key that a server shows, if one of the authorities vouches for it. */
async function keyHash(origin: URL, authorities: readonly string[]): Promise<string> {
  const { promise, resolve, reject } = withResolvers<string>();
  const socket = connect({
    // Names below .localhost are this machine.
    host: origin.hostname.endsWith(".localhost") ? "127.0.0.1" : origin.hostname,
    port: Number(origin.port || "443"),
    servername: origin.hostname,
    ca: authorities.map((file) => readFileSync(file)),
  });
  socket.once("error", reject);
  socket.once("secureConnect", () => {
    const key = socket.getPeerX509Certificate()?.publicKey.export({ type: "spki", format: "der" });
    socket.destroy();
    if (key === undefined) {
      reject(new Error(`no certificate from ${origin.href}`));
    } else {
      resolve(createHash("sha256").update(key).digest("base64"));
    }
  });
  return promise;
}

/**
 * Starts a browser. Chromium reaches the scene's router and provider and nothing else, and trusts the keys of these two
 * servers and no others beyond what every browser trusts.
 */
export async function openBrowser(scene: Scene): Promise<Browser> {
  if (isFirefox) {
    return openFirefox();
  }
  const origins = [new URL(scene.router.address), new URL(scene.provider.origin)];
  const authorities = [scene.router.caFile, scene.authority.certFile];
  const hashes = await Promise.all(origins.map((origin) => keyHash(origin, authorities)));
  const names = [...new Set([...origins.map(({ hostname }) => hostname), "127.0.0.1"])];
  return chromium.launch({
    executablePath: browserProgram(),
    chromiumSandbox: hasSandbox(),
    ...withThisProcess,
    args: [
      `--ignore-certificate-errors-spki-list=${hashes.join(",")}`,
      `--host-resolver-rules=${["MAP * ~NOTFOUND", ...names.map((name) => `EXCLUDE ${name}`)].join(", ")}`,
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
