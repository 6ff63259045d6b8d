/** A router in a box: a root folder with the installed package, stand-ins for the daemons, and a web server. */
import { randomBytes } from "node:crypto";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { issueCertificate, openAuthority, type Certificate } from "./certificates.ts";
import {
  chosenBackend,
  chosenRuntime,
  copyTemplate,
  type CryptoBackend,
  installService,
  type Runtime,
  writePrograms,
} from "./install.ts";
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
  httpPort?: number;
  runtime?: Runtime;
  backend?: CryptoBackend;
  /** How many programs the web server runs at a time, as uhttpd's `max_requests`; any number when absent. */
  slots?: number;
  /** Folder of a certificate authority to keep from start to start; a new one for this box when absent. */
  authorityFolder?: string;
}

/** A running box. */
export interface Box {
  /** Absolute path of its root folder. */
  root: string;
  httpsPort: number;
  httpPort: number;
  /** The authority that issued the router's certificate; it may issue the provider's as well. */
  authority: Certificate;
  stop: () => Promise<void>;
}

/** Starts a box; its address is `https://router.localhost:<httpsPort>`. */
export async function startBox(options: BoxOptions = {}): Promise<Box> {
  const root = join(boxesFolder, options.name ?? randomBytes(6).toString("hex"));
  const throwAway = options.name === undefined && process.env["KEEP_BOX"] === undefined;
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const forget = atEnd(() => throwAway && removeFolder(root));
  const remove = (): void => {
    forget();
    if (throwAway) {
      removeFolder(root);
    }
  };
  let server: WebServer;
  let authority: Certificate;
  try {
    await installService(root, options.runtime ?? chosenRuntime(), options.backend ?? chosenBackend());
    copyTemplate(root);
    writePrograms(root);
    if (options.slots !== undefined) {
      limitSlots(root, options.slots);
    }
    authority = await openAuthority(options.authorityFolder ?? join(root, "lighttpd"));
    copyFileSync(authority.certFile, join(root, "etc/sso-login-ca.pem"));
    const certificate = await issueCertificate(authority, join(root, "lighttpd"), [routerHost]);
    writeFileSync(join(root, "var/log/messages"), "");
    server = await startWebServer({ root, certificate, httpsPort: options.httpsPort, httpPort: options.httpPort });
  } catch (error) {
    remove();
    throw error;
  }
  return {
    root,
    httpsPort: server.httpsPort,
    httpPort: server.httpPort,
    authority,
    stop: async () => {
      await server.stop();
      remove();
    },
  };
}
