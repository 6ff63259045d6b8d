/** Three providers side by side: two of the certified one, and glewlwyd of Debian 12. */
import assert from "node:assert/strict";
import { dirname } from "node:path";
import { after, before, beforeEach, describe, test } from "node:test";
import { sleep, withResolvers } from "../box/command.ts";
import { location, type Client, type Hop } from "../e2e/support/client.ts";
import { expectOneLine } from "../e2e/support/expect.ts";
import { callbackOf, Scene, standardRoles } from "../e2e/support/scene.ts";
import { glewlwyd, type Glewlwyd } from "./support/glewlwyd.ts";
import { startBehindFront, type Started } from "./support/site.ts";

const names = ["default", "office", "club"] as const;
type Name = (typeof names)[number];

const staff = { group: ["router-admins"], read: ["*"], write: ["*"] };
const roles = {
  admin: standardRoles["admin"]!,
  staff: { ...staff, provider: ["office"] },
  member: { ...staff, provider: ["club"] },
};
const roleOf: Readonly<Record<Name, string>> = { default: "admin", office: "staff", club: "member" };
const tokenPath = "/api/oidc/token";

/** The scene with two providers, and the third. */
class Three {
  readonly scene: Scene;
  readonly third: Started<Glewlwyd>;

  constructor(scene: Scene, third: Started<Glewlwyd>) {
    this.scene = scene;
    this.third = third;
  }

  static async open(): Promise<Three> {
    const scene = await Scene.open({ further: ["office"] });
    const place = {
      authority: scene.authority,
      root: dirname(scene.authority.certFile),
      router: scene.router.address,
      callback: callbackOf("club"),
    };
    try {
      return new Three(scene, await startBehindFront(glewlwyd, place));
    } catch (error) {
      await scene.close();
      throw error;
    }
  }

  async begin(): Promise<void> {
    const { scene, third } = this;
    await scene.reset();
    const end = { post_logout_redirect_uri: `${scene.router.address}/` };
    const club = {
      ...scene.standardOptions("office"),
      ...end,
      issuer_url: third.provider.issuer,
      redirect_uri: scene.router.address + callbackOf("club"),
      scope: "openid",
    };
    const office = { ...scene.standardOptions("office"), ...end };
    await scene.router.setConfig({ ...scene.standardOptions(), ...end }, roles, { office, club });
    third.front.asked.length = 0;
  }

  origin(name: Name): string {
    return name === "club" ? this.third.front.origin : this.#certified(name).origin;
  }

  /** A login up to the callback, whose address is returned but not requested. */
  async reach(client: Client, name: Name): Promise<URL> {
    const { scene, third } = this;
    const start = `${scene.router.baseUrl}/${name === "default" ? "" : `?provider=${name}`}`;
    if (name !== "club") {
      return location(await client.fillIn(start, scene.credentials("alice"), { stopBefore: callbackOf(name) }));
    }
    const page = await client.navigate(start);
    return location(await third.provider.logIn(client, page, "alice"));
  }

  comeBack(client: Client, address: URL, name: Name): Promise<Hop> {
    return client.request(address, { initiator: new URL(this.origin(name)).hostname });
  }

  /** A whole login in a browser of its own. */
  async logIn(name: Name): Promise<Client> {
    const client = this.scene.client();
    const hop = await this.comeBack(client, await this.reach(client, name), name);
    assert.equal(hop.status, 302, `${name}: ${hop.body}`);
    await expectOneLine(this.scene, "LOGIN_GRANTED", new RegExp(`provider=${name} .*role=${roleOf[name]} `));
    await this.scene.router.markLog();
    return client;
  }

  async owners(): Promise<string[]> {
    return (await this.scene.ssoSessions()).map(({ values }) => String(values["sso_provider"])).sort();
  }

  /** How often a provider was sent a code. */
  codesAt(name: Name): number {
    return name === "club"
      ? this.third.front.asked.filter((path) => path === tokenPath).length
      : this.#certified(name).requests.filter(({ endpoint }) => endpoint === "token").length;
  }

  /** Nothing answers a code until the returned function is called. */
  freeze(name: Name): () => void {
    const { promise, resolve } = withResolvers<void>();
    if (name === "club") {
      this.third.front.held.set(tokenPath, promise);
    } else {
      this.#certified(name).misbehave("token", async (_ctx, next) => {
        await promise;
        await next();
      });
    }
    return () => {
      this.third.front.held.clear();
      resolve();
    };
  }

  async close(): Promise<void> {
    await this.third.provider.stop();
    this.third.front.stop();
    await this.scene.close();
  }

  #certified(name: Name): Scene["provider"] {
    return this.scene.further.get(name) ?? this.scene.provider;
  }
}

async function eachLogsOutAtItsOwn(three: Three): Promise<void> {
  const clients: Client[] = [];
  for (const name of names) {
    clients.push(await three.logIn(name));
  }
  assert.deepEqual(await three.owners(), [...names].sort());
  for (const [index, name] of names.entries()) {
    const client = clients[index]!;
    const left = await three.scene.logOutOfLuci(client);
    const hop = await client.request(left, { initiator: three.scene.router.host });
    assert.equal(location(hop).origin, three.origin(name), name);
    assert.ok(location(hop).searchParams.has("id_token_hint"), name);
    assert.deepEqual(await three.owners(), names.slice(index + 1).sort(), name);
  }
}

async function oneHangs(three: Three, name: Name): Promise<void> {
  const client = three.scene.client();
  const address = await three.reach(client, name);
  const thaw = three.freeze(name);
  const pending = three.comeBack(client, address, name);
  while (three.codesAt(name) === 0) {
    await sleep(20);
  }
  const others = names.filter((other) => other !== name);
  for (const other of others) {
    await three.logIn(other);
  }
  assert.deepEqual(await three.owners(), [...others].sort());
  thaw();
  assert.equal((await pending).status, 302);
  assert.deepEqual(await three.owners(), [...names].sort());
}

describe("three providers", () => {
  const skip = glewlwyd.missing();
  let three: Three | undefined;
  const current = (): Three => {
    assert.ok(three !== undefined, "the providers did not start");
    return three;
  };
  before(async () => {
    three = skip === undefined ? await Three.open() : undefined;
  });
  beforeEach(() => three?.begin());
  after(() => three?.close());

  test("each logs in with its role, and out at its own", { timeout: 60_000, skip }, () =>
    eachLogsOutAtItsOwn(current()),
  );
  for (const name of names) {
    test(`while ${name} hangs, the others log in`, { timeout: 60_000, skip }, () => oneHangs(current(), name));
  }
});
