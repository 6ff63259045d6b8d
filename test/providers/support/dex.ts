/** Dex with its own list of people. Its clients are in its configuration: each change is a new start, with a new key. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startServer } from "../../box/server.ts";
import type { Client, Hop } from "../../e2e/support/client.ts";
import { callbackPath } from "../../e2e/support/scene.ts";
import { installed, type Kind, type Setting } from "./site.ts";
import { people, Restarted, type Mistake } from "./trials.ts";

/** The word `password`, of its documentation. */
const hash = "$2a$10$2b2cU8CPhOTaGrs1HRQuAueS7JTT5ZHsHSzYiFPm1leZck7Mc8T4W";

type Json = Record<string, unknown>;

function configuration({ front, port, client, router, callback }: Setting, mistake?: Mistake): Json {
  const redirectURIs = [mistake === "redirectUnknown" ? "https://elsewhere.example.org/callback" : router + callback];
  const secret = mistake === "publicClient" ? { public: true } : { secret: client.secret };
  return {
    issuer: `${front.origin}/dex`,
    storage: { type: "memory" },
    web: { http: `127.0.0.1:${String(port)}` },
    oauth2: { skipApprovalScreen: true },
    enablePasswordDB: true,
    staticPasswords: people.map(({ name, email, isAdmin }) => ({
      ...{ email, hash, username: name, userID: name },
      groups: isAdmin && mistake !== "groupsMissing" ? ["router-admins"] : [],
    })),
    staticClients: mistake === "clientDisabled" ? [] : [{ id: client.id, name: client.id, redirectURIs, ...secret }],
  };
}

class Dex extends Restarted {
  constructor(setting: Setting) {
    super(`${setting.front.origin}/dex`, setting);
  }

  run(mistake?: Mistake): Promise<() => Promise<void>> {
    const { folder, port } = this.setting;
    const file = join(folder, "dex.json");
    writeFileSync(file, JSON.stringify(configuration(this.setting, mistake)));
    return startServer({ command: ["build/providers/dex/dex", "serve", file], port });
  }

  logIn(browser: Client, page: Hop, name: string): Promise<Hop> {
    return browser.submit(page, { login: `${name}@example.org`, password: "password" }, { stopBefore: callbackPath });
  }
}

export const dex: Kind<Dex> = {
  name: "dex",
  missing: () => installed("dex"),
  start: (setting) => Promise.resolve(new Dex(setting)),
};
