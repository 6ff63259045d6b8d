/** Canaille with an SQLite database, set up by its command line. */
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runOrFail } from "../../box/command.ts";
import { startServer } from "../../box/server.ts";
import type { Client, Hop, RequestDetails } from "../../e2e/support/client.ts";
import { callbackPath } from "../../e2e/support/scene.ts";
import { installed, type Kind, type Setting } from "./site.ts";
import { nextSecond, people, type Mistake, type TestProvider } from "./trials.ts";

const program = "build/providers/canaille/bin/canaille";

/** Runs its command line with the configuration of a folder. */
function canaille(folder: string, args: readonly string[], input = ""): Promise<string> {
  return runOrFail(program, args, { env: { ...process.env, CANAILLE_CONFIG: join(folder, "canaille.toml") }, input });
}

function configuration({ folder, front }: Setting, key: string): string {
  const members = Object.entries(JSON.parse(key) as Record<string, string>).map(
    ([name, value]) => `${name} = "${value}"`,
  );
  return `SECRET_KEY = "of no meaning"
SERVER_NAME = "${new URL(front.origin).host}"
PREFERRED_URL_SCHEME = "https"
[CANAILLE]
DATABASE = "sql"
[CANAILLE_SQL]
DATABASE_URI = "sqlite:///${join(folder, "canaille.sqlite")}"
PASSWORD_SCHEMES = "pbkdf2_sha512"
[CANAILLE_HYPERCORN]
PROXY_MODE = "legacy"
[CANAILLE_OIDC]
ACTIVE_JWKS = [{ ${members.join(", ")} }]
`;
}

/** The members that all entries of its database have. */
function entry(): { id: string; created: string; last_modified: string } {
  const now = new Date().toISOString();
  return { id: randomUUID(), created: now, last_modified: now };
}

/** The router's client; its users are not asked for consent, as its host is one that is trusted. */
function routerClient({ client, router, callback }: Setting): Record<string, unknown> {
  const made = entry();
  return {
    ...{ ...made, audience: [made.id] },
    ...{ client_id: client.id, client_secret: client.secret, client_name: client.id, client_uri: router },
    ...{ redirect_uris: [router + callback], post_logout_redirect_uris: [`${router}/`] },
    ...{
      grant_types: ["authorization_code"],
      response_types: ["code"],
      token_endpoint_auth_method: "client_secret_post",
    },
    ...{ scope: ["openid", "profile", "email", "groups"], id_token_signed_response_alg: "RS256" },
  };
}

class Canaille implements TestProvider {
  readonly issuer: string;
  readonly stop: () => Promise<void>;
  readonly #setting: Setting;
  readonly #forget: readonly string[];
  #changed = false;

  constructor(setting: Setting, stop: () => Promise<void>) {
    this.issuer = setting.front.origin;
    this.stop = stop;
    this.#setting = setting;
    this.#forget = ["delete", "client", "--noconfirm", "--client-id", setting.client.id];
  }

  async logIn(browser: Client, page: Hop, name: string): Promise<Hop> {
    // Its forms are to come from its pages.
    const from = ({ url }: Hop): RequestDetails => ({ headers: { Referer: url.href }, stopBefore: callbackPath });
    const isKnown = /name="password"/.test(page.body);
    const second = isKnown ? page : await browser.submit(page, { login: name }, from(page));
    return browser.submit(second, { password: `${name}-password` }, from(second));
  }

  async make(mistake: Mistake): Promise<void> {
    const { folder, client } = this.#setting;
    const changes: Readonly<Record<Mistake, readonly string[]>> = {
      redirectUnknown: ["set", "client", client.id, "--redirect-uris", "https://elsewhere.example.org/callback"],
      publicClient: ["set", "client", client.id, "--token-endpoint-auth-method", "none"],
      clientDisabled: this.#forget,
      groupsMissing: ["set", "client", client.id, "--scope", "openid", "--scope", "email"],
    };
    this.#changed = true;
    await canaille(folder, changes[mistake]);
  }

  async useKey(jwks: string): Promise<void> {
    const { folder, client } = this.#setting;
    const method = ["--token-endpoint-auth-method", "private_key_jwt", "--jwks", jwks];
    this.#changed = true;
    await canaille(folder, ["set", "client", client.id, ...method]);
  }

  async reset(): Promise<void> {
    // Two access tokens of a user within a second are the same, and its database permits that to none: it answers with 500.
    await nextSecond();
    const { folder } = this.#setting;
    if (this.#changed) {
      await canaille(folder, this.#forget).catch(() => undefined);
      await canaille(folder, ["restore"], JSON.stringify({ client: [routerClient(this.#setting)] }));
      this.#changed = false;
    }
  }
}

export const canailleKind: Kind<Canaille> = {
  name: "canaille",
  missing: () => installed("canaille"),
  start: async (setting) => {
    const { folder, port } = setting;
    const file = join(folder, "canaille.toml");
    writeFileSync(file, "");
    const key = await canaille(folder, ["jwk", "create", "rsa"]);
    writeFileSync(file, configuration(setting, key));
    await canaille(folder, ["install"]);
    const users = people.map(({ name, email }) => ({
      ...entry(),
      ...{ user_name: name, family_name: name, emails: [email], password: `${name}-password` },
    }));
    const group = {
      ...entry(),
      ...{
        display_name: "router-admins",
        members: users.filter((_, index) => people[index]?.isAdmin).map(({ id }) => id),
      },
    };
    const all = { user: users, group: [group], client: [routerClient(setting)] };
    await canaille(folder, ["restore"], JSON.stringify(all));
    const command = [program, "run", "--bind", `127.0.0.1:${String(port)}`, "--workers", "1"];
    const stop = await startServer({
      command,
      port,
      env: { ...process.env, CANAILLE_CONFIG: file },
      patience: 120_000,
    });
    return new Canaille(setting, stop);
  },
};
