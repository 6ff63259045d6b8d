/** A scene whose CGI processes a test may kill, give another clock, or take the disk from. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { run, runOrFail } from "../box/command.ts";
import { shiftedClock, stoppedClock } from "../box/fake-time.ts";
import { chosenRuntime } from "../box/install.ts";
import { repositoryRoot } from "../box/locations.ts";
import { quote } from "../box/shell.ts";
import type { Client, Hop } from "../e2e/support/client.ts";
import { logLines } from "../e2e/support/expect.ts";
import { Scene } from "../e2e/support/scene.ts";

/** Ends a case as not possible here. */
export class Skipped extends Error {}

export class Stage {
  readonly scene: Scene;
  /** The service's run directory. */
  readonly runDir: string;
  /** The folder of UCI's files. */
  readonly configDir: string;
  /** Seconds by which the router's clock is wrong. */
  #offset = 0;
  #clock: Record<string, string> = {};
  #killer: Record<string, string> = {};
  #mounted: string[] = [];

  private constructor(scene: Scene) {
    this.scene = scene;
    this.runDir = scene.router.path("/var/run/sso-login");
    this.configDir = scene.router.path("/etc/config");
  }

  static async open(authorityFolder: string): Promise<Stage> {
    const stage = new Stage(await Scene.open({ box: { authorityFolder }, provider: { refreshTokens: true } }));
    stage.#instrument();
    return stage;
  }

  /** Lets the web server start the box's CGI program with the environment that tests choose. */
  #instrument(): void {
    const stub = this.scene.router.path("/www/cgi-bin/sso-login");
    const program = this.scene.router.path("/lighttpd/sso-login");
    fs.copyFileSync(stub, program);
    const environment = this.scene.router.path("/lighttpd/environment");
    this.#writeEnvironment();
    // Not by way of env(1), as the program's first line has it, nor of another shell: see fake-time.ts.
    const start = `. ${quote(environment)}\n${chosenRuntime() === "lua" ? "exec lua5.1" : "."} ${quote(program)}\n`;
    fs.writeFileSync(stub, `#!/bin/sh\n# Written by test/crash/stage.ts.\n${start}`);
  }

  #writeEnvironment(): void {
    const variables = Object.entries({ ...this.#clock, ...this.#killer });
    const lines = variables.map(([name, value]) => `export ${name}=${quote(value)}\n`);
    fs.writeFileSync(this.scene.router.path("/lighttpd/environment"), lines.join(""));
  }

  /** The first state: of the scene, and a right clock, no killing, the ordinary run directory. */
  async reset(): Promise<void> {
    await this.unmount();
    this.#offset = 0;
    this.#clock = {};
    this.spare();
    await this.scene.reset();
    // Those of killed processes, too, which do not look like the service's.
    for (const { id } of await this.scene.router.sessions()) {
      await this.scene.router.destroySession(id);
    }
    this.scene.provider.forgetSessions();
  }

  async close(): Promise<void> {
    await this.unmount();
    await this.scene.close();
  }

  /** Ends the next process at a step (killer.lua); without one it is only watched. */
  kill(step?: number): void {
    this.#killer = {
      LUA_INIT: `@${join(repositoryRoot, "test/crash/killer.lua")}`,
      KILL_STEPS: this.scene.router.path("/lighttpd/steps"),
      ...(step === undefined ? {} : { KILL_AT: String(step) }),
    };
    this.#writeEnvironment();
  }

  /** Kills nothing any more. */
  spare(): void {
    this.#killer = {};
    this.#writeEnvironment();
  }

  /** The router's clock stands still at a moment: seconds since 1970. */
  stopClock(moment: number): void {
    this.#clock = stoppedClock(moment);
    this.#writeEnvironment();
  }

  /**
   * The router's clock jumps so that it is wrong by some seconds. Files keep the times they have: libfaketime shows them
   * all shifted, so those that exist are moved the other way.
   */
  setClock(offset: number): void {
    this.age(offset - this.#offset);
    this.#offset = offset;
    this.#clock = offset === 0 ? {} : shiftedClock(offset);
    this.#writeEnvironment();
  }

  /** Makes all files and folders of the run directory older by some seconds. */
  age(seconds: number): void {
    const visit = (path: string): void => {
      const info = fs.lstatSync(path);
      if (info.isDirectory()) {
        fs.readdirSync(path).forEach((name) => visit(join(path, name)));
      }
      fs.lutimesSync(path, info.atimeMs / 1000 - seconds, info.mtimeMs / 1000 - seconds);
    };
    if (fs.existsSync(this.runDir)) {
      fs.readdirSync(this.runDir).forEach((name) => visit(join(this.runDir, name)));
    }
  }

  /** A minute without requests and refusals so far. */
  freshWindow(): void {
    for (const name of fs.existsSync(this.runDir) ? fs.readdirSync(this.runDir) : []) {
      if (/^(rate|refused|cleaned)_/.test(name)) {
        fs.rmSync(join(this.runDir, name), { recursive: true });
      }
    }
  }

  /** Puts a small file system in place of the run directory, with `size` bytes and `inodes` files at most. */
  async mount(size: number, inodes: number): Promise<void> {
    await this.scene.router.clearState();
    fs.mkdirSync(this.runDir);
    await this.#mountAt(this.runDir, size, inodes);
  }

  /** The same in place of the folder of UCI's files, which are there again. */
  async mountConfig(size: number, inodes: number): Promise<void> {
    const whole = `${this.configDir}.whole`;
    await this.scene.router.shell(`rm -rf '${whole}'; cp -a '${this.configDir}' '${whole}'`);
    await this.#mountAt(this.configDir, size, inodes);
    await this.scene.router.shell(`cp -a '${whole}/.' '${this.configDir}/'`);
  }

  /** The same in place of `/tmp`, where UCI keeps what is not committed. */
  async mountTemporary(size: number, inodes: number): Promise<void> {
    await this.#mountAt(this.scene.router.path("/tmp"), size, inodes);
  }

  async #mountAt(folder: string, size: number, inodes: number): Promise<void> {
    const options = `size=${String(size)},nr_inodes=${String(inodes)},mode=0700`;
    const mounted = await run("mount", ["-t", "tmpfs", "-o", options, "none", folder]);
    if (mounted.code !== 0) {
      throw new Skipped(`no file system can be mounted here: ${mounted.stderr.trim()}`);
    }
    this.#mounted.push(folder);
  }

  async remount(mode: "ro" | "rw", folder = this.runDir): Promise<void> {
    await runOrFail("mount", ["-o", `remount,${mode}`, folder]);
  }

  async unmount(): Promise<void> {
    for (const folder of this.#mounted.splice(0)) {
      await runOrFail("umount", ["-l", folder]);
    }
  }

  /** A request to the service by somebody without cookies. */
  request(path: string): Promise<Hop> {
    return this.scene.client().request(this.scene.router.baseUrl + path);
  }

  /** A login by a new browser that must succeed; it begins in a fresh minute. */
  async expectLogin(): Promise<void> {
    this.freshWindow();
    const page = await this.scene.logIn(this.scene.client(), "alice");
    assert.equal(page.status, 200, page.body);
    assert.match(page.body, /id="username">admin</);
  }

  /** A login up to the callback. */
  async arrive(): Promise<{ client: Client; address: string }> {
    const client = this.scene.client();
    const address = await this.scene.reachCallback(client, "alice");
    await this.scene.router.markLog();
    return { client, address };
  }

  /** The log has a line with this text since the last reset or mark. */
  async expectLine(text: RegExp): Promise<void> {
    const lines = await logLines(this.scene, 1);
    assert.ok(
      lines.some((line) => text.test(line)),
      `no line ${String(text)} in ${JSON.stringify(lines)}`,
    );
  }
}
