/**
 * Compiled modules are complete: no kind of request opens a source, which would be compiled at each of them, with caches or without. A new
 * endpoint needs a row here.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { run } from "../box/command.ts";
import { chosenBackend, chosenRuntime, installService } from "../box/install.ts";
import { repositoryRoot, ucodeProgram } from "../box/locations.ts";
import { providerHost } from "../box/provider/identity-provider.ts";
import { accessToken, exchange, on } from "./support/access-token.ts";
import { logoutToken, post } from "./support/logout-token.ts";
import { takeTurn } from "./support/revalidation.ts";
import type { ServiceOptions } from "../box/router.ts";
import { standardRoles, type Scene } from "./support/scene.ts";
import { inBox, sceneSuite } from "./support/suite.ts";

const runtime = chosenRuntime();

/** The module that finds the compiled ones, and the version, by which it judges them. */
const always = ["io.code", "base.version"];

/** A kind of request: what comes before it, and then the request, whose answer has a status. */
interface Kind {
  /** The row of web/routes that serves it; absent where none does. */
  endpoint?: string;
  /** Options without which it is refused. */
  options?: ServiceOptions;
  status: number;
  prepare: (scene: Scene) => Promise<() => Promise<{ status: number }>>;
}

/** A request of a browser without a login. */
function get(path: string, headers: Record<string, string> = {}): Kind["prepare"] {
  return (scene) => Promise.resolve(() => scene.client().request(scene.router.address + path, { headers }));
}

function callback(name: string): Kind["prepare"] {
  return async (scene) => {
    const client = scene.client();
    const address = await scene.reachCallback(client, name);
    return () => client.request(address, { initiator: providerHost });
  };
}

const page = (language: string): Record<string, string> => ({ Accept: "text/html", "Accept-Language": language });
const refused = "/cgi-bin/sso-login/callback?code=a&state=b";

const kinds: Record<string, Kind> = {
  "a probe": { endpoint: "probe", status: 200, prepare: get("/cgi-bin/sso-login/?action=enabled") },
  "a start": { endpoint: "start", status: 302, prepare: get("/cgi-bin/sso-login/") },
  "a callback": { endpoint: "callback", status: 302, prepare: callback("alice") },
  "a callback whose claims userinfo tells": { status: 302, prepare: callback("ursula") },
  "a callback that is loaded again": {
    status: 302,
    prepare: async (scene) => {
      const client = scene.client();
      const address = await scene.reachCallback(client, "alice");
      await client.request(address, { initiator: providerHost });
      return () => client.request(address, { initiator: providerHost });
    },
  },
  "a logout": {
    endpoint: "user_logout",
    status: 302,
    prepare: async (scene) => {
      const client = scene.client();
      await scene.callback(client, "alice");
      const link = await scene.logoutLink(client);
      return () => client.request(link, { initiator: scene.router.host });
    },
  },
  "a token": {
    endpoint: "token_exchange",
    options: on,
    status: 200,
    prepare: (scene) => Promise.resolve(() => exchange(scene, accessToken(scene))),
  },
  "the router's keys": { endpoint: "jwks", status: 200, prepare: get("/cgi-bin/sso-login/jwks") },
  "the landing page": { status: 200, prepare: get("/cgi-bin/webui/") },
  "the landing page with a page": { status: 200, prepare: get("/cgi-bin/webui/?to=/cgi-bin/luci/admin/status") },
  "a turn of revalidation": {
    options: { session_revalidate: "300" },
    status: 0,
    prepare: async (scene) => {
      await scene.callback(scene.client(), "alice");
      return () => takeTurn(scene.router).then(() => ({ status: 0 }));
    },
  },
  "an error page": { status: 400, prepare: get(refused, page("en")) },
  "an error page in German": { status: 400, prepare: get(refused, page("de")) },
  "an error page in French": { status: 400, prepare: get(refused, page("fr")) },
  "a refused login, of a user without a role": { status: 401, prepare: callback("mallory") },
  "a login that the provider refuses": {
    status: 401,
    prepare: async (scene) => {
      const client = scene.client();
      const address = new URL(await scene.reachCallback(client, "alice"));
      address.searchParams.delete("code");
      address.searchParams.set("error", "access_denied");
      return () => client.request(address, { initiator: providerHost });
    },
  },
  "a logout without a session": {
    status: 302,
    prepare: get(`/cgi-bin/sso-login/logout?stoken=${"0".repeat(32)}`),
  },
  "a refused back-channel logout": {
    options: { backchannel_logout: "1" },
    status: 400,
    prepare: (scene) => Promise.resolve(() => post(scene, { logout_token: "a.b.c" })),
  },
  "a refused token": {
    options: on,
    status: 400,
    prepare: (scene) => Promise.resolve(() => exchange(scene, accessToken(scene, { aud: "another" }))),
  },
  "a token where no program may come": {
    options: { api_audience: undefined },
    status: 405,
    prepare: (scene) => Promise.resolve(() => exchange(scene, accessToken(scene))),
  },
  // Last, as it refuses tokens and logins that began within its second.
  "a back-channel logout": {
    endpoint: "backchannel_logout",
    options: { backchannel_logout: "1" },
    status: 200,
    prepare: async (scene) => {
      await scene.callback(scene.client(), "alice");
      return () => post(scene, { logout_token: logoutToken(scene) });
    },
  },
  "a path that is not there": { status: 404, prepare: get("/cgi-bin/sso-login/nothing") },
};

/** Endpoints that only an administrator's test asks for: their modules stay sources (web/pieces). */
const ofTests = ["test_login"];

/** Makes each source note that it is run, and returns what tells which were since the last time. */
async function watchSources(scene: Scene): Promise<() => Promise<string[]>> {
  const { router } = scene;
  const [suffix, modules] = runtime === "lua" ? ["lua", "/usr/lib/lua"] : ["uc", "/usr/share/ucode"];
  const notes = router.path("/tmp/opened-sources");
  const note =
    runtime === "lua"
      ? `1s|^|local notes = io.open("${notes}", "a"); notes:write("NAME\\\\n"); notes:close(); |`
      : `$a map([ require("fs").open("${notes}", "a") ], (notes) => { notes.write("NAME\\\\n"); notes.close(); });`;
  const version = `base/version.${suffix}`;
  await router.shell(`cd '${router.path(`${modules}/sso_login`)}' && umask 0 && : >'${notes}' &&
for file in $(find . -name '*.${suffix}' ! -path './${version}'); do
  name=$(echo "\${file%.${suffix}}" | sed 's|^./||; s|/|.|g')
  sed -i '${note.replace("NAME", "'$name'")}' $file
done`);
  return async () => {
    const names = (await router.shell(`cat '${notes}' && : >'${notes}'`)).split("\n").filter((name) => name !== "");
    return [...new Set(names)].filter((name) => !always.includes(name)).sort();
  };
}

/** Compiles, in Lua twice at once: the temporary files of two processes must not mix. The stand-in of ucode takes longer than one waits. */
async function compile({ router }: Scene): Promise<void> {
  const once = `'${router.path("/usr/sbin/sso-login")}' compile`;
  const twice = runtime === "lua" ? `${once} & ${once} && wait $!` : once;
  await router.shell(`export PATH=${dirname(ucodeProgram)}:$PATH; ${twice}`);
}

/** Windows, whose first request does more. */
const windows = ["rate", "cleaned", "refused", "client"];
const caches = ["discovery_", "jwks_", "rights_"];

async function forget({ router }: Scene, prefixes: readonly string[]): Promise<void> {
  const files = prefixes.map((prefix) => `${prefix}*`).join(" ");
  await router.shell(`cd '${router.path("/var/run/sso-login")}' && rm -rf ${files}`);
}

/** The sources that kinds of requests open, for those that open some, without some files of the run directory, for a configuration with these options. */
async function opened(
  scene: Scene,
  options: ServiceOptions,
  forgotten: readonly string[],
): Promise<Record<string, string[]>> {
  const helper = { sub: ["sub-alice"], sub_issuer: scene.provider.issuer, access: ["web", "api"], read: ["*"] };
  const found: Record<string, string[]> = {};
  await scene.router.commandLine("key", "new");
  await scene.configure(options, { ...standardRoles, helper });
  await scene.router.commandLine("sync-roles");
  await scene.callback(scene.client(), "alice");
  await compile(scene);
  const readNotes = await watchSources(scene);
  try {
    const possible = Object.entries(kinds).filter(([, kind]) =>
      Object.entries(kind.options ?? {}).every(([name, value]) => options[name] === value),
    );
    for (const [name, kind] of possible) {
      await forget(scene, windows);
      const request = await kind.prepare(scene);
      await forget(scene, forgotten);
      await readNotes();
      assert.equal((await request()).status, kind.status, name);
      const names = await readNotes();
      Object.assign(found, names.length > 0 ? { [name]: names } : {});
    }
    // It sees one that is opened.
    await run("rm", [scene.router.path("/var/run/sso-login.code")]);
    await (
      await kinds["a start"]!.prepare(scene)
    )();
    assert.ok((await readNotes()).includes("web.endpoints.start"), "a start without compiled modules opens none");
  } finally {
    await installService(scene.router.path(""), runtime, chosenBackend());
  }
  return found;
}

/**
 * The most functions in what a request loads: each costs ucode some 12 000 instructions, which nothing here can count, as the
 * stand-in has another interpreter (docs/performance.md).
 */
const budgets = { "": 275, "/callback": 575, "/logout": 280, "/token": 560 };

/** Functions in a piece of the compiled file, which the stand-in of ucode writes as text. */
function functionsIn(file: string, piece: string): number {
  const text = readFileSync(file, "latin1");
  const numbers = (pattern: string): number[] => new RegExp(pattern).exec(text)?.map(Number) ?? assert.fail(pattern);
  const [, finder = 0, head = 0] = numbers("^(\\d+) (\\d+)");
  const [, at = 0, size = 0] = numbers(`\\n${piece} (\\d+) (\\d+)\\n`);
  const begin = text.indexOf("\n") + 1 + finder + head + at;
  return text.slice(begin, begin + size).match(/\bfunction\b|=>/g)?.length ?? 0;
}

const needsBox = "the sources of a router stay";
const every: ServiceOptions = {
  ...on,
  backchannel_logout: "1",
  client_limit: "50",
  session_max_lifetime: "86400",
  session_revalidate: "300",
};

sceneSuite(
  "no kind of request opens a source",
  { provider: { refreshTokens: true } },
  {
    "of all that the routes serve": () => {
      const routes = readFileSync(join(repositoryRoot, "src/sso_login/web/routes.ts"), "utf8");
      const served = new Set(Array.from(routes.matchAll(/\bendpoint: "(\w+)"/g), ([, name]) => name));
      const known = Object.values(kinds).flatMap(({ endpoint = [] }) => endpoint);
      assert.deepEqual([...known, ...ofTests].sort(), [...served].sort());
      return Promise.resolve();
    },

    "with caches": inBox(needsBox, async (scene) => {
      assert.deepEqual(await opened(scene, every, []), {});
    }),

    "without caches, at the begin of a minute": inBox(needsBox, async (scene) => {
      assert.deepEqual(await opened(scene, every, [...caches, ...windows]), {});
    }),

    "where no option is set": inBox(needsBox, async (scene) => {
      assert.deepEqual(await opened(scene, {}, caches), {});
    }),

    "and in ucode few functions are loaded": inBox(needsBox, async (scene) => {
      await scene.configure(on);
      await compile(scene);
      for (const [path, most] of Object.entries(runtime === "ucode" ? budgets : {})) {
        const file = scene.router.path("/var/run/sso-login.code");
        const functions = functionsIn(file, `sso_login.entry_points.cgi${path}`);
        assert.ok(functions <= most, `${path}: ${String(functions)} functions`);
      }
    }),
  },
);
