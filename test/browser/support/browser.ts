/** Debian's Chromium, driven by playwright-core, for one router and one provider. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:tls";
import { chromium, type Browser } from "playwright-core";
import { withResolvers } from "../../box/command.ts";
import type { Scene } from "../../e2e/support/scene.ts";

/** The browser's program: CHROMIUM=…, else Debian's. */
export function browserProgram(): string {
  const program = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  if (!existsSync(program)) {
    throw new Error(`there is no ${program}: run scripts/setup.sh browser, or name a Chromium by CHROMIUM=…`);
  }
  return program;
}

/** Names below .localhost are this machine. */
function addressOf(host: string): string {
  return host.endsWith(".localhost") ? "127.0.0.1" : host;
}

/** SHA-256 of the public key that a server shows, if one of the authorities vouches for it. */
async function keyHash(origin: URL, authorities: readonly string[]): Promise<string> {
  const { promise, resolve, reject } = withResolvers<string>();
  const socket = connect({
    host: addressOf(origin.hostname),
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
 * Starts a browser that reaches the scene's router and provider and nothing else, and trusts the keys of these two
 * servers and no others beyond what every browser trusts.
 */
export async function openBrowser(scene: Scene): Promise<Browser> {
  const origins = [new URL(scene.router.address), new URL(scene.provider.origin)];
  const authorities = [scene.router.caFile, scene.authority.certFile];
  const hashes = await Promise.all(origins.map((origin) => keyHash(origin, authorities)));
  const names = [...new Set([...origins.map(({ hostname }) => hostname), "127.0.0.1"])];
  return chromium.launch({
    executablePath: browserProgram(),
    chromiumSandbox: process.getuid?.() !== 0,
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
