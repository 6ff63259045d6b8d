/** Gitea with an SQLite database. It makes the client's id and secret itself. */
import { writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { runOrFail } from "../../box/command.ts";
import { startServer } from "../../box/server.ts";
import { Client, isRedirect, type Hop } from "../../e2e/support/client.ts";
import { callbackPath } from "../../e2e/support/scene.ts";
import { installed, type Kind, type Setting } from "./site.ts";
import { people, type Mistake, type TestProvider } from "./trials.ts";

const place = resolve("build/providers/gitea");
const program = join(place, "gitea");
const administrator = { name: "root-of-gitea", password: "administrator" };

function configuration({ folder, front, port }: Setting): string {
  return `RUN_USER = ${userInfo().username}
I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true
WORK_PATH = ${folder}
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${String(port)}
ROOT_URL = ${front.origin}/
STATIC_ROOT_PATH = ${place}
DISABLE_SSH = true
OFFLINE_MODE = true
[database]
DB_TYPE = sqlite3
[security]
INSTALL_LOCK = true
[service]
DISABLE_REGISTRATION = true
[log]
LEVEL = Warn
`;
}

class Gitea implements TestProvider {
  readonly issuer: string;
  readonly stop: () => Promise<void>;
  readonly #setting: Setting;
  readonly #admin = new Client([]);
  readonly #browser: Client;
  #application = 0;
  #team = 0;

  constructor(setting: Setting, stop: () => Promise<void>) {
    this.issuer = setting.front.origin;
    this.stop = stop;
    this.#setting = setting;
    this.#browser = new Client([setting.caFile]);
  }

  async setUp(): Promise<void> {
    await this.#ask("POST", "orgs", { username: "home" });
    const team = { name: "admins", permission: "read", units: ["repo.code"] };
    this.#team = await this.#make("orgs/home/teams", team).then(({ id }) => id);
    await this.reset();
    const page = await this.#browser.navigate(`${this.issuer}/user/login`);
    await this.#browser.submit(page, { user_name: administrator.name, password: administrator.password });
  }

  async logIn(browser: Client, page: Hop, name: string): Promise<Hop> {
    const isKnown = !/name="password"/.test(page.body);
    const fields = { user_name: name, password: `${name}-password` };
    const next = isKnown ? page : await browser.submit(page, fields, { stopBefore: callbackPath });
    return isRedirect(next) || next.status >= 400
      ? next
      : browser.submit(next, { granted: "true" }, { stopBefore: callbackPath });
  }

  async make(mistake: Mistake): Promise<void> {
    const { router, callback } = this.#setting;
    if (mistake === "groupsMissing") {
      await this.regroup("alice", false);
    } else if (mistake === "clientDisabled") {
      await this.#ask("DELETE", `user/applications/oauth2/${String(this.#application)}`);
    } else if (mistake === "redirectUnknown") {
      await this.#change({ redirect_uris: "https://elsewhere.example.org/callback", confidential_client: "on" });
    } else {
      await this.#change({ redirect_uris: router + callback });
    }
  }

  /** Deletes the user: of one that is disabled Gitea goes on to renew tokens. */
  async disable(name: string): Promise<void> {
    await this.#ask("DELETE", `admin/users/${name}?purge=true`);
  }

  async regroup(name: string, isAdmin: boolean): Promise<void> {
    await this.#ask(isAdmin ? "PUT" : "DELETE", `teams/${String(this.#team)}/members/${name}`);
  }

  /** Makes users that are not there, and a new client: with that no consent is left. */
  async reset(): Promise<void> {
    const { client, router, callback } = this.#setting;
    await this.make("clientDisabled").catch(() => undefined);
    for (const { name, email, isAdmin } of people) {
      const user = { username: name, email, password: `${name}-password`, must_change_password: false };
      await this.#ask("POST", "admin/users", user).catch(() => undefined);
      await (isAdmin && this.regroup(name, true));
    }
    const application = { name: "router", redirect_uris: [router + callback], confidential_client: true };
    const made = await this.#make("user/applications/oauth2", application);
    this.#application = made.id;
    client.id = made.client_id;
    client.secret = made.client_secret;
  }

  /** Changes the application by its form: a change by a call makes a new secret. */
  async #change(fields: Record<string, string>): Promise<void> {
    const address = `${this.issuer}/user/settings/applications/oauth2/${String(this.#application)}`;
    const { status, body } = await this.#browser.request(address, { form: { application_name: "router", ...fields } });
    if (status !== 303) {
      throw new Error(`the application: ${String(status)} ${body}`);
    }
  }

  async #make(path: string, body: object): Promise<{ id: number; client_id: string; client_secret: string }> {
    return JSON.parse(await this.#ask("POST", path, body)) as { id: number; client_id: string; client_secret: string };
  }

  async #ask(method: string, path: string, body?: object): Promise<string> {
    const password = Buffer.from(`${administrator.name}:${administrator.password}`).toString("base64");
    const headers = { Authorization: `Basic ${password}`, "Content-Type": "application/json" };
    const address = `http://127.0.0.1:${String(this.#setting.port)}/api/v1/${path}`;
    const hop = await this.#admin.request(address, { method, headers, body: JSON.stringify(body) });
    if (hop.status >= 300) {
      throw new Error(`${method} ${path}: ${String(hop.status)} ${hop.body}`);
    }
    return hop.body;
  }
}

export const gitea: Kind<Gitea> = {
  name: "gitea",
  missing: () => installed("gitea"),
  start: async (setting) => {
    const { folder, port } = setting;
    const file = join(folder, "app.ini");
    writeFileSync(file, configuration(setting));
    const run = (...args: string[]): Promise<string> => runOrFail(program, ["--config", file, ...args]);
    await run("migrate");
    const user = ["--username", administrator.name, "--password", administrator.password];
    await run("admin", "user", "create", "--admin", ...user, "--email", "root@example.org");
    return new Gitea(setting, await startServer({ command: [program, "--config", file, "web"], port }));
  },
};
