/**
 * A router as the end-to-end tests see it: an address, and a shell to look inside with. The box and a real router
 * differ in nothing but how commands reach the shell (`ShellAccess`).
 */
import { randomBytes } from "node:crypto";
import type { CommandResult } from "./command.ts";
import { quote } from "./shell.ts";
import { formatUci } from "./uci-format.ts";

export interface ShellAccess {
  /** Runs a POSIX shell command line, with text on its standard input. */
  run: (command: string, input?: string) => Promise<CommandResult>;
  /** Folder that stands for `/`; "" on a real router. */
  root: string;
  logCommand: string;
  /** Writes a line of tag sso-login to the log; `$1` stands for its text. */
  markCommand: string;
}

/** Options of section `default`; undefined leaves one out. */
export type ServiceOptions = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Role {
  email?: readonly string[];
  group?: readonly string[];
  sub?: readonly string[];
  sub_issuer?: string;
  provider?: readonly string[];
  read?: readonly string[];
  write?: readonly string[];
}

export interface UbusSession {
  id: string;
  timeout: number;
  /** Seconds until it ends where nobody uses it. */
  expires: number;
  /** Functions by object by scope. */
  acls: Record<string, Record<string, string[]>>;
  values: Record<string, unknown>;
}

interface Dump {
  ubus_rpc_session: string;
  timeout: number;
  expires: number;
  acls?: UbusSession["acls"];
  data?: UbusSession["values"];
}

export interface UbusAnswer {
  result?: [number, unknown?];
  error?: { code: number; message: string };
}

export class Router {
  readonly address: string;
  /** The same over plain HTTP; undefined where there is none. */
  readonly plainAddress: string | undefined;
  /** File with the certificate authority for this router and the provider, on this machine. */
  readonly caFile: string;
  readonly #shell: ShellAccess;
  #mark = "";

  constructor(address: string, plainAddress: string | undefined, caFile: string, shell: ShellAccess) {
    this.address = address;
    this.plainAddress = plainAddress;
    this.caFile = caFile;
    this.#shell = shell;
  }

  get baseUrl(): string {
    return `${this.address}/cgi-bin/sso-login`;
  }

  get host(): string {
    return new URL(this.address).hostname;
  }

  path(path: string): string {
    return this.#shell.root + path;
  }

  /** Runs a shell command that has to succeed, and returns what it printed. */
  async shell(command: string, input?: string): Promise<string> {
    const { code, stdout, stderr } = await this.#shell.run(command, input);
    if (code !== 0) {
      throw new Error(`${command}: exit status ${String(code)}\n${stderr}`);
    }
    return stdout;
  }

  async writeFile(path: string, content: string): Promise<void> {
    await this.shell(`cat >${quote(this.path(path))}`, content);
  }

  /** Replaces the service's whole configuration; further providers by the names of their sections. */
  async setConfig(
    options: ServiceOptions,
    roles: Readonly<Record<string, Role>>,
    further: Readonly<Record<string, ServiceOptions>> = {},
  ): Promise<void> {
    const sections = [
      { type: "oidc", name: "default", options },
      ...Object.entries(further).map(([name, own]) => ({ type: "oidc", name, options: own })),
      ...Object.entries(roles).map(([name, role]) => ({ type: "role", name, options: { ...role } })),
    ];
    await this.writeFile("/etc/config/sso-login", formatUci(sections));
    await this.shell(`rm -f ${quote(this.path("/tmp/.uci/sso-login"))}`);
  }

  async ubus(object: string, method: string, message: object = {}): Promise<string> {
    return this.shell(`ubus call ${object} ${method} ${quote(JSON.stringify(message))}`);
  }

  /** All sessions, but for the one that stands for "no one is logged in". */
  async sessions(): Promise<UbusSession[]> {
    // `session list` answers once for each session: one JSON document after the other, each from the start of a line.
    const documents = (await this.ubus("session", "list")).split(/\n(?=\{)/);
    return documents
      .map((document) => JSON.parse(document) as Dump)
      .map(({ ubus_rpc_session: id, timeout, expires, acls = {}, data: values = {} }) => ({
        id,
        timeout,
        expires,
        acls,
        values,
      }))
      .filter(({ id }) => !/^0+$/.test(id));
  }

  /** Ends a session, which may have ended by itself. */
  async destroySession(id: string): Promise<void> {
    await this.ubus("session", "destroy", { ubus_rpc_session: id }).catch((error: unknown) => {
      if (!String(error).includes("Not found")) throw error;
    });
  }

  /** Lets rpcd reload, as every installation of a package for the web interface does. */
  async reloadRpcd(): Promise<void> {
    const reload = `${quote(this.path("/etc/init.d/rpcd"))} reload`;
    // A real one is told by a signal, and calls to its former self are never answered.
    await this.shell(this.#shell.root === "" ? `${reload} && sleep 1 && ubus -t 10 wait_for session` : reload);
  }

  /** Runs the service's command line; a command that fails is an ordinary result. */
  commandLine(...args: string[]): Promise<CommandResult> {
    return this.#shell.run([this.path("/usr/sbin/sso-login"), ...args].map(quote).join(" "));
  }

  /** Lets rpcd reload instead of answering the next call of a method of `session`; only a box can do that. */
  async reloadDuring(method: string): Promise<void> {
    await this.shell(`: >${quote(this.path(`/var/run/ubus/reload.${method}`))}`);
  }

  /** Hides rpcd's object `session` from the next lookups; only a box can do that. */
  async hideRpcd(lookups: number): Promise<void> {
    await this.shell(`echo ${String(lookups)} >${quote(this.path("/var/run/ubus/absent"))}`);
  }

  /** Files and folders of the service's run directory, relative to it. */
  async runFiles(): Promise<string[]> {
    const folder = quote(this.path("/var/run/sso-login"));
    const found = await this.shell(`[ ! -d ${folder} ] || { cd ${folder} && find . ! -name . ; }`);
    return [...found.matchAll(/^\.\/(.*)$/gm)].map(([, name = ""]) => name).sort();
  }

  /** Forgets what the service keeps: records, caches, registry and the count of requests. */
  async clearState(): Promise<void> {
    const folder = quote(this.path("/var/run/sso-login"));
    // A request that a test did not wait for may still write there: only a folder of another name can be emptied.
    await this.shell(`test ! -e ${folder} || mv ${folder} ${folder}.old && rm -rf ${folder}.old`);
  }

  /** Lines written from now on are what `readLog` returns. */
  async markLog(): Promise<void> {
    this.#mark = `mark-${randomBytes(8).toString("hex")}`;
    await this.shell(this.#shell.markCommand.replace("$1", this.#mark));
  }

  /** Everything in the log since `markLog`, foreign lines included. */
  async readWholeLog(): Promise<string[]> {
    const lines = (await this.shell(this.#shell.logCommand)).split("\n").filter((line) => line !== "");
    const marked = this.#mark === "" ? -1 : lines.findIndex((line) => line.includes(this.#mark));
    return lines.slice(marked + 1);
  }

  /** The service's log lines since `markLog`: `CODE key=value …`, without time and tag. */
  async readLog(): Promise<string[]> {
    return (await this.readWholeLog()).flatMap((line) => {
      const found = /\bsso-login(?:\[\d+\])?: (.*)$/.exec(line)?.[1];
      return found === undefined ? [] : [found];
    });
  }
}
