/** glewlwyd of Debian, with a database of its own, set up through its own interface for administrators. */
import { generateKeyPairSync } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runOrFail } from "../../box/command.ts";
import { providerHost } from "../../box/provider/identity-provider.ts";
import { startServer } from "../../box/server.ts";
import { Client, header, type Hop } from "../../e2e/support/client.ts";
import { debian, type Kind, type Running, type Setting } from "./site.ts";

const files = "/usr/lib/glewlwyd";
const tables = "/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3";
const plugin = "oidc";

/** The people. */
const people = [
  { username: "alice", email: "alice@example.org", groups: ["router-admins", "staff"] },
  { username: "ursula", email: "ursula@example.org", groups: [] },
];

const algorithms = {
  RS256: () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
  ES384: () => generateKeyPairSync("ec", { namedCurve: "P-384" }),
};

/** A private key as a JWK Set. */
function keySet(alg: keyof typeof algorithms): string {
  const key = algorithms[alg]().privateKey.export({ format: "jwk" });
  return JSON.stringify({ keys: [{ ...key, alg, kid: `${alg}-${String(Date.now())}`, use: "sig" }] });
}

function configuration({ front, folder, port }: Setting): string {
  const modules = [
    ["user", "user"],
    ["client", "client"],
    ["user_auth_scheme", "scheme"],
    ["plugin", "plugin"],
  ];
  return `port=${String(port)}
bind_address="127.0.0.1"
external_url="${front.origin}"
static_files_path="/usr/share/glewlwyd/webapp/"
login_url="login.html"
api_prefix="api"
log_mode="console"
log_level="WARNING"
cookie_domain="${providerHost}"
cookie_secure=1
session_expiration=3600
session_key="GLEWLWYD2_SESSION_ID"
admin_session_authentication="cookie"
profile_session_authentication="cookie"
login_api_enabled=true
admin_scope="g_admin"
profile_scope="g_profile"
${modules.map(([kind, name]) => `${kind}_module_path="${files}/${name}"`).join("\n")}
hash_algorithm="SHA512"
database = { type = "sqlite3" path = "${join(folder, "glewlwyd.db")}" };
`;
}

/** The plugin's parameters, by which everything is offered that the tests want. */
function parameters({ front }: Setting): Record<string, unknown> {
  return {
    iss: `${front.origin}/api/${plugin}`,
    "jwks-private": keySet("RS256"),
    "jwks-show": true,
    "access-token-duration": 3600,
    "refresh-token-duration": 3600,
    "code-duration": 600,
    "auth-type-code-enabled": true,
    "pkce-allowed": true,
    "allowed-scope": ["openid"],
    "email-claim": "mandatory",
    claims: [{ name: "groups", "user-property": "groups", type: "string", mandatory: true }],
    "session-management-allowed": true,
    "session-cookie-name": "GLEWLWYD2_OIDC_SID",
    "session-cookie-expiration": 3600,
    "back-channel-logout-allowed": true,
    // Its logout page asks for the clients to tell by that way, and stops without it.
    "front-channel-logout-allowed": true,
    // It has no other way to trust the router's certificate than the authorities of its whole system.
    "request-uri-allow-https-non-secure": true,
    "oauth-as-iss-id": true,
    "oauth-par-allowed": true,
    "oauth-par-request_uri-prefix": "urn:glewlwyd:",
    "oauth-par-duration": 90,
  };
}

export class Glewlwyd implements Running {
  readonly issuer: string;
  readonly stop: () => Promise<void>;
  readonly #setting: Setting;
  readonly #admin: Client;
  /** The plugin's parameters at first, and whether they are others now. */
  readonly #parameters: Record<string, unknown>;
  #changed = false;

  constructor(setting: Setting, stop: () => Promise<void>) {
    this.issuer = `${setting.front.origin}/api/${plugin}`;
    this.stop = stop;
    this.#setting = setting;
    this.#admin = new Client([setting.caFile]);
    this.#parameters = parameters(setting);
  }

  /** Scope, plugin, client and people. */
  async setUp(): Promise<void> {
    await this.#sign(this.#admin, "admin", "password");
    const { client, router, callback } = this.#setting;
    await this.#keepLists("user", "groups");
    await this.#keepLists("client", "post_logout_redirect_uris");
    await this.#ask(this.#admin, "POST", "mod/plugin", {
      module: "oidc",
      name: plugin,
      display_name: plugin,
      enabled: true,
      parameters: this.#parameters,
    });
    await this.#ask(this.#admin, "POST", "client", {
      client_id: client.id,
      name: client.id,
      enabled: true,
      confidential: true,
      client_secret: client.secret,
      redirect_uri: [router + callback],
      post_logout_redirect_uris: [`${router}/`],
      authorization_type: ["code"],
      token_endpoint_auth_method: ["client_secret_basic", "client_secret_post"],
      backchannel_logout_uri: router + callback.replace("/callback", "/backchannel-logout"),
      backchannel_logout_session_required: "true",
    });
    for (const person of people) {
      const more = { password: `${person.username}-password`, name: person.username, enabled: true };
      await this.#ask(this.#admin, "POST", "user", { ...person, ...more, scope: ["openid", "g_profile"] });
    }
  }

  /** Signs with a new key from now on, and knows the old one no more. */
  async rotate(alg: keyof typeof algorithms): Promise<void> {
    await this.change({ "jwks-private": keySet(alg) });
  }

  /** Changes parameters of the plugin, until the next test begins. */
  async change(parameters: Record<string, unknown>): Promise<void> {
    this.#changed = true;
    const module = { module: "oidc", name: plugin, display_name: plugin, enabled: true };
    const body = { ...module, parameters: { ...this.#parameters, ...parameters } };
    await this.#ask(this.#admin, "PUT", `mod/plugin/${plugin}`, body);
    await this.#ask(this.#admin, "PUT", `mod/plugin/${plugin}/reset`);
  }

  async reset(): Promise<void> {
    if (this.#changed) {
      await this.change({});
      this.#changed = false;
    }
  }

  /** Its login page is a program in the browser: these are its calls. */
  async logIn(browser: Client, page: Hop, name: string): Promise<Hop> {
    await this.#sign(browser, name, `${name}-password`);
    await this.#ask(browser, "PUT", `auth/grant/${this.#setting.client.id}`, { scope: "openid" });
    const back = new URL(page.url.searchParams.get("callback_url") ?? "");
    back.searchParams.set("g_continue", "");
    return browser.request(back, { initiator: providerHost });
  }

  /** Ends one of its sessions, as its logout page does. */
  async endSession(browser: Client, sid: string): Promise<void> {
    await this.#ask(browser, "GET", `${plugin}/session/${sid}/${this.#setting.client.id}`);
    await this.#ask(browser, "DELETE", `${plugin}/session/${sid}`);
    await this.#ask(browser, "DELETE", "auth");
  }

  /** Lets users or clients have a property of several values. */
  async #keepLists(kind: "user" | "client", property: string): Promise<void> {
    const path = `mod/${kind}/database`;
    const module = JSON.parse((await this.#ask(this.#admin, "GET", path)).body) as {
      parameters: { "data-format": Record<string, object> };
    };
    module.parameters["data-format"][property] = { multiple: true, read: true, write: true };
    await this.#ask(this.#admin, "PUT", path, module);
    await this.#ask(this.#admin, "PUT", `${path}/reset`);
  }

  #sign(browser: Client, username: string, password: string): Promise<Hop> {
    return this.#ask(browser, "POST", "auth", { username, password });
  }

  async #ask(browser: Client, method: string, path: string, body?: object): Promise<Hop> {
    const hop = await browser.request(`${this.#setting.front.origin}/api/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
      initiator: providerHost,
    });
    if (hop.status !== 200) {
      throw new Error(`${method} ${path}: ${String(hop.status)} ${hop.body} ${header(hop, "location") ?? ""}`);
    }
    return hop;
  }
}

export const glewlwyd: Kind<Glewlwyd> = {
  name: "glewlwyd",
  missing: () => debian("glewlwyd", "/usr/bin/glewlwyd"),
  start: async (setting) => {
    const { folder, port } = setting;
    await runOrFail("sqlite3", [join(folder, "glewlwyd.db")], { input: readFileSync(tables, "utf8") });
    const file = join(folder, "glewlwyd.conf");
    writeFileSync(file, configuration(setting));
    const stop = await startServer({ command: ["glewlwyd", `--config-file=${file}`], port });
    return new Glewlwyd(setting, stop);
  },
};
