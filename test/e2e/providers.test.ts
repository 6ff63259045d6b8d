/** Several providers side by side: two of one kind with the same client and the same keys, so that only their names tell them apart. */
import assert from "node:assert/strict";
import { sleep, withResolvers } from "../box/command.ts";
import { generateKeys, signJwt, type Jwt } from "../box/provider/keys.ts";
import { header, location, type Client, type Hop } from "./support/client.ts";
import { expectAnswer, expectNoSecrets, expectOneLine, logLines, statusOf, type Code } from "./support/expect.ts";
import { callbackOf, callbackPath, standardRoles, type Scene } from "./support/scene.ts";
import { each, inBox, sceneSuite } from "./support/suite.ts";

const roles = {
  ...standardRoles,
  staff: { ...standardRoles["viewer"], provider: ["office"], group: ["router-admins"] },
};

/** Address at which a login starts. */
function startOf(scene: Scene, name: string): string {
  return `${scene.router.baseUrl}/${name === "default" ? "" : `?provider=${name}`}`;
}

function providerOf(scene: Scene, name: string): Scene["provider"] {
  return scene.further.get(name) ?? scene.provider;
}

/** A login at a provider up to the callback, whose address is returned but not requested. */
async function reach(scene: Scene, client: Client, name: string): Promise<URL> {
  const hop = await client.fillIn(startOf(scene, name), scene.credentials("alice"), { stopBefore: callbackOf(name) });
  return location(hop);
}

function comeBack(scene: Scene, client: Client, address: URL | string, name: string): Promise<Hop> {
  return client.request(address, { initiator: new URL(providerOf(scene, name).issuer).hostname });
}

async function logIn(scene: Scene, name: string, client = scene.client()): Promise<Client> {
  const hop = await comeBack(scene, client, await reach(scene, client, name), name);
  expectAnswer(hop, 302);
  await scene.router.markLog();
  return client;
}

async function owners(scene: Scene): Promise<string[]> {
  const sessions = await scene.ssoSessions();
  return sessions.map(({ values }) => `${String(values["sso_provider"])} ${String(values["username"])}`).sort();
}

/** Requests with codes that a provider got. */
function codesAt(scene: Scene, name: string): number {
  return providerOf(scene, name).requests.filter(({ endpoint }) => endpoint === "token").length;
}

/** Every answer of a provider waits until the returned function is called. */
function freeze(scene: Scene, name: string): () => void {
  const { promise, resolve } = withResolvers<void>();
  providerOf(scene, name).misbehave("token", async (_ctx, next) => {
    await promise;
    await next();
  });
  return () => resolve();
}

/** An answer of one provider as an attacker would hand it over: where it goes, and what is changed in it. */
interface Attack {
  from: string;
  to: string;
  params?: (scene: Scene, params: URLSearchParams) => void;
  /** Neither provider sends `iss` (RFC 9207): only the addresses tell them apart. */
  isSilent?: boolean;
  code: string;
  log?: RegExp;
}

const attacks: Readonly<Record<string, Attack>> = {
  "an answer of office at default's address": { from: "office", to: "", code: "IDP_ERROR" },
  "an answer of default at office's address": { from: "default", to: "/office", code: "IDP_ERROR" },
  "office's answer with default's iss": {
    from: "office",
    to: "/office",
    params: (scene, params) => params.set("iss", scene.provider.issuer),
    code: "IDP_ERROR",
  },
  "office's answer without iss": {
    from: "office",
    to: "/office",
    params: (_scene, params) => params.delete("iss"),
    code: "IDP_ERROR",
  },
  "an answer of office at an address of no provider": { from: "office", to: "/nobody", code: "NOT_FOUND" },
  "an answer of default at an address like office's": { from: "default", to: "/default", code: "NOT_FOUND" },
  "an answer without iss of office at default's address": {
    from: "office",
    to: "",
    isSilent: true,
    code: "IDP_ERROR",
    log: /reason="the login began at another provider"/,
  },
  "an answer without iss of default at office's address": {
    from: "default",
    to: "/office",
    isSilent: true,
    code: "IDP_ERROR",
    log: /reason="the login began at another provider"/,
  },
};

/** A provider that neither promises nor sends `iss`. */
function silence(scene: Scene, name: string): void {
  providerOf(scene, name).misbehave("discovery", async (ctx, next) => {
    await next();
    const body = ctx.body as Record<string, unknown>;
    ctx.body = { ...body, authorization_response_iss_parameter_supported: undefined };
  });
}

/** Claims of another provider, client or login in an ID Token at office that is right otherwise. */
interface Mixed {
  edit: (scene: Scene, token: Jwt) => string | void;
  code: Code;
  log: RegExp;
}

const tokens: Readonly<Record<string, Mixed>> = {
  "mix-up: an ID Token of default": {
    edit: (scene, { payload }) => void (payload["iss"] = scene.provider.issuer),
    code: "ID_TOKEN_VERIFICATION_FAILED",
    log: /claim=iss/,
  },
  "mix-up: an ID Token for another client": {
    edit: (_scene, { payload }) => void (payload["aud"] = "another"),
    code: "ID_TOKEN_VERIFICATION_FAILED",
    log: /claim=aud/,
  },
  "mix-up: an ID Token of another login": {
    edit: (_scene, { payload }) => void (payload["nonce"] = "of another login"),
    code: "NONCE_MISMATCH",
    log: /reason=different/,
  },
  "mix-up: an ID Token that names office, by a key of another provider": {
    edit: (_scene, token) => signJwt(token, generateKeys(), ""),
    code: "ID_TOKEN_VERIFICATION_FAILED",
    log: /the key of this kid does not verify the signature/,
  },
};

/** Starts that name a provider in a way that there is none for. */
const starts: Readonly<Record<string, { query: (scene: Scene) => string; code: Code; isOff?: boolean }>> = {
  "a provider and the issuer of another": {
    query: (scene) => `provider=office&iss=${encodeURIComponent(scene.provider.issuer)}`,
    code: "INVALID_REQUEST",
  },
  "an issuer that no provider has": { query: () => "iss=https%3A%2F%2Fnobody.example", code: "INVALID_REQUEST" },
  "two providers": { query: () => "provider=office&provider=default", code: "INVALID_REQUEST" },
  "a provider that is not there": { query: () => "provider=nobody", code: "NOT_FOUND" },
  "a provider that is off": { query: () => "provider=office", code: "NOT_FOUND", isOff: true },
};

async function attack(scene: Scene, { from, to, params, isSilent, code, log }: Attack): Promise<void> {
  if (isSilent === true) {
    ["default", "office"].forEach((name) => silence(scene, name));
  }
  const client = scene.client();
  const answer = await reach(scene, client, from);
  params?.(scene, answer.searchParams);
  if (isSilent === true) {
    answer.searchParams.delete("iss");
  }
  const address = `${scene.router.address}${callbackPath}${to}?${answer.searchParams.toString()}`;
  const hop = await comeBack(scene, client, address, from);
  await expectOneLine(scene, code, log);
  assert.ok(hop.status === 401 || hop.status === 404, String(hop.status));
  assert.deepEqual([codesAt(scene, "default"), codesAt(scene, "office")], [0, 0], "no code was sent anywhere");
  assert.deepEqual(await scene.ssoSessions(), []);
}

sceneSuite(
  "several providers",
  { backchannelLogout: true, further: ["office"] },
  {
    "each gives its own roles, at the same time in two tabs of a browser": async (scene) => {
      await scene.configure({}, roles);
      const client = scene.client();
      const [here, there] = [await reach(scene, client, "default"), await reach(scene, client, "office")];
      assert.match(there.pathname, /\/callback\/office$/);
      expectAnswer(await comeBack(scene, client, here, "default"), 302);
      assert.deepEqual(await owners(scene), ["default admin"]);
      expectAnswer(await comeBack(scene, client, there, "office"), 302);
      // The browser has only the cookies of its last session, so the former one is ended.
      assert.deepEqual(await owners(scene), ["office staff"]);
      const lines = await logLines(scene, 3);
      assert.match(lines[0] ?? "", /^LOGIN_GRANTED provider=default .*role=admin /);
      assert.match(lines[1] ?? "", /^LOGIN_GRANTED provider=office .*role=staff /);
      assert.match(lines[2] ?? "", /^LOGOUT by=login .*provider=default /);
      await expectNoSecrets(scene);
    },

    "an e-mail of default's roles opens nothing at another provider": async (scene) => {
      const client = scene.client();
      const hop = await comeBack(scene, client, await reach(scene, client, "office"), "office");
      assert.equal(hop.status, 401);
      await expectOneLine(scene, "USER_NOT_AUTHORIZED", /provider=office/);
    },

    "the menu's logout goes on to the session's own provider": async (scene) => {
      await scene.configure({}, roles);
      const client = await logIn(scene, "office");
      const target = await scene.logOutOfLuci(client);
      const hop = await client.request(target, { initiator: scene.router.host });
      assert.equal(location(hop).origin, providerOf(scene, "office").origin);
      assert.ok(location(hop).searchParams.has("id_token_hint"), location(hop).href);
      assert.deepEqual(await scene.ssoSessions(), []);
    },

    "a provider's logout ends only its own sessions": async (scene) => {
      const on = { backchannel_logout: "1" };
      await scene.configure(on, roles, { office: on });
      await logIn(scene, "default");
      const client = await logIn(scene, "office");
      const page = await client.navigate(`${providerOf(scene, "office").issuer}/session/end`);
      await client.submit(page, { logout: "yes" });
      await expectOneLine(scene, "LOGOUT", /by=provider .*provider=office/);
      assert.deepEqual(await owners(scene), ["default admin"]);
    },

    ...Object.fromEntries(
      Object.entries(attacks).map(([title, given]) => [`mix-up: ${title}`, (scene: Scene) => attack(scene, given)]),
    ),

    ...each(starts, async (scene, { query, code, isOff }) => {
      await scene.configure({}, roles, { office: { enabled: isOff === true ? "0" : "1" } });
      const hop = await scene.client().request(`${scene.router.baseUrl}/?${query(scene)}`);
      assert.equal(hop.status, statusOf[code], hop.body);
      await expectOneLine(scene, code);
    }),

    "mix-up: a code of default in office's answer is refused": async (scene) => {
      await scene.configure({}, roles);
      const client = scene.client();
      const [here, there] = [await reach(scene, client, "default"), await reach(scene, client, "office")];
      there.searchParams.set("code", here.searchParams.get("code") ?? "");
      assert.equal((await comeBack(scene, client, there, "office")).status, 401);
      await expectOneLine(scene, "OIDC_INVALID_GRANT", /provider=office/);
      assert.deepEqual(await scene.ssoSessions(), []);
    },

    ...each(tokens, async (scene, { edit, code, log }) => {
      await scene.configure({}, roles);
      providerOf(scene, "office").editIdToken((token) => edit(scene, token));
      const client = scene.client();
      const hop = await comeBack(scene, client, await reach(scene, client, "office"), "office");
      assert.equal(hop.status, 401);
      await expectOneLine(scene, code, log);
      assert.deepEqual(await scene.ssoSessions(), []);
    }),

    "the same issuer twice is an error of the second, and default goes on": async (scene) => {
      await scene.configure({}, roles, { office: { issuer_url: scene.provider.issuer } });
      assert.equal((await scene.client().request(startOf(scene, "office"))).status, 503);
      await expectOneLine(scene, "CONFIG_ERROR", /option=issuer_url/);
      const check = await scene.router.commandLine("check-config");
      assert.equal(check.code, 1);
      assert.match(
        check.stdout,
        /provider office:\nerror +Option issuer_url must be another than that of provider default/,
      );
      await logIn(scene, "default");
    },

    "sessions end with their provider, and so does a login that is under way": async (scene) => {
      await scene.configure({}, roles);
      await logIn(scene, "default");
      await logIn(scene, "office");
      const client = scene.client();
      const answer = await reach(scene, client, "office");
      await scene.configure({}, roles, { office: undefined });
      await scene.router.commandLine("sync-roles");
      assert.deepEqual(await owners(scene), ["default admin"]);
      assert.equal((await comeBack(scene, client, answer, "office")).status, 404);
      assert.equal(codesAt(scene, "office"), 1, "only the code of the login before");
    },

    "a wrong section does not end its sessions": async (scene) => {
      await scene.configure({}, roles);
      await logIn(scene, "office");
      await scene.configure({}, roles, { office: { scope: "email" } });
      await scene.router.commandLine("sync-roles");
      assert.deepEqual(await owners(scene), ["office staff"]);
    },

    "a provider that hangs stops no login at the other": async (scene) => {
      await scene.configure({}, roles);
      await logIn(scene, "default");
      const [first, second] = [scene.client(), scene.client()];
      const [hanging, other] = [await reach(scene, first, "default"), await reach(scene, second, "office")];
      const thaw = freeze(scene, "default");
      const pending = comeBack(scene, first, hanging, "default");
      while (codesAt(scene, "default") < 2) {
        await sleep(20);
      }
      expectAnswer(await comeBack(scene, second, other, "office"), 302);
      thaw();
      expectAnswer(await pending, 302);
      assert.deepEqual(await owners(scene), ["default admin", "default admin", "office staff"]);
    },

    "the check covers one provider, or all": inBox("its command line", async (scene) => {
      const one = await scene.router.commandLine("check", "office");
      assert.match(one.stdout, /^provider office:\n/m);
      assert.doesNotMatch(one.stdout, /provider default/);
      const all = await scene.router.commandLine("check");
      assert.match(all.stdout, /^provider default:\n[^]*^provider office:\n/m);
      assert.equal(header(await scene.client().request(startOf(scene, "office")), "location") !== undefined, true);
    }),
  },
);
