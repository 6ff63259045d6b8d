/** The program of test/providers/spring/, with Spring Authorization Server: its settings are those of Spring Boot. */
import { startServer } from "../../box/server.ts";
import type { Client, Hop } from "../../e2e/support/client.ts";
import { callbackPath } from "../../e2e/support/scene.ts";
import { installed, type Kind, type Setting } from "./site.ts";
import { programs, Restarted, tokenForProgram, type Mistake } from "./trials.ts";

const folder = "build/providers/spring";
const prefix = "spring.security.oauth2.authorizationserver";

/** Properties of a client that is called by its id. */
function client(id: string, properties: Record<string, string>): string[] {
  return Object.entries(properties).map(([name, value]) => `--${prefix}.client.${id}.${name}=${value}`);
}

/** The router's client, unless it has been taken away. */
function routerClient({ client: { id, secret }, router, callback }: Setting, mistake?: Mistake): string[] {
  if (mistake === "clientDisabled") {
    return [];
  }
  const method = mistake === "publicClient" ? "none" : "client_secret_post";
  return client(id, {
    "registration.client-id": id,
    "registration.client-secret": `{noop}${secret}`,
    "registration.client-authentication-methods": method,
    "registration.authorization-grant-types": "authorization_code",
    "registration.redirect-uris":
      mistake === "redirectUnknown" ? "https://elsewhere.example.org/callback" : router + callback,
    "registration.post-logout-redirect-uris": `${router}/`,
    "registration.scopes": "openid,profile,email",
  });
}

class Spring extends Restarted {
  constructor(setting: Setting) {
    super(setting.front.origin, setting);
  }

  run(mistake?: Mistake): Promise<() => Promise<void>> {
    const { port, front } = this.setting;
    const robot = client(programs.client, {
      "registration.client-id": programs.client,
      "registration.client-secret": `{noop}${programs.secret}`,
      "registration.client-authentication-methods": "client_secret_post",
      "registration.authorization-grant-types": "client_credentials",
    });
    return startServer({
      command: [
        ...[
          `${folder}/java`,
          "-XX:TieredStopAtLevel=1",
          "-jar",
          `${folder}/provider-1.jar`,
          "--server.address=127.0.0.1",
        ],
        ...[
          `--server.port=${String(port)}`,
          `--${prefix}.issuer=${front.origin}`,
          "--server.forward-headers-strategy=framework",
        ],
        ...[
          `--provider.groups=${String(mistake !== "groupsMissing")}`,
          ...routerClient(this.setting, mistake),
          ...robot,
        ],
      ],
      port,
      patience: 120_000,
    });
  }

  logIn(browser: Client, page: Hop, name: string): Promise<Hop> {
    return browser.submit(page, { username: name, password: `${name}-password` }, { stopBefore: callbackPath });
  }

  async programToken(): Promise<{ token: string; role: object }> {
    const token = await tokenForProgram(this.setting, `${this.issuer}/oauth2/token`);
    return { token, role: { client: [programs.client] } };
  }
}

export const spring: Kind<Spring> = {
  name: "spring",
  missing: () => installed("spring"),
  start: (setting) => Promise.resolve(new Spring(setting)),
};
