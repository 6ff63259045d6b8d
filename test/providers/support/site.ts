/** A router in a box and a provider that people log in to it with. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { startBox, type Box } from "../../box/box.ts";
import { freePort, ServerEnded } from "../../box/server.ts";
import type { Role, Router, ServiceOptions } from "../../box/router.ts";
import { boxRouter } from "../../box/routers.ts";
import { Client, isRedirect, location, type Hop } from "../../e2e/support/client.ts";
import type { Watched } from "../../e2e/support/expect.ts";
import { callbackPath } from "../../e2e/support/scene.ts";
import { Front } from "./front.ts";

/** The roles of the people at a provider: by a group, and by an e-mail address. */
export function rolesWith(email: string, group = "router-admins"): Readonly<Record<string, Role>> {
  return {
    admin: { group: [group], read: ["*"], write: ["*"] },
    operator: { email: [email], read: ["luci-base", "luci-mod-*"], write: ["luci-mod-system-reboot"] },
  };
}

/** The set-up of a provider. */
export interface Setting {
  /** An empty folder of its own. */
  folder: string;
  /** The port that the front forwards to. */
  port: number;
  front: Front;
  /** The authority that front and router have their certificates of. */
  caFile: string;
  /** The router's address, and the path at which it takes the answers. */
  router: string;
  callback: string;
  client: { id: string; secret: string };
}

/** A provider that runs. */
export interface Running {
  issuer: string;
  /** Sets it up, once it has started. */
  setUp?: () => Promise<void>;
  /** Does at the provider what its login page does, from the page that the router led to, up to the redirect to the router. */
  logIn: (browser: Client, page: Hop, name: string) => Promise<Hop>;
  /** Takes back what a test changed. */
  reset: () => Promise<void>;
  stop: () => Promise<void>;
}

/** A kind of provider. */
export interface Kind<Provider extends Running> {
  name: string;
  /** Why it cannot run here. */
  missing: () => string | undefined;
  start: (setting: Setting) => Promise<Provider>;
}

/** Why a provider of Debian is skipped: the package, and a file of it. */
export function debian(name: string, file: string): string | undefined {
  return existsSync(file) ? undefined : `the Debian package ${name} is not installed and may not be`;
}

/** Why a provider is skipped that scripts/providers.sh installs. */
export function installed(name: string): string | undefined {
  const [done, missing] = [`build/providers/${name}/done`, `build/providers/${name}.missing`];
  if (existsSync(done)) {
    return undefined;
  }
  return existsSync(missing) ? readFileSync(missing, "utf8").trim() : `scripts/providers.sh ${name} was not run`;
}

export class Site<Provider extends Running> implements Watched {
  readonly router: Router;
  readonly front: Front;
  readonly provider: Provider;
  readonly client: Setting["client"];
  readonly #box: Box;
  #browsers: Client[] = [];

  private constructor(box: Box, front: Front, provider: Provider, client: Setting["client"]) {
    this.#box = box;
    this.router = boxRouter(box);
    this.front = front;
    this.provider = provider;
    this.client = client;
  }

  /** Starts a provider behind a front; it must be there. */
  static async open<Provider extends Running>(kind: Kind<Provider>): Promise<Site<Provider>> {
    const box = await startBox();
    const folder = join(box.root, "provider");
    const client = { id: "router", secret: "client secret: 100% & + /=" };
    const [router, caFile] = [boxRouter(box).address, box.authority.certFile];
    let [front, provider]: [Front?, Provider?] = [];
    for (let attempt = 1; ; attempt += 1) {
      try {
        front ??= await Front.start(box.authority, join(box.root, "front"));
        const port = await freePort();
        front.forwardTo(port);
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder);
        provider = await kind.start({ folder, front, caFile, router, callback: callbackPath, client, port });
        await provider.setUp?.();
        return new Site(box, front, provider, client);
      } catch (error) {
        await provider?.stop();
        // Its port may have been taken by somebody faster.
        if (!(error instanceof ServerEnded) || attempt === 3) {
          front?.stop();
          await box.stop();
          throw error;
        }
      }
    }
  }

  /** The options by which the service uses the provider. */
  standard(): ServiceOptions {
    return {
      enabled: "1",
      issuer_url: this.provider.issuer,
      client_id: this.client.id,
      client_secret: this.client.secret,
      redirect_uri: this.router.address + callbackPath,
      scope: "openid",
      ca_file: this.router.path("/etc/sso-login-ca.pem"),
    };
  }

  /** Writes the service's configuration, and forgets everything that was before. */
  async begin(options: ServiceOptions, roles: Readonly<Record<string, Role>>): Promise<void> {
    await this.provider.reset();
    await this.router.setConfig({ ...this.standard(), ...options }, roles);
    await this.router.clearState();
    for (const { id } of await this.router.sessions()) {
      await this.router.destroySession(id);
    }
    this.front.passed.length = 0;
    this.front.added.clear();
    this.front.edits.clear();
    this.#browsers = [];
    await this.router.markLog();
  }

  /** A new browser. */
  browser(): Client {
    const browser = new Client([this.router.caFile]);
    this.#browsers.push(browser);
    return browser;
  }

  /** A login up to the redirect to the router, or to where the provider ends it. */
  async reach(browser: Client, name: string, query = ""): Promise<Hop> {
    const page = await browser.navigate(`${this.router.baseUrl}/${query}`, { stopBefore: callbackPath });
    return isRedirect(page) || page.status >= 400 ? page : this.provider.logIn(browser, page, name);
  }

  /** A whole login; returns the page of the web interface. */
  async logIn(browser: Client, name: string, query = ""): Promise<Hop> {
    const last = await this.reach(browser, name, query);
    const landing = await browser.navigate(location(last), { initiator: last.url.hostname });
    return landing.status === 200 && landing.url.pathname === "/cgi-bin/webui/" ? browser.refresh(landing) : landing;
  }

  /** Logs out by LuCI's own entry; returns the provider's page, or its redirect to `end`. */
  async logOut(browser: Client, end?: string): Promise<Hop> {
    const details = { initiator: this.router.host };
    const left = await browser.request(`${this.router.address}/cgi-bin/luci/admin/logout`, details);
    return browser.navigate(location(left), { ...details, ...(end !== undefined && { stopBefore: end }) });
  }

  secrets(): string[] {
    const tokens = this.front.passed.flatMap(({ body }) =>
      [...body.matchAll(/"(?:access|id|refresh)_token"\s*:\s*"([^"]+)"/g)].map(([, token = ""]) => token),
    );
    const { secret } = this.client;
    const own = this.#browsers.flatMap((browser) => browser.secrets());
    return [secret, encodeURIComponent(secret), ...tokens, ...own];
  }

  async close(): Promise<void> {
    await this.provider.stop();
    this.front.stop();
    await this.#box.stop();
  }
}

/** Defines tests that share a router and a provider, skipped by name where the provider is missing. */
export function siteSuite<Provider extends Running>(
  kind: Kind<Provider>,
  tests: Readonly<Record<string, (site: Site<Provider>) => Promise<void>>>,
): void {
  const skip = kind.missing();
  describe(kind.name, () => {
    let site: Site<Provider> | undefined;
    before(async () => {
      site = skip === undefined ? await Site.open(kind) : undefined;
    });
    after(() => site?.close());
    for (const [title, body] of Object.entries(tests)) {
      test(title, { timeout: 120_000, skip }, async () => {
        if (site === undefined) {
          throw new Error("the provider did not start");
        }
        await body(site);
      });
    }
  });
}
