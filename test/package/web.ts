/** lighttpd in front of a root folder: each CGI program there is started inside it, as root or as another user. */
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { issueCertificate, openAuthority, type Certificate } from "../box/certificates.ts";
import { routerHost } from "../box/box.ts";
import { enter, root } from "./chroot.ts";
import { startWebServer, type WebServer } from "../box/lighttpd.ts";

export interface Web extends WebServer {
  authority: Certificate;
  /** Makes the web server find the CGI programs that are there now, and run them as a user and group. */
  expose: (user?: string) => void;
}

export async function startWeb(folder: string): Promise<Web> {
  rmSync(folder, { recursive: true, force: true });
  const programs = join(folder, "www/cgi-bin");
  for (const path of [programs, join(folder, "tmp"), join(folder, "var/log")]) {
    mkdirSync(path, { recursive: true });
  }
  writeFileSync(join(folder, "var/log/messages"), "");
  const authority = await openAuthority(join(folder, "ca"));
  const certificate = await issueCertificate(authority, folder, [routerHost]);
  const expose = (user = "0:0"): void => {
    rmSync(programs, { recursive: true });
    mkdirSync(programs);
    for (const name of [...readdirSync(join(root, "www/cgi-bin")).map((file) => `cgi-bin/${file}`), "ubus"]) {
      const path = join(folder, "www", name);
      writeFileSync(path, `#!/bin/sh\nexec ${enter(user).join(" ")} '/www/${name}'\n`);
      chmodSync(path, 0o755);
    }
  };
  return { ...(await startWebServer({ root: folder, certificate })), authority, expose };
}
