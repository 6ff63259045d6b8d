/** The router registers itself at the provider, updates its registration and removes it (RFC 7591, RFC 7592). */
import assert from "node:assert/strict";
import type { Middleware } from "oidc-provider";
import type { CommandResult } from "../box/command.ts";
import { editJson } from "../box/provider/misbehaviour.ts";
import { quote } from "../box/shell.ts";
import { check, troubles } from "./support/check.ts";
import { expectNoSecrets } from "./support/expect.ts";
import type { Scene } from "./support/scene.ts";
import { sceneSuite } from "./support/suite.ts";

const initialToken = "initial access token of a test".replaceAll(" ", "-");
const tokenFile = "/tmp/sso-login-initial-token";
const recordFile = "/etc/sso-login/registration.json";

interface Registration {
  client_id: string;
  token: string;
  uri: string;
}

async function read(scene: Scene, path: string): Promise<string> {
  return scene.router.shell(`cat ${quote(scene.router.path(path))} 2>/dev/null || true`);
}

async function registration(scene: Scene): Promise<Partial<Registration>> {
  const all = JSON.parse((await read(scene, recordFile)) || "{}") as { default?: Registration };
  return all.default ?? {};
}

/** An option of the saved configuration. */
async function option(scene: Scene, name: string): Promise<string | undefined> {
  return new RegExp(`option ${name} '(.*)'`).exec(await read(scene, "/etc/config/sso-login"))?.[1];
}

/** Runs `sso-login register …`; neither its words nor the log repeat a secret. */
async function register(scene: Scene, ...args: string[]): Promise<CommandResult> {
  const before = await registration(scene);
  const result = await scene.router.commandLine("register", ...args);
  const after = await registration(scene);
  const secrets = [initialToken, before.token, after.token, await option(scene, "client_secret")];
  scene.provider.noteSecrets(secrets);
  for (const secret of secrets) {
    assert.ok(
      secret === undefined || secret === "" || !(result.stdout + result.stderr).includes(secret),
      result.stdout,
    );
  }
  await expectNoSecrets(scene);
  return result;
}

function withoutClient(scene: Scene): Promise<void> {
  const changes = { client_id: undefined, client_secret: undefined, backchannel_logout: "1" };
  return scene.configure(changes, undefined, { office: undefined });
}

/** Registers a router that has no client. */
async function begin(scene: Scene, ...args: string[]): Promise<CommandResult> {
  await withoutClient(scene);
  await scene.router.writeFile(tokenFile, `${initialToken}\n`);
  const result = await register(scene, scene.provider.issuer, "--token-file", scene.router.path(tokenFile), ...args);
  await scene.router.shell(`rm -f ${quote(scene.router.path(tokenFile))}`);
  return result;
}

async function logIn(scene: Scene): Promise<number> {
  return (await scene.logIn(scene.client(), "alice")).status;
}

/** Changes the answer to a registration; a later request about it has its own answer. */
const edited =
  (changes: Record<string, unknown>): Middleware =>
  (ctx, next) =>
    ctx.method === "POST" ? editJson((document) => void Object.assign(document, changes))(ctx, next) : next();

/** At an update the client gets another secret, and its former one is not accepted any more. */
const newSecret = ({ provider: { storage } }: Scene): Middleware =>
  editJson((document) => {
    for (const changed of [document, storage.get(`Client:${String(document["client_id"])}`) ?? assert.fail()]) {
      changed["client_secret"] = "the next secret";
    }
  });

sceneSuite(
  "a provider where clients register themselves",
  { provider: { registrationToken: initialToken }, backchannelLogout: true, further: ["office"] },
  {
    "gives the router a client, which logs people in, is updated and is removed": async (scene) => {
      const made = await begin(scene);
      assert.equal(made.code, 0, made.stdout);
      const first = await registration(scene);
      assert.equal(await option(scene, "client_id"), first.client_id);
      // A router has logged that the client was missing.
      await scene.router.markLog();
      assert.deepEqual(troubles(await check(scene)), []);
      assert.equal(await logIn(scene), 200);

      await scene.router.clearState();
      scene.provider.misbehave("registration", newSecret(scene));
      const updated = await register(scene, "--update");
      assert.equal(updated.code, 0, updated.stdout);
      const second = await registration(scene);
      assert.notEqual(second.token, first.token, "the provider rotates it");
      assert.equal(await option(scene, "client_secret"), "the next secret");
      assert.equal(await logIn(scene), 200);

      scene.provider.behave();
      const removed = await register(scene, "--remove");
      assert.equal(removed.code, 0, removed.stdout);
      assert.deepEqual(await registration(scene), {});
      assert.equal(await option(scene, "client_id"), undefined);
      assert.equal(await option(scene, "enabled"), "0");
      assert.equal(scene.provider.storage.has(`Client:${first.client_id}`), false);
    },

    "sends no access token that would end its header": async (scene) => {
      scene.provider.misbehave("registration", edited({ registration_access_token: "a\r\nX-Injected: 1" }));
      assert.equal((await begin(scene)).code, 0);
      scene.provider.behave();
      assert.equal((await register(scene, "--update")).code, 1);
      assert.ok(!scene.provider.requests.some(({ endpoint }) => endpoint === "registration"), "it was sent");
    },

    "has its client removed again whose secret would not stay within its line": async (scene) => {
      const clients = (): number =>
        [...scene.provider.storage.keys()].filter((key) => key.startsWith("Client:")).length;
      const before = clients();
      scene.provider.misbehave("registration", edited({ client_secret: "a'\nconfig role 'x'" }));
      const { code, stdout } = await begin(scene);
      assert.equal(code, 1, stdout);
      assert.match(stdout, /client_secret must not hold control characters/);
      assert.equal(await option(scene, "client_id"), undefined);
      assert.deepEqual([await registration(scene), clients()], [{}, before]);
    },
  },
);
