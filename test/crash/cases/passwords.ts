/**
 * Passwords off, killed at every step of every event, and on full disks. What holds after each, without a boot and after one: rpcd's
 * file is whole, and somebody gets in, by a password or by the provider's word. Passwords that count again are the same byte for byte, and
 * no file stays.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../box/locations.ts";
import { providerHost } from "../../box/provider/identity-provider.ts";
import type { Cases, Report, Series } from "../case.ts";
import type { Stage } from "../stage.ts";
import { fillSpace, page } from "./disk.ts";
import { everywhere, steps } from "./kill.ts";

async function counts(stage: Stage): Promise<boolean> {
  const login = { username: "root", password: "router-password" };
  return stage.scene.router.ubus("session", "login", login).then(
    () => true,
    () => false,
  );
}

async function command(stage: Stage, ...args: string[]): Promise<void> {
  const { code, stderr } = await stage.scene.router.commandLine(...args);
  assert.equal(code, 0, `${args.join(" ")}: ${stderr}`);
}

/** The run directory is in memory; the init script runs. */
async function boot(stage: Stage): Promise<void> {
  await stage.scene.router.clearState();
  await command(stage, "sync-roles");
}

const rpcdFile = (stage: Stage): string => readFileSync(join(stage.configDir, "rpcd"), "utf8");

/** The lines of rpcd's file, sorted: the order of options in a section is that of whoever wrote the file. */
const rpcdLines = (stage: Stage): string[] =>
  rpcdFile(stage)
    .split("\n")
    .filter((line) => line !== "")
    .sort();

/** Returns the files that exist only while passwords are off. */
function leftovers(stage: Stage): string[] {
  const begins = (folder: string, prefix: string): string[] =>
    (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.startsWith(prefix));
  const trial = join(stage.runDir, "password_trial");
  const service = readFileSync(join(stage.configDir, "sso-login"), "utf8");
  return [
    ...(existsSync(trial) ? [trial] : []),
    ...begins(stage.scene.router.path("/etc/uci-defaults"), "zz-sso-login-password"),
    ...begins(stage.configDir, "."),
    ...(service.includes("password_login") ? ["option password_login"] : []),
  ];
}

/** Runs a program with arguments that is killed at a step; the steps that it came to. */
export async function killed(stage: Stage, program: string, args: string, step: number): Promise<string[]> {
  const { router } = stage.scene;
  const killer = join(repositoryRoot, "test/crash/killer.lua");
  const variables = `LUA_INIT='@${killer}' KILL_STEPS='${router.path("/lighttpd/steps")}' KILL_AT=${String(step)}`;
  await router.shell(`${variables} '${router.path(program)}' ${args} >/dev/null 2>&1 || :`);
  return steps(stage);
}

/** Alice's login by the settings in force, whose callback is killed at a step; one that is not killed confirms them. */
async function logInKilled(stage: Stage, step: number): Promise<string[]> {
  const client = stage.scene.client();
  const address = await stage.scene.reachCallback(client, "alice");
  stage.kill(step);
  await client.request(address, { initiator: providerHost });
  stage.spare();
  const reached = await steps(stage);
  assert.ok(reached.length === step || /sso_login_proof/.test(rpcdFile(stage)), "no login");
  assert.ok(reached.length === step || !rpcdFile(stage).includes("sso_login_trial"), "not confirmed");
  return reached;
}

/** Passwords are off by a proof, and then the settings change; with `isTried` the service has seen it. */
async function changed(stage: Stage, isTried: boolean): Promise<void> {
  await command(stage, "password-login", "off", "--force");
  await stage.expectLogin();
  await command(stage, "password-login", "confirm");
  await stage.scene.configure({ password_login: "off", http_timeout: "9" });
  await (isTried ? command(stage, "sync-roles") : undefined);
}

/** Passwords count, or a trial is open, or they are off with a proof. */
const isSafe: Act["after"] = (isCounting, stage) => {
  const isTrial = rpcdFile(stage).includes("sso_login_trial") && existsSync(join(stage.runDir, "password_trial"));
  const isProved = /sso_login_proof/.test(rpcdFile(stage)) && !rpcdFile(stage).includes("sso_login_trial");
  assert.ok(isCounting || isTrial || isProved, rpcdFile(stage));
};

interface Act {
  /** The command's arguments, or what else is killed at a step. */
  args: string | typeof logInKilled;
  prepare: (stage: Stage) => Promise<void>;
  /** States of which one holds after a boot. */
  after: (isCounting: boolean, stage: Stage) => void;
  /** Whether nobody gets in before the supervisor's next look. */
  isShut?: boolean;
}

/** The router with passwords on; returns the lines of rpcd's file. */
async function restart(stage: Stage): Promise<string[]> {
  await stage.scene.router.commandLine("password-login", "on");
  await stage.reset();
  await command(stage, "sync-roles");
  return rpcdLines(stage);
}

/** Lets the event happen, killed at a step; the steps that it came to. */
async function happen(stage: Stage, act: Act, step: number): Promise<string[]> {
  await act.prepare(stage);
  const { args } = act;
  return typeof args === "string" ? killed(stage, "/usr/sbin/sso-login", args, step) : args(stage, step);
}

/** Somebody gets in: by a password, or by the provider's word. */
async function expectWayIn(stage: Stage): Promise<void> {
  if (!(await counts(stage))) {
    await stage.expectLogin();
  }
}

/** The step at which it was killed; undefined where it has fewer. */
async function killAt(
  stage: Stage,
  act: Act,
  step: number,
  isCut: boolean,
  report: Report,
): Promise<string | undefined> {
  const before = await restart(stage);
  const reached = await happen(stage, act, step);
  const last = reached.length === step ? reached.at(-1) : undefined;
  const title = `${last === undefined ? "not killed" : `step ${String(step)}, ${last}`}${isCut ? ", and a power cut" : ""}`;
  await report(title, async () => {
    assert.match(
      rpcdFile(stage),
      /config login\n\toption username 'root'\n(\t.*\n)*\toption password '(\$p\$root|!)'\n/,
    );
    assert.ok(
      !rpcdFile(stage).includes("sso_login_trial") || existsSync(join(stage.runDir, "password_trial")),
      "a trial without its file, which no process would end",
    );
    if (isCut) {
      await boot(stage);
      act.after(await counts(stage), stage);
    } else if (act.isShut === true) {
      await command(stage, "password-login", "look");
    }
    await expectWayIn(stage);
    await command(stage, "password-login", "on");
    assert.ok(await counts(stage), "the way back");
    await command(stage, "sync-roles");
    assert.deepEqual(rpcdLines(stage), before);
    assert.deepEqual(leftovers(stage), []);
  });
  return last;
}

/** The moments after something was written. */
const isWrite = (step: string): boolean =>
  /^after ((open|write|rename|remove|unlink|mkdir)\(\)|uci_(set|delete|commit))$/.test(step);

/** Kills at each step; after a write with a power cut as well. */
const killEverywhere = (act: Act): Series[string] =>
  everywhere(async (stage, step, report) => {
    const reached = await killAt(stage, act, step, false, report);
    return reached !== undefined && (!isWrite(reached) || (await killAt(stage, act, step, true, report)) !== undefined);
  });

const arm = (stage: Stage): Promise<void> => command(stage, "password-login", "off", "--force");

const isOn: Act["after"] = (isCounting, stage) => {
  assert.ok(isCounting, "passwords do not count");
  assert.deepEqual(leftovers(stage), []);
};

export const passwordKills: Series = {
  "passwords: kill -9 while they are turned off": killEverywhere({
    args: "password-login off --force",
    prepare: () => Promise.resolve(),
    after: isOn,
  }),
  "passwords: kill -9 while they are turned on": killEverywhere({
    args: "password-login on",
    prepare: arm,
    after: isOn,
  }),
  "passwords: kill -9 while changed settings go on trial": killEverywhere({
    args: "sync-roles",
    prepare: (stage) => changed(stage, false),
    // At the boot the killed process's work is done.
    after: (isCounting, stage) => {
      isSafe(isCounting, stage);
      assert.ok(isCounting || rpcdFile(stage).includes("sso_login_trial"), "off for settings that nobody has proved");
    },
  }),
  "passwords: kill -9 while changed settings are confirmed": killEverywhere({
    args: "password-login confirm --force",
    prepare: (stage) => changed(stage, true),
    after: isSafe,
  }),
  "passwords: kill -9 while a login confirms changed settings": killEverywhere({
    args: logInKilled,
    prepare: (stage) => changed(stage, true),
    after: isSafe,
  }),
  "passwords: kill -9 while the trial of changed settings ends": killEverywhere({
    args: "expire",
    prepare: async (stage) => {
      await changed(stage, true);
      const file = join(stage.runDir, "password_trial");
      writeFileSync(file, readFileSync(file, "utf8").replace(/"deadline": *\d+/, '"deadline":1'));
    },
    after: isOn,
  }),
  "passwords: kill -9 while a change of the settings is taken back": killEverywhere({
    args: "sync-roles",
    prepare: async (stage) => {
      await changed(stage, true);
      await stage.scene.configure({ password_login: "off" });
    },
    after: isSafe,
  }),
  "passwords: kill -9 while they come back as single sign-on is off": killEverywhere({
    args: "sync-roles",
    prepare: async (stage) => {
      await changed(stage, false);
      await stage.scene.configure({ password_login: "off", enabled: "0" });
    },
    after: isOn,
    isShut: true,
  }),
  "passwords: kill -9 while a trial is confirmed": killEverywhere({
    args: "password-login confirm",
    prepare: async (stage) => {
      await arm(stage);
      await stage.expectLogin();
    },
    after: (isCounting, stage) => {
      // Either the trial went on until the boot, or it was confirmed.
      assert.equal(rpcdFile(stage).includes("sso_login_password"), !isCounting);
    },
  }),
};

/** The flash is full when passwords are to be refused: they count, and nothing is left. */
async function fullWhenArmed(stage: Stage): Promise<void> {
  await command(stage, "sync-roles");
  const before = rpcdLines(stage);
  for (let left = 0; left < 7; left += 1) {
    await stage.mountConfig(64 * page, 64);
    for (let count = 0; count < left; count += 1) {
      writeFileSync(join(stage.configDir, `spare-${String(count)}`), Buffer.alloc(page));
    }
    fillSpace(stage, stage.configDir);
    await stage.scene.router.shell(`rm -f '${stage.configDir}'/spare-*`);
    const { code } = await stage.scene.router.commandLine("password-login", "off", "--force");
    if (code === 0) {
      await command(stage, "password-login", "on");
    }
    assert.ok(await counts(stage), `${String(left)} pages left`);
    assert.deepEqual(rpcdLines(stage), before);
    assert.deepEqual(leftovers(stage), []);
    await stage.unmount();
  }
}

/** The flash fills up while passwords are refused: they come back in the room that was kept. */
async function fullWhenBack(stage: Stage, end: (stage: Stage) => Promise<void>): Promise<void> {
  await command(stage, "sync-roles");
  const before = rpcdLines(stage);
  await stage.mountConfig(64 * page, 64);
  await arm(stage);
  fillSpace(stage, stage.configDir);
  assert.ok(!(await counts(stage)), "passwords count");
  await end(stage);
  assert.ok(await counts(stage), "passwords do not count");
  assert.deepEqual(rpcdLines(stage), before);
  assert.deepEqual(
    readdirSync(stage.configDir).filter((name) => name.startsWith(".")),
    [],
  );
}

/** `/tmp` is full, where UCI keeps its changes and reports success without having written any: passwords come back. */
async function fullTemporary(stage: Stage): Promise<void> {
  await command(stage, "sync-roles");
  const before = rpcdLines(stage);
  await stage.mountTemporary(16 * page, 64);
  await arm(stage);
  fillSpace(stage, stage.scene.router.path("/tmp"));
  const { code, stdout } = await stage.scene.router.commandLine("password-login", "on");
  assert.deepEqual([code, /^passwords: (.*)\n/.exec(stdout)?.[1]], [0, "on"]);
  assert.ok(await counts(stage), "passwords do not count");
  await stage.unmount();
  assert.deepEqual(rpcdLines(stage), before);
  assert.deepEqual(leftovers(stage), []);
}

export const passwords: Cases = {
  "passwords: a full /tmp when they are turned on -> they come back": fullTemporary,
  "passwords: a full flash when they are turned off -> they count": fullWhenArmed,
  "passwords: a full flash when they are turned on -> they come back": (stage) =>
    fullWhenBack(stage, (full) => command(full, "password-login", "on")),
  "passwords: a full flash when a trial ends -> they come back": (stage) => fullWhenBack(stage, boot),
};
