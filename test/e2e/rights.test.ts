/**
 * The rights of live sessions: what their roles give now; and never, below full control, to see the ids of other sessions, which rpcd has
 * as names of files.
 */
import assert from "node:assert/strict";
import { sleep } from "../box/command.ts";
import type { Role, UbusAnswer } from "../box/router.ts";
import type { Client } from "./support/client.ts";
import type { Scene } from "./support/scene.ts";
import { each, inBox, sceneSuite } from "./support/suite.ts";

const victor = { email: ["victor@example.org"] };

/** Roles below full control, by names and by patterns that match `luci-base`. */
const roles: Record<string, Role> = {
  "looks at the overview": { ...victor, read: ["luci-base", "luci-mod-status-index"] },
  "may restart the router": {
    ...victor,
    read: ["luci-base", "luci-mod-status-index"],
    write: ["luci-mod-system-reboot"],
  },
  "has all but one group": { ...victor, read: ["*", "!luci-app-attendedsysupgrade"] },
  "has all but a few groups": { ...victor, read: ["*", "!luci-app-*", "!luci-mod-system-*"] },
};

/** Folders whose list has session ids, or shows the way to them. */
const folders = ["/", "/tmp", "/var", "/var/run", "/tmp/run", "/run", "/var/run/rpcd", "/tmp/run/rpcd", "/proc/1/root"];

/** rpcd's folder with session ids; rpcd makes it when it starts, and the box's when it is needed. */
const rpcdFolder = "/var/run/rpcd";

/** ubus's status for what rpcd's `file` may not do. */
const permissionDenied = 6;

/** ubus's status for a folder that is not there, and for a call whose program has ended since its object was looked up. */
const notFound = 4;

function makeRpcdFolder(scene: Scene): Promise<string> {
  return scene.router.shell(`mkdir -p '${scene.router.path(rpcdFolder)}'`);
}

/** The folders that a session may list, while rpcd answers. */
async function listable(scene: Scene, id: string): Promise<string[]> {
  const found: string[] = [];
  for (const object of folders) {
    const right = { ubus_rpc_session: id, scope: "file", object, function: "list" };
    const answer = await scene.router.ubus("session", "access", right).catch(() => '{ "access": false }');
    if ((JSON.parse(answer) as { access: boolean }).access) {
      found.push(object);
    }
  }
  return found;
}

/** Tries what a script can learn of other sessions over `/ubus`, while rpcd may be reloading. The folder is there (`makeRpcdFolder`). */
async function exploit(scene: Scene, id: string): Promise<string[]> {
  const right = { scope: "file", object: rpcdFolder, function: "list" };
  const calls = [
    scene.callUbus(id, "file", "list", { path: rpcdFolder }),
    scene.callUbus(id, "session", "access", right),
  ];
  const answers = await Promise.all(calls.map((call) => Promise.race([call, sleep(3000)]).catch(() => undefined)));
  const [list, access] = answers.map((answer) => answer?.result ?? []);
  const tellsNothing = [undefined, permissionDenied, notFound].includes(list?.[0]);
  const hasRight = (access?.[1] as { access?: boolean } | undefined)?.access === true;
  return [...(tellsNothing ? [] : [`list: ${JSON.stringify(list)}`]), ...(hasRight ? ["access"] : [])];
}

sceneSuite(
  "other sessions",
  {},
  {
    ...each(roles, async (scene, role) => {
      await makeRpcdFolder(scene);
      await scene.configure({}, { viewer: role });
      const client = scene.client();
      await scene.logIn(client, "victor");
      const id = scene.sessionOf(client);
      const [before] = await scene.ssoSessions();
      assert.deepEqual(before?.acls["access-group"]?.["luci-base"], ["read"]);
      const seen = await listable(scene, id);
      const polls: Promise<string[]>[] = [];
      const timer = setInterval(() => polls.push(exploit(scene, id)), 50);
      await scene.router.reloadRpcd().finally(() => {
        clearInterval(timer);
      });
      seen.push(...(await Promise.all(polls)).flat(), ...(await listable(scene, id)));
      seen.push(...(await exploit(scene, id)));
      assert.deepEqual(seen, []);
      const [after] = await scene.ssoSessions();
      assert.deepEqual(after?.acls["access-group"], before.acls["access-group"]);
    }),
    "are seen by full control, and by the same calls": async (scene) => {
      await makeRpcdFolder(scene);
      const client = scene.client();
      await scene.logIn(client, "alice");
      assert.equal((await exploit(scene, scene.sessionOf(client))).length, 2);
    },
  },
);

/** Writes an access group of a package, and has rpcd read it. */
async function addGroup(scene: Scene, name: string, read: Record<string, unknown>): Promise<void> {
  const definition = JSON.stringify({ [name]: { description: name, read } });
  await scene.router.writeFile(`/usr/share/rpcd/acl.d/${name}.json`, definition);
  await scene.router.reloadRpcd();
}

/** Grants of packages whose level is full control by caution alone, and one that lists the folders itself. */
const packages: Record<string, Record<string, unknown>> = {
  "a method that nobody knows": { ubus: { usteer: ["remote_info"] }, uci: ["usteer"] },
  "a list that nobody knows": { file: { "/etc/travelmate/*.login": ["list"] } },
  "lists of all folders": { file: { "/*": ["list"], "/etc/app/*": ["read"] } },
};

sceneSuite(
  "a package with a right beyond looking",
  {},
  {
    ...each(packages, async (scene, read) => {
      await makeRpcdFolder(scene);
      await addGroup(scene, "luci-app-other", read);
      await scene.configure({}, { viewer: { ...victor, read: ["*"] } });
      const client = scene.client();
      await scene.logIn(client, "victor");
      const id = scene.sessionOf(client);
      const [session] = await scene.ssoSessions();
      assert.deepEqual(session?.acls["access-group"]?.["luci-app-other"], ["read"]);
      assert.match((await scene.router.commandLine("roles", "victor@example.org")).stdout, /viewer: everything/);
      const polls = [exploit(scene, id), scene.router.reloadRpcd().then(() => exploit(scene, id))];
      assert.deepEqual([...(await listable(scene, id)), ...(await Promise.all(polls)).flat()], []);
    }),
    "can be saved by who may write it, by LuCI's own right to save": async (scene) => {
      const name = "luci-app-other";
      const definition = { [name]: { description: name, read: { uci: ["other"] }, write: { uci: ["other"] } } };
      await scene.router.writeFile(`/usr/share/rpcd/acl.d/${name}.json`, JSON.stringify(definition));
      await scene.router.writeFile("/etc/config/other", "config other 'one'\n");
      const read = ["luci-base", "luci-mod-status-index", name];
      await scene.configure({}, { editor: { ...victor, read, write: ["luci-base", name] } });
      const client = scene.client();
      await scene.logIn(client, "victor");
      const id = scene.sessionOf(client);
      const change = { section: "one", values: { a: "1" } };
      const set = (config: string): Promise<UbusAnswer> => scene.callUbus(id, "uci", "set", { config, ...change });
      assert.deepEqual([(await set("other")).result, (await set("network")).result], [[0], [permissionDenied]]);
      const [session] = await scene.ssoSessions();
      assert.deepEqual(session?.acls["access-group"]?.["luci-base"], ["read", "write"]);
      const applied = await postToLuci(scene, client, "apply_rollback", String(session.values["token"]));
      const { token } = JSON.parse(applied.body) as { token: string };
      assert.equal((await postToLuci(scene, client, "confirm", token)).status, 200);
      assert.match(await scene.router.shell(`cat '${scene.router.path("/etc/config/other")}'`), /option a '1'/);
      assert.deepEqual(await listable(scene, id), []);
    },
    "is full control with another one's: any file is read": async (scene) => {
      await addGroup(scene, "luci-mod-network-config", {
        file: { "/proc/sys/net/ipv[46]/conf/*": ["read"], "/etc/iproute2/rt_tables": ["read"] },
      });
      const roles = {
        network: { ...victor, read: ["luci-mod-network-config"] },
        flash: { ...victor, read: ["luci-mod-system-flash"] },
        both: { ...victor, read: ["luci-mod-network-config", "luci-mod-system-flash"] },
      };
      await scene.configure({}, roles);
      const said = (await scene.router.commandLine("roles", "victor@example.org")).stdout;
      for (const line of ["network: secrets", "flash: secrets", "both: everything"]) {
        assert.ok(said.includes(line), said);
      }
    },
  },
);

sceneSuite(
  "pages that a role may look at",
  {},
  {
    "show what LuCI's own groups leave out": async (scene) => {
      await scene.configure(
        {},
        {
          viewer: {
            ...victor,
            read: ["luci-base", "luci-mod-network-dhcp", "luci-mod-status-index", "luci-mod-status-routes"],
          },
        },
      );
      await scene.logIn(scene.client(), "victor");
      const [session] = await scene.ssoSessions();
      assert.deepEqual(session?.acls["ubus"]?.["network.interface"], ["dump"]);
      assert.deepEqual(session.acls["uci"]?.["firewall"], ["read"]);
    },
  },
);

/** The package of a made-up app: its access group, as a file of its own. */
const appFile = "/usr/share/rpcd/acl.d/zz-app-probe.json";
const app = {
  "app-probe": {
    read: { uci: ["probe"], ubus: { uci: ["get"], file: ["exec"] }, file: { "/bin/echo hello": ["exec"] } },
    write: { uci: ["probe"], ubus: { uci: ["set"] } },
  },
};

/** Two groups, so that a role can lose one of them. */
const otherFile = "/usr/share/rpcd/acl.d/zz-app-other.json";
const other = {
  "app-other": { read: { uci: ["other"], ubus: { file: ["exec"] }, file: { "/bin/echo other": ["exec"] } } },
};

/** A role that only gives what it has in `write` the way to LuCI. */
const viewer = { ...victor, read: ["luci-base", "luci-mod-status-index", "app-probe"] };
const editor = { ...viewer, write: ["app-probe"] };

/** Installs the app as its package does, and a package for `uci set`. */
async function installApp(scene: Scene): Promise<void> {
  await scene.router.writeFile("/etc/config/probe", "config probe 'one'\n\toption a '1'\n");
  await scene.router.writeFile(appFile, JSON.stringify(app));
  await scene.router.writeFile(otherFile, JSON.stringify(other));
}

/** The things that a session may do now, by calls that rpcd answers: set an option, run the app's program, run the other one's. */
async function abilities(scene: Scene, id: string): Promise<string> {
  const set = { config: "probe", section: "one", values: { a: "2" } };
  const [changes, runs, runsOther] = await Promise.all([
    scene.callUbus(id, "uci", "set", set),
    scene.callUbus(id, "file", "exec", { command: "/bin/echo", params: ["hello"] }),
    scene.callUbus(id, "file", "exec", { command: "/bin/echo", params: ["other"] }),
  ]);
  const may = { changes, runs, runsOther };
  return Object.entries(may)
    .filter(([, answer]) => answer.result?.[0] === 0)
    .map(([name]) => name)
    .join(" ");
}

/** Waits two seconds at most until a session may do just this. */
async function expectAbilities(scene: Scene, id: string, expected: string): Promise<void> {
  let found = await abilities(scene, id);
  for (const end = Date.now() + 2000; found !== expected && Date.now() < end;) {
    await sleep(50);
    found = await abilities(scene, id);
  }
  assert.equal(found, expected);
}

/** `uci commit sso-login; reload_config`, which the box's router answers as the init script does; returns what that says there. */
async function commit(scene: Scene, roles: Readonly<Record<string, Role>>): Promise<string | undefined> {
  await scene.configure({}, roles);
  if (process.env["ROUTER"] !== undefined) {
    await scene.router.shell("reload_config");
    return undefined;
  }
  const done = await scene.router.commandLine("sync-roles");
  assert.equal(done.code, 0, done.stderr);
  return done.stdout + done.stderr;
}

/** The grants of Victor's session, whatever their order. */
async function grants(scene: Scene): Promise<string[]> {
  const session = (await scene.ssoSessions()).find(({ values }) => values["sso_email"] === "victor@example.org");
  const pairs = Object.entries(session?.acls ?? {}).flatMap(([scope, objects]) =>
    Object.entries(objects).flatMap(([object, functions]) => functions.map((name) => `${scope} ${object} ${name}`)),
  );
  return pairs.sort();
}

/** Victor's new session with roles, once the app is there. */
async function openSession(scene: Scene, roles: Readonly<Record<string, Role>>): Promise<[string, Client]> {
  await installApp(scene);
  await commit(scene, roles);
  const client = scene.client();
  await scene.logIn(client, "victor");
  return [scene.sessionOf(client), client];
}

type Change = [
  before: Readonly<Record<string, Role>>,
  first: string,
  after: Readonly<Record<string, Role>>,
  then: string,
];

const nothing = { ...victor, read: ["luci-base", "luci-mod-status-index"] };
const second = { ...victor, read: ["app-other"] };

const changes: Record<string, Change> = {
  "write is taken": [{ editor }, "changes runs", { editor: viewer }, "runs"],
  "write is given": [{ editor: viewer }, "runs", { editor }, "changes runs"],
  "all is taken": [{ editor }, "changes runs", { editor: nothing }, ""],
  "full control is taken": [
    { editor: { ...victor, read: ["*"], write: ["*"] } },
    "changes runs runsOther",
    { editor: { ...nothing, read: [...nothing.read, "app-o*"] } },
    "runsOther",
  ],
  "the second of two roles gets more": [
    { viewer, second: { ...second, read: [] } },
    "runs",
    { viewer, second },
    "runs runsOther",
  ],
  "the first of two roles gets less": [
    { editor, second },
    "changes runs runsOther",
    { editor: nothing, second },
    "runsOther",
  ],
};

/** Posts to one of LuCI's addresses that apply changes, as its pages do. */
async function postToLuci(
  scene: Scene,
  client: Client,
  action: string,
  token: string,
): Promise<{ status: number; body: string }> {
  const query = new URLSearchParams({ sid: scene.sessionOf(client), token }).toString();
  const address = `${scene.router.address}/cgi-bin/luci/admin/uci/${action}?${query}`;
  return client.request(address, { method: "POST", body: "", initiator: scene.router.host });
}

sceneSuite(
  "a change of what roles give, by uci commit and reload_config",
  {},
  {
    ...each(changes, async (scene, [before, first, after, then]) => {
      const [id] = await openSession(scene, before);
      await expectAbilities(scene, id, first);
      const said = await commit(scene, after);
      await expectAbilities(scene, id, then);
      if (said !== undefined) {
        assert.match(said, /^rights changed: victor@example\.org$/m);
        assert.match(said, /\bRIGHTS_CHANGED email=victor@example\.org .* session=[0-9a-f]+$/m);
      }
      const kept = await grants(scene);
      await scene.router.reloadRpcd();
      await expectAbilities(scene, id, then);
      await sleep(500);
      assert.deepEqual(await grants(scene), kept);
    }),
    "of a deleted role ends its sessions, and no others": async (scene) => {
      const [id] = await openSession(scene, { editor, second: { email: ["alice@example.org"], read: viewer.read } });
      const alice = scene.client();
      await scene.logIn(alice, "alice");
      await commit(scene, { second: { email: ["alice@example.org"], read: viewer.read } });
      await expectAbilities(scene, id, "");
      await expectAbilities(scene, scene.sessionOf(alice), "runs");
      assert.equal((await scene.ssoSessions()).length, 1);
    },
  },
);

sceneSuite(
  "a change of what roles give, in LuCI",
  {},
  {
    "takes effect with its confirmation, also for the administrator who makes it": async (scene) => {
      const administrator = { email: ["alice@example.org"], read: ["*"], write: ["*"] };
      const [id] = await openSession(scene, { editor, administrator });
      const client = scene.client();
      await scene.logIn(client, "alice");
      const own = scene.sessionOf(client);
      const session = (await scene.ssoSessions()).find((one) => one.id === own);
      const change = async (section: string, values: object): Promise<void> => {
        assert.equal(
          (await scene.callUbus(own, "uci", "set", { config: "sso-login", section, values })).result?.[0],
          0,
        );
      };
      const narrow = ["luci-base", "luci-mod-status-index", "app-probe"];
      await change("administrator", { read: narrow, write: ["luci-base"] });
      await change("editor", { read: narrow, write: ["luci-base"] });
      const applied = await postToLuci(scene, client, "apply_rollback", String(session?.values["token"]));
      assert.equal(applied.status, 200);
      // A login of another user while LuCI waits; the role's section is behind.
      await scene.logIn(scene.client(), "victor");
      await expectAbilities(scene, own, "changes runs runsOther");
      const { token } = JSON.parse(applied.body) as { token: string };
      assert.equal((await postToLuci(scene, client, "confirm", token)).status, 200);
      await expectAbilities(scene, own, "runs");
      await expectAbilities(scene, id, "runs");
      assert.equal(
        (await scene.callUbus(own, "uci", "set", { config: "sso-login", section: "editor", values: {} })).result?.[0],
        6,
      );
    },
  },
);

sceneSuite(
  "a change of access groups",
  {},
  {
    "by an installation gives live sessions the new group, and by a removal takes it": async (scene) => {
      const read = ["luci-base", "luci-mod-status-index", "app-*"];
      await scene.configure({}, { viewer: { ...victor, read } });
      const client = scene.client();
      await scene.logIn(client, "victor");
      const id = scene.sessionOf(client);
      assert.equal(await abilities(scene, id), "");
      await installApp(scene);
      await scene.router.reloadRpcd();
      await expectAbilities(scene, id, "runs runsOther");
      await scene.router.shell(`rm '${scene.router.path(otherFile)}'`);
      // Nobody tells of a removal: the next page of LuCI does.
      const page = `${scene.router.address}/cgi-bin/luci/admin/translations/en`;
      await client.request(page, { initiator: scene.router.host });
      await expectAbilities(scene, id, "runs");
    },
    "by a file that only rpcd can read grants nothing at a reload that was not granted before": inBox(
      "the parsers of ucode and Lua differ",
      async (scene) => {
        const read = ["luci-base", "luci-mod-status-index", "app-*"];
        const [id] = await openSession(scene, { viewer: { ...victor, read } });
        await expectAbilities(scene, id, "runs runsOther");
        const text = JSON.stringify({ "app-more": { read: { uci: ["secrets"], ubus: { uci: ["get"] } } } });
        await scene.router.writeFile("/usr/share/rpcd/acl.d/zz-broken.json", `${text}}`);
        await scene.router.commandLine("sync-roles");
        const before = await grants(scene);
        await scene.router.reloadRpcd();
        await sleep(500);
        assert.deepEqual(await grants(scene), before);
        const report = await scene.router.commandLine("check");
        assert.equal(report.stdout.includes("zz-broken.json"), !before.includes("uci secrets read"));
      },
    ),
  },
);
