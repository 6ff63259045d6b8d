/** Only single sign-on: passwords are refused on trial, then for good, and come back in every way that is promised. */
import assert from "node:assert/strict";
import { until } from "../box/command.ts";
import type { Client } from "./support/client.ts";
import { editJson } from "../box/provider/misbehaviour.ts";
import { startSupervisor, stopSupervisor } from "./support/revalidation.ts";
import { accessDenied, standardRoles, type Scene } from "./support/scene.ts";
import { each, sceneSuite, type SceneTest } from "./support/suite.ts";

const noSession = "0".repeat(32);
const rootPassword = process.env["ROUTER_PASSWORD"] ?? "router-password";

/** Answer of the plug-in. */
async function passwordLogin(scene: Scene, client: Client, state: string, more = {}): Promise<Record<string, unknown>> {
  const answer = await scene.callUbus(scene.sessionOf(client), "sso-login", "password_login", { state, ...more });
  assert.equal(answer.result?.[0], 0, JSON.stringify(answer));
  return answer.result[1] as Record<string, unknown>;
}

async function told(scene: Scene, client: Client): Promise<Record<string, unknown>> {
  const answer = await scene.callUbus(scene.sessionOf(client), "sso-login", "get");
  return (answer.result?.[1] as { password_login: Record<string, unknown> }).password_login;
}

/** Whether root's right password opens a session at LuCI's form, and at /ubus. */
async function passwordCounts(scene: Scene): Promise<boolean[]> {
  const form = { luci_username: "root", luci_password: rootPassword };
  const page = await scene.client().request(`${scene.router.address}/cgi-bin/luci/`, { form });
  const login = { username: "root", password: rootPassword };
  const answer = await scene.callUbus(noSession, "session", "login", login);
  return [page.status === 302, answer.result?.[0] === 0];
}

const counts = [true, true];
const refused = [false, false];

async function command(scene: Scene, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await scene.router.commandLine(...args);
  assert.equal(code, 0, stderr);
  return stdout;
}

async function loggedIn(scene: Scene, name: string): Promise<Client> {
  const client = scene.client();
  assert.equal((await scene.logIn(client, name)).status, 200);
  return client;
}

/** The sections of rpcd's file, each with its options by name: where an option goes that is set is libuci's matter. */
async function rpcdSections(scene: Scene): Promise<string[][]> {
  const text = await scene.router.shell(`cat '${scene.router.path("/etc/config/rpcd")}'`);
  const name = (line: string): string => line.split(" ")[1] ?? "";
  return text.split("\n\n").map((section) => section.split("\n").sort((a, b) => name(a).localeCompare(name(b))));
}

/** A case after which passwords count, and rpcd's file says what it said before. */
function leavingNothing(body: SceneTest): SceneTest {
  return async (scene) => {
    await command(scene, "sync-roles");
    const before = await rpcdSections(scene);
    await body(scene);
    assert.deepEqual(await passwordCounts(scene), counts);
    assert.deepEqual(await rpcdSections(scene), before);
  };
}

/** The trial is as if its ten minutes had passed. */
function passTrial(scene: Scene): Promise<string> {
  const file = scene.router.path("/var/run/sso-login/password_trial");
  return scene.router.shell(`sed -i 's/"deadline": *[0-9.]*/"deadline":1/' '${file}'`);
}

/** A change with passwords off, by settings that alice has proved. */
interface Row {
  options?: Record<string, string>;
  /** Another change than that of the configuration. */
  change?: (scene: Scene) => Promise<unknown>;
  /** The way in which the service hears of the change; absent where a reload tells it. */
  event?: string[];
  /** The state after the change. */
  state: "on" | "trial" | "off";
  /** Why passwords are on, in the log. */
  by?: string;
  /** The end of a trial: alice's login confirms it, or nobody can and the ten minutes pass. */
  end?: "login" | "time";
}

/** The supervisor's look at files that have changed. */
const look = ["password-login", "look"];

const rows: Record<string, Row> = {
  "no change, and a reload": { state: "off" },
  "a secret with a typo": { options: { client_secret: "x" }, state: "trial", end: "time" },
  "an authority that has signed nothing here": {
    change: (scene) => scene.router.shell(`cp /etc/ssl/certs/ca-certificates.crt '${ownCa(scene)}'`),
    event: look,
    state: "trial",
    end: "time",
  },
  "the web server at another port, which still leads to it": {
    change: (scene) =>
      uhttpd(scene, `\tlist listen_https '[::]:${String(Number(new URL(scene.router.address).port || 443) - 1)}'\n`),
    event: look,
    state: "trial",
    end: "login",
  },
  "the web server without HTTPS": {
    change: (scene) => uhttpd(scene, "\tlist listen_http '[::]:80'\n"),
    state: "on",
    by: "configuration",
  },
  "rpcd's file as it was before": {
    change: (scene) => onRpcdFile(scene, "/option sso_login_/d; 1,/password '!'/s/password '!'/password '$p$root'/"),
    state: "on",
    by: "rpcd",
  },
  "a password written by hand": {
    change: (scene) => onRpcdFile(scene, "1,/password '!'/s/password '!'/password '$p$root'/"),
    state: "on",
    by: "hand",
  },
  "another time-out, with which alice logs in": { options: { http_timeout: "9" }, state: "trial", end: "login" },
  "a syntax error, and no reload": {
    change: (scene) => scene.router.shell(`echo "config 'x" >>'${scene.router.path("/etc/config/sso-login")}'`),
    event: look,
    state: "on",
    by: "configuration",
  },
  "single sign-on switched off": { options: { enabled: "0" }, state: "on", by: "disabled" },
};

/** The web server's configuration, which the box's own does not read. */
function uhttpd(scene: Scene, options: string): Promise<void> {
  return scene.router.writeFile("/etc/config/uhttpd", `config uhttpd 'main'\n${options}`);
}

function onRpcdFile(scene: Scene, edit: string): Promise<string> {
  return scene.router.shell(`sed -i "${edit.replaceAll("$", "\\$")}" '${scene.router.path("/etc/config/rpcd")}'`);
}

/** A file of authorities that the test may change. */
const ownCa = (scene: Scene): string => scene.router.path("/etc/sso-login/ca.pem");

/** Turns passwords off for good by two logins of alice, and logs nothing so far. */
async function proved(scene: Scene, own: Record<string, string>): Promise<void> {
  await scene.router.shell(
    `mkdir -p '${scene.router.path("/etc/sso-login")}' && cp '${scene.caFile}' '${ownCa(scene)}'`,
  );
  await scene.configure(own);
  await loggedIn(scene, "alice");
  await command(scene, "password-login", "off");
  await loggedIn(scene, "alice");
  await command(scene, "password-login", "confirm");
  await scene.router.markLog();
}

async function isState(scene: Scene, state: string): Promise<void> {
  assert.match(await command(scene, "password-login"), new RegExp(`^passwords: ${state}\n`));
  assert.deepEqual(await passwordCounts(scene), state === "on" ? counts : refused);
}

/** The changes that lines about passwords report, of the log and of commands, whose lines are on their standard error in a box. */
function changesIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => /PASSWORD_LOGIN (state=\w+ by=\w+)/.exec(line)?.[1] ?? []).sort();
}

const changes = each(rows, async (scene, row, title) => {
  const own = { ca_file: ownCa(scene) };
  await proved(scene, own);
  await scene.configure({ ...own, password_login: "off", ...row.options });
  await row.change?.(scene);
  // The start of a login by a stranger begins no trial; of an authority no reload tells, but the supervisor's look.
  await scene.openForm(scene.client()).catch(() => undefined);
  const said = (await scene.router.commandLine(...(row.event ?? ["sync-roles"]))).stderr;
  await isState(scene, row.state);
  // Neither strangers nor users without all rights change anything, nor does rpcd's reload.
  await scene.client().request(`${scene.router.baseUrl}/callback?code=x&state=y`);
  await scene.callback(scene.client(), "victor").catch(() => undefined);
  await scene.router.reloadRpcd();
  await isState(scene, row.state);
  let ended = "";
  if (row.end === "login") {
    await loggedIn(scene, "alice");
    await isState(scene, "off");
  } else if (row.end === "time") {
    await scene.callback(scene.client(), "alice").catch(() => undefined);
    await isState(scene, "trial");
    await passTrial(scene);
    ended = (await scene.router.commandLine("expire")).stderr;
    await isState(scene, "on");
  }
  const begun = row.state === "trial" ? ["state=trial by=settings"] : [];
  const end =
    row.end === "login"
      ? "state=off by=login"
      : row.end === "time"
        ? "state=on by=trial"
        : `state=on by=${row.by ?? ""}`;
  const wanted = [...begun, ...(row.state === "off" ? [] : [end])].sort();
  assert.deepEqual(changesIn([...(await scene.router.readLog()), ...`${said}\n${ended}`.split("\n")]), wanted, title);
  await command(scene, "password-login", "on");
});

sceneSuite("passwords off, and then", {}, changes);

/** The same request many times, several at a time, with a number in its address. */
async function flood(scene: Scene, path: string): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    const send = (): Promise<unknown> => scene.client().request(scene.router.address + path);
    await Promise.all([0, 1, 2, 3, 4].map(send));
  }
}

/** Reloads of the programs, as installations and administrators cause them; a box has fewer of them. */
function reloadAll(scene: Scene): Promise<string> {
  const scripts = ["rpcd", "uhttpd", "sso-login"].map((name) => `'${scene.router.path(`/etc/init.d/${name}`)}'`);
  return scene.router.shell(`for f in ${scripts.join(" ")}; do [ ! -x $f ] || $f reload; done; sleep 2`);
}

const values = { password_login: "on", enabled: "0" };

/** Calls for which one needs all rights: object, method and message. */
const forbidden: readonly [string, string, object][] = [
  ["sso-login", "password_login", { state: "on" }],
  ["sso-login", "password_login", { state: "off" }],
  ["sso-login", "password_login", { state: "confirm" }],
  ["sso-login", "register", { values: {}, roles: [], provider: "", token: "" }],
  ["uci", "set", { config: "sso-login", section: "default", values }],
  ["uci", "set", { config: "rpcd", section: "@login[0]", values: { password: "$p$root" } }],
  ["uci", "delete", { config: "sso-login", section: "default", option: "password_login" }],
  ["uci", "commit", { config: "sso-login" }],
  ["file", "write", { path: "/var/run/sso-login/password_trial", data: '{"deadline":1}' }],
  ["file", "exec", { command: "/usr/sbin/sso-login", params: ["password-login", "on"] }],
  ["rc", "init", { name: "sso-login", action: "stop" }],
  ["session", "create", { timeout: 60 }],
  ["session", "grant", { scope: "ubus", objects: [["sso-login", "*"]] }],
];

/** Attempts of strangers, robots and users without all rights; the configuration stays as it is. */
const attempts: Record<string, (scene: Scene) => Promise<unknown>> = {
  "guessed passwords, and what rpcd's file has in their place": async (scene) => {
    // One at a time: uhttpd itself loses forms that come to LuCI at once.
    for (let round = 0; round < 10; round += 1) {
      assert.deepEqual(await passwordCounts(scene), refused);
    }
    for (const username of ["root", "sso_login_admin", "admin", ""]) {
      for (const password of ["!", "", "$p$root", rootPassword]) {
        const answer = await scene.callUbus(noSession, "session", "login", { username, password });
        assert.notEqual(answer.result?.[0], 0, `${username} ${password}`);
      }
    }
  },
  "calls of nobody, of a user who looks, and of one with other rights": async (scene) => {
    const victor = scene.sessionOf(await loggedIn(scene, "victor"));
    const ursula = scene.sessionOf(await loggedIn(scene, "ursula"));
    const alice = scene.sessionOf(await loggedIn(scene, "alice"));
    for (const id of [noSession, victor, ursula]) {
      for (const [object, method, message] of forbidden) {
        const answer = await scene.callUbus(id, object, method, message);
        assert.notEqual(answer.result?.[0], 0, `${object} ${method} ${JSON.stringify(answer)}`);
      }
      const foreign = { ubus_rpc_session: alice, values: { sso_roles: [], username: "root" } };
      await scene.callUbus(id, "session", "set", foreign);
    }
    const session = (await scene.ssoSessions()).find(({ id }) => id === alice);
    assert.deepEqual([session?.values["username"], session?.values["sso_roles"]], ["admin", ["admin"]]);
  },
  "a change of an administrator that is not applied": async (scene) => {
    const alice = scene.sessionOf(await loggedIn(scene, "alice"));
    const change = { config: "sso-login", section: "default", values: { client_id: "other" } };
    assert.equal((await scene.callUbus(alice, "uci", "set", change)).result?.[0], 0);
  },
  "the configuration written anew, in another order, and options of LuCI": async (scene) => {
    const options = { ...scene.standardOptions(), ca_file: ownCa(scene), password_login: "off" };
    await scene.router.setConfig(Object.fromEntries(Object.entries(options).reverse()), standardRoles);
    await scene.router.shell(`printf "config x 'sso_login_test'\\n" >>'${scene.router.path("/etc/config/luci")}'`);
  },
  "files of a trial that nobody began": async (scene) => {
    for (const text of ['{"deadline":1}', '{"deadline":1,"settings":"x","began":0}', "{", ""]) {
      await scene.router.writeFile("/var/run/sso-login/password_trial", text);
      await scene.openForm(scene.client());
      assert.deepEqual(await passwordCounts(scene), refused, text);
    }
  },
  "a provider that is down, or answers for another": async (scene) => {
    await scene.provider.goDown();
    try {
      await flood(scene, "/cgi-bin/sso-login/");
      await scene.router.commandLine("check", "--quick");
    } finally {
      await scene.provider.comeBack();
    }
    scene.provider.misbehave(
      "discovery",
      editJson((document) => (document["issuer"] = "https://other.example")),
    );
    await scene.router.shell(`rm -f '${scene.router.path("/var/run/sso-login")}'/discovery_*`);
    await flood(scene, "/cgi-bin/sso-login/");
  },
  "programs and reloads at once": async (scene) => {
    const commands = ["sync-roles", "expire", "compile", "check-config"].map((name) => scene.router.commandLine(name));
    await Promise.all([...commands, reloadAll(scene), scene.openForm(scene.client())]);
  },
};

/** Without a change of the configuration passwords stay off, and the log says nothing of them. */
sceneSuite(
  "passwords off, and no change, stay off after",
  {},
  each(attempts, async (scene, attempt) => {
    await proved(scene, { ca_file: ownCa(scene) });
    await scene.configure({ ca_file: ownCa(scene), password_login: "off" });
    await attempt(scene);
    await reloadAll(scene);
    const said = [await scene.router.commandLine("sync-roles"), await scene.router.commandLine("expire")];
    await isState(scene, "off");
    const lines = said.flatMap(({ stderr }) => stderr.split("\n"));
    assert.deepEqual(changesIn([...(await scene.router.readLog()), ...lines]), []);
    await command(scene, "password-login", "on");
  }),
);

/** Alice applies a change in LuCI, which takes it back unless it is confirmed; returns the confirmation. */
async function applied(scene: Scene, config: string, section: string, values: object): Promise<() => Promise<unknown>> {
  const session = scene.sessionOf(await loggedIn(scene, "alice"));
  for (const [method, message] of Object.entries({
    set: { config, section, values },
    apply: { rollback: true, timeout: 60 },
  })) {
    const answer = await scene.callUbus(session, "uci", method, message);
    assert.equal(answer.result?.[0], 0, `${method} ${JSON.stringify(answer)}`);
  }
  // LuCI confirms it also once her session has ended.
  return () => scene.router.ubus("uci", "confirm", { ubus_rpc_session: session });
}

/** Changes that wait for their confirmation, of this package and with another one, and why passwords are on once they are confirmed. */
const waiting: Record<string, { apply: (scene: Scene) => ReturnType<typeof applied>; by: string }> = {
  "single sign-on is switched off": {
    apply: (scene) => applied(scene, "sso-login", "default", { enabled: "0" }),
    by: "disabled",
  },
  "the web server is without HTTPS": {
    apply: async (scene) => {
      const app = { app: { description: "An app", write: { uci: ["luci"] } } };
      await scene.router.writeFile("/usr/share/rpcd/acl.d/app.json", JSON.stringify(app));
      const confirm = await applied(scene, "luci", "main", { sso_login_test: "1" });
      await uhttpd(scene, "\tlist listen_http '[::]:80'\n");
      return confirm;
    },
    by: "configuration",
  },
};

sceneSuite(
  "passwords off, and a change that waits for its confirmation",
  {},
  each(waiting, async (scene, { apply, by }) => {
    await proved(scene, { ca_file: ownCa(scene) });
    await scene.configure({ ca_file: ownCa(scene), password_login: "off" });
    const confirm = await apply(scene);
    const lines: string[] = [];
    const told = async (...args: string[]): Promise<string[]> => {
      lines.push(...(await scene.router.commandLine(...args)).stderr.split("\n"));
      return changesIn([...(await scene.router.readLog()), ...lines]);
    };
    assert.deepEqual(await told("sync-roles"), []);
    assert.deepEqual(await told(...look), []);
    await isState(scene, "off");
    await confirm();
    assert.deepEqual(await told("sync-roles"), [`state=on by=${by}`]);
    await isState(scene, "on");
  }),
);

sceneSuite(
  "passwords",
  {},
  {
    "are off also on the page of a refusal while the configuration cannot be read": async (scene) => {
      await proved(scene, {});
      await scene.router.shell(`echo "config 'x" >>'${scene.router.path("/etc/config/sso-login")}'`);
      const page = await scene.client().request(`${scene.router.baseUrl}/`, { headers: { Accept: "text/html" } });
      assert.equal(page.status, 503);
      assert.doesNotMatch(page.body, /\?local=1/);
      await scene.configure({});
      await command(scene, "password-login", "on");
    },

    "are refused during the trial and after a confirmation, and can be turned on while the provider is down":
      leavingNothing(async (scene) => {
        assert.deepEqual(await passwordCounts(scene), counts);
        const alice = await loggedIn(scene, "alice");
        const known = await told(scene, alice);
        assert.deepEqual([known["state"], known["refusal"], known["confirm_refusal"]], ["on", undefined, "state"]);
        assert.deepEqual(
          (known["password_sessions"] as { who: string }[]).map(({ who }) => who),
          ["root", "root"],
        );

        const armed = await passwordLogin(scene, alice, "off", { end_sessions: true });
        assert.deepEqual([armed["state"], armed["ended"]], ["trial", 2]);
        assert.deepEqual(await passwordCounts(scene), refused);
        await scene.router.reloadRpcd();
        assert.deepEqual(await passwordCounts(scene), refused);
        assert.deepEqual(await passwordLogin(scene, alice, "confirm"), {
          error: "PASSWORD_LOGIN_REFUSED reason=same_login",
        });

        const later = await loggedIn(scene, "alice");
        assert.equal((await passwordLogin(scene, later, "confirm"))["state"], "off");
        assert.equal((await told(scene, later))["state"], "off");
        await scene.router.reloadRpcd();
        assert.deepEqual(await passwordCounts(scene), refused);
        const victor = await loggedIn(scene, "victor");
        assert.equal(
          (await scene.callUbus(scene.sessionOf(victor), "sso-login", "password_login", { state: "on" })).error?.code,
          accessDenied,
        );
        assert.match(await command(scene, "password-login"), /^passwords: off\n/);

        await scene.provider.goDown();
        try {
          await command(scene, "password-login", "on");
          assert.deepEqual(await passwordCounts(scene), counts);
        } finally {
          await scene.provider.comeBack();
        }
        const states = (await scene.router.readLog()).filter((line) => line.startsWith("PASSWORD_LOGIN "));
        assert.deepEqual(
          // A command's lines are on its standard error in a box.
          states.slice(0, 2).map((line) => /state=\w+ by=\w+/.exec(line)?.[0]),
          ["state=trial by=session", "state=off by=session"],
        );
      }),

    "can be turned off only by an administrator who has logged in by single sign-on": leavingNothing(async (scene) => {
      const root = scene.client();
      const form = { luci_username: "root", luci_password: rootPassword };
      await root.request(`${scene.router.address}/cgi-bin/luci/`, { form });
      const id = scene.sessionOf(root);
      assert.equal(
        (await scene.callUbus(noSession, "sso-login", "password_login", { state: "off" })).error?.code,
        accessDenied,
        "nobody",
      );
      const forged = { state: "off", ubus_rpc_session: id };
      const told = JSON.parse(await scene.router.ubus("sso-login", "password_login", forged)) as object;
      assert.deepEqual(told, { error: "PASSWORD_LOGIN_REFUSED reason=not_sso" }, "root");
      assert.match((await scene.router.commandLine("password-login", "off")).stderr, /log in by single sign-on/);
      await loggedIn(scene, "ursula");
      assert.equal((await scene.router.commandLine("password-login", "off")).code, 1);
      await loggedIn(scene, "alice");
      await command(scene, "password-login", "off");
      assert.equal((await scene.router.commandLine("password-login", "confirm")).code, 1);
      await command(scene, "password-login", "confirm", "--force");
      assert.match(await command(scene, "password-login"), /^passwords: off\n/);
      await command(scene, "password-login", "on");
    }),

    "are accepted again after an unconfirmed trial: by a request, the waiting process, a command, a boot":
      leavingNothing(async (scene) => {
        const ends: Record<string, () => Promise<unknown>> = {
          "the login page": () => scene.client().request(`${scene.router.baseUrl}/?action=enabled`),
          waiting: async () => {
            await startSupervisor(scene.router);
            await until(async () => !(await passwordCounts(scene)).includes(false));
            await stopSupervisor(scene.router);
          },
          "any command": () => command(scene, "expire"),
          "the plug-in": () => scene.router.ubus("sso-login", "get"),
          "a boot": async () => {
            await scene.router.clearState();
            await command(scene, "sync-roles");
          },
        };
        for (const [title, end] of Object.entries(ends)) {
          await command(scene, "password-login", "off", "--force");
          assert.deepEqual(await passwordCounts(scene), refused, `${title}, before`);
          await (title === "a boot" ? undefined : passTrial(scene));
          await end();
          assert.deepEqual(await passwordCounts(scene), counts, title);
        }
      }),
  },
);
