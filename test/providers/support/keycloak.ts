/** Keycloak with its database in memory, set up through its interface for administrators. */
import { randomUUID } from "node:crypto";
import { startServer } from "../../box/server.ts";
import type { ServiceOptions } from "../../box/router.ts";
import { Client, type Hop } from "../../e2e/support/client.ts";
import { callbackPath } from "../../e2e/support/scene.ts";
import type { Front } from "./front.ts";
import { installed, type Kind, type Setting } from "./site.ts";
import { people, programs, tokenForProgram, type Mistake, type TestProvider } from "./trials.ts";

const folder = "build/providers/keycloak";
const realm = "home";

type Json = Record<string, unknown>;

/** A protocol mapper, which adds a claim to tokens. */
const mapper = (name: string, protocolMapper: string, config: Json): Json => ({
  name,
  protocol: "openid-connect",
  protocolMapper,
  config: { "access.token.claim": "true", "id.token.claim": "true", "userinfo.token.claim": "true", ...config },
});

const groups = mapper("groups", "oidc-group-membership-mapper", { "claim.name": "groups", "full.path": "true" });

/** The router's client, as its page in the documents says. */
function routerClient({ client, router, callback }: Setting): Json {
  return {
    clientId: client.id,
    secret: client.secret,
    redirectUris: [router + callback],
    attributes: { "post.logout.redirect.uris": `${router}/` },
    frontchannelLogout: false,
    protocolMappers: [groups],
  };
}

/** The change of the client that makes each mistake. */
const mistakes: Readonly<Partial<Record<Mistake, Json>>> = {
  redirectUnknown: { redirectUris: ["https://elsewhere.example.org/callback"] },
  publicClient: { publicClient: true },
  clientDisabled: { enabled: false },
};

class Keycloak implements TestProvider {
  readonly issuer: string;
  readonly stop: () => Promise<void>;
  readonly #setting: Setting;
  readonly #admin: Client;
  #disabled: string | undefined;

  constructor(setting: Setting, stop: () => Promise<void>) {
    this.issuer = `${setting.front.origin}/realms/${realm}`;
    this.stop = stop;
    this.#setting = setting;
    this.#admin = new Client([setting.caFile]);
  }

  async setUp(): Promise<void> {
    await this.#ask("POST", "", {
      realm,
      enabled: true,
      groups: [{ name: "router-admins" }],
      users: people.map(({ name, email, isAdmin }) => ({
        ...{ username: name, firstName: name, lastName: name, email, emailVerified: true, enabled: true },
        ...{
          groups: isAdmin ? ["/router-admins"] : [],
          credentials: [{ type: "password", value: `${name}-password` }],
        },
      })),
      clients: [
        routerClient(this.#setting),
        {
          ...{ clientId: programs.client, secret: programs.secret, serviceAccountsEnabled: true },
          protocolMappers: [
            mapper("router", "oidc-audience-mapper", { "included.custom.audience": programs.audience }),
          ],
        },
      ],
    });
  }

  async logIn(browser: Client, page: Hop, name: string): Promise<Hop> {
    // The page of a second login is for the same user, with a link for another one.
    const another = /location\.href='([^']*\/login-actions\/restart[^']*)'/
      .exec(page.body)?.[1]
      ?.replaceAll("&amp;", "&");
    const form = another === undefined ? page : await browser.navigate(new URL(another, page.url));
    return browser.submit(form, { username: name, password: `${name}-password` }, { stopBefore: callbackPath });
  }

  /** Changes the router's client. */
  async change(client: Json): Promise<void> {
    await this.#ask("PUT", `/${realm}/clients/${await this.#id()}`, client);
  }

  async make(mistake: Mistake): Promise<void> {
    const id = await this.#id();
    if (mistake === "groupsMissing") {
      const [found] = await this.#list(`clients/${id}/protocol-mappers/models`);
      await this.#ask("DELETE", `/${realm}/clients/${id}/protocol-mappers/models/${String(found?.["id"])}`);
    } else {
      await this.change(mistakes[mistake] ?? {});
    }
  }

  async useKey(jwks: string): Promise<void> {
    await this.change({
      clientAuthenticatorType: "client-jwt",
      attributes: { "use.jwks.string": "true", "jwks.string": jwks, "token.endpoint.auth.signing.alg": "ES256" },
    });
  }

  async register(): Promise<string> {
    const made = await this.#ask("POST", `/${realm}/clients-initial-access`, { count: 1, expiration: 600 });
    return (JSON.parse(made.body) as { token: string }).token;
  }

  /** Its document never says that a client demands them: so a filter does. */
  async demandPushed(front: Front): Promise<void> {
    const member = '"require_pushed_authorization_requests":';
    front.edits.set(`/realms/${realm}/.well-known/openid-configuration`, (text) =>
      text.replace(`${member}false`, `${member}true`),
    );
    await this.change({ attributes: { "require.pushed.authorization.requests": "true" } });
  }

  async rotate(): Promise<void> {
    const [{ id: parentId } = {}] = await this.#list("");
    await this.#ask("POST", `/${realm}/components`, {
      ...{ name: randomUUID(), providerId: "rsa-generated", providerType: "org.keycloak.keys.KeyProvider" },
      ...{ parentId, config: { priority: ["1000"], active: ["true"], algorithm: ["RS256"] } },
    });
  }

  async endSession(name: string): Promise<void> {
    const address = `${this.#setting.router.replace("router.", "")}/cgi-bin/sso-login/backchannel-logout`;
    await this.change({
      attributes: { "backchannel.logout.url": address, "backchannel.logout.session.required": "true" },
    });
    await this.endQuietly(name);
  }

  async disable(name: string): Promise<void> {
    this.#disabled = name;
    await this.#enable(name, false);
  }

  async regroup(name: string, isAdmin: boolean): Promise<void> {
    const [user] = await this.#list(`users?exact=true&username=${name}`);
    const [group] = await this.#list("groups?exact=true&search=router-admins");
    const address = `/${realm}/users/${String(user?.["id"])}/groups/${String(group?.["id"])}`;
    await this.#ask(isAdmin ? "PUT" : "DELETE", address, isAdmin ? {} : undefined);
  }

  async #enable(name: string, enabled: boolean): Promise<void> {
    const [user] = await this.#list(`users?exact=true&username=${name}`);
    await this.#ask("PUT", `/${realm}/users/${String(user?.["id"])}`, { enabled });
  }

  async endQuietly(name: string): Promise<void> {
    const [user] = await this.#list(`users?exact=true&username=${name}`);
    await this.#ask("POST", `/${realm}/users/${String(user?.["id"])}/logout`);
  }

  /** Its `sub` is that of a user who stands for the program. */
  async programToken(): Promise<{ token: string; role: object; options: ServiceOptions }> {
    const token = await tokenForProgram(this.#setting, `${this.issuer}/protocol/openid-connect/token`);
    const [client] = await this.#list(`clients?clientId=${programs.client}`);
    const [user] = await this.#list(`clients/${String(client?.["id"])}/service-account-user`);
    const options = { api_token_types: ["at+jwt", "JWT"], api_client: [programs.client] };
    return { token, role: { sub: [user?.["id"]], sub_issuer: this.issuer }, options };
  }

  async reset(): Promise<void> {
    await this.#ask("DELETE", `/${realm}/clients/${await this.#id()}`);
    await this.#ask("POST", `/${realm}/clients`, routerClient(this.#setting));
    for (const { name } of people) {
      await this.endQuietly(name);
    }
    if (this.#disabled !== undefined) {
      await this.#enable(this.#disabled, true);
      this.#disabled = undefined;
    }
  }

  async #id(): Promise<string> {
    const [client] = await this.#list(`clients?clientId=${this.#setting.client.id}`);
    return String(client?.["id"]);
  }

  async #list(path: string): Promise<Json[]> {
    const body = JSON.parse((await this.#ask("GET", `/${realm}${path === "" ? "" : `/${path}`}`)).body) as
      Json | Json[];
    return Array.isArray(body) ? body : [body];
  }

  /** A call as the administrator, whose tokens last a minute. */
  async #ask(method: string, path: string, body?: Json): Promise<Hop> {
    const { origin } = this.#setting.front;
    const form = { grant_type: "password", client_id: "admin-cli", username: "admin", password: "password" };
    const given = await this.#admin.request(`${origin}/realms/master/protocol/openid-connect/token`, { form });
    const { access_token: token } = JSON.parse(given.body) as { access_token: string };
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const hop = await this.#admin.request(`${origin}/admin/realms${path}`, { method, headers, ...text });
    if (hop.status >= 300) {
      throw new Error(`${method} ${path}: ${String(hop.status)} ${hop.body}`);
    }
    return hop;
  }
}

export const keycloak: Kind<Keycloak> = {
  name: "keycloak",
  missing: () => installed("keycloak"),
  start: async (setting) => {
    const { port, front, caFile } = setting;
    const stop = await startServer({
      command: [
        ...[
          `${folder}/bin/kc.sh`,
          "start",
          "--optimized",
          "--http-enabled=true",
          "--http-host=127.0.0.1",
          `--http-port=${String(port)}`,
        ],
        ...[`--hostname=${front.origin}`, `--truststore-paths=${caFile}`],
      ],
      port,
      env: {
        ...process.env,
        JAVA: `${folder}/java`,
        JAVA_OPTS_APPEND: "-XX:TieredStopAtLevel=1",
        KC_BOOTSTRAP_ADMIN_USERNAME: "admin",
        KC_BOOTSTRAP_ADMIN_PASSWORD: "password",
      },
      patience: 300_000,
    });
    return new Keycloak(setting, stop);
  },
};
