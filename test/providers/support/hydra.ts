/** Ory Hydra with its database in memory. It has no pages of its own: logIn and logOut are those of the program beside it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, startServer } from "../../box/server.ts";
import type { ServiceOptions } from "../../box/router.ts";
import { Client, type Hop } from "../../e2e/support/client.ts";
import { callbackPath } from "../../e2e/support/scene.ts";
import { installed, type Kind, type Setting } from "./site.ts";
import { people, programs, tokenForProgram, type Mistake, type TestProvider } from "./trials.ts";

type Json = Record<string, unknown>;
type Question = (typeof pages)[number];

const pages = ["login", "consent", "logout"] as const;

function configuration({ front, port }: Setting, adminPort: number): Json {
  const host = "127.0.0.1";
  return {
    dsn: "memory",
    secrets: { system: ["of no meaning but long enough"] },
    serve: { tls: { enabled: false }, public: { host, port }, admin: { host, port: adminPort } },
    strategies: { access_token: "jwt" },
    oidc: { dynamic_client_registration: { enabled: true, default_scope: ["openid", "profile", "email"] } },
    webfinger: { oidc_discovery: { client_registration_url: `${front.origin}/oauth2/register` } },
    oauth2: { hashers: { bcrypt: { cost: 4 } } },
    urls: {
      self: { issuer: front.origin },
      ...Object.fromEntries(pages.map((page) => [page, `${front.origin}/${page}`])),
    },
  };
}

/** The router's client, as its page in the documents says. */
function routerClient({ client, router, callback }: Setting): Json {
  return {
    client_id: client.id,
    client_secret: client.secret,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    scope: "openid profile email offline_access",
    redirect_uris: [router + callback],
    post_logout_redirect_uris: [`${router}/`],
  };
}

class Hydra implements TestProvider {
  readonly issuer: string;
  readonly stop: () => Promise<void>;
  readonly #setting: Setting;
  readonly #origin: string;
  readonly #admin = new Client([]);
  #tellsGroups = true;

  constructor(setting: Setting, origin: string, stop: () => Promise<void>) {
    this.issuer = setting.front.origin;
    this.stop = stop;
    this.#setting = setting;
    this.#origin = origin;
  }

  async setUp(): Promise<void> {
    // It makes its keys when it is asked for them first.
    await this.#admin.request(`${this.#origin}/admin/keys/hydra.openid.id-token`);
    await this.#ask("POST", "clients", routerClient(this.#setting));
    await this.#ask("POST", "clients", {
      ...{ client_id: programs.client, client_secret: programs.secret, grant_types: ["client_credentials"] },
      ...{ audience: [programs.audience], token_endpoint_auth_method: "client_secret_post" },
    });
  }

  async logIn(browser: Client, page: Hop, name: string): Promise<Hop> {
    const asked = await this.#question("login", page);
    if (asked["skip"] !== true) {
      await browser.request(page.url, { form: { name }, initiator: page.url.hostname });
    }
    const subject = asked["skip"] === true ? asked["subject"] : name;
    const next = await this.#accept(browser, "login", page, { subject, remember: true, remember_for: 3600 });
    const consent = await this.#question("consent", next);
    const person = people.find((one) => one.name === consent["subject"]);
    const groups = person?.isAdmin === true ? ["router-admins"] : [];
    const claims = { email: person?.email, email_verified: true, ...(this.#tellsGroups && { groups }) };
    const grant = { grant_scope: consent["requested_scope"], session: { id_token: claims } };
    return this.#accept(browser, "consent", next, grant);
  }

  async logOut(browser: Client, page: Hop): Promise<Hop> {
    return this.#accept(browser, "logout", page, {}, "/");
  }

  async make(mistake: Mistake): Promise<void> {
    if (mistake === "clientDisabled") {
      await this.#ask("DELETE", `clients/${this.#setting.client.id}`);
    } else if (mistake === "publicClient") {
      await this.#change({ token_endpoint_auth_method: "none", client_secret: "" });
    } else if (mistake === "redirectUnknown") {
      await this.#change({ redirect_uris: ["https://elsewhere.example.org/"], post_logout_redirect_uris: [] });
    } else {
      this.#tellsGroups = false;
    }
  }

  async useKey(jwks: string): Promise<void> {
    const method = { token_endpoint_auth_method: "private_key_jwt", token_endpoint_auth_signing_alg: "ES256" };
    await this.#change({ ...method, jwks: JSON.parse(jwks) as Json });
  }

  /** It asks for no token. */
  register(): Promise<string> {
    return Promise.resolve("");
  }

  async rotate(): Promise<void> {
    await this.#ask("POST", "keys/hydra.openid.id-token", {
      alg: "RS256",
      use: "sig",
      kid: `key-${String(Date.now())}`,
    });
  }

  async endSession(_name: string, sid: string): Promise<void> {
    const address = this.#setting.router.replace("router.", "") + "/cgi-bin/sso-login/backchannel-logout";
    await this.#change({ backchannel_logout_uri: address, backchannel_logout_session_required: true });
    await this.#ask("DELETE", `oauth2/auth/sessions/login?sid=${sid}`);
  }

  async disable(name: string): Promise<void> {
    await this.#ask("DELETE", `oauth2/auth/sessions/consent?subject=${name}&all=true`);
  }

  async programToken(): Promise<{ token: string; role: object; options: ServiceOptions }> {
    const { client, audience } = programs;
    const token = await tokenForProgram(this.#setting, `${this.issuer}/oauth2/token`, { audience });
    return { token, role: { client: [client] }, options: { api_token_types: ["at+jwt", "JWT"], api_client: [client] } };
  }

  async reset(): Promise<void> {
    this.#tellsGroups = true;
    await this.make("clientDisabled").catch(() => undefined);
    await this.#ask("POST", "clients", routerClient(this.#setting));
  }

  #change(client: Json): Promise<Hop> {
    return this.#ask("PUT", `clients/${this.#setting.client.id}`, { ...routerClient(this.#setting), ...client });
  }

  async #question(kind: Question, { url }: Hop): Promise<Json> {
    const challenge = encodeURIComponent(url.searchParams.get(`${kind}_challenge`) ?? "");
    const hop = await this.#ask("GET", `oauth2/auth/requests/${kind}?${kind}_challenge=${challenge}`);
    return JSON.parse(hop.body) as Json;
  }

  /** Says yes, and follows where the browser is sent then. */
  async #accept(browser: Client, kind: Question, { url }: Hop, body: Json, stopBefore = callbackPath): Promise<Hop> {
    const challenge = encodeURIComponent(url.searchParams.get(`${kind}_challenge`) ?? "");
    const hop = await this.#ask("PUT", `oauth2/auth/requests/${kind}/accept?${kind}_challenge=${challenge}`, body);
    const { redirect_to: next } = JSON.parse(hop.body) as { redirect_to: string };
    return browser.navigate(next, { initiator: url.hostname, stopBefore });
  }

  async #ask(method: string, path: string, body?: Json): Promise<Hop> {
    const more =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
    const hop = await this.#admin.request(`${this.#origin}/admin/${path}`, { method, ...more });
    if (hop.status >= 300) {
      throw new Error(`${method} ${path}: ${String(hop.status)} ${hop.body}`);
    }
    return hop;
  }
}

export const hydra: Kind<Hydra> = {
  name: "hydra",
  missing: () => installed("hydra"),
  start: async (setting) => {
    const { folder, port, caFile } = setting;
    const adminPort = await freePort();
    pages.forEach((page) => setting.front.pages.add(`/${page}`));
    const file = join(folder, "hydra.json");
    writeFileSync(file, JSON.stringify(configuration(setting, adminPort)));
    const env = { ...process.env, SSL_CERT_FILE: caFile, SQA_OPT_OUT: "true" };
    const command = ["build/providers/hydra/hydra", "serve", "all", "--config", file];
    return new Hydra(setting, `http://127.0.0.1:${String(adminPort)}`, await startServer({ command, port, env }));
  },
};
