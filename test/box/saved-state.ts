/** State of a router that tests change: saved before the first of them, put back before each and after the last. */
import type { Router } from "./router.ts";
import { quote } from "./shell.ts";

/** Folder of the tests' own files, which is there as long as tests run. */
export const testFolder = "/etc/sso-login-test";

/** Files and folders that tests change, or the service and LuCI on their behalf. */
const changed = [
  "etc/config",
  "etc/sso-login",
  "etc/uci-defaults/zz-sso-login-password",
  "tmp/.uci",
  "usr/share/rpcd/acl.d",
  "var/run/config.md5",
  "var/run/sso-login",
].join(" ");

const archive = `.${testFolder}/saved.tar`;
// A command that a test left running may write a file between two steps of the removal.
const putBack = `{ rm -rf ${changed} || { sleep 1; rm -rf ${changed}; }; } && tar xpf ${archive}`;
// The archive that is there already is that of tests which were interrupted.
const save = `mkdir -p .${testFolder} && if [ -e ${archive} ]; then ${putBack}; else
  tar cf ${archive}.new $(ls -d ${changed} 2>/dev/null) && mv ${archive}.new ${archive}; fi`;

export class SavedState {
  readonly #router: Router;
  readonly #sessions: ReadonlySet<string>;

  private constructor(router: Router, sessions: Iterable<string>) {
    this.#router = router;
    this.#sessions = new Set(sessions);
  }

  static async save(router: Router): Promise<SavedState> {
    await atRoot(router, save);
    return new SavedState(
      router,
      (await router.sessions()).map(({ id }) => id),
    );
  }

  /** Puts the files back, and ends the sessions that were not there, and all of the service, which tests count. */
  async restore(): Promise<void> {
    await atRoot(this.#router, putBack);
    for (const { id, values } of await this.#router.sessions()) {
      const stays = this.#sessions.has(id) && values["sso_issuer"] === undefined;
      await (stays ? undefined : this.#router.destroySession(id));
    }
  }

  /** The same for the last time. */
  async end(): Promise<void> {
    await this.restore();
    await this.#router.shell(`rm -r ${quote(this.#router.path(testFolder))}`);
  }
}

function atRoot(router: Router, commands: string): Promise<string> {
  return router.shell(`cd ${quote(router.path("/"))} && { ${commands}; }`);
}

/** Files, folders and links where packages and their users have theirs, with modes, owners and hashes, and what else lies in /tmp. The run directory's contents change by themselves. */
const list = `{
  find etc usr www tmp/.uci var/run/sso-login ! -type s -exec ls -lnd {} + 2>/dev/null |
    awk '{ $2 = $5 = $6 = $7 = $8 = ""; print }'
  find etc usr www tmp/.uci -type f -exec md5sum {} + 2>/dev/null
  ls -d tmp/* | grep -v '^tmp/luci-'
} | sort`;

/** Returns what a router has, as lines to compare. */
export async function stateOf(router: Router): Promise<string[]> {
  return (await atRoot(router, list)).split("\n");
}

/** Returns the lines that are gone (`-`) or new (`+`). */
export function differences(before: readonly string[], after: readonly string[]): string[] {
  const gone = before.filter((line) => !after.includes(line)).map((line) => `- ${line}`);
  return [...gone, ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`)];
}
