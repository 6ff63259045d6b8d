/** A router in a box: a root folder with the installed package, stand-ins for the daemons, and a web server. */
import { randomBytes } from "node:crypto";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { issueCertificate, openAuthority, type Certificate } from "./certificates.ts";
import type { Runtime } from "./install.ts";
import { chosenBackend, chosenRuntime, copyTemplate, installService, writePrograms } from "./install.ts";
import { startWebServer, type WebServer } from "./lighttpd.ts";
import { boxesFolder } from "./locations.ts";
import { limitSlots } from "./slots.ts";
import { atEnd, removeFolder } from "../temporary.ts";

/** The host name of every box; boxes differ by port. */
export const routerHost = "router.localhost";

export interface BoxOptions {
  /** Name of the folder below build/box; random when absent, and then removed at the end. */
  name?: string;
  httpsPort?: number;
  runtime?: Runtime;
  /** How many programs the web server runs at a time, as uhttpd's `max_requests`; any number when absent. */
  slots?: number;
  /** Folder of a certificate authority to keep from start to start; a new one for this box when absent. */
  authorityFolder?: string;
}

export interface Box extends WebServer {
  root: string;
  /** The authority that issued the router's certificate; it may issue the provider's as well. */
  authority: Certificate;
}

/** Starts a box; its address is `https://router.localhost:<httpsPort>`. */
export async function startBox(options: BoxOptions = {}): Promise<Box> {
  const root = join(boxesFolder, options.name ?? randomBytes(6).toString("hex"));
  const throwAway = options.name === undefined && process.env["KEEP_BOX"] === undefined;
  const remove = (): void => void (throwAway && removeFolder(root));
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const forget = atEnd(remove);
  await installService(root, options.runtime ?? chosenRuntime(), chosenBackend());
  copyTemplate(root);
  writePrograms(root);
  if (options.slots !== undefined) {
    limitSlots(root, options.slots);
  }
  const authority = await openAuthority(options.authorityFolder ?? join(root, "lighttpd"));
  copyFileSync(authority.certFile, join(root, "etc/sso-login-ca.pem"));
  // Providers that do not know that names below .localhost are this machine call it by the other name.
  const certificate = await issueCertificate(authority, join(root, "lighttpd"), [routerHost, "localhost"]);
  writeFileSync(join(root, "var/log/messages"), "");
  const server = await startWebServer({ root, certificate, httpsPort: options.httpsPort });
  const stop = async (): Promise<void> => {
    await server.stop();
    forget();
    remove();
  };
  return { ...server, root, authority, stop };
}
