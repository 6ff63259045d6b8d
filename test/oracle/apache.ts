/** Debian's mod_auth_openidc on an Apache of its own: a relying party that others wrote, for the same client. */
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { routerHost } from "../box/box.ts";
import { issueCertificate, type Certificate } from "../box/certificates.ts";
import { callbackPath } from "../e2e/support/scene.ts";
import { freePort, startServer } from "../box/server.ts";

/** Matches the module's log line about a refusal. */
const errorOf = /\[auth_openidc:error\] .*?\] (?:oidc_\w+: )?(.*)$/;

const modulesFolder = "/usr/lib/apache2/modules";
/** Debian's package, and what it installs. */
export const debian = { package: "libapache2-mod-auth-openidc", file: `${modulesFolder}/mod_auth_openidc.so` };

const modules = ["mpm_event", "authn_core", "authz_core", "authz_user", "socache_shmcb", "ssl", "auth_openidc"];

/** As the service does it: code flow with PKCE, one minute of tolerance, discovery and keys over verified TLS. */
function configuration(folder: string, port: number, certificate: Certificate, authority: Certificate): string {
  const address = `https://${routerHost}:${String(port)}`;
  return `${modules.map((name) => `LoadModule ${name}_module ${modulesFolder}/mod_${name}.so`).join("\n")}
ServerRoot ${folder}
DefaultRuntimeDir ${folder}
PidFile ${folder}/apache.pid
ServerName ${routerHost}
Listen 127.0.0.1:${String(port)}
User www-data
Group www-data
ErrorLog ${folder}/error.log
LogLevel error
SSLEngine on
SSLCertificateFile ${certificate.certFile}
SSLCertificateKeyFile ${certificate.keyFile}

OIDCMetadataDir ${folder}/metadata
OIDCCacheType file
OIDCCacheDir ${folder}/cache
OIDCCABundlePath ${authority.certFile}
OIDCHTTPTimeoutShort 1
OIDCHTTPTimeoutLong 5
OIDCRedirectURI ${address}${callbackPath}
OIDCCryptoPassphrase test
OIDCScope "openid profile email groups"
OIDCPKCEMethod S256
OIDCIDTokenIatSlack 60

<Location />
AuthType openid-connect
Require valid-user
</Location>
`;
}

/** Empties the folders of its cache and sessions; its processes are another user's. */
function emptyFolders(folder: string): void {
  for (const name of ["metadata", "cache"]) {
    const path = join(folder, name);
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path);
    chmodSync(path, 0o777);
  }
}

export class Apache {
  readonly address: string;
  readonly stop: () => Promise<void>;
  readonly #folder: string;

  private constructor(folder: string, port: number, stop: () => Promise<void>) {
    this.#folder = folder;
    this.address = `https://${routerHost}:${String(port)}`;
    this.stop = stop;
  }

  /** Starts Apache in a folder that its user may enter. */
  static async start(folder: string, authority: Certificate): Promise<Apache> {
    emptyFolders(folder);
    const certificate = await issueCertificate(authority, folder, [routerHost]);
    const port = await freePort();
    const file = join(folder, "apache.conf");
    writeFileSync(file, configuration(folder, port, certificate, authority));
    const stop = await startServer({ command: ["apache2", "-D", "FOREGROUND", "-f", file], port });
    return new Apache(folder, port, stop);
  }

  /** Forgets all it ever fetched and every session, and knows the client of one issuer. */
  knowOnly(issuer: string, client: object = {}): void {
    emptyFolders(this.#folder);
    const name = encodeURIComponent(issuer.replace(/^https:\/\//, "").replace(/\/$/, ""));
    writeFileSync(join(this.#folder, "metadata", `${name}.client`), JSON.stringify(client));
    writeFileSync(join(this.#folder, "error.log"), "");
  }

  /** Returns the address at which a login at an issuer starts; the cookie `x_csrf=1` permits that it is discovered. */
  start(issuer: string): string {
    const query = new URLSearchParams({ iss: issuer, target_link_uri: `${this.address}/in`, x_csrf: "1" });
    return `${this.address}${callbackPath}?${query.toString()}`;
  }

  /** Returns its log of the last request. */
  errors(): string {
    const lines = readFileSync(join(this.#folder, "error.log"), "latin1").split("\n");
    return lines.map((line) => errorOf.exec(line)?.[1] ?? line).join("\n");
  }
}
