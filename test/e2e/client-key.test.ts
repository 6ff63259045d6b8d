/** private_key_jwt (RFC 7523): the router proves itself by a key of its own, which the provider fetches at /jwks. */
import assert from "node:assert/strict";
import { check, troubles } from "./support/check.ts";
import { header, type Hop } from "./support/client.ts";
import { expectNoSecrets, expectOneLine, logLines } from "./support/expect.ts";
import type { Scene } from "./support/scene.ts";
import { each, sceneSuite } from "./support/suite.ts";

interface PublicKey {
  alg: string;
  kid: string;
  [member: string]: string;
}

const folder = "/etc/sso-login/keys";

const options = { client_secret: undefined, token_endpoint_auth_method: "private_key_jwt" };

/** Runs `sso-login key …`, which has to succeed and prints the public keys. */
async function key(scene: Scene, ...operands: string[]): Promise<PublicKey[]> {
  const { code, stdout, stderr } = await scene.router.commandLine("key", ...operands);
  assert.deepEqual([code, stderr], [0, ""]);
  return (JSON.parse(stdout) as { keys: PublicKey[] }).keys;
}

/** A router with one new key, which the provider will fetch. */
async function start(scene: Scene, alg = "ES256", changes: Record<string, string> = {}): Promise<PublicKey> {
  await scene.router.shell(`rm -rf '${scene.router.path(folder)}'`);
  await scene.configure({ ...options, client_assertion_alg: alg, ...changes });
  const [made] = await key(scene, "new", alg);
  await scene.provider.forgetClientKeys();
  return made!;
}

async function logIn(scene: Scene): Promise<void> {
  const page = await scene.logIn(scene.client(), "alice");
  assert.equal(page.status, 200, page.body);
}

const get = (scene: Scene): Promise<Hop> => scene.client().request(`${scene.router.baseUrl}/jwks`);

const refused = /idp_error=invalid_client/;

sceneSuite(
  "a provider that wants a key",
  { provider: { authMethod: "private_key_jwt" } },
  {
    ...each({ ES256: "ES256", RS256: "RS256" }, async (scene, alg) => {
      const made = await start(scene, alg);
      await logIn(scene);
      await expectOneLine(scene, "LOGIN_GRANTED", / email=alice@example\.org .*role=admin/);
      const [assertion, ...others] = scene.provider.assertions;
      assert.deepEqual(others, []);
      assert.deepEqual(assertion?.header, { alg, kid: made.kid, typ: "client-authentication+jwt" });
      const { exp, iat, jti, ...claims } = assertion.claims;
      const id = scene.provider.client.id;
      assert.deepEqual(claims, { iss: id, sub: id, aud: scene.provider.issuer });
      assert.equal(Number(exp) - Number(iat), 60);
      assert.match(String(jti), /^[\w-]{22}$/);
    }),

    "only root can read the keys, and only public parts are shown": async (scene) => {
      const made = await start(scene);
      const path = scene.router.path(folder);
      const modes = await scene.router.shell(`stat -c %a '${path}' '${path}/client.json'`);
      assert.equal(modes, "700\n600\n");
      assert.deepEqual(Object.keys(made).sort(), ["alg", "crv", "kid", "kty", "use", "x", "y"]);
      await scene.configure({ ...options, enabled: "0" });
      const hop = await get(scene);
      assert.equal(hop.status, 200, hop.body);
      assert.deepEqual(JSON.parse(hop.body), { keys: [made] });
      assert.equal(header(hop, "content-type"), "application/jwk-set+json");
      assert.equal(header(hop, "cache-control"), "public, max-age=60");
    },

    "a new key is used at once, and the older one stays until it is retired": async (scene) => {
      const first = await start(scene);
      await logIn(scene);
      const [second, ...others] = await key(scene, "new");
      assert.deepEqual(others, [first]);
      const third = await scene.router.commandLine("key", "new");
      assert.equal(third.code, 1, third.stdout);
      assert.match(third.stderr, /retire the older one first/);
      await scene.provider.forgetClientKeys();
      await logIn(scene);
      assert.equal(scene.provider.assertions.at(-1)?.header["kid"], second?.kid);
      assert.deepEqual(await key(scene, "retire"), [second]);
      await scene.provider.forgetClientKeys();
      await logIn(scene);
      await expectNoSecrets(scene);
    },

    "a key that the provider does not know is refused, and the check says so": async (scene) => {
      await start(scene);
      await logIn(scene);
      await scene.router.shell(`rm -rf '${scene.router.path(folder)}'`);
      await key(scene, "new");
      await scene.router.markLog();
      const hop = await scene.callback(scene.client(), "alice");
      assert.equal(hop.status, 401);
      assert.match((await logLines(scene, 1))[0] ?? "", refused);
      await scene.router.markLog();
      assert.ok(troubles(await check(scene)).includes("error assertion_refused TOKEN_EXCHANGE_FAILED"), "refused");
    },
  },
);

sceneSuite(
  "a provider that wants a key for pushed requests, too",
  { provider: { authMethod: "private_key_jwt", pushedRequests: true } },
  {
    "gets a new assertion each time": async (scene) => {
      await start(scene);
      await logIn(scene);
      const claims = scene.provider.assertions.map((assertion) => assertion.claims);
      assert.deepEqual(
        claims.map(({ aud }) => aud),
        [scene.provider.issuer, scene.provider.issuer],
      );
      assert.notEqual(claims[0]?.["jti"], claims[1]?.["jti"]);
    },
  },
);
