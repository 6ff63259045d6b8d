/** A router, an identity provider that it trusts, and people with roles: what every end-to-end test starts from. */
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startBox, type BoxOptions } from "../../box/box.ts";
import { issueCertificate, openAuthority, type Certificate } from "../../box/certificates.ts";
import { boxesFolder } from "../../box/locations.ts";
import { IdentityProvider, providerHost, type ProviderOptions } from "../../box/provider/identity-provider.ts";
import { standardAccounts } from "../../box/provider/accounts.ts";
import type { Role, Router, ServiceOptions, UbusAnswer } from "../../box/router.ts";
import { boxRouter, remoteRouter } from "../../box/routers.ts";
import { SavedState, testFolder } from "../../box/saved-state.ts";
import { Client, type Hop, location } from "./client.ts";

/** The roles of the standard accounts (test/box/provider/accounts.ts). */
export const standardRoles: Readonly<Record<string, Role>> = {
  admin: { email: ["alice@example.org"], group: ["router-admins"], read: ["*"], write: ["*"] },
  operator: { email: ["ursula@example.org"], read: ["luci-base", "luci-mod-*"], write: ["luci-mod-system-reboot"] },
  viewer: { email: ["victor@example.org"], group: ["router-viewers"], read: ["luci-base", "luci-mod-status-index"] },
};

export interface SceneOptions {
  box?: BoxOptions;
  /** The provider tells the service when one of its sessions ends. */
  backchannelLogout?: boolean;
  provider?: Partial<ProviderOptions>;
  /** Names of further providers' sections; each has a host of its own, `<name>.localhost`, the same client and the same keys. */
  further?: readonly string[];
}

/** Address that receives the provider's answer. */
export const callbackPath = "/cgi-bin/sso-login/callback";

/** The same for the provider of a section. */
export function callbackOf(name: string): string {
  return name === "default" ? callbackPath : `${callbackPath}/${name}`;
}

/** The error of `/ubus` for what a session may not do, and for one that is over. */
export const accessDenied = -32002;

export class Scene {
  readonly router: Router;
  readonly provider: IdentityProvider;
  /** Path of the provider's certificate authority on the router. */
  readonly caFile: string;
  readonly authority: Certificate;
  /** Further providers by the names of their sections. */
  readonly further = new Map<string, IdentityProvider>();
  readonly #saved: SavedState;
  readonly #stopRouter: () => Promise<void>;
  #clients: Client[] = [];

  private constructor(start: StartedRouter, provider: IdentityProvider) {
    this.router = start.router;
    this.provider = provider;
    this.caFile = start.caFile;
    this.authority = start.authority;
    this.#saved = start.saved;
    this.#stopRouter = start.stop;
  }

  /** Starts everything: a box, or with ROUTER=https://… a real router instead. */
  static async open(options: SceneOptions = {}): Promise<Scene> {
    const start = process.env["ROUTER"] === undefined ? await startBoxed(options.box) : await startRemote();
    let provider: IdentityProvider;
    try {
      const caFile = start.router.caFile;
      const more = {
        ...(options.backchannelLogout === true && { backchannelCa: caFile }),
        ...(options.provider?.authMethod === "private_key_jwt" && { routerCa: caFile }),
      };
      provider = await IdentityProvider.start(await providerOptions(start, { ...more, ...options.provider }));
    } catch (error) {
      await start.stop();
      throw error;
    }
    const scene = new Scene(start, provider);
    for (const name of options.further ?? []) {
      const more = {
        ...(options.backchannelLogout === true && { backchannelCa: start.router.caFile }),
        ...(options.provider?.refreshTokens === true && { refreshTokens: true }),
      };
      const redirectUri = start.router.address + callbackOf(name);
      const own = await providerOptions(start, { ...more, redirectUri, host: `${name}.localhost` });
      scene.further.set(name, await IdentityProvider.start(own));
    }
    await scene.configure();
    return scene;
  }

  /** The options by which the service uses the provider. */
  standardOptions(name = "default"): Record<string, string> {
    const provider = this.further.get(name) ?? this.provider;
    return {
      enabled: "1",
      issuer_url: provider.issuer,
      client_id: provider.client.id,
      client_secret: provider.client.secret,
      redirect_uri: this.router.address + callbackOf(name),
      scope: "openid profile email groups",
      clock_tolerance: "60",
      ca_file: this.caFile,
    };
  }

  /** Writes the service's configuration: the standard one with changes; `further` are changes of further providers, undefined leaves one out. */
  async configure(
    changes: ServiceOptions = {},
    roles: Readonly<Record<string, Role>> = standardRoles,
    further: Readonly<Record<string, ServiceOptions | undefined>> = {},
  ): Promise<void> {
    const sections = [...this.further.keys()]
      .filter((name) => !(name in further) || further[name] !== undefined)
      .map((name): [string, ServiceOptions] => [name, { ...this.standardOptions(name), ...further[name] }]);
    await this.router.setConfig({ ...this.standardOptions(), ...changes }, roles, Object.fromEntries(sections));
  }

  /** Back to the beginning: the router as it was found, standard configuration and accounts, a provider that behaves, no state. */
  async reset(): Promise<void> {
    for (const provider of [this.provider, ...this.further.values()]) {
      provider.behave();
      provider.accounts.clear();
      standardAccounts().forEach((account, name) => provider.accounts.set(name, account));
    }
    this.#clients = [];
    await this.#saved.restore();
    await this.configure();
    await this.router.clearState();
    await this.router.markLog();
  }

  /** Sessions made by the service; a real router may have others. */
  async ssoSessions(): ReturnType<Router["sessions"]> {
    return (await this.router.sessions()).filter(({ values }) => values["sso_issuer"] !== undefined);
  }

  /** A new browser. */
  client(): Client {
    const client = new Client([this.router.caFile, this.authority.certFile]);
    this.#clients.push(client);
    return client;
  }

  /** Everything that must not be in the log, of all browsers since the last reset. */
  secrets(): string[] {
    const { secret } = this.provider.client;
    const known = [
      secret,
      encodeURIComponent(secret),
      new URLSearchParams({ secret }).toString().slice("secret=".length),
    ];
    const all = [this.provider, ...this.further.values()].flatMap((provider) => [...provider.secrets]);
    return [...new Set([...known, ...all, ...this.#clients.flatMap((client) => client.secrets())])];
  }

  /** Starts a login in a browser, up to the provider's form. */
  openForm(client: Client): Promise<Hop> {
    return client.navigate(`${this.router.baseUrl}/`);
  }

  /** A login up to the callback, whose address is returned but not yet requested. */
  async reachCallback(client: Client, name: string): Promise<string> {
    const last = await client.fillIn(`${this.router.baseUrl}/`, this.credentials(name), { stopBefore: callbackPath });
    return location(last).href;
  }

  /** A login up to the callback's answer. */
  async callback(client: Client, name: string): Promise<Hop> {
    const address = await this.reachCallback(client, name);
    return client.request(address, { initiator: providerHost });
  }

  /** A whole login; returns the web interface's page. */
  async logIn(client: Client, name: string): Promise<Hop> {
    const form = await this.openForm(client);
    const landing = await client.submit(form, this.credentials(name));
    return client.refresh(landing);
  }

  /** The logout address of a browser's session, as a web interface links to it (specification, "GET {base_url}/logout"). */
  async logoutLink(client: Client): Promise<URL> {
    const session = (await this.ssoSessions()).find(({ id }) => id === this.sessionOf(client));
    if (session === undefined) {
      throw new Error("the browser has no session");
    }
    return new URL(`${this.router.baseUrl}/logout?stoken=${String(session.values["token"])}`);
  }

  /** The id of a browser's session. */
  sessionOf(client: Client): string {
    return client.jar.get(this.router.host, "sysauth_https") ?? "";
  }

  /** A call over the web server's `/ubus`, as LuCI's pages make it. */
  async callUbus(id: string, object: string, method: string, message: object = {}): Promise<UbusAnswer> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "call", params: [id, object, method, message] });
    return JSON.parse(
      (await this.client().request(`${this.router.address}/ubus`, { method: "POST", body })).body,
    ) as UbusAnswer;
  }

  /** Returns the address to which LuCI's own logout sends a browser. */
  async logOutOfLuci(client: Client): Promise<URL> {
    return location(
      await client.request(`${this.router.address}/cgi-bin/luci/admin/logout`, { initiator: this.router.host }),
    );
  }

  /** User name and password of an account, as fields of the provider's form. */
  credentials(name: string): { username: string; password: string } {
    return { username: name, password: this.provider.accounts.get(name)?.password ?? "" };
  }

  /** Stops provider and router. */
  async close(): Promise<void> {
    await Promise.all([this.provider, ...this.further.values()].map((provider) => provider.stop()));
    await this.#stopRouter();
  }
}

interface StartedRouter {
  router: Router;
  saved: SavedState;
  caFile: string;
  authority: Certificate;
  /** Folder for the provider's certificate. */
  folder: string;
  stop: () => Promise<void>;
}

async function startBoxed(options: BoxOptions = {}): Promise<StartedRouter> {
  const box = await startBox(options);
  const router = boxRouter(box);
  const caFile = router.path("/etc/sso-login-ca.pem");
  const saved = await SavedState.save(router);
  return { router, saved, caFile, authority: box.authority, folder: join(box.root, "lighttpd"), stop: box.stop };
}

/** A setting from the environment that a run against a real router needs. */
function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") {
    throw new Error(`with ROUTER=…, ${name}=… is needed as well: see test/box/README.md`);
  }
  return value;
}

/** The router of ROUTER=…. */
export function chosenRouter(): Router {
  return remoteRouter({
    address: setting("ROUTER").replace(/\/$/, ""),
    shell: setting("ROUTER_SHELL"),
    caFile: setting("ROUTER_CA"),
  });
}

/** The scenes of a process share the router; the last one that closes leaves it as the first one found it. */
let remote: Promise<StartedRouter> | undefined;
let remoteScenes = 0;

function startRemote(): Promise<StartedRouter> {
  remote ??= openRemote();
  remoteScenes += 1;
  return remote;
}

async function openRemote(): Promise<StartedRouter> {
  const authority = await openAuthority(join(boxesFolder, "ca"));
  const router = chosenRouter();
  const saved = await SavedState.save(router);
  const caFile = `${testFolder}/ca.pem`;
  await router.writeFile(caFile, readFileSync(authority.certFile, "utf8"));
  const stop = async (): Promise<void> => {
    remoteScenes -= 1;
    if (remoteScenes === 0) {
      remote = undefined;
      await saved.end();
    }
  };
  return { router, saved, caFile, authority, folder: join(boxesFolder, "remote"), stop };
}

async function providerOptions(start: StartedRouter, more: Partial<ProviderOptions>): Promise<ProviderOptions> {
  const host = process.env["ROUTER"] === undefined ? providerHost : setting("PROVIDER_HOST");
  const certificate = await issueCertificate(start.authority, start.folder, [more.host ?? host]);
  // Servers of a private authority often send its certificate along.
  appendFileSync(certificate.certFile, readFileSync(start.authority.certFile));
  return {
    certificate,
    redirectUri: start.router.address + callbackPath,
    postLogoutRedirectUri: `${start.router.address}/`,
    host,
    // A router of another machine needs more than the loopback interface.
    listenOn: host.endsWith(".localhost") ? "127.0.0.1" : "0.0.0.0",
    ...more,
  };
}
